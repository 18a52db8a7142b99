import StubServer
import Testing

@testable import Fetch

/// Servers that do not stop, or hardly begin.
@Suite struct EndlessAnswerTests {
  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: [
    chunked + "2\r\n{}\r\n0\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 103 Early Hints\r\n",
  ])
  func headersAndTrailersEnd(beginning: String) {
    let server = StubServer()
    server.on("/x", .endless(after: beginning, "Set-Cookie: a=" + String(repeating: "b", count: 1000) + "\r\n"))
    let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/x")))
    #expect(outcome.error?.kind == .tooLarge, "\(outcome)")
    #expect(outcome.error?.description.contains("sends more than 300 kB of headers, or never stops") == true)
  }

  @Test func answersBeforeTheAnswerEnd() {
    let server = StubServer()
    server.on("/x", .endless(after: "", "HTTP/1.1 100 Continue\r\n\r\n"))
    #expect(Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).error?.kind == .tooLarge)
  }

  @Test func headersOfAllRedirectsCount() {
    let server = StubServer()
    let much = Dictionary(uniqueKeysWithValues: (0..<90).map { ("X-\($0)", String(repeating: "a", count: 1000)) })
    for index in 0..<5 {
      server.on("/\(index)", .reply(302, headers: much.merging(["Location": "/\(index + 1)"]) { $1 }))
    }
    server.on("/5", .reply("end"))
    let fetcher = Fetcher.inMemory()
    #expect(fetcher.outcome(FetchRequest(server.url("/3"))).text == "end")
    #expect(fetcher.outcome(FetchRequest(server.url("/0"))).error?.kind == .tooLarge)
  }

  @Test func aLineWithoutEndEnds() {
    let server = StubServer()
    for (index, beginning) in ["", "HTTP/1.1 200 OK\r\nX: ", Self.chunked + "2\r\n{}\r\n0\r\nX: ", Self.chunked + "2;"]
      .enumerated()
    {
      server.on("/\(index)", .endless(after: beginning, String(repeating: "a", count: 10_000)))
      let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/\(index)"), timeout: 2))
      #expect(["failure", "timeout"].contains(outcome.name), "\(index): \(outcome)")
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n", " "), ("HTTP/1.1 200 OK\r\n\r\n", " "),
    (chunked, "1\r\n \r\n"), (chunked + "0\r\n", "X: y\r\n"), ("HTTP/1.1 200 OK\r\n", "X: y\r\n"),
    ("HTTP/1.1 200 OK\r\nX: ", "y"),
    ("", "HTTP/1.1 100 Continue\r\n\r\n"), (chunked + "2;", "a"),
  ])
  func whatDripsIsEndedInTime(beginning: String, drip: String) {
    let server = StubServer()
    server.on("/x", .dripping(after: beginning, drip))
    let outcome = Fetcher.inMemory().outcome(FetchRequest(server.url("/x"), timeout: 0.3))
    #expect(outcome.name == "timeout", "\(outcome)")
  }

  @Test func theSlowestPaceIsHeld() {
    var pace = AnswerPace(time: 20)
    // Half of the time it may think.
    let dripping = (0...10).map { pace.holds(1, at: 100 + Double($0)) }
    #expect(dripping == Array(repeating: true, count: 10) + [false])
    var steady = AnswerPace(time: 20)
    let running = (0..<100).map { steady.holds(AnswerPace.slowest, at: Double($0)) }
    #expect(running.allSatisfy { $0 })
  }

  @Test func aTrailerChangesNothing() {
    let server = StubServer()
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/csv\r\nETag: \"1\"\r\n\r\n"
    server.on("/x", .raw(head + "2\r\n{}\r\n0\r\nContent-Type: text/html\r\nETag: \"2\"\r\nHTTP/1.1 200 OK: x\r\n\r\n"))
    let content = Fetcher.inMemory().outcome(FetchRequest(server.url("/x"))).content
    #expect(content?.contentType == "text/csv")
    #expect(content?.validators.etag == "\"1\"")
  }

  @Test func bombsOfEveryKindAreStopped() {
    let server = StubServer()
    let spaces = [UInt8](repeating: 0x20, count: 16 << 20)
    server.on("/gzip", .gzip(spaces))
    server.on("/twice", .gzip(spaces, times: 2))
    let fetcher = Fetcher.inMemory()
    for path in ["/gzip", "/twice"] {
      let outcome = fetcher.outcome(FetchRequest(server.url(path), bodyLimit: 1 << 20))
      #expect(outcome.error?.kind == .tooLarge, "\(path) \(outcome)")
    }
    server.on("/often", .gzip([0x20], times: 9))
    #expect(fetcher.outcome(FetchRequest(server.url("/often"))).name == "failure")
  }
}
