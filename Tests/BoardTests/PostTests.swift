import Testing

@testable import Board

/// Where a tap may send to.
@Suite struct PostTests {
  private func mistakes(
    _ post: String, source: String = "http://mes.local/lines", allow: String? = nil, _ settings: [String: String] = [:]
  ) throws -> [String] {
    try read(
      """
      sources: {s: {url: "\(source)"}}
      cards:
        - row: {each: s, title: "{name}", tap: {post: "\(post)"}}
      \(allow.map { "allow: \($0)" } ?? "")
      """, settings
    ).diagnostics.filter { $0.severity == .error }.map(\.description)
  }

  @Test(arguments: [
    "http://mes.local/ack", "https://MES.local:8443/ack/{id}", "http://user:pass@mes.local./ack?x={id}#y",
    "http://{host}/ack", "http://mes.local{port}/ack",
  ])
  func theHostOfASourceMayBeSentTo(post: String) throws { #expect(try mistakes(post) == []) }

  @Test(arguments: [
    ("http://book.acme.example/now", "book.acme.example"),
    ("http://mes.local.evil.example/ack", "mes.local.evil.example"),
    ("http://mes.local@evil.example/{id}", "evil.example"), ("http://[::1]:80/x", "[::1]"),
  ])
  func anotherHostMayNot(post: String, host: String) throws {
    #expect(
      try mistakes(post) == [
        "b.yaml:3:43: error: no source of this board has its data from \(host); if it may be sent to, add \"allow: \(host)\""
      ])
    #expect(try mistakes(post, allow: "[else.example, \"\(host)\"]") == [])
    #expect(try mistakes(post, allow: "\"https://\(host)/any\"") == [])
  }

  @Test(arguments: [
    "ack", "file:///etc/passwd", "http:///ack", "ftp://mes.local/x", "http://a@b@mes.local/", "http://%6des.local/",
  ])
  func whatIsNoAddressIsRefused(post: String) throws {
    #expect(try mistakes(post) == ["b.yaml:3:43: error: a \"post\" goes to an http:, https:, mqtt: or mqtts: address"])
  }

  @Test func aHostThatComesFromTheMachineIsNotTold() throws {
    let found = try mistakes("${BOOK}", ["BOOK": "http://secret.example/now"])
    #expect(
      found == [
        "b.yaml:3:43: error: no source of this board has its data from this host; if it may be sent to, name it under \"allow\""
      ])
    #expect(try mistakes("${BOOK}", allow: "\"${BOOK}\"", ["BOOK": "http://secret.example/now"]) == [])
  }

  /// A secret may come after the panel: what is sent there waits for it, and nothing else does.
  @Test func aHostOutOfASettingThatIsNotThereIsLookedAtOnceItIs() throws {
    for (post, allow) in [
      ("https://${BOOK}/now", "\"${BOOK}\""), ("${BOOK}", "\"${BOOK}\""),
      ("http://mes.local/x", "\"https://${BOOK}/\""),
      ("https://${BOOK}.example/now", nil), ("http://book.example/${BOOK}/now", "book.example"),
    ] as [(String, String?)] {
      let reading = try read(
        """
        sources: {s: {url: "http://mes.local/lines"}}
        cards:
          - row: {each: s, title: "{name}", tap: {post: "\(post)"}}
        \(allow.map { "allow: \($0)" } ?? "")
        """, [:])
      #expect(reading.diagnostics.allSatisfy { $0.severity == .warning }, "\(post): \(reading.diagnostics)")
      #expect(reading.diagnostics.contains { $0.message.contains("BOOK is not set") })
      #expect(reading.board?.missingToSend == (post.contains("BOOK") ? ["${BOOK}"] : []))
    }
    #expect(
      try mistakes("https://${BOOK}/now", allow: "\"${BOOK}\"", ["BOOK": "a b"]).contains {
        $0.contains("a \"post\" goes to")
      })
  }

  @Test func whatIsNoHostCannotBeAllowed() throws {
    #expect(
      try mistakes("http://mes.local/", allow: "[\"a b\"]") == [
        "b.yaml:4:1: error: \"a b\" is no host: write its name, such as booking.acme.example, or an address there"
      ])
  }

  /// An address that data completes is looked at when it is complete.
  @Test func dataCannotLeadElsewhere() throws {
    let file = try board(
      """
      sources: {s: {url: "http://mes.local/lines", key: id}}
      cards:
        - row: {each: s, title: "{id}", tap: {post: "http://{host}/ack", confirm: "Sure about {id}?"}}
      """)
    var evaluator = BoardEvaluator(file)
    let hosts = [
      "mes.local", "MES.local:81", "evil.example", "mes.local@evil.example", "evil.example/mes.local",
      "evil.example\\@mes.local", "mes.local%00.evil.example",
    ]
    evaluator.update(
      "s", answers: [.list(hosts.enumerated().map { ["id": .number(Double($0)), "host": .text($1)] })], at: tuesday)
    let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
    let allowed = cards.map { evaluator.posted(of: $0.id, page: 0, at: Moment(time: tuesday))?.isAllowed }
    #expect(allowed == [true, true, false, false, false, false, false])
  }

  /// What the board has from a host by https is not sent there by http because an answer says so.
  @Test func dataTakesNoPasswordOutOfEncryption() throws {
    func allowed(_ source: String, headers: String = "headers: {Authorization: x}", allow: String = "else.example")
      throws
      -> [Bool?]
    {
      let file = try #require(
        try read(
          """
          sources: {s: {url: "\(source)", key: id}}
          allow: \(allow)
          cards:
            - row: {each: s, title: "{link}", tap: {post: "{link}", \(headers)}}
          """
        ).board)
      var evaluator = BoardEvaluator(file)
      let links = ["https://mes.example/a", "http://mes.example/a", "http://mes.example:443/a", "HTTP://mes.example"]
      evaluator.update(
        "s", answers: [.list(links.enumerated().map { ["id": .number(Double($0)), "link": .text($1)] })], at: tuesday)
      let cards = evaluator.content(page: 0, at: Moment(time: tuesday)).cards
      return cards.map { evaluator.posted(of: $0.id, page: 0, at: Moment(time: tuesday))?.isAllowed }
    }
    #expect(try allowed("https://mes.example/x") == [true, false, false, false])
    #expect(try allowed("http://mes.example/x") == [true, true, true, true])
    #expect(try allowed("https://mes.example/x", headers: "json: {a: 1}") == [true, true, true, true])
    #expect(try allowed("https://mes.example/x", allow: "mes.example") == [true, true, true, true])
  }

  @Test func hostsAreComparedByTheirNames() {
    func host(_ address: String) -> String? { HostName(ofAddress: address)?.description }
    #expect(host("HTTP://A.example:80/x") == "a.example")
    #expect(host("https://ü.example/") == "ü.example")
    #expect(host("http://[FE80::1]:8080/") == "[fe80::1]")
    for address in [
      "", "a.example", "http://", "http://:80/", "http://a b/", "http://[::1/", "file:///x", "http://a\\b/",
    ] {
      #expect(host(address) == nil, "\(address)")
    }
  }

  /// Between the hours of all pages the next one is shown: an empty panel would look like a fault.
  @Test func somePageIsAlwaysOnOffer() throws {
    let file = try board(
      """
      pages:
        - {title: Lunch, at: "11:00-14:00", cards: [text: {text: a}]}
        - {title: Dinner, at: "17:00-22:00", cards: [text: {text: b}]}
        - {title: Bar, at: "17:30-02:00", cards: [text: {text: c}]}
      """)
    var evaluator = BoardEvaluator(file)
    let midnight = 1_741_046_400.0
    func pages(_ hour: Double) -> [Int] { evaluator.offeredPages(at: Moment(time: midnight + hour * 3600)).pages }
    #expect(pages(12) == [0])
    #expect(pages(14) == [1])
    #expect(pages(17.5) == [1, 2])
    #expect(pages(23) == [2])
    #expect(pages(2) == [0])
    #expect(pages(10.99) == [0])
    #expect(evaluator.offeredPages(at: Moment(time: midnight + 14 * 3600)).nextChange == midnight + 17 * 3600)
  }

  private func sent(_ tap: String, value: Value? = nil) throws -> PostRequest? {
    var evaluator = BoardEvaluator(
      try board(
        """
        sources: {s: {url: "http://mes.local/lines", key: id}}
        cards:
          - row: {each: s, title: "{id}", tap: {post: "http://mes.local/x", \(tap)}}
        """))
    evaluator.update("s", answers: [.list([.record(Record([("id", .text("a b&c"))]))])], at: 0)
    let page = evaluator.content(page: 0, at: Moment(time: 0))
    guard let card = page.cards.first,
      case .post(let request)? = evaluator.request(of: card.id, page: 0, at: Moment(time: 0))
    else { return nil }
    return request
  }

  /// What is not asked by POST with JSON: lamps by PUT, forms, and words that are no JSON.
  @Test func methodsAndBodiesAreTheServers() throws {
    let form = try #require(try sent("form: {name: \"{id}\", on: 1}"))
    #expect(form.body?.reveal() == "name=a%20b%26c&on=1" && form.contentType == "application/x-www-form-urlencoded")
    let word = try #require(try sent("body: \"ON {id}\", method: put"))
    #expect(word.body?.reveal() == "ON a b&c" && word.contentType == "text/plain; charset=utf-8" && word.method == .put)
    let own = try #require(
      try sent("json: {on: true}, headers: {content-type: application/merge-patch+json}, method: patch"))
    #expect(own.contentType == "application/merge-patch+json" && own.headers.isEmpty && own.method == .patch)
    let plain = try #require(try sent("confirm: Sure?"))
    #expect(plain.method == .post && plain.contentType == "application/json" && plain.body == nil)
  }

  @Test func oneRequestHasOneBody() throws {
    func mistakes(_ tap: String) throws -> [String] {
      try read(
        "sources: {s: {url: \"http://mes.local/x\"}, t: {url: \"mqtt://b.example/t\"}}\ncards: [{button: {text: A, \(tap)}}]"
      )
      .diagnostics.map(\.message)
    }
    #expect(
      try mistakes("post: \"http://mes.local/\", json: 1, body: x") == [
        "\"body\" has no meaning beside \"json\": one request has one body"
      ])
    #expect(
      try mistakes("post: \"http://mes.local/\", method: get").contains {
        $0.contains("post, put, patch, delete") || $0.contains("\"get\"")
      })
    #expect(try mistakes("post: \"mqtt://b.example/a\", method: put, body: x").count == 1)
    #expect(try mistakes("post: \"mqtt://b.example/a\", body: x") == [])
  }
}
