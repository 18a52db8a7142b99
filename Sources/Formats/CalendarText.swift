import Board

/// What a calendar says line by line, before libical sees it: its events and its time zones, each as lines of its own.
///
/// libical frees parts within parts by recursion, keeps every property of every part, and writes to stderr about what it cannot close.
/// So lines are unfolded and parts are closed here, and of an event only what is read of it goes on.
struct CalendarText {
  // Indices: `index` is before the end of the text in its loop, and `stop` between the two.
  /// Events as components of their own, BEGIN and END included.
  private(set) var events: [[UInt8]] = []
  private(set) var zones: [CalendarZone] = []
  /// What was left out because of its number or length, a sentence each.
  private(set) var notes: [String] = []

  private let account: Account
  /// Names of the parts that are open.
  private var open: [String] = []
  private var event: Lines?
  private var zone: CalendarZone?

  private struct Lines {
    var bytes: [UInt8]
    var counts: [String: Int] = [:]
    /// Dates that are added or excepted.
    var dates = 0
  }

  /// Alarms stand in events, and events in calendars.
  private static let nestingLimit = 8
  /// Bytes of a property's name with its parameters.
  private static let headLimit = 4_096
  /// Bytes of a property that is no text.
  private static let valueLimit = 65_536
  /// Time zones of one calendar; files that span the world have some dozens.
  private static let zoneLimit = 200

  /// Properties of an event that are read, and how many of each: where the first is damaged, the next one counts.
  private static let kept: [String: (limit: Int, isText: Bool)] = [
    "UID": (4, true), "SUMMARY": (4, true), "LOCATION": (4, true), "DESCRIPTION": (4, true), "ORGANIZER": (4, true),
    "STATUS": (4, false), "SEQUENCE": (1, false), "DTSTART": (4, false), "DTEND": (4, false), "DURATION": (4, false),
    "RECURRENCE-ID": (4, false), "RRULE": (20, false), "EXRULE": (1, false),
    "RDATE": (Calendar.occurrenceLimit, false), "EXDATE": (Calendar.occurrenceLimit, false),
  ]

  /// - Parameter text: UTF-8 without zero bytes.
  init(_ text: [UInt8], account: Account) throws(FormatError) {
    self.account = account
    var line: [UInt8] = []
    var index = 0
    while index < text.count {
      let end = text[index...].firstIndex(of: 0x0A) ?? text.count
      var stop = end
      while stop > index, text[stop - 1] == 0x0D { stop -= 1 }
      try account.charge(steps: end - index + 1, at: end)
      // RFC 5545 §3.1: a line that begins with a space goes on the one before.
      if text[index] == 0x20 || text[index] == 0x09, !line.isEmpty {
        line += text[min(index + 1, stop)..<stop]
      } else {
        try handle(line)
        line.removeAll(keepingCapacity: true)
        line += text[index..<stop]
      }
      try account.charge(text: line.count)
      index = end + 1
    }
    try handle(line)
    while !open.isEmpty { close() }
  }

  private mutating func handle(_ line: [UInt8]) throws(FormatError) {
    guard let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }), nameEnd <= 64
    else { return }
    let name = String(decoding: line[..<nameEnd], as: UTF8.self).trimmed.uppercased()
    switch name {
    case "BEGIN": try begin(Self.word(line[(nameEnd + 1)...]))
    case "END": end(Self.word(line[(nameEnd + 1)...]))
    default:
      if open.last == "VEVENT", event != nil {
        keep(line, name)
      } else if zone != nil, let part = open.last {
        zone?.read(line, name, in: part)
      }
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(64), as: UTF8.self).trimmed.uppercased()
  }

  private mutating func begin(_ name: String) throws(FormatError) {
    guard open.count < Self.nestingLimit else {
      throw FormatError("the calendar has parts within parts, more than \(Self.nestingLimit) levels deep")
    }
    let isDirect = open.last == "VCALENDAR"
    open.append(name)
    switch name {
    case "VEVENT" where isDirect: event = Lines(bytes: Array("BEGIN:VEVENT\r\n".utf8))
    case "VTIMEZONE" where isDirect:
      zone = CalendarZone()
    case "STANDARD", "DAYLIGHT": zone?.begin(name)
    default: break
    }
  }

  /// One that ends nothing which is open closes the innermost part, as a misspelt one means to; the calendar itself stays open.
  private mutating func end(_ name: String) {
    guard let place = open.lastIndex(of: name) else {
      if let last = open.last, last != "VCALENDAR" { close() }
      return
    }
    while open.count > place { close() }
  }

  private mutating func close() {
    // Fits: it is called with a part open.
    let name = open.removeLast()
    guard open.last == "VCALENDAR" else { return }
    if name == "VEVENT", var lines = event {
      lines.bytes += "END:VEVENT\r\n".utf8
      events.append(lines.bytes)
      event = nil
    } else if name == "VTIMEZONE", let ended = zone {
      if zones.count < Self.zoneLimit {
        zones.append(ended)
      } else {
        note("the calendar has more than \(Self.zoneLimit) time zones of its own; the first so many are read")
      }
      zone = nil
    }
  }

  private mutating func keep(_ line: [UInt8], _ name: String) {
    guard let rule = Self.kept[name], var lines = event else { return }
    event = nil
    defer { event = lines }
    guard Self.head(of: line) <= Self.headLimit, rule.isText || line.count <= Self.valueLimit else {
      return note("a line \(name) of an event is longer than lines are, and is left out")
    }
    if name == "RDATE" || name == "EXDATE" {
      lines.dates += 1 + line.count { $0 == UInt8(ascii: ",") }
      guard lines.dates <= Calendar.occurrenceLimit else {
        return note("an event adds or excepts more than \(Calendar.occurrenceLimit) dates; the first so many count")
      }
    }
    lines.counts[name, default: 0] += 1
    guard lines.counts[name, default: 0] <= rule.limit else { return }
    lines.bytes += line
    lines.bytes += [0x0D, 0x0A]
  }

  /// Bytes of a line up to its value, parameters in quotes among them.
  private static func head(of line: [UInt8]) -> Int {
    var isQuoted = false
    for (position, byte) in line.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return position }
      if position > headLimit { break }
    }
    return line.count
  }

  private mutating func note(_ sentence: String) {
    if !notes.contains(sentence) { notes.append(sentence) }
  }
}
