/// Reads nodes by the types the key tables declare, and collects everything that is wrong instead of stopping at the first.
struct NodeReader {
  let file: String
  let resolve: (Placeholder) -> String?
  private(set) var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// Names of the file's sources and `let` values, in order.
  var sourceNames: [String] = []
  var letNames: [String] = []
  /// How many of them stand above what is being read.
  private var visibleSources = 0
  private var visibleLets = Int.max
  /// The card being read repeats, or belongs to the detail page: bare names have an item.
  private var hasItem = false
  var isInDetail = false
  /// Settings of the machine that were looked up.
  private(set) var secrets: [Secret] = []
  /// Pages that taps lead to, to be looked for once all pages have been read.
  var pageTaps: [(title: String, mark: Mark)] = []
  /// Where taps send to, to be looked at once all sources have been read.
  var posts: [(url: Template, mark: Mark)] = []

  init(file: String, resolve: @escaping (Placeholder) -> String?) {
    self.file = file
    self.resolve = resolve
  }

  /// Reports once: an alias is read wherever it is used, but written once.
  mutating func report(_ mark: Mark, _ message: String, severity: Diagnostic.Severity = .error) {
    let diagnostic = Diagnostic(severity, file: file, mark: mark, message: message)
    if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  // MARK: Blocks

  mutating func fields(_ node: Node, _ table: KeyTable) -> Fields? {
    guard case .mapping(let entries) = node.content else {
      report(node.mark, "\(table.name) must be a block of \"key: value\" lines, not \(shown(node))")
      return nil
    }
    var fields = Fields(mark: node.mark)
    for entry in entries {
      if let key = table.key(entry.key) {
        // An empty value is a key left out.
        if isEmpty(entry.value), !acceptsEmpty(key.type) {
          report(entry.keyMark, "\"\(entry.key)\" has no value; write one or remove the key")
          continue
        }
        if let value = reading(entry.value, key.type, key: entry.key) {
          fields.entries.append((entry.key, entry.keyMark, value))
        }
      } else if table.passesOthersOn {
        fields.others.append(entry)
      } else {
        let free = table.keys.map(\.name).filter { name in !entries.contains { $0.key == name } }
        report(entry.keyMark, "unknown key \"\(entry.key)\" in \(table.name)\(suggestion(for: entry.key, in: free))")
      }
    }
    for key in table.keys where key.isRequired && !entries.contains(where: { $0.key == key.name }) {
      report(node.mark, "\"\(key.name)\" is missing in \(table.name)")
    }
    return fields
  }

  private func acceptsEmpty(_ type: KeyType) -> Bool {
    switch type {
    case .text, .word, .color: true
    default: false
    }
  }

  func isEmpty(_ node: Node) -> Bool {
    if case .scalar(let text, isPlain: true) = node.content {
      text.isEmpty || text == "~" || text == "null"
    } else {
      false
    }
  }

  // MARK: Values

  private mutating func reading(_ node: Node, _ type: KeyType, key: String) -> Reading? {
    switch type {
    case .text(let scope): return template(node, scope, key: key).map(Reading.text)
    case .expression(let scope): return expression(node, scope, key: key).map(Reading.expression)
    case .order(let scope): return order(node, scope, key: key)
    case .each: return each(node, key: key)
    case .word: return scalar(node, key).map(Reading.word)
    case .line(let count):
      return converted(node, key) { text throws(ScalarError) in .word(try Scalars.line(text, count)) }
    case .picture: return scalar(node, key).map { .picture($0, node.mark) }
    case .choiceOrFile(let words):
      if case .scalar(let text, _) = node.content, text.contains(where: { $0 == "." || $0 == "/" }) {
        return .word(text)
      }
      return choice(node, words, key: key)
    case .choice(let words): return choice(node, words, key: key)
    case .flag: return converted(node, key) { text throws(ScalarError) in .flag(try Scalars.flag(text)) }
    case .integer(let range):
      return converted(node, key) { text throws(ScalarError) in .integer(try Scalars.integer(text, in: range)) }
    case .number(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.number(text, in: range)) }
    case .duration(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.duration(text, in: range)) }
    case .seconds(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.seconds(text, in: range)) }
    case .ratio: return converted(node, key) { text throws(ScalarError) in .number(try Scalars.ratio(text)) }
    case .percent: return converted(node, key) { text throws(ScalarError) in .number(try Scalars.percent(text)) }
    case .color: return converted(node, key) { text throws(ScalarError) in .color(try Scalars.color(text)) }
    case .hours: return converted(node, key) { text throws(ScalarError) in .hours(try Scalars.hours(text)) }
    case .block(let table): return fields(node, table).map(Reading.block)
    case .kinds(let kinds): return fields(node, table(of: node, kinds)).map(Reading.block)
    case .named(let type, let naming): return named(node, type, naming, key: key)
    case .list(let type):
      guard case .sequence(let nodes) = node.content else {
        report(node.mark, "\"\(key)\" must be a list, one \"- \" per entry, not \(shown(node))")
        return nil
      }
      return .list(nodes.compactMap { reading($0, type, key: key) })
    case .oneOrMore(let type, let most):
      guard case .sequence(let nodes) = node.content else { return reading(node, type, key: key).map { .list([$0]) } }
      if nodes.isEmpty { report(node.mark, "\"\(key)\" is an empty list") }
      if nodes.count > most {
        report(nodes[most].mark, "\"\(key)\" has \(nodes.count) entries; \(most) is the most")
      }
      return .list(nodes.compactMap { reading($0, type, key: key) })
    case .either(let word, let block):
      if case .scalar = node.content { return reading(node, word, key: key) }
      return reading(node, block, key: key)
    case .json(let scope): return json(node, scope, key: key).map(Reading.json)
    case .card(let kinds): return card(node, kinds)
    }
  }

  /// The keys a block has by the word at its selector. With a word that means nothing, which is reported where it is read, the
  /// other keys cannot be judged.
  private func table(of node: Node, _ kinds: KeyType.Kinds) -> KeyTable {
    guard case .mapping(let entries) = node.content else { return kinds.common }
    let selector = entries.first { $0.key == kinds.selector }?.value
    guard case .scalar(let word, _) = selector?.content ?? .scalar(kinds.standard, isPlain: true) else {
      return kinds.common
    }
    if let table = kinds.table(for: word) { return table }
    var table = kinds.common
    table.passesOthersOn = !word.contains { $0 == "." || $0 == "/" }
    return table
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

  // MARK: Cards

  private mutating func card(_ node: Node, _ kinds: [(kind: Card.Kind, table: KeyTable)]) -> Reading? {
    let names = kinds.map(\.kind.rawValue)
    guard case .mapping(let entries) = node.content, let first = entries.first else {
      var example = "row"
      if case .scalar(let text, _) = node.content, names.contains(text) { example = text }
      report(node.mark, "a card is written \"- \(example): {title: …}\", not \(shown(node))")
      return nil
    }
    guard let (kind, table) = kinds.first(where: { $0.kind.rawValue == first.key }) else {
      report(first.keyMark, "unknown card \"\(first.key)\"\(suggestion(for: first.key, in: names))")
      return nil
    }
    if entries.count > 1 {
      let second = entries[1]
      report(
        second.keyMark,
        isEmpty(first.value)
          ? "\"\(second.key)\" stands beside \"\(first.key)\", not in it: indent the lines below \"\(first.key):\" by two more spaces"
          : "a card has one kind, but \"\(second.key)\" stands beside \"\(first.key)\": begin each card with its own \"- \""
      )
      return nil
    }
    if case .scalar(let text, _) = first.value.content {
      let key =
        switch kind {
        case .text, .button, .qr: "text"
        case .image: "image"
        case .number: "value"
        case .departure: "to"
        case .agenda: "start"
        case .chart: "points"
        case .header, .section, .row, .hero: "title"
        }
      report(
        isEmpty(first.value) ? first.keyMark : first.value.mark,
        "\"\(first.key)\" must be a block: write {\(key): \(text.isEmpty ? "…" : Self.short(text))}")
      return nil
    }
    if case .mapping(let keys) = first.value.content { hasItem = isInDetail || keys.contains { $0.key == "each" } }
    defer { hasItem = false }
    return fields(first.value, table).map { .card(kind, $0) }
  }

  private mutating func each(_ node: Node, key: String) -> Reading? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"each\" must be the name of a source, not \(shown(node))")
      return nil
    }
    if sourceNames.contains(text) { return .each(.source(text)) }
    if isName(text), !isInDetail {
      let hint =
        letNames.contains(text)
        ? " (for the value of \"let\" write $\(text))"
        : sourceNames.isEmpty ? "; this board has no \"sources\"" : suggestion(for: text, in: sourceNames)
      report(node.mark, "\"each\": unknown source \"\(text)\"\(hint)")
      return nil
    }
    // Of the board, or of the tapped item; never of an item of its own.
    return expression(node, isInDetail ? .card : .board, key: key).map { .each(.list($0)) }
  }

  // MARK: Expressions

  mutating func expression(_ node: Node, _ scope: Scope, key: String) -> Expression? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"\(key)\" is an expression: put quotes around it")
      return nil
    }
    do throws(SyntaxError) {
      let expression = try Expression(text)
      check(expression, scope, in: text, node)
      return expression
    } catch {
      report(place(error.offset, in: text, node), "\"\(key)\": \(error.message)")
      return nil
    }
  }

  private mutating func order(_ node: Node, _ scope: Scope, key: String) -> Reading? {
    guard case .scalar(let text, let isPlain) = node.content, text.hasPrefix("-") else {
      return expression(node, scope, key: key).map { .order(Order(expression: $0, isDescending: false)) }
    }
    let field = Node(
      .scalar(String(text.dropFirst()), isPlain: isPlain),
      mark: Mark(line: node.mark.line, column: node.mark.column + 1))
    return expression(field, scope, key: key).map { .order(Order(expression: $0, isDescending: true)) }
  }

  mutating func template(_ node: Node, _ scope: Scope, key: String) -> Template? {
    let text: String
    var written = node
    switch node.content {
    case .scalar(let scalar, _): text = scalar
    case .mapping(let entries):
      // `title: {name}` is YAML for a map with one key and no value; everybody writes it once.
      guard entries.count == 1, isEmpty(entries[0].value) else {
        report(node.mark, "\"\(key)\": put quotes around it, as in \(key): \"{name}\"")
        return nil
      }
      text = "{\(entries[0].key)}"
      let mark = entries[0].keyMark
      written = Node(.scalar(text, isPlain: true), mark: Mark(line: mark.line, column: mark.column - 1))
    case .sequence:
      report(node.mark, "\"\(key)\" must be a text, not a list: put quotes around it")
      return nil
    }
    do throws(SyntaxError) {
      let template = try Template(text)
      for expression in template.expressions { check(expression, scope, in: text, written) }
      if let constant = template.constant, constant.hasPrefix("$"),
        isKnown(String(constant.dropFirst().prefix { $0 != "." }))
      {
        report(
          written.mark, "\"\(key)\" shows the text \(constant); its value is written \"{\(constant)}\"",
          severity: .warning)
      }
      return resolved(template, in: text, written)
    } catch {
      report(place(error.offset, in: text, written), "\"\(key)\": \(error.message)")
      return nil
    }
  }

  private func isKnown(_ name: String) -> Bool {
    ["now", "board", "page"].contains(name) || sourceNames.contains(name) || letNames.contains(name)
  }

  /// The template with its settings filled in.
  private mutating func resolved(_ template: Template, in text: String, _ node: Node) -> Template {
    var parts = template.parts
    for i in parts.indices {
      guard case .placeholder(let placeholder, let offset) = parts[i] else { continue }
      if let setting = resolve(placeholder) {
        let secret = Secret(placeholder.isFile ? withoutLastNewline(setting) : setting)
        if !secrets.contains(secret) { secrets.append(secret) }
        parts[i] = .secret(secret)
        continue
      }
      let message =
        switch placeholder {
        case .variable(let name):
          "the environment variable \(name) is not set" + (isKnown(name) ? "; a value is written {$\(name)}" : "")
        case .file(let path): "the file \(path) cannot be read"
        }
      report(place(offset.value, in: text, node), message)
    }
    return Template(parts)
  }

  /// Files end with a newline that no password has.
  private func withoutLastNewline(_ text: String) -> String {
    guard let last = text.last, last.isNewline else { return text }
    return String(text.dropLast())
  }

  /// Reports names that mean nothing where the expression stands.
  private mutating func check(_ expression: Expression, _ scope: Scope, in text: String, _ node: Node) {
    var found: [(name: String, offset: Offset)] = []
    expression.forEachGlobal { found.append(($0, $1)) }
    for (name, offset) in found {
      if let problem = problem(with: name, scope) { report(place(offset.value, in: text, node), problem) }
    }
    let isMissingItem: Bool =
      switch scope {
      case .board, .request: true
      case .card: !hasItem
      case .answer, .point: false
      }
    guard isMissingItem, expression.usesItem else { return }
    let name = expression.firstField ?? "it"
    let hint: String =
      if scope == .board, hasItem {
        "; to choose among items use \"where\""
      } else if isKnown(name) {
        " (did you mean \"$\(name)\"?)"
      } else if scope == .card {
        "; add \"each\", or write $source.\(name)"
      } else {
        ""
      }
    report(place(0, in: text, node), "\"\(name)\" is a field, but there is no item here\(hint)")
  }

  private func problem(with name: String, _ scope: Scope) -> String? {
    let lets = letNames.prefix(visibleLets)
    switch scope {
    case .request:
      if ["now", "board"].contains(name) { return nil }
      return "$\(name) is not known here: only $now and $board are"
    case .answer:
      let above = sourceNames.prefix(visibleSources)
      if ["now", "board"].contains(name) || above.contains(name) { return nil }
      if sourceNames.contains(name) { return "$\(name) stands at or below this source; move it above" }
      return "unknown name $\(name)\(suggestion(for: name, in: above + ["now", "board"], prefix: "$"))"
    case .board, .card, .point:
      if ["now", "board", "page"].contains(name) || sourceNames.contains(name) || lets.contains(name) { return nil }
      if letNames.contains(name) { return "$\(name) stands at or below this line; move it above" }
      return
        "unknown name $\(name)\(suggestion(for: name, in: sourceNames + lets + ["now", "board", "page"], prefix: "$"))"
    }
  }

  /// The place in the file of an offset in a scalar: exact on one line without escapes, else the scalar's beginning.
  private func place(_ offset: Int, in text: String, _ node: Node) -> Mark {
    if text.unicodeScalars.contains("\n") { return node.mark }
    return Mark(line: node.mark.line, column: node.mark.column + offset)
  }

  private func shown(_ node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(Self.short(text))\""
    case .sequence: "a list"
    case .mapping: "a block"
    }
  }

  /// What a message quotes of a text. Placeholders stand in it by name only.
  private static func short(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(39) + "…"
  }
}

extension Expression {
  /// The first bare name.
  fileprivate var firstField: String? {
    if case .field(let name) = self { return name }
    for operand in operands {
      if let name = operand.firstField { return name }
    }
    return nil
  }
}
