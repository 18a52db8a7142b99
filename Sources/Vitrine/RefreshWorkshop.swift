import Assets
import Board
import Images
import Kiosk
import Refresh
import Scene
import Typesetting

/// Makes a board's pull-to-refresh control: the style by its name, its sprites rastered.
struct RefreshWorkshop {
  let look: Look
  /// Relative artwork paths begin here.
  let directory: String

  static let defaultStyle = "compass"

  /// - Returns: the control, and what is wrong when it is not the one asked for.
  func control(named name: String?, typesetter: Typesetter) -> (control: RefreshControl, problem: String?) {
    let wanted = name ?? Self.defaultStyle
    if let style = RefreshStyles.named(wanted) { return (control(style, typesetter: typesetter), nil) }
    let problem = "there is no refresh style \"\(wanted)\"; known: \(RefreshStyles.names.joined(separator: ", "))"
    return (control(CompassStyle(), typesetter: typesetter), problem)
  }

  private func control(_ style: any RefreshStyle, typesetter: Typesetter) -> RefreshControl {
    RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { sprite($0, typesetter: typesetter) }))
  }

  /// One sprite; nil when it cannot be made (yet).
  ///
  /// - Parameter words: of the line that says when data last came; nil before any has.
  func sprite(_ request: SpriteRequest, lastUpdated words: String? = nil, typesetter: Typesetter) -> Pixmap? {
    let ink = look.refreshTheme.color(request.ink)
    switch request.source {
    case .drawing(let drawing):
      return typesetter.sprite(drawing, height: request.height * look.scale, ink: ink)
    case .artwork(let name):
      guard let drawing = artwork(name) else { return nil }
      return typesetter.sprite(drawing, height: request.height * look.scale, ink: ink)
    case .text(let text, let size, let isBold):
      return typesetter.sprite(text, size: size, isBold: isBold, ink: ink, look: look)
    case .lastUpdated(let size):
      return words.flatMap { typesetter.sprite($0, size: size, isBold: false, ink: ink, look: look) }
    }
  }

  private func artwork(_ name: String) -> Drawing? {
    if let bytes = Assets.artwork(name) { return try? SVGArtwork.read(bytes, named: name) }
    let path = name.hasPrefix("/") ? name : directory + "/" + name
    return (try? Files.read(path, limit: 1 << 20)).flatMap { try? SVGArtwork.read($0, named: name) }
  }
}

extension Look {
  var refreshTheme: RefreshTheme {
    RefreshTheme(
      background: colors.background, text: colors.text, muted: colors.muted, accent: colors.accent, good: colors.good,
      warn: colors.warn, bad: colors.bad, info: colors.info)
  }

  var kioskColors: KioskColors {
    KioskColors(
      background: colors.background, surface: colors.surface, text: colors.text, isDark: isDark, refresh: refreshTheme)
  }
}
