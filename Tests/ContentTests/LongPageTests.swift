import Board
import Content
import Refresh
import Testing

/// What a panel shows of very many rows is there before they are.
@Suite struct LongPageTests {
  private let id = SourceID("x")

  private func driver(_ card: String, _ page: String = "", isCacheRead: Bool = true) throws -> Driver {
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
    if isCacheRead { driver.take(.cacheRead(version: 0)) }
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

  // MARK: Rows of an answer that is still being read

  private func items(_ names: [String]) -> Value { .list(names.map { .record(Record([("t", .text($0))])) }) }

  private func rows(of source: String = "") throws -> Driver {
    var driver = Driver(
      try board(
        """
        sources:
          x: {url: "https://example.org/x.json", every: 1h, \(source)}
          y: {url: "https://example.org/y.json", every: 1h}
        cards:
          - section: {title: "Above"}
          - \(row)
          - text: {text: "{$y.word}"}
        """))
    driver.take(.started)
    return driver
  }

  @Test func whatHasBeenReadIsShownUntilAllIs() throws {
    var driver = try rows()
    driver.take(.cacheRead(version: 0))
    let first = driver.take(.glimpsed(id, items(names(5_001))))
    #expect(first.titles(ofPage: 0) == ["Above"] + names(1_000))
    #expect(!goesOn(first), "the rest comes by itself")
    #expect(driver.take(.restWanted(of: 0)).titles(ofPage: 0) == nil)
    // What else happens meanwhile leaves it as it is.
    driver.take(.answered(SourceID("y"), Answer(.problem("no"), outcome: .failure)))
    driver.pass(5)
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above"] + names(1_000))
    #expect(driver.model.report.sources.first?.updated == nil, "nobody says that it has come")
    driver.take(answer(driver, names(20_000)))
    driver.take(.restWanted(of: 0))
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above"] + names(20_000))
  }

  /// Nobody waits for the end of the cache, where there is nothing else in it.
  @Test func theFirstPageIsThereBeforeTheCacheIsRead() throws {
    var driver = try rows()
    #expect(driver.take(.glimpsed(id, items(names(5_001)))).titles(ofPage: 0) == nil, "y may be there in a moment")
    driver.take(.answered(SourceID("y"), Answer(.value(.record(Record([("word", .text("w"))])), fetchedAt: 1))))
    #expect(driver.take(.cacheRead(version: 0)).titles(ofPage: 0) == ["Above"] + names(1_000))

    var alone = try self.driver(row, isCacheRead: false)
    #expect(alone.take(.glimpsed(id, items(names(5_001)))).titles(ofPage: 0) == ["Above"] + names(1_000))
    #expect(alone.take(.cacheRead(version: 0)).titles(ofPage: 0) == nil)
    #expect(alone.take(answer(alone, names(1_000))).titles(ofPage: 0) == nil, "that is all there was")
  }

  /// What turns out to be garbled further down was never there.
  @Test(arguments: [Answer(.problem("line 70000: no"), outcome: .failure), Answer(.nothing, outcome: nil)])
  func whatCannotBeReadToItsEndIsTakenBack(ending: Answer) throws {
    var driver = try rows()
    driver.take(.cacheRead(version: 0))
    driver.take(.glimpsed(id, items(names(5_001))))
    driver.take(.answered(id, ending))
    driver.pass(1)
    #expect(!driver.model.shownCards.compactMap(\.title).contains("row 0"))
    driver.take(answer(driver, names(3)))
    driver.pass(1)
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above"] + names(3))
  }

  @Test func whatIsThereStaysUntilAllIsRead() throws {
    var driver = try rows()
    driver.take(.cacheRead(version: 0))
    driver.take(answer(driver, names(3)))
    #expect(driver.take(.glimpsed(id, items(names(5_001, "new")))).isEmpty)
    #expect(driver.model.shownCards.compactMap(\.title) == ["Above"] + names(3))
  }

  /// Fewer rows than a panel may show, or a list that is another one; sorted rows; a source that has gone.
  @Test func whatIsNoBeginningIsNotShown() throws {
    for (source, value) in [
      ("where: \"t == 'row 1'\"", items(names(5_001))),
      ("items: data", Value.record(Record([("log", items(names(5_001)))]))),
      ("sort: t", items(names(5_001))),
    ] {
      var driver = try rows(of: source)
      driver.take(.cacheRead(version: 0))
      #expect(driver.take(.glimpsed(id, value)).isEmpty, "\(source)")
    }
    var driver = try rows()
    driver.take(.cacheRead(version: 0))
    #expect(driver.take(.glimpsed(SourceID("z"), items(names(5_001)))).isEmpty)
  }

  /// Another version of the board begins with what is known whole.
  @Test func anotherBoardKnowsNothingOfIt() throws {
    var driver = try rows()
    driver.take(.cacheRead(version: 0))
    driver.take(.glimpsed(id, items(names(5_001))))
    let other = read(
      """
      sources: {x: {url: "https://example.org/x.json", every: 1h}}
      cards: [text: {text: "{$x | count} rows"}]
      """)
    driver.take(.boardRead(other, files: []))
    driver.take(.cacheRead(version: 1))
    #expect(driver.model.shownCards.compactMap(\.text).allSatisfy { $0 != "5001 rows" })
    driver.take(answer(driver, names(7)))
    driver.pass(1)
    #expect(driver.model.shownCards.compactMap(\.text) == ["7 rows"])
  }
}
