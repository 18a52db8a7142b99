/// Takes numbers and letters from an attribute's value, byte by byte.
///
/// Source: SVG 1.1, 4.2 (number) and 8.3.9 (the path grammar's `comma-wsp`).
struct SVGScanner {
  // Indices: `index` goes on only past bytes that `next` has shown, and back to where it was.
  /// Coordinates beyond this are refused: squares and sums of them stay exact enough to draw.
  static let maximum = 1e7

  private let bytes: [UInt8]
  private(set) var index = 0
  private let attribute: String
  private let line: Int

  init(_ text: String, of attribute: String, line: Int) {
    bytes = Array(text.utf8)
    self.attribute = attribute
    self.line = line
  }

  var isAtEnd: Bool { index == bytes.count }
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = next, Self.isSpace(byte) { index += 1 }
  }

  /// White space with at most one comma in it.
  mutating func skipComma() {
    skipSpace()
    if next == UInt8(ascii: ",") {
      index += 1
      skipSpace()
    }
  }

  mutating func nextByte() -> UInt8? {
    defer { if index < bytes.count { index += 1 } }
    return next
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Letters, as many as there are.
  mutating func word() -> String {
    let start = index
    while let byte = next, Self.isLetter(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  mutating func number() throws(ImageError) -> Double {
    let start = index
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
    let whole = skipDigits()
    var part = 0
    if next == UInt8(ascii: ".") {
      index += 1
      part = skipDigits()
    }
    guard whole + part > 0 else {
      index = start
      throw unexpected("a number")
    }
    skipExponent()
    guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)), abs(value) <= Self.maximum else {
      index = start
      throw unexpected("a number of at most ten million")
    }
    return value
  }

  /// `e`, a sign and digits; an `e` without digits begins a unit such as `em`.
  private mutating func skipExponent() {
    let start = index
    guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
    index += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
    if skipDigits() == 0 { index = start }
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  /// One `0` or `1`; needs no space behind it.
  mutating func flag() throws(ImageError) -> Bool {
    if skip(UInt8(ascii: "0")) { return false }
    if skip(UInt8(ascii: "1")) { return true }
    throw unexpected("0 or 1")
  }

  func unexpected(_ wanted: String) -> ImageError {
    let found = next.map { "\"\(String(decoding: [$0], as: UTF8.self))\" as character \(index + 1)" } ?? "its end"
    return .damaged("\(attribute) has \(found) where \(wanted) is expected", line: line, do: "correct it there")
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension SVGScanner {
  /// Numbers separated by white space or commas.
  static func list(_ text: String, of attribute: String, line: Int) throws(ImageError) -> [Double] {
    var scanner = SVGScanner(text, of: attribute, line: line)
    var numbers: [Double] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      numbers.append(try scanner.number())
      scanner.skipComma()
    }
    return numbers
  }

  /// A number, with or without `px`.
  static func length(_ text: String, of attribute: String, line: Int) throws(ImageError) -> Double {
    var scanner = SVGScanner(text, of: attribute, line: line)
    scanner.skipSpace()
    let number = try scanner.number()
    // Fits: how far the scanner has come, which is no further than its bytes.
    let unit = trimmed(String(decoding: scanner.bytes[scanner.index...], as: UTF8.self))
    guard unit.isEmpty || unit == "px" else {
      throw .unsupported("\(attribute)=\"\(text)\" has a unit that is not read", line: line, do: "write a plain number")
    }
    return number
  }

  /// A number or a percentage of `whole`.
  static func proportion(_ text: String, of attribute: String, whole: Double, line: Int) throws(ImageError) -> Double {
    let text = trimmed(text)
    guard text.hasSuffix("%") else { return try length(text, of: attribute, line: line) }
    return try length(String(text.dropLast()), of: attribute, line: line) / 100 * whole
  }

  /// A number or percentage that is clamped to 0...1.
  static func fraction(_ text: String, of attribute: String, line: Int) throws(ImageError) -> Double {
    min(max(try proportion(text, of: attribute, whole: 1, line: line), 0), 1)
  }

  /// Without white space on both sides.
  static func trimmed(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
