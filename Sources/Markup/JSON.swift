import Numbers

/// A JSON text to be written. Source: RFC 8259.
public enum JSON: Sendable, Hashable {
  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// What it holds.
    public var value: JSON

    /// - Parameter name: written as it is, whether others have it or not.
    public init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  case null
  case flag(Bool)
  /// As it is written: the caller knows how many digits are meant.
  case number(String)
  case text(String)
  case list([JSON])
  /// Members in the order they are written.
  case object([Member])

  /// A number in as few digits as tell it from all others; null where it is none.
  public static func number(_ value: Double) -> JSON {
    guard value.isFinite else { return .null }
    // Up to 2⁵³ every whole number is itself.
    let isWhole = value == value.rounded() && value.magnitude <= 9_007_199_254_740_992
    // Fits: whole, and no more than 2⁵³.
    return .number(isWhole ? String(Int64(bounded: value)) : value.description)
  }

  /// In one line.
  public var line: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): Self.quoted(text)
    case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.name) + ": " + $0.value.line }.joined(separator: ", ") + "}"
    }
  }

  /// An item a line, indented by its depth.
  public var page: String { page(indent: "") }

  /// The outermost items a line each, for lists of many.
  public var lines: String {
    guard case .list(let items) = self, !items.isEmpty else { return line }
    return "[\n" + items.map { "  " + $0.line }.joined(separator: ",\n") + "\n]"
  }

  private func page(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .list(let items) where !items.isEmpty:
      return "[\n" + items.map { inner + $0.page(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.map { inner + Self.quoted($0.name) + ": " + $0.value.page(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    case .list, .object, .null, .flag, .number, .text: return line
    }
  }

  /// A text between its quotes: section 7.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += (digits.utf8.count < 2 ? "\\u000" : "\\u00") + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object, its members in this order.
  public init(dictionaryLiteral members: (String, JSON)...) { self = .object(members.map { Member($0, $1) }) }
}
