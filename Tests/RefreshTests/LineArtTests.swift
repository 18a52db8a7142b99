import Scene
import Testing

@testable import Refresh

private let style = LineArtStyle()
private let count = LineFigure.boat.segments.count

private func pulling(_ ratio: Double, seed: UInt64 = 3) -> RefreshState {
  RefreshState(phase: .pulling, extent: 80 * ratio, trigger: 80, hold: 80, seed: seed)
}

private func stroke(_ index: Int, _ state: RefreshState) -> LineArtStyle.Stroke {
  style.stroke(index, style.pose(state), state)
}

/// CBStoreHouseRefreshControl: stroke i of n starts at (1 - 0.7) i / n of the pull and flies for 0.7 of it, growing and
/// becoming visible with its way.
@Test(arguments: [0, 5, count - 1])
func strokesFlyOneAfterAnother(index: Int) {
  let start = 0.3 * Double(index) / Double(count)
  #expect(stroke(index, pulling(start)).scale == 0)
  let half = stroke(index, pulling(start + 0.35))
  #expect(abs(half.scale - 0.5) < 1e-9 && abs(half.opacity - 0.2) < 1e-9)
  #expect(abs(half.degrees + 90) < 1e-9 && abs(half.y + 16) < 1e-9 && abs(half.x) <= 75)
  let there = stroke(index, pulling(start + 0.7 + 1e-9))
  #expect(there == LineArtStyle.Stroke(opacity: 0.4))
}

@Test func atTheTriggerTheFigureIsWhole() {
  for index in 0..<count {
    #expect(stroke(index, pulling(1)) == LineArtStyle.Stroke(opacity: 0.4))
    #expect(stroke(index, pulling(1.7)) == LineArtStyle.Stroke(opacity: 0.4))
  }
}

@Test func strokesComeFromElsewhereEachTime() {
  func places(_ seed: UInt64) -> [Double] { (0..<count).map { stroke($0, pulling(0.4, seed: seed)).x } }
  #expect(places(1) == places(1))
  #expect(places(1) != places(2))
  // From both sides.
  #expect(places(1).contains { $0 > 10 } && places(1).contains { $0 < -10 })
}

/// The light reaches a stroke each tenth of a second and fades in 0.8.
@Test func aLightRunsAlong() {
  for index in 0..<count {
    let reached = 0.1 * Double(index)
    #expect(style.glow(index, at: reached) == 1)
    #expect(abs(style.glow(index, at: reached + 0.4) - 0.5) < 1e-9)
    #expect(style.glow(index, at: reached - 0.081) == 0)
    // The next round begins when the last stroke has had its turn.
    #expect(abs(style.glow(index, at: reached + 0.1 * Double(count)) - 1) < 1e-9)
  }
}

@Test func onAShortFigureTheLightWaitsUntilItHasFaded() {
  let two = LineArtStyle(
    figure: LineFigure(
      size: Size(width: 20, height: 4), lines: [[Point(x: 2, y: 2), Point(x: 18, y: 2)]], longest: 8))
  #expect(two.figure.segments.count == 2)
  for index in 0..<400 {
    let time = Double(index) / 100
    #expect(abs(two.glow(0, at: time) - two.glow(0, at: time + 0.88)) < 1e-9)
  }
}

@Test func linesAreCutIntoEqualSegments() {
  let figure = LineFigure(
    size: Size(width: 40, height: 10), lines: [[Point(x: 0, y: 5), Point(x: 30, y: 5), Point(x: 30, y: 5)]], longest: 12
  )
  #expect(figure.segments.map(\.start.x) == [0, 10, 20])
  #expect(figure.segments.map(\.end.x) == [10, 20, 30])
}

/// Whole dp, so that a stroke at rest is as crisp as it was rastered; nothing of it outside.
@Test func everyStrokeHasABoxOnWholeDp() {
  for segment in LineFigure.boat.segments {
    let box = LineFigure.boat.drawing(segment, lineWidth: 2, gap: 1).viewBox
    for value in [box.x, box.y, box.width, box.height] { #expect(value == value.rounded()) }
    #expect(box.x <= min(segment.start.x, segment.end.x) && box.x1 >= max(segment.start.x, segment.end.x))
  }
}

@Test func outcomesLookUnlike() {
  func shown(_ outcome: RefreshOutcome) -> LineArtStyle.Stroke {
    var state = pulling(1)
    state.phase = .finishing
    state.timeInPhase = 1
    state.timeRefreshing = 1.3
    state.startRatio = 1
    state.outcome = outcome
    return stroke(3, state)
  }
  #expect(shown(.success) == LineArtStyle.Stroke(opacity: 1))
  #expect(abs(shown(.noChange).opacity - 0.7) < 1e-9 && shown(.noChange).y == 0)
  #expect(shown(.failure).y > 1 && shown(.timeout).y > 0 && shown(.timeout).y < shown(.failure).y)
  #expect(shown(.offline).opacity < 0.3)
}

@Test func whileClosingTheFigureScattersAsItCame() {
  var state = pulling(0.5)
  state.phase = .exiting
  state.phaseExtent = 80
  state.startRatio = 1
  state.outcome = .success
  for extent in [80.0, 40, 20, 8] {
    state.extent = extent
    let pose = style.pose(state)
    #expect(pose.together == state.openness)
  }
  state.extent = 8
  for index in 0..<count {
    let open = stroke(index, state)
    let pulled = stroke(index, pulling(0.1))
    #expect(abs(open.x - pulled.x) < 1e-9 && abs(open.opacity - pulled.opacity) < 1e-9)
  }
}

@Test func aFigureOfOnesOwn() {
  let figure = LineFigure(
    size: Size(width: 20, height: 20),
    segments: [LineFigure.Segment(Point(x: 0, y: 0), Point(x: 20, y: 20))])
  let film = Film(LineArtStyle(figure: figure, words: .none))
  #expect(film.layers(pulling(1)).count == 1)
}
