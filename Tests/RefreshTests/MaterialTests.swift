import Scene
import Testing

@testable import Refresh

private let style = MaterialStyle()

private func pulling(_ ratio: Double) -> RefreshState {
  RefreshState(phase: .pulling, extent: 64 * ratio, trigger: 64, hold: 64, isTouching: true)
}

private func refreshing(_ time: Double, startRatio: Double = 1, armed: Double = 1) -> RefreshState {
  RefreshState(
    phase: .refreshing, previousPhase: .armed, extent: 64, trigger: 64, hold: 64, timeInPhase: time,
    timeRefreshing: time, startRatio: startRatio, peakRatio: startRatio, armed: armed)
}

private func finishing(_ time: Double, _ outcome: RefreshOutcome) -> RefreshState {
  RefreshState(
    phase: .finishing, previousPhase: .refreshing, extent: 64, trigger: 64, hold: 64, timeInPhase: time,
    timeRefreshing: 1.37, startRatio: 1, peakRatio: 1, outcome: outcome)
}

/// SwipeRefreshLayout.moveSpinner: nothing below 0.4 of the trigger, then an arc up to 0.8 of a turn that turns too.
@Test(arguments: [(0.2, 0.0, -0.125), (0.4, 0, -0.125), (0.7, 0.4, -0.025), (1, 0.8, 0.075)])
func thePullDrawsAnArc(ratio: Double, length: Double, tail: Double) {
  let pose = style.pose(pulling(ratio))
  #expect(abs(pose.head - pose.tail - length) < 1e-12)
  #expect(abs(pose.tail - tail) < 1e-12)
  #expect(abs(pose.arrow - min(length / 0.8, 1)) < 1e-12)
  #expect(abs(pose.arcOpacity - 0.3) < 1e-12)
}

/// Above the trigger: tension 2 (x/4 - x²/16), 64 dp times twice that further down, and as many turns.
@Test(arguments: [(0.5, 0.21875), (1, 0.375), (2, 0.5), (3, 0.5)])
func aLongPullGoesOnSlowerAndSlower(over: Double, tension: Double) {
  let pose = style.pose(pulling(1 + over))
  #expect(abs(pose.middle - (32 + 128 * tension)) < 1e-9)
  #expect(abs(pose.tail - (0.075 + tension)) < 1e-12)
}

@Test func theDiscIsOutOfSightWhereAHeaderCountsAsClosed() {
  #expect(style.pose(pulling(0.1)).middle + MaterialStyle.reach < 0)
  #expect(style.pose(pulling(1)).middle == 32)
}

@Test func armingMakesTheArcSolidInThreeTenths() {
  func opacity(_ armed: Double) -> Double {
    var state = pulling(1.1)
    state.phase = .armed
    state.armed = armed
    return style.pose(state).arcOpacity
  }
  #expect(style.metrics.arming == 0.3)
  #expect(abs(opacity(0) - 0.3) < 1e-12)
  #expect(abs(opacity(0.5) - 0.65) < 1e-12)
  #expect(opacity(1) == 1)
}

@Test func theArcOfThePullIsTakenInWithinHalfACycle() {
  let first = style.pose(refreshing(0))
  let pulled = style.pose(pulling(1))
  #expect(abs(first.head - pulled.head) < 1e-12 && abs(first.tail - pulled.tail) < 1e-12)
  let taken = style.pose(refreshing(0.666))
  #expect(abs(taken.head - taken.tail - 0.01) < 1e-9)
  // The ring has turned to its zero.
  #expect(abs(taken.head - 1.8) < 1e-9)
}

/// CircularProgressDrawable: 1.332 s; the head runs 0.79 of a turn ahead in the first half, the tail follows in the second,
/// and the ring turns by 216° + 0.21 of a turn.
@Test func aCycleGrowsAndShrinksTheArc() {
  func pose(_ share: Double) -> MaterialStyle.Pose { style.pose(refreshing(0.666 + share * 1.332)) }
  func length(_ share: Double) -> Double { pose(share).head - pose(share).tail }
  #expect(abs(length(0) - 0.01) < 1e-9)
  #expect(abs(length(0.5) - 0.8) < 1e-9)
  #expect(abs(length(1 - 1e-9) - 0.01) < 1e-6)
  #expect(abs(pose(1).tail - pose(0).tail - (0.79 + 0.6 + 0.21)) < 1e-9)
  for index in 0...100 {
    let length = length(Double(index) / 100)
    #expect(length > 0.0099 && length < 0.8001)
  }
}

@Test func coloursChangeInTheLastQuarterOfACycle() {
  let cycle = MaterialStyle.cycle
  let begin = cycle / 2
  #expect(style.pose(refreshing(0.74 * begin)).nextColor == 0)
  #expect(style.pose(refreshing(begin + 0.74 * cycle)).nextColor == 0)
  let changing = style.pose(refreshing(begin + 0.875 * cycle))
  #expect(abs(changing.nextColor - 0.5) < 1e-9 && changing.color == 1)
  // What has come is what the next cycle has.
  let next = style.pose(refreshing(begin + cycle + 1e-9))
  #expect(next.color == 2 && next.nextColor == 0 && next.lastColor > 0.999)
}

@Test func begunWithoutAPullTheArcGrowsAtOnce() {
  let pose = style.pose(refreshing(0, startRatio: 0, armed: 0))
  #expect(abs(pose.head - pose.tail - 0.01) < 1e-12)
  #expect(
    abs(style.pose(refreshing(0.666, startRatio: 0)).head - style.pose(refreshing(0.666, startRatio: 0)).tail - 0.8)
      < 1e-3)
}

@Test func theDiscScalesOutIn150Milliseconds() {
  func size(_ time: Double) -> Double {
    var state = finishing(0, .success)
    state.phase = .exiting
    state.phaseExtent = 64
    state.timeInPhase = time
    return style.pose(state).discScale
  }
  #expect(size(0) == 1)
  #expect(abs(size(0.075) - 0.5) < 1e-12)
  #expect(size(0.15) == 0)
}

@Test(arguments: RefreshOutcome.allCases)
func theMarkIsOnTheDiscInThreeTenths(outcome: RefreshOutcome) {
  #expect(style.pose(finishing(0, outcome)).mark == 0)
  let pose = style.pose(finishing(0.3, outcome))
  #expect(pose.mark == 1 && pose.arcOpacity == 0 && pose.discScale == 1)
}

@Test func aLowHeaderHasASmallerDisc() throws {
  let film = Film(style, width: 480)
  var state = refreshing(1)
  state.extent = 32
  state.trigger = 32
  state.hold = 32
  let layer = try #require(film.layers(state).dropFirst().first)
  let disc = try #require(Pose(layer))
  #expect(disc.scale == 0.5)
  #expect(disc.center.y == 40 + 16)
}
