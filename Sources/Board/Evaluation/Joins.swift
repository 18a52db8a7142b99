/// Items of one list by a value of another one's: `$tasks | where('ServiceID', ID)`.
extension Evaluation {
  /// A list's items by the value of one of their fields.
  struct Join {
    /// What a value is found by, so that whatever `==` holds equal has the same: numbers and dates in texts are what they mean.
    enum Key: Hashable {
      case number(Double)
      case date(Double)
      case other(Value)
    }

    var items: [Key: Value] = [:]
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
      return table.items[key] ?? .list([])
    }
    let name = JoinName(list: input, field: field)
    if let known = joins[name] { return known.items[key] ?? .list([]) }
    guard let made = table(of: value(input), field), !isExhausted else { return .null }
    joins[name] = made
    return made.items[key] ?? .list([])
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
    var lists: [Join.Key: [Value]] = [:]
    for item in items {
      var found = item
      for name in names {
        if case .record(let record) = found { found = record[name] ?? .null } else { found = .null }
      }
      guard spend(interpreting: found) else { return nil }
      // What is missing is equal to nothing but what is missing too.
      lists[joinKey(found), default: []].append(item)
    }
    return Join(items: lists.mapValues { .list($0) })
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
