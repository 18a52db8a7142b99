import Board
import Numbers
import Scene

/// Pages that are longer than a panel nobody touches, and have no list that could give way: they are shown in parts of whole cards.
extension Typesetter {
  /// The cards of the part whose turn it is; nil where one part has all of them.
  ///
  /// The header stays on every part, and below it stands which part it is. What stands under one heading stays together where a part has
  /// room for it; else it goes on under the same heading. A card higher than the room is alone, and its picture is lower where it has one.
  ///
  /// - Parameter fitting: of the page; afterwards with pictures as high as they may be on this part.
  func cardPart(
    of cards: [Card], turn: Int, _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: inout PageFlow.Fitting
  ) -> [Card]? {
    let usual = fitting
    // To cut a page takes many layouts, and its parts follow each other: only what tells the time has become another.
    var known = cards
    // Fits: where there is a first.
    if known.first?.kind == .header { known[0].clock = nil }
    let cut = CutPage(cards: known, size: size, theme: theme, fitting: fitting)
    let page = CardParts(of: cards, parts: lastCut?.page == cut ? lastCut?.parts : nil) { part in
      var flow = PageFlow(typesetter: self, cards: part, size: size, theme: theme, fitting: usual)
      let page = flow.run()
      guard page.height + page.headerHeight <= size.height else { return nil }
      return page
    }
    let parts = page.parts
    lastCut = (cut, parts)
    guard parts.count > 1 else { return nil }
    let index = ((turn % parts.count) + parts.count) % parts.count
    let part = page.shown(parts[index], words: "\(index + 1)/\(parts.count)")
    if part.contains(where: \.isPicture) {
      for share in Self.partPictures {
        fitting.pictures = share * usual.pictures
        if isWhole(part, size, theme, fitting) { return part }
      }
      fitting.pictures = usual.pictures
    }
    return part
  }
}

/// A page that has been cut into parts.
struct CutPage: Equatable {
  var cards: [Card]
  var size: PixelSize
  var theme: ResolvedTheme
  var fitting: PageFlow.Fitting
}

/// A page cut between its cards.
private struct CardParts {
  private let cards: [Card]
  /// The header, and what it has no room for.
  private let head: Range<Int>
  /// Their layout; nil where a panel does not show all of them.
  private let layout: ([Card]) -> PageLayout?
  /// The cards of each part, by their places; headings of a part before may stand before them.
  private(set) var parts: [[Int]] = []

  /// A page is cut into as many: with all of them it takes an hour.
  private static let mostParts = 360

  /// - Parameter parts: where they are known.
  init(of cards: [Card], parts: [[Int]]?, layout: @escaping ([Card]) -> PageLayout?) {
    self.cards = cards
    self.layout = layout
    let first = cards.firstIndex { $0.kind != .header && !$0.isRest } ?? cards.count
    head = 0..<first
    if let parts { self.parts = parts } else { cut() }
  }

  /// - Parameter words: which part it is.
  func shown(_ part: [Int], words: String) -> [Card] {
    let counter = Card(id: CardID(place: Card.pageCounter, isHeading: true), kind: .section, trail: words)
    return Array(cards[head]) + [counter] + part.map { cards[$0] }
  }

  private func fitted(_ part: [Int]) -> PageLayout? { layout(shown(part, words: "888/888")) }

  private mutating func cut() {
    var open: [Int] = []
    // A heading goes with what follows.
    func close() -> [Int] {
      let end = (open.lastIndex { !isHeading($0) } ?? open.count - 1) + 1
      defer { open.removeFirst(end) }
      return Array(open[..<end])
    }
    for block in PageBlock.all(of: cards, from: head.upperBound, isCrowded: { _, _ in false }) {
      guard parts.count < Self.mostParts else { return }
      var isWhole = fitted(open + block.cards) != nil
      if !isWhole, !open.isEmpty, fitted(Array(block.cards)) != nil {
        parts.append(close())
        // With a heading that was the last it may be too high.
        isWhole = open.isEmpty || fitted(open + block.cards) != nil
      }
      if isWhole {
        open += block.cards
        continue
      }
      var index = block.cards.lowerBound
      while index < block.cards.upperBound, parts.count < Self.mostParts {
        let above = open + headings(over: index, in: block.cards)
        var end = self.end(from: index, in: block.cards, after: above)
        if end == index {
          guard open.allSatisfy(isHeading) else {
            parts.append(close())
            continue
          }
          // What has no room in any part.
          end = nextEnd(after: index, in: block.cards)
        }
        open = above + (index..<end)
        index = end
        if index < block.cards.upperBound { parts.append(close()) }
      }
    }
    if !open.isEmpty { parts.append(open) }
  }

  /// Where the cards end that have room after others: behind whole lines of a grid, and behind no heading. The start where none has.
  private func end(from start: Int, in block: Range<Int>, after above: [Int]) -> Int {
    // As many as fit, found in steps that double and then halve.
    func fits(_ end: Int) -> Bool { fitted(above + (start..<end)) != nil }
    let first = nextEnd(after: start, in: block)
    guard fits(first) else { return start }
    var (low, high) = (first, block.upperBound)
    var step = 1
    while low < high {
      let next = min(low + step, high)
      guard fits(next) else {
        high = next - 1
        break
      }
      low = next
      step *= 2
    }
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(middle) { low = middle } else { high = middle - 1 }
    }
    while low > first, low < block.upperBound, isHeading(low - 1) { low -= 1 }
    return max(wholeLines(from: start, to: low, in: block, after: above), first)
  }

  /// Where the last whole line of a grid ends, if it is one that would be cut.
  private func wholeLines(from start: Int, to end: Int, in block: Range<Int>, after above: [Int]) -> Int {
    guard end > start, end < block.upperBound, isGrid(end - 1, end) else { return end }
    var first = end - 1
    while first > start, isGrid(first - 1, first) { first -= 1 }
    let page = fitted(above + (start..<end))
    let placed = page?.cards.filter { $0.id == cards[first].id } ?? []
    guard let top = placed.last?.frame.y0 else { return end }
    let ids = Set(cards[first..<end].map(\.id))
    let length = page?.cards.count { $0.frame.y0 == top && ids.contains($0.id) } ?? 1
    let rest = (end - first) % max(length, 1)
    return end - first > rest ? end - rest : end
  }

  private func isGrid(_ one: Int, _ other: Int) -> Bool {
    cards[one].columns > 1 && cards[one].columns == cards[other].columns && cards[one].kind != .section
  }

  /// Behind the first card that is no heading.
  private func nextEnd(after start: Int, in block: Range<Int>) -> Int {
    var end = start
    while end + 1 < block.upperBound, isHeading(end) { end += 1 }
    return end + 1
  }

  /// It belongs to what follows.
  private func isHeading(_ card: Int) -> Bool {
    cards[card].kind == .header || cards[card].isHead || cards[card].kind == .section && !cards[card].isRule
  }

  /// What stands over a card of a block whose beginning is on a part before: the last heading, and the heads of its columns.
  private func headings(over card: Int, in block: Range<Int>) -> [Int] {
    guard card > block.lowerBound else { return [] }
    var headings: [Int] = []
    let before = (block.lowerBound..<card).reversed()
    if !isHeading(card), let section = before.first(where: { isHeading($0) && !cards[$0].isHead }) {
      headings.append(section)
    }
    if cards[card].kind.isListed, !cards[card].isHead,
      let heads = before.first(where: { cards[$0].isHead || cards[$0].kind != cards[card].kind }),
      cards[heads].isHead, cards[heads].kind == cards[card].kind
    {
      headings.append(heads)
    }
    return headings
  }
}

extension Card {
  /// The place of the line that says which part of a page is shown.
  fileprivate static let pageCounter = Int(clamping: Int32.min)

  /// It says which part of the page is shown, and has its whole width.
  var isPageCounter: Bool { id.place == Self.pageCounter }
}
