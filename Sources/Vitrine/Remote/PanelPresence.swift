import Board
import Dispatch
import Fetch
import Formats
import Linux
import Markup
import Status
import Synchronization

/// A panel at a broker: tells how it is, every half minute and when that has changed, and does what is asked of it there.
package final class PanelPresence: Sendable {
  private struct State: Sendable {
    var gist: PanelStatus.Gist?
    var toldAt = -Double.infinity
    var described: String?
    /// Components that Home Assistant has been told of in this run, with their platforms.
    var components: [String: String] = [:]
    var picturedAt = -Double.infinity
    var picturedFlips = -1
    /// Of the frame thread, when it was last looked at.
    var turns = -1
    /// What was asked too fast, the last of each topic.
    var putOff: [String: [UInt8]] = [:]
    /// What may be asked now; fills with time.
    var allowance = 10.0
    var filledAt = 0.0
  }

  /// Seconds between two states that are the same, and between two pictures.
  private static let interval = 30.0
  private static let pictureInterval = 300.0
  /// Seconds until something may be asked again.
  private static let pause = 0.25
  /// Components that are remembered after they have gone.
  private static let mostComponents = 500
  /// Bytes of what is asked; the rest of more is not looked at.
  private static let longestPayload = 4096

  private let desk: PanelDesk
  private let topics: BrokerTopics
  private let prefix: String?
  private let broker: BrokerPresence
  private let queue = DispatchQueue(label: "vitrine.presence", qos: .utility)
  private let state: Mutex<State>

  /// - Parameters:
  ///   - address: of the broker, with the topic all of the panel's begin with; `${NAME}` in it is looked up as in a board.
  ///   - option: what the address was given as, for whoever gave it.
  ///   - authority: a PEM file with who vouches for the broker; nil for those whom the system trusts.
  ///   - prefix: what Home Assistant listens below; nil tells it nothing.
  ///   - log: takes lines for people.
  /// - Throws: when the address is none.
  package init(
    _ address: String, named option: String = "--mqtt", authority: String? = nil, prefix: String?, _ desk: PanelDesk,
    log: @escaping @Sendable (String) -> Void
  ) throws(UserError) {
    guard var setup = BrokerPresence.Setup(try Self.filled(address, named: option)) else {
      throw UserError(
        .input,
        "\(option): that is no address of a broker; write mqtt://user:${PASSWORD}@broker, or mqtts://broker/topic")
    }
    setup.authority = authority.map(Files.fromRoot)
    let topics = BrokerTopics(base: setup.base, name: PanelIdentity.name)
    setup.birth = topics.birth
    setup.will = BrokerPresence.Message(topics.availability, Array("offline".utf8))
    setup.filter = topics.commands
    (self.desk, self.topics, self.prefix) = (desk, topics, prefix)
    state = Mutex(State())
    let relay = Relay<PanelPresence>()
    broker = BrokerPresence(
      setup, welcomed: { relay.target?.begin() }, received: { relay.target?.obey($0, $1, log: log) },
      glanced: { relay.target?.glance() }, log: log)
    relay.set(self)
    desk.attach { [weak self, address = setup.description] in
      guard let standing = self?.broker.standing else { return nil }
      return PanelStatus.Broker(
        address: address, isConnected: standing.isConnected, since: standing.since, problem: standing.problem)
    }
  }

  /// Says that the panel goes.
  package func stop() { broker.stop() }

  /// An address with what stands in `${NAME}` and `${file:PATH}` put in, as a part of an address is written.
  static func filled(_ address: String, named option: String = "--mqtt") throws(UserError) -> String {
    var filled = ""
    var rest = address[...]
    while let start = rest.firstIndex(of: "$"), rest[start...].hasPrefix("${"),
      let end = rest[start...].firstIndex(of: "}")
    {
      // Indices: found above.
      let name = String(rest[start..<end].dropFirst(2))
      guard let value = BoardSource.setting(name) else {
        throw UserError(
          .machine, "\(option): ${\(name)} is not there; put it into /etc/vitrine/secrets, or into the environment")
      }
      filled += rest[..<start] + PercentEncoding.part(value)
      rest = rest[end...].dropFirst()
    }
    return filled + rest
  }

  // MARK: Telling

  /// The broker has let us in: it may know nothing of us.
  private func begin() {
    queue.async { [self] in
      state.withLock { state in (state.gist, state.described, state.picturedAt) = (nil, nil, -.infinity) }
      look()
    }
  }

  /// Whether there may be something to tell. At rest that is seen from numbers the frame thread has stored, and from what was told last of
  /// what is behind the page, and nobody is woken for it.
  private func glance() {
    let (turns, status) = (desk.gauge.turns, desk.guess())
    let gist = status.gist
    let mustLook = state.withLock { state in
      defer { state.turns = turns }
      return state.turns != turns || state.gist != gist || status.uptime - state.toldAt >= Self.interval
    }
    if mustLook { look() }
  }

  private func look() { desk.status(wakes: false) { [weak self] status in self?.tell(status) } }

  private func tell(_ status: PanelStatus) {
    // Before the content has said anything there is nothing to tell: any board has a page.
    guard !status.board.pages.isEmpty else { return }
    let gist = status.gist
    let components = state.withLock { $0.components }
    let description = prefix.map { status.homeAssistant(topics, prefix: $0, known: components) }
    let line = description?.payload.line
    let (mustTell, mustDescribe, mustPicture) = state.withLock { state in
      let mustTell = state.gist != gist || status.uptime - state.toldAt >= Self.interval
      if mustTell { (state.gist, state.toldAt) = (gist, status.uptime) }
      let mustDescribe = line != nil && state.described != line
      if mustDescribe { state.described = line }
      // Boards that come and go have so many sources, and no more.
      if let now = description?.components, state.components.count < Self.mostComponents {
        state.components.merge(now) { $1 }
      }
      let mustPicture =
        status.glass.flips != state.picturedFlips && status.uptime - state.picturedAt >= Self.pictureInterval
      if mustPicture { (state.picturedFlips, state.picturedAt) = (status.glass.flips, status.uptime) }
      return (mustTell, mustDescribe, mustPicture)
    }
    if mustDescribe, let description, let line {
      broker.publish(BrokerPresence.Message(description.topic, Array(line.utf8)))
    }
    if mustTell {
      broker.publish(BrokerPresence.Message(topics.state, Array(status.json.line.utf8)))
      // A broker that has lost what it kept, or was told that we are gone.
      broker.publish(topics.birth)
    }
    if mustPicture { takePicture() }
  }

  private func takePicture() {
    desk.perform(.screenshot) { [broker, topics] answer in
      if answer.isDone { broker.publish(BrokerPresence.Message(topics.picture, answer.bytes)) }
    }
  }

  // MARK: Doing

  private func obey(_ topic: String, _ payload: [UInt8], log: @escaping @Sendable (String) -> Void) {
    // Who floods the panel is heard five times a second.
    guard let command = topics.command(of: topic) else { return }
    guard isAllowed(at: PanelDesk.uptime()) else { return put(off: topic, payload, log: log) }
    do throws(ControlRequest.Mistake) {
      let payload = payload.prefix(Self.longestPayload)
      // A page may be called anything but this.
      let object = payload.first == UInt8(ascii: "{") ? try? JSON.parse(Array(payload)) : nil
      let request = try ControlRequest(
        command: command, payload: String(decoding: payload, as: UTF8.self), object: object)
      if request == .screenshot { return takePicture() }
      desk.perform(request, askedBy: "the broker") { [weak self] answer in
        for problem in answer.problems { log("asked by the broker for \(request.verb): \(problem)") }
        self?.answer(command, answer)
        self?.lookSoon()
      }
    } catch {
      log("asked by the broker for what cannot be done: \(error.sentence)")
      answer(command, ControlAnswer(problems: [error.sentence]))
    }
  }

  /// Who steers panels by the broker alone reads what came of it there.
  private func answer(_ command: String, _ answer: ControlAnswer) {
    let head = [
      JSON.Member("command", .text(String(command.prefix(40)))), JSON.Member("ok", .flag(answer.isDone)),
      JSON.Member("time", .text(PanelStatus.moment(Fetcher.systemTime()))),
    ]
    broker.publish(BrokerPresence.Message(topics.answer, Array(JSON.object(head + answer.members).line.utf8)))
  }

  /// Of what comes faster than that the last of each topic is done when there is time again: a slider that is drawn ends where it ends.
  private func put(off topic: String, _ payload: [UInt8], log: @escaping @Sendable (String) -> Void) {
    let isFirst = state.withLock { state in
      defer { state.putOff[topic] = Array(payload.prefix(Self.longestPayload + 1)) }
      return state.putOff.isEmpty
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.catchUp(log: log) } }
  }

  private func catchUp(log: @escaping @Sendable (String) -> Void) {
    let waiting = state.withLock { state in
      defer { state.putOff = [:] }
      return state.putOff
    }
    for (topic, payload) in waiting.sorted(by: { $0.key < $1.key }) { obey(topic, payload, log: log) }
  }

  private func isAllowed(at now: Double) -> Bool {
    state.withLock { state in
      state.allowance = min(state.allowance + (now - state.filledAt) * 5, 10)
      state.filledAt = now
      guard state.allowance >= 1 else { return false }
      state.allowance -= 1
      return true
    }
  }

  /// What was asked for has changed something, a frame or two from now.
  private func lookSoon() {
    queue.asyncAfter(deadline: .now() + .milliseconds(300)) { [weak self] in
      self?.look()
    }
  }
}

extension BrokerTopics {
  /// Said while the panel is there.
  fileprivate var birth: BrokerPresence.Message { BrokerPresence.Message(availability, Array("online".utf8)) }
}
