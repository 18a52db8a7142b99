public import Board
public import Scene

/// Where the cards of a page lie, and into which tiles they are cut. Page pixels; row 0 is below the pinned header.
public struct PageLayout: Sendable {
  /// A card and its places.
  public struct Placed: Sendable {
    public var card: Card
    /// What its tiles cover: the card with the page's margins and the gap below it.
    public var box: PixelRect
    /// The card's own edges; what is pressed and tapped.
    public var frame: PixelRect
  }

  /// A card, or a part of a tall one.
  public struct Slice: Sendable {
    /// Into `cards`.
    public var card: Int
    public var frame: PixelRect
    /// Equal hashes mean equal pixels, apart from pictures that have arrived meanwhile.
    public var hash: Hash
  }

  /// 128 bits.
  public struct Hash: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64
  }

  /// The band at the panel's top, pinned; a header card that comes first.
  public var header: Placed?
  public var headerHash: Hash?
  /// From the top; side by side in grids from the left.
  public var cards: [Placed]
  public var slices: [Slice]
  public var height: Int
}

extension Typesetter {
  /// Lays a page out: a vertical flow with grids in it.
  ///
  /// Rows, sections and pictures are placed by their metrics alone; only texts that wrap are measured. 10,000 rows take a few
  /// milliseconds.
  ///
  /// - Parameter width: of the panel, in pixels.
  public func layout(_ cards: [Card], width: Int, look: Look) -> PageLayout {
    var page = PageLayout(header: nil, cards: [], slices: [], height: 0)
    page.cards.reserveCapacity(cards.count)
    page.slices.reserveCapacity(cards.count)
    var rest = cards[...]
    if let first = cards.first, first.kind == .header {
      let frame = PixelRect(x: 0, y: 0, width: width, height: look.whole(Design.headerHeight))
      page.header = PageLayout.Placed(card: first, box: frame, frame: frame)
      page.headerHash = hash(of: first, size: frame.size, part: 0, look: look)
      rest = rest.dropFirst()
    }
    let margin = look.whole(Design.margin)
    let gap = look.whole(Design.gap)
    var y = margin
    while let card = rest.first {
      let columns = self.columns(card.columns, width: width - 2 * margin, look: look)
      let run = rest.prefix { $0.columns == card.columns && (columns > 1) }
      if columns > 1, !run.isEmpty {
        y = place(run, columns: columns, y: y, width: width, margin: margin, gap: gap, look: look, into: &page)
        rest = rest.dropFirst(run.count)
      } else {
        // A heading belongs to what follows: more air above it than below.
        let inner = max(width - 2 * margin, 1)
        let height = self.height(of: card, width: inner, look: look)
        let box = PixelRect(x: 0, y: y, width: width, height: height + gap)
        add(card, box: box, frame: PixelRect(x: margin, y: y, width: inner, height: height), to: &page, look: look)
        y = box.y1
        rest = rest.dropFirst()
      }
    }
    page.height = y + margin - gap
    return page
  }

  private func columns(_ wanted: Int, width: Int, look: Look) -> Int {
    max(1, min(wanted, Int((Double(width) / look.scale + Design.gap) / (Design.minimumColumn + Design.gap)), 12))
  }

  /// One grid; the cards of a line are as high as the highest of them.
  private func place(
    _ cards: ArraySlice<Card>, columns: Int, y start: Int, width: Int, margin: Int, gap: Int, look: Look,
    into page: inout PageLayout
  ) -> Int {
    let inner = width - 2 * margin
    var y = start
    var line = cards
    while !line.isEmpty {
      let row = line.prefix(columns)
      func left(_ column: Int) -> Int { margin + column * (inner + gap) / columns }
      let height =
        row.enumerated().map { index, card in
          self.height(of: card, width: left(index + 1) - gap - left(index), look: look)
        }.max() ?? 0
      for (index, card) in row.enumerated() {
        let isLast = index == columns - 1 || index == row.count - 1
        let frame = PixelRect(x0: left(index), y0: y, x1: left(index + 1) - gap, y1: y + height)
        let box = PixelRect(
          x0: index == 0 ? 0 : left(index), y0: y, x1: isLast ? width : left(index + 1), y1: y + height + gap)
        add(card, box: box, frame: frame, to: &page, look: look)
      }
      y += height + gap
      line = line.dropFirst(columns)
    }
    return y
  }

  private func add(_ card: Card, box: PixelRect, frame: PixelRect, to page: inout PageLayout, look: Look) {
    let index = page.cards.count
    page.cards.append(PageLayout.Placed(card: card, box: box, frame: frame))
    var y = box.y0
    var part = 0
    while y < box.y1 {
      let end = min(y + Design.tileHeight, box.y1)
      page.slices.append(
        PageLayout.Slice(
          card: index, frame: PixelRect(x0: box.x0, y0: y, x1: box.x1, y1: end),
          hash: hash(of: card, size: box.size, part: part, inner: frame.offset(dx: -box.x0, dy: -box.y0), look: look)))
      y = end
      part += 1
    }
  }

  private func hash(of card: Card, size: PixelSize, part: Int, inner: PixelRect = .empty, look: Look) -> PageLayout.Hash
  {
    var content = card
    // The same words look the same wherever they stand.
    content.id = CardID(place: 0)
    content.tap = nil
    func half(_ salt: UInt64) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(content)
      hasher.combine(size)
      hasher.combine(inner)
      hasher.combine(part)
      hasher.combine(look)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    return PageLayout.Hash(high: half(1), low: half(2))
  }
}
