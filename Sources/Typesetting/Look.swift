public import Board
public import Scene

/// How a board looks: its theme with every token decided.
public struct Look: Sendable, Hashable {
  public var colors: Theme.Colors
  /// A font family; the system's sans-serif takes its place where it is missing.
  public var font: String
  /// Pixels per dp: 1 for a panel at arm's length, 2 for one read from across a room.
  public var scale: Double

  public init(colors: Theme.Colors, font: String = "Inter", scale: Double = 1) {
    self.colors = colors
    self.font = font
    self.scale = scale
  }

  public var isDark: Bool { colors.background.luminance < 0.18 }

  public func color(_ tone: Card.Tone) -> Color {
    switch tone {
    case .bad: colors.bad
    case .warn: colors.warn
    case .info: colors.info
    case .good: colors.good
    case .muted: colors.muted
    case .accent: colors.accent
    }
  }

  /// White or nearly black, whichever is read better on `fill`.
  public static func ink(on fill: Color) -> Color {
    let dark = Color(rgb: 0x10161D)
    return fill.contrast(against: .white) >= fill.contrast(against: dark) ? .white : dark
  }

  /// A length in dp, in pixels.
  func pixels(_ length: Double) -> Double { length * scale }

  /// A length in dp, in whole pixels: edges and baselines lie on these.
  func whole(_ length: Double) -> Int { Int((length * scale).rounded()) }

  /// Quiet shapes on the surface: the text colour at a tenth.
  var hairline: Color { colors.surface.mixed(with: colors.text, 0.1) }
}
