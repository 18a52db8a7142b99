import Board
import Glibc
import StubServer
import TestSupport
import Testing

@testable import Fetch

/// A link to topics of a broker, and what it tells.
private final class Listener: Sendable {
  let news = Collector<LinkNews>()
  private let link: PushLink

  init(_ fetcher: Fetcher, _ address: String, _ change: (inout FetchRequest) -> Void = { _ in }) {
    var request = FetchRequest(address)
    request.stream = FetchRequest.Stream(.topics)
    change(&request)
    let news = news
    link = fetcher.open(request, after: "") { news.add($0) }
  }

  func stop() { link.cancel() }

  /// The next news in words: messages in the order of their topics.
  var next: String {
    switch news.next() {
    case .base: "base"
    case .messages(let messages): messages.map(Self.words).sorted().joined(separator: " ")
    case .standing: "standing"
    case .ended(let error): "ended: \(error)"
    }
  }

  /// All that came until a message has come.
  func messages(until last: String) -> [String: String] { gather(until: last).found }

  /// The same, and in how many pieces it came.
  func gather(until last: String) -> (found: [String: String], pieces: Int) {
    var found: [String: String] = [:]
    var pieces = 0
    while found[last] == nil {
      guard case .messages(let messages) = news.next() else { continue }
      pieces += 1
      for message in messages {
        found[message.topic ?? ""] = String(decoding: message.bytes.prefix(100), as: UTF8.self)
      }
    }
    return (found, pieces)
  }

  private static func words(_ message: PushedMessage) -> String {
    "\(message.topic ?? "?")=\(String(decoding: message.bytes.prefix(40), as: UTF8.self))"
  }
}

extension Fetcher {
  /// Publishes and waits until the broker has it.
  @discardableResult
  fileprivate func publish(_ payload: [UInt8], _ address: String, retained: Bool = false) -> FetchOutcome {
    var request = FetchRequest(address, body: FetchRequest.Body(bytes: payload))
    request.isRetained = retained
    return outcome(request)
  }

  @discardableResult
  fileprivate func publish(_ payload: String, _ address: String, retained: Bool = false) -> FetchOutcome {
    publish(Array(payload.utf8), address, retained: retained)
  }
}

/// A real mosquitto on the loopback interface, and a broker that misbehaves.
@Suite struct BrokerTests {
  private func address(_ port: Int, _ topic: String) -> String { "mqtt://127.0.0.1:\(port)/\(topic)" }

  @Test func retainedMessagesComeFirstAndOthersAsTheyCome() {
    let broker = Mosquitto()
    let fetcher = Fetcher.inMemory()
    for (topic, text) in [("h/a/temp", "20.5"), ("h/b/temp", "19"), ("h/b/door", "open")] {
      #expect(fetcher.publish(text, address(broker.port, topic), retained: true).name == "success")
    }
    let listener = Listener(fetcher, address(broker.port, "h/+/temp"))
    #expect(listener.next == "h/a/temp=20.5 h/b/temp=19")
    fetcher.publish("21", address(broker.port, "h/a/temp"))
    #expect(listener.next == "h/a/temp=21")
    // A second one shares the connection, and has what is retained as well.
    let all = Listener(fetcher, address(broker.port, "h/#"))
    #expect(all.next == "h/a/temp=20.5 h/b/door=open h/b/temp=19")
    #expect(broker.count("New client connected") <= 1 + 3)
    all.stop()
    listener.stop()
    broker.waitForLine(with: "Received DISCONNECT")
  }

  @Test func aLinkThatHasNothingStands() {
    let broker = Mosquitto()
    let listener = Listener(.inMemory(), address(broker.port, "nothing/here"))
    #expect(listener.next == "standing")
    listener.stop()
  }

  @Test func wrongPasswordsAreSaid() {
    let make = "mosquitto_passwd -b -c users panel right"
    let broker = Mosquitto(["allow_anonymous false", "password_file @/users"], prepare: make)
    let fetcher = Fetcher.inMemory()
    for change: @Sendable (inout FetchRequest) -> Void in [
      { _ in },
      {
        $0.stream?.user = "panel"
        $0.stream?.password = "wrong"
      },
    ] {
      let listener = Listener(fetcher, address(broker.port, "a"), change)
      let words = listener.next
      #expect(words.contains("does not know this user or password; check \"user\" and \"password\""), "\(words)")
    }
    let right = Listener(fetcher, address(broker.port, "a")) {
      $0.stream?.user = "panel"
      $0.stream?.password = "right"
    }
    #expect(right.next == "standing")
    // What is published without a name goes over the connection there is.
    #expect(fetcher.publish("x", address(broker.port, "a")).name == "success")
    #expect(right.next == "a=x")
    right.stop()
    let inAddress = Listener(fetcher, "mqtt://panel:right@127.0.0.1:\(broker.port)/a")
    #expect(inAddress.next == "standing")
    inAddress.stop()
  }

  @Test func connectionsAreEncryptedAndCertificatesChecked() {
    let ask =
      "openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout key.pem"
    func broker(_ certificate: String, files: [(String, String)] = []) -> Mosquitto {
      Mosquitto(
        ["allow_anonymous true", "certfile @/cert.pem", "keyfile @/key.pem"], files: files,
        prepare: "(\(certificate)) 2>/dev/null")
    }
    func words(_ broker: Mosquitto, _ change: @escaping @Sendable (inout FetchRequest) -> Void) -> String {
      let listener = Listener(.inMemory(), "mqtts://127.0.0.1:\(broker.port)/a", change)
      defer { listener.stop() }
      return listener.next
    }
    let good = broker(ask + " -x509 -days 2 -out cert.pem")
    let (file, other) = (good.directory + "/cert.pem", "/etc/ssl/certs/ca-certificates.crt")
    #expect(words(good) { $0.authorityFile = file } == "standing")
    #expect(words(good) { $0.trustsAnyone = true } == "standing")
    for change: @Sendable (inout FetchRequest) -> Void in [{ _ in }, { $0.authorityFile = other }] {
      let problem = words(good, change)
      #expect(problem.contains("no trusted connection to 127.0.0.1"), "\(problem)")
    }
    let unread = words(good) { $0.authorityFile = "/no/such.pem" }
    #expect(unread.contains("the file of trusted authorities cannot be read"), "\(unread)")
    // Its last day is long past.
    let authority =
      "[ca]\ndefault_ca=x\n[x]\ndatabase=index\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n"
    let expired = broker(
      ask + " -new -out r.pem && openssl ca -batch -config ca.conf -selfsign -keyfile key.pem -in r.pem -out cert.pem "
        + "-startdate 200101000000Z -enddate 200102000000Z",
      files: [("index", ""), ("serial", "01\n"), ("ca.conf", authority)])
    let mine = expired.directory + "/cert.pem"
    let problem = words(expired) { $0.authorityFile = mine }
    #expect(problem.contains("check this machine's clock and the certificate"), "\(problem)")
  }

  @Test func brokersThatAreNotThereAreSaid() {
    let port = Mosquitto.freePort()
    let fetcher = Fetcher.inMemory()
    #expect(Listener(fetcher, address(port, "a")).next.contains("127.0.0.1:\(port) refused the connection"))
    #expect(
      Listener(fetcher, "mqtt://no.such.host.invalid/a").next.contains("the name no.such.host.invalid was not found"))
    #expect(Listener(fetcher, address(port, "")).next.contains("is no topic"))
    #expect(Listener(fetcher, address(port, "a+")).next.contains("is no topic"))
    #expect(fetcher.publish("x", address(port, "a")).error?.description.contains("refused the connection") == true)
    #expect(fetcher.publish("x", address(port, "a/+")).error?.description.contains("is no topic") == true)
    #expect(
      fetcher.outcome(FetchRequest(address(port, "a"))).error?.description.contains("a broker is not asked") == true)
  }

  @Test func aBrokerThatDiesIsComeBackTo() {
    let broker = Mosquitto()
    let fetcher = Fetcher.inMemory()
    let first = Listener(fetcher, address(broker.port, "a"))
    #expect(first.next == "standing")
    broker.kill()
    #expect(first.next.contains("it was started anew, or another client has this panel's name"))
    broker.start()
    fetcher.publish("back", address(broker.port, "a"), retained: true)
    let second = Listener(fetcher, address(broker.port, "a"))
    #expect(second.next == "a=back")
    second.stop()
  }

  @Test func tenThousandTopicsComeTogether() {
    let broker = Mosquitto(["allow_anonymous true", "max_inflight_messages 0", "max_queued_messages 0"])
    let fetcher = Fetcher(
      .init(concurrency: 500, concurrencyPerHost: 500, wallClock: { 1000 }, warn: { _ in }))
    let done = Collector<FetchOutcome>()
    for number in 0..<10_000 {
      var request = FetchRequest(
        address(broker.port, "many/\(number)/value"), body: FetchRequest.Body(bytes: Array("\(number)".utf8)))
      request.isRetained = true
      fetcher.fetch(request) { done.add($0) }
    }
    for _ in 0..<10_000 { #expect(done.next().name == "success") }
    let listener = Listener(fetcher, address(broker.port, "many/+/value"))
    var found: [String: String] = [:]
    var pieces = 0
    while found.count < 10_000 {
      guard case .messages(let messages) = listener.news.next() else { continue }
      pieces += 1
      for message in messages { found[message.topic ?? ""] = String(decoding: message.bytes, as: UTF8.self) }
    }
    #expect(found["many/9999/value"] == "9999")
    #expect(pieces < 30)
    listener.stop()
  }

  @Test func garbageIsPassedOnAsItIs() {
    let broker = Mosquitto()
    let fetcher = Fetcher.inMemory()
    let bytes: [UInt8] = [0xFF, 0xFE, 0, 0xC0, 0x80, 0x7B]
    fetcher.publish(bytes, address(broker.port, "g/bytes"), retained: true)
    fetcher.publish([], address(broker.port, "g/empty"))
    let listener = Listener(fetcher, address(broker.port, "g/+"))
    guard case .messages(let messages) = listener.news.next() else {
      Issue.record("nothing came")
      return
    }
    #expect(messages.map(\.bytes) == [bytes])
    listener.stop()
  }

  /// A hundred megabytes end the link, and what else there is comes all the same.
  @Test func whatIsTooLargeEndsTheLink() {
    let broker = Mosquitto()
    let fetcher = Fetcher.inMemory()
    let listener = Listener(fetcher, address(broker.port, "big/#"))
    #expect(listener.next == "standing")
    let large = [UInt8](repeating: 0x61, count: 100 << 20)
    fetcher.publish("small", address(broker.port, "big/two"), retained: true)
    #expect(listener.next == "big/two=small")
    fetcher.publish(large, address(broker.port, "big/one"))
    let words = listener.next
    #expect(words.contains("one message is larger than 8 MB; ask the service for smaller ones"), "\(words)")
    let again = Listener(fetcher, address(broker.port, "big/+"))
    #expect(again.next == "big/two=small")
    again.stop()
  }

  /// One that goes on and on.
  @Test func whatHasNoEndEndsTheLink() {
    let broker = StubBroker { kind, body, _ in
      switch kind {
      case 1: .bytes(StubBroker.welcome)
      case 8:
        .endless(
          StubBroker.granted(body) + StubBroker.message([0x61], [], count: 200 << 20),
          [UInt8](repeating: 0x61, count: 65_536))
      default: .bytes([])
      }
    }
    let listener = Listener(.inMemory(), address(broker.port, "a"))
    #expect(listener.next.contains("one message is larger than 8 MB"))
    // The library has made room for all of it, and has filled little: nobody waits for the rest.
    #expect(broker.bytesSent < 128 << 20)
  }

  @Test func aBrokerThatHangsUpInMidMessageIsSaid() {
    let broker = StubBroker { kind, body, _ in
      switch kind {
      case 1: .bytes(StubBroker.welcome)
      case 8:
        .last(
          StubBroker.granted(body) + StubBroker.message([0x61], Array("whole".utf8))
            + StubBroker.message([0x61], Array("half".utf8), count: 1000))
      default: .bytes([])
      }
    }
    let listener = Listener(.inMemory(), address(broker.port, "a"))
    #expect(listener.next == "a=whole")
    #expect(listener.next.contains("and then hung up"))
  }

  @Test(
    arguments: [
      [0x20, 3, 0, 0x87, 0], [0x20, 2, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0], [0x20, 200],
      [0x90, 3, 0, 1, 0], [],
    ] as [[UInt8]])
  func whatIsNoWelcomeIsNone(bytes: [UInt8]) {
    let broker = StubBroker { kind, _, _ in .last(kind == 1 ? bytes : []) }
    let words = Listener(.inMemory(), address(broker.port, "a")).next
    #expect(words.hasPrefix("ended: could not fetch mqtt://127.0.0.1:\(broker.port)/a: "), "\(words)")
  }

  /// Bytes of any kind behind the welcome.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func nonsenseEndsTheLinkAndNothingElse(seed: UInt64) {
    let broker = StubBroker { kind, body, _ in
      guard kind == 8 else { return .bytes(kind == 1 ? StubBroker.welcome : []) }
      var random = SplitMix64(seed: seed)
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      return .last(StubBroker.granted(body) + noise)
    }
    let listener = Listener(.inMemory(), address(broker.port, "#"))
    while true {
      if case .ended = listener.news.next() { break }
    }
  }

  @Test func whatMayNotBeReadIsSaid() {
    let broker = StubBroker { kind, body, _ in
      .bytes(kind == 1 ? StubBroker.welcome : kind == 8 ? StubBroker.granted(body, grade: 0x80) : [])
    }
    #expect(Listener(.inMemory(), address(broker.port, "a/b")).next.contains("this user may not read a/b"))
  }

  /// Two users of one panel are two clients of the broker.
  @Test func twoUsersDoNotThrowEachOtherOut() {
    let broker = Mosquitto()
    let fetcher = Fetcher.inMemory()
    let one = Listener(fetcher, "mqtt://one:x@127.0.0.1:\(broker.port)/a")
    #expect(one.next == "standing")
    let two = Listener(fetcher, "mqtt://two:x@127.0.0.1:\(broker.port)/a")
    #expect(two.next == "standing")
    fetcher.publish("x", "mqtt://one:x@127.0.0.1:\(broker.port)/a")
    #expect([one.next, two.next] == ["a=x", "a=x"])
    one.stop()
    two.stop()
  }

  /// What has been given up is not done when the broker is there at last.
  @Test func whatIsTooLateIsNotSent() {
    let heard = Collector<UInt8>()
    let broker = StubBroker { kind, _, _ in
      heard.add(UInt8(kind))
      return .bytes(kind == 1 ? StubBroker.welcome : [])
    }
    let fetcher = Fetcher.inMemory()
    var request = FetchRequest(address(broker.port, "door"), body: FetchRequest.Body(bytes: Array("open".utf8)))
    request.timeout = 0
    #expect(fetcher.outcome(request).name == "timeout")
    // 3 is to publish, 14 to say goodbye.
    var kinds: [UInt8] = []
    while kinds.last != 14 { kinds.append(heard.next()) }
    #expect(!kinds.contains(3))
  }

  /// Two panels from one card have the same name: one of them takes another.
  @Test func twoPanelsWithOneNameDoNotThrowEachOtherOut() {
    let broker = Mosquitto()
    let (one, two) = (Fetcher.inMemory(), Fetcher.inMemory())
    let first = Listener(one, address(broker.port, "a"))
    #expect(first.next == "standing")
    let second = Listener(two, address(broker.port, "a"))
    #expect(second.next == "standing")
    #expect(first.next.contains("or another client has this panel's name"))
    let again = Listener(one, address(broker.port, "a"))
    #expect(again.next == "standing")
    one.publish("x", address(broker.port, "a"))
    #expect([again.next, second.next] == ["a=x", "a=x"])
    again.stop()
    second.stop()
  }

  @Test func aFloodIsHandedOverInFewPieces() {
    let flood = (0..<20_000).flatMap { StubBroker.message([0x61, 0x30 + UInt8($0 % 10)], Array("\($0)".utf8)) }
    let broker = StubBroker { kind, body, _ in
      kind == 1
        ? .bytes(StubBroker.welcome)
        : kind == 8
          ? .bytes(StubBroker.granted(body) + flood + StubBroker.message([0x7A], Array("end".utf8))) : .bytes([])
    }
    let listener = Listener(.inMemory(), address(broker.port, "#"))
    let (found, pieces) = listener.gather(until: "z")
    #expect(found["a3"] == "19993" && found.count == 11)
    #expect(pieces < 1000)
    listener.stop()
  }
}
