import Glibc
import Scene
import Testing

@testable import Refresh

private let film = Film(PetalsStyle())

private func petals(_ state: RefreshState) -> [Int: Pose] {
  var found: [Int: Pose] = [:]
  for layer in film.layers(state) {
    guard case .image(let pixmap, _) = layer.content, pixmap === film.sprites[0], let pose = Pose(layer) else {
      continue
    }
    found[((Int((pose.degrees / 45).rounded()) % 8) + 8) % 8] = pose
  }
  return found
}

private func refreshing(_ time: Double) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: 60, timeInPhase: time, phaseExtent: 60, timeRefreshing: time, startRatio: 1.1,
    peakRatio: 1.1)
}

/// Flutter: `for (i = 0; i < 8 * progress; ++i)`.
@Test(arguments: [(0.01, 1), (0.125, 1), (0.13, 2), (0.5, 4), (0.51, 5), (0.9, 8), (1, 8), (1.7, 8)])
func petalsAppearOneByOne(progress: Double, count: Int) {
  let pose = PetalsStyle().pose(RefreshState(phase: .pulling, extent: 100 * progress))
  #expect(pose.shown == min(8 * progress, 8))
  #expect(Int(pose.shown.rounded(.up)) == count)
  if progress > 0.2 {
    #expect(petals(RefreshState(phase: .pulling, extent: 100 * progress)).count >= count - 1)
  }
}

@Test func aPullFadesInOverItsFirstThird() {
  func opacity(_ progress: Double) -> Double {
    PetalsStyle().pose(RefreshState(phase: .pulling, extent: 100 * progress)).opacity
  }
  #expect(opacity(0) == 0)
  #expect(abs(opacity(0.175) - 0.5) < 1e-12)
  #expect(opacity(0.35) == 1)
}

@Test func petalsStandOnARing() {
  for (index, pose) in petals(RefreshState(phase: .armed, extent: 100)) {
    // Middle of a petal: two thirds of the radius from the centre, which lies 30 dp below the top.
    let angle = Double(index) * .pi / 4
    #expect(abs(pose.center.x - (16 + 240 + 14 * 2 / 3 * sin(angle))) < 1e-9)
    #expect(abs(pose.center.y - (40 + 30 - 14 * 2 / 3 * cos(angle))) < 1e-9)
    #expect(abs(pose.opacity * 255 - 147) < 0.6)
  }
}

/// At each eighth of a turn the alphas are the table, moved on by one.
@Test(arguments: 2...25)
func oneTurnASecond(eighths: Int) throws {
  let shown = petals(refreshing(Double(eighths) / 8))
  let alphas = [47.0, 47, 47, 47, 72, 97, 122, 147]
  for index in 0..<8 {
    let pose = try #require(shown[index])
    let place = ((index - eighths) % 8 + 8) % 8
    #expect(abs(pose.opacity * 255 - alphas[place]) < 0.6)
  }
}

@Test func theMarkTakesThePlaceOfThePetals() {
  var state = refreshing(1.1)
  state.phase = .finishing
  state.outcome = .failure
  state.timeInPhase = 0.5
  #expect(petals(state).isEmpty)
  let middle = film.layers(state).compactMap(Pose.init).first?.center.y
  #expect(middle == 70)
}
