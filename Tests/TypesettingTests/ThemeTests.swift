import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Colours that can be read.
@Suite struct LookTests {
  @Test(arguments: [Theme.Colors.light, .dark])
  func theDefaultsAreLegible(colors: Theme.Colors) {
    let theme = ResolvedTheme(colors: colors)
    for ground in [colors.background, colors.surface] {
      #expect(colors.text.contrast(against: ground) >= 7)
      #expect(colors.muted.contrast(against: ground) >= 4.5)
    }
    #expect(colors.muted.contrast(against: theme.placeholder) >= 4.5)
  }

  /// Whatever colours a board asks for.
  @Test(arguments: 0..<200)
  func tonesAreLegibleWhateverTheBoardAsksFor(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var theme = Theme()
    theme.mode = Bool.random(using: &random) ? .light : .dark
    func any(_ random: inout SplitMix64) -> Color { Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)) }
    theme.bad = any(&random)
    theme.good = any(&random)
    theme.accent = any(&random)
    theme.warn = any(&random)
    let colors = theme.colors(isDark: true)
    let resolved = ResolvedTheme(colors: colors)
    for tone in Card.Tone.allCases {
      let shown = resolved.tone(tone)
      #expect(shown.ink.contrast(against: shown.fill) >= 4.5)
      #expect(shown.quietInk.contrast(against: shown.fill) >= 4.5)
      for ground in [colors.background, colors.surface, shown.tint] {
        #expect(shown.text.contrast(against: ground) >= 4.5)
      }
    }
  }

  /// No tone is told by colour alone: from far by its outline, from near by its sign.
  @Test func everyToneHasAMarkOfItsOwn() throws {
    let typesetter = Typesetter(fonts: fonts)
    var outlines: Set<[UInt32]> = []
    var signs: Set<[UInt32]> = []
    for tone in Card.Tone.allCases {
      outlines.insert(words(of: try #require(typesetter.sprite(ToneMark.silhouette(tone), height: 24, ink: .white))))
      signs.insert(words(of: try #require(typesetter.sprite(ToneMark.sign(tone), height: 24, ink: .white))))
    }
    #expect(outlines.count == Card.Tone.allCases.count)
    #expect(signs.count == Card.Tone.allCases.count)
  }

  @Test func lengthsAreWholePixelsAndNeverVanish() {
    let tiny = ResolvedTheme(colors: .light, scale: 0.25)
    #expect(tiny.whole(1) == 1)
    #expect(tiny.whole(0) == 0)
    #expect(ResolvedTheme(colors: .light, scale: 1.5).whole(16) == 24)
  }
}
