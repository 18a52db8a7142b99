/// Reads nodes by the types the key tables declare, and collects everything that is wrong instead of stopping at the first.
struct NodeReader {
  // Many properties: what one pass over a file collects, for rules that need the whole of it.
  let file: String
  let resolve: (Placeholder) -> String?
  private(set) var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// Names of the file's sources and `let` values, in order.
  var sourceNames: [String] = []
  var letNames: [String] = []
  /// Names of the sources the program gives values to.
  var programSources: [String] = []
  /// How many of them stand above what is being read.
  var visibleSources = 0
  var visibleLets = Int.max
  /// The card being read repeats, or belongs to the detail page: bare names have an item.
  var hasItem = false
  var isInDetail = false
  /// The card being read repeats: its items have positions.
  var isRepeated = false
  /// The card being read belongs to a group that repeats: bare names are fields of its item.
  var isInGroup = false
  /// The card being read sets a value: what it sends may name it.
  var isControl = false
  /// Whether the group repeats whose cards come next.
  var openedGroup: Bool?
  /// Settings of the machine that were looked up.
  var secrets: [Secret] = []
  /// Files of `${file:…}` that cannot be read yet.
  var awaitedFiles: [String] = []
  /// Files of `${file:…}` that were read.
  var settingFiles: [String] = []
  /// Settings that taps send with and that are not there, as they are written.
  var missingToSend: [String] = []
  /// Time zones of clocks.
  var zones: [BoardFile.NamedZone] = []
  /// Pages that taps lead to, to be looked for once all pages have been read.
  var pageTaps: [(title: String, mark: Mark)] = []
  /// Entries that name no keyboard, to be looked at once the board's language is known.
  var plainEntries: [Mark] = []
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
        let hint =
          entry.key.contains { "“”„‟".contains($0) }
          ? "; “ and ” are letters to YAML: put the straight quotes \" around the text"
          : Self.action(entry.key, in: table) ?? Self.synonym(of: entry.key, in: free)
            ?? suggestion(for: entry.key, in: free)
        report(entry.keyMark, "unknown key \"\(entry.key)\" in \(table.name)\(hint)")
      }
    }
    for key in table.keys where key.isRequired && !entries.contains(where: { $0.key == key.name }) {
      report(node.mark, "\"\(key.name)\" is missing in \(table.name)")
    }
    for rule in table.rules { check(rule, in: fields, written: Set(entries.map(\.key))) }
    return fields
  }

  /// What is said of keys that a program's actions bring, where the one that reads has none: `confirm` stands wherever they could.
  private static func action(_ key: String, in table: KeyTable) -> String? {
    guard ["call", "with"].contains(key), table.key("confirm") != nil, table.key("call") == nil else { return nil }
    return ": what it calls is an action of the program that shows the board; this one has none"
  }

  /// - Parameter written: keys that stand there, be there something wrong with what they hold.
  private mutating func check(_ rule: KeyRule, in fields: Fields, written: Set<String>) {
    switch rule {
    case .needs(let key, let other, let why):
      if fields[key] != nil, !written.contains(other) {
        report(fields.mark(of: key), "\"\(key)\" needs \"\(other)\": \(why)")
      }
    case .one(let names, let both, let neither):
      let found = names.filter { fields[$0] != nil }
      if found.count > 1 { report(fields.mark(of: found[1]), both) }
      if written.isDisjoint(with: names) { report(fields.mark, neither) }
    case .without(let key, let other, let why):
      if fields[key] != nil, fields[other] != nil {
        report(fields.mark(of: key), "\"\(key)\" has no meaning beside \"\(other)\": \(why)")
      }
    }
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
    case .lines(let count, let length):
      guard case .sequence(let nodes) = node.content, nodes.count == count else {
        report(node.mark, "\"\(key)\" must be a list of \(count) texts, not \(counted(node))")
        return nil
      }
      return .list(nodes.compactMap { reading($0, .line(length), key: key) })
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
    case .length(let range):
      return converted(node, key) { text throws(ScalarError) in .number(try Scalars.length(text, in: range)) }
    case .ratio:
      return converted(node, key) { text throws(ScalarError) in
        text == Scalars.ownRatio ? .word(text) : .number(try Scalars.ratio(text))
      }
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
      if case .card = type, let repeats = openedGroup { return .list(members(nodes, type, repeats: repeats)) }
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

  /// The cards of a group, which have its item.
  private mutating func members(_ nodes: [Node], _ type: KeyType, repeats: Bool) -> [Reading] {
    openedGroup = nil
    isInGroup = repeats
    defer { isInGroup = false }
    return nodes.compactMap { reading($0, type, key: "cards") }
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
    // YAML has three ways to write each of the two.
    if words.contains("true"), let flag = try? Scalars.flag(text) { return .word(String(flag)) }
    var hint = suggestion(for: text, in: words)
    if let near = nearest(to: text, in: words), near.first != text.lowercased().first,
      words.count <= Self.fewWords
    {
      // Another first letter is seldom a slip: what there is says more.
      hint = "; known: \(words.joined(separator: ", "))"
    }
    if key == "theme", Theme.Mode(rawValue: text) != nil {
      hint += "; whether it is light or dark is written theme: {mode: \(text)}"
    }
    report(node.mark, "\"\(key)\": unknown value \"\(Self.short(text))\"\(hint)")
    return nil
  }

  private static let fewWords = 6

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

  func shown(_ node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(Self.short(text))\""
    case .sequence: "a list"
    case .mapping: "a block"
    }
  }

  private func counted(_ node: Node) -> String {
    if case .sequence(let nodes) = node.content { "of \(nodes.count)" } else { shown(node) }
  }

  /// What a message quotes of a text. Placeholders stand in it by name only.
  static func short(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(39) + "…"
  }
}
