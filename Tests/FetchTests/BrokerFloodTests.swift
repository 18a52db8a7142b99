import StubServer
import Synchronization
import TestSupport
import Testing

@testable import Fetch

/// A clock on which a second goes by whenever somebody looks: whoever goes by it has never done much of late.
private final class RestedTimer: LoadTimer {
  private let time = Atomic<Int>(0)

  func now() -> Double { Double(time.add(1, ordering: .relaxed).newValue) }
  func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void) {}
}

/// More than anybody can see, from a real broker.
@Suite struct BrokerFloodTests {
  private static let topics = 20

  private enum Missing: Error { case link, mark }

  /// A thousand messages of a kilobyte in each second of a clock that the test turns: handed over ten times a second, each time no more
  /// than one of each topic, and of each topic the last one at the end, as the broker dies.
  @Test func aThousandMessagesASecondAreHandedOverTenTimesASecond() throws {
    let broker = Mosquitto(["allow_anonymous true", "max_queued_messages 0"])
    let timer = ManualTimer()
    let timers = Mutex<[any LoadTimer]>([timer, RestedTimer()])
    var configuration = Fetcher.Configuration(wallClock: { 1000 }, warn: { _ in })
    configuration.makeTimer = { timers.withLock { $0.removeFirst() } }
    let fetcher = Fetcher(configuration)
    let news = Collector<LinkNews>()
    let marks = Collector<LinkNews>()
    func open(_ filter: String, _ news: Collector<LinkNews>) -> PushLink {
      var request = FetchRequest("mqtt://127.0.0.1:\(broker.port)/\(filter)")
      request.stream = FetchRequest.Stream(.topics)
      return fetcher.open(request, after: "") { news.add($0) }
    }
    // Both on one connection, on which what is sent later comes later.
    let links = [open("flood/+", news), open("mark", marks)]
    for told in [news, marks] {
      guard case .standing = told.next() else { throw Missing.link }
    }
    let padding = String(repeating: "x", count: 1000)
    let seconds = 10
    var last: [String: String] = [:]
    for step in 1...(10 * seconds) {
      let messages = (0..<100).map { number in
        (topic: "flood/\(number % Self.topics)", payload: "\(step * 100 + number) \(padding)")
      }
      for message in messages { last[message.topic] = message.payload }
      broker.flood(messages + [(topic: "mark", payload: "\(step)")])
      // All of it has come by then.
      guard case .messages = marks.next() else { throw Missing.mark }
      timer.turn(to: Double(step) / 10)
    }
    broker.kill()
    var found: [String: String] = [:]
    var pieces: [Int] = []
    loop: while true {
      switch news.next() {
      case .messages(let messages):
        pieces.append(messages.count)
        for message in messages { found[message.topic ?? ""] = String(decoding: message.bytes, as: UTF8.self) }
      case .ended: break loop
      case .base, .standing: Issue.record("it stood already")
      }
    }
    #expect(found == last)
    #expect(pieces.allSatisfy { $0 <= Self.topics })
    // So many in a row, ten a second, and what was left when the broker died.
    #expect(pieces.count <= 8 + 10 * seconds + 1 && pieces.count > seconds, "\(pieces.count) pieces")
    for link in links { link.cancel() }
  }
}
