import Content
import Refresh
import TestSupport
import Testing

@testable import Board

/// Topics of a broker on a panel whose wall clock is set: by hand, or by the network after a start without a battery.
@Suite struct ClockSetTests {
  private static let id = SourceID("x")
  private static let board = """
    sources:
      x: {url: "mqtt://broker.example/+/t", sort: topic, keep: 6h}
    cards:
      - row: {each: x, title: "{topic} {value}", subtitle: "{time | ago}"}
    """

  /// A panel, and what has come to it by the topics of its source.
  private struct House {
    var driver: Driver
    var merged: MergedItems

    init() throws {
      let file = try ContentTests.board(ClockSetTests.board)
      driver = Driver(file)
      merged = MergedItems(try #require(file.sources.first))
      take(.started)
      take(.cacheRead(version: 0))
    }

    /// Does what whoever reads the topics does when the clock is set back.
    @discardableResult
    mutating func take(_ event: ContentEvent) -> [ContentEffect] { follow(driver.take(event)) }

    @discardableResult
    mutating func pass(_ seconds: Double) -> [ContentEffect] { follow(driver.pass(seconds)) }

    private mutating func follow(_ effects: [ContentEffect]) -> [ContentEffect] {
      for case .clockSet(let seconds) in effects { merged.moveStamps(by: seconds) }
      return effects
    }

    mutating func say(_ topic: Int, _ value: Int) {
      let time = driver.now.moment.time
      let message = Record([
        ("topic", .text("\(topic)/t")), ("value", .number(Double(value))), ("time", .number(time)),
      ])
      merged.take([.record(message)], at: driver.now.moment)
      var answer = Answer(.value(.list(merged.items), fetchedAt: time), outcome: .success)
      answer.isOpen = true
      take(.answered(id, answer))
    }

    mutating func stand() {
      var answer = Answer(.same(fetchedAt: driver.now.moment.time), outcome: .noChange)
      answer.isOpen = true
      take(.answered(id, answer))
    }

    mutating func fall() {
      var answer = Answer(.nothing)
      answer.isOpen = false
      take(.answered(id, answer))
    }

    mutating func setClock(by step: Double) {
      driver.setClock(by: step)
      take(.clockSet)
    }

    mutating func sleep(for seconds: Double) {
      driver.sleep(for: seconds)
      take(.clockSet)
    }

    var rows: [(title: String, age: String)] {
      driver.model.shownCards.map { ($0.title ?? "", $0.subtitle ?? "") }
    }
  }

  /// What has fallen says so on the glass, though the clock is set by hours a moment later; and the ages are what they were.
  @Test(arguments: [-61.0, -3600, -86_400, -1e9, 61, 3600, 86_400, 1e9])
  func aClockThatIsSetMakesNothingYoungerOrOlder(step: Double) throws {
    var house = try House()
    house.say(1, 20)
    house.pass(600)
    house.say(2, 30)
    #expect(house.rows.map(\.age) == ["10 min ago", "just now"])
    house.setClock(by: step)
    #expect(house.rows.map(\.title) == ["1/t 20", "2/t 30"])
    #expect(house.rows.map(\.age) == ["10 min ago", "just now"])
    house.say(3, 40)
    #expect(house.rows.map(\.age) == ["10 min ago", "just now", "just now"])
    house.fall()
    house.setClock(by: step)
    let said = house.pass(40)
    #expect(said.contains { if case .chip(let chip, _) = $0 { chip != nil } else { false } }, "its age is not said")
    #expect(house.rows.count == 3)
    // And goes when it has been old for long enough.
    house.pass(6 * 3600)
    #expect(house.rows.isEmpty)
  }

  /// A panel without a battery for its clock begins in 1970 and hears the time from the network a moment later: nothing but that tells it.
  @Test(arguments: [-50.0 * 365 * 86_400, -86_400, -3600 * 5, -3600, 3600, 3600 * 5, 86_400 * 2.5, 1e9] as [Double])
  func allThatFollowsTheTimeFollowsAClockThatIsSet(step: Double) throws {
    let board = try ContentTests.board(
      """
      theme: {mode: auto}
      night: {at: "22:00-06:00", dim: 20%}
      sources:
        list: {url: "https://example.org/list.json", every: 7d, where: day > $now}
      pages:
        - title: Day
          at: "06:00-22:00"
          cards: [{text: {text: "Day {$now | date('%d %H:%M')}"}}, {row: {each: list, title: "{name}"}}]
        - title: Night
          at: "22:00-06:00"
          cards: [{text: {text: "Night {$now | date('%d %H:%M')}"}}]
      """)
    let days = stride(from: -20_000, through: 20_000, by: 1).map { day in
      Value.record(
        Record([
          ("name", .text("\(day)")), ("day", .date(Driver.noon + Double(day) * 86_400)),
        ]))
    }
    /// What is told from some time on by a panel that is set to it, and by one that began with it.
    func shown(_ driver: Driver) -> [String] {
      [
        driver.model.shownCards.first?.text ?? "", driver.model.shownCards.dropFirst().first?.title ?? "",
      ]
    }
    func night(_ effects: [ContentEffect]) -> Double?? {
      effects.reversed().lazy.compactMap { effect -> Double?? in
        if case .night(let share) = effect { .some(share) } else { nil }
      }.first
    }
    func begin(at time: Double) -> (Driver, [ContentEffect]) {
      var driver = Driver(board, start: time)
      var said = driver.take(.started)
      said += driver.take(.cacheRead(version: 0))
      said += driver.take(
        .answered(SourceID("list"), Answer(.value(.list(days), fetchedAt: time), outcome: .success)))
      return (driver, said)
    }
    var (driver, _) = begin(at: Driver.noon)
    driver.setClock(by: step)
    let said = driver.take(.clockSet)
    let (other, expected) = begin(at: Driver.noon + step)
    #expect(shown(driver) == shown(other))
    #expect(night(said) == night(expected))
    #expect(driver.model.nextAlarm == other.model.nextAlarm)
  }

  /// Steps of the network's time that nobody sees: the minute comes when it is there.
  @Test(arguments: [-30.0, -1, 1, 30]) func aSmallStepMovesTheMinute(step: Double) throws {
    var driver = Driver(
      try ContentTests.board("cards: [{text: {text: \"{$now | date('%H:%M')}\"}}]"))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    driver.setClock(by: step)
    driver.take(.clockSet)
    let next = try #require(driver.model.nextAlarm)
    let left = 60 - driver.now.moment.time.truncatingRemainder(dividingBy: 60)
    #expect(abs(next - driver.now.uptime - left) < 0.06)
  }

  /// What was read and asked for by a clock that was wrong is to be had anew; a step that nobody sees, and a sleep, are no such thing.
  @Test(arguments: [(-86_400.0, true), (3_600, true), (61, true), (59, false), (-2, false)])
  func aClockThatWasWrongIsToldOf(step: Double, isTold: Bool) throws {
    var driver = Driver(try ContentTests.board(Self.board))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    driver.setClock(by: step)
    #expect(driver.take(.clockSet).contains(.clockWasWrong(by: step)) == isTold)
    driver.sleep(for: 86_400)
    #expect(
      !driver.take(.clockSet).contains { if case .clockWasWrong = $0 { true } else { false } }, "it has slept")
  }

  /// What a stream said that has fallen silent held until something was heard of it last.
  @Test func aStreamThatWasSilentIsAsOldAsItsSilence() throws {
    var house = try House()
    house.say(1, 20)
    house.pass(1_200)
    var answer = Answer(.nothing)
    (answer.isOpen, answer.stoodUntil) = (false, house.driver.now.moment.time - 600)
    house.take(.answered(Self.id, answer))
    #expect(house.driver.model.report.sources.first?.updated == house.driver.now.moment.time - 600)
  }

  /// An hour asleep is an hour, though the clock of what waits stood still.
  @Test func aSleepMakesWhatCameOlder() throws {
    var driver = Driver(
      try ContentTests.board(
        """
        sources:
          list: {url: "https://example.org/list.json", every: 10m}
        cards:
          - row: {each: list, title: "{name}"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    driver.pass(60)
    driver.take(
      .answered(
        SourceID("list"), Answer(.value(.list([]), fetchedAt: driver.now.moment.time), outcome: .success)))
    let heard = try #require(driver.model.report.sources.first?.heard)
    #expect(heard == 60)
    driver.sleep(for: 3_600)
    let said = driver.take(.clockSet)
    #expect(said.contains(.slept(for: 3_600)) && said.contains(.retryPictures(after: 0)))
    let source = try #require(driver.model.report.sources.first)
    #expect(abs((source.heard ?? 0) - (60 - 3_600)) < 1e-6)
    #expect(driver.now.uptime - (source.heard ?? 0) > source.promise, "its age is called a trouble")
    // Told once; and without a word of the clock, by whatever happens first.
    #expect(!driver.take(.clockSet).contains { if case .slept = $0 { true } else { false } })
    driver.sleep(for: 5)
    #expect(driver.take(.controlShown(true)).contains(.slept(for: 5)))
  }

  /// Whatever is said, falls and stands again while the clock is set back and forth: in its order, with what was said last, and as old as it
  /// is; the time that the machine has slept counts.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func agesAndOrderOutliveTheClock(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var house = try House()
    // By topic: what it said last, and how old that is.
    var expected: [Int: (value: Int, age: Double)] = [:]
    var (isOpen, fallen) = (false, 0.0)
    func grow(by seconds: Double) {
      for topic in expected.keys { expected[topic]?.age += seconds }
      fallen += seconds
    }
    for step in 0..<40 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        let topic = Int.random(in: 1...9, using: &random)
        house.say(topic, step)
        expected[topic] = (step, 0)
        isOpen = true
      case 3:
        house.fall()
        if isOpen { fallen = 0 }
        isOpen = false
      case 4:
        house.stand()
        isOpen = true
      case 5, 6:
        let jumps: [Double] = [-2_592_000, -86_400, -3600, -2, 2, 3600, 86_400, 2_592_000]
        let jump = jumps.randomElement(using: &random) ?? 0
        if jump > 0, Bool.random(using: &random) {
          house.sleep(for: jump)
          grow(by: jump)
        } else {
          house.setClock(by: jump)
        }
      default:
        let seconds = Double.random(in: 0...4000, using: &random)
        house.pass(seconds)
        grow(by: seconds)
      }
      // What changes by time alone changes within a minute.
      house.pass(61)
      grow(by: 61)
      let isShown = isOpen || fallen < 6 * 3600
      let sorted: [(key: Int, value: (value: Int, age: Double))] = isShown ? expected.sorted { $0.key < $1.key } : []
      #expect(house.rows.map(\.title) == sorted.map { "\($0.key)/t \($0.value.value)" }, "step \(step)")
      for (row, item) in zip(house.rows, sorted) {
        let words = [0, -0.2].map { slack in
          let age = item.value.age + slack
          return age < 60 ? Language.english.justNow : Language.english.ago(age)
        }
        #expect(words.contains(row.age), "step \(step): \(row.age), and it is \(item.value.age) s old")
      }
    }
  }
}
