import Numbers

/// One word or sign of an expression.
enum Token: Hashable {
  case number(Double)
  case text(String)
  case name(String)
  /// `$name`
  case global(String)
  case symbol(Symbol)
  case end

  enum Symbol: String, CaseIterable {
    case coalesce = "??"
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case question = "?"
    case colon = ":"
    case pipe = "|"
    case dot = "."
    case comma = ","
    case open = "("
    case close = ")"
    case closeBrace = "}"
  }
}

/// Cuts the text of an expression into tokens, on demand.
struct Tokenizer {
  // Indices: `index` goes on only past characters that are there, and never goes back.
  let scalars: [Unicode.Scalar]
  var index: Int

  /// The token at or after `index`, which moves behind it; `start` is where the token begins.
  mutating func next() throws(SyntaxError) -> (token: Token, start: Int) {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
    let start = index
    guard index < scalars.count else { return (.end, start) }
    let scalar = scalars[index]
    if isDigit(scalar) { return (try number(), start) }
    if isNameStart(scalar) { return (.name(name()), start) }
    switch scalar {
    case "'", "\"": return (.text(try text()), start)
    case "$":
      index += 1
      guard index < scalars.count, isNameStart(scalars[index]) else {
        throw SyntaxError(offset: start, message: "a name must follow \"$\"")
      }
      return (.global(name()), start)
    default: return (.symbol(try symbol()), start)
    }
  }

  /// What follows the dot of a path: a name, or digits that are no decimals (`values.0.1`).
  mutating func step() throws(SyntaxError) -> Expression.Step {
    guard index < scalars.count else {
      throw SyntaxError(offset: index, message: "a name or a number must follow the dot")
    }
    if isNameStart(scalars[index]) { return .name(name()) }
    if scalars[index] == "*" {
      index += 1
      return .all
    }
    let start = index
    while index < scalars.count, isDigit(scalars[index]) { index += 1 }
    guard index > start else {
      throw SyntaxError(
        offset: start, message: "a name or a number must follow the dot; a name with other characters is written ('…')")
    }
    guard let position = Int(characters(start..<index)) else {
      throw SyntaxError(offset: start, message: "the position \(characters(start..<index)) is too large")
    }
    return .index(position)
  }

  private mutating func name() -> String {
    let start = index
    while index < scalars.count, isNamePart(scalars[index]) { index += 1 }
    return characters(start..<index)
  }

  private mutating func number() throws(SyntaxError) -> Token {
    let start = index
    func digits(from i: Int) -> Int {
      var i = i
      while i < scalars.count, isDigit(scalars[i]) { i += 1 }
      return i
    }
    index = digits(from: index)
    if at(index) == ".", digits(from: index + 1) > index + 1 { index = digits(from: index + 1) }
    if at(index) == "e" || at(index) == "E" {
      let sign = at(index + 1) == "+" || at(index + 1) == "-" ? 2 : 1
      if digits(from: index + sign) > index + sign { index = digits(from: index + sign) }
    }
    if let follower = at(index), isNamePart(follower) {
      throw SyntaxError(offset: start, message: "a name cannot start with a digit")
    }
    guard let value = Double(characters(start..<index)), value.isFinite else {
      throw SyntaxError(offset: start, message: "the number \(characters(start..<index)) is too large")
    }
    // Digits that no number holds are kept as they are written, as data's are.
    let written = characters(start..<index)
    if NumberFormat.isLong(written), NumberFormat.plain(value) != written { return .text(written) }
    return .number(value)
  }

  private mutating func text() throws(SyntaxError) -> String {
    let start = index
    let quote = scalars[index]
    var text = ""
    index += 1
    while let scalar = at(index) {
      index += 1
      if scalar == quote { return text }
      guard scalar == "\\" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      guard let escaped = at(index) else { break }
      index += 1
      switch escaped {
      case "n": text += "\n"
      case "t": text += "\t"
      case "\\", "'", "\"": text.unicodeScalars.append(escaped)
      default:
        throw SyntaxError(
          offset: index - 2, message: "unknown escape \\\(escaped); known: \\n \\t \\' \\\" \\\\")
      }
    }
    throw SyntaxError(offset: start, message: "the text that starts here has no closing \(quote)")
  }

  private mutating func symbol() throws(SyntaxError) -> Token.Symbol {
    let start = index
    if let second = at(index + 1), let symbol = Token.Symbol(rawValue: "\(scalars[index])\(second)") {
      index += 2
      return symbol
    }
    if let symbol = Token.Symbol(rawValue: String(scalars[index])) {
      // `a || b` would otherwise read as a filter without a name.
      if symbol == .pipe, at(index + 1) == "|" {
        throw SyntaxError(offset: start, message: "write \"or\" instead of \"||\"")
      }
      index += 1
      return symbol
    }
    throw SyntaxError(offset: start, message: foreign(scalars[start], next: at(start + 1)))
  }

  /// What to write instead of a sign this language does not have.
  private func foreign(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) -> String {
    switch scalar {
    case "=": "write \"==\" to compare"
    case "&": "write \"and\" instead of \"&\(next == "&" ? "&" : "")\""
    case "!": "write \"not\" instead of \"!\""
    case "[", "]": "positions and keys are written a.0 and a('key'), not a[0]"
    case "{": "an expression inside braces takes no more braces; a brace as text is '{'"
    case "%": "there is no \"%\" operator; a share is written x | percent"
    case "‘", "’", "“", "”", "„", "`": "write straight quotes ' instead of \(scalar)"
    case ";": "unexpected \";\"; an expression is one value"
    default:
      scalar.properties.generalCategory == .currencySymbol
        ? "write the sign in quotes: '\(scalar)'" : "unexpected \"\(scalar)\""
    }
  }

  private func at(_ i: Int) -> Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }

  func characters(_ range: Range<Int>) -> String {
    var text = ""
    for i in range { text.unicodeScalars.append(scalars[i]) }
    return text
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

  private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? scalar.properties.isAlphabetic || scalar == "_" : scalar.properties.isXIDStart
  }

  private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? isNameStart(scalar) || isDigit(scalar) : scalar.properties.isXIDContinue
  }
}

/// Whether a text can be written as a name: in a path, or after `$`.
func isName(_ text: String) -> Bool {
  var tokenizer = Tokenizer(scalars: Array(text.unicodeScalars), index: 0)
  guard case .name(let name)? = try? tokenizer.next().token else { return false }
  return name == text
}
