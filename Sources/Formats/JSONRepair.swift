/// The same JSON with what jansson refuses made acceptable: numbers out of its range quoted, so that they become text, `NaN` and
/// `Infinity`, as Python writes them, made null, and `\u0000` and lone surrogates replaced by `\uFFFD`.
///
/// Runs only after a refusal; the whole text is rewritten once.
struct JSONRepair {
  private(set) var text: [UInt8] = []
  /// Offsets in `text` of the bytes put in, ascending.
  private var insertions: [Int] = []

  init(_ source: [UInt8]) {
    text.reserveCapacity(source.count + 64)
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): index = copyString(source, from: index)
      case UInt8(ascii: "-") where Self.isLetter(source, at: index + 1): index = copyWord(source, from: index)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): index = copyNumber(source, from: index)
      case _ where Self.isLetter(source, at: index): index = copyWord(source, from: index)
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

  /// What is no number in any spelling becomes null, which vanishes on the board; all other words stay.
  private mutating func copyWord(_ source: [UInt8], from start: Int) -> Int {
    let end = source[(start + 1)...].firstIndex { !Self.isLetter($0) } ?? source.endIndex
    let word = source[start..<end].drop { $0 == UInt8(ascii: "-") }
    if ["nan", "inf", "infinity"].contains(String(decoding: word, as: UTF8.self).lowercased()) {
      let null = Array("null".utf8)
      if null.count > end - start { insertions.append(text.count) }
      text.append(contentsOf: null)
      text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, end - start - null.count)))
    } else {
      text.append(contentsOf: source[start..<end])
    }
    return end
  }

  private static func isLetter(_ source: [UInt8], at index: Int) -> Bool {
    index < source.count && isLetter(source[index])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
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
