/// What a request sends.
extension NodeReader {
  /// JSON as YAML writes it: plain numbers, bools and null are that, everything else is text with values in it.
  mutating func json(_ node: Node, _ scope: Scope, key: String) -> JSONTemplate? {
    switch node.content {
    case .scalar(let text, let isPlain):
      if isPlain, let literal = Self.literal(text) { return .literal(literal) }
      return template(node, scope, key: key).map(JSONTemplate.text)
    case .sequence(let nodes):
      return .list(nodes.compactMap { json($0, scope, key: key) })
    case .mapping(let entries):
      // `room: {id}` is the value of `id`, as it is everywhere else.
      if entries.count == 1, isEmpty(entries[0].value) {
        return template(node, scope, key: key).map(JSONTemplate.text)
      }
      return .record(
        entries.compactMap { entry in
          json(entry.value, scope, key: entry.key).map { JSONTemplate.Field(name: entry.key, value: $0) }
        })
    }
  }

  /// Source: YAML 1.2, §10.3.2, the core schema; without its octal and hexadecimal numbers, which JSON has not.
  private static func literal(_ text: String) -> Value? {
    switch text {
    case "", "~", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    // A number with a leading zero is a name: a room, an article.
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard !(digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true) else { return nil }
    return NumberFormat.number(text).map(Value.number)
  }
}
