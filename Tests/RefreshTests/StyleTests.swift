import Scene
import Testing

@testable import Refresh

let outcomes = RefreshOutcome.allCases

/// What stands in place of any of them for somebody who has chosen less motion.
let quiet = "quiet"
let styleNames = RefreshStyles.builtIn.names + [quiet]

/// A style with its own settings, by name; or the style file of that name.
func style(_ name: String, words: OutcomeWords = OutcomeWords()) throws -> any RefreshStyle {
  if name == quiet { return QuietStyle(words: words) }
  if name.hasSuffix(".yaml") { return try fileStyle(name, words: words) }
  return try #require(RefreshStyles.builtIn.style(name, RefreshParameters(words: words, title: "Station")))
}

/// Where a refresh shows its outcome.
private func finishing(_ style: any RefreshStyle, _ outcome: RefreshOutcome, at time: Double? = nil) -> RefreshState {
  let metrics = style.metrics
  var state = RefreshState(
    phase: .finishing, extent: metrics.hold, trigger: metrics.trigger, hold: metrics.hold, phaseExtent: metrics.hold,
    timeRefreshing: 1.2, timeSettled: 0.8, startRatio: 1, peakRatio: 1, outcome: outcome)
  state.timeInPhase = time ?? style.finishingTime(state) - 0.21
  state.timeSettled += state.timeInPhase
  return state
}

@Test(arguments: styleNames, outcomes)
func everyLayerStaysInTheAreaOrTheBar(name: String, outcome: RefreshOutcome) throws {
  for (scale, width) in [(1.0, 240), (1, 800), (1.5, 480), (2, 1920), (0.75, 300), (3, 320)] {
    let film = Film(try style(name), scale: scale, width: width)
    for script in Shooting.Script.all(outcome) {
      var shooting = Shooting(film, script)
      for tick in 0..<(60 * 9) where !shooting.isOver {
        shooting.pass(to: Double(tick) / 60)
        _ = shooting.act()
        let isInside = film.areInside(film.layers(shooting.state), shooting.extent)
        #expect(isInside, "\(script.name) \(shooting.time) \(shooting.state.phase) \(width) at \(scale)")
      }
    }
  }
}

@Test(arguments: styleNames)
func theSameStateGivesTheSameLayers(name: String) throws {
  let film = Film(try style(name))
  var shooting = Shooting(film, .plain(.failure))
  var seen: [(RefreshState, [Layer])] = []
  for tick in 0..<400 {
    shooting.pass(to: Double(tick) / 60)
    _ = shooting.act()
    seen.append((shooting.state, film.layers(shooting.state)))
  }
  #expect(shooting.isOver)
  for (state, layers) in seen.reversed() { #expect(film.layers(state) == layers) }
}

/// Outcomes look different without their words and without their colours: by glyph.
@Test(arguments: styleNames)
func everyOutcomeHasItsOwnGlyph(name: String) throws {
  let film = Film(try style(name, words: .none))
  var seen: Set<ObjectIdentifier> = []
  for outcome in outcomes {
    let shown = film.layers(finishing(film.style, outcome)).compactMap { layer -> ObjectIdentifier? in
      guard case .image(let pixmap, _) = layer.content, layer.opacity > 200 else { return nil }
      return ObjectIdentifier(pixmap)
    }
    let glyphs = film.style.sprites.indices.filter { index in
      guard let sprite = film.sprites[index] else { return false }
      return film.style.sprites[index].source == .drawing(OutcomeGlyphs.drawing(outcome))
        && shown.contains(ObjectIdentifier(sprite))
    }
    #expect(glyphs.count == 1)
    for glyph in glyphs { seen.insert(ObjectIdentifier(try #require(film.sprites[glyph]))) }
  }
  #expect(seen.count == outcomes.count)
}

@Test func theGlyphsAreDifferentDrawings() {
  #expect(Set(outcomes.map { OutcomeGlyphs.drawing($0) }).count == outcomes.count)
}

/// What is seen of the style itself, apart from glyph and words, differs between good news, no news and trouble.
@Test(arguments: ["compass", "icon", "letters", "ring"])
func theStyleItselfShowsHowItWent(name: String) throws {
  let film = Film(try style(name, words: .none))
  let glyphs = outcomes.map { OutcomeGlyphs.drawing($0) }
  func own(_ outcome: RefreshOutcome, at time: Double?) -> [Layer] {
    film.layers(finishing(film.style, outcome, at: time)).filter { layer in
      guard case .image(let pixmap, _) = layer.content else { return true }
      let index = film.style.sprites.indices.first { film.sprites[$0] === pixmap }
      return !index.map { index in
        glyphs.contains { .drawing($0) == film.style.sprites[index].source }
      }!
    }
  }
  let rest = outcomes.map { own($0, at: nil) }
  #expect(rest[0] != rest[1] && rest[0] != rest[3] && rest[1] != rest[3])
  // A failure is shaken: between two moments of its first half second it moves, and success does not.
  func poses(_ outcome: RefreshOutcome) -> [Set<Layer>] {
    let first = film.style.finishingTime(finishing(film.style, outcome, at: 0)) - 2.4
    return [0.06, 0.1, 0.14].map { Set(own(outcome, at: first + $0)) }
  }
  #expect(Set(poses(.failure)).count == 3)
}

/// The outcome is shown as long as the style says, plus at most what completes a turn that has begun.
@Test(arguments: styleNames, outcomes)
func theOutcomeIsShownNoLongerThanSaid(name: String, outcome: RefreshOutcome) throws {
  let style = try style(name)
  let said = outcome.isTrouble ? style.metrics.failureHold : style.metrics.resultHold
  // Compass and icon complete a turn, as their references do.
  let turn = name == "compass" ? 0.3 : name == "icon" ? 2 * 0.64 : 0
  for running in stride(from: 0.5, through: 3, by: 0.037) {
    var state = finishing(style, outcome, at: 0)
    state.timeRefreshing = running
    for ratio in [0, 1, 1.21, 1.9] {
      state.startRatio = ratio
      let time = style.finishingTime(state)
      #expect(time >= said - 1e-9 && time <= said + turn + 1e-9)
    }
  }
}

@Test(arguments: styleNames)
func extremesDoNotTrap(name: String) throws {
  let style = try style(name)
  for (width, scale) in [(0, 1.0), (1, 0.1), (7, 1), (300, 4), (4000, 2)] {
    let film = Film(style, scale: scale, width: width)
    for phase in RefreshState.Phase.allCases {
      for extent in [0, 1e-9, 0.4, 1, 99, 100, 5000] as [Double] {
        for time in [0, 1e-12, 0.3, 7, 1e7] as [Double] {
          for (trigger, hold) in [(100.0, 60.0), (1, 0), (1, 1), (5000, 0)] {
            let state = RefreshState(
              phase: phase, extent: extent, trigger: trigger, hold: hold, timeInPhase: time, phaseExtent: extent / 2,
              timeRefreshing: time, timeSettled: time, startRatio: extent / trigger, peakRatio: extent / trigger,
              outcome: phase == .finishing || phase == .exiting ? .failure : nil, carried: 5, seed: .max)
            #expect(film.areInside(film.layers(state), extent))
            #expect(style.finishingTime(state).isFinite)
          }
        }
      }
    }
  }
}

@Test(arguments: styleNames)
func withoutSpritesNothingIsDrawnAndNothingTraps(name: String) throws {
  let style = try style(name)
  var scene = Scene(size: PixelSize(width: 100, height: 100))
  let canvas = RefreshCanvas(
    area: PixelRect(x: 0, y: 0, width: 100, height: 60), bar: PixelRect(x: 0, y: 0, width: 100, height: 40), scale: 1,
    sprites: SpriteSet([]), theme: Film.theme)
  for phase in RefreshState.Phase.allCases {
    style.draw(RefreshState(phase: phase, extent: 60, timeInPhase: 1, outcome: .failure), on: canvas, into: &scene)
  }
  #expect(scene.layers.isEmpty)
}

/// On a low panel the age gives way first, then the words, and then the glyph is smaller: nothing is cut off.
@Test func theMarkGivesWayOnALowPanel() {
  let mark = OutcomeMark(firstSprite: 0)
  let sprites = SpriteSet(
    mark.sprites.map { request in
      let height = if case .lastUpdated = request.source { 16 } else if case .text = request.source { 20 } else { 24 }
      return Pixmap(size: PixelSize(width: 40, height: height)) { _, _ in Pixel(.white) }
    })
  func layout(_ room: Double) -> OutcomeMark.Layout {
    mark.layout(
      .offline, room: 400,
      on: RefreshCanvas(
        area: PixelRect(x: 0, y: 0, width: 400, height: 100), scale: 1, room: room, sprites: sprites, theme: Film.theme)
    )
  }
  #expect(layout(30).age != nil && layout(30).words != nil && layout(30).mostScale == 1)
  #expect(layout(29).age == nil && layout(29).words != nil && layout(29).mostScale == 1)
  #expect(layout(18).words != nil && layout(18).mostScale == 0.75)
  #expect(layout(11).words == nil)
}

@Test(arguments: styleNames)
func wordsGiveWayOnANarrowPanel(name: String) throws {
  let style = try style(name)
  func words(_ film: Film) -> Int {
    film.layers(finishing(film.style, .failure)).filter { layer in
      guard case .image(let pixmap, _) = layer.content else { return false }
      let index = film.style.sprites.indices.first { film.sprites[$0] === pixmap }
      switch index.map({ film.style.sprites[$0].source }) {
      case .text("Could not refresh", _, _), .lastUpdated: return true
      default: return false
      }
    }.count
  }
  #expect(words(Film(style, width: 800)) == 2)
  #expect(words(Film(style, width: 120)) == 0)
}

/// Nothing is drawn of a style that is not in use.
@Test(arguments: styleNames)
func atRestThereIsNothing(name: String) throws {
  let film = Film(try style(name))
  #expect(film.layers(RefreshState(phase: .idle)).isEmpty)
}
