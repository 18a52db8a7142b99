import Motion
import Numbers
import Refresh

/// The pull: what the scroller shows goes to the refresh machine, what the machine decides comes back to the scroller.
extension Kiosk {
  /// Tells the machine where the content is in this frame.
  mutating func advanceRefresh() {
    perform(refresh.handle(.tick, at: now), at: now)
    showExtent(at: now)
    resizeRefresh()
    let isShown = refresh.phase != .idle || navigation.home.scroller.position(at: now) < 0
    tell(chrome.refreshNews(isShown: isShown))
  }

  /// Tells the machine what has happened, and before it where the content is: since the last frame that may have become another place.
  mutating func tellRefresh(_ event: RefreshMachine.Event, at time: Double) {
    showExtent(at: time)
    perform(refresh.handle(event, at: time), at: time)
  }

  mutating func showExtent(at time: Double) {
    let finger: RefreshMachine.Finger =
      !navigation.home.scroller.isHeld || navigation.isDetailInFront
      ? .none : navigation.home.scroller.mayPull ? .pulls : .scrolls
    perform(refresh.handle(.moved(extent: -navigation.home.scroller.position(at: time), finger), at: time), at: time)
  }

  /// - Parameter fingerVelocity: of the finger that has just lifted, dp per second, positive downwards.
  mutating func perform(_ effects: RefreshMachine.Effects, fingerVelocity: Double = 0, at time: Double) {
    for effect in effects {
      isDirty = true
      switch effect {
      case .armed: break
      case .startTask(let task): ask(.startRefresh(task: task))
      case .cancelTask(let task): ask(.cancelRefresh(task: task))
      case .applyData(let task): ask(.applyRefresh(task: task))
      case .holdOpen(let extent): navigation.deck.withHome { $0.scroller.setHeader(extent, at: time) }
      case .settle(let extent):
        // What has been scrolled away stays there.
        if navigation.home.scroller.position(at: time) < 0.5 {
          navigation.deck.withHome { $0.scroller.spring(to: -extent, at: time) }
        }
      case .fling: navigation.deck.withHome { $0.scroller.releaseIntoContent(velocity: fingerVelocity, at: time) }
      }
    }
  }

  /// Another control, or the same one with other sprites.
  mutating func use(_ control: RefreshControl, at time: Double) {
    restartRefresh(with: control.style, rules: control.rules, at: time)
    chrome.sprites = control.sprites
    (recipe, gate) = (control.recipe, control.gate)
    navigation.isMirrored = liesMirrored
  }

  /// The same control begins anew.
  mutating func restartRefresh(at time: Double) { restartRefresh(with: refresh.style, rules: refresh.rules, at: time) }

  /// Begins anew: a refresh under way is given up, and its answer ignored.
  private mutating func restartRefresh(with style: any RefreshStyle, rules: RefreshRules, at time: Double) {
    if let task = refresh.phase.task { ask(.cancelRefresh(task: task)) }
    navigation.deck.withHome { $0.scroller.setHeader(0, at: time) }
    refresh = RefreshMachine(
      style: style, viewport: navigation.home.scroller.range.viewport, rules: rules,
      // The panel's own clock. Not cut at 2³¹, which is after 25 days.
      seed: UInt64(bounded: max(time, 0) * 1000), continuing: refresh)
  }

  /// The trigger depends on the viewport's height, which the header's leaves; it changes between two pulls, never during one.
  private mutating func resizeRefresh() {
    let viewport = navigation.home.scroller.range.viewport
    guard refresh.phase == .idle else { return }
    if refresh.viewport != viewport {
      refresh = RefreshMachine(
        style: refresh.style, viewport: viewport, rules: refresh.rules, continuing: refresh)
    }
    refresh.holdBar(isAlone: navigation.home.headerHeight == 0)
  }
}
