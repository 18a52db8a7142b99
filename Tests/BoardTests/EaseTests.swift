import Scene
import TestSupport
import Testing

@testable import Board

/// What makes a panel easier to use.
@Suite struct EaseTests {
  @Test(arguments: SpokenSentences.all.keys.sorted())
  func itsPageIsInEveryLanguage(code: String) {
    let words = EaseWords(code)
    #expect(words.isWhole && EaseWords.all[code] != nil)
    #expect(code == "en" || words != EaseWords("en"))
  }

  /// A board asks for it by one word.
  @Test func aBoardAsksForIt() throws {
    #expect(try board("access: true\ncards: [{text: {text: Hello}}]").hasEase)
    #expect(try board("cards: [{text: {text: Hello}}]").hasEase == false)
  }

  @Test func whatCanBeChosenIsOnThePage() {
    let words = EaseWords("en")
    func kinds(_ ease: Ease, _ offer: Ease.Offer) -> [Card.Kind] { ease.cards(offer, words).map(\.kind) }
    #expect(
      kinds(Ease(), Ease.Offer(hasLow: false, isAloud: nil)) == [.header, .choice, .toggle, .toggle, .button])
    #expect(
      kinds(Ease(isStill: true), Ease.Offer(hasLow: true, isAloud: true))
        == [.header, .choice, .toggle, .toggle, .toggle, .toggle, .button])
  }

  /// Each choice does what it says, and nothing else; the last takes all of it back.
  @Test func choicesChoose() {
    var ease = Ease()
    for choice in Ease.Choice.allCases { #expect(Ease.Choice(choice.id) == choice) }
    #expect(Ease.Choice(Ease.symbol) == nil)
    ease = ease.after(.size, .press(part: 2))
    #expect(ease == Ease(size: .largest))
    // A part that is not there, a slide, a key that is held: nothing.
    #expect(ease.after(.size, .press(part: 9)) == ease)
    #expect(ease.after(.contrast, .slide(share: 1, isFinal: true)) == ease)
    ease = ease.after(.contrast, .press(part: 0)).after(.low, .press(part: 0)).after(.still, .press(part: 0))
    #expect(ease == Ease(size: .largest, hasContrast: true, isLow: true, isStill: true))
    #expect(ease.after(.still, .press(part: 0)).isStill == false)
    #expect(ease.after(.reset, .press(part: 0)) == Ease())
  }

  /// Whatever colours a board has: on black or white, nothing that is read has less than 7 : 1.
  @Test(arguments: 0..<200)
  func highContrastIsHigh(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func any() -> Color { Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)) }
    let colors = Theme.Colors(
      background: any(), surface: any(), text: any(), muted: any(), accent: any(), good: any(), warn: any(),
      bad: any(), info: any()
    ).inHighContrast
    #expect(colors.background == .black || colors.background == .white)
    for ground in [colors.background, colors.surface] {
      for ink in [colors.text, colors.muted, colors.accent, colors.good, colors.warn, colors.bad, colors.info] {
        #expect(ink.contrast(against: ground) >= 7)
      }
    }
    #expect(Ease().colors(.dark) == .dark && Ease(hasContrast: true).colors(.dark) == Theme.Colors.dark.inHighContrast)
  }
}
