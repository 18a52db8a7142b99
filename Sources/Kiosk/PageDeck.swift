import Motion
import Numbers
import Recording
public import Scene

/// The pages on offer, side by side, each with its own place, and the pager that turns them.
struct PageDeck {
  /// One page and what belongs to it alone.
  struct Slot {
    /// Its number in the board; not its place in the deck.
    var number: Int
    var view: PageView
    /// "as of 13:40", while its data is stale.
    var chip: Pixmap?
  }

  /// At least one.
  private(set) var slots: [Slot]
  private(set) var pager: Pager
  /// Index of the slot whose top the refresh control lies at: the one on show, while the pages lie still.
  private(set) var pulled = 0
  /// The whole picture, viewer pixels.
  private(set) var size: PixelSize
  let grid: PixelGrid
  /// Bytes of tiles of all pages together.
  private let tileBudget: Int
  /// Whether flicks carry pages only a little.
  var isCalm = false
  /// What somebody has chosen that makes the panel easier to use.
  private(set) var ease = PanelEase()
  /// Rows of the row of pages; none for one page.
  private(set) var rowHeight = 0
  /// For the row of pages, one for each slot.
  private(set) var icons: [Pixmap?] = [nil]

  /// A deck of one page without content, number 0.
  init(size: PixelSize, grid: PixelGrid, tileBudget: Int) {
    self.size = size
    self.grid = grid
    self.tileBudget = tileBudget
    let view = PageView(size: size, grid: grid, page: .empty, tileBudget: tileBudget)
    slots = [Slot(number: 0, view: view)]
    pager = Pager(
      count: 1, width: Double(size.width) / grid.scale, grid: grid, slop: TouchMetrics(scale: grid.scale).slop)
  }

  /// Index of the slot that is on show, or comes to be.
  var current: Int { pager.current }

  /// The page fingers reach.
  var front: PageView { slots[current].view }

  mutating func withFront(_ body: (inout PageView) -> Void) { body(&slots[current].view) }

  /// Another page may be in front by now than the one that is held.
  mutating func letGoOfScrollers(at time: Double) {
    for index in slots.indices where index == current || slots[index].view.scroller.isHeld {
      slots[index].view.scroller.handle(.letGo, at: time)
    }
  }

  /// The page the refresh control belongs to.
  var home: PageView { slots[pulled].view }

  mutating func withHome(_ body: (inout PageView) -> Void) { body(&slots[pulled].view) }

  /// Of the pages, in their order.
  var numbers: [Int] { slots.map(\.number) }

  /// Index of the slot of a page.
  func slot(of number: Int) -> Int? { slots.firstIndex { $0.number == number } }

  /// A page that moves as those of the deck do.
  func makeView(of page: KioskPage, tileBudget: Int) -> PageView {
    var view = PageView(size: size, grid: grid, page: page, tileBudget: tileBudget)
    view.scroller.isCalm = isCalm
    view.use(ease, height: size.height, at: 0)
    return view
  }

  /// Something else was chosen that makes the panel easier to use.
  mutating func use(_ next: PanelEase, height: Int, at time: Double) {
    (ease, size) = (next, PixelSize(width: size.width, height: height))
    pager.isStill = next.isStill
    fitRow()
    forEachView { $0.use(next, height: height, at: time) }
    for index in slots.indices { fitFooter(of: index, at: time) }
  }

  mutating func forEachView(_ body: (inout PageView) -> Void) {
    for index in slots.indices { body(&slots[index].view) }
  }

  // MARK: Turning

  mutating func touch(at time: Double) { pager.touch(at: time) }
  mutating func drag(travel: Double, at time: Double) { pager.drag(travel: travel, at: time) }

  mutating func lift(travel: Double, velocity: Double, at time: Double) {
    pager.lift(travel: travel, velocity: velocity, at: time)
    share(at: time)
  }

  mutating func letGo(at time: Double) {
    pager.letGo(at: time)
    share(at: time)
  }

  mutating func go(to index: Int, at time: Double) {
    if ease.isStill { pager.reset(count: slots.count, current: index, at: time) } else { pager.go(to: index, at: time) }
    share(at: time)
  }

  /// All pages but the one on show lie at their tops again.
  mutating func rewindOthers(at time: Double) {
    for index in slots.indices where index != current && index != pulled { slots[index].view.jump(toRow: 0, at: time) }
    if pulled != current { withHome { $0.scroller.scroll(to: 0, at: time) } }
  }

  /// The pages have come to rest, and the refresh control is at another one than that on show.
  func hasTurned(at time: Double) -> Bool { pulled != current && pager.isSettled(at: time) }

  /// The refresh control moves to the page that has come to rest.
  mutating func settle() { pulled = current }

  // MARK: Content

  /// Takes other pages on offer; those that stay keep their tiles and their places.
  ///
  /// - Parameters:
  ///   - offer: at least one.
  /// - Returns: the page that was on show, when it is no longer on offer.
  mutating func replace(with offer: [PageOffer], at time: Double) -> PageView? {
    let shown = slots[current]
    let numbers = numbers
    icons = offer.map(\.icon)
    slots = offer.map { page in
      var slot =
        slot(of: page.number).map { slots[$0] }
        ?? Slot(number: page.number, view: makeView(of: .empty, tileBudget: tileBudget), chip: nil)
      slot.view.scroller.isCalm = isCalm
      slot.view.use(ease, height: size.height, at: time)
      if let layout = page.page { slot.view.showPage(layout, at: time) }
      return slot
    }
    fitRow()
    for index in slots.indices { fitFooter(of: index, at: time) }
    let place = slot(of: shown.number)
    // Fingers and motions between pages that stay as they are go on.
    if numbers != self.numbers {
      if pager.count != slots.count || place != pager.current {
        pager.reset(count: slots.count, current: place ?? 0, at: time)
      }
      pulled = pager.current
    }
    share(at: time)
    return place == nil ? shown.view : nil
  }

  /// Shows another layout of a page.
  mutating func showPage(_ page: KioskPage, of index: Int, isAnimated: Bool, at time: Double) {
    slots[index].view.showPage(page, isAnimated: isAnimated, at: time)
  }

  mutating func setChip(_ chip: Pixmap?, of index: Int, at time: Double) {
    slots[index].chip = chip
    fitFooter(of: index, at: time)
  }

  /// Of what lies at the lower edge.
  var rowGrid: PixelGrid { PixelGrid(scale: grid.scale * ease.rowEnlargement) }

  /// Rows of the symbol behind which something can be chosen; none where it does not stand.
  var symbolHeight: Int {
    ease.symbol == nil ? 0 : PageOffer.symbolRow(scale: rowGrid.scale, panel: size.height)
  }

  private mutating func fitRow() {
    let dots = icons.count > 1 ? PageDots.height(rowGrid, hasIcons: icons.contains { $0 != nil }) : 0
    rowHeight = max(dots, symbolHeight)
  }

  /// Rows at the lower edge beside a page that lies over the others.
  func footer(hasChip: Bool) -> Int {
    max(symbolHeight, hasChip ? PageDots.height(PixelGrid(scale: grid.scale * ease.enlargement)) : 0)
  }

  /// The chip lies in the row of pages, or in one of its own: never on a card.
  private mutating func fitFooter(of index: Int, at time: Double) {
    slots[index].view.setFooter(max(rowHeight, footer(hasChip: slots[index].chip != nil)), at: time)
  }

  /// Gives most of the memory to the page on show, what two screens take to each of its neighbours, and none to the others.
  private mutating func share(at time: Double) {
    for index in slots.indices {
      let distance = abs(index - current)
      let part = slots.count == 1 ? 10 : distance == 0 ? 6 : distance == 1 ? 2 : 0
      slots[index].view.setBudget(tileBudget / 10 * part, at: time)
    }
  }

  /// Appends the tiles to raster next: of the page on show, then of its neighbours what will be seen of them first.
  ///
  /// - Returns: false when that has not changed since it was asked last; nothing was appended then.
  mutating func appendWanted(at time: Double, anew isForced: Bool, into requests: inout [TileRequest]) -> Bool {
    var isNew = isForced
    let direction = front.direction(at: time)
    if slots[current].view.wantsAnew(at: time, direction: direction, reach: .around) { isNew = true }
    for index in neighbours where index != current {
      if slots[index].view.wantsAnew(at: time, direction: 0, reach: .screen) { isNew = true }
    }
    guard isNew else { return false }
    front.appendWanted(at: time, direction: direction, reach: .around, into: &requests)
    for index in neighbours where index != current {
      slots[index].view.appendWanted(at: time, direction: 0, reach: .screen, into: &requests)
    }
    return true
  }

  private var neighbours: Range<Int> { max(current - 1, 0)..<min(current + 2, slots.count) }

  // MARK: A moment of rest

  /// Every page lies still, and the refresh control at the one on show.
  func isAtRest(at time: Double) -> Bool {
    pulled == current && pager.isSettled(at: time) && slots.allSatisfy { $0.view.isAtRest(at: time) }
  }

  /// All pages at such a moment; what makes the panel easier to use is known.
  mutating func walkAtRest(_ walk: inout some RestWalk, at time: Double) {
    var (count, place) = (slots.count, current)
    walk.walk(&count, in: 1...4096)
    walk.walk(&place, in: 0...(count - 1))
    if walk.isReading {
      slots = (0..<count).map { _ in
        Slot(number: 0, view: makeView(of: .empty, tileBudget: tileBudget), chip: nil)
      }
      icons = [Pixmap?](repeating: nil, count: count)
    }
    for index in slots.indices {
      walk.walk(&slots[index].number, in: RecordDecoder.across)
      walk.walk(&icons[index])
      walk.walk(&slots[index].chip)
      var page = slots[index].view.page
      walk.walk(&page)
      if walk.isReading { slots[index].view.showPage(page, at: time) }
    }
    if walk.isReading {
      fitRow()
      for index in slots.indices { fitFooter(of: index, at: time) }
      pager.reset(count: count, current: place, at: time)
      pulled = place
      share(at: time)
    }
    for index in slots.indices { slots[index].view.walkAtRest(&walk, at: time) }
  }

  // MARK: Drawing

  /// How far a slot's left edge is from the panel's, in pixels.
  func shift(of index: Int, at time: Double) -> Int {
    index * size.width - Int(clamping: (pager.offset(at: time) * grid.scale).rounded())
  }

  /// Whether anything of a slot is on the panel.
  func isSeen(_ index: Int, at time: Double) -> Bool { abs(shift(of: index, at: time)) < size.width }
}

/// A page the deck is to hold.
public struct PageOffer: Sendable {
  /// Of an icon in the row of pages, in dp.
  public static let iconSide = PageDots.icon
  /// Of the symbol of what makes the panel easier to use, in dp, and how much of its row it takes at most.
  public static let symbolSide = 40.0
  /// See `symbolSide`.
  public static let symbolShare = symbolSide / TouchMetrics.target
  /// Rows of the panel it takes, in pixels: no more than a sixth of them.
  ///
  /// - Parameters:
  ///   - scale: pixels per dp of what stands at the lower edge.
  ///   - panel: rows of all that is shown.
  public static func symbolRow(scale: Double, panel: Int) -> Int {
    min(PageDots.height(PixelGrid(scale: scale), hasIcons: true), max(panel / 6, 1))
  }
  /// Rows of the panel that a row of pages takes, in dp.
  ///
  /// - Parameters:
  ///   - pages: how many there are.
  public static func rowHeight(pages: Int, hasIcons: Bool) -> Double {
    pages > 1 ? PageDots.rows(hasIcons: hasIcons) : 0
  }

  /// Names the page: its number in the board.
  public var number: Int
  /// Its layout; nil keeps the one there is, or comes later.
  public var page: KioskPage?
  /// For the row of pages; nil for a dot.
  public var icon: Pixmap?

  /// - Parameters:
  ///   - number: in the board.
  ///   - page: its layout; nil keeps the one there is, or comes later.
  ///   - icon: for the row of pages; nil for a dot.
  public init(number: Int, page: KioskPage? = nil, icon: Pixmap? = nil) {
    self.number = number
    self.page = page
    self.icon = icon
  }
}
