import Numbers

/// The kinds of addresses there are to fetch from.
enum Address: Equatable {
  case web(Origin)
  /// Topics of a broker.
  case broker(BrokerAddress)
  case file(path: String)
  /// A source of the program that runs all this.
  case program(name: String)

  /// nil for a scheme that is not fetched, and for a file whose path is relative: nothing here knows to what.
  init?(_ text: String) {
    let lower = text.prefix(8).lowercased()
    if lower.hasPrefix("http") {
      guard let url = CurlURL(text) else { return nil }
      self = .web(url.origin)
    } else if lower.hasPrefix("file:") {
      var path = text.dropFirst("file:".count)
      if path.hasPrefix("//") {
        path = path.dropFirst(2)
        if path.lowercased().hasPrefix("localhost/") { path = path.dropFirst("localhost".count) }
        // A host in a file: address would be another machine.
        guard path.hasPrefix("/") else { return nil }
      }
      guard let decoded = Self.percentDecoded(path), decoded.hasPrefix("/") else { return nil }
      self = .file(path: decoded)
    } else if let name = FetchRequest.program(ofAddress: text) {
      self = .program(name: name)
    } else if let address = BrokerAddress(text) {
      self = .broker(address)
    } else {
      return nil
    }
  }

  /// The address without user name, password, values of its query and fragment.
  static func redacted(_ text: String) -> String {
    if text.prefix(5).lowercased() == "file:" || FetchRequest.program(ofAddress: text) != nil { return text }
    if let address = BrokerAddress(text) { return address.redacted }
    if let redacted = CurlURL.redacted(text), !BrokerAddress.isOne(text) { return redacted }
    // Nobody knows where its password ends.
    guard let colon = text.firstIndex(of: ":") else { return text }
    return "\(text[..<colon]):…"
  }

  /// Host and port as they are put into sentences.
  static func host(of text: String) -> String {
    BrokerAddress(text)?.broker.hostAndPort ?? CurlURL(text)?.origin.hostAndPort ?? "the server"
  }

  /// A `file:` address of an absolute path.
  static func file(_ path: String) -> String {
    var output = "file://"
    for byte in path.utf8 {
      let isPlain =
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "/-_.~".utf8.contains(byte)
      if isPlain {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        output += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }

  static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        let digits = rest.prefix(2)
        // A sign would be a number's too.
        guard digits.count == 2, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
          let decoded = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
