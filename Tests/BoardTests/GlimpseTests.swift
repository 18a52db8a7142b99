import Board
import Testing

/// Which boards may show the first items of a source before there are others: where those cannot change how these look.
@Suite struct ItemsAsTheyComeTests {
  private func file(_ source: String, _ cards: String, _ more: String = "") throws -> BoardFile {
    try board(
      """
      sources:
        x: {url: "https://example.org/x", \(source)}
        y: {url: "https://example.org/y"}
      \(more)
      cards:
      \(cards.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """)
  }

  private let row = #"- row: {each: x, title: "{t}"}"#

  @Test(arguments: [
    "", "items: items", "items: data.items", "where: t != 'a'", "limit: 9", "key: id", "every: 1h", "as: csv",
  ])
  func rowsOfSuchASourceDo(source: String) throws {
    #expect(try file(source, row).showsItemsAsTheyCome(of: "x"))
  }

  @Test(arguments: [
    "sort: t", "with: {n: t}", "where: t == $board", "zip: hourly", "items: \"items | first\"", "items: \"a.0\"",
    "key: t + $board", "stream: lines",
  ])
  func suchASourceDoesNot(source: String) throws {
    #expect(try !file(source, row).showsItemsAsTheyCome(of: "x"))
  }

  @Test(arguments: [
    #"- row: {each: x, title: "{t}", columns: 3, where: t, skip: 2, limit: 4000, subtitle: "{index}"}"#,
    #"- row: {each: y, title: "{$y | count}"}"#, #"- text: {text: "{$y.a}"}"#,
    #"- row: {each: x, title: "{t}", group: "{g}"}"#,
  ])
  func besideThemMayBe(card: String) throws {
    #expect(try file("", row + "\n" + card).showsItemsAsTheyCome(of: "x"))
  }

  @Test(arguments: [
    #"- row: {each: x, title: "{$x | count}"}"#, #"- text: {text: "{$x | count}"}"#,
    #"- table: {each: x, cells: {Name: "{t}"}}"#, #"- number: {title: "a", value: "{$x.0.n}"}"#,
    #"- row: {each: "$x.0.list", title: "{t}"}"#, #"- row: {each: y, title: "{$x(id).t}"}"#,
    #"- range: {each: x, label: "{t}", low: 1, high: 2}"#, #"- text: {text: "a", when: "$x | count"}"#,
    #"- text: {text: "{$n}"}"#,
  ])
  func besideThemMayNotBe(card: String) throws {
    #expect(try !file("", row + "\n" + card, "let: {n: \"$x | count\"}").showsItemsAsTheyCome(of: "x"))
    if !card.contains("$n") { #expect(try !file("", row + "\n" + card).showsItemsAsTheyCome(of: "x")) }
  }

  @Test(arguments: [
    "z: {from: x}", #"z: {url: "https://example.org/{$x.0.id}"}"#,
    "z: {url: \"https://example.org/z\", where: t == $x.0.t}",
  ])
  func noOtherSourceMayBeMadeOfIt(source: String) throws {
    let file = try board("sources:\n  x: {url: \"https://example.org/x\"}\n  \(source)\ncards:\n  \(row)\n")
    #expect(!file.showsItemsAsTheyCome(of: "x"))
    #expect(!file.showsItemsAsTheyCome(of: "none"))
  }

  @Test func pagesInPartsKnowHowManyTheyAre() throws {
    let file = try board(
      """
      sources: {x: {url: "https://example.org/x"}}
      pages:
        - title: "Rows"
          overflow: pages
          cards:
            \(row)
      """)
    #expect(!file.showsItemsAsTheyCome(of: "x"))
  }
}
