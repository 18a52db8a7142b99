import Board
import Numbers
import Vitrine

/// Something that can be many in an answer, and a board that shows it.
struct Many {
  /// The card, or what is evaluated.
  var place: String
  /// What there is many of.
  var what: String
  /// How many the smaller answer has.
  var count: Int
  /// The board's cards; its source is `rows`.
  var cards: String
  /// What the source says, of so many.
  var answer: (Int) -> Value
}

extension Many {
  /// All of them.
  static var all: [Many] { texts + lists + expressions }

  // MARK: Texts

  /// Cards whose text is the field `t`.
  private static let textCards = [
    ("row", "row: {each: rows, title: \"{t}\", subtitle: \"{t}\", trail: \"{t}\"}"),
    ("hero", "hero: {each: rows, title: \"{t}\", text: \"{t}\"}"),
    ("text", "text: {each: rows, text: \"{t}\"}"),
    ("section", "section: {title: \"{$rows.0.t}\", trail: \"{$rows.0.t}\"}"),
    ("header", "header: {title: \"{$rows.0.t}\", subtitle: \"{$rows.0.t}\"}"),
    ("number", "number: {each: rows, columns: 3, label: \"{t}\", value: \"{t}\", unit: \"{t}\", subtitle: \"{t}\"}"),
    ("departure", "departure: {each: rows, line: \"{t}\", to: \"{t}\", planned: 0, due: 60}"),
    ("agenda", "agenda: {each: rows, title: \"{t}\", subtitle: \"{t}\", start: 1741095600, end: 1741099200}"),
    ("button", "button: {each: rows, text: \"{t}\", subtitle: \"{t}\", post: \"http://localhost/\"}"),
    ("qr", "qr: {each: rows, text: \"{t}\", title: \"{t}\"}"),
    ("table", "table: {each: rows, cells: {A: \"{t}\", B: \"{t}\"}}"),
    ("gauge", "gauge: {each: rows, label: \"{t}\", value: 5, unit: \"{t}\", max: 10}"),
    ("range", "range: {each: rows, label: \"{t}\", low: 1, high: 3, unit: \"{t}\"}"),
    ("forecast", "forecast: {each: rows, title: \"{$rows.0.t}\", day: \"{t}\", low: 1, high: 3, note: \"{t}\"}"),
    ("chart", "chart: {label: \"{$rows.0.t}\", points: $rows, y: y}"),
    ("clock", "clock: {label: \"{$rows.0.t}\"}"),
    ("group", "group: {each: rows, cards: [section: {title: \"{t}\"}, text: {text: \"{t}\"}]}"),
  ]

  private static let letters: [(what: String, letter: String)] = [
    ("letters of a word", "a"), ("words", "some words "), ("lines", "a\n"), ("marks upon a letter", "\u{301}"),
    ("letters of a word of another script", "ك"), ("signs without spaces", "日本"), ("directions", "\u{202E}a\u{202C}ب"),
    ("families", "👩‍👩‍👧‍👦"), ("stars", "**a** "), ("hyphens", "\u{AD}a"), ("spaces", " "),
  ]

  private static var texts: [Many] {
    textCards.flatMap { place, card in
      letters.map { what, letter in
        Many(place: place, what: what, count: 10_000, cards: "  - " + card) { count in
          let text = Value.text(String(repeatElement(letter, count: count).joined()))
          return .list([.record(Record([("t", text), ("y", .number(1))]))])
        }
      }
    }
  }

  // MARK: Lists

  private static func records(_ count: Int) -> Value {
    .list(
      (0..<count).map { index in
        let start = 1_741_095_600 + Double(index % 900) * 3600
        return .record(
          Record([
            ("t", .text("Item \(index &* 7919 % 1000)")), ("y", .number(Double(index &* 31 % 97))),
            ("s", .number(start)), ("e", .number(start + 3600)), ("u", .text(index % 3 == 0 ? "sun" : "rain")),
          ]))
      })
  }

  private static let listCards: [(String, String, Int)] = [
    ("row", "row: {each: rows, title: \"{t}\", trail: \"{y}\", tone: {bad: y > 90}}", 2_000),
    ("row, three columns", "row: {each: rows, columns: 3, title: \"{t}\", trail: \"{y}\"}", 2_000),
    ("hero", "hero: {each: rows, title: \"{t}\"}", 500), ("text", "text: {each: rows, text: \"{t}\"}", 500),
    ("number", "number: {each: rows, columns: 4, label: \"{t}\", value: \"{y}\"}", 1_000),
    ("departure", "departure: {each: rows, line: \"{y}\", to: \"{t}\", planned: s, due: s}", 1_000),
    ("agenda", "agenda: {each: rows, title: \"{t}\", start: s, end: e}", 1_000),
    ("table", "table: {each: rows, cells: {A: \"{t}\", B: \"{y}\", C: \"{u}\"}}", 1_000),
    ("gauge", "gauge: {each: rows, columns: 2, label: \"{t}\", value: \"{y}\", max: 100}", 500),
    ("range", "range: {each: rows, label: \"{t}\", low: y, high: s}", 1_000),
    ("forecast", "forecast: {each: rows, day: \"{t}\", icon: \"{u}\", low: y, high: y}", 1_000),
    ("month", "month: {each: rows, start: s, end: e}", 5_000),
    ("chart", "chart: {points: $rows, y: y}", 20_000),
    ("chart with times", "chart: {points: $rows, x: s, y: y}", 20_000),
    ("charts", "chart: {each: rows, label: \"{t}\", points: \"$rows | slice(0, 9)\", y: y}", 200),
    ("qr", "qr: {each: rows, text: \"{t}\"}", 200),
    ("group", "group: {each: rows, cards: [section: {title: \"{t}\"}, number: {label: \"{t}\", value: \"{y}\"}]}", 500),
  ]

  private static var lists: [Many] {
    listCards.map { place, card, count in
      Many(place: place, what: "records", count: count, cards: "  - " + card, answer: records)
    }
  }

  // MARK: Evaluation

  private static let formulas: [(String, String, Int)] = [
    ("sum", "text: {text: \"{$rows | sum('y')}\"}", 20_000),
    ("join", "text: {text: \"{$rows | join(', ') | truncate(20)}\"}", 20_000),
    ("where", "row: {each: rows, where: t == 'Item 7', title: \"{t}\"}", 20_000),
    ("all for three", "text: {each: rows, limit: 3, text: \"{$rows | max('y')}\"}", 10_000),
    ("all for each", "row: {each: rows, title: \"{$rows | sum('y')}\"}", 300),
  ]

  private static let searches: [(String, String)] = [
    ("contains", "text: {each: rows, text: \"{t | contains('aaaaaaab')}\"}"),
    ("contains itself", "text: {each: rows, text: \"{t | contains(t)}\"}"),
    ("replace", "text: {each: rows, text: \"{t | replace('a', 'bb') | truncate(10)}\"}"),
    ("split", "text: {each: rows, text: \"{t | split('a') | count}\"}"),
    ("plain", "text: {each: rows, text: \"{t | plain | truncate(10)}\"}"),
    ("upper", "text: {each: rows, text: \"{t | upper | truncate(10)}\"}"),
    ("truncate", "text: {each: rows, text: \"{t | truncate(10)}\"}"),
    ("date of a text", "text: {each: rows, text: \"{t | date('%F')}\"}"),
    ("number of a text", "text: {each: rows, text: \"{t | number}\"}"),
    ("duration of a text", "text: {each: rows, text: \"{t | duration}\"}"),
    ("equal texts", "text: {each: rows, text: \"{t == $rows.0.t}\"}"),
  ]

  private static var expressions: [Many] {
    formulas.map { place, card, count in
      Many(place: place, what: "records", count: count, cards: "  - " + card, answer: records)
    }
      + searches.flatMap { place, card in
        [("letters", "a"), ("digits", "7"), ("tags", "<b>")].map { what, letter in
          Many(place: place, what: what, count: 100_000, cards: "  - " + card) { count in
            .list([.record(Record([("t", .text(String(repeatElement(letter, count: count).joined())))]))])
          }
        }
      }
  }
}
