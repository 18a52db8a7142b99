import Testing

@testable import Board

/// What settings bring stays where it stands in an address.
@Suite struct SecretAddressTests {
  @Test(arguments: [
    ("http://user:", "pa@ss/word", "@host/x", "http://user:pa%40ss%2Fword@host/x"),
    ("http://", "user:pa@ss", "@host/x", "http://user:pa%40ss@host/x"),
    ("https://host/x?key=", "a&b=c#d+e f", "&z=1", "https://host/x?key=a%26b%3Dc%23d%2Be%20f&z=1"),
    ("https://host/x?key=", "100%sure%40home", "", "https://host/x?key=100%25sure%40home"),
    ("https://host/bot", "12:a?b", "/getUpdates", "https://host/bot12:a%3Fb/getUpdates"),
    ("https://host/x?key=", "umlä€ut", "", "https://host/x?key=uml%C3%A4%E2%82%ACut"),
  ]) func whatWouldBeReadOtherwiseIsEncoded(before: String, secret: String, after: String, address: String) throws {
    #expect(revealed([.text(before), .secret(Secret(secret)), .text(after)]) == address)
  }

  @Test(arguments: [
    ("", "http://host/a?b=c&d=e", ""), ("", "https://user:a%40b@host", "/x"), ("http://", "host:8080", "/x"),
    ("http://host/", "a/b?c=d&e=f", ""), ("http://host/x?", "key=a&z=1", ""), ("http://host/x?a=1&", "key=b", "&c=2"),
    ("Bearer ", "a+b/c=", ""), ("mqtt://user:", "a@b", "@host/topic"),
  ]) func whatIsWholeStaysAsItIs(before: String, secret: String, after: String) throws {
    #expect(revealed([.text(before), .secret(Secret(secret)), .text(after)]) == before + secret + after)
  }

  /// A board that is read hides both forms.
  @Test func bothFormsAreHidden() throws {
    let board = try board(
      """
      sources:
        a: {url: "http://user:${PW}@localhost/"}
      cards:
        - text: {text: "a"}
      """, ["PW": "pa@ss/word"])
    #expect(board.secrets.map { $0.reveal() } == ["pa@ss/word", "pa%40ss%2Fword"])
  }

  private func revealed(_ parts: [Template.Part]) -> String {
    Template(parts).keepingSecretsInPlace.parts.map { part in
      switch part {
      case .text(let text): text
      case .secret(let secret): secret.reveal()
      case .value, .placeholder: "?"
      }
    }.joined()
  }
}
