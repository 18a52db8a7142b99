import Board
import Refresh
import TestSupport
import Testing

@testable import Content

private let alarm = CardID(place: 0)

/// What slows down whoever tries codes, whatever else he does.
@Suite struct KeypadTests {
  /// Who turns the page before the answer has come tries no faster.
  @Test func turningThePageIsNoWayAround() throws {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", every: 1h}}
        pages:
          - title: Door
            cards:
              - keypad: {label: Alarm, length: 4, post: "https://example.org/code", json: {code: "{$value}"}}
          - title: Other
            cards:
              - text: {text: Nothing here}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    var tries = 0
    for _ in 0..<10 {
      driver.take(.pageShown(0))
      let turn = driver.effects.count
      for _ in 0..<4 { driver.take(.controlled(alarm, inDetailOf: nil, .press(part: 10))) }
      driver.take(.pageShown(1))
      for case .send(let number, _) in driver.effects.dropFirst(turn).joined() {
        tries += 1
        driver.take(.posted(number, .failed(.failure, "post: 403")))
      }
    }
    #expect(tries == 3)
  }

  /// One keypad, shown for each of twenty items: three tries, not sixty. What else is opened meanwhile hides no answer.
  @Test func aKeypadOfManyItemsIsOneKeypad() throws {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", key: id, every: 1h}}
        cards:
          - row: {each: x, title: "{id}", tap: detail}
        detail:
          - keypad: {label: Alarm, length: 4, post: "https://example.org/code", json: {code: "{$value}"}}
          - entry: {label: Name, post: "https://example.org/name", json: "{$value}"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let items = (0..<20).map { Value.record(Record([("id", .number(Double($0)))])) }
    driver.take(
      .answered(SourceID("x"), Answer(.value(.list(items), fetchedAt: driver.now.moment.time), outcome: .success)))
    driver.pass(0)
    var tries = 0
    for number in 0..<20 {
      let row = CardID(place: 0, key: "\(number)")
      driver.take(.tapped(row, inDetailOf: nil))
      let turn = driver.effects.count
      for _ in 0..<4 { driver.take(.controlled(CardID(place: 0), inDetailOf: row, .press(part: 10))) }
      driver.take(.controlled(CardID(place: 1), inDetailOf: row, .press(part: 0)))
      for case .send(let number, _) in driver.effects.dropFirst(turn).joined() {
        tries += 1
        driver.take(.posted(number, .failed(.failure, "post: 403")))
      }
      driver.take(.detailClosed)
    }
    #expect(tries == 3)
  }

  /// A thousand codes, as fast as they are taken, by somebody who tries ten times a second: three at once, and then ever fewer. It takes
  /// three and a half days, and no try counts while it waits.
  @Test func aThousandCodesTakeDays() {
    var typed = TypedTexts()
    let place = PendingPosts.Place(page: 0, detail: nil, card: alarm)
    var (tries, uptime, soon) = (0, 0.0, 0)
    while tries < 1000 {
      for digit in ["0", "0", "0"] { _ = typed.type(.letter(digit), length: 4, at: place, uptime: uptime) }
      if typed.type(.letter("0"), length: 4, at: place, uptime: uptime) != nil {
        tries += 1
        soon += uptime < 60 ? 1 : 0
        typed.refuse(place, uptime: uptime)
        uptime += 0.1
      } else {
        uptime += uptime < 60 ? 0.1 : 10
      }
    }
    // At the start, and after 5, 15 and 35 seconds.
    #expect(soon == 6)
    #expect(uptime > 297_000 && uptime < 310_000)
  }

  /// A broker takes every code without a word: each may be wrong. Who tries a thousand needs more than a day, whatever pauses he makes; and
  /// who comes home and leaves again never waits.
  @Test(arguments: [0, 3, 8, 100], [1.0, 600, 601])
  func codesNobodyAnswersAreSlowedDown(inARow: Int, pause: Double) {
    var typed = TypedTexts()
    let place = PendingPosts.Place(page: 0, detail: nil, card: alarm)
    var (tries, uptime) = (0, 0.0)
    while tries < 1000 {
      if typed.type(.letter("0"), length: 1, at: place, uptime: uptime) != nil {
        tries += 1
        typed.tried(place, uptime: uptime)
        if inARow > 0, tries.isMultiple(of: inARow) { uptime += pause }
      } else {
        uptime += 5
      }
    }
    #expect(uptime > 86_400)
    typed = TypedTexts()
    for day in 0..<100 {
      for _ in 0..<2 {
        #expect(typed.type(.letter("0"), length: 1, at: place, uptime: Double(day) * 3600) != nil)
        typed.tried(place, uptime: Double(day) * 3600)
      }
    }
  }

  /// The same by the model, with an address of a broker.
  @Test func codesForABrokerAreTries() throws {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "mqtt://broker.example.org/alarm"}}
        cards:
          - keypad: {label: Alarm, length: 4, post: "mqtt://broker.example.org/alarm/set", json: {code: "{$value}"}}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    var tries = 0
    for _ in 0..<60 {
      let turn = driver.effects.count
      for _ in 0..<4 { driver.take(.controlled(alarm, inDetailOf: nil, .press(part: 10))) }
      for case .send(let number, _) in driver.effects.dropFirst(turn).joined() {
        tries += 1
        driver.take(.posted(number, .done))
      }
    }
    #expect(tries == 3)
    driver.pass(5.1)
    let turn = driver.effects.count
    for _ in 0..<4 { driver.take(.controlled(alarm, inDetailOf: nil, .press(part: 10))) }
    #expect(driver.effects.dropFirst(turn).joined().contains { if case .send = $0 { true } else { false } })
  }

  /// Who knows one code has not tried fewer of the others.
  @Test func oneRightCodeForgivesNoOthers() {
    var typed = TypedTexts()
    let lockers = (0..<2).map {
      PendingPosts.Place(page: 0, detail: nil, card: CardID(place: 0, key: "\($0)"))
    }
    var tries = 0
    for _ in 0..<10 {
      for locker in [0, 0, 1] {
        guard typed.type(.letter("1"), length: 1, at: lockers[locker], uptime: 1) != nil else { continue }
        if locker == 1 { typed.accept(lockers[1]) } else { typed.refuse(lockers[0], uptime: 1) }
        tries += locker == 0 ? 1 : 0
      }
    }
    #expect(tries == 3)
    // But who is right at last is let in as if nothing had been.
    typed = TypedTexts()
    for _ in 0..<2 { typed.refuse(lockers[0], uptime: 1) }
    typed.accept(lockers[0])
    for _ in 0..<2 { typed.refuse(lockers[0], uptime: 1) }
    #expect(typed.type(.letter("1"), length: 1, at: lockers[0], uptime: 1) == "1")
  }
}
