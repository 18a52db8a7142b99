import Numbers

/// Makes pictures of the bytes of a camera's stream (`multipart/x-mixed-replace`), however they are cut. A pure value.
///
/// A part that says how long it is is there with its last byte, and not only when the next begins. Source: RFC 2046, section 5.1; cameras
/// that write the two dashes into the boundary's name, or none before it, are understood as well.
struct MultipartStream: Sendable {
  private enum Place: Sendable {
    /// Before the line that begins a part.
    case between
    /// In the part's own head: how long it says it is.
    case head(length: Int?)
    /// So many bytes to go.
    case counted(left: Int)
    /// Up to the next boundary.
    case open
  }

  /// So much came without a part in it that it is no such stream.
  private(set) var isLost = false
  /// A part was longer or shorter than it said: from then on each ends where the next begins.
  private var areLengthsWrong = false
  /// A part has just ended after as many bytes as it said.
  private var isAfterCounted = false

  private let boundary: [UInt8]
  private let limit: Int
  private var place = Place.between
  private var line: [UInt8] = []
  private var part: [UInt8] = []
  private var headBytes = 0

  /// Of a line of a head, and of all lines of one.
  private static let mostLine = 1024
  private static let mostHead = 16 << 10

  /// - Parameters:
  ///   - type: the Content-Type header.
  ///   - limit: bytes of a part.
  /// - Returns: nil when it is no stream of parts, or has no boundary.
  init?(type: String, limit: Int) {
    guard type.prefix(10).lowercased() == "multipart/" else { return nil }
    let parameters = type.split(separator: ";").dropFirst()
    let found = parameters.first { $0.lowercased().drop { $0 == " " }.hasPrefix("boundary=") }
    guard let value = found?.split(separator: "=", maxSplits: 1).dropFirst().first else { return nil }
    // One with spaces in it stands in quotes.
    let written = value.drop { $0 == " " }
    let whole = written.first == "\"" ? String(written.dropFirst().prefix { $0 != "\"" }) : written.filter { $0 != " " }
    let name = whole.drop { $0 == "-" }
    guard !name.isEmpty, name.utf8.count <= 200 else { return nil }
    boundary = Array(name.utf8)
    self.limit = limit
  }

  /// Takes bytes as they come.
  ///
  /// - Returns: false when a part is larger than it may be, or this is no such stream; nothing more is to be taken then.
  mutating func take(_ bytes: some Sequence<UInt8>, into parts: inout [[UInt8]]) -> Bool {
    for byte in bytes {
      switch place {
      case .between, .head:
        guard byte == UInt8(ascii: "\n") else {
          headBytes += 1
          if case .head = place {
            guard line.count < Self.mostLine, headBytes <= Self.mostHead else { return lose() }
          } else {
            // The rest of a part that was longer than it said has lines of any length.
            guard headBytes <= limit else { return lose() }
            if line.count >= Self.mostLine { continue }
          }
          line.append(byte)
          continue
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard endLine(into: &parts) else { return false }
        line.removeAll(keepingCapacity: true)
      case .counted(let left):
        part.append(byte)
        place = .counted(left: left - 1)
        if left <= 1 {
          end(into: &parts)
          isAfterCounted = true
        }
      case .open:
        guard part.count < limit else { return false }
        part.append(byte)
        if byte == boundary.last, let length = lengthBeforeBoundary() {
          part.removeLast(part.count - length)
          // What is left of this line is no line of the head.
          end(into: &parts)
          place = .head(length: nil)
          line = Array("boundary: ".utf8)
        }
      }
    }
    return true
  }

  private mutating func lose() -> Bool {
    isLost = true
    return false
  }

  private mutating func endLine(into parts: inout [[UInt8]]) -> Bool {
    switch place {
    case .between:
      // Whatever stands before the first boundary says nothing.
      let name = line.drop { $0 == UInt8(ascii: "-") }
      if name.starts(with: boundary) {
        place = .head(length: nil)
        headBytes = 0
      } else if isAfterCounted, !line.isEmpty {
        areLengthsWrong = true
      }
      if !line.isEmpty { isAfterCounted = false }
    case .head(let length):
      guard line.isEmpty else {
        let field = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
        if field.count == 2, field[0].lowercased() == "content-length",
          let said = Int(field[1].filter { $0 != " " }), said >= 0, !areLengthsWrong
        {
          guard said <= limit else { return false }
          place = .head(length: said)
        }
        return true
      }
      part.removeAll(keepingCapacity: part.capacity <= 1 << 20)
      if let length, length > 0 {
        part.reserveCapacity(length)
        place = .counted(left: length)
      } else {
        place = length == nil ? .open : .between
      }
      headBytes = 0
    case .counted, .open: break
    }
    return true
  }

  private mutating func end(into parts: inout [[UInt8]]) {
    if !part.isEmpty { parts.append(part) }
    part = []
    headBytes = 0
    place = .between
  }

  /// How much of what has gathered is the part, where a boundary stands at its end.
  private func lengthBeforeBoundary() -> Int? {
    var length = part.count - boundary.count
    guard length >= 3, part.suffix(boundary.count).elementsEqual(boundary) else { return nil }
    // Fits: a part is longer than its boundary, see above, and no dashes are before it began.
    let before = part.prefix(length)
    let dashes = before.reversed().prefix(8).prefix { $0 == UInt8(ascii: "-") }.count
    // Fits: so many dashes stand there.
    let line = before.dropLast(dashes)
    guard dashes >= 2, line.last == UInt8(ascii: "\n") else { return nil }
    length -= dashes + (line.dropLast().last == UInt8(ascii: "\r") ? 2 : 1)
    return length
  }
}
