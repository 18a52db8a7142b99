import CMosquitto
import TestSupport
import Testing

@testable import Fetch

/// What comes by itself, taken apart: however the bytes are cut, and whatever they are.
@Suite struct EventStreamTests {
  private func events(_ parts: [[UInt8]], limit: Int = 1000) -> (
    events: [EventStream.Event], stream: EventStream, isRight: Bool
  ) {
    var stream = EventStream(limit: limit)
    var events: [EventStream.Event] = []
    for part in parts { if !stream.take(part, into: &events) { return (events, stream, false) } }
    return (events, stream, true)
  }

  private func events(_ text: String) -> [String] {
    events([Array(text.utf8)]).events.map { "\($0.name)=\(String(decoding: $0.data, as: UTF8.self))" }
  }

  /// Examples of the standard, section 9.2.6, and what its rules say.
  @Test func eventsAreThoseOfTheStandard() {
    #expect(events("data: YHOO\ndata: +2\ndata: 10\n\n") == ["message=YHOO\n+2\n10"])
    #expect(
      events(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n")
        == ["message=first event", "message=second event", "message= third event"])
    #expect(events("data\n\ndata\ndata\n\ndata:") == ["message=", "message=\n"])
    #expect(events("data:test\n\ndata: test\n\n") == ["message=test", "message=test"])
    #expect(events("\u{FEFF}event: add\r\ndata: 1\r\rdata: 2\r\n\r\n") == ["add=1", "message=2"])
    #expect(events("event: lost\n\ndata: 3\nwhat: ever\nretry: x\n\n") == ["message=3"])
    #expect(events("data: cut off") == [])
  }

  @Test func idsAndWaitsAreKept() {
    let ids = events([Array("id: 7\ndata: a\n\nid: 8\ndata: b\n".utf8)])
    // That of an event that never ended is not one to go on behind.
    #expect(ids.stream.lastID == "7")
    #expect(events([Array("id: 7\n\nid: x\0y\n\n".utf8)]).stream.lastID == "7")
    #expect(events([Array("id: 7\n\nid\n\n".utf8)]).stream.lastID == "")
    #expect(events([Array("retry: 2500\nretry: soon\nretry: -1\n".utf8)]).stream.retry == 2.5)
    #expect(events([Array("retry: 99999999999999999999\n".utf8)]).stream.retry == 3600)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func anyCutGivesTheSameEvents(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words: [String] = [
      "data: {\"a\":1}", "data:", "data", "id: 3", "id", "event: x", "event:", ": ping", "retry: 10", "\u{FEFF}", "ä€😀",
      "\n", "\n", "\n", "\r", "\r\n", "\r\n", "\0", ":", " ",
    ]
    let text = (0..<60).map { _ in words.randomElement(using: &random)! }.joined()
    let bytes = Array(text.utf8)
    let whole = events([bytes])
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...7, using: &random)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let cut = events(parts)
    #expect(cut.events == whole.events)
    #expect(cut.stream.lastID == whole.stream.lastID)
    #expect(cut.stream.retry == whole.stream.retry)

    var (lines, pieces): ([[UInt8]], [[UInt8]]) = ([], [])
    var (one, many) = (LineStream(limit: 1000), LineStream(limit: 1000))
    #expect(one.take(bytes, into: &lines))
    for part in parts { #expect(many.take(part, into: &pieces)) }
    one.end(into: &lines)
    many.end(into: &pieces)
    #expect(lines == pieces)
    #expect(
      lines
        == text.utf8.split(separator: 10).map { Array($0.last == 13 ? $0.dropLast() : $0) }
        .filter { $0.contains { $0 > 0x20 } })
  }

  /// The standard decodes the stream as UTF-8 whatever it holds, before it looks for lines: a damaged byte is U+FFFD, and never a letter
  /// of another encoding.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func anyBytesAreUTF8(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces: [[UInt8]] = [
      Array("ä€😀".utf8), [0xE4], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF, 0xFE],
      [0x80],
      [0xF4, 0x90], [0x00], [0x22], [0x7B], Array("data: ".utf8), [0xEF, 0xBB, 0xBF],
    ]
    var bytes: [UInt8] = []
    var lines: [[UInt8]] = []
    for _ in 0..<12 {
      var line: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        line +=
          Int.random(in: 0..<3, using: &random) == 0
          ? [UInt8.random(in: .min ... .max, using: &random)] : pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      line.removeAll { $0 == 10 || $0 == 13 }
      lines.append(line)
      bytes += Array("data: ".utf8) + line + [10, 10]
    }
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...5, using: &random)
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let read = events(parts).events.map(\.data)
    #expect(read == lines.map { Array(String(decoding: $0, as: UTF8.self).utf8) })
    // The stream as a whole comes to the same.
    let decoded = String(decoding: bytes, as: UTF8.self)
    #expect(events([Array(decoded.utf8)]).events.map(\.data) == read)
  }

  /// The Unicode Standard 15, tables 3-8 to 3-11; the Encoding Standard's decoder does the same.
  @Test func damageIsReplacedAsTheStandardSays() {
    for (bytes, text) in [
      ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], "????????A"),
      ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], "????????A"),
      ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], "?????A??B"),
      ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "????A"),
      ([0x22, 0xE4, 0x22], "\"?\""),
    ] as [([UInt8], String)] {
      let read = events([Array("data: ".utf8) + bytes + [10, 10]]).events.first?.data ?? []
      #expect(String(decoding: read, as: UTF8.self) == text.replacing("?", with: "\u{FFFD}"))
    }
  }

  @Test func whatIsTooLongEnds() {
    let long = [UInt8](repeating: 0x61, count: 1001)
    #expect(!events([long]).isRight)
    #expect(!events([Array("data: ".utf8) + long]).isRight)
    // Of many lines together.
    let line = Array("data: \(String(repeating: "a", count: 100))\n".utf8)
    #expect(events(Array(repeating: line, count: 9)).isRight)
    #expect(!events(Array(repeating: line, count: 11)).isRight)
    // Comments are nobody's message, however many.
    #expect(events(Array(repeating: Array(": \(String(repeating: "a", count: 900))\n\n".utf8), count: 100)).isRight)
    var lines: [[UInt8]] = []
    var stream = LineStream(limit: 1000)
    #expect(!stream.take(long, into: &lines))
  }

  // MARK: Topics

  @Test func filtersMeanWhatTheStandardSays() {
    func matches(_ filter: String, _ topic: String) -> Bool? { TopicFilter(filter)?.matches(topic) }
    #expect(matches("sport/tennis/player1/#", "sport/tennis/player1") == true)
    #expect(matches("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon") == true)
    #expect(matches("sport/tennis/+", "sport/tennis/player1") == true)
    #expect(matches("sport/tennis/+", "sport/tennis/player1/ranking") == false)
    #expect(matches("sport/+", "sport") == false)
    #expect(matches("sport/+", "sport/") == true)
    #expect(matches("+/+", "/finance") == true)
    #expect(matches("#", "$SYS/monitor") == false)
    #expect(matches("+/monitor", "$SYS/monitor") == false)
    #expect(matches("$SYS/#", "$SYS/monitor") == true)
    for text in ["", "sport+", "sport/#/a", "a/b#", "+a", "a\0"] { #expect(TopicFilter(text) == nil, "\(text)") }
  }

  /// libmosquitto itself is asked.
  @Test func filtersMeanWhatLibmosquittoSays() throws {
    let library = try #require(Libmosquitto.shared)
    var random = SplitMix64(seed: 4)
    var matched = 0
    for _ in 0..<20_000 {
      let names = ["a", "b", "", "$c", "a"]
      let topic = (0...Int.random(in: 0...3, using: &random)).map { _ in names.randomElement(using: &random)! }
        .joined(separator: "/")
      let signs = names + ["+", "+", "#"]
      let text = (0...Int.random(in: 0...3, using: &random)).map { _ in signs.randomElement(using: &random)! }
        .joined(separator: "/")
      guard let filter = TopicFilter(text), !topic.isEmpty else { continue }
      var isMeant = false
      guard unsafe library.topicMatches(text, topic, &isMeant) == 0 else { continue }
      #expect(filter.matches(topic) == isMeant, "\(text) \(topic)")
      matched += isMeant ? 1 : 0
    }
    #expect(matched > 1000)
  }

  @Test func addressesOfBrokers() throws {
    let address = try #require(BrokerAddress("mqtts://ki%40osk:p%2Fw@Broker.Example:8884/house/+/temp%20x"))
    #expect(address.broker == .init(isSecure: true, host: "broker.example", port: 8884))
    #expect(address.user == "ki@osk" && address.password == "p/w")
    #expect(address.topic == "house/+/temp x")
    #expect(BrokerAddress("mqtt://b/a/#")?.topic == "a/#")
    #expect(BrokerAddress("mqtt://b/a?b")?.topic == "a?b")
    #expect(BrokerAddress("mqtt://[::1]/a")?.broker == .init(isSecure: false, host: "[::1]", port: 1883))
    #expect(BrokerAddress("mqtt://[::1]:99/a")?.broker.port == 99)
    #expect(BrokerAddress("mqtt://b//a")?.topic == "/a")
    for text in [
      "mqtt:b/a", "mqtt:///a", "mqtt://b:0/a", "mqtt://b:99999/a", "mqtt://b:1x/a", "mqtt://a@b@c/d", "http://b/a",
      "mqtt://b\\c/a",
      "mqtt://b?x/a", "mqtt://b#x/a", "mqtt://u%zz@b/a", "mqtt://b/a%00", "mqtt://b:+1/a",
    ] { #expect(BrokerAddress(text) == nil, "\(text)") }
    #expect(Address.redacted("mqtt://u:secret@b/a/+") == "mqtt://b/a/+")
    #expect(!Address.redacted("mqtt://u:sec@ret@b/a").contains("ret"))
  }

  // MARK: What gathers

  @Test func nobodyMissesWhatTheyWouldSee() {
    func gathered(_ rule: Gathered.Rule, _ topics: [String]) -> [String] {
      var gathered = Gathered(rule)
      for (place, topic) in topics.enumerated() {
        gathered.add(PushedMessage(topic: topic, bytes: Array("\(place)".utf8), time: 0))
      }
      let all = gathered.take()
      #expect(gathered.isEmpty && gathered.bytes == 0)
      return all.map { ($0.topic ?? "") + String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(gathered(.last, ["a", "b", "a"]) == ["a2"])
    #expect(gathered(.lastFew, ["a", "b", "a"]) == ["a0", "b1", "a2"])
    #expect(gathered(.lastFew, Array(repeating: "a", count: 100)) == (92..<100).map { "a\($0)" })
    #expect(gathered(.lastOfTopic, ["a", "b", "a", "c", "b"]) == ["a2", "b4", "c3"])
    #expect(gathered(.none, ["a", "b", "a"]) == ["a0", "b1", "a2"])
  }

  /// Of the last few no more than is worth keeping, but always the last.
  @Test func largeMessagesAreNotKeptBesideTheLast() {
    var gathered = Gathered(.lastFew)
    for size in [10, 900_000, 900_000, 2 << 20, 20] {
      gathered.add(PushedMessage(bytes: [UInt8](repeating: 0, count: size), time: 0))
      #expect(gathered.bytes <= max(1 << 20, size + 64))
    }
    #expect(gathered.take().map(\.bytes.count) == [20])
  }

  @Test func whatIsKeptIsCounted() {
    var gathered = Gathered(.lastOfTopic)
    for turn in 0..<1000 {
      gathered.add(PushedMessage(topic: "t\(turn % 10)", bytes: [UInt8](repeating: 0, count: turn), time: 0))
    }
    #expect(gathered.bytes == (990..<1000).reduce(0) { $0 + $1 + 2 + 64 })
  }
}
