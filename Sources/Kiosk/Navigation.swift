import Board
import Motion
import Numbers
import Scene

/// Where in the board the panel is: the pages side by side, one that goes while another comes, a detail page, a question over all.
///
/// What it has to tell the queues its methods return.
struct Navigation {
  var deck: PageDeck
  /// The page that goes while another comes in its place.
  private(set) var exchange: PageExchange?
  private(set) var detail: DetailView?
  private(set) var question: QuestionView?
  /// The page the queues keep up to date.
  private var toldPage = 0
  /// The card whose detail page was closed last, until it is tapped again: what still comes of it is late.
  private var closedDetail: CardID?
  /// What a question that comes is about.
  private var tappedCard: CardID?

  init(deck: PageDeck) { self.deck = deck }

  /// The page a finger reaches: one that leaves is reached no more.
  var front: PageView { isDetailInFront ? detail?.view ?? deck.front : deck.front }

  /// Changes it in place. A property to write through would be a coroutine, whose frame lies on the heap.
  mutating func withFront(_ body: (inout PageView) -> Void) {
    if isDetailInFront { body(&detail!.view) } else { deck.withFront(body) }
  }

  /// A detail page comes, or is in its place.
  var isDetailInFront: Bool { detail?.isClosing == false }

  /// The board is read from the right: the next page lies to the left, and a detail page comes from there.
  var isMirrored = false

  /// What is answered is asked until it has slid away, as it once was: for records of then.
  var asksUntilGone = false

  /// Whether a question lies over everything.
  var isAsking: Bool { question.map { asksUntilGone || !$0.isAnswered } ?? false }

  /// Whether a question that was answered lies there, on its way out.
  func isLeaving(at point: Point, time: Double) -> Bool {
    !isAsking && question?.isOnSheet(point, at: time) ?? false
  }

  /// Whether there are pages to be turned, and nothing lies over them.
  var turnsPages: Bool { deck.slots.count > 1 && detail == nil }

  /// The page whose top the refresh control lies at.
  var home: PageView { deck.home }

  /// Number of the page on show.
  var page: Int { deck.slots[deck.current].number }

  /// "as of 13:40", while the data of the page on show is stale.
  var chip: Pixmap? { deck.slots[deck.current].chip }

  /// The row of pages.
  func pageDots(at time: Double) -> PageDots {
    PageDots(
      count: deck.slots.count, icons: deck.icons, position: deck.pager.position(at: time), size: deck.size,
      grid: deck.rowGrid, isMirrored: isMirrored, inset: deck.symbolHeight)
  }

  // MARK: Time

  /// Forgets what is over on the pages.
  mutating func advance(to time: Double) {
    deck.forEachView { $0.advance(to: time) }
    detail?.view.advance(to: time)
  }

  /// Brings a page that comes in another's place to a moment.
  mutating func advanceExchange(to time: Double) {
    if let exchange, exchange.isOver(at: time) { self.exchange = nil }
    if exchange != nil, exchange?.fade == nil, front.isComplete(at: time) || exchange?.mustBegin(at: time) == true {
      exchange?.beginFade(at: time)
    }
  }

  /// Whether a picture of a later moment would differ from that of `time`.
  func isMoving(at time: Double) -> Bool {
    // What moved in the last frame shown has not come to its place in it, however long ago that was.
    if detail?.isMoving(at: time) ?? false || front.scroller.isMoving(at: time) || front.isChanging { return true }
    // Beside a detail page that is not in its place the one behind it is seen.
    if let detail, detail.progress(at: time) < 1, deck.front.scroller.isMoving(at: time) || deck.front.isChanging {
      return true
    }
    if question?.isMoving(at: time) ?? false { return true }
    return deck.pager.isMoving(at: time) || exchange != nil || deck.pulled != deck.current
  }

  // MARK: Content

  /// Takes a rastered tile.
  ///
  /// - Returns: whether it shows something of any page.
  mutating func insert(_ tile: Pixmap, for key: TileKey, at time: Double) -> Bool {
    var isOfPage = detail?.view.insert(tile, for: key, at: time) ?? false
    deck.forEachView { view in
      if view.insert(tile, for: key, at: time) { isOfPage = true }
    }
    return isOfPage
  }

  /// These tiles look different now.
  mutating func invalidate(_ keys: [TileKey]) {
    deck.forEachView { $0.invalidate(keys) }
    detail?.view.invalidate(keys)
  }

  /// Something else was chosen that makes the panel easier to use.
  mutating func use(_ ease: PanelEase, height: Int, at time: Double) {
    deck.use(ease, height: height, at: time)
    detail?.view.use(ease, height: height, at: time)
    detail?.setStill(ease.isStill, at: time)
    // What goes was laid out for another picture.
    exchange = nil
    fitDetail(at: time)
  }

  /// Turns to a page without motion: it fades in over the one before it.
  mutating func fade(to index: Int, at time: Double) {
    exchange = PageExchange(old: deck.front, begun: time)
    deck.go(to: index, at: time)
  }

  /// Whether flicks carry pages only a little.
  mutating func setCalm(_ isCalm: Bool) {
    deck.isCalm = isCalm
    deck.forEachView { $0.scroller.isCalm = isCalm }
    detail?.view.scroller.isCalm = isCalm
  }

  /// Shows from when the data of a page is.
  mutating func setChip(_ chip: Pixmap?, of slot: Int, at time: Double) {
    deck.setChip(chip, of: slot, at: time)
    fitDetail(at: time)
  }

  /// Other pages are on offer.
  ///
  /// - Parameter isSeen: there is a picture already, in which a page that is no longer on offer goes before another's eyes.
  mutating func replace(with pages: [PageOffer], isSeen: Bool, at time: Double) {
    let gone = deck.replace(with: pages, at: time)
    if let gone, isSeen { exchange = PageExchange(old: gone, begun: time) }
  }

  /// The page on show, if the queues have not been told of it: they keep it up to date.
  mutating func pageNews() -> KioskRequest? {
    guard page != toldPage else { return nil }
    toldPage = page
    return .pageShown(page)
  }

  /// The page on show, without a hand.
  mutating func scrollToTop(at time: Double) { deck.withFront { $0.scroller.scroll(to: 0, at: time) } }

  /// The page on show, slowly to its end, and then back to its top.
  ///
  /// - Returns: false when there is nothing to scroll.
  mutating func readOn(at time: Double) -> Bool {
    let scroller = deck.front.scroller
    guard scroller.range.isScrollable else { return false }
    let isAtEnd = scroller.position(at: time) >= scroller.range.upper - 0.5
    deck.withFront {
      $0.scroller.scroll(to: isAtEnd ? 0 : scroller.range.upper, by: isAtEnd ? .programmatic : .reading, at: time)
    }
    return true
  }

  // MARK: Fingers

  /// The page in front, and the one a detail page has come over or left since the finger landed.
  mutating func letGoOfScrollers(at time: Double) {
    detail?.view.scroller.handle(.letGo, at: time)
    deck.letGoOfScrollers(at: time)
  }

  /// What a finger that lands at a position has caught: pages on their way sideways, or content that scrolls.
  ///
  /// - Parameter edge: how far from the edge that is read first a finger may land to swipe a detail page back, in pixels.
  func target(at position: Point, edge: Double, time: Double) -> GestureTarget {
    if let detail {
      if detail.catchesTouch(at: time) { return GestureTarget(caught: .horizontal) }
    } else if turnsPages, deck.pager.catchesTouch(at: time) {
      return GestureTarget(caught: .horizontal)
    }
    let reach = isMirrored ? Double(deck.size.width) - position.x : position.x
    let turns = turnsPages || detail != nil && reach < edge
    return GestureTarget(
      axis: turns ? nil : .vertical, caught: front.scroller.catchesTouch(at: time) ? .vertical : nil)
  }

  /// Something a tap at a position would do: index of its card on the page in front.
  func tappableBlock(at point: Point, time: Double) -> Int? {
    guard !isAsking, let index = front.block(at: point, time: time), front.page.blocks[index].isTappable else {
      return nil
    }
    return index
  }

  /// A card of the page in front has been tapped.
  mutating func tap(_ card: CardID) -> KioskRequest {
    if closedDetail == card { closedDetail = nil }
    tappedCard = card
    return .tapped(card, inDetailOf: isDetailInFront ? detail?.card : nil)
  }

  /// A control of the page in front has been touched.
  mutating func control(_ card: CardID, _ input: ControlInput) -> KioskRequest {
    // Keys that were closed may be brought up again.
    if !isDetailInFront, closedDetail == card { closedDetail = nil }
    tappedCard = card
    return .controlled(card, inDetailOf: isDetailInFront ? detail?.card : nil, input)
  }

  // MARK: Detail page

  /// Whether what comes for the detail page of a card is news of one that has been closed meanwhile.
  func hasClosedDetail(of card: CardID) -> Bool { card == closedDetail }

  /// Shows news of the detail page in front.
  ///
  /// - Returns: false when that is not the card's.
  mutating func updateDetail(_ page: KioskPage, of card: CardID, isAnimated: Bool, at time: Double) -> Bool {
    guard isDetailInFront, detail?.card == card else { return false }
    detail?.view.showPage(page, isAnimated: isAnimated, at: time)
    return true
  }

  /// Brings a detail page in.
  mutating func openDetail(_ page: KioskPage, of card: CardID, tileBudget: Int, at time: Double) {
    detail = DetailView(
      card: card, view: deck.makeView(of: page, tileBudget: tileBudget), isStill: deck.ease.isStill, at: time)
    fitDetail(at: time)
  }

  /// Leaves a row to the chip of the page behind, which speaks of the same data, and to what stands at the lower edge.
  private mutating func fitDetail(at time: Double) {
    let height = deck.footer(hasChip: chip != nil)
    detail?.view.setFooter(height, at: time)
  }

  /// Has the detail page leave. What to tell the queues.
  mutating func closeDetail(at time: Double) -> KioskRequest? {
    detail?.close(at: time)
    return detailNews()
  }

  /// What a finger does to the detail page, which may thereby be closed, or be kept after all.
  mutating func moveDetail(_ move: (inout DetailView) -> Void) -> KioskRequest? {
    guard var moved = detail.take() else { return nil }
    let wasClosing = moved.isClosing
    move(&moved)
    let isClosing = moved.isClosing
    detail = moved
    return isClosing == wasClosing ? nil : detailNews()
  }

  /// The detail page leaves, or is kept after all.
  private mutating func detailNews() -> KioskRequest? {
    guard let detail else { return nil }
    closedDetail = detail.isClosing ? detail.card : nil
    return detail.isClosing ? .closeDetail : .tapped(detail.card, inDetailOf: nil)
  }

  /// A closed page that has slid out is forgotten.
  mutating func dropGoneDetail(at time: Double) {
    if detail?.isGone(at: time) == true { detail = nil }
  }

  // MARK: Question

  /// Brings a question up, about the card tapped last.
  mutating func open(_ question: Question, at time: Double) {
    self.question = QuestionView(
      question, about: askingCard(at: time), size: deck.size, grid: deck.grid, isStill: deck.ease.isStill, at: time)
  }

  /// Where the card tapped last lies on the panel; nil when it is gone.
  private func askingCard(at time: Double) -> PixelRect? {
    guard let block = front.page.blocks.first(where: { $0.id == tappedCard }) else { return nil }
    return block.frame.offset(dx: 0, dy: front.headerHeight - front.firstRow(at: time))
  }

  /// Takes the question away.
  ///
  /// - Returns: false when there is none, or it is on its way down already.
  mutating func closeQuestion(at time: Double) -> Bool {
    guard question?.isAnswered == false else { return false }
    question?.close(at: time)
    return true
  }

  /// Forgets a question that has slid out.
  ///
  /// - Returns: whether one has.
  mutating func dropGoneQuestion(at time: Double) -> Bool {
    guard question?.isGone(at: time) == true else { return false }
    question = nil
    return true
  }
}

// MARK: A moment of rest

extension Navigation {
  /// Nothing moves, comes, goes or asks.
  func isAtRest(at time: Double) -> Bool {
    exchange == nil && question == nil && !isMoving(at: time) && deck.isAtRest(at: time)
      && (detail.map { !$0.isClosing && !$0.isMoving(at: time) && $0.view.isAtRest(at: time) } ?? true)
  }

  /// All of it at such a moment.
  mutating func walkAtRest(_ walk: inout some RestWalk, detailBudget: Int, at time: Double) {
    deck.walkAtRest(&walk, at: time)
    walk.walk(&closedDetail)
    walk.walk(&tappedCard)
    if walk.isReading { toldPage = page }
    var card = detail?.card
    walk.walk(&card)
    guard let card else { return }
    var layout = detail?.view.page ?? .empty
    walk.walk(&layout)
    if walk.isReading {
      openDetail(layout, of: card, tileBudget: detailBudget, at: time)
      detail?.settle(at: time)
    }
    detail?.view.walkAtRest(&walk, at: time)
  }
}
