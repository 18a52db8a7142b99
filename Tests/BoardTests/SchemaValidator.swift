import Board

/// As much of JSON Schema as `BoardSchema` uses: what an editor would say of a board.
struct SchemaValidator {
  /// Where and why a value is not what the schema says; empty when it is.
  static func problems(_ value: Value, _ schema: Value, at path: String = "") -> [String] {
    guard case .record(let rules) = schema else { return [] }
    if let choices = rules["anyOf"]?.list {
      let best = choices.map { problems(value, $0, at: path) }.min { $0.count < $1.count } ?? []
      if !best.isEmpty { return best }
    }
    if let choices = rules["oneOf"]?.list, choices.count(where: { problems(value, $0, at: path).isEmpty }) != 1 {
      return ["\(path): not one of \(choices.count)"]
    }
    if let all = rules["allOf"]?.list {
      let found = all.flatMap { problems(value, $0, at: path) }
      if !found.isEmpty { return found }
    }
    if let refused = rules["not"], problems(value, refused, at: path).isEmpty {
      return ["\(path): has what it may not"]
    }
    if let types = rules["type"].map({ $0.list ?? [$0] }), !types.contains(where: { matches(value, $0) }) {
      return ["\(path): \(value) is none of \(types)"]
    }
    if let words = rules["enum"]?.list, !words.contains(value) { return ["\(path): \(value) is none of \(words)"] }
    if let word = rules["const"], word != value { return ["\(path): \(value) is not \(word)"] }
    if case .number(let number) = value {
      if case .number(let least)? = rules["minimum"], number < least { return ["\(path): \(number) is too small"] }
      if case .number(let most)? = rules["maximum"], number > most { return ["\(path): \(number) is too large"] }
    }
    if case .text(let text) = value {
      if case .text(let pattern)? = rules["pattern"], let regex = try? Regex(pattern), text.firstMatch(of: regex) == nil
      {
        return ["\(path): \(text) is not \(pattern)"]
      }
      if case .number(let least)? = rules["minLength"], Double(text.count) < least { return ["\(path): too short"] }
      if case .number(let most)? = rules["maxLength"], Double(text.count) > most { return ["\(path): too long"] }
    }
    if let items = value.list, let rule = rules["items"] {
      return items.enumerated().flatMap { problems($1, rule, at: "\(path)/\($0)") }
    }
    guard case .record(let record) = value else { return [] }
    var found: [String] = []
    for case .text(let name) in rules["required"]?.list ?? [] where record[name] == nil {
      found.append("\(path): \(name) is missing")
    }
    if case .record(let needed)? = rules["dependentRequired"] {
      for name in needed.names where record[name] != nil {
        for case .text(let other) in needed[name]?.list ?? [] where record[other] == nil {
          found.append("\(path): \(name) without \(other)")
        }
      }
    }
    guard case .record(let properties)? = rules["properties"] ?? .record(Record()) else { return found }
    if let rule = rules["propertyNames"] {
      found += record.names.flatMap { problems(.text($0), rule, at: "\(path)/\($0)") }
    }
    for name in record.names {
      let value = record[name] ?? .null
      if let rule = properties[name] {
        found += problems(value, rule, at: "\(path)/\(name)")
      } else if rules["additionalProperties"] == .bool(false) {
        found.append("\(path): there is no \(name)")
      } else if let rule = rules["additionalProperties"] {
        found += problems(value, rule, at: "\(path)/\(name)")
      }
    }
    return found
  }

  private static func matches(_ value: Value, _ type: Value) -> Bool {
    switch (type, value) {
    case (.text("string"), .text), (.text("boolean"), .bool), (.text("null"), .null), (.text("number"), .number),
      (.text("array"), .list), (.text("object"), .record):
      true
    case (.text("integer"), .number(let number)): number == number.rounded()
    default: false
    }
  }

  /// A file as an editor reads it: plain scalars have the types of YAML's core schema.
  static func value(of node: Node) -> Value {
    switch node.content {
    case .sequence(let nodes): .list(nodes.map(value))
    case .mapping(let entries): .record(Record(entries.map { ($0.key, value(of: $0.value)) }))
    case .scalar(let text, isPlain: false): .text(text)
    case .scalar("true", _), .scalar("True", _), .scalar("TRUE", _): .bool(true)
    case .scalar("false", _), .scalar("False", _), .scalar("FALSE", _): .bool(false)
    case .scalar("", _), .scalar("~", _), .scalar("null", _): .null
    case .scalar(let text, _): Double(text).map(Value.number) ?? .text(text)
    }
  }
}

extension Value {
  fileprivate var list: [Value]? { if case .list(let items) = self { items } else { nil } }
}
