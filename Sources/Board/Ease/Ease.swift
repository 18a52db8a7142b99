import Scene

/// What makes the panel easier for who stands before it: larger, plainer, lower, calmer. Chosen on the panel, and forgotten when nobody is there.
public struct Ease: Sendable, Hashable {
  /// How large everything is, of what the board asks for.
  public enum Size: Int, Sendable, Hashable, CaseIterable {
    /// In per cent.
    case standard = 100
    case large = 150
    case largest = 200

    /// 1, 1.5 or 2.
    public var factor: Double { Double(rawValue) / 100 }

    /// Of what stands at the panel's lower edge, and is no text: on a small panel a row of 18 mm would leave too little to the page.
    public var rowFactor: Double { min(factor, 1.25) }
  }

  /// How large everything is.
  public var size: Size
  /// Text keeps 7 : 1, on black or white.
  public var hasContrast: Bool
  /// All of it lies in the lower part of a panel that stands.
  public var isLow: Bool
  /// Nothing slides, springs or flies.
  public var isStill: Bool

  /// The board as it is, for the parameters see the properties.
  public init(size: Size = .standard, hasContrast: Bool = false, isLow: Bool = false, isStill: Bool = false) {
    (self.size, self.hasContrast, self.isLow, self.isStill) = (size, hasContrast, isLow, isStill)
  }

  /// The board's colours as somebody sees them who has chosen this.
  public func colors(_ colors: Theme.Colors) -> Theme.Colors { hasContrast ? colors.inHighContrast : colors }

  /// The same cards as somebody sees them who has chosen this: what a header has no room for beside its name any more comes below it.
  public func cards(_ cards: [Card]) -> [Card] {
    guard size != .standard, var header = cards.first, header.kind == .header,
      header.subtitle != nil || header.trail != nil || header.badge != nil
    else { return cards }
    let rest = header.takeRest()
    return [header, rest] + cards.dropFirst()
  }

  /// The least contrast of text. Source: WCAG 2.1, 1.4.6 and 1.4.3.
  public var contrast: Double { hasContrast ? 7 : 4.5 }

  /// How much of a standing panel's height is used when all lies low. Source: the lower 40 % of a panel 190 cm high is what somebody in a
  /// wheelchair reaches (EN 301 549, 8.3: below 120 cm).
  public static let lowShare = 0.4
  /// The same of a small panel, all of which is near: enough to be seen what can be chosen. Of its height at most, and in dp.
  public static let mostLowShare = 0.6
  /// How high what is used of it is at least, in dp.
  public static let leastLow = 480.0
}

extension Card {
  /// What a header has no room for, taken out of it: a card by itself, below it.
  package mutating func takeRest(
    subtitle hasSubtitle: Bool = true, trail hasTrail: Bool = true, badge hasBadge: Bool = true
  )
    -> Card
  {
    var row = Card(id: Self.rest, kind: .row)
    if hasSubtitle { (row.title, subtitle) = (subtitle, nil) }
    if hasTrail { (row.trail, row.isTrailTime, trail) = (trail, isTrailTime, nil) }
    if hasBadge { (row.badge, row.badgeTone, badge, badgeTone) = (badge, badgeTone, nil, nil) }
    if row.title == nil { (row.title, row.trail) = (row.trail, nil) }
    return row
  }

  /// It holds what the header above it has no room for, and is no row of the list that follows.
  package var isRest: Bool { id.place == Self.rest.place }

  /// No card of a board has it.
  private static let rest = CardID(place: -30)
}

extension Theme.Colors {
  /// The same colours on black, or on white where they are light, with nothing that is read below 7 : 1.
  public var inHighContrast: Theme.Colors {
    let isDark = background.luminance < 0.18
    var colors = self
    colors.background = isDark ? .black : .white
    colors.surface = isDark ? Color(rgb: 0x1C1C1C) : Color(rgb: 0xF2F2F2)
    colors.text = isDark ? .white : .black
    let grounds = [colors.background, colors.surface]
    func token(_ token: Color) -> Color { token.legible(on: grounds, ratio: 7, towards: colors.text) }
    colors.muted = token(muted)
    colors.accent = token(accent)
    colors.good = token(good)
    colors.warn = token(warn)
    colors.bad = token(bad)
    colors.info = token(info)
    return colors
  }
}
