import Numbers

/// A value that means something, on a chart or a gauge.
public struct ValueMark: Sendable, Hashable {
  /// In the data's own unit.
  public var value: Double
  /// What reaching it means.
  public var tone: Card.Tone
  /// The value in words.
  public var label: String

  /// For the parameters see the properties.
  public init(value: Double, tone: Card.Tone, label: String) {
    self.value = value
    self.tone = tone
    self.label = label
  }
}

/// A line of a table: what stands in its columns, in their order. Nil is an empty cell.
public struct TableFigure: Sendable, Hashable {
  /// As many in each line of a table.
  public var cells: [String?]

  /// - Parameter cells: as many in each line of a table; nil is an empty one.
  public init(cells: [String?]) { self.cells = cells }

  /// More columns no panel has.
  public static let mostCells = 16
}

/// A time of day, large. What it is the time of is the card's title.
public struct ClockFigure: Sendable, Hashable {
  /// The words of the board file.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case digital, analogue
  }

  /// How it is drawn.
  public var style: Style
  /// "17:42"; nil where no clock is known for the zone.
  public var time: String?
  /// How far each hand has turned from twelve, 0..<1.
  public var hour = 0.0
  /// The same of the minute's hand.
  public var minute = 0.0
  /// Nil shows no seconds.
  public var second: Double?
  /// "Tuesday 4 March"; a weekday where it is another one than the board's.
  public var date: String?
  /// Between eight in the evening and six in the morning: its dial is dark.
  public var isNight = false

  /// - Parameters:
  ///   - time: nil where no clock is known for the zone.
  public init(style: Style = .digital, time: String?) {
    self.style = style
    self.time = time
  }
}

/// Days beside or below each other, with what they bring.
public struct ForecastFigure: Sendable, Hashable {
  /// One of them.
  public struct Day: Sendable, Hashable {
    /// "Mon".
    public var name: String?
    /// Of the built-in pictures.
    public var icon: String?
    /// The least and the greatest value; nil when one of them is missing.
    public var low: Double?
    /// The greatest value; nil when one of them is missing.
    public var high: Double?
    /// `low` in words, with its unit.
    public var lowLabel: String?
    /// `high` in words, with its unit.
    public var highLabel: String?
    /// "60 %": what is said beside it.
    public var note: String?

    /// Nothing is known of it.
    public init() {}
  }

  /// At most fourteen.
  public var days: [Day]
  /// The least of all values, and the greatest: the scale of the bars.
  public var scale: ClosedRange<Double>?

  /// - Parameter days: at most fourteen.
  public init(days: [Day]) {
    self.days = days
    let values = days.flatMap { [$0.low, $0.high] }.compactMap(\.self)
    if let low = values.min(), let high = values.max() { scale = ClosedRange(rising: low, high) }
  }
}

/// A value on an arc.
public struct GaugeFigure: Sendable, Hashable {
  /// Nil is shown as a dash.
  public var value: String?
  /// Written below the value.
  public var unit: String?
  /// How much of the arc is full, 0...1; nil when the value is missing.
  public var share: Double?
  /// What stands at the arc's two ends.
  public var lowLabel: String
  /// What stands at the arc's other end.
  public var highLabel: String
  /// The stretches of the arc that mean something, from share to share.
  public var zones: [Zone] = []

  /// A stretch of the arc.
  public struct Zone: Sendable, Hashable {
    /// From 0 to 1.
    public var start: Double
    /// From 0 to 1, no less than `start`.
    public var end: Double
    /// What a value there means.
    public var tone: Card.Tone

    /// For the parameters see the properties.
    public init(start: Double, end: Double, tone: Card.Tone) {
      self.start = start
      self.end = end
      self.tone = tone
    }
  }

  /// The stretch the value lies in; nil where that means nothing.
  public var zone: Zone? {
    share.flatMap { share in zones.last { $0.start <= share && share <= $0.end && $0.end > $0.start } }
  }

  /// What the value means by that; nil where it is nothing in particular.
  var tone: Card.Tone? {
    switch zone?.tone {
    case .bad: .bad
    case .warn: .warn
    case .info: .info
    case .good: .good
    case .muted, .accent, nil: nil
    }
  }

  /// For the parameters see the properties.
  public init(value: String?, unit: String? = nil, share: Double?, lowLabel: String, highLabel: String) {
    self.value = value
    self.unit = unit
    self.share = share
    self.lowLabel = lowLabel
    self.highLabel = highLabel
  }
}

/// From a low to a high value, on the scale of its list.
public struct RangeFigure: Sendable, Hashable {
  /// In the data's own unit; nil where it is missing.
  public var low: Double?
  /// No less than `low`; nil where it is missing.
  public var high: Double?
  /// Where the value is now; nil for none.
  public var value: Double?
  /// `low` in words, with its unit; a dash where it is missing.
  public var lowLabel: String
  /// `high` in words, with its unit; a dash where it is missing.
  public var highLabel: String
  /// Written after both.
  public var unit: String?
  /// What the bar's two ends mean; the same in the whole list.
  public var scale: ClosedRange<Double>

  /// For the parameters see the properties.
  public init(low: Double?, high: Double?, value: Double? = nil, lowLabel: String, highLabel: String) {
    self.low = low
    self.high = high
    self.value = value
    self.lowLabel = lowLabel
    self.highLabel = highLabel
    scale = Self.span(low, high) ?? 0...0
  }

  /// From the one to the other; what is known of them, where one is missing.
  public var span: ClosedRange<Double>? { Self.span(low, high) }

  private static func span(_ low: Double?, _ high: Double?) -> ClosedRange<Double>? {
    guard let start = low ?? high, let end = high ?? low else { return nil }
    return ClosedRange(rising: start, max(end, start))
  }
}

/// A sheet of a calendar. Its month is the card's title.
public struct MonthFigure: Sendable, Hashable {
  /// Seven, the first day of the week first.
  public var weekdays: [String]
  /// Which columns are no workdays, 0...6.
  public var weekend: [Int]
  /// Empty cells before the first day, 0...6.
  public var offset: Int
  /// 28...31.
  public var days: Int
  /// 1...31; nil when today is in another month.
  public var today: Int?
  /// Today's month is over: every day has passed.
  public var isOver = false
  /// What there is on a day, three at most; the first day first.
  public var marks: [[Card.Tone]]

  /// For the parameters see the properties.
  public init(weekdays: [String], weekend: [Int], offset: Int, days: Int, today: Int?, marks: [[Card.Tone]]) {
    self.weekdays = weekdays
    self.weekend = weekend
    self.offset = offset
    self.days = days
    self.today = today
    self.marks = marks
  }

  /// Lines of the sheet.
  public var weeks: Int { (offset + days + 6) / 7 }
}
