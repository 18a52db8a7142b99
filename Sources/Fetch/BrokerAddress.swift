import Board
import Numbers

/// An address of topics: `mqtt://user:password@broker:1883/house/+/temperature`, `mqtts:` with encryption.
struct BrokerAddress: Sendable, Hashable {
  /// Whom a connection is made to: all that share it see the same topics.
  struct Broker: Sendable, Hashable, CustomStringConvertible {
    var isSecure: Bool
    /// In lower case; an IPv6 address keeps its brackets.
    var host: String
    var port: UInt16

    /// Host and port as they are put into sentences.
    var hostAndPort: String { host + (port == (isSecure ? 8883 : 1883) ? "" : ":\(port)") }
    var description: String { "\(isSecure ? "mqtts" : "mqtt")://\(hostAndPort)" }
  }

  var broker: Broker
  var user: String?
  var password: String?
  /// Behind the broker, without the slash between; what is percent-encoded in the address is not here.
  var topic: String

  /// nil for what is no address of a broker, and for what two programs could understand differently.
  init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard let scheme = ["mqtt://", "mqtts://"].first(where: { start.hasPrefix($0) }) else { return nil }
    let rest = Substring(text.utf8.dropFirst(scheme.utf8.count))
    let authority = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
    guard let host = HostName(ofAddress: "http://\(authority)"), !authority.contains(where: { "?#".contains($0) })
    else {
      return nil
    }
    let isSecure = scheme == "mqtts://"
    var place = authority
    if let sign = place.lastIndex(of: "@") {
      // Fits: where it was found.
      let parts = place[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = parts.first.flatMap(Address.percentDecoded) else { return nil }
      user = name
      if parts.count == 2 {
        guard let secret = parts.last.flatMap(Address.percentDecoded) else { return nil }
        password = secret
      }
      place = place[sign...].dropFirst()
    }
    var port: UInt16 = isSecure ? 8883 : 1883
    if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
      let digits = place[colon...].dropFirst()
      guard digits.allSatisfy({ "0"..."9" ~= $0 }), let number = UInt16(digits, radix: 10), number > 0 else {
        return nil
      }
      port = number
    }
    broker = Broker(isSecure: isSecure, host: host.description, port: port)
    let path = Substring(rest.utf8.dropFirst(authority.utf8.count)).dropFirst()
    guard let topic = Address.percentDecoded(path) else { return nil }
    self.topic = topic
  }

  /// Whether it begins as the address of a broker does.
  static func isOne(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("mqtt://") || start.hasPrefix("mqtts://")
  }

  /// Whether it is the address of one topic, and so of one value.
  var isOfOneTopic: Bool { TopicFilter(topic)?.isWide == false }

  /// The address without user and password.
  var redacted: String { topic.isEmpty ? "\(broker)" : "\(broker)/\(topic)" }
}
