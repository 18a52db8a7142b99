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
    /// Whose connection to a broker comes with the panel's name alone, and what the others have behind it.
    var plain: [BrokerAddress.Broker: Key] = [:]
    var suffixes: [Key: String] = [:]

    /// What a connection says it is: another name for each, for a broker hangs up on who comes first of two with the same.
    mutating func name(of key: Key) -> String {
      if plain[key.broker] == nil { plain[key.broker] = key }
      if plain[key.broker] == key, !taken.contains(key.broker) { return PanelIdentity.name }
      if let known = suffixes[key] { return "\(PanelIdentity.name)-\(known)" }
      var suffix = ""
      repeat {
        suffix = String(UInt16.random(in: 0x1000...0xFFFF), radix: 16)
      } while suffixes.values.contains(suffix)
      suffixes[key] = suffix
      return "\(PanelIdentity.name)-\(suffix)"
    }
  }

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

  /// The machine has these addresses now.
  func addressesChanged(_ addresses: LocalAddresses) {
    for session in state.withLock({ Array($0.sessions.values) }) { session.addressesChanged(addresses) }
  }

  private func session(of key: Key) -> BrokerSession {
    state.withLock { state in
      if let known = state.sessions[key], known.isOpen { return known }
      let session = BrokerSession(
        BrokerTalk.Setup(key: key, name: state.name(of: key)), learn: { [weak self] in self?.learn($0, of: key.broker) }
      )
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
