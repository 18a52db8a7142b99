/// What is written in braces and in conditions: a pure function from an item and the board's named values to a value.
public indirect enum Expression: Sendable, Hashable {
  /// Null, a bool, a number or a text.
  case literal(Value)
  /// `it`: the item.
  case item
  /// `name`: a field of the item.
  case field(String)
  /// `$name`: a source, a `let`, or one of `$now $board $page`.
  case global(String, Offset)
  /// `base.name` or `base.0`.
  case member(Expression, Step)
  /// `base(key)`: the item of a source by its key; a field by name; an element by position.
  case lookup(Expression, key: Expression)
  /// `-a`
  case negated(Expression)
  /// `not a`
  case not(Expression)
  /// `a + b`, `a == b`, `a ?? b`
  case binary(BinaryOperator, Expression, Expression)
  /// `a ? b : c`
  case conditional(Expression, then: Expression, otherwise: Expression)
  /// `input | filter(arguments)`
  case filtered(Expression, Filter, [Expression])

  /// What follows a dot: a field of a record, or a position in a list, from 0.
  public enum Step: Sendable, Hashable {
    /// A field of a record.
    case name(String)
    /// An item of a list, counted from 0.
    case index(Int)
    /// `*`: each item of a list, or each value of a record; what follows is taken of each.
    case all
  }
}

/// Where in its text something stands, in Unicode scalars from 0. It is no part of what an expression is: all offsets are equal.
public struct Offset: Sendable, Hashable {
  /// Unicode scalars from the beginning of the text.
  public var value: Int

  /// - Parameter value: Unicode scalars from the beginning of the text.
  public init(_ value: Int) { self.value = value }

  public static func == (a: Offset, b: Offset) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// An operator between two operands, by its sign.
public enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
  /// The words.
  case or, and
  /// Numbers in texts and dates count as what they mean.
  case equal = "=="
  /// The opposite of `equal`.
  case notEqual = "!="
  /// Null when either side is missing or the two cannot be ordered.
  case less = "<"
  /// As `less`.
  case lessOrEqual = "<="
  /// As `less`.
  case greater = ">"
  /// As `less`.
  case greaterOrEqual = ">="
  /// The left side unless that is missing.
  case coalesce = "??"
  /// Numbers, texts, and seconds to dates.
  case add = "+"
  /// Numbers, dates, and seconds from dates.
  case subtract = "-"
  /// Numbers only.
  case multiply = "*"
  /// Numbers only; null by zero.
  case divide = "/"

  var precedence: Precedence {
    switch self {
    case .or: .or
    case .and: .and
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
    case .coalesce: .coalesce
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    }
  }
}

/// How tightly the forms of the grammar bind, loosest first.
enum Precedence: Int, Comparable {
  case conditional, or, and, not, comparison, coalesce, sum, product, filter, sign, path

  static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }

  /// The next tighter one; `path` has none.
  var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .path }
}

extension Expression {
  /// The operands, in the order they are written.
  var operands: [Expression] {
    switch self {
    case .literal, .item, .field, .global: []
    case .member(let base, _), .negated(let base), .not(let base): [base]
    case .lookup(let base, let key): [base, key]
    case .binary(_, let a, let b): [a, b]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .filtered(let input, _, let arguments): [input] + arguments
    }
  }

  /// Calls `visit` with every `$name` and its place.
  func forEachGlobal(_ visit: (String, Offset) -> Void) {
    if case .global(let name, let offset) = self { visit(name, offset) }
    for operand in operands { operand.forEachGlobal(visit) }
  }

  /// Whether it is a `$name`, or what filters and steps make of one.
  var beginsWithGlobal: Bool {
    switch self {
    case .global: true
    case .filtered(let input, _, _): input.beginsWithGlobal
    case .member(let base, _): base.beginsWithGlobal
    default: false
    }
  }

  /// Whether it is a path with a `*` in it.
  var isSpread: Bool {
    guard case .member(let base, let step) = self else { return false }
    return step == .all || base.isSpread
  }

  /// Whether it names the item or one of its fields.
  var readsItem: Bool {
    switch self {
    case .item, .field: true
    default: operands.contains { $0.readsItem }
    }
  }

  /// Whether the value may depend on the item, or on its position.
  var usesItem: Bool {
    switch self {
    case .item, .field, .global("index", _): true
    default: operands.contains { $0.usesItem }
    }
  }

  /// Every `$name` in it.
  var globals: [String] {
    var names: [String] = []
    forEachGlobal { name, _ in names.append(name) }
    return names
  }

  /// Whether a `$name` stands in it.
  func names(_ wanted: String) -> Bool {
    var isThere = false
    forEachGlobal { name, _ in isThere = isThere || name == wanted }
    return isThere
  }

  /// Levels of nesting; a name alone has one.
  var depth: Int { 1 + (operands.map(\.depth).max() ?? 0) }
}

/// Why a text is no expression.
public struct SyntaxError: Error, Sendable, Hashable {
  /// Where in the text, in Unicode scalars from 0.
  public var offset: Int
  /// What is wrong, and what to write instead where that is known.
  public var message: String
}
