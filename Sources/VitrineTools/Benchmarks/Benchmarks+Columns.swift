import Board
import Motion
import Panel
import Service
import Typesetting
import Vitrine

extension Benchmarks {
  /// What three columns cost beside one: the same 10,000 rows on the same panel, with type that leaves room for so many.
  func columns() throws(UserError) -> [Row] {
    let cards = (0..<10_000).map { index in
      Card(
        id: CardID(place: 0, key: "\(index)"), kind: .row, title: "Row \(index)", subtitle: "Second line",
        trail: "\(index % 97)")
    }
    let size = options.mode.viewerSize
    let typesetter = Typesetter(fonts: options.fonts)
    func layout(_ scale: Double) -> (columns: Int, cost: Double) {
      let theme = ResolvedTheme(colors: .light, scale: scale)
      let start = MonotonicClock.now()
      let page = typesetter.layout(cards, width: size.width, height: size.height, theme: theme)
      let cost = Double(MonotonicClock.now() - start) / 1e6
      return (Set(page.cards.prefix(200).map(\.frame.x0)).count, cost)
    }
    var scales: [Int: Double] = [:]
    for step in 2...32 {
      let scale = Double(step) / 4
      let columns = layout(scale).columns
      if scales[columns] == nil { scales[columns] = scale }
    }
    // A small panel has no room for three of them: nothing is measured there.
    guard let one = scales[1], let three = scales[3] else { return [] }
    // Machines change their speed: each beside the other, and the middle ratio counts.
    let layouts = (0..<5).map { _ in layout(three).cost / layout(one).cost }.sorted()
    var frames: [Double] = []
    for _ in 0..<5 {
      let costs = try [three, one].map { scale throws(UserError) in
        var options = options
        options.scale = scale
        return try Benchmarks(options: options).scrollFrame(rows: 10_000).microseconds
      }
      frames.append(costs[0] / costs[1])
    }
    frames.sort()
    return [
      Row(name: "lay 10,000 rows out, three columns against one", value: layouts[2], unit: "x", limit: 1.2),
      Row(name: "scroll frame, three columns against one", value: frames[2], unit: "x", limit: 1.1),
    ]
  }
}
