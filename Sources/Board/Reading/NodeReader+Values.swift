/// What stands at a key, by the type the table declares for it.
extension NodeReader {
  mutating func reading(_ node: Node, _ type: KeyType, key: String) -> Reading? {
    switch type {
    case .text(let scope): return template(node, scope, key: key).map(Reading.text)
    case .expression(let scope): return expression(node, scope, key: key).map(Reading.expression)
    case .order(let scope): return order(node, scope, key: key)
    case .each: return each(node, key: key)
    case .word: return scalar(node, key).map(Reading.word)
    case .choice(let words): return choice(node, words, key: key)
    case .flag: return converted(node, key) { text throws(ScalarError) in .flag(try Scalars.flag(text)) }
    case .integer(let range):
      return converted(node, key) { text throws(ScalarError) in .integer(try Scalars.integer(text, in: range)) }
    case .number(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.number(text, in: range)) }
    case .duration(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.duration(text, in: range)) }
    case .ratio: return converted(node, key) { text throws(ScalarError) in .number(try Scalars.ratio(text)) }
    case .color: return converted(node, key) { text throws(ScalarError) in .color(try Scalars.color(text)) }
    case .hours: return converted(node, key) { text throws(ScalarError) in .hours(try Scalars.hours(text)) }
    case .block(let table): return fields(node, table).map(Reading.block)
    case .named(let type, let naming): return named(node, type, naming, key: key)
    case .list(let type):
      guard case .sequence(let nodes) = node.content else {
        report(node.mark, "\"\(key)\" must be a list, one \"- \" per entry, not \(shown(node))")
        return nil
      }
      return .list(nodes.compactMap { reading($0, type, key: key) })
    case .oneOrMore(let type):
      guard case .sequence(let nodes) = node.content else { return reading(node, type, key: key).map { .list([$0]) } }
      if nodes.isEmpty { report(node.mark, "\"\(key)\" is an empty list") }
      return .list(nodes.compactMap { reading($0, type, key: key) })
    case .either(let word, let block):
      if case .scalar = node.content { return reading(node, word, key: key) }
      return reading(node, block, key: key)
    case .card(let kinds): return card(node, kinds)
    }
  }

  private mutating func scalar(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"\(key)\" must be a single text, not \(shown(node))")
      return nil
    }
    return text
  }

  private mutating func converted(
    _ node: Node, _ key: String, _ convert: (String) throws(ScalarError) -> Reading
  ) -> Reading? {
    guard let text = scalar(node, key) else { return nil }
    do throws(ScalarError) {
      return try convert(text)
    } catch {
      report(node.mark, "\"\(key)\" must be \(error.expected), not \"\(Self.short(text))\"")
      return nil
    }
  }

  private mutating func choice(_ node: Node, _ words: [String], key: String) -> Reading? {
    guard let text = scalar(node, key) else { return nil }
    if words.contains(text) { return .word(text) }
    report(node.mark, "\"\(key)\": unknown value \"\(Self.short(text))\"\(suggestion(for: text, in: words))")
    return nil
  }

  private mutating func named(_ node: Node, _ type: KeyType, _ naming: KeyType.Naming, key: String) -> Reading? {
    guard case .mapping(let entries) = node.content else {
      report(node.mark, "\"\(key)\" must be a block of \"name: value\" lines, not \(shown(node))")
      return nil
    }
    var readings: [(name: String, value: Reading)] = []
    for (position, entry) in entries.enumerated() {
      if naming == .expressionNames {
        if !isName(entry.key) {
          report(entry.keyMark, "\"\(entry.key)\" is no name: use letters, digits and _, not a digit first")
        } else if key == "sources" || key == "let", ["now", "board", "page"].contains(entry.key) {
          report(entry.keyMark, "$\(entry.key) is given by the board; choose another name")
        } else if key == "let", sourceNames.contains(entry.key) {
          report(entry.keyMark, "\"\(entry.key)\" is the name of a source already")
        } else if key == "with", ["it", "true", "false", "null", "and", "or", "not"].contains(entry.key) {
          report(entry.keyMark, "\"\(entry.key)\" means something else in expressions; choose another name")
        }
      }
      switch key {
      case "sources": visibleSources = position
      case "let": visibleLets = position
      default: break
      }
      if isEmpty(entry.value) {
        report(entry.keyMark, "\"\(entry.key)\" has no value; write one or remove the key")
      } else if let reading = reading(entry.value, type, key: entry.key) {
        readings.append((entry.key, reading))
      }
    }
    if key == "let" { visibleLets = .max }
    return .named(readings)
  }
}
