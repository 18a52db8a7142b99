/// A field of a source's items that the board reads, and where it does.
struct FieldUse {
  var source: String
  var field: String
  /// `"row", card 4`, or `where`.
  var place: String
}

extension BoardFile {
  /// In the order of the file.
  var fieldUses: [FieldUse] {
    var uses: [FieldUse] = []
    func add(_ expressions: [Expression?], item source: String?, place: String) {
      for expression in expressions.compactMap(\.self) {
        expression.forEachField { owner, field in
          guard let name = owner ?? source, sources.contains(where: { $0.name == name }) else { return }
          // The first place is enough to find the mistake.
          guard !uses.contains(where: { $0.source == name && $0.field == field }) else { return }
          uses.append(FieldUse(source: name, field: field, place: place))
        }
      }
    }
    for source in sources {
      // What `items` leads to and the answer's own fields are not fields of the items.
      for binding in source.with { add([binding.expression], item: source.name, place: "\"with\" of the source") }
      add([source.condition], item: source.name, place: "\"where\" of the source")
      add([source.order?.expression], item: source.name, place: "\"sort\" of the source")
      add([source.key], item: source.name, place: "\"key\" of the source")
    }
    for binding in lets { add([binding.expression], item: nil, place: "\"let\"") }
    var tapped: Set<String> = []
    for (page, number) in pages.enumerated().flatMap({ page in page.element.cards.indices.map { (page, $0) } }) {
      let card = page.element.cards[number]
      let place =
        "\"\(card.kind.rawValue)\", card \(number + 1)" + (pages.count > 1 ? " of page \(page.offset + 1)" : "")
      var source: String?
      if case .source(let name)? = card.each { source = name }
      if card.tap == .detail, let source { tapped.insert(source) }
      add(card.expressions, item: source, place: place)
    }
    // Where items of several sources can be tapped, each may bring fields of its own.
    let detailed = tapped.count == 1 ? tapped.first : nil
    for (number, card) in detail.enumerated() where card.each == nil {
      add(card.expressions, item: detailed, place: "\"\(card.kind.rawValue)\", card \(number + 1) of the detail")
    }
    return uses
  }
}

extension BoardEvaluator {
  /// The fields the board reads of a source's items and none of them has, each in a sentence without its source.
  public func missingFields(of source: String, in records: SourceRecords) -> [String] {
    var known: Set<String> = []
    var suggested: [String] = []
    for case .record(let record) in records.items.prefix(200) {
      for name in record.names where known.insert(name).inserted {
        // A name is compared with each of them letter by letter.
        if suggested.count < 500 { suggested.append(name) }
      }
    }
    guard !known.isEmpty else { return [] }
    return board.fieldUses.filter { $0.source == source && !known.contains($0.field) }.map { use in
      "no item has \"\(use.field)\", which \(use.place) reads\(suggestion(for: use.field, in: suggested))"
    }
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
