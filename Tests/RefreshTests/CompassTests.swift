import Scene
import Testing

@testable import Refresh

private let style = CompassStyle()

private func pulling(_ ratio: Double, peak: Double? = nil) -> RefreshState {
  RefreshState(
    phase: .pulling, extent: 100 * ratio, trigger: 100, hold: 100, startRatio: 0, peakRatio: peak ?? ratio,
    isTouching: true)
}

private func refreshing(_ time: Double, carried: Int = 0) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: 100, trigger: 100, hold: 100, timeInPhase: time, phaseExtent: 100, timeRefreshing: time,
    startRatio: 1.2, peakRatio: 1.2, carried: carried)
}

private func finishing(_ time: Double, ran: Double, _ outcome: RefreshOutcome) -> RefreshState {
  RefreshState(
    phase: .finishing, extent: 100, trigger: 100, hold: 100, timeInPhase: time, phaseExtent: 100, timeRefreshing: ran,
    startRatio: 1.2, peakRatio: 1.2, outcome: outcome)
}

/// Left edges: compassX = mid + cw/2 - cw r, spinnerX = mid - 1.5 sw + sw r; both at y = pd/2 - h/2.
@Test(arguments: [0.2, 0.25, 0.5, 0.9])
func picturesComeFromBothSides(ratio: Double) throws {
  let film = Film(style, width: 480)
  let layers = film.layers(pulling(ratio))
  let rose = try #require(Pose(layers[0]))
  let needle = try #require(Pose(layers[1]))
  let mid = 16 + 240.0
  #expect(abs((rose.center.x - 30) - (mid + 30 - 60 * ratio)) <= 0.5)
  #expect(abs((needle.center.x - 30) - (mid - 90 + 60 * ratio)) <= 0.5)
  for pose in [rose, needle] {
    // Half a pixel is the snap to whole pixels.
    #expect(abs(pose.center.y - (40 + 100 * ratio / 2)) <= 0.5)
    #expect(pose.scale == 1 && pose.degrees == 0 && pose.opacity == 1)
  }
  #expect(layers.count == 2)
}

@Test func closerThanOnePixelTheyJoinAndStayJoined() {
  #expect(style.pose(pulling(0), distance: 120).apart == 1)
  #expect(style.pose(pulling(0.75), distance: 120).apart == 0.25)
  #expect(style.pose(pulling(1 - 1.01 / 120), distance: 120).apart > 0)
  #expect(style.pose(pulling(1 - 0.99 / 120), distance: 120).apart == 0)
  #expect(style.pose(pulling(1.4), distance: 120).apart == 0)
  #expect(style.pose(pulling(0.3, peak: 1.1), distance: 120).apart == 0)
  var given = pulling(0.3, peak: 1.1)
  given.phase = .canceling
  #expect(style.pose(given, distance: 120).apart == 0)
}

@Test(arguments: [(0.0, 0.0), (0.15, 45), (0.3, 90), (0.45, 135), (1.2, 360), (3, 900)])
func aQuarterTurnEachStep(time: Double, degrees: Double) {
  let pose = style.pose(refreshing(time), distance: 120)
  #expect(abs(pose.needle - degrees) < 1e-9)
  #expect(pose.apart == 0)
}

@Test func coloursFollowTheListAndTheFirstFadesFromClear() {
  let colors = CompassStyle.colors
  #expect(style.pose(refreshing(0), distance: 120).colorOpacity == 0)
  let half = style.pose(refreshing(0.15), distance: 120)
  #expect(half.color == colors[0] && abs(half.colorOpacity - 0.15) < 1e-12)
  let whole = style.pose(refreshing(0.3), distance: 120)
  #expect(whole.color == colors[0] && abs(whole.colorOpacity - 0.3) < 1e-9)
  let second = style.pose(refreshing(0.45), distance: 120)
  #expect(second.color == colors[0].mixed(with: colors[1], 0.45 / 0.3 - 1) && second.colorOpacity == 0.3)
  // The list wraps, and lives on from an earlier refresh.
  #expect(style.pose(refreshing(6 * 0.3 + 0.3), distance: 120).color == colors[0])
  #expect(style.pose(refreshing(0.3, carried: 4), distance: 120).color == colors[4])
  #expect(style.pose(refreshing(0.9, carried: 4), distance: 120).color == colors[0])
}

@Test(arguments: [(0.0, 0), (0.1, 1), (0.3, 1), (0.31, 2), (1.5, 5), (1.75, 0), (2, 1)])
func theIndexCountsBegunSteps(ran: Double, carried: Int) {
  #expect(style.carry(finishing(0, ran: ran, .success)) == carried)
}

@Test func theRunningStepCompletesThenTheBackgroundClears() {
  let running = style.pose(finishing(0.1, ran: 1, .success), distance: 120)
  #expect(abs(running.needle - 330) < 1e-9 && running.mark == 0 && running.colorOpacity == 0.3)
  let completed = style.pose(finishing(0.2, ran: 1, .success), distance: 120)
  #expect(abs(completed.needle - 360) < 1e-9 && abs(completed.colorOpacity - 0.3) < 1e-9)
  let cleared = style.pose(finishing(0.2 + 0.25, ran: 1, .success), distance: 120)
  #expect(cleared.colorOpacity < 1e-9 && cleared.mark > 0.999)
}

@Test(arguments: RefreshOutcome.allCases, [0.6, 0.9, 1.0, 1.2, 1.5])
func theNeedleComesToRestInTheNorth(outcome: RefreshOutcome, ran: Double) {
  let first = finishing(0, ran: ran, outcome)
  let time = style.finishingTime(first)
  let steps = (ran / 0.3 - 1e-9).rounded(.up)
  // The rest of the running step, and then at least half a second for good news, 1.5 for trouble.
  #expect(abs(time - (steps * 0.3 - ran + (outcome.isTrouble ? 2.5 : 0.9))) < 1e-9)
  let end = style.pose(finishing(time, ran: ran, outcome), distance: 120).needle
  #expect(abs(end) < 0.5)
}

@Test func troubleSwingsAndGoodNewsDoesNot() {
  func crossings(_ outcome: RefreshOutcome) -> Int {
    let angles = (1...240).map {
      style.pose(finishing(Double($0) / 240 * 1.4, ran: 1.2, outcome), distance: 120).needle
    }
    return zip(angles, angles.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
  }
  #expect(crossings(.success) == 0)
  #expect(crossings(.failure) > 3)
  #expect(crossings(.timeout) > 3)
  #expect(style.pose(finishing(1, ran: 1.2, .offline), distance: 120).opacity < 0.5)
  #expect(style.pose(finishing(1, ran: 1.2, .noChange), distance: 120).opacity < 0.7)
}

@Test func whileClosingThePicturesSeparateAgain() {
  func closing(_ extent: Double) -> CompassStyle.Pose {
    var state = finishing(0, ran: 1, .success)
    state.phase = .exiting
    state.extent = extent
    return style.pose(state, distance: 120)
  }
  #expect(closing(100).apart == 0)
  #expect(abs(closing(55).apart - 0.45) < 1e-12)
  #expect(abs(closing(10).apart - 0.9) < 1e-12)
  // Where the machine resets, a pull looks the same.
  #expect(abs(closing(10).apart - style.pose(pulling(0.1), distance: 120).apart) < 1e-12)
  #expect(closing(10).opacity == 1 && closing(10).mark == 0 && closing(70).markOpacity < 1e-9)
}

@Test func begunWithoutAPullTheyComeTogetherInTheFirstStep() {
  func begun(_ time: Double) -> Double {
    var state = refreshing(time)
    state.startRatio = 0
    state.peakRatio = 0
    return style.pose(state, distance: 120).apart
  }
  #expect(begun(0) == 1)
  #expect(begun(0.15) == 0.5)
  #expect(begun(0.3) == 0)
}

/// What has snapped together in a pull comes apart when nothing of it is seen any more, not within its last pixel row.
@Test(arguments: [0.0, -300, -900])
func whatHasJoinedStaysJoinedToItsLastRow(velocity: Double) {
  let style = CompassStyle()
  var machine = RefreshMachine(style: style, viewport: 1000)
  _ = machine.handle(.moved(extent: machine.trigger + 10, .pulls), at: 0)
  _ = machine.handle(.moved(extent: machine.trigger - 20, .pulls), at: 0.1)
  _ = machine.handle(.up(velocity: velocity), at: 0.2)
  var time = 0.2
  for extent in stride(from: machine.trigger - 20, through: 0.1, by: -0.1) {
    time += 0.001
    _ = machine.handle(.moved(extent: extent, .none), at: time)
    #expect(style.pose(machine.state(extent: extent, at: time), distance: 200).apart == 0)
  }
  _ = machine.handle(.moved(extent: 0, .none), at: time + 0.001)
  #expect(machine.phase == .idle)
  // The next one begins apart.
  _ = machine.handle(.moved(extent: 30, .pulls), at: time + 1)
  #expect(style.pose(machine.state(extent: 30, at: time + 1), distance: 200).apart > 0.5)
}
