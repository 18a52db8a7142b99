import Scene
import Testing

@testable import Refresh

private let style = ArrowStyle()

private func state(_ phase: RefreshState.Phase, _ time: Double = 1, armed: Double = 0) -> RefreshState {
  RefreshState(
    phase: phase, extent: 60, trigger: 65, hold: 60, timeInPhase: time, timeRefreshing: phase == .refreshing ? time : 0,
    startRatio: 1.2, peakRatio: 1.2, armed: armed)
}

/// EGOTableViewPullRefresh: `FLIP_ANIMATION_DURATION 0.18f`.
@Test func theArrowTurnsOverIn180Milliseconds() {
  #expect(style.metrics.arming == 0.18)
  for phase in [RefreshState.Phase.armed, .pulling, .canceling] {
    #expect(style.pose(state(phase, armed: 0)).turned == 0)
    #expect(abs(style.pose(state(phase, armed: 0.5)).turned - 0.5) < 1e-12)
    #expect(style.pose(state(phase, armed: 1)).turned == 1)
  }
}

@Test(arguments: [0.0, 0.2, 0.7, 1])
func aTaskStartsFromWhereTheArrowIs(armed: Double) {
  let pulled = style.pose(state(.armed, armed: armed))
  #expect(style.pose(state(.refreshing, 0, armed: armed)) == pulled)
}

@Test func oneLineGoesBeforeTheOtherComes() {
  for index in 0...18 {
    let pose = style.pose(state(.armed, armed: Double(index) / 18))
    #expect(pose.pull == 0 || pose.release == 0)
  }
  #expect(style.pose(state(.armed, armed: 0)).pull == 1)
  #expect(style.pose(state(.armed, armed: 1)).release == 1)
}

@Test func theRingTurnsOnceASecond() {
  let early = style.pose(state(.refreshing, 0.5))
  let late = style.pose(state(.refreshing, 1.5))
  #expect(abs(late.turns - early.turns - 1) < 1e-12)
  #expect(early.ring == 1 && early.arrow == 0 && early.refreshing == 1 && early.release == 0)
}

/// The header lies on the content's edge: everything moves by what the content moves.
@Test func theHeaderComesDownWithTheContent() {
  let film = Film(style, width: 480)
  var low = state(.pulling)
  low.extent = 40
  var high = low
  high.extent = 50
  let before = film.layers(low).compactMap(Pose.init)
  let after = film.layers(high).compactMap(Pose.init)
  #expect(before.count == 3 && after.count == 3)
  for (a, b) in zip(before, after) { #expect(b.center.y - a.center.y == 10 && b.center.x == a.center.x) }
}

/// The line with the age is there in every phase, and no line moves when another comes.
@Test func theAgeStays() throws {
  let film = Film(style, width: 480)
  let age = try #require(style.sprites.firstIndex { if case .lastUpdated = $0.source { true } else { false } })
  var places: Set<Double> = []
  var states = [state(.pulling), state(.armed, armed: 1), state(.refreshing, armed: 1)]
  for outcome in RefreshOutcome.allCases {
    var ended = state(.finishing, 0.4)
    ended.outcome = outcome
    states.append(ended)
  }
  for state in states {
    let layer = try #require(
      film.layers(state).first {
        if case .image(let pixmap, _) = $0.content { pixmap === film.sprites[age] } else { false }
      })
    #expect(layer.opacity == 255)
    places.insert(try #require(Pose(layer)).center.x)
  }
  #expect(places.count == 1)
}

@Test func withoutWordsTheArrowIsInTheMiddle() throws {
  let film = Film(ArrowStyle(labels: .none, words: .none), width: 480)
  let layers = film.layers(state(.armed, armed: 1))
  let arrow = try #require(layers.first.flatMap(Pose.init))
  #expect(layers.count == 1)
  #expect(abs(arrow.center.x - (16 + 240)) <= 0.5)
  #expect(abs(arrow.degrees) == 180)
}
