/// The digits a board's numbers are shown in.
public enum Digits: String, Sendable, Hashable, CaseIterable {
  case latin, arabic, persian, devanagari, bengali, thai

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
      }
      index = end
    }
    return shown
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
