import Compositor
import Kiosk
import Markup
import Numbers
import Panel
import Scene
import Synchronization

/// The last frames of a panel, kept while somebody looks at how it moves.
final class FrameLog: Sendable {
  /// A frame that was on the glass.
  struct Frame: Sendable {
    /// Counts the frames of the kiosk.
    var number: Int
    /// What the turn that drew it took, by the machine's clock.
    var cost: Nanoseconds
    /// When it came to the glass, in the panel's time.
    var time: Nanoseconds
    /// Vertical blanks that were missed before it, and why.
    var missed: Int
    var cause: FrameVerdict.Cause?
    /// What was drawn anew.
    var damage: [PixelRect]
    var scene: Scene
  }

  private struct State: Sendable {
    var isWatched = false
    var isFilming = false
    var frames: [Frame] = []
    var reel: [Frame] = []
    /// Drawn, and not on the glass yet.
    var pending: Frame?
    var known = FrameStatistics()
    var period: Nanoseconds = 0
  }

  /// Frames that are kept: four seconds at 60 a second; of a film, a minute.
  static let (most, longest) = (240, 3_600)
  /// Rectangles told of a frame.
  private static let rects = 12

  private let state = Mutex(State())

  /// Takes note of what a turn has brought, on the frame thread.
  ///
  /// - Parameters:
  ///   - began: when the turn began, and `now` when it ended; the machine's clock.
  /// - Returns: whether there is something new to be told.
  func note(_ loop: borrowing FrameLoop<VirtualDisplay>, began: Nanoseconds, now: Nanoseconds) -> Bool {
    state.withLock { state in
      let statistics = loop.scheduler.statistics
      let old = state.known
      state.known = statistics
      guard state.isWatched || state.isFilming else { return false }
      state.period = loop.screen.mode.period
      var hasNews = false
      if statistics.framesShown > old.framesShown, var frame = state.pending.take() {
        frame.time = loop.screen.log.last?.flipped ?? loop.screen.clock
        frame.missed = max(statistics.missed - old.missed, 0)
        frame.cause = statistics.cause(since: old)
        if state.isWatched {
          if state.frames.count >= Self.most { state.frames.removeFirst(Self.most / 4) }
          state.frames.append(frame)
          hasNews = true
        }
        if state.isFilming, state.reel.count < Self.longest { state.reel.append(frame) }
      }
      if statistics.framesDrawn > old.framesDrawn {
        state.pending = Frame(
          number: statistics.framesDrawn, cost: now - began, time: 0, missed: 0, cause: nil,
          damage: Array(loop.screen.damage.rects.prefix(Self.rects)), scene: loop.latestScene)
      }
      return hasNews
    }
  }

  /// Whether frames are kept.
  func watch(_ isWatched: Bool) {
    state.withLock { state in
      state.isWatched = isWatched
      if !isWatched { state.frames = [] }
    }
  }

  /// Another kiosk begins on this panel: its frames are counted anew.
  func begin() {
    state.withLock { state in
      (state.frames, state.pending, state.known) = ([], nil, FrameStatistics())
    }
  }

  /// Begins a film with what is on the glass.
  func beginFilm() { state.withLock { ($0.isFilming, $0.reel) = (true, Array($0.frames.suffix(1))) } }

  /// Ends a film.
  func endFilm() -> [Frame] {
    state.withLock { state in
      defer { (state.isFilming, state.reel) = (false, []) }
      return state.reel
    }
  }

  var isFilming: Bool { state.withLock { $0.isFilming } }

  /// The frame of a number, or the one before or after it; nil where there is none.
  func frame(_ number: Int, by step: Int = 0) -> Frame? {
    state.withLock { state in
      guard let place = state.frames.firstIndex(where: { $0.number == number }) else {
        return step < 0 ? state.frames.last : nil
      }
      return state.frames.indices.contains(place + step) ? state.frames[place + step] : nil
    }
  }

  /// The newest frame that is kept.
  var last: Frame? { state.withLock { $0.frames.last } }

  /// As the page draws it: of each frame its number, its milliseconds, blanks missed, why, and the corners of what was drawn anew.
  func json(panel: Int, told: Int) -> [JSON.Member] {
    let (frames, period) = state.withLock { ($0.frames.suffix(told), $0.period) }
    let list = frames.map { frame -> JSON in
      let cost = (Double(frame.cost) / 1e4).rounded() / 100
      return .list([
        .number(Double(frame.number)), .number(cost), .number(Double(frame.missed)),
        frame.cause.map { .text($0.words) } ?? .null,
        .list(frame.damage.flatMap { [$0.x0, $0.y0, $0.width, $0.height] }.map { .number(Double($0)) }),
      ])
    }
    return [
      .init("panel", .number(Double(panel))), .init("budget", .number(Double(period) / 1e6)),
      .init("list", .list(list)),
    ]
  }
}

extension FrameStatistics {
  /// Why frames were missed since; nil when none were.
  fileprivate func cause(since old: FrameStatistics) -> FrameVerdict.Cause? {
    if missedByWaiting > old.missedByWaiting { return .waiting }
    if missedByLongDraw > old.missedByLongDraw { return .longDraw }
    if missedByLateWake > old.missedByLateWake { return .lateWake }
    return missedByLateFlip > old.missedByLateFlip ? .lateFlip : nil
  }
}
