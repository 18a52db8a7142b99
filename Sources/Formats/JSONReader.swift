import Board
import Markup
import Numbers

/// Reads JSON step by step, straight into a sink: no tree beside the text, which would be several times as large.
///
/// What is open is on a stack of its own and not on the thread's, so that depth is a number and no overflow.
struct JSONReader {
  // Indices: `index` goes on only past bytes that are there, or stops at `text.count`; frames remember counts of names, which have grown
  // since.
  private let text: [UInt8]
  private let account: Account
  private let sink: any ValueSink
  private var index = 0
  /// Of the records that are open, one behind the other.
  private var names: [String] = []
  private var open: [Frame] = []
  /// How many of these are lists.
  private var lists = 0

  private struct Frame {
    var isRecord: Bool
    /// Where its own names begin.
    var firstName: Int
    /// Values in it so far.
    var count = 0
  }

  /// - Parameter text: valid UTF-8.
  init(_ text: [UInt8], account: Account, into sink: any ValueSink) {
    self.text = text
    self.account = account
    self.sink = sink
  }

  /// Reads all of it. What the sink has taken is worth nothing when this throws.
  mutating func document() throws(FormatError) {
    try value()
    while !open.isEmpty { try goOn() }
    skipSpace()
    guard index == text.count else { throw failure("more follows where it should end", at: index + 1) }
  }

  // MARK: Lists and records

  /// Behind a value inside something open: the next value, or its end.
  private mutating func goOn() throws(FormatError) {
    let frame = open[open.count - 1]
    skipSpace()
    switch byte {
    case UInt8(ascii: ","):
      index += 1
      if frame.isRecord { try name() }
      try value()
    case UInt8(ascii: "]") where !frame.isRecord, UInt8(ascii: "}") where frame.isRecord:
      index += 1
      try close()
    case nil: throw failure("it breaks off inside \(frame.isRecord ? "an object" : "a list")", at: index)
    default: throw failure("\(frame.isRecord ? "',' or '}'" : "',' or ']'") is expected", at: index + 1)
    }
  }

  /// Reads a value whole, or its beginning when it is a list or record with something in it.
  private mutating func value() throws(FormatError) {
    skipSpace()
    try account.charge(values: 1, at: index)
    if !open.isEmpty { open[open.count - 1].count += 1 }
    switch byte {
    case UInt8(ascii: "{"): try begin(isRecord: true, end: UInt8(ascii: "}"))
    case UInt8(ascii: "["): try begin(isRecord: false, end: UInt8(ascii: "]"))
    case UInt8(ascii: "\""): sink.put(text: try string())
    case UInt8(ascii: "-"): sink.put(try number())
    case let digit? where Self.isDigit(digit): sink.put(try number())
    case nil: throw failure("it breaks off where a value is expected", at: index)
    default: sink.put(try word())
    }
  }

  private mutating func begin(isRecord: Bool, end: UInt8) throws(FormatError) {
    guard open.count < account.bounds.depth else {
      throw FormatError(.depth(bound: account.bounds.depth), at: mark(ofByte: index, in: text))
    }
    index += 1
    if lists == 0, !open.isEmpty, let name = names.last { sink.name(name) }
    open.append(Frame(isRecord: isRecord, firstName: names.count))
    if !isRecord { lists += 1 }
    sink.open()
    skipSpace()
    if byte == end {
      index += 1
      try close()
    } else {
      if isRecord { try name() }
      try value()
    }
  }

  private mutating func close() throws(FormatError) {
    let frame = open.removeLast()
    try account.charge(steps: frame.count, at: index)
    guard frame.isRecord else {
      lists -= 1
      return sink.closeList()
    }
    sink.closeRecord(names[frame.firstName...])
    names.removeLast(names.count - frame.firstName)
  }

  private mutating func name() throws(FormatError) {
    skipSpace()
    guard byte == UInt8(ascii: "\"") else {
      throw failure("a name in double quotes is expected", at: min(index + 1, text.count))
    }
    names.append(String(decoding: try string(), as: UTF8.self))
    skipSpace()
    guard byte == UInt8(ascii: ":") else { throw failure("':' is expected", at: min(index + 1, text.count)) }
    index += 1
  }

  // MARK: Words and numbers

  private mutating func word() throws(FormatError) -> Value {
    let start = index
    while let byte, byte.isASCIILetter { index += 1 }
    switch String(decoding: text[start..<index], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case let word where Self.isNoNumber(word): return .null
    default: throw failure("a value is expected", at: max(index, min(start + 1, text.count)))
    }
  }

  /// As Python writes what is no number in any spelling: it vanishes on the board.
  private static func isNoNumber(_ word: String) -> Bool {
    word.utf8.count <= 8 && ["nan", "inf", "infinity"].contains(word.lowercased())
  }

  private mutating func number() throws(FormatError) -> Value {
    let start = index
    var isWhole = true
    if byte == UInt8(ascii: "-") {
      index += 1
      if byte?.isASCIILetter == true {
        guard case .null = try word(), text[index - 1] | 0x20 != UInt8(ascii: "l") else {
          throw failure("a number is expected", at: index)
        }
        return .null
      }
    }
    // 01 is none.
    if byte == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try digits()
    }
    if let byte, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      if self.byte == UInt8(ascii: "+") || self.byte == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    try account.charge(steps: index - start, at: index)
    try account.charge(text: index - start)
    let token = String(decoding: text[start..<index], as: UTF8.self)
    let number =
      isWhole ? Int64(token).flatMap(Double.init(exactly:)) : Double(token).flatMap { $0.isFinite ? $0 : nil }
    return number.map(Value.number) ?? .text(token)
  }

  private mutating func digits() throws(FormatError) {
    guard let byte, Self.isDigit(byte) else { throw failure("a digit is expected", at: min(index + 1, text.count)) }
    while let byte = self.byte, Self.isDigit(byte) { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  // MARK: Texts

  private mutating func string() throws(FormatError) -> ArraySlice<UInt8> {
    let start = index + 1
    index = start
    // Most have no escape in them.
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        try account.charge(steps: index - start, at: index)
        try account.charge(text: index - start)
        defer { index += 1 }
        return text[start..<index]
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index += 1
    }
    return try escapedString(from: start)
  }

  private mutating func escapedString(from start: Int) throws(FormatError) -> ArraySlice<UInt8> {
    var content = Array(text[start..<index])
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""):
        try account.charge(steps: index - start, at: index)
        try account.charge(text: content.count)
        index += 1
        return content[...]
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw failure("a control character stands in a text", at: index + 1)
      default:
        content.append(byte)
        index += 1
      }
    }
    throw failure("a text is never closed", at: text.count)
  }

  private mutating func escape(into content: inout [UInt8]) throws(FormatError) {
    index += 1
    let letter = byte
    index = min(index + 1, text.count)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter ?? 0)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(try scalar())
    default: throw failure("an escape that there is not", at: index)
    }
  }

  /// Behind `\u`. What is no character of its own, half a pair or U+0000, becomes U+FFFD.
  private mutating func scalar() throws(FormatError) -> Unicode.Scalar {
    guard let unit = unit(at: index) else { throw failure("four hexadecimal digits are expected after \\u", at: index) }
    index += 4
    guard unit != 0 else { return "\u{FFFD}" }
    if 0xD800...0xDBFF ~= unit, index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u"), let low = self.unit(at: index + 2), 0xDC00...0xDFFF ~= low
    {
      index += 6
      return Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(unit) ?? "\u{FFFD}"
  }

  private func unit(at start: Int) -> UInt32? {
    guard start + 4 <= text.count else { return nil }
    var unit: UInt32 = 0
    for byte in text[start..<(start + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      // Fits: a hexadecimal digit's value.
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  // MARK: Places

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skipSpace() {
    while index < text.count {
      switch text[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// - Parameter offset: behind what cannot be read.
  private func failure(_ problem: String, at offset: Int) -> FormatError {
    FormatError("not valid JSON: \(problem)", at: mark(ofByte: min(offset, text.count), in: text))
  }
}
