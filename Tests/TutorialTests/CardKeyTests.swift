import Synchronization
import Testing
import Vitrine

@testable import TutorialProgram

/// A card of these keys that notes what it is given.
private struct Probe: CardKind {
  final class Given: Sendable {
    let values = Mutex(NamedValues())
  }

  var name = "probe"
  let summary = "Notes what it is given."
  var keys: [CardKey]
  let given = Given()

  func height(of values: NamedValues, on canvas: CardCanvas) -> Double { 40 }
  func draw(_ values: NamedValues, on canvas: inout CardCanvas) { given.values.withLock { $0 = values } }
}

private func values(_ card: String, _ keys: [CardKey]) throws -> NamedValues {
  let probe = Probe(keys: keys)
  var parts = BoardParts.builtIn
  parts.cards.register(probe)
  let source = BoardSource(text: "board: x\ncards:\n  - probe: \(card)\n")
  let reading = try source.read(parts: parts)
  let kiosk = VirtualKiosk(
    board: try #require(reading.board, "\(reading.diagnostics.map(\.description))"), source: source,
    options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 320, height: 240)), parts: parts), start: 0,
    log: { print($0) })
  _ = kiosk.report()
  return probe.given.values.withLock { $0 }
}

private let keys = [
  CardKey("f", .flag, standard: "true", "A flag."), CardKey("n", .number, standard: "2 * 3", "A number."),
  CardKey("t", .text, standard: "none of {1 + 1}", "A text."),
  CardKey("c", .choice(["left", "right"]), standard: "right", "A choice."),
  CardKey("l", .numbers, standard: "4", "Numbers."), CardKey("o", .number, "Nothing by itself."),
]

@Test func whatIsLeftOutIsWhatItsStandardSays() throws {
  let given = try values("{}", keys)
  #expect(given.flag("f") && given.number("n") == 6 && given.text("t") == "none of 2" && given.text("c") == "right")
  #expect(given.numbers("l") == [4] && given["o"] == nil)
}

@Test func whatIsWrittenCounts() throws {
  let given = try values("{f: false, n: 1, t: word, c: left, l: 7, o: 0}", keys)
  #expect(!given.flag("f") && given.number("n") == 1 && given.text("t") == "word" && given.text("c") == "left")
  #expect(given.numbers("l") == [7] && given.number("o") == 0)
}

// MARK: What a program gets wrong is said on stderr

private func said(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Test func aCardOfTheLanguageIsNotReplaced() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(name: "row", keys: []))
  }
  #expect(said(result).contains("\"row\" is a card kind of the language"))
}

@Test func aCardHasAName() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(name: "my card: x", keys: []))
  }
  #expect(said(result).contains("a card kind is called \"my card: x\""))
}

@Test func aKeyOfEveryCardIsNamed() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(keys: [CardKey("own", .text, "Ours."), CardKey("each", .text, "Everybody's.")]))
  }
  #expect(said(result).contains("the key \"each\" of the card \"probe\" is one that every card has"))
}

@Test func aKeyIsThereOnce() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(keys: [CardKey("a", .text, "One."), CardKey("a", .flag, "Another.")]))
  }
  #expect(said(result).contains("two keys that are called \"a\""))
}

@Test func aKeyHasAName() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(keys: [CardKey("", .text, "Nameless.")]))
  }
  #expect(said(result).contains("a key of the card \"probe\" is called \"\""))
}

@Test func aStandardIsWrittenAsItsKeyIs() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var kinds = CardKinds()
    kinds.register(Probe(keys: [CardKey("n", .number, standard: "as much as )", "A number.")]))
  }
  #expect(said(result).contains("the standard \"as much as )\" of the key \"n\" of the card \"probe\""))
}

@Test func aSettingOfEveryStyleIsNamed() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    var styles = RefreshStyles()
    styles.register("mine", "Mine.", [RefreshParameter("cooldown", .time(0...9), "Mine.")]) { _ in
      PulseStyle()
    }
  }
  #expect(said(result).contains("every style has a setting \"cooldown\": that of \"mine\" needs another name"))
}

@Test func aPanelHasPixels() async {
  let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
    let source = BoardSource(text: "board: x\ncards: []\n")
    guard let board = try source.read().board else { return }
    _ = VirtualKiosk(
      board: board, source: source, options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 0, height: 0))),
      start: 0, log: { _ in })
  }
  #expect(said(result).contains("a panel of 0 x 0 pixels"))
}
