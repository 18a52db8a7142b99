import Board
import Formats
import Testing

@testable import Status

/// What came of a call, in words.
private func asked(_ method: String, _ address: String, _ body: String? = nil) throws -> String {
  let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
  let call = ControlCall(
    method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : "")
  let value = try body.map { try JSON.parse(Array($0.utf8)) }
  do {
    return "\(try call.request(body: value))"
  } catch {
    return "\(error.status) \(error.sentence)" + (error.allowed.map { " [\($0)]" } ?? "")
  }
}

@Test func whatIsAskedByHTTPIsReadAsTheSocketsRequestsAre() throws {
  #expect(try asked("GET", "/status") == "status")
  #expect(try asked("GET", "/screenshot?at=now") == "screenshot")
  #expect(try asked("GET", "/log") == "log(lines: 200)")
  #expect(try asked("GET", "/log?lines=7&x=1") == "log(lines: 7)")
  #expect(try asked("GET", "/log?lines=9999999") == "log(lines: 200)")
  #expect(try asked("POST", "/page", #"{"page": 2}"#) == #"page("2")"#)
  #expect(try asked("POST", "/page", #"{"verb": "page", "page": "News"}"#) == #"page("News")"#)
  #expect(try asked("POST", "/brightness", #"{"percent": 40}"#) == "brightness(0.4)")
  #expect(try asked("POST", "/notice", #"{"text": "Back", "seconds": 5}"#) == #"notice("Back", seconds: 5.0)"#)
  for verb in ["reload", "refresh", "wake", "off"] {
    #expect(try asked("POST", "/\(verb)") == verb)
    #expect(try asked("POST", "/\(verb)", "{}") == verb)
  }
}

@Test func everyVerbIsThereByOneMethod() throws {
  for verb in ControlRequest.verbs {
    let isRead = ["status", "screenshot", "log", "record"].contains(verb)
    for method in ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "get"]
    where (method == "GET") != isRead || method != "POST" && !isRead {
      let wanted = isRead ? "GET" : "POST"
      #expect(try asked(method, "/\(verb)") == "405 /\(verb) is asked for by \(wanted) [\(wanted)]")
    }
  }
}

@Test func whatCannotBeAskedIsToldWhy() throws {
  #expect(
    try asked("GET", "/stats") == #"404 there is no "stats" (did you mean "status"?); known: status, screenshot, "#
      + "reload, page, refresh, wake, off, brightness, notice, bundle, log, record")
  #expect(try asked("GET", "/").hasPrefix("404 there is nothing here but /status, /screenshot"))
  #expect(try asked("GET", "").hasPrefix("404 "))
  #expect(try asked("POST", "/status/").hasPrefix("404 "))
  #expect(try asked("POST", "/" + String(repeating: "x", count: 100_000)).utf8.count < 300)
  #expect(try asked("POST", "/page") == "400 which page: its number from 1, or its name")
  #expect(try asked("POST", "/page", "[2]").hasPrefix("400 a body is an object of JSON"))
  #expect(try asked("POST", "/wake", #"{"verb": "off"}"#).hasPrefix("400 the body asks for another verb than /wake"))
  #expect(try asked("POST", "/brightness", #"{"percent": 0}"#).hasPrefix("400 brightness is 1 to 100 per cent"))
  #expect(try asked("POST", "/notice", #"{"text": 7}"#).hasPrefix(#"400 "notice" says what"#))
  for lines in ["0", "-1", "x", ""] {
    #expect(try asked("GET", "/log?lines=\(lines)") == "400 lines is a number from 1 on: /log?lines=50")
  }
}
