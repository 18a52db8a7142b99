import Refresh
import Scene
import Testing

@Test func aStyleIsFoundByItsName() throws {
  let styles = RefreshStyles.builtIn
  for name in styles.names { #expect(styles.style(name) != nil) }
  #expect(styles.style("compas") == nil)
  #expect(styles.names == styles.names.sorted())
  #expect(styles[RefreshStyles.standard] != nil)
  let known = [
    "arrow", "character", "compass", "drop", "icon", "letters", "lineart", "material", "petals", "ring", "stripes",
  ]
  #expect(Set(known).isSubset(of: styles.names))
}

@Test func aProgramAddsItsOwn() throws {
  var styles = RefreshStyles.builtIn
  styles.register("mine", "Petals of my own.", [RefreshParameter("size", .length(1...50), standard: "9", "How large.")])
  {
    PetalsStyle(radius: $0.number("size") ?? 9, words: $0.words)
  }
  let plain = try #require(styles.style("mine") as? PetalsStyle)
  #expect(plain.radius == 9)
  let large = try #require(styles.style("mine", RefreshParameters(["size": .number(20)])) as? PetalsStyle)
  #expect(large.radius == 20)
  #expect(styles.names.contains("mine") && !RefreshStyles.builtIn.names.contains("mine"))
  styles.register("mine", "Others.") { _ in CompassStyle() }
  #expect(styles.style("mine") is CompassStyle)
  #expect(styles.names.filter { $0 == "mine" }.count == 1)
}

@Test func settingsReachTheStyles() throws {
  let styles = RefreshStyles.builtIn
  let red = Color(rgb: 0xFF0000)
  let letters = try #require(
    styles.style("letters", RefreshParameters(["word": .text("Hé!"), "colors": .colors([red]), "turn": .number(0.2)]))
      as? LettersStyle)
  #expect(letters.letters == ["H", "é", "!"] && letters.colors == [red] && letters.step == 0.2)
  let ring = try #require(
    styles.style("ring", RefreshParameters(["image": .pictures(["a.svg"]), "height": .number(40), "turn": .number(2)]))
      as? RingStyle)
  #expect(ring.sprites[RingSprites.logo].source == .artwork("a.svg"))
  #expect(ring.height == 40 && ring.turn == 2 && ring.metrics.hold == 72)
  let icon = try #require(
    styles.style("icon", RefreshParameters(["icons": .pictures(["a.png", "b.png"]), "turn": .number(0.5)]))
      as? IconStyle)
  #expect(icon.turn == 0.5 && icon.switches == [[0, 1, 2]])
  #expect(icon.sprites[1].source == .artwork("a.png") && icon.sprites[2].source == .artwork("b.png"))
  let stripes = try #require(styles.style("stripes", RefreshParameters(title: "Pier")))
  #expect(stripes.sprites[0].source == .text("Pier", size: 17, isBold: true))
  let compass = try #require(
    styles.style("compass", RefreshParameters(["turn": .number(2), "height": .number(80)])) as? CompassStyle)
  #expect(compass.step == 0.5 && compass.height == 80 && compass.metrics.hold == 120)
}

/// A program puts its own in the place of one of ours, with settings that ours would not take: nothing is made of those by ours.
@Test func whatABoardCannotGiveMakesNothing() {
  let styles = RefreshStyles([
    RefreshStyles.Entry(
      "mine", "All kinds.",
      [
        RefreshParameter("word", .text(1...3), "."), RefreshParameter("size", .length(1...50), "."),
        RefreshParameter("count", .number(1...9), "."), RefreshParameter("turn", .time(0.1...2), "."),
        RefreshParameter("ink", .color, "."), RefreshParameter("inks", .colors(1...2), "."),
        RefreshParameter("icon", .picture, "."), RefreshParameter("icons", .pictures(1...2), "."),
      ]
    ) { _ in CompassStyle() }
  ])
  func makes(_ name: String, _ value: RefreshParameters.Value) -> Bool {
    styles.style("mine", RefreshParameters([name: value])) != nil
  }
  let red = Color(rgb: 0xFF0000)
  for (name, value) in [
    ("word", .text("a")), ("word", .text("e\u{301}\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}字")),
    ("size", .number(50)),
    ("count", .number(1)), ("turn", .number(0.1)), ("ink", .colors([red])), ("inks", .colors([red, red])),
    ("icon", .pictures(["a"])), ("icons", .pictures(["a"])),
  ] as [(String, RefreshParameters.Value)] {
    #expect(makes(name, value), "\(name) \(value)")
  }
  for (name, value) in [
    ("word", .text("")), ("word", .text("abcd")), ("word", .number(1)), ("size", .number(50.001)),
    ("size", .number(.nan)),
    ("count", .number(-.infinity)), ("turn", .number(0)), ("turn", .text("1s")), ("ink", .colors([])),
    ("ink", .colors([red, red])), ("inks", .colors([])), ("inks", .colors([red, red, red])), ("icon", .pictures([])),
    ("icons", .pictures(["a", "b", "c"])), ("icons", .colors([red])), ("", .number(1)), ("sizes", .number(2)),
  ] as [(String, RefreshParameters.Value)] {
    #expect(!makes(name, value), "\(name) \(value)")
  }
}

/// Words of the board are those of every style.
@Test func everyStyleTakesTheWords() throws {
  var words = OutcomeWords()
  words.offline = "Kein Netz"
  for entry in RefreshStyles.builtIn.entries {
    let sprites = entry.make(RefreshParameters(words: words)).sprites
    #expect(sprites.contains { if case .text("Kein Netz", _, _) = $0.source { true } else { false } }, "\(entry.name)")
  }
}

@Test func theListIsFitForAManual() {
  for entry in RefreshStyles.builtIn.entries {
    #expect(entry.summary.hasSuffix("."))
    #expect(Set(entry.parameters.map(\.name)).count == entry.parameters.count)
    for parameter in entry.parameters { #expect(parameter.summary.hasSuffix("."), "\(entry.name) \(parameter.name)") }
  }
}

private enum RingSprites { static let logo = 2 }
