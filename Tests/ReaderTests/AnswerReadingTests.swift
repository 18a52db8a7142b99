import Board
import Formats
import Glibc
import Synchronization
import Testing

@testable import Reader
@testable import Vitrine

extension ReadingPlace {
  static func by(_ reader: Reader) -> ReadingPlace { .readers(answers: reader, pictures: reader, speech: reader) }
}

/// As the kiosk's.
private let reader = Reader(program: fixture) { _ in }

private let samples: [(name: String, text: String)] = [
  ("json", #"{"a": [1, 2.5, "x", null, true], "b": {"c": "é"}}"#),
  (
    "rss",
    "<rss><channel><item><title>One &amp; two</title><link>/a</link><pubDate>Tue, 24 Nov 2026 10:00:00 +0100</pubDate></item></channel></rss>"
  ),
  (
    "atom",
    "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>One</title><updated>2026-11-24T10:00:00Z</updated></entry></feed>"
  ),
  (
    "latin",
    "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><item><title>Stra\u{e9}e</title></item></channel></rss>"
  ),
  ("csv", "name;value\nOne;1\nTwo;2;3\n"), ("text", "A line.\nAnother."), ("broken", #"{"a": [1, 2"#),
  (
    "calendar",
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:1
    SUMMARY:Weekly
    DTSTART;TZID=Europe/Berlin:20261102T100000
    DTEND;TZID=America/New_York:20261102T110000
    RRULE:FREQ=WEEKLY
    END:VEVENT
    END:VCALENDAR
    """
  ),
]

@Test(arguments: samples) func aReaderReadsWhatThisProcessReads(name: String, text: String) throws {
  // As Latin-1 where it says so.
  let bytes = name == "latin" ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
  let answer = AnswerReading(bytes: bytes, address: "http://example.org/b", time: 1_795_500_000)
  let here = ReadingPlace.here.read(answer)
  #expect(ReadingPlace.by(reader).read(answer) == here)
  #expect(here.dependsOnTime == (name == "calendar"))
}

/// An encoding, a library and a zone, each of which only the one before shows to be needed; in a reader that knows none of them.
@Test(arguments: ["Europe/Berlin", "Asia/Kolkata", "America/St_Johns"]) func calendarsInAnyEncodingNameAnyZone(
  zone: String
) {
  let text =
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:\u{FC}\r\nDTSTART;TZID=\(zone):20261102T100000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
  let bytes: [UInt8] =
    [0xFF, 0xFE]
    + text.utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
  let answer = AnswerReading(bytes: bytes, address: "http://example.org/c", time: 1_795_500_000)
  let here = ReadingPlace.here.read(answer)
  #expect((try? here.result.get()) != nil)
  #expect(ReadingPlace.by(Reader(program: fixture, warn: { _ in })).read(answer) == here)
}

@Test(arguments: ["gbk", "big5", "shift_jis", "euc-jp", "iso-8859-2", "koi8-r", "windows-1251", "utf-16le"])
func encodingsAreLoadedWhenTheyAreNeeded(charset: String) throws {
  let bytes: [UInt8] = charset == "utf-16le" ? [0x61, 0, 0x62, 0] : [0x61, 0xC4, 0xE3, 0x62]
  let answer = AnswerReading(
    bytes: bytes, format: .text, contentType: "text/plain; charset=\(charset)", address: "", time: 0)
  #expect(ReadingPlace.by(reader).read(answer) == ReadingPlace.here.read(answer))
}

@Test func aThousandAnswersAtOnceAreReadOneByOne() async {
  await withTaskGroup(of: Bool.self) { group in
    for number in 0..<1_000 {
      group.addTask {
        let answer = AnswerReading(bytes: Array("[\(number)]".utf8), address: "", time: 0)
        return ReadingPlace.by(reader).read(answer).result == .success(.list([.number(Double(number))]))
      }
    }
    for await isRight in group { #expect(isRight) }
  }
}

@Test func anAnswerAsLargeAsAnswersMayBe() {
  let row =
    #"{"name": "A departure to some place that is far away by the way through the hills, every hour from five in the morning on", "time": "2026-11-24T10:00:00Z", "delay": 120},"#
  let text = "[" + String(repeating: row, count: Bounds.fetched / row.utf8.count - 1) + "0]"
  let answer = AnswerReading(bytes: Array(text.utf8), address: "", time: 0)
  // Patient: a debug build reads slowly.
  let patient = Reader(program: fixture, patience: ReaderProcess.Patience(processor: 120, wall: 600)) { _ in }
  let here = ReadingPlace.here.read(answer)
  guard case .success(.list(let rows)) = here.result else { return #expect(Bool(false)) as Void }
  #expect(rows.count > 150_000)
  #expect(ReadingPlace.by(patient).read(answer) == here)
}

@Test func aReaderThatCannotBeStartedIsAProblemOfItsOwn() {
  let place = ReadingPlace.by(Reader(program: "/nowhere") { _ in })
  let outcome = place.read(AnswerReading(bytes: Array("{}".utf8), address: "", time: 0))
  guard case .failure(let error) = outcome.result else { return #expect(Bool(false)) as Void }
  #expect(error.description.contains("could not be started"))
}
