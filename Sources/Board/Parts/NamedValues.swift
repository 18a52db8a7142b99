/// Values by name, as a board gives them to a program: what its keys came to for the item on show.
public struct NamedValues: Sendable, Hashable {
  /// What has no value is not among them.
  public var values: [String: Value]

  /// - Parameter values: by name.
  public init(_ values: [String: Value] = [:]) { self.values = values }

  /// A value as it is; nil when there is none.
  public subscript(name: String) -> Value? { values[name] }

  /// A text, or a number as it is written plainly; nil when there is none.
  public func text(_ name: String) -> String? {
    switch values[name] {
    case .text(let text): text
    case .number(let number): NumberFormat.plain(number)
    default: nil
    }
  }

  /// A number, finite; nil when there is none.
  public func number(_ name: String) -> Double? {
    if case .number(let number)? = values[name], number.isFinite { number } else { nil }
  }

  /// Whether a condition holds; false when it is left out, unless its key's standard holds.
  public func flag(_ name: String) -> Bool { if case .bool(true)? = values[name] { true } else { false } }

  /// A list of numbers, nil for those that are missing; empty when it is left out and its key has no standard.
  public func numbers(_ name: String) -> [Double?] {
    guard case .list(let items)? = values[name] else { return [] }
    return items.map { if case .number(let number) = $0, number.isFinite { number } else { nil } }
  }
}
