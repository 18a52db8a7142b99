import Numbers

/// Which of CLDR's six forms a whole number asks for: zero, one, two, few, many, other.
public struct PluralTable: Sendable, Hashable {
  /// A digit for each number below a hundred: its form, 0...5.
  let small: String
  /// The same for the last two digits of larger ones.
  let large: String

  /// - Parameter count: not negative.
  /// - Returns: 0...5.
  public func form(of count: Int) -> Int {
    let digits = Array((count < 100 ? small : large).utf8)
    let index = max(count, 0) % 100
    guard index < digits.count else { return Self.other }
    // Fits: a byte less another one.
    return min(max(Int(digits[index]) - Int(UInt8(ascii: "0")), 0), Self.other)
  }

  /// What most languages have for most numbers.
  static let other = 5
}

/// A number of days in the forms that plurals of a language have, in the order of `PluralTable`; `%` stands for the number.
public struct DayForms: Sendable, Hashable {
  /// "% days"
  public var lasting: [String]
  /// "% days ago"
  public var past: [String]
  /// "in % days"
  public var future: [String]
}
