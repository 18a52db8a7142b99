import Board
import Formats
import TestSupport
import Testing

/// 2026-05-08 12:00 UTC.
private let noon = 1_778_241_600.0

private func events(_ body: String) throws -> [Value] {
  let text = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:a\nSUMMARY:s\n\(body)\nEND:VEVENT\nEND:VCALENDAR\n"
  return try Calendar.parse(Array(text.utf8), at: noon).items
}

/// A zone of the system's stands behind whatever its program writes before it.
@Test(arguments: [
  "Europe/Berlin", "/freeassociation.sourceforge.net/Europe/Berlin", "/citadel.org/20190914_1/Europe/Berlin",
  "/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "/Europe/Berlin",
])
func zonesAreFoundBehindAPrefix(name: String) throws {
  let read = try events("DTSTART;TZID=\(name):20260508T140000")
  #expect(read[0]["start"] == .date(noon))
}

@Test func zonesOfThreePartsAreFound() throws {
  let read = try events("DTSTART;TZID=/freeassociation.sourceforge.net/America/Argentina/Ushuaia:20260508T090000")
  #expect(read[0]["start"] == .date(noon))
}

@Test func aPrefixAloneIsNoZone() throws {
  let read = try events("DTSTART;TZID=/x.example/Nowhere:20260508T090000")
  #expect(read[0]["start"] == .text("2026-05-08T09:00:00"))
}

/// A date that is added as a period lasts as long as that says.
@Test(arguments: ["20260509T120000Z/20260509T150000Z", "20260509T120000Z/PT3H"])
func addedPeriodsAreOccurrences(period: String) throws {
  let read = try events("DTSTART:20260508T120000Z\nDTEND:20260508T130000Z\nRDATE;VALUE=PERIOD:\(period)")
  #expect(read.map { $0["start"] } == [.date(noon), .date(noon + 86_400)])
  #expect(read.map { $0["end"] } == [.date(noon + 3_600), .date(noon + 86_400 + 3 * 3_600)])
}

@Test func addedPeriodsMayBeMany() throws {
  let read = try events(
    "DTSTART;TZID=Europe/Berlin:20260508T140000\nDURATION:PT1H\n"
      + "RDATE;TZID=Europe/Berlin;VALUE=PERIOD:20260509T140000/PT2H,20260510T140000/20260510T150000\n"
      + "RDATE;TZID=Europe/Berlin:20260511T140000")
  #expect(read.map { $0["start"] } == (0..<4).map { .date(noon + Double($0) * 86_400) })
  #expect(
    read.map { $0["end"] }
      == [1, 2, 1, 1].enumerated().map { .date(noon + Double($0) * 86_400 + Double($1) * 3_600) })
}
