import StubServer
import Testing

@testable import Fetch

@Test func anAnswerIsDelivered() throws {
  let server = StubServer()
  server.on("/a", .reply("{\"a\": 1}", type: "application/json; charset=latin1"))
  let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/a?x=1"), headers: ["X-Key": "s3cret"]))
  #expect(outcome.name == "success")
  #expect(outcome.text == "{\"a\": 1}")
  #expect(outcome.content?.contentType == "application/json; charset=latin1")
  #expect(outcome.content?.fetchedAt == 1000)
  let request = try #require(server.requests("/a").first)
  #expect(request.method == "GET")
  #expect(request.target == "/a?x=1")
  #expect(request.headers["x-key"] == "s3cret")
  #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
}

@Test(arguments: [
  (404, "the server answered 404 Not Found; check the address"),
  (500, "the server answered 500 Internal Server Error; the trouble is on the server's side"),
  (401, "the server answered 401 Unauthorized; check the key or password in the source's headers or address"),
  (304, "the server answered 304"),
  (418, "the server answered 418"),
])
func statusBecomesASentence(status: Int, text: String) throws {
  let server = StubServer()
  server.on("/x", .reply(status, "<html>no</html>"))
  let outcome = Fetcher.inMemory().outcome(
    FetchRequest(server.url("/x?key=SECRET"), headers: ["Authorization": "HIDDEN"]))
  #expect(outcome.name == "failure")
  let error = try #require(outcome.error)
  #expect(error.kind == .status(status))
  #expect(error.description.contains("could not fetch http://127.0.0.1:\(server.port)/x?key=…: \(text)"))
  #expect(!error.description.contains("SECRET") && !error.description.contains("HIDDEN"))
}

@Test(arguments: ["30", "0", "-5", "soon", "999999", "Tue, 05 Mar 2999 10:00:00 GMT"])
func retryAfterIsRead(value: String) {
  let server = StubServer()
  server.on("/x", .reply(429, headers: ["Retry-After": value]))
  let expected: [String: Double] = ["30": 30, "999999": 3600, "Tue, 05 Mar 2999 10:00:00 GMT": 3600]
  #expect(Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).error?.retryAfter == expected[value])
}

/// A moment is counted by the clock of who names it: ours may be years behind, or ahead.
@Test func retryAfterIsCountedByTheServersClock() {
  let server = StubServer()
  server.on(
    "/x",
    .reply(
      503, headers: ["Date": "Fri, 08 May 2026 17:42:00 GMT", "Retry-After": "Fri, 08 May 2026 17:44:30 GMT"]))
  #expect(Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).error?.retryAfter == 150)
}

@Test(
  arguments: [
    ("120", "Fri, 08 May 2026 17:42:00 GMT", 120), (" 120\t", nil, 120), ("-1", nil, nil), ("", nil, nil),
    ("1.5", nil, nil), ("Fri, 08 May 2026 17:42:00 GMT", "Fri, 08 May 2026 17:42:00 GMT", nil),
    ("Fri, 08 May 2026 17:43:00 GMT", "no date", 60), ("Friday, 08-May-26 17:43:00 GMT", nil, 60),
    ("Fri, 08 May 2026 17:43:00 GMT", nil, 60), ("Sat, 09 May 2026 17:43:00 GMT", nil, 3600), ("later", nil, nil),
  ] as [(String, String?, Double?)])
func whenAServerWantsToBeAskedAgain(value: String, date: String?, expected: Double?) {
  // Our clock stands at 17:42.
  #expect(RetryAfter.seconds(value, date: date, now: 1_778_262_120) == expected)
}

@Test func unreachableServersAreTold() {
  let fetcher = Fetcher.inMemory()
  let unknown = fetcher.outcome(FetchRequest("http://no-such-host.invalid/x"))
  #expect(unknown.name == "offline")
  #expect(unknown.error?.description.contains("the name no-such-host.invalid was not found; check the network") == true)
  let stopped = StubServer()
  let address = stopped.url("/x")
  stopped.stop()
  stopped.waitUntilConnected(atMost: 0)
  let refused = fetcher.outcome(FetchRequest(address))
  #expect(refused.error?.kind == .connection)
  #expect(refused.name == "failure")
  // No route leads to a multicast group by TCP.
  #expect(
    ["offline", "timeout"].contains(fetcher.outcome(FetchRequest("http://224.0.0.1:9/", connectTimeout: 0.2)).name))
}

@Test(arguments: [
  (StubReply.silence, "timeout"), (.stall("{\"a\": 1}"), "timeout"), (.reset, "failure"), (.nothing, "failure"),
  (.wrongLength(100, "{}"), "failure"), (.brokenChunks("{}"), "failure"), (.raw("SSH-2.0-OpenSSH\r\n"), "failure"),
])
func brokenAnswersAreTold(reply: StubReply, expected: String) {
  let server = StubServer()
  server.on("/x", reply)
  let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/x"), timeout: 0.3))
  #expect(outcome.name == expected, "\(outcome)")
  #expect(outcome.error?.description.contains("127.0.0.1") == true)
}

@Test func bytesBeyondThePromisedLengthAreNotRead() {
  let server = StubServer()
  server.on("/x", .wrongLength(2, "{}garbage"))
  #expect(Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).text == "{}")
}

@Test func sizeIsLimitedBeforeAndAfterDecompression() {
  let server = StubServer()
  server.on("/told", .huge(100 << 20))
  server.on("/untold", .endless)
  server.on("/bomb", .gzip(Array(repeating: 0x20, count: 16 << 20)))
  server.on("/packed", .gzip(Array(repeating: 0x20, count: 1000)))
  let fetcher = Fetcher.inMemory()
  for path in ["/told", "/untold", "/bomb"] {
    let outcome = fetcher.outcome(FetchRequest(server.url(path), bodyLimit: 1 << 20))
    #expect(outcome.error?.kind == .tooLarge, "\(path) \(outcome)")
    #expect(outcome.error?.description.contains("larger than 1 MB") == true)
  }
  #expect(fetcher.outcome(FetchRequest(server.url("/packed"), bodyLimit: 1000)).text?.utf8.count == 1000)
  #expect(fetcher.outcome(FetchRequest(server.url("/packed"), bodyLimit: 999)).error?.kind == .tooLarge)
}

@Test func redirectsAreFollowedFiveTimes() {
  let server = StubServer()
  for index in 0..<6 { server.on("/\(index)", .redirect(to: "/\(index + 1)")) }
  server.on("/6", .reply("end"))
  server.on("/loop", .redirect(301, to: "/loop"))
  server.on("/away", .redirect(to: "file:///etc/passwd"))
  let fetcher = Fetcher.inMemory()
  let outcome = fetcher.outcome(FetchRequest(server.url("/1")))
  #expect(outcome.text == "end")
  #expect(outcome.content?.address == server.url("/6"))
  #expect(fetcher.outcome(FetchRequest(server.url("/0"))).error?.kind == .redirect)
  #expect(fetcher.outcome(FetchRequest(server.url("/loop"))).error?.kind == .redirect)
  #expect(server.requests("/loop").count == 6)
  #expect(fetcher.outcome(FetchRequest(server.url("/away"))).error?.kind == .redirect)
}

@Test func headersStayWithTheirOrigin() {
  let other = StubServer()
  other.on("/b", .reply("b"))
  let server = StubServer()
  server.on("/same", .redirect(to: "/a"))
  server.on("/a", .redirect(to: other.url("/b")))
  let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/same"), headers: ["X-Key": "s3cret"]))
  #expect(outcome.text == "b")
  #expect(server.requests("/a").map { $0.headers["x-key"] } == ["s3cret"])
  #expect(other.requests("/b").map { $0.headers["x-key"] } == [nil])
}

@Test func aHeaderCannotBeginAnother() {
  let server = StubServer()
  server.on("/x", .reply("{}"))
  _ = Fetcher.inMemory().outcome(FetchRequest(server.url("/x"), headers: ["X-A": "1\r\nX-B: 2", "X-C": "3"]))
  #expect(server.requests("/x").map { $0.headers["x-b"] } == [nil])
  #expect(server.requests("/x").map { $0.headers["x-c"] } == ["3"])
}

@Test func aPostIsSentOnceAndNeverShared() {
  let server = StubServer()
  server.on("/book", .hold(.reply("{\"ok\": true}")))
  server.on("/moved", .redirect(307, to: "/book"))
  let fetcher = Fetcher.inMemory()
  let request = FetchRequest(server.url("/book"), body: .init(bytes: Array("{\"room\": 1}".utf8)))
  let outcomes = Collector<FetchOutcome>()
  for _ in 0..<2 { fetcher.fetch(request) { outcomes.add($0) } }
  server.waitForRequests("/book", count: 2)
  server.release("/book", count: 2)
  #expect([outcomes.next(), outcomes.next()].map(\.name) == ["success", "success"])
  #expect(server.requests("/book").map(\.method) == ["POST", "POST"])
  #expect(
    server.requests("/book").map { String(decoding: $0.body, as: UTF8.self) }
      == Array(repeating: "{\"room\": 1}", count: 2))
  #expect(server.requests("/book").map { $0.headers["content-type"] } == ["application/json", "application/json"])
  #expect(fetcher.cached(request) == nil)
  let moved = fetcher.outcome(FetchRequest(server.url("/moved"), body: .init(bytes: [1])))
  #expect(moved.error?.kind == .status(307))
}

@Test func whatAServerSaysOfAPostItRefusesIsKept() {
  let server = StubServer()
  server.on("/taken", .reply(409, type: "application/json", "{\"message\": \"Taken until 15:00\"}"))
  server.on("/down", .reply(503, type: "text/html", "<p>Bad gateway</p>"))
  let fetcher = Fetcher.inMemory()
  func error(_ path: String, method: String? = nil, isPost: Bool = true) -> FetchError? {
    var request = FetchRequest(server.url(path), body: isPost ? .init(bytes: [0x31]) : nil)
    request.method = method
    return fetcher.outcome(request).error
  }
  let refusal = error("/taken")
  #expect(refusal?.said == "Taken until 15:00" && refusal?.isRefusal == true)
  let trouble = error("/down")
  #expect(trouble?.said == nil && trouble?.isRefusal == false)
  #expect(error("/taken", isPost: false)?.said == nil)
  for method in ["PUT", "PATCH", "DELETE"] { _ = error("/taken", method: method) }
  #expect(server.requests("/taken").map(\.method) == ["POST", "GET", "PUT", "PATCH", "DELETE"])
  #expect(server.requests("/taken").last.map { String(decoding: $0.body, as: UTF8.self) } == "1")
}

@Test func aProxyIsAskedForTheWholeAddress() {
  let proxy = StubServer()
  proxy.on("http://feeds.invalid/a", .reply("by proxy"))
  let outcome = Fetcher.inMemory().outcome(FetchRequest("http://feeds.invalid/a", proxy: proxy.url("")))
  #expect(outcome.text == "by proxy")
}

@Test func transportSecurityIsExplained() {
  let server = StubServer()
  let address = "https://127.0.0.1:\(server.port)/x"
  let missing = Fetcher.inMemory().outcome(FetchRequest(address, authorityFile: "/no/such/ca.pem"))
  #expect(missing.error?.kind == .security)
  #expect(missing.error?.description.contains("/no/such/ca.pem") == true)
  let plain = Fetcher.inMemory().outcome(FetchRequest(address, timeout: 2))
  #expect(plain.name == "failure" || plain.name == "timeout")
}

@Test func otherSchemesAreRefused() {
  for address in ["ftp://127.0.0.1/x", "gopher://h/", "x", "http://"] {
    #expect(Fetcher.inMemory().outcome(FetchRequest(address)).error?.kind == .address, "\(address)")
  }
}

@Test func connectionsAreKept() {
  let server = StubServer()
  server.on("/x", .reply("{}"))
  let fetcher = Fetcher.inMemory()
  for _ in 0..<5 { #expect(fetcher.outcome(FetchRequest(server.url("/x"))).error == nil) }
  #expect(server.requests("/x").count == 5)
  #expect(server.connectionCount == 1)
}
