import CLinux
import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// A panel at a broker, for as long as it runs: says that it is there and how it is, takes what is asked of it, and has the broker say when
/// it is gone. A connection that ends is made again, later and later, and differently on each panel.
///
/// Of each topic only the last message waits to be sent: a slow broker costs news, not memory.
public final class BrokerPresence: Sendable {
  // Many properties: whom it tells, what it waits for, and what people know already.
  /// Something to be published, which the broker keeps for those who come later.
  public struct Message: Sendable, Hashable {
    /// Where.
    public var topic: String
    /// What.
    public var payload: [UInt8]

    /// For the parameters see the properties.
    public init(_ topic: String, _ payload: [UInt8]) { (self.topic, self.payload) = (topic, payload) }
  }

  /// Which broker, and what is said there.
  public struct Setup: Sendable {
    fileprivate let address: BrokerAddress
    /// What stands behind the broker in the address.
    public var base: String { address.topic }
    /// Said when we come, and kept.
    public var birth = Message("", [])
    /// Said when we have gone, and kept. Said while we are there, by another of our name or by a connection of ours that had died, it is
    /// answered with `birth`.
    public var will = Message("", [])
    /// What is listened at.
    public var filter = ""
    /// Who vouches for the broker, instead of those whom the system trusts: the path of a PEM file.
    public var authority: String?
    /// Whom the broker takes us for.
    package var client = PanelIdentity.name
    /// Seconds between two calls of `glanced`, on the thread that waits for the broker: nothing else is woken.
    package var pace = 3.0
    /// Seconds for it to say that it has a message.
    package var acceptance = 30.0
    /// Between attempts.
    package var backoff = Backoff(first: 2, limit: 60, spread: 0.7, seed: PanelIdentity.seed)

    /// - Parameter address: `mqtt://user:password@broker:1883/base`, or `mqtts:`; nil comes of what is none.
    public init?(_ address: String) {
      guard let address = BrokerAddress(address), !address.topic.contains(where: { "+#".contains($0) }) else {
        return nil
      }
      self.address = address
    }

    /// Without user and password.
    public var description: String { address.redacted }
  }

  /// How the connection stands.
  package struct Standing: Sendable, Hashable {
    /// The broker has let us in.
    package var isConnected = false
    /// Since when that is so, or not; seconds of uptime.
    package var since: Double
    /// Why it is not.
    package var problem: String?
  }

  private struct Inbox: Sendable {
    /// In the order they were first put here.
    var topics: [String] = []
    var payloads: [String: [UInt8]] = [:]
    var hasNetworkChanged = false
    /// What addresses the machine has since, where that is known.
    var addresses: LocalAddresses?
    var isOver = false
  }

  /// Seconds for the broker to say that a connection is welcome.
  private static let patience = 10.0
  /// Seconds for it to take what is said last.
  private static let farewell = 2.0
  /// Messages read in a row, before they are passed on.
  private static let mostAtOnce = 64
  /// Messages on their way at once.
  private static let mostUnderWay = 8
  /// Seconds between two answers to who says that we are gone.
  private static let answerPace = 1.0
  /// Births of another that are no chance any more: one may be what a connection of ours has left under way.
  private static let mostStrangers = 2

  private let setup: Setup
  private let welcomed: @Sendable () -> Void
  private let received: @Sendable (_ topic: String, _ payload: [UInt8]) -> Void
  private let glanced: (@Sendable () -> Void)?
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.fetch.presence", qos: .utility)
  // Fits: constants of the kernel's.
  private let wake = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
  private let inbox = Mutex(Inbox())
  private let ended = DispatchSemaphore(value: 0)
  private let stands = Mutex(Standing(since: BrokerPresence.uptime()))
  /// Whether people know that there is another of this name.
  private let hasToldOfOther = Atomic(false)
  /// Whether people know that it was lost, and not yet that it is there again.
  private let hasToldOfLoss = Atomic(false)
  private let listening = Mutex<NetworkWatch.Listening?>(nil)
  /// Which refusal people know of.
  private let told = Mutex<String?>(nil)

  /// Connects, and goes on for good.
  ///
  /// - Parameters:
  ///   - welcomed: called each time the broker has let us in, on a queue of this.
  ///   - received: takes what is asked, on the same queue: never what lay at the broker before we came, which was asked of another run.
  ///   - glanced: called on the same queue from time to time while the broker lets us in; nil for nothing.
  ///   - log: takes lines for people.
  public convenience init(
    _ setup: Setup, welcomed: @escaping @Sendable () -> Void,
    received: @escaping @Sendable (_ topic: String, _ payload: [UInt8]) -> Void,
    glanced: (@Sendable () -> Void)? = nil, log: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      setup, network: NetworkWatch(), welcomed: welcomed, received: received, glanced: glanced, log: log)
  }

  init(
    _ setup: Setup, network: NetworkWatch, welcomed: @escaping @Sendable () -> Void,
    received: @escaping @Sendable (_ topic: String, _ payload: [UInt8]) -> Void,
    glanced: (@Sendable () -> Void)? = nil, log: @escaping @Sendable (String) -> Void
  ) {
    (self.setup, self.welcomed, self.received, self.log) = (setup, welcomed, received, log)
    self.glanced = glanced
    listening.withLock { $0 = network.listen { [weak self] in self?.networkChanged($0) } }
    queue.async { [self] in
      run()
      ended.signal()
    }
  }

  /// How the connection stands now.
  package var standing: Standing { stands.withLock { $0 } }

  /// Publishes soon, once connected; what waits on the same topic is left out.
  public func publish(_ message: Message) {
    inbox.withLock { inbox in
      if inbox.payloads.updateValue(message.payload, forKey: message.topic) == nil {
        inbox.topics.append(message.topic)
      }
    }
    wakeUp()
  }

  /// Says that we go, and goes; waits until that is done, for a few seconds at most.
  public func stop() {
    listening.withLock { $0 = nil }
    inbox.withLock { $0.isOver = true }
    wakeUp()
    _ = ended.wait(timeout: .now() + Self.farewell + 1)
  }

  private func networkChanged(_ addresses: LocalAddresses?) {
    inbox.withLock { inbox in
      inbox.hasNetworkChanged = true
      inbox.addresses = addresses
    }
    wakeUp()
  }

  private func wakeUp() {
    // Fits: a constant.
    _ = eventfd_write(wake.number, 1)
  }

  private var isOver: Bool { inbox.withLock { $0.isOver } }

  // MARK: The thread

  private func run() {
    var failures = 0
    var said: String?
    var name = setup.client + "-seat"
    while !isOver {
      let (cause, since) = serve(as: name)
      if isOver { break }
      var hasStayed = since.map { Self.uptime() - $0 >= LoadPlan.probation } ?? false
      // The broker has no part in that.
      if case .addressGone? = cause { hasStayed = true }
      failures = hasStayed ? 1 : failures + 1
      // Who is let in, and then hung up on, has a name that somebody else comes with.
      if since != nil, !hasStayed {
        name = "\(setup.client)-\(String(UInt16.random(in: 0x1000...0xFFFF), radix: 16))"
      }
      let why = cause.map { "\(FetchError($0, fetching: setup.description))" } ?? "the broker has hung up"
      // Once for each reason, not with each attempt of a night.
      stands.withLock { stands in
        if stands.isConnected { stands.since = Self.uptime() }
        (stands.isConnected, stands.problem) = (false, why)
      }
      if why != said || hasStayed {
        log("broker \(setup.description): \(why); it is tried again")
        hasToldOfLoss.store(true, ordering: .relaxed)
      }
      said = why
      rest(setup.backoff.delay(attempt: failures))
    }
  }

  /// Waits, and no longer than after a first failure from when the network has changed.
  private func rest(_ seconds: Double) {
    var end = Self.uptime() + seconds
    while !isOver, Self.uptime() < end {
      wait(nil, until: end)
      if takeChange() != nil { end = min(end, Self.uptime() + setup.backoff.delay(attempt: 1)) }
    }
  }

  /// - Returns: what addresses there are since the network has changed, where it has; the inner nil where they are not known.
  private func takeChange() -> LocalAddresses?? {
    inbox.withLock { inbox in
      defer { (inbox.hasNetworkChanged, inbox.addresses) = (false, nil) }
      return inbox.hasNetworkChanged ? .some(inbox.addresses) : nil
    }
  }

  /// Talks until it is over.
  ///
  /// - Returns: why, and since when it was welcome, seconds of uptime; nil when it never was.
  private func serve(as name: String) -> (cause: FetchError.Cause?, since: Double?) {
    var request = FetchRequest(setup.description)
    request.authorityFile = setup.authority
    let key = BrokerHub.Key(setup.address, request)
    let talkSetup = BrokerTalk.Setup(
      key: key, name: name, will: (setup.will.topic, setup.will.payload))
    guard let talk = BrokerTalk(talkSetup, at: Self.uptime()) else { return (.noMosquitto, nil) }
    if let cause = talk.connect() { return (cause, nil) }
    let host = setup.address.broker.hostAndPort
    var stay = Stay(deadline: Self.uptime() + Self.patience, acceptance: setup.acceptance)
    while true {
      if let cause = take(talk, &stay) { return (cause, stay.welcomeSince) }
      if let addresses = takeChange() ?? nil, let place = talk.place, !addresses.holds(place) {
        return (.addressGone(setup.address.broker.hostAndPort), stay.welcomeSince)
      }
      let now = Self.uptime()
      if !stay.isWelcome, now >= stay.deadline {
        return (.noConnection(setup.address.broker.hostAndPort, seconds: Self.patience), nil)
      }
      if stay.isWelcome {
        contradict(&stay, at: now)
        glance(&stay, at: now)
        send(talk, &stay, at: now)
        // It answers, and takes nothing: what it keeps of us grows older and older.
        if let oldest = stay.underWay.values.min(), now - oldest >= setup.acceptance, !stay.waitsOn(talk, at: now) {
          return (
            .brokerRefused(host, "it has not taken a message for \(Int(clamping: setup.acceptance)) s"),
            stay.welcomeSince
          )
        }
      }
      if isOver, leave(talk, &stay, at: now) { return (nil, stay.welcomeSince) }
      if let cause = talk.lookAfter(at: now) { return (cause, stay.welcomeSince) }
      // Time alone brings nothing to be read, and reading wakes who watches over it.
      guard wait(talk, until: min(talk.nextCare, stay.nextTurn)) else { continue }
      // What a secure connection has already decrypted does not make its socket readable.
      for turn in 1...Self.mostAtOnce {
        let (hasMore, problem) = talk.read()
        if let problem {
          // What came whole before the end counts.
          return (take(talk, &stay) ?? problem, stay.welcomeSince)
        }
        if !hasMore { break }
        if turn == Self.mostAtOnce || talk.hasMuch {
          wakeUp()
          break
        }
      }
      if talk.wantsToWrite, let cause = talk.write() { return (cause, stay.welcomeSince) }
    }
  }

  /// One connection.
  private struct Stay {
    /// Seconds of uptime.
    var welcomeSince: Double?
    let deadline: Double
    let acceptance: Double
    /// By their numbers, and since when; seconds of uptime.
    var underWay: [Int32: Double] = [:]
    /// What was asked to be told of, by the number of the question.
    var asked: [Int32: String] = [:]
    /// The last word has been said; how long it is waited for.
    var leavesBy: Double?
    /// When somebody is told who says that we are gone; nil while nobody does.
    var contradictsAt: Double?
    /// When that was done last.
    var contradicted = -Double.infinity
    /// When all is looked at.
    var glancesAt = Double.infinity
    /// Births that have gone out, and those that were heard.
    var births = 0
    var birthsHeard = 0

    var isWelcome: Bool { welcomeSince != nil }

    /// Whether the broker cannot have all of it yet; then its time begins anew.
    mutating func waitsOn(_ talk: BrokerTalk, at now: Double) -> Bool {
      guard talk.isSending else { return false }
      for number in underWay.keys { underWay[number] = now }
      return true
    }

    /// When something is due though nothing comes in.
    var nextTurn: Double {
      guard isWelcome else { return deadline }
      let stuck = underWay.values.min().map { $0 + acceptance } ?? .infinity
      return leavesBy ?? min(contradictsAt ?? .infinity, glancesAt, stuck)
    }
  }

  private func take(_ talk: BrokerTalk, _ stay: inout Stay) -> FetchError.Cause? {
    let news = talk.takeNews()
    if let code = news.welcome {
      guard code == 0 else { return talk.refusal(code) }
      let now = Self.uptime()
      stay.welcomeSince = now
      stands.withLock { $0 = Standing(isConnected: true, since: now) }
      if hasToldOfLoss.exchange(false, ordering: .relaxed) { log("broker \(setup.description): connected again") }
      for filter in [setup.filter, setup.will.topic] where !filter.isEmpty {
        guard let number = talk.subscribe(filter, at: now) else {
          return .brokerLeft(setup.address.broker.hostAndPort)
        }
        stay.asked[number] = filter
      }
      publish(setup.birth)
      welcomed()
    }
    for (number, grade) in news.subscribed {
      if let filter = stay.asked.removeValue(forKey: number), grade >= 128 { refused(filter) }
    }
    for number in news.published { stay.underWay[number] = nil }
    for (place, message) in news.messages.enumerated() where !news.retained.contains(place) {
      if message.topic == setup.will.topic {
        hear(message.bytes, &stay)
      } else {
        received(message.topic, message.bytes)
      }
    }
    return nil
  }

  /// The broker lets us in and does not tell us what is asked: what is told it is right, and nobody can steer the panel.
  private func refused(_ filter: String) {
    let refusal = FetchError.Cause.brokerRefused(setup.address.broker.hostAndPort, "this user may not read \(filter)")
    let why = "\(FetchError(refusal, fetching: setup.description))"
    let isNew = stands.withLock { stands in
      defer { stands.problem = why }
      return stands.problem != why
    }
    let isNews = told.withLock { told in
      defer { told = why }
      return told != why
    }
    if isNew, isNews {
      log("broker \(setup.description): \(why); the panel is told of, and nothing that is asked there is heard")
    }
  }

  /// Takes what is said of us, by whomever.
  private func hear(_ payload: [UInt8], _ stay: inout Stay) {
    guard stay.leavesBy == nil else { return }
    if payload == setup.will.payload {
      stay.contradictsAt = max(Self.uptime(), stay.contradicted + Self.answerPace)
    } else if payload == setup.birth.payload {
      stay.birthsHeard += 1
      guard stay.birthsHeard - stay.births >= Self.mostStrangers, !hasToldOfOther.exchange(true, ordering: .relaxed)
      else {
        return
      }
      log(
        "broker \(setup.description): another panel says that it is there on \(setup.birth.topic), as this one does: what is told and "
          + "asked there concerns both; give each a topic of its own behind the broker, such as --mqtt mqtt://broker/panels/hall"
      )
    }
  }

  private func glance(_ stay: inout Stay, at now: Double) {
    guard let glanced, stay.leavesBy == nil else { return }
    if stay.glancesAt <= now { glanced() }
    if stay.glancesAt <= now || stay.glancesAt == .infinity { stay.glancesAt = now + setup.pace }
  }

  /// Whoever has said that we are gone is mistaken.
  private func contradict(_ stay: inout Stay, at now: Double) {
    guard let due = stay.contradictsAt, due <= now else { return }
    (stay.contradictsAt, stay.contradicted) = (nil, now)
    publish(setup.birth)
  }

  private func send(_ talk: BrokerTalk, _ stay: inout Stay, at now: Double) {
    while stay.underWay.count < Self.mostUnderWay, stay.leavesBy == nil {
      let next = inbox.withLock { inbox -> Message? in
        guard !inbox.topics.isEmpty else { return nil }
        // Fits: it has just been seen that there is one.
        let topic = inbox.topics.removeFirst()
        return inbox.payloads.removeValue(forKey: topic).map { Message(topic, $0) }
      }
      guard let next else { return }
      if let number = talk.publish(next.payload, to: next.topic, isRetained: true, at: now) {
        stay.underWay[number] = now
        if next == setup.birth { stay.births += 1 }
      }
    }
  }

  /// - Returns: whether all is said.
  private func leave(_ talk: BrokerTalk, _ stay: inout Stay, at now: Double) -> Bool {
    guard stay.isWelcome else { return true }
    if stay.leavesBy == nil {
      stay.leavesBy = now + Self.farewell
      if let number = talk.publish(setup.will.payload, to: setup.will.topic, isRetained: true, at: now) {
        stay.underWay[number] = now
      }
    }
    guard stay.underWay.isEmpty || now >= stay.leavesBy ?? now else { return false }
    talk.disconnect()
    return true
  }

  /// Waits for the broker, for whoever has something to say, or for time.
  ///
  /// - Returns: false when it was time.
  @discardableResult
  private func wait(_ talk: BrokerTalk?, until next: Double) -> Bool {
    var events = [pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)]
    if let talk {
      let wanted = POLLIN | (talk.wantsToWrite ? POLLOUT : 0)
      events.append(pollfd(fd: talk.socket, events: Int16(truncatingIfNeeded: wanted), revents: 0))
    }
    let milliseconds = Int32(clamping: ((next - Self.uptime()) * 1000).rounded(.up))
    let ready = unsafe poll(&events, nfds_t(events.count), max(0, milliseconds))
    var count: UInt64 = 0
    unsafe _ = eventfd_read(wake.number, &count)
    return ready != 0
  }

  private static func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
