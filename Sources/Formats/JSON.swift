public import Board

/// JSON from the network, read into values.
public enum JSON {
  /// Reads one JSON value, as strict as RFC 8259 but for what services do send.
  ///
  /// Text may have a byte order mark, be UTF-16, or be damaged UTF-8 (damage becomes U+FFFD). Whole numbers that a Double
  /// cannot hold exactly and numbers beyond its range stay text, `NaN` and infinities are null. Lone surrogates and `\u0000` become
  /// U+FFFD. Of names that are equal the last one counts.
  ///
  /// - Parameters:
  ///   - charset: from the Content-Type, when the server named one.
  ///   - account: what reading it draws from.
  public static func parse(
    _ bytes: [UInt8], charset: String? = nil, account: Account = Account()
  ) throws(FormatError) -> Value {
    let builder = ValueBuilder()
    try read(text(of: bytes, charset: charset, account: account), account: account, into: builder)
    return builder.value ?? .null
  }

  /// JSON as UTF-8, or what it is instead.
  static func text(of bytes: [UInt8], charset: String?, account: Account) throws(FormatError) -> [UInt8] {
    try account.begin(bytes)
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? [])
    try refuseOtherContent(text)
    return text
  }

  /// Reads one JSON value piece by piece.
  ///
  /// - Parameter text: valid UTF-8.
  static func read(_ text: [UInt8], account: Account, into sink: any ValueSink) throws(FormatError) {
    var reader = JSONReader(text, account: account, into: sink)
    try reader.document()
  }

  private static func refuseOtherContent(_ text: [UInt8]) throws(FormatError) {
    guard let first = text.first(where: { $0 > 0x20 }) else { throw FormatError("the answer is empty, not JSON") }
    guard first == UInt8(ascii: "<") else { return }
    let what = Sniffer.isWebPage(text) ? "a web page" : "XML"
    throw FormatError("the server sent \(what), not JSON; check the address, and whether it asks for a login")
  }
}
