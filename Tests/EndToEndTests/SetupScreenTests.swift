import Board
import Panel
import Scene
import Setup
import Synchronization
import TestSupport
import Testing
import Typesetting
import Vitrine

/// How a panel stands while somebody sets it up.
private final class Now: Sendable {
  let screen = Mutex(SetupScreen(name: "lobby", id: "4f2a9c1e", address: nil))
}

/// What a panel shows until it has a board.
@Suite struct SetupScreenTests {
  /// With those of Chinese, Japanese and Korean.
  private static let fonts = FontSource.pinned(
    directories: [
      "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto",
    ], cache: "/tmp/vitrine-test-fonts-all")

  private static func kiosk(
    _ screen: @escaping @Sendable () -> SetupScreen, _ path: String, language: String = "en", width: Int, height: Int,
    scale: Double? = nil, log: Log = Log()
  ) throws -> VirtualKiosk {
    let parts = SetupScreen.parts(language: language, now: screen)
    var source = BoardSource(path: path)
    source.isAwaited = true
    let board = try source.setupScreen(language: language, parts: parts)
    let mode = DisplayMode(size: PixelSize(width: width, height: height))
    return VirtualKiosk(
      board: board, source: source, options: PanelOptions(mode: mode, scale: scale, parts: parts, fonts: fonts),
      start: Stage.start, answers: .atOnce, cacheDirectory: nil, run: nil, log: { log.add($0) })
  }

  @Test(
    arguments: [
      ("en", 800, 480, nil), ("de", 800, 480, nil), ("ja", 800, 480, nil), ("en", 480, 800, nil),
      ("en", 1920, 1080, nil),
      ("de", 320, 240, nil), ("en", 800, 480, 2), ("ar", 800, 480, nil),
    ] as [(String, Int, Int, Double?)])
  func itLooksAsItDid(language: String, width: Int, height: Int, scale: Double?) throws {
    var screen = SetupScreen(name: "lobby", id: "4f2a9c1e", address: width == 800 ? nil : "192.0.2.20")
    if height == 800 { screen.problems = ["vitrine.yaml:3:5: error: unknown key \"nmae\" (did you mean \"name\"?)"] }
    let shown = screen
    let kiosk = try Self.kiosk(
      { shown }, "/nowhere/board.yaml", language: language, width: width, height: height, scale: scale)
    expectGolden(try kiosk.picture(), "setup-\(language)-\(width)x\(height)\(scale == nil ? "" : "-large")")
  }

  /// A board that has mistakes when the panel is switched on: which, and where.
  @Test(arguments: [("en", 800, 480), ("de", 480, 800), ("he", 800, 480), ("zh-Hans", 320, 240)])
  func itSaysWhatIsWrongWithTheBoard(language: String, width: Int, height: Int) throws {
    var screen = SetupScreen(name: "lobby", id: "4f2a9c1e", address: "192.0.2.20")
    screen.mistakes = [
      "/etc/vitrine/board.yaml:3:5: error: unknown card \"hedaer\" (did you mean \"header\"?)",
      "/etc/vitrine/board.yaml:4:11: error: unknown key \"titel\" in \"row\" (did you mean \"title\"?)",
    ]
    #expect(screen.lacks.isEmpty, "a board with mistakes needs no key to be mended")
    let shown = screen
    let kiosk = try Self.kiosk({ shown }, "/nowhere/board.yaml", language: language, width: width, height: height)
    expectGolden(try kiosk.picture(), "setup-mistaken-\(language)-\(width)x\(height)")
  }

  /// What changes is followed, and the board is shown as soon as it is there.
  @Test func itFollowsWhatIsMended() throws {
    let stage = Stage()
    let now = Now()
    var kiosk = try Self.kiosk(
      { now.screen.withLock { $0 } }, stage.directory + "/board.yaml", width: 800, height: 480, log: stage.log)
    let before = try kiosk.picture()
    now.screen.withLock { $0.address = "192.0.2.20" }
    kiosk.play(seconds: 3)
    kiosk.awaitAnswers()
    kiosk.settle()
    #expect(try kiosk.picture() != before)
    #expect(!stage.log.all.contains { $0.contains("board.yaml") }, "\(stage.log.all)")
    try stage.edit("board: Here\ncards: [{header: {title: Here}}]\n", under: &kiosk)
    kiosk.settle()
    #expect(stage.log.all.contains { $0.contains("read again") }, "\(stage.log.all)")
  }
}
