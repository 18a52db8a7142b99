#if Preview
  import NIOHTTP1
  @testable import Preview
  import Scene
  import Testing

  @Suite struct GateTests {
    private let local = Gate(host: "127.0.0.1", port: 8080, token: nil)
    private let open = Gate(host: "0.0.0.0", port: 8080, token: "0123456789abcdef")

    private func status(
      _ gate: Gate, _ uri: String, host: String?, origin: String? = nil, method: HTTPMethod = .GET
    ) -> UInt {
      var headers = HTTPHeaders()
      if let host { headers.add(name: "Host", value: host) }
      if let origin { headers.add(name: "Origin", value: origin) }
      switch gate.decide(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers)) {
      case .page, .file, .made: return 200
      case .socket, .talk: return 101
      case .refuse(let status, _): return status.code
      }
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func ownNamesGetIn(host: String) {
      #expect(status(local, "/", host: host) == 200)
      #expect(status(local, "/ws", host: host, origin: "http://\(host)") == 101)
    }

    @Test(arguments: [
      nil, "", "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:18080", "127.0.0.1.evil.example:8080",
      "localhost.evil.example:8080", "192.168.0.9:8080", "localhost:8080@evil.example",
    ])
    func otherNamesDoNot(host: String?) {
      #expect(status(local, "/", host: host) == 403)
      #expect(status(local, "/ws", host: host, origin: "http://127.0.0.1:8080") == 403)
    }

    @Test func twoHostsAreNone() {
      let headers: HTTPHeaders = ["Host": "127.0.0.1:8080", "host": "evil.example"]
      let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: headers)
      guard case .refuse(.forbidden, _) = local.decide(request) else { return #expect(Bool(false), "let in") }
    }

    @Test(arguments: [
      nil, "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", "http://localhost:8080",
    ])
    func onlyThePageConnects(origin: String?) {
      #expect(status(local, "/ws", host: "127.0.0.1:8080", origin: origin) == 403)
    }

    @Test func thereAreTwoRoutesAndOneMethod() {
      let host = "127.0.0.1:8080"
      for path in ["/index.html", "/ws/", "//", "/../", "", "*", "/%2e"] {
        #expect(status(local, path, host: host) == 404)
      }
      for method in [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS, .CONNECT, .RAW(value: "BREW")] {
        #expect(status(local, "/", host: host, method: method) == 405)
        #expect(status(local, "/ws", host: host, method: method) == 405)
      }
      #expect(status(local, "/?anything", host: host) == 200)
      #expect(status(local, "/", host: host, method: .HEAD) == 200)
    }

    @Test func aStudioHasFilesPanelsAndTalk() {
      let studio = Gate(host: "127.0.0.1", port: 8080, token: nil, files: ["studio.js"], isStudio: true)
      let host = "127.0.0.1:8080"
      let own = "http://\(host)"
      #expect(status(studio, "/studio.js", host: host) == 200)
      #expect(status(studio, "/studio.js", host: host, method: .HEAD) == 200)
      #expect(status(studio, "/studio.js", host: "evil.example:8080") == 403)
      for path in ["/ws/1", "/ws/17", "/talk"] {
        #expect(status(studio, path, host: host, origin: own) == 101)
        #expect(status(studio, path, host: host, origin: "http://evil.example") == 403)
        #expect(status(studio, path, host: host) == 403)
        #expect(status(studio, path, host: host, origin: own, method: .HEAD) == 405)
        #expect(status(local, path, host: host, origin: own) == 404)
      }
      for path in [
        "/ws/0", "/ws/-1", "/ws/+1", "/ws/01", "/ws/x", "/ws/99999999999999999999", "/studio.css", "/../studio.js",
      ] {
        #expect(status(studio, path, host: host, origin: own) == 404)
      }
    }

    @Test func otherHostsNeedTheToken() {
      let host = "192.168.0.9:8080"
      #expect(status(open, "/?token=0123456789abcdef", host: host) == 200)
      #expect(status(open, "/ws?a=b&token=0123456789abcdef", host: host, origin: "http://\(host)") == 101)
      for query in [
        "", "?token=", "?token=0123456789abcdee", "?token=0123456789abcdef0", "?token=0123", "?Token=0123456789abcdef",
      ] {
        #expect(status(open, "/\(query)", host: host) == 403)
        #expect(status(open, "/ws\(query)", host: host, origin: "http://\(host)") == 403)
      }
      // A name that somebody else's DNS resolves to us is refused even with the token.
      #expect(status(open, "/?token=0123456789abcdef", host: "evil.example:8080") == 403)
      #expect(status(open, "/?token=0123456789abcdef", host: "1.2.3.evil:8080") == 403)
    }

    @Test func tokensAreLongAndDiffer() {
      let tokens = Set((0..<100).map { _ in Gate.randomToken() })
      #expect(tokens.count == 100)
      #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    @Test func infoIsJSONWhateverItHolds() {
      let info = PreviewInfo(
        title: "a\"b\\c</script>", status: "tab\tline\n", size: PixelSize(width: 800, height: 480),
        orientation: .degrees90, styles: ["ring", "ä"], style: "ring",
        mirror: PreviewMirror(
          version: 3, language: "de", place: "0 2:a",
          items: [
            .init(key: "0:b", role: "heading", level: 1, text: "</script>"),
            .init(
              key: "1", role: "slider", text: "x",
              control: .slider(low: 0, high: 1, step: 0.5, value: nil, words: "–"), outcome: "x; no"),
          ],
          notice: "\"x\""))
      #expect(
        info.json == #"""
          {"title": "a\"b\\c</script>", "status": "tab\tline\n", "size": [800, 480], "orientation": 90, "styles": ["ring", "ä"], "style": "ring", "mirror": {"version": 3, "language": "de", "place": "0 2:a", "notice": "\"x\"", "question": null, "announced": null, "items": [{"key": "0:b", "role": "heading", "level": 1, "text": "</script>", "parts": [], "press": false, "control": null, "outcome": null}, {"key": "1", "role": "slider", "level": null, "text": "x", "parts": [], "press": false, "control": {"low": 0, "high": 1, "step": 0.5, "value": null, "words": "–"}, "outcome": "x; no"}]}, "heard": null}
          """#)
    }
  }
#endif
