import Scene
import Testing

@testable import Refresh

private let outcomes = RefreshOutcome.allCases

/// A layer's identity across frames: its sprite, and for the petals, which share one, the angle they stand at.
private struct Key: Hashable {
  var sprite: ObjectIdentifier
  var slot: Int
}

private func poses(_ frame: Film.Frame, _ film: Film) -> [Key: Pose] {
  var found: [Key: Pose] = [:]
  for layer in frame.layers {
    guard case .image(let pixmap, _) = layer.content, let pose = Pose(layer) else { continue }
    // A drop's rastered stretches follow each other quickly: looked at pixel by pixel, with the pictures.
    if film.style is DropStyle, film.sprites.place(of: pixmap) ?? 0 < DropStyle.frames { continue }
    let isPetal = film.style is PetalsStyle && pixmap === film.sprites[0]
    let slot = isPetal ? ((Int((pose.degrees / 45).rounded()) % 8) + 8) % 8 : 0
    let key = Key(sprite: ObjectIdentifier(pixmap), slot: slot)
    #expect(found[key] == nil, "one sprite, one layer")
    found[key] = pose
  }
  return found
}

@Test(arguments: RefreshStyles.names, outcomes)
func nothingJumps(name: String, outcome: RefreshOutcome) throws {
  for (scale, viewport) in [(1.0, 1000.0), (2, 1000), (1, 320)] {
    let film = Film(try #require(RefreshStyles.named(name)), scale: scale)
    // So fine that the fastest motion moves little and a jump stands out.
    let frames = film.shoot(outcome, step: 1.0 / 960, viewport: viewport)
    #expect(frames.last?.state.phase == .idle)
    // Fired at the threshold, an armed pull refreshes in the same moment.
    let arms: Set<RefreshState.Phase> = film.style.metrics.fire == .onRelease ? [.armed] : []
    #expect(Set(frames.map(\.state.phase)).isSuperset(of: arms.union([.pulling, .refreshing, .finishing, .exiting])))
    for (before, after) in zip(frames, frames.dropFirst()) {
      // The last dp is where flags reset.
      guard before.state.extent > 1, after.state.extent > 1 else { continue }
      let old = poses(before, film)
      let new = poses(after, film)
      let at: Comment = "\(after.time) \(after.state.phase) \(viewport)"
      for key in Set(old.keys).union(new.keys) {
        guard let a = old[key], let b = new[key] else {
          // What comes or goes is nearly clear, or outside the area.
          let single = old[key] ?? new[key]
          #expect(single.map { $0.opacity < 0.02 || !$0.isInside } == true, at)
          continue
        }
        // One pixel is the snap to whole pixels.
        #expect(abs(a.center.x - b.center.x) < 1.5 * scale + 1.01, at)
        #expect(abs(a.center.y - b.center.y) < 1.5 * scale + 1.01, at)
        let turn = abs(a.degrees - b.degrees)
        #expect(min(turn, 360 - turn) < 1.7, at)
        #expect(abs(a.scale - b.scale) < 0.01, at)
        #expect(abs(a.opacity - b.opacity) < 0.025, at)
      }
      #expect(fill(before).distance(to: fill(after)) < 2.5, at)
    }
  }
}

/// The background as it is seen, 0...255 each; clear when there is none.
private struct Fill {
  var red = 0.0
  var green = 0.0
  var blue = 0.0

  func distance(to other: Fill) -> Double {
    max(abs(red - other.red), max(abs(green - other.green), abs(blue - other.blue)))
  }
}

private func fill(_ frame: Film.Frame) -> Fill {
  for layer in frame.layers {
    guard case .fill(let color, _) = layer.content else { continue }
    let share = Double(layer.opacity) / 255 * Double(color.alpha) / 255
    return Fill(red: Double(color.red) * share, green: Double(color.green) * share, blue: Double(color.blue) * share)
  }
  return Fill()
}

@Test(arguments: RefreshStyles.names, outcomes)
func everyLayerStaysInTheArea(name: String, outcome: RefreshOutcome) throws {
  for scale in [0.75, 1, 1.5, 3] {
    let film = Film(try #require(RefreshStyles.named(name)), scale: scale, width: 300)
    for frame in film.shoot(outcome, step: 1.0 / 60) {
      for layer in frame.layers { #expect(frame.area.contains(layer.frame)) }
    }
  }
}

@Test(arguments: RefreshStyles.names)
func theSameStateGivesTheSameLayers(name: String) throws {
  let film = Film(try #require(RefreshStyles.named(name)))
  let frames = film.shoot(.failure, step: 1.0 / 60)
  for frame in frames.reversed() { #expect(film.layers(frame.state) == frame.layers) }
}

/// Outcomes look different without their words and without their colours: by glyph.
@Test(arguments: RefreshStyles.names)
func everyOutcomeHasItsOwnGlyph(name: String) throws {
  let film = Film(try #require(RefreshStyles.named(name, words: .none)))
  var seen: Set<ObjectIdentifier> = []
  for outcome in outcomes {
    let state = RefreshState(
      phase: .finishing, extent: 60, hold: 60, timeInPhase: 1, phaseExtent: 60, timeRefreshing: 1.2, startRatio: 1,
      peakRatio: 1, outcome: outcome)
    let shown = film.layers(state).compactMap { layer -> ObjectIdentifier? in
      guard case .image(let pixmap, _) = layer.content, layer.opacity == 255 else { return nil }
      return ObjectIdentifier(pixmap)
    }
    let glyphs = film.style.sprites.indices.filter { index in
      guard let sprite = film.sprites[index] else { return false }
      return film.style.sprites[index].source == .drawing(OutcomeGlyphs.drawing(outcome))
        && shown.contains(ObjectIdentifier(sprite))
    }
    #expect(glyphs.count == 1)
    for glyph in glyphs { seen.insert(ObjectIdentifier(film.sprites[glyph]!)) }
  }
  #expect(seen.count == outcomes.count)
}

@Test func theGlyphsAreDifferentDrawings() {
  #expect(Set(outcomes.map { OutcomeGlyphs.drawing($0) }).count == outcomes.count)
}

@Test(arguments: RefreshStyles.names)
func extremesDoNotTrap(name: String) throws {
  let style = try #require(RefreshStyles.named(name))
  for (width, scale) in [(0, 1.0), (1, 0.1), (7, 1), (300, 4), (4000, 2)] {
    let film = Film(style, scale: scale, width: width)
    for phase in RefreshState.Phase.allCases {
      for extent in [0, 1e-9, 0.4, 1, 99, 100, 5000] as [Double] {
        for time in [0, 1e-12, 0.3, 7, 1e7] as [Double] {
          for (trigger, hold) in [(100.0, 60.0), (1, 0), (1, 1), (5000, 0)] {
            let state = RefreshState(
              phase: phase, extent: extent, trigger: trigger, hold: hold, timeInPhase: time, phaseExtent: extent / 2,
              timeRefreshing: time, startRatio: extent / trigger, peakRatio: extent / trigger,
              outcome: phase == .finishing || phase == .exiting ? .failure : nil, carried: 5)
            for layer in film.layers(state) { #expect(film.canvas(extent).area.contains(layer.frame)) }
          }
        }
      }
    }
  }
}

@Test(arguments: RefreshStyles.names)
func withoutSpritesNothingIsDrawnAndNothingTraps(name: String) throws {
  let style = try #require(RefreshStyles.named(name))
  var scene = Scene(size: PixelSize(width: 100, height: 100))
  let canvas = RefreshCanvas(
    area: PixelRect(x: 0, y: 0, width: 100, height: 60), scale: 1, sprites: SpriteSet([]), theme: Film.theme)
  for phase in RefreshState.Phase.allCases {
    style.draw(RefreshState(phase: phase, extent: 60, timeInPhase: 1, outcome: .failure), on: canvas, into: &scene)
  }
  #expect(scene.layers.isEmpty)
}

@Test(arguments: RefreshStyles.names)
func wordsGiveWayOnANarrowPanel(name: String) throws {
  let state = RefreshState(
    phase: .finishing, extent: 60, hold: 60, timeInPhase: 1, phaseExtent: 60, timeRefreshing: 1.2, startRatio: 1,
    peakRatio: 1, outcome: .failure)
  let style = try #require(RefreshStyles.named(name))
  let wide = Film(style, width: 480).layers(state)
  let narrow = Film(style, width: 120).layers(state)
  // The words and the age.
  #expect(narrow.count == wide.count - 2)
}

@Test func aStyleIsFoundByItsName() {
  for name in RefreshStyles.names { #expect(RefreshStyles.named(name) != nil) }
  #expect(RefreshStyles.named("compas") == nil)
  #expect(RefreshStyles.names == RefreshStyles.names.sorted())
}
