import Markup

/// The board file's description in JSON Schema (draft 2020-12), for editors; generated from the table the reader uses.
public enum BoardSchema {
  /// The schema as JSON text, indented by two spaces, with the styles Vitrine brings.
  public static var json: String { json(of: .builtIn) }

  /// The schema as JSON text, indented by two spaces.
  ///
  /// - Parameter parts: what a board may name besides the language itself.
  public static func json(of parts: BoardParts) -> String {
    var root = schema(BoardLanguage.root(parts))
    root["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    root["title"] = .text("Vitrine board")
    root["oneOf"] = .list([required(["cards"]), required(["pages"])])
    return JSONText.text(.record(root)) + "\n"
  }

  private static func required(_ names: [String]) -> Value {
    .record(Record([("required", .list(names.map(Value.text)))]))
  }

  private static func schema(_ table: KeyTable) -> Record {
    let properties = table.keys.map { key in
      var property = schema(key.type)
      property["description"] = .text(key.summary)
      if let standard = key.standard { property["default"] = .text(standard) }
      return (key.name, Value.record(property))
    }
    var block = Record([("type", .text("object")), ("properties", .record(Record(properties)))])
    let names = table.keys.filter(\.isRequired).map(\.name)
    if !names.isEmpty { block["required"] = .list(names.map(Value.text)) }
    block["additionalProperties"] = .bool(table.passesOthersOn)
    var needed: [(String, Value)] = []
    var apart: [Value] = []
    for rule in table.rules {
      switch rule {
      case .needs(let key, let other, _): needed.append((key, .list([.text(other)])))
      case .one(let names, _, _): block["oneOf"] = .list(names.map { required([$0]) })
      case .without(let key, let other, _): apart.append(.record(Record([("not", required([key, other]))])))
      }
    }
    if !apart.isEmpty { block["allOf"] = .list(apart) }
    if !needed.isEmpty { block["dependentRequired"] = .record(Record(needed)) }
    return block
  }

  private static func schema(_ type: KeyType) -> Record {
    switch type {
    case .text:
      // YAML gives numbers, bools, and `{name}` without quotes types of its own; the reader takes their text.
      Record([("type", types("string", "number", "boolean", "object", "null"))])
    case .expression, .order, .each: Record([("type", types("string", "number", "boolean"))])
    case .word: Record([("type", types("string", "number", "boolean"))])
    case .line(let length):
      Record([
        ("type", types("string", "number", "boolean")), ("minLength", .number(Double(length.lowerBound))),
        ("maxLength", .number(Double(length.upperBound))),
      ])
    case .lines(let count, let length):
      Record([
        ("type", .text("array")), ("items", .record(schema(.line(length)))), ("minItems", .number(Double(count))),
        ("maxItems", .number(Double(count))),
      ])
    case .picture: Record([("type", .text("string")), ("minLength", .number(1))])
    case .choiceOrFile(let words):
      Record([("anyOf", .list([.record(Record([("enum", .list(words.map(Value.text)))])), .record(pattern("[./]"))]))])
    case .flag:
      Record([("enum", .list([.bool(true), .bool(false)] + Scalars.flags.map { .text($0.word) }))])
    // In quotes they are the same to the reader.
    case .integer(let range):
      Record([
        ("type", types("integer", "string")), ("minimum", .number(Double(range.lowerBound))),
        ("maximum", .number(Double(range.upperBound))), ("pattern", .text("^-?[0-9]+$")),
      ])
    case .number(let range):
      Record([
        ("type", types("number", "string")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)), ("pattern", .text("^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$")),
      ])
    case .duration: pattern("^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$")
    case .length: pattern("^[0-9]+(\\.[0-9]+)?(mm|cm|m|in)$")
    case .seconds(let range):
      Record([
        (
          "anyOf",
          .list([
            .record(schema(.number(range))), .record(schema(.duration(range))),
          ])
        )
      ])
    case .ratio:
      Record([("type", types("string", "number")), ("pattern", .text("^([0-9.]+([/:][0-9.]+)?|\(Scalars.ownRatio))$"))])
    case .percent: pattern("^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$")
    case .color: pattern("^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]+)$")
    case .hours: pattern(hours)
    case .choice(let words):
      Record([("enum", .list((words + otherFlags(words)).map(Value.text) + words.compactMap(flag)))])
    case .block(let table): schema(table)
    case .named(let type, let naming):
      Record(
        [("type", .text("object")), ("additionalProperties", .record(schema(type)))]
          + (naming == .expressionNames ? [("propertyNames", .record(pattern("^[^\\s\\d.$-][^\\s.$-]*$")))] : []))
    case .list(let type): Record([("type", .text("array")), ("items", .record(schema(type)))])
    case .oneOrMore(let type, let most):
      Record([("anyOf", .list([.record(schema(type)), .record(list(of: type, most: most))]))])
    case .kinds(let kinds): schema(kinds)
    case .either(let word, let block): Record([("anyOf", .list([.record(schema(word)), .record(schema(block))]))])
    case .json: Record()
    case .card(let kinds):
      Record([
        ("type", .text("object")), ("minProperties", .number(1)), ("maxProperties", .number(1)),
        ("properties", .record(Record(kinds.map { ($0.word, .record(schema($0.table))) }))),
        ("additionalProperties", .bool(false)),
      ])
    }
  }

  private static func list(of type: KeyType, most: Int) -> Record {
    var list = schema(.list(type))
    list["minItems"] = .number(1)
    if most < .max { list["maxItems"] = .number(Double(most)) }
    return list
  }

  /// One of several blocks: editors tell them apart by the word at the selector.
  private static func schema(_ kinds: KeyType.Kinds) -> Record {
    func variant(_ table: KeyTable, _ selector: Record, isRequired: Bool) -> Value {
      var block = schema(table)
      if case .record(var properties)? = block["properties"], case .record(var key)? = properties[kinds.selector] {
        for name in ["anyOf", "enum", "default"] { key[name] = nil }
        for name in selector.names { key[name] = selector[name] }
        properties[kinds.selector] = .record(key)
        block["properties"] = .record(properties)
      }
      if isRequired { block["required"] = .list([.text(kinds.selector)]) }
      return .record(block)
    }
    let named = kinds.kinds.compactMap { kind in
      kinds.table(for: kind.word).map {
        variant($0, Record([("const", .text(kind.word))]), isRequired: kind.word != kinds.standard)
      }
    }
    return Record([("anyOf", .list(named + [variant(kinds.common, pattern("[./]"), isRequired: true)]))])
  }

  private static func types(_ names: String...) -> Value { .list(names.map(Value.text)) }

  /// As `Scalars.hours` takes them; that a word is a weekday is left to it.
  private static let hours: String = {
    let time = "([01]?[0-9]|2[0-3]):[0-5][0-9]"
    let span = "\(time) ?[-–] ?(\(time)|24:00)"
    let part = "([A-Za-z]{3,9}([ –-]+[A-Za-z]{3,9})*( \(span))?|\(span))"
    return "^\(part)( ?, ?\(part))*$"
  }()

  private static func pattern(_ pattern: String) -> Record {
    Record([("type", .text("string")), ("pattern", .text(pattern))])
  }

  /// YAML's other ways to write the two.
  private static func otherFlags(_ words: [String]) -> [String] {
    words.contains("true") ? Scalars.flags.map(\.word).filter { !words.contains($0) } : []
  }

  /// `true` and `false` among the words of a choice are bools to an editor.
  private static func flag(_ word: String) -> Value? {
    switch word {
    case "true": .bool(true)
    case "false": .bool(false)
    default: nil
    }
  }
}
