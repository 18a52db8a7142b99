import Testing

@testable import Fetch

/// What a server says of what it has not done.
@Suite struct ServersWordsTests {
  private func said(_ body: String, _ type: String? = "application/json") -> String? {
    ServersWords.sentence(in: Array(body.utf8), contentType: type)
  }

  @Test(arguments: [
    (#"{"message": "Room 4 is taken until 15:00"}"#, "Room 4 is taken until 15:00"),
    (#"{"type": "about:blank", "title": "Conflict", "status": 409, "detail": "It is taken"}"#, "It is taken"),
    (#"{"error": {"code": 409, "message": "Taken"}}"#, "Taken"),
    (#"{"errors": [{"msg": "not a number", "loc": ["body", 0]}]}"#, "not a number"),
    (#"{"detail": [{"loc": [1, 2], "msg": "too short"}]}"#, "too short"),
    (#"{"error": "invalid_grant", "error_description": "The code is old"}"#, "The code is old"),
    (#"{"a": [[], {}, null, true, -1.5e3], "message": "T\u00fcr zu \ud83d\ude00 \"heute\""}"#, "Tür zu 😀 \"heute\""),
    (#"["Nein, heute nicht"]"#, "Nein, heute nicht"),
    (#"{"message": "two\nlines\tand \u0007 a bell"}"#, "two lines and a bell"),
    (#"{"message": "\u202edren"}"#, "dren"),
  ])
  func theSentenceOfAnAnswerIsFound(body: String, sentence: String) { #expect(said(body) == sentence) }

  @Test(arguments: [
    "", "{", "[", "{}", "[]", "null", "17", #"{"message": "#, #"{"message": "x"#, #"{"message" "x"}"#,
    #"{"message": "x",}"#,
    #"{"message": "<b>no</b>"}"#, #"{"message": ""}"#, #"{"message": "409"}"#, #"{"error": "invalid_grant"}"#,
    #"{"ok": "yes it is"}"#, #"{"message": "\u12"}"#,
  ])
  func whereThereIsNoneThereIsNone(body: String) { #expect(said(body) == nil) }

  @Test func bodiesHaveBounds() {
    #expect(said(String(repeating: "[", count: 10_000)) == nil)
    #expect(said(#"{"message": "x"# + String(repeating: " y", count: 20_000) + #""}"#) == nil)
    let long = said(#"{"message": ""# + String(repeating: "No ", count: 100) + #""}"#)
    #expect(long?.count == ServersWords.most && long?.hasSuffix("…") == true)
    #expect(ServersWords.sentence(in: [0xFF, 0xFE], contentType: "text/plain") == nil)
  }

  @Test func shortPlainTextIsASentenceAndAPageIsNot() {
    #expect(said("Out of paper\r\n", "text/plain; charset=utf-8") == "Out of paper")
    #expect(said("Out of paper", "application/problem+json") == nil)
    #expect(said("<html><body>Bad Gateway</body></html>", "text/html") == nil)
    #expect(said("Out of paper", nil) == nil)
    #expect(said(String(repeating: "x ", count: 400), "text/plain") == nil)
  }
}
