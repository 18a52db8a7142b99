/// Makes messages of the bytes of an event stream (Server-Sent Events), however they are cut. A pure value.
///
/// Source: HTML Living Standard, section 9.2.6.
struct EventStream: Sendable {
  /// One message.
  struct Event: Sendable, Hashable {
    /// `message` where the stream names none.
    var name: String
    /// Its lines, put together by line feeds; valid UTF-8.
    var data: [UInt8]
  }

  /// What the next connection names, so that the server goes on behind it; empty for nothing.
  private(set) var lastID = ""
  /// Seconds until the next connection, as the server asks; an hour at most.
  private(set) var retry: Double?

  /// Bytes of an id that is kept.
  private static let longestID = 1024

  private let limit: Int
  private var line: [UInt8] = []
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id = ""
  private var isAfterReturn = false
  private var isFirstLine = true

  /// - Parameters:
  ///   - limit: bytes of one message, and of one line.
  ///   - lastID: of the connection before.
  init(limit: Int, lastID: String = "") {
    self.limit = limit
    self.lastID = lastID
    id = lastID
  }

  /// What a stream that is over leaves to the next.
  init(after other: EventStream) {
    self.init(limit: 0, lastID: other.lastID)
    retry = other.retry
  }

  /// Takes bytes as they come.
  ///
  /// - Returns: false when a message is larger than it may be; nothing more is to be taken then.
  mutating func take(_ bytes: some Sequence<UInt8>, into events: inout [Event]) -> Bool {
    for byte in bytes {
      let isSecondHalf = isAfterReturn && byte == UInt8(ascii: "\n")
      isAfterReturn = byte == UInt8(ascii: "\r")
      if isSecondHalf { continue }
      if byte == UInt8(ascii: "\n") || isAfterReturn {
        if !endLine(into: &events) { return false }
      } else {
        guard line.count < limit else { return false }
        line.append(byte)
      }
    }
    return true
  }

  private mutating func endLine(into events: inout [Event]) -> Bool {
    defer { line.removeAll(keepingCapacity: line.count <= 4096) }
    var text = line[...]
    if isFirstLine, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    isFirstLine = false
    guard !text.isEmpty else {
      dispatch(into: &events)
      return true
    }
    let field = text.prefix { $0 != UInt8(ascii: ":") }
    var value = text.drop { $0 != UInt8(ascii: ":") }.dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      guard data.count + value.count < limit else { return false }
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    case "event": name = String(decoding: value, as: UTF8.self)
    // Servers refuse a head with more, and an id that none takes back would be said to it for ever.
    case "id": if !value.contains(0), value.count <= Self.longestID { id = String(decoding: value, as: UTF8.self) }
    case "retry":
      // Milliseconds, in digits alone.
      let isNumber = value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      if isNumber, let time = Double(String(decoding: value, as: UTF8.self)) { retry = min(time / 1000, 3600) }
    // Comments have no name; others mean nothing.
    default: break
    }
    return true
  }

  private mutating func dispatch(into events: inout [Event]) {
    defer { (name, data, hasData) = ("", [], false) }
    lastID = id
    guard hasData else { return }
    // Events are UTF-8 whatever is in them: what is none becomes U+FFFD, and is no sign of another encoding.
    let isText = String(validating: data, as: UTF8.self) != nil
    let text = isText ? data : Array(String(decoding: data, as: UTF8.self).utf8)
    events.append(Event(name: name.isEmpty ? "message" : name, data: text))
  }
}

/// Makes messages of lines, one each, however the bytes are cut: JSON values separated by line ends (NDJSON). A pure value.
struct LineStream: Sendable {
  private let limit: Int
  private var line: [UInt8] = []

  /// - Parameter limit: bytes of one line.
  init(limit: Int) { self.limit = limit }

  /// Takes bytes as they come.
  ///
  /// - Returns: false when a line is longer than it may be; nothing more is to be taken then.
  mutating func take(_ bytes: some Sequence<UInt8>, into lines: inout [[UInt8]]) -> Bool {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        end(into: &lines)
      } else {
        guard line.count < limit else { return false }
        line.append(byte)
      }
    }
    return true
  }

  /// The stream has ended: so has the last line.
  mutating func end(into lines: inout [[UInt8]]) {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    // A server that has nothing to say sends an empty line now and then.
    if line.contains(where: { $0 > 0x20 }) { lines.append(line) }
    line = []
  }
}
