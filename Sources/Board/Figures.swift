public import Scene

/// What only some kinds of card have, evaluated: texts are final, values are ready to be drawn.
public indirect enum Figure: Sendable, Hashable {
  case number(NumberFigure)
  case departure(DepartureFigure)
  case agenda(AgendaFigure)
  /// The line between what is over and what is to come, with the time of day: "10:24".
  case now(String)
  case chart(ChartFigure)
  case button(ButtonState)
  case table(TableFigure)
  /// What stands over the columns of a list that follows.
  case head([String])
  case clock(ClockFigure)
  case forecast(ForecastFigure)
  case gauge(GaugeFigure)
  case range(RangeFigure)
  case month(MonthFigure)
  case control(ControlFigure)
  /// What somebody is writing.
  case field(Writing)
  case keyboard(Keyboard)
  case own(OwnFigure)
}

/// A card of a program's own kind.
public struct OwnFigure: Sendable, Hashable {
  /// What measures and draws it.
  public var kind: any CardKind
  /// What its keys came to.
  public var values: NamedValues

  /// For the parameters see the properties.
  public init(kind: any CardKind, values: NamedValues) {
    self.kind = kind
    self.values = values
  }

  /// Kinds of one name are one.
  public static func == (a: OwnFigure, b: OwnFigure) -> Bool { a.kind.name == b.kind.name && a.values == b.values }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind.name)
    hasher.combine(values)
  }
}

/// A large value. Its label is the card's title.
public struct NumberFigure: Sendable, Hashable {
  /// Nil is shown as a dash: a sensor that says nothing is news too.
  public var value: String?
  /// Written after the value, smaller: "°C".
  public var unit: String?
  /// How much of the bar is full, 0...1; nil has no bar.
  public var share: Double?
  /// The course so far, oldest first; nil is a gap. Empty has no sparkline.
  public var spark: [Double?]

  /// - Parameters:
  ///   - share: how much of the bar is full, 0...1; nil has no bar.
  ///   - spark: oldest first; nil is a gap.
  public init(value: String? = nil, unit: String? = nil, share: Double? = nil, spark: [Double?] = []) {
    self.value = value
    self.unit = unit
    self.share = share
    self.spark = spark
  }
}

/// A departure. Its destination is the card's title, its line the badge, its note the subtitle.
public struct DepartureFigure: Sendable, Hashable {
  /// "4", "now", or the time of day when that is an hour or more away.
  public var due: String?
  /// "min" after a number of minutes.
  public var unit: String?
  /// "Mon", or "7 Dec" when that is a week or more away; nil for what leaves today or within half a day.
  public var day: String?
  /// The time of day it should have been, "17:51".
  public var planned: String?
  /// The time of day it will be, "17:55"; nil when it is as planned, or nothing is planned.
  public var expected: String?
  /// "+4"; early is "−1".
  public var delay: String?
  /// What the delay means.
  public var delayTone: Card.Tone?
  /// It leaves within the minute.
  public var isDue = false
  /// As the data calls it: "3a".
  public var platform: String?
  /// The same where no head says what it is: "Platform 3a".
  public var platformSaid: String?
  /// "Cancelled"; nil when it runs.
  public var cancelled: String?
  /// The line's own, as the data has it; nil is the board's accent.
  public var color: Color?

  /// Texts as they are written on the card; what is nil is left out.
  public init(
    due: String? = nil, unit: String? = nil, day: String? = nil, planned: String? = nil, expected: String? = nil,
    delay: String? = nil,
    delayTone: Card.Tone? = nil, platform: String? = nil, cancelled: String? = nil
  ) {
    self.due = due
    self.unit = unit
    self.day = day
    self.planned = planned
    self.expected = expected
    self.delay = delay
    self.delayTone = delayTone
    self.platform = platform
    self.cancelled = cancelled
  }
}

/// An entry of an agenda.
public struct AgendaFigure: Sendable, Hashable {
  /// Where an entry lies as seen from now. One that lasts all day is never `running`.
  public enum Phase: Sendable, Hashable {
    case over, running, coming
  }

  /// "09:30", or "All day".
  public var start: String?
  /// "10:30"; nil when it has no end, or lasts all day.
  public var end: String?
  /// Decides whether the entry is pale, marked or plain.
  public var phase: Phase

  /// Times of day as they are written.
  public init(start: String? = nil, end: String? = nil, phase: Phase = .coming) {
    self.start = start
    self.end = end
    self.phase = phase
  }
}

/// A chart's lines or bars, with the scale they stand on.
public struct ChartFigure: Sendable, Hashable {
  /// How the points are drawn; the words of the board file.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case line, area, bars
  }

  /// One line, or the bars of one colour.
  public struct Series: Sendable, Hashable {
    /// Nil when there is only one.
    public var name: String?
    /// From the first to the last.
    public var points: [Point]
    /// The last value there is, in words.
    public var lastLabel: String?

    /// - Parameters:
    ///   - points: from the first to the last.
    ///   - lastLabel: the last value there is, in words.
    public init(name: String? = nil, points: [Point], lastLabel: String? = nil) {
      self.name = name
      self.points = points
      self.lastLabel = lastLabel
    }
  }

  /// A value and where it stands.
  public struct Point: Sendable, Hashable {
    /// From the chart's leading edge, 0, to its trailing edge, 1.
    public var x: Double
    /// Nil is a gap.
    public var y: Double?

    /// - Parameters:
    ///   - x: share of the chart's width, 0...1.
    ///   - y: in the data's own unit; nil is a gap.
    public init(x: Double, y: Double?) {
      self.x = x
      self.y = y
    }
  }

  /// Of all series.
  public var style: Style
  /// In the order of the board file, at most six.
  public var series: [Series]
  /// The values at the chart's lower and upper edge; the upper is the greater.
  public var low: Double
  /// The value at the chart's upper edge; greater than `low`.
  public var high: Double
  /// The same in words.
  public var lowLabel: String
  /// `high` in words.
  public var highLabel: String
  /// Values that mean something: a line each.
  public var marks: [ValueMark] = []
  /// What stands below the chart where: times of day, days; from the first to the last.
  public var ticks: [Tick] = []
  /// Plots one below the other, each with a scale of its own; empty where all series share one.
  public var parts: [ChartFigure] = []

  /// A place along the chart, with its words.
  public struct Tick: Sendable, Hashable {
    /// Share of the chart's width, 0...1.
    public var x: Double
    /// A time, or a date.
    public var label: String
    /// It stays where others have no room: with it another day or year begins.
    public var isMain: Bool

    /// - Parameters:
    ///   - x: share of the chart's width, 0...1.
    ///   - label: a time, or a date.
    ///   - isMain: it stays where others have no room.
    public init(x: Double, label: String, isMain: Bool = false) {
      self.x = x
      self.label = label
      self.isMain = isMain
    }
  }

  /// - Parameters:
  ///   - low: the value at the lower edge.
  ///   - high: the value at the upper edge; greater than `low`.
  public init(
    style: Style = .line, series: [Series], low: Double, high: Double, lowLabel: String, highLabel: String
  ) {
    self.style = style
    self.series = series
    self.low = low
    self.high = high
    self.lowLabel = lowLabel
    self.highLabel = highLabel
  }
}

/// How far the action of a button has come.
public enum ButtonState: Sendable, Hashable {
  case ready
  /// Sent, not yet answered.
  case busy
  /// A word for people: "Booked".
  case done(String)
  case failed(String)
}
