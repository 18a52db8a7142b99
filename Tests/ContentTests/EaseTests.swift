import Board
import Content
import Testing

extension [ContentEffect] {
  /// What was told of what makes the panel easier to use; nil when nothing was.
  fileprivate var eased: Ease? {
    var eased: Ease?
    for case .ease(let ease) in self { eased = ease }
    return eased
  }

  /// Whether all that follows from it was told with it: the page and the end of it.
  fileprivate var isWhole: Bool {
    guard let first = firstIndex(where: { if case .ease = $0 { true } else { false } }) else { return false }
    let page = firstIndex {
      switch $0 {
      case .page(_, 0, _): true
      case .pages(let pages): pages.contains { $0.layout != nil }
      default: false
      }
    }
    let end = lastIndex(of: .eased)
    return page.map { $0 > first && $0 < end ?? 0 } ?? false
  }

  fileprivate var notice: String?? {
    var notice: String??
    for case .notice(let sentence, _, _) in self { notice = .some(sentence) }
    return notice
  }
}

private let plain =
  "board: Shop\naccess: true\ncards:\n  - text: {text: Hello}\n  - row: {title: Bread, tap: detail}\ndetail:\n  - text: {text: Fresh}"

private func started(_ yaml: String = plain, isStanding: Bool = true) throws -> Driver {
  var driver = Driver(try board(yaml), isStanding: isStanding)
  driver.take(.started)
  driver.take(.cacheRead(version: 0))
  return driver
}

extension Driver {
  @discardableResult
  fileprivate mutating func press(_ choice: Ease.Choice, part: Int = 0) -> [ContentEffect] {
    let card = CardID(place: Ease.symbol.place - 1 - choice.rawValue)
    return take(.controlled(card, inDetailOf: Ease.symbol, .press(part: part)))
  }

  @discardableResult
  fileprivate mutating func open() -> [ContentEffect] { take(.tapped(Ease.symbol, inDetailOf: nil)) }
}

@Suite struct EaseTests {
  @Test func nothingIsOfferedUnlessTheBoardSaysSo() throws {
    var driver = try started(plain.replacing("access: true\n", with: ""))
    #expect(driver.open().isEmpty)
  }

  /// On a panel that stands all of it comes down with the page on which it is chosen, and stays if that is chosen.
  @Test func aStandingPanelComesDown() throws {
    var driver = try started()
    let opened = driver.open()
    #expect(opened.eased == Ease(isLow: true) && opened.isWhole)
    #expect(driver.take(.detailClosed).eased == Ease())
    driver.open()
    #expect(driver.press(.low).eased == nil)
    #expect(driver.take(.detailClosed).eased == nil)
    // Chosen off again, it goes up with the page's end only: who has come down to choose is not sent up meanwhile.
    driver.open()
    #expect(driver.press(.low).eased == nil)
    #expect(driver.take(.detailClosed).eased == Ease())
  }

  @Test func aLyingPanelStaysWhereItIs() throws {
    var driver = try started(isStanding: false)
    let opened = driver.open()
    #expect(opened.eased == nil && opened.contains { if case .detail(_?, Ease.symbol, _) = $0 { true } else { false } })
    #expect(driver.press(.size, part: 1).eased == Ease(size: .large))
    #expect(driver.press(.contrast).eased == Ease(size: .large, hasContrast: true))
    #expect(driver.take(.detailClosed).eased == nil)
  }

  /// The detail page that was open is open again, as it looks now.
  @Test func aDetailPageWaitsBehindIt() throws {
    var driver = try started(isStanding: false)
    let row = driver.model.shownCards[1].id
    driver.take(.tapped(row, inDetailOf: nil))
    driver.take(.tapped(Ease.symbol, inDetailOf: row))
    driver.press(.size, part: 2)
    let closed = driver.take(.detailClosed)
    #expect(closed.contains { if case .detail(_?, row, _) = $0 { true } else { false } })
    #expect(driver.take(.detailClosed).contains { if case .detail = $0 { true } else { false } } == false)
  }

  /// It is asked for in words, and taken back when nobody answers.
  @Test func whoHasGoneHasChosenNothing() throws {
    var driver = try started()
    driver.open()
    driver.press(.contrast)
    driver.press(.still)
    let asked = driver.take(.stayed(.ending)).notice
    #expect(asked??.contains("Still there?") == true)
    #expect(driver.take(.stayed(.goesOn)).notice == .some(nil))
    driver.take(.stayed(.ending))
    let over = driver.take(.stayed(.over))
    #expect(over.eased == Ease() && over.notice == .some(nil))
    #expect(over.contains { if case .detail(nil, Ease.symbol, _) = $0 { true } else { false } })
    // Again and again is no news.
    #expect(driver.take(.stayed(.over)).eased == nil)
  }

  /// Who has only looked leaves the panel as it was, however its page has gone.
  @Test func whoHasOnlyLookedLeavesItAsItWas() throws {
    var driver = try started()
    driver.open()
    let over = driver.take(.stayed(.over))
    #expect(over.eased == Ease() && over.isWhole)
    // What lay behind its page does not come back to nobody.
    let row = driver.model.shownCards[1].id
    driver.take(.tapped(row, inDetailOf: nil))
    driver.take(.tapped(Ease.symbol, inDetailOf: row))
    driver.take(.stayed(.over))
    let closed = driver.take(.detailClosed)
    #expect(closed.contains { if case .detail(_?, _, _) = $0 { true } else { false } } == false)
    #expect(driver.model.uppermostCards == driver.model.shownCards)
  }

  /// A page that is turned to takes the detail page with it that came back.
  @Test func nothingStaysOverAnotherPage() throws {
    var driver = try started(
      "board: Shop\naccess: true\npages:\n  - cards: [row: {title: Bread, tap: detail}]\n  - cards: [text: {text: Two}]\n"
        + "detail: [text: {text: Fresh}]", isStanding: true)
    let row = driver.model.shownCards[0].id
    driver.take(.tapped(row, inDetailOf: nil))
    driver.take(.tapped(Ease.symbol, inDetailOf: row))
    driver.take(.detailClosed)
    let turned = driver.take(.pageShown(1))
    #expect(turned.contains { if case .detail(nil, row, _) = $0 { true } else { false } })
  }

  /// A voice that was begun there ends with whoever has begun it; headphones keep it.
  @Test(arguments: [nil, true] as [Bool?])
  func theVoiceEndsWithItsListener(plug: Bool?) throws {
    var driver = try started("speech: loudspeaker\n" + plain, isStanding: false)
    if let plug { driver.take(.listened(.headphones(plug))) }
    driver.open()
    if plug == nil { driver.press(.aloud) }
    let over = driver.take(.stayed(.over))
    #expect(over.contains(.hears(false)) == (plug == nil))
  }

  /// What asks is said once, in the language of the page.
  @Test func itIsAskedOnce() throws {
    var driver = try started("speech: loudspeaker\n" + plain, isStanding: false)
    driver.take(.listened(.help))
    let said = driver.take(.stayed(.ending)).filter { if case .say = $0 { true } else { false } }
    #expect(said.count == 1)
  }

  /// A refresh control that looks as it did goes on.
  @Test func openingItKeepsTheControl() throws {
    var driver = try started()
    let opened = driver.open()
    #expect(opened.contains { if case .control = $0 { true } else { false } } == false)
    let size = driver.press(.size, part: 2)
    #expect(size.contains { if case .control = $0 { true } else { false } })
  }

  /// A board that offers it no longer takes it back; one that does keeps it.
  @Test(arguments: [true, false])
  func anEditedBoard(keepsIt: Bool) throws {
    var driver = try started(isStanding: false)
    driver.open()
    driver.press(.size, part: 2)
    let edited = plain.replacing("Hello", with: "Good day").replacing("access: true", with: "access: \(keepsIt)")
    // Its page comes once the disk has been asked.
    let effects = driver.take(.boardRead(read(edited), files: [])) + driver.pass(5)
    #expect(effects.eased == (keepsIt ? Ease(size: .largest) : Ease()) && effects.isWhole)
    let closes = effects.contains { if case .detail(nil, Ease.symbol, _) = $0 { true } else { false } }
    #expect(closes == !keepsIt)
  }

  /// By a finger, where the board lets the panel speak aloud; and its page says whether it does.
  @Test(arguments: [("loudspeaker", true), ("headphones", true), ("off", false)])
  func itsVoiceIsChosenThere(speech: String, isOffered: Bool) throws {
    var driver = try started("speech: \(speech)\n" + plain, isStanding: false)
    driver.open()
    let titles = driver.model.uppermostCards.compactMap(\.title)
    #expect(titles.contains("Read aloud") == isOffered)
    let heard = driver.press(.aloud).contains(.hears(true))
    #expect(heard == isOffered)
    guard heard else { return }
    #expect(driver.press(.aloud).contains(.hears(false)))
  }

  /// Colours that follow the clock stay as somebody wants them.
  @Test func theClockKeepsTheContrast() throws {
    var driver = try started(plain, isStanding: false)
    driver.open()
    driver.press(.contrast)
    let evening = driver.pass(8 * 3600)
    var colors: [Theme.Colors] = []
    for case .colors(let next) in evening { colors.append(next) }
    #expect(colors.last == Theme.Colors.dark.inHighContrast)
  }
}
