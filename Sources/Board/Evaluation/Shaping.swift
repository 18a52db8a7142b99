extension Source {
  /// Turns answers into items: `items`, then `with`, `where`, `sort`, `limit` and `key`.
  ///
  /// - Parameters:
  ///   - answers: one per address, in the order of `urls`; lists are put together.
  ///   - globals: the sources above this one, and `board`.
  func shape(_ answers: [Value], globals: [String: Evaluation.Global], at moment: Moment) -> SourceRecords {
    var evaluation = Evaluation(moment: moment, globals: globals)
    guard case .list(let raw) = list(answers, &evaluation) else { return single(answers, &evaluation) }
    var items: [Value] = []
    // As they came they are shared with the answer, and take no memory of their own.
    let isAsItCame = with.isEmpty && condition == nil && (order != nil || limit == nil) && evaluation.spend(raw.count)
    if isAsItCame { items = raw }
    var example: Record?
    for (position, value) in (isAsItCame ? [] : raw).enumerated() {
      guard evaluation.spend(1) else { break }
      evaluation.index = position
      evaluation.item = extended(value, &evaluation)
      if !with.isEmpty, case .record(var record) = evaluation.item {
        // With the same names added, the items go on sharing them.
        if let example { record.shareNames(with: example) }
        example = record
        evaluation.item = .record(record)
      }
      if let condition, !evaluation.isTrue(condition) { continue }
      items.append(evaluation.item)
      // Unsorted, the first so many are the ones that stay.
      if order == nil, let limit, items.count == limit { break }
    }
    evaluation.index = nil
    if let order {
      items = sorted(items, by: order, &evaluation)
      if let limit, items.count > limit { items.removeLast(items.count - limit) }
    }
    let keys = evaluation.keys(of: items, by: key)
    return SourceRecords(
      value: .list(items), keys: keys, nextChange: evaluation.nextChange, isCut: evaluation.isExhausted,
      heaviest: evaluation.heaviest?.expression, remarks: evaluation.takeRemarks())
  }

  /// Makes the items of a selection: of those another source has come to.
  func selection(
    of records: SourceRecords, globals: [String: Evaluation.Global], at moment: Moment
  ) -> SourceRecords {
    if case .null = records.value { return .none }
    let selected = shape([records.value], globals: globals, at: moment)
    return records.nextChange.map { selected.changing(by: $0) } ?? selected
  }

  /// The list inside the answers; null when the answer is one record.
  private func list(_ answers: [Value], _ evaluation: inout Evaluation) -> Value {
    let parts = answers.map { found(in: $0, &evaluation) }
    // With several addresses it is a list however many have answered so far.
    if urls.count < 2, parts.count == 1 {
      if case .list = parts[0] { return parts[0] }
      return .null
    }
    var joined: [Value] = []
    for part in parts {
      switch part {
      case .list(let items): joined += items
      case .null: break
      default: joined.append(part)
      }
    }
    return .list(joined)
  }

  private func found(in answer: Value, _ evaluation: inout Evaluation) -> Value {
    evaluation.item = answer
    if let columns { return evaluation.zipped(evaluation.value(columns)) }
    guard let items else { return answer }
    return evaluation.value(items)
  }

  private func single(_ answers: [Value], _ evaluation: inout Evaluation) -> SourceRecords {
    guard let answer = answers.first else { return .none }
    evaluation.item = found(in: answer, &evaluation)
    // Some services write an empty list as null.
    if case .null = evaluation.item {
      return SourceRecords(
        value: .list([]), keys: [], nextChange: evaluation.nextChange, isNull: items == nil && columns == nil)
    }
    evaluation.item = extended(evaluation.item, &evaluation)
    if let condition, !evaluation.isTrue(condition) {
      return SourceRecords(value: .null, keys: [], nextChange: evaluation.nextChange)
    }
    return SourceRecords(
      value: evaluation.item, keys: [""], nextChange: evaluation.nextChange, remarks: evaluation.takeRemarks())
  }

  private func extended(_ item: Value, _ evaluation: inout Evaluation) -> Value {
    guard !with.isEmpty, case .record(var record) = item else { return item }
    evaluation.item = item
    for binding in with {
      record[binding.name] = evaluation.value(binding.expression)
      evaluation.item = .record(record)
    }
    return evaluation.item
  }

  /// Stable: items that are alike keep their order. Those without a value stay last.
  private func sorted(_ items: [Value], by order: Order, _ evaluation: inout Evaluation) -> [Value] {
    let column = items.map { item in
      evaluation.item = item
      return evaluation.value(order.expression)
    }
    for value in column where !evaluation.spend(interpreting: value) { return items }
    let keys = SortKey.keys(column, in: evaluation.moment)
    let isDescending = order.isDescending
    let positions = items.indices.sorted { a, b in
      if keys[a].isLast != keys[b].isLast { return keys[b].isLast }
      if isDescending ? keys[b] < keys[a] : keys[a] < keys[b] { return true }
      if isDescending ? keys[a] < keys[b] : keys[b] < keys[a] { return false }
      return a < b
    }
    return positions.map { items[$0] }
  }
}

extension Evaluation {
  /// A record of lists as a list of records: the first of each list, the second of each, and so on. What is no list is left out, and a
  /// list that ends early has no more fields. Null is null, and anything else stays as it is.
  fileprivate mutating func zipped(_ value: Value) -> Value {
    guard case .record(let record) = value else { return value }
    var lists: [(name: String, items: [Value])] = []
    for name in record.names { if case .list(let items)? = record[name] { lists.append((name, items)) } }
    var maker = RecordMaker()
    var rows: [Value] = []
    let length = lists.map(\.items.count).max() ?? 0
    for row in 0..<max(0, length) {
      guard spend(lists.count) else { break }
      let there = lists.filter { row < $0.items.count }
      rows.append(.record(maker.record(there.map(\.name)[...], there.map { $0.items[row] })))
    }
    return .list(rows)
  }

  /// What tells the items of a list apart: the key asked for, else the item's `id`, else its position.
  mutating func keys(of items: [Value], by key: Expression?) -> [String] {
    var keys: [String] = []
    keys.reserveCapacity(items.count)
    for (position, item) in items.enumerated() {
      var value = Value.null
      if let key {
        self.item = item
        index = position
        value = self.value(key)
        index = nil
      } else if case .record(let record) = item {
        value = record["id"] ?? .null
      }
      keys.append(text(value) ?? String(position))
    }
    return keys
  }
}
