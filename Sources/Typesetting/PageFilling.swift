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

  /// The page with the largest type that the panel shows whole, in as few columns as then have room, and with its cards grown to the
  /// panel's end. What is a little longer than the panel has lower pictures; what is longer still scrolls, and shows that it does: no card
  /// at the panel's end looks whole and is not.
  ///
  /// - Parameter usual: how the page was made.
  func filled(
    _ page: PageLayout, _ cards: [Card], _ size: PixelSize, _ usual: PageFlow.Fitting = PageFlow.Fitting()
  ) -> PageLayout {
    guard !page.cards.isEmpty else { return page }
    func isWhole(_ page: PageLayout) -> Bool { page.height + page.headerHeight <= size.height }
    func attempt(_ theme: ResolvedTheme, _ fitting: PageFlow.Fitting) -> PageLayout? {
      var fitting = fitting
      fitting.widths = usual.widths
      fitting.isMirrored = usual.isMirrored
      fitting.isAligned = true
      var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
      guard isWhole(flow.run()) else { return nil }
      fitting.growth = flow.shares(of: flow.spare)
      var full = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
      return full.run()
    }
    // A page that has no room as it is has none with larger type.
    if isWhole(page) {
      for enlargement in Self.enlargements {
        let theme = page.theme.enlarged(enlargement)
        let wide = Double(size.width) / theme.scale
        let least = Int(
          clamping: ((wide - 2 * Design.margin(pageWidth: wide)) / Design.widestFilledColumn).rounded(.up))
        let fewest = min(max(least, 1), Design.maximumColumns)
        for columns in fewest...Design.maximumColumns {
          let fitting = PageFlow.Fitting(columns: min(fewest, 2)...columns)
          if let page = attempt(theme, fitting) { return page }
        }
      }
    } else if Self.leastPictures * Double(page.height) <= Double(size.height) {
      // Not even a page of nothing but pictures would fit otherwise.
      for share in Self.pictureShares {
        if let page = attempt(page.theme, PageFlow.Fitting(pictures: share)) { return page }
      }
    }
    return clearlyCut(page, cards, size, usual)
  }

  /// The page a little lower, where some card lacked less than a third of itself at the panel's end.
  private func clearlyCut(
    _ page: PageLayout, _ cards: [Card], _ size: PixelSize, _ usual: PageFlow.Fitting
  ) -> PageLayout {
    let end = size.height - page.headerHeight
    func isClear(_ lead: Int) -> Bool {
      page.cards.allSatisfy {
        let hidden = $0.frame.y1 + lead - end
        return hidden <= 0 || 3 * hidden >= $0.frame.height
      }
    }
    let most = page.theme.whole(Self.mostLead)
    guard !isClear(0), let lead = (1...most).first(where: isClear) else { return page }
    var fitting = usual
    fitting.lead = lead
    var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: page.theme, fitting: fitting)
    return flow.run()
  }

  /// In dp; more would be a hole above the first card.
  private static let mostLead = 40.0
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

  /// A part of a growth, 0...1.
  static func share(_ extra: Int, of most: Int) -> Double {
    most > 0 ? min(max(Double(extra) / Double(most), 0), 1) : 0
  }

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

  /// Cards that have got higher; those of a line stay as high as each other.
  ///
  /// - Parameter share: of the most they may grow, 0...1.
  func grown(_ items: [Item], by share: Double) -> [Item] {
    guard share > 0 else { return items }
    var items = items
    var start = 0
    // Whole pixels, of which none is lost from line to line.
    var (wanted, given) = (0.0, 0)
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].y == items[start].y { end += 1 }
      let line = start..<end
      wanted += Double(line.map { mostGrowth(of: items[$0]) }.max() ?? 0) * share
      let extra = Int(clamping: wanted.rounded(.down)) - given
      for index in line {
        items[index].y += given
        items[index].height += extra
        items[index].arrangement.isStretched = items[index].arrangement.isStretched || extra > 0
      }
      given += extra
      start = end
    }
    return items
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
