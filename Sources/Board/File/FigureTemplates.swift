/// What only some kinds of card have, as the board file describes it.
public indirect enum FigureTemplate: Sendable, Hashable {
  case number(NumberTemplate)
  case departure(DepartureTemplate)
  case agenda(AgendaTemplate)
  case chart(ChartTemplate)
  case button
}

public struct NumberTemplate: Sendable, Hashable {
  public var value: Template?
  public var unit: Template?
  /// What a full bar means; nil has no bar.
  public var maximum: Expression?
  /// A list of numbers.
  public var spark: Expression?
}

public struct DepartureTemplate: Sendable, Hashable {
  public var due: Expression?
  public var planned: Expression?
  public var platform: Template?
  public var cancelled: Expression?
}

public struct AgendaTemplate: Sendable, Hashable {
  public var start: Expression?
  public var end: Expression?
  /// Nil: the item's own `allday`, or a start without a time of day.
  public var allDay: Expression?
}

public struct ChartTemplate: Sendable, Hashable {
  /// A list of points, and what to call it.
  public struct Series: Sendable, Hashable {
    public var name: String?
    public var points: Expression
    /// The point's value, the point being the item; nil is the point itself, or the second of two.
    public var y: Expression?
  }

  public var style: ChartFigure.Style
  public var series: [Series]
  /// Where the point stands, the point being the item; nil is its position in the list, or the first of two.
  public var x: Expression?
  public var minimum: Expression?
  public var maximum: Expression?
}

/// What a tap does, as the board file describes it.
public enum TapTemplate: Sendable, Hashable {
  case detail
  /// The page's title.
  case page(String)
  case post(PostTemplate)

  var action: TapAction {
    switch self {
    case .detail: .detail
    case .page(let title): .page(title)
    case .post: .post
    }
  }
}

public struct PostTemplate: Sendable, Hashable {
  public var url: Template
  /// The request's body.
  public var json: JSONTemplate?
  /// The question asked before.
  public var confirm: Template?
}

/// JSON with values in its texts.
public indirect enum JSONTemplate: Sendable, Hashable {
  /// A number, a bool or null as it is written.
  case literal(Value)
  /// A text; one that is nothing but a `{value}` is that value, with its own type.
  case text(Template)
  case list([JSONTemplate])
  case record([Field])

  public struct Field: Sendable, Hashable {
    public var name: String
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
    case .agenda(let agenda): [agenda.start, agenda.end, agenda.allDay]
    case .chart(let chart): chart.series.flatMap { [$0.points, $0.y] } + [chart.x, chart.minimum, chart.maximum]
    case .button: []
    }
  }
}

extension TapTemplate {
  var expressions: [Expression] {
    guard case .post(let post) = self else { return [] }
    return post.url.expressions + (post.confirm?.expressions ?? []) + (post.json?.expressions ?? [])
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
