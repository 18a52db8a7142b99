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
  /// - Parameter prefersDark: what `mode: auto` means here.
  ///
  /// The defaults keep WCAG's 4.5:1 for text and muted text on background and surface, and 3:1 for the tones. A background of the
  /// board's own decides for itself: a dark one gets light text, whatever the mode.
  public func colors(prefersDark: Bool) -> Colors {
    var isDark = mode == .dark || (mode == .auto && prefersDark)
    if let background { isDark = background.luminance < 0.18 }
    var colors = isDark ? Colors.dark : Colors.light
    if let background {
      colors.background = background
      colors.surface = background.mixed(with: isDark ? .white : .black, isDark ? 0.07 : 0.04)
    }
    if let surface { colors.surface = surface }
    if let text { colors.text = text }
    if let muted { colors.muted = muted }
    if let accent { colors.accent = accent }
    if let good { colors.good = good }
    if let warn { colors.warn = warn }
    if let bad { colors.bad = bad }
    if let info { colors.info = info }
    return colors
  }
}

extension Theme.Colors {
  /// Dark on light.
  public static let light = Theme.Colors(
    background: Color(rgb: 0xF3F4F6), surface: Color(rgb: 0xFFFFFF), text: Color(rgb: 0x15181C),
    muted: Color(rgb: 0x5B626C),
    accent: Color(rgb: 0x0B5CAD), good: Color(rgb: 0x1A7F37), warn: Color(rgb: 0x9A6700), bad: Color(rgb: 0xC62828),
    info: Color(rgb: 0x0969DA))

  /// Light on dark.
  public static let dark = Theme.Colors(
    background: Color(rgb: 0x0E1116), surface: Color(rgb: 0x1A1F27), text: Color(rgb: 0xF2F4F7),
    muted: Color(rgb: 0x9BA4B0),
    accent: Color(rgb: 0x6CB6FF), good: Color(rgb: 0x4CC26B), warn: Color(rgb: 0xE5B13A), bad: Color(rgb: 0xFF7B72),
    info: Color(rgb: 0x79C0FF))
}
