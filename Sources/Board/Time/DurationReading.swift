import Numbers

/// Reads lengths of time that services write as text: ISO 8601 (`PT26M`, `P1DT2H`), and days, hours, minutes and seconds in digits
/// alone, as HAFAS has them (`002600`, `01001000`).
enum DurationReading {
  /// Seconds; nil when the text names none. Years and months are no certain length, and none here.
  static func seconds(_ text: String) -> Double? {
    guard (2...40).contains(text.utf8.count) else { return nil }
    let bytes = Array(trimmingSpaces(text).utf8)
    return digits(bytes) ?? iso(bytes)
  }

  /// Six or eight digits of which the first is 0, which no number begins with.
  private static func digits(_ bytes: [UInt8]) -> Double? {
    guard bytes.count == 6 || bytes.count == 8, bytes[0] == UInt8(ascii: "0"), bytes.allSatisfy(DateReading.isDigit)
    else {
      return nil
    }
    // Fits: digits, in six or eight of them.
    func pair(_ place: Int) -> Int { Int(bytes[place] - 0x30) * 10 + Int(bytes[place + 1] - 0x30) }
    let (hours, minutes, seconds) = (pair(bytes.count - 6), pair(bytes.count - 4), pair(bytes.count - 2))
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    let days = bytes.count == 8 ? pair(0) : 0
    return Double(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
  }

  /// Source: ISO 8601-1, 5.5.2.2.
  private static func iso(_ bytes: [UInt8]) -> Double? {
    var rest = bytes[...]
    let sign: Double = rest.first == UInt8(ascii: "-") ? -1 : 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var units: [(letter: UInt8, seconds: Double)] = [(UInt8(ascii: "W"), 604_800), (UInt8(ascii: "D"), 86_400)]
    var sum = 0.0
    while !rest.isEmpty {
      if rest.first == UInt8(ascii: "T") {
        guard rest.count > 1, units.last?.letter != UInt8(ascii: "S") else { return nil }
        rest = rest.dropFirst()
        units = [(UInt8(ascii: "H"), 3_600), (UInt8(ascii: "M"), 60), (UInt8(ascii: "S"), 1)]
        continue
      }
      let number = rest.prefix { DateReading.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      let digits = number.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
      rest = rest.dropFirst(number.count)
      // Each unit once, the larger ones first.
      guard let value = Double(String(decoding: digits, as: UTF8.self)), let letter = rest.popFirst(),
        let place = units.firstIndex(where: { $0.letter == letter })
      else { return nil }
      sum += value * units[place].seconds
      // Fits: where the unit was found.
      units.removeSubrange(...place)
    }
    return sign * sum
  }
}
