#if Preview
  import Glibc
  import NIOConcurrencyHelpers
  import NIOHTTP1
  @testable import Preview
  import Testing

  private let token = "0123456789abcdef0123456789abcdef"

  @Suite struct ControlGateTests {
    private let local = ControlGate(
      names: OwnNames(host: "127.0.0.1", port: 8081, takesAddresses: false), token: token)
    private let open = ControlGate(names: OwnNames(host: "0.0.0.0", port: 8081, takesAddresses: true), token: token)

    /// 200 for who is let in; negative for a guess.
    private func status(
      _ gate: ControlGate, host: String? = "127.0.0.1:8081", authorization: [String] = ["Bearer \(token)"],
      others: [(String, String)] = []
    ) -> Int {
      var headers = HTTPHeaders(others)
      if let host { headers.add(name: "Host", value: host) }
      for value in authorization { headers.add(name: "Authorization", value: value) }
      switch gate.decide(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/status", headers: headers)) {
      case .pass: return 200
      case .refuse(let status, _, let isGuess): return isGuess ? -Int(status.code) : Int(status.code)
      }
    }

    @Test func theTokenLetsIn() {
      #expect(status(local) == 200)
      #expect(status(local, authorization: ["bearer \(token)"]) == 200)
      #expect(status(local, others: [("Sec-Fetch-Site", "none")]) == 200)
      #expect(status(open, host: "192.168.0.9:8081") == 200 && status(open, host: "[fd00::1]:8081") == 200)
    }

    @Test(arguments: [
      [], [""], ["Bearer"], ["Basic \(token)"], [token], ["Bearer \(token)", "Bearer \(token)"],
    ])
    func nobodyComesInWithoutOne(authorization: [String]) {
      #expect(status(local, authorization: authorization) == 401)
    }

    @Test(arguments: ["", " ", token.dropLast().description, token + "0", token.uppercased(), " \(token)"])
    func aWrongOneIsAGuess(wrong: String) {
      #expect(status(local, authorization: ["Bearer \(wrong)"]) == -401)
    }

    /// Though they have the token: a page may have been told it.
    @Test func noPageOfABrowserComesIn() {
      for origin in ["http://evil.example", "null", "http://127.0.0.1:8081", ""] {
        #expect(status(local, others: [("Origin", origin)]) == 403)
      }
      for site in ["cross-site", "same-site", "same-origin"] {
        #expect(status(local, others: [("Sec-Fetch-Site", site)]) == 403)
      }
    }

    @Test func onlyOurOwnNamesAreTaken() {
      for host in [nil, "", "evil.example:8081", "127.0.0.1", "127.0.0.1:8080", "192.168.0.9:8081"] {
        #expect(status(local, host: host) == 403)
      }
      #expect(status(open, host: "evil.example:8081") == 403 && status(open, host: "1.2.3.evil:8081") == 403)
      #expect(status(local, others: [("Host", "evil.example:8081")]) == 403)
    }
  }

  /// A server that says what it was asked, and what it was asked.
  private final class Door: Sendable {
    let server: ControlHTTPServer
    let calls = NIOLockedValueBox<[ControlHTTPServer.Call]>([])

    init(
      _ answer: @escaping @Sendable (ControlHTTPServer.Call) -> ControlHTTPServer.Reply? = { _ in
        ControlHTTPServer.Reply(status: 200, body: Array("done".utf8))
      }
    ) throws {
      server = try ControlHTTPServer(host: "127.0.0.1", port: 0, token: token) { [calls] call, taker in
        calls.withLockedValue { $0.append(call) }
        if let reply = answer(call) { taker(reply) }
      }
    }

    deinit { server.stop() }

    func ask(_ method: String, _ path: String, token: String = token, _ headers: [String] = []) throws
      -> RawClient.Response
    {
      try RawClient(port: server.port).request(method, path, headers: ["Authorization: Bearer \(token)"] + headers)
    }
  }

  @Suite struct ControlHTTPServerTests {
    private let letIn = "Authorization: Bearer \(token)"

    @Test func whoSaysTheTokenIsAnswered() throws {
      let door = try Door()
      let answer = try door.ask("GET", "/log?lines=5&x")
      #expect(answer.status == 200 && answer.text == "done" && answer.headers["content-type"] == "application/json")
      #expect(answer.headers["cache-control"] == "no-store" && answer.headers["x-content-type-options"] == "nosniff")
      // No browser is ever told that another page may.
      #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control-") })
      let client = try RawClient(port: door.server.port)
      try client.send(
        "POST /page HTTP/1.1\r\nHost: 127.0.0.1:\(door.server.port)\r\n\(letIn)\r\nContent-Length: 11\r\n\r\n{\"page\": "
      )
      try client.send("2}")
      #expect(try client.response().status == 200 && client.isClosedByServer())
      #expect(
        door.calls.withLockedValue { $0 } == [
          .init(method: "GET", path: "/log", query: "lines=5&x", body: [], peer: "127.0.0.1"),
          .init(
            method: "POST", path: "/page", query: "", body: Array(#"{"page": 2}"#.utf8), peer: "127.0.0.1"),
        ])
    }

    @Test func chunksAndWhoAsksWhetherToGoOn() throws {
      let door = try Door()
      let client = try RawClient(port: door.server.port)
      try client.send(
        "POST /notice HTTP/1.1\r\nHost: 127.0.0.1:\(door.server.port)\r\n\(letIn)\r\nTransfer-Encoding: chunked\r\n"
          + "Expect: 100-continue\r\n\r\n")
      #expect(try client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      try client.send("3\r\n{\"a\r\n4\r\n\": 1\r\n1\r\n}\r\n0\r\n\r\n")
      #expect(try client.response().status == 200)
      #expect(door.calls.withLockedValue { $0.first?.body } == Array(#"{"a": 1}"#.utf8))
    }

    @Test func whoDoesNotIsNotAndNothingHappens() throws {
      let door = try Door()
      let port = door.server.port
      let without = try RawClient(port: port).request("POST", "/off", headers: ["Content-Length: 0"])
      #expect(without.status == 401 && without.headers["www-authenticate"] == "Bearer realm=\"panel\"")
      #expect(without.text.hasPrefix(#"{"ok": false, "problems": ["who asks says the panel's token"#))
      #expect(try RawClient(port: port).request("GET", "/?token=\(token)").status == 401)
      #expect(try door.ask("GET", "/status", ["Origin: http://127.0.0.1:\(port)"]).status == 403)
      #expect(
        try RawClient(port: port).request("GET", "/status", host: "evil.example:\(port)", headers: [letIn]).status
          == 403)
      #expect(try door.ask("GET", "/status", token: String(token.reversed())).status == 401)
      #expect(door.calls.withLockedValue { $0.isEmpty })
    }

    @Test func aReplyIsTakenAsItIs() throws {
      let door = try Door { call in
        ControlHTTPServer.Reply(status: call.path == "/x" ? 405 : 409, type: "image/png", body: [1, 2], allowed: "GET")
      }
      let answer = try door.ask("POST", "/x", ["Content-Length: 0"])
      #expect(answer.status == 405 && answer.headers["allow"] == "GET" && answer.body == [1, 2])
      #expect(try door.ask("GET", "/y").status == 409)
    }

    @Test func bodiesAndHeadsEnd() throws {
      let door = try Door()
      let long = try door.ask("POST", "/notice", ["Content-Length: \(ControlHTTPServer.bodyBytes + 1)"])
      #expect(long.status == 413 && long.text.contains("at most 65536 bytes"))
      let client = try RawClient(port: door.server.port)
      try client.send(
        "POST /notice HTTP/1.1\r\nHost: 127.0.0.1:\(door.server.port)\r\n\(letIn)\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
      let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
      for _ in 0..<5 { try client.send(chunk) }
      #expect(try client.response().status == 413)
      let wordy = try door.ask(
        "GET", "/status", ["X-Words: " + String(repeating: "x", count: ControlHTTPServer.headBytes)])
      #expect(wordy.status == 431)
      // A head without an end, and what is no HTTP at all.
      let endless = try RawClient(port: door.server.port)
      try? endless.send("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 100_000))
      #expect(try endless.isClosedByServer())
      let noise = try RawClient(port: door.server.port)
      try noise.send([UInt8](repeating: 0xAA, count: 2000) + Array("\r\n\r\n".utf8))
      #expect(try noise.isClosedByServer())
      #expect(door.calls.withLockedValue { $0.isEmpty })
    }

    @Test func moreThanMayBeAskedAtOnceIsToldToComeAgain() throws {
      let door = try Door()
      var statuses: Set<Int> = []
      for _ in 0..<400 where !statuses.contains(429) { statuses.insert(try door.ask("GET", "/status").status) }
      #expect(statuses == [200, 429])
    }

    /// Whoever holds connections without asking anything does not keep the owner out.
    @Test func connectionsBeyondSoManyAreClosedTheOldestFirst() throws {
      let door = try Door()
      let idle = try (0..<ControlHTTPServer.connections).map { _ in try RawClient(port: door.server.port) }
      // Each has been let in: half a request tells of nothing yet.
      for client in idle { try client.send("GET /status HTTP/1.1\r\n") }
      #expect(try door.ask("GET", "/status").status == 200)
      #expect(try idle[0].isClosedByServer())
      try idle[1].send("Host: 127.0.0.1:\(door.server.port)\r\n\(letIn)\r\n\r\n")
      #expect(try idle[1].response().status == 200)
    }

    @Test func aPortThatIsTakenIsToldOf() throws {
      let door = try Door()
      #expect {
        _ = try ControlHTTPServer(host: "127.0.0.1", port: door.server.port, token: token) { _, _ in }
      } throws: { "\($0)".hasPrefix("http on 127.0.0.1, port \(door.server.port): another program is using it") }
    }
  }
#endif
