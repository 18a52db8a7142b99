import Motion
import Numbers
import Scene

/// What people do, brought within what a panel can have: programs post events too, and of one position that is no number the page's own
/// would be none for good.
extension InputEvent {
  /// Further from the panel's corner nobody touches it: pixels.
  private static let reach = 100_000.0
  /// More lines no wheel turns in one event.
  private static let mostLines = 1_000.0
  /// As far from 0 as `Nanoseconds` tell times: seconds.
  private static let longest = 4e9

  /// The same, with everything in it finite and within range; nil for what has no place, no time or no size.
  ///
  /// A finger that leaves does so in any case, or it would be held for good: without a place or a time its contact is cancelled.
  var kept: InputEvent? {
    switch self {
    case .touch(var event):
      let isEnd = event.phase == .up || event.phase == .cancel
      if !event.position.isFinite || !event.time.isFinite {
        guard isEnd else { return nil }
        event.phase = .cancel
        if !event.position.isFinite { event.position = .zero }
        if !event.time.isFinite { event.time = 0 }
      }
      event.position = event.position.kept(within: Self.reach)
      event.time = event.time.kept(within: Self.longest)
      event.noise = event.noise.isFinite ? min(max(event.noise, 0), 1_000) : 0
      event.pace = ReportPace(
        interval: event.pace.interval.isFinite ? min(max(event.pace.interval, 0), 1) : 0,
        liftDelay: event.pace.liftDelay.isFinite ? min(max(event.pace.liftDelay, 0), 1) : 0)
      return .touch(event)
    case .wheel(let lines, let position, let time):
      guard lines.isFinite, position.isFinite, time.isFinite else { return nil }
      return .wheel(
        lines: lines.kept(within: Self.mostLines), position: position.kept(within: Self.reach),
        time: time.kept(within: Self.longest))
    case .key(let key, let time):
      return time.isFinite ? .key(key, time: time.kept(within: Self.longest)) : nil
    case .typed(let stroke, let time):
      guard stroke.isLetter, time.isFinite else { return nil }
      return .typed(stroke, time: time.kept(within: Self.longest))
    case .pointer(let position, let time):
      guard position.isFinite, time.isFinite else { return nil }
      return .pointer(position: position.kept(within: Self.reach), time: time.kept(within: Self.longest))
    case .voice(let key, let time):
      return time.isFinite ? .voice(key, time: time.kept(within: Self.longest)) : nil
    }
  }

  /// The same, no later than a moment.
  func noLater(than moment: Double) -> InputEvent { time > moment ? at(moment) : self }
}

extension Point {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }

  fileprivate func kept(within limit: Double) -> Point { Point(x: x.kept(within: limit), y: y.kept(within: limit)) }
}

extension Double {
  fileprivate func kept(within limit: Double) -> Double { Swift.min(Swift.max(self, -limit), limit) }
}
