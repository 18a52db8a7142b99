import Board
import Formats
import Markup
import Numbers

/// Answers as trees, and expressions tried on them.
enum SourceTree {
  /// Items of a list that are shown, characters of a text, and values in all.
  private static let (items, characters, values) = (100, 400, 6_000)

  /// A value as the page shows it, cut where it is too much to be read.
  static func json(_ value: Value) -> Markup.JSON {
    var left = values
    return json(value, &left, depth: 0)
  }

  private static func json(_ value: Value, _ left: inout Int, depth: Int) -> Markup.JSON {
    left -= 1
    guard left > 0, depth < 24 else { return .text("…") }
    switch value {
    case .null: return .null
    case .bool(let flag): return .flag(flag)
    case .number(let number): return .number(number)
    case .text(let text): return .text(text.count > characters ? String(text.prefix(characters)) + "…" : text)
    case .date(let time): return .number(time)
    case .list(let list): return .list(list.prefix(items).map { json($0, &left, depth: depth + 1) })
    case .record(let record):
      return .object(
        zip(record.names, record.all).map { Markup.JSON.Member($0, json($1, &left, depth: depth + 1)) })
    }
  }

  /// What an expression comes to for an answer's first item; a sentence where it is none.
  ///
  /// - Parameter evaluator: knows what stands around it; nil where there is no board.
  static func tried(
    _ text: String, on value: Value, with evaluator: inout BoardEvaluator?, at moment: Moment
  ) -> (value: Markup.JSON, problem: String?) {
    do throws(SyntaxError) {
      let expression = try Expression(text)
      let found = evaluator?.tried(expression, on: value, at: moment) ?? expression.tried(on: value, at: moment)
      return (json(found), nil)
    } catch {
      return (.null, "at character \(error.offset + 1): \(error.message)")
    }
  }
}
