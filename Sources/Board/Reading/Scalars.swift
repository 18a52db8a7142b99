import Markup
import Numbers
package import Scene

/// Why a text is not of the type its key asks for: what was expected.
package struct ScalarError: Error {
  package var expected: String
}

/// Raw texts turned into values by the type their key declares; never by what they look like.
package enum Scalars {
  static func flag(_ text: String) throws(ScalarError) -> Bool {
    guard let flag = flags.first(where: { $0.word == text }) else { throw ScalarError(expected: "true or false") }
    return flag.isTrue
  }

  /// As YAML of any version writes the two, and those who write it by program.
  static let flags: [(word: String, isTrue: Bool)] =
    [("true", true), ("yes", true), ("on", true)].flatMap(spelled)
    + [("false", false), ("no", false), ("off", false)].flatMap(spelled)

  private static func spelled(_ word: String, _ isTrue: Bool) -> [(word: String, isTrue: Bool)] {
    [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()].map { ($0, isTrue) }
  }

  static func integer(_ text: String, in range: ClosedRange<Int>) throws(ScalarError) -> Int {
    let isPlain = !text.isEmpty && text.utf8.dropFirst(text.hasPrefix("-") ? 1 : 0).allSatisfy(DateReading.isDigit)
    guard isPlain, let value = Int(text), range.contains(value) else {
      let limits =
        range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw ScalarError(expected: "a whole number, \(limits)")
    }
    return value
  }

  static func number(_ text: String, in range: ClosedRange<Double>) throws(ScalarError) -> Double {
    guard let value = NumberFormat.number(text), range.contains(value) else {
      throw ScalarError(
        expected: "a number from \(NumberFormat.plain(range.lowerBound)) to \(NumberFormat.plain(range.upperBound))")
    }
    return value
  }

  static func line(_ text: String, _ count: ClosedRange<Int>) throws(ScalarError) -> String {
    guard count.contains(text.count) else {
      throw ScalarError(
        expected: count.lowerBound > 0
          ? "a text of \(count.lowerBound) to \(count.upperBound) letters"
          : "a text of \(count.upperBound) letters at most")
    }
    return text
  }

  /// `0.5` or `500ms`: seconds.
  package static func seconds(_ text: String, in range: ClosedRange<Double>) throws(ScalarError) -> Double {
    guard let value = NumberFormat.number(text) else { return try duration(text, in: range) }
    guard range.contains(value) else {
      throw ScalarError(expected: "a time from \(written(range.lowerBound)) to \(written(range.upperBound))")
    }
    return value
  }

  /// `20s`, `5m`, `24h`, `7d`, `500ms`: seconds.
  static func duration(_ text: String, in range: ClosedRange<Double>) throws(ScalarError) -> Double {
    let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400)]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let count = NumberFormat.number(String(text.dropLast(unit.suffix.count))), !text.contains(" ") else {
        continue
      }
      let seconds = count * unit.seconds
      guard range.contains(seconds) else {
        throw ScalarError(expected: "a time from \(written(range.lowerBound)) to \(written(range.upperBound))")
      }
      return seconds
    }
    if NumberFormat.number(text) != nil {
      throw ScalarError(expected: "a time with its unit, such as \(text)s or \(text)m (s, m, h, d)")
    }
    throw ScalarError(expected: "a time such as 20s, 5m, 24h or 7d")
  }

  /// `10.1in`, `60cm`, `2.5m`, `154mm`: millimetres.
  package static func length(_ text: String, in range: ClosedRange<Double>) throws(ScalarError) -> Double {
    let units: [(suffix: String, millimetres: Double)] = [("mm", 1), ("cm", 10), ("in", 25.4), ("m", 1000)]
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let count = NumberFormat.number(String(text.dropLast(unit.suffix.count))), !text.contains(" ") else {
        continue
      }
      guard range.contains(count * unit.millimetres) else {
        throw ScalarError(
          expected: "a length from \(written(length: range.lowerBound)) to \(written(length: range.upperBound))")
      }
      return count * unit.millimetres
    }
    if NumberFormat.number(text) != nil {
      throw ScalarError(expected: "a length with its unit, such as \(text)in or \(text)cm (mm, cm, m, in)")
    }
    throw ScalarError(expected: "a length such as 10.1in, 60cm or 2.5m")
  }

  /// A length as it is written in a board file, in its largest whole unit.
  static func written(length: Double) -> String {
    for (unit, size) in [("m", 1000.0), ("cm", 10)] where (length / size).rounded() * size == length {
      return NumberFormat.plain(length / size) + unit
    }
    return NumberFormat.plain(length) + "mm"
  }

  /// A duration as it is written in a board file, in its largest whole unit.
  static func written(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86400.0), ("h", 3600), ("m", 60), ("s", 1)] where seconds >= length {
      if (seconds / length).rounded() * length == seconds { return NumberFormat.plain(seconds / length) + unit }
    }
    return seconds == 0 ? "0s" : NumberFormat.plain(seconds * 1000) + "ms"
  }

  /// Instead of a ratio: that of the picture.
  static let ownRatio = "own"

  /// `16/9`, `16:9` or `1.78`: width to height.
  static func ratio(_ text: String) throws(ScalarError) -> Double {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == ":" }.map(String.init)
    let numbers = parts.compactMap(NumberFormat.number)
    let error = ScalarError(expected: "width to height, such as 16/9, between 1/10 and 10, or own")
    guard numbers.count == parts.count, numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else { throw error }
    let ratio = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    guard (0.1...10).contains(ratio) else { throw error }
    return ratio
  }

  /// `0%` to `100%`: a share, 0...1.
  static func percent(_ text: String) throws(ScalarError) -> Double {
    guard text.hasSuffix("%"), let value = NumberFormat.number(String(text.dropLast())), (0...100).contains(value)
    else {
      throw ScalarError(expected: "a share such as 15%")
    }
    return value / 100
  }

  /// `#RGB`, `#RRGGBB` or a name of CSS.
  package static func color(_ text: String) throws(ScalarError) -> Color {
    if text.hasPrefix("#") {
      if let rgb = CSSColor.rgb(hexadecimal: text.dropFirst()) { return Color(rgb: rgb) }
      throw ScalarError(expected: "a colour such as \"#0B6E4F\"")
    }
    if let color = ColorNames.all[text.lowercased()] { return color }
    let near = nearest(to: text, in: ColorNames.all.keys.sorted())
    if let near { throw ScalarError(expected: "a colour (did you mean \"\(near)\"?)") }
    throw ScalarError(expected: "a colour: \"#RRGGBB\" in quotes, or a name such as teal")
  }

  /// A colour as data has it: as a board writes it, or its digits alone. Nil for what is none.
  static func color(ofData text: String) -> Color? {
    let text = trimmingSpaces(text)
    if let color = try? color(text) { return color }
    let digits = text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
    return digits.utf8.count == 6 ? CSSColor.rgb(hexadecimal: digits).map { Color(rgb: $0) } : nil
  }
}
