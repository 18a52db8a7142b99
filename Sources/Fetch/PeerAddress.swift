import Glibc
import Numbers

/// The IP address of the other end of a connection.
struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  // Indices: an address has 4 bytes or 16, and what `embedded` takes out of one it takes out of 16.
  /// 4 of IPv4, 16 of IPv6, in network order.
  let bytes: [UInt8]

  /// nil for another number of bytes.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// `inet_pton(3)`; nil for what is no address.
  init?(text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    let plain = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    if unsafe inet_pton(AF_INET, plain, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if unsafe inet_pton(AF_INET6, plain, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// `inet_ntop(3)`.
  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard unsafe inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether it is one of the whole internet: not this machine, not a machine beside it, not a group of machines.
  ///
  /// Source: IANA's registries of special-purpose addresses (RFC 6890); 100.64/10 is a provider's own network (RFC 6598).
  var isPublic: Bool {
    if let inner = embedded { return inner.isPublic }
    if bytes.count == 4 {
      switch (bytes[0], bytes[1]) {
      case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19),
        (224..., _):
        return false
      case (192, 0): return bytes[2] != 0
      default: return true
      }
    }
    // Only 2000::/3 is given out; unique local, link-local, multicast, loopback and no address at all lie beside it.
    return bytes[0] & 0xE0 == 0x20
  }

  /// The IPv4 address in an IPv6 one that stands for it: mapped, translated (RFC 6052), 6to4 (RFC 3056).
  private var embedded: PeerAddress? {
    guard bytes.count == 16 else { return nil }
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == bytes[11], bytes[10] == 0xFF || bytes[10] == 0 {
      return PeerAddress(bytes[12...])
    }
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
      return PeerAddress(bytes[12...])
    }
    if bytes.starts(with: [0x20, 0x02]) { return PeerAddress(bytes[2..<6]) }
    return nil
  }
}

/// How far a request may reach, redirects included.
public enum Reach: Sendable, Hashable {
  /// Wherever its address leads.
  case anywhere
  /// To public addresses, and to these hosts wherever they are; an IPv6 address keeps its brackets. For addresses that others have named,
  /// who may mean this machine, or the router beside it.
  case outside(besides: Set<String>)

  /// How far a redirect may lead: from a server of the internet to others of it, or back to where the request began. What is in this
  /// machine or beside it asks whomever it likes to.
  ///
  /// - Parameters:
  ///   - host: where the request began, or is now.
  ///   - others: that are meant.
  func led(from peer: PeerAddress?, named host: String, or others: Set<String> = []) -> Reach {
    guard self == .anywhere, let peer, peer.isPublic else { return self }
    return .outside(besides: others.union([host.hasSuffix(".") ? String(host.dropLast()) : host]))
  }

  /// Whether a host may have any address at all.
  func trusts(_ host: String) -> Bool {
    switch self {
    case .anywhere: true
    case .outside(let hosts): hosts.contains(host.hasSuffix(".") ? String(host.dropLast()) : host)
    }
  }
}
