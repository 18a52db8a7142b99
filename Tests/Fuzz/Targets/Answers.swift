import Board
import Formats
import Images
import Markup
import Reader
import Scene

@testable import Lottie
@testable import Vitrine

extension FuzzTarget {
  static let answers: [FuzzTarget] =
    [
      target(
        "json", .json,
        ["[", "]", "{\"a\":", "}", ",", "1e308", "-0", "1E+400", "\"\\u0000\"", "\"\\ud800\"", "null", "true"]),
      target(
        "feed", .feed,
        [
          "<rss>", "<channel>", "<item>", "<title>", "</title>", "<feed xmlns='http://www.w3.org/2005/Atom'>",
          "<entry>", "<link href='",
          "<![CDATA[", "]]>", "&amp;", "&#x10FFFF;", "<media:group>", "<content:encoded>", "<pubDate>", "<!DOCTYPE",
          "xml:base='",
          "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[",
        ]),
      target("csv", .csv, [",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "_", "1,5", "\u{FEFF}"]),
      target(
        "calendar", .ical,
        [
          "BEGIN:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "DTSTART;VALUE=DATE:99991231\r\n", "DTSTART:",
          "RRULE:FREQ=",
          "SECONDLY", "YEARLY", ";COUNT=", ";UNTIL=", ";BYDAY=", ";BYSETPOS=", ";INTERVAL=", "RDATE;VALUE=PERIOD:",
          "EXDATE:",
          "TZID=Europe/Berlin", "BEGIN:VTIMEZONE\r\n", "\r\n ", "DURATION:P1W", "-00010101T000000", "SUMMARY:",
        ]),
      target("text", .text, ["\u{FEFF}", "\u{FFFE}", "\0", "\r"]),
      target("guess", nil, ["{", "<", "BEGIN:VCALENDAR", ",", "\0", "PK\u{3}\u{4}", "%PDF", "\u{FEFF}"]),
      FuzzTarget(
        "html", words: ["<p>", "<a ", "<iframe>", "<img src='", "&lt;", "&#0;", "<!--", "-->", "<script>", "</script"]
      ) {
        use(HTMLText(String(decoding: $0, as: UTF8.self)))
      },
      FuzzTarget("zip", words: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "../", "manifest.json"]) { bytes in
        guard let archive = try? ZIPArchive(bytes) else { return }
        for name in archive.names.prefix(8) { use(try? archive.file(name, limit: 1 << 20)) }
      },
      // What an earlier run left on a disk that has suffered since.
      FuzzTarget("shelf") { bytes in
        let answer = AnswerReading(bytes: [], address: "", time: 1_741_095_600)
        use(ValueShelf.outcome(in: bytes, of: answer, head: []))
        // Nothing would ever get past its sum, and its answer.
        let body = [0, 0, 0, 0] + bytes
        use(ValueShelf.outcome(in: ValueShelf.start(ofFileWith: body) + body, of: answer, head: []))
      },
      // What a reader that was taken over sends, and what one is asked.
      FuzzTarget("wire") { bytes in
        use(try? AnswerReading.Ending(wire: bytes))
        var taker = ValueTaker()
        // In two parts, the second of which may follow anything.
        let middle = bytes.count / 2
        if (try? taker.take(Array(bytes[..<middle]))) != nil, (try? taker.take(Array(bytes[middle...]))) != nil {
          use(try? taker.value())
        }
        use(try? AnswerReading(head: bytes, body: []))
        let picture = PictureReading(bytes: [], name: "x", size: PixelSize(width: 9, height: 7), mode: .contain)
        use(try? picture.result(of: bytes))
        use(try? PictureReading(head: bytes, body: []))
        use(try? AnimationReading.Outcome(wire: bytes, height: 9, outline: nil))
        let segments = LottieSegments(pull: 0..<2, loop: 2..<4)
        let outline = LottieOutline(ratio: 1, frameCount: 4, rate: 30, segments: segments)
        use(try? AnimationReading.Outcome(wire: bytes, height: 9, outline: outline))
        use(try? AnimationReading(head: bytes, body: []))
      },
    ]

  private static func target(_ name: String, _ format: SourceFormat?, _ words: [String]) -> FuzzTarget {
    FuzzTarget(name, words: words) { bytes in
      let value = try? decode(
        bytes, as: format, delimiter: nil, contentType: nil, address: "http://example.org/a/", at: 1_741_095_600,
        note: { _ in })
      guard let value else { return }
      // What was read goes over the wire and is the same there.
      let sink = TakingSink()
      try? decode(
        bytes, as: format, delimiter: nil, contentType: nil, address: "http://example.org/a/", at: 1_741_095_600,
        into: sink.wire, note: { _ in })
      precondition(sink.value == value, "a value that came out of a reader otherwise than it went in")
    }
  }
}

/// A reader and whoever takes what it sends.
private final class TakingSink {
  private var taker = ValueTaker()
  private(set) lazy var wire = WireSink { [unowned self] part in
    precondition((try? taker.take(part)) != nil, "a part of a reader's that is refused")
  }

  var value: Value? {
    wire.flush()
    return try? taker.value()
  }
}
