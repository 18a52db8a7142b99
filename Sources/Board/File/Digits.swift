/// The digits a board's numbers are shown in.
public enum Digits: String, Sendable, Hashable, CaseIterable {
  case latin, arabic, persian, devanagari, bengali, thai

  /// They are those of languages that group by lakhs: 12,34,567. Source: CLDR 46, decimal formats of hi, mr, ne and bn.
  var haveLakhs: Bool { self == .devanagari || self == .bengali }

  /// What stands for "0"; nine others follow it. Source: Unicode's Nd blocks.
  private var zero: UInt32 {
    switch self {
    case .latin: 0x30
    case .arabic: 0x660
    case .persian: 0x6F0
    case .devanagari: 0x966
    case .bengali: 0x9E6
    case .thai: 0xE50
    }
  }

  /// What is drawn for each scalar of a text: a number's digits, but not those of a name: "A380" and "4K" stay as they are.
  public func shown(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard self != .latin else { return scalars }
    var shown = scalars
    var index = 0
    while index < scalars.count {
      guard Self.isDigit(scalars, index) else {
        index += 1
        continue
      }
      var end = index + 1
      // Points and colons between digits belong to the number.
      while Self.isDigit(scalars, end) || Self.isSeparator(scalars, end) && Self.isDigit(scalars, end + 1) { end += 1 }
      if !Self.isLatin(scalars, index - 1), !Self.isLatin(scalars, end) {
        // Fits: the end is behind the beginning.
        for place in index..<end where Self.isDigit(scalars, place) {
          shown[place] = Unicode.Scalar(zero + scalars[place].value - 0x30) ?? scalars[place]
        }
        // Fits: the end is behind the beginning.
        mark(index..<end, of: scalars, in: &shown)
      }
      index = end
    }
    return shown
  }

  /// An Arabic zero looks like a point: what divides a number has signs of its own there. A date's, a time's and a version's stay.
  /// Source: CLDR 46, `symbols` of the numbering systems arab and arabext.
  private func mark(_ number: Range<Int>, of scalars: [Unicode.Scalar], in shown: inout [Unicode.Scalar]) {
    guard self == .arabic || self == .persian else { return }
    let marks = number.filter { !Self.isDigit(scalars, $0) }
    guard let last = marks.last, marks.allSatisfy({ [".", ","].contains(scalars[$0]) }) else { return }
    // The last is the decimal mark, where it is another than those that divide thousands, or a point alone.
    let others = marks.dropLast()
    let isDecimal = others.isEmpty ? scalars[last] == "." : others.allSatisfy { scalars[$0] != scalars[last] }
    let groups = isDecimal ? Array(others) : marks
    guard Set(groups.map { scalars[$0] }).count <= 1, isDecimal || scalars[last] == "," else { return }
    let ends = groups.dropFirst() + [isDecimal ? last : number.upperBound]
    guard zip(groups, ends).allSatisfy({ $1 - $0 == 4 }) else { return }
    for place in groups { shown[place] = "\u{66C}" }
    if isDecimal { shown[last] = "\u{66B}" }
  }

  private static let separators: Set<Unicode.Scalar> = [".", ",", ":", "/", "-", "\u{2019}", "\u{A0}", "\u{202F}"]

  private static func isDigit(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    scalars.indices.contains(place) && ("0"..."9").contains(scalars[place])
  }

  private static func isSeparator(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    scalars.indices.contains(place) && separators.contains(scalars[place])
  }

  private static func isLatin(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard scalars.indices.contains(place) else { return false }
    let scalar = scalars[place]
    // A letter's accent may be a scalar of its own.
    return scalar.value < 0x250 && scalar.properties.isAlphabetic || 0x300..<0x370 ~= scalar.value || scalar == "_"
  }
}
