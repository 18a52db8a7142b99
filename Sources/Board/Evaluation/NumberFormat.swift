import Numbers

/// Numbers as text.
enum NumberFormat {
  /// As short as it can be: whole numbers without a point, others with at most 15 significant digits. Powers of ten stand only where
  /// nobody would count the zeros, from 10²¹ on and below 10⁻¹⁵.
  static func plain(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    // Fits: less than 2⁶³. Data may name things by such numbers, so each digit is the one that was written.
    if number == number.rounded(), number.magnitude < 9_223_372_036_854_775_808 {
      return String(Int64(bounded: number))
    }
    let shortest = spelled(number.description)
    // Sums such as 0.1 + 0.2 carry a last digit nobody meant; 15 digits hold what was.
    guard shortest.utf8.count > 16, number.magnitude < 1e15, number.magnitude >= 1e-4 else { return shortest }
    var digits = 15
    var magnitude = number.magnitude
    while magnitude >= 1 {
      digits -= 1
      magnitude /= 10
    }
    return trimmed(fixed(number, digits: digits))
  }

  /// `1.5e-05` as 0.000015, and `1e+19` with its zeros.
  private static func spelled(_ text: String) -> String {
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), (-15...20).contains(exponent) else { return text }
    let isNegative = parts[0].hasPrefix("-")
    let digits = String(parts[0].drop { $0 == "-" }.filter { $0 != "." })
    let mantissa = digits.hasSuffix("0") && digits.utf8.count == 2 ? String(digits.dropLast()) : digits
    let number =
      exponent < 0
      ? "0." + String(repeating: "0", count: max(0, -exponent - 1)) + mantissa
      : mantissa + String(repeating: "0", count: max(0, exponent + 1 - mantissa.utf8.count))
    return isNegative ? "-" + number : number
  }

  /// With exactly so many decimals, 0...15; halves round away from zero, as written in decimal.
  static func fixed(_ number: Double, digits: Int, decimal: String = ".", group: Grouping = .none) -> String {
    let digits = min(max(digits, 0), 15)
    let scale = powersOfTen[digits]
    let magnitude = number.magnitude * scale
    guard magnitude < 1e18 else { return long(number, digits: digits, decimal: decimal, group: group) }
    // Fits: less than 10¹⁸, for what is nudged is small.
    let scaled = UInt64(bounded: nudged(magnitude).rounded())
    // Fits: a power of ten, 10¹⁵ at the most.
    let divisor = UInt64(bounded: scale)
    var text = grouped(String(scaled / divisor), by: group)
    if digits > 0 {
      // Fits: a divisor of 1 or more.
      let decimals = String(scaled % divisor)
      text += decimal
      text += padded(decimals, to: digits)
    }
    return number < 0 && scaled > 0 ? "-" + text : text
  }

  /// What is too long to be rounded: its digits, and zeros behind them.
  private static func long(_ number: Double, digits: Int, decimal: String, group: Grouping) -> String {
    let text = plain(number)
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "e")) else { return text }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = parts[0].hasPrefix("-")
    let whole = grouped(String(isNegative ? parts[0].dropFirst() : parts[0]), by: group)
    let decimals = String((parts.count > 1 ? parts[1] : "").prefix(max(0, digits)))
    let rest =
      digits > 0 ? decimal + decimals + String(repeating: "0", count: max(0, digits - decimals.utf8.count)) : ""
    return (isNegative ? "-" : "") + whole + rest
  }

  /// The nearest number with at most so many decimals, -15...15.
  static func rounded(_ number: Double, digits: Int) -> Double {
    let scale = powersOfTen[min(abs(digits), 15)]
    let scaled = digits >= 0 ? number * scale : number / scale
    guard scaled.magnitude < 1e15 else { return number }
    let whole = nudged(scaled).rounded()
    return digits >= 0 ? whole / scale : whole * scale
  }

  /// With as many decimals as its size allows: 1235, 683.6, 21.5, 3.14, 0.0012.
  static func legible(_ number: Double) -> Double {
    switch number.magnitude {
    case 999.95...: return rounded(number, digits: 0)
    case 9.995...: return rounded(number, digits: 1)
    case 0.995...: return rounded(number, digits: 2)
    default: break
    }
    // Two digits behind the zeros.
    var (digits, magnitude) = (2, number.magnitude)
    while magnitude < 0.0995, digits < 7 {
      magnitude *= 10
      digits += 1
    }
    return rounded(number, digits: digits)
  }

  /// A value as it stands beside a bar or on a scale: legible, in a language's signs, with its unit.
  ///
  /// - Parameter digits: decimals of the value itself; nil for as many as it needs to be legible.
  static func label(_ number: Double, digits: Int? = nil, unit: String? = nil, language: Language) -> String {
    // Rounded once: what is rounded before decimals are put behind it says more than was measured.
    let text = grouped(digits == nil ? legible(number) : number, digits: digits, language: language)
    guard let unit else { return text }
    // Degrees and per cents stand close.
    return unit.hasPrefix("°") || unit.hasPrefix("%") ? text + unit : text + "\u{A0}" + unit
  }

  /// Of a legible number, 0 to 3.
  static func decimals(of number: Double) -> Int {
    guard number.magnitude < 1e12 else { return 0 }
    let value = legible(number)
    return (0..<3).first { rounded(value, digits: $0) == value } ?? 3
  }

  /// Of numbers below each other, 0 to 3: as many as one of them needs, and no more than the largest can have and be legible.
  static func decimals(ofAll numbers: [Double]) -> Int {
    let most =
      switch numbers.map(\.magnitude).max() ?? 0 {
      case 999.95...: 0
      case 9.995...: 1
      case 0.995...: 2
      default: 3
      }
    return min(numbers.map(decimals).max() ?? 0, most)
  }

  /// Whether a number with so many decimals still is the same to who reads it: 0.5 is not 1, and 2355.5 is 2356.
  static func keeps(_ number: Double, digits: Int) -> Bool {
    (rounded(number, digits: digits) - number).magnitude <= 0.05 * number.magnitude
  }

  /// As it is, with a language's mark before its decimals.
  static func shown(_ number: Double, language: Language) -> String {
    let parts = plain(number).split(separator: ".", omittingEmptySubsequences: false)
    return parts.joined(separator: language.decimalSeparator)
  }

  /// In a language's signs, thousands grouped.
  static func fixed(_ number: Double, digits: Int, language: Language) -> String {
    fixed(number, digits: digits, decimal: language.decimalSeparator, group: Grouping(language))
  }

  /// With its thousands grouped; decimals as they are unless told how many.
  static func grouped(_ number: Double, digits: Int?, language: Language) -> String {
    if let digits { return fixed(number, digits: digits, language: language) }
    var text = plain(number)
    // 1.2e-05 is for computers.
    if number.magnitude < 1e-3 { text = trimmed(fixed(number, digits: 15)) }
    guard !text.utf8.contains(UInt8(ascii: "e")) else { return text }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = parts[0].hasPrefix("-")
    let whole = grouped(String(isNegative ? parts[0].dropFirst() : parts[0]), by: Grouping(language))
    return (isNegative ? "-" : "") + whole + (parts.count > 1 ? language.decimalSeparator + parts[1] : "")
  }

  /// Digits that are more than a number holds, with their thousands grouped; nil for any other text.
  static func grouped(long text: String, language: Language) -> String? {
    guard isLong(text) else { return nil }
    let digits = trimmingSpaces(text)
    let isNegative = digits.hasPrefix("-")
    return (isNegative ? "-" : "") + grouped(isNegative ? String(digits.dropFirst()) : digits, by: Grouping(language))
  }

  /// Whether a text is a whole number of more digits than all numbers of that length can be told apart by: it names something.
  static func isLong(_ text: String) -> Bool {
    guard text.utf8.count > 15 else { return false }
    let digits = trimmingSpaces(text).utf8.drop { $0 == UInt8(ascii: "-") }
    return digits.count > 15 && digits.count <= 40 && digits.allSatisfy(DateReading.isDigit)
  }

  /// Whether a text writes its number as anybody would, so that another one of the same value is the same: no exponent, no zeros that
  /// count for nothing, and at most 15 digits.
  static func isPlain(_ text: String, in language: Language) -> Bool {
    guard let written = number(text) == nil ? digits(text, in: language) : trimmingSpaces(text) else { return false }
    let body = written.utf8.drop { $0 == UInt8(ascii: "-") }
    guard body.count <= 16, body.allSatisfy({ DateReading.isDigit($0) || $0 == UInt8(ascii: ".") }) else {
      return false
    }
    let point = body.firstIndex(of: UInt8(ascii: "."))
    // Fits: one of its own indices.
    let whole = point.map { body[..<$0] } ?? body[...]
    guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return false }
    guard point != nil else { return body.count <= 15 }
    return body.last.map { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: ".") } ?? false
  }

  /// `1.5 MB`: powers of 1000, one decimal below ten.
  static func bytes(_ count: Double, language: Language) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var value = count.magnitude
    var unit = 0
    // 999.95 would round to "1000".
    while value >= 999.5, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let digits = unit > 0 && value < 9.95 ? 1 : 0
    let number = fixed(value, digits: digits, language: language)
    return "\(sign(of: count, written: number))\(number) \(units[unit])"
  }

  /// Nothing has a sign: what is below zero by less than is written is nothing.
  private static func sign(of amount: Double, written number: String) -> String {
    amount < 0 && number.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ? "-" : ""
  }

  /// An amount of money: `€12.50` and `CHF 12.50`, or `12,50 €` and `12,50 CHF`.
  static func money(_ amount: Double, currency: String, digits: Int, language: Language) -> String {
    let number = fixed(amount.magnitude, digits: digits, language: language)
    let sign = sign(of: amount, written: number)
    if currency.isEmpty { return sign + number }
    // 1,800円, 1,800元 and 1,800원: words of their languages, not signs.
    if currency.unicodeScalars.allSatisfy(isEastAsian) { return sign + number + currency }
    let isCode = currency.unicodeScalars.allSatisfy { $0.properties.isAlphabetic }
    guard language.isCurrencyFirst else { return "\(sign)\(number) \(currency)" }
    return sign + currency + (isCode ? " " : language.currencySpace) + number
  }

  /// Chinese characters, kana and hangul.
  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// The number a text writes, surrounded by spaces at most; nil for any other text, for infinities and for hexadecimal.
  static func number(_ text: String) -> Double? {
    var isCandidate = false
    var mustTrim = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): isCandidate = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
      case UInt8(ascii: "e"), UInt8(ascii: "E"): if !isCandidate { return nil }
      case UInt8(ascii: " "): mustTrim = true
      default: return nil
      }
    }
    guard isCandidate else { return nil }
    let value = mustTrim ? Double(trimmingSpaces(text)) : Double(text)
    guard let value, value.isFinite else { return nil }
    return value
  }

  /// The number a text writes as people and spreadsheets do: `4,50`, `1.234,50`, `1,234.50`, `1 234,5`, `5.5 €`; nil for any other.
  ///
  /// - Parameter language: decides what the one comma of `1,234` is, and whether spaces alone divide thousands: `1 200`.
  static func written(_ text: String, in language: Language) -> Double? {
    digits(text, in: language).flatMap { Double($0) }
  }

  /// The same as a computer would write it: digits, a point, a minus in front.
  private static func digits(_ text: String, in language: Language) -> String? {
    // Most texts begin with a letter, and are none.
    guard text.utf8.count <= 40, let first = text.utf8.first, !isLetter(first),
      text.utf8.contains(where: DateReading.isDigit)
    else { return nil }
    var body = text.unicodeScalars.filter { !isBlank($0) || $0 == " " }.map { $0 }
    func dropBlanks() {
      while body.last == " " { body.removeLast() }
      while body.first == " " { body.removeFirst() }
    }
    dropBlanks()
    var sign: Unicode.Scalar?
    if let first = body.first, first == "-" || first == "+" || first == "\u{2212}" { sign = body.removeFirst() }
    let length = body.count
    if let first = body.first, isCurrency(first) { body.removeFirst() }
    if let last = body.last, isCurrency(last) { body.removeLast() }
    let hasCurrency = body.count < length
    dropBlanks()
    guard let first = body.first, isDigit(first), let last = body.last, isDigit(last) else {
      return nil
    }
    let marks = body.indices.filter { !isDigit(body[$0]) }
    guard marks.allSatisfy({ ".,' \u{2019}".unicodeScalars.contains(body[$0]) }) else { return nil }
    guard let point = decimalPoint(of: body, marks, language) else { return nil }
    // Fits: one of its own indices.
    let groups = point.map { body[..<$0] } ?? body[...]
    // Spaces alone divide much else, "12 345" may be two numbers, unless the language writes its thousands so; and no number begins as
    // "030 123 456" does.
    if groups.contains(" "), point == nil, !hasCurrency, !language.dividesBySpace || first == "0" { return nil }
    // Fits: the one after it, for a digit is the last.
    guard isGrouped(groups), point.map({ body[($0 + 1)...].allSatisfy(isDigit) }) ?? true else { return nil }
    var digits = sign == nil || sign == "+" ? "" : "-"
    for (index, scalar) in body.enumerated() {
      if index == point { digits += "." } else if isDigit(scalar) { digits.unicodeScalars.append(scalar) }
    }
    return digits
  }

  /// Where the decimals begin: `.some(nil)` when there are none, nil when the marks make no number.
  private static func decimalPoint(
    of body: [Unicode.Scalar], _ marks: [Int], _ language: Language
  ) -> Int?? {
    guard let last = marks.last else { return .some(nil) }
    guard body[last] == "." || body[last] == "," else { return .some(nil) }
    let alike = marks.count { body[$0] == body[last] }
    if alike > 1 { return .some(nil) }
    // One mark before three digits, and no other: 1.234 is a number of data, 1,234 one of people.
    if marks.count == 1, body[last] == ",", body.count - last == 4, last <= 3 {
      return language.decimalSeparator == "," || body[0] == "0" ? last : .some(nil)
    }
    return last
  }

  /// Digits, or groups of three divided by one and the same mark.
  private static func isGrouped(_ digits: ArraySlice<Unicode.Scalar>) -> Bool {
    let marks = Set(digits.filter { !isDigit($0) })
    guard marks.count <= 1 else { return false }
    guard let mark = marks.first else { return true }
    let groups = digits.split(separator: mark, omittingEmptySubsequences: false)
    return (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol
  }

  /// Spaces of all widths; those that do not break stand inside numbers.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// What stands between the thousands of a number, and how many digits are one group.
  struct Grouping {
    var separator: String
    /// Behind the last three digits two are a group: 12,34,567.
    var hasPairs = false

    static let none = Grouping(separator: "")

    init(_ language: Language) {
      separator = language.groupSeparator
      hasPairs = language.hasLakhs
    }

    private init(separator: String) { self.separator = separator }
  }

  private static func grouped(_ digits: String, by grouping: Grouping) -> String {
    guard !grouping.separator.isEmpty, digits.utf8.count > 3 else { return digits }
    var text = ""
    var left = digits.utf8.count
    for digit in digits {
      text.append(digit)
      left -= 1
      if left == 3 || left > 3 && (grouping.hasPairs ? (left - 3) % 2 == 0 : left % 3 == 0) {
        text += grouping.separator
      }
    }
    return text
  }

  /// 1.005 is stored a little below; four units in the last place decide a half as its decimal digits would. Numbers so large
  /// that this could move anything but a half stay as they are.
  private static func nudged(_ scaled: Double) -> Double {
    scaled.magnitude < 1e12 ? scaled + scaled * 1e-15 : scaled
  }

  private static func trimmed(_ decimals: String) -> String {
    guard decimals.utf8.contains(UInt8(ascii: ".")) else { return decimals }
    var text = decimals[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }
}

/// A number's digits with as much in front that they are at least so many; more digits stay as they are. A sign stays in front.
package func padded(_ digits: String, to width: Int, with pad: Character = "0") -> String {
  guard digits.hasPrefix("-"), pad == "0" else {
    return String(repeating: pad, count: max(0, width - digits.utf8.count)) + digits
  }
  return "-" + padded(String(digits.dropFirst()), to: width)
}

/// Without spaces and line breaks at both ends.
func trimmingSpaces(_ text: String) -> String {
  if let first = text.utf8.first, let last = text.utf8.last, isInk(first), isInk(last) { return text }
  let scalars = text.unicodeScalars
  guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
    let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
  else { return "" }
  return String(scalars[first...last])
}

/// Nothing but white space.
func isBlank(_ text: String) -> Bool {
  guard let first = text.utf8.first else { return true }
  return !isInk(first) && text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
}

/// A byte of ASCII that leaves a mark; what most texts begin and end with.
private func isInk(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
