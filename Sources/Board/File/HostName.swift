import Markup
import Numbers

/// The machine an address leads to, as two addresses are compared: in lower case, without user, port and final dot.
public struct HostName: Sendable, Hashable, CustomStringConvertible {
  /// The host in lower case; an IPv6 address keeps its brackets.
  public let description: String

  /// The host of an `http:`, `https:`, `mqtt:` or `mqtts:` address; nil for every other, and for one that two readers could understand differently.
  ///
  /// libcurl decides where a request goes; this may refuse more than it does, and never means another host (a test compares them).
  public init?(ofAddress address: String) {
    // A broker's address has the same form as far as its path.
    let address = Push.isBroker(address) ? "http" + address.dropFirst("mqtt".count) : address
    guard let authority = WebAddress.authority(of: address) else { return nil }
    self.init(authority: authority)
  }

  /// A host as a board's `allow:` names it: by its name, or by an address there.
  init?(allowed text: String) {
    if text.contains("://") { self.init(ofAddress: text) } else { self.init(authority: text[...]) }
  }

  /// Source of the form: RFC 3986, section 3.2. Escapes and characters that are no part of a host name are refused, not guessed at.
  private init?(authority: Substring) {
    let parts = authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    // Some readers take a backslash for the end of the host.
    guard parts.count <= 2, var host = parts.last,
      !authority.utf8.contains(where: { $0 <= 0x20 || $0 == 0x5C || $0 == 0x7F })
    else { return nil }
    let isBracketed = host.first == UInt8(ascii: "[")
    if isBracketed {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = host[...end]
    } else {
      host = host.prefix { $0 != UInt8(ascii: ":") }
      if host.last == UInt8(ascii: ".") { host = host.dropLast() }
    }
    // Letters beyond ASCII stay as they are: what is the same among them is the resolver's affair.
    let lower = host.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    let isPlain = lower.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || (isBracketed ? "[]:." : "-._").utf8.contains(byte) || byte >= 0x80
    }
    guard isPlain, !lower.isEmpty, isBracketed || Self.isName(lower) else { return nil }
    description = String(decoding: lower, as: UTF8.self)
    if description == "[]" { return nil }
  }

  /// A name, or an IPv4 address as it is usually written: `127.1`, `0x7f.1` and `017700000001` are addresses to some readers only.
  private static func isName(_ host: [UInt8]) -> Bool {
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let last = labels.last, let digit = last.first else { return false }
    guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return true }
    return labels.count == 4
      && labels.allSatisfy { label in
        let text = String(decoding: label, as: UTF8.self)
        return UInt8(text).map { String($0) == text } ?? false
      }
  }
}

extension Template {
  /// The beginning of the text that is known without data, the settings of the machine in it: as far as the first that is not there.
  var knownText: String {
    parts.prefix { part in
      switch part {
      case .text, .secret: true
      case .value, .placeholder: false
      }
    }.map { part in
      switch part {
      case .text(let text): text
      case .secret(let secret): secret.reveal()
      case .value, .placeholder: ""
      }
    }.joined()
  }

  /// No data decides anything of it, and no setting that is not there yet.
  var isKnown: Bool { expressions.isEmpty && !lacksSetting }

  /// A setting that is not there yet decides what kind of address it is.
  var hidesScheme: Bool { lacksSetting && !knownText.contains("://") }

  /// Where the address leads, as far as the board file says so: nil when data decides it, or when it leads nowhere.
  ///
  /// `isSecret`: a setting of the machine is part of the address, and the host belongs into no message.
  var knownHost: (host: HostName, isSecret: Bool)? {
    let text = knownText
    let isSecure = ["https://", "mqtts://"].contains { text.lowercased().hasPrefix($0) }
    let rest = text.dropFirst(isSecure ? 8 : 7)
    // What follows an unfinished host may belong to it.
    guard isKnown || rest.contains(where: { "/?#".contains($0) }), let host = HostName(ofAddress: text) else {
      return nil
    }
    return (host, parts.contains { if case .secret = $0 { true } else { false } })
  }

  /// The host an entry of `allow` names; nil when data decides it, or when it names none.
  var allowedHost: HostName? { isKnown ? HostName(allowed: knownText) : nil }
}
