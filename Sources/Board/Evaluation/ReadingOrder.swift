/// Values of one direction in a text of the other: `{line} to {destination}` on an English board with a destination in Hebrew.
///
/// Without more, the first letter of the whole decides how all of it is read, and the line's number would stand behind the destination. Here
/// the template's own words decide, and a value is read by itself. Source: UAX #9, FSI and PDI around what comes from elsewhere.
struct ReadingOrder {
  /// How the text around the values is read.
  let isRightToLeft: Bool

  /// - Parameter template: nil for a text that is one value alone, which is read as it is.
  init?(_ template: Template, language: Language) {
    guard template.parts.count > 1 else { return nil }
    isRightToLeft = template.isRightToLeft ?? language.isRightToLeft
  }

  /// A value as it stands among the others: by itself, when any letter of it is read the other way, or when it is a number whose sign or
  /// spaces would be.
  func isolated(_ value: String) -> String {
    guard value.hasLetters(rightToLeft: !isRightToLeft) || isRightToLeft && Self.isTelephone(value) else {
      return value
    }
    return "\u{2068}" + value + "\u{2069}"
  }

  /// The whole, with a mark in front when its first letter would have it read the other way. A text of several lines is left: each is read by
  /// its own beginning, and what stands there may be markup.
  func marked(_ text: String) -> String {
    guard let first = text.isRightToLeft, first != isRightToLeft, !text.utf8.contains(UInt8(ascii: "\n")) else {
      return text
    }
    return (isRightToLeft ? "\u{200F}" : "\u{200E}") + text
  }

  /// Begins in a plus: +49 30 1234 would be read 1234 30 49+.
  private static func isTelephone(_ value: String) -> Bool { value.utf8.first == UInt8(ascii: "+") }
}

extension String {
  /// Any letter of it is read from the right, or from the left.
  fileprivate func hasLetters(rightToLeft: Bool) -> Bool {
    if rightToLeft, utf8.allSatisfy({ $0 < 0x80 }) { return false }
    return unicodeScalars.contains { $0.isRightToLeft == rightToLeft && $0.properties.isAlphabetic }
  }
}
