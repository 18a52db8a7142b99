import StubServer
import Testing

@testable import Fetch

@Suite struct ReachTests {
  private static let outside = Reach.outside(besides: [])

  @Test(arguments: [
    "127.0.0.1", "127.255.0.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.8", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fec0::1",
    "fd00::1", "ff02::1",
    "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "2002:c0a8:0101::1",
  ])
  func addressesInside(text: String) throws { #expect(try !#require(PeerAddress(text: text)).isPublic) }

  @Test(arguments: [
    "1.1.1.1", "172.15.0.1", "172.32.0.1", "192.167.1.1", "100.63.0.1", "100.128.0.1", "9.9.9.9", "11.0.0.1",
    "192.0.1.1", "223.255.0.1",
    "2606:4700::1111", "2a00::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:0808:0808::1",
  ])
  func addressesOutside(text: String) throws { #expect(try #require(PeerAddress(text: text)).isPublic) }

  @Test func addressesAreReadAndWritten() {
    for text in ["127.0.0.1", "fe80::1"] { #expect(PeerAddress(text: text)?.description == text) }
    #expect(PeerAddress(text: "[::1]") == PeerAddress(text: "::1"))
    for text in ["", "1.2.3", "localhost", "[]", "1.2.3.4.5", "::g"] { #expect(PeerAddress(text: text) == nil) }
    #expect(PeerAddress([1, 2, 3]) == nil)
  }

  /// A server of the internet sends on to others of it, or back; what is beside this machine sends on wherever it likes.
  @Test func aRedirectLeadsNotFromOutsideToInside() throws {
    let outside = try #require(PeerAddress(text: "1.1.1.1"))
    let inside = try #require(PeerAddress(text: "192.168.1.2"))
    #expect(Reach.anywhere.led(from: outside, named: "example.org.") == .outside(besides: ["example.org"]))
    #expect(Reach.anywhere.led(from: inside, named: "nas.lan") == .anywhere)
    #expect(Reach.anywhere.led(from: nil, named: "nas.lan") == .anywhere)
    #expect(
      Reach.anywhere.led(from: outside, named: "example.org", or: ["nas.lan"])
        == .outside(besides: ["example.org", "nas.lan"]))
    let allowed = Reach.outside(besides: ["nas.lan"])
    #expect(allowed.led(from: outside, named: "example.org") == allowed)
  }

  @Test func aPrivateServerMayRedirectToAnother() {
    let (first, second) = (StubServer(), StubServer())
    first.on("/x", .redirect(to: second.url("/y")))
    second.on("/y", .reply("there"))
    #expect(Fetcher.inMemory().outcome(FetchRequest(first.url("/x"))).content != nil)
  }

  @Test func thisMachineIsNotReached() throws {
    let server = StubServer()
    server.on("/x", .reply("x"))
    let fetcher = Fetcher.inMemory()
    for host in [
      "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0",
    ] {
      let outcome = fetcher.outcome(FetchRequest("http://\(host):\(server.port)/x", reach: Self.outside))
      let error = try #require(outcome.error, "\(host)")
      #expect(error.kind == .address, "\(error)")
      #expect(error.description.contains("in this machine or beside it; name the host in \"allow\""), "\(error)")
    }
    #expect(server.connectionCount == 0)
    let named = FetchRequest(server.url("/x"), reach: .outside(besides: ["127.0.0.1"]))
    #expect(fetcher.outcome(named).text == "x")
  }

  @Test func anOpenConnectionIsNoWayIn() {
    let server = StubServer()
    server.on("/x", .reply("x"))
    let fetcher = Fetcher.inMemory()
    let address = "http://localhost:\(server.port)/x"
    #expect(fetcher.outcome(FetchRequest(address)).text == "x")
    #expect(fetcher.outcome(FetchRequest(address, reach: Self.outside)).error?.kind == .address)
    #expect(server.requests("/x").count == 1)
  }

  @Test func aRedirectIsNoWayInEither() {
    let inside = StubServer()
    inside.on("/x", .reply("x"))
    let server = StubServer()
    let fetcher = Fetcher.inMemory()
    for (index, host) in ["localhost", "[::1]", "127.0.0.2", "[::ffff:7f00:1]"].enumerated() {
      server.on("/\(index)", .redirect(to: "http://\(host):\(inside.port)/x"))
      let request = FetchRequest(server.url("/\(index)"), reach: .outside(besides: ["127.0.0.1"]))
      let outcome = fetcher.outcome(request)
      #expect(outcome.error?.kind == .address, "\(host): \(outcome)")
    }
    #expect(inside.connectionCount == 0)
  }

  @Test func aFinalDotMakesNoOtherHost() {
    #expect(Reach.outside(besides: ["a.example"]).trusts("a.example."))
    #expect(!Reach.outside(besides: ["a.example"]).trusts("b.a.example"))
    #expect(Reach.anywhere.trusts("a.example"))
  }

  @Test func theProxyItselfMayBeInside() {
    let proxy = StubServer()
    proxy.on("http://feeds.invalid/a", .reply("by proxy"))
    func outcome(_ address: String) -> FetchOutcome {
      Fetcher.inMemory().outcome(FetchRequest(address, proxy: proxy.url(""), reach: Self.outside))
    }
    #expect(outcome("http://feeds.invalid/a").text == "by proxy")
    for host in ["localhost", "a.localhost.", "10.0.0.1", "[fd00::1]"] {
      #expect(outcome("http://\(host)/a").error?.kind == .address, "\(host)")
    }
    #expect(proxy.connectionCount == 1)
  }
}
