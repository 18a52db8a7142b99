import Markup

/// Takes a table apart, line by line.
struct CSVReader {
  // Indices: each place is compared with `text.count` before its byte is looked at, and none goes back; no slice begins behind it.
  var delimiter: UInt8
  private let text: [UInt8]
  /// The byte that comes next.
  private(set) var index = 0
  /// No quote closes from here on, so none is looked for again.
  private(set) var isBeyondQuotes = false

  private static let quote = UInt8(ascii: "\"")

  /// - Parameter text: UTF-8.
  init(_ text: [UInt8], delimiter: UInt8) {
    self.text = text
    self.delimiter = delimiter
  }

  /// `sep=;` in a line of its own at the beginning, as spreadsheets write it.
  mutating func takeStatedDelimiter() -> UInt8? {
    guard text.hasWord("sep=", at: 0), text.count > 4 else { return nil }
    let end = endOfLine(from: 5)
    guard end == 5 else { return nil }
    index = end
    skipLineEnd()
    return text[4]
  }

  /// The cells of the next line that has any, without the spaces around them; nil at the end.
  mutating func row() -> [String]? {
    while index < text.count {
      var cells: [String] = []
      var isAtEnd = false
      while !isAtEnd {
        let cell = cell()
        if cells.count < CSV.columnLimit { cells.append(cell) }
        isAtEnd = index >= text.count || text[index] != delimiter
        if !isAtEnd { index += 1 }
      }
      skipLineEnd()
      if cells.contains(where: { !$0.isEmpty }) { return cells }
    }
    return nil
  }

  /// Stops at the delimiter, the end of the line or the end of the text.
  private mutating func cell() -> String {
    var start = index
    while start < text.count, text[start] == UInt8(ascii: " ") { start += 1 }
    if start < text.count, text[start] == Self.quote, let cell = quotedCell(from: start) { return cell }
    start = index
    while index < text.count, text[index] != delimiter, !Self.endsLine(text[index]) { index += 1 }
    return trimmed(text[start..<index])
  }

  /// A cell that begins with a quote; nil, and nothing taken, when no quote closes it.
  private mutating func quotedCell(from start: Int) -> String? {
    guard !isBeyondQuotes else { return nil }
    var content: [UInt8] = []
    var position = start + 1
    while position < text.count {
      if text[position] != Self.quote {
        content.append(text[position])
        position += 1
      } else if position + 1 < text.count, text[position + 1] == Self.quote {
        content.append(Self.quote)
        position += 2
      } else {
        // What stands between the closing quote and the delimiter belongs to nothing.
        index = position + 1
        while index < text.count, text[index] != delimiter, !Self.endsLine(text[index]) { index += 1 }
        return trimmed(content[...])
      }
    }
    isBeyondQuotes = true
    return nil
  }

  private func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(decoding: bytes, as: UTF8.self).trimmed)
  }

  private func endOfLine(from start: Int) -> Int {
    text[start...].firstIndex(where: Self.endsLine) ?? text.count
  }

  private mutating func skipLineEnd() {
    guard index < text.count, Self.endsLine(text[index]) else { return }
    let isPair = text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
    index += isPair ? 2 : 1
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
