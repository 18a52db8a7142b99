import Board
import Numbers
import Scene

/// Pages that are shorter than their panel, made to fill it.
extension Typesetter {
  /// Sizes of type to try, the largest first. Few of them: a page whose data changes a little is to keep its size.
  private static let enlargements = [1.4, 1.3, 1.2, 1.1, 1]

  /// How much of their height pictures keep where the page is a little too long, the most first.
  private static let pictureShares = [0.85, 0.7, leastPictures]
  private static let leastPictures = 0.6

  /// Sizes of type to try where a page is a line too long, the largest first: captions, the smallest type that is written where there is
  /// room, stay larger than the type of what has none.
  private static let reductions = [0.95, leastReduction]
  private static let leastReduction = 0.9

  /// The page with the largest type that the panel shows whole, in as few columns as then have room, and with its cards grown to the
  /// panel's end. What is a little longer than the panel has lower pictures, and then a little smaller type; what is longer still scrolls,
  /// and shows that it does: no card at the panel's end looks whole and is not.
  ///
  /// - Parameter usual: how the page was made.
  func filled(
    _ page: PageLayout, _ cards: [Card], _ size: PixelSize, _ usual: PageFlow.Fitting = PageFlow.Fitting()
  ) -> PageLayout {
    guard !page.cards.isEmpty else { return page }
    func isWhole(_ page: PageLayout) -> Bool { page.height + page.headerHeight <= size.height }
    let told = page.toldTables
    func attempt(_ theme: ResolvedTheme, _ fitting: PageFlow.Fitting) -> PageLayout? {
      var fitting = fitting
      fitting.widths = usual.widths
      fitting.isMirrored = usual.isMirrored
      fitting.mostHeader = usual.mostHeader
      fitting.tables = usual.tables
      fitting.pictures *= usual.pictures
      fitting.isAligned = true
      var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
      let wanted = flow.run()
      guard isWhole(wanted), wanted.tellsTables(as: told) else { return nil }
      fitting.growth = flow.shares(of: flow.spare)
      var full = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
      return full.run()
    }
    // A page that has no room as it is has none with larger type.
    if isWhole(page) {
      // A short list whose parts stand in columns rather has one of them in smaller type than two in larger.
      let keepings = cards.contains { $0.kind == .departure || $0.kind == .table } ? [true, false] : [false]
      // Where rows beside each other have no room in line, each is as high as it wants to be.
      for isLoose in [false, true] {
        for (keepsLists, enlargement) in keepings.flatMap({ keeps in Self.enlargements.map { (keeps, $0) } }) {
          let theme = page.theme.enlarged(enlargement)
          let wide = Double(size.width) / theme.scale
          let least = Int(
            clamping: ((wide - 2 * Design.margin(pageWidth: wide)) / Design.widestFilledColumn).rounded(.up))
          let fewest = min(max(least, 1), Design.maximumColumns)
          for columns in fewest...Design.maximumColumns {
            let fitting = PageFlow.Fitting(
              columns: min(fewest, 2)...columns, keepsLists: keepsLists, isLoose: isLoose)
            if let page = attempt(theme, fitting) { return page }
          }
        }
      }
    } else if Self.leastPictures * Double(page.height) <= Double(size.height) {
      // Not even a page of nothing but pictures would fit otherwise.
      for share in Self.pictureShares {
        if let page = attempt(page.theme, PageFlow.Fitting(pictures: share)) { return page }
      }
      for (reduction, share) in Self.reductions.flatMap({ size in [1, Self.leastPictures].map { (size, $0) } }) {
        for isLoose in [false, true] {
          let fitting = PageFlow.Fitting(isLoose: isLoose, pictures: share)
          if let page = attempt(page.theme.enlarged(reduction), fitting) { return page }
        }
      }
    }
    return clearlyCut(page, cards, size, usual)
  }

  /// The page with a little more air everywhere, where some card lacked less than a third of itself at the panel's end.
  private func clearlyCut(
    _ page: PageLayout, _ cards: [Card], _ size: PixelSize, _ usual: PageFlow.Fitting
  ) -> PageLayout {
    let end = size.height - page.headerHeight
    func stretch(_ rows: Int) -> PageFlow.Stretch {
      PageFlow.Stretch(from: page.cards.first?.frame.y0 ?? 0, to: end, by: rows)
    }
    // What a heading stands above.
    var firsts: [Int: PixelRect] = [:]
    let headings = page.cards.filter { $0.isHeading && $0.frame.y0 < end }
    if !headings.isEmpty { for placed in page.cards { firsts[placed.order] = placed.frame } }
    func isClear(_ rows: Int, withHeadings: Bool) -> Bool {
      let stretch = stretch(rows)
      guard
        page.cards.allSatisfy({
          let (top, bottom) = (stretch.row($0.frame.y0), stretch.row($0.frame.y1))
          return top >= end || bottom <= end || 3 * (bottom - end) >= bottom - top
        })
      else { return false }
      // One that stands alone at the panel's end, or above a sliver, belongs to nothing.
      return !withHeadings
        || headings.allSatisfy {
          guard let first = firsts[$0.order + 1] else { return true }
          let top = stretch.row(first.y0)
          let least = min(first.height / 3, page.theme.whole(Self.leastBelowHeading))
          return stretch.row($0.frame.y0) >= end || end - top >= least
        }
    }
    let most = page.theme.whole(Self.mostStretch)
    func isClear(_ rows: Int) -> Bool { isClear(rows, withHeadings: true) }
    guard !isClear(0),
      let rows = (1...most).first(where: isClear) ?? (0...most).first(where: { isClear($0, withHeadings: false) }),
      rows > 0
    else { return page }
    var fitting = usual
    fitting.stretch = stretch(rows)
    var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: page.theme, fitting: fitting)
    return flow.run()
  }

  /// In dp; more would be seen.
  private static let mostStretch = 40.0
  /// Of what a heading stands above, in dp.
  private static let leastBelowHeading = 40.0
}

extension PageLayout.Placed {
  /// It stands above what follows, and says what that is.
  fileprivate var isHeading: Bool { card.kind == .section && !card.isRule }
}

extension PageLayout {
  /// How a table is told: where its columns stand in several of the page's, in the narrowest of them.
  fileprivate struct ToldTable {
    /// Beside each other, and below them.
    var beside = Int.max
    var below = Int.max
    /// Of its words, in pixels.
    var type = Double.infinity
  }

  /// By the places of their cards on the board.
  fileprivate var toldTables: [Int: ToldTable] {
    var tables: [Int: ToldTable] = [:]
    for placed in cards where placed.card.kind == .table {
      let lanes = placed.arrangement.columns
      guard let first = lanes.first else { continue }
      let below = lanes.count { $0.isBelow }
      var table = tables[placed.id.place, default: ToldTable()]
      table.beside = min(table.beside, lanes.count - below)
      table.below = min(table.below, below)
      table.type = min(table.type, (first.isSmall ? TypeStyle.secondary : .value).size * theme.scale)
      tables[placed.id.place] = table
    }
    return tables
  }

  /// Whether no table of it shows fewer columns than these, or has smaller type: neither is what filling a panel is for.
  fileprivate func tellsTables(as other: [Int: ToldTable]) -> Bool {
    let tables = toldTables
    return other.allSatisfy { place, other in
      guard let table = tables[place] else { return true }
      return table.beside >= other.beside && table.beside + table.below >= other.beside + other.below
        && table.type >= other.type
    }
  }
}

extension PageFlow {
  /// Puts so many rows between the first card and the panel's end: a little in each card and each space, so that none of it is a hole.
  struct Stretch: Equatable {
    /// Of the page, in pixels.
    var from: Int
    var to: Int
    /// What it is longer, in pixels.
    var by: Int

    /// Where a row of the page comes to lie.
    func row(_ y: Int) -> Int {
      guard y > from, to > from else { return y }
      return y >= to ? y + by : y + (y - from) * by / (to - from)
    }
  }

  /// Stretches what is placed, where that is wanted.
  mutating func stretch() {
    guard let stretch = fitting.stretch else { return }
    func moved(_ rect: PixelRect) -> PixelRect {
      PixelRect(x0: rect.x0, y0: stretch.row(rect.y0), x1: rect.x1, y1: stretch.row(rect.y1))
    }
    for index in placed.indices {
      let height = placed[index].frame.height
      (placed[index].frame, placed[index].box) = (moved(placed[index].frame), moved(placed[index].box))
      // Its picture takes what its words do not.
      if placed[index].card.kind == .hero, placed[index].frame.height > height {
        placed[index].arrangement.isStretched = true
      }
    }
    y = stretch.row(y)
  }
}

extension PageFlow {
  /// What is free below the cards, in pixels.
  fileprivate var spare: Int { max(viewport - (zonesEnd - margin - gap), 0) }

  /// How much higher each zone becomes: in proportion to what it can take, and no more than that.
  fileprivate func shares(of spare: Int) -> [Int] {
    let most = zones.reduce(0) { $0 + $1.mostGrowth }
    guard most > 0 else { return zones.map { _ in 0 } }
    let share = Self.share(spare, of: most)
    return zones.map { Int(clamping: (Double($0.mostGrowth) * share).rounded(.down)) }
  }

  /// A part of a growth, or so many times as much where nothing else is left to grow.
  static func share(_ extra: Int, of most: Int, limit: Double = mostShare) -> Double {
    most > 0 ? min(max(Double(extra) / Double(most), 0), limit) : 0
  }

  /// A row, which gets half as high again where others grow too, is three times as high where it is all there is.
  static let mostShare = 4.0

  /// How much higher cards below and beside each other may get, in pixels.
  func mostGrowth(of items: [Item]) -> Int {
    var (most, line, highest) = (0, Int.min, 0)
    for item in items {
      if item.y != line { (most, line, highest) = (most + highest, item.y, 0) }
      highest = max(highest, mostGrowth(of: item))
    }
    return most + highest
  }

  private func mostGrowth(of item: Item) -> Int {
    Int(clamping: (Double(item.height) * (cards[item.card].mostGrowth - 1)).rounded())
  }

  /// Cards that have got higher; those of a line stay as high as each other, and rows of a list below each other become so.
  ///
  /// - Parameter share: of the most they may grow.
  func grown(_ items: [Item], by share: Double) -> [Item] {
    guard share > 0 else { return items }
    var items = items
    var lines: [Line] = []
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].y == items[start].y { end += 1 }
      let line = start..<end
      lines.append(
        Line(
          items: line, height: line.map { items[$0].height }.max() ?? 0,
          growth: Double(line.map { mostGrowth(of: items[$0]) }.max() ?? 0) * share,
          isRow: line.count == 1 && cards[items[start].card].kind.isRow))
      start = end
    }
    even(&lines)
    // Whole pixels, of which none is lost from line to line.
    var (wanted, given) = (0.0, 0)
    for line in lines {
      wanted += line.growth
      let extra = Int(clamping: (wanted + 1e-6).rounded(.down)) - given
      for index in line.items {
        items[index].y += given
        items[index].height += extra
        items[index].arrangement.isStretched = items[index].arrangement.isStretched || extra > 0
      }
      given += extra
    }
    return items
  }

  /// Cards beside each other, before they grow.
  private struct Line {
    var items: Range<Int>
    var height: Int
    /// In pixels.
    var growth: Double
    /// It may be as high as the rows above and below it.
    var isRow: Bool
  }

  /// Gives what the rows of a list grow to the lowest of them first.
  private func even(_ lines: inout [Line]) {
    var start = 0
    while start < lines.count {
      guard lines[start].isRow, lines[start].growth > 0 else {
        start += 1
        continue
      }
      var end = start + 1
      while end < lines.count, lines[end].isRow, lines[end].growth > 0 { end += 1 }
      let rows = start..<end
      let sum = rows.reduce(0) { $0 + lines[$1].growth }
      let sorted = rows.map { Double(lines[$0].height) }.sorted()
      // The level up to which all of it fills the lowest rows.
      var (level, held) = (0.0, 0.0)
      for (count, height) in sorted.enumerated() {
        if count > 0, (sum + held) / Double(count) <= height { break }
        held += height
        level = (sum + held) / Double(count + 1)
      }
      for index in rows { lines[index].growth = max(level - Double(lines[index].height), 0) }
      start = end
    }
  }
}

extension Card.Kind {
  /// It is as good as any other row of its list, and is to look so.
  fileprivate var isRow: Bool {
    switch self {
    case .row, .departure, .agenda, .table, .range: true
    default: false
    }
  }
}

extension Card {
  /// It may be of any height.
  var isElastic: Bool { mostGrowth > 1.5 }

  /// How many times as high as it wants to be a card may get on a page that is to be filled: pictures and charts gain by it, rows get
  /// air, and words stay as they are.
  fileprivate var mostGrowth: Double {
    switch kind {
    case .row, .departure, .agenda, .table, .range: isPresent || isHead ? 1 : 1.5
    case .clock: 6
    case .gauge, .month, .forecast: 2
    case .number: if case .number(let number)? = figure, !number.spark.isEmpty { 3 } else { 1.75 }
    case .hero: image == nil ? 2 : 3
    case .image, .chart: 3
    case .button: 1.25
    case .toggle, .slider, .stepper, .choice, .entry: 1.25
    case .header, .section, .text, .qr, .own, .group, .keypad, .field, .keyboard: 1
    }
  }
}
