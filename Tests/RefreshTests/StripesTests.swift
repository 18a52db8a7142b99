import Scene
import Testing

@testable import Refresh

private let style = StripesStyle(title: "Pier 4")
private let film = Film(style, width: 480)
/// Of the bar `Film` gives: rows 8..<72.
private let middle = 40.0

private func pulling(_ extent: Double) -> RefreshState {
  RefreshState(phase: extent >= 70 ? .armed : .pulling, extent: extent, trigger: 70, hold: 0, peakRatio: extent / 70)
}

private func refreshing(_ time: Double, extent: Double = 0) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: extent, trigger: 70, hold: 0, timeInPhase: time, phaseExtent: 80, timeRefreshing: time,
    startRatio: 1.1, peakRatio: 1.1)
}

private func finishing(_ time: Double, _ outcome: RefreshOutcome) -> RefreshState {
  var state = refreshing(2)
  state.phase = .finishing
  state.timeInPhase = time
  state.outcome = outcome
  return state
}

private func pose(_ sprite: Int, _ state: RefreshState) -> Pose? {
  film.layers(state).first { if case .image(film.sprites[sprite], _) = $0.content { true } else { false } }
    .flatMap(Pose.init)
}

@Test func nothingIsHeldOpenAndSeventyFires() {
  #expect(style.metrics.hold == 0 && style.metrics.trigger == 70 && style.metrics.fire == .onRelease)
  var machine = RefreshMachine(style: style, viewport: 1000)
  _ = machine.handle(.moved(extent: 69.9, .pulls), at: 0)
  #expect(machine.phase == .pulling)
  _ = machine.handle(.moved(extent: 70, .pulls), at: 0.1)
  #expect(machine.phase == .armed)
  #expect(Array(machine.handle(.up(velocity: 0), at: 0.2)) == [.startTask(1), .settle(0)])
}

/// Over no header the content stands below the bar, and the title in it.
@Test func aBarAloneIsHeldOpen() {
  var machine = RefreshMachine(style: style, viewport: 1000)
  machine.holdBar(isAlone: true)
  #expect(machine.hold == 64)
  _ = machine.handle(.moved(extent: 90, .pulls), at: 0.1)
  // A pull goes on as it has begun.
  machine.holdBar(isAlone: false)
  #expect(
    Array(machine.handle(.up(velocity: 0), at: 0.2)) == [.startTask(1), .holdOpen(64), .settle(64)])
  var state = refreshing(0, extent: 90)
  state.hold = 64
  #expect(style.pose(state).moved == 1)
  state = refreshing(1, extent: 64)
  state.hold = 64
  #expect(
    style.pose(state).moved == 0 && style.pose(state).title == 1 && style.pose(state).bar == 1)
  // Pulled further meanwhile, it moves as far as it is pulled.
  state.extent = 64 + 35
  #expect(abs(style.pose(state).moved - 0.5) < 1e-9)
  var other = RefreshMachine(style: style, viewport: 1000)
  other.holdBar(isAlone: true)
  other.holdBar(isAlone: false)
  #expect(other.hold == 0)
  var ring = RefreshMachine(style: RingStyle(), viewport: 1000)
  let held = ring.hold
  ring.holdBar(isAlone: true)
  #expect(ring.hold == held)
}

/// translation = min(offset, 70) for both; the label's opacity is min(offset / 70, 1).
@Test(arguments: [10.0, 20, 35, 55, 70, 120])
func titleAndLabelMoveDown(offset: Double) {
  let moved = min(offset, 70)
  let state = style.pose(pulling(offset))
  #expect(state.moved == moved / 70 && state.label == moved / 70)
  if let title = pose(StripesStyle.Sprite.title, pulling(offset)) {
    #expect(abs(title.center.y - (middle + moved)) <= 0.5)
  } else {
    #expect(moved > 40)
  }
  if let label = pose(StripesStyle.Sprite.label, pulling(offset)) {
    #expect(abs(label.center.y - (middle - 70 + moved)) <= 0.5)
    #expect(abs(label.opacity - moved / 70) < 0.003)
  } else {
    #expect(moved < 40)
  }
}

@Test func withoutAPullThereIsNothing() { #expect(film.layers(pulling(0)).isEmpty) }

@Test(arguments: [(0.0, 0.0), (0.25, 0.5), (0.5, 1), (9, 1)])
func stripesFadeInInHalfASecond(time: Double, share: Double) {
  #expect(abs(style.pose(refreshing(time)).stripes - share) < 1e-9)
}

/// Where the left edge of a stripe meets the bar's lower edge: at the tile's lower left corner, and a row above it half a pixel further.
/// Counted from the bar's left edge, modulo the tile.
private func place(_ state: RefreshState) throws -> Double {
  let bar = film.canvas(0).bar
  let layer = film.layers(state).first { if case .pattern = $0.content { true } else { false } }
  guard let layer, case .pattern(let tile, let x, let y) = layer.content else { throw Missing() }
  #expect(tile === film.sprites[StripesStyle.Sprite.stripes] && layer.frame == bar)
  // The tile's lower edge lies this far below the bar's.
  let below = -y - bar.height
  #expect((0...1).contains(below))
  return (Double(-x) + Double(below) / 2).truncatingRemainder(dividingBy: 200)
}

private struct Missing: Error {}

/// 100 to the left in 3 s, by half pixels, without end.
@Test func stripesRunLeftWithoutEnd() throws {
  for time in stride(from: 0.6, to: 30, by: 0.31) {
    let moved = (100 * time / 3).truncatingRemainder(dividingBy: 200)
    let apart = try abs(place(refreshing(time)) + moved)
    #expect(min(apart, 200 - apart) <= 0.25 + 1e-6)
  }
}

/// What leaves the tile on one side comes in on the other, in both directions.
@Test func theTileHasNoSeam() throws {
  let request = style.sprites[StripesStyle.Sprite.stripes]
  guard case .tile(let drawing, on: .surface) = request.source else { throw Missing() }
  #expect(drawing.viewBox == Rect(x: 0, y: 0, width: 200, height: 100) && request.height == 100)
  /// Whether a place is in a stripe.
  func isIn(_ x: Double, _ y: Double) -> Bool {
    drawing.shapes.contains { shape in
      // All are slanted alike: a shape's first point is its upper left one.
      guard case .move(let corner) = shape.path.elements[0] else { return false }
      let left = corner.x - y / 2
      return x >= left && x < left + 25
    }
  }
  for y in stride(from: 0.5, to: 100, by: 1) {
    #expect(isIn(0.01, y) == isIn(199.99, y) || abs((y / 2).truncatingRemainder(dividingBy: 25)) < 0.3)
  }
  for x in stride(from: 0.25, to: 200, by: 0.5) { #expect(isIn(x, 0) == isIn(x, 100)) }
}

@Test func stripesMoveOnWhileTheyFade() {
  #expect(abs(style.pose(finishing(0.15, .success)).stripes - 0.5) < 1e-9)
  #expect(abs(style.pose(finishing(0.15, .success)).run - 2.15 / 3) < 1e-9)
  #expect(style.pose(finishing(0.3, .success)).stripes == 0)
}

@Test(arguments: RefreshOutcome.allCases)
func theOutcomeTakesTheTitlesPlaceAndGivesTheHeaderBack(outcome: RefreshOutcome) {
  let end = style.finishingTime(finishing(0, outcome))
  #expect(end == (outcome.isTrouble ? 2.5 : 0.9))
  let shown = style.pose(finishing(0.3, outcome))
  #expect(shown.mark == 1 && shown.title == 0 && shown.bar == 1)
  let over = style.pose(finishing(end, outcome))
  #expect(over.mark == 0 && over.bar == 0)
  // At no time are title and outcome both half there.
  for time in stride(from: 0, to: end, by: 0.01) {
    let pose = style.pose(finishing(time, outcome))
    #expect(pose.mark + pose.title < 1.1)
  }
}

/// A bar higher than the reference's: the label is still out of sight before the pull.
@Test(arguments: [40, 64, 120, 200])
func inAnyBarTheLabelComesFromOutside(height: Int) {
  var canvas = film.canvas(20)
  canvas.bar = PixelRect(x: 0, y: 0, width: 480, height: height)
  for (extent, isLabel) in [(4.0, false), (70, true)] {
    var scene = Scene(size: PixelSize(width: 480, height: 800))
    style.draw(pulling(extent), on: canvas, into: &scene)
    let sprites = scene.layers.compactMap { layer -> Pixmap? in
      guard case .image(let pixmap, _) = layer.content, Pose(layer)?.isInside == true else { return nil }
      return pixmap
    }
    #expect(sprites.contains { $0 === film.sprites[StripesStyle.Sprite.label] } == isLabel)
    #expect(sprites.contains { $0 === film.sprites[StripesStyle.Sprite.title] } == !isLabel)
  }
}

@Test(arguments: [(Color(rgb: 0x0F6E84), Color.white), (Color(rgb: 0xFFE9A8), .black)])
func textIsLegibleOnABarOfAnyColour(bar: Color, ink: Color) {
  let style = StripesStyle(title: "A", colors: [bar, .white])
  #expect(style.sprites[0].ink == .fixed(ink) && style.sprites[2].ink == .fixed(.white))
  // Glyph and words of the outcome too.
  #expect(style.sprites.dropFirst(3).allSatisfy { $0.ink == .fixed(ink) })
}
