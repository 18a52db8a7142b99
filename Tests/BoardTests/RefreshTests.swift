import Refresh
import Scene
import Testing

@testable import Board

private func problems(_ refresh: String, styles: RefreshStyles = .builtIn) throws -> [String] {
  try read("refresh: \(refresh)\ncards: []", styles: styles).diagnostics.map(\.description)
}

@Suite struct RefreshTests {
  @Test func aStyleHasItsOwnKeys() throws {
    let refresh = try board(
      """
      refresh:
        style: letters
        every: 1m
        word: Hello
        colors: ["#f00", teal, "#0B6E4F"]
        font: Noto Sans
        height: 30
        turn: 0.5
      cards: []
      """
    ).refresh
    #expect(refresh.style == "letters" && refresh.every == 60)
    #expect(
      refresh.parameters == [
        "word": .text("Hello"),
        "colors": .colors([Color(rgb: 0xFF0000), Color(rgb: 0x008080), Color(rgb: 0x0B6E4F)]),
        "font": .text("Noto Sans"), "height": .number(30), "turn": .number(0.5),
      ])
    #expect(refresh.pictures.isEmpty)
  }

  /// A list of one may be written without brackets, a time with a unit.
  @Test func shortFormsMeanTheSame() throws {
    let icon = try board("refresh: {style: icon, icons: a.png, colors: teal, turn: 500ms}\ncards: []").refresh
    #expect(
      icon.parameters == [
        "icons": .pictures(["a.png"]), "colors": .colors([Color(rgb: 0x008080)]), "turn": .number(0.5),
      ])
  }

  @Test func picturesAreKnownByTheirPlace() throws {
    let refresh = try board("refresh: {style: icon, image: up.svg, icons: [a.png, b.webp]}\ncards: []").refresh
    #expect(refresh.pictures.map(\.path) == ["up.svg", "a.png", "b.webp"])
    #expect(refresh.pictures.map(\.key) == ["image", "icons", "icons"])
    #expect(refresh.pictures.map(\.mark.column) == [31, 47, 54])
  }

  @Test func wherePullsBeginAndHowOftenBelongsToEveryStyle() throws {
    let refresh = try board("refresh: {style: ring, origin: anywhere, cooldown: 4s}\ncards: []").refresh
    #expect(refresh.rules == RefreshRules(cooldown: 4, origin: .anywhere))
    #expect(refresh.parameters.isEmpty)
    #expect(try board("cards: []").refresh.rules == RefreshRules())
  }

  @Test func wordsBelongToEveryStyle() throws {
    let refresh = try board("refresh: {style: ring, words: {success: Fertig, noChange: \"\"}}\ncards: []").refresh
    #expect(refresh.words == OutcomeWords(success: "Fertig", noChange: ""))
    let without = try board("refresh: {words: {offline: Kein Netz}}\ncards: []").refresh
    #expect(without.style == nil && without.words.offline == "Kein Netz")
  }

  @Test(arguments: [
    (
      "{style: leters}",
      "1:18: error: \"style\": unknown value \"leters\" (did you mean \"letters\"?)"
    ),
    (
      "{style: letters, wrod: Hi}",
      "1:27: error: unknown key \"wrod\" in the refresh style \"letters\" (did you mean \"word\"?)"
    ),
    (
      "{word: Hi}",
      "1:11: error: unknown key \"word\" in the refresh style \"compass\" (did you mean \"words\"?)"
    ),
    (
      "{style: train.yaml, height: 3}",
      "1:30: error: unknown key \"height\" in \"refresh\"; known: every, origin, cooldown, words"
    ),
    (
      "{style: ring, height: 9}", "1:32: error: \"height\" must be a number from 24 to 160, not \"9\""
    ),
    (
      "{style: ring, turn: 5m}", "1:30: error: \"turn\" must be a time from 300ms to 20s, not \"5m\""
    ),
    (
      "{style: ring, turn: 0.01}", "1:30: error: \"turn\" must be a time from 300ms to 20s, not \"0.01\""
    ),
    ("{style: letters, word: \"\"}", "1:34: error: \"word\" must be a text of 1 to 24 letters, not \"\""),
    ("{style: letters, colors: []}", "1:35: error: \"colors\" is an empty list"),
    ("{style: stripes, colors: [red, blue, teal]}", "1:47: error: \"colors\" has 3 entries; 2 is the most"),
    ("{style: ring, image: [a, b]}", "1:31: error: \"image\" must be a single text, not a list"),
    ("{style: ring, image: }", "1:24: error: \"image\" has no value; write one or remove the key"),
    (
      "{words: {sucess: Ja}}",
      "1:19: error: unknown key \"sucess\" in \"words\" (did you mean \"success\"?)"
    ),
  ])
  func mistakesAreNamedWithTheirPlace(refresh: String, message: String) throws {
    #expect(try problems(refresh) == ["b.yaml:" + message])
  }

  /// What a style is made with when a key is left out is what the key's description says.
  @Test(arguments: RefreshStyles.builtIn.names)
  func standardsAreWhatLeavingOutMeans(name: String) throws {
    let entry = try #require(RefreshStyles.builtIn[name])
    let plain = entry.make(RefreshParameters())
    for parameter in entry.parameters {
      guard let standard = parameter.standard else { continue }
      let refresh = try board("refresh: {style: \(name), \(parameter.name): \(standard)}\ncards: []").refresh
      let written = entry.make(RefreshParameters(refresh.parameters))
      #expect(written.metrics == plain.metrics && written.sprites == plain.sprites, "\(parameter.name)")
    }
  }

  @Test func aProgramsOwnStyleIsReadLikeTheOthers() throws {
    var styles = RefreshStyles.builtIn
    styles.register("mine", "Mine.", [RefreshParameter("size", .length(1...50), standard: "9", "How large.")]) { _ in
      PetalsStyle()
    }
    #expect(try problems("{style: mine, size: 12}", styles: styles) == [])
    #expect(
      try problems("{style: mine, sise: 12}", styles: styles) == [
        "b.yaml:1:24: error: unknown key \"sise\" in the refresh style \"mine\" (did you mean \"size\"?)"
      ])
    #expect(try problems("{style: mine}").count == 1)
    #expect(BoardSchema.json(of: BoardParts(styles: styles)).contains("\"How large.\""))
    #expect(!BoardSchema.json.contains("\"How large.\""))
  }

  /// Each style has a variant of its own, known by its name; the standard one needs none.
  @Test func theSchemaKnowsEveryKeyOfEveryStyle() {
    let json = BoardSchema.json
    for entry in RefreshStyles.builtIn.entries {
      #expect(json.contains("\"const\": \"\(entry.name)\""))
      for parameter in entry.parameters { #expect(json.contains(JSONText.text(.text(parameter.summary)))) }
    }
  }
}
