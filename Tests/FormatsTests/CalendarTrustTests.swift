import Board
import TestSupport
import Testing

@testable import Formats

private let noon = 1_778_241_600.0

private func parse(_ text: String, at time: Double = noon, notes: ((String) -> Void)? = nil) throws -> [Value] {
  try Calendar.parse(Array(text.utf8), at: time) { notes?($0) }.items
}

private func calendar(_ content: String) -> String { "BEGIN:VCALENDAR\r\n" + content + "END:VCALENDAR\r\n" }

private func event(_ lines: String...) -> String {
  "BEGIN:VEVENT\r\nUID:e\r\nSUMMARY:Talk\r\n" + lines.map { $0 + "\r\n" }.joined() + "END:VEVENT\r\n"
}

@Suite struct CalendarTrustTests {
  /// Levels count as libical would see them, after unfolding.
  @Test(arguments: ["BEGIN:X\r\n", "BEG\r\n IN:X\r\n", "B\r\n\tE\n GIN:X\n", "begin:x\r\n", "BEGIN;A=B:X\r\n"])
  func levelsCountAfterUnfolding(line: String) {
    let deep =
      "BEGIN:VCALENDAR\r\n" + String(repeating: line, count: 300_000) + String(repeating: "END:X\r\n", count: 300_000)
    #expect(problem { try Calendar.parse(Array(deep.utf8), at: noon) }?.contains("levels deep") == true)
  }

  /// What libical is given of any calendar, whole or damaged, are single events: nothing to close that is not open, which it would say
  /// on stderr line by line, and nothing within them.
  @Test(arguments: 0..<40) func eventsAreClosedBeforeLibicalSeesThem(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let lines = [
      "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VALARM", "END:VALARM", "END:VCALENDAR", "BEGIN:VCALENDAR", "END:X", "END:",
      "END",
      "BEG\r\n IN:VEVENT", "E\r\n ND:VEVENT", "SUMMARY:a\r\n  b", "DTSTART:20260508T100000Z", "X-A:1", "BEGIN:", ":",
      "",
      " END:VEVENT", "BEGIN:VTIMEZONE", "END:VTIMEZONE", "BEGIN:STANDARD", "END:STANDARD", "DESCRIPTION:BEGIN:VEVENT",
    ]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in lines.randomElement(using: &random) ?? "" }
      guard
        let read = try? CalendarText(Array(calendar(text.joined(separator: "\r\n") + "\r\n").utf8), account: Account())
      else { continue }
      for event in read.events {
        let parts = String(decoding: event, as: UTF8.self).split(separator: "\r\n")
        #expect(parts.first == "BEGIN:VEVENT")
        #expect(parts.last == "END:VEVENT")
        for line in parts.dropFirst().dropLast() {
          #expect(!line.hasPrefix("BEGIN") && !line.hasPrefix("END"))
          #expect(!line.hasPrefix(" "))
        }
      }
    }
  }

  @Test func strayEndsChangeNothing() throws {
    let stray = String(repeating: "END:VEVENT\r\n", count: 1_000)
    let talk = event("DTSTART:20260508T100000Z")
    #expect(try parse(calendar(stray + talk + stray + talk)) == parse(calendar(talk + talk)))
    // An alarm that is never closed closes with its event.
    let open = event("DTSTART:20260508T100000Z", "BEGIN:VALARM", "SUMMARY:Alarm")
    #expect(try parse(calendar(open + talk)) == parse(calendar(talk + talk)))
  }

  /// Dates at every edge, repeated by every rule, are events or are left out.
  @Test func everyYearIsRead() throws {
    let rules = ["", "RRULE:FREQ=DAILY", "RRULE:FREQ=YEARLY", "RRULE:FREQ=HOURLY", "RDATE;VALUE=DATE:99991231"]
    let ends = ["", "DTEND;VALUE=DATE:99991231", "DURATION:P9999999W", "DURATION:PT2147483647S"]
    for year in [1, 99, 999, 1_000, 1_582, 1_900, 1_970, 2_026, 2_399, 2_400, 2_799, 2_800, 9_998, 9_999] {
      let digits = padded(String(year), to: 4)
      for day in ["0101", "0229", "1231"] {
        let seconds = Double(CivilTime.days(year: year, month: 6, day: 1)) * 86_400
        for rule in rules {
          for end in ends {
            let talk = event("DTSTART;VALUE=DATE:\(digits)\(day)", rule, end)
            let timed = event("DTSTART;TZID=Europe/Berlin:\(digits)\(day)T120000", rule, end)
            for time in [seconds, noon] {
              for item in try parse(calendar(talk + timed), at: time) {
                guard case .text(let start) = item["start"] else { continue }
                #expect(start.utf8.count >= 10)
              }
            }
          }
        }
      }
    }
  }

  /// A time is the same after it has gone through seconds, whatever its year.
  @Test func yearsComeBackFromSeconds() {
    let moment = Moment(time: 0)
    for year in stride(from: 1_600, through: 9_999, by: 7) {
      let seconds = Double(CivilTime.days(year: year, month: 3, day: 1)) * 86_400 + 3_600
      let time = CalendarTime(secondsSince1970: seconds)
      #expect(time.seconds == seconds)
      #expect(time.year == year)
      #expect(moment.instant(time.name + "Z") == seconds)
    }
  }

  private func zone(_ rules: String) -> String {
    "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n\(rules)TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
  }

  /// Zones that change all the time, never, or by damage are their distance from UTC, and that is said.
  @Test(arguments: [
    "RRULE:FREQ=SECONDLY\r\n", "RRULE:FREQ=MINUTELY\r\n", "RRULE:FREQ=DAILY\r\n",
    "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n",
    "RRULE:FREQ=YEARLY;BYDAY=MO\r\n", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=SU;BYSETPOS=6\r\n",
    "RRULE:FREQ=YEARLY;BYSECOND=1,2,3\r\n",
    "RRULE:FREQ=YE\r\n", "RDATE:rubbish\r\n", "DTSTART:rubbish\r\n",
    String(repeating: "RDATE:19701025T030000\r\n", count: 2_000),
    String(repeating: "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n", count: 5),
  ]) func zonesNobodyLivesInAreTheirOffset(rules: String) throws {
    var notes: [String] = []
    let events = try parse(
      calendar(
        zone(rules) + event("DTSTART;TZID=Office:99980508T100000") + event("DTSTART;TZID=Office:20260508T100000"))
    ) { notes.append($0) }
    #expect(events.map { $0["start"] } == [.date(noon - 3 * 3_600)])
    #expect(
      notes == [
        "the calendar describes the time zone \"Office\" by rules that no zone has; its usual distance from UTC is taken"
      ])
  }

  @Test func zonesWithoutAnOffsetAreUnknown() throws {
    var notes: [String] = []
    let broken = zone("").split(separator: "\r\n").filter { !$0.contains("OFFSET") }.joined(separator: "\r\n") + "\r\n"
    let events = try parse(calendar(broken + event("DTSTART;TZID=Office:20260508T100000"))) { notes.append($0) }
    #expect(events.first?["start"].text == "2026-05-08T10:00:00")
    #expect(notes == ["the time zone \"Office\" is unknown; its times are read as the board's"])
  }

  /// All events of an answer draw from one account.
  @Test func rulesShareTheirWork() throws {
    var bounds = Bounds()
    bounds.steps = 200_000
    var notes: [String] = []
    let text = calendar(
      (0..<400).map { _ in event("DTSTART:19010508T100000Z", "RRULE:FREQ=DAILY;COUNT=2147483647") }.joined()
        + event("DTSTART:20260508T100000Z", "RRULE:FREQ=DAILY"))
    let events = try Calendar.parse(Array(text.utf8), at: noon, account: Account(bounds)) { notes.append($0) }.items
    #expect(notes.count == 1)
    #expect(notes.first?.contains("more work than is done for one") == true)
    // The rest is there, once.
    #expect(events.contains { $0["start"] == .date(noon - 2 * 3_600) })
  }
}
