import Board
import CYAML

/// One step of a YAML document, as libyaml's parser reports it.
struct YAMLEvent {
  enum Kind {
    case documentStart
    /// `swallowed`: where a comment stands that was meant as the value.
    case scalar(String, isPlain: Bool, places: [Mark], swallowed: Mark? = nil)
    case alias(String)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
  }

  var kind: Kind
  var mark: Mark
  /// Behind its last sign; where it begins, for the end of a block, which has none of its own.
  var end: Mark
  var anchor: String?
  var tag: String?
}

/// libyaml's event parser (`yaml_parser_parse`) over bytes that it owns.
@safe struct YAMLEvents: ~Copyable {
  // Indices: libyaml counts lines and columns its own way, so each is looked up among `indices` first; all others were found in their
  // line.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let text: [UInt8]
  /// Of scalar values, without their ends.
  private let lines: [[Unicode.Scalar]]
  private let file: String

  init(_ text: [UInt8], file: String) throws(Diagnostic) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      unsafe parser.deallocate()
      throw Diagnostic(file: file, mark: Mark(line: 1, column: 1), message: "not enough memory to read the file")
    }
    let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = unsafe input.initialize(from: text)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, text.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe self.parser = parser
    unsafe self.input = input
    self.text = text
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    }
    self.file = file
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// The next event that says something about values; nil at the end of the stream.
  func next() throws(Diagnostic) -> YAMLEvent? {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
      defer { unsafe yaml_event_delete(&event) }
      let mark = unsafe Self.mark(event.start_mark)
      let end = unsafe Self.mark(event.end_mark)
      switch unsafe event.type {
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return nil
      case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark, end: end)
      case YAML_ALIAS_EVENT:
        return unsafe YAMLEvent(kind: .alias(Self.string(event.data.alias.anchor) ?? ""), mark: mark, end: end)
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        // Fits: libyaml's own text and its length.
        let value = unsafe String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isQuoted =
          unsafe scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE
          || scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
        let begin = Mark(line: mark.line, column: mark.column + (isQuoted ? 1 : 0))
        let places = unsafe YAMLPlaces.places(
          of: value, style: scalar.style, in: lines, from: begin, to: end)
        let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
        let swallowed = isPlain && value.isEmpty ? comment(from: mark) : nil
        if let swallowed {
          return YAMLEvent(
            kind: .scalar(meant(by: swallowed), isPlain: false, places: [], swallowed: swallowed), mark: swallowed,
            // Fits: it stands on a line.
            end: Mark(line: swallowed.line, column: lines[swallowed.line - 1].count + 1))
        }
        let isBlock =
          unsafe scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE
        return unsafe YAMLEvent(
          kind: .scalar(value, isPlain: isPlain, places: places), mark: begin,
          end: isBlock ? lastSign(from: mark, to: end) : end, anchor: Self.string(scalar.anchor),
          tag: Self.string(scalar.tag))
      case YAML_SEQUENCE_START_EVENT:
        let start = unsafe event.data.sequence_start
        return unsafe YAMLEvent(
          kind: .sequenceStart, mark: mark, end: end, anchor: Self.string(start.anchor), tag: Self.string(start.tag))
      case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark, end: end)
      case YAML_MAPPING_START_EVENT:
        let start = unsafe event.data.mapping_start
        return unsafe YAMLEvent(
          kind: .mappingStart, mark: mark, end: end, anchor: Self.string(start.anchor), tag: Self.string(start.tag))
      case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark, end: end)
      default: continue
      }
    }
  }

  /// The end of a text of whole lines: libyaml finds it where the next ones begin that are not empty.
  private func lastSign(from mark: Mark, to end: Mark) -> Mark {
    var end = end
    while end.column == 1, end.line > mark.line, lines.indices.contains(end.line - 2) {
      let line = lines[end.line - 2]
      end = Mark(line: end.line - 1, column: (line.lastIndex { $0 != " " && $0 != "\r" } ?? -1) + 2)
    }
    return end
  }

  private func syntaxError() -> Diagnostic {
    let place = unsafe Self.mark(parser.pointee.problem_mark)
    if let tab = tabInIndentation(line: place.line) {
      return Diagnostic(
        file: file, mark: tab, message: "this line is indented with a tab; YAML allows spaces only, so replace it")
    }
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "the text is not YAML"
    var message = problem
    if let context = unsafe parser.pointee.context.map({ unsafe String(cString: $0) }) {
      let start = unsafe Self.mark(parser.pointee.context_mark)
      message += " \(context)"
      if start.line < place.line { message += " that begins on line \(start.line)" }
    }
    if let swallowed = swallowedValue(upTo: place.line) {
      return Diagnostic(
        file: file, mark: swallowed,
        message:
          "a # behind a space begins a comment, which ends only with the line: put quotes around it, as in \"\(meant(by: swallowed))\""
      )
    }
    // What everybody does once, whatever the parser has made of it.
    if let braces = bracesWithoutQuotes(line: place.line) {
      return Diagnostic(
        file: file, mark: braces, message: "put quotes around a text with { } in it, as in title: \"{name} of {place}\""
      )
    }
    if let slip = flowSlip(at: place) {
      return Diagnostic(file: file, mark: slip.mark, message: slip.message)
    }
    if let hint = surplus(at: place) ?? Self.hint(for: problem) { message += "; \(hint)" }
    return Diagnostic(file: file, mark: place, message: message)
  }

  private func flowSlip(at place: Mark) -> FlowSlip? {
    guard let context = unsafe parser.pointee.context.map({ unsafe String(cString: $0) }),
      context.contains("flow")
    else { return nil }
    return FlowSlip(in: lines, from: unsafe Self.mark(parser.pointee.context_mark), to: place)
  }

  /// Something stands behind the end of braces or brackets that does not belong there.
  private func surplus(at place: Mark) -> String? {
    guard lines.indices.contains(place.line - 1),
      lines[place.line - 1].indices.contains(place.column - 1)
    else {
      return nil
    }
    let (line, index) = (lines[place.line - 1], place.column - 1)
    guard ",}]".unicodeScalars.contains(line[index]),
      let last = line[..<index].last(where: { $0 != " " }),
      last == "}" || last == "]"
    else { return nil }
    return "this \(line[index]) is one too many behind the \(last)"
  }

  /// What people meant who wrote the mistakes seen most.
  private static func hint(for problem: String) -> String? {
    switch problem {
    case "mapping values are not allowed in this context":
      "a text with \": \" in it needs quotes around it, and a key must stand at the same column as its neighbours"
    case "found character that cannot start any token":
      "a text that begins with one of % @ ` needs quotes around it"
    case "did not find expected key", "did not find expected '-' indicator":
      "check that this line begins at the same column as its neighbours"
    case "could not find expected ':'": "a key is followed by a colon and a space"
    case "found unexpected end of stream": "a quote is opened and never closed"
    case "found undefined tag handle": "a text that begins with ! needs quotes around it"
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      "between braces commas part the values, and a text with one of , : { } [ ] in it needs quotes around it"
    default: nil
    }
  }

  /// Where a comment begins that was meant as the value it stands in place of: `title: #1 in town`. What is a comment to people has a
  /// space, another # or nothing behind its sign.
  private func comment(from mark: Mark) -> Mark? {
    guard lines.indices.contains(mark.line - 1) else { return nil }
    let line = lines[mark.line - 1]
    // Between braces an empty value stands where the next line ends them.
    if mark.line > 1, line.prefix(mark.column - 1).allSatisfy({ $0 == " " }), line.indices.contains(mark.column - 1),
      "},]".unicodeScalars.contains(line[mark.column - 1])
    {
      return comment(inLine: mark.line - 1)
    }
    guard line.indices.contains(mark.column - 1),
      let sign = line[(mark.column - 1)...].firstIndex(where: { $0 != " " }),
      line[sign] == "#", sign + 1 < line.count, !" #!-=\t\r".unicodeScalars.contains(line[sign + 1]),
      line[..<sign].last(where: { $0 != " " }) == ":"
    else { return nil }
    return Mark(line: mark.line, column: sign + 1)
  }

  /// What a comment at a place was meant to say: a colour up to its end, anything else up to the line's.
  private func meant(by comment: Mark) -> String {
    let rest = lines[comment.line - 1][(comment.column - 1)...]
    let digits = rest.dropFirst().prefix { $0.properties.isASCIIHexDigit }.count
    let isColor =
      [3, 6].contains(digits) && rest.dropFirst(digits + 1).first.map { " ,}]\r".unicodeScalars.contains($0) } ?? true
    var text = ""
    for scalar in isColor ? rest.prefix(digits + 1) : rest where scalar != "\r" { text.unicodeScalars.append(scalar) }
    if isOpen(before: comment) {
      // What closes the braces around it is no part of it.
      while let last = text.unicodeScalars.last, "}] ".unicodeScalars.contains(last) {
        text.unicodeScalars.removeLast()
      }
    }
    return text
  }

  /// In braces or brackets that do not end on their line: the comment that has taken their end with it.
  private func swallowedValue(upTo last: Int) -> Mark? {
    guard let context = unsafe parser.pointee.context.map({ unsafe String(cString: $0) }), context.contains("flow")
    else {
      return nil
    }
    let first = unsafe Self.mark(parser.pointee.context_mark).line
    guard first <= last, last - first < 200 else { return nil }
    for number in first...last {
      if let mark = comment(inLine: number) { return mark }
    }
    // The parser says only where it noticed, which is the next word, some lines further on at times.
    for number in stride(from: first - 1, to: max(first - 20, 0), by: -1) {
      if let mark = comment(inLine: number), isOpen(before: mark) { return mark }
    }
    return nil
  }

  /// Whether a brace or a bracket that opens before this place closes behind it.
  private func isOpen(before mark: Mark) -> Bool {
    lines[mark.line - 1].prefix(mark.column - 1).reduce(0) { depth, scalar in
      switch scalar {
      case "{", "[": depth + 1
      case "}", "]": depth - 1
      default: depth
      }
    } > 0
  }

  /// Where a comment begins on a line that was meant as a value.
  private func comment(inLine number: Int) -> Mark? {
    guard lines.indices.contains(number - 1) else { return nil }
    let line = lines[number - 1]
    var quote: Unicode.Scalar?
    for index in line.indices {
      if let open = quote {
        if line[index] == open { quote = nil }
      } else if line[index] == "\"" || line[index] == "'" {
        quote = line[index]
      } else if line[index] == ":", let mark = comment(from: Mark(line: number, column: index + 2)) {
        return mark
      }
    }
    return nil
  }

  /// A text on a line, or on the one before it, that begins with braces and goes on behind them.
  private func bracesWithoutQuotes(line: Int) -> Mark? {
    for number in [line, line - 1] where lines.indices.contains(number - 1) {
      let line = lines[number - 1]
      var index = 0
      while let colon = line[index...].firstIndex(of: ":") {
        index = colon + 1
        guard let begin = line[index...].firstIndex(where: { $0 != " " }), begin > index, line[begin] == "{",
          let end = line[begin...].firstIndex(of: "}"),
          !line[begin...end].dropFirst().contains(where: { ":{\"'".unicodeScalars.contains($0) }),
          let after = line[(end + 1)...].first(where: { $0 != " " }), after != "#", after != "}", after != "]",
          after != "," || !isFlow(line[..<colon]), line[..<colon].count(where: { $0 == "\"" }).isMultiple(of: 2)
        else { continue }
        return Mark(line: number, column: begin + 1)
      }
    }
    return nil
  }

  /// A comma behind a value belongs to the braces or brackets around it.
  private func isFlow(_ before: ArraySlice<Unicode.Scalar>) -> Bool { before.contains { $0 == "{" || $0 == "[" } }

  private func tabInIndentation(line: Int) -> Mark? {
    let content = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard content.indices.contains(line - 1) else { return nil }
    let indentation = content[line - 1].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let tab = indentation.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    return Mark(line: line, column: tab - indentation.startIndex + 1)
  }

  private static func mark(_ mark: yaml_mark_t) -> Mark { Mark(line: mark.line + 1, column: mark.column + 1) }

  private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
