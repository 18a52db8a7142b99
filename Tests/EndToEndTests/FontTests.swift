import Board
import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Typesetting
import Vitrine

private let serif = "/usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf"

private func board(font: String) -> String {
  """
  board: Menu
  theme: {mode: dark, scale: 1, font: \(font)}
  cards:
    - row: {title: Bread and soup, trail: "4.20"}
  """
}

@Test func aFontFileBesideTheBoardSetsItsText() throws {
  let stage = Stage()
  try writeFile(stage.directory + "/fonts/House.ttf", readFile(serif))
  #expect(try stage.read(board(font: "fonts/House.ttf")).diagnostics.isEmpty)
  let own = try stage.kiosk(board(font: "fonts/House.ttf")).picture()
  let pinned = try stage.kiosk(board(font: "Inter")).picture()
  #expect(differences(own, pinned) > 100)
  // By its path, and by its family where the system has it.
  #expect(differences(own, try stage.kiosk(board(font: serif)).picture()) == 0)
  #expect(stage.log.all.isEmpty)
}

@Test(arguments: [nil, "not a font at all"])
func aFontFileThatCannotBeUsedIsSaidAtItsPlaceAndThePinnedFontTakesOver(content: String?) throws {
  let stage = Stage()
  if let content { try stage.write(content, to: "House.ttf") }
  let path = stage.directory + "/House.ttf"
  let reading = try stage.read(board(font: "House.ttf"))
  let problem =
    content == nil
    ? "there is no font file \(path); text is set in Inter until it is there"
    : "the font file \(path) cannot be read as a font; text is set in Inter until it is replaced by a TrueType or OpenType file"
  #expect(
    reading.diagnostics.map(\.description) == ["\(stage.directory)/board.yaml:2:37: warning: \(problem)"])
  let shown = try stage.kiosk(board(font: "House.ttf")).picture()
  #expect(differences(shown, try stage.kiosk(board(font: "Inter")).picture()) == 0)
}

@Test func anEditToAnotherFontSetsThePageAnew() throws {
  let stage = Stage()
  let expected = try stage.kiosk(board(font: serif)).picture()
  var kiosk = try stage.kiosk(board(font: "Inter"))
  try stage.edit(board(font: serif), under: &kiosk)
  #expect(differences(try kiosk.picture(), expected) == 0)
  try stage.edit(board(font: "Gone.ttf"), under: &kiosk)
  #expect(stage.log.all.contains { $0.contains("board.yaml:2:37: warning: there is no font file") })
  #expect(differences(try kiosk.picture(), try stage.kiosk(board(font: "Inter")).picture()) == 0)
}
