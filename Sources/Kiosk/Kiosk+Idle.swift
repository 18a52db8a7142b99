import Motion
import Refresh

/// A panel nobody touches.
extension Kiosk {
  /// When the board's idle rule is due; nil when there is none, or nothing to undo.
  var idleTime: Double? {
    // A refresh is seen to its end.
    guard let idleRule, !hasIdled, !gestures.hasFingers, refresh.phase == .idle else { return nil }
    return max(lastInput, idledAt) + idleRule.after
  }

  mutating func restWhenUntouched() {
    guard let idleRule, let due = idleTime, now >= due else { return }
    closeQuestion(answering: false, at: now)
    closeDetail(at: now)
    // What goes on and on goes on; the others are done.
    hasIdled = true
    idledAt = now
    switch idleRule.action {
    case .top: scrollToTop()
    case .home: goHome()
    case .next: showNextPage()
    case .scroll: readOn()
    }
  }

  private mutating func scrollToTop() {
    let time = now
    deck.withFront { $0.scroller.scroll(to: 0, at: time) }
  }

  /// The first page, and every page at its top.
  private mutating func goHome() {
    turn(to: 0, at: now)
    deck.rewindOthers(at: now)
    scrollToTop()
  }

  private mutating func showNextPage() {
    scrollToTop()
    guard deck.slots.count > 1 else { return }
    turn(to: (deck.current + 1) % deck.slots.count, at: now)
    hasIdled = false
  }

  /// Slowly to the end, and then back to the top.
  private mutating func readOn() {
    let scroller = deck.front.scroller
    guard scroller.range.isScrollable else { return }
    let isAtEnd = scroller.position(at: now) >= scroller.range.upper - 0.5
    let time = now
    deck.withFront {
      $0.scroller.scroll(to: isAtEnd ? 0 : scroller.range.upper, by: isAtEnd ? .programmatic : .reading, at: time)
    }
    hasIdled = false
    idledAt = deck.front.scroller.settlesAt ?? now
  }
}
