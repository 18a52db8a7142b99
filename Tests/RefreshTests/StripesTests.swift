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
  #expect(abs(style.pose(refreshing(time)).stripes - share * StripesStyle.strength) < 1e-9)
}

/// Where each stripe's left edge meets the bar's lower one: a stripe that lies a row lower is half a pixel further there.
private func lefts(_ state: RefreshState) -> [Double] {
  film.layers(state).compactMap { layer in
    guard case .image(let sprite, let map) = layer.content, film.sprites[StripesStyle.Sprite.stripe] === sprite else {
      return nil
    }
    let corner = map.apply(Point(x: 0, y: Double(sprite.size.height)))
    #expect(map.a == 1 && map.b == 0 && map.d == 1 && corner.x == corner.x.rounded(), "not filtered")
    return corner.x + (corner.y - Double(film.canvas(0).bar.y1)) / 2
  }
}

/// 100 to the left in 3 s, by half pixels, and no place in the bar is without its stripe at any time.
@Test func stripesRunLeftWithoutEnd() throws {
  let start = try #require(lefts(refreshing(1)).first { $0 > 200 })
  let later = lefts(refreshing(1.9))
  #expect(later.contains { abs($0 - (start - 30)) <= 0.5 })
  #expect(lefts(refreshing(4)).contains { abs($0 - start) < 1e-6 })
  for time in stride(from: 0.6, to: 30, by: 0.31) {
    let places = lefts(refreshing(time))
    for (a, b) in zip(places, places.dropFirst()) { #expect(abs(b - a - 50) < 1e-6) }
    // At the bar's upper edge a stripe is half the bar's height further to the right.
    let (first, last) = (try #require(places.first), try #require(places.last))
    #expect(first + 32 <= 16 + 25 && last + 50 >= 496)
  }
}

@Test func stripesMoveOnWhileTheyFade() {
  #expect(abs(style.pose(finishing(0.15, .success)).stripes - StripesStyle.strength / 2) < 1e-9)
  #expect(abs(style.pose(finishing(0.15, .success)).run - 2.15 / 3) < 1e-9)
  #expect(style.pose(finishing(0.3, .success)).stripes == 0)
}

@Test(arguments: RefreshOutcome.allCases)
func theOutcomeTakesTheTitlesPlaceAndGivesTheHeaderBack(outcome: RefreshOutcome) {
  let end = style.finishingTime(finishing(0, outcome))
  #expect(end == (outcome.isTrouble ? 1.5 : 0.5))
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
