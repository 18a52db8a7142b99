import AllocationCounter
import Lottie
import Refresh
import Scene
import Testing

private let marked =
  #""markers": [{"cm": "pull", "tm": 0, "dr": 20}, {"cm": "loop", "tm": 20, "dr": 20}, {"cm": "done", "tm": 40, "dr": 10}, {"cm": "fail", "tm": 50, "dr": 10}],"#

/// A style over frames that are all there; which frame is shown is told by where its square is.
private struct Stage {
  let frames: LottieFrames
  let style: LottieStyle

  init(_ text: String, rendered: Bool = true) throws {
    frames = try LottieTests.frames(text)
    if rendered { frames.render() }
    style = LottieStyle(frames, words: .none)
  }

  func canvas(_ state: RefreshState) -> RefreshCanvas {
    RefreshCanvas(
      area: PixelRect(x: 10, y: 30, width: 400, height: Int(state.extent.rounded())), scale: 1, sprites: SpriteSet([]),
      theme: RefreshTheme(
        background: .black, surface: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white,
        bad: .white, info: .white))
  }

  func layers(_ state: RefreshState) -> [Layer] {
    var scene = Scene(size: PixelSize(width: 400, height: 300))
    let canvas = canvas(state)
    style.draw(state, on: canvas, into: &scene)
    for layer in scene.layers { #expect(canvas.area.contains(layer.frame)) }
    return scene.layers
  }

  /// The frames on show and how solid each is.
  func shown(_ state: RefreshState) -> [(frame: Double, opacity: Double)] {
    layers(state).compactMap { layer in
      guard case .image(let pixmap, let map) = layer.content else { return nil }
      // Frames are 120 wide; at rest the whole one lies in the middle of the area.
      let middle = map.apply(Point(x: extent(pixmap).middle, y: 0)).x - (10 + 200 - 60)
      return ((middle - 20) / 80 * 60, Double(layer.opacity) / 255)
    }
  }

  func frame(_ state: RefreshState) throws -> Double {
    let shown = shown(state)
    #expect(shown.count == 1)
    return try #require(shown.first).frame
  }
}

private func state(
  _ phase: RefreshState.Phase, ratio: Double = 1, time: Double = 0, refreshing: Double = 0, start: Double = 1,
  outcome: RefreshOutcome? = nil
) -> RefreshState {
  RefreshState(
    phase: phase, extent: 96 * ratio, trigger: 96, hold: 96, timeInPhase: time, phaseExtent: 96 * ratio,
    timeRefreshing: refreshing, startRatio: start, peakRatio: 1, outcome: outcome)
}

@Test func thePullMovesThroughItsPart() throws {
  let stage = try Stage(document(root: marked))
  for (ratio, frame) in [(0.2, 3.8), (0.5, 9.5), (1, 19), (1.7, 19)] {
    #expect(try abs(stage.frame(state(.pulling, ratio: ratio)) - frame) <= 0.8)
  }
}

@Test func theLoopRepeatsAfterTheRestOfThePull() throws {
  let stage = try Stage(document(root: marked))
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0)) - 20) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0.35)) - 30.5) <= 0.8)
  // 20 frames are two thirds of a second.
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0.35 + 4.0 / 3)) - 30.5) <= 0.8)
  // Begun without a pull, what it would have drawn comes first.
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0, start: 0)) - 0) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0.2, start: 0)) - 9.5) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0.45, start: 0)) - 21.5) <= 0.8)
}

@Test func withoutMarkersTheWholeLoopsFromWhereTheFingerLeftIt() throws {
  let stage = try Stage(document())
  #expect(try abs(stage.frame(state(.pulling)) - 17) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 0)) - 17) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 1)) - 47) <= 0.8)
  #expect(try abs(stage.frame(state(.refreshing, refreshing: 1.5)) - 2) <= 0.8)
}

@Test(arguments: [(RefreshOutcome.success, 40.0), (.noChange, 40), (.failure, 50), (.offline, 50), (.timeout, 50)])
func theOutcomeHasItsPart(outcome: RefreshOutcome, first: Double) throws {
  let stage = try Stage(document(root: marked))
  let halfway = stage.shown(state(.finishing, time: 0.1, refreshing: 1, outcome: outcome))
  #expect(halfway.count == 2)
  #expect(abs(halfway.map(\.opacity).reduce(0, +) - 1) < 0.01)
  #expect(try abs(stage.frame(state(.finishing, time: 0.25, refreshing: 1, outcome: outcome)) - (first + 7.5)) <= 0.8)
  // Its last frame stays.
  #expect(try abs(stage.frame(state(.finishing, time: 1.4, refreshing: 1, outcome: outcome)) - (first + 9)) <= 0.8)
}

@Test func withoutAPartForItTheAnimationMakesRoomForTheMark() throws {
  let stage = try Stage(document())
  #expect(stage.shown(state(.finishing, time: 0.05, refreshing: 1, outcome: .failure)).count == 1)
  #expect(stage.shown(state(.finishing, time: 0.5, refreshing: 1, outcome: .failure)).isEmpty)
}

@Test func theOutcomeIsShownUntilItsPartEnds() throws {
  let long = document(
    frames: 150, root: #""markers": [{"cm": "loop", "tm": 20, "dr": 20}, {"cm": "done", "tm": 40, "dr": 90}],"#)
  let stage = try Stage(long)
  #expect(abs(stage.style.finishingTime(state(.finishing, outcome: .success)) - 3.2) < 0.001)
  #expect(stage.style.finishingTime(state(.finishing, outcome: .failure)) == 2.5)
}

/// Frames that are late are no stall: nothing, then the nearest.
@Test func whatIsNotReadyIsNotWaitedFor() throws {
  let stage = try Stage(document(), rendered: false)
  #expect(stage.layers(state(.pulling)).isEmpty)
  stage.frames.render()
  #expect(stage.layers(state(.pulling)).count == 1)
}

@Test func drawingAllocatesNothing() throws {
  let stage = try Stage(document(root: marked))
  var scene = Scene(size: PixelSize(width: 400, height: 300))
  scene.layers.reserveCapacity(16)
  var worst: UInt64 = 0
  for pass in 0..<2 {
    for phase in RefreshState.Phase.allCases {
      for step in 0..<200 {
        let time = Double(step) / 60
        let outcome: RefreshOutcome? = phase == .finishing || phase == .exiting ? .failure : nil
        let state = state(phase, ratio: 0.9, time: time, refreshing: time, outcome: outcome)
        let canvas = stage.canvas(state)
        scene.removeAll()
        let before = allocations_of_this_thread()
        stage.style.draw(state, on: canvas, into: &scene)
        if pass == 1 { worst = max(worst, allocations_of_this_thread() - before) }
      }
    }
  }
  #expect(worst == 0)
}

@Test func noMomentTraps() throws {
  let stage = try Stage(document(root: marked))
  for phase in RefreshState.Phase.allCases {
    let outcome: RefreshOutcome? = phase == .finishing || phase == .exiting ? .offline : nil
    for ratio in [0, 1e-9, 0.5, 60] as [Double] {
      for time in [0, 0.1, 1e7] as [Double] {
        for hold in [0.0, 20, 96] {
          var state = state(phase, ratio: ratio, time: time, refreshing: time, start: ratio, outcome: outcome)
          state.hold = hold
          _ = stage.layers(state)
        }
      }
    }
  }
}
