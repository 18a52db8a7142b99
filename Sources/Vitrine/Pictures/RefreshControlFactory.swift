import Board
import Kiosk
import Lottie
import Numbers
import Refresh
import Scene
import Typesetting

/// Makes a board's pull-to-refresh control: the style by its name, with its settings, its sprites rastered.
struct RefreshControlFactory {
  let theme: ResolvedTheme
  /// How many times as large as on the board everything is, by the theme's scale.
  let enlargement: Double
  /// Nothing of it is to move.
  let isStill: Bool
  let artwork: RefreshArtwork
  let styles: RefreshStyles
  /// Takes lines for the person who runs the panel.
  let log: @Sendable (String) -> Void
  /// Has an animation's frames drawn on another queue; the file's path is for the log.
  let render: (LottieFrames, StyleGate, String) -> Void

  /// - Parameter name: of the style wanted; nil is the standard one. The board's settings are for the style the board names.
  /// - Returns: the control, and what is wrong when it is not the one asked for.
  func control(
    named name: String?, board: BoardFile, typesetter: Typesetter
  ) -> (control: RefreshControl, problem: String?) {
    let wanted = name ?? RefreshStyles.standard
    let title = board.title?.constant ?? ""
    let isOwn = wanted == board.refresh.style ?? RefreshStyles.standard
    let settings = styles.settings(
      of: wanted,
      RefreshParameters(isOwn ? board.refresh.parameters : [:], words: board.refresh.words, title: title),
      in: board.language.pulls)
    if let style = styles.style(wanted, settings) {
      // What a program has put in the place of one of ours is its own.
      let isOurs = RefreshStyles.builtIn.style(wanted, settings).map { type(of: $0) == type(of: style) } ?? false
      let recipe = recipe(wanted, settings, isOurs ? .ours : .program)
      return (control(style, recipe, of: board, typesetter: typesetter), nil)
    }
    let problem = "there is no refresh style \"\(wanted)\"; known: \(styles.names.joined(separator: ", "))"
    let standard = CompassStyle(words: board.refresh.words)
    let recipe = recipe(RefreshStyles.standard, RefreshParameters(words: board.refresh.words))
    return (control(standard, recipe, of: board, typesetter: typesetter), problem)
  }

  func recipe(
    _ name: String, _ parameters: RefreshParameters, _ origin: StyleRecipe.Origin = .ours, file: [UInt8] = [],
    height: Int = 0
  ) -> StyleRecipe {
    StyleRecipe(
      name: name, parameters: parameters, isStill: isStill, enlargement: enlargement, origin: origin, file: file,
      height: height)
  }

  /// - Parameters:
  ///   - recipe: how the style is made.
  ///   - gate: of what it draws behind the glass.
  func control(
    _ style: any RefreshStyle, _ recipe: StyleRecipe, gate: StyleGate? = nil, of board: BoardFile,
    typesetter: Typesetter
  ) -> RefreshControl {
    let own: any RefreshStyle =
      isStill ? QuietStyle(metrics: style.metrics, words: board.refresh.words) : style
    let made = own.sprites.map { sprite($0, typesetter: typesetter) }
    return RefreshControl(
      style: enlargement == 1 ? own : EnlargedStyle(own, by: enlargement),
      sprites: SpriteSet(made.map(\.pixmap), places: made.map(\.place)), rules: board.refresh.rules,
      recipe: recipe, gate: gate)
  }

  /// One sprite; nil when it cannot be made (yet).
  private func sprite(_ request: SpriteRequest, typesetter: Typesetter) -> (pixmap: Pixmap?, place: PixelRect?) {
    let ink = theme.refreshTheme.color(request.ink)
    if case .letter(let index, let word) = request.source {
      let letter = typesetter.sprite(
        ofLetter: index, in: word.letters, size: word.size, font: word.font, isBold: word.isBold, ink: ink, theme: theme
      )
      return (letter?.pixmap, letter?.place)
    }
    let pixmap = pixmap(request, ink: ink, typesetter: typesetter)
    return (request.isGrey ? pixmap.map(\.inGrey) : pixmap, nil)
  }

  private func pixmap(_ request: SpriteRequest, ink: Color, typesetter: Typesetter) -> Pixmap? {
    let height = request.height * theme.scale
    switch request.source {
    case .drawing(let drawing):
      return typesetter.sprite(drawing, height: height, ink: ink)
    case .tile(let drawing, let ground):
      return typesetter.tile(drawing, height: height, ink: ink, ground: theme.refreshTheme.color(ground))
    case .artwork(let name):
      do throws(UserError) {
        switch try artwork.picture(name) {
        case .drawing(let drawing): return typesetter.sprite(drawing, height: height, ink: ink)
        case .pixels(let bytes):
          return try RefreshArtwork.decoded(bytes, named: name, height: max(Int(clamping: height.rounded()), 1))
        }
      } catch {
        log("refresh: \(error.description)")
        return nil
      }
    case .text(let text, let size, let isBold):
      return typesetter.sprite(text, size: size, isBold: isBold, ink: ink, theme: theme)
    case .lastUpdated, .letter:
      return nil
    }
  }
}

extension Pixmap {
  /// Every pixel as a grey of the same luma. Weights: Rec. 709.
  var inGrey: Pixmap {
    Pixmap(size: size, border: border) { x, y in
      let word = pixel(x: x, y: y).word
      let sum = (word >> 16 & 255) * 54 + (word >> 8 & 255) * 183 + (word & 255) * 19
      let grey = (sum + 128) >> 8
      return Pixel(word: word & 0xFF00_0000 | grey << 16 | grey << 8 | grey)
    }
  }
}

extension ResolvedTheme {
  var refreshTheme: RefreshTheme {
    RefreshTheme(
      background: colors.background, surface: colors.surface, text: colors.text, muted: colors.muted,
      accent: colors.accent, good: colors.good, warn: colors.warn, bad: colors.bad, info: colors.info)
  }

  var kioskColors: KioskColors {
    KioskColors(
      background: colors.background, surface: colors.surface, text: colors.text, isDark: isDark, refresh: refreshTheme)
  }
}
