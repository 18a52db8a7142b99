import Board
import Formats
import Scene
import StyleFiles
import VitrineTools

@testable import Vitrine

/// Tuesday 2025-03-04 13:40:00 UTC.
private let tuesday = Moment(time: 1_741_095_600)

/// Data that expressions of any kind find something in.
private let answer = Value.list(
  (0..<5).map { index in
    .record(
      Record([
        ("a", .number(Double(index))), ("b", .text("it's \(index)\u{301} ﷽")),
        ("t", .date(1_741_095_600 + Double(index) * 1e4)),
        ("l", .list([.null, .bool(true), .number(1e300), .text("")])), ("n", .null),
      ]))
  })

extension FuzzTarget {
  static let boards: [FuzzTarget] = [
    FuzzTarget("board", longest: 8192, words: boardWords) { bytes in
      guard let node = try? YAML.parse(bytes, file: "b.yaml") else { return }
      show(BoardFile.read(node, file: "b.yaml") { _ in "secret" }.board, [answer])
    },
    // A board and, behind a zero, what all its sources answer.
    FuzzTarget("board-and-answer", longest: 8192, words: boardWords + jsonWords) { bytes in
      let parts = bytes.split(separator: 0, maxSplits: 1)
      guard parts.count == 2, let node = try? YAML.parse(Array(parts[0]), file: "b.yaml"),
        let value = try? JSON.parse(Array(parts[1]))
      else { return }
      show(BoardFile.read(node, file: "b.yaml") { _ in "secret" }.board, [value])
    },
    FuzzTarget("template", words: expressionWords) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard (try? Template(text)) != nil else { return }
      let quoted = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\" + String(scalar)
        case "\u{20}"..."\u{7E}": String(scalar)
        default: "\\U" + zeros(String(scalar.value, radix: 16), 8)
        }
      }.joined()
      let yaml =
        "sources: {s: {url: x}}\ncards:\n  - row: {each: s, title: \"\(quoted)\"}\n  - text: {text: \"\(quoted)\"}\n"
      guard let node = try? YAML.parse(Array(yaml.utf8), file: "b.yaml") else { return }
      show(BoardFile.read(node, file: "b.yaml") { _ in "secret" }.board, [answer])
    },
    FuzzTarget("theme", words: themeWords) { bytes in
      use(BoardSource.theme(in: bytes, file: "t.yaml", parts: BoardParts()))
    },
    FuzzTarget("style", longest: 8192, words: styleWords) { bytes in
      guard let node = try? YAML.parse(bytes, file: "s.yaml") else { return }
      use(StyleFile.read(node, file: "s.yaml") { StylePicture(path: $0) })
    },
    FuzzTarget(
      "gesture",
      words: [
        "wait ", "down ", "move ", "up", "tap ", "flick ", "wheel ", "key ", " finger 2", "%", "1e308", "nan", "0",
        "\n", "#",
      ]
    ) {
      bytes in
      let panel = PixelSize(width: 320, height: 240)
      guard let script = try? GestureScript(String(decoding: bytes, as: UTF8.self), file: "g", panel: panel) else {
        return
      }
      use(script.events(from: 0))
    },
  ]

  private static func zeros(_ digits: String, _ count: Int) -> String {
    String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  /// Every page of a board that has none or all of its data.
  private static func show(_ board: BoardFile?, _ answers: [Value]) {
    guard let board else { return }
    var evaluator = BoardEvaluator(board)
    for page in board.pages.indices.prefix(3) { use(evaluator.content(page: page, at: tuesday)) }
    for source in board.sources { evaluator.update(source.name, answers: answers, at: tuesday.time) }
    for page in board.pages.indices.prefix(3) { use(evaluator.content(page: page, at: tuesday)) }
  }

  private static let expressionWords = [
    "{", "}", "a", "b", "t", "l", "n", "$s", "$now", " | ", "count", "sum('a')", "date('%H:%M')", "ago", "round(2)",
    "percent",
    "contains(b)", "where('a', 1)", "sort(a)", "first", "last", "money('€')", " ? ", " : ", " and ", " or ", "not ",
    " == ", " < ",
    "'", "\"", "1e308", "-0", "0.1", "[0]", ".*", ".length", "$item", "$index", "duration", "upper", "split(' ')",
    "join(', ')",
  ]

  private static let boardWords =
    expressionWords + [
      "board: ", "sources:\n", "cards:\n", "  - ", "row: ", "each: s", "title: ", "url: x", "pages:\n", "theme: ",
      "refresh: ",
      "\n", "  ", "{", "}", "[", "]", ": ", "text", "header", "section", "hero", "number", "departure", "agenda",
      "image", "chart",
      "button", "qr", "tap: ", "where: ", "limit: ", "when: ", "items: ", "with: ", "let: ", "detail: ", "language: de",
      "&a ", "*a",
    ]

  private static let jsonWords = ["[", "]", "{", "}", "\"", ":", ",", "null", "true", "1e308", "\\u0000", "\\ud800"]

  private static let themeWords = [
    "like: ", "accent: ", "mode: ", "scale: ", "font: ", "dark:\n", "  background: ", "good: ", "\"#e0a96d\"", "#",
    "auto",
    "light", "dark", "1e308", "-0", "{", "}", ": ", "\n", "\"",
  ]

  private static let styleWords = [
    "layers:\n", "sprites:\n", "  - ", "sprite: ", "x: ", "y: ", "angle: ", "scale: ", "opacity: ", "at: ", "keys: ",
    "ease: ",
    "copies: ", "height: ", "1e308", "-1", "0", "{", "}", "[", "]", "\n", "pull", "time", "refreshing",
  ]
}
