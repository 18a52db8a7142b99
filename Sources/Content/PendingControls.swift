import Board

/// What fingers have set, and how far each has come. One value is on its way at a time, at most ten a second, and the last always goes;
/// what is shown is what was asked for, until the data says so, or for a bounded time.
public struct PendingControls: Sendable {
  /// One control that shows what somebody has asked for.
  struct Ask: Sendable, Hashable {
    /// Asked for last, and shown; as it is sent.
    var wanted: Double
    var value: Value
    /// The finger has lifted: nothing follows.
    var isFinal: Bool
    /// What it was typed on, if it was.
    let nature: Nature
    /// Counts the asks up: those that began first are first.
    let turn: Int
    /// Sent last, and when, seconds of uptime; nil before the first is.
    var sent: Double?
    var sentAt: Double?
    /// What is on its way.
    var underway: Underway?
    /// What it sent went to a broker, which takes it without a word on what became of it.
    var isPublished = false
    /// All was done: the data has some time to say so.
    fileprivate(set) var settlement: Settlement?

    /// The server has said yes to all of it.
    var isDone: Bool { underway == nil && sent == wanted }

    /// When it is to be looked at again, seconds of uptime.
    fileprivate var nextTurn: Double? {
      guard let sentAt else { return nil }
      if underway != nil { return sentAt + PendingPosts.patience }
      return sent == wanted ? settlement?.end : sentAt + PendingControls.pace
    }

    /// All it has to say has been said: the data has some time from now on.
    fileprivate mutating func settle(at uptime: Double) {
      settlement = Settlement(
        start: uptime, end: uptime + (isFinal ? PendingControls.settling : PendingControls.held))
    }

    /// The data has changed since it was looked at last: it has as much time again, though not for ever.
    fileprivate mutating func waitOn(at uptime: Double) -> Bool {
      guard let known = settlement, known.hasMoved, isFinal,
        uptime - known.start < PendingControls.longestSettling
      else { return false }
      settlement?.hasMoved = false
      settlement?.end = uptime + PendingControls.settling
      return true
    }

    /// What the data says now.
    fileprivate mutating func see(_ value: Double?) {
      guard let known = settlement else { return }
      settlement?.hasMoved = known.hasMoved || known.isSeen && known.seen != value
      settlement?.seen = value
      settlement?.isSeen = true
    }
  }

  /// How the data comes to say what was done.
  struct Settlement: Sendable, Hashable {
    /// Since when it may, and until when; seconds of uptime.
    var start: Double
    var end: Double
    /// What it said last, and whether that has changed since it was waited for last: something is on its way there.
    fileprivate var seen: Double?
    fileprivate var isSeen = false
    fileprivate var hasMoved = false

    fileprivate init(start: Double, end: Double) { (self.start, self.end) = (start, end) }
  }

  /// What is to be known of a control when its answer comes, wherever the panel has gone since.
  struct Nature: Sendable, Hashable {
    /// No data says what it was set to.
    var isForgetful = false
    /// Wrong codes are counted.
    var isKeypad = false
    /// What was typed is in no message.
    var isSecret = false

    init(_ figure: ControlFigure) {
      (isForgetful, isKeypad) = (figure.isForgetful, figure.style == .keypad)
      isSecret = isKeypad || figure.entry?.isHidden == true
    }
  }

  /// A value on its way.
  struct Underway: Sendable, Hashable {
    var number: PendingPosts.Number
    /// As it may be shown in a message.
    var shown: String
  }

  /// Seconds between two values of one control.
  static let pace = 0.1
  /// Seconds the data has to say what was done.
  static let settling = 3.0
  /// The same for what takes its time and tells of it on the way: blinds, a gate, a dimmer that fades.
  static let longestSettling = 90.0
  /// Seconds a finger may hold a control without a word: it has gone, and its lift was lost.
  static let held = 30.0

  /// Alarms may come a rounding error early.
  private static let tolerance = 0.001

  private(set) var asks: [PendingPosts.Place: Ask] = [:]
  private var lastTurn = 0
  /// The control whose question is on the panel, with what it is to be set to.
  private(set) var asked: (place: PendingPosts.Place, wanted: Double, value: Value, nature: Nature)?
  /// How it ended; shown until then, seconds of uptime.
  private var results: [PendingPosts.Place: (state: ControlFigure.State, until: Double)] = [:]

  /// When those that were refused were sent last, seconds of uptime: a finger that is still on one sends no more often for that.
  private var refused: [PendingPosts.Place: Double] = [:]

  /// The most controls that are under way at once: more fingers there are not.
  private static let most = 32

  /// What the control there shows; nil for what the data says.
  subscript(_ place: PendingPosts.Place) -> Ask? { asks[place] }

  /// When one of them is to be looked at again, seconds of uptime.
  var nextTurn: Double? { (asks.values.compactMap(\.nextTurn) + results.values.map(\.until)).min() }

  /// A finger asks for a value.
  ///
  /// - Parameters:
  ///   - wanted: as the control shows it.
  ///   - value: as it is sent.
  mutating func ask(
    _ wanted: Double, _ value: Value, isFinal: Bool, of nature: Nature, at place: PendingPosts.Place, uptime: Double
  ) {
    results[place] = nil
    guard var ask = asks[place] else {
      guard asks.count < Self.most else { return }
      lastTurn += 1
      var ask = Ask(wanted: wanted, value: value, isFinal: isFinal, nature: nature, turn: lastTurn)
      // Codes are slowed down by their own rule.
      ask.sentAt = nature.isKeypad ? nil : refused.removeValue(forKey: place)
      asks[place] = ask
      return
    }
    (ask.wanted, ask.value, ask.isFinal, ask.settlement) = (wanted, value, isFinal, nil)
    if ask.isDone { ask.settle(at: uptime) }
    asks[place] = ask
  }

  /// The finger has gone from a control that is not there any more: what was asked for last is all.
  mutating func lift(from place: PendingPosts.Place, uptime: Double) {
    guard var ask = asks[place], !ask.isFinal else { return }
    ask.isFinal = true
    if ask.isDone { ask.settle(at: uptime) }
    asks[place] = ask
  }

  /// Those that have something to send now: nothing of theirs is on its way, and the last was a while ago.
  func due(at uptime: Double) -> [(place: PendingPosts.Place, ask: Ask)] {
    asks.filter { _, ask in
      ask.underway == nil && ask.sent != ask.wanted
        && ask.sentAt.map { uptime >= $0 + Self.pace - Self.tolerance } ?? true
    }.map { ($0.key, $0.value) }.sorted { $0.ask.turn < $1.ask.turn }
  }

  /// What a control asks for is on its way.
  mutating func send(
    _ number: PendingPosts.Number, shown: String, isPublished: Bool, from place: PendingPosts.Place, uptime: Double
  ) {
    guard var ask = asks[place] else { return }
    ask.isPublished = isPublished
    (ask.sent, ask.sentAt) = (ask.wanted, uptime)
    ask.underway = Underway(number: number, shown: shown)
    asks[place] = ask
  }

  /// The control that something on its way came from.
  func place(of number: PendingPosts.Number) -> PendingPosts.Place? {
    asks.first { $0.value.underway?.number == number }?.key
  }

  /// What a server says of what a control has sent, without what was typed there in secret: some say it back.
  func withoutSecrets(_ words: String?, of number: PendingPosts.Number) -> String? {
    guard let words, let place = place(of: number), let ask = asks[place], ask.nature.isSecret,
      case .text(let typed) = ask.value, !typed.isEmpty
    else { return words }
    return words.contains(typed) || [Secret(typed)].hidden(in: words) != words ? nil : words
  }

  /// What is on its way has ended.
  ///
  /// - Parameter failure: a word for people, when it was not done.
  /// - Returns: the control it came from, if a finger has lifted from it and it has nothing more to send; nil also for what nobody waits for.
  mutating func end(
    _ number: PendingPosts.Number, failure: String?, uptime: Double
  ) -> (place: PendingPosts.Place, nature: Nature, isPublished: Bool)? {
    guard let place = asks.first(where: { $0.value.underway?.number == number })?.key, var ask = asks[place] else {
      return nil
    }
    ask.underway = nil
    // Another value was asked for meanwhile: that one decides.
    let isLast = ask.sent == ask.wanted
    if isLast, let failure {
      drop(place, saying: failure, uptime: uptime)
      return (place, ask.nature, ask.isPublished)
    }
    if isLast { ask.settle(at: uptime) }
    asks[place] = ask
    return isLast && ask.isFinal ? (place, ask.nature, ask.isPublished) : nil
  }

  /// Those that were sent and have had no answer for too long.
  func late(at uptime: Double) -> [Underway] {
    asks.values.compactMap { ask in
      guard let sentAt = ask.sentAt, uptime >= sentAt + PendingPosts.patience - Self.tolerance else { return nil }
      return ask.underway
    }.sorted { $0.number < $1.number }
  }

  /// Those whose data has not said in time what was done.
  mutating func unsettled(at uptime: Double) -> [PendingPosts.Place] {
    let over = asks.filter { _, ask in
      ask.underway == nil && ask.settlement.map { uptime >= $0.end - Self.tolerance } ?? false
    }
    return over.sorted { $0.value.turn < $1.value.turn }.map(\.key).filter { place in
      // Is there: it has just been looked up.
      !(asks[place]?.waitOn(at: uptime) ?? false)
    }
  }

  /// The control there shows what the data says again.
  ///
  /// - Parameter word: why, for people; nil when nothing is wrong.
  mutating func drop(_ place: PendingPosts.Place, saying word: String?, uptime: Double) {
    if word != nil { refused[place] = asks[place]?.sentAt }
    asks[place] = nil
    results[place] = word.map { (.failed($0), uptime + PendingPosts.shown) }
  }

  /// All was done, and no data will say so.
  mutating func finish(_ place: PendingPosts.Place, saying word: String, uptime: Double) {
    asks[place] = nil
    results[place] = (.done(word), uptime + PendingPosts.shown)
  }

  /// Somebody goes on: how it ended is old.
  mutating func forgetResult(at place: PendingPosts.Place) { results[place] = nil }

  /// The board wants to be asked before it sets a control.
  mutating func beginQuestion(at place: PendingPosts.Place, _ wanted: Double, _ value: Value, of nature: Nature) {
    asked = (place, wanted, value, nature)
  }

  /// The question has been answered.
  ///
  /// - Returns: whether it was this control's.
  mutating func endQuestion(at place: PendingPosts.Place, isYes: Bool, uptime: Double) -> Bool {
    guard let question = asked, question.place == place else { return false }
    asked = nil
    if isYes {
      ask(question.wanted, question.value, isFinal: true, of: question.nature, at: place, uptime: uptime)
    }
    return true
  }

  /// Takes away words that have been shown long enough.
  mutating func clear(at uptime: Double) {
    results = results.filter { $0.value.until > uptime }
    refused = refused.filter { uptime < $0.value + Self.pace }
  }

  /// Shows on controls what was asked for; what the data says by itself is over.
  mutating func mark(_ cards: inout [Card], page: Int, detail: CardID?, in language: Language) {
    guard !asks.isEmpty || !results.isEmpty else { return }
    for index in cards.indices where cards[index].kind.isControl {
      let place = PendingPosts.Place(page: page, detail: detail, card: cards[index].id)
      guard case .control(var figure)? = cards[index].figure else { continue }
      if let ask = asks[place] {
        // Confirmed.
        if ask.settlement != nil, ask.isFinal, figure.confirms(ask.wanted, ask.value) {
          asks[place] = nil
        } else {
          asks[place]?.see(figure.value)
          figure.show(ask.wanted, ask.value, in: language)
          figure.state = ask.isFinal ? .busy : .ready
        }
      } else if let result = results[place] {
        figure.state = result.state
      } else {
        continue
      }
      cards[index].figure = .control(figure)
    }
  }
}
