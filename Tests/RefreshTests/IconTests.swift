import Scene
import Testing

@testable import Refresh

private let style = IconStyle()

private func refreshing(_ time: Double, from start: Double = 1.25) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: 80, trigger: 80, hold: 80, timeInPhase: time, phaseExtent: 80, timeRefreshing: time,
    startRatio: start, peakRatio: start)
}

private func finishing(_ time: Double, ran: Double, from start: Double = 1.25, _ outcome: RefreshOutcome = .success)
  -> RefreshState
{
  var state = refreshing(ran, from: start)
  state.phase = .finishing
  state.timeInPhase = time
  state.outcome = outcome
  return state
}

/// prog = (2 · progress) mod 2, angle = π · prog.
@Test(arguments: [0, 0.1, 0.5, 0.75, 1, 1.25, 1.9])
func theFingerTurnsTheIcon(progress: Double) {
  let pose = style.pose(RefreshState(phase: .pulling, extent: 80 * progress, trigger: 80, hold: 80))
  let prog = (2 * progress).truncatingRemainder(dividingBy: 2)
  #expect(abs(pose.degrees.truncatingRemainder(dividingBy: 360) - 180 * prog) < 1e-9)
  #expect(!pose.isColored)
}

@Test(arguments: [(0.0, 90.0), (0.16, 180), (0.64, 450), (6.4, 3690)])
func itGoesOnFromWhereThePullLeftIt(time: Double, degrees: Double) {
  #expect(abs(style.pose(refreshing(time)).degrees - degrees) < 1e-9)
}

/// However long it takes: the article's own code would have closed after two turns and a part.
@Test func itTurnsUntilThereIsAnAnswer() {
  for time in stride(from: 0.1, to: 14, by: 0.1) {
    #expect(abs(style.pose(refreshing(time)).degrees - 90 - 360 * time / 0.64) < 1e-6)
  }
}

@Test(arguments: [0.5, 0.6, 0.64, 0.7, 1.0, 1.28, 3], [0, 0.3, 1.0, 1.25, 1.5, 1.99])
func itFinishesUpright(ran: Double, start: Double) {
  let rest = style.finishingTime(finishing(0, ran: ran, from: start)) - 1
  // The running turn, and 0.64 (2 - prog) / 2 from its end.
  let prog = (2 * start).truncatingRemainder(dividingBy: 2)
  let turns = (ran / 0.64 - 1e-9).rounded(.up)
  #expect(abs(rest - (turns * 0.64 - ran + (prog > 1e-9 ? 0.64 * (2 - prog) / 2 : 0))) < 1e-9)
  #expect(rest <= 2 * 0.64)
  // At the same speed all the way, then upright and in colour.
  if rest > 0.01 {
    let before = style.pose(finishing(rest - 0.005, ran: ran, from: start)).degrees.truncatingRemainder(dividingBy: 360)
    #expect(abs(before - (360 - 360 * 0.005 / 0.64)) < 1e-6)
    #expect(!style.pose(finishing(rest - 0.005, ran: ran, from: start)).isColored)
  }
  let after = style.pose(finishing(rest + 0.001, ran: ran, from: start))
  #expect(after.degrees == 0 && after.isColored)
}

@Test func onlySuccessBringsColour() {
  for outcome in RefreshOutcome.allCases {
    let state = finishing(1.2, ran: 1.28, from: 1, outcome)
    #expect(style.pose(state).isColored == (outcome == .success))
  }
}

/// Each icon's turn comes, and one refresh keeps the one it has.
@Test func chanceChoosesTheIcon() {
  let film = Film(style)
  var chosen: [Int: Int] = [:]
  for pull in 0..<400 as Range<UInt64> {
    var found: Set<Int> = []
    for time in [0.7, 0.9, 1.2] {
      var state = finishing(time, ran: 1.28, from: 1)
      state.seed = pull &* 0x9E37_79B9_7F4A_7C15 >> 13
      for layer in film.layers(state) {
        guard case .image(let pixmap, _) = layer.content else { continue }
        for index in 0...4 where film.sprites[index] === pixmap { found.insert(index) }
      }
    }
    #expect(found.count == 1)
    chosen[found.first ?? 0, default: 0] += 1
  }
  #expect(Set(chosen.keys) == [1, 2, 3, 4])
  #expect(chosen.values.allSatisfy { $0 > 70 && $0 < 130 })
}

/// 65 % of the header, on the content until all of it is seen.
@Test func itComesDownWithTheContent() throws {
  let film = Film(style)
  func place(_ extent: Double) throws -> Pose {
    let state = RefreshState(phase: .pulling, extent: extent, trigger: 80, hold: 80)
    return try #require(film.layers(state).first.flatMap(Pose.init))
  }
  #expect(try place(80).height == 52)
  for (extent, y) in [(60.0, 20.0), (80, 40), (120, 40)] { #expect(abs(try place(extent).center.y - 40 - y) < 1e-9) }
}
