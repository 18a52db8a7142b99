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
  var visibleSources = 0
  var visibleLets = Int.max
  /// The card being read repeats, or belongs to the detail page: bare names have an item.
  var hasItem = false
  var isInDetail = false

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

  // MARK: Places and quotes

  /// The place in the file of an offset in a scalar: exact on one line without escapes, else the scalar's beginning.
  func place(_ offset: Int, in text: String, _ node: Node) -> Mark {
    if text.unicodeScalars.contains("\n") { return node.mark }
    return Mark(line: node.mark.line, column: node.mark.column + offset)
  }

  func shown(_ node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(Self.short(text))\""
    case .sequence: "a list"
    case .mapping: "a block"
    }
  }

  /// What a message quotes of a text. Placeholders stand in it by name only.
  static func short(_ text: String) -> String {
    text.count <= 40 ? text : text.prefix(39) + "…"
  }
}
