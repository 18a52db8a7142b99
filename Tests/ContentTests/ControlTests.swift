import Board
import Refresh
import TestSupport
import Testing

@testable import Content

private let yaml = """
  sources: {x: {url: "https://example.org/x.json", every: 1h}}
  cards:
    - slider: {label: Dimmer, value: $x.level, post: "https://example.org/level", json: "{$value}"}
    - toggle: {label: Lamp, value: $x.lamp, post: "https://example.org/lamp", json: "{$value}"}
    - choice: {label: Mode, value: $x.mode, options: {a: A, b: B}, post: "https://example.org/mode", confirm: "Set {$value}?", json: "{$value}"}
  """

private let dimmer = CardID(place: 0)
private let lamp = CardID(place: 1)
private let mode = CardID(place: 2)

/// A model with its server, which does what it is told, late, twice, or not at all.
private struct House {
  var driver: Driver
  var level = 50.0
  var isOn = false
  /// What is on its way to the server: by number, when it was sent, and what it says.
  var underway: [(number: Int, sentAt: Double, request: PostRequest)] = []
  var sent: [(at: Double, body: String)] = []
  var shown: [Card] = []

  init() throws {
    driver = Driver(try board(yaml))
    take(.started)
    take(.cacheRead(version: 0))
    tell()
  }

  mutating func take(_ event: ContentEvent) { note(driver.take(event)) }

  mutating func pass(_ seconds: Double) { note(driver.pass(seconds)) }

  private mutating func note(_ effects: [ContentEffect]) {
    for effect in effects {
      switch effect {
      case .send(let number, .post(let post)):
        underway.append((number, driver.uptime, post))
        sent.append((driver.uptime, post.body?.reveal() ?? ""))
      case .page(let layout, 0, _): shown = layout.cards
      case .pages(let offered): if let layout = offered.first?.layout { shown = layout.cards }
      default: break
      }
    }
  }

  /// The data says how things are.
  mutating func tell() {
    take(
      .answered(
        SourceID("x"),
        Answer(
          .value(
            .record(Record([("level", .number(level)), ("lamp", .bool(isOn)), ("mode", .text("a"))])),
            fetchedAt: driver.now.moment.time), outcome: .success)))
    pass(0)
  }

  /// The server does what it was told.
  mutating func obey(_ request: PostRequest) {
    let body = request.body?.reveal() ?? ""
    if request.shown.hasSuffix("level") { level = Double(body) ?? level }
    if request.shown.hasSuffix("lamp") { isOn = body == "true" }
  }

  func value(_ card: CardID) -> Double? {
    if case .control(let figure)? = shown.first(where: { $0.id == card })?.figure { figure.value } else { nil }
  }

  func state(_ card: CardID) -> ControlFigure.State? {
    if case .control(let figure)? = shown.first(where: { $0.id == card })?.figure { figure.state } else { nil }
  }
}

@Suite struct ControlTests {
  @Test func whatIsSetIsShownSentAndConfirmed() throws {
    var house = try House()
    #expect(house.value(lamp) == 0)
    house.take(.controlled(lamp, inDetailOf: nil, .press(part: 0)))
    #expect(house.value(lamp) == 1 && house.state(lamp) == .busy)
    #expect(house.sent.map(\.body) == ["true"])
    let post = house.underway.removeFirst()
    house.obey(post.request)
    house.take(.posted(post.number, .done))
    #expect(house.value(lamp) == 1)
    house.tell()
    #expect(house.value(lamp) == 1 && house.state(lamp) == .ready)
    // And that is the end of it.
    house.pass(100)
    #expect(house.sent.count == 1 && house.value(lamp) == 1)
  }

  /// A finger that goes across it says which of the two it wants.
  @Test func aSwipeSetsASwitchToItsSide() throws {
    var house = try House()
    house.take(.controlled(lamp, inDetailOf: nil, .swipe(towardsEnd: false)))
    #expect(house.sent.isEmpty && house.value(lamp) == 0)
    house.take(.controlled(lamp, inDetailOf: nil, .swipe(towardsEnd: true)))
    #expect(house.sent.map(\.body) == ["true"] && house.value(lamp) == 1)
    for card in [dimmer, mode] { house.take(.controlled(card, inDetailOf: nil, .swipe(towardsEnd: true))) }
    #expect(house.sent.count == 1)
  }

  @Test(arguments: [PostEnding.failed(.offline, "offline"), .failed(.failure, "500"), .failed(.timeout, "late")])
  func whatIsRefusedSpringsBackAndSaysWhy(ending: PostEnding) throws {
    var house = try House()
    house.take(.controlled(lamp, inDetailOf: nil, .press(part: 0)))
    house.take(.posted(house.underway[0].number, ending))
    #expect(house.value(lamp) == 0)
    guard case .failed? = house.state(lamp) else {
      Issue.record("says nothing: \(String(describing: house.state(lamp)))")
      return
    }
    house.pass(5)
    #expect(house.state(lamp) == .ready)
  }

  /// The server says yes, and nothing happens.
  @Test func whatIsNotDoneIsNotShownForLong() throws {
    var house = try House()
    house.take(.controlled(lamp, inDetailOf: nil, .press(part: 0)))
    house.take(.posted(house.underway[0].number, .done))
    house.tell()
    #expect(house.value(lamp) == 1)
    house.pass(3.1)
    #expect(house.value(lamp) == 0)
    #expect(
      house.driver.effects.joined().contains {
        if case .log(let line) = $0 { line.contains("the data did not follow") } else { false }
      })
    // Somebody has answered: it is not that nobody did.
    #expect(house.state(lamp) == .failed(Language.english.failed))
  }

  /// Blinds go their way, and tell of it: they are waited for as long as they move, and no longer than a minute and a half.
  @Test(arguments: [1.0, 2.9])
  func whatTakesItsTimeIsWaitedFor(step: Double) throws {
    for isArriving in [true, false] {
      var house = try House()
      house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: 0.9, isFinal: true)))
      house.take(.posted(house.underway.removeFirst().number, .done))
      let began = house.driver.uptime
      var end: Double?
      for turn in 0..<200 where end == nil {
        house.pass(step)
        if isArriving { house.level = min(house.level + 1, 90) } else { house.level = turn.isMultiple(of: 2) ? 40 : 41 }
        house.tell()
        if house.state(dimmer) != .busy {
          end = house.driver.uptime - began
        } else {
          #expect(house.value(dimmer) == 90)
        }
      }
      let waited = try #require(end)
      if isArriving, step < 2 {
        // 40 steps of a second, though three would have been the end for one that says nothing.
        #expect(abs(waited - 40) < 1.5 && house.value(dimmer) == 90 && house.state(dimmer) == .ready)
      } else {
        #expect(waited < PendingControls.longestSettling + PendingControls.settling + 2 * step)
        #expect(waited >= PendingControls.longestSettling - step)
        #expect(house.value(dimmer) == house.level && house.state(dimmer) == .failed(Language.english.failed))
      }
    }
  }

  @Test func anAnswerThatNeverComesIsNotWaitedForLong() throws {
    var house = try House()
    house.take(.controlled(lamp, inDetailOf: nil, .press(part: 0)))
    house.pass(10.1)
    #expect(house.value(lamp) == 0)
    #expect(house.driver.effects.joined().contains(.cancelPost(house.underway[0].number)))
    // It comes after all, and ends nothing.
    house.take(.posted(house.underway[0].number, .done))
    house.pass(5)
    #expect(house.value(lamp) == 0 && house.state(lamp) == .ready)
  }

  @Test func aBoardThatAsksIsAnsweredFirst() throws {
    var house = try House()
    house.take(.controlled(mode, inDetailOf: nil, .press(part: 1)))
    #expect(house.sent.isEmpty && house.value(mode) == 0)
    house.take(.questionAnswered(false))
    #expect(house.sent.isEmpty)
    house.take(.controlled(mode, inDetailOf: nil, .press(part: 1)))
    house.take(.questionAnswered(true))
    #expect(house.sent.map(\.body) == ["\"b\""] && house.value(mode) == 1)
  }

  /// A finger that moves for a second over a server that takes 300 ms: one at a time, and the last one always.
  @Test(arguments: [0.01, 0.05, 0.3, 2])
  func aDragSendsTenASecondAndTheLast(delay: Double) throws {
    var house = try House()
    var last = 0.0
    for step in 1...100 {
      last = Double(step) / 100
      house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: last, isFinal: step == 100)))
      #expect(house.value(dimmer) == (last * 100).rounded())
      house.pass(0.01)
      while let first = house.underway.first, first.sentAt + delay <= house.driver.uptime {
        house.underway.removeFirst()
        house.obey(first.request)
        house.take(.posted(first.number, .done))
      }
      #expect(house.underway.count <= 1)
    }
    for _ in 0..<100 {
      house.pass(0.05)
      guard let first = house.underway.first, first.sentAt + delay <= house.driver.uptime else { continue }
      house.underway.removeFirst()
      house.obey(first.request)
      house.take(.posted(first.number, .done))
      house.tell()
    }
    #expect(house.level == 100 && house.sent.last?.body == "100")
    #expect(house.value(dimmer) == 100 && house.state(dimmer) == .ready)
    for (a, b) in zip(house.sent, house.sent.dropFirst()) { #expect(b.at - a.at >= 0.0985) }
  }

  /// A finger drags while nothing can be sent: it is followed, nothing is sent more often than otherwise, and once it lifts the slider springs
  /// back and says why. When the way stands again, it is set.
  @Test(arguments: [PostEnding.failed(.offline, "offline"), .failed(.timeout, "late"), nil])
  func aDragWhileTheLinkIsDownSpringsBack(ending: PostEnding?) throws {
    var house = try House()
    func fail(_ house: inout House) {
      guard let ending else { return }
      while !house.underway.isEmpty { house.take(.posted(house.underway.removeFirst().number, ending)) }
    }
    for step in 1...100 {
      let share = Double(step) / 100
      house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: share, isFinal: step == 100)))
      #expect(house.value(dimmer) == (share * 100).rounded())
      house.pass(0.02)
      fail(&house)
    }
    for (a, b) in zip(house.sent, house.sent.dropFirst()) { #expect(b.at - a.at >= 0.0985) }
    var said = false
    for _ in 0..<240 {
      house.pass(0.25)
      fail(&house)
      if case .failed? = house.state(dimmer) { said = true }
    }
    #expect(said)
    #expect(house.value(dimmer) == 50 && house.state(dimmer) == .ready)
    house.underway = []
    house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: 0.2, isFinal: true)))
    let post = try #require(house.underway.last)
    house.obey(post.request)
    house.take(.posted(post.number, .done))
    house.tell()
    house.pass(60)
    #expect(house.value(dimmer) == 20 && house.state(dimmer) == .ready)
  }

  /// A finger that rests before it lifts: all was done before, and the data is asked for all the same.
  @Test func aRestBeforeTheLiftIsConfirmed() throws {
    var house = try House()
    house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: 0.7, isFinal: false)))
    let post = house.underway.removeFirst()
    house.obey(post.request)
    house.take(.posted(post.number, .done))
    house.pass(1)
    let turn = house.driver.effects.count
    house.take(.controlled(dimmer, inDetailOf: nil, .slide(share: 0.7, isFinal: true)))
    #expect(house.driver.effects.dropFirst(turn).joined().contains(.fetch([SourceID("x")])))
    house.tell()
    house.pass(100)
    #expect(house.value(dimmer) == 70 && house.state(dimmer) == .ready)
    #expect(house.sent.count == 1)
  }

  /// Whatever is lost, late, doubled or refused: once nobody touches them, controls show within a bounded time what the data said last.
  @Test(arguments: 0..<300)
  func whatIsShownIsWhatWasConfirmed(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var house = try House()
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: house.take(.controlled(lamp, inDetailOf: nil, .press(part: 0)))
      case 1, 2:
        house.take(
          .controlled(
            dimmer, inDetailOf: nil,
            .slide(share: Double.random(in: 0...1, using: &random), isFinal: Bool.random(using: &random))))
      case 3: house.tell()
      case 4:
        // Somebody else turns it.
        house.level = Double(Int.random(in: 0...100, using: &random))
        house.tell()
      case 5, 6:
        guard let place = house.underway.indices.randomElement(using: &random) else { break }
        let post = house.underway[place]
        // Answered twice now and then, or done without an answer.
        if Int.random(in: 0..<4, using: &random) > 0 { house.underway.remove(at: place) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: house.take(.posted(post.number, .failed(.failure, "500")))
        case 1: house.obey(post.request)
        default:
          house.obey(post.request)
          house.take(.posted(post.number, .done))
        }
      default: house.pass(Double.random(in: 0...4, using: &random))
      }
    }
    // The answer of a value on its way, its patience, the patience of the one that waited for it, and what a lost lift takes.
    house.pass(60)
    house.tell()
    #expect(house.value(dimmer) == house.level)
    #expect(house.value(lamp) == (house.isOn ? 1 : 0))
    #expect(house.state(dimmer) == .ready && house.state(lamp) == .ready)
    #expect(house.sent.count <= 200)
  }
}

/// What came back is said in the server's own words: on the card where there is room, and else at the edge.
@Suite struct RefusalTests {
  private let room = CardID(place: 0)
  private let code = CardID(place: 1)

  private func driver() throws -> Driver {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", every: 1h}}
        cards:
          - button: {text: Book, post: "https://example.org/book"}
          - row: {title: Gate, badge: Open, tap: {post: "https://example.org/gate"}}
          - button: {text: Pay, post: "https://${SHOP}/pay"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    return driver
  }

  private func press(_ card: CardID, _ ending: PostEnding, _ driver: inout Driver) -> [ContentEffect] {
    var number: PendingPosts.Number?
    for case .send(let sent, _) in driver.take(.tapped(card, inDetailOf: nil)) { number = sent }
    return number.map { driver.take(.posted($0, ending)) } ?? []
  }

  private func notices(_ effects: [ContentEffect]) -> [String] {
    effects.compactMap { if case .notice(let sentence?, _, _) = $0 { sentence } else { nil } }
  }

  @Test func aButtonSaysWhatItsServerSays() throws {
    var driver = try driver()
    let effects = press(room, .refused("post: 409", said: "Room 4 is taken until 15:00"), &driver)
    #expect(effects.lines == ["post: 409: \"Room 4 is taken until 15:00\""])
    #expect(
      driver.model.shownCards[0].figure == .button(.failed("Room 4 is taken until 15:00")) && notices(effects) == [])
  }

  @Test func whatHasNoRoomOnTheCardStandsAtTheEdge() throws {
    var driver = try driver()
    let words = "The gate is locked from outside; ask at the desk"
    let effects = press(code, .failed(.failure, "post: 503", said: words), &driver)
    #expect(driver.model.shownCards[1].badge == "Failed" && notices(effects) == [words])
    driver.pass(4.5)
    let again = press(code, .refused("post: 409", said: "Locked"), &driver)
    #expect(driver.model.shownCards[1].badge == "Locked" && notices(again) == [])
  }

  @Test func aButtonWhoseSettingIsNotThereSaysSo() throws {
    var driver = try driver()
    let effects = driver.take(.tapped(CardID(place: 2), inDetailOf: nil))
    #expect(effects.lines == ["post: not sent, for ${SHOP} is not there; it is sent once the board is read with it"])
    #expect(driver.model.shownCards[2].figure == .button(.failed("Failed: ${SHOP}")))
    #expect(driver.model.report.missing == ["${SHOP}"])
  }
}
