import Board
import Motion
import Scene

/// A detail page on its way in, in place, under a finger, or on its way out.
///
/// It turns like a page beside the others: the edge swipe, the chevron and the key have one motion.
struct DetailView {
  let card: CardID
  var view: PageView
  /// Page 0 is what lies behind, page 1 the detail page in its place.
  private var pager: Pager

  /// How far from the panel's left edge a finger may land to swipe back, in dp: the 9 mm of any target. Raised bezels take a part.
  static let edge = TouchMetrics.target

  init(card: CardID, view: PageView, at time: Double) {
    self.card = card
    self.view = view
    pager = Pager(
      count: 2, width: Double(view.size.width) / view.grid.scale, grid: view.grid,
      slop: TouchMetrics(scale: view.grid.scale).slop)
    pager.go(to: 1, at: time)
  }

  /// How far it has come in: 0 beside the panel, 1 in its place.
  func progress(at time: Double) -> Double { min(max(pager.position(at: time), 0), 1) }

  /// It leaves, or has left.
  var isClosing: Bool { pager.current == 0 }

  /// Nothing is seen of it any more, and nobody holds it.
  func isGone(at time: Double) -> Bool { isClosing && pager.isSettled(at: time) }

  func isMoving(at time: Double) -> Bool { pager.isMoving(at: time) || isGone(at: time) }

  func catchesTouch(at time: Double) -> Bool { pager.catchesTouch(at: time) }

  mutating func touch(at time: Double) { pager.touch(at: time) }
  mutating func drag(travel: Double, at time: Double) { pager.drag(travel: travel, at: time) }
  mutating func lift(travel: Double, velocity: Double, at time: Double) {
    pager.lift(travel: travel, velocity: velocity, at: time)
  }
  mutating func letGo(at time: Double) { pager.letGo(at: time) }
  mutating func close(at time: Double) { pager.go(to: 0, at: time) }
}

extension Kiosk {
  /// - Parameter isAnimated: news of the page that is open go to their place and look instead of being there.
  mutating func openDetail(_ page: KioskPage?, of card: CardID, isAnimated: Bool, at time: Double) {
    guard let page else { return closeDetail(at: time) }
    // News of a page that has been closed meanwhile.
    if card == closedDetail { return }
    if detail?.card == card, detail?.isClosing == false {
      detail?.view.show(page, isAnimated: isAnimated, at: time)
    } else {
      // It comes over the pages: they are let go of, whatever finger has landed on them since the tap.
      cancelTouches()
      var view = PageView(size: size, grid: grid, page: page, tileBudget: tileBudget / 2)
      view.scroller.isCalm = deck.isCalm
      detail = DetailView(card: card, view: view, at: time)
      fitDetail(at: time)
    }
    isDirty = true
  }

  /// Leaves a row to the chip of the page behind, which speaks of the same data.
  mutating func fitDetail(at time: Double) {
    detail?.view.setFooter(deck.slots[deck.current].chip == nil ? 0 : PageDots.height(grid), at: time)
  }

  mutating func closeDetail(at time: Double) {
    guard detail?.isClosing == false else { return }
    // Whatever finger holds it.
    cancelTouches()
    detail?.close(at: time)
    tellDetail()
    isDirty = true
  }

  /// Tells the queues that the detail page leaves, or is kept after all.
  private mutating func tellDetail() {
    guard let detail else { return }
    closedDetail = detail.isClosing ? detail.card : nil
    ask(detail.isClosing ? .closeDetail : .tapped(detail.card, inDetailOf: nil))
  }

  /// What a finger does to the detail page, which may thereby be closed, or be kept after all.
  mutating func moveDetail(at time: Double, _ move: (inout DetailView) -> Void) {
    guard var moved = detail.take() else { return }
    let wasClosing = moved.isClosing
    move(&moved)
    let isClosing = moved.isClosing
    detail = moved
    if isClosing != wasClosing { tellDetail() }
  }

  /// A closed page that has slid out is forgotten.
  mutating func advanceDetail() {
    guard let detail, detail.isGone(at: now) else { return }
    self.detail = nil
  }
}
