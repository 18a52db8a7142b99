import Board

/// What was meant by braces or brackets that the parser does not understand: the slips people make most, each with its way out. Nothing of
/// what stands there is repeated: it may be a password.
struct FlowSlip {
  // Indices: of a line, found in it or looked at before; columns count from 1.
  let mark: Mark
  let message: String

  /// - Parameters:
  ///   - lines: of the file.
  ///   - start: where the braces or brackets begin.
  ///   - place: where the parser could not go on.
  /// - Returns: nil where none of the known slips is seen.
  init?(in lines: [[Unicode.Scalar]], from start: Mark, to place: Mark) {
    guard let first = Self.scalar(start, lines), first == "{" || first == "[" else { return nil }
    let closing: Unicode.Scalar = first == "{" ? "}" : "]"
    let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
    let index = place.column - 1
    let before = line.prefix(max(index, 0))
    let sign = line.indices.contains(index) ? line[index] : nil
    let isOtherEnd = sign == (first == "{" ? "]" : "}")
    if isOtherEnd || Self.isBehindTheEnd(before, sign, place, start, lines) {
      mark = start
      message = "this \(first) is not closed: a \(closing) is missing behind its last value"
      return
    }
    if let curly = before.lastIndex(where: { "“”„‟".unicodeScalars.contains($0) }) {
      mark = Mark(line: place.line, column: curly + 1)
      message = "“ and ” are letters to YAML: put the straight quotes \" around the text"
      return
    }
    if let quote = before.last, quote == "'" || quote == "\"", sign != nil {
      mark = Mark(line: place.line, column: index)
      message =
        quote == "'"
        ? "this ' ends the text it stands in: put the text in \" \", as in \"It's open\""
        : "this \" ends the text it stands in: write \\\" inside it, or put the text in ' '"
      return
    }
    if sign == ":" {
      let word = before.reversed().prefix { $0 == "_" || $0.isASCIIWord }.count
      let begin = before.count - word
      let value =
        before[..<begin].lastIndex { ",{[".unicodeScalars.contains($0) || $0 == ":" } ?? before
        .startIndex - 1
      let text = before[(value + 1)...].drop { $0 == " " }
      if word > 0, text.count > word, let letter = before[begin...].first,
        ("a"..."z").contains(letter)
      {
        mark = Mark(line: place.line, column: begin + 1)
        message = "a comma is missing in front of the word that begins here, or the text needs quotes around it"
        return
      }
      mark = Mark(line: place.line, column: text.startIndex + 1)
      message = "a text with \": \" in it needs quotes around it, as in \"Open: 10-18\""
      return
    }
    guard let last = before.last(where: { $0 != " " }), before.last == " ",
      "\"'}]".unicodeScalars.contains(last)
    else {
      return nil
    }
    mark = place
    message = "a comma is missing between the value and what stands here"
  }

  /// A line of its own, in the way of those without braces: what began before it has not ended.
  private static func isBehindTheEnd(
    _ before: ArraySlice<Unicode.Scalar>, _ sign: Unicode.Scalar?, _ place: Mark, _ start: Mark,
    _ lines: [[Unicode.Scalar]]
  ) -> Bool {
    guard place.line > start.line else { return false }
    let above =
      lines.indices.contains(place.line - 2)
      ? lines[place.line - 2].last { $0 != " " && $0 != "\r" } : nil
    guard above != "," else { return sign == nil }
    var words = before.drop { $0 == " " }
    if words.first == "-" { words = words.dropFirst().drop { $0 == " " } }
    return words.allSatisfy { $0 == "_" || $0.isASCIIWord }
  }

  private static func scalar(_ mark: Mark, _ lines: [[Unicode.Scalar]]) -> Unicode.Scalar? {
    guard lines.indices.contains(mark.line - 1),
      lines[mark.line - 1].indices.contains(mark.column - 1)
    else {
      return nil
    }
    return lines[mark.line - 1][mark.column - 1]
  }
}

extension Unicode.Scalar {
  /// As keys are written.
  fileprivate var isASCIIWord: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }
}
