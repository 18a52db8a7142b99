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

/// An expression about a source's items, or about whole sources.
private struct DataUse {
  var expression: Expression
  /// Of the items; nil where there are none.
  var source: String?
  var place: String
  var mark: Mark?
  var isCondition = false
}

extension BoardFile {
  /// In the order of the file.
  var fieldUses: [FieldUse] {
    var uses: [FieldUse] = []
    for use in dataUses {
      use.expression.forEachField { owner, field in
        guard let name = owner ?? use.source, sources.contains(where: { $0.name == name }) else { return }
        // The first place is enough to find the mistake.
        guard !uses.contains(where: { $0.source == name && $0.field == field }) else { return }
        uses.append(
          FieldUse(
            source: name, field: field, place: use.place, mark: use.mark,
            condition: use.isCondition ? use.expression : nil))
      }
    }
    return uses
  }

  /// In the order of the file.
  fileprivate var dataUses: [DataUse] {
    var uses: [DataUse] = []
    func add(
      _ expressions: [Expression?], item source: String?, place: String, at mark: Mark?, isCondition: Bool = false
    ) {
      for expression in expressions.compactMap(\.self) {
        uses.append(
          DataUse(expression: expression, source: source, place: place, mark: mark, isCondition: isCondition))
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
      for member in card.cards where member.each == nil {
        add(
          member.itemExpressions, item: source, place: "\"\(member.kind.rawValue)\" of \(place)", at: member.place.mark)
      }
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
    return missing(known, source, in: records, at: moment) + listsInTheWay(source, records)
  }

  private func missing(
    _ known: [String], _ source: String, in records: SourceRecords, at moment: Moment
  ) -> [DataDoubt] {
    board.fieldUses.filter { $0.source == source && !known.contains($0.field) }.map { use in
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

  /// Paths that go on behind a list as if it were a record: they lead to nothing.
  private func listsInTheWay(_ source: String, _ records: SourceRecords) -> [DataDoubt] {
    var doubts: [DataDoubt] = []
    let items = records.items.prefix(20)
    for use in board.dataUses {
      use.expression.forEachPath { path in
        var found: (path: Expression, list: Expression)?
        if path.names(source) {
          found = path.listInTheWay(of: records.value, of: source).map { (path, $0) }
        } else if use.source == source {
          found = items.lazy.compactMap { path.listInTheWay(of: $0) }.first.map { (path, $0) }
        }
        guard let (path, list) = found else { return }
        let rest = "\(path)".dropFirst("\(list)".count)
        let doubt = DataDoubt(
          "\(use.place) reads \(path), but \(list) is a list: write \(list).0\(rest), or \(list).*\(rest) for all of it",
          at: use.mark)
        if !doubts.contains(doubt) { doubts.append(doubt) }
      }
    }
    return doubts
  }

  /// Cards that have no title for some of their items.
  public mutating func titleDoubts(at moment: Moment) -> [DataDoubt] {
    var doubts: [DataDoubt] = []
    for (page, place) in board.pages.indices.flatMap({ page in board.pages[page].cards.indices.map { (page, $0) } }) {
      let card = board.pages[page].cards[place]
      guard card.each != nil, let title = card.title, !title.expressions.isEmpty else { continue }
      var evaluation = evaluation(for: Names([card], in: board), page: board.pages[page], at: moment)
      var (shown, lost) = (0, 0)
      let (items, _) = card.items(&evaluation)
      card.forEachShown(items, &evaluation) { _, evaluation in
        shown += 1
        if evaluation.text(title) == nil { lost += 1 }
      }
      guard lost > 0 else { continue }
      doubts.append(
        DataDoubt(
          "\"\(card.kind.rawValue)\", card \(place + 1): \(lost) of \(shown) have no title, for a value in \"\(title)\" is missing there; {a ?? 'b'} says what stands in its place",
          at: card.place.mark))
    }
    return doubts
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
  /// Calls `visit` with every path as far as it goes, but those with a `*`.
  fileprivate func forEachPath(_ visit: (Expression) -> Void) {
    guard case .member(let base, _) = self else {
      for operand in operands { operand.forEachPath(visit) }
      return
    }
    if !isSpread, isPath { return visit(self) }
    base.forEachPath(visit)
  }

  private var isPath: Bool {
    switch self {
    case .field, .item, .global: true
    case .member(let base, _): base.isPath
    default: false
    }
  }

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
