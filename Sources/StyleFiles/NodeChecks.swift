package import Board
import Numbers
import Scene

/// Reads the nodes of a file by what stands at each key, and collects everything that is wrong instead of stopping at the first.
package struct NodeChecks {
  let file: String
  /// What is wrong, in the order it was found.
  package private(set) var diagnostics: [Diagnostic] = []
  private var reported: Set<Diagnostic> = []

  /// - Parameter file: what messages call it.
  package init(file: String) { self.file = file }

  /// Reports once: an alias is read wherever it is used, but written once.
  package mutating func report(_ mark: Mark, _ message: String, severity: Diagnostic.Severity = .error) {
    let diagnostic = Diagnostic(severity, file: file, mark: mark, message: message)
    if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// The entries of a block whose keys are known; the others are reported.
  ///
  /// - Parameter name: what a message calls the block: `a layer`.
  package mutating func entries(_ node: Node, _ name: String, keys: [String]) -> [Node.Entry]? {
    guard case .mapping(let entries) = node.content else {
      report(node.mark, "\(name) must be a block of \"key: value\" lines, not \(shown(node))")
      return nil
    }
    return entries.filter { entry in
      guard keys.contains(entry.key) else {
        let free = keys.filter { key in !entries.contains { $0.key == key } }
        report(entry.keyMark, "unknown key \"\(entry.key)\" in \(name)\(suggestion(for: entry.key, in: free))")
        return false
      }
      guard !isEmpty(entry.value) else {
        report(entry.keyMark, "\"\(entry.key)\" has no value; write one or remove the key")
        return false
      }
      return true
    }
  }

  mutating func list(_ node: Node, _ key: String) -> [Node] {
    guard case .sequence(let nodes) = node.content else {
      report(node.mark, "\"\(key)\" must be a list, one \"- \" per entry, not \(shown(node))")
      return []
    }
    return nodes
  }

  /// A single text; nil, and reported, for anything else.
  package mutating func text(_ node: Node, _ key: String) -> String? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"\(key)\" must be a single text, not \(shown(node))")
      return nil
    }
    return text
  }

  /// A number that is written plainly; nil, and reported, outside the range.
  package mutating func number(_ node: Node, _ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let text = text(node, key) else { return nil }
    guard let number = Self.number(text), range.contains(number) else {
      report(
        node.mark,
        "\"\(key)\" must be a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)), not \"\(text)\"")
      return nil
    }
    return number
  }

  mutating func choice<Word: RawRepresentable & CaseIterable>(_ node: Node, _ key: String) -> Word?
  where Word.RawValue == String {
    guard let text = text(node, key) else { return nil }
    if let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    report(node.mark, "\"\(key)\": unknown value \"\(text)\"\(suggestion(for: text, in: words))")
    return nil
  }

  mutating func easing(_ node: Node) -> Easing? {
    guard let text = text(node, "ease") else { return nil }
    if let easing = Easing(named: text) { return easing }
    report(node.mark, "\"ease\": unknown value \"\(text)\"\(suggestion(for: text, in: Easing.names))")
    return nil
  }

  /// A number as people write it; no `nan`, no `0x10`.
  static func number(_ text: String) -> Double? {
    guard let first = text.utf8.first, text.utf8.count <= 24 else { return nil }
    let isPlain = text.utf8.allSatisfy { ($0 >= 48 && $0 <= 57) || $0 == 43 || $0 == 45 || $0 == 46 }
    guard isPlain, first != 43 else { return nil }
    return Double(text)
  }

  /// Whether nothing stands there.
  package func isEmpty(_ node: Node) -> Bool {
    guard case .scalar(let text, isPlain: true) = node.content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// What stands there, as a message names it.
  package func shown(_ node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): text.isEmpty ? "nothing" : "\"\(text.count <= 40 ? text : text.prefix(39) + "…")\""
    case .sequence: "a list"
    case .mapping: "a block"
    }
  }
}

/// Whole numbers without a point.
func plain(_ number: Double) -> String {
  // Fits: whole, and less than 10¹⁵.
  number == number.rounded() && number.magnitude < 1e15 ? String(Int(bounded: number)) : "\(number)"
}
