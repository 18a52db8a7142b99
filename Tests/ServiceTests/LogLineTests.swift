import Service
import Testing

@Suite struct LogLineTests {
  @Test(arguments: [
    ("", ""), ("source a: 3 items", "source a: 3 items"), ("Zürich – 10 °C, 東京, 🇨🇭 👩‍🚒", "Zürich – 10 °C, 東京, 🇨🇭 👩‍🚒"),
    ("نام‌ها", "نام‌ها"),
    ("title\nvitrine: all is well\r", "title\\nvitrine: all is well\\r"), ("a\tb", "a\\tb"),
    ("\u{1B}[2J\u{1B}]0;owned\u{7}", "\\u{1B}[2J\\u{1B}]0;owned\\u{7}"),
    ("a\u{0}b\u{7F}\u{9B}31m", "a\\u{0}b\\u{7F}\\u{9B}31m"),
    ("abc\u{202E}gnp.exe", "abc\\u{202E}gnp.exe"),
    ("\u{2066}x\u{2069}\u{200E}\u{200F}\u{61C}", "\\u{2066}x\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a\\u{2028}b\\u{2029}c\\u{85}d"), ("\u{FEFF}\u{E0041}", "\\u{FEFF}\\u{E0041}"),
  ])
  func whatIsNotSeenIsWrittenOut(text: String, expected: String) {
    #expect(LogLine.of(text) == expected)
    #expect(LogLine.visible(text) == expected)
  }

  @Test func longLinesAreCut() {
    let most = String(repeating: "ü", count: LogLine.longest)
    #expect(LogLine.of(most) == most)
    #expect(LogLine.of(most + "x") == most + "… (cut)")
    // One character to a reader, and a megabyte all the same.
    let zalgo = "a" + String(repeating: "\u{301}", count: 1 << 20)
    #expect(LogLine.of(zalgo).unicodeScalars.count == LogLine.longest + 7)
    #expect(LogLine.of(String(repeating: "\u{E0041}", count: 1 << 20)).utf8.count < 16 * LogLine.longest)
  }

  /// Over every character there is.
  @Test func noCharacterLeavesItsLine() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let line = LogLine.of(String(Character(scalar)))
      let isHarmless = line.unicodeScalars.allSatisfy { shown in
        ![.control, .lineSeparator, .paragraphSeparator].contains(shown.properties.generalCategory)
          && (shown.properties.generalCategory != .format || shown == "\u{200C}" || shown == "\u{200D}")
      }
      #expect(isHarmless && !line.isEmpty, "\(value)")
    }
  }
}
