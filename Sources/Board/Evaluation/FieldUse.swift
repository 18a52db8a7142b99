/// A field of a source's items that the board reads, and where it does.
struct FieldUse {
  var source: String
  var field: String
  /// `"row", card 4`, or `where`.
  var place: String
  /// Of the card or the source.
  var mark: Mark?
  /// What chooses among the items by it.
  var condition: Expression?
}

/// Something the board expects of data and does not get.
public struct DataDoubt: Sendable, Hashable {
  /// One sentence, without a full stop.
  public var message: String
  /// Of the card or the source that expects it; nil where that is not known.
  public var mark: Mark?

  /// - Parameters:
  ///   - message: one sentence, without a full stop.
  ///   - mark: of what expects it; nil where that is not known.
  public init(_ message: String, at mark: Mark?) {
    self.message = message
    self.mark = mark
  }
}

extension BoardFile {
  /// In the order of the file.
  var fieldUses: [FieldUse] {
    var uses: [FieldUse] = []
    func add(
      _ expressions: [Expression?], item source: String?, place: String, at mark: Mark?, isCondition: Bool = false
    ) {
      for expression in expressions.compactMap(\.self) {
        expression.forEachField { owner, field in
          guard let name = owner ?? source, sources.contains(where: { $0.name == name }) else { return }
          // The first place is enough to find the mistake.
          guard !uses.contains(where: { $0.source == name && $0.field == field }) else { return }
          uses.append(
            FieldUse(
              source: name, field: field, place: place, mark: mark, condition: isCondition ? expression : nil))
        }
      }
    }
    for source in sources {
      let mark = source.place.mark
      // What `items` leads to and the answer's own fields are not fields of the items.
      for binding in source.with {
        add([binding.expression], item: source.name, place: "\"with\" of the source", at: mark)
      }
      add([source.condition], item: source.name, place: "\"where\" of the source", at: mark, isCondition: true)
      add([source.order?.expression], item: source.name, place: "\"sort\" of the source", at: mark)
      add([source.key], item: source.name, place: "\"key\" of the source", at: mark)
    }
    for binding in lets { add([binding.expression], item: nil, place: "\"let\"", at: nil) }
    var tapped: Set<String> = []
    for (page, number) in pages.enumerated().flatMap({ page in page.element.cards.indices.map { (page, $0) } }) {
      let card = page.element.cards[number]
      let place =
        "\"\(card.kind.rawValue)\", card \(number + 1)" + (pages.count > 1 ? " of page \(page.offset + 1)" : "")
      var source: String?
      if case .source(let name)? = card.each { source = name }
      if card.tap == .detail, let source { tapped.insert(source) }
      add([card.condition], item: source, place: place, at: card.place.mark, isCondition: true)
      add(card.itemExpressions, item: source, place: place, at: card.place.mark)
    }
    // Where items of several sources can be tapped, each may bring fields of its own.
    let detailed = tapped.count == 1 ? tapped.first : nil
    for (number, card) in detail.enumerated() where card.each == nil {
      add(
        card.itemExpressions, item: detailed,
        place: "\"\(card.kind.rawValue)\", card \(number + 1) of the detail", at: card.place.mark)
    }
    return uses
  }
}

extension CardTemplate {
  /// Those of `expressions` that are about the card's item, and not about the points of a chart.
  var itemExpressions: [Expression] {
    guard case .chart(let chart)? = figure else { return expressions }
    let ofPoints = Set(chart.pointExpressions)
    return expressions.filter { !ofPoints.contains($0) }
  }
}

extension ChartTemplate {
  /// What is evaluated for each point.
  var pointExpressions: [Expression] { (series.map(\.y) + [x]).compactMap(\.self) }
}

extension BoardEvaluator {
  /// What the board reads of a source's items, and none of them has.
  public mutating func doubts(about source: String, at moment: Moment) -> [DataDoubt] {
    guard let shaped = records(of: source, at: moment) else { return [] }
    // A condition that leaves nothing is judged by what it was given.
    let records = shaped.items.isEmpty ? unconditional(source, at: moment) ?? shaped : shaped
    let known = Self.names(of: records.items)
    guard !known.isEmpty else { return [] }
    return board.fieldUses.filter { $0.source == source && !known.contains($0.field) }.map { use in
      let hint = suggestion(for: use.field, in: Array(known.prefix(500)))
      if let condition = use.condition {
        var evaluation = Evaluation(moment: localized(moment))
        let left = records.items.count { item in
          evaluation.item = item
          return evaluation.isTrue(condition)
        }
        return DataDoubt(
          "\"where\" leaves \(left) of \(records.items.count): \(use.field) is read as a field, which no item has\(hint)"
            + (Self.isComparedText(use.field, in: condition) ? "; a text is written '\(use.field)'" : ""), at: use.mark)
      }
      return DataDoubt("no item has \"\(use.field)\", which \(use.place) reads\(hint)", at: use.mark)
    }
  }

  /// Fields that `x` and `y` of charts read and no point has.
  public mutating func chartDoubts(at moment: Moment) -> [DataDoubt] {
    var doubts: [DataDoubt] = []
    for (page, place) in board.pages.indices.flatMap({ page in board.pages[page].cards.indices.map { (page, $0) } }) {
      let card = board.pages[page].cards[place]
      guard case .chart(let chart)? = card.figure else { continue }
      let read = chart.pointExpressions.compactMap { if case .field(let name) = $0 { name } else { nil } }
      guard !read.isEmpty, let (_, points) = firstPoints(of: card, chart, page: page, at: moment) else { continue }
      let known = Self.names(of: points)
      for name in read where !known.contains(name) {
        let hint = known.isEmpty ? "; they are no records" : suggestion(for: name, in: Array(known.prefix(500)))
        let doubt = DataDoubt(
          "no point of \"chart\", card \(place + 1), has \"\(name)\", which it reads\(hint)", at: card.place.mark)
        if !doubts.contains(doubt) { doubts.append(doubt) }
      }
    }
    return doubts
  }

  /// The points of the first item of a chart that has any.
  private mutating func firstPoints(
    of card: CardTemplate, _ chart: ChartTemplate, page: Int, at moment: Moment
  ) -> (item: Value, points: [Value])? {
    var evaluation = evaluation(for: Names([card], in: board), page: board.pages[page], at: moment)
    for item in card.each == nil ? [.null] : card.items(&evaluation).items.prefix(20) {
      evaluation.item = item
      for series in chart.series {
        if case .list(let points) = evaluation.value(series.points), !points.isEmpty { return (item, points) }
      }
    }
    return nil
  }

  /// The names of the first items, in their order.
  private static func names(of items: [Value]) -> [String] {
    var known: Set<String> = []
    var names: [String] = []
    for case .record(let record) in items.prefix(200) {
      for name in record.names where known.insert(name).inserted { names.append(name) }
    }
    return names
  }

  /// Whether a name stands on one side of a comparison, as a text does that has no quotes.
  private static func isComparedText(_ name: String, in expression: Expression) -> Bool {
    if case .binary(let operation, _, let right) = expression, operation.precedence == .comparison,
      right == .field(name)
    {
      return true
    }
    return expression.operands.contains { isComparedText(name, in: $0) }
  }
}

extension Expression {
  /// Calls `visit` with every field that is read: of the item, with nil, or of a source named as in `$cal.0.title`.
  fileprivate func forEachField(_ visit: (_ source: String?, _ field: String) -> Void) {
    switch self {
    case .field(let name): visit(nil, name)
    case .member(.item, .name(let name)): visit(nil, name)
    case .member(.global(let source, _), .name(let name)): visit(source, name)
    case .member(.member(.global(let source, _), .index), .name(let name)): visit(source, name)
    case .member(.lookup(.global(let source, _), let key), .name(let name)):
      visit(source, name)
      return key.forEachField(visit)
    default: break
    }
    for operand in operands { operand.forEachField(visit) }
  }
}
