import Testing

@testable import Board

/// What people write once, and what they are told.
@Suite struct MessageTests {
  private func said(_ yaml: String) throws -> [String] {
    try read(yaml).diagnostics.map { String($0.description.dropFirst("b.yaml:".count)) }
  }

  private func said(ofTitle title: String) throws -> [String] {
    try said("sources: {s: {url: x}}\ncards:\n  - row: {each: s, title: \(title)}")
  }

  @Test func aDirectiveThatIsNoneIsTold() throws {
    #expect(
      try said(ofTitle: "\"{at | date('%A %Q')}\"") == [
        "3:28: warning: date('%A %Q'): there is no %Q, and it is shown as it stands; known: \(DateFormat.directives)"
      ])
    #expect(try said(ofTitle: "\"{at | date('%-d.%m. %% %H:%M %z')} {at | time('%R')}\"") == [])
    #expect(DateFormat.unknownDirectives(in: "%Q %-E %Q %") == ["%Q", "%E"])
  }

  @Test func aCurrencyNeedsQuotes() throws {
    #expect(
      try said(ofTitle: "\"{price | money(€)}\"") == ["3:43: error: \"title\": write the sign in quotes: '€'"])
  }

  @Test func aFieldIsNoSetting() throws {
    let waits = "what needs it waits until it is there"
    #expect(
      try said(ofTitle: "\"${name}\"") == [
        "3:28: warning: the environment variable name is not set; a field is written {name}, without the $; \(waits)"
      ])
    #expect(
      try said(ofTitle: "\"${NAME}\"") == ["3:28: warning: the environment variable NAME is not set; \(waits)"])
    #expect(
      try said("cards:\n  - row: {title: \"${name}\"}") == [
        "2:19: warning: the environment variable name is not set; \(waits)"
      ])
  }

  @Test func bracesOfGraphQLAreEscaped() throws {
    let hint =
      "; each brace of the query itself is written \\{ or \\}, in a text without quotes, in ' ' or below |"
    let source = "sources: {s: {url: \"http://x/\", post: {query: '%'}}}\ncards: [{row: {each: s, title: a}}]"
    func said(_ query: String) throws -> [String] {
      try self.said(source.split(separator: "%").joined(separator: query))
    }
    let messages = try said("{ viewer { login } }")
    #expect(messages.count == 1 && messages[0].hasSuffix(hint), "\(messages)")
    #expect(try said("\\{ viewer \\{ login \\} \\}") == [])
  }
}
