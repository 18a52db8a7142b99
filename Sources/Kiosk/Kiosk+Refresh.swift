import Motion
import Refresh

/// The pull: what the scroller shows goes to the refresh machine, what the machine decides comes back to the scroller.
extension Kiosk {
  /// Tells the machine where the content is in this frame.
  mutating func advanceRefresh() {
    perform(refresh.handle(.tick, at: now), at: now)
    showExtent(at: now)
  }

  mutating func showExtent(at time: Double) {
    let finger: RefreshMachine.Finger =
      !home.scroller.isHeld || detail != nil ? .none : home.scroller.mayPull ? .pulls : .scrolls
    perform(refresh.handle(.moved(extent: -home.scroller.position(at: time), finger), at: time), at: time)
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
      case .holdOpen(let extent): home.scroller.setHeader(extent, at: time)
      case .settle(let extent): home.scroller.spring(to: -extent, at: time)
      case .fling: home.scroller.releaseIntoContent(velocity: fingerVelocity, at: time)
      }
    }
  }

  /// Another control, or the same one with other sprites: a refresh under way goes on only with the same style object's rules, so
  /// the machine is made anew when nothing runs, and kept otherwise.
  mutating func use(_ control: RefreshControl, at time: Double) {
    if let task = refresh.phase.task { ask(.cancelRefresh(task: task)) }
    home.scroller.setHeader(0, at: time)
    let wasEnabled = refresh.isEnabled
    refresh = RefreshMachine(style: control.style, viewport: home.scroller.range.viewport, seed: UInt64(time * 1000))
    if !wasEnabled { _ = refresh.handle(.disable, at: time) }
    refreshSprites = control.sprites
  }
}
