import Board
import CYAML

/// Where the characters of a scalar's text stand in its file, so that a mistake in an expression is shown where it was written.
enum YAMLPlaces {
  /// Longer texts are shown by their beginning.
  private static let limit = 20_000

  /// - Parameters:
  ///   - lines: of the file, without their ends.
  ///   - begin: the first character, after an opening quote; of a block the `|` or `>`.
  ///   - end: behind the last one, quote included.
  /// - Returns: a place for each scalar value; none when they simply follow each other from `begin` on.
  static func places(
    of text: String, style: yaml_scalar_style_t, in lines: [[Unicode.Scalar]], from begin: Mark, to end: Mark
  ) -> [Mark] {
    let decoded = text.unicodeScalars
    let isQuoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
    if begin.line == end.line, end.column - begin.column == decoded.count + (isQuoted ? 1 : 0) { return [] }
    guard decoded.count <= limit, lines.indices.contains(begin.line - 1) else { return [] }
    var cursor = Cursor(lines: lines, line: begin.line - 1, column: begin.column - 1)
    if style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE { cursor.goToNextLine() }
    return decoded.map { scalar in
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: cursor.place(of: scalar, escape: "'")
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: cursor.place(of: scalar, escape: "\\")
      default: cursor.place(of: scalar, escape: nil)
      }
    }
  }

  private struct Cursor {
    let lines: [[Unicode.Scalar]]
    var line: Int
    var column: Int

    var current: Unicode.Scalar? {
      guard lines.indices.contains(line) else { return nil }
      return column < lines[line].count ? lines[line][column] : "\n"
    }
    private var mark: Mark { Mark(line: line + 1, column: column + 1) }

    mutating func goToNextLine() { (line, column) = (line + 1, 0) }

    private mutating func step(_ count: Int = 1) {
      for _ in 0..<max(0, count) {
        if lines.indices.contains(line), column < lines[line].count { column += 1 } else { goToNextLine() }
      }
    }

    /// - Parameter escape: what begins an escape.
    mutating func place(of scalar: Unicode.Scalar, escape: Unicode.Scalar?) -> Mark {
      // Line ends and indentation are folded away, or into one space.
      while let found = current, found != scalar, found == " " || found == "\n" || found == "\t" || found == "\r" {
        if scalar == " " || scalar == "\n", next(after: " \n\t\r") == nil { break }
        if scalar == "\n", found == " " || found == "\t" || found == "\r" {
          step()
          continue
        }
        if scalar == " ", found == "\n" {
          let place = mark
          while let blank = current, blank == " " || blank == "\n" || blank == "\t" { step() }
          return place
        }
        step()
      }
      let place = mark
      guard let found = current else { return place }
      guard let escape, found == escape else {
        if found == scalar { step() }
        return place
      }
      if escape == "'" {
        step(2)
        return place
      }
      step()
      switch current {
      case "x": step(3)
      case "u": step(5)
      case "U": step(9)
      case "\n":
        // The line goes on in the next one, without what lies between.
        while let blank = current, blank == " " || blank == "\n" || blank == "\t" { step() }
        let place = mark
        if current == scalar { step() }
        return place
      default: step()
      }
      return place
    }

    private func next(after blanks: String) -> Unicode.Scalar? {
      var probe = self
      while let found = probe.current, blanks.unicodeScalars.contains(found) { probe.step() }
      return probe.current
    }
  }
}
