import Numbers
import Scene
import TestSupport
import Testing

@testable import Board

/// Lines of a chart that can be told from each other.
@Suite struct SeriesColorTests {
  private func expectDifferent(_ colors: Theme.Colors, _ said: String) {
    for tone in [colors.accent, colors.good, colors.warn, colors.bad, colors.info] {
      let chosen = SeriesColors.choice(6, first: tone, on: colors.surface, ink: colors.text)
      #expect(chosen.count == 6 && chosen.first == tone)
      #expect(chosen.dropFirst().allSatisfy { $0.contrast(against: colors.surface) >= 3 }, "\(said)")
      for (index, a) in chosen.prefix(4).enumerated() {
        for b in chosen.prefix(4).dropFirst(index + 1) {
          #expect(a.difference(from: b) >= 0.12, "\(said): \(a) \(b)")
          #expect(a.differenceWithoutGreen(from: b) >= 0.08, "\(said): \(a) \(b)")
        }
      }
    }
  }

  @Test(arguments: [nil] + ThemePreset.all.map { $0 })
  func noTwoOfFourLookAlike(preset: ThemePreset?) {
    var theme = Theme()
    theme.preset = preset
    for isDark in [false, true] {
      expectDifferent(theme.colors(isDark: isDark), "\(preset?.name ?? "standard")")
      // Accents of a board's own, around the circle, pale and deep.
      for hue in 0..<36 {
        for white in [0.0, 0.35, 0.7] {
          for light in [0.35, 0.7, 1] {
            theme.accent = color(hue: Double(hue) / 6, white: white, light: light)
            expectDifferent(theme.colors(isDark: isDark), "\(preset?.name ?? "standard") \(hue) \(white) \(light)")
          }
        }
      }
      theme.accent = nil
    }
  }

  /// - Parameter hue: 0 and 6 are red, 2 green, 4 blue.
  private func color(hue: Double, white: Double, light: Double) -> Color {
    func part(_ peak: Double) -> UInt8 {
      let away = min((hue - peak).magnitude, 6 - (hue - peak).magnitude)
      let share = min(max(2 - away, 0), 1)
      return UInt8(clamping: ((white + (1 - white) * share) * light * 255).rounded())
    }
    return Color(red: part(0), green: part(2), blue: part(4))
  }

  /// On a filled card too there are as many as there are series.
  @Test func groundsOfAnyColourHaveSeries() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let ground = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
      let ink = ground.luminance < 0.18 ? Color.white : .black
      let chosen = SeriesColors.choice(6, first: ink, on: ground, ink: ink)
      #expect(chosen.count == 6)
      #expect(chosen.allSatisfy { $0.contrast(against: ground) >= 3 })
    }
    #expect(SeriesColors.choice(1, first: .white, on: .black, ink: .white) == [.white])
  }

  /// Source of the values: OKLab's own, of sRGB's corners.
  @Test func differencesAreThoseOfOKLab() {
    #expect((Color.black.difference(from: .white) - 1).magnitude < 1e-3)
    #expect((Color(rgb: 0xFF0000).difference(from: Color(rgb: 0x0000FF)) - 0.5371).magnitude < 1e-3)
    #expect((Color(rgb: 0xFF0000).difference(from: Color(rgb: 0x00FF00)) - 0.5198).magnitude < 1e-3)
    // Red and olive: one colour to who sees no green.
    let (red, olive) = (Color(rgb: 0xB45309), Color(rgb: 0x7A7A00))
    #expect(red.differenceWithoutGreen(from: olive) < red.difference(from: olive) / 2)
  }
}
