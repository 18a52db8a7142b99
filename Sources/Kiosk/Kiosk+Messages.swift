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
    case .page(let page, let number, let isAnimated):
      guard let slot = deck.slot(of: number) else { return }
      // Nobody sees a change on a page that is not on show, nor one before the first picture.
      let isSeen = isAnimated && revealTime != nil && slot == deck.current && detail == nil
      deck.show(page, of: slot, isAnimated: isSeen, at: time)
      if revealTime == nil { revealTime = time + Self.revealDelay }
      requestTiles()
      isDirty = true
    case .pages(let pages):
      offer(pages, at: time)
    case .showPage(let number):
      deck.slot(of: number).map { turn(to: $0, at: time) }
    case .detail(let page, let card, let isAnimated):
      openDetail(page, of: card, isAnimated: isAnimated, at: time)
    case .question(let question?):
      ask(question, at: time)
    case .question(nil):
      closeQuestion(answering: nil, at: time)
    case .tile(let pixmap, let key):
      var isTaken = detail?.view.take(pixmap, for: key, at: time) ?? false
      deck.forEachView { view in
        if view.take(pixmap, for: key, at: time) { isTaken = true }
      }
      if isTaken { isDirty = true }
    case .invalidate(let keys):
      deck.forEachView { $0.invalidate(keys) }
      detail?.view.invalidate(keys)
      isDirty = true
    case .colors(let next):
      // Nobody has seen other ones before the first picture.
      if revealTime != nil, next != theme { colorFade = ColorFade(old: colors, began: time) }
      theme = next
      isDirty = true
    case .refreshControl(let control):
      use(control, at: time)
      isDirty = true
    case .refreshSprite(let pixmap, let index):
      refreshSprites[index] = pixmap
      isDirty = true
    case .refreshEnded(let task, let outcome):
      tellRefresh(.done(task: task, outcome), at: time)
    case .beginRefresh:
      tellRefresh(.begin, at: time)
    case .scrollTo(let pixel):
      // Whoever held the page held it elsewhere.
      cancelTouches()
      deck.withFront { $0.jump(toRow: pixel, at: time) }
      showExtent(at: time)
      isDirty = true
    case .refreshEnabled(let isEnabled):
      tellRefresh(isEnabled ? .enable : .disable, at: time)
    case .notice(let pixmap):
      notice = pixmap
      isDirty = true
    case .staleChip(let pixmap, let number):
      guard let slot = deck.slot(of: number) else { return }
      deck.setChip(pixmap, of: slot, at: time)
      fitDetail(at: time)
      isDirty = true
    case .motion(let isCalm):
      deck.isCalm = isCalm
      deck.forEachView { $0.scroller.isCalm = isCalm }
      detail?.view.scroller.isCalm = isCalm
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
    var list: [TileRequest] = []
    swap(&list, &requests)
    let isOther = hasAskedForDetail != isDetailInFront
    hasAskedForDetail = isDetailInFront
    let isNew =
      isDetailInFront
      ? wantedOfDetail(anew: isOther, into: &list) : deck.wanted(at: now, anew: isOther, into: &list)
    if isNew { tileQueue.replace(with: &list) }
    swap(&list, &requests)
  }

  private mutating func wantedOfDetail(anew isForced: Bool, into list: inout [TileRequest]) -> Bool {
    let direction = front.direction(at: now)
    var isNew = isForced
    let moment = now
    withFront { if $0.wantsAnew(at: moment, direction: direction, reach: .around) { isNew = true } }
    guard isNew else { return false }
    front.appendWanted(at: now, direction: direction, reach: .around, into: &list)
    return true
  }
}
