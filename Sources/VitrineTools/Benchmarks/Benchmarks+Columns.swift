import Board
import Panel
import Service
import Typesetting
import Vitrine

extension Benchmarks {
  /// What three columns cost beside one: the same 10,000 rows on the same panel, from side to side in both.
  func columns() throws(UserError) -> [Row] {
    let cards = (0..<10_000).map { index in
      Card(
        id: CardID(place: 0, key: "\(index)"), kind: .row, title: "Row \(index)", subtitle: "Second line",
        trail: "\(index % 97)")
    }
    let size = options.mode.viewerSize
    // A small panel has no room for three of them: nothing is measured there.
    guard size.width >= 1000 else { return [] }
    let typesetter = Typesetter(fonts: options.fonts)
    func cost(columns: Int) -> Double {
      var shape = PageShape()
      shape.columns = Array(repeating: 1, count: columns)
      var cards = cards
      for index in cards.indices { cards[index].column = index * columns / cards.count + 1 }
      let start = MonotonicClock.now()
      let page = typesetter.layout(
        cards, width: size.width, height: size.height, shape: shape, theme: ResolvedTheme(colors: .light))
      precondition(Set(page.cards.map(\.frame.x0)).count == columns, "the benchmark has other columns")
      return Double(MonotonicClock.now() - start) / 1e6
    }
    // Machines change their speed: each beside the other, and the middle ratio counts.
    let layouts = (0..<5).map { _ in cost(columns: 3) / cost(columns: 1) }.sorted()
    var options = options
    options.scale = 1
    let bench = Benchmarks(options: options)
    var frames: [(ratio: Double, three: Double)] = []
    for _ in 0..<5 {
      let three = try bench.scrollFrame(rows: 10_000, columns: 3).microseconds
      frames.append((three / (try bench.scrollFrame(rows: 10_000, columns: 1).microseconds), three))
    }
    frames.sort { $0.ratio < $1.ratio }
    return [
      Row(name: "lay 10,000 rows out, three columns against one", value: layouts[2], unit: "x", limit: 1.2),
      Row(name: "scroll frame of three columns", value: frames[2].three, unit: "us"),
      Row(name: "  against one column", value: frames[2].ratio, unit: "x", limit: 1.1),
    ]
  }
}
