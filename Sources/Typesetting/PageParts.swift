import Board
import Scene

/// Pages that are longer than a panel nobody touches: their lists are shown in parts.
extension Typesetter {
  /// The cards of the parts whose turn it is; nil where all have room.
  ///
  /// No list shows more rows than there is room for in all of its parts, so that none is cut; which part it is stands in its heading. Where
  /// pictures leave no room for a row, they are lower. Where no list could give way, the page is cut between its cards.
  ///
  /// - Parameter fitting: of the page; afterwards with pictures as high as they may be.
  func part(
    of cards: [Card], turn: Int, _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: inout PageFlow.Fitting
  ) -> [Card]? {
    guard !isWhole(cards, size, theme, fitting) else { return nil }
    // What stands on which part follows from each row.
    heights.begin(cards: cards.count, mostArea: nil)
    let page = PageParts(of: cards)
    guard let longest = page.longest else { return cardPart(of: cards, turn: turn, size, theme, &fitting) }
    let usual = fitting.pictures
    // A page without pictures is as high with lower ones.
    let shares = cards.contains(where: \.isPicture) ? Self.partPictures : [1]
    var best = (rows: 0, share: 1.0)
    for share in shares where best.rows < min(longest, Self.fewRows) {
      fitting.pictures = share * usual
      let rows = rowsOfParts(page, longest: longest, size, theme, fitting)
      if rows > best.rows { best = (rows, share) }
    }
    fitting.pictures = best.share * usual
    if best.rows > 0 { return page.part(turn, rows: best.rows) }
    fitting.pictures = usual
    return cardPart(of: cards, turn: turn, size, theme, &fitting)
  }

  /// How many rows each part of a list has at most; 0 where there is no room for one.
  private func rowsOfParts(
    _ page: PageParts, longest: Int, _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: PageFlow.Fitting
  ) -> Int {
    // As many rows as have room in the first part; then as in every one.
    var (low, high) = (0, min(longest, Self.mostRows))
    while low < high {
      let middle = (low + high + 1) / 2
      if isWhole(page.part(0, rows: middle), size, theme, fitting) { low = middle } else { high = middle - 1 }
    }
    while low > 0 {
      // Of a list that is longer still nobody sees the end.
      let turns = min(page.parts(rows: low), 24)
      if (0..<turns).allSatisfy({ isWhole(page.part($0, rows: low), size, theme, fitting) }) { break }
      low -= 1
    }
    return low
  }

  /// How high pictures are beside the parts of lists, of what they want to be.
  static let partPictures = [1, 0.8, 0.65, 0.5, 0.35, 0.25, 0.18]
  /// A list of fewer at once is hardly read: pictures rather are lower.
  private static let fewRows = 3

  /// No panel shows more of them at once.
  private static let mostRows = 400

  func isWhole(_ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: PageFlow.Fitting) -> Bool {
    var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
    let page = flow.run()
    return page.height + page.headerHeight <= size.height
  }
}

/// A page whose lists are shown in parts.
private struct PageParts {
  private struct List {
    /// Without what stands over its columns.
    var rows: Range<Int>
    /// The heading above it.
    var heading: Int?
  }

  let cards: [Card]
  private var lists: [List] = []

  init(of cards: [Card]) {
    self.cards = cards
    var start = 0
    while start < cards.count {
      guard cards[start].kind.isListed, cards[start].columns <= 1, !cards[start].isRest else {
        start += 1
        continue
      }
      var end = start + 1
      while end < cards.count, cards[end].kind == cards[start].kind, cards[end].columns <= 1 { end += 1 }
      let first = cards[start].isHead ? start + 1 : start
      if end - first > 1 {
        let isHeaded = start > 0 && cards[start - 1].kind == .section && !cards[start - 1].isRule
        lists.append(List(rows: first..<end, heading: isHeaded ? start - 1 : nil))
      }
      start = end
    }
  }

  /// How many rows the longest list has; nil without one.
  var longest: Int? { lists.map(\.rows.count).max() }

  /// Of the list that has most.
  func parts(rows count: Int) -> Int { lists.map { Self.parts(of: $0.rows.count, count) }.max() ?? 1 }

  private static func parts(of rows: Int, _ count: Int) -> Int { (rows + count - 1) / max(count, 1) }

  /// - Parameter count: rows a list shows at most; the last of its parts may have fewer.
  func part(_ turn: Int, rows count: Int) -> [Card] {
    var part: [Card] = []
    var next = 0
    for (number, list) in lists.enumerated() {
      part += cards[next..<list.rows.lowerBound]
      next = list.rows.upperBound
      let parts = Self.parts(of: list.rows.count, count)
      guard parts > 1 else {
        part += cards[list.rows]
        continue
      }
      let index = ((turn % parts) + parts) % parts
      let first = list.rows.lowerBound + index * count
      let words = "\(index + 1)/\(parts)"
      if let heading = list.heading {
        let place = part.count - (list.rows.lowerBound - heading)
        part[place].trail = [part[place].trail, words].compactMap(\.self).joined(separator: " · ")
      }
      // Without a heading of its own it has one for that, above what stands over its columns.
      if list.heading == nil {
        let isHeaded = list.rows.lowerBound > 0 && cards[list.rows.lowerBound - 1].isHead
        part.insert(
          Card(id: CardID(place: Card.counters - number, isHeading: true), kind: .section, trail: words),
          at: isHeaded ? max(part.count - 1, 0) : part.count)
      }
      part += cards[first..<min(first + count, list.rows.upperBound)]
    }
    return part + cards[next...]
  }
}

extension Card {
  /// Places of headings that only say which part of their list is shown: the first, and down from there.
  fileprivate static let counters = -2

  /// Which part of the list below it is shown; it belongs to that alone.
  var isCounter: Bool { kind == .section && id.isHeading && id.place <= Self.counters && !isPageCounter }
}
