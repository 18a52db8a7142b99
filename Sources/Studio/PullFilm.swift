import Board
import Motion
import Numbers
import Panel
import Refresh
import Scene
import Vitrine

/// A pull of a board from its first moment to its last, frame by frame, ended in one way: what a scrubber goes through.
struct PullFilm: Sendable {
  /// The phase of the refresh control, and the first frame it is seen in.
  struct Mark: Sendable, Hashable {
    var phase: RefreshState.Phase
    var frame: Int
  }

  var outcome: RefreshOutcome
  var scenes: [Scene] = []
  var marks: [Mark] = []

  /// Frames a second.
  static let rate = 60
  /// Seconds: of the pull, of the rest before the finger lifts, until the answer, and of the whole at most.
  private static let (pull, rest, answer, most) = (1.0, 0.4, 1.2, 9.0)
  /// How far the page is pulled, of the trigger.
  private static let reach = 1.35

  /// Plays it in virtual time; waits for the board's sources once.
  ///
  /// - Parameter board: as it is to be shown.
  init(
    of board: BoardFile, _ source: BoardSource, options: PanelOptions, clock: WallClock, cacheDirectory: String?,
    staging: Staging, outcome: RefreshOutcome
  ) {
    self.outcome = outcome
    let start = clock.now()
    var kiosk = VirtualKiosk(
      board: board, source: source, options: options, start: start.time, zone: start.zone,
      answers: .scripted(outcome, after: Self.answer), cacheDirectory: cacheDirectory, run: nil, sendsPosts: false,
      leavesMeasuring: true, staging: staging, log: { _ in })
    kiosk.schedule(Self.gesture(on: kiosk))
    var phase: RefreshState.Phase?
    let most = Self.most * Double(Self.rate)
    while Double(scenes.count) < most {
      kiosk.play(seconds: 1 / Double(Self.rate))
      let now = kiosk.refreshPhase.kind
      if now != phase { marks.append(Mark(phase: now, frame: scenes.count)) }
      phase = now
      scenes.append(kiosk.scene)
      if now == .idle, marks.count > 2 { break }
    }
  }

  private static func gesture(on kiosk: borrowing VirtualKiosk) -> [InputEvent] {
    var touch = ScriptedTouch(start: kiosk.seconds + 0.1, rate: 120)
    let from = Point(x: Double(kiosk.size.width) / 2, y: Double(kiosk.size.height) * 0.2)
    touch.down(from)
    touch.move(to: Point(x: from.x, y: from.y + kiosk.travel(toPullRatio: reach)), over: pull)
    touch.wait(rest)
    touch.up()
    return touch.events
  }
}
