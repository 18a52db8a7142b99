import Seeded

/// Boards that are right, and answers that are legal and hostile.
struct HostileBoard {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  static let fields = ["a", "b", "c", "d", "e", "f"]

  mutating func pick<Element>(_ all: [Element]) -> Element { all[Int.random(in: 0..<all.count, using: &random)] }
  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private mutating func chance(_ share: Double) -> Bool { .random(in: 0..<1, using: &random) < share }

  // MARK: Values

  private static let numbers = [
    "0", "-0.0", "1e308", "-1e308", "5e-324", "-5e-324", "1e30", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "18446744073709551616", "2147483648", "-2147483649", "0.1", "-1", "1", "59", "1e15",
    "999999999999.5", "-62135596801", "253402300800", "8.64e15", "1795500000", "1795500000000",
  ]
  private static let dates = [
    "-9999-01-01T00:00:00Z", "0000-00-00", "0001-01-01", "9999-12-31T23:59:59Z", "99999-12-31T00:00:00Z",
    "2026-02-30", "2024-02-29T24:00:00+14:00", "2026-05-08T17:42:00-12:00", "1970-01-01", "2038-01-19T03:14:08Z",
    "20260508T174200Z", "2026-05-08", "Fri, 08 May 2026 17:42:00 GMT", "PT99999999H", "P1Y", "-PT5M", "12:61", "00:00",
    "2016-12-31T23:59:60Z", "2026-W19-5",
  ]
  private static let texts = [
    "", " ", "\\u0000", "caf\\u00e9", "cafe\\u0301", "a\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301\\u0301",
    "\\u202eright to left", "\\u200b\\u200b", "\\u2066\\u2066\\u2066", "\\ufeff", "\\u00ad", "👩‍👩‍👧‍👦🏳️‍🌈🇦🇶", "👨🏿‍🚀",
    "مرحبا بالعالم 123", "ประเทศไทยไม่มีช่องว่าง", "日本語日本語日本語日本語日本語", "한국어 문장", "{a}", "{$now}", "<b>bold</b>&amp;", "**",
    "**bold** _and_ `more`", "[x](javascript:1)", "%s%n%d", "../../etc/passwd", "file:///dev/zero",
    "http://127.0.0.1:1/x.png",
    "data:image/png;base64,AAAA", "\\n\\n\\n\\n\\n\\n\\n\\n", "\\t\\r\\n", "𝕍𝕚𝕥𝕣𝕚𝕟𝕖", "\\u0378\\uffff", "sun",
    "#ff0000", "NaN",
    "Infinity", "0x10", "１２３", "½", "true", "null",
  ]

  /// A JSON value.
  mutating func value(depth: Int = 2) -> String {
    switch number(0...9) {
    case 0, 1: return pick(Self.numbers)
    case 2, 3: return "\"" + pick(Self.dates) + "\""
    case 4, 5: return "\"" + pick(Self.texts) + pick(Self.texts) + "\""
    case 6: return "\"" + scalars() + "\""
    case 7:
      return chance(0.5)
        ? "\"" + String(repeating: pick(["x", "\\u0301", "ﷺ", "W", "- ", "😀"]), count: number(1...400)) + "\""
        : pick(["null", "true", "false"])
    case 8:
      guard depth > 0 else { return "[]" }
      return "[" + (0..<number(0...5)).map { _ in value(depth: depth - 1) }.joined(separator: ", ") + "]"
    default:
      guard depth > 0 else { return "{}" }
      return "{"
        + (0..<number(0...3)).map { _ in "\"\(pick(Self.texts + Self.fields))\": \(value(depth: depth - 1))" }
        .joined(separator: ", ") + "}"
    }
  }

  /// Scalars of any plane.
  private mutating func scalars() -> String {
    var text = ""
    for _ in 0..<number(1...12) {
      guard let scalar = Unicode.Scalar(UInt32(number(0x20...0x10_FFFF))), scalar != "\"", scalar != "\\" else {
        continue
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// A list of records with all fields, or some.
  mutating func answer() -> String {
    let count = pick([0, 1, 2, 7, 40])
    let isWhole = chance(0.6)
    let rows = (0..<count).map { _ in
      "{"
        + Self.fields.filter { _ in isWhole || chance(0.7) }.map { "\"\($0)\": \(value())" }.joined(separator: ", ")
        + "}"
    }
    return "[" + rows.joined(separator: ", ") + "]"
  }

  // MARK: Boards

  private static let filters = [
    "round", "round(3)", "fixed(2)", "number", "number(1)", "percent", "percent(2)", "bytes", "money('€')", "duration",
    "time", "time('%H.%M')", "date", "date('%A %-d %B %Y')", "date('%j %V %z')", "ago", "minutes", "epoch",
    "epoch(86400)",
    "count", "first", "last", "sum", "min", "max", "join(', ')", "upper", "lower", "truncate(10)", "truncate(1)",
    "replace('a', 'bb')", "split(',')", "slice(1, 3)", "slice(-2)", "plain", "offset(7200)",
  ]

  private mutating func expression() -> String {
    var text = field()
    if chance(0.2) { text = "(\(field()) \(pick(["+", "-", "*", "/"])) \(field()))" }
    if chance(0.1) { text = "(\(text))" }
    for _ in 0..<pick([0, 0, 1, 1, 2, 3]) { text += " | " + pick(Self.filters) }
    return text
  }

  private mutating func condition() -> String {
    pick([
      "\(field()) > \(field())", "not \(field())", "\(field()) == null",
      "\(field()) | contains('a')", "\(field()) < 10 or \(field()) >= 1e30",
    ])
  }

  private mutating func template() -> String {
    switch number(0...5) {
    case 0: "'{\(field())} and {\(field())}'"
    default: "\"{\(expression())}\""
    }
  }

  /// One card of each kind that takes data, each with all that it takes.
  private mutating func cards() -> [String] {
    (0..<Self.kinds).filter { _ in chance(0.4) }.map { card($0) } + [card(number(0...Self.kinds - 1))]
  }

  private static let kinds = 18

  private mutating func field() -> String { pick(Self.fields) }

  private mutating func card(_ kind: Int) -> String {
    switch kind {
    case 0:
      "row: {each: rows, image: \(template()), title: \(template()), subtitle: \(template()),"
        + " trail: \(template()), tone: {good: \"\(condition())\", bad: \"\(condition())\"},"
        + " tap: detail}"
    case 1:
      "row: {each: rows, icon: \(template()), title: \(template()), where: \"\(condition())\","
        + " columns: \(number(1...4))}"
    case 2: "section: {title: 'All', trail: \"{$rows | count}\"}"
    case 3:
      "hero: {each: rows, limit: 2, image: \(template()), title: \(template()),"
        + " text: \(template())}"
    case 4:
      "number: {each: rows, limit: 4, columns: \(number(1...4)), label: \(template()),"
        + " value: \(template()), unit: \(template()), spark: \(field()), tone: {warn: \"\(condition())\"}}"
    case 5:
      "departure: {each: rows, limit: 6, line: \(template()), to: \(template()),"
        + " planned: \(field()), due: \(field())}"
    case 6:
      "agenda: {each: rows, title: \(template()), subtitle: \(template()), start: \(field()),"
        + " end: \(field())}"
    case 7: "image: {each: rows, image: \(template()), ratio: 16/9}"
    case 8:
      "chart: {each: rows, limit: 2, label: \(template()), points: \(field()),"
        + " kind: \(pick(["line", "area", "bars"]))}"
    case 9: "text: {each: rows, limit: 3, text: \(template()), tone: warn}"
    case 10: "qr: {each: rows, limit: 2, text: \(template()), title: \(template())}"
    case 11:
      "table: {each: rows, cells: {A: \(template()), B: \(template()), C: \(template())},"
        + " tone: {good: \"\(condition())\"}}"
    case 12:
      "gauge: {each: rows, limit: 3, label: \(template()), value: \(template()),"
        + " unit: \(template()), max: 100, columns: 2}"
    case 13:
      "range: {each: rows, limit: 4, label: \(template()), low: \(field()), high: \(field()),"
        + " unit: °}"
    case 14:
      "forecast: {each: rows, title: Week, day: \(template()), icon: \(template()),"
        + " low: \(field()), high: \(field()), note: \(template())}"
    case 15: "month: {each: rows, start: \(field()), end: \(field())}"
    case 16: "group: {each: rows, limit: 3, cards: [section: {title: \(template())}, text: {text: \(template())}]}"
    default: "clock: {label: Here, kind: analogue, columns: \(number(1...3))}"
    }
  }

  mutating func board() -> String {
    let theme = "{mode: \(pick(["dark", "light"])), scale: \(pick(["0.5", "1", "1.5", "2.75"]))}"
    let language = pick(["en", "de", "ar", "ja", "he", "pl", "fr"])
    let style = pick(["compass", "ring", "letters", "stripes", "icon"])
    return """
      board: Hostile
      language: \(language)
      theme: \(theme)
      refresh: {style: \(style)}
      sources:
        rows: {url: "rows.json", every: 1h\(pick(["", ", sort: a", ", sort: -b, limit: 5", ", where: not c"]))}
      cards:
        - header: {title: "{$board}", subtitle: "{$rows | count} rows", clock: true}
      \(cards().map { "  - " + $0 }.joined(separator: "\n"))
      detail:
        - hero: {title: \(template()), text: \(template())}
        - text: {text: \(template())}
      """
  }
}
