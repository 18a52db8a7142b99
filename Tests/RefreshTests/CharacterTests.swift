import Scene
import Testing

@testable import Refresh

private let style = CharacterStyle()

private func state(
  _ phase: RefreshState.Phase, _ time: Double = 1, extent: Double = 112, outcome: RefreshOutcome? = nil
) -> RefreshState {
  RefreshState(
    phase: phase, previousPhase: phase == .refreshing ? .armed : .refreshing, extent: extent, trigger: 112, hold: 112,
    timeInPhase: time, phaseExtent: 112, timeRefreshing: phase == .refreshing ? time : outcome == nil ? 0 : 1.37,
    startRatio: 1, peakRatio: 1, outcome: outcome, previousTime: phase == .exiting ? 0.5 : 1)
}

@Test func theWhaleRisesWithTheSea() {
  let extents = (1...40).map { Double($0) * 4 }
  let heights = extents.map { style.pose(state(.pulling, extent: $0)).height }
  let seas = extents.map { style.pose(state(.pulling, extent: $0)).sea }
  #expect(heights == heights.sorted() && seas == seas.sorted())
  // Half under water at the hold: its back is out, its belly is not.
  let pose = style.pose(state(.pulling))
  #expect(pose.sea == 1)
  #expect(pose.height + 28 > CharacterStyle.waves[0].level + 20)
  #expect(pose.height - 28 < CharacterStyle.waves[2].level)
}

@Test func itSleepsUntilArmed() {
  let asleep = style.pose(state(.pulling))
  #expect(asleep.asleep == 1 && asleep.awake == 0)
  for (armed, awake) in [(0.0, 0.0), (0.5, 0.5), (1, 1)] {
    var state = state(.armed)
    state.armed = armed
    #expect(abs(style.pose(state).awake - awake) < 1e-12)
  }
}

@Test(arguments: RefreshState.Phase.allCases)
func facesAddUpToOne(phase: RefreshState.Phase) {
  for outcome in RefreshOutcome.allCases {
    for step in 0...200 {
      let outcome = phase == .finishing || phase == .exiting ? outcome : nil
      for extent in [112.0, 60, 20] {
        let pose = style.pose(state(phase, Double(step) / 50, extent: extent, outcome: outcome))
        #expect(abs(pose.asleep + pose.awake + pose.happy + pose.worried - 1) < 1e-9)
        #expect(min(pose.asleep, pose.awake, pose.happy, pose.worried) >= 0)
      }
    }
  }
}

@Test func everyOutcomeHasItsFace() {
  func face(_ outcome: RefreshOutcome) -> [Double] {
    let pose = style.pose(state(.finishing, 0.45, outcome: outcome))
    return [pose.asleep, pose.awake, pose.happy, pose.worried]
  }
  #expect(face(.success) == [0, 0, 1, 0])
  #expect(face(.noChange) == [0, 1, 0, 0])
  #expect(face(.failure) == [0, 0, 0, 1])
  #expect(face(.offline) == [0, 0, 0, 1])
  #expect(face(.timeout) == [1, 0, 0, 0])
}

@Test func aSpoutEvery1_7Seconds() {
  #expect(style.pose(state(.refreshing, 0.1)).spout == nil)
  for time in [0.15, 0.5, 1.84] { #expect(abs(style.pose(state(.refreshing, time)).spout! - (time - 0.15)) < 1e-9) }
  #expect(abs(style.pose(state(.refreshing, 1.86)).spout! - 0.01) < 1e-9)
  // The one in the air when the task ends falls, and no other begins.
  #expect(abs(style.pose(state(.finishing, 1, outcome: .failure)).spout! - (1.37 + 1 - 0.15)) < 1e-9)
}

@Test func dropsFlyAndFall() {
  let film = Film(style)
  func drops(_ time: Double) -> Int {
    film.layers(state(.refreshing, time)).filter { layer in
      guard case .image(let pixmap, _) = layer.content, let place = film.sprites.place(of: pixmap) else { return false }
      return (CharacterStyle.Sprite.drops..<CharacterStyle.Sprite.mark).contains(place)
    }.count
  }
  #expect(drops(0.1) == 0)
  #expect(drops(0.5) == CharacterStyle.drops)
  #expect(drops(1.5) == 0)
}

/// Waves before and behind the whale move unlike.
@Test func theSceneHasDepth() {
  let a = style.pose(state(.refreshing, 2)).sway
  let b = style.pose(state(.refreshing, 2.4)).sway
  let ways = (0..<3).map { abs((b[$0] - a[$0]) * CharacterStyle.waves[$0].sway) }
  #expect(Set(ways.map { ($0 * 10).rounded() }).count == 3)
}

@Test func theSeaReachesTheContentHoweverFarOnePulls() throws {
  for scale in [1.0, 2] {
    let film = Film(style, scale: scale)
    for extent in stride(from: 2.0, through: 400, by: 7) {
      let bottom = film.canvas(extent).area.y1
      let waves = film.layers(state(.pulling, extent: extent)).filter { layer in
        guard case .image(let pixmap, _) = layer.content else { return false }
        return film.sprites.place(of: pixmap).map { $0 <= CharacterStyle.Sprite.near } == true
      }
      #expect(waves.count == 3)
      for case .image(let pixmap, let map) in waves.map(\.content) {
        #expect(map.apply(Point(x: 0, y: Double(pixmap.size.height))).y >= Double(bottom))
      }
    }
  }
}
