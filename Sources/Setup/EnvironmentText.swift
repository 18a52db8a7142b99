/// Files of variables, as a service manager reads and a set-up writes them.
public enum EnvironmentText {
  /// What such a text sets, the last of several counting. Source: systemd.exec(5), EnvironmentFile=.
  public static func variables(_ text: String) -> [String: String] {
    var variables: [String: String] = [:]
    var rest = text[...]
    while let first = rest.first {
      if first.isNewline || first == " " || first == "\t" {
        rest = rest.dropFirst()
        continue
      }
      // A comment, and a line that sets nothing.
      let line = rest.prefix { !$0.isNewline }
      guard first != "#", first != ";", let sign = line.firstIndex(of: "=") else {
        rest = rest[line.endIndex...]
        continue
      }
      let name = line[..<sign].trimmingBlanks
      rest = rest[sign...].dropFirst()
      let value = value(of: &rest)
      if isName(name) { variables[name] = value }
    }
    return variables
  }

  /// Takes a value away from the front. Quotes at its beginning hold together what stands in them, also over lines; further on they are
  /// letters, which whoever divides the value into words takes for quotes. A backslash takes a letter's meaning away.
  private static func value(of rest: inout Substring) -> String {
    var (value, kept) = ("", 0)
    var quote: Character?
    var isPlain = false
    while let letter = rest.first {
      if letter.isNewline, quote == nil { break }
      rest = rest.dropFirst()
      if letter == "\\", quote != "'" {
        guard let next = rest.first else { break }
        rest = rest.dropFirst()
        isPlain = isPlain || quote == nil
        // The end of a line is taken away with it; in quotes only four letters lose a meaning by it.
        if next.isNewline { continue }
        value += quote == nil || "\"\\$`".contains(next) ? "\(next)" : "\\\(next)"
        kept = value.count
      } else if letter == quote {
        quote = nil
      } else if quote != nil {
        value.append(letter)
        kept = value.count
      } else if !isPlain, letter == "'" || letter == "\"" {
        quote = letter
      } else if isPlain || letter != " " && letter != "\t" {
        isPlain = true
        value.append(letter)
        if letter != " " && letter != "\t" { kept = value.count }
      }
    }
    // Blanks behind a value are none of it.
    return String(value.prefix(kept))
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, !("0"..."9" ~= first) else { return false }
    return text.unicodeScalars.allSatisfy {
      "A"..."Z" ~= $0 || "a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == "_"
    }
  }

  /// In quotation marks of such a file, in which these four have a meaning.
  static func quoted(_ text: String) -> String {
    "\"" + text.map { "\\\"$`".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
  }

  /// A value divided into words, at spaces but not within quotes; what follows a backslash is meant. Source: systemd's
  /// extract_first_word, which takes a quote without an end for one.
  public static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for letter in line {
      if isEscaped {
        word = (word ?? "") + String(letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == quote {
        quote = nil
      } else if quote == nil, letter == "'" || letter == "\"" {
        (quote, word) = (letter, word ?? "")
      } else if quote == nil, letter.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension Substring {
  /// Without spaces and tabs at both ends.
  fileprivate var trimmingBlanks: String {
    var text = self.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
