import Glibc
import Markup
import Numbers

/// What texts of a `vitrine.yaml` may be: what goes into files that others read is let through by what it is, and quoted all the same.
extension SetupReader {
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private static func consists(_ text: String, of others: StaticString) -> Bool {
    let others = Array("\(others)".utf8)
    return text.utf8.allSatisfy { isLetterOrDigit($0) || others.contains($0) }
  }

  /// Source: RFC 1123, section 2.1, without dots.
  static func isHostName(_ text: String) -> Bool {
    (1...63).contains(text.utf8.count) && consists(text, of: "-") && !text.hasPrefix("-") && !text.hasSuffix("-")
  }

  /// A name below `/usr/share/zoneinfo`, and nothing above it.
  static func isZone(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && consists(text, of: "/_+-") && !text.hasPrefix("/") && !text.hasSuffix("/")
      && !text.contains("//")
  }

  static func isLabel(_ text: String) -> Bool { (1...64).contains(text.utf8.count) && consists(text, of: "._-") }

  /// One line without control characters, 1,000 bytes at most.
  static func isLine(_ text: String) -> Bool {
    (1...1000).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.value >= 32 && !(127...159).contains($0.value) && ![0x2028, 0x2029].contains($0.value)
      }
  }

  /// Printed ASCII without what has a meaning where words are split.
  static func isWord(_ text: String) -> Bool {
    (1...1000).contains(text.utf8.count)
      && text.utf8.allSatisfy { 33...126 ~= $0 && !"\"'\\`".utf8.contains($0) }
  }

  /// A passphrase or a key. Source: IEEE 802.11i, annex H.4; wpa_supplicant's configuration takes no control characters.
  static func isPassword(_ text: String) -> Bool {
    let length = text.utf8.count
    if length == 64 { return text.utf8.allSatisfy { isLetterOrDigit($0) && ($0 | 0x20) <= UInt8(ascii: "f") } }
    return (8...63).contains(length) && isLine(text)
  }

  static func isBoardAddress(_ text: String) -> Bool {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), isWord(text), !text.contains("$"),
      let host = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    else { return false }
    return !host.contains("@")
  }

  /// Of a device and the length of the network's part: `192.0.2.20/24`.
  static func isAddressWithLength(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = parts.first.map({ String($0) }), let digits = parts.last,
      (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }), let length = UInt8(digits)
    else { return false }
    return isAddress(address, acceptsLoopback: false) && (1...(address.contains(":") ? 128 : 32)).contains(length)
  }

  /// Of one device that can be reached: what the system's own reader takes, and nobody's, everybody's and a group's address is not.
  /// Wraps inet_pton.
  static func isAddress(_ text: String, acceptsLoopback: Bool) -> Bool {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return false }
    let isSix = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isSix ? 16 : 4)
    guard unsafe inet_pton(isSix ? AF_INET6 : AF_INET, text, &bytes) == 1, bytes.contains(where: { $0 != 0 }) else {
      return false
    }
    if isSix {
      let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
      return bytes.first != 0xFF && (acceptsLoopback || !isLoopback)
    }
    // 224 to 239 are groups, what is above nobody's or everybody's, 0 this network's own. Source: RFC 5735, section 3.
    guard let first = bytes.first, (1...223).contains(first) else { return false }
    return acceptsLoopback || first != 127
  }

  /// A name of the domain system, or an address.
  static func isHost(_ text: String) -> Bool {
    if isAddress(text, acceptsLoopback: false) { return true }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    // What ends with a number is an address, or none.
    return text.utf8.count <= 253 && labels.allSatisfy { isHostName(String($0)) }
      && labels.last?.utf8.allSatisfy { 48...57 ~= $0 } == false
  }

  /// Decoded as whoever checks bundles decodes it: "Ed", eight bytes that say which key it is, and the key's 32. Source:
  /// jedisct1.github.io/minisign, "Signature format".
  static func isKey(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ isLetterOrDigit($0) || "+/=".utf8.contains($0) }),
      let bytes = Base64.decoded(text)
    else { return false }
    return bytes.count == 42 && bytes.starts(with: "Ed".utf8)
  }

  /// `ssh-ed25519 AAAA… me`: no options in front of it, which are commands.
  static func isPublicKey(_ text: String) -> Bool {
    guard text.utf8.count <= 4000, text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else {
      return false
    }
    let words = text.split(separator: " ")
    guard words.count >= 2, let begins = keyKinds[String(words[0])], words[1].hasPrefix(begins) else { return false }
    return words[1].utf8.count >= leastKey
      && words[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) }
  }

  /// What the base64 of each kind of key begins with: the length of its name, and the name once more. Source: RFC 4253, section 6.6.
  private static let keyKinds = [
    "ssh-ed25519": "AAAAC3NzaC1lZDI1NTE5", "ssh-rsa": "AAAAB3NzaC1yc2E",
    "ecdsa-sha2-nistp256": "AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY", "ecdsa-sha2-nistp384": "AAAAE2VjZHNhLXNoYTItbmlzdHAzODQ",
    "ecdsa-sha2-nistp521": "AAAAE2VjZHNhLXNoYTItbmlzdHA1MjE",
    "sk-ssh-ed25519@openssh.com": "AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29t",
    "sk-ecdsa-sha2-nistp256@openssh.com": "AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20",
  ]
  /// Characters of the shortest of them, an Ed25519 key.
  private static let leastKey = 68
}
