import Board
import Compositor
import Glibc
import Kiosk
import Motion
import Panel
import Scene
import Synchronization
import Typesetting

/// What this machine reaches, measured in one run.
public struct Benchmarks: Sendable {
  public struct Row: Sendable {
    public var name: String
    public var value: Double
    public var unit: String

    public init(name: String, value: Double, unit: String) {
      self.name = name
      self.value = value
      self.unit = unit
    }
  }

  public struct Results: Sendable {
    public var rows: [Row]

    public init(rows: [Row]) { self.rows = rows }

    public var table: String {
      rows.map { row in
        let value = format(row.value)
        return row.name.padded(to: 58) + value.padded(to: 10, atStart: true) + " " + row.unit
      }.joined(separator: "\n")
    }

    public var json: String {
      let fields = rows.map { "  {\"name\": \"\($0.name)\", \"value\": \(format($0.value)), \"unit\": \"\($0.unit)\"}" }
      return "[\n" + fields.joined(separator: ",\n") + "\n]"
    }

    private func format(_ value: Double) -> String {
      value >= 100 ? String(Int(value.rounded())) : String((value * 100).rounded() / 100)
    }
  }

  private let options: PanelOptions

  public init(options: PanelOptions) { self.options = options }

  public func run() throws(UserError) -> Results {
    var rows: [Row] = []
    for count in [20, 10_000] {
      let (cost, bytes) = try scrollFrame(rows: count)
      rows.append(Row(name: "scroll frame, \(count) rows: model, scene and compositor", value: cost, unit: "us median"))
      rows.append(Row(name: "tiles in memory after it", value: Double(bytes) / 1e6, unit: "MB"))
    }
    rows.append(Row(name: "resident memory of this process now", value: Memory.resident / 1e6, unit: "MB"))
    return Results(rows: rows)
  }

  /// The cost of one frame of a fling over a page of so many rows, every tile being there.
  private func scrollFrame(rows count: Int) throws(UserError) -> (microseconds: Double, tileBytes: Int) {
    var kiosk = try RowsBoard(rows: count).kiosk(options: options)
    let height = options.mode.viewerSize.height
    var costs: [Double] = []
    // The same movement whatever the page's length: up and down by half a panel, at the same speed.
    var touch = ScriptedTouch(start: kiosk.seconds + 0.1)
    let x = Double(options.mode.viewerSize.width) / 2
    touch.down(Point(x: x, y: Double(height) * 0.8))
    for _ in 0..<4 {
      touch.move(to: Point(x: x, y: Double(height) * 0.3), over: 0.8)
      touch.move(to: Point(x: x, y: Double(height) * 0.75), over: 0.8)
    }
    kiosk.schedule(touch.events)
    kiosk.measure(seconds: touch.time) { costs.append(Double($0.cost)) }
    costs.sort()
    guard !costs.isEmpty else { throw UserError.bug("the benchmark drew no frame") }
    return (costs[costs.count / 2] / 1000, kiosk.tileBytes)
  }
}

extension String {
  fileprivate func padded(to width: Int, atStart: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return atStart ? padding + self : self + padding
  }
}
