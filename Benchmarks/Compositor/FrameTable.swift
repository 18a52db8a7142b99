import Compositor
import Scene

/// The frames by everybody, as rows of a table and records of a file.
struct FrameTable {
  var sizes = [
    PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 800), PixelSize(width: 800, height: 480),
  ]
  var temperatures = [true, false]
  var entrants = Entrant.allCases
  var frames = FrameArtwork.Frame.allCases
  var rounds = 120

  func run(_ output: inout Output) {
    output.say(
      "\n" + padded("frame, us min / median", 28) + entrants.map { padded($0.rawValue, 14) }.joined()
        + "ours / memcpy, min and median")
    for size in sizes {
      for isCold in temperatures {
        let race = Race(size, isCold: isCold, entrants: entrants)
        for frame in frames {
          let times = race.run(frame, rounds: rounds)
          let name = "\(size.width)x\(size.height) \(frame.rawValue) \(isCold ? "cold" : "warm")"
          output.say(row(name, times))
          output.add(record(size, frame, isCold: isCold, times))
        }
      }
    }
  }

  private func row(_ name: String, _ times: [Entrant: Samples]) -> String {
    var row = padded(name, 28)
    for entrant in entrants {
      guard let samples = times[entrant] else {
        row += padded("-", 14)
        continue
      }
      row += padded("\(fixed(samples.minimum / 1000, 0)) / \(fixed(samples.median / 1000, 0))", 14)
    }
    guard let ours = times[.ours], let memcpy = times[.memcpy] else { return row }
    return row + "\(fixed(ours.minimum / memcpy.minimum)) / \(fixed(ours.median / memcpy.median))"
  }

  private func record(_ size: PixelSize, _ frame: FrameArtwork.Frame, isCold: Bool, _ times: [Entrant: Samples])
    -> String
  {
    var fields = [
      #""frame":"\#(frame.rawValue)""#, #""width":\#(size.width)"#, #""height":\#(size.height)"#,
      #""isCold":\#(isCold)"#,
    ]
    for entrant in entrants {
      guard let samples = times[entrant] else { continue }
      fields.append(
        #""\#(entrant.rawValue)":{"min":\#(fixed(samples.minimum / 1000, 1)),"median":\#(fixed(samples.median / 1000, 1))}"#
      )
    }
    return "{" + fields.joined(separator: ",") + "}"
  }
}

/// Our pixels against those of the peers.
func reportDifferences(_ output: inout Output) {
  let artwork = FrameArtwork(PixelSize(width: 1280, height: 800), .xrgb8888, isCold: false)
  output.say(
    "\nsame pixels: largest difference of a channel to ours, and pixels more than 8 off (edges of turned pictures)")
  for engine in PeerPainter.Engine.allCases {
    for frame in FrameArtwork.Frame.allCases {
      let (most, far) = difference(artwork, frame, engine)
      output.say(padded("1280x800 \(frame.rawValue) \(engine.rawValue)", 38) + "\(most), \(far)")
    }
  }
}
