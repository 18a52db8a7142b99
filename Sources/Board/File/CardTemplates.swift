/// A line of a table, before it is evaluated for an item.
public struct TableTemplate: Sendable, Hashable {
  /// What stands over a column, and in it.
  public struct Column: Sendable, Hashable {
    /// As it is written.
    public var head: String
    /// Filled in for each item.
    public var cell: Template
  }

  /// In the order of the file.
  public var columns: [Column]
}

/// A clock, before it is evaluated.
public struct ClockTemplate: Sendable, Hashable {
  /// Hands or digits.
  public var style: ClockFigure.Style
  /// As the time zone database calls it; nil is the board's.
  public var zone: String?
  /// Whether seconds are shown.
  public var hasSeconds: Bool
  /// Directives for the date below it; nil shows none, but a weekday that is not the board's.
  public var date: String?
}

/// A day of a forecast, before it is evaluated for an item.
public struct ForecastTemplate: Sendable, Hashable {
  /// "Mon".
  public var day: Template?
  /// A built-in picture's name, or a weather service's word or number.
  public var icon: Template?
  /// The least value.
  public var low: Expression?
  /// The greatest value.
  public var high: Expression?
  /// Written after both.
  public var unit: Template?
  /// What is said beside it.
  public var note: Template?
}

/// A value on an arc, before it is evaluated for an item.
public struct GaugeTemplate: Sendable, Hashable {
  /// What is written, and where the arc ends.
  public var value: Template
  /// Written after the value.
  public var unit: Template?
  /// The value at the arc's beginning; nil is 0.
  public var minimum: Expression?
  /// The value at its end; nil is 100.
  public var maximum: Expression?
  /// From where on values mean something.
  public var marks: [MarkTemplate]
}

/// From a low to a high value, before it is evaluated for an item.
public struct RangeTemplate: Sendable, Hashable {
  /// The least value.
  public var low: Expression
  /// The greatest value.
  public var high: Expression
  /// Where the value is now.
  public var value: Expression?
  /// The value at the bar's beginning; nil is the least of the list.
  public var minimum: Expression?
  /// The value at its end; nil is the greatest of the list.
  public var maximum: Expression?
  /// Written after both.
  public var unit: Template?
}

/// A sheet of a calendar, before it is evaluated.
public struct MonthTemplate: Sendable, Hashable {
  /// A day of the month; nil is today.
  public var date: Expression?
  /// When an item begins.
  public var start: Expression?
  /// When it ends; nil, or no later than the start, lasts for a day.
  public var end: Expression?
}

/// A value that means something, before it is evaluated.
public struct MarkTemplate: Sendable, Hashable {
  /// What reaching it means.
  public var tone: Card.Tone
  /// In the data's own unit.
  public var value: Expression
}

extension FigureTemplate {
  /// What the figures of `CardTemplates` evaluate for the card's own item.
  var cardExpressions: [Expression?] {
    switch self {
    case .table(let table): table.columns.flatMap(\.cell.expressions)
    case .forecast(let day):
      [day.low, day.high] + [day.day, day.icon, day.unit, day.note].flatMap { $0?.expressions ?? [] }
    case .gauge(let gauge):
      gauge.value.expressions + (gauge.unit?.expressions ?? []) + [gauge.minimum, gauge.maximum]
        + gauge.marks.map(\.value)
    case .range(let range):
      [range.low, range.high, range.value, range.minimum, range.maximum] + (range.unit?.expressions ?? [])
    case .month(let month): [month.date, month.start, month.end]
    case .clock, .number, .departure, .agenda, .chart, .button, .control, .own: []
    }
  }
}
