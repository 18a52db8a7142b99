import Board
import Content
import Refresh
import Testing

private let list = """
  sources:
    list: {url: "https://example.org/list.json", every: 1m}
  cards:
    - row: {each: list, title: "{name}"}
  """

private func value(_ names: [String]) -> Value {
  .list(names.map { .record(Record([("name", .text($0))])) })
}

private func started(_ yaml: String = list) throws -> Driver {
  var driver = Driver(try board(yaml))
  driver.take(.started)
  driver.take(.cacheRead(version: 0))
  return driver
}

@Test func nothingIsShownBeforeTheDiskHasSpoken() throws {
  var driver = Driver(try board(list))
  #expect(driver.take(.started).titles(ofPage: 0) == nil)
  #expect(
    driver.take(.answered(SourceID("list"), Answer(.value(value(["A"]), fetchedAt: Driver.noon)))).titles(ofPage: 0)
      == nil)
  #expect(driver.take(.cacheRead(version: 0)).titles(ofPage: 0) == ["A"])
}

@Test func aDeadDiskKeepsThePanelDarkForAFifthOfASecond() throws {
  var driver = Driver(try board(list))
  driver.take(.started)
  #expect(driver.pass(0.199).titles(ofPage: 0) == nil)
  #expect(driver.pass(0.01).titles(ofPage: 0) == [])
}

@Test func anAnswerThatSaysTheSameChangesNothing() throws {
  var driver = try started()
  let id = SourceID("list")
  #expect(
    driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
      .titles(ofPage: 0) == ["A"])
  #expect(
    driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
      .titles(ofPage: 0) == nil)
}

@Test func whatSaysTheSameHoldsOn() throws {
  var driver = try started()
  let id = SourceID("list")
  driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
  // Nothing is told of it, and its age is that of the last time it was said.
  driver.pass(60)
  let said = driver.take(.answered(id, Answer(.same(fetchedAt: Driver.noon + 60), outcome: .noChange)))
  #expect(said.titles(ofPage: 0) == nil && said.lines.isEmpty)
  #expect(!driver.pass(119).contains { if case .chip(let chip, _) = $0 { chip != nil } else { false } })
  #expect(driver.pass(2).contains { if case .chip(let chip, _) = $0 { chip != nil } else { false } })
  // Old data is fresh again.
  let late = driver.take(.answered(id, Answer(.same(fetchedAt: driver.now.moment.time), outcome: .noChange)))
  #expect(late.contains { if case .chip(let chip, _) = $0 { chip == nil } else { false } })
}

@Test func ofSeveralAddressesOneMayBeSilentForGoodWhileAnotherSaysTheSame() throws {
  var driver = try started(
    """
    sources:
      list: {url: ["https://example.org/a.json", "https://example.org/b.json"], every: 1m, keep: 5m}
    cards:
      - row: {each: list, title: "{name}"}
    """)
  let (a, b) = (SourceID("list", part: 0), SourceID("list", part: 1))
  driver.take(.answered(a, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
  let both = driver.take(.answered(b, Answer(.value(value(["B"]), fetchedAt: Driver.noon), outcome: .success)))
  #expect(both.titles(ofPage: 0) == ["A", "B"])
  var last: [String]?
  for minute in 1...6 {
    last = driver.pass(60).titles(ofPage: 0) ?? last
    let time = Driver.noon + Double(minute) * 60
    last = driver.take(.answered(a, Answer(.same(fetchedAt: time), outcome: .noChange))).titles(ofPage: 0) ?? last
  }
  #expect(last == ["A"])
  // It is back, and says what it said.
  let back = driver.take(.answered(b, Answer(.same(fetchedAt: Driver.noon + 360), outcome: .noChange)))
  #expect(back.titles(ofPage: 0) == ["A", "B"])
}

/// What was too old to be shown is shown again once it is said again, by a server that says that nothing has changed, and by one that says
/// all of it; also when the clock is set back meanwhile.
@Test(arguments: [true, false], [0.0, -86_400])
func whatWasTooOldIsShownAgainOnceItIsSaidAgain(isWord: Bool, clock: Double) throws {
  var driver = try started(
    """
    sources:
      list: {url: "https://example.org/list.json", every: 1h, keep: 30m}
    cards:
      - row: {each: list, title: "{name}"}
    """)
  let id = SourceID("list")
  let first = driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
  #expect(first.titles(ofPage: 0) == ["A"])
  #expect(driver.pass(3600).titles(ofPage: 0) == [])
  driver.setClock(by: clock)
  let time = driver.now.moment.time
  let again = Answer(
    isWord ? .same(fetchedAt: time) : .value(value(["A"]), fetchedAt: time), outcome: isWord ? .noChange : .success)
  #expect(driver.take(.answered(id, again)).titles(ofPage: 0) == ["A"])
}

@Test func whatWasTooMuchIsReadAgain() throws {
  var driver = try started()
  let id = SourceID("list")
  driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)))
  let huge = Value.list(Array(repeating: .text(String(repeating: "x", count: 1 << 20)), count: 80))
  let said = driver.take(.answered(id, Answer(.value(huge, fetchedAt: Driver.noon), outcome: .success)))
  #expect(said.contains(.readAnew(id)) && said.lines.count == 1)
}

@Test func aPullWaitsForItsSourcesAndShowsThemWhenReleased() throws {
  var driver = try started()
  let id = SourceID("list")
  driver.take(.answered(id, Answer(.value(value(["A"]), fetchedAt: Driver.noon))))
  #expect(driver.take(.refreshBegan(task: 7)).contains(.fetch([id])))
  let answered = driver.take(.answered(id, Answer(.value(value(["B"]), fetchedAt: Driver.noon), outcome: .success)))
  #expect(answered.endings == [.success])
  #expect(answered.titles(ofPage: 0) == nil)
  #expect(driver.take(.refreshReleased(task: 7)).titles(ofPage: 0) == ["B"])
}

@Test func picturesThatCouldNotBeHadAreAskedForWheneverThereIsAReason() throws {
  var driver = try started()
  let id = SourceID("list")
  func asks(_ effects: [ContentEffect]) -> [Double] {
    effects.compactMap { if case .retryPictures(let age) = $0 { age } else { nil } }
  }
  let news = Answer(.value(value(["A"]), fetchedAt: Driver.noon), outcome: .success)
  #expect(asks(driver.take(.answered(id, news))) == [60])
  #expect(asks(driver.take(.answered(id, Answer(.same(fetchedAt: Driver.noon), outcome: .noChange)))) == [60])
  #expect(asks(driver.take(.answered(id, Answer(.problem("away"), outcome: .offline)))) == [])
  driver.setClock(by: 3_600)
  #expect(asks(driver.take(.clockSet)) == [0])
  // A page of pictures alone is pulled, too.
  var still = try started("cards: [{image: {image: \"https://example.org/a.png\"}}]")
  let pulled = still.take(.refreshBegan(task: 1))
  #expect(asks(pulled) == [0] && pulled.endings == [.noChange])
}

@Test func aBoardThatDropsTheSourceOfAPullEndsIt() throws {
  var driver = try started()
  driver.take(.refreshBegan(task: 1))
  let other = read(list.replacing("list.json", with: "other.json"))
  #expect(driver.take(.boardRead(other, files: [])).endings == [.noChange])
}

@Test func aSentenceStaysThroughAnotherBoard() throws {
  var driver = try started()
  #expect(driver.take(.said("Back again", seconds: 60)).contains(.notice("Back again")))
  let changed = driver.take(.boardRead(read(list + "\n  - text: {text: more}"), files: []))
  #expect(!changed.contains(.notice(nil)))
  #expect(driver.pass(61).contains(.notice(nil)))
}

@Test func aLongerNoticeComesBackBehindAShortOneAndAnEmptyOneTakesAllBack() throws {
  var driver = try started()
  driver.take(.said("Closed today", seconds: 3600, tone: .info))
  #expect(driver.take(.said("Doors close", seconds: 2, tone: .info)).contains(.notice("Doors close", tone: .info)))
  #expect(driver.model.report.notice?.text == "Doors close")
  #expect(driver.pass(2.5).contains(.notice("Closed today", tone: .info)))
  // What the panel says of itself passes over it, too.
  driver.take(.said("Not kept", seconds: 2))
  #expect(driver.pass(2.5).contains(.notice("Closed today", tone: .info)))
  #expect(driver.model.report.notice?.end == 3600)
  #expect(driver.take(.said("", seconds: 60, tone: .info)).contains(.notice(nil)))
  #expect(driver.model.report.notice == nil)
  // Whoever floods the panel with them fills nothing.
  for number in 0..<1000 { driver.take(.said("\(number)", seconds: 5000 - Double(number), tone: .info)) }
  #expect(driver.pass(4001.5).contains(.notice("998", tone: .info)))
  #expect(driver.pass(1000).contains(.notice(nil)))
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -5])
func aSentenceGoesWhateverItsTime(seconds: Double) throws {
  var driver = try started()
  driver.take(.said("Back again", seconds: seconds))
  // Beside an alarm that is set for no number no other would be the earliest.
  driver.take(.said("Once more", seconds: -1))
  #expect(driver.pass(1).contains(.notice(nil)))
  driver.take(.said("Back again", seconds: seconds))
  #expect(driver.pass(86_500).contains(.notice(nil)))
}

@Test func aMistakeInTheBoardComesBeforeASentence() throws {
  var driver = try started()
  driver.take(.said("Back again", seconds: 60))
  let broken = driver.take(.boardRead(read("cards: ["), files: []))
  #expect(
    broken.contains { effect in
      guard case .notice(let sentence?, _, let isMark) = effect else { return false }
      return sentence != "Back again" && isMark
    })
  #expect(driver.take(.boardRead(read(list), files: [])).contains(.notice("Back again")))
  // What somebody elsewhere says is no mistake, unless there is one.
  #expect(driver.take(.said("Back at ten", seconds: 60, tone: .info)).contains(.notice("Back at ten", tone: .info)))
}

@Test func aClockSetBackADayStillTurnsItsMinutes() throws {
  var driver = try started("cards: [{header: {title: Now, clock: true}}]")
  driver.setClock(by: -86_400)
  var changes = 0
  for _ in 0..<5 {
    if driver.pass(60).titles(ofPage: 0) != nil { changes += 1 }
  }
  #expect(changes >= 4)
}

@Test func anAlarmNeverFiresTwiceForOneMoment() throws {
  var driver = try started("cards: [{header: {title: Now, clock: true}}]")
  _ = driver.pass(3_600)
  #expect(driver.log.count < 80)
}

/// A page of more pictures than are remembered goes on, too.
@Test(arguments: [1, 3, 700])
func picturesGetTheirOwnProportionsWhenTheyHaveCome(count: Int) throws {
  var driver = Driver(
    try board(
      "cards: [" + (0..<count).map { "image: {image: p\($0).png, ratio: own}" }.joined(separator: ", ") + "]"))
  driver.take(.started)
  driver.take(.cacheRead(version: 0))
  #expect(driver.model.shownCards.allSatisfy { $0.keepsRatio && $0.ratio == nil })
  let url = try #require(driver.model.picturesToMeasure.max())
  let said = driver.take(.pictureMeasured(url: url, ratio: 1.5))
  #expect(said.contains { if case .page = $0 { true } else { false } })
  #expect(driver.model.shownCards.filter { $0.ratio == 1.5 }.map { $0.image?.url } == [url])
  // The same picture for a place of another size is a hair wider.
  #expect(driver.take(.pictureMeasured(url: url, ratio: 1.51)).isEmpty)
  #expect(driver.take(.pictureMeasured(url: "stranger.png", ratio: 2)).isEmpty)
  for ratio in [0, -1, .nan, .infinity] { #expect(driver.take(.pictureMeasured(url: url, ratio: ratio)).isEmpty) }
  driver.take(.pictureMeasured(url: url, ratio: 0.7))
  #expect(driver.model.shownCards.filter { $0.ratio == 0.7 }.count == 1)
}

/// Of a page that was laid out in haste; what has been replaced meanwhile is left alone.
@Test func whatWasMeasuredIsLaidOutAgain() throws {
  var driver = try started(
    """
      sources:
        list: {url: "https://example.org/list.json"}
      cards:
        - row: {each: list, title: "{name}", tap: detail}
      detail:
        - row: {title: Deep}
    """)
  func layouts(_ effects: [ContentEffect]) -> [PageLayoutRequest] {
    effects.compactMap {
      switch $0 {
      case .page(let layout, _, _), .detail(let layout?, _, _): layout
      case .pages(let offered): offered.compactMap(\.layout).first
      default: nil
      }
    }
  }
  driver.take(.answered(SourceID("list"), Answer(.value(value(["A"]), fetchedAt: Driver.noon))))
  let first = try #require(layouts(driver.effects.flatMap(\.self)).last)
  let again = layouts(driver.take(.measured(generation: first.generation)))
  #expect(again.map(\.cards) == [first.cards] && !first.cards.isEmpty)
  #expect(again[0].generation > first.generation && again[0].latest.contains(again[0].generation))
  #expect(again[0].live.contains(first.generation) && !again[0].latest.contains(first.generation))
  #expect(driver.take(.measured(generation: first.generation)).isEmpty)
  #expect(driver.take(.measured(generation: 999)).isEmpty)
  let card = try #require(first.cards.first { $0.tap == .detail })
  let opened = driver.take(.tapped(card.id, inDetailOf: nil))
  let detail = opened.compactMap { if case .detail(let layout?, _, _) = $0 { layout } else { nil } }
  let measured = layouts(driver.take(.measured(generation: try #require(detail.last).generation)))
  #expect(measured.map(\.cards) == detail.map(\.cards))
  driver.take(.detailClosed)
  #expect(driver.take(.measured(generation: try #require(measured.last).generation)).isEmpty)
}

/// Topics that say how often they speak: an open way is no proof that a sensor lives.
@Suite struct PromisedTopicsTests {
  private func driver() throws -> Driver {
    var driver = Driver(
      try board(
        """
        sources: {t: {url: "mqtt://broker.example/house/+/t", every: 1m}}
        cards:
          - row: {each: t, title: "{topic}", trail: "{value}"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    return driver
  }

  private func say(_ fields: [(String, Value)], _ driver: inout Driver) {
    let item = Value.record(Record([("topic", .text("house/hall/t"))] + fields))
    var answer = Answer(.value(.list([item]), fetchedAt: driver.now.moment.time), outcome: .success)
    answer.isOpen = true
    driver.take(.answered(SourceID("t"), answer))
    driver.pass(0)
  }

  @Test func whatIsSilentForTwiceAsLongIsOldThoughTheWayStands() throws {
    var driver = try driver()
    say([("value", .number(21)), ("time", .number(driver.now.moment.time))], &driver)
    let source = try #require(driver.model.report.sources.first)
    #expect(!source.isOpen && source.promise == 120 && source.heard == driver.now.uptime)
    driver.pass(100)
    #expect(!driver.effects.joined().contains { if case .chip(.some, _) = $0 { true } else { false } })
    driver.pass(30)
    #expect(driver.effects.joined().contains { if case .chip(.some, _) = $0 { true } else { false } })
    // That the way has come anew is no word of the sensor's.
    var open = Answer(.nothing, outcome: nil)
    open.isOpen = true
    driver.take(.answered(SourceID("t"), open))
    #expect(driver.model.report.sources.first?.heard == source.heard)
  }

  @Test func whatTheBrokerHadKeptIsAsOldAsItSays() throws {
    var driver = try driver()
    let now = driver.now.moment.time
    let content = Value.record(Record([("t", .number(21)), ("time", .number(now - 90))]))
    say([("value", content), ("kept", .number(now))], &driver)
    #expect(driver.model.report.sources.first?.updated == now - 90)
    say([("value", .number(20)), ("kept", .number(now))], &driver)
    #expect(driver.model.report.sources.first?.updated == now)
  }
}
