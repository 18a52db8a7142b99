import Synchronization

/// The brokers that are talked to: one connection each, however many sources read from it and however many taps publish there.
final class BrokerHub: Sendable {
  /// What shares a connection.
  struct Key: Sendable, Hashable {
    var broker: BrokerAddress.Broker
    var user: String?
    var password: String?
    var authorityFile: String?
    var trustsAnyone: Bool

    init(_ address: BrokerAddress, _ request: FetchRequest) {
      broker = address.broker
      user = request.stream?.user ?? address.user
      password = request.stream?.password ?? address.password
      authorityFile = request.authorityFile
      trustsAnyone = request.trustsAnyone
    }
  }

  private struct State: Sendable {
    var sessions: [Key: BrokerSession] = [:]
    /// Brokers where somebody else has this panel's name.
    var taken: Set<BrokerAddress.Broker> = []
  }

  /// What tells this program from another one with the panel's name.
  private static let suffix = String(UInt16.random(in: 0x1000...0xFFFF), radix: 16)

  private let state = Mutex(State())

  /// Adds a link to its broker's connection.
  func join(_ link: PushLink, _ address: BrokerAddress, _ filter: TopicFilter) {
    let key = Key(address, link.request)
    while true {
      let session = session(of: key)
      guard let member = session.join(link, filter) else { continue }
      return link.begin(end: { session.leave(member) }, goOn: { session.wakeUp() })
    }
  }

  /// Publishes over the connection the board has, or one of its own.
  func publish(_ publication: Publication, _ address: BrokerAddress, _ request: FetchRequest) {
    var key = Key(address, request)
    // Who says no name means the source's.
    if key.user == nil {
      let known = state.withLock { $0.sessions.keys.first { $0.broker == key.broker } }
      key = known ?? key
    }
    while !session(of: key).publish(publication) {}
  }

  private func session(of key: Key) -> BrokerSession {
    state.withLock { state in
      if let known = state.sessions[key], known.isOpen { return known }
      let name = state.taken.contains(key.broker) ? "\(PanelIdentity.name)-\(Self.suffix)" : PanelIdentity.name
      let session = BrokerSession(
        BrokerTalk.Setup(key: key, name: name), learn: { [weak self] in self?.learn($0, of: key.broker) })
      state.sessions[key] = session
      return session
    }
  }

  private func learn(_ lesson: BrokerSession.Lesson, of broker: BrokerAddress.Broker) {
    state.withLock { state in
      switch lesson {
      case .nameTaken: state.taken.insert(broker)
      case .ended: state.sessions = state.sessions.filter { $0.value.isOpen }
      }
    }
  }
}

/// Something to be published, once.
struct Publication: Sendable {
  var topic: String
  var payload: [UInt8]
  var isRetained: Bool
  /// Seconds of uptime.
  var deadline: Double
  /// Told once; nil is well.
  var ended: @Sendable (FetchError.Cause?) -> Void
}
