import Scene

/// A theme that comes with Vitrine: colours by day and by night, and the fonts that go with them.
public struct ThemePreset: Sendable, Hashable {
  /// As a board writes it.
  public var name: String
  /// One sentence.
  public var summary: String
  /// By day.
  public var light: Theme.Colors
  /// By night.
  public var dark: Theme.Colors
  /// Of running text.
  public var font: String
  /// Of headings and large values.
  public var headingFont: String

  /// In the order of the manual.
  public static let all: [ThemePreset] = [transit, gallery, hearth, factory]

  /// The one of a name; nil for any other word.
  public init?(_ name: String) {
    guard let preset = Self.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  private init(
    _ name: String, _ summary: String, fonts: (text: String, heading: String), light: Theme.Colors, dark: Theme.Colors
  ) {
    (self.name, self.summary, self.light, self.dark) = (name, summary, light, dark)
    (font, headingFont) = fonts
  }

  private static let transit = ThemePreset(
    "transit", "Signs over platforms: navy and yellow, narrow headings.", fonts: ("Roboto", "Roboto Condensed"),
    light: Theme.Colors(
      0xE9EDF2, surface: 0xFFFFFF, text: 0x0B1A33, muted: 0x4F5D75, accent: 0x10316B, good: 0x0E9A72, warn: 0xA86400,
      bad: 0x8E1023, info: 0x2F6FDE),
    dark: Theme.Colors(
      0x071126, surface: 0x0F1F3F, text: 0xFFFFFF, muted: 0xA9B8D3, accent: 0xFFCC1F, good: 0x7FE8C4, warn: 0xF2A93B,
      bad: 0xDE4055, info: 0x7FB8FF))

  private static let gallery = ThemePreset(
    "gallery", "Labels beside pictures: paper and ink, headings with serifs.", fonts: ("Inter", "EB Garamond"),
    light: Theme.Colors(
      0xF6F3EC, surface: 0xFFFDF8, text: 0x1E1B16, muted: 0x675F53, accent: 0x7A3B2E, good: 0x2F9C7A, warn: 0xA06A12,
      bad: 0x96161F, info: 0x3B6FB5),
    dark: Theme.Colors(
      0x141210, surface: 0x1F1C19, text: 0xF4EFE6, muted: 0xA89F92, accent: 0xE3B28A, good: 0x8CDCC0, warn: 0xE3B455,
      bad: 0xD93F4D, info: 0x8CB9E8))

  private static let hearth = ThemePreset(
    "hearth", "A home: warm colours, round letters.", fonts: ("Lato", "Quicksand"),
    light: Theme.Colors(
      0xF7EFE6, surface: 0xFFFAF4, text: 0x2A211B, muted: 0x6F5F53, accent: 0xA8481F, good: 0x2C9A86, warn: 0x9A6A00,
      bad: 0x8F1430, info: 0x3E6DB5),
    dark: Theme.Colors(
      0x17120F, surface: 0x231C18, text: 0xF6EDE4, muted: 0xB3A294, accent: 0xF0A56B, good: 0x86DFCA, warn: 0xEFC15A,
      bad: 0xD93F55, info: 0x8FBCEB))

  private static let factory = ThemePreset(
    "factory", "A hall: grey and signal yellow, letters made for cockpits.", fonts: ("B612", "B612"),
    light: Theme.Colors(
      0xE6E8EA, surface: 0xFBFBFB, text: 0x101214, muted: 0x505860, accent: 0x1F4E79, good: 0x0E966E, warn: 0xA86400,
      bad: 0x86101F, info: 0x2A6BD4),
    dark: Theme.Colors(
      0x0B0C0D, surface: 0x17191B, text: 0xFAFAFA, muted: 0xA3ABB3, accent: 0xF5B800, good: 0x72E4BC, warn: 0xF7C948,
      bad: 0xDE3A4C, info: 0x74B4FF))
}

extension Theme.Colors {
  /// Tokens as `0xRRGGBB`; the first is the background.
  init(
    _ background: UInt32, surface: UInt32, text: UInt32, muted: UInt32, accent: UInt32, good: UInt32, warn: UInt32,
    bad: UInt32, info: UInt32
  ) {
    self.init(
      background: Color(rgb: background), surface: Color(rgb: surface), text: Color(rgb: text),
      muted: Color(rgb: muted),
      accent: Color(rgb: accent), good: Color(rgb: good), warn: Color(rgb: warn), bad: Color(rgb: bad),
      info: Color(rgb: info))
  }
}
