import Testing

@testable import Board

@Suite struct FilterTests {
  @Test(
    arguments: [
      // Numbers
      ("3.5 | round", 4), ("2.345 | round(2)", 2.35), ("'19.49' | round", 19), ("-2.5 | round", -3),
      ("1234 | round(-2)", 1200),
      ("'x' | round", nil), ("1 | round('x')", nil), ("1e300 | round", .number(1e300)),
      ("3 | fixed(2)", "3.00"), ("1.005 | fixed(2)", "1.01"), ("-0.001 | fixed(2)", "0.00"),
      ("12345.6 | fixed(1)", "12345.6"),
      ("'n/a' | fixed(1)", nil), ("1 | fixed(99)", "1.000000000000000"),
      ("1234567 | number", "1,234,567"), ("-1234.5 | number", "-1,234.5"), ("999 | number", "999"),
      ("1234.5 | number(2)", "1,234.50"),
      ("true | number", nil),
      ("0.42 | percent", "42%"), ("'0.1234' | percent(1)", "12.3%"), ("(128 / 255) | percent", "50%"),
      ("null | percent", nil),
      ("0 | bytes", "0 B"), ("999 | bytes", "999 B"), ("1000 | bytes", "1.0 kB"), ("1536000 | bytes", "1.5 MB"),
      ("999950 | bytes", "1.0 MB"), ("-2500 | bytes", "-2.5 kB"), ("1e30 | bytes", "1,000,000,000,000 EB"),
      ("'' | bytes", nil),
      ("12.5 | money('€')", "€12.50"), ("'8' | money('€')", "€8.00"), ("1234.5 | money('CHF')", "CHF 1,234.50"),
      ("3 | money('¥', 0)", "¥3"), ("1800 | money('円', 0)", "1,800円"), ("-1800 | money('원', 0)", "-1,800원"),
      ("-4 | money('$')", "-$4.00"), ("5 | money", "5.00"),
      ("-0.004 | money('€')", "€0.00"), ("-0.006 | money('€')", "-€0.01"), ("-0.2 | bytes", "0 B"),
      ("'free' | money('€')", nil),
      ("45 | duration", "45 s"), ("90 | duration", "1 min 30 s"), ("4800 | duration", "1 h 20 min"),
      ("3600 | duration", "1 h"),
      ("13745 | duration('clock')", "3:49:05"), ("65 | duration('clock')", "1:05"), ("-9 | duration('clock')", "-0:09"),
      ("360000 | duration('clock')", "100:00:00"), ("'PT1H2M3S' | duration('clock')", "1:02:03"),
      ("0 | duration('clock')", "0:00"), ("3599.6 | duration('clock')", "1:00:00"), ("5 | duration('other')", nil),
      ("'2025-03-04' | ago", "Today"), ("'2025-03-03' | ago", "Yesterday"), ("'2025-03-05' | ago", "Tomorrow"),
      ("'2025-03-01' | ago", "3 days ago"), ("'2025-03-14' | ago", "in 10 days"),
      ("100000 | duration", "1 day 3 h"), ("-60 | duration", "-1 min"), ("'x' | duration", nil),
      ("'PT26M' | duration", "26 min"), ("'PT1H20M' | duration", "1 h 20 min"), ("'P1DT2H' | duration", "1 day 2 h"),
      ("'PT90S' | duration", "1 min 30 s"), ("'PT0.5H' | duration", "30 min"), ("'P2W' | duration", "14 days"),
      ("'-PT5M' | duration", "-5 min"), ("'002600' | duration", "26 min"), ("'01001000' | duration", "1 day"),
      ("'00013000' | duration", "1 h 30 min"), ("'600' | duration", "10 min"), ("'100000' | duration", "1 day 3 h"),
      ("'PT' | duration", nil), ("'P1M' | duration", nil), ("'PT5M3H' | duration", nil), ("'PT5' | duration", nil),
      ("'P' | duration", nil), ("'PTT5M' | duration", nil), ("'PT.M' | duration", nil), ("'Paris' | duration", nil),
      // Lists
      ("l | count", 3), ("'héllo' | count", 5), ("r | count", 2), ("5 | count", nil), ("null | count", nil),
      ("e | count", 0),
      ("l | first", 3), ("l | last", "2"), ("e | first", nil), ("'x' | first", nil), ("r | first", ["v": 1, "w": 2]),
      ("l | sum", 6), ("e | sum", 0), ("p | sum('v')", 6), ("p | sum('d.x')", 5), ("p | sum('none')", nil),
      ("'x' | sum", nil),
      ("l | min", 1), ("l | max", 3), ("p | max('v')", 3), ("p | min('t')", "2025-03-01"), ("e | min", nil),
      ("m | max", "x"),
      ("l | join", "3, 1, 2"), ("l | join(' ')", "3 1 2"), ("p | join('/', 'v')", "1/2/3"), ("e | join", nil),
      ("'x' | join", nil),
      // Texts
      ("'aé' | upper", "AÉ"), ("'AÉ' | lower", "aé"), ("5 | upper", "5"), ("null | upper", nil), ("r | upper", nil),
      ("'hello world' | truncate(8)", "hello…"), ("'hello' | truncate(5)", "hello"),
      ("'abcdefghij' | truncate(4)", "abc…"),
      ("'hello, world' | truncate(7)", "hello…"), ("'👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧' | truncate(2)", "👨‍👩‍👧…"), ("'abc' | truncate(0)", ""),
      ("'abc' | truncate('x')", nil), ("'' | truncate(4)", ""),
      ("'a-b-c' | replace('-', '+')", "a+b+c"), ("'abc' | replace('', 'x')", nil), ("'aaa' | replace('aa', 'b')", "ba"),
      ("'abc' | replace('b', null)", nil), ("12 | replace('1', '')", "2"),
      ("'a, b,c' | split(',')", ["a", "b", "c"]), ("'' | split(',')", [""]), ("'abc' | split('')", nil),
      ("'a' | split(',')", ["a"]),
      ("'hello' | slice(1, 3)", "ell"), ("'hello' | slice(-3)", "llo"), ("l | slice(1)", [1, "2"]),
      ("l | slice(5)", []),
      ("'hello' | slice(0, 99)", "hello"), ("'hello' | slice(-99, 2)", "he"), ("'x' | slice('a')", nil),
      ("r | slice(0)", nil),
      ("'light.x' | starts('light.')", true), ("'x' | starts('light.')", false), ("null | starts('a')", nil),
      ("12 | starts(1)", true),
      ("'hello' | contains('ell')", true), ("'hello' | contains('x')", false), ("'hello' | contains('')", true),
      ("l | contains(2)", true), ("l | contains('9')", false), ("r | contains('v')", true),
      ("null | contains('v')", nil),
      ("'<p>A &amp; B</p><p>C&#8217;s&nbsp;d</p>' | plain", "A & B\nC’s d"),
      ("'a < b &unknown; c' | plain", "a < b &unknown; c"),
      ("'<script>x<y</script>z<!-- <b> -->!' | plain", "z!"), ("'1 &lt; 2 &#x41; &#0;' | plain", "1 < 2 A \u{FFFD}"),
      ("'Price <b' | plain", "Price <b"),
      // Time; it is Tuesday 2025-03-04 13:40:00 UTC.
      ("'2025-03-04T10:15:00Z' | time", "10:15"), ("$now | time", "13:40"), ("1741095600000 | time('%H.%M')", "13.40"),
      ("'x' | time", nil), ("null | time", nil), ("true | time", nil), ("$now | time(5)", nil),
      ("$now | date", "Today"), ("'2025-03-03' | date", "Yesterday"), ("'2025-03-05T23:59:00Z' | date", "Tomorrow"),
      ("'2025-03-10' | date", "Monday 10 March"), ("'2024-12-24' | date", "24 December 2024"), ("'soon' | date", nil),
      ("$now | date('%A %-d %B')", "Tuesday 4 March"),
      ("$now | date('%d.%m.%y %j %V %a %b %e %I%p %% %Q')", "04.03.25 063 10 Tue Mar  4 01PM % %Q"),
      ("$now | date('%F %T %R %s %Y %-H %S')", "2025-03-04 13:40:00 13:40 1741095600 2025 13 00"),
      ("$now | date('%H:%M %z')", "13:40 +0000"),
      ("'2025-03-04T13:39:30Z' | ago", "just now"), ("'2025-03-04T13:35:00Z' | ago", "5 min ago"),
      ("'2025-03-04T13:40:30Z' | ago", "just now"), ("'2025-03-04T13:41:30Z' | ago", "in 1 min"),
      ("'2025-03-04T10:00:00Z' | ago", "3 h ago"),
      ("'2025-03-02T10:00:00Z' | ago", "2 days ago"), ("'2025-03-03T13:40:00Z' | ago", "1 day ago"),
      ("'2025-03-04T14:40:00Z' | ago", "in 1 h"), ("'2025-03-04T15:32:40Z' | ago", "in 1 h 52 min"),
      ("'2025-03-04T23:39:59Z' | ago", "in 9 h 59 min"), ("'2025-03-05T01:05:00Z' | ago", "in 11 h"),
      ("'2025-03-05T13:00:00Z' | ago", "in 23 h"), ("'2025-03-05T13:20:00Z' | ago", "in 1 day"),
      ("'2025-03-06T12:40:00Z' | ago", "in 2 days"),
      ("null | ago", nil), ("'n/a' | ago", nil),
      ("'2025-03-04T13:43:59Z' | minutes", 3), ("'2025-03-04T13:39:30Z' | minutes", -1), ("$now | minutes", 0),
      ("'x' | minutes", nil),
      ("$now | epoch", 1_741_095_600), ("$now | epoch(-3600)", 1_741_092_000), ("'1970-01-01T00:01:00Z' | epoch", 60),
      ("'x' | epoch", nil), ("$now | epoch('x')", nil),
      ("'2025-03-04T14:40' | offset(1) | epoch", 1_741_095_600),
      ("'2025-03-04 14:40' | offset(60) | epoch", 1_741_095_600),
      ("'2025-03-04T14:40' | offset(3600) | epoch", 1_741_095_600),
      ("'2025-03-04T14:40' | offset('+01:00') | epoch", 1_741_095_600),
      ("'2025-03-04T10:10' | offset('-0330') | epoch", 1_741_095_600),
      ("'2025-03-04T10:10' | offset(-210) | epoch", 1_741_095_600),
      ("'2025-03-04T13:40' | offset(0) | epoch", 1_741_095_600),
      ("'2025-03-04T13:40Z' | offset(3600) | epoch", 1_741_095_600),
      ("1741095600 | offset(3600) | epoch", 1_741_095_600),
      ("'2025-03-04T14:40' | offset('x')", nil), ("'2025-03-04T14:40' | offset(1e9)", nil), ("'x' | offset(1)", nil),
    ] as [(String, Value)])
  func results(text: String, expected: Value) throws {
    let item: Value = [
      "l": [3, 1, "2"], "e": [], "r": ["v": 1, "w": 2], "m": [nil, 5, "x"],
      "p": [
        ["v": 1, "t": "2025-03-02", "d": ["x": 2]], ["v": "2", "t": "2025-03-01", "d": ["x": 3]],
        ["v": 3, "t": "2025-03-03"],
      ],
    ]
    #expect(try evaluate(text, item) == expected)
  }

  /// Every filter answers null to null, and never traps on anything.
  @Test(arguments: Filter.allCases)
  func nullGivesNull(filter: Filter) {
    let arguments = [Expression](repeating: .literal(.text("1")), count: filter.argumentCount.lowerBound)
    var evaluation = Evaluation(moment: Moment(time: tuesday))
    let value = evaluation.value(.filtered(.literal(.null), filter, arguments))
    #expect(value == .null)
    #expect(!filter.summary.isEmpty)
  }

  /// Units, signs and months as each language has them, of CLDR.
  @Test(arguments: [
    ("en", "CHF 1,200.50", "€1,200.50", "2 min 5 s", "1 day 1 h"),
    ("de", "1.200,50 CHF", "1.200,50 €", "2 Min. 5 Sek.", "1 Tag 1 Std."),
    ("fr", "1\u{202F}200,50 CHF", "1\u{202F}200,50 €", "2 min 5 s", "1 jour 1 h"),
    ("pt", "1.200,50 CHF", "1.200,50 €", "2 min 5 s", "1 dia 1 h"),
    ("sv", "1\u{A0}200,50 CHF", "1\u{A0}200,50 €", "2 min 5 s", "1 dygn 1 tim"),
    ("nl", "CHF 1.200,50", "€\u{A0}1.200,50", "2 min 5 sec", "1 dag 1 uur"),
    ("pl", "1\u{A0}200,50 CHF", "1\u{A0}200,50 €", "2 min 5 sek.", "1 doba 1 godz."),
    ("he", "1,200.50 CHF", "1,200.50 €", "2 דק׳ 5 שנ׳", "יום 1, 1 שע׳"),
    ("ja", "CHF 1,200.50", "€1,200.50", "2 分 5 秒", "1 日 1 時間"),
  ])
  func eachLanguageHasItsOwnUnits(code: String, letters: String, sign: String, short: String, long: String) throws {
    let language = try #require(Language.all.first { $0.code == code }?.language)
    let moment = Moment(time: tuesday, zone: .utc, language: language)
    #expect(try evaluate("1200.5 | money('CHF')", at: moment) == .text(letters))
    #expect(try evaluate("1200.5 | money('€')", at: moment) == .text(sign))
    #expect(try evaluate("125 | duration", at: moment) == .text(short))
    #expect(try evaluate("90000 | duration", at: moment) == .text(long))
  }

  @Test func anotherLanguage() throws {
    var german = Language.english
    german.decimalSeparator = ","
    german.groupSeparator = "."
    german.isCurrencyFirst = false
    german.past = "vor %"
    german.justNow = "gerade eben"
    german.today = "Heute"
    german.weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
    german.percentSpace = " "
    let moment = Moment(time: tuesday, zone: berlin, language: german)
    #expect(try evaluate("1234.5 | money('€')", at: moment) == "1.234,50 €")
    #expect(try evaluate("0.5 | percent", at: moment) == "50 %")
    #expect(try evaluate("'2025-03-04T14:35' | ago", at: moment) == "vor 5 min")
    #expect(try evaluate("$now | date('%A')", at: moment) == "Dienstag")
    #expect(try evaluate("1234.5 | number", at: moment) == "1.234,5")
  }

  /// What a text says by the clock alone holds until `nextChange`, and differs there or just after.
  @Test(
    arguments: [
      ("{$now | time}", 30.0), ("{$now | date('%A')}", 37_170.0), ("{$now | date('%S')}", 0.5),
      ("{$now | date('%H')}", 30),
      ("{t | minutes}", 30), ("{t | ago}", 30), ("{p | ago}", 30), ("{d | date}", 37_170), ("{p | time}", nil),
      ("{$now | epoch}", 0.5),
      ("{$now > t}", 930), ("{t >= $now}", 930), ("{p > $now}", nil), ("{n | round}", nil),
    ] as [(String, Double?)])
  func changesAreForeseen(text: String, seconds: Double?) throws {
    // Half a minute past, with half a second for good measure where seconds count.
    let start = tuesday + 30 + (seconds == 0.5 ? 0.5 : 0)
    let item: Value = [
      "t": "2025-03-04T13:56:00Z", "p": "2025-03-04T13:20:00Z", "d": "2025-03-04T20:00:00Z", "n": 5,
    ]
    var evaluation = Evaluation(moment: Moment(time: start), item: item)
    let template = try Template(text)
    let before = evaluation.text(template)
    guard let seconds else {
      #expect(evaluation.nextChange == nil)
      return
    }
    let next = try #require(evaluation.nextChange)
    #expect(abs(next - (start + seconds)) < 0.01, "\(next - start)")
    var justBefore = Evaluation(moment: Moment(time: next - 0.01), item: item)
    let same = justBefore.text(template)
    #expect(same == before)
    if text != "{$now | date('%H')}" {
      var after = Evaluation(moment: Moment(time: next + 0.01), item: item)
      let other = after.text(template)
      #expect(other != before)
    }
  }
}
