import Board
import Scratch
import StubServer
import Testing

@testable import Fetch

private struct News: Sendable {
  var id: SourceID
  var news: SourceNews

  var outcome: String {
    switch news {
    case .cached: "cached"
    case .fetched(let outcome): outcome.name
    case .pushed, .standing, .fell, .failed: "pushed"
    }
  }

  var text: String? {
    switch news {
    case .cached(let content): FetchOutcome.success(content).text
    case .fetched(let outcome): outcome.text
    case .pushed, .standing, .fell, .failed: nil
    }
  }
}

private func source(_ name: String, every interval: Double, _ address: String) -> LoadedSource {
  LoadedSource(id: SourceID(name), interval: interval) { FetchRequest(address) }
}

private struct Bench {
  let timer = ManualTimer()
  let news = Collector<News>()
  let loader: SourceLoader

  init(_ fetcher: Fetcher = .inMemory()) {
    let news = news
    loader = SourceLoader(fetcher: fetcher, timer: timer, seed: 1) { news.add(News(id: $0, news: $1)) }
  }
}

@Test func sourcesAreFetchedAtOnceAndAgainWhenDue() {
  let server = StubServer()
  server.on("/x", .reply("1"), .reply("2"), .reply(500), .reply("3"))
  let bench = Bench()
  bench.loader.setSources([source("x", every: 60, server.url("/x"))])
  #expect(bench.news.next().text == "1")
  bench.timer.turn(toAlarm: 60)
  #expect(bench.news.next().text == "2")
  bench.timer.turn(toAlarm: 120)
  #expect(bench.news.next().outcome == "failure")
  bench.timer.turn(toAlarm: 122)
  #expect(bench.news.next().text == "3")
  bench.loader.stop()
}

/// Clocks of floating seconds and of whole nanoseconds differ in their last digit.
@Test func anAlarmThatRingsEarlyIsSetAgain() {
  let server = StubServer()
  server.on("/x", .reply("1"), .reply("2"))
  let bench = Bench()
  bench.loader.setSources([source("x", every: 60, server.url("/x"))])
  #expect(bench.news.next().text == "1")
  bench.timer.waitForAlarm(at: 60)
  bench.timer.ring(at: 59.999_999)
  bench.timer.turn(toAlarm: 60)
  #expect(bench.news.next().text == "2")
  bench.loader.stop()
}

@Test func theCacheSpeaksBeforeTheNetwork() {
  let directory = TemporaryDirectory()
  let server = StubServer()
  server.on("/x", .versioned(etag: "\"1\"", "old"))
  let fetcher = Fetcher(.init(cacheDirectory: directory.path, wallClock: { 5 }, warn: { _ in }))
  _ = fetcher.outcome(FetchRequest(server.url("/x")))
  server.stop()
  let bench = Bench(Fetcher(.init(cacheDirectory: directory.path, wallClock: { 9 }, warn: { _ in })))
  bench.loader.setSources([source("x", every: 60, server.url("/x"))])
  let first = bench.news.next()
  #expect(first.outcome == "cached" && first.text == "old")
  #expect(bench.news.next().outcome == "failure")
  bench.loader.stop()
}

@Test func aPullFetchesNow() {
  let server = StubServer()
  server.on("/x", .reply("1"), .hold(.reply("2")))
  let bench = Bench()
  bench.loader.setSources([source("x", every: 600, server.url("/x"))])
  #expect(bench.news.next().text == "1")
  bench.timer.waitForAlarm(at: 600)
  bench.loader.refresh([SourceID("x")])
  server.waitForRequests("/x", count: 2)
  bench.loader.refresh([SourceID("x")])
  server.release("/x")
  #expect(bench.news.next().text == "2")
  #expect(server.requests("/x").count == 2)
  bench.loader.stop()
}

@Test func anotherBoardEndsEverything() {
  let server = StubServer()
  server.on("/old", .silence)
  server.on("/new", .reply("new"))
  let bench = Bench()
  bench.loader.setSources([source("x", every: 60, server.url("/old"))])
  server.waitForRequests("/old")
  bench.loader.setSources([source("x", every: 60, server.url("/new"))])
  let news = bench.news.next()
  #expect(news.text == "new")
  #expect(bench.news.waiting.isEmpty)
  // The silent one is gone, the other may be kept for the next fetch.
  server.waitUntilConnected(atMost: 1)
  bench.loader.stop()
}

@Test func aKeptSourceIsNotFetchedAgain() {
  let server = StubServer()
  server.on("/kept", .reply("1"), .reply("2"))
  server.on("/changed", .reply("a"))
  let bench = Bench()
  bench.loader.setSources([source("kept", every: 60, server.url("/kept"))])
  #expect(bench.news.next().text == "1")
  bench.timer.waitForAlarm(at: 60)
  bench.loader.setSources(
    [source("kept", every: 60, server.url("/kept")), source("changed", every: 600, server.url("/changed"))],
    keeping: [SourceID("kept"), SourceID("never there")])
  #expect(bench.news.next().text == "a")
  #expect(server.requests("/kept").count == 1)
  // It keeps its time, too.
  bench.timer.turn(toAlarm: 60)
  #expect(bench.news.next().text == "2")
  bench.loader.stop()
}

@Test func anAnswerUnderWayReachesAKeptSource() {
  let server = StubServer()
  server.on("/x", .hold(.reply("late")))
  let bench = Bench()
  bench.loader.setSources([source("x", every: 60, server.url("/x"))])
  server.waitForRequests("/x")
  bench.loader.setSources([source("x", every: 60, server.url("/x"))], keeping: [SourceID("x")])
  server.release("/x")
  #expect(bench.news.next().text == "late")
  #expect(server.requests("/x").count == 1)
  bench.loader.stop()
}

@Test func aFileIsFollowed() {
  let directory = TemporaryDirectory()
  let bench = Bench()
  bench.loader.setSources([source("menu", every: 3600, "file:\(directory.file("menu.json"))")])
  guard case .fetched(.failure(let error)) = bench.news.next().news else { return #expect(Bool(false), "no failure") }
  #expect(error.kind == .missing)
  directory.write("[1]", to: "menu.json")
  #expect(bench.news.next().text == "[1]")
  directory.write("[2]", to: "menu.json")
  #expect(bench.news.next().text == "[2]")
  bench.loader.stop()
}

@Test func aSourceWithSeveralAddressesHasSeveralParts() {
  let server = StubServer()
  server.on("/0", .reply("zero"))
  server.on("/1", .reply("one"))
  let bench = Bench()
  bench.loader.setSources(
    (0..<2).map { part in
      LoadedSource(id: SourceID("news", part: part), interval: 60) { FetchRequest(server.url("/\(part)")) }
    })
  let texts = [bench.news.next(), bench.news.next()].sorted { $0.id.part < $1.id.part }.map(\.text)
  #expect(texts == ["zero", "one"])
  bench.loader.stop()
}
