public import Board
import Numbers
public import Scene

/// How a board looks: its theme with every token decided, and what follows from the tokens.
public struct ResolvedTheme: Sendable, Hashable {
  /// Every token, filled in.
  public let colors: Theme.Colors
  /// A font family; the system's sans-serif takes its place where it is missing.
  public let font: String
  /// Of headings and large values.
  public let headingFont: String
  /// Whose shapes letters have where scripts share them: a language's code.
  public let language: String
  /// What numbers are shown in.
  public let digits: Digits
  /// Pixels per dp: 1 for a panel at arm's length, 2 for one read from across a room.
  public let scale: Double
  /// The least contrast of what is read on a tone, or in its colour.
  public let contrast: Double
  /// How many times as many lines texts may take before their places change: what is larger needs more of them.
  let lineFactor: Int
  private let tones: [Tone]

  /// A tone's colours, each legible where it is used.
  public struct Tone: Sendable, Hashable {
    /// Of filled cards and marks: the token itself; of high contrast as much lighter or darker as `ink` needs.
    public let fill: Color
    /// On `fill`: white or black.
    public let ink: Color
    /// On `fill`, for what matters less; keeps the theme's contrast too.
    public let quietInk: Color
    /// As the colour of text: the token, moved towards the text colour until it keeps that on background, surface and `tint`.
    public let text: Color
    /// The surface with a breath of the tone: badges.
    public let tint: Color
    /// Of a card that it fills: what is well is calm, what is wrong is loud.
    let panel: Panel
    /// Of a card that is filled whatever it means: a button.
    let solid: Panel
  }

  /// A card that a tone fills.
  struct Panel: Sendable, Hashable {
    /// Its ground.
    var fill: Color
    /// What is read on it.
    var ink: Color
    /// What is read second.
    var quietInk: Color
    /// The shape of its mark, and what is drawn for its value.
    var mark: Color
    /// The sign on its mark.
    var sign: Color
    /// A bar at its leading edge says what it means, as its ground does not.
    var hasBar = false
  }

  /// - Parameters:
  ///   - scale: kept within 0.25...16.
  ///   - contrast: 4.5, or 7 of high contrast.
  ///   - lineFactor: how many times as many lines texts may take, 1 or more.
  public init(
    colors: Theme.Colors, font: String = "Inter", headingFont: String? = nil, language: String = "en",
    digits: Digits = .latin, scale: Double = 1, contrast: Double = 4.5, lineFactor: Int = 1
  ) {
    self.colors = colors
    self.font = font
    self.headingFont = headingFont ?? font
    self.language = language
    self.digits = digits
    self.scale = scale.isFinite ? min(max(scale, 0.25), 16) : 1
    self.contrast = contrast
    self.lineFactor = max(lineFactor, 1)
    tones = Card.Tone.allCases.map { Tone($0, Self.token($0, of: colors), in: colors, contrast) }
  }

  /// The same with everything so many times as large.
  func enlarged(_ factor: Double) -> ResolvedTheme { factor == 1 ? self : changed(colors, scale: scale * factor) }

  /// The same in other colours, as somebody wants it who has chosen this.
  public func eased(_ ease: Ease, colors: Theme.Colors) -> ResolvedTheme {
    changed(
      colors, scale: scale * ease.size.factor, contrast: ease.contrast,
      lineFactor: Int(clamping: ease.size.factor.rounded(.up)))
  }

  private func changed(
    _ colors: Theme.Colors, scale: Double, contrast: Double? = nil, lineFactor: Int? = nil
  ) -> ResolvedTheme {
    ResolvedTheme(
      colors: colors, font: font, headingFont: headingFont, language: language, digits: digits, scale: scale,
      contrast: contrast ?? self.contrast, lineFactor: lineFactor ?? self.lineFactor)
  }

  /// Whether texts keep more than they do on any board.
  var isHighContrast: Bool { contrast > 4.5 }

  /// Somebody before the panel wants it larger than the board has it.
  var isEnlarged: Bool { lineFactor > 1 }

  /// How many lines a text may take that has so many on the board: as many as it needs where somebody wants it larger, for then the page
  /// is scrolled in any case.
  func lines(_ count: Int) -> Int { isEnlarged ? max(count, Self.mostLines) : count }

  /// Of a text that is never cut. What has more is no text for a panel, and would be dear to lay out.
  private static let mostLines = 200

  /// Whether the ground is so dark that light marks show better.
  public var isDark: Bool { colors.background.luminance < 0.18 }

  /// The colours of a tone on this board.
  public func tone(_ tone: Card.Tone) -> Tone {
    switch tone {
    case .bad: tones[0]
    case .warn: tones[1]
    case .info: tones[2]
    case .good: tones[3]
    case .muted: tones[4]
    case .accent: tones[5]
    }
  }

  /// Lines between rows: visible, never louder than text.
  var hairline: Color { colors.surface.mixed(with: colors.text, 0.1) }

  /// Where a picture will be.
  var placeholder: Color { colors.surface.mixed(with: colors.text, 0.07) }

  /// A length in dp, in whole pixels; at least one for a length there is.
  func whole(_ length: Double) -> Int { length > 0 ? max(Int(clamping: (length * scale).rounded()), 1) : 0 }

  private static func token(_ tone: Card.Tone, of colors: Theme.Colors) -> Color {
    switch tone {
    case .bad: colors.bad
    case .warn: colors.warn
    case .info: colors.info
    case .good: colors.good
    case .muted: colors.muted
    case .accent: colors.accent
    }
  }
}

extension ResolvedTheme.Panel {
  /// Of a block on it in which something stands in `ink`; none is seen where that needs all of the contrast.
  func block(_ theme: ResolvedTheme) -> Color { theme.isHighContrast ? fill : fill.mixed(with: ink, 0.16) }
}

extension ResolvedTheme.Tone {
  init(_ tone: Card.Tone, _ token: Color, in colors: Theme.Colors, _ ratio: Double) {
    let ground = Self.ground(token, ratio)
    fill = ground
    ink = Self.ink(on: ground)
    quietInk = Self.quiet(ink.mixed(with: ground, 0.15), on: ground, ratio, ink)
    tint = colors.surface.mixed(with: token, 0.14)
    text = token.legible(on: [colors.background, colors.surface, tint], ratio: ratio, towards: colors.text)
    solid = Self.solid(tone == .bad ? Self.deep(token, ratio) : ground, ratio)
    panel =
      switch tone {
      case .good: Self.calm(colors.surface.mixed(with: token, 0.05), ground, in: colors, ratio)
      case .muted: Self.receding(in: colors, ratio)
      case .bad, .warn, .info, .accent: solid
      }
  }

  /// A ground on which black or white keeps a contrast: the colour itself for 4.5, which one of them always has.
  static func ground(_ color: Color, _ ratio: Double) -> Color {
    let ink = ink(on: color)
    return color.legible(on: [ink], ratio: ratio, towards: ink == .white ? .black : .white)
  }

  private static func quiet(_ color: Color, on ground: Color, _ ratio: Double, _ ink: Color) -> Color {
    color.legible(on: [ground], ratio: ratio, towards: ink)
  }

  /// So deep that white is read on it: what is wrong is said in white on red, by day and by night.
  private static func deep(_ token: Color, _ ratio: Double) -> Color {
    token.legible(on: [.white], ratio: max(ratio, 5), towards: .black)
  }

  private static func solid(_ ground: Color, _ ratio: Double) -> ResolvedTheme.Panel {
    let ink = ink(on: ground)
    return ResolvedTheme.Panel(
      fill: ground, ink: ink, quietInk: quiet(ink.mixed(with: ground, 0.15), on: ground, ratio, ink), mark: ink,
      sign: ground)
  }

  /// Hardly other than a card without a meaning: the mark and a bar have the colour.
  private static func calm(
    _ ground: Color, _ token: Color, in colors: Theme.Colors, _ ratio: Double
  ) -> ResolvedTheme.Panel {
    let ink = colors.text.contrast(against: ground) >= ratio ? colors.text : ink(on: ground)
    return ResolvedTheme.Panel(
      fill: ground, ink: ink, quietInk: quiet(colors.muted, on: ground, ratio, ink), mark: token,
      sign: Self.ink(on: token), hasBar: true)
  }

  /// Darker than what is around it, so that it steps back.
  private static func receding(in colors: Theme.Colors, _ ratio: Double) -> ResolvedTheme.Panel {
    let isDark = colors.background.luminance < 0.18
    let ground = isDark ? colors.background.mixed(with: .black, 0.45) : colors.background.mixed(with: colors.text, 0.08)
    let ink = quiet(colors.muted, on: ground, ratio, ink(on: ground))
    return ResolvedTheme.Panel(fill: ground, ink: ink, quietInk: ink, mark: ink, sign: ground)
  }

  /// White where it keeps WCAG's 4.5:1, else black, which then does: where white has less than 4.5, black has more than 4.66.
  static func ink(on fill: Color) -> Color { fill.contrast(against: .white) >= 4.5 ? .white : .black }
}
