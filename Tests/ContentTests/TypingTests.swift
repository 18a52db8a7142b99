import Board
import Content
import Refresh
import TestSupport
import Testing

private let yaml = """
  sources: {x: {url: "https://example.org/x.json", every: 1h}}
  cards:
    - keypad: {label: Alarm, length: 4, post: "https://example.org/code", json: {code: "{$value}"}}
    - keypad: {label: Door, post: "https://example.org/door", json: "{$value}"}
    - entry: {label: Note, value: $x.note, post: "https://example.org/note", json: "{$value}"}
    - entry: {label: Key, hidden: true, post: "https://example.org/key", json: "{$value}", confirm: "Send {$value}?"}
  """

private let alarm = CardID(place: 0)
private let door = CardID(place: 1)
private let note = CardID(place: 2)
private let key = CardID(place: 3)

/// A model with its server, and what is on its glass.
private struct Desk {
  var driver: Driver
  var sent: [(number: Int, at: Double, body: String)] = []
  var shown: [Card] = []
  var keys: [Card]?
  var questions: [String] = []

  init() throws {
    driver = Driver(try board(yaml))
    take(.started)
    take(.cacheRead(version: 0))
    tell("Hello")
  }

  mutating func take(_ event: ContentEvent) { note(driver.take(event)) }
  mutating func pass(_ seconds: Double) { note(driver.pass(seconds)) }

  private mutating func note(_ effects: [ContentEffect]) {
    for effect in effects {
      switch effect {
      case .send(let number, .post(let post)): sent.append((number, driver.uptime, post.body?.reveal() ?? ""))
      case .page(let layout, 0, _): shown = layout.cards
      case .pages(let offered): if let layout = offered.first?.layout { shown = layout.cards }
      case .detail(let layout, _, _): keys = layout?.cards
      case .ask(let question): questions.append(question.text)
      default: break
      }
    }
  }

  /// The data says what was written.
  mutating func tell(_ text: String) {
    take(
      .answered(
        SourceID("x"),
        Answer(
          .value(.record(Record([("note", .text(text))])), fetchedAt: driver.now.moment.time), outcome: .success)))
    pass(0)
  }

  mutating func press(_ card: CardID, _ digits: String) {
    for digit in digits {
      // As on a telephone: 1 to 9, delete, 0, done.
      let part = digit == "0" ? 10 : digit == "<" ? 9 : digit == "!" ? 11 : (digit.wholeNumberValue ?? 0) - 1
      take(.controlled(card, inDetailOf: nil, .press(part: part)))
    }
  }

  func figure(_ card: CardID) -> ControlFigure? {
    if case .control(let figure)? = shown.first(where: { $0.id == card })?.figure { figure } else { nil }
  }

  /// Presses keys of the keyboard on show.
  mutating func write(_ actions: [TypingKey], of entry: CardID) {
    for action in actions {
      guard let card = keys?.first(where: { $0.kind == .keyboard }), case .keyboard(let keyboard)? = card.figure,
        let part = keyboard.keys.firstIndex(where: { $0.action == action })
      else {
        Issue.record("there is no key \(action)")
        return
      }
      take(.controlled(card.id, inDetailOf: entry, .press(part: part)))
    }
  }

  var field: String? {
    if case .field(let writing)? = keys?.first(where: { $0.kind == .field })?.figure { writing.shown } else { nil }
  }

  /// Everything that could stand in a log, a picture or a recording of what is shown.
  var told: String { told(from: 0) }

  /// The same, but for the first so many turns.
  func told(from turn: Int) -> String {
    driver.effects.dropFirst(turn).joined().map { effect in
      if case .send(_, let request) = effect { request.shown } else { String(reflecting: effect) }
    }.joined()
  }
}

@Suite struct TypingTests {
  @Test func aCodeIsSentWithItsLastDigitAndForgotten() throws {
    var desk = try Desk()
    desk.press(alarm, "47<7")
    #expect(desk.figure(alarm)?.pad?.typed == 2 && desk.sent.isEmpty)
    desk.press(alarm, "11")
    #expect(desk.sent.map(\.body) == ["{\n  \"code\": \"4711\"\n}"])
    #expect(desk.figure(alarm)?.state == .busy && desk.figure(alarm)?.pad?.typed == 0)
    // Until there is an answer nothing more is typed.
    desk.press(alarm, "1234")
    #expect(desk.sent.count == 1)
    desk.take(.posted(desk.sent[0].number, .done))
    #expect(desk.figure(alarm)?.state == .done("Done"))
    desk.pass(5)
    #expect(desk.figure(alarm)?.state == .ready)
    #expect(!desk.told.contains("4711"))
  }

  @Test func aCodeOfAnyLengthHasAKeyThatSends() throws {
    var desk = try Desk()
    desk.press(door, "!")
    #expect(desk.sent.isEmpty)
    desk.press(door, "123456!")
    #expect(desk.sent.map(\.body) == ["\"123456\""])
    desk.take(.posted(desk.sent[0].number, .done))
    desk.pass(5)
    desk.press(door, String(repeating: "9", count: 50) + "!")
    #expect(desk.sent.last?.body == "\"999999999999\"")
  }

  @Test func digitsNobodyGoesOnWithAreForgotten() throws {
    var desk = try Desk()
    desk.press(alarm, "47")
    #expect(desk.driver.effects.joined().contains(.unfinished(true)))
    // However long: the frame thread knows whether somebody is there.
    desk.pass(100)
    #expect(desk.figure(alarm)?.pad?.typed == 2)
    desk.take(.stayed(.unfinished))
    #expect(desk.figure(alarm)?.pad?.typed == 0)
    desk.press(alarm, "4")
    desk.take(.stayed(.over))
    #expect(desk.figure(alarm)?.pad?.typed == 0)
    // What was sent is not unfinished.
    desk.press(alarm, "471")
    let before = desk.driver.effects.count
    desk.press(alarm, "1")
    #expect(desk.driver.effects.dropFirst(before).joined().contains(.unfinished(false)))
    desk.take(.posted(desk.sent[0].number, .done))
    desk.pass(5)
    let sent = desk.sent.count
    desk.press(alarm, "1")
    #expect(desk.sent.count == sent)
  }

  /// A password that is half written does not wait for whoever comes next, nor does one whose page is closed.
  @Test(arguments: [Stay.unfinished, .over, nil])
  func passwordsNobodyGoesOnWithAreForgotten(stay: Stay?) throws {
    var desk = try Desk()
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "")
    desk.write([.letter("s"), .letter("e")], of: key)
    #expect(desk.field?.count == 2 && desk.driver.effects.last?.contains(.unfinished(true)) == true)
    if let stay { desk.take(.stayed(stay)) } else { desk.take(.detailClosed) }
    if stay == nil {
      #expect(desk.driver.effects.last?.contains(.unfinished(false)) == true)
      desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    }
    #expect(desk.field == "")
    desk.write([.letter("x"), .done], of: key)
    #expect(desk.questions.count == 1)
    #expect(!desk.told.contains("sex"))
    // What is no secret waits.
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.letter("y")], of: note)
    desk.take(.stayed(.unfinished))
    #expect(desk.field == "Helloy")
  }

  /// Someone tries a hundred codes: three at once, and then ever fewer; the right one ends it.
  @Test func wrongCodesAreSlowedDown() throws {
    var desk = try Desk()
    var tries = 0
    var attempts = 0
    let begin = desk.driver.uptime
    while tries < 100, desk.driver.uptime - begin < 40_000 {
      let before = desk.sent.count
      desk.press(alarm, "0000")
      attempts += 1
      if desk.sent.count > before {
        tries += 1
        desk.take(.posted(desk.sent.last?.number ?? 0, .refused("post: 403")))
        if tries == 3 { #expect(desk.figure(alarm)?.state == .failed("0:05")) }
        if tries == 5 { #expect(desk.figure(alarm)?.state == .failed("0:20")) }
      } else {
        #expect(desk.figure(alarm)?.pad?.isLocked == true)
        desk.pass(50)
      }
    }
    // 97 waits of five minutes, but for the first few.
    #expect(tries == 100 && desk.driver.uptime - begin > 27_000)
    desk.pass(300)
    #expect(desk.figure(alarm)?.pad?.isLocked == false)
    // Before it nobody can have told it.
    let turn = desk.driver.effects.count
    desk.press(alarm, "1234")
    desk.take(.posted(desk.sent.last?.number ?? 0, .done))
    desk.pass(5)
    desk.press(alarm, "0000")
    desk.take(.posted(desk.sent.last?.number ?? 0, .refused("post: 403")))
    #expect(desk.figure(alarm)?.pad?.isLocked == false)
    #expect(!desk.told(from: turn).contains("\"1234\""))
  }

  /// Keys that come and go without a letter change nothing, whatever happened meanwhile, and however long the text is.
  @Test func whatWasOnlyLookedAtIsNotSent() throws {
    var desk = try Desk()
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.tell("Somebody else was here")
    desk.write([.done], of: note)
    desk.take(.detailClosed)
    let long = String(repeating: "long ", count: 60)
    desk.tell(long)
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == long)
    desk.write([.letter("x"), .done], of: note)
    #expect(desk.sent.isEmpty)
    desk.take(.detailClosed)
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.delete, .done], of: note)
    #expect(desk.sent.map(\.body) == ["\"\(long.dropLast())\""])
  }

  /// What nobody heard was not wrong.
  @Test func aNetworkThatIsDownLocksNothing() throws {
    var desk = try Desk()
    for _ in 0..<10 {
      desk.press(alarm, "1234")
      desk.take(.posted(desk.sent.last?.number ?? 0, .failed(.offline, "no network")))
      desk.pass(1)
    }
    #expect(desk.sent.count == 10 && desk.figure(alarm)?.pad?.isLocked == false)
  }

  @Test func aTextIsWrittenSentAndConfirmed() throws {
    var desk = try Desk()
    #expect(desk.figure(note)?.valueLabel == "Hello")
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "Hello" && desk.keys?.first?.title == "Note")
    desk.write([.delete, .letter("p"), .layer(.digits), .letter("!"), .done], of: note)
    #expect(desk.keys == nil && desk.sent.map(\.body) == ["\"Hellp!\""])
    desk.take(.detailClosed)
    #expect(desk.figure(note)?.valueLabel == "Hellp!" && desk.figure(note)?.state == .busy)
    desk.take(.posted(desk.sent[0].number, .done))
    desk.tell("Hellp!")
    #expect(desk.figure(note)?.state == .ready && desk.figure(note)?.valueLabel == "Hellp!")
    // What is so already is not sent.
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.done], of: note)
    #expect(desk.sent.count == 1)
  }

  /// Real keys write as fingers do, whatever keys are on show; letters that no key has, too.
  @Test func realKeysWrite() throws {
    var desk = try Desk()
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    let keyboard = CardID(place: -3)
    for key: TypingKey in [.delete, .letter(" "), .letter("Ж"), .letter("é")] {
      desk.take(.controlled(keyboard, inDetailOf: note, .type(key)))
    }
    #expect(desk.field == "Hell Жé")
    desk.take(.controlled(keyboard, inDetailOf: note, .type(.done)))
    #expect(desk.keys == nil && desk.sent.map(\.body) == ["\"Hell Жé\""])
    // A keypad takes its own keys, and no letters.
    for key: TypingKey in [.letter("4"), .letter("x"), .letter("44"), .letter("7"), .delete, .letter("2"), .shift] {
      desk.take(.controlled(door, inDetailOf: nil, .type(key)))
    }
    #expect(desk.figure(door)?.pad?.typed == 2)
    desk.take(.controlled(door, inDetailOf: nil, .type(.done)))
    #expect(desk.sent.last?.body == "\"42\"")
  }

  /// Refused, or unanswered: what the data says comes back, with the reason.
  @Test func aTextThatIsRefusedIsTakenBack() throws {
    var desk = try Desk()
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.letter("x"), .done], of: note)
    desk.take(.detailClosed)
    desk.take(.posted(desk.sent[0].number, .failed(.failure, "post: 500")))
    #expect(desk.figure(note)?.valueLabel == "Hello" && desk.figure(note)?.state == .failed("Failed"))
  }

  /// Nobody writes it twice because a server was down: it is in the field again, until it is taken.
  @Test(arguments: [PostEnding.failed(.failure, "post: 500"), .refused("post: 409"), .cancelled])
  func aTextThatIsNotTakenIsThereAgain(ending: PostEnding) throws {
    var desk = try Desk()
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.letter("x"), .done], of: note)
    desk.take(.detailClosed)
    desk.take(.posted(desk.sent[0].number, ending))
    desk.pass(1)
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "Hellox")
    // It is sent as it stands, and once it is taken nothing is left of it.
    desk.write([.done], of: note)
    desk.take(.detailClosed)
    #expect(desk.sent.count == 2 && desk.sent.first?.body == desk.sent.last?.body)
    desk.take(.posted(try #require(desk.sent.last).number, .done))
    desk.tell("Other")
    desk.pass(5)
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "Other")
  }

  @Test func aPasswordThatIsNotTakenIsForgotten() throws {
    var desk = try Desk()
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    desk.write([.letter("q"), .letter("x"), .done], of: key)
    desk.take(.detailClosed)
    desk.take(.questionAnswered(true))
    // Some servers say back what was sent.
    desk.take(.posted(try #require(desk.sent.last).number, .refused("post: 403", said: "qx is wrong")))
    #expect(desk.figure(key)?.state == .failed("Failed"))
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "" && !desk.told.contains("qx"))
  }

  /// A server that cannot look at a code has not said that it is wrong.
  @Test(arguments: [PostEnding.failed(.failure, "post: 503"), .failed(.offline, "down"), .failed(.timeout, "late")])
  func aServerThatIsDownSlowsNobodyDown(ending: PostEnding) throws {
    var desk = try Desk()
    for _ in 0..<8 {
      desk.press(alarm, "0000")
      desk.take(.posted(desk.sent.last?.number ?? 0, ending))
      desk.pass(5)
    }
    #expect(desk.sent.count == 8 && desk.figure(alarm)?.pad?.isLocked == false)
  }

  @Test func aPasswordIsDotsEverywhere() throws {
    var desk = try Desk()
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    // No password is no password.
    desk.write([.done], of: key)
    #expect(desk.keys != nil)
    desk.write([.letter("q"), .letter("x"), .letter("z"), .letter("v")], of: key)
    #expect(desk.field == "••••")
    desk.write([.done], of: key)
    #expect(desk.questions == ["Send •••?"] && desk.sent.isEmpty)
    desk.take(.detailClosed)
    desk.take(.questionAnswered(true))
    #expect(desk.sent.map(\.body) == ["\"qxzv\""] && desk.figure(key)?.valueLabel == "")
    desk.take(.posted(desk.sent[0].number, .done))
    #expect(desk.figure(key)?.state == .done("Done"))
    // Not in a card, a question, a line of the log: nowhere but in what was sent.
    #expect(!desk.told.contains("qx"))
  }

  /// The page with the keys leaves without a word, or a finger keeps it after all; whoever has gone back finds what he has written, and
  /// whoever comes later does not.
  @Test func whatIsLeftIsKeptForAWhile() throws {
    var desk = try Desk()
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    desk.write([.letter("x")], of: note)
    desk.take(.detailClosed)
    // The finger went back.
    desk.take(.tapped(note, inDetailOf: nil))
    #expect(desk.field == "Hellox")
    desk.take(.detailClosed)
    desk.pass(1)
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "Hellox")
    desk.take(.detailClosed)
    // Another entry does not show it.
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "")
    desk.write([.letter("q")], of: key)
    desk.take(.detailClosed)
    desk.take(.controlled(key, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "", "a password does not wait")
    desk.take(.detailClosed)
    for (wait, isOver, field) in [(61.0, false, "Hellox"), (1, true, "Hello")] {
      desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
      #expect(desk.field == field)
      desk.write([.letter("y")], of: note)
      desk.take(.detailClosed)
      desk.pass(wait)
      if isOver { desk.take(.stayed(.over)) }
    }
    desk.take(.controlled(note, inDetailOf: nil, .press(part: 0)))
    #expect(desk.field == "Hello" && desk.sent.isEmpty)
  }

  /// Any keys on anything, at any time, with answers of all kinds: nothing that is secret is told, and in the end all is at rest.
  @Test(arguments: 0..<100) func anyFingersMayType(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var desk = try Desk()
    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        desk.take(
          .controlled(
            [alarm, door, note, key].randomElement(using: &random) ?? alarm, inDetailOf: nil,
            .press(part: Int.random(in: -1...12, using: &random))))
      case 4...6:
        guard let entry = [note, key].randomElement(using: &random) else { break }
        desk.take(
          .controlled(
            CardID(place: -3), inDetailOf: entry,
            Bool.random(using: &random)
              ? .press(part: Int.random(in: -1...60, using: &random))
              : .hold(part: Int.random(in: -1...60, using: &random))
          ))
      case 7:
        if let post = desk.sent.randomElement(using: &random) {
          desk.take(
            .posted(
              post.number,
              [.done, .refused("403"), .failed(.offline, "down"), .cancelled].randomElement(using: &random)
                ?? .done))
        }
      case 8:
        desk.take(
          [.detailClosed, .questionAnswered(Bool.random(using: &random))].randomElement(using: &random) ?? .detailClosed
        )
      default: desk.pass(Double.random(in: 0...30, using: &random))
      }
    }
    for case .detail(let layout?, _, _) in desk.driver.effects.joined() {
      for case .field(let writing)? in layout.cards.map(\.figure) where writing.isHidden {
        #expect(writing.text.allSatisfy { $0 == "•" })
      }
    }
    desk.pass(700)
    desk.take(.questionAnswered(false))
    desk.take(.stayed(.unfinished))
    for card in [alarm, door, note, key] {
      #expect(desk.figure(card)?.state == .ready)
      #expect(desk.figure(card)?.pad?.typed ?? 0 == 0)
    }
    #expect(desk.figure(note)?.valueLabel == "Hello")
  }
}
