import Board
import Scratch
import StubServer
import Synchronization
import Testing

@testable import Fetch

private struct Told: Sendable {
  var id: SourceID
  var news: SourceNews

  /// In a word, with what came.
  var words: String {
    switch news {
    case .cached(let content): "cached \(text(content))"
    case .fetched(let outcome): "fetched \(outcome.name)"
    case .pushed(let outcome): outcome.content.map { "pushed \(text($0))" } ?? "pushed \(outcome.name)"
    case .standing: "standing"
    case .fell: "fell"
    case .failed(let error): "failed \(error.kind)"
    }
  }

  private func text(_ content: FetchedContent) -> String {
    switch content.payload {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .messages(let messages): messages.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "|")
    case .images, .value: "?"
    }
  }
}

private struct Bench {
  let timer = ManualTimer()
  let news = Collector<Told>()
  let busy = Collector<Bool>()
  let loader: SourceLoader

  init(_ fetcher: Fetcher = .inMemory()) {
    let (news, busy) = (news, busy)
    loader = SourceLoader(
      fetcher: fetcher, timer: timer, seed: 1, busy: { busy.add($1) }, deliver: { news.add(Told(id: $0, news: $1)) })
  }

  func open(
    _ address: String, _ kind: FetchRequest.Stream.Kind = .events(named: []), keepsAll: Bool = false,
    start: String? = nil, inspect: Fetcher.Inspection? = nil, limit: Int = 8 << 20, silence: Double? = nil
  ) {
    var request = FetchRequest(address, bodyLimit: limit)
    request.stream = FetchRequest.Stream(kind, keepsAll: keepsAll, start: start)
    request.stream?.silence = silence
    var source = LoadedSource(id: SourceID("x"), interval: 15, inspect: inspect) { [request] in request }
    source.isPushed = true
    loader.setSources([source])
  }

  var next: String { news.next().words }
}

/// Streams of a web server: what they bring, and what becomes of them.
@Suite struct LinkTests {
  @Test func eventsComeOneByOne() {
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n", ": ping\n\n", "data: 2\ndata: 3\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"))
    #expect(bench.next == "pushed 1")
    #expect(bench.busy.next() == true && bench.busy.next() == false)
    server.release("/e", count: 2)
    #expect(bench.next == "pushed 2\n3")
    let sent = server.requests("/e")[0].headers
    #expect(sent["accept"] == "text/event-stream" && sent["last-event-id"] == nil)
    #expect(bench.news.waiting.isEmpty)
    bench.loader.stop()
    server.waitUntilConnected(atMost: 0)
  }

  /// A server may hang while its connection lives: what was promised to be heard is not, and the stream is opened anew.
  @Test func aStreamThatFallsSilentIsOpenedAnew() throws {
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n", "data: never\n\n"), .stream("data: 2\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"), silence: 1)
    #expect(bench.next == "pushed 1")
    #expect(bench.loader.silences[SourceID("x")] != nil)
    #expect([bench.next, bench.next] == ["fell", "failed timeout"])
    #expect(bench.loader.silences.isEmpty)
    bench.timer.turn(toAlarm: 2)
    #expect(bench.next == "pushed 2")
    #expect(server.requests("/e").count == 2)
    bench.loader.stop()
  }

  @Test func linesComeOneByOneAndTheLastOneWithTheEnd() {
    let server = StubServer()
    server.on("/l", .stream("{\"a\":1}\r\n\n", "{\"a\":2}\n{\"a\"", ":3}", type: "application/x-ndjson"))
    let bench = Bench()
    bench.open(server.url("/l"), .lines, keepsAll: true)
    #expect(bench.next == "pushed {\"a\":1}")
    server.release("/l")
    #expect(bench.next == "pushed {\"a\":2}")
    server.release("/l", count: 2)
    #expect(bench.next == "pushed {\"a\":3}")
    #expect(bench.next == "fell")
    bench.loader.stop()
  }

  @Test func theNextLinkGoesOnBehindTheLastEvent() {
    let server = StubServer()
    server.on("/e", .stream("retry: 7000\nid: 41\ndata: a\n\n"), .stream("data: b\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"))
    #expect(bench.next == "pushed a")
    #expect(bench.busy.next() == true && bench.busy.next() == false)
    // It had stood for long: that it falls is nothing to talk about.
    bench.timer.turn(to: 100)
    server.release("/e")
    #expect(bench.next == "fell")
    bench.timer.waitForAlarm(at: 107)
    bench.timer.turn(to: 106.9)
    #expect(server.requests("/e").count == 1)
    bench.timer.turn(to: 107)
    #expect(bench.next == "pushed b")
    #expect(server.requests("/e")[1].headers["last-event-id"] == "41")
    bench.loader.stop()
  }

  @Test func onesThatFallAtOnceAreTriedLessAndLessAndTalkedAbout() {
    let server = StubServer()
    server.on("/e", .stream("data: a\n\n"))
    server.release("/e", count: 100)
    let bench = Bench()
    bench.open(server.url("/e"))
    var waits: [Double] = []
    var time = 0.0
    for _ in 0..<6 {
      #expect([bench.next, bench.next, bench.next] == ["pushed a", "fell", "failed cutOff"])
      let before = time
      bench.timer.waitForAlarm(at: time + 61)
      time = bench.timer.alarmTime ?? 0
      waits.append(time - before)
      bench.timer.turn(to: time)
    }
    for (wait, nominal) in zip(waits, [2, 4, 8, 16, 32, 60.0]) { #expect(wait > nominal * 0.29 && wait <= nominal) }
    bench.loader.stop()
  }

  /// Of messages that come together the last that can be read counts, and a sign of life behind it is no trouble.
  @Test func aSignOfLifeTakesNoMessageAway() {
    let server = StubServer()
    server.on("/x", .stream("data: one\n\ndata: two\n\ndata: ping\n\ndata: ping\n\n"))
    let bench = Bench()
    bench.open(
      server.url("/x"),
      inspect: { content, _ in
        if case .bytes(let bytes) = content.payload, bytes == Array("ping".utf8) { "no JSON" } else { nil }
      })
    #expect(bench.next == "pushed two")
    bench.loader.stop()
  }

  @Test func onesThatCannotBeOpenedSayWhy() {
    let server = StubServer()
    server.on("/404", .reply(404, "no"))
    server.on("/page", .reply(200, type: "text/html", "<html>"))
    server.on("/json", .reply("{}"))
    server.on("/nothing", .nothing)
    server.on("/204", .reply(204))
    for (path, kind, words) in [
      ("/404", FetchRequest.Stream.Kind.events(named: []), "the server answered 404"),
      ("/json", .events(named: []), "the server sent application/json, not an event stream"),
      ("/page", .lines, "the server sent a web page"), ("/nothing", .lines, "without an answer"),
      ("/204", .lines, "ended the stream"),
    ] {
      let bench = Bench()
      bench.open(server.url(path), kind)
      var told = bench.news.next()
      if case .fell = told.news { told = bench.news.next() }
      guard case .failed(let error) = told.news else {
        Issue.record("\(path): \(told.words)")
        continue
      }
      #expect(error.description.contains(words), "\(error)")
      #expect(bench.busy.next() == true && bench.busy.next() == false)
      bench.loader.stop()
    }
  }

  @Test func itBeginsWithWhatItUpdates() {
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n", "data: 2\n\n"), .stream(": \n\n"))
    server.on("/all", .hold(.reply("[0]")), .reply(500))
    let bench = Bench()
    bench.open(server.url("/e"), keepsAll: true, start: server.url("/all"))
    server.waitForRequests("/all")
    server.release("/all")
    // The messages that came before it come after it.
    #expect([bench.next, bench.next] == ["pushed [0]", "pushed 1"])
    #expect(bench.busy.next() == true && bench.busy.next() == false)
    server.release("/e")
    #expect(bench.next == "pushed 2")
    bench.timer.turn(to: 100)
    server.release("/e")
    #expect(bench.next == "fell")
    bench.timer.turn(toAlarm: 102)
    #expect(bench.next == "failed status(500)")
    bench.loader.stop()
  }

  @Test func onlyEventsOfTheseNamesCount() {
    let server = StubServer()
    server.on(
      "/e", .stream("event: ping\ndata: p\n\nevent: state\ndata: 1\n\ndata: 2\n\nevent: log\ndata: 3\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"), .events(named: ["state", "message"]), keepsAll: true)
    #expect(bench.next == "pushed 1|2")
    bench.loader.stop()
  }

  /// Ten thousand events in one go: the last one is what is to be seen, and little else is handed over.
  @Test func aFloodIsHandedOverInFewPieces() {
    let server = StubServer()
    let flood = (0..<10_000).map { "data: \($0)\n\n" }.joined()
    server.on("/e", .stream("data: first\n\n", flood + "data: last\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"))
    #expect(bench.next == "pushed first")
    server.release("/e")
    var count = 0
    while bench.next != "pushed last" { count += 1 }
    // So many as are shown in a row, and ten a second.
    #expect(count < 40)
    bench.loader.stop()
  }

  /// What all counts of is not dropped: its server waits.
  @Test func aFloodOfWhatAllCountsOfMakesTheServerWait() {
    let server = StubServer()
    let line = "data: \(String(repeating: "x", count: 1000))\n\n"
    server.on("/e", .endless(after: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", line))
    let bench = Bench()
    let sizes = Collector<Int>()
    bench.open(server.url("/e"), keepsAll: true) { content, _ in
      if case .messages(let messages) = content.payload { sizes.add(messages.count) }
      return nil
    }
    for _ in 0..<10 {
      let count = sizes.next()
      // Four megabytes, and what of it came in one piece.
      #expect(count > 0 && count < 4300)
    }
    bench.loader.stop()
    server.waitUntilConnected(atMost: 0)
  }

  @Test func messagesWithoutEndAreRefused() {
    let server = StubServer()
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: "
    server.on("/line", .endless(after: head, String(repeating: "a", count: 10_000)))
    server.on("/lines", .endless(after: head, "a\ndata: "))
    for path in ["/line", "/lines"] {
      let bench = Bench()
      bench.open(server.url(path), limit: 100_000)
      var last = bench.next
      while !last.hasPrefix("failed") { last = bench.next }
      #expect(last == "failed tooLarge")
      bench.loader.stop()
    }
    server.waitUntilConnected(atMost: 0)
  }

  @Test func whatDripsComes() {
    let server = StubServer()
    server.on("/e", .dripping(after: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", "data: x\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"))
    for _ in 0..<5 { #expect(bench.next == "pushed x") }
    bench.loader.stop()
    server.waitUntilConnected(atMost: 0)
  }

  @Test func whatCannotBeReadIsRefusedAndTheLinkStands() {
    let (server, bench) = goodAndBad()
    server.release("/e")
    #expect(bench.next == "pushed failure")
    server.release("/e")
    #expect(bench.next == "pushed good")
    bench.loader.stop()
  }

  /// A link that has brought what can be read, and will bring what cannot.
  private func goodAndBad() -> (server: StubServer, bench: Bench) {
    let server = StubServer()
    server.on("/e", .stream("data: good\n\n", "data: bad\n\n", "data: good\n\n"))
    let bench = Bench()
    bench.open(server.url("/e")) { content, _ in content.text == "bad" ? "it is bad" : nil }
    #expect(bench.next == "pushed good")
    return (server, bench)
  }

  /// Somebody pulls: what could not be read is no better for it.
  @Test func aPullDoesNotMendWhatCannotBeRead() {
    let (server, bench) = goodAndBad()
    server.release("/e")
    #expect(bench.next == "pushed failure")
    bench.loader.refresh([SourceID("x")])
    #expect(bench.next == "pushed failure")
    server.release("/e")
    #expect(bench.next == "pushed good")
    bench.loader.refresh([SourceID("x")])
    #expect(bench.next == "standing")
    bench.loader.stop()
  }

  @Test func aPullIsAnsweredByALinkThatStands() {
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n"))
    let bench = Bench()
    bench.open(server.url("/e"))
    #expect(bench.next == "pushed 1")
    bench.loader.refresh([SourceID("x")])
    #expect(bench.next == "standing")
    #expect(server.requests("/e").count == 1)
    bench.loader.stop()
  }

  @Test func whatItBroughtLastIsThereAtTheNextStart() {
    let directory = TemporaryDirectory()
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n", "data: 2\n\n"), .stream(": \n\n"))
    let first = Bench(Fetcher(.init(cacheDirectory: directory.path, wallClock: { 5 }, warn: { _ in })))
    first.open(server.url("/e"))
    #expect(first.next == "pushed 1")
    #expect(first.busy.next() == true && first.busy.next() == false)
    // Another one within half a minute is written with what comes until then, or at the end.
    server.release("/e")
    #expect(first.next == "pushed 2")
    first.loader.stop()
    let second = Bench(Fetcher(.init(cacheDirectory: directory.path, wallClock: { 9 }, warn: { _ in })))
    second.open(server.url("/e"))
    #expect(second.next == "cached 2")
    #expect(second.next == "standing")
    second.loader.stop()
  }

  /// A day back, as a machine without a battery has it when its time comes from the network.
  @Test func aClockThatIsSetBackChangesNothing() {
    let server = StubServer()
    let directory = TemporaryDirectory()
    server.on("/e", .stream("data: 1\n\n", "data: 2\n\n", "data: 3\n\n"), .stream(": \n\n"))
    let time = Atomic<Int>(100_000)
    let bench = Bench(
      Fetcher(
        .init(
          cacheDirectory: directory.path, wallClock: { Double(time.load(ordering: .relaxed)) }, warn: { _ in })))
    bench.open(server.url("/e"))
    #expect(bench.next == "pushed 1")
    time.store(13_600, ordering: .relaxed)
    server.release("/e")
    #expect(bench.next == "pushed 2")
    // By then the one before is written: by this clock nothing has been written for a day, though it will be.
    server.release("/e")
    #expect(bench.next == "pushed 3")
    bench.loader.stop()
    let second = Bench(Fetcher(.init(cacheDirectory: directory.path, wallClock: { 13_700 }, warn: { _ in })))
    second.open(server.url("/e"))
    #expect(second.next == "cached 3")
    second.loader.stop()
  }

  @Test func aRedirectIsFollowed() {
    let server = StubServer()
    server.on("/r", .redirect(to: "/e"))
    server.on("/e", .stream("data: 1\n\n"))
    let bench = Bench()
    bench.open(server.url("/r"))
    #expect(bench.next == "pushed 1")
    bench.loader.stop()
  }

  @Test func manyLinksDoNotStandInTheWayOfFetches() {
    let server = StubServer()
    server.on("/e", .stream("data: 1\n\n"))
    server.on("/x", .reply("fetched"))
    let fetcher = Fetcher.inMemory()
    let benches = (0..<20).map { _ in Bench(fetcher) }
    for bench in benches { bench.open(server.url("/e")) }
    for bench in benches { #expect(bench.next == "pushed 1") }
    #expect(fetcher.outcome(FetchRequest(server.url("/x"))).text == "fetched")
    for bench in benches { bench.loader.stop() }
    server.waitUntilConnected(atMost: 1)
  }
}
