/// What only some kinds of card have, as the board file describes it.
public indirect enum FigureTemplate: Sendable, Hashable {
  case number(NumberTemplate)
  case departure(DepartureTemplate)
  case agenda(AgendaTemplate)
  case chart(ChartTemplate)
  case button
  case table(TableTemplate)
  case clock(ClockTemplate)
  case forecast(ForecastTemplate)
  case gauge(GaugeTemplate)
  case range(RangeTemplate)
  case month(MonthTemplate)
  case control(ControlTemplate)
  case own(OwnTemplate)
}

/// A card of a program's own kind, before it is evaluated for an item.
public struct OwnTemplate: Sendable, Hashable {
  /// What measures and draws it.
  public var kind: any CardKind
  /// By the key's name.
  public var values: [String: Part]

  /// What stands at a key.
  public enum Part: Sendable, Hashable {
    /// Filled in.
    case text(Template)
    /// A number.
    case number(Expression)
    /// Whether it holds.
    case flag(Expression)
    /// A list of numbers.
    case numbers(Expression)
    /// A word of a choice.
    case word(String)
  }

  /// Kinds of one name are one.
  public static func == (a: OwnTemplate, b: OwnTemplate) -> Bool { a.kind.name == b.kind.name && a.values == b.values }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind.name)
    hasher.combine(values)
  }
}

/// A large value, before it is evaluated for an item.
public struct NumberTemplate: Sendable, Hashable {
  /// What is written large; without it, and for words such as `unavailable`, a dash is.
  public var value: Template?
  /// Written after the value.
  public var unit: Template?
  /// What a full bar means; nil has no bar.
  public var maximum: Expression?
  /// A list of numbers.
  public var spark: Expression?
}

/// A departure, before it is evaluated for an item.
public struct DepartureTemplate: Sendable, Hashable {
  /// When it leaves, as a date; counted down to.
  public var due: Expression?
  /// When it should leave, as a date; the difference from `due` is the delay.
  public var planned: Expression?
  /// Written as it is.
  public var platform: Template?
  /// True for one that does not run.
  public var cancelled: Expression?
  /// The line's colour, as the data has it.
  public var color: Template?
}

/// An entry of an agenda, before it is evaluated for an item.
public struct AgendaTemplate: Sendable, Hashable {
  /// As a date; an item without one has no card.
  public var start: Expression?
  /// As a date; nil, or no later than the start, is no end.
  public var end: Expression?
  /// Nil: the item's own `allday`, or a start without a time of day.
  public var allDay: Expression?
}

/// A chart, before it is evaluated for an item.
public struct ChartTemplate: Sendable, Hashable {
  /// A list of points, and what to call it.
  public struct Series: Sendable, Hashable {
    /// In the legend, which only a chart of several has.
    public var name: String?
    /// A list; anything else leaves the series out.
    public var points: Expression
    /// The point's value, the point being the item; nil is the point itself, or the second of two.
    public var y: Expression?
  }

  /// How all of the series are drawn.
  public var style: ChartFigure.Style
  /// In the order of the file; those after the sixth are not drawn.
  public var series: [Series]
  /// Where the point stands, the point being the item; nil is its position in the list, or the first of two.
  public var x: Expression?
  /// The value at the lower edge; nil is the least there is, for bars at most 0.
  public var minimum: Expression?
  /// The value at the upper edge; nil is the greatest there is, for bars at least 0.
  public var maximum: Expression?
  /// Values that mean something.
  public var marks: [MarkTemplate] = []
  /// Each series has a plot and a scale of its own.
  public var isSplit = false
}

/// What a tap does, as the board file describes it.
public enum TapTemplate: Sendable, Hashable {
  case detail
  /// The page's title.
  case page(String)
  case post(PostTemplate)
  /// What the program does.
  case call(CallTemplate)

  var action: TapAction {
    switch self {
    case .detail: .detail
    case .page(let title): .page(title)
    case .post, .call: .post
    }
  }
}

/// What a tap calls in the program, before it is evaluated for an item.
public struct CallTemplate: Sendable, Hashable {
  /// Of an action the program has.
  public var name: String
  /// What it is called with: a record.
  public var values: JSONTemplate?
  /// The question asked before.
  public var confirm: Template?
}

/// A request a tap sends, before it is evaluated for an item.
public struct PostTemplate: Sendable, Hashable {
  /// Evaluated at the tap; only hosts the board may send to are sent to.
  public var url: Template
  /// Sent with it.
  public var headers: [Source.Header] = []
  /// The request's body.
  public var json: JSONTemplate?
  /// Instead of it, the fields of a web form.
  public var form: [Source.Header] = []
  /// Instead of both, a text that goes as it is.
  public var text: Template?
  /// How it is asked.
  public var method = Method.post
  /// The question asked before.
  public var confirm: Template?
  /// A broker keeps it for whoever comes later.
  public var isRetained = false

  /// What is asked of a server, in HTTP's words. None that only reads: a tap does something.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    /// The usual one.
    case post
    /// What is to be there from now on, and what of it is to be another, and what is to be there no more.
    case put, patch, delete
  }

  /// What it sends, as far as it holds values and settings.
  var body: JSONTemplate? {
    if !form.isEmpty { return .record(form.map { JSONTemplate.Field(name: $0.name, value: .text($0.value)) }) }
    return text.map(JSONTemplate.text) ?? json
  }

  /// Settings of the machine that it is sent with and that are not there, as they are written.
  var missingSettings: [String] {
    url.missingSettings + headers.flatMap(\.value.missingSettings) + (body?.missingSettings ?? [])
  }
}

/// JSON with values in its texts.
public indirect enum JSONTemplate: Sendable, Hashable {
  /// A number, a bool or null as it is written.
  case literal(Value)
  /// A text; one that is nothing but a `{value}` is that value, with its own type.
  case text(Template)
  case list([JSONTemplate])
  case record([Field])

  /// A name with its value, as a JSON object has them.
  public struct Field: Sendable, Hashable {
    /// As it is written: nothing is filled in.
    public var name: String
    /// What is filled in at the tap.
    public var value: JSONTemplate
  }
}

extension FigureTemplate {
  /// Everything that is evaluated for the card's own item.
  var expressions: [Expression?] {
    switch self {
    case .number(let number):
      (number.value?.expressions ?? []) + (number.unit?.expressions ?? []) + [number.maximum, number.spark]
    case .departure(let departure):
      [departure.due, departure.planned, departure.cancelled] + (departure.platform?.expressions ?? [])
        + (departure.color?.expressions ?? [])
    case .agenda(let agenda): [agenda.start, agenda.end, agenda.allDay]
    case .chart(let chart):
      chart.series.flatMap { [$0.points, $0.y] } + [chart.x, chart.minimum, chart.maximum] + chart.marks.map(\.value)
    case .button: []
    case .table, .clock, .forecast, .gauge, .range, .month: cardExpressions
    case .control(let control): control.expressions
    case .own(let own):
      own.values.values.flatMap { part -> [Expression?] in
        switch part {
        case .text(let template): template.expressions
        case .number(let expression), .flag(let expression), .numbers(let expression): [expression]
        case .word: []
        }
      }
    }
  }
}

extension TapTemplate {
  var expressions: [Expression] {
    switch self {
    case .detail, .page: []
    case .post(let post):
      post.url.expressions + post.headers.flatMap(\.value.expressions) + (post.confirm?.expressions ?? [])
        + (post.body?.expressions ?? [])
    case .call(let call): (call.values?.expressions ?? []) + (call.confirm?.expressions ?? [])
    }
  }
}

extension JSONTemplate {
  var expressions: [Expression] {
    switch self {
    case .literal: []
    case .text(let template): template.expressions
    case .list(let items): items.flatMap(\.expressions)
    case .record(let fields): fields.flatMap(\.value.expressions)
    }
  }
}
