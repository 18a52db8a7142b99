import Board
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
      guard let slot = navigation.deck.slot(of: number) else { return }
      // Nobody sees a change on a page that is not on show, nor one before the first picture.
      let isSeen = isAnimated && demand.hasPage && slot == navigation.deck.current && navigation.detail == nil
      navigation.deck.showPage(page, of: slot, isAnimated: isSeen, at: time)
      demand.pageHasCome(at: time)
      demand.update(&navigation, at: now)
      isDirty = true
    case .pages(let pages):
      offer(pages, at: time)
    case .showPage(let number):
      navigation.deck.slot(of: number).map { turn(to: $0, at: time) }
    case .detail(let page, let card, let isAnimated):
      openDetail(page, of: card, isAnimated: isAnimated, at: time)
    case .question(let question?):
      open(question, at: time)
    case .question(nil):
      closeQuestion(answering: nil, at: time)
    case .answer(let isYes):
      closeQuestion(answering: isYes, at: time)
    case .press(let card, let part, let detail):
      press(card, part: part, inDetailOf: detail, at: time)
    case .slide(let card, let share, let detail):
      slide(card, to: share, inDetailOf: detail, at: time)
    case .tile(let pixmap, let key):
      if navigation.insert(pixmap, for: key, at: time) { isDirty = true }
    case .invalidate(let keys):
      navigation.invalidate(keys)
      isDirty = true
    case .colors(let next):
      // Nobody has seen other ones before the first picture.
      chrome.setTheme(next, isSeen: demand.hasPage, at: time)
      isDirty = true
    case .refreshControl(let control):
      use(control, at: time)
      isDirty = true
    case .refreshSprite(let pixmap, let index):
      // One that comes late may be of the control before.
      guard index >= 0, index < chrome.sprites.count else { break }
      chrome.sprites[index] = pixmap
      isDirty = true
    case .refreshPictures(let gate, let count):
      gate.open(for: count)
      if gate === self.gate, showsRefresh { isDirty = true }
    case .refreshEnded(let task, let outcome):
      tellRefresh(.done(task: task, outcome), at: time)
    case .beginRefresh:
      tellRefresh(.begin, at: time)
    case .scrollTo(let pixel):
      // Whoever held the page held it elsewhere.
      cancelTouches(at: time)
      navigation.deck.withFront { $0.jump(toRow: pixel, at: time) }
      showExtent(at: time)
      isDirty = true
    case .refreshEnabled(let isEnabled):
      tellRefresh(isEnabled ? .enable : .disable, at: time)
    case .notice(let pixmap):
      chrome.notice = pixmap
      isDirty = true
    case .staleChip(let pixmap, let number):
      guard let slot = navigation.deck.slot(of: number) else { return }
      navigation.setChip(pixmap, of: slot, at: time)
      isDirty = true
    case .motion(let isCalm):
      self.isCalm = isCalm
      navigation.setCalm(isCalm || ease.isStill)
    case .ease(let next):
      take(next, at: time)
    case .eased:
      demand.allHasCome(at: time)
      demand.update(&navigation, at: now)
    case .idle(let rule):
      rest.rule = rule
    case .ladder(let ladder):
      rest.setLadder(ladder)
    case .night(let share):
      rest.setNight(share)
    case .hears(let isOn):
      // Whoever comes is told where he is, also where the one before him was.
      hearing = Hearing(isOn: isOn)
      // What is before him is told with the next frame.
      isDirty = true
    case .unfinished(let isOn):
      // In the dark nobody types; what was pressed from elsewhere is nobody's.
      if isOn, rest.isDark { return ask(.stay(.unfinished)) }
      stay.unfinished = isOn ? time : nil
      if isOn { stay.resume() }
      isDirty = true
    case .lamp(let isThere):
      rest.hasLamp = isThere
      isDirty = true
    case .light(let order):
      rest.obey(order, at: time)
      isDirty = true
    // The loop's business, which has the picture, and that of who writes down what happens.
    case .picture, .board: break
    case .stop:
      demand.close()
    }
  }
}
