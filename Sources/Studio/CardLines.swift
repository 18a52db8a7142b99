import Board
import Formats

/// Where a card stands in the board's file, and what is written at its keys.
struct CardLines: Sendable, Hashable {
  /// From 1.
  var first: Int
  var column: Int
  /// From the word that says what card it is to its last sign, as far to the left as the first of them allows.
  var texts: [String]
  /// By keys, as they are written: with quotes, and braces.
  var written: [String: String] = [:]
}

/// A board's file, to find cards in.
struct BoardText: Sendable {
  private let lines: [[Unicode.Scalar]]
  private let root: Node?

  init(_ bytes: [UInt8]) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    // Bytes, for a line's end of two signs is one character.
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self).unicodeScalars)
    }
    root = try? YAML.parse(Array(bytes), file: "")
  }

  /// - Parameter mark: of the card's first key, as a template has it.
  func lines(ofCardAt mark: Mark) -> CardLines {
    guard let (card, keys) = root.flatMap({ Self.card(at: mark, in: $0) }) else {
      return CardLines(first: mark.line, column: mark.column, texts: [text(of: mark.line)])
    }
    let last = max(card.end?.line ?? card.mark.line, card.mark.line)
    let place = CardLines(
      first: card.mark.line, column: card.mark.column, texts: moved((card.mark.line...last).map(text)))
    return keys.reduce(into: place) { $0.written[$1.key] = text(of: $1.value) }
  }

  /// The block of a card's kind and its keys, and those.
  private static func card(at mark: Mark, in node: Node) -> (card: Node, keys: [Node.Entry])? {
    switch node.content {
    case .scalar: return nil
    case .sequence(let items): return items.lazy.compactMap { card(at: mark, in: $0) }.first
    case .mapping(let entries):
      if entries.count == 1, let value = entries.first?.value, value.mark == mark,
        case .mapping(let keys) = value.content
      {
        return (node, keys)
      }
      return entries.lazy.compactMap { card(at: mark, in: $0.value) }.first
    }
  }

  private func text(of line: Int) -> String {
    lines.indices.contains(line - 1) ? Self.string(lines[line - 1]) : ""
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// Takes from all lines what the first is indented by, as far as they are.
  private func moved(_ lines: [String]) -> [String] {
    let own = lines.first?.prefix { $0 == " " }.count ?? 0
    return lines.map { line in String(line.dropFirst(min(own, line.prefix { $0 == " " }.count))) }
  }

  /// What is written between a value's first sign and its last; of a text of whole lines those.
  private func text(of value: Node) -> String? {
    guard let end = value.end, end.line >= value.mark.line, lines.indices.contains(value.mark.line - 1) else {
      return nil
    }
    let line = lines[value.mark.line - 1]
    var begin = value.mark.column - 1
    if case .scalar(_, isPlain: false) = value.content {
      if line.indices.contains(begin), "|>".unicodeScalars.contains(line[begin]), end.line > value.mark.line {
        let texts = ((value.mark.line + 1)...end.line).map(text)
        return moved(texts).joined(separator: "\n")
      }
      if line.indices.contains(begin - 1), "\"'".unicodeScalars.contains(line[begin - 1]) { begin -= 1 }
    }
    guard end.line > value.mark.line else {
      return Self.string(line.prefix(max(end.column - 1, 0)).dropFirst(max(begin, 0)))
    }
    var texts = (value.mark.line...end.line).map(text)
    // The first line stands behind its key, those of a block below it: they keep their places to each other.
    let indentation = String(repeating: " ", count: max(begin, 0))
    texts[0] = indentation + Self.string(line.dropFirst(max(begin, 0)))
    texts[texts.count - 1] = Self.string(texts[texts.count - 1].unicodeScalars.prefix(max(end.column - 1, 0)))
    return moved(texts).joined(separator: "\n")
  }
}
