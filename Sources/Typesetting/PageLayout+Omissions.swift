import Board

extension PageLayout {
  /// What a page does not show for want of room, a sentence each.
  public var omissions: [String] {
    var sentences: [String] = []
    var tables = Set<Int>()
    // Beyond the first rows a table is as it is there.
    for placed in cards.prefix(Self.rowsOfOmissions) where placed.card.kind == .table {
      let count: Int
      switch placed.card.figure {
      case .head(let heads): count = min(heads.count, TableFigure.mostCells)
      case .table(let table): count = min(table.cells.count, TableFigure.mostCells)
      default: continue
      }
      let shown = placed.arrangement.columns.count
      guard shown < count, tables.insert(placed.id.place).inserted else { continue }
      let head = placed.card.figure.flatMap { if case .head(let heads) = $0 { heads.first } else { nil } }
      let name = head.map { $0.isEmpty ? "the table" : "the table that begins with \"\($0)\"" } ?? "the table"
      sentences.append(
        "\(name) shows \(shown) of \(count) columns at this size: fewer columns, a smaller \"scale\" or a wider panel helps"
      )
    }
    return sentences
  }

  private static let rowsOfOmissions = 1_000
}
