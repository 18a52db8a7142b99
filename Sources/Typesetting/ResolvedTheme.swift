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
  private let tones: [Tone]

  /// A tone's colours, each legible where it is used.
  public struct Tone: Sendable, Hashable {
    /// Of filled cards and marks: the token itself.
    public let fill: Color
    /// On `fill`: white or black.
    public let ink: Color
    /// On `fill`, for what matters less; keeps 4.5:1 too.
    public let quietInk: Color
    /// As the colour of text: the token, moved towards the text colour until it keeps 4.5:1 on background, surface and `tint`.
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

  /// - Parameter scale: kept within 0.25...8.
  public init(
    colors: Theme.Colors, font: String = "Inter", headingFont: String? = nil, language: String = "en",
    digits: Digits = .latin, scale: Double = 1
  ) {
    self.colors = colors
    self.font = font
    self.headingFont = headingFont ?? font
    self.language = language
    self.digits = digits
    self.scale = scale.isFinite ? min(max(scale, 0.25), 8) : 1
    tones = Card.Tone.allCases.map { Tone($0, Self.token($0, of: colors), in: colors) }
  }

  /// The same with everything so many times as large.
  func enlarged(_ factor: Double) -> ResolvedTheme {
    factor == 1
      ? self
      : ResolvedTheme(
        colors: colors, font: font, headingFont: headingFont, language: language, digits: digits, scale: scale * factor)
  }

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

extension ResolvedTheme.Tone {
  init(_ tone: Card.Tone, _ token: Color, in colors: Theme.Colors) {
    fill = token
    ink = Self.ink(on: token)
    quietInk = ink.mixed(with: token, 0.15).legible(on: [token], ratio: 4.5, towards: ink)
    tint = colors.surface.mixed(with: token, 0.14)
    text = token.legible(on: [colors.background, colors.surface, tint], ratio: 4.5, towards: colors.text)
    solid = Self.solid(tone == .bad ? Self.deep(token) : token)
    panel =
      switch tone {
      case .good: Self.calm(colors.surface.mixed(with: token, 0.05), token, in: colors)
      case .muted: Self.receding(in: colors)
      case .bad, .warn, .info, .accent: solid
      }
  }

  /// So deep that white is read on it: what is wrong is said in white on red, by day and by night.
  private static func deep(_ token: Color) -> Color {
    token.legible(on: [.white], ratio: 5, towards: .black)
  }

  private static func solid(_ ground: Color) -> ResolvedTheme.Panel {
    let ink = ink(on: ground)
    return ResolvedTheme.Panel(
      fill: ground, ink: ink, quietInk: ink.mixed(with: ground, 0.15).legible(on: [ground], ratio: 4.5, towards: ink),
      mark: ink, sign: ground)
  }

  /// Hardly other than a card without a meaning: the mark and a bar have the colour.
  private static func calm(_ ground: Color, _ token: Color, in colors: Theme.Colors) -> ResolvedTheme.Panel {
    let ink = colors.text.contrast(against: ground) >= 4.5 ? colors.text : ink(on: ground)
    return ResolvedTheme.Panel(
      fill: ground, ink: ink, quietInk: colors.muted.legible(on: [ground], ratio: 4.5, towards: ink), mark: token,
      sign: Self.ink(on: token), hasBar: true)
  }

  /// Darker than what is around it, so that it steps back.
  private static func receding(in colors: Theme.Colors) -> ResolvedTheme.Panel {
    let isDark = colors.background.luminance < 0.18
    let ground = isDark ? colors.background.mixed(with: .black, 0.45) : colors.background.mixed(with: colors.text, 0.08)
    let end = ink(on: ground)
    let ink = colors.muted.legible(on: [ground], ratio: 4.5, towards: end)
    return ResolvedTheme.Panel(fill: ground, ink: ink, quietInk: ink, mark: ink, sign: ground)
  }

  /// White where it keeps WCAG's 4.5:1, else black, which then does: where white has less than 4.5, black has more than 4.66.
  static func ink(on fill: Color) -> Color { fill.contrast(against: .white) >= 4.5 ? .white : .black }
}
