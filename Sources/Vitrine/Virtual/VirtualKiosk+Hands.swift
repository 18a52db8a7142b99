import Motion
public import Scene

/// What somebody who stands before the panel does, for a program's own tests.
extension VirtualKiosk {
  /// Taps a place with a finger, and waits for what comes of it.
  ///
  /// - Parameter point: viewer pixels.
  public mutating func tap(_ point: Point) {
    let start = seconds + 0.05
    let finger = TouchEvent(phase: .down, contact: 0, position: point, time: start)
    var lift = finger
    (lift.phase, lift.time) = (.up, start + 0.08)
    schedule([.touch(finger), .touch(lift)])
    play(seconds: 0.5)
    settle()
  }

  /// Lifts all fingers where they are, as after `pull(toRatio:)`: past the trigger the refresh begins, before it the page springs back.
  /// A quarter of a second passes.
  public mutating func release() {
    let fingers = input.fingers.values.sorted { $0.contact < $1.contact }
    schedule(
      fingers.map { finger in
        var lift = finger
        (lift.phase, lift.time) = (.up, max(finger.time, seconds) + 0.02)
        return .touch(lift)
      })
    play(seconds: 0.25)
  }

  /// Shows another refresh style, as `LiveKiosk.use(style:)` does.
  public mutating func use(style: String) {
    coordinator.use(style: style)
    coordinator.activity.wait(.work)
    settle()
  }

  /// Reads the board again, and shows it unless there are mistakes in it.
  public mutating func reload() {
    coordinator.readAgain { _ in }
    coordinator.activity.wait(.work)
    if waitsForAnswers { settle() } else { play(seconds: 0.1) }
  }
}
