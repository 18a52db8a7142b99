/// The same JSON with what jansson refuses made acceptable: numbers out of its range quoted, so that they become text,
/// and `\u0000` and lone surrogates replaced by `\uFFFD`.
///
/// Runs only after a refusal; the whole text is rewritten once.
struct JSONRepair {
  private(set) var text: [UInt8] = []
  /// Offsets in `text` of the quotes put in, ascending.
  private var insertions: [Int] = []

  init(_ source: [UInt8]) {
    text.reserveCapacity(source.count + 64)
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): index = copyString(source, from: index)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): index = copyNumber(source, from: index)
      default:
        text.append(source[index])
        index += 1
      }
    }
  }

  /// Where a byte of the repaired text stood in the source.
  func originalOffset(of offset: Int) -> Int {
    offset - insertions.count { $0 < offset }
  }

  private mutating func copyNumber(_ source: [UInt8], from start: Int) -> Int {
    let end =
      source[start...].firstIndex {
        !($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) && !"+-.eE".utf8.contains($0)
      } ?? source.endIndex
    let token = String(decoding: source[start..<end], as: UTF8.self)
    let isWhole = !token.utf8.contains { ".eE".utf8.contains($0) }
    let isOutOfRange = isWhole ? token.utf8.count > 18 && Int64(token) == nil : Double(token)?.isInfinite == true
    if isOutOfRange { insertQuote() }
    text.append(contentsOf: source[start..<end])
    if isOutOfRange { insertQuote() }
    return end
  }

  private mutating func insertQuote() {
    insertions.append(text.count)
    text.append(UInt8(ascii: "\""))
  }

  private mutating func copyString(_ source: [UInt8], from start: Int) -> Int {
    text.append(source[start])
    var index = start + 1
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "\\"), index + 1 < source.count {
        index = copyEscape(source, from: index)
        continue
      }
      text.append(byte)
      index += 1
      if byte == UInt8(ascii: "\"") { break }
    }
    return index
  }

  private mutating func copyEscape(_ source: [UInt8], from start: Int) -> Int {
    guard let unit = Self.unit(source, at: start) else {
      text.append(contentsOf: source[start..<(start + 2)])
      return start + 2
    }
    let next = Self.unit(source, at: start + 6)
    if 0xD800...0xDBFF ~= unit, let next, 0xDC00...0xDFFF ~= next {
      text.append(contentsOf: source[start..<(start + 12)])
      return start + 12
    }
    if unit == 0 || 0xD800...0xDFFF ~= unit {
      text.append(contentsOf: #"\uFFFD"#.utf8)
    } else {
      text.append(contentsOf: source[start..<(start + 6)])
    }
    return start + 6
  }

  /// The UTF-16 code unit of the escape `\uXXXX` at `start`; nil when something else stands there.
  private static func unit(_ source: [UInt8], at start: Int) -> UInt16? {
    guard start + 6 <= source.count, source[start] == UInt8(ascii: "\\"), source[start + 1] == UInt8(ascii: "u") else {
      return nil
    }
    let digits = source[(start + 2)..<(start + 6)]
    guard digits.first != UInt8(ascii: "+") else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
