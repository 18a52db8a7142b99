/// A text that may be a password: it goes where it is sent, and into no message.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private var text: String

  /// - Parameter text: what is to be kept.
  public init(_ text: String) { self.text = text }

  /// For the request it belongs to, never for a log.
  public func reveal() -> String { text }

  public var description: String { "•••" }
  /// `•••`, so that a debugger's or a log's print gives nothing away.
  public var debugDescription: String { "•••" }
  /// Without children, so that `dump` gives nothing away.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension [Secret] {
  /// The text with every secret in it as `•••`: for logs, and for whatever else people see.
  ///
  /// Settings of fewer than four bytes stay: `1` is a room's number, not a password, and stands in every other line.
  public func hidden(in text: String) -> String {
    var text = text
    // A secret may hold another one.
    for secret in map({ $0.reveal() }).filter({ $0.utf8.count >= 4 }).sorted(by: { $0.utf8.count > $1.utf8.count }) {
      text = Self.replacing(secret, in: text)
      // Messages quote answers, and an answer may break off in the middle of what it echoes.
      if let part = Self.longestPart(of: secret, in: text) { text = Self.replacing(part, in: text) }
    }
    return text
  }

  /// The longest piece of a secret that stands in a text: at least six bytes and half of the secret, for less gives nothing away.
  private static func longestPart(of secret: String, in text: String) -> String? {
    let secret = [UInt8](secret.utf8)
    let (plain, text) = (folded(secret), folded([UInt8](text.utf8)))
    let least = Swift.max(6, (secret.count + 1) / 2)
    guard secret.count > least, text.count >= least else { return nil }
    var best = 0..<0
    // Lengths of common pieces that end at the byte before, by their end in the secret.
    var lengths = [Int](repeating: 0, count: secret.count + 1)
    for byte in text {
      for end in stride(from: secret.count, to: 0, by: -1) {
        // Fits: `end` is from the secret's count down to 1.
        lengths[end] = plain[end - 1] == byte ? lengths[end - 1] + 1 : 0
        // Fits: no piece is longer than what it ends.
        if lengths[end] > best.count { best = (end - lengths[end])..<end }
      }
    }
    return best.count >= least ? String(decoding: secret[best], as: UTF8.self) : nil
  }

  /// Small letters for large ones: names of hosts come back so.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func replacing(_ secret: String, in text: String) -> String {
    let needle = folded([UInt8](secret.utf8))
    let hay = [UInt8](text.utf8)
    let plain = folded(hay)
    guard hay.count >= needle.count else { return text }
    var output: [UInt8] = []
    var index = 0
    while index < hay.count {
      // Fits: as many bytes follow as a secret has, and it has some.
      if plain[index] == needle[0], hay.count - index >= needle.count,
        plain[index..<(index + needle.count)].elementsEqual(needle)
      {
        output += "•••".utf8
        index += needle.count
      } else {
        output.append(hay[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
