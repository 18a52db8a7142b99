import Board

/// Cards that stay together when a page flows into columns.
struct PageBlock: Hashable {
  /// A heading and what follows it, or one card, or rows that follow each other.
  var cards: Range<Int>
  /// Takes the page's whole width, whatever stands beside.
  var isSpanning = false
  /// Where its rows begin, if it is one list that may go on in the next column; a heading stands before them.
  var rows: Int?
}

extension PageBlock {
  /// The blocks of a page: a heading begins one that lasts up to the next; before the first heading each card is one, and so are rows
  /// of one kind that follow each other, and the cells of one grid.
  ///
  /// - Parameters:
  ///   - start: the first card below the pinned header.
  ///   - isCrowded: whether a grid of so many cells a line has the page's whole width, by itself or below a heading.
  static func all(
    of cards: [Card], from start: Int, isCrowded: (_ wanted: Int, _ hasHeading: Bool) -> Bool
  ) -> [PageBlock] {
    var blocks: [PageBlock] = []
    // Memory that is not touched is none.
    blocks.reserveCapacity(max(cards.count - start, 0))
    var index = start
    while index < cards.count {
      let first = cards[index]
      var end = index + 1
      if let group = first.id.group {
        while end < cards.count, cards[end].id.group == group { end += 1 }
      } else if first.kind == .section, first.columns <= 1 {
        while end < cards.count, !isBeginning(cards[end], after: first) { end += 1 }
      } else if first.columns > 1 {
        while end < cards.count, cards[end].columns == first.columns, cards[end].column == first.column { end += 1 }
      } else if first.kind.isListed, !first.isRest {
        while end < cards.count, cards[end].kind == first.kind, cards[end].columns <= 1,
          cards[end].column == first.column
        { end += 1 }
      }
      var block = PageBlock(cards: index..<end)
      block.isSpanning =
        first.kind == .header || first.isRest
        || cards[index..<end].contains { $0.columns > 1 && isCrowded($0.columns, first.kind == .section) }
      let rows = first.kind == .section ? index + 1 : index
      if rows < end, cards[rows].kind.isListed, cards[rows].columns <= 1,
        cards[rows..<end].allSatisfy({ $0.kind == cards[rows].kind && $0.columns <= 1 })
      {
        block.rows = rows
      }
      blocks.append(block)
      index = end
    }
    return blocks
  }

  private static func isBeginning(_ card: Card, after first: Card) -> Bool {
    card.kind == .header || card.kind == .section && card.columns <= 1 || card.id.group != nil
      || card.column != nil && card.column != first.column
  }
}
