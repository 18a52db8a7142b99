/// Items of one list by a value of another one's: `$tasks | where('ServiceID', ID)`.
extension Evaluation {
  /// A list's items by the value of one of their fields.
  struct Join {
    /// What a value is found by, so that whatever `==` holds equal has the same: numbers and dates in texts are what they mean. What has
    /// the same need not be equal: 1.10 and 1.1 are one number, and two rooms.
    enum Key: Hashable {
      case number(Double)
      case date(Double)
      case other(Value)
    }

    /// Items with a key, and the value each of them was found to have.
    struct Found {
      var items: [Value] = []
      var values: [Value] = []
      /// All of these are the same.
      var isAlike = true
    }

    var found: [Key: Found] = [:]
  }

  /// Which list, and which field of its items.
  struct JoinName: Hashable {
    var list: Expression
    var field: String
  }

  /// The items of `input` whose field has a value. Of what is the same for all items a table is made once: so many items of one list
  /// and so many of another are the sum of work, not the product.
  mutating func join(_ input: Expression, _ arguments: [Expression]) -> Value {
    let wanted = value(arguments[1])
    let path = value(arguments[0])
    guard let field = text(path), spend(interpreting: wanted) else { return .null }
    let key = joinKey(wanted)
    guard input.beginsWithGlobal, !input.usesItem else {
      guard let table = table(of: value(input), field) else { return .null }
      return items(of: table.found[key], wanted)
    }
    let name = JoinName(list: input, field: field)
    if let known = joins[name] { return items(of: known.found[key], wanted) }
    guard let made = table(of: value(input), field), !isExhausted else { return .null }
    joins[name] = made
    return items(of: made.found[key], wanted)
  }

  /// Those whose value is equal to what is wanted.
  private mutating func items(of found: Join.Found?, _ wanted: Value) -> Value {
    guard let found, let first = found.values.first else { return .list([]) }
    if found.isAlike { return .list(Comparison.areEqual(first, wanted, in: moment) ? found.items : []) }
    guard spend(found.items.count) else { return .null }
    var equal: [Value] = []
    for (item, value) in zip(found.items, found.values) where Comparison.areEqual(value, wanted, in: moment) {
      equal.append(item)
    }
    return .list(equal)
  }

  /// Nil for what is no list.
  private mutating func table(of value: Value, _ field: String) -> Join? {
    let items: [Value]
    switch value {
    case .list(let list): items = list
    case .record: items = [value]
    default: return nil
    }
    let names = field.split(separator: ".").map(String.init)
    guard spend(items.count * max(1, min(names.count, 16))) else { return nil }
    var lists: [Join.Key: Join.Found] = [:]
    for item in items {
      var found = item
      for name in names {
        if case .record(let record) = found { found = record[name] ?? .null } else { found = .null }
      }
      guard spend(interpreting: found) else { return nil }
      // What is missing is equal to nothing but what is missing too.
      lists[joinKey(found), default: Join.Found()].append(item, found)
    }
    return Join(found: lists)
  }

  private func joinKey(_ value: Value) -> Join.Key {
    if let number = value.number(in: moment.language) { return .number(number == 0 ? 0 : number) }
    switch value {
    case .date(let time): return .date(time)
    case .bool(let flag): return .other(.text(flag ? "true" : "false"))
    case .text:
      if let time = value.asDate(in: moment) { return .date(time) }
    default: break
    }
    return .other(value)
  }
}

extension Evaluation.Join.Found {
  fileprivate mutating func append(_ item: Value, _ value: Value) {
    if let first = values.first, first != value { isAlike = false }
    items.append(item)
    values.append(value)
  }
}
