import CXML

/// Addresses in feeds, which may be relative.
enum WebAddress {
  /// Longer ones are none: browsers and servers stop at a few thousand bytes, and `xmlBuildURI` compares segment with segment.
  static let mostBytes = 8_192

  /// `reference` as an absolute http(s) address, resolved against `base` (`xmlBuildURI`, RFC 3986 section 5); nil when it is none.
  static func resolve(_ reference: String, against base: String?) -> String? {
    guard reference.utf8.count <= mostBytes else { return nil }
    let reference = escaped(reference.trimmed)
    guard !reference.isEmpty, reference.utf8.count <= mostBytes else { return nil }
    let resolved = base.flatMap { $0.utf8.count <= mostBytes ? build(reference, escaped($0)) : nil } ?? reference
    return isWeb(resolved) ? resolved : nil
  }

  static func isWeb(_ address: some StringProtocol) -> Bool {
    let start = address.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  private static func build(_ reference: String, _ base: String) -> String? {
    guard let address = unsafe xmlBuildURI(reference, base) else { return nil }
    defer { unsafe vitrine_xml_free(address) }
    return unsafe String(cString: address)
  }

  /// Spaces, quotes and non-ASCII bytes percent-encoded: feeds write them, servers do not take them.
  private static func escaped(_ text: some StringProtocol) -> String {
    let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
    if isClean { return String(text) }
    var output = ""
    for byte in text.utf8 {
      if byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte) {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\t") {
        output += byte < 16 ? "%0" : "%"
        output += String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }
}
