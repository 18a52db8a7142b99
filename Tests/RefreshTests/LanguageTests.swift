import Scene
import Testing

@testable import Refresh

private let words = PullWords(
  refresh: "Aktualisieren", pull: "Ziehen", release: "Loslassen", refreshing: "Wird aktualisiert")

private func texts(_ style: any RefreshStyle) -> Set<String> {
  Set(style.sprites.compactMap { if case .text(let text, _, _) = $0.source { text } else { nil } })
}

@Test func controlsSpeakTheBoardsLanguageByThemselves() throws {
  func made(_ name: String, _ given: [String: RefreshParameters.Value] = [:]) throws -> any RefreshStyle {
    let styles = RefreshStyles.builtIn
    return try #require(styles.style(name, styles.settings(of: name, RefreshParameters(given), in: words)))
  }
  #expect(texts(try made("arrow")).isSuperset(of: ["Ziehen", "Loslassen", "Wird aktualisiert"]))
  #expect(texts(try made("stripes")).contains("Loslassen"))
  #expect((try made("letters") as? LettersStyle)?.letters.joined() == "Aktualisieren")
  // What the board says itself stays, nothing too.
  let own = texts(try made("arrow", ["pull": .text("Los"), "release": .text("")]))
  #expect(own.contains("Los") && own.isDisjoint(with: ["Ziehen", "Loslassen"]))
  #expect((try made("letters", ["word": .text("Hej")]) as? LettersStyle)?.letters == ["H", "e", "j"])
}

/// Records of English boards stay what they were: nothing is given where leaving it out says the same.
@Test(arguments: RefreshStyles.builtIn.names)
func englishNeedsNoSettings(name: String) {
  #expect(RefreshStyles.builtIn.settings(of: name, RefreshParameters(), in: PullWords()).values.isEmpty)
}

/// Letters of a joined script take their colours and stay where they are.
@Test(arguments: ["مرحبا", "हिन्दी", "«سلام»", "স্বাগতম"])
func joinedLettersStayOnTheirLine(word: String) {
  let style = LettersStyle(word: word)
  for step in 0..<style.letters.count {
    var state = RefreshState(phase: .refreshing, extent: 60, timeRefreshing: 2, startRatio: 1, peakRatio: 1)
    state.timeSettled = Double(step) * 0.15 + 0.05
    let pose = style.pose(state)
    #expect(pose.leaning == step && pose.color == step % 7 && pose.degrees == 0)
  }
}

/// Words that are read from the right have their symbol there.
@Test(arguments: RefreshStyles.builtIn.names + ["quiet"], RefreshOutcome.allCases)
func theSymbolStandsWhereTheWordsBegin(name: String, outcome: RefreshOutcome) throws {
  let arabic = OutcomeWords(
    success: "تم التحديث", noChange: "لا جديد", failure: "تعذّر التحديث", offline: "لا يوجد اتصال", timeout: "لا رد",
    age: "آخر تحديث %")
  for (words, isMirrored) in [(OutcomeWords(), false), (arabic, true)] {
    let film = Film(try style(name, words: words), width: 800)
    let metrics = film.style.metrics
    var state = RefreshState(
      phase: .finishing, extent: metrics.hold, trigger: metrics.trigger, hold: metrics.hold,
      phaseExtent: metrics.hold, timeRefreshing: 1.2, timeSettled: 0.8, startRatio: 1, peakRatio: 1, outcome: outcome)
    state.timeInPhase = 0.5
    state.timeSettled = 1.3
    let requests = film.style.sprites
    let place = try #require(RefreshOutcome.allCases.firstIndex(of: outcome))
    let glyph = try #require(requests.firstIndex { $0.source == .drawing(OutcomeGlyphs.drawing(outcome)) })
    let text = try #require(
      requests.firstIndex {
        let line = [words.success, words.noChange, words.failure, words.offline, words.timeout][place]
        if case .text(line, _, false) = $0.source { return true } else { return false }
      })
    func center(_ index: Int) -> Double? {
      film.layers(state).compactMap { layer -> Double? in
        guard case .image(let pixmap, let transform) = layer.content, pixmap === film.sprites[index] else { return nil }
        return transform.apply(Point(x: Double(pixmap.size.width) / 2, y: 0)).x
      }.last
    }
    let (sign, line) = (try #require(center(glyph)), try #require(center(text)))
    #expect((sign > line) == isMirrored, "\(name) \(outcome)")
  }
}
