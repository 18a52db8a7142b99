/// The parts of an address that fetching has to know; libcurl does the exact parsing.
enum Address: Equatable {
  /// The origin: scheme, host and port in lower case.
  case web(origin: String)
  case file(path: String)

  /// nil for a scheme that is not fetched, and for a file whose path is relative: nothing here knows to what.
  init?(_ text: String) {
    let lower = text.prefix(8).lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") {
      let parts = Self.split(text)
      guard !parts.host.isEmpty else { return nil }
      self = .web(origin: "\(parts.scheme)://\(parts.host)".lowercased())
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
    } else {
      return nil
    }
  }

  /// The address without user name, password, values of its query and fragment.
  static func redacted(_ text: String) -> String {
    guard text.contains("://"), !text.lowercased().hasPrefix("file:") else { return text }
    let parts = split(text)
    let query = parts.query.split(separator: "&").map { field in
      field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).count == 2
        ? "\(field.prefix { $0 != "=" })=…" : "…"
    }
    return "\(parts.scheme)://\(parts.host)\(parts.path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Host and port as they are put into sentences.
  static func host(of text: String) -> String { String(split(text).host) }

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

  private struct Parts {
    var scheme: Substring
    var host: Substring
    var path: Substring
    var query: Substring
  }

  private static func split(_ text: String) -> Parts {
    var rest = text[...]
    let scheme = rest.prefix { $0 != ":" }
    rest = rest.dropFirst(scheme.count).drop { $0 == ":" || $0 == "/" }
    let authority = rest.prefix { !"/?#\\".contains($0) }
    rest = rest.dropFirst(authority.count).prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return Parts(scheme: scheme, host: host, path: path, query: rest.dropFirst(path.count).dropFirst())
  }

  private static func percentDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard rest.count >= 2, let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
