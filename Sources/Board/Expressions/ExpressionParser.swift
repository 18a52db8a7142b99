extension Expression {
  /// Levels of nesting an expression may have; evaluation recurses as deep.
  public static let maximalDepth = 64

  /// Reads a whole text as one expression.
  public init(_ text: String) throws(SyntaxError) {
    if text.unicodeScalars.first == "{" {
      throw SyntaxError(offset: 0, message: "this is an expression already: write it without braces")
    }
    var parser = try ExpressionParser(scalars: Array(text.unicodeScalars), from: 0)
    if case .end = parser.token { throw SyntaxError(offset: parser.start, message: "an expression is missing") }
    self = try parser.expression()
    try parser.expectEnd()
  }
}

/// Recursive descent over `BoardReference.grammar`, loosest binding first.
///
/// A filtered value beside `?? + - * /` needs parentheses around one of them: whether `a * b | round` rounds the product or
/// `b` is what other template languages disagree on.
struct ExpressionParser {
  private var tokenizer: Tokenizer
  private(set) var token = Token.end
  /// Where the current token begins.
  private(set) var start = 0
  /// How deep the recursion is.
  private var depth = 0
  /// Operators, steps and filters so far; chains of them nest to the left without recursion here.
  private var links = 0
  /// The last operand had a filter outside of parentheses.
  private var endedInFilter = false

  /// Starts at the first token at or after `index`.
  init(scalars: [Unicode.Scalar], from index: Int) throws(SyntaxError) {
    tokenizer = Tokenizer(scalars: scalars, index: index)
    try advance()
  }

  /// Where the current token ends.
  var end: Int { tokenizer.index }

  mutating func expression() throws(SyntaxError) -> Expression {
    let first = start
    let expression = try conditional()
    if depth == 0, expression.depth > Expression.maximalDepth { throw tooDeep(first) }
    return expression
  }

  func expectEnd() throws(SyntaxError) {
    if token != .end { throw unexpected() }
  }

  private mutating func conditional() throws(SyntaxError) -> Expression {
    try enter()
    defer { depth -= 1 }
    let condition = try operators(.or)
    guard try accept(.question) else { return condition }
    let then = try conditional()
    guard try accept(.colon) else {
      throw SyntaxError(offset: start, message: "\":\" is missing: a condition is written a ? b : c")
    }
    return .conditional(condition, then: then, otherwise: try conditional())
  }

  private mutating func operators(_ level: Precedence) throws(SyntaxError) -> Expression {
    if level == .not { return try negation() }
    if level == .filter { return try filtered() }
    var left = try operators(level.tighter)
    while let operation = currentOperator, operation.precedence == level {
      let place = start
      let isLeftFiltered = endedInFilter
      try advance()
      let right = try operators(level.tighter)
      if level >= .coalesce, isLeftFiltered || endedInFilter {
        throw SyntaxError(
          offset: place,
          message: "put parentheses around one side of \"\(operation.rawValue)\": "
            + "(a \(operation.rawValue) b) | filter, or a \(operation.rawValue) (b | filter)")
      }
      try link()
      left = .binary(operation, left, right)
      if level == .comparison, let next = currentOperator, next.precedence == .comparison {
        throw SyntaxError(offset: start, message: "comparisons do not chain; write a < b and b < c")
      }
    }
    return left
  }

  private mutating func negation() throws(SyntaxError) -> Expression {
    guard token == .name("not") else { return try operators(.comparison) }
    try enter()
    defer { depth -= 1 }
    try advance()
    return .not(try negation())
  }

  private mutating func filtered() throws(SyntaxError) -> Expression {
    var value = try signed()
    var isFiltered = false
    while try accept(.pipe) {
      let place = start
      guard case .name(let name) = token else {
        throw SyntaxError(offset: start, message: "a filter must follow \"|\", such as x | round")
      }
      guard let filter = Filter(rawValue: name) else { throw unknownFilter(name, at: place) }
      try advance()
      if token == .symbol(.colon), isLiquidArgument() {
        throw SyntaxError(
          offset: start, message: "arguments stand in parentheses: write \(filter.usage), not \(name): …")
      }
      let arguments = try accept(.open) ? try self.arguments() : []
      guard filter.argumentCount.contains(arguments.count) else {
        throw SyntaxError(
          offset: place,
          message: filter.parameters.isEmpty
            ? "\(name) takes no arguments" : "\(name) is written \(filter.usage); \(arguments.count) given")
      }
      try link()
      value = .filtered(value, filter, arguments)
      isFiltered = true
    }
    endedInFilter = isFiltered
    return value
  }

  private mutating func arguments() throws(SyntaxError) -> [Expression] {
    var arguments: [Expression] = []
    if try accept(.close) { return arguments }
    repeat { arguments.append(try conditional()) } while try accept(.comma)
    try expectClose()
    return arguments
  }

  private mutating func signed() throws(SyntaxError) -> Expression {
    guard try accept(.subtract) else { return try path() }
    try enter()
    defer { depth -= 1 }
    if case .number(let value) = token {
      try advance()
      // `-5` is a number; the path of a number is nothing anyone writes.
      return .literal(.number(-value))
    }
    return .negated(try signed())
  }

  private mutating func path() throws(SyntaxError) -> Expression {
    let first = start
    var value = try primary()
    while true {
      try link()
      if token == .symbol(.dot) {
        value = .member(value, try tokenizer.step())
        try advance()
      } else if token == .symbol(.open) {
        if case .field(let name) = value, Filter(rawValue: name) != nil {
          throw SyntaxError(offset: first, message: "\(name) is a filter: write x | \(name)")
        }
        try advance()
        value = .lookup(value, key: try conditional())
        try expectClose()
      } else {
        return value
      }
    }
  }

  private mutating func primary() throws(SyntaxError) -> Expression {
    let place = start
    switch token {
    case .number(let value):
      try advance()
      return .literal(.number(value))
    case .text(let text):
      try advance()
      return .literal(.text(text))
    case .global(let name):
      try advance()
      return .global(name, Offset(place))
    case .name(let name):
      switch name {
      case "and", "or", "not":
        throw SyntaxError(offset: place, message: "a value is missing before \"\(name)\"")
      default: break
      }
      try advance()
      return switch name {
      case "true": .literal(.bool(true))
      case "false": .literal(.bool(false))
      case "null": .literal(.null)
      case "it": .item
      default: .field(name)
      }
    case .symbol(.open):
      try advance()
      let value = try conditional()
      try expectClose()
      return value
    case .symbol, .end: throw unexpected()
    }
  }

  private mutating func advance() throws(SyntaxError) {
    (token, start) = try tokenizer.next()
  }

  private mutating func accept(_ symbol: Token.Symbol) throws(SyntaxError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func expectClose() throws(SyntaxError) {
    guard try accept(.close) else { throw SyntaxError(offset: start, message: "\")\" is missing") }
  }

  private mutating func enter() throws(SyntaxError) {
    depth += 1
    if depth > Expression.maximalDepth { throw tooDeep(start) }
  }

  private mutating func link() throws(SyntaxError) {
    links += 1
    if links > 500 {
      throw SyntaxError(offset: start, message: "longer than 500 operators and names; split it up with \"let\"")
    }
  }

  private var currentOperator: BinaryOperator? {
    switch token {
    case .symbol(let symbol): BinaryOperator(rawValue: symbol.rawValue)
    case .name("and"): .and
    case .name("or"): .or
    default: nil
    }
  }

  /// A colon after a filter's name is Liquid's unless a `?` is waiting for it; one that waits has a value before the filter.
  // Fits: a token begins before the end, or there.
  private func isLiquidArgument() -> Bool { !tokenizer.scalars[..<start].contains("?") }

  private func tooDeep(_ offset: Int) -> SyntaxError {
    SyntaxError(
      offset: offset, message: "nested deeper than \(Expression.maximalDepth); split it up with \"let\" or \"with\"")
  }

  private func unknownFilter(_ name: String, at offset: Int) -> SyntaxError {
    if let translation = Filter.translations[name] {
      return SyntaxError(offset: offset, message: "unknown filter \"\(name)\": \(translation)")
    }
    let near = nearest(to: name, in: Filter.allCases.map(\.rawValue))
    return SyntaxError(
      offset: offset, message: "unknown filter \"\(name)\"" + (near.map { " (did you mean \"\($0)\"?)" } ?? ""))
  }

  private func unexpected() -> SyntaxError {
    switch token {
    case .end: SyntaxError(offset: start, message: "the expression ends where a value is missing")
    case .symbol(.closeBrace): SyntaxError(offset: start, message: "a value is missing before \"}\"")
    case .symbol(.pipe): SyntaxError(offset: start, message: "a value is missing before \"|\"")
    case .symbol(.close): SyntaxError(offset: start, message: "\")\" without \"(\", or a value is missing before it")
    case .symbol(let symbol): SyntaxError(offset: start, message: "unexpected \"\(symbol.rawValue)\"")
    case .number, .text, .name, .global:
      SyntaxError(
        offset: start,
        // Fits: a token ends behind its beginning.
        message: "unexpected \(tokenizer.characters(start..<end)); an operator or \"|\" is missing before it")
    }
  }
}
