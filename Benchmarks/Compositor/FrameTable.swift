import Compositor
import Scene

/// The three frames at three sizes, cold and warm, against memcpy, pixman and cairo.
struct FrameTable {
  let isJSON: Bool

  func run(into records: inout [String]) {
    say(
      "\n" + padded("frame, us min / median", 38) + padded("ours", 14) + padded("memcpy", 14) + padded("pixman", 14)
        + padded("cairo", 14) + "ours / memcpy, min and median")
    for size in [
      PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 800), PixelSize(width: 800, height: 480),
    ] {
      for isCold in [true, false] {
        for format in isCold ? PixelFormat.allCases : [.xrgb8888] {
          // Cold: page and buffers are each larger than 64 MB.
          let bytes = size.area * format.bytesPerPixel
          let artwork = FrameArtwork(size, format, isCold: isCold)
          let buffers = Buffers(size, format, count: isCold ? 64_000_000 / bytes + 2 : 2)
          let peers = format == .xrgb8888 ? PeerPainter.Engine.allCases : []
          for frame in FrameArtwork.Frame.allCases {
            let times = measure(artwork, frame, buffers: buffers, peers: peers, rounds: isCold ? 160 : 240)
            let name = "\(size.width)x\(size.height) \(format) \(frame.rawValue) \(isCold ? "cold" : "warm")"
            say(row(name, times))
            records.append(record(size, format, frame, isCold: isCold, times))
          }
        }
      }
    }
    let artwork = FrameArtwork(PixelSize(width: 1280, height: 800), .xrgb8888, isCold: false)
    say("\nsame pixels: largest difference of a channel to ours, and pixels more than 8 off (edges of turned pictures)")
    for engine in PeerPainter.Engine.allCases {
      for frame in FrameArtwork.Frame.allCases {
        let (most, far) = difference(artwork, frame, engine)
        say(padded("1280x800 \(frame.rawValue) \(engine.rawValue)", 38) + "\(most), \(far)")
      }
    }
  }

  private func row(_ name: String, _ times: FrameTimes) -> String {
    func column(_ samples: Samples?) -> String {
      samples.map { padded("\(fixed($0.minimum / 1000, 0)) / \(fixed($0.median / 1000, 0))", 14) } ?? padded("", 14)
    }
    return padded(name, 38) + column(times.ours) + column(times.memcpy) + column(times.peers[.pixman])
      + column(times.peers[.cairo])
      + "\(fixed(times.ours.minimum / times.memcpy.minimum)) / \(fixed(times.ours.median / times.memcpy.median))"
  }

  private func record(
    _ size: PixelSize, _ format: PixelFormat, _ frame: FrameArtwork.Frame, isCold: Bool, _ times: FrameTimes
  ) -> String {
    func field(_ name: String, _ samples: Samples) -> String {
      #""\#(name)":{"min":\#(fixed(samples.minimum / 1000, 1)),"median":\#(fixed(samples.median / 1000, 1))}"#
    }
    var fields = [
      #""frame":"\#(frame.rawValue)""#, #""width":\#(size.width)"#, #""height":\#(size.height)"#,
      #""format":"\#(format)""#,
      #""isCold":\#(isCold)"#, field("ours", times.ours), field("memcpy", times.memcpy),
    ]
    for engine in PeerPainter.Engine.allCases {
      if let samples = times.peers[engine] { fields.append(field(engine.rawValue, samples)) }
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private func say(_ line: String) { if !isJSON { print(line) } }
}
