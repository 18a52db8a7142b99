/// The machine an address leads to, as two addresses are compared: in lower case, without user, port and final dot.
public struct HostName: Sendable, Hashable, CustomStringConvertible {
  /// The host in lower case; an IPv6 address keeps its brackets.
  public let description: String

  /// The host of an `http:` or `https:` address; nil for every other, and for one that two readers could understand differently.
  public init?(ofAddress address: String) {
    let lower = address.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return nil }
    self.init(authority: lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
  }

  /// A host as a board's `allow:` names it: by its name, or by an address there.
  init?(allowed text: String) {
    if text.contains("://") { self.init(ofAddress: text) } else { self.init(authority: text.lowercased()[...]) }
  }

  /// Source of the form: RFC 3986, section 3.2. Escapes and characters that are no part of a host name are refused, not guessed at.
  private init?(authority: Substring) {
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    // Some readers take a backslash for the end of the host.
    guard parts.count <= 2, var host = parts.last, !authority.utf8.contains(where: { $0 <= 0x20 || $0 == 0x5C }) else {
      return nil
    }
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      host = host[...end]
    } else {
      host = host.prefix { $0 != ":" }
      if host.hasSuffix(".") { host = host.dropLast() }
    }
    let isPlain = host.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "-._[]:".utf8.contains(byte) || byte >= 0x80
    }
    guard isPlain, !host.isEmpty, host != "[]" else { return nil }
    description = String(host)
  }
}

extension Template {
  /// The beginning of the text that is known without data, the settings of the machine in it.
  var knownText: String {
    parts.prefix { if case .value = $0 { false } else { true } }.map { part in
      switch part {
      case .text(let text): text
      case .secret(let secret): secret.reveal()
      case .value, .placeholder: ""
      }
    }.joined()
  }

  /// No data decides anything of it.
  var isKnown: Bool { expressions.isEmpty }

  /// Where the address leads, as far as the board file says so: nil when data decides it, or when it leads nowhere.
  ///
  /// `isSecret`: a setting of the machine is part of the address, and the host belongs into no message.
  var knownHost: (host: HostName, isSecret: Bool)? {
    let text = knownText
    let rest = text.dropFirst(text.lowercased().hasPrefix("https://") ? 8 : 7)
    // What follows an unfinished host may belong to it.
    guard isKnown || rest.contains(where: { "/?#".contains($0) }), let host = HostName(ofAddress: text) else {
      return nil
    }
    return (host, parts.contains { if case .secret = $0 { true } else { false } })
  }

  /// The host an entry of `allow` names; nil when data decides it, or when it names none.
  var allowedHost: HostName? { isKnown ? HostName(allowed: knownText) : nil }
}
