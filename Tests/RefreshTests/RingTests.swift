import Scene
import Testing

@testable import Refresh

private let style = RingStyle()
private let film = Film(style)

private func pulling(_ ratio: Double) -> RefreshState {
  RefreshState(phase: .pulling, extent: 88 * ratio, trigger: 88, hold: 88, peakRatio: ratio, isTouching: true)
}

private func refreshing(_ time: Double, from start: Double = 1.2) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: 88, trigger: 88, hold: 88, timeInPhase: time, phaseExtent: 88, timeRefreshing: time,
    startRatio: start, peakRatio: start)
}

private func finishing(_ time: Double, ran: Double, _ outcome: RefreshOutcome) -> RefreshState {
  var state = refreshing(ran)
  state.phase = .finishing
  state.timeInPhase = time
  state.outcome = outcome
  return state
}

private func ring(_ state: RefreshState) -> Layer? {
  film.layers(state).first {
    if case .image(film.sprites[RingStyle.Sprite.ring], _) = $0.content { true } else { false }
  }
}

/// θ = 360 r: turns the ring, and opens the slice from -90° clockwise to θ - 90°.
@Test(arguments: [0.1, 0.25, 0.5, 0.75, 0.99])
func theRingWindsItselfUp(ratio: Double) throws {
  let layer = try #require(ring(pulling(ratio)))
  let sector = try #require(layer.sector)
  let shown = try #require(Pose(layer))
  #expect(sector.start == -90 && abs(sector.sweep - 360 * ratio) < 1e-9)
  #expect(sector.center == shown.center)
  let turned = shown.degrees < 0 ? shown.degrees + 360 : shown.degrees
  #expect(abs(turned - 360 * ratio) < 1e-9)
  // The visible angle φ in 0...θ shows the ring's angle φ - θ: its moving end is the ring's top.
  #expect(abs(sector.start + sector.sweep - (turned - 90)) < 1e-9)
}

@Test func noneOfItAtTheStartAndAllOfItAtTheTrigger() throws {
  #expect(ring(pulling(0)) == nil)
  let whole = try #require(ring(pulling(1)))
  #expect(whole.sector == nil)
  #expect(Pose(whole)?.degrees == 0 && Pose(whole)?.scale == 1)
  #expect(ring(pulling(1.4))?.sector == nil)
}

@Test(arguments: [0.2, 0.5, 1.0])
func theLogoTakesOnColour(ratio: Double) throws {
  let layers = film.layers(pulling(ratio))
  func opacity(_ sprite: Int) -> Double? {
    layers.first { if case .image(film.sprites[sprite], _) = $0.content { true } else { false } }.map {
      Double($0.opacity) / 255
    }
  }
  #expect(opacity(RingStyle.Sprite.greyLogo) == 1)
  #expect(abs(try #require(opacity(RingStyle.Sprite.logo)) - ratio) < 0.003)
  #expect(style.sprites[RingStyle.Sprite.greyLogo].isGrey && !style.sprites[RingStyle.Sprite.logo].isGrey)
}

/// What the content has uncovered holds all of it.
@Test(arguments: [0.05, 0.3, 0.7, 1.0, 1.5])
func itIsSeenWhole(ratio: Double) throws {
  let layer = try #require(ring(pulling(ratio)))
  let shown = try #require(Pose(layer))
  #expect(shown.center.y - shown.height / 2 >= 40 && shown.center.y + shown.height / 2 <= 40 + 88 * ratio)
}

@Test(arguments: [(0.0, 0.0), (0.25, 90), (0.5, 180), (1, 360), (2.75, 990)])
func oneTurnASecondWhileRefreshing(time: Double, degrees: Double) {
  let pose = style.pose(refreshing(time))
  #expect(abs(pose.turned - 360 - degrees) < 1e-9 && pose.sweep == 360 && pose.color == 1)
}

@Test func aRefreshWithoutAPullClosesTheRingFirst() {
  #expect(style.pose(refreshing(0, from: 0.25)).sweep == 90)
  #expect(abs(style.pose(refreshing(0.125, from: 0)).sweep - 180) < 1e-9)
  #expect(style.pose(refreshing(0.25, from: 0)).sweep == 360)
}

@Test(arguments: RefreshOutcome.allCases, [0.5, 0.74, 0.75, 0.99, 1.0, 1.01, 1.6])
func itComesToRestUprightWithinAQuarterOfASecond(outcome: RefreshOutcome, ran: Double) {
  let speed = 360.0
  var last = style.pose(finishing(0, ran: ran, outcome)).turned
  #expect(abs(last - 360 - 360 * ran) < 1e-9)
  // It sets out as fast as it turned, and never turns back.
  let next = style.pose(finishing(1e-4, ran: ran, outcome)).turned
  if ran.truncatingRemainder(dividingBy: 1) > 0.01 { #expect(abs((next - last) / 1e-4 - speed) < 40) }
  for step in 1...60 {
    let now = style.pose(finishing(Double(step) / 240, ran: ran, outcome)).turned
    #expect(now >= last - 1e-9)
    last = now
  }
  #expect(last.truncatingRemainder(dividingBy: 360) == 0)
}

@Test func coloursStayPaleOrGo() {
  func pose(_ outcome: RefreshOutcome) -> RingStyle.Pose { style.pose(finishing(1, ran: 1.2, outcome)) }
  #expect(pose(.success).color == 1 && pose(.success).opacity == 1)
  #expect(pose(.noChange).color == 1 && pose(.noChange).opacity < 0.7)
  #expect(pose(.failure).color == 0 && pose(.failure).opacity == 1)
  #expect(pose(.timeout).color == 0)
  #expect(pose(.offline).color == 0 && pose(.offline).opacity < 0.7)
  #expect(
    style.pose(finishing(0.07, ran: 1.2, .failure)).shake != 0
      && style.pose(finishing(0.07, ran: 1.2, .offline)).shake == 0)
}

@Test func whileClosingItUnwinds() {
  var state = finishing(0, ran: 1.2, .failure)
  state.phase = .exiting
  state.extent = 88 * 0.55
  #expect(abs(style.pose(state).sweep - 198) < 1e-9)
  // Where the machine resets, a pull looks the same.
  state.extent = 8.8
  let closed = style.pose(state)
  let pulled = style.pose(pulling(0.1))
  #expect(abs(closed.sweep - pulled.sweep) < 1e-9 && abs(closed.turned - pulled.turned) < 1e-9)
  #expect(closed.color == 1 && closed.opacity == 1 && closed.scale == pulled.scale)
}

/// Every arc reaches under the next one, and the last ends where the first begins, in its colour.
@Test(arguments: [1, 2, 6, 12])
func theSweepHasNoSeam(colors: Int) throws {
  let list = (0..<colors).map { Color(red: UInt8(20 * $0), green: 100, blue: UInt8(255 - 20 * $0)) }
  let shapes = RingStyle.sweep(list).shapes
  func ends(_ shape: Drawing.Shape) throws -> (start: Point, end: Point, stops: [Drawing.Stop]) {
    guard case .move(let start) = shape.path.elements[0], case .curve(_, _, let end) = shape.path.elements[1],
      case .linear(_, _, let stops)? = shape.stroke?.paint
    else { throw Problem() }
    return (start, end, stops)
  }
  let first = try ends(shapes[0])
  let last = try ends(try #require(shapes.last))
  #expect(first.start == Point(x: 0, y: -44) && first.stops[0].color == list[0])
  #expect(abs(last.end.x - first.start.x) < 1e-9 && abs(last.end.y - first.start.y) < 1e-9)
  #expect(last.stops[1].color == first.stops[0].color)
  for (a, b) in zip(shapes, shapes.dropFirst()) {
    let (old, new) = (try ends(a), try ends(b))
    #expect(old.stops[1].color == new.stops[0].color)
    // Clockwise past where the next begins, but for the last but one the last's.
    let cross = new.start.x * old.end.y - new.start.y * old.end.x
    #expect(cross > 0)
  }
}

private struct Problem: Error {}
