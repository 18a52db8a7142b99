import Board
import Content
import Refresh
import Testing

/// What a panel shows of very many rows is there before they are.
@Suite struct LongPageTests {
  private let id = SourceID("x")

  private func driver(_ card: String, _ page: String = "") throws -> Driver {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", every: 1h}}
        pages:
          - title: "Rows"
        \(page)
            cards:
              - section: {title: "Above"}
              - \(card)
              - text: {text: "Below"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    return driver
  }

  private func answer(_ driver: Driver, _ names: [String]) -> ContentEvent {
    let items = Value.list(names.map { .record(Record([("t", .text($0))])) })
    return .answered(id, Answer(.value(items, fetchedAt: driver.now.moment.time), outcome: .success))
  }

  private func names(_ count: Int, _ word: String = "row") -> [String] { (0..<count).map { "\(word) \($0)" } }

  private let row = "row: {each: x, title: \"{t}\"}"

  private func goesOn(_ effects: [ContentEffect]) -> Bool { effects.contains(.goOn(of: 0)) }

  @Test(arguments: [5_001, 20_000]) func theFirstRowsComeFirst(count: Int) throws {
    var driver = try driver(row)
    let first = driver.take(answer(driver, names(count)))
    #expect(goesOn(first))
    #expect(first.titles(ofPage: 0) == ["Above"] + names(1_000))
    #expect(driver.model.shownCards.last?.text == "Below", "what stands below them is no part of them")
    let rest = driver.take(.restWanted(of: 0))
    #expect(!goesOn(rest))
    #expect(rest.titles(ofPage: 0) == ["Above"] + names(count))
    #expect(driver.take(.restWanted(of: 0)).isEmpty, "once is enough")
  }

  /// A grid has as many lines of them; what lies below it stays below the panel.
  @Test(arguments: [(4, 4_000), (12, 7_000)]) func aGridBeginsWithAsManyLines(columns: Int, shown: Int) throws {
    var driver = try driver("row: {each: x, columns: \(columns), title: \"{t}\"}")
    let first = driver.take(answer(driver, names(7_000)))
    #expect(goesOn(first) == (shown < 7_000))
    #expect(first.titles(ofPage: 0) == ["Above"] + names(shown))
  }

  /// The rest is what it would have been at once, and the first rows are those of the rest.
  @Test func nothingElseIsDifferent() throws {
    var (one, other) = (try driver(row), try driver(row))
    one.take(answer(one, names(7_000)))
    let head = one.model.shownCards.dropLast()
    one.take(.restWanted(of: 0))
    // A page that has been long is not begun again.
    other.take(answer(other, names(6_000, "other")))
    other.take(.restWanted(of: 0))
    let effects = other.take(answer(other, names(7_000)))
    #expect(!goesOn(effects) && effects.titles(ofPage: 0)?.count == 7_001)
    #expect(one.model.shownCards == other.model.shownCards)
    #expect(Array(head) == Array(one.model.shownCards.prefix(head.count)))
  }

  @Test(arguments: [0, 1, 999, 1_000, 1_001, 5_000]) func whatIsNotThatLongComesWhole(count: Int) throws {
    var driver = try driver(row)
    #expect(!goesOn(driver.take(answer(driver, names(count)))))
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above"] + names(count))
  }

  /// What lies on all rows, and pages that show their parts by turns, do not begin with some of them.
  @Test(arguments: [
    ("table: {each: x, cells: {Name: \"{t}\"}}", ""), ("range: {each: x, label: \"{t}\", low: 1, high: 2}", ""),
    ("row: {each: x, title: \"{t}\"}", "    overflow: pages"),
    ("text: {text: \"{$x | count}\"}", ""),
  ]) func onlyRowsDo(card: String, page: String) throws {
    var driver = try driver(card, page)
    #expect(!goesOn(driver.take(answer(driver, names(6_000)))))
  }

  /// The first rows may be none at all; that is no reason to ask for the rest again and again.
  @Test func rowsThatShowNothingAreNotAskedForTwice() throws {
    var driver = try driver(row)
    let some = [String](repeating: "", count: 6_000) + ["one"]
    #expect(goesOn(driver.take(answer(driver, some))))
    let rest = driver.take(.restWanted(of: 0))
    #expect(!goesOn(rest) && rest.titles(ofPage: 0) == ["Above", "one"])
    #expect(!goesOn(driver.take(answer(driver, some + ["two"]))))
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above", "one", "two"])
  }

  /// What somebody pulls for meanwhile comes with the rest.
  @Test func aPullWaitsForNoRest() throws {
    var driver = try driver(row)
    driver.take(answer(driver, names(6_000)))
    driver.take(.refreshBegan(task: 1))
    #expect(driver.take(.restWanted(of: 0)).titles(ofPage: 0) == nil)
    driver.take(answer(driver, names(6_001)))
    let effects = driver.take(.refreshReleased(task: 1))
    #expect(!goesOn(effects) && effects.titles(ofPage: 0) == ["Above"] + names(6_001))
    #expect(driver.take(.restWanted(of: 0)).isEmpty)
  }

  /// Another board that has come meanwhile, and has heard nothing yet, is not shown without what it waits for.
  @Test func anotherBoardIsNotShownBeforeItsData() throws {
    var driver = try driver(row)
    driver.take(answer(driver, names(6_000)))
    let other = read(
      """
      sources: {y: {url: "https://example.org/y.json", every: 1h}}
      cards:
        - section: {title: "Other"}
        - row: {each: y, title: "{t}"}
      """)
    driver.take(.boardRead(other, files: []))
    #expect(driver.take(.restWanted(of: 0)).titles(ofPage: 0) == nil)
    #expect(driver.take(.cacheRead(version: 1)).titles(ofPage: 0) == ["Other"])
    #expect(driver.take(.restWanted(of: 0)).isEmpty)
  }

  /// A limit of its own is the board's affair.
  @Test func aLimitHolds() throws {
    var driver = try driver("row: {each: x, title: \"{t}\", limit: 1000}")
    let effects = driver.take(answer(driver, names(9_000)))
    #expect(!goesOn(effects) && effects.titles(ofPage: 0)?.count == 1_001)
  }
}
