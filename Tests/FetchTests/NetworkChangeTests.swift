import Board
import Glibc
import StubServer
import Synchronization
import TestSupport
import Testing

@testable import Fetch

/// A network that a test changes, and what addresses the machine has in it.
private final class Network: Sendable {
  private final class Places: Sendable {
    let now = Mutex<LocalAddresses?>(nil)
  }

  private let places = Places()
  private let mine: Int32
  let watch: NetworkWatch

  init() {
    var ends: [Int32] = [-1, -1]
    unsafe _ = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends)
    mine = ends[1]
    watch = NetworkWatch(
      open: { [end = ends[0]] in end }, addresses: { [places] in places.now.withLock { $0 } })
  }

  deinit { close(mine) }

  /// The kernel says that something has changed, and these are all addresses there are now; nil when nobody knows.
  func change(to texts: [String]?) {
    places.now.withLock { now in
      now = texts.map { LocalAddresses(all: Set($0.compactMap { PeerAddress(text: $0) }), hasLoopback: false) }
    }
    unsafe _ = send(mine, "x", 1, 0)
  }

  var fetcher: Fetcher { Fetcher(Fetcher.Configuration(wallClock: { 1000 }, warn: { _ in }), network: watch) }
}

private func listen(
  _ fetcher: Fetcher, _ address: String, _ kind: FetchRequest.Stream.Kind, _ news: Collector<String>
) -> PushLink {
  var request = FetchRequest(address)
  request.stream = FetchRequest.Stream(kind)
  return fetcher.open(request, after: "") { told in
    switch told {
    case .base: news.add("base")
    case .messages(let messages): for message in messages { news.add(String(decoding: message.bytes, as: UTF8.self)) }
    case .standing: news.add("standing")
    case .ended(let error): news.add("\(error)")
    }
  }
}

/// What becomes of links when the machine's own network changes. All of them are over 127.0.0.1, which these networks may lack.
@Suite struct NetworkChangeTests {
  private let network = Network()
  private let news = Collector<String>()

  @Test(arguments: [FetchRequest.Stream.Kind.events(named: []), .lines])
  func aLinkOverAnAddressThatIsGoneEnds(kind: FetchRequest.Stream.Kind) {
    let server = StubServer()
    let type = kind == .lines ? "application/x-ndjson" : "text/event-stream"
    server.on("/e", .stream("data: a\n\n", "data: b\n\n", type: type))
    let fetcher = network.fetcher
    let changes = Collector<Bool>()
    let listening = fetcher.listenToNetwork { changes.add(true) }
    let link = listen(fetcher, server.url("/e"), kind, news)
    #expect(news.next().hasPrefix(kind == .lines ? "data: a" : "a"))
    for addresses in [["127.0.0.1", "10.0.0.7"], nil] {
      network.change(to: addresses)
      #expect(changes.next())
    }
    #expect(news.waiting.isEmpty, "it goes on where its address is there, and where nobody knows")
    network.change(to: ["10.0.0.7", "::1"])
    #expect(
      news.next()
        == "could not fetch \(server.url("/e")): this machine no longer has the address over which \(Address.host(of: server.url("/e"))) was connected; it is connected anew"
    )
    server.waitUntilConnected(atMost: 0)
    withExtendedLifetime((link, listening)) {}
  }

  @Test func aBrokersConnectionOverAnAddressThatIsGoneEndsWithAllWhoListen() {
    let broker = Mosquitto()
    let fetcher = network.fetcher
    let changes = Collector<Bool>()
    let listening = fetcher.listenToNetwork { changes.add(true) }
    let links = ["h/a", "h/+/temp"].map { listen(fetcher, "mqtt://127.0.0.1:\(broker.port)/\($0)", .topics, news) }
    #expect([news.next(), news.next()] == ["standing", "standing"])
    network.change(to: ["127.0.0.1"])
    #expect(changes.next())
    #expect(news.waiting.isEmpty)
    network.change(to: ["10.0.0.7"])
    for _ in links { #expect(news.next().contains("no longer has the address over which 127.0.0.1:\(broker.port)")) }
    // Whoever comes next has a connection of its own.
    let next = listen(fetcher, "mqtt://127.0.0.1:\(broker.port)/h/a", .topics, news)
    #expect(news.next() == "standing")
    next.cancel()
    withExtendedLifetime((links, listening)) {}
  }

  /// Of one source, whose events come by themselves.
  private func loader(of address: String, _ timer: ManualTimer, _ told: Collector<SourceNews>) -> SourceLoader {
    let loader = SourceLoader(fetcher: network.fetcher, timer: timer, seed: 1, deliver: { told.add($1) })
    var request = FetchRequest(address)
    request.stream = FetchRequest.Stream(.events(named: []))
    var source = LoadedSource(id: SourceID("x"), interval: 15) { [request] in request }
    source.isPushed = true
    loader.setSources([source])
    return loader
  }

  @Test func aSourceIsOpenedAnewBehindItsLastEvent() {
    let server = StubServer()
    server.on("/e", .stream("id: 7\ndata: a\n\n"), .stream("data: b\n\n"))
    let timer = ManualTimer()
    let told = Collector<SourceNews>()
    let loader = loader(of: server.url("/e"), timer, told)
    guard case .pushed = told.next() else { return #expect(Bool(false)) }
    timer.turn(to: 100)
    network.change(to: ["10.0.0.7"])
    guard case .fell = told.next() else { return #expect(Bool(false)) }
    timer.waitForAlarm(at: 102)
    timer.turn(to: 102)
    guard case .pushed(let outcome) = told.next() else { return #expect(Bool(false)) }
    #expect(outcome.text == "b")
    #expect(server.requests("/e")[1].headers["last-event-id"] == "7")
    loader.stop()
  }

  @Test func aSourceThatWaitsIsOpenedSoon() {
    let server = StubServer()
    server.on("/e", .reply(503, "no"))
    let timer = ManualTimer()
    let told = Collector<SourceNews>()
    let loader = loader(of: server.url("/e"), timer, told)
    var time = 0.0
    for _ in 0..<8 {
      _ = told.next()
      timer.waitForAlarm(at: time + 61)
      let next = timer.alarmTime ?? 0
      if next - time >= 18 { break }
      time = next
      timer.turn(to: time)
    }
    #expect((timer.alarmTime ?? 0) - time >= 18)
    network.change(to: ["10.0.0.7"])
    timer.waitForAlarm(at: time + 2)
    loader.stop()
  }

  @Test func aCameraIsOpenedAnew() {
    let server = StubServer()
    let part = "--x\r\nContent-Length: 3\r\n\r\n"
    server.on(
      "/cam", .stream("\(part)one\r\n", type: "multipart/x-mixed-replace; boundary=x"), .reply(500, "no"),
      .stream("\(part)two\r\n", type: "multipart/x-mixed-replace; boundary=x"))
    let follower = StreamFollower(server.url("/cam"), reach: .anywhere, by: network.fetcher, seed: 1) { [news] told in
      switch told {
      case .picture(let bytes): news.add(String(decoding: bytes, as: UTF8.self))
      case .fell(let error): news.add("\(error.kind)")
      }
    }
    follower.open()
    #expect(news.next() == "one")
    network.change(to: [])
    #expect([news.next(), news.next(), news.next()] == ["offline", "status(500)", "two"])
    follower.stop()
  }

  private func presence(at broker: Mosquitto, _ welcomes: Collector<Bool>) throws -> BrokerPresence {
    var setup = try #require(BrokerPresence.Setup("mqtt://127.0.0.1:\(broker.port)/lobby"))
    setup.birth = BrokerPresence.Message("lobby/availability", Array("online".utf8))
    setup.will = BrokerPresence.Message("lobby/availability", Array("offline".utf8))
    setup.client = "hall"
    setup.backoff = Backoff(first: 0.1, limit: 1e6, seed: 1)
    return BrokerPresence(
      setup, network: network.watch, welcomed: { welcomes.add(true) }, received: { _, _ in },
      log: { [news] in news.add($0) })
  }

  @Test func aPanelAtItsBrokerComesAgainAtOnceAndByItsName() throws {
    let broker = Mosquitto()
    let welcomes = Collector<Bool>()
    let presence = try presence(at: broker, welcomes)
    #expect(welcomes.next())
    network.change(to: ["127.0.0.1"])
    network.change(to: nil)
    network.change(to: ["10.0.0.7"])
    #expect(news.next().contains("no longer has the address"))
    #expect(welcomes.next())
    broker.waitForLine(with: "as hall-seat ", times: 2)
    presence.stop()
  }

  @Test func aPanelThatWaitsForItsBrokerComesThroughAChange() throws {
    let broker = Mosquitto()
    broker.kill()
    let welcomes = Collector<Bool>()
    let presence = try presence(at: broker, welcomes)
    #expect(news.next().contains("refused"))
    broker.start()
    network.change(to: ["10.0.0.7"])
    #expect(welcomes.next())
    presence.stop()
  }

  /// What the kernel says of this machine holds the loopback interface, and what is nobody's is not there.
  @Test func theMachinesOwnAddressesAreKnown() throws {
    let now = try #require(LocalAddresses.now())
    #expect(now.holds(try #require(PeerAddress(text: "127.0.0.1"))))
    for text in ["127.8.8.8", "::1"] { #expect(now.holds(try #require(PeerAddress(text: text)))) }
    #expect(!now.holds(try #require(PeerAddress(text: "203.0.113.77"))))
    #expect(now.all.contains(try #require(PeerAddress(text: "127.0.0.1"))))
    let server = StubServer()
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    #expect(PeerAddress(ofSocket: socket) == PeerAddress(text: "0.0.0.0"))
    #expect(PeerAddress(ofSocket: -1) == nil)
    withExtendedLifetime(server) {}
  }
}
