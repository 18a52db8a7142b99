import Board
import Content
import Refresh
import Testing

extension [ContentEffect] {
  /// What the voice says of them.
  fileprivate var said: [Utterance] { compactMap { if case .say(let utterance) = $0 { utterance } else { nil } } }

  /// Whether somebody listens now; nil when that has not changed.
  fileprivate var hears: Bool? {
    var hears: Bool?
    for case .hears(let isOn) in self { hears = isOn }
    return hears
  }
}

/// A board of doors, each with a name and a state; what comes is said, or is not.
private func started(_ more: String = "", doors: [(String, String)] = [("North", "shut"), ("South", "shut")]) throws
  -> Driver
{
  var driver = Driver(
    try board(
      """
      board: Doors
      \(more)
      sources: {doors: {url: "https://example.org/doors.json", every: 1m}}
      cards:
        - row: {each: doors, title: "{name}", trail: "{state}", tone: {bad: state == 'broken'}}
      """))
  driver.take(.started)
  driver.take(.cacheRead(version: 0))
  driver.tell(doors)
  return driver
}

extension Driver {
  @discardableResult
  fileprivate mutating func tell(_ doors: [(String, String)]) -> [ContentEffect] {
    let value = Value.list(doors.map { .record(Record([("name", .text($0.0)), ("state", .text($0.1))])) })
    return take(.answered(SourceID("doors"), Answer(.value(value, fetchedAt: Driver.noon), outcome: .success)))
      + pass(1)
  }

  fileprivate mutating func attend(_ index: Int?, detail: CardID? = nil) -> [ContentEffect] {
    let place = index.map { Attention.Place.card(model.shownCards[$0].id, part: nil) }
    return take(.listened(.attention(Attention(page: 0, detail: detail, place: place))))
  }
}

@Suite struct VoiceTests {
  /// Who reads the panel elsewhere is told what who listens is told, whether anybody listens or not.
  @Test func whoReadsElsewhereIsTold() throws {
    var driver = try started()
    driver.tell([("North", "broken")])
    #expect(driver.model.mirror.announced == nil)
    driver = try started()
    driver.model.isMirrored = true
    driver.tell([("North", "shut"), ("South", "shut")])
    #expect(driver.model.mirror.announced == nil)
    #expect(driver.tell([("North", "broken"), ("South", "open")]).said.isEmpty)
    let told = try #require(driver.model.mirror.announced)
    #expect(told.text == "item: North; broken; bad" && !told.isUrgent && told.number == 1)
    driver.tell([("North", "shut"), ("South", "broken")])
    #expect(driver.model.mirror.announced?.text == "item: South; broken; bad")
    #expect(driver.model.mirror.announced?.number == 2)
  }

  /// Where nothing speaks nobody is offered to be spoken to.
  @Test func nothingThatIsSilentIsOffered() throws {
    var driver = try started("access: true\nspeech: loudspeaker")
    driver.model.hasVoice = false
    driver.take(.listened(.help))
    #expect(driver.model.spokenSymbol == "button: Easier to use; opens its details")
    driver.take(.tapped(Ease.symbol, inDetailOf: nil))
    #expect(!driver.model.uppermostCards.isEmpty)
    #expect(!driver.model.uppermostCards.contains { $0.title == "Read aloud" })
    driver = try started("access: true\nspeech: loudspeaker")
    driver.take(.tapped(Ease.symbol, inDetailOf: nil))
    #expect(driver.model.uppermostCards.contains { $0.title == "Read aloud" })
  }

  @Test func nothingIsSaidToNobody() throws {
    var driver = try started()
    #expect(driver.attend(0).said.isEmpty)
    #expect(driver.tell([("North", "broken")]).said.isEmpty)
    #expect(driver.take(.listened(.again)).said.isEmpty)
  }

  @Test func headphonesBeginAndEndIt() throws {
    var driver = try started()
    let begun = driver.take(.listened(.headphones(true)))
    #expect(begun.hears == true)
    #expect(begun.said.first?.text.hasPrefix("Doors. Arrow keys move") == true)
    #expect(driver.take(.listened(.headphones(true))).said.isEmpty)
    #expect(driver.attend(nil).said.allSatisfy { !$0.isUrgent })
    let line = driver.attend(1).said
    #expect(line.map(\.text) == ["item: South; shut"])
    #expect(line.first?.isUrgent == true && line.first?.language == "en")
    #expect(driver.take(.listened(.headphones(false))).hears == false)
    #expect(driver.attend(0).said.isEmpty)
  }

  /// By a key: aloud only where the board allows it, or where nobody can tell whether there are headphones.
  @Test(
    arguments: [
      ("", nil, true), ("", false, false), ("speech: loudspeaker", false, true), ("speech: off", nil, false),
    ] as [(String, Bool?, Bool)])
  func aKeyBeginsItWhereItMay(rule: String, plug: Bool?, begins: Bool) throws {
    var driver = try started(rule)
    if let plug { driver.take(.listened(.headphones(plug))) }
    #expect((driver.take(.listened(.help)).hears == true) == begins)
    #expect(driver.take(.listened(.mute)).hears == (begins ? false : nil))
  }

  /// A card says itself whether its changes are told, and how soon.
  @Test(arguments: [("off", nil), ("polite", false), ("assertive", true), (nil, nil)] as [(String?, Bool?)])
  func aCardSaysWhetherItIsTold(rule: String?, isUrgent: Bool?) throws {
    var driver = try started()
    let key = rule.map { ", announce: \($0)" } ?? ""
    let yaml = """
      board: Doors
      sources: {doors: {url: "https://example.org/doors.json", every: 1m}}
      cards: [{row: {each: doors, title: "{name}", trail: "{state}", tone: {bad: state == 'broken'}\(key)}}]
      """
    driver.take(.boardRead(read(yaml), files: []))
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(0)
    let said = driver.tell([("North", "shut"), ("South", "open")]).said
    #expect(said.map(\.isUrgent) == (isUrgent.map { [$0] } ?? []))
    // What has become bad is told unless that was forbidden.
    #expect(driver.tell([("North", "shut"), ("South", "broken")]).said.isEmpty == (rule == "off"))
    // What the keys are on is heard in any case.
    #expect(driver.tell([("North", "open"), ("South", "broken")]).said.isEmpty == false)
  }

  @Test func aBoardThatForbidsItEndsIt() throws {
    var driver = try started()
    driver.take(.listened(.headphones(true)))
    let reading = read("board: Doors\nspeech: off\ncards: [text: {text: none}]")
    #expect(driver.take(.boardRead(reading, files: [])).hears == false)
    #expect(driver.take(.listened(.headphones(true))).hears == nil)
  }

  /// What the keys are on is heard whatever becomes of it; of the others what has become bad, and how many more.
  @Test func whatMattersOfWhatChangesIsSaid() throws {
    let many = (0..<9).map { ("Door \($0)", "shut") }
    var driver = try started(doors: many)
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(2)
    #expect(driver.tell(many).said.isEmpty)
    var next = many
    next[5].1 = "open"
    #expect(driver.tell(next).said.isEmpty)
    next[2].1 = "open"
    let own = driver.tell(next).said
    #expect(own.map(\.text) == ["Door 2"] || own.map(\.text) == ["Door 2; open"])
    #expect(own.allSatisfy { !$0.isUrgent })
    next[5].1 = "broken"
    #expect(driver.tell(next).said.map(\.text) == ["item: Door 5; broken; bad"])
    for index in [0, 1, 3, 4, 6, 7] { next[index].1 = "broken" }
    let all = driver.tell(next).said
    #expect(all.count == 1)
    #expect(all.first?.text.hasSuffix("and 3 others have changed") == true)
  }

  /// A page that comes while somebody listens is not a thousand changes.
  @Test func aDetailPageIsToldByItsHeading() throws {
    var driver = try started()
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(0)
    driver.take(.tapped(driver.model.shownCards[0].id, inDetailOf: nil))
    #expect(driver.attend(0, detail: driver.model.shownCards[0].id).said.count <= 1)
  }

  @Test func itGetsLouderAndFasterWithinBounds() throws {
    var driver = try started()
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(nil)
    _ = driver.attend(0)
    for steps in [1, 100, .max, -1, -100, .min] {
      for _ in 0..<3 {
        let said = driver.take(.listened(.louder(steps))).said + driver.take(.listened(.faster(steps))).said
        #expect(said.count == 2)
        for utterance in said {
          #expect(utterance.loudness > 0 && utterance.loudness <= 1)
          #expect(utterance.speed >= 0.5 && utterance.speed <= 3)
          #expect(utterance.text == "item: North; shut" && utterance.isUrgent)
        }
      }
    }
  }

  /// The page is read from where the keys are on, and a page of very many cards not to its end.
  @Test func thePageIsRead() throws {
    var driver = try started(doors: (0..<1000).map { ("Door \($0)", "shut") })
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(3)
    let text = try #require(driver.take(.listened(.help)).said.first?.text)
    #expect(text.hasPrefix("item: Door 3; shut.\nitem: Door 4; shut"))
    #expect(text.split(separator: "\n").count == 200)
  }

  /// One that was begun by a key ends by itself, for nobody tells that he goes; headphones tell it.
  @Test func whatAKeyHasBegunEndsByItself() throws {
    var driver = try started()
    driver.take(.listened(.help))
    driver.pass(590)
    _ = driver.attend(0)
    // Not without a word before.
    let asked = driver.pass(590)
    #expect(asked.hears == nil && asked.said.last?.text.hasPrefix("Still there?") == true)
    #expect(driver.pass(20).hears == false)
    driver.take(.listened(.headphones(true)))
    #expect(driver.pass(10_000).hears == nil)
  }

  /// What comes new and is bad is said; and what is bad on the page that was turned to, though it was laid out before.
  @Test func whatComesBadIsSaid() throws {
    var driver = try started()
    driver.take(.listened(.headphones(true)))
    _ = driver.attend(nil)
    let said = driver.tell([("North", "shut"), ("South", "shut"), ("West", "broken"), ("East", "shut")]).said
    #expect(said.map(\.text) == ["item: West; broken; bad"])
  }

  /// Who comes while a question is asked hears it.
  @Test func aQuestionThatStandsIsSaid() throws {
    var driver = Driver(
      try board(
        """
        board: Door
        allow: localhost
        sources: {doors: {url: "https://localhost/doors.json", every: 1m}}
        cards: [button: {text: Open, confirm: Open the door?, post: "https://localhost/open"}]
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let card = driver.model.shownCards[0].id
    #expect(driver.take(.tapped(card, inDetailOf: nil)).contains { if case .ask = $0 { true } else { false } })
    driver.take(.listened(.headphones(true)))
    let said = driver.take(.listened(.attention(Attention(page: 0, isAsking: true)))).said
    #expect(said.first?.text.contains("Open the door?") == true)
    let yes = driver.take(.listened(.attention(Attention(page: 0, isAsking: true, answer: true)))).said
    #expect(yes.map(\.text) == ["Open"])
    driver.take(.questionAnswered(false))
    #expect(driver.take(.listened(.attention(Attention(page: 0, isAsking: true)))).said.isEmpty)
  }

  /// Keys of a code are told apart to headphones only.
  @Test func aCodeIsNotOverheard() throws {
    var driver = Driver(
      try board(
        """
        board: Door
        speech: loudspeaker
        allow: localhost
        sources: {doors: {url: "https://localhost/doors.json", every: 1m}}
        cards: [keypad: {title: Code, post: "https://localhost/open"}]
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let card = driver.model.shownCards[0].id
    for (plug, word) in [(nil, "button"), (false, "button"), (true, "5")] as [(Bool?, String)] {
      if let plug { driver.take(.listened(.headphones(plug))) }
      driver.take(.listened(.help))
      driver.take(.listened(.attention(Attention(page: 0))))
      let said = driver.take(.listened(.attention(Attention(page: 0, place: .card(card, part: 4))))).said
      #expect(said.map(\.text) == [word], "\(plug as Any)")
      #expect(driver.take(.listened(.again)).said.map(\.text) == [word])
      driver.take(.listened(.mute))
    }
  }
}
