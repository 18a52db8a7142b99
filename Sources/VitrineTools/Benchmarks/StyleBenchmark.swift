import Motion
import Panel
import Refresh
import Scene
import Vitrine

/// What a frame costs in each refresh style at 1280 x 800, against the same scroll frame without a refresh area.
///
/// Measured while a finger moves the page, so that in every frame every pixel is new: pulled open and let back, and pulled on while the
/// task runs. The dearer of the two counts.
struct StyleBenchmark {
  private let options: PanelOptions

  init(options: PanelOptions) {
    var options = options
    options.mode.size = options.mode.orientation.turn(PixelSize(width: 1280, height: 800))
    self.options = options
  }

  /// Each style is measured beside a scroll frame of its own, three times in turn, and the middle ratio counts: machines change their
  /// speed from second to second.
  func rows() throws(UserError) -> [Benchmarks.Row] {
    let board = try RowsBoard(rows: 20)
    var rows = [
      Benchmarks.Row(name: "scroll frame at 1280 x 800", value: try scrollCost(board), unit: "us median")
    ]
    for style in options.parts.styles.names {
      var rounds: [(cost: Double, ratio: Double)] = []
      for _ in 0..<3 {
        let scroll = try scrollCost(board)
        let cost = try cost(of: style, board)
        rounds.append((cost, cost / scroll))
      }
      let middle = rounds.sorted { $0.ratio < $1.ratio }[1]
      rows.append(Benchmarks.Row(name: "refresh frame, \(style)", value: middle.cost, unit: "us median"))
      rows.append(Benchmarks.Row(name: "  of a scroll frame", value: middle.ratio, unit: "x", limit: 1.5))
    }
    return rows
  }

  private func scrollCost(_ board: RowsBoard) throws(UserError) -> Double {
    var scrolling = board.kiosk(options: options)
    return try median(&scrolling) { touch, size in
      touch.down(Point(x: size.x / 2, y: size.y * 0.8))
      for _ in 0..<2 {
        touch.move(to: Point(x: size.x / 2, y: size.y * 0.3), over: 0.8)
        touch.move(to: Point(x: size.x / 2, y: size.y * 0.75), over: 0.8)
      }
    }
  }

  /// The dearer of pulling and pulling on.
  private func cost(of style: String, _ board: RowsBoard) throws(UserError) -> Double {
    var options = options
    options.style = style
    var pulled = board.kiosk(options: options)
    let (low, high) = (pulled.travel(toPullRatio: 0.3), pulled.travel(toPullRatio: 1.3))
    let pulling = try median(&pulled) { touch, size in
      let from = Point(x: size.x / 2, y: size.y * 0.2)
      touch.down(from)
      for _ in 0..<2 {
        touch.move(to: Point(x: from.x, y: from.y + high), over: 1)
        touch.move(to: Point(x: from.x, y: from.y + low), over: 1)
      }
    }
    var running = board.kiosk(options: options)
    running.beginRefresh()
    running.play(seconds: 0.6)
    let refreshing = try median(&running) { touch, size in
      touch.down(Point(x: size.x / 2, y: size.y * 0.3))
      for _ in 0..<2 {
        touch.move(to: Point(x: size.x / 2, y: size.y * 0.5), over: 1)
        touch.move(to: Point(x: size.x / 2, y: size.y * 0.32), over: 1)
      }
    }
    return max(pulling, refreshing)
  }

  /// Microseconds of the middle frame while a finger does something.
  private func median(
    _ kiosk: inout VirtualKiosk, _ gesture: (inout ScriptedTouch, Point) -> Void
  ) throws(UserError) -> Double {
    let size = kiosk.size
    var touch = ScriptedTouch(start: kiosk.seconds + 0.1)
    gesture(&touch, Point(x: Double(size.width), y: Double(size.height)))
    kiosk.schedule(touch.events)
    var costs: [Double] = []
    kiosk.measure(seconds: touch.time - kiosk.seconds) { costs.append(Double($0.cost)) }
    costs.sort()
    guard costs.count > 60 else { throw UserError.bug("the benchmark drew \(costs.count) frames") }
    return costs[costs.count / 2] / 1000
  }
}
