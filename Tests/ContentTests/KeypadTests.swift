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
        driver.take(.posted(number, .refused("post: 403")))
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
        driver.take(.posted(number, .refused("post: 403")))
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

  /// What one run leaves, the next finds: the same waits, whatever it is done with and however often it is started anew.
  @Test func startingAnewIsNoWayAround() {
    var typed = TypedTexts()
    let place = PendingPosts.Place(page: 0, detail: nil, card: alarm)
    var (tries, uptime) = (0, 0.0)
    while tries < 300 {
      if typed.type(.letter("0"), length: 1, at: place, uptime: uptime) != nil {
        tries += 1
        typed.refuse(place, uptime: uptime)
      } else {
        uptime += 5
      }
      // It is started anew after every try, and in every wait.
      guard let left = typed.takeBrakes(at: uptime) else { continue }
      let kept = left.text(boot: "a", at: uptime)
      uptime += 3
      guard let known = KeypadBrakes(kept, boot: "a", at: uptime) else { return #expect(Bool(false), "\(kept)") }
      typed = TypedTexts(known, at: uptime)
    }
    #expect(uptime > 300 * (290 - 10))
  }

  /// A clock that is set does nothing, for it is not asked. A machine that was started anew waits out what was left.
  @Test func waitsAreCountedByWhatNobodyCanSet() throws {
    var typed = TypedTexts()
    let place = PendingPosts.Place(page: 2, detail: nil, card: CardID(place: 3))
    for _ in 0..<8 { typed.refuse(place, uptime: 1000) }
    let told = typed.takeBrakes(at: 1000)
    let left = try #require(told)
    let again = typed.takeBrakes(at: 1001)
    #expect(again == nil, "told once")
    #expect(left.pads == [.init(page: 2, place: 3, group: nil, wrong: 8, wait: 160, tried: nil)])
    let text = left.text(boot: "a", at: 1000)
    func wait(_ boot: String, _ uptime: Double) -> Double? {
      KeypadBrakes(text, boot: boot, at: uptime)?.pads.first?.wait
    }
    #expect(wait("a", 1050) == 110)
    #expect(wait("a", 1161) == nil)
    #expect(wait("b", 5) == 160 && wait("b", 1e6) == 160 && wait("", 1050) == 160)
    #expect(wait("a", 10) == 160, "a clock that went back gives nothing, and costs no more than there was")
    for (boot, uptime) in [("a", 1161.0), ("b", 7)] {
      let known = try #require(KeypadBrakes(text, boot: boot, at: uptime))
      #expect(known.pads.first?.wrong == 8)
      var next = TypedTexts(known, at: uptime)
      let isOver = next.type(.letter("1"), length: 1, at: place, uptime: uptime) != nil
      #expect(isOver == (boot == "a"))
      next.clear(at: uptime + 160)
      #expect(next.type(.letter("1"), length: 1, at: place, uptime: uptime + 160) != nil)
      // One more is one more than before.
      next.refuse(place, uptime: uptime + 160)
      #expect(next.nextTurn(at: uptime + 160) != nil)
      let told = next.takeBrakes(at: uptime + 160)
      let after = try #require(told)
      #expect(after.pads.first?.wait == 300 && after.pads.first?.wrong == 9)
    }
  }

  @Test func whatBrokersWereSentIsForgivenByTheSameTime() throws {
    var typed = TypedTexts()
    let place = PendingPosts.Place(page: 0, detail: nil, card: alarm)
    for _ in 0..<3 { typed.tried(place, uptime: 100) }
    let told = typed.takeBrakes(at: 110)
    let text = try #require(told).text(boot: "a", at: 110)
    for (uptime, wrong) in [(699.0, 4), (701, 1)] {
      var next = TypedTexts(try #require(KeypadBrakes(text, boot: "a", at: uptime)), at: uptime)
      next.tried(place, uptime: uptime)
      #expect(next.takeBrakes(at: uptime)?.pads.first?.wrong == wrong)
    }
  }

  /// Nothing is typed anywhere for the longest wait, on whatever keypad, and after that it is as it ever was.
  @Test func whatCannotBeReadIsWorthNoTries() throws {
    let good = KeypadBrakes([
      .init(page: 0, place: 4, group: 1, wrong: 5, wait: 40.5, tried: 3),
      .init(page: nil, place: 0, group: nil, wrong: 1, wait: nil, tried: nil),
    ])
    let text = good.text(boot: "b", at: 77.25)
    #expect(KeypadBrakes(text, boot: "b", at: 77.25).map { Set($0.pads) } == Set(good.pads))
    #expect(KeypadBrakes(KeypadBrakes().text(boot: "", at: 0), boot: "", at: 0)?.pads == [])
    for length in 0..<text.utf8.count {
      #expect(KeypadBrakes(String(text.prefix(length)), boot: "b", at: 80) == nil, "cut after \(length) bytes")
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      // What is taken for good is within bounds.
      for pad in KeypadBrakes(String(decoding: bytes, as: UTF8.self), boot: "b", at: 80)?.pads ?? [] {
        #expect((pad.wait ?? 0) <= 300 && pad.wrong >= 0)
        _ = TypedTexts(KeypadBrakes([pad]), at: 80)
      }
    }
    for bad in [
      "", "\0", "pad 0 0 0 9 nan -", text.replacing("40.5", with: "1e9"), text.replacing("pad 0", with: "pad -3"),
    ] {
      #expect(KeypadBrakes(bad, boot: "b", at: 80) == nil)
    }
    var typed = TypedTexts(.unknown, at: 1000)
    let places = (0..<3).map { PendingPosts.Place(page: $0, detail: nil, card: CardID(place: $0)) }
    #expect(typed.takeBrakes(at: 1000) == .unknown, "it is written anew")
    for place in places { #expect(typed.type(.letter("1"), length: 1, at: place, uptime: 1299.9) == nil) }
    for place in places { #expect(typed.type(.letter("1"), length: 1, at: place, uptime: 1300) != nil) }
    #expect(typed.takeBrakes(at: 1300) == KeypadBrakes())
    // Whoever damages it ever again gets no try at all.
    let kept = KeypadBrakes.unknown.text(boot: "a", at: 1000)
    #expect(KeypadBrakes(kept, boot: "a", at: 1100)?.pads.first?.wait == 200)
  }

  @Test func thereAreNoMoreThanAFileHolds() {
    let pads = (0..<500).map {
      KeypadBrakes.Pad(
        page: 999_999, place: $0, group: 999_999, wrong: $0, wait: 299.123456789012, tried: 123456.789012345)
    }
    let text = KeypadBrakes(pads).text(boot: String(repeating: "b", count: 36), at: 123456789.123456)
    #expect(text.utf8.count <= KeypadBrakes.size)
    #expect(KeypadBrakes(text, boot: "", at: 0)?.pads.map(\.wrong).min() == 436)
  }

  /// By the model: what is to be kept is told when it changes, and what was kept is on the panel from the first picture on.
  @Test func theNextRunBeginsWithTheWait() throws {
    let file = try board(
      """
      sources: {x: {url: "https://example.org/x.json", every: 1h}}
      cards:
        - keypad: {label: Alarm, length: 4, post: "https://example.org/code", json: {code: "{$value}"}}
      """)
    func tries(_ driver: inout Driver) -> Int {
      var tries = 0
      for _ in 0..<10 {
        let turn = driver.effects.count
        for _ in 0..<4 { driver.take(.controlled(alarm, inDetailOf: nil, .press(part: 10))) }
        for case .send(let number, _) in driver.effects.dropFirst(turn).joined() {
          tries += 1
          driver.take(.posted(number, .refused("post: 403")))
        }
      }
      return tries
    }
    var driver = Driver(file)
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    #expect(tries(&driver) == 3)
    let kept = driver.effects.joined().compactMap { if case .keepBrakes(let brakes) = $0 { brakes } else { nil } }
    #expect(kept.map { $0.pads.first?.wrong } == [1, 2, 3])
    #expect(kept.last?.pads.first?.wait == 5)
    var next = Driver(file, brakes: try #require(kept.last))
    next.take(.started)
    next.take(.cacheRead(version: 0))
    let isLocked = next.model.shownCards.contains { card in
      if case .control(let figure)? = card.figure { figure.pad?.isLocked == true } else { false }
    }
    #expect(isLocked)
    #expect(tries(&next) == 0)
    next.pass(5.1)
    #expect(tries(&next) == 1)
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
