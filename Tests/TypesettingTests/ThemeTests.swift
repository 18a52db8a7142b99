import Board
import Glibc
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

  /// What can be pressed is seen on its card, by day and by night, whatever its colours. Source: WCAG 2.1, 1.4.11.
  @Test(arguments: 0..<150)
  func controlsHaveOutlines(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var theme = Theme()
    theme.preset = ([nil] + ThemePreset.all.map { $0 }).randomElement(using: &random)!
    if seed > 20 { theme.accent = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)) }
    let typesetter = Typesetter(fonts: fonts)
    for isDark in [false, true] {
      for ease in [Ease(), Ease(hasContrast: true)] {
        let resolved = ResolvedTheme(colors: .light)
          .eased(ease, colors: ease.colors(theme.colors(isDark: isDark)))
        var figure = ControlFigure(.toggle)
        figure.value = 0
        for tone in [nil, Card.Tone.good, .bad, .warn, .info, .muted, .accent] {
          for isFilled in [false, true] {
            var card = card(.toggle, "Lamp", figure: .control(figure))
            (card.tone, card.isFilled) = (tone, isFilled)
            let painter = CardPainter(
              card: card, arrangement: Arrangement(), theme: resolved, typesetter: typesetter)
            let least = ease.hasContrast ? 4.5 : 3
            #expect(painter.controlLine.contrast(against: painter.background) >= least)
            let most = painter.ink.contrast(against: painter.controlGround)
            #expect(painter.controlKnob.contrast(against: painter.controlGround) >= min(3, most))
            #expect(painter.controlInk.contrast(against: painter.background) >= 3)
          }
        }
      }
    }
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
    // And where somebody wants more than the board has.
    for ease in [Ease(), Ease(hasContrast: true)] { expectLegible(ease.colors(theme.colors(isDark: true)), ease) }
  }

  private func expectLegible(_ colors: Theme.Colors, _ ease: Ease) {
    let resolved = ResolvedTheme(colors: .light).eased(ease, colors: colors)
    let ratio = ease.contrast
    // A line's own colour, whatever the data says.
    let line = ResolvedTheme.Tone.ground(colors.bad.mixed(with: colors.good, 0.5), ratio)
    #expect(ResolvedTheme.Tone.ink(on: line).contrast(against: line) >= ratio)
    for tone in Card.Tone.allCases {
      let shown = resolved.tone(tone)
      #expect(shown.ink.contrast(against: shown.fill) >= ratio)
      #expect(shown.quietInk.contrast(against: shown.fill) >= ratio)
      if ease.hasContrast {
        #expect([shown.panel, shown.solid].allSatisfy { $0.ink.contrast(against: $0.block(resolved)) >= ratio })
      }
      for panel in [shown.panel, shown.solid] {
        #expect(panel.ink.contrast(against: panel.fill) >= ratio)
        #expect(panel.quietInk.contrast(against: panel.fill) >= ratio)
      }
      for ground in [colors.background, colors.surface, shown.tint] {
        #expect(shown.text.contrast(against: ground) >= ratio)
      }
    }
  }

  // MARK: Who sees no red, or no green

  /// Good and bad are told apart by how light they are, by everybody: as marks, and as cards they fill.
  @Test(arguments: palettes, Vision.allCases)
  func goodAndBadDifferInLightness(palette: (name: String, colors: Theme.Colors), vision: Vision) {
    let theme = ResolvedTheme(colors: palette.colors)
    let (good, bad) = (theme.tone(.good), theme.tone(.bad))
    #expect(vision.seen(good.fill).contrast(against: vision.seen(bad.fill)) >= 2)
    #expect(vision.seen(good.panel.fill).contrast(against: vision.seen(bad.panel.fill)) >= 2)
  }

  /// No two meanings have one colour to anybody.
  @Test(arguments: palettes, Vision.allCases)
  func meaningsHaveColoursOfTheirOwn(palette: (name: String, colors: Theme.Colors), vision: Vision) {
    let colors = palette.colors
    let tones = [colors.good, colors.warn, colors.bad, colors.info]
    for (index, a) in tones.enumerated() {
      for b in tones.dropFirst(index + 1) { #expect(vision.distance(a, b) >= 20) }
    }
  }

  /// What is well is calm, what is wrong is white on deep red, what recedes is darker than what is around it.
  @Test(arguments: palettes)
  func filledCardsAreAsLoudAsTheyMean(palette: (name: String, colors: Theme.Colors)) {
    let colors = palette.colors
    let theme = ResolvedTheme(colors: colors)
    #expect(theme.tone(.bad).panel.ink == .white)
    #expect(theme.tone(.good).panel.fill.contrast(against: colors.surface) < 1.2)
    #expect(theme.tone(.good).panel.hasBar)
    #expect(theme.tone(.muted).panel.fill.luminance < colors.background.luminance)
    #expect(theme.tone(.muted).panel.fill.luminance < colors.surface.luminance)
    for ground in [colors.background, colors.surface] {
      #expect(colors.text.contrast(against: ground) >= 7)
      #expect(colors.muted.contrast(against: ground) >= 4.5)
      for tone in [colors.accent, colors.good, colors.warn, colors.bad, colors.info] {
        #expect(tone.contrast(against: ground) >= 3)
      }
    }
  }

  static let palettes: [(name: String, colors: Theme.Colors)] =
    [("light", .light), ("dark", .dark)]
    + ThemePreset.all.flatMap { [("\($0.name), light", $0.light), ("\($0.name), dark", $0.dark)] }

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

/// How colours look to people. Source: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision
/// Deficiency", 2009, severity 1, in linear light.
enum Vision: CaseIterable {
  case all, withoutRed, withoutGreen

  private var matrix: [[Double]] {
    switch self {
    case .all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .withoutRed:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .withoutGreen:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    }
  }

  func seen(_ color: Color) -> Color {
    let light = [color.red, color.green, color.blue].map(Self.linear)
    let mixed = matrix.map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    let stored = mixed.map { value -> UInt8 in
      let value = min(max(value, 0), 1)
      return UInt8((255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055)).rounded())
    }
    return Color(red: stored[0], green: stored[1], blue: stored[2])
  }

  /// In CIELAB: 2 is just seen, 20 is another colour.
  func distance(_ a: Color, _ b: Color) -> Double {
    let (a, b) = (Self.lab(seen(a)), Self.lab(seen(b)))
    return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private static func lab(_ color: Color) -> [Double] {
    let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
    func f(_ t: Double) -> Double { t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116 }
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }

  private static func linear(_ component: UInt8) -> Double {
    let c = Double(component) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }
}
