import Numbers

/// Hours of the day on the clock of the board's zone, or of some weekdays: one span or several, each of which may run over midnight.
public struct Hours: Sendable, Hashable {
  /// From one time of the day to another, on some weekdays.
  public struct Span: Sendable, Hashable {
    /// Minutes since midnight, 0..<1440.
    public var start: Int
    /// Minutes since midnight, up to 1440; lies outside. Not behind `start` it is tomorrow's.
    public var end: Int
    /// The weekdays it begins on, 0 for Monday to 6 for Sunday; never empty.
    public var weekdays: Set<Int> = Self.everyDay

    static let everyDay = Set(0..<7)

    /// Minutes it takes.
    var length: Int { end > start ? end - start : end + 1440 - start }
  }

  /// At least one.
  public var spans: [Span]

  /// Every day.
  ///
  /// - Parameters:
  ///   - start: minutes since midnight, 0..<1440.
  ///   - end: minutes since midnight, up to 1440; not behind `start` it is tomorrow's.
  public init(start: Int, end: Int) { spans = [Span(start: start, end: end)] }

  init(_ spans: [Span]) { self.spans = spans }

  /// - Parameters:
  ///   - minute: since midnight, 0..<1440.
  ///   - weekday: 0 for Monday to 6 for Sunday.
  func contains(minute: Int, weekday: Int) -> Bool {
    spans.contains { span in
      // What has begun today, and what goes on since yesterday.
      span.weekdays.contains(weekday) && minute >= span.start && minute < span.start + span.length
        || span.weekdays.contains((weekday + 6) % 7) && minute + 1440 < span.start + span.length
    }
  }

  /// Whether the moment lies in these hours, on its zone's clock.
  public func contains(_ moment: Moment) -> Bool {
    let civil = moment.civil(moment.time)
    return contains(minute: civil.hour * 60 + civil.minute, weekday: civil.weekday)
  }

  /// The next instant these hours begin or end.
  public func nextChange(after moment: Moment) -> Double {
    let holds = contains(moment)
    var moment = moment
    // Where one span ends another may begin, and a clock may be put forward or back in the middle of one; some hours never end.
    for _ in 0..<Self.mostEdges {
      moment.time = nextEdge(after: moment)
      if contains(moment) != holds { break }
    }
    return moment.time
  }

  /// Looked at for a change: of more than a week where there are ten a day.
  private static let mostEdges = 70

  /// The next instant a span begins or ends, or a clock is put forward or back.
  private func nextEdge(after moment: Moment) -> Double {
    let (zone, today) = (moment.zone, moment.civil(moment.time))
    var next = Double.infinity
    func note(_ time: Double) { if time > moment.time { next = min(next, time) } }
    // What is a week away begins on the eighth day at last, and where clocks are changed over midnight on the ninth.
    for day in -1...8 {
      let midnight = Double(today.dayNumber + day) * 86_400
      let start = zone.instant(local: midnight)
      // Nothing of this day comes before what has been found.
      if start > next { break }
      let end = zone.instant(local: midnight + 86_400)
      let offsets = Set([zone.offset(at: start), zone.offset(at: end)])
      if offsets.count > 1 { note(Self.turn(of: zone, between: start, and: end)) }
      for span in spans {
        let end = span.start + span.length
        // What begins and ends today, and what goes on since yesterday.
        for (minute, age) in [(span.start, 0), (end, 0), (end - 1440, 1)]
        where span.weekdays.contains((today.weekday + day - age + 14) % 7) {
          // A time that is there twice, or not at all: both it could be.
          for offset in offsets { note(midnight + Double(minute) * 60 - offset) }
        }
      }
    }
    return next
  }

  /// When a zone's offset changes between two instants, to the second.
  private static func turn(of zone: Zone, between start: Double, and end: Double) -> Double {
    var (before, after) = (start, end)
    let old = zone.offset(at: start)
    while after - before > 1 {
      let middle = ((before + after) / 2).rounded(.down)
      if zone.offset(at: middle) == old { before = middle } else { after = middle }
    }
    return after
  }

  /// Whether both hold at any time of the week.
  func overlaps(_ other: Hours) -> Bool {
    func begins(_ one: Hours, in two: Hours) -> Bool {
      one.spans.contains { span in span.weekdays.contains { two.contains(minute: span.start, weekday: $0) } }
    }
    return begins(self, in: other) || begins(other, in: self)
  }
}

extension Scalars {
  /// `07:00-11:00`; `24:00` ends a day, and an end before the start lies tomorrow. Several: `07:00-09:00, 17:00-19:00`; of weekdays:
  /// `mon-fri 07:00-18:00, sat 09:00-13:00`, `sat, sun`.
  static func hours(_ text: String) throws(ScalarError) -> Hours {
    let error = ScalarError(expected: "hours such as \"07:00-11:00\", or \"mon-fri 07:00-18:00, sat 09:00-13:00\"")
    var spans: [Hours.Span] = []
    // Those that wait for their hours, and those that had some last.
    var (waiting, last) = (Set<Int>(), Hours.Span.everyDay)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = trimmingSpaces(String(part)).lowercased()
      let words = part.prefix { $0.isLetter || $0 == " " || $0 == "-" || $0 == "–" }
      if !words.isEmpty {
        guard let days = weekdays(words) else { throw error }
        waiting.formUnion(days)
      }
      let rest = part.dropFirst(words.count)
      if rest.isEmpty {
        guard !words.isEmpty else { throw error }
        continue
      }
      guard var span = span(rest) else { throw error }
      if !waiting.isEmpty { (last, waiting) = (waiting, []) }
      span.weekdays = last
      spans.append(span)
    }
    if !waiting.isEmpty { spans.append(Hours.Span(start: 0, end: 1440, weekdays: waiting)) }
    return Hours(spans)
  }

  private static func span(_ text: Substring) -> Hours.Span? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    guard parts.count == 2, let start = minutes(parts[0]), let end = minutes(parts[1]), start < 1440, start != end
    else { return nil }
    return Hours.Span(start: start, end: end)
  }

  /// `mon`, `monday`, `mon-fri`, `fri-mon`, and several with spaces between them.
  private static func weekdays(_ text: Substring) -> Set<Int>? {
    let ends = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    if ends.count == 2 {
      guard let first = weekday(ends[0]), let last = weekday(ends[1]) else { return nil }
      // Fits: what is left of seven is never negative.
      return Set((0...(last - first + 7) % 7).map { (first + $0) % 7 })
    }
    let days = text.split(separator: " ").map(weekday)
    return days.isEmpty || days.contains(nil) ? nil : Set(days.compactMap(\.self))
  }

  private static func weekday(_ text: Substring) -> Int? {
    let name = trimmingSpaces(String(text))
    guard name.utf8.count >= 3 else { return nil }
    return ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].firstIndex {
      $0.hasPrefix(name)
    }
  }

  private static func minutes(_ text: Substring) -> Int? {
    let parts = trimmingSpaces(String(text)).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy(DateReading.isDigit) }), let hour = Int(parts[0]),
      let minute = Int(parts[1]),
      minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return hour * 60 + minute
  }
}
