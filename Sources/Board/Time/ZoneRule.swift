import Numbers

/// What a time zone does after the last change its file names: the rule that stands at the file's end.
///
/// Source: POSIX, the environment variable TZ; RFC 8536, section 3.3.1, with hours beyond a day.
struct ZoneRule: Hashable {
  /// When clocks are changed in each year.
  struct Turn: Hashable {
    var day: Day
    /// Seconds after midnight by the clocks before they are changed; 02:00 unless told otherwise.
    var time: Double
  }

  /// A day of each year.
  enum Day: Hashable {
    /// `J60`: 1 to 365; the 29th of February is not counted.
    case julian(Int)
    /// `59`: 0 to 365; it is.
    case ordinal(Int)
    /// `M3.5.0`: a day of the week (0 is Sunday) of a month; its fifth is its last.
    case weekday(Int, week: Int, month: Int)
  }

  /// The other half of the year: winter where standard time is in summer, as in Dublin.
  struct Season: Hashable {
    /// Seconds east of UTC.
    var offset: Double
    var begins: Turn
    var ends: Turn
  }

  /// Seconds east of UTC.
  var standard: Double
  /// Nil where clocks are never changed.
  var season: Season?

  /// Whoever plans further has other troubles.
  private static let lastYear = 2200
  /// No clock was changed twice a year before.
  private static let earliest = 1900
  /// Where a file names no change at all.
  private static let firstYear = 1970

  /// Reads one such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil for what is none.
  init?(_ text: some Sequence<UInt8>) {
    var reader = RuleReader(text)
    guard reader.takeName(), let west = reader.time(hours: 24) else { return nil }
    standard = -west
    if reader.isAtEnd { return }
    guard reader.takeName() else { return nil }
    var offset = standard + 3600
    if let next = reader.next, next != UInt8(ascii: ",") {
      guard let west = reader.time(hours: 24) else { return nil }
      offset = -west
    }
    guard reader.accept(","), let begins = reader.turn(), reader.accept(","), let ends = reader.turn(), reader.isAtEnd
    else { return nil }
    season = Season(offset: offset, begins: begins, ends: ends)
  }

  /// Its changes from a last one on that is known without it.
  func changes(after last: Zone.Change?) -> [Zone.Change] {
    guard let season else { return [] }
    let first = last.map { max(CivilTime(secondsSince1970: $0.time).year - 1, Self.earliest) } ?? Self.firstYear
    var turns: [(time: Double, offset: Double, isBeginning: Bool)] = []
    for year in first..<max(first, Self.lastYear) {
      turns.append((season.begins.instant(year: year, clock: standard), season.offset, true))
      turns.append((season.ends.instant(year: year, clock: season.offset), standard, false))
    }
    // Where it begins in the moment it ends, it never does: `XXX3YYY4,0/0,J365/23`.
    turns.sort { ($0.time, $0.isBeginning ? 1 : 0) < ($1.time, $1.isBeginning ? 1 : 0) }
    var changes: [Zone.Change] = []
    for turn in turns where turn.time > last?.time ?? -.infinity {
      if changes.last?.time == turn.time { changes.removeLast() }
      if (changes.last ?? last)?.offset != turn.offset {
        changes.append(Zone.Change(time: turn.time, offset: turn.offset))
      }
    }
    return changes
  }
}

extension ZoneRule.Turn {
  /// When it is, seconds since 1970 UTC.
  ///
  /// - Parameter clock: seconds east of UTC that clocks show before.
  fileprivate func instant(year: Int, clock: Double) -> Double {
    Double(day.number(in: year)) * 86_400 + time - clock
  }
}

extension ZoneRule.Day {
  /// Days since 1970-01-01.
  fileprivate func number(in year: Int) -> Int {
    let newYear = CivilTime.days(year: year, month: 1, day: 1)
    switch self {
    case .julian(let day):
      let isBehindLeapDay = day >= 60 && CivilTime.length(ofMonth: 2, year: year) == 29
      return newYear + day - 1 + (isBehindLeapDay ? 1 : 0)
    case .ordinal(let day): return newYear + day
    case .weekday(let weekday, let week, let month):
      let first = CivilTime(year: year, month: month, day: 1)
      // 0 is Sunday here, and Monday there.
      var day = 1 + CivilTime.modulo(weekday - first.weekday - 1, 7) + (week - 1) * 7
      if day > CivilTime.length(ofMonth: month, year: year) { day -= 7 }
      return first.dayNumber + day - 1
    }
  }
}

/// Takes a rule apart.
private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: some Sequence<UInt8>) { rest = ArraySlice(text) }

  var next: UInt8? { rest.first }
  var isAtEnd: Bool { rest.isEmpty }

  mutating func accept(_ sign: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// `CET`, or `<+0330>`: three characters at least, which say nothing that is needed.
  mutating func takeName() -> Bool {
    let isQuoted = accept("<")
    let name = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): isQuoted
      default: false
      }
    }
    rest = rest.dropFirst(name.count)
    return name.count >= 3 && (!isQuoted || accept(">"))
  }

  private mutating func number(from low: Int = 0, to high: Int) -> Int? {
    var value: Int?
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      let digit = Int(next & 0x0F)
      value = (value ?? 0) * 10 + digit
      rest = rest.dropFirst()
      // Longer ones are none, and would not fit in the end.
      if let value, value > high { return nil }
    }
    return value.flatMap { $0 >= low ? $0 : nil }
  }

  /// Seconds: `2`, `-3:30`, `+1:02:03`.
  mutating func time(hours most: Int) -> Double? {
    let isNegative = accept("-")
    if !isNegative { _ = accept("+") }
    guard let hours = number(to: most) else { return nil }
    var seconds = hours * 3600
    if accept(":") {
      guard let minutes = number(to: 59) else { return nil }
      seconds += minutes * 60
      if accept(":") {
        guard let rest = number(to: 59) else { return nil }
        seconds += rest
      }
    }
    return Double(isNegative ? -seconds : seconds)
  }

  mutating func turn() -> ZoneRule.Turn? {
    guard let day = day() else { return nil }
    guard accept("/") else { return ZoneRule.Turn(day: day, time: 2 * 3600) }
    return time(hours: 167).map { ZoneRule.Turn(day: day, time: $0) }
  }

  private mutating func day() -> ZoneRule.Day? {
    if accept("J") { return number(from: 1, to: 365).map { .julian($0) } }
    guard accept("M") else { return number(to: 365).map { .ordinal($0) } }
    guard let month = number(from: 1, to: 12), accept("."), let week = number(from: 1, to: 5), accept("."),
      let day = number(to: 6)
    else {
      return nil
    }
    return .weekday(day, week: week, month: month)
  }
}
