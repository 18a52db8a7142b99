import CLinux
import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// The thread of one broker's connection, for as long as a link reads from it or something is to be published.
final class BrokerSession: Sendable {
  /// What the next connection is to know.
  enum Lesson: Sendable {
    case nameTaken, ended
  }

  private struct Member: Sendable {
    var link: PushLink
    var filter: TopicFilter
  }

  private struct Inbox: Sendable {
    var joined: [UInt64: Member] = [:]
    var left: [UInt64] = []
    var publications: [Publication] = []
    var lastNumber: UInt64 = 0
    /// What addresses the machine has, where that has changed.
    var addresses: LocalAddresses?
    var isOpen = true
    var hasBegun = false
  }

  /// What the thread knows.
  private struct Circle {
    var members: [UInt64: Member] = [:]
    /// Who waits to be told that the broker sends what it asks for, by the number of the request.
    var asked: [Int32: UInt64] = [:]
    var sent: [Int32: Publication] = [:]
    /// Since when the connection is welcome, seconds of uptime.
    var welcomeSince: Double?

    var isWelcome: Bool { welcomeSince != nil }
  }

  /// Seconds for the broker to say that a connection is welcome.
  private static let patience = 10.0
  /// Messages read in a row, before they are passed on.
  private static let mostAtOnce = 64

  private let setup: BrokerTalk.Setup
  private let learn: @Sendable (Lesson) -> Void
  private let queue = DispatchQueue(label: "vitrine.fetch.broker", qos: .utility)
  // Fits: constants of the kernel's.
  private let wake = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
  private let inbox = Mutex(Inbox())

  init(_ setup: BrokerTalk.Setup, learn: @escaping @Sendable (Lesson) -> Void) {
    self.setup = setup
    self.learn = learn
  }

  /// Whether it still takes somebody in.
  var isOpen: Bool { inbox.withLock { $0.isOpen } }

  /// - Returns: what it leaves by; nil when the session is over.
  func join(_ link: PushLink, _ filter: TopicFilter) -> UInt64? {
    let number = change { inbox -> UInt64 in
      inbox.lastNumber += 1
      inbox.joined[inbox.lastNumber] = Member(link: link, filter: filter)
      return inbox.lastNumber
    }
    return number
  }

  func leave(_ number: UInt64) { _ = change { $0.left.append(number) } }

  /// - Returns: false when the session is over.
  func publish(_ publication: Publication) -> Bool { change { $0.publications.append(publication) } != nil }

  /// The machine has these addresses now: a connection over another one is over.
  func addressesChanged(_ addresses: LocalAddresses) {
    let isUnderWay = inbox.withLock { inbox in
      guard inbox.isOpen, inbox.hasBegun else { return false }
      inbox.addresses = addresses
      return true
    }
    if isUnderWay { wakeUp() }
  }

  func wakeUp() {
    var one: UInt64 = 1
    unsafe _ = write(wake.number, &one, 8)
  }

  private func change<Result>(_ body: (inout Inbox) -> Result) -> Result? {
    let (result, mustBegin) = inbox.withLock { inbox -> (Result?, Bool) in
      guard inbox.isOpen else { return (nil, false) }
      defer { inbox.hasBegun = true }
      return (body(&inbox), !inbox.hasBegun)
    }
    if mustBegin { queue.async { self.run() } } else { wakeUp() }
    return result
  }

  // MARK: The thread

  private func run() {
    var circle = Circle()
    var cause = serve(&circle)
    // Who is let in, and then hung up on, has a name that somebody else comes with.
    if case .brokerLeft(let host) = cause, let since = circle.welcomeSince, Self.uptime() - since < LoadPlan.probation {
      cause = .nameTaken(host)
      learn(.nameTaken)
    }
    let rest = inbox.withLock { inbox in
      defer { (inbox.isOpen, inbox.joined, inbox.publications) = (false, [:], []) }
      return inbox
    }
    learn(.ended)
    let ending = cause ?? .brokerLeft(setup.key.broker.hostAndPort)
    for member in Array(circle.members.values) + Array(rest.joined.values) {
      member.link.finish(FetchError(ending, fetching: member.link.request.address))
    }
    for publication in Array(circle.sent.values) + rest.publications { publication.ended(ending) }
  }

  /// Talks until it is over.
  ///
  /// - Returns: why; nil when nobody wants anything any more.
  private func serve(_ circle: inout Circle) -> FetchError.Cause? {
    guard let talk = BrokerTalk(setup, at: Self.uptime()) else { return .noMosquitto }
    if let cause = talk.connect() { return cause }
    let deadline = Self.uptime() + Self.patience
    while true {
      if let cause = take(talk, &circle) { return cause }
      if let cause = obey(talk, &circle) { return cause }
      if circle.members.isEmpty, circle.sent.isEmpty, close() {
        talk.disconnect()
        return nil
      }
      let now = Self.uptime()
      if !circle.isWelcome, now >= deadline {
        return .noConnection(setup.key.broker.hostAndPort, seconds: Self.patience)
      }
      var next = min(talk.nextCare, circle.isWelcome ? .infinity : deadline)
      for publication in circle.sent.values { next = min(next, publication.deadline) }
      if let cause = wait(until: next, talk, circle) {
        // What came whole before the end counts.
        return take(talk, &circle) ?? cause
      }
    }
  }

  /// Takes nobody in any more, unless somebody has just come.
  private func close() -> Bool {
    inbox.withLock { inbox in
      guard inbox.joined.isEmpty, inbox.publications.isEmpty else { return false }
      inbox.isOpen = false
      return true
    }
  }

  /// Does what has been asked for since.
  private func obey(_ talk: BrokerTalk, _ circle: inout Circle) -> FetchError.Cause? {
    let isWelcome = circle.isWelcome
    let wishes = inbox.withLock { inbox in
      for number in inbox.left { inbox.joined[number] = nil }
      let wishes = inbox
      (inbox.left, inbox.addresses) = ([], nil)
      if isWelcome { (inbox.joined, inbox.publications) = ([:], []) }
      return wishes
    }
    if let addresses = wishes.addresses, let place = talk.place, !addresses.holds(place) {
      return .addressGone(setup.key.broker.hostAndPort)
    }
    let now = Self.uptime()
    for number in wishes.left {
      guard let member = circle.members.removeValue(forKey: number) else { continue }
      let isShared = circle.members.values.contains { $0.filter == member.filter }
      if !isShared { talk.unsubscribe(member.filter.description, at: now) }
    }
    guard isWelcome else { return nil }
    for (number, member) in wishes.joined.sorted(by: { $0.key < $1.key }) {
      circle.members[number] = member
      guard let request = talk.subscribe(member.filter.description, at: now) else {
        return .brokerLeft(setup.key.broker.hostAndPort)
      }
      circle.asked[request] = number
    }
    for publication in wishes.publications {
      // Whoever asked for it has been told that it was not done: it is not done an hour later.
      guard publication.deadline > now else {
        publication.ended(.incomplete(setup.key.broker.hostAndPort, seconds: Self.patience))
        continue
      }
      let number = talk.publish(
        publication.payload, to: publication.topic, isRetained: publication.isRetained, at: now)
      if let number {
        circle.sent[number] = publication
      } else {
        publication.ended(.brokerRefused(setup.key.broker.hostAndPort, "the message could not be sent"))
      }
    }
    for (number, publication) in circle.sent where publication.deadline <= now {
      circle.sent[number] = nil
      publication.ended(.incomplete(setup.key.broker.hostAndPort, seconds: Self.patience))
    }
    return nil
  }

  /// Waits for the broker, for whoever wants something, or for time, and lets libmosquitto do what there is.
  private func wait(until next: Double, _ talk: BrokerTalk, _ circle: Circle) -> FetchError.Cause? {
    let isFull = circle.members.values.contains { $0.link.isFull }
    let wants = (isFull ? 0 : POLLIN) | (talk.wantsToWrite ? POLLOUT : 0)
    var events = [
      pollfd(fd: talk.socket, events: Int16(truncatingIfNeeded: wants), revents: 0),
      pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
    ]
    let milliseconds = Int32(clamping: ((next - Self.uptime()) * 1000).rounded(.up))
    unsafe _ = poll(&events, 2, max(0, milliseconds))
    var count: UInt64 = 0
    if events[1].revents != 0 { unsafe _ = Glibc.read(wake.number, &count, 8) }
    // Fits: the first of the two above.
    let come = Int32(events[0].revents)
    if come & (POLLOUT | POLLERR) != 0, let cause = talk.write() { return cause }
    if come & (POLLIN | POLLHUP | POLLERR) != 0, !isFull {
      // What a secure connection has already decrypted does not make its socket readable.
      for turn in 1...Self.mostAtOnce {
        let (hasMore, problem) = talk.read()
        if let problem { return problem }
        guard hasMore else { break }
        if turn == Self.mostAtOnce || talk.hasMuch {
          wakeUp()
          break
        }
      }
    }
    return talk.lookAfter(at: Self.uptime())
  }

  /// Passes on what has come.
  private func take(_ talk: BrokerTalk, _ circle: inout Circle) -> FetchError.Cause? {
    let news = talk.takeNews()
    if let code = news.welcome {
      guard code == 0 else { return talk.refusal(code) }
      circle.welcomeSince = Self.uptime()
    }
    for (request, grade) in news.subscribed {
      guard let number = circle.asked.removeValue(forKey: request), let member = circle.members[number] else {
        continue
      }
      if grade < 128 {
        member.link.stand()
      } else {
        circle.members[number] = nil
        let refusal = FetchError.Cause.brokerRefused(
          setup.key.broker.hostAndPort, "this user may not read \(member.filter)")
        member.link.finish(FetchError(refusal, fetching: member.link.request.address))
      }
    }
    for (place, (topic, bytes)) in news.messages.enumerated() {
      for member in circle.members.values where member.filter.matches(topic) {
        member.link.add(bytes, of: topic, isRetained: news.retained.contains(place))
      }
    }
    for number in news.published { circle.sent.removeValue(forKey: number)?.ended(nil) }
    return nil
  }

  private static func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
