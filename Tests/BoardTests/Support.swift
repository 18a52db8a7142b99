public import Board
import Testing

/// A generator that gives the same numbers every time. Source: Vigna, "SplitMix64".
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, Value)...) { self = .record(Record(elements)) }
  public init(nilLiteral: ()) { self = .null }
}

/// Tuesday 2025-03-04 13:40:00 UTC.
let tuesday = 1_741_095_600.0

/// Berlin from 2024 to 2026: an hour ahead, two in summer.
let berlin = Zone(between: 1_704_067_200...1_798_761_600) { time in
  // Last Sundays of March and October, 01:00 UTC.
  let summers: [ClosedRange<Double>] = [
    1_711_846_800...1_729_990_799, 1_743_296_400...1_761_440_399, 1_774_746_000...1_792_889_999,
  ]
  return summers.contains { $0.contains(time) } ? 7200 : 3600
}

/// Enough YAML to write boards in tests: block and flow maps and lists, plain and quoted scalars, comments, anchors of blocks.
struct TinyYAML {
  private var lines: [(indent: Int, text: [Unicode.Scalar], number: Int)] = []
  private var next = 0
  private var anchors: [String: Node] = [:]

  static func node(_ text: String) -> Node {
    var reader = TinyYAML()
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let scalars = Array(line.unicodeScalars)
      guard let indent = scalars.firstIndex(where: { $0 != " " }), scalars[indent] != "#" else { continue }
      reader.lines.append((indent, Array(scalars[indent...]), number + 1))
    }
    return reader.block(0)
  }

  private mutating func block(_ minimum: Int) -> Node {
    guard next < lines.count, lines[next].indent >= minimum else {
      return Node(.scalar("", isPlain: true), mark: Mark(line: 1, column: 1))
    }
    let (indent, text, number) = lines[next]
    let mark = Mark(line: number, column: indent + 1)
    if text.starts(with: "- ".unicodeScalars) {
      var items: [Node] = []
      while next < lines.count, lines[next].indent == indent, lines[next].text.starts(with: "- ".unicodeScalars) {
        lines[next].text.removeFirst(2)
        lines[next].indent += 2
        items.append(block(indent + 2))
      }
      return Node(.sequence(items), mark: mark)
    }
    guard text[0] != "{", Self.colon(text) != nil else {
      next += 1
      var flow = Flow(text: text, line: number, base: indent)
      flow.anchors = anchors
      return flow.value(inFlow: false)
    }
    var entries: [Node.Entry] = []
    while next < lines.count, lines[next].indent == indent, let colon = Self.colon(lines[next].text) {
      let line = lines[next]
      next += 1
      var key = Flow(text: Array(line.text[..<colon]), line: line.number, base: indent)
      let keyNode = key.value(inFlow: false)
      guard case .scalar(let name, _) = keyNode.content else { break }
      var rest = Flow(text: line.text, line: line.number, base: indent)
      rest.index = colon + 1
      rest.skipSpaces()
      let value: Node
      if rest.isAtEnd || rest.character == "&" {
        let anchor = rest.isAtEnd ? nil : rest.word()
        value =
          next < lines.count && lines[next].indent > indent
          ? block(indent + 1) : Node(.scalar("", isPlain: true), mark: rest.mark)
        if let anchor { anchors["*" + anchor.dropFirst()] = value }
      } else if rest.character == "*" {
        value = anchors[rest.word()] ?? Node(.scalar("", isPlain: true), mark: rest.mark)
      } else {
        rest.anchors = anchors
        value = rest.value(inFlow: false)
      }
      entries.append(Node.Entry(key: name, keyMark: keyNode.mark, value: value))
    }
    return Node(.mapping(entries), mark: mark)
  }

  /// Where a block mapping's key ends.
  private static func colon(_ text: [Unicode.Scalar]) -> Int? {
    var i = 0
    if let quote = text.first, quote == "\"" || quote == "'" {
      i = (text.dropFirst().firstIndex(of: quote) ?? 0) + 1
    }
    while i < text.count {
      if text[i] == ":", i + 1 == text.count || text[i + 1] == " " { return i }
      i += 1
    }
    return nil
  }

  private struct Flow {
    let text: [Unicode.Scalar]
    let line: Int
    let base: Int
    var index = 0
    var anchors: [String: Node] = [:]

    init(text: [Unicode.Scalar], line: Int, base: Int) {
      (self.text, self.line, self.base) = (text, line, base)
    }

    var mark: Mark { Mark(line: line, column: base + index + 1) }
    var character: Unicode.Scalar { text[index] }
    var isAtEnd: Bool { index >= text.count || (text[index] == "#" && index > 0) }

    mutating func skipSpaces() { while index < text.count, text[index] == " " { index += 1 } }

    mutating func word() -> String {
      var word = ""
      while index < text.count, !" ,}]".unicodeScalars.contains(text[index]) {
        word.unicodeScalars.append(text[index])
        index += 1
      }
      return word
    }

    mutating func value(inFlow: Bool) -> Node {
      skipSpaces()
      let start = mark
      guard index < text.count else { return Node(.scalar("", isPlain: true), mark: start) }
      switch character {
      case "{":
        index += 1
        var entries: [Node.Entry] = []
        while index < text.count {
          skipSpaces()
          if character == "}" { break }
          let key = value(inFlow: true)
          var entry = Node(.scalar("", isPlain: true), mark: mark)
          skipSpaces()
          if index < text.count, character == ":" {
            index += 1
            entry = value(inFlow: true)
          }
          if case .scalar(let name, _) = key.content {
            entries.append(Node.Entry(key: name, keyMark: key.mark, value: entry))
          }
          skipSpaces()
          if index < text.count, character == "," { index += 1 }
        }
        index += 1
        return Node(.mapping(entries), mark: start)
      case "[":
        index += 1
        var items: [Node] = []
        while index < text.count {
          skipSpaces()
          if character == "]" { break }
          items.append(value(inFlow: true))
          skipSpaces()
          if index < text.count, character == "," { index += 1 }
        }
        index += 1
        return Node(.sequence(items), mark: start)
      case "*": return anchors[word()] ?? Node(.scalar("", isPlain: true), mark: start)
      case "\"", "'":
        let quote = character
        index += 1
        let inner = mark
        var content = ""
        while index < text.count,
          character != quote || (quote == "'" && index + 1 < text.count && text[index + 1] == "'")
        {
          if character == quote { index += 1 }
          if quote == "\"", character == "\\" { index += 1 }
          content.unicodeScalars.append(character)
          index += 1
        }
        index += 1
        return Node(.scalar(content, isPlain: false), mark: inner)
      default:
        var content = ""
        while index < text.count {
          let following = index + 1 < text.count ? text[index + 1] : " "
          if character == ":", following == " " || (inFlow && ",}]".unicodeScalars.contains(following)) { break }
          if character == "#", content.last == " " { break }
          if inFlow, ",]}{[".unicodeScalars.contains(character) { break }
          content.unicodeScalars.append(character)
          index += 1
        }
        while content.last == " " { content.removeLast() }
        return Node(.scalar(content, isPlain: true), mark: start)
      }
    }
  }
}

/// Reads a board written in a test; settings come from `settings`.
func read(_ yaml: String, _ settings: [String: String] = [:]) -> BoardReading {
  BoardFile.read(TinyYAML.node(yaml), file: "b.yaml") { placeholder in
    switch placeholder {
    case .variable(let name): settings[name]
    case .file(let path): settings[path]
    }
  }
}

/// A board without mistakes.
func board(_ yaml: String, _ settings: [String: String] = [:]) throws -> BoardFile {
  let reading = read(yaml, settings)
  #expect(reading.diagnostics.map(\.description) == [])
  return try #require(reading.board)
}
