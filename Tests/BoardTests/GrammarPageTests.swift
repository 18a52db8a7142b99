import Formats
import TestSupport
import Testing

@testable import Board

/// The page on expressions, as it lies in `Boards/reference`: what it says is what the parser reads and the evaluation gives.
@Suite struct GrammarPageTests {
  private static let page: String = {
    let path = boardFile("reference/expressions").replacing(".yaml", with: ".md")
    return String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
  }()

  /// The rows of the table of examples: rule or filter, expression, result.
  static let examples: [(what: String, expression: String, result: String)] = {
    guard let start = page.firstRange(of: "| rule | expression | gives |") else { return [] }
    return page[start.upperBound...].split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.replacing("\\|", with: "\u{1}").split(separator: "|").map {
        String($0.replacing("\u{1}", with: "|")).trimmed
      }
      guard cells.count == 3 else { return nil }
      return (cells[0].unquoted, cells[1].unquoted, cells[2])
    }
  }()

  private static func item() throws -> Value {
    let start = try #require(page.firstRange(of: "```json\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "```"))
    return try JSON.parse(Array(page[start.upperBound..<end.lowerBound].utf8))
  }

  @Test(arguments: examples.indices)
  func theExampleGivesWhatThePageSays(index: Int) throws {
    let example = Self.examples[index]
    var evaluation = Evaluation(moment: Moment(time: tuesday), item: try Self.item())
    let value = evaluation.value(try Expression(example.expression))
    let text = evaluation.text(try Template("{\(example.expression)}"))
    let isNothing = if case .null = value { true } else { false }
    #expect((isNothing ? "*nothing*" : text) == example.result, "\(example.expression)")
  }

  /// Each rule of the grammar and each filter has an example, and each example is of one.
  @Test func nothingIsWithoutExample() throws {
    let start = try #require(Self.page.firstRange(of: "## Grammar\n\n```\n"))
    let end = try #require(Self.page[start.upperBound...].firstRange(of: "\n```"))
    let rules = Self.page[start.upperBound..<end.lowerBound].split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(rules.count == 12)
    #expect(Set(Self.examples.map(\.what)) == Set(rules + Filter.allCases.map(\.rawValue)))
  }

  /// Each rule says what the parser does: a sentence made by it is read, and printed again as the same expression.
  @Test(arguments: examples.indices)
  func theExampleIsPrintedAsItIsRead(index: Int) throws {
    let expression = try Expression(Self.examples[index].expression)
    #expect(try Expression("\(expression)") == expression)
  }
}

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first == " " { rest = rest.dropFirst() }
    while rest.last == " " { rest = rest.dropLast() }
    return String(rest)
  }

  fileprivate var unquoted: String { count > 1 && first == "`" && last == "`" ? String(dropFirst().dropLast()) : self }
}
