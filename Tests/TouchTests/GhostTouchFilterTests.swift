import Motion
import Scene
import Testing

@testable import Touch

/// Fingers on a filter, and what comes out of it.
private struct Bench {
  var filter: GhostTouchFilter
  var events: [InputEvent] = []

  init(isEnabled: Bool = true) { filter = GhostTouchFilter(isEnabled: isEnabled) }

  mutating func send(_ phase: TouchEvent.Phase, _ point: Point, at time: Double, contact: Int = 0) {
    filter.filter(TouchEvent(phase: phase, contact: contact, position: point, time: time), into: &events)
  }

  mutating func tap(_ point: Point, at time: Double, lasting: Double = 0) {
    send(.down, point, at: time)
    send(.up, point, at: time + lasting)
  }

  /// Phases and times of what came out.
  mutating func take() -> [String] {
    defer { events.removeAll() }
    return events.compactMap { event in
      guard case .touch(let touch) = event else { return nil }
      return "\(touch.phase) \((touch.time * 1000).rounded() / 1000)"
    }
  }
}

private let spot = Point(x: 700, y: 30)

@Test func aTapOfNoDurationAtOnePointAgainAndAgainIsNoFinger() {
  var bench = Bench()
  for beat in 0..<10 { bench.tap(spot, at: Double(beat) * 12.864) }
  // Two are needed to know the point.
  #expect(bench.take() == ["down 0.0", "up 0.0", "down 12.864", "up 12.864"])
  #expect(bench.filter.count == 8)
  #expect(bench.filter.lastPosition == spot)
  #expect(bench.filter.deadline == nil)
}

@Test func ghostsAreCountedButLetThroughUnlessAsked() {
  var bench = Bench(isEnabled: false)
  for beat in 0..<5 { bench.tap(spot, at: Double(beat)) }
  #expect(bench.take().count == 10)
  #expect(bench.filter.count == 3)
}

@Test func shortTapsAtDifferentPointsAreFingers() {
  var bench = Bench()
  for beat in 0..<20 { bench.tap(Point(x: Double(beat) * 30, y: 100), at: Double(beat)) }
  #expect(bench.take().count == 40)
  #expect(bench.filter.count == 0)
}

@Test func aRealTapOnASuspiciousPointComesThroughWithItsOwnTimes() {
  var bench = Bench()
  for beat in 0..<3 { bench.tap(spot, at: Double(beat)) }
  _ = bench.take()
  bench.tap(spot, at: 10, lasting: 0.08)
  #expect(bench.take() == ["down 10.0", "up 10.08"])
  #expect(bench.filter.count == 1)
}

@Test func aFingerThatRestsOnASuspiciousPointIsShownAfterTwentyMilliseconds() {
  var bench = Bench()
  for beat in 0..<3 { bench.tap(spot, at: Double(beat)) }
  _ = bench.take()
  bench.send(.down, spot, at: 10)
  #expect(bench.take() == [])
  #expect(bench.filter.deadline.map { abs($0 - 10.02) < 1e-9 } == true)
  bench.filter.release(at: 10.01, into: &bench.events)
  #expect(bench.take() == [])
  bench.filter.release(at: 10.021, into: &bench.events)
  #expect(bench.take() == ["down 10.0"])
  #expect(bench.filter.deadline == nil)
}

@Test func aFingerThatMovesOffASuspiciousPointIsShownAtOnce() {
  var bench = Bench()
  for beat in 0..<3 { bench.tap(spot, at: Double(beat)) }
  _ = bench.take()
  bench.send(.down, spot, at: 10)
  bench.send(.motion, Point(x: 701, y: 30), at: 10.005)
  #expect(bench.take() == [])
  bench.send(.motion, Point(x: 710, y: 30), at: 10.01)
  #expect(bench.take() == ["down 10.0", "motion 10.01"])
  bench.send(.up, Point(x: 710, y: 30), at: 10.015)
  #expect(bench.take() == ["up 10.015"])
  #expect(bench.filter.count == 1)
}

@Test func aGhostUnderARealFingerDoesNotDisturbIt() {
  var bench = Bench()
  for beat in 0..<3 { bench.tap(spot, at: Double(beat)) }
  _ = bench.take()
  bench.send(.down, Point(x: 100, y: 100), at: 10, contact: 1)
  bench.tap(spot, at: 10.1)
  bench.send(.up, Point(x: 100, y: 100), at: 10.2, contact: 1)
  #expect(bench.take() == ["down 10.0", "up 10.2"])
}

@Test func aHeldTouchThatIsCancelledIsNeverSeen() {
  var bench = Bench()
  for beat in 0..<3 { bench.tap(spot, at: Double(beat)) }
  _ = bench.take()
  bench.send(.down, spot, at: 10)
  bench.send(.cancel, spot, at: 10.01)
  #expect(bench.take() == [])
  #expect(bench.filter.count == 1)
  #expect(bench.filter.deadline == nil)
}
