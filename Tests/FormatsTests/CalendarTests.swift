import Board
import Formats
import TestSupport
import Testing

/// Friday, 8 May 2026, 12:00 UTC.
private let noon = 1_778_241_600.0

private func calendar(_ events: String, zones: String = "", at time: Double = noon, notes: Notes? = nil) throws
  -> [Value]
{
  let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test\r\n\(zones)\(events)END:VCALENDAR\r\n"
  return try Calendar.parse(Array(text.utf8), at: time) { notes?.lines.append($0) }.items
}

private final class Notes { var lines: [String] = [] }

private func event(_ lines: String...) -> String {
  "BEGIN:VEVENT\r\nUID:e1\r\nSUMMARY:Talk\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:VEVENT\r\n"
}

/// When events begin: `05-08T10:00Z` for a moment, `05-08` and so on for what has no zone.
private func starts(_ events: [Value], _ field: String = "start") -> [String] {
  events.map { event in
    switch event[field] {
    case .text(let text): return String(text.dropFirst(5))
    case .date(let seconds): return utc(seconds)
    default: return "?"
    }
  }
}

private func utc(_ seconds: Double) -> String {
  var days = Int((seconds / 86_400).rounded(.down)) - 20_454  // 2026-01-01
  let minutes = Int(seconds / 60) - (days + 20_454) * 1440
  var month = 0
  var lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  if days < 0 {
    days += 365
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }
  while days >= lengths[month % 12] {
    days -= lengths[month % 12]
    month += 1
  }
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(two(month % 12 + 1))-\(two(days + 1))T\(two(minutes / 60)):\(two(minutes % 60))Z"
}

@Test func anEventIsARecord() throws {
  let events = try calendar(
    event(
      "DTSTART:20260508T100000Z", "DTEND:20260508T113000Z", "LOCATION:Room Ada",
      "ORGANIZER;CN=Grace:mailto:g@example.org", "DESCRIPTION:Bring <b>tea</b>\\, and<br>cups", "STATUS:CONFIRMED"))
  let record = try #require(events.first)
  #expect(record["id"].text == "e1")
  #expect(record["title"].text == "Talk")
  #expect(starts(events) == ["05-08T10:00Z"])
  #expect(starts(events, "end") == ["05-08T11:30Z"])
  #expect(record["allday"] == .bool(false))
  #expect(record["location"].text == "Room Ada")
  #expect(record["organizer"].text == "Grace")
  #expect(record["description"].text == "Bring tea, and\ncups")
  #expect(record["status"].text == "confirmed")
}

@Test func endsComeFromDurationOrDayOrNothing() throws {
  let timed = try calendar(event("DTSTART:20260508T100000Z", "DURATION:PT1H30M"))
  #expect(starts(timed, "end") == ["05-08T11:30Z"])
  let day = try calendar(event("DTSTART;VALUE=DATE:20260508"))
  #expect(starts(day) == ["05-08"])
  #expect(starts(day, "end") == ["05-09"])
  #expect(day[0]["allday"] == .bool(true))
  let moment = try calendar(event("DTSTART:20260508T100000Z"))
  #expect(starts(moment, "end") == starts(moment))
  #expect(try calendar(event("SUMMARY:Never")).isEmpty)
}

@Test func timesWithoutAZoneAreTheBoards() throws {
  #expect(try calendar(event("DTSTART:20260508T100000"))[0]["start"].text == "2026-05-08T10:00:00")
}

@Test func zonesAreTheSystems() throws {
  // Summer in Berlin, winter in Sydney; a calendar server's prefix before the name.
  #expect(starts(try calendar(event("DTSTART;TZID=Europe/Berlin:20260508T100000"))) == ["05-08T08:00Z"])
  #expect(starts(try calendar(event("DTSTART;TZID=Australia/Sydney:20260508T100000"))) == ["05-08T00:00Z"])
  #expect(
    starts(try calendar(event("DTSTART;TZID=/citadel.org/2019/Europe/Berlin:20260508T100000"))) == ["05-08T08:00Z"])
}

/// Names that were given up, and those that stand for a distance from UTC.
@Test(arguments: [
  ("US/Eastern", "05-08T14:00Z"), ("Canada/Eastern", "05-08T14:00Z"), ("Asia/Calcutta", "05-08T04:30Z"),
  ("Europe/Kiev", "05-08T07:00Z"), ("America/Buenos_Aires", "05-08T13:00Z"), ("Etc/UTC", "05-08T10:00Z"),
  ("Etc/GMT-1", "05-08T09:00Z"), ("CET", "05-08T08:00Z"), ("EST5EDT", "05-08T14:00Z"),
  ("/citadel.org/20190914_1/US/Eastern", "05-08T14:00Z"),
])
func zonesAreKnownByOlderNames(zone: String, start: String) throws {
  let notes = Notes()
  #expect(starts(try calendar(event("DTSTART;TZID=\(zone):20260508T100000"), notes: notes)) == [start])
  #expect(notes.lines == [])
}

@Test(arguments: ["../zoneinfo/Europe/Berlin", "iso3166.tab", "US", "Nowhere/Land", ""])
func whatIsNoZoneIsUnknown(name: String) throws {
  let events = try calendar(event("DTSTART;TZID=\"\(name)\":20260508T100000"))
  #expect(events[0]["start"].text == "2026-05-08T10:00:00")
}

/// A zone that the file calls `CET` is what the file says it is.
@Test func aZoneOfTheFileKeepsAPlainName() throws {
  let own = officeZone.replacing("Our Office", with: "EST5EDT")
  #expect(starts(try calendar(event("DTSTART;TZID=EST5EDT:20260508T100000"), zones: own)) == ["05-08T08:00Z"])
}

/// Outlook names zones as Windows does, and often does not describe them; a description that makes sense goes before.
@Test(arguments: [
  ("W. Europe Standard Time", "05-08T08:00Z"), ("Eastern Standard Time", "05-08T14:00Z"),
  ("GMT Standard Time", "05-08T09:00Z"), ("Tokyo Standard Time", "05-08T01:00Z"),
  ("AUS Eastern Standard Time", "05-08T00:00Z"),
])
func zonesOfWindowsAreKnown(zone: String, start: String) throws {
  let notes = Notes()
  let written = event("DTSTART;TZID=\(zone):20260508T100000")
  #expect(starts(try calendar(written, notes: notes)) == [start])
  #expect(notes.lines.isEmpty)
  let own = officeZone.replacing("Our Office", with: zone)
  #expect(starts(try calendar(written, zones: own)) == ["05-08T08:00Z"])
}

private let officeZone = """
  BEGIN:VTIMEZONE\r
  TZID:Our Office\r
  BEGIN:STANDARD\r
  DTSTART:19701025T030000\r
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r
  TZOFFSETFROM:+0200\r
  TZOFFSETTO:+0100\r
  END:STANDARD\r
  BEGIN:DAYLIGHT\r
  DTSTART:19700329T020000\r
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r
  TZOFFSETFROM:+0100\r
  TZOFFSETTO:+0200\r
  END:DAYLIGHT\r
  END:VTIMEZONE\r

  """

@Test func zonesOfTheFileAreUsedWhereTheSystemHasNone() throws {
  let events = try calendar(event("DTSTART;TZID=Our Office:20260508T100000"), zones: officeZone)
  #expect(starts(events) == ["05-08T08:00Z"])
  let notes = Notes()
  let lost = try calendar(event("DTSTART;TZID=Nowhere:20260508T100000"), notes: notes)
  #expect(lost[0]["start"].text == "2026-05-08T10:00:00")
  #expect(notes.lines == ["the time zone \"Nowhere\" is unknown; its times are read as the board's"])
}

/// Ten in the morning stays ten in the morning when the clocks change.
@Test func clocksChangeUnderARule() throws {
  let events = try calendar(
    event("DTSTART;TZID=Europe/Berlin:20261020T100000", "RRULE:FREQ=WEEKLY;COUNT=3"), at: noon + 150 * 86_400)
  #expect(starts(events) == ["10-20T08:00Z", "10-27T09:00Z", "11-03T09:00Z"])
}

/// 29 March 2026 has no 02:30 in Berlin: a clock that is counted on from 01:59 shows 03:30.
@Test func anHourThatClocksLeaveOutIsCountedOn() throws {
  let march = noon - 40 * 86_400
  let single = try calendar(event("DTSTART;TZID=Europe/Berlin:20260329T023000", "DURATION:PT1H"), at: march)
  #expect(starts(single) == ["03-29T01:30Z"])
  #expect(starts(single, "end") == ["03-29T02:30Z"])
  let repeated = try calendar(
    event("DTSTART;TZID=Europe/Berlin:20260328T023000", "RRULE:FREQ=DAILY;COUNT=3"), at: march)
  #expect(starts(repeated) == ["03-28T01:30Z", "03-29T01:30Z", "03-30T00:30Z"])
}

/// A day of a duration is one of the calendar; hours are hours.
@Test(arguments: [
  ("P1D", "03-29T10:00Z"), ("PT24H", "03-29T11:00Z"), ("P1W", "04-04T10:00Z"), ("P1DT2H", "03-29T12:00Z"),
])
func daysOfADurationAreTheCalendars(duration: String, end: String) throws {
  let lines = ["DTSTART;TZID=Europe/Berlin:20260328T120000", "DURATION:\(duration)"]
  let march = noon - 40 * 86_400
  #expect(starts(try calendar(event(lines[0], lines[1]), at: march), "end") == [end])
  #expect(starts(try calendar(event(lines[0], lines[1], "RRULE:FREQ=DAILY;COUNT=1"), at: march), "end") == [end])
}

/// Of two that stand for one time, whichever is written first, the later revision counts.
@Test(arguments: [[1, 2], [2, 1]]) func theLastRevisionOfATimeIsShown(order: [Int]) throws {
  let base = event("DTSTART:20260504T080000Z", "RRULE:FREQ=DAILY;COUNT=2")
  let revisions = order.map {
    event("RECURRENCE-ID:20260505T080000Z", "SEQUENCE:\($0)", "DTSTART:20260505T0\($0)0000Z")
  }
  #expect(starts(try calendar(base + revisions.joined())) == ["05-04T08:00Z", "05-05T02:00Z"])
}

/// Whatever stands behind others in the file: today's events are shown, and that others are not is said.
@Test func ofTooManyEventsTheNearestAreShown() throws {
  var text = ""
  for number in 0..<100 {
    text += event("DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY")
      .replacing("UID:e1", with: "UID:\(number)")
  }
  text += event("DTSTART:20260508T150000Z").replacing("UID:e1", with: "UID:today")
  let notes = Notes()
  let events = try calendar(text, notes: notes)
  #expect(events.count == Calendar.eventLimit)
  #expect(events.contains { $0["id"].text == "today" })
  #expect(notes.lines.count == 1)
  #expect(notes.lines.first?.hasSuffix("the ones nearest to now are shown") == true)
  // 31 days before now, and then as far as there is room.
  #expect(starts(events).first == "04-08T09:00Z")
  #expect(starts(events).last == "07-16T09:00Z")
}

struct Rule: Sendable, CustomTestStringConvertible {
  var start: String
  var rule: String
  var expected: [String]
  var testDescription: String { rule }
}

@Test(arguments: [
  Rule(
    start: "20260506T090000Z", rule: "FREQ=DAILY;COUNT=3", expected: ["05-06T09:00Z", "05-07T09:00Z", "05-08T09:00Z"]),
  Rule(
    start: "20260506T090000Z", rule: "FREQ=DAILY;INTERVAL=10;UNTIL=20260527T000000Z",
    expected: ["05-06T09:00Z", "05-16T09:00Z", "05-26T09:00Z"]),
  Rule(
    start: "20260504T090000Z", rule: "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260513T235959Z",
    expected: ["05-04T09:00Z", "05-06T09:00Z", "05-11T09:00Z", "05-13T09:00Z"]),
  Rule(
    start: "20260131T090000Z", rule: "FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20260801T000000Z",
    expected: ["05-31T09:00Z", "07-31T09:00Z"]),
  Rule(
    start: "20260414T090000Z", rule: "FREQ=MONTHLY;BYDAY=2TU;COUNT=3",
    expected: ["04-14T09:00Z", "05-12T09:00Z", "06-09T09:00Z"]),
  Rule(
    start: "20260430T090000Z", rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3",
    expected: ["04-30T09:00Z", "05-29T09:00Z", "06-30T09:00Z"]),
  Rule(start: "20200508T090000Z", rule: "FREQ=YEARLY", expected: ["05-08T09:00Z", "05-08T09:00Z"]),
  // Long ago: the window is reached without walking there.
  Rule(start: "19700104T090000Z", rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=20260420T000000Z", expected: ["04-12T09:00Z"]),
]) func rulesAreFollowed(rule: Rule) throws {
  let notes = Notes()
  let events = try calendar(event("DTSTART:\(rule.start)", "RRULE:\(rule.rule)"), notes: notes)
  #expect(starts(events) == rule.expected)
  #expect(notes.lines == [])
  #expect(Set(events.compactMap { $0["id"].text }).count == events.count)
}

@Test(arguments: [
  "FREQ=SECONDLY", "FREQ=MINUTELY;INTERVAL=5", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9,15",
  "FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYYEARDAY=100",
]) func otherRulesShowTheFirstTimeAndSaySo(rule: String) throws {
  let notes = Notes()
  let events = try calendar(event("DTSTART:20260508T090000Z", "RRULE:\(rule)"), notes: notes)
  #expect(starts(events) == ["05-08T09:00Z"])
  #expect(
    notes.lines == ["\"Talk\" repeats by a rule that is not followed here; its first time is shown only"])
}

/// The rule of the issue: every second since 1970.
@Test func everySecondSince1970IsOneEventLongAgo() throws {
  #expect(try calendar(event("DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY")).count == 1)
}

@Test(arguments: [
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;INTERVAL=0",
  "FREQ=DAILY;COUNT=999999999", "FREQ=", "rubbish",
]) func impossibleRulesEnd(rule: String) throws {
  let events = try calendar(event("DTSTART:19700101T090000Z", "RRULE:\(rule)"))
  #expect(events.count <= Calendar.occurrenceLimit)
}

@Test func exceptionsAdditionsAndMovedOccurrences() throws {
  let base = event(
    "DTSTART;TZID=Europe/Berlin:20260504T100000", "DTEND;TZID=Europe/Berlin:20260504T110000",
    "RRULE:FREQ=DAILY;COUNT=6", "EXDATE;TZID=Europe/Berlin:20260505T100000", "EXDATE;VALUE=DATE:20260509",
    "RDATE;TZID=Europe/Berlin:20260601T120000")
  let moved = event(
    "RECURRENCE-ID;TZID=Europe/Berlin:20260506T100000", "DTSTART;TZID=Europe/Berlin:20260506T150000",
    "DTEND;TZID=Europe/Berlin:20260506T160000")
  let cancelled = event(
    "RECURRENCE-ID:20260507T080000Z", "DTSTART:20260507T080000Z", "STATUS:CANCELLED")
  let events = try calendar(moved + base + cancelled)
  #expect(starts(events) == ["05-04T08:00Z", "05-06T13:00Z", "05-08T08:00Z", "06-01T10:00Z"])
  #expect(starts(events, "end") == ["05-04T09:00Z", "05-06T14:00Z", "05-08T09:00Z", "06-01T11:00Z"])
}

/// What is not followed is said.
@Test(arguments: [true, false]) func aChangeOfAllLaterTimesIsToldOf(isOfLaterOnes: Bool) throws {
  let notes = Notes()
  let base = event("DTSTART:20260504T080000Z", "RRULE:FREQ=DAILY;COUNT=3")
  let moved = event(
    "RECURRENCE-ID\(isOfLaterOnes ? ";RANGE=THISANDFUTURE" : ""):20260505T080000Z", "DTSTART:20260505T130000Z",
    "LOCATION:Hall")
  let events = try calendar(base + moved, notes: notes)
  #expect(starts(events) == ["05-04T08:00Z", "05-05T13:00Z", "05-06T08:00Z"])
  #expect(notes.lines.count == (isOfLaterOnes ? 1 : 0))
  #expect(notes.lines.allSatisfy { $0.hasPrefix("\"Talk\" was changed for one time and all later ones") })
}

@Test func wholeDaysRepeatAsDays() throws {
  let events = try calendar(
    event("DTSTART;VALUE=DATE:20261023", "DTEND;VALUE=DATE:20261025", "RRULE:FREQ=WEEKLY;COUNT=2"),
    at: noon + 150 * 86_400)
  #expect(starts(events) == ["10-23", "10-30"])
  #expect(starts(events, "end") == ["10-25", "11-01"])
}

@Test func theWindowIsBounded() throws {
  let old = event("DTSTART:20200101T000000Z", "DTEND:20200101T010000Z")
  let far = event("DTSTART:20300101T000000Z")
  #expect(try calendar(old + far).isEmpty)
  let daily = try calendar(event("DTSTART:20200101T090000Z", "RRULE:FREQ=DAILY"))
  #expect(daily.count == Calendar.daysBefore + Calendar.daysAfter)
  // The same bytes mean other days a week later.
  #expect(try calendar(event("DTSTART:20200101T090000Z", "RRULE:FREQ=DAILY"), at: noon + 7 * 86_400) != daily)
}

@Test func whatIsNoCalendarSaysSo() throws {
  #expect(problem { try Calendar.parse(Array("<html>".utf8), at: noon) }?.contains("not a calendar") == true)
  #expect(
    problem { try Calendar.parse(Array("hello".utf8), at: noon) }
      == "this is no calendar: it does not begin with BEGIN:VCALENDAR")
  let deep = String(repeating: "BEGIN:VEVENT\r\n", count: 20_000)
  #expect(
    problem { try Calendar.parse(Array("BEGIN:VCALENDAR\r\n\(deep)".utf8), at: noon) }?.contains("levels deep") == true)
}

/// Cut anywhere, or with any byte changed, a calendar is read or refused.
@Test func damagedCalendarsNeverStopThePanel() throws {
  let whole = Array(
    ("BEGIN:VCALENDAR\r\n" + officeZone
      + event("DTSTART;TZID=Our Office:20260508T100000", "RRULE:FREQ=WEEKLY;BYDAY=MO,FR", "EXDATE:20260511T080000Z")
      + "END:VCALENDAR\r\n").utf8)
  var random = SplitMix64(seed: 3)
  for _ in 0..<300 {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 9...126, using: &random)
    }
    bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random))
    if let value = try? Calendar.parse(bytes, at: noon) { #expect(value.items.count <= Calendar.eventLimit) }
  }
}
