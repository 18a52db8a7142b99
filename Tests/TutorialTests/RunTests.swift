import Dispatch
import Synchronization
import Testing
import Vitrine

/// A kiosk that runs on a thread of its own, whose pictures and lines are waited for.
private final class Live: Sendable {
  let kiosk: LiveKiosk
  private let lines: Lines
  private let frames = Mutex(0)
  private let shows = DispatchSemaphore(value: 0)

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  init() throws {
    let source = BoardSource(text: "board: x\ncards:\n  - row: {title: A row}\n")
    let lines = Lines()
    self.lines = lines
    kiosk = LiveKiosk(
      board: try #require(try source.read().board), source: source,
      options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 320, height: 240))), cacheDirectory: nil,
      log: { line in lines.all.withLock { $0.append(line) } })
  }

  var frameCount: Int { frames.withLock { $0 } }
  var said: [String] { lines.all.withLock { $0 } }

  /// Runs it to its end.
  func run() {
    frames.withLock { $0 = 0 }
    kiosk.runVirtual { [self] display in
      let count = display.frameCount
      let isFirst = frames.withLock { frames in
        defer { frames = count }
        return frames == 0 && count > 0
      }
      if isFirst { shows.signal() }
    }
  }

  /// Runs it until it has shown something, which is when this returns.
  ///
  /// - Returns: what is signalled at its end.
  func begin() -> DispatchSemaphore {
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "run").async { [self] in
      run()
      ended.signal()
    }
    shows.wait()
    return ended
  }
}

@Test func aKioskIsStoppedAsOftenAsAnybodyLikes() throws {
  let live = try Live()
  let ended = live.begin()
  live.kiosk.stop()
  live.kiosk.stop()
  ended.wait()
  live.kiosk.stop()
  // It is over: another run says so.
  live.run()
  #expect(live.frameCount == 0 && live.said.contains { $0.contains("this kiosk was stopped") })
}

@Test func aKioskIsStoppedBeforeItRuns() throws {
  let live = try Live()
  live.kiosk.stop()
  live.run()
  #expect(live.frameCount == 0 && live.said.contains { $0.contains("this kiosk was stopped") })
}

@Test func aKioskRunsOnOnePanel() throws {
  let live = try Live()
  let ended = live.begin()
  live.kiosk.runVirtual { _ in Issue.record("the second one shows something") }
  #expect(live.said.contains { $0.contains("this kiosk runs already") })
  live.kiosk.stop()
  ended.wait()
}
