import Motion
import Refresh
import Scene

/// The pages side by side: turned by the finger, by keys, by the program, and exchanged by the clock.
extension Kiosk {
  /// Other pages are on offer from now on.
  mutating func offer(_ pages: [PageOffer], at time: Double) {
    guard !pages.isEmpty else { return }
    let number = navigation.page
    if pages.map(\.number) != navigation.deck.numbers {
      let refreshed = navigation.deck.numbers[navigation.deck.pulled]
      // What a finger holds may be about to go; let go of, pages may turn back to another one.
      cancelTouches(at: time)
      // The control goes to the page on show; one that has been left, or is gone, is given up.
      if refreshed != navigation.page || !pages.contains(where: { $0.number == refreshed }) { restartRefresh(at: time) }
    }
    navigation.replace(with: pages, isSeen: demand.hasPage, at: time)
    showExtent(at: time)
    if navigation.page != number { closeDetail(at: time) }
    if pages.contains(where: { $0.page != nil }) { demand.pageHasCome(at: time) }
    tell(navigation.pageNews())
    demand.update(&navigation, at: now)
    isDirty = true
  }

  /// Turns to a page by its place in the deck.
  mutating func turn(to index: Int, at time: Double) {
    guard navigation.deck.slots.indices.contains(index),
      hand.gestures.axis != .horizontal || navigation.detail != nil
    else { return }
    // What a finger holds is about to go.
    if index != navigation.deck.current { cancelTouches(at: time) }
    closeDetail(at: time)
    if ease.isStill, index != navigation.deck.current {
      navigation.fade(to: index, at: time)
    } else {
      navigation.deck.go(to: index, at: time)
    }
    tell(navigation.pageNews())
    isDirty = true
  }

  /// Once the pages lie still, the refresh control belongs to the one on show; a refresh of another one is given up.
  mutating func advancePages() {
    navigation.advanceExchange(to: now)
    guard navigation.deck.hasTurned(at: now) else { return }
    restartRefresh(at: now)
    navigation.deck.settle()
    showExtent(at: now)
  }

  // MARK: Nobody touches the panel

  /// When the board's idle rule is due; nil when there is none, or nothing to undo.
  var idleTime: Double? {
    // A refresh is seen to its end.
    guard refresh.phase == .idle, let due = rest.rule.flatMap({ rest.dueTime(after: restTime(of: $0)) }) else {
      return nil
    }
    guard isTouched else { return due }
    return hasStiffHands || hand.sliders.isHolding ? nil : rest.freeTime.map { max(due, $0) }
  }

  /// Does what the board's idle rule says.
  mutating func restWhenUntouched() {
    guard let rule = rest.rule, let due = idleTime, now >= due else { return }
    // Whatever lies there is nobody.
    if isTouched { cancelTouches(at: now) }
    closeQuestion(answering: false, at: now)
    // Nobody closes it: what lay behind the page of choices does not come back.
    if rule.action.isReturn || isEased { endStay() }
    closeDetail(at: now)
    // What goes on and on goes on; the others are done.
    rest.idled(at: now)
    hand.focus.leave()
    switch rule.action {
    case .top: navigation.scrollToTop(at: now)
    case .home:
      turn(to: 0, at: now)
      navigation.deck.rewindOthers(at: now)
      navigation.scrollToTop(at: now)
    case .next:
      navigation.scrollToTop(at: now)
      guard navigation.deck.slots.count > 1 else { return }
      turn(to: (navigation.deck.current + 1) % navigation.deck.slots.count, at: now)
      rest.goOn(from: now)
    case .scroll:
      if navigation.readOn(at: now) { rest.goOn(from: navigation.deck.front.scroller.settlesAt ?? now) }
    }
  }
}

/// One page goes and another comes in its place, by the clock: the new one fades in over the old one once it is there.
struct PageExchange {
  let old: PageView
  let begun: Double
  /// When the new page began to fade in; nil while it waits for its tiles.
  private(set) var fade: Double?

  /// Seconds. Long enough to be seen as a change, short enough not to be waited for.
  static let duration = 0.4

  init(old: PageView, begun: Double) {
    self.old = old
    self.begun = begun
  }

  mutating func beginFade(at time: Double) { fade = time }

  /// Waiting longer for tiles than the first picture does would look like a fault.
  func mustBegin(at time: Double) -> Bool { time >= begun + TileDemand.revealDelay }

  /// Of the new page.
  func opacity(at time: Double) -> Double { fade.map { smoothstep((time - $0) / Self.duration) } ?? 0 }

  func isOver(at time: Double) -> Bool { fade.map { time >= $0 + Self.duration } ?? false }
}
