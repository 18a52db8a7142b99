import Board
import Motion
import Numbers
import Scene

/// Tells whoever has used the panel before what he has opened and chosen is undone, so that he may say that he is still there.
struct StayWatch {
  /// He has been told.
  private(set) var isTold = false
  /// He has gone, and nobody has come since.
  private(set) var isOver = false
  /// When somebody last went on with a code that is not finished; nil when there is none.
  var unfinished: Double?
  /// A finger that has landed on what tells him: it says that he is there, and presses nothing.
  private var contact: Int?

  /// Seconds before the end. Source: WCAG 2.1, 2.2.1, which asks for no less; of a shorter time half.
  static let notice = 20.0
  /// Seconds without a touch until what was chosen is forgotten, where the board has no rule of its own.
  static let patience = 120.0
  /// Seconds without a touch until a code that is not finished is forgotten.
  static let codePatience = 60.0

  /// When he is told of an end that comes after so many seconds without a touch.
  static func notice(of end: (at: Double, after: Double)) -> Double { end.at - min(notice, end.after / 2) }

  /// - Returns: what is to be said now, if anything.
  mutating func advance(to time: Double, end: (at: Double, after: Double)?) -> Stay? {
    let isNear = end.map { time >= Self.notice(of: $0) } ?? false
    guard isNear != isTold else { return nil }
    isTold = isNear
    return isNear ? .ending : .goesOn
  }

  /// It has ended.
  mutating func end() { (isTold, isOver, contact, unfinished) = (false, true, nil, nil) }

  /// Somebody is there.
  mutating func resume() { isOver = false }

  /// Nothing is asked, and no finger answers.
  var isAtRest: Bool { !isTold && contact == nil }

  mutating func walkAtRest(_ walk: inout some StateWalk) {
    walk.walk(&isOver)
    walk.walk(&unfinished)
  }

  /// - Parameter isOnNotice: whether it lies on what tells him.
  /// - Returns: whether the finger presses nothing.
  mutating func swallows(_ event: TouchEvent, isOnNotice: Bool) -> Bool {
    if event.phase == .down, isTold, contact == nil, isOnNotice {
      contact = event.contact
      return true
    }
    guard event.contact == contact else { return false }
    if event.phase == .up || event.phase == .cancel { contact = nil }
    return true
  }
}

extension Kiosk {
  /// When what somebody has opened or chosen is undone, and after how long without a touch; nil when there is nothing to undo.
  private var stayEnd: (at: Double, after: Double)? {
    guard !stay.isOver else { return nil }
    let last = rest.lastTouch ?? now
    var end: (at: Double, after: Double)?
    if let question = navigation.question, !question.isAnswered {
      end = (question.expires(after: rest.lastTouch ?? 0), QuestionView.patience)
    }
    if let rule = rest.rule, let due = idleTime, isAway(from: rule.action) {
      end = sooner(end, (due, restTime(of: rule)))
    }
    if isEased, !isTouched {
      let after = rest.rule.map { $0.action.isReturn ? restTime(of: $0) : StayWatch.patience } ?? StayWatch.patience
      end = sooner(end, (last + after, after))
    }
    // With the light all of it goes.
    if isEased || end != nil || stay.unfinished != nil, let dark = rest.power.darkTime { end = sooner(end, dark) }
    return end
  }

  /// When a code that is not finished is forgotten.
  private var codeEnd: (at: Double, after: Double)? {
    stay.unfinished.map { (max($0, rest.lastTouch ?? $0) + StayWatch.codePatience, StayWatch.codePatience) }
  }

  /// What he is told of next.
  private var nextEnd: (at: Double, after: Double)? { codeEnd.map { sooner(stayEnd, $0) } ?? stayEnd }

  private func sooner(
    _ a: (at: Double, after: Double)?, _ b: (at: Double, after: Double)
  ) -> (at: Double, after: Double) {
    guard let a, a.at <= b.at else { return b }
    return a
  }

  /// Whether what the rule does takes something away from who has used the panel.
  private func isAway(from action: IdleRule.Action) -> Bool {
    if navigation.detail != nil || navigation.isAsking { return true }
    if action.isReturn, stay.unfinished != nil { return true }
    guard action.isReturn else { return isEased || hearing.isOn }
    return navigation.deck.front.firstRow(at: now) > 0 || hearing.isOn
      || action == .home && navigation.deck.current != 0
  }

  /// Who listens is there longer than he touches anything; who has chosen how he reads is not turned away from it by a page that turns.
  func restTime(of rule: IdleRule) -> Double {
    hearing.isOn || isEased && !rule.action.isReturn ? max(rule.after, StayWatch.patience) : rule.after
  }

  /// When something is to be said, or done, about whether he is still there.
  var stayTime: Double? {
    nextEnd.map { stay.isTold ? $0.at : StayWatch.notice(of: $0) }
  }

  /// Says that it ends, or that it goes on after all; and ends what was chosen.
  mutating func advanceStay() {
    if let end = codeEnd, now >= end.at {
      stay.unfinished = nil
      ask(.stay(.unfinished))
    }
    if let news = stay.advance(to: now, end: nextEnd) { ask(.stay(news)) }
    if let end = stayEnd, isEased, now >= end.at { endStay() }
  }

  /// Somebody has chosen something that makes the panel easier to use, or is about to.
  var isEased: Bool {
    ease.isChosen || navigation.isDetailInFront && navigation.detail?.card == Ease.symbol
  }

  /// Nobody is there.
  mutating func endStay() {
    guard !stay.isOver, stay.isTold || isEased || stay.unfinished != nil else { return }
    stay.end()
    ease.isChosen = false
    ask(.stay(.over))
  }

  /// Whether a position lies on the strip that asks.
  func isOnNotice(_ point: Point) -> Bool {
    guard let notice = chrome.notice else { return false }
    return point.y >= Double(size.height - notice.size.height)
  }
}

extension IdleRule.Action {
  /// It leads back to where the panel begins.
  var isReturn: Bool { self == .top || self == .home }
}
