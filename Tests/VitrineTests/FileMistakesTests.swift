import Board
import Glibc
import Testing

@testable import Vitrine

/// Mistakes in files that a board names: all of them at once, each file's together.
@Suite struct FileMistakesTests {
  private func diagnostics(board: String, files: [(String, String)], style: Bool = false) throws -> [String] {
    let scratch = try ScratchDirectory()
    for (name, text) in files { try Files.write(Array(text.utf8), to: scratch.path + "/" + name) }
    let source = BoardSource(path: scratch.path + "/board.yaml")
    let reading = source.parse(Array(board.utf8), parts: .builtIn)
    #expect(style || reading.board == nil)
    let found =
      reading.diagnostics
      + (try reading.board.map { board throws(UserError) in try source.checkStyle(of: board) } ?? [])
    return found.map { $0.description.replacing(scratch.path + "/", with: "") }
  }

  @Test func allOfAThemeAndOfItsBoardAreTold() throws {
    let found = try diagnostics(
      board: "board: A\nboard: B\ntheme: house.yaml\ncards:\n  - rwo: {title: x}\n",
      files: [("house.yaml", "mode: dark\nmode: light\naccent: \"#58c4dd\"\naccent: red\nscale: huge\n")])
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == [
        "house.yaml:2:1:", "house.yaml:4:1:", "house.yaml:5:8:", "board.yaml:2:1:", "board.yaml:5:5:",
      ], "\(found)")
    #expect(found.first == "house.yaml:2:1: error: key \"mode\" appears twice (first on line 1)")
  }

  /// Who writes a board steers no panel: neither a variable of the panel's own nor what the kernel knows of it is the board's.
  @Test func theProgramsOwnSettingsAreNotGiven() throws {
    unsafe _ = setenv("VITRINE_OF_THE_TEST", "a password", 1)
    defer { unsafe _ = unsetenv("VITRINE_OF_THE_TEST") }
    let scratch = try ScratchDirectory()
    let source = BoardSource(path: scratch.path + "/board.yaml")
    for placeholder in ["${VITRINE_OF_THE_TEST}", "${file:/proc/self/environ}"] {
      let reading = source.parse(Array("cards: [{text: {text: \"\(placeholder)\"}}]".utf8), parts: .builtIn)
      #expect(reading.diagnostics.count == 1)
      #expect(reading.board?.secrets.isEmpty == true)
    }
  }

  @Test func addressesOfFilesStayAddresses() {
    #expect("file:/a/b.json".resolved(beside: "/x") == "file:/a/b.json")
    #expect("a/b.json".resolved(beside: "/x") == "file:///x/a/b.json")
  }

  @Test func allOfAStyleAreTold() throws {
    let found = try diagnostics(
      board: "board: A\nrefresh: {style: s.yaml}\ncards:\n  - row: {title: x}\n",
      files: [("s.yaml", "sprites: {d: {disc: 20, disc: 30}}\nlayers:\n  - {sprite: x, y: 1, y: 2}\n")], style: true)
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == ["s.yaml:1:25:", "s.yaml:3:14:", "s.yaml:3:23:"], "\(found)")
  }

  /// Zones are looked up whatever else is wrong.
  @Test func zonesAreToldWithTheOthers() throws {
    let found = try diagnostics(
      board: "cards:\n  - clock: {zone: Europe/Berlin}\n  - clock: {zone: Berlin}\n  - row: {title: x, titel: y}\n",
      files: [])
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == ["board.yaml:3:13:", "board.yaml:4:21:"], "\(found)")
  }

  /// A page's icon is no icon of a card's.
  @Test func aPagesIconIsAPicture() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/board.yaml"
    try Files.write(
      Array(
        "pages:\n  - {icon: house, cards: []}\n  - {icon: hause, cards: []}\n  - {icon: pictures/a.svg, cards: []}\n"
          .utf8),
      to: path)
    let told = try BoardSource(path: path).doubtfulFiles().map(\.message)
    #expect(told.count == 3)
    #expect(
      told[0]
        == "\"icon\": a page's icon is a picture's file or address, such as pictures/house.svg, and none of those that cards name"
    )
    #expect(told[1] == "\"icon\": a page's icon is a picture's file or address, such as pictures/hause.svg")
    #expect(told[2].hasSuffix("it is shown once it is there"))
  }
}

/// Where a path leads, also when what it names is gone: a board that was deleted still has its files beside it.
@Test func whatIsGoneIsWhereItWas() throws {
  let scratch = try ScratchDirectory()
  let place = Files.absolute(scratch.path)
  let (board, link) = (scratch.path + "/boards/b.yaml", scratch.path + "/link.yaml")
  unsafe mkdir(scratch.path + "/boards", 0o755)
  try Files.write(Array("board: B".utf8), to: board)
  unsafe symlink("boards/b.yaml", link)
  unsafe symlink("circle", scratch.path + "/circle")
  let paths = [board, link, scratch.path + "/boards/../boards/b.yaml"]
  for path in paths { #expect(Files.absolute(path) == place + "/boards/b.yaml") }
  unsafe unlink(board)
  for path in paths { #expect(Files.absolute(path) == place + "/boards/b.yaml", "it is gone") }
  for path in paths { #expect(BoardSource(path: path).directory == place + "/boards") }
  #expect(Files.absolute(scratch.path + "/circle") == place + "/circle")
  #expect(Files.absolute("/none") == "/none")
  #expect(Files.absolute("/none/at/all") == "/none/at/all")
  #expect(Files.absolute("none/at/all") == Files.absolute(".") + "/none/at/all")
  #expect(BoardSource(path: "nowhere.yaml").directory == Files.absolute("."))
}
