import AllocationCounter
import Glibc
import Refresh
import Scene
import StyleFiles
import TestSupport
import Testing

private let dot = "sprites: {d: {disc: 10}}\nlayers:\n"

@Test func thePullDrivesByItsRatio() throws {
  let stage = try Stage(dot + "  - {sprite: d, pull: {x: {0: 0, 1: 50}, y: 10, alpha: {0: 0, 0.5: 1}}}")
  for (ratio, x, alpha) in [(0.25, 12.5, 0.5), (0.5, 25, 1), (1, 50, 1), (1.4, 50, 1)] {
    let pose = try #require(stage.poses(stage.state(.pulling, ratio: ratio)).first)
    #expect(abs(pose.center.x - (16 + 4 * x)) < 0.01)
    #expect(abs(pose.center.y - (40 + 9.6)) < 0.01)
    #expect(abs(pose.opacity - alpha) < 0.005)
  }
}

/// On a low viewport less is held open: everything shrinks alike, and arming is still at the file's trigger.
@Test func aLowViewportShrinksTheControl() throws {
  let stage = try Stage("trigger: 1.5\n" + dot + "  - {sprite: d, dx: 20, pull: {y: {0: 0, 1.5: 100}}}")
  var state = stage.state(.armed)
  (state.trigger, state.hold, state.extent) = (48, 48, 48)
  let pose = try #require(stage.poses(state).first)
  #expect(abs(pose.center.x - (16 + 200 + 10)) < 0.01)
  #expect(abs(pose.center.y - (40 + 48)) < 0.01)
  #expect(abs(pose.across - 0.5) < 0.06)
}

@Test(arguments: [("top", 40.0), ("middle", 30.4), ("bottom", 20.8)])
func theControlLiesInTheGapAsAsked(place: String, top: Double) throws {
  let stage = try Stage("place: \(place)\n" + dot + "  - {sprite: d, y: 50}")
  let pose = try #require(stage.poses(stage.state(.pulling, ratio: 0.8)).first)
  #expect(abs(pose.center.y - (top + 48)) < 0.01)
}

@Test func aLoopRepeatsFromItsLastKeyAndCopiesFollowLater() throws {
  let stage = try Stage(
    dot + "  - {sprite: d, copies: {count: 3, dx: 20, delay: 0.25}, loop: {dy: {0: 0, 0.5: -20, 1: 0}}}")
  func heights(_ time: Double) -> [Double] {
    stage.poses(stage.state(.refreshing, refreshing: time)).map { $0.center.y - 88 }
  }
  #expect(heights(0).allSatisfy { abs($0) < 0.01 })
  for (found, expected) in zip(heights(0.25), [-10.0, 0, 0]) { #expect(abs(found - expected) < 0.01) }
  for (found, expected) in zip(heights(3.5), [-20.0, -10, 0]) { #expect(abs(found - expected) < 0.01) }
  #expect(stage.poses(stage.state(.refreshing, refreshing: 3)).map { $0.center.x - 216 } == [-20, 0, 20])
}

@Test func aPieBeginsAtTwelve() throws {
  let stage = try Stage(dot + "  - {sprite: d, pull: {sweep: {0: 0, 1: 360}, from: {0: 0, 1: 90}}}")
  let sector = try #require(stage.poses(stage.state(.pulling, ratio: 0.5)).first?.sector)
  #expect(sector == Sector(center: Point(x: 216, y: 88), start: -45, sweep: 180))
  // A whole turn is no pie, and none is nothing.
  #expect(stage.poses(stage.state(.pulling, ratio: 1)).first?.sector == nil)
  #expect(stage.poses(stage.state(.pulling, ratio: 0)).isEmpty)
}

@Test func thePictureTurnsAboutItsAnchor() throws {
  let stage = try Stage(dot + "  - {sprite: d, anchor: {x: 50, y: 200}, rotate: 90}")
  let pose = try #require(stage.poses(stage.state(.pulling)).first)
  // The picture's middle lies 15 above the anchor; turned a quarter clockwise, right of it.
  #expect(abs(pose.center.x - (216 + 15)) < 0.01)
  #expect(abs(pose.center.y - 88) < 0.01)
}

@Test func armingPlaysOnceAndGoesBackWhenTheFingerDoes() throws {
  let stage = try Stage(dot + "  - {sprite: d, arm: {rotate: {0: 0, 0.2: 180}}}")
  func turn(_ state: RefreshState) throws -> Double { try #require(stage.poses(state).first).degrees }
  #expect(try abs(turn(stage.state(.armed, time: 0.1)) - 90) < 0.01)
  #expect(try abs(abs(turn(stage.state(.armed, time: 5))) - 180) < 0.01)
  // The refresh holds what arming left.
  #expect(try abs(abs(turn(stage.state(.refreshing, refreshing: 3, armed: 0.5, previous: .armed))) - 180) < 0.01)
  // Released half-way, it goes on.
  #expect(try abs(turn(stage.state(.refreshing, refreshing: 0.05, armed: 0.1, previous: .armed)) - 135) < 0.01)
  let back = stage.state(.pulling, ratio: 0.9, time: 0, armed: 1, previous: .armed)
  #expect(try abs(abs(turn(back)) - 180) < 0.01)
  #expect(try abs(turn(stage.state(.pulling, ratio: 0.9, time: 0.2, armed: 1, previous: .armed))) < 0.01)
}

@Test func aWholeTurnIsNoJumpAndTakesTheShorterWay() throws {
  let stage = try Stage(dot + "  - {sprite: d, loop: {rotate: {0: 0, 1: 360}}, done: {rotate: 0}}")
  let start = stage.state(.finishing, time: 0, refreshing: 7.9, outcome: .success)
  let pose = try #require(stage.poses(start).first)
  #expect(abs(pose.degrees - -36) < 0.01)
  for time in stride(from: 0, to: 0.3, by: 0.01) {
    let pose = try #require(stage.poses(stage.state(.finishing, time: time, refreshing: 7.9, outcome: .success)).first)
    #expect(pose.degrees <= 0.001 && pose.degrees >= -36.01)
  }
}

@Test(arguments: [
  (RefreshOutcome.success, 10.0), (.noChange, 10), (.failure, 20), (.offline, 20), (.timeout, 20),
])
func outcomesFallBackToTheNearest(outcome: RefreshOutcome, dx: Double) throws {
  let stage = try Stage(dot + "  - {sprite: d, done: {dx: 10}, fail: {dx: 20}}")
  let pose = try #require(stage.poses(stage.state(.finishing, time: 1, refreshing: 1, outcome: outcome)).first)
  #expect(abs(pose.center.x - (216 + dx)) < 0.01)
}

@Test(arguments: zip(RefreshOutcome.allCases, [10.0, 30, 20, 40, 50]))
func anOutcomeOfItsOwnComesFirst(outcome: RefreshOutcome, dx: Double) throws {
  let stage = try Stage(
    dot
      + "  - {sprite: d, done: {dx: 10}, fail: {dx: 20}, unchanged: {dx: 30}, offline: {dx: 40}, timeout: {dx: 50}}")
  let pose = try #require(stage.poses(stage.state(.finishing, time: 1, refreshing: 1, outcome: outcome)).first)
  #expect(abs(pose.center.x - (216 + dx)) < 0.01)
}

/// A layer without a word about the outcome makes room for the mark; without the mark it stays.
@Test func theMarkTakesThePlaceOfSilentLayers() throws {
  let layers = dot + "  - {sprite: d}\n  - {sprite: d, dx: 30, fail: {alpha: 0.5}, offline: {alpha: 0.4}}"
  let state = try Stage(layers).state(.finishing, time: 1, refreshing: 1, outcome: .failure)
  let marked = try Stage(layers)
  #expect(marked.poses(state).count == 1)
  #expect(marked.layers(state).count == 4)
  let bare = try Stage("mark: none\n" + layers)
  #expect(bare.poses(state).count == 2)
  #expect(bare.layers(state).count == 2)
  #expect(bare.style.sprites.count == 1)
}

@Test(arguments: RefreshOutcome.allCases)
func theOutcomeIsShownUntilItsMotionEnds(outcome: RefreshOutcome) throws {
  let stage = try Stage(
    dot + "  - {sprite: d, copies: {count: 3, delay: 0.5}, done: {x: {0: 50, 2: 60}}, fail: {x: {0: 50, 0.2: 60}}}")
  let time = stage.style.finishingTime(stage.state(.finishing, outcome: outcome))
  #expect(abs(time - (outcome.isTrouble ? 2.5 : 3.15)) < 0.01)
}

@Test func aFillMixesItsColoursFromTheTheme() throws {
  let stage = try Stage("layers:\n  - {fill: accent, alpha: 0.5, loop: {color: {0: \"#000000\", 1: \"#ffffff\"}}}")
  func fill(_ state: RefreshState) throws -> (Color, UInt8) {
    let layer = try #require(stage.layers(state).first)
    guard case .fill(let color, _) = layer.content else { return (.clear, 0) }
    return (color, layer.opacity)
  }
  #expect(try fill(stage.state(.pulling)) == (theme.accent, 128))
  let middle = try fill(stage.state(.refreshing, refreshing: 0.5)).0
  #expect(middle == Color(rgb: 0x808080))
}

/// What a file can say with the default motion of its phases in every combination, sampled finely: nothing jumps that the file does
/// not make jump.
@Test(arguments: RefreshOutcome.allCases)
func nothingJumpsBetweenPhases(outcome: RefreshOutcome) throws {
  let text =
    dot
      + """
        - {sprite: d, pull: {x: {0: 10, 1: 40}, rotate: {0: 0, 1: 90}}, loop: {x: {0: 80, 1: 60, 2: 80}, rotate: {0: 0, 1: 360}}}
        - {sprite: d, y: 20, copies: {count: 4, dx: 14, delay: 0.1, pull: 0.1}, pull: {scale: {0: 0, 0.6: 1}}, loop: {dy: {0: 8, 0.4: -8, 0.8: 8}}, done: {dx: {0: 40, 0.5: 90}}, fail: {scale: {0: 2, 0.3: 0.5}}}
        - {sprite: d, x: 20, arm: {scale: {0: 2, 0.4: 1}, dy: {0: 0, 0.2: 12}}, done: {alpha: 0}, offline: {alpha: {0: 1, 0.3: 0.4}}}
        - {sprite: d, x: 70, alpha: 0, loop: {alpha: 1, stretch: {0: 1, 0.5: 0.6, 1: 1}}}
      """.split(separator: "\n").map { "  " + $0.drop { $0 == " " } }.joined(separator: "\n")
  let stage = try Stage(text)
  var before: [Int: Pose] = [:]
  var lastPhase = RefreshState.Phase.idle
  var seen: Set<RefreshState.Phase> = []
  try play(stage.style, outcome) { state in
    seen.insert(state.phase)
    var now: [Int: Pose] = [:]
    // Layers are told apart by their order among those drawn; a layer that comes or goes is nearly clear, and then the rest shifts.
    for (index, pose) in stage.poses(state).enumerated() { now[index] = pose }
    defer { (before, lastPhase) = (now, state.phase) }
    guard now.count == before.count, state.extent > 1 else { return }
    for (index, pose) in now {
      guard let old = before[index] else { continue }
      let at: Comment = "\(lastPhase) to \(state.phase) at \(state.timeInPhase), layer \(index)"
      #expect(abs(pose.center.x - old.center.x) < 5, at)
      #expect(abs(pose.center.y - old.center.y) < 4, at)
      #expect(abs(pose.across - old.across) < 0.05, at)
      #expect(abs(pose.opacity - old.opacity) < 0.03, at)
      let turn = abs(pose.degrees - old.degrees)
      #expect(min(turn, 360 - turn) < 5, at)
    }
  }
  #expect(seen.isSuperset(of: [.pulling, .armed, .refreshing, .finishing, .exiting]))
}

/// Pull past the trigger in half a second, hold, lift, an answer after 1.4 s, close; at 960 steps a second.
private func play(_ style: FileStyle, _ outcome: RefreshOutcome, _ body: (RefreshState) throws -> Void) throws {
  var machine = RefreshMachine(style: style, viewport: 1000, rules: RefreshRules(timeout: 1.4))
  var extent = 0.0
  var spring: (start: Double, from: Double, target: Double)?
  var isUp = false
  var isAnswered = false
  for step in 0..<960 * 7 {
    let time = Double(step) / 960
    var effects = RefreshMachine.Effects()
    if time < 0.65 {
      extent = min(1.2 * machine.trigger * time / 0.5, 1.2 * machine.trigger)
      effects = machine.handle(.moved(extent: extent, .pulls), at: time)
    } else if !isUp {
      isUp = true
      effects = machine.handle(.up(velocity: 0), at: time)
    } else if !isAnswered, outcome != .timeout, time > 2 {
      isAnswered = true
      effects = machine.handle(.done(task: 1, outcome), at: time)
    } else {
      if let spring {
        let t = 12.5 * (time - spring.start)
        extent = spring.target + (spring.from - spring.target) * exp(-t) * (1 + t)
        if abs(extent - spring.target) < 0.05 { extent = spring.target }
      }
      effects = machine.handle(.moved(extent: extent, .none), at: time)
    }
    for case .settle(let target) in effects { spring = (time, extent, target) }
    try body(machine.state(extent: extent, at: time))
  }
}

/// Once the list of layers has its size, drawing a frame asks for no memory.
@Test(arguments: [RefreshOutcome.success, .offline])
func drawingAllocatesNothing(outcome: RefreshOutcome) throws {
  let stage = try Stage(
    """
    place: middle
    sprites: {d: {disc: 10}, t: {text: Words, size: 12}}
    layers:
      - {fill: accent, pull: {alpha: {0: 0, 1: 1}}, loop: {color: {0: red, 1: blue}}, fail: {color: bad}}
      - {sprite: d, copies: {count: 5, rotate: 72, delay: 0.1, pull: 0.1}, pull: {sweep: {0: 0, 1: 360}}, arm: {scale: {0: 1, 0.2: 2}}, loop: {alpha: {0: 0, 1: 1, ease: in-out-elastic}}, fail: {dx: 9}}
      - {sprite: t, arm: {rotate: {0: 0, 0.2: 180}}, done: {x: {0: 50, 1: 90}}, offline: {alpha: 0.5}}
    """)
  var states: [RefreshState] = []
  try play(stage.style, outcome) { states.append($0) }
  var scene = Scene(size: PixelSize(width: 480, height: 480))
  scene.layers.reserveCapacity(256)
  var worst: UInt64 = 0
  // The first pass makes what is made once.
  for pass in 0..<2 {
    for state in states {
      let canvas = stage.canvas(state.extent)
      scene.removeAll()
      let before = allocations_of_this_thread()
      stage.style.draw(state, on: canvas, into: &scene)
      if pass == 1 { worst = max(worst, allocations_of_this_thread() - before) }
    }
  }
  #expect(worst == 0)
}

@Test func theSameStateGivesTheSameLayers() throws {
  let stage = try Stage(
    dot + "  - {sprite: d, copies: {count: 5, rotate: 72, delay: 0.1}, loop: {alpha: {0: 0, 1: 1}}, fail: {dx: 9}}")
  var states: [RefreshState] = []
  try play(stage.style, .failure) { states.append($0) }
  for state in states.prefix(4000).reversed() { #expect(stage.layers(state) == stage.layers(state)) }
}

@Test func everyLayerStaysInTheGapWhateverTheFileSays() throws {
  var random = SplitMix64(seed: 3)
  for _ in 0..<200 {
    func number(_ range: ClosedRange<Double>) -> String {
      "\((Double.random(in: range, using: &random) * 100).rounded() / 100)"
    }
    let stage = try Stage(
      dot + """
          - {sprite: d, x: \(number(-500...500)), dy: \(number(-2000...2000)), scale: \(number(-20...20)), stretch: \(number(-20...20)),
             copies: {count: 3, dx: \(number(-400...400)), rotate: \(number(-360...360)), delay: \(number(0...5))},
             loop: {rotate: {0: \(number(-36000...36000)), \(number(1...10)): \(number(-36000...36000)), ease: in-out-elastic}}}
        """, width: Int.random(in: 1...900, using: &random), scale: 1.5)
    for phase in RefreshState.Phase.allCases {
      let outcome: RefreshOutcome? = phase == .finishing || phase == .exiting ? .offline : nil
      let state = stage.state(phase, ratio: 0.7, time: 0.21, refreshing: 1e7, outcome: outcome)
      for layer in stage.layers(state) { #expect(stage.canvas(state.extent).area.contains(layer.frame)) }
    }
  }
}

@Test func withoutSpritesOnlyFillsAreDrawn() throws {
  let style = FileStyle(try style(dot + "  - {sprite: d}\n  - {fill: red}"))
  var scene = Scene(size: PixelSize(width: 100, height: 100))
  let canvas = RefreshCanvas(
    area: PixelRect(x: 0, y: 0, width: 100, height: 60), scale: 1, sprites: SpriteSet([]), theme: theme)
  style.draw(RefreshState(phase: .pulling, extent: 60), on: canvas, into: &scene)
  #expect(scene.layers.count == 1)
}

// MARK: Easing

@Test(arguments: Easing.names)
func everyEasingBeginsAndEnds(name: String) throws {
  let easing = try #require(Easing(named: name))
  #expect(abs(easing(0)) < 0.002)
  #expect(abs(easing(1) - 1) < 0.002)
  guard name != "step" else { return }
  for step in 0..<1000 {
    let t = Double(step) / 1000
    #expect(abs(easing(t + 0.001) - easing(t)) < 0.03)
    if name.hasPrefix("in-out") { #expect(abs(easing(t) + easing(1 - t) - 1) < 1e-9) }
  }
}

@Test(arguments: ["out-in-sine", "in", "", "IN-SINE", "in-", "-sine", "in-out-"])
func anUnknownEasingIsNone(name: String) { #expect(Easing(named: name) == nil) }
