import Board

/// Cards that stay together when a page flows into columns.
struct PageBlock: Hashable {
  /// A heading and what follows it, or one card, or rows that follow each other.
  var cards: Range<Int>
  /// Takes the page's whole width, whatever stands beside.
  var isSpanning = false
  /// Where its rows begin, if it is one list that may go on in the next column; headings stand before them.
  var rows: Int?
  /// The place on the board of the list of which it is a day or a group: these are read in their order.
  var list: Int?
}

extension PageBlock {
  /// The blocks of a page: a heading begins one that lasts up to the next; before the first heading each card is one, and so are rows
  /// of one kind that follow each other, and the cells of one grid. A section over days or groups has the first of them with it.
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
      if first.isPageCounter {
        // By itself.
      } else if let group = first.id.group {
        while end < cards.count, cards[end].id.group == group { end += 1 }
      } else if first.isCounter {
        while end < cards.count, cards[end].kind == cards[index + 1].kind, cards[end].columns <= 1 { end += 1 }
      } else if first.kind == .section, first.columns <= 1 {
        while end < cards.count, !isBeginning(cards[end], after: first) { end += 1 }
        if end == index + 1, !first.id.isHeading, end < cards.count {
          end = firstPart(of: cards, from: end, under: first)
        }
      } else if first.columns > 1 {
        while end < cards.count, cards[end].columns == first.columns, cards[end].column == first.column { end += 1 }
      } else if first.kind.isListed, !first.isRest {
        while end < cards.count, cards[end].kind == first.kind, cards[end].columns <= 1,
          cards[end].column == first.column
        { end += 1 }
      }
      var block = PageBlock(cards: index..<end)
      block.isSpanning =
        first.kind == .header || first.isRest || first.isPageCounter
        || cards[index..<end].contains { $0.columns > 1 && isCrowded($0.columns, first.kind == .section) }
      var rows = index
      while rows < end, cards[rows].kind == .section {
        if cards[rows].id.isHeading, cards[rows].id.group == nil, !cards[rows].isCounter, !cards[rows].isPageCounter {
          block.list = cards[rows].id.place
        }
        rows += 1
      }
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

  /// Where the first day or group of a list ends that begins right below a section; where it begins, if none does.
  private static func firstPart(of cards: [Card], from start: Int, under section: Card) -> Int {
    let first = cards[start]
    guard first.column == nil || first.column == section.column else { return start }
    var end = start + 1
    if let group = first.id.group {
      while end < cards.count, cards[end].id.group == group { end += 1 }
    } else if first.kind == .section, first.id.isHeading, first.columns <= 1 {
      while end < cards.count, !isBeginning(cards[end], after: section) { end += 1 }
    } else {
      return start
    }
    return end
  }

  private static func isBeginning(_ card: Card, after first: Card) -> Bool {
    card.kind == .header || card.kind == .section && card.columns <= 1 || card.id.group != nil
      || card.column != nil && card.column != first.column
  }
}
