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
    }
    return text
  }

  private static func replacing(_ secret: String, in text: String) -> String {
    let needle = [UInt8](secret.utf8)
    let hay = [UInt8](text.utf8)
    guard hay.count >= needle.count else { return text }
    var output: [UInt8] = []
    var index = 0
    while index < hay.count {
      if hay[index] == needle[0], hay.count - index >= needle.count,
        hay[index..<(index + needle.count)].elementsEqual(needle)
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
