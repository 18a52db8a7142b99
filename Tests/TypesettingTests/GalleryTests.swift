import Board
import Glibc
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Whole pages, to be looked at: `VITRINE_GALLERY=1 swift test --filter gallery` leaves them below `.build/goldens`.
@Test(.enabled(if: unsafe getenv("VITRINE_GALLERY") != nil))
func gallery() {
  let typesetter = Typesetter(fonts: fonts)
  for (name, cards) in Samples.all {
    for (size, scale) in [
      (PixelSize(width: 800, height: 480), 1.0), (PixelSize(width: 800, height: 1400), 1),
      (PixelSize(width: 1280, height: 1400), 1.5), (PixelSize(width: 1080, height: 1920), 2),
    ] {
      for theme in [light, dark] {
        let scaled = ResolvedTheme(colors: theme.colors, scale: scale)
        expectGolden(
          snapshot(cards, size, scaled, typesetter: typesetter),
          "gallery-\(name)-\(size.width)x\(size.height)-\(theme.isDark ? "dark" : "light")")
      }
    }
  }
}
