import Board
import Panel
import Refresh
import Scene
import TestSupport
import Testing
import Vitrine

/// Refresh styles on a board: their settings, their pictures, and how they look.
@Suite struct StyleTests {
  private let stage: Stage

  init() throws {
    stage = Stage()
    try stage.write(
      #"[{"id": 1, "t": "Gothenburg", "d": "10:30"}, {"id": 2, "t": "Kiel", "d": "11:10"}]"#, to: "rows.json")
  }

  private func board(_ refresh: String, mode: String = "dark") throws -> BoardSource {
    try stage.write(
      """
      board: Pier 4
      theme: {mode: \(mode), scale: 1}
      refresh: \(refresh)
      sources: {rows: {url: rows.json, key: id}}
      cards:
        - header: {title: "{$board}", subtitle: Ferries}
        - row: {each: rows, title: "{t}", trail: "{d}"}
      """, to: "board.yaml")
    return BoardSource(path: stage.directory + "/board.yaml")
  }

  private func picture(
    _ source: BoardSource, _ moment: SnapshotMoment, styles: RefreshStyles = .builtIn
  ) throws -> Pixmap {
    let reading = try source.read(parts: BoardParts(styles: styles))
    guard let board = reading.board else { throw Stage.StageError.mistakes(reading.diagnostics) }
    let options = PanelOptions(
      mode: DisplayMode(size: PixelSize(width: 360, height: 480)), parts: BoardParts(styles: styles), fonts: Stage.fonts
    )
    let clock = WallClock(zone: .utc) { 1_778_262_120 }
    return try moment.picture(of: board, source, options: options, clock: clock) { [log = stage.log] in log.add($0) }
  }

  /// A word in whatever script: pulled, armed, in the middle of its wave, grown with news, and with a failure. Light and dark.
  @Test(arguments: [
    ("letters-arabic", "{style: letters, word: مرحبا}", "dark"),
    ("letters-japanese", "{style: letters, word: おかえり}", "light"),
    ("letters-emoji", "{style: letters, word: 👩‍🚀🚀}", "light"),
  ])
  func wordsOfAnyScriptLookAsTheyDid(name: String, refresh: String, mode: String) throws {
    let source = try board(refresh, mode: mode)
    let moments = [
      SnapshotMoment(pull: 0.6), SnapshotMoment(pull: 1), SnapshotMoment(phase: .refreshing, at: 0.86),
      SnapshotMoment(phase: .finishing, at: 0.3), SnapshotMoment(phase: .finishing, at: 0.4, outcome: .failure),
    ]
    let rows = 136
    let pictures = try moments.map { try picture(source, $0) }
    let sheet = Pixmap(size: PixelSize(width: 360, height: rows * pictures.count), isOpaque: true) { x, y in
      pictures[y / rows].pixel(x: x, y: y % rows)
    }
    expectGolden(sheet, "style-\(name)")
    #expect(stage.log.all.isEmpty)
  }

  @Test(arguments: [
    ("{style: icon, icons: [none.png]}", 30, "\"icons\": could not open ", "none.png: No such file"),
    ("{style: ring, image: rows.json}", 31, "\"image\": ", "rows.json"),
  ])
  func aPictureThatCannotBeDrawnIsAMistakeInTheBoard(
    refresh: String, column: Int, beginning: String, ending: String
  ) throws {
    let reading = try board(refresh).read()
    #expect(reading.board == nil)
    let problem = try #require(reading.diagnostics.first)
    #expect(reading.diagnostics.count == 1)
    #expect(problem.mark.line == 3)
    #expect(problem.message.hasPrefix(beginning) && problem.message.contains(ending), "\(problem)")
  }

  @Test func picturesLieBesideTheBoard() throws {
    try stage.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#00ff00"/></svg>
      """, to: "square.svg")
    let shown = try picture(try board("{style: icon, image: square.svg}"), SnapshotMoment(pull: 1))
    var green = 0
    for y in 0..<shown.size.height {
      for x in 0..<shown.size.width where shown.pixel(x: x, y: y).word == 0xFF00_FF00 { green += 1 }
    }
    // 65 % of the header, which a panel of 480 rows holds 64 open.
    #expect(green > 38 * 38 && green < 46 * 46)
  }

  @Test func aProgramBringsItsOwnStyle() throws {
    var styles = RefreshStyles.builtIn
    styles.register("flag", "A plain colour.", [RefreshParameter("color", .color, "Which.")]) {
      Flag(color: $0.color("color") ?? .white)
    }
    let shown = try picture(
      try board("{style: flag, color: \"#ff0000\"}"), SnapshotMoment(pull: 1), styles: styles)
    let header = 76
    #expect(shown.pixel(x: 180, y: header + 10).word == 0xFFFF_0000)
    let withoutIt = try board("{style: flag}").read()
    #expect(withoutIt.board == nil && withoutIt.diagnostics.count == 1)
  }
}

/// Fills what the pull uncovers.
private struct Flag: RefreshStyle {
  var color: Color
  let metrics = RefreshMetrics(trigger: 60, hold: 60)
  let sprites: [SpriteRequest] = []

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    scene.add(.fill(color, canvas.area))
  }
}
