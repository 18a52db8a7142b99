import Board
import Numbers

/// A time zone that a calendar describes itself: its changes, as far as they are sane.
///
/// libical writes each change out, up to the year of the event: a zone that changes every second, or by a rule that never holds, would
/// keep it busy for good. What is no zone anybody could live in is said, and stands for its distance from UTC alone.
struct CalendarZone {
  /// As `TZID:` names it.
  private(set) var name = ""
  private var parts: [Part] = []
  private var hasTooManyParts = false

  /// STANDARD or DAYLIGHT: when it begins, how far from UTC it is, and when that comes again.
  private struct Part {
    var kind: String
    var start: String?
    /// Seconds east of UTC.
    var from: Int?
    var to: Int?
    var rules: [String] = []
    var dates: [String] = []
    var hasTooMany = false
  }

  /// Zones with all their history have fewer.
  private static let partLimit = 200
  private static let dateLimit = 500
  /// Days looked at, at most: 40 years, after which a 29 February has been on any weekday.
  private static let searched = 40 * 366

  mutating func begin(_ kind: String) {
    if parts.count < Self.partLimit { parts.append(Part(kind: kind)) } else { hasTooManyParts = true }
  }

  /// - Parameter part: VTIMEZONE, STANDARD or DAYLIGHT.
  mutating func read(_ line: [UInt8], _ property: String, in part: String) {
    let text = String(decoding: line.prefix(4_096), as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = String(text[text.index(after: colon)...].trimmed)
    if part == "VTIMEZONE" {
      if property == "TZID", name.isEmpty, value.utf8.count <= 256 { name = value }
      return
    }
    guard part == "STANDARD" || part == "DAYLIGHT", !hasTooManyParts, let last = parts.indices.last else { return }
    switch property {
    case "DTSTART": parts[last].start = value
    case "TZOFFSETFROM": parts[last].from = Self.offset(value)
    case "TZOFFSETTO": parts[last].to = Self.offset(value)
    case "RRULE":
      if parts[last].rules.count < 4 { parts[last].rules.append(value) } else { parts[last].hasTooMany = true }
    case "RDATE":
      let dates = value.split(separator: ",").map(String.init)
      if parts[last].dates.count + dates.count <= Self.dateLimit, line.count <= 4_096 {
        parts[last].dates += dates
      } else {
        parts[last].hasTooMany = true
      }
    default: break
    }
  }

  /// What libical may read, and whether that is the zone's distance from UTC alone; nil when not even that is known.
  var component: (text: String, isDamaged: Bool)? {
    let isSane = !hasTooManyParts && !parts.isEmpty && parts.allSatisfy(Self.isSane)
    if isSane { return (component(parts), false) }
    guard let offset = (parts.last { $0.kind == "STANDARD" && $0.to != nil } ?? parts.last { $0.to != nil })?.to else {
      return nil
    }
    return (component([Part(kind: "STANDARD", start: "19700101T000000", from: offset, to: offset)]), true)
  }

  private func component(_ parts: [Part]) -> String {
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    for part in parts {
      lines.append("BEGIN:\(part.kind)")
      if let start = part.start { lines.append("DTSTART:\(start)") }
      if let from = part.from ?? part.to { lines.append("TZOFFSETFROM:\(Self.written(from))") }
      if let to = part.to { lines.append("TZOFFSETTO:\(Self.written(to))") }
      lines += part.rules.map { "RRULE:\($0)" } + part.dates.map { "RDATE:\($0)" }
      lines.append("END:\(part.kind)")
    }
    return (lines + ["END:VTIMEZONE", ""]).joined(separator: "\r\n")
  }

  private static func isSane(_ part: Part) -> Bool {
    guard !part.hasTooMany, part.to != nil, let start = part.start.flatMap(day) else { return false }
    return part.dates.allSatisfy { day($0) != nil } && part.rules.allSatisfy { isSane($0, from: start) }
  }

  /// One change a year, on a day that comes.
  private static func isSane(_ text: String, from start: Int) -> Bool {
    guard let rule = RecurrenceRule(text), rule.frequency == .yearly, rule.positions.isEmpty, rule.months.count <= 1,
      rule.weekdays.count <= 1, rule.monthDays.count <= 7
    else { return false }
    if rule.weekdays.first?.ordinal == 0, rule.monthDays.isEmpty { return false }
    if rule.months.isEmpty, !rule.monthDays.isEmpty || !rule.weekdays.isEmpty { return false }
    var left = searched
    // Fits: a day of the years 1 to 2400, and forty years more.
    let days = rule.days(from: start, in: start...(start + searched), limit: 1) { looked in
      left -= looked
      return left > 0
    }
    return days?.isEmpty == false
  }

  /// The day of `19701025T030000` in a year of this era; nil for anything else.
  private static func day(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8, bytes.count <= 16, bytes.count == 8 || bytes[8] == UInt8(ascii: "T"),
      let year = Int(text.prefix(4)), let month = Int(text.dropFirst(4).prefix(2)),
      let day = Int(text.dropFirst(6).prefix(2)), (1...2_400).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilTime.length(ofMonth: month, year: year)
    else { return nil }
    return CivilTime.days(year: year, month: month, day: day)
  }

  /// `+0200`, `-033000`: less than a day.
  private static func offset(_ text: String) -> Int? {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    guard text.count - digits.count <= 1, digits.utf8.count == 4 || digits.utf8.count == 6,
      digits.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }), let number = Int(digits)
    else { return nil }
    let (hours, minutes, seconds) =
      digits.utf8.count == 4
      ? (number / 100, number % 100, 0) : (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    return (hours * 3_600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
  }

  private static func written(_ offset: Int) -> String {
    let seconds = abs(offset)
    let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    return (offset < 0 ? "-" : "+") + parts.map { padded(String($0), to: 2) }.joined()
  }
}
