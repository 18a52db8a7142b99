import Numbers

/// Reads the moments that data writes as text or numbers.
///
/// Texts: ISO 8601 (`2025-03-04`, `2025-03-04T10:15`, `…:30.5`, `…Z`, `…+01:00`, a space for the `T`, and the basic form
/// `20250304T101530Z`), RFC 822 as feeds have it (`Tue, 04 Mar 2025 10:15:30 +0100`, `GMT`, `EST`), and `10:15`, which is today; `4.3.2025` and
/// `4.3.2025 10:15` as spreadsheets have it, `2025/3/4 10:15:30`, and `Mar 4, 2025`; `20250304` and `20250304101530` as timetables have it.
/// A time may have twelve hours, `10:15 PM`, or go on behind midnight, `24:20`. `3/4/2025` is two days, and none here.
/// What stands in brackets behind a time names its zone where there is no offset (RFC 9557: `…T10:15[Europe/Berlin]`).
/// A text without a zone is on the clock of `moment.zone`. Numbers: seconds since 1970 UTC, or milli-, micro- or nanoseconds.
enum DateReading {
  /// From this size on a number counts milliseconds: 10¹¹ s is the year 5138, 10¹¹ ms was in 1973.
  static let firstMilliseconds = 1e11
  /// A thousand times as much each: 10¹⁴ µs and 10¹⁷ ns were in 1973, too.
  private static let firstMicroseconds = 1e14
  private static let firstNanoseconds = 1e17

  /// Longer texts name no moment.
  static let mostBytes = 64

  static func instant(_ number: Double) -> Double? {
    switch number.magnitude {
    case ..<firstMilliseconds: number
    case ..<firstMicroseconds: number / 1e3
    case ..<firstNanoseconds: number / 1e6
    case ..<1e20: number / 1e9
    default: nil
    }
  }

  /// The instant a text names, in seconds since 1970 UTC; nil when it names none. Numbers in text are not read here.
  static func instant(_ text: String, in moment: Moment) -> Double? {
    guard var reader = Bytes(text) else { return nil }
    reader.skipSpaces()
    guard let first = reader.peek else { return nil }
    if isDigit(first) {
      let start = reader.index
      if let iso = isoTime(&reader, in: moment) { return iso }
      reader.index = start
      if let today = timeToday(&reader, in: moment) { return today }
      reader.index = start
      if let day = dotted(&reader, in: moment) { return day }
      reader.index = start
      if let day = slashed(&reader, in: moment) { return day }
      reader.index = start
    }
    let start = reader.index
    if let time = rfc822(&reader, in: moment) { return time }
    reader.index = start
    return monthFirst(&reader, in: moment)
  }

  /// `20250304`, `202503041015` and `20250304101530`, all digits: a day of our time and no seconds, which were of 1970 or 1976.
  static func digits(_ text: String, in moment: Moment) -> Double? {
    let text = trimmingSpaces(text)
    let length = text.utf8.count
    guard length == 8 || length == 12 || length == 14, var reader = Bytes(text), let year = reader.digits(4),
      (1900...2199).contains(year), let month = reader.digits(2), (1...12).contains(month), let day = reader.digits(2),
      day >= 1, day <= CivilTime.length(ofMonth: month, year: year)
    else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    if !reader.isAtEnd { guard clock(&reader, into: &civil, isBasic: true), reader.isAtEnd else { return nil } }
    return moment.zone.instant(local: civil.secondsSince1970)
  }

  /// The nearest moment at which clocks show the time of day that a text is; nil where it is none. Timetables know no date: at ten to
  /// midnight 00:10 is in twenty minutes, and at ten past, 23:50 and 24:10 were and are of the day before.
  ///
  /// - Parameter time: seconds since 1970 UTC.
  static func clockTime(_ text: String, nearest time: Double, in moment: Moment) -> Double? {
    guard var reader = Bytes(text) else { return nil }
    reader.skipSpaces()
    guard let first = reader.peek, isDigit(first), let seconds = timeOfDay(&reader) else { return nil }
    let today = moment.civil(time).dayNumber
    let instants = (-2...1).map { moment.zone.instant(local: Double(today + $0) * 86_400 + seconds) }
    return instants.min { ($0 - time).magnitude < ($1 - time).magnitude }
  }

  /// `4.3.2025`, `04.03.2025 10:15`
  private static func dotted(_ reader: inout Bytes, in moment: Moment) -> Double? {
    guard let day = reader.digits(2) ?? reader.digits(1), reader.accept(UInt8(ascii: ".")),
      let month = reader.digits(2) ?? reader.digits(1), reader.accept(UInt8(ascii: ".")), (1...12).contains(month),
      let year = reader.digits(4)
    else { return nil }
    return written(year: year, month, day, &reader, in: moment)
  }

  /// `2025/3/4`, `2025/03/04 10:15:30`
  private static func slashed(_ reader: inout Bytes, in moment: Moment) -> Double? {
    guard let year = reader.digits(4), reader.accept(UInt8(ascii: "/")),
      let month = reader.digits(2) ?? reader.digits(1), reader.accept(UInt8(ascii: "/")), (1...12).contains(month),
      let day = reader.digits(2) ?? reader.digits(1)
    else { return nil }
    return written(year: year, month, day, &reader, in: moment)
  }

  /// `Mar 4, 2025`, `March 4 2025 10:15`
  private static func monthFirst(_ reader: inout Bytes, in moment: Moment) -> Double? {
    guard let name = reader.word(), let month = month(named: name) else { return nil }
    _ = reader.accept(UInt8(ascii: "."))
    reader.skipSpaces()
    guard let day = reader.digits(2) ?? reader.digits(1) else { return nil }
    _ = reader.accept(UInt8(ascii: ","))
    reader.skipSpaces()
    guard let year = reader.digits(4) else { return nil }
    return written(year: year, month, day, &reader, in: moment)
  }

  /// The rest of a date that people have written: nothing, or a time of day.
  private static func written(year: Int, _ month: Int, _ day: Int, _ reader: inout Bytes, in moment: Moment) -> Double?
  {
    guard day >= 1, day <= CivilTime.length(ofMonth: month, year: year) else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    _ = reader.accept(UInt8(ascii: ","))
    reader.skipSpaces()
    if reader.isAtEnd { return moment.zone.instant(local: civil.secondsSince1970) }
    if !reader.isAtDigit {
      // "Mar 4, 2025 at 10:15"
      guard reader.word() == "at" else { return nil }
      reader.skipSpaces()
    }
    guard clock(&reader, into: &civil, isBasic: false) else { return nil }
    return zoned(civil, &reader, in: moment)
  }

  private static func isoTime(_ reader: inout Bytes, in moment: Moment) -> Double? {
    guard let year = reader.digits(4) else { return nil }
    let isExtended = reader.accept(UInt8(ascii: "-"))
    // People leave out zeros: 2025-3-4.
    guard let month = reader.digits(2) ?? (isExtended ? reader.digits(1) : nil), (1...12).contains(month) else {
      return nil
    }
    guard isExtended == reader.accept(UInt8(ascii: "-")) else { return nil }
    guard let day = reader.digits(2) ?? (isExtended ? reader.digits(1) : nil), day >= 1,
      day <= CivilTime.length(ofMonth: month, year: year)
    else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    let hasTime =
      reader.accept(UInt8(ascii: "T")) || reader.accept(UInt8(ascii: "t")) || reader.accept(UInt8(ascii: " "))
    guard hasTime else {
      // `20250304` alone is a number.
      return isExtended && reader.isAtEnd ? moment.zone.instant(local: civil.secondsSince1970) : nil
    }
    guard clock(&reader, into: &civil, isBasic: !isExtended) else { return nil }
    return zoned(civil, &reader, in: moment)
  }

  private static func timeToday(_ reader: inout Bytes, in moment: Moment) -> Double? {
    guard let seconds = timeOfDay(&reader) else { return nil }
    return moment.zone.instant(local: Double(moment.civil(moment.time).dayNumber) * 86_400 + seconds)
  }

  /// A time by itself, in seconds from midnight on. Timetables count the hours on until the last bus of a day is home: 24:20 is twenty past
  /// midnight of the day after. Source: GTFS, `stop_times.txt`.
  private static func timeOfDay(_ reader: inout Bytes) -> Double? {
    guard var hour = reader.digits(2) ?? reader.digits(1), hour < 48, reader.accept(UInt8(ascii: ":")),
      let minute = reader.digits(2), minute < 60
    else { return nil }
    var second = 0
    if reader.accept(UInt8(ascii: ":")) {
      guard let digits = reader.digits(2), digits < 60 else { return nil }
      second = digits
    }
    guard halfOfDay(&reader, &hour) else { return nil }
    reader.skipSpaces()
    return reader.isAtEnd ? Double(hour * 3600 + minute * 60 + second) : nil
  }

  /// `PM`, `pm`, `p.m.` behind a time of twelve hours; nothing where it has all of them. False where it has none of both.
  private static func halfOfDay(_ reader: inout Bytes, _ hour: inout Int) -> Bool {
    let start = reader.index
    reader.skipSpaces()
    guard let letter = reader.peek.map({ $0 | 0x20 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else {
      reader.index = start
      return true
    }
    reader.index += 1
    _ = reader.accept(UInt8(ascii: "."))
    guard reader.accept(UInt8(ascii: "m")) || reader.accept(UInt8(ascii: "M")) else {
      reader.index = start
      return true
    }
    _ = reader.accept(UInt8(ascii: "."))
    guard (1...12).contains(hour) else { return false }
    hour = hour % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
    return true
  }

  private static func rfc822(_ reader: inout Bytes, in moment: Moment) -> Double? {
    if let first = reader.peek, !isDigit(first) {
      // The weekday says nothing the date does not.
      guard reader.word() != nil else { return nil }
      _ = reader.accept(UInt8(ascii: ","))
      reader.skipSpaces()
    }
    guard let day = reader.digits(2) ?? reader.digits(1) else { return nil }
    if !reader.accept(UInt8(ascii: "-")) { reader.skipSpaces() }
    guard let name = reader.word(), let month = month(named: name) else { return nil }
    if !reader.accept(UInt8(ascii: "-")) { reader.skipSpaces() }
    guard var year = reader.digits(4) ?? reader.digits(2) else { return nil }
    // RFC 2822 §4.3: two digits are 2000–2049 and 1950–1999.
    if year < 50 { year += 2000 } else if year < 100 { year += 1900 }
    guard day >= 1, day <= CivilTime.length(ofMonth: month, year: year) else { return nil }
    var civil = CivilTime(year: year, month: month, day: day)
    reader.skipSpaces()
    if reader.isAtEnd { return moment.zone.instant(local: civil.secondsSince1970) }
    guard clock(&reader, into: &civil, isBasic: false) else { return nil }
    return zoned(civil, &reader, in: moment)
  }

  /// `10:15`, `10:15:30`, `10:15:30.25`, `9:15 PM`; basic: `1015`, `101530`.
  private static func clock(_ reader: inout Bytes, into civil: inout CivilTime, isBasic: Bool) -> Bool {
    guard let hour = reader.digits(2) ?? (isBasic ? nil : reader.digits(1)), hour <= 24 else { return false }
    guard isBasic || reader.accept(UInt8(ascii: ":")), let minute = reader.digits(2), minute < 60 else { return false }
    (civil.hour, civil.minute) = (hour, minute)
    if isBasic ? reader.isAtDigit : reader.accept(UInt8(ascii: ":")) {
      guard let second = reader.digits(2), second <= 60 else { return false }
      civil.second = Double(second)
      if reader.accept(UInt8(ascii: ".")) || reader.accept(UInt8(ascii: ",")) {
        var scale = 0.1
        while let digit = reader.digits(1) {
          civil.second += Double(digit) * scale
          scale /= 10
        }
      }
    }
    return isBasic || halfOfDay(&reader, &civil.hour)
  }

  private static func zoned(_ civil: CivilTime, _ reader: inout Bytes, in moment: Moment) -> Double? {
    let local = civil.secondsSince1970
    reader.skipSpaces()
    if reader.isAtEnd { return moment.zone.instant(local: local) }
    if reader.peek == UInt8(ascii: "[") {
      guard let names = reader.brackets() else { return nil }
      return (names.first.flatMap { zone(named: $0, in: moment) } ?? moment.zone).instant(local: local)
    }
    if reader.peek == UInt8(ascii: "-") || reader.peek == UInt8(ascii: "+") {
      guard let offset = offset(&reader), ends(&reader) else { return nil }
      return local - offset
    }
    guard let name = reader.word(), ends(&reader), let hours = zoneHours[name.uppercased()] else { return nil }
    return local - Double(hours) * 3600
  }

  /// The zone that stands in brackets behind a time without an offset, where the board knows nothing of it and its own clock counts.
  static func unknownZone(_ text: String, in moment: Moment) -> String? {
    guard text.utf8.count <= mostBytes, text.utf8.last == UInt8(ascii: "]") else { return nil }
    let names = text.split(separator: "[", maxSplits: 1)
    guard names.count == 2, let name = names[1].split(separator: "]").first else { return nil }
    var (here, there) = (moment, moment)
    (here.zone, there.zone) = (.utc, Zone(secondsFromUTC: 3600))
    guard let time = instant(text, in: here), time != instant(text, in: there) else { return nil }
    return String(name.first == "!" ? name.dropFirst() : name)
  }

  /// An offset says when it was; what follows in brackets, where.
  private static func ends(_ reader: inout Bytes) -> Bool { reader.endsAfterComment || reader.brackets() != nil }

  /// Nil for a zone that this board knows nothing of.
  private static func zone(named name: String, in moment: Moment) -> Zone? {
    // "!" says that whoever does not know it must not go on; a clock goes on.
    let name = name.hasPrefix("!") ? String(name.dropFirst()) : name
    if let zone = moment.zones[name] { return zone }
    let seconds =
      offset(name) ?? zoneHours[name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name].map { Double($0) * 3600 }
    return seconds.map { Zone(secondsFromUTC: Int(clamping: $0)) }
  }

  /// `+01:00`, `-0330`, `+01`: seconds east of UTC.
  static func offset(_ text: String) -> Double? {
    guard var reader = Bytes(text), let offset = offset(&reader), reader.isAtEnd else { return nil }
    return offset
  }

  private static func offset(_ reader: inout Bytes) -> Double? {
    let isWest = reader.accept(UInt8(ascii: "-"))
    guard isWest || reader.accept(UInt8(ascii: "+")), let hours = reader.digits(2) else { return nil }
    _ = reader.accept(UInt8(ascii: ":"))
    let minutes = reader.digits(2) ?? 0
    return Double(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Hours east of UTC. Source: RFC 822 §5.1; the last two are common in European feeds.
  private static let zoneHours: [String: Int] = [
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "CET": 1, "CEST": 2,
  ]

  private static func month(named name: String) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    let start = name.prefix(3).lowercased()
    return ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].firstIndex(of: start)
      .map { $0 + 1 }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

/// A position in the bytes of a short text, copied to the stack.
private struct Bytes {
  // Indices: `index` is compared with `count` before it goes on, and `count` with the room there is.
  private var bytes = InlineArray<64, UInt8>(repeating: 0)
  private let count: Int
  var index = 0

  /// Nothing when the text is shorter or longer than any date, or has no digit: most texts are words.
  init?(_ text: String) {
    count = text.utf8.count
    guard count >= 4, count <= DateReading.mostBytes else { return nil }
    var i = 0
    var hasDigit = false
    for byte in text.utf8 {
      bytes[i] = byte
      i += 1
      hasDigit = hasDigit || DateReading.isDigit(byte)
    }
    guard hasDigit else { return nil }
  }

  var peek: UInt8? { index < count ? bytes[index] : nil }
  var isAtEnd: Bool { index >= count }
  var isAtDigit: Bool { peek.map(DateReading.isDigit) ?? false }

  /// Nothing follows but spaces and a comment in parentheses, which mail dates may carry.
  var endsAfterComment: Bool {
    var rest = index
    while rest < count, bytes[rest] == UInt8(ascii: " ") { rest += 1 }
    return rest == count || bytes[rest] == UInt8(ascii: "(")
  }

  /// All of the rest, where it is words in brackets, without these; nil where it is something else.
  mutating func brackets() -> [String]? {
    var words: [String] = []
    while accept(UInt8(ascii: "[")) {
      var word = ""
      while index < count, bytes[index] != UInt8(ascii: "]") {
        word.unicodeScalars.append(Unicode.Scalar(bytes[index]))
        index += 1
      }
      guard accept(UInt8(ascii: "]")) else { return nil }
      words.append(word)
    }
    return isAtEnd ? words : nil
  }

  /// Those that do not break stand before "PM" where programs write it.
  mutating func skipSpaces() {
    while index < count {
      if bytes[index] == UInt8(ascii: " ") {
        index += 1
      } else if index + 1 < count, bytes[index] == 0xC2, bytes[index + 1] == 0xA0 {
        index += 2
      } else if index + 2 < count, bytes[index] == 0xE2, bytes[index + 1] == 0x80, bytes[index + 2] == 0xAF {
        index += 3
      } else {
        return
      }
    }
  }

  mutating func accept(_ byte: UInt8) -> Bool {
    guard index < count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Exactly so many digits, or nothing taken.
  mutating func digits(_ width: Int) -> Int? {
    guard index + width <= count else { return nil }
    var value = 0
    for i in index..<index + width {
      guard DateReading.isDigit(bytes[i]) else { return nil }
      // Fits: four digits at the most.
      value = value * 10 + Int(bytes[i] - UInt8(ascii: "0"))
    }
    index += width
    return value
  }

  /// A run of ASCII letters.
  mutating func word() -> String? {
    let start = index
    while index < count, bytes[index] | 0x20 >= UInt8(ascii: "a"), bytes[index] | 0x20 <= UInt8(ascii: "z") {
      index += 1
    }
    guard index > start else { return nil }
    var word = ""
    for i in start..<index { word.unicodeScalars.append(Unicode.Scalar(bytes[i])) }
    return word
  }
}
