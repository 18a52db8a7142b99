/// Addresses of the web, as far as their form goes: who is connected to, libcurl decides. Source: RFC 3986.
package enum WebAddress {
  /// Longer ones are none: browsers and servers stop at a few thousand bytes.
  package static let mostBytes = 8_192

  /// Whether it begins as an `http:` or `https:` address does.
  package static func isWeb(_ address: some StringProtocol) -> Bool { beginning(of: address) != nil }

  /// User, host and port as they are written; nil for what is no `http:` or `https:` address.
  package static func authority(of address: String) -> Substring? {
    guard let beginning = beginning(of: address) else { return nil }
    // Bytes, because a combining character makes another one of the letter, or the slash, before it.
    // Fits: a count of bytes, which is never negative.
    return Substring(address.utf8.dropFirst(beginning).prefix { !"/?#".utf8.contains($0) })
  }

  /// Bytes of `http://` or `https://` at the beginning.
  private static func beginning(of address: some StringProtocol) -> Int? {
    let start = address.prefix(8).lowercased()
    return ["http://", "https://"].first { start.hasPrefix($0) }?.utf8.count
  }

  /// `reference` as an absolute address, resolved against `base`; nil when that is none of the web.
  package static func resolve(_ reference: String, against base: String?) -> String? {
    guard reference.utf8.count <= mostBytes else { return nil }
    let reference = escaped(reference)
    guard !reference.isEmpty, reference.utf8.count <= mostBytes else { return nil }
    var resolved = Parts(reference[...])
    if let base, base.utf8.count <= mostBytes { resolved = resolved.resolved(against: Parts(escaped(base)[...])) }
    let address = resolved.address
    return isWeb(address) ? address : nil
  }

  /// Free of white space around it, other spaces, quotes and non-ASCII bytes percent-encoded: feeds write them, servers do not take
  /// them. An ampersand that has been escaped once too often is one.
  private static func escaped(_ text: String) -> String {
    var output = ""
    var bytes = text.utf8[...]
    func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
    bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    output.reserveCapacity(bytes.count)
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "&"), bytes.starts(with: "amp;".utf8) { bytes = bytes.dropFirst(4) }
      if byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte) {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r") && byte != UInt8(ascii: "\t") {
        PercentEncoding.add(byte, to: &output)
      }
    }
    return output
  }

  /// The five parts of section 3, without their signs; nil for one that is not there.
  private struct Parts {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    /// - Parameter text: ASCII. Appendix B.
    init(_ text: Substring) {
      var rest = text
      if let colon = rest.firstIndex(where: { ":/?#".contains($0) }), rest[colon] == ":", Self.isScheme(rest[..<colon])
      {
        scheme = rest[..<colon]
        rest = rest[colon...].dropFirst()
      }
      if let sign = rest.firstIndex(of: "#") {
        fragment = rest[sign...].dropFirst()
        rest = rest[..<sign]
      }
      if let sign = rest.firstIndex(of: "?") {
        query = rest[sign...].dropFirst()
        rest = rest[..<sign]
      }
      if rest.hasPrefix("//") {
        let end = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
        authority = rest[..<end].dropFirst(2)
        rest = rest[end...]
      }
      path = rest
    }

    private static func isScheme(_ text: Substring) -> Bool {
      text.utf8.first?.isASCIILetter == true && text.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
    }

    /// Section 5.2.2.
    func resolved(against base: Parts) -> Parts {
      var target = self
      if scheme == nil {
        target.scheme = base.scheme
        if authority == nil {
          target.authority = base.authority
          if path.isEmpty {
            target.path = base.path
            if query == nil { target.query = base.query }
          } else if !path.hasPrefix("/") {
            let isBare = base.authority != nil && base.path.isEmpty
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
            target.path = (isBare ? "/" : folder) + path
          }
        }
      }
      target.path = Self.withoutDots(target.path)
      return target
    }

    /// Section 5.2.4.
    private static func withoutDots(_ path: Substring) -> Substring {
      guard path.contains(".") else { return path }
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      let isRooted = path.hasPrefix("/")
      var kept: [Substring] = []
      for segment in segments.dropFirst(isRooted ? 1 : 0) {
        if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
      }
      if segments.last == "." || segments.last == ".." { kept.append("") }
      return (isRooted ? "/" : "") + kept.joined(separator: "/")[...]
    }

    /// Section 5.3.
    var address: String {
      let scheme = scheme.map { "\($0):" } ?? ""
      let authority = authority.map { "//\($0)" } ?? ""
      let query = query.map { "?\($0)" } ?? ""
      let fragment = fragment.map { "#\($0)" } ?? ""
      return "\(scheme)\(authority)\(path)\(query)\(fragment)"
    }
  }
}
