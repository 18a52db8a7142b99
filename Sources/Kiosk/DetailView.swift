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
  /// It fades in and out instead of sliding, since then.
  private var fade: (isStill: Bool, began: Double)
  /// How much of it was seen when it began to fade out.
  private var faded = 1.0
  private var isFadingOut = false

  /// Seconds.
  private static let fading = 0.25

  /// How far from the edge that is read first a finger may land to swipe back, in dp: the 9 mm of any target. Raised bezels take a part.
  static let edge = TouchMetrics.target

  init(card: CardID, view: PageView, isStill: Bool, at time: Double) {
    self.card = card
    self.view = view
    fade = (isStill, time)
    pager = Pager(
      count: 2, width: Double(view.size.width) / view.grid.scale, grid: view.grid,
      slop: TouchMetrics(scale: view.grid.scale).slop)
    pager.isStill = isStill
    if isStill { pager.reset(count: 2, current: 1, at: time) } else { pager.go(to: 1, at: time) }
  }

  /// How far it has come in: 0 beside the panel, 1 in its place.
  func progress(at time: Double) -> Double { min(max(pager.position(at: time), 0), 1) }

  /// It leaves, or has left.
  var isClosing: Bool { isFadingOut || pager.current == 0 }

  /// Whether it leaves by fading; one that is here stays as it is seen.
  mutating func setStill(_ isStill: Bool, at time: Double) {
    guard isStill != fade.isStill, !isClosing else { return }
    fade = (isStill, time - Self.fading)
    pager.isStill = isStill
    if isStill { pager.reset(count: 2, current: 1, at: time) }
  }

  /// How much of it is seen where it is.
  func opacity(at time: Double) -> Double {
    guard fade.isStill else { return 1 }
    let share = smoothstep((time - fade.began) / Self.fading)
    return isFadingOut ? faded * (1 - share) : share
  }

  /// Nothing is seen of it any more, and nobody holds it.
  func isGone(at time: Double) -> Bool {
    if isFadingOut { return time >= fade.began + Self.fading }
    return isClosing && pager.isSettled(at: time)
  }

  func isMoving(at time: Double) -> Bool {
    pager.isMoving(at: time) || isGone(at: time) || fade.isStill && time < fade.began + Self.fading
  }

  func catchesTouch(at time: Double) -> Bool { pager.catchesTouch(at: time) }

  /// It is in its place, and has long been.
  mutating func settle(at time: Double) {
    pager.reset(count: 2, current: 1, at: time)
    fade.began = time - Self.fading
  }

  mutating func touch(at time: Double) { pager.touch(at: time) }
  mutating func drag(travel: Double, at time: Double) { pager.drag(travel: travel, at: time) }
  mutating func lift(travel: Double, velocity: Double, at time: Double) {
    pager.lift(travel: travel, velocity: velocity, at: time)
  }
  mutating func letGo(at time: Double) { pager.letGo(at: time) }
  mutating func close(at time: Double) {
    guard fade.isStill else { return pager.go(to: 0, at: time) }
    guard !isFadingOut else { return }
    faded = opacity(at: time)
    (isFadingOut, fade.began) = (true, time)
  }
}

extension Kiosk {
  /// - Parameter isAnimated: news of the page that is open go to their place and look instead of being there.
  mutating func openDetail(_ page: KioskPage?, of card: CardID, isAnimated: Bool, at time: Double) {
    guard let page else { return closeDetail(at: time) }
    if navigation.hasClosedDetail(of: card) { return }
    if !navigation.updateDetail(page, of: card, isAnimated: isAnimated, at: time) {
      // It comes over the pages: they are let go of, whatever finger has landed on them since the tap.
      cancelTouches(at: time)
      navigation.openDetail(page, of: card, tileBudget: demand.budget / 2, at: time)
    }
    isDirty = true
  }

  mutating func closeDetail(at time: Double) {
    guard navigation.isDetailInFront else { return }
    // Whatever finger holds it.
    cancelTouches(at: time)
    tell(navigation.closeDetail(at: time))
    isDirty = true
  }

  /// Tells the queues, if there is something to tell.
  func tell(_ news: KioskRequest?) { if let news { ask(news) } }
}
