import CLinux
import CMosquitto
import Glibc
import Numbers

/// One connection to a broker: libmosquitto and its socket, confined to one thread, which calls it when the socket has something or time
/// is up. Nothing wakes it but the broker, whoever has something to send, and once a minute the proof that both are there.
@safe final class BrokerTalk {
  /// What libmosquitto has called back with.
  struct News {
    /// Of the connection: 0 is welcome.
    var welcome: Int32?
    var subscribed: [(number: Int32, grade: Int32)] = []
    var published: [Int32] = []
    var messages: [(topic: String, bytes: [UInt8])] = []
    /// Of all messages.
    var bytes = 0
    /// Those of them that were there before anybody listened.
    var retained: Set<Int> = []
    /// One came whole that is larger than is taken.
    var isTooLarge = false
  }

  /// Whom to talk to, and as whom.
  struct Setup: Sendable {
    var key: BrokerHub.Key
    var name: String
    /// What the broker says for us once we are gone without a word.
    var will: (topic: String, payload: [UInt8])?
  }

  /// Seconds of silence after which either side proves that it is there.
  static let keepAlive = 30
  /// Bytes of one message, with its topic.
  static let messageLimit = 8 << 20
  /// Bytes that are read in a row, before they are passed on.
  private static let room = 4 << 20

  private let library: Libmosquitto
  private let handle: OpaquePointer
  private let setup: Setup
  private var news = News()
  /// What the library has said of an error.
  private var words = ""
  /// Sees to it that no message is longer than is taken: this protocol has no way to say what is too large.
  private var warden: BrokerGuard?
  /// When something was sent last, seconds of uptime.
  private var lastSent: Double

  init?(_ setup: Setup, at now: Double) {
    guard let library = Libmosquitto.shared, let handle = unsafe library.make(setup.name, true, nil) else { return nil }
    self.library = library
    unsafe self.handle = handle
    self.setup = setup
    lastSent = now
  }

  deinit { unsafe library.destroy(handle) }

  /// Looks up the broker's name and connects; waits for as long as the kernel does.
  func connect() -> FetchError.Cause? {
    setCallbacks()
    // Not MQTT 5: libmosquitto 2.0.11 ends the process at properties it does not know (`log__printf: Assertion 'mosq' failed`), and no
    // broker is to be able to do that.
    set(VITRINE_MOSQ_OPT_PROTOCOL_VERSION, VITRINE_MQTT_311)
    set(VITRINE_MOSQ_OPT_TCP_NODELAY, 1)
    if let user = setup.key.user { unsafe _ = library.setUser(handle, user, setup.key.password) }
    if let will = setup.will {
      unsafe _ = library.setWill(handle, will.topic, Int32(clamping: will.payload.count), will.payload, 1, true)
    }
    if setup.key.broker.isSecure {
      set(VITRINE_MOSQ_OPT_TLS_USE_OS_CERTS, setup.key.authorityFile == nil ? 1 : 0)
      if let file = setup.key.authorityFile, unsafe library.setTLS(handle, file, nil, nil, nil, nil) != 0 {
        return FetchError.Cause(authorities: file, reported: file)
      }
      unsafe _ = library.setVerification(handle, setup.key.trustsAnyone ? 0 : 1, nil, nil)
      unsafe _ = library.setInsecure(handle, setup.key.trustsAnyone)
    }
    var host = setup.key.broker.host
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    errno = 0
    // A port has 16 bits.
    let result = unsafe library.connect(
      handle, host, Int32(clamping: setup.key.broker.port), Int32(clamping: Self.keepAlive))
    let failure = errno
    guard result == 0 else { return cause(of: result, failure) }
    watchPeer()
    warden = BrokerGuard(socket, limit: UInt64(clamping: 2 * Self.messageLimit))
    return nil
  }

  /// Its socket; negative when there is none any more.
  var socket: Int32 { unsafe library.socket(handle) }
  /// Where the connection leaves this machine; nil when there is none.
  var place: PeerAddress? { PeerAddress(ofSocket: socket) }
  var wantsToWrite: Bool { unsafe library.wantsToWrite(handle) }
  /// When it is to be looked after, seconds of uptime.
  var nextCare: Double { lastSent + Double(Self.keepAlive) + 1 }

  /// Reads what is there, for one message or none.
  ///
  /// - Returns: whether there may be more; why it is over.
  func read() -> (hasMore: Bool, problem: FetchError.Cause?) {
    guard let warden else { return (false, .brokerLeft(setup.key.broker.hostAndPort)) }
    let known = news.messages.count
    let (result, failure) = warden.watching {
      errno = 0
      return (unsafe library.read(handle, 1), errno)
    }
    if news.messages.count > known { warden.messageCame() }
    if news.isTooLarge || warden.isOver { return (false, .messageTooLarge(limit: Self.messageLimit)) }
    if result != 0 { return (false, cause(of: result, failure)) }
    return (failure != EAGAIN && failure != EWOULDBLOCK, nil)
  }

  func write() -> FetchError.Cause? {
    errno = 0
    let result = unsafe library.write(handle, 1)
    return result == 0 ? nil : cause(of: result, errno)
  }

  /// Proves that it is there, and sees whether the broker is, when it is time to.
  func lookAfter(at now: Double) -> FetchError.Cause? {
    guard now >= nextCare else { return nil }
    lastSent = now
    let result = unsafe library.lookAfter(handle)
    return result == 0 ? nil : cause(of: result, errno)
  }

  /// - Returns: what the broker's answer will name; nil when it could not be sent.
  func subscribe(_ filter: String, at now: Double) -> Int32? {
    lastSent = now
    var number: Int32 = 0
    return unsafe library.subscribe(handle, &number, filter, 0) == 0 ? number : nil
  }

  func unsubscribe(_ filter: String, at now: Double) {
    lastSent = now
    unsafe _ = library.unsubscribe(handle, nil, filter)
  }

  /// - Returns: what the broker's answer will name; nil when it could not be sent.
  func publish(_ payload: [UInt8], to topic: String, isRetained: Bool, at now: Double) -> Int32? {
    lastSent = now
    var number: Int32 = 0
    let count = Int32(clamping: payload.count)
    return unsafe library.publish(handle, &number, topic, count, payload, 1, isRetained) == 0 ? number : nil
  }

  func disconnect() { unsafe _ = library.disconnect(handle) }

  /// What has come is to be passed on before more is read.
  var hasMuch: Bool { news.bytes >= Self.room }

  /// What has been called back since it was last asked.
  func takeNews() -> News {
    defer { news = News() }
    return news
  }

  /// Why a connection was not welcome.
  func refusal(_ code: Int32) -> FetchError.Cause {
    let host = setup.key.broker.hostAndPort
    // Bad user name or password, not authorized.
    if code == 4 || code == 5 { return .unknownUser(host) }
    return unsafe .brokerRefused(host, Self.text(library.connackWords(code)))
  }

  private func cause(of result: Int32, _ failure: Int32) -> FetchError.Cause {
    if let code = news.welcome, code != 0 { return refusal(code) }
    let host = setup.key.broker.hostAndPort
    switch Int(result) {
    case VITRINE_MOSQ_EAI: return .unknownHost(setup.key.broker.host)
    case VITRINE_MOSQ_TLS: return .untrusted(host, words.isEmpty ? "the certificate is not accepted" : words)
    case VITRINE_MOSQ_ERRNO:
      switch failure {
      case ECONNREFUSED: return .refused(host)
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, ENONET: return .noRoute(host)
      case ETIMEDOUT: return .silent(host)
      case EMFILE, ENFILE: return .noDescriptors
      case 0: return .brokerLeft(host)
      default: return unsafe .broken(host, String(cString: strerror(failure)))
      }
    case VITRINE_MOSQ_CONN_LOST, VITRINE_MOSQ_NO_CONN: return .brokerLeft(host)
    case VITRINE_MOSQ_KEEPALIVE: return .silent(host)
    default: return unsafe .broken(host, Self.text(library.words(result)))
    }
  }

  private static func text(_ words: UnsafePointer<CChar>?) -> String {
    unsafe words.map { unsafe String(cString: $0) }?.trimmed ?? "no reason given"
  }

  private func set(_ option: Int, _ value: Int) {
    unsafe _ = library.setOption(handle, Int32(clamping: option), Int32(clamping: value))
  }

  /// The kernel asks a broker that is silent whether it is still there, which wakes nobody here.
  private func watchPeer() {
    let options: [(Int32, Int32, Int32)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10),
      (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for (level, name, value) in options {
      var value = value
      unsafe _ = setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Whether something is on its way that the broker's machine has not confirmed: over a slow network a picture of the panel takes longer
  /// than any broker may. Source: tcp(7), TCP_INFO.
  var isSending: Bool {
    var info = tcp_info()
    var size = socklen_t(MemoryLayout<tcp_info>.size)
    return unsafe getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 && info.tcpi_unacked > 0
  }

  // MARK: Callbacks

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> BrokerTalk {
    // Fits: libmosquitto gives back the pointer to it that it was given.
    unsafe Unmanaged<BrokerTalk>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private func setCallbacks() {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe library.setUserData(handle, me)
    unsafe library.onConnected(handle) { _, me, code in unsafe BrokerTalk.at(me).news.welcome = code }
    unsafe library.onSubscribed(handle) { _, me, number, count, grades in
      // Fits: one filter was asked for, and one grade comes back.
      let grade = unsafe count > 0 ? grades.map { unsafe Int32($0[0]) } ?? 128 : 128
      unsafe BrokerTalk.at(me).news.subscribed.append((number, grade))
    }
    unsafe library.onPublished(handle) { _, me, number in unsafe BrokerTalk.at(me).news.published.append(number) }
    unsafe library.onMessage(handle) { _, me, message in
      guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
      guard unsafe Int(message.payloadlen) <= BrokerTalk.messageLimit else {
        unsafe BrokerTalk.at(me).news.isTooLarge = true
        return
      }
      // Fits: libmosquitto's own memory and its length, which is never negative.
      let bytes = unsafe UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen)))
      let talk = unsafe BrokerTalk.at(me)
      if unsafe message.retain { talk.news.retained.insert(talk.news.messages.count) }
      unsafe talk.news.messages.append((String(cString: topic), Array(bytes)))
      talk.news.bytes += bytes.count
    }
    unsafe library.onLog(handle) { _, me, level, text in
      guard Int(level) == VITRINE_MOSQ_LOG_ERR, let text = unsafe text else { return }
      let words = unsafe String(cString: text)
      // "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed"
      unsafe BrokerTalk.at(me).words = words.split(separator: ":").last.map(String.init) ?? words
    }
  }
}

extension String {
  /// Without the full stop and the spaces it ends with.
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last == "." || last.isWhitespace { text = text.dropLast() }
    return text.isEmpty ? "no reason given" : String(text)
  }
}
