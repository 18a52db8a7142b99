import Board
import Formats
import Refresh
import Testing

/// Passwords over `http://` to another machine are warned of, and nothing else is.
@Suite struct ClearTextTests {
  private func warnings(_ lines: String) throws -> [String] {
    let text = "sources:\n  s: \(lines)\ncards:\n  - text: {text: \"{$s}\"}\n"
    let reading = BoardFile.read(try YAML.parse(Array(text.utf8), file: "b.yaml"), file: "b.yaml", parts: .builtIn) {
      switch $0 {
      case .variable("HOST"): "http://192.168.1.5:8123"
      case .variable("HERE"): "http://127.0.0.1:9000"
      default: "s3cret"
      }
    }
    let told = reading.diagnostics.map(\.description)
    #expect(reading.board != nil, "\(told)")
    #expect(!told.contains { $0.contains("s3cret") || $0.contains("192.168") })
    return told
  }

  private static let end =
    " goes over http://, where everybody on the way can read it; write https:// if the server has it"

  @Test(arguments: [
    (#"{url: "http://h.example/x", headers: {Authorization: "Bearer abc"}}"#, #""headers": Authorization"#),
    (#"{url: "HTTP://h.example/x", headers: {cookie: "a=b"}}"#, #""headers": cookie"#),
    (#"{url: "http://192.168.1.5/x", headers: {X-Key: "${KEY}"}}"#, #""headers": X-Key"#),
    (#"{url: "${HOST}/x", headers: {X-Key: "${file:/run/key}"}}"#, #""headers": X-Key"#),
    (#"{url: "http://h.example/x?key=${KEY}"}"#, #""url": the password in the address"#),
    (#"{url: "${HOST}/x?key=${KEY}"}"#, #""url": the password in the address"#),
    (#"{url: "http://u:word@h.example/x"}"#, #""url": the password in the address"#),
    (#"{url: "http://u:${KEY}@h.example/x"}"#, #""url": the password in the address"#),
    (#"{url: "http://h.example/x", post: {a: [{key: "${KEY}"}]}}"#, #""post": the password in the request"#),
  ])
  func isWarnedOf(source: String, what: String) throws {
    #expect(try warnings(source) == ["b.yaml:2:7: warning: \(what)\(Self.end)"])
  }

  @Test(arguments: [
    #"{url: "https://h.example/x?key=${KEY}", headers: {Authorization: "Bearer ${KEY}"}}"#,
    #"{url: "http://127.0.0.1:8080/x", headers: {Authorization: "Bearer ${KEY}"}}"#,
    #"{url: "http://localhost/x?key=${KEY}"}"#, #"{url: "http://[::1]/x?key=${KEY}"}"#,
    #"{url: "${HERE}/x?key=${KEY}"}"#,
    #"{url: "http://h.example/x", headers: {Accept: "text/csv"}}"#, #"{url: "${HOST}/x"}"#,
    #"{url: "http://h.example/a@b"}"#,
    #"{url: "file:///srv/${KEY}"}"#,
  ])
  func isFine(source: String) throws { #expect(try warnings(source) == []) }

  @Test func tapsThatSendAreLookedAtToo() throws {
    let text = """
      allow: [h.example]
      cards:
        - text: {text: a, tap: {post: "http://h.example/x", headers: {Authorization: "${KEY}"}}}
      """
    let reading = BoardFile.read(try YAML.parse(Array(text.utf8), file: "b.yaml"), file: "b.yaml", parts: .builtIn) {
      _ in "s3cret"
    }
    #expect(reading.diagnostics.map(\.description) == ["b.yaml:3:27: warning: \"headers\": Authorization\(Self.end)"])
  }
}

/// Pictures may come from where the board leads, wherever that is.
@Test func theBoardNamesHostsOfPictures() throws {
  let file = try board(
    """
    sources: {s: {url: "http://10.0.0.1/x"}}
    allow: [cam.local]
    pages:
      - {icon: "http://10.0.0.2/i.png", cards: [{text: {text: a}}, {row: {each: s, image: "{image}", title: x}}]}
      - cards: [{image: {image: "http://10.0.0.3:81/{$now | date}.jpg"}}]
    """)
  let hosts = BoardEvaluator(file).pictureHosts(at: Moment(time: tuesday)).map(\.description).sorted()
  #expect(hosts == ["10.0.0.1", "10.0.0.2", "10.0.0.3", "cam.local"])
}
