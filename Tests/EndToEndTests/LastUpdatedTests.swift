import Board
import Kiosk
import Panel
import Refresh
import Scene
import StubServer
import Synchronization
import Testing
import Typesetting

@testable import Vitrine

/// The queues behind the glass without a glass: what they would tell the frame thread.
private final class Wings {
  let stage: Stage
  let time = VirtualTime()
  let coordinator: Coordinator
  private let outbox = FrameOutbox()

  init(_ board: String) throws {
    let stage = Stage()
    stage.server.on("/list.json", .reply(Stage.items(0..<3)))
    let (file, source, _) = try stage.read(board)
    let time = time
    let setup = Coordinator.Setup(
      source: source,
      options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 320)), fonts: Stage.fonts),
      clock: WallClock(zone: .utc) { Stage.start + time.now }, cacheDirectory: nil, watchesFiles: false,
      program: Program(.builtIn),
      makeTimer: { time.makeTimer() }, admit: { $0() }, log: { [log = stage.log] in log.add($0) })
    self.stage = stage
    coordinator = Coordinator(setup, board: file, outbox: outbox)
    coordinator.start()
    coordinator.activity.waitForAnswers()
    _ = messages()
  }

  deinit { coordinator.stop() }

  /// What has been posted since last asked.
  private func messages() -> [KioskMessage] {
    coordinator.activity.wait(.work)
    var messages: [KioskMessage] = []
    outbox.mailbox.drain(into: &messages)
    return messages
  }

  /// Sprites rastered anew since last asked, pixel by pixel.
  func sprites() -> [[UInt32]] {
    messages().compactMap { message in
      if case .refreshSprite(let sprite?, index: _) = message { pixels(of: sprite) } else { nil }
    }
  }

  func show(_ isShown: Bool) -> [[UInt32]] {
    coordinator.handle(.refreshShown(isShown))
    return sprites()
  }

  /// Lets time pass, each alarm at its own moment.
  func pass(to seconds: Double) -> [[UInt32]] {
    var all: [[UInt32]] = []
    let end = Nanoseconds(seconds * 1e9)
    while let alarm = time.nextAlarm, alarm <= end {
      time.advance(to: alarm)
      all += sprites()
    }
    time.advance(to: end)
    return all + sprites()
  }

  /// The line as it is rastered by itself.
  func line(_ words: String) -> [UInt32] {
    let theme = ResolvedTheme(
      colors: Theme.dark.colors(isDark: true), font: BoardFont.pinned, scale: 1)
    let sprite = Typesetter(fonts: Stage.fonts).sprite(
      words, size: 12.8, isBold: false, ink: theme.colors.muted, theme: theme)
    return sprite.map(pixels) ?? []
  }
}

extension Theme {
  fileprivate static var dark: Theme {
    var theme = Theme()
    theme.mode = .dark
    return theme
  }
}

private let board = Stage.listBoard.replacing("every: 1h", with: "every: 1d")

@Test func theWordsAreMadeWhenTheControlComesIntoSight() throws {
  let wings = try Wings(board)
  #expect(wings.show(true) == [wings.line("Last updated just now")])
  #expect(wings.show(true).isEmpty)
}

@Test func theWordsAreMadeAnewOnlyWhenTheyChange() throws {
  let wings = try Wings(board)
  _ = wings.show(true)
  #expect(wings.pass(to: 59).isEmpty)
  #expect(wings.pass(to: 61) == [wings.line("Last updated 1 min ago")])
  #expect(wings.pass(to: 119).isEmpty)
  #expect(wings.pass(to: 301) == (2...5).map { wings.line("Last updated \($0) min ago") })
  #expect(wings.pass(to: 3599).count == 54)
  // The data came at 17:42; from an hour on the words stand still.
  #expect(wings.pass(to: 3601) == [wings.line("Last updated 17:42")])
  #expect(wings.pass(to: 20_000).isEmpty)
  // After midnight the day is said too.
  #expect(wings.pass(to: 23_000) == [wings.line("Last updated 8 May 17:42")])
}

@Test func whileNobodySeesThemTheWordsCostNothing() throws {
  let wings = try Wings(board)
  _ = wings.show(true)
  #expect(wings.show(false).isEmpty)
  // The next look at the board file, in an hour; no alarm for words.
  #expect(wings.time.nextAlarm.map { $0 > 3_000_000_000_000 } == true)
  #expect(wings.pass(to: 600).isEmpty)
  #expect(wings.show(true) == [wings.line("Last updated 10 min ago")])
}

@Test func newDataMakesTheWordsNew() throws {
  let wings = try Wings(board)
  #expect(wings.pass(to: 600).isEmpty)
  _ = wings.show(true)
  wings.coordinator.handle(.startRefresh(task: 1))
  wings.coordinator.activity.waitForAnswers()
  #expect(wings.sprites() == [wings.line("Last updated just now")])
}

@Test func anotherStyleGetsTheWordsToo() throws {
  let wings = try Wings(board)
  _ = wings.show(true)
  wings.coordinator.use(style: "petals")
  #expect(wings.sprites().count == 1)
}
