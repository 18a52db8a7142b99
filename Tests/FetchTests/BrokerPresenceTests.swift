import Board
import StubServer
import TestSupport
import Testing

@testable import Fetch

/// A panel at a real mosquitto, and somebody who looks on.
@Suite struct BrokerPresenceTests {
  private let broker = Mosquitto()
  private let received = Collector<String>()
  private let welcomes = Collector<Int>()
  private let lines = Collector<String>()

  private let birth = BrokerPresence.Message("lobby/availability", Array("online".utf8))

  private func presence(_ port: Int? = nil, backoff: Backoff? = nil, client: String? = nil) throws -> BrokerPresence {
    var setup = try #require(BrokerPresence.Setup("mqtt://127.0.0.1:\(port ?? broker.port)/lobby"))
    #expect(setup.base == "lobby")
    setup.birth = birth
    setup.will = BrokerPresence.Message("lobby/availability", Array("offline".utf8))
    setup.filter = "lobby/set/+"
    if let backoff { setup.backoff = backoff }
    if let client { setup.client = client }
    let (received, welcomes, lines) = (received, welcomes, lines)
    return BrokerPresence(
      setup, welcomed: { welcomes.add(1) },
      received: { received.add("\($0)=\(String(decoding: $1, as: UTF8.self))") }, log: { lines.add($0) })
  }

  private func publish(_ text: String, _ topic: String, retained: Bool = false) {
    var request = FetchRequest(
      "mqtt://127.0.0.1:\(broker.port)/\(topic)", body: FetchRequest.Body(bytes: Array(text.utf8)))
    request.isRetained = retained
    #expect(Fetcher.inMemory().outcome(request).name == "success")
  }

  /// What comes of a topic, in its order, until `last` has come.
  private func seen(_ topic: String, until last: String) -> [String] {
    let news = Collector<String>()
    var request = FetchRequest("mqtt://127.0.0.1:\(broker.port)/\(topic)")
    request.stream = FetchRequest.Stream(.topics)
    let link = Fetcher.inMemory().open(request, after: "") { message in
      guard case .messages(let messages) = message else { return }
      for message in messages { news.add(String(decoding: message.bytes, as: UTF8.self)) }
    }
    defer { link.cancel() }
    var all: [String] = []
    while all.last != last { all.append(news.next()) }
    return all
  }

  @Test func aPanelIsThereAndSaysSoAndGoesAndSaysSo() throws {
    let presence = try presence()
    #expect(welcomes.next() == 1)
    #expect(seen("lobby/availability", until: "online") == ["online"])
    presence.publish(BrokerPresence.Message("lobby/state", Array("{}".utf8)))
    #expect(seen("lobby/state", until: "{}") == ["{}"], "kept for those who come later")
    presence.stop()
    #expect(seen("lobby/availability", until: "offline") == ["offline"])
  }

  @Test func whatIsAskedNowIsTakenAndWhatWasAskedOfAnotherRunIsNot() throws {
    publish("OFF", "lobby/set/screen", retained: true)
    let presence = try presence()
    _ = welcomes.next()
    _ = seen("lobby/availability", until: "online")
    publish("40", "lobby/set/brightness")
    #expect(received.next() == "lobby/set/brightness=40")
    presence.stop()
    #expect(received.waiting.isEmpty)
  }

  @Test func aBrokerThatComesBackIsToldAgain() throws {
    let presence = try presence()
    _ = welcomes.next()
    broker.kill()
    #expect(lines.next().hasPrefix("broker mqtt://127.0.0.1:"))
    broker.start()
    #expect(welcomes.next() == 1)
    #expect(seen("lobby/availability", until: "online") == ["online"])
    presence.stop()
  }

  /// Whose will it was that somebody died by nobody knows: the one that is there says so at once.
  @Test func whoIsThereIsSaidToBeThereThoughAnotherOfItsNameGoes() throws {
    let stays = try presence(client: "one")
    _ = welcomes.next()
    #expect(seen("lobby/availability", until: "online") == ["online"])
    publish("offline", "lobby/availability", retained: true)
    #expect(seen("lobby/availability", until: "online").last == "online")
    let goes = try presence(client: "two")
    _ = welcomes.next()
    goes.stop()
    #expect(seen("lobby/availability", until: "online").last == "online")
    stays.stop()
    #expect(seen("lobby/availability", until: "offline").last == "offline", "who goes does not contradict itself")
    #expect(received.waiting.isEmpty)
  }

  @Test func anotherPanelOfTheSameTopicIsToldOfOnce() throws {
    let one = try presence(client: "one")
    _ = welcomes.next()
    for _ in 0..<5 {
      one.publish(birth)
      #expect(seen("lobby/availability", until: "online") == ["online"])
    }
    #expect(lines.waiting.isEmpty, "its own births are no other's")
    let two = try presence(client: "two")
    _ = welcomes.next()
    var told: [String] = []
    while told.isEmpty {
      two.publish(birth)
      _ = seen("lobby/availability", until: "online")
      told += lines.waiting
    }
    for line in told {
      #expect(line.contains("another panel") && line.contains("lobby/availability") && line.contains("--mqtt"))
    }
    one.stop()
    two.stop()
    #expect(told.count + lines.waiting.count <= 2, "once each")
  }

  @Test func allIsLookedAtFromTimeToTimeWhileTheBrokerLetsUsIn() throws {
    var setup = try #require(BrokerPresence.Setup("mqtt://127.0.0.1:\(broker.port)/lobby"))
    (setup.will, setup.birth, setup.filter) = (birth, birth, "lobby/set/+")
    setup.pace = 0.001
    let glances = Collector<Int>()
    let (welcomes, lines) = (welcomes, lines)
    let presence = BrokerPresence(
      setup, welcomed: { welcomes.add(1) }, received: { _, _ in }, glanced: { glances.add(1) }, log: { lines.add($0) })
    _ = welcomes.next()
    for _ in 0..<20 { _ = glances.next() }
    #expect(presence.standing.isConnected && presence.standing.problem == nil)
    broker.kill()
    _ = lines.next()
    #expect(!presence.standing.isConnected && presence.standing.problem != nil)
    presence.stop()
  }

  @Test func aBrokerThatIsNotThereIsToldOfAndEndsNothing() throws {
    let presence = try presence(1)
    let line = lines.next()
    #expect(line.contains("refused") && line.contains("tried again"))
    presence.stop()
  }

  /// A night without a broker is one line, however often it is tried.
  @Test func whatIsTriedAgainAndAgainIsToldOfOnce() throws {
    let attempts = Collector<Int>()
    let stub = StubBroker { kind, _, _ in
      attempts.add(Int(kind))
      return .last([])
    }
    let presence = try presence(stub.port, backoff: Backoff(first: 0.001, limit: 0.001, seed: 1))
    for _ in 0..<5 { _ = attempts.next() }
    presence.stop()
    #expect(lines.waiting.count == 1)
  }

  @Test func ofATopicOnlyTheLastWaits() throws {
    broker.kill()
    let presence = try presence()
    _ = lines.next()
    for number in 0..<1000 { presence.publish(BrokerPresence.Message("lobby/state", Array("\(number)".utf8))) }
    broker.start()
    _ = welcomes.next()
    #expect(seen("lobby/state", until: "999") == ["999"])
    presence.stop()
  }

  @Test(arguments: ["http://broker/x", "mqtt://", "mqtt://broker/a/+/b", "mqtt://broker/#", "mqtt://broker:0/x"])
  func whatIsNoPlaceForAPanelIsRefused(address: String) { #expect(BrokerPresence.Setup(address) == nil) }

  /// A broker that takes nothing and answers all the same is left: what it keeps of the panel would grow old unseen.
  @Test func aBrokerThatTakesNothingIsLeft() throws {
    let broker = StubBroker { kind, body, _ in
      switch kind {
      case 1: .bytes(StubBroker.welcome)
      case 8: .bytes(StubBroker.granted(body))
      case 12: .bytes([0xD0, 0])
      default: .bytes([])
      }
    }
    var setup = try #require(BrokerPresence.Setup("mqtt://127.0.0.1:\(broker.port)/lobby"))
    setup.birth = birth
    setup.filter = "lobby/set/+"
    setup.acceptance = 0.2
    setup.backoff = Backoff(first: 0.01, limit: 0.02, spread: 0, seed: 1)
    let (welcomes, lines) = (welcomes, lines)
    let presence = BrokerPresence(
      setup, welcomed: { welcomes.add(1) }, received: { _, _ in }, log: { lines.add($0) })
    #expect(welcomes.next() == 1)
    #expect(lines.next().contains("it has not taken a message for"))
    #expect(welcomes.next() == 1, "it is tried again")
    presence.stop()
  }

  /// A broker that does not tell what is asked is right about the panel, and that nobody can steer it is said.
  @Test func aRefusedQuestionIsToldOf() throws {
    let broker = StubBroker { kind, body, _ in
      switch kind {
      case 1: .bytes(StubBroker.welcome)
      case 8: .bytes(StubBroker.granted(body, grade: 0x80))
      // Every message with a number is taken.
      case 3: .bytes([0x40, 2] + body.dropFirst(2 + Int(body[1])).prefix(2))
      default: .bytes([])
      }
    }
    var setup = try #require(BrokerPresence.Setup("mqtt://127.0.0.1:\(broker.port)/lobby"))
    setup.birth = birth
    setup.filter = "lobby/set/+"
    let lines = lines
    let presence = BrokerPresence(setup, welcomed: {}, received: { _, _ in }, log: { lines.add($0) })
    #expect(lines.next().contains("this user may not read lobby/set/+"))
    #expect(presence.standing.isConnected && presence.standing.problem?.contains("may not read") == true)
    presence.stop()
  }
}
