import Glibc
import Linux
import Scratch
import StubServer
import Synchronization
import Testing

@testable import Fetch

@Test func oneFetchServesEverybody() {
  let server = StubServer()
  server.on("/x", .hold(.reply("{}")))
  let fetcher = Fetcher.inMemory()
  let outcomes = Collector<FetchOutcome>()
  for _ in 0..<10 { fetcher.fetch(FetchRequest(server.url("/x"))) { outcomes.add($0) } }
  server.waitForRequests("/x")
  server.release("/x")
  for _ in 0..<10 { #expect(outcomes.next().text == "{}") }
  #expect(server.requests("/x").count == 1)
  // With another key it is another request.
  server.release("/x", count: 2)
  #expect(fetcher.outcome(FetchRequest(server.url("/x"), headers: ["K": "1"])).text == "{}")
  #expect(server.requests("/x").count == 2)
}

@Test func theNumberAtOnceIsBounded() {
  let servers = (0..<3).map { _ in StubServer() }
  let fetcher = Fetcher(.init(concurrency: 3, concurrencyPerHost: 2, wallClock: { 0 }, warn: { _ in }))
  let outcomes = Collector<FetchOutcome>()
  for server in servers {
    for index in 0..<4 {
      server.on("/\(index)", .hold(.reply("\(index)")))
      fetcher.fetch(FetchRequest(server.url("/\(index)"))) { outcomes.add($0) }
    }
  }
  // Two of the first host, one of the second, none of the third.
  servers[0].waitForRequests("/0")
  servers[0].waitForRequests("/1")
  servers[1].waitForRequests("/0")
  #expect(servers[0].requests("/2").isEmpty && servers[1].requests("/1").isEmpty && servers[2].requests("/0").isEmpty)
  servers[0].release("/0")
  _ = outcomes.next()
  servers[0].waitForRequests("/2")
  #expect(servers[2].requests("/0").isEmpty)
  for server in servers { for index in 0..<4 { server.release("/\(index)") } }
  // An array, and with it the servers, is gone after its last use otherwise.
  withExtendedLifetime(servers) {
    for _ in 0..<11 { #expect(outcomes.next().name == "success") }
  }
}

/// Two addresses of a host that do not answer leave a place to a third one there that does.
@Test func silentAddressesLeaveAPlaceAtTheirHost() {
  let server = StubServer()
  let fetcher = Fetcher.inMemory()
  let outcomes = Collector<FetchOutcome>()
  for path in ["/a", "/b"] { server.on(path, .hold(.reply("late"))) }
  server.on("/well", .reply("well"))
  func ask(_ path: String) {
    fetcher.fetch(FetchRequest(server.url(path), timeout: 1)) { outcomes.add($0) }
  }
  ask("/a")
  ask("/b")
  for _ in 0..<2 { #expect(outcomes.next().name == "timeout") }
  ask("/a")
  ask("/b")
  #expect(fetcher.outcome(FetchRequest(server.url("/well"))).text == "well")
  // Once more, one of them waits for the other.
  server.waitForRequests("/b", count: 2)
  #expect(!outcomes.waiting.isEmpty)
  for _ in 0..<2 { #expect(outcomes.next().name == "timeout") }
}

/// Servers that take connections and say nothing hold up nobody else; what a hand has sent does not even wait for its own host.
@Test func whoSaysNothingHoldsUpNobody() {
  let silent = (0..<10).map { _ in StubServer() }
  let other = StubServer()
  let fetcher = Fetcher.inMemory()
  let outcomes = Collector<FetchOutcome>()
  var tickets: [Fetcher.Ticket] = []
  for server in silent {
    for index in 0..<4 {
      server.on("/\(index)", .silence)
      tickets.append(fetcher.fetch(FetchRequest(server.url("/\(index)"))) { outcomes.add($0) })
    }
    server.waitForRequests("/0")
    server.waitForRequests("/1")
  }
  other.on("/x", .reply("{}"))
  #expect(fetcher.outcome(FetchRequest(other.url("/x"))).text == "{}")
  silent[0].on("/tap", .reply("{}"))
  let tap = FetchRequest(silent[0].url("/tap"), body: FetchRequest.Body(bytes: [], contentType: "text/plain"))
  #expect(!tap.isRepeatable)
  #expect(fetcher.outcome(tap).text == "{}")
  fetcher.cancelAll()
  withExtendedLifetime(silent) {
    for _ in tickets { #expect(outcomes.next() == .cancelled) }
  }
}

@Test func desksAreTakenInTurn() {
  let desks = Desks(2)
  let begun = Collector<Int>()
  for number in 0..<5 { desks.enter { begun.add(number) } }
  #expect(begun.next() == 0 && begun.next() == 1 && begun.waiting.isEmpty)
  for number in 2..<5 {
    desks.leave()
    #expect(begun.next() == number && begun.waiting.isEmpty)
  }
  for _ in 0..<2 { desks.leave() }
  for number in 5..<8 { desks.enter { begun.add(number) } }
  #expect(begun.next() == 5 && begun.next() == 6 && begun.waiting.isEmpty)
}

@Test func answersAtOnceAreBoundedTogether() {
  let load = BodyLoad()
  #expect(load.change(from: 0, to: 32 << 20) && load.change(from: 0, to: 64 << 20))
  #expect(!load.change(from: 0, to: 1))
  #expect(load.change(from: 1, to: 0))
  #expect(load.change(from: 64 << 20, to: 0) && load.change(from: 0, to: 64 << 20))
  _ = (load.change(from: 32 << 20, to: 0), load.change(from: 64 << 20, to: 0))
  // One alone may have what its request allows.
  #expect(load.change(from: 0, to: 200 << 20) && load.bytes == 200 << 20)
}

@Test func cancellingEndsAtOnce() {
  let server = StubServer()
  server.on("/x", .silence)
  let fetcher = Fetcher.inMemory()
  let first = Collector<FetchOutcome>()
  let second = Collector<FetchOutcome>()
  let ticket = fetcher.fetch(FetchRequest(server.url("/x"))) { first.add($0) }
  let other = fetcher.fetch(FetchRequest(server.url("/x"))) { second.add($0) }
  server.waitForRequests("/x")
  fetcher.cancel(ticket)
  #expect(first.next() == .cancelled)
  #expect(second.waiting.isEmpty)
  fetcher.cancel(ticket)
  fetcher.cancel(other)
  #expect(second.next() == .cancelled)
  server.waitUntilConnected(atMost: 0)
  #expect(first.waiting.isEmpty && second.waiting.isEmpty)
  // A new fetch of the same address is a new request.
  server.on("/x", .reply("{}"))
  #expect(fetcher.outcome(FetchRequest(server.url("/x"))).text == "{}")
}

@Test func answersAreSharedUntilTheyAreOld() {
  let server = StubServer()
  server.on("/x", .reply("1"), .reply("2"), .reply("3"))
  let time = Mutex(100.0)
  var configuration = Fetcher.Configuration(wallClock: { time.withLock { $0 } }, warn: { _ in })
  configuration.sharesAnswers = true
  let fetcher = Fetcher(configuration)
  let outcomes = Collector<FetchOutcome>()
  func text(youngerThan age: Double, inspect: Fetcher.Inspection? = nil) -> FetchOutcome {
    _ = fetcher.fetch(FetchRequest(server.url("/x")), youngerThan: age, inspect: inspect) { outcomes.add($0) }
    return outcomes.next()
  }
  #expect(text(youngerThan: 10).text == "1")
  time.withLock { $0 = 109 }
  #expect(text(youngerThan: 10).text == "1")
  // Who reads it otherwise says so, and the others have it all the same.
  #expect(text(youngerThan: 10) { _, _ in "not for me" }.name == "failure")
  #expect(text(youngerThan: 10).text == "1")
  #expect(server.requests("/x").count == 1)
  #expect(text(youngerThan: 9).text == "2")
  // Nor one of another time: the clock was set back.
  time.withLock { $0 = 50 }
  #expect(text(youngerThan: 1000).text == "3")
  #expect(server.requests("/x").count == 3)
  // Who does not share asks.
  #expect(Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).text == "3")
  #expect(server.requests("/x").count == 4)
}

@Test func cancellingAllFreesEveryPlace() {
  let server = StubServer()
  server.on("/x", .silence)
  let fetcher = Fetcher(.init(concurrency: 2, concurrencyPerHost: 2, wallClock: { 0 }, warn: { _ in }))
  let outcomes = Collector<FetchOutcome>()
  for index in 0..<20 { fetcher.fetch(FetchRequest(server.url("/x?\(index)"))) { outcomes.add($0) } }
  server.waitForRequests("/x", count: 2)
  fetcher.cancelAll()
  for _ in 0..<20 { #expect(outcomes.next() == .cancelled) }
  server.on("/y", .reply("{}"))
  for index in 0..<4 { #expect(fetcher.outcome(FetchRequest(server.url("/y?\(index)"))).text == "{}") }
  #expect(server.requests("/x").count == 2)
}

@Test func everyFetchEndsOnceWhateverIsCancelled() {
  let server = StubServer()
  server.on("/x", .reply("{}"))
  let fetcher = Fetcher.inMemory()
  let outcomes = Collector<FetchOutcome>()
  let tickets = (0..<200).map { index in
    fetcher.fetch(FetchRequest(server.url("/x?\(index % 50)"))) { outcomes.add($0) }
  }
  for ticket in tickets.enumerated() where ticket.offset % 3 == 0 { fetcher.cancel(ticket.element) }
  var names: [String: Int] = [:]
  for _ in 0..<200 { names[outcomes.next().name, default: 0] += 1 }
  #expect(outcomes.waiting.isEmpty)
  #expect(names.keys.allSatisfy { ["success", "notModified", "cancelled"].contains($0) }, "\(names)")
}

@Test func whatIsKnownIsAskedForConditionally() {
  let server = StubServer()
  server.on("/etag", .versioned(etag: "\"v1\"", "one"))
  server.on("/date", .versioned(lastModified: "Tue, 05 Mar 2024 10:00:00 GMT", "two"))
  server.on("/plain", .reply("three"))
  let fetcher = Fetcher.inMemory()
  for (path, body) in [("/etag", "one"), ("/date", "two"), ("/plain", "three")] {
    let request = FetchRequest(server.url(path))
    #expect(fetcher.outcome(request).name == "success")
    let again = fetcher.outcome(request)
    #expect(again.name == "notModified")
    #expect(again.text == body)
  }
  #expect(server.requests("/etag").map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
  #expect(server.requests("/date").map { $0.headers["if-modified-since"] } == [nil, "Tue, 05 Mar 2024 10:00:00 GMT"])
  server.on("/etag", .versioned(etag: "\"v2\"", "new"))
  let changed = fetcher.outcome(FetchRequest(server.url("/etag")))
  #expect(changed.name == "success" && changed.text == "new")
}

@Test func whatMadeRoomWhileItWasAskedForIsAskedForAgain() throws {
  let server = StubServer()
  server.on(
    "/x", .versioned(etag: "\"v1\"", "one"), .hold(.versioned(etag: "\"v1\"", "one")), .versioned(etag: "\"v1\"", "one")
  )
  let directory = TemporaryDirectory()
  let fetcher = Fetcher(.init(cacheDirectory: directory.file("cache"), wallClock: { 1000 }, warn: { _ in }))
  let request = FetchRequest(server.url("/x"))
  #expect(fetcher.outcome(request).name == "success")
  let outcomes = Collector<FetchOutcome>()
  fetcher.fetch(request) { outcomes.add($0) }
  server.waitForRequests("/x", count: 2)
  for name in try Directory.names(in: directory.file("cache")) where !name.hasPrefix(".") {
    #expect(unsafe unlink(directory.file("cache/" + name)) == 0)
  }
  server.release("/x")
  let again = outcomes.next()
  #expect(again.name == "success" && again.text == "one")
  #expect(server.requests("/x").map { $0.headers["if-none-match"] } == [nil, "\"v1\"", nil])
}

@Test func answersOfPassingAddressesAreKnownByTheirIdentity() {
  let server = StubServer()
  server.on("/x", .versioned(etag: "\"v1\"", "one"))
  let fetcher = Fetcher.inMemory()
  func request(_ time: Int) -> FetchRequest { FetchRequest(server.url("/x?now=\(time)"), cacheIdentity: "x") }
  #expect(fetcher.outcome(request(1)).name == "success")
  #expect(fetcher.cached(request(2))?.payload == .bytes(Array("one".utf8)))
  #expect(fetcher.outcome(request(3)).name == "notModified")
  #expect(server.requests("/x").map { $0.headers["if-none-match"] } == [nil, nil])
}

@Test func contentThatIsRefusedIsAFailureAndNotCached() {
  let server = StubServer()
  server.on("/x", .reply("[1]"), .reply("<html>sign in</html>", type: "text/html"))
  let fetcher = Fetcher.inMemory()
  let request = FetchRequest(server.url("/x"))
  let outcomes = Collector<FetchOutcome>()
  let inspect: Fetcher.Inspection = { content, _ in
    content.payload == .bytes(Array("[1]".utf8)) ? nil : "the server sent a web page, not JSON"
  }
  fetcher.fetch(request, inspect: inspect) { outcomes.add($0) }
  #expect(outcomes.next().text == "[1]")
  fetcher.fetch(request, inspect: inspect) { outcomes.add($0) }
  let refused = outcomes.next()
  #expect(refused.error?.kind == .content)
  #expect(
    refused.error?.description
      == "could not read the answer of \(server.url("/x")): the server sent a web page, not JSON")
  #expect(fetcher.cached(request)?.payload == .bytes(Array("[1]".utf8)))
}

@Test func aFailureKeepsWhatIsKnown() {
  let server = StubServer()
  server.on("/x", .reply("good"), .reply(500))
  let fetcher = Fetcher.inMemory()
  let request = FetchRequest(server.url("/x"))
  _ = fetcher.outcome(request)
  #expect(fetcher.outcome(request).name == "failure")
  #expect(fetcher.cached(request)?.payload == .bytes(Array("good".utf8)))
}
