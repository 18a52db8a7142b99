import Motion
import Numbers
import Recording
import Refresh
import Scene

/// A moment at which nothing moves: what the kiosk is can then be told without what it has been.
extension Kiosk {
  /// Nobody touches it, nothing moves, comes, goes or asks, and the keys are on no code.
  ///
  /// While somebody listens, and in the dark, it never is.
  var isAtRest: Bool {
    !isDirty && demand.isAtRest && rest.isAtRest && refresh.isAtRest && !chrome.isChanging && !hearing.isOn
      && isLeftAlone && stay.isAtRest && navigation.isAtRest(at: now) && !tellsKeys
  }

  private var isLeftAlone: Bool {
    !hand.gestures.hasFingers && !hand.holdsBar && hand.sliders.isAtRest && hand.keys.presses.isEmpty
      && hand.hold.due == nil && hand.pointerEnd == nil && hand.gestures.nextChange(after: now) == nil
      && hand.gestures.press(at: now) == nil
  }

  /// Where the ring of the keys is, or was before a detail page came, is for nobody to know.
  private var tellsKeys: Bool {
    if showsTyping { return true }
    let page = navigation.deck.front.page
    guard case .card(let card, _)? = hand.focus.behind, let index = page.index(of: card) else { return false }
    return page.blocks[index].control?.keys != nil
  }

  /// All of it at such a moment, for a kiosk of the same size, scale, colours and refresh control.
  mutating func walkAtRest(_ walk: inout some RestWalk) {
    walk.walk(&now)
    walk.walk(&isCalm)
    walk.walk(&ease)
    if walk.isReading {
      navigation.setCalm(isCalm || ease.isStill)
      navigation.use(ease, height: panel.height - ease.top, at: now)
    }
    navigation.walkAtRest(&walk, detailBudget: demand.budget / 2, at: now)
    hand.focus.walk(&walk)
    hand.hold.walkAtRest(&walk)
    rest.walkAtRest(&walk)
    var viewport = refresh.viewport
    walk.walk(&viewport, in: 0...1e6)
    if walk.isReading {
      refresh = RefreshMachine(style: refresh.style, viewport: viewport, rules: refresh.rules)
    }
    refresh.walkAtRest(&walk)
    walk.walk(&chrome.notice)
    stay.walkAtRest(&walk)
    guard walk.isReading else { return }
    demand.restAgain(at: now)
    isDirty = false
  }
}

extension FocusHand {
  mutating func walk(_ walk: inout some RestWalk) {
    walk.walk(&place)
    walk.walk(&behind)
    var isKnown = answer != nil
    walk.walk(&isKnown)
    var isYes = answer ?? false
    walk.walk(&isYes)
    answer = isKnown ? isYes : nil
    var stands = ground != nil
    walk.walk(&stands)
    guard stands else {
      ground = nil
      return
    }
    var next = ground ?? Ground(page: 0, detail: nil)
    walk.walk(&next.page, in: RecordDecoder.across)
    walk.walk(&next.detail)
    ground = next
  }
}
