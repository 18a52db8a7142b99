import Motion
import Numbers

/// What keys write: the layout of the United States, as scanners of codes and readers of cards have it, and number pads.
///
/// Source: the layout "us" of the X keyboard database.
extension KeyCode {
  static let capsLock: UInt32 = 58
  static let numLock: UInt32 = 69
  private static let backspace: UInt32 = 14
  private static let space: UInt32 = 57

  /// Keys beside each other, from a code on: what they write alone, and with Shift.
  private static let rows: [(first: UInt32, plain: String, shifted: String)] = [
    (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"), (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (86, "<", ">"),
  ]

  private static let letters: [UInt32: (plain: Unicode.Scalar, shifted: Unicode.Scalar)] = {
    var letters: [UInt32: (plain: Unicode.Scalar, shifted: Unicode.Scalar)] = [:]
    for row in rows {
      for (place, pair) in zip(row.plain.unicodeScalars, row.shifted.unicodeScalars).enumerated() {
        letters[row.first + UInt32(place)] = (pair.0, pair.1)
      }
    }
    return letters
  }()

  private static let pad: [UInt32: Unicode.Scalar] = [
    71: "7", 72: "8", 73: "9", 74: "-", 75: "4", 76: "5", 77: "6", 78: "+", 79: "1", 80: "2", 81: "3", 82: "0", 83: ".",
    55: "*", 98: "/",
  ]

  /// What a key writes, and what it is where nothing is written; nil for one that never writes.
  ///
  /// - Parameter hasNumLock: its number pad is for numbers alone.
  static func stroke(_ code: UInt32, hasShift: Bool, hasCapsLock: Bool, hasNumLock: Bool) -> Stroke? {
    let key = meaning(of: code, hasControl: false, hasAlt: false).map(Stroke.Meaning.key)
    let meaning = voice(code).map(Stroke.Meaning.voice) ?? key
    if code == backspace { return Stroke(Stroke.delete, meaning: meaning) }
    if code == space { return Stroke(" ", meaning: meaning, steers: true) }
    if let sign = pad[code] { return Stroke(sign, meaning: meaning, steers: !hasNumLock) }
    guard let (plain, shifted) = letters[code] else { return nil }
    let isLarge = plain.properties.isLowercase ? hasShift != hasCapsLock : hasShift
    return Stroke(isLarge ? shifted : plain, meaning: meaning)
  }
}
