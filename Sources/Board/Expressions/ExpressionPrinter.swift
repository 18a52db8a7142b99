import Numbers

extension Expression: CustomStringConvertible {
  /// As it is written; reading it gives an equal expression.
  public var description: String { text(.conditional) }

  /// In parentheses when it binds looser than `level` asks.
  private func text(_ level: Precedence) -> String {
    let (text, own) = form
    return own < level ? "(\(text))" : text
  }

  private var form: (text: String, binds: Precedence) {
    switch self {
    case .literal(let value): return Self.form(value)
    case .item: return ("it", .path)
    case .field(let name): return (name, .path)
    case .global(let name, _): return ("$" + name, .path)
    case .member(let base, .name(let name)): return ("\(base.base).\(name)", .path)
    case .member(let base, .index(let index)): return ("\(base.base).\(index)", .path)
    case .member(let base, .all): return ("\(base.base).*", .path)
    case .lookup(let base, let key): return ("\(base.base)(\(key))", .path)
    case .negated(let operand):
      // `-5` would read as a number.
      if case .literal(.number) = operand { return ("-(\(operand))", .sign) }
      return ("-" + operand.text(.sign), .sign)
    case .not(let operand): return ("not " + operand.text(.not), .not)
    case .binary(let operation, let a, let b):
      let level = operation.precedence
      // Comparisons do not chain; the others group to the left.
      let left = a.operand(level == .comparison ? level.tighter : level)
      return ("\(left) \(operation.rawValue) \(b.operand(level.tighter))", level)
    case .conditional(let condition, let then, let otherwise):
      return ("\(condition.text(.or)) ? \(then) : \(otherwise)", .conditional)
    case .filtered(let input, let filter, let arguments):
      let list = arguments.isEmpty ? "" : "(\(arguments.map(\.description).joined(separator: ", ")))"
      return ("\(input.text(.filter)) | \(filter.rawValue)\(list)", .filter)
    }
  }

  /// Beside an operator tighter than comparison a filter takes parentheses.
  private func operand(_ level: Precedence) -> String {
    if case .filtered = self, level >= .coalesce { return "(\(form.text))" }
    return text(level)
  }

  /// What a path starts from: a number would swallow the dot.
  private var base: String {
    if case .literal(.number) = self { return "(\(self))" }
    return text(.path)
  }

  private static func form(_ value: Value) -> (text: String, binds: Precedence) {
    switch value {
    case .bool(let value): return (value ? "true" : "false", .path)
    case .number(let value) where value.isFinite:
      // Fits: whole, and less than 10¹⁵.
      let text = value == value.rounded() && value.magnitude < 1e15 ? String(Int64(bounded: value)) : value.description
      return (text, value.sign == .minus ? .sign : .path)
    case .text(let text): return (quoted(text), .path)
    case .null, .number, .date, .list, .record: return ("null", .path)
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\\": quoted += "\\\\"
      case "'": quoted += "\\'"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
