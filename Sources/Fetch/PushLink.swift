import Board
import Dispatch
import Numbers
import Synchronization

/// News of a link.
enum LinkNews: Sendable {
  /// What its messages are added to has been asked for.
  case base(FetchOutcome)
  /// The first that came first; never none.
  case messages([PushedMessage])
  /// It stands, and has brought nothing yet.
  case standing
  /// It is over.
  case ended(FetchError)
}

/// A source's link that stands: takes what comes by itself, and hands over what has gathered no more often than anybody can see.
///
/// What comes just after the link has begun to stand comes together; after that the first message goes on at once.
final class PushLink: Sendable {
  /// Seconds without a message after which the first ones are all there, and how long that may take.
  private static let settling = 0.05
  private static let settlingLimit = 1.0
  /// Seconds until a link that has brought nothing counts as one that stands all the same.
  private static let patience = 1.0
  /// Bytes that are kept while what came before is being read; the server waits then.
  private static let room = 4 << 20

  private enum Phase: Sendable, Equatable {
    case connecting
    /// Stands since then, and has brought the last message then; seconds of uptime.
    case settling(since: Double, last: Double)
    case live
    case over
  }

  private enum Reader: Sendable {
    case events(EventStream, named: Set<String>)
    case lines(LineStream)
    case pictures(MultipartStream)
    case none

    /// Without what it has of a message that will never be whole: whoever holds a link that is over does not hold that.
    var atRest: Reader {
      switch self {
      case .events(let stream, let named): .events(EventStream(after: stream), named: named)
      case .lines, .pictures, .none: .none
      }
    }
  }

  private struct State: Sendable {
    var phase = Phase.connecting
    var gathered: Gathered
    var reader: Reader
    var allowance = NewsAllowance()
    /// Something is under way to hand over what has gathered.
    var isPlanned = false
    var isFull = false
    /// When something came last, if only a word that it lives; seconds of uptime.
    var heardAt = 0.0
    /// Where it leaves this machine; nil while that is not known.
    var place: PeerAddress?
    /// The answer it begins with has not come.
    var awaitsBase: Bool
    var base: FetchOutcome?
  }

  let request: FetchRequest
  private let queue = DispatchQueue(label: "vitrine.fetch.link", qos: .utility)
  private let wallClock: @Sendable () -> Double
  /// By which it is told how much anybody can see.
  private let timer: any LoadTimer
  private let news: @Sendable (LinkNews) -> Void
  private let state: Mutex<State>
  /// Of what brings the bytes.
  private struct Ways: Sendable {
    var end: @Sendable () -> Void
    /// After it was full.
    var goOn: @Sendable () -> Void
    var stood: @Sendable () -> Void
  }

  private let ways = Mutex<Ways?>(nil)

  /// - Parameters:
  ///   - request: with a stream.
  ///   - lastID: of the event the link before has brought last.
  ///   - timer: of whoever looks at what it brings; its own alarm.
  ///   - news: called on a queue of the link, one after the other; what comes meanwhile gathers.
  init(
    _ request: FetchRequest, after lastID: String = "", wallClock: @escaping @Sendable () -> Double,
    timer: any LoadTimer = DispatchLoadTimer(),
    news: @escaping @Sendable (LinkNews) -> Void
  ) {
    self.request = request
    self.wallClock = wallClock
    self.timer = timer
    self.news = news
    let stream = request.stream ?? FetchRequest.Stream(.lines)
    let reader: Reader
    var rule = stream.keepsAll ? Gathered.Rule.none : .lastFew
    switch stream.kind {
    case .events(let names): reader = .events(EventStream(limit: request.bodyLimit, lastID: lastID), named: names)
    case .lines: reader = .lines(LineStream(limit: request.bodyLimit))
    case .topics: (reader, rule) = (.none, .lastOfTopic)
    // What parts them the answer says.
    case .pictures: (reader, rule) = (.none, .last)
    }
    state = Mutex(State(gathered: Gathered(rule), reader: reader, awaitsBase: stream.start != nil))
  }

  /// Begins: what brings the bytes is about to, or under way.
  ///
  /// - Parameters:
  ///   - end: ends it.
  ///   - goOn: has it go on after the link was full.
  ///   - stood: told when the link stands.
  func begin(
    end: @escaping @Sendable () -> Void, goOn: @escaping @Sendable () -> Void,
    stood: @escaping @Sendable () -> Void = {}
  ) {
    ways.withLock { $0 = Ways(end: end, goOn: goOn, stood: stood) }
    let timeout = request.timeout
    queue.asyncAfter(deadline: .now() + timeout) { [weak self] in
      guard let self, state.withLock({ $0.phase == .connecting }) else { return }
      let host = Address.host(of: request.address)
      finish(FetchError(.incomplete(host, seconds: timeout), fetching: request.address))
      endBytes()
    }
    // Ended before anything could be told of it.
    if state.withLock({ $0.phase == .over }) { endBytes() }
  }

  /// Nobody wants it any more: nothing more is told.
  func cancel() {
    state.withLock { state in
      state.phase = .over
      state.reader = state.reader.atRest
      _ = state.gathered.take()
    }
    timer.setAlarm(at: nil) {}
    endBytes()
  }

  /// The machine has these addresses now. What goes over another one is over, and nobody else will ever say so.
  func addressesChanged(_ addresses: LocalAddresses) {
    guard let place = state.withLock({ $0.place }), !addresses.holds(place) else { return }
    finish(FetchError(.addressGone(Address.host(of: request.address)), fetching: request.address))
    endBytes()
  }

  /// Seconds since something came, if only a word that it lives; nil where that is not known: before it stands, and of a broker, which is asked.
  var silence: Double? {
    let now = Self.uptime()
    return state.withLock { state in
      guard request.stream?.kind != .topics, state.phase != .connecting, state.phase != .over else { return nil }
      return max(now - state.heardAt, 0)
    }
  }

  /// The machine has slept for so many seconds, and its clock with it.
  func slept(for seconds: Double) { state.withLock { $0.heardAt -= seconds } }

  /// The id of the last event, and how long the server asks to wait before the next connection, in seconds.
  var resumption: (lastID: String, retry: Double?) {
    state.withLock { state in
      if case .events(let events, _) = state.reader { (events.lastID, events.retry) } else { ("", nil) }
    }
  }

  /// Whether nothing more is taken until what is here has been handed over.
  var isFull: Bool {
    state.withLock { state in
      state.isFull = state.gathered.bytes >= Self.room
      return state.isFull
    }
  }

  // MARK: From whoever brings the bytes

  /// It stands.
  func stand() {
    let now = Self.uptime()
    let isFirst = state.withLock { state in
      guard state.phase == .connecting else { return false }
      state.phase = .settling(since: now, last: now)
      state.heardAt = now
      return true
    }
    guard isFirst else { return }
    if let most = request.stream?.silence { listen(for: most, after: most) }
    ways.withLock { $0?.stood }?()
    queue.asyncAfter(deadline: .now() + Self.settling) { self.settle() }
  }

  /// Gives it up once it has been silent for so many seconds: a server may hang while its connection lives.
  private func listen(for most: Double, after wait: Double) {
    queue.asyncAfter(deadline: .now() + wait) { [weak self] in
      guard let self, let silence = self.silence else { return }
      // What waits to be read has come.
      let isRead = state.withLock { !$0.isFull }
      // Clocks of floating seconds and of whole nanoseconds differ in their last digit.
      guard isRead, silence >= most * 0.999 else {
        return listen(for: most, after: isRead ? most - silence : most)
      }
      let host = Address.host(of: request.address)
      finish(FetchError(.streamSilent(host, seconds: most), fetching: request.address))
      endBytes()
    }
  }

  /// The answer that messages are added to has come, or will not.
  func begins(with outcome: FetchOutcome) {
    state.withLock { state in
      state.awaitsBase = false
      state.base = outcome
    }
    if let error = outcome.error {
      finish(error)
      endBytes()
    }
  }

  /// A message of a broker has come.
  func add(_ bytes: [UInt8], of topic: String, isRetained: Bool) {
    add(PushedMessage(topic: topic, bytes: bytes, time: wallClock(), isRetained: isRetained))
  }

  private func add(_ message: PushedMessage) {
    let mustPlan = state.withLock { state -> Bool in
      guard state.phase != .over else { return false }
      state.gathered.add(message)
      if case .settling(let since, _) = state.phase { state.phase = .settling(since: since, last: Self.uptime()) }
      guard state.phase == .live, !state.isPlanned else { return false }
      state.isPlanned = true
      return true
    }
    if mustPlan { queue.async { self.handOver() } }
  }

  /// It is over; what has gathered is handed over before that is told.
  func finish(_ error: FetchError) {
    let rest = state.withLock { state -> [PushedMessage]? in
      guard state.phase != .over else { return nil }
      if case .lines(var lines) = state.reader, case .streamEnded = error.cause {
        var last: [[UInt8]] = []
        lines.end(into: &last)
        for bytes in last { state.gathered.add(PushedMessage(bytes: bytes, time: wallClock())) }
      }
      defer {
        state.phase = .over
        state.reader = state.reader.atRest
      }
      return state.awaitsBase || state.base != nil ? [] : state.gathered.take()
    }
    guard let rest else { return }
    timer.setAlarm(at: nil) {}
    queue.async { [news] in
      if !rest.isEmpty { news(.messages(rest)) }
      news(.ended(error))
    }
  }

  // MARK: On the link's queue

  /// Waits until what comes at the beginning is there.
  private func settle() {
    enum Next {
      case wait
      case handOver(FetchOutcome?, [PushedMessage])
      case nothing
    }
    let now = Self.uptime()
    let next = state.withLock { state -> Next in
      guard case .settling(let since, let last) = state.phase else { return .nothing }
      let isQuiet = now - last >= Self.settling * 0.9
      let isThere =
        !state.gathered.isEmpty || state.base != nil
        ? isQuiet || now - since >= Self.settlingLimit : now - since >= Self.patience
      guard isThere, !state.awaitsBase else { return .wait }
      defer {
        state.phase = .live
        state.base = nil
      }
      return .handOver(state.base, state.gathered.take())
    }
    switch next {
    case .wait: queue.asyncAfter(deadline: .now() + Self.settling) { self.settle() }
    case .handOver(let base, let messages):
      if let base { news(.base(base)) }
      if !messages.isEmpty { news(.messages(messages)) } else if base == nil { news(.standing) }
      goOn()
      again()
    case .nothing: break
    }
  }

  private func handOver() {
    let (later, messages) = state.withLock { state -> (Double?, [PushedMessage]) in
      guard state.phase == .live else { return (nil, []) }
      if let later = state.allowance.take(at: timer.now()) { return (later, []) }
      return (nil, state.gathered.take())
    }
    if let later {
      // Whoever rings waits until it has been handed over: in virtual time nothing goes on before.
      return timer.setAlarm(at: later) { [weak self] in self.map { link in link.queue.sync { link.handOver() } } }
    }
    if !messages.isEmpty { news(.messages(messages)) }
    goOn()
    again()
  }

  /// What came meanwhile is handed over as well.
  private func again() {
    let mustPlan = state.withLock { state in
      state.isPlanned = state.phase == .live && !state.gathered.isEmpty
      return state.isPlanned
    }
    if mustPlan { queue.async { self.handOver() } }
  }

  private func goOn() {
    let wasFull = state.withLock { state in
      defer { state.isFull = false }
      return state.isFull
    }
    if wasFull { ways.withLock { $0?.goOn }?() }
  }

  private func endBytes() { ways.withLock { $0?.end }?() }

  private static func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

extension PushLink: StreamSink {
  func opened(contentType: String?, from place: PeerAddress?) -> FetchError.Cause? {
    state.withLock { $0.place = place }
    let type = (contentType ?? "").prefix { $0 != ";" }.lowercased()
    switch request.stream?.kind {
    case .pictures:
      guard let stream = MultipartStream(type: contentType ?? "", limit: request.bodyLimit) else {
        let kind = type.isEmpty ? "something" : String(type.prefix(60))
        return .content(
          "the server sent \(kind), not a stream of pictures (multipart/x-mixed-replace); a single picture is shown without \"live\""
        )
      }
      state.withLock { $0.reader = .pictures(stream) }
    case .events where !type.hasPrefix("text/event-stream"):
      let kind = type.isEmpty ? "something" : String(type.prefix(60))
      return .content("the server sent \(kind), not an event stream (text/event-stream); check the address")
    case .lines where type.hasPrefix("text/html"):
      return .content("the server sent a web page, not lines; check the address, and whether it asks for a login")
    default: break
    }
    stand()
    return nil
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> StreamAppetite {
    if isFull { return .full }
    let time = wallClock()
    let now = Self.uptime()
    let read = state.withLock { state -> [PushedMessage]? in
      state.heardAt = now
      switch state.reader {
      case .events(var stream, let names):
        var events: [EventStream.Event] = []
        state.reader = .none
        let isRight = unsafe stream.take(bytes, into: &events)
        state.reader = .events(stream, named: names)
        guard isRight else { return nil }
        return events.filter { names.isEmpty || names.contains($0.name) }
          .map { PushedMessage(bytes: $0.data, time: time) }
      case .lines(var stream):
        var lines: [[UInt8]] = []
        state.reader = .none
        let isRight = unsafe stream.take(bytes, into: &lines)
        state.reader = .lines(stream)
        return isRight ? lines.map { PushedMessage(bytes: $0, time: time) } : nil
      case .pictures(var stream):
        var parts: [[UInt8]] = []
        state.reader = .none
        let isRight = unsafe stream.take(bytes, into: &parts)
        state.reader = .pictures(stream)
        return isRight ? parts.map { PushedMessage(bytes: $0, time: time) } : nil
      case .none: return []
      }
    }
    guard let read else {
      let isLost = state.withLock { if case .pictures(let stream) = $0.reader { stream.isLost } else { false } }
      return .refused(isLost ? .noPictures(limit: request.bodyLimit) : .messageTooLarge(limit: request.bodyLimit))
    }
    for message in read { add(message) }
    return .taken
  }
}
