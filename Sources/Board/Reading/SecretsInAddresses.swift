/// Settings of the machine within addresses of the web: what they bring stays where it stands, whatever is in it.
extension Template {
  /// The same where it is an address that begins with `http://` or `https://`: what settings bring to the user's part, to a path and to
  /// the values of a query is percent-encoded.
  ///
  /// A password of `a@b/c` would name another host, which is asked for and told. A setting stays as it is where it is the whole address or
  /// its beginning, the host, all that follows the host, or a whole `key=value`; what is percent-encoded already stays so.
  var keepingSecretsInPlace: Template {
    guard parts.contains(where: { if case .secret = $0 { true } else { false } }) else { return self }
    var before = ""
    var kept: [Part] = []
    for (place, part) in parts.enumerated() {
      guard case .secret(let secret) = part else {
        if case .text(let text) = part { before += text } else { before += "x" }
        kept.append(part)
        continue
      }
      let written = secret.reveal()
      // Fits: one more than the place of a part there is.
      let rest = parts.dropFirst(place + 1).map { if case .text(let text) = $0 { text } else { "x" } }.joined()
      let safe = AddressPlace(after: before, before: rest).map { PercentEncoding.completed(written, keeping: $0.kept) }
      before += safe ?? written
      kept.append(safe.map { $0 == written ? part : .secret(Secret($0)) } ?? part)
    }
    return Template(kept)
  }
}

/// What a part of an address is of it, as far as settings are concerned.
private struct AddressPlace {
  /// What is written as it is, besides letters, digits and `-._~`.
  let kept: String

  private static let subDelimiters = "!$&'()*+,;="

  /// Nil where all of it may stand as it is.
  init?(after before: String, before rest: String) {
    let lower = before.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
    let behind = before.dropFirst(scheme.count)
    if behind.contains("#") { return nil }
    if let mark = behind.firstIndex(of: "?") {
      let field =
        behind[behind.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false).last ?? ""
      kept = field.contains("=") ? "" : Self.subDelimiters + ":@/?"
    } else if behind.contains("/") {
      // All that follows the host may have a query of its own.
      kept = Self.subDelimiters + ":@/" + (behind.last == "/" && rest.isEmpty ? "?#" : "")
    } else {
      guard rest.prefix(while: { !"/?#".contains($0) }).contains("@") else { return nil }
      // User and password in one.
      kept = behind.isEmpty && rest.hasPrefix("@") ? ":" : ""
    }
  }
}

extension PercentEncoding {
  /// The same, but for signs that are kept, and for what is encoded already.
  static func completed(_ text: String, keeping kept: String) -> String {
    let bytes = Array(text.utf8)
    var result = ""
    for (place, byte) in bytes.enumerated() {
      // Fits: one more than the place of a byte there is.
      let digits = bytes.dropFirst(place + 1).prefix(2)
      let isEncoded = byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(isHexadecimal)
      let letter = String(decoding: [byte], as: UTF8.self)
      result += isEncoded || byte < 0x80 && kept.contains(letter) ? letter : component([byte])
    }
    return result
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }
}
