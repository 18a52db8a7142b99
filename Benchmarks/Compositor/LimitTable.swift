import Compositor
import Scene

/// What the project promises of its frames, each line with its limit beside: ratios of frames that were drawn in the same rounds, medians,
/// and between what each lies with 95 % confidence.
struct LimitTable {
  var sizes = [PixelSize(width: 1920, height: 1080), PixelSize(width: 800, height: 480)]
  var rounds = 120

  /// One promise.
  private struct Line {
    var frame: FrameArtwork.Frame
    var entrant = Entrant.ours
    var peer: Entrant
    /// Out of cold caches, and with what the frames before have left in them; nil where nothing is promised.
    var cold: Double?
    var warm: Double?
    /// On panels so high only.
    var height: Int?
  }

  private let lines =
    [
      Line(frame: .scroll, peer: .memcpy, cold: 1, warm: nil, height: 1080),
      Line(frame: .scroll, peer: .memcpy, cold: 1.05, warm: 1.05, height: 480),
      Line(frame: .refresh, peer: .memcpy, cold: 1.1, warm: nil, height: 1080),
      Line(frame: .refresh, peer: .memcpy, cold: 1.6, warm: 3, height: 480),
      Line(frame: .refresh, peer: .pixman, cold: 0.5, warm: 0.6),
      Line(frame: .refresh, entrant: .rgb565, peer: .ours, cold: 0.7, warm: nil),
      Line(frame: .many, peer: .pixman, cold: 1, warm: 1),
      Line(frame: .crowd, peer: .pixman, cold: 1, warm: 1),
      Line(frame: .icons, peer: .pixman, cold: 1, warm: 1),
    ]
    + [FrameArtwork.Frame.damage, .chip, .strip].flatMap { frame in
      [(Entrant.ours, Entrant.pixman), (.turned, .pixman), (.turned, .pixmanTurned)].map {
        Line(frame: frame, entrant: $0, peer: $1, cold: 0.9, warm: 0.9)
      }
    }

  /// A layer that is looked at and not drawn, in microseconds, and how many of them the frame has.
  private static let mostPerLayer = 0.05
  private static let layers = 1280.0

  func run(_ output: inout Output) {
    output.say(
      padded("frame", 36) + padded("us", 8) + padded("against", 14) + padded("us", 8) + padded("ratio", 8)
        + padded("95 %", 14) + padded("limit", 8) + padded("", 8) + "cairo, us")
    let entrants: [Entrant] = [.ours, .turned, .rgb565, .memcpy, .pixman, .pixmanTurned, .cairo]
    var broken = 0
    for size in sizes {
      for isCold in [true, false] {
        let race = Race(size, isCold: isCold, entrants: entrants)
        for frame in FrameArtwork.Frame.allCases {
          let times = race.run(frame, rounds: rounds)
          let name = "\(size.width)x\(size.height) \(isCold ? "cold" : "warm") \(frame.rawValue)"
          for line in lines where line.frame == frame && (line.height ?? size.height) == size.height {
            guard let limit = isCold ? line.cold : line.warm else { continue }
            if !report(line, name, limit, times, &output) { broken += 1 }
          }
          if frame == .still, let ours = times[.ours] {
            let each = ours.median / 1000 / LimitTable.layers
            let isKept = each <= LimitTable.mostPerLayer
            if !isKept { broken += 1 }
            output.say(
              padded(name + ", a layer", 36) + padded(fixed(each, 3), 8) + padded("", 14 + 8 + 8 + 14)
                + padded(fixed(LimitTable.mostPerLayer), 8) + (isKept ? "" : "OVER"))
          }
        }
      }
    }
    output.say(broken == 0 ? "all within their limits" : "\(broken) over their limits")
  }

  /// - Returns: whether the limit is kept.
  private func report(
    _ line: Line, _ name: String, _ limit: Double, _ times: [Entrant: Samples], _ output: inout Output
  ) -> Bool {
    guard let ours = times[line.entrant], let peer = times[line.peer] else { return false }
    let ratio = ours.ratio(to: peer)
    let isKept = ratio.median <= limit
    let cairo = times[.cairo].map { fixed($0.median / 1000, 1) } ?? ""
    output.say(
      padded(name + (line.entrant == .ours ? "" : ", " + line.entrant.rawValue), 36)
        + padded(fixed(ours.median / 1000, 1), 8) + padded(line.peer.rawValue, 14)
        + padded(fixed(peer.median / 1000, 1), 8) + padded(fixed(ratio.median), 8)
        + padded(fixed(ratio.low) + "-" + fixed(ratio.high), 14) + padded(fixed(limit), 8)
        + padded(isKept ? "" : "OVER", 8) + cairo)
    output.add(
      #"{"limit":"\#(name) \#(line.entrant.rawValue) / \#(line.peer.rawValue)","ratio":\#(fixed(ratio.median, 3)),"low":\#(fixed(ratio.low, 3)),"high":\#(fixed(ratio.high, 3)),"most":\#(fixed(limit))}"#
    )
    return isKept
  }
}
