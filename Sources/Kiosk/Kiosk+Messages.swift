import Motion
import Refresh
import Scene

/// What comes from the queues.
extension Kiosk {
  /// Takes what the queues have made.
  ///
  /// - Parameter time: seconds on the clock of the frames; times before the moment shown count as that moment.
  public mutating func receive(_ message: KioskMessage, at time: Double) {
    let time = max(time, now)
    switch message {
    case .page(let page):
      home.show(page, at: time)
      if revealTime == nil { revealTime = time + Self.revealDelay }
      requestTiles()
      isDirty = true
    case .detail(let page, let card):
      openDetail(page, of: card, at: time)
    case .tile(let pixmap, let key):
      let isHome = home.take(pixmap, for: key, at: time)
      let isDetail = detail?.view.take(pixmap, for: key, at: time) ?? false
      if isHome || isDetail { isDirty = true }
    case .invalidate(let keys):
      home.invalidate(keys)
      detail?.view.invalidate(keys)
      isDirty = true
    case .colors(let next):
      colors = next
      isDirty = true
    case .refreshControl(let control):
      use(control, at: time)
      isDirty = true
    case .refreshSprite(let pixmap, let index):
      refreshSprites[index] = pixmap
      isDirty = true
    case .refreshEnded(let task, let outcome):
      perform(refresh.handle(.done(task: task, outcome), at: time), at: time)
    case .beginRefresh:
      perform(refresh.handle(.begin, at: time), at: time)
    case .scrollTo(let pixel):
      home.jump(toRow: pixel, at: time)
      isDirty = true
    case .refreshEnabled(let isEnabled):
      perform(refresh.handle(isEnabled ? .enable : .disable, at: time), at: time)
    case .notice(let pixmap):
      notice = pixmap
      isDirty = true
    case .staleChip(let pixmap):
      staleChip = pixmap
      isDirty = true
    case .idle(let rule):
      idleRule = rule
    case .ladder(let ladder):
      power.ladder = ladder
    case .night(let share):
      power.night = share
    case .lamp(let isThere):
      hasLamp = isThere
      isDirty = true
    case .stop:
      tileQueue.close()
    }
  }

  /// Tells the queues which tiles are needed next, if that has changed.
  mutating func requestTiles() {
    let velocity = front.scroller.velocity(at: now)
    let direction = abs(velocity) < 50 ? 0 : velocity > 0 ? 1 : -1
    var list: [TileRequest] = []
    swap(&list, &requests)
    if front.wanted(at: now, direction: direction, into: &list) { tileQueue.replace(with: &list) }
    swap(&list, &requests)
  }
}
