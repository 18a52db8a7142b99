import Board
import StubServer
import TestSupport
import Testing

@testable import Fetch

/// What becomes of the board's headers when a server says: go there.
@Suite struct SecurityHeaderTests {
  enum Fate: Sendable { case sent, leftOut, refused }

  private static let headers = ["X-Key": "s3cret", "Authorization": "Bearer s3cret", "Cookie": "s3cret"]

  private func fate(of target: String, from start: String) throws -> Fate {
    let transfer = try CurlTransfer(FetchRequest(start, headers: Self.headers), validators: Validators())
    #expect(transfer.sentHeaders.count == 3)
    if transfer.follow(target) != nil { return .refused }
    #expect([0, 3].contains(transfer.sentHeaders.count))
    return transfer.sentHeaders.isEmpty ? .leftOut : .sent
  }

  @Test(arguments: [
    ("http://good.example/b", Fate.sent), ("HTTP://GOOD.Example/b?c", .sent), ("http://good.example:80/", .sent),
    ("http://good.example:/", .sent), ("http://user:word@good.example/", .sent), ("http://good.example#@evil/", .sent),
    ("http://good.example?@evil/", .sent), ("http://good.example/@evil/", .sent),
    ("http://good.example:8080/", .leftOut), ("http://good.example:443/", .leftOut),
    ("https://good.example/", .leftOut),
    ("https://good.example:80/", .leftOut), ("http://good.example./", .leftOut), ("http://www.good.example/", .leftOut),
    ("http://good.example@evil.example/", .leftOut), ("http://good.example:80@evil.example/", .leftOut),
    ("http://good.example%2f@evil.example/", .leftOut), ("http://good.example%40evil.example/", .refused),
    ("http://good.example\\@evil.example/", .refused), ("http://good.example\\.evil.example/", .refused),
    ("http://evil.example\\@good.example/", .refused), ("http://good.example@good.example@evil.example/", .refused),
    ("http://good.example%2fevil.example/", .refused), ("http://good.example%5cevil.example/", .refused),
    ("http://good.example%00.evil.example/", .refused), ("http://good.example%0d%0a.evil.example/", .refused),
    ("http://g\u{F6}\u{F6}d.example/", .leftOut), ("http://good\u{3002}example/", .leftOut),
    ("http://\u{FF47}ood.example/", .leftOut), ("http://xn--gd-fkaa.example/", .leftOut),
    ("http://[fe80::1%25eth0]/", .leftOut), ("http://[::1]/", .leftOut), ("http://[::1/", .refused),
    ("http://good.example:0/", .refused), ("http://good.example:65536/", .refused),
    ("http://good.example:18446744073709551696/", .refused), ("http://good.example:-80/", .refused),
    ("http://good.example:80a/", .refused), ("http://good.example: 80/", .refused),
    ("ftp://good.example/", .refused), ("file:///etc/passwd", .refused), ("file://good.example/x", .refused),
    ("gopher://good.example/", .refused), ("dict://good.example/", .refused), ("javascript:alert(1)", .refused),
    ("data:text/plain,x", .refused), ("ws://good.example/", .refused), ("", .refused), ("//good.example/", .refused),
    ("/b", .refused), ("http://", .refused), ("http:///b", .refused), ("http:/good.example/", .refused),
    ("http:good.example", .refused), ("http://:80/", .refused), ("http://@/", .refused),
    ("http://good.example@/", .refused),
    ("http://good.example\r\nX-A: b/", .refused), ("http://good.example/\r\nX-A: b", .refused),
    ("http://good.example\t/", .refused), ("http://good.example/\u{7F}", .refused), ("http://good.example /", .refused),
    ("http://good.example\0.evil.example/", .refused), (" http://good.example/", .refused),
  ])
  func headersGoToTheirOwnOriginOnly(target: String, expected: Fate) throws {
    #expect(try fate(of: target, from: "http://good.example/a") == expected, "\(target)")
  }

  @Test func interfacesAndPortsMakeOrigins() throws {
    #expect(try fate(of: "http://[fe80::1%25a]/", from: "http://[fe80::1%25a]/") == .sent)
    #expect(try fate(of: "http://[fe80::1%25b]/", from: "http://[fe80::1%25a]/") == .leftOut)
    #expect(try fate(of: "https://h/", from: "https://h:443/") == .sent)
    #expect(try fate(of: "https://h:444/", from: "https://h/") == .leftOut)
  }

  @Test func whatWasLeftOutStaysSo() throws {
    let transfer = try CurlTransfer(
      FetchRequest("http://a/", headers: Self.headers), validators: Validators(etag: "\"1\""))
    #expect(transfer.sentHeaders.count == 4)
    #expect(transfer.follow("http://b/") == nil)
    #expect(transfer.follow("http://a/") == nil)
    #expect(transfer.sentHeaders.isEmpty)
  }

  @Test(arguments: ["http://good.example/", "http://good.example:443/", "HTTP://other.example/"])
  func noRedirectLeavesHTTPS(target: String) throws {
    let transfer = try CurlTransfer(FetchRequest("https://good.example/a"), validators: Validators())
    let error = try #require(transfer.follow(target))
    #expect(error.kind == .redirect)
    #expect(error.description.contains("it redirects from https to http, where everybody on the way can read along"))
  }

  @Test func aRealServerCannotLureThemAway() {
    let other = StubServer()
    other.on("/b", .reply("b"))
    let server = StubServer()
    let here = "127.0.0.1:\(server.port)"
    for (index, target) in ["http://\(here)\\@", "http://\(here)@", "//\(here)@", "http://\(here)%2f@"].enumerated() {
      server.on("/\(index)", .redirect(to: target + "127.0.0.1:\(other.port)/b"))
      _ = Fetcher.inMemory().outcome(FetchRequest(server.url("/\(index)"), headers: Self.headers))
      #expect(server.requests("/\(index)").first?.headers["x-key"] == "s3cret")
    }
    #expect(other.requests("/b").allSatisfy { $0.headers["x-key"] == nil && $0.headers["cookie"] == nil })
    #expect(!other.requests("/b").contains { $0.headers["authorization"]?.contains("Bearer") == true })
  }

  /// The board's own reader decides where a tap may send; it may refuse more than libcurl, but not mean another host.
  @Test func theBoardsReaderOfHostsAgreesWithLibcurl() {
    var random = SplitMix64(seed: 18)
    let pieces = [
      "a", "good.example", "EVIL.Example", ".", "..", ":", "80", "0", "@", "\\", "/", "//", "?", "#", "%", "%2f", "%41",
      "[", "]", "::1", "fe80::1", "%25eth0", "127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "1.2.3.4.",
      "256.1.1.1",
      "\u{E9}", "e\u{301}", "\u{212A}", "\u{3002}", "\u{FF47}", "\t", " ", "\u{0}", "\u{7F}", "-", "_", "*", "+", "&",
      "xn--a",
    ]
    var agreed = 0
    for _ in 0..<20_000 {
      var text = ["http://", "https://", "HTTP://", "http:", "http:/", "http:///"].randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 0...6, using: &random) { text += pieces.randomElement(using: &random) ?? "" }
      guard let ours = HostName(ofAddress: text)?.description, let theirs = CurlURL(text)?.origin else { continue }
      agreed += 1
      let host = theirs.host.hasSuffix(".") ? String(theirs.host.dropLast()) : theirs.host
      let isSame =
        Array(host.utf8) == Array(ours.utf8) || PeerAddress(text: host).map { $0 == PeerAddress(text: ours) } ?? false
      #expect(isSame && theirs.zone == nil, "\(text.debugDescription): \(ours), \(theirs)")
    }
    #expect(agreed > 500, "\(agreed)")
  }
}
