public import Scene

extension Theme {
  /// Every colour token, filled in.
  public struct Colors: Sendable, Hashable {
    /// Behind the cards.
    public var background: Color
    /// The cards.
    public var surface: Color
    /// What is to be read.
    public var text: Color
    /// What is read second.
    public var muted: Color
    /// The board's own colour.
    public var accent: Color
    /// What is well.
    public var good: Color
    /// What needs attention.
    public var warn: Color
    /// What is wrong.
    public var bad: Color
    /// What is under way.
    public var info: Color
  }

  /// The colours to draw in.
  ///
  /// - Parameter isDark: whether the colours left out are the dark ones.
  ///
  /// The defaults keep WCAG's 4.5:1 for text and muted text on background and surface, and 3:1 for the tones; good and bad differ by 2:1
  /// or more, also to who sees no red or no green, and no two of good, warn, bad and info are alike to them. A background of the
  /// board's own decides for itself: a dark one gets light text, whatever the mode; and tokens the board leaves out are moved
  /// towards the text until they keep as much on it.
  public func colors(isDark: Bool) -> Colors {
    var isDark = isDark
    if let background { isDark = background.luminance < 0.18 }
    var colors = isDark ? preset?.dark ?? .dark : preset?.light ?? .light
    if let background {
      colors.background = background
      colors.surface = background.mixed(with: isDark ? .white : .black, isDark ? 0.07 : 0.04)
    }
    if let surface { colors.surface = surface }
    if let text { colors.text = text }
    let grounds = [colors.background, colors.surface]
    let end = colors.text
    func token(_ own: Color?, _ standard: Color, ratio: Double) -> Color {
      own ?? standard.legible(on: grounds, ratio: ratio, towards: end)
    }
    colors.muted = token(muted, colors.muted, ratio: 4.5)
    colors.accent = token(accent, colors.accent, ratio: 3)
    colors.good = token(good, colors.good, ratio: 3)
    colors.warn = token(warn, colors.warn, ratio: 3)
    colors.bad = token(bad, colors.bad, ratio: 3)
    colors.info = token(info, colors.info, ratio: 3)
    return colors
  }
}

extension Theme.Colors {
  /// Dark on light.
  public static let light = Theme.Colors(
    background: Color(rgb: 0xF3F4F6), surface: Color(rgb: 0xFFFFFF), text: Color(rgb: 0x15181C),
    muted: Color(rgb: 0x5B626C),
    accent: Color(rgb: 0x0B5CAD), good: Color(rgb: 0x0F9D74), warn: Color(rgb: 0xA86400), bad: Color(rgb: 0x8E1023),
    info: Color(rgb: 0x2F6FDE))

  /// Light on dark.
  public static let dark = Theme.Colors(
    background: Color(rgb: 0x0E1116), surface: Color(rgb: 0x1A1F27), text: Color(rgb: 0xF2F4F7),
    muted: Color(rgb: 0x9BA4B0),
    accent: Color(rgb: 0x6CB6FF), good: Color(rgb: 0x79E0BC), warn: Color(rgb: 0xE9B949), bad: Color(rgb: 0xDE3E52),
    info: Color(rgb: 0x79B8FF))
}
