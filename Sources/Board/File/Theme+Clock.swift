extension Theme {
  /// `dark` where a board does not say otherwise, as it would be written.
  static let standardDarkHours = "19:00-07:00"

  /// Whether the colours left out are the dark ones at a moment.
  public func isDark(at moment: Moment) -> Bool {
    switch mode {
    case .light: false
    case .dark: true
    case .auto: dark.contains(moment)
    }
  }

  /// When the clock changes the colours next; seconds since 1970 UTC, nil for never.
  public func nextChange(after moment: Moment) -> Double? {
    mode == .auto && background == nil ? dark.nextChange(after: moment) : nil
  }

  /// The colours to draw in at a moment.
  public func colors(at moment: Moment) -> Colors { colors(isDark: isDark(at: moment)) }
}
