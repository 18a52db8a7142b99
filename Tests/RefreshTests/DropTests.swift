import Scene
import Testing

@testable import Refresh

private let style = DropStyle()

private func pulling(_ extent: Double) -> RefreshState {
  RefreshState(phase: .pulling, extent: extent, trigger: 96, hold: 44, peakRatio: extent / 96)
}

private func refreshing(_ time: Double, extent: Double = 44) -> RefreshState {
  RefreshState(
    phase: .refreshing, previousPhase: .armed, extent: extent, trigger: 96, hold: 44, timeInPhase: time,
    timeRefreshing: time, startRatio: 1, peakRatio: 1)
}

/// ODRefreshControl: radii 16 to 12.5 and 16 to 3, paddings 5 to 9 and 6 to 4, over a distance of 53.
@Test func theOutlineHasTheSourcesMeasures() {
  let round = DropOutline(stretch: 0)
  #expect(round.headRadius == 16 && round.tailRadius == 16 && round.length == 0 && round.height == 32)
  let long = DropOutline(stretch: 1)
  #expect(long.headRadius == 12.5 && long.tailRadius == 3)
  #expect(abs(long.length - (96 - 9 - 12.5 - 4 - 3)) < 1e-12)
}

@Test(arguments: [(20.0, 0.0), (43, 0), (69.5, 0.5), (96, 1), (140, 1)])
func thePullStretches(extent: Double, stretch: Double) {
  #expect(style.pose(pulling(extent)).stretch == stretch)
}

/// The head stays at the top, the tail stays on the content.
@Test(arguments: [43.0, 60, 80, 96])
func headAndTailKeepTheirDistances(extent: Double) {
  let pose = style.pose(pulling(extent))
  let outline = DropOutline(stretch: pose.stretch)
  #expect(abs(pose.middle - outline.headRadius - outline.topPadding) < 1e-9)
  #expect(abs(pose.middle + outline.length + outline.tailRadius + outline.bottomPadding - extent) < 1e-9)
}

@Test func aSmallPullCarriesTheWholeDrop() {
  #expect(abs(style.pose(pulling(42.999)).middle - 21) < 0.01)
  // Out of sight where a closing header counts as closed.
  #expect(style.pose(pulling(9.6)).middle + 16 < 0)
}

@Test func itFiresAtTheThreshold() {
  var machine = RefreshMachine(style: style, viewport: 1000)
  #expect(machine.handle(.moved(extent: 95.9, .pulls), at: 0) == [])
  #expect(machine.handle(.moved(extent: 96, .pulls), at: 0.1).contains(.startTask(1)))
  // In that very moment the drawing is the pull's.
  let state = machine.state(extent: 96, at: 0.1)
  let pulled = style.pose(pulling(96))
  let snapped = style.pose(state)
  #expect(state.phase == .refreshing)
  #expect(snapped.stretch == pulled.stretch && snapped.middle == pulled.middle && snapped.degrees == pulled.degrees)
}

@Test func itSnapsBackInASixthOfASecond() {
  #expect(style.pose(refreshing(0, extent: 96)).stretch == 1)
  #expect(style.pose(refreshing(1.0 / 6, extent: 96)).stretch < 0.08)
  let rest = style.pose(refreshing(2))
  #expect(rest.stretch < 1e-9 && abs(rest.squash) < 1e-6 && rest.middle == 22 && rest.size == 0.9)
}

@Test func theArrowTurnsOnceASecond() {
  #expect(abs(style.pose(refreshing(1.5)).degrees - style.pose(refreshing(0.5)).degrees - 360) < 1e-9)
  #expect(style.pose(refreshing(0, extent: 96)).degrees == 180)
}

@Test func noMomentShowsLessThanOneWholeStretch() {
  let film = Film(style)
  for index in 0...400 {
    let state = pulling(43 + 53 * Double(index) / 400)
    let opacities = film.layers(state).compactMap { layer -> UInt8? in
      guard case .image(let pixmap, _) = layer.content, let place = film.sprites.place(of: pixmap),
        place < DropStyle.frames
      else { return nil }
      return layer.opacity
    }
    #expect(opacities.contains(255))
    #expect((1...2).contains(opacities.count))
  }
}

/// Both rasters of a moment are brought to the same outline: the same top and the same tip.
@Test(arguments: [1.0, 2, 1.5])
func neighboursMeetAtTopAndTip(scale: Double) throws {
  let film = Film(style, scale: scale)
  for index in 1..<100 {
    let state = pulling(43 + 53 * Double(index) / 100)
    let outline = DropOutline(stretch: style.pose(state).stretch)
    for layer in film.layers(state) {
      guard case .image(let pixmap, let map) = layer.content, let place = film.sprites.place(of: pixmap),
        place < DropStyle.frames
      else { continue }
      let own = DropOutline(stretch: Double(place) / Double(DropStyle.frames - 1))
      let edge = (Double(pixmap.size.height) - own.height * scale) / 2
      let top = map.apply(Point(x: 0, y: edge)).y
      let tip = map.apply(Point(x: 0, y: Double(pixmap.size.height) - edge)).y
      #expect(abs(top - (40 + outline.topPadding * scale)) < 1e-6)
      #expect(abs(tip - top - outline.height * scale) < 1e-6)
      // Next to no scaling: neighbours are less than a twelfth apart, and of full width.
      #expect(abs(map.d - 1) < 1.0 / 12 && map.a == 1)
    }
  }
}

@Test func theMarkTakesTheDropsPlace() {
  var state = refreshing(1.2)
  state.phase = .finishing
  state.outcome = .success
  state.timeInPhase = 0.32
  let pose = style.pose(state)
  #expect(pose.size == 0 && pose.mark == 1)
}
