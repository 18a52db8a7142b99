import Scene
import Testing

@testable import Refresh

private let style = LettersStyle()

private func refreshing(settled: Double) -> RefreshState {
  RefreshState(
    phase: .refreshing, extent: 60, timeInPhase: settled + 0.5, phaseExtent: 60, timeRefreshing: settled + 0.5,
    timeSettled: settled, startRatio: 1, peakRatio: 1)
}

/// Seven letters: 7 · 0.15 + 0.35 + 0.25.
@Test func aCycleOfSevenLetters() { #expect(abs(style.cycle - 1.65) < 1e-12) }

@Test(arguments: 0..<7)
func eachLetterLeansOverInItsTurn(letter: Int) {
  func pose(_ time: Double) -> LettersStyle.Pose { style.pose(refreshing(settled: 0.15 * Double(letter) + time)) }
  #expect(pose(0.05).leaning == letter && abs(pose(0.05).degrees - 22.5) < 1e-9 && pose(0.05).color == letter)
  #expect(abs(pose(0.0999).degrees - 45) < 0.1 && pose(0.0999).color == letter)
  // Back in half the time, without colour.
  #expect(abs(pose(0.125).degrees - 22.5) < 1e-6 && pose(0.125).color == -1)
  #expect(pose(0.05).scale == 1)
}

@Test(arguments: [(0.0, 1.0), (0.175, 1.25), (0.35, 1.5), (0.475, 1.25), (0.59999, 1)])
func thenTheWholeSwells(time: Double, scale: Double) {
  let pose = style.pose(refreshing(settled: 1.05 + time))
  #expect(abs(pose.scale - scale) < 1e-4 && pose.leaning == -1)
}

/// With seven letters and seven colours each letter has its own; with five colours the place in the list lives on.
@Test func coloursLiveOnFromCycleToCycle() {
  let five = LettersStyle(colors: Array(LettersStyle.colors.prefix(5)))
  for step in 0..<30 {
    let time = Double(step / 7) * five.cycle + Double(step % 7) * 0.15 + 0.05
    #expect(style.pose(refreshing(settled: time)).color == step % 7)
    #expect(five.pose(refreshing(settled: time)).color == step % 5)
  }
  // Of seven letters and five colours all pairs meet, of six and four every second.
  #expect(five.sprites.count { if case .letter = $0.source { true } else { false } } == 2 * 7 + 35)
  let six = LettersStyle(word: "Kaffee", colors: Array(LettersStyle.colors.prefix(4)))
  #expect(six.sprites.count { if case .letter = $0.source { true } else { false } } == 2 * 6 + 12)
  for step in 0..<60 {
    let time = Double(step / 6) * six.cycle + Double(step % 6) * 0.15 + 0.05
    var state = refreshing(settled: time)
    state.extent = 60
    let pose = six.pose(state)
    #expect(six.switches[pose.leaning].count == 4)
  }
}

@Test func itStartsWhenTheListHasComeToRest() {
  #expect(style.pose(refreshing(settled: 0)).leaning == -1)
  #expect(style.pose(refreshing(settled: 0.001)).leaning == 0)
}

/// The answer is at 1.0 of the first cycle: that one runs to its end, also while the header closes, and no other begins.
@Test func theCycleRunsOnInTheClosingHeader() {
  var state = refreshing(settled: 1)
  state.outcome = .success
  state.phase = .finishing
  #expect(style.finishingTime(state) == 0.9)
  state.timeInPhase = 0.3
  state.timeSettled = 1.3
  #expect(abs(style.pose(state).scale - (1 + 0.5 * 0.25 / 0.35)) < 1e-9)
  state.phase = .exiting
  state.timeInPhase = 0.1
  state.timeSettled = 1.6
  #expect(abs(style.pose(state).scale - 1.1) < 1e-9)
  state.timeInPhase = 0.3
  state.timeSettled = 1.8
  #expect(style.pose(state).scale == 1 && style.pose(state).leaning == -1)
}

/// Never longer than the outcome's own time, wherever in the cycle the answer comes.
@Test(arguments: stride(from: 0.0, to: 1.65, by: 0.11).map { $0 })
func hidingIsNeverDelayed(settled: Double) {
  for outcome in RefreshOutcome.allCases {
    var state = refreshing(settled: settled)
    state.phase = .finishing
    state.outcome = outcome
    #expect(style.finishingTime(state) == (outcome.isTrouble ? 2.5 : 0.9))
  }
}

/// An answer before the list has come to rest: nothing starts any more.
@Test func nothingStartsAfterTheAnswer() {
  var state = refreshing(settled: 0)
  state.phase = .finishing
  state.outcome = .success
  state.timeInPhase = 0.4
  state.timeSettled = 0.3
  #expect(style.pose(state).leaning == -1)
}

@Test(arguments: [
  ("Hello", ["H", "e", "l", "l", "o"]), ("おかえり", ["お", "か", "え", "り"]), ("👩‍🚀🚀", ["👩‍🚀", "🚀"]),
  ("مرحبا", ["م", "ر", "ح", "ب", "ا"]), ("سلام", ["س", "لا", "م"]), ("été", ["é", "t", "é"]),
  ("e\u{301}a", ["e\u{301}", "a"]), ("no go", ["n", "o", " ", "g", "o"]), ("🇸🇪", ["🇸🇪"]), ("שלום", ["ש", "ל", "ו", "ם"]),
])
func lettersAreWhatReadersCountAsOne(word: String, letters: [String]) {
  #expect(LettersStyle(word: word).letters == letters)
}

@Test(arguments: [("Hello", false), ("שלום", true), ("«שלום»", true), ("おかえり", false), ("👩‍🚀🚀", false)])
func lettersLeanAsTheyAreRead(word: String, isRightToLeft: Bool) {
  let pose = LettersStyle(word: word).pose(refreshing(settled: 0.05))
  #expect((pose.degrees < 0) == isRightToLeft && abs(abs(pose.degrees) - 22.5) < 1e-9)
}

/// At its largest the word fits, on the narrowest panel too.
@Test(arguments: [120, 240, 800])
func theWordFits(width: Int) {
  let film = Film(LettersStyle(word: "abcdefghijklmnopqrstuvwx"), width: width)
  for layer in film.layers(refreshing(settled: 24 * 0.15 + 0.35)) {
    guard let pose = Pose(layer) else { continue }
    let half = pose.height / 1.4 * 0.25
    #expect(pose.center.x - half >= 15 && pose.center.x + half <= Double(17 + width))
    #expect(pose.center.y - pose.height / 2 >= 39 && pose.center.y + pose.height / 2 <= 101)
  }
}
