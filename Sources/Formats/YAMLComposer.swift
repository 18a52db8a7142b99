import Board

/// Builds the tree of nodes from events, within limits.
struct YAMLComposer {
  private(set) var root: Node?
  /// Keys that stand twice in one mapping, whose first value is kept, and comments in place of values: reading goes on to the next mistake.
  private(set) var mistakes: [Diagnostic] = []
  /// More is a file of another kind.
  private static let mostMistakes = 50

  private let file: String
  private let limits: YAML.Limits
  private var open: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  /// Values so far, each use of an alias counted in full.
  private var values = 0
  private var documents = 0

  /// A sequence or mapping whose end has not come yet.
  private struct Frame {
    var mark: Mark
    var anchor: String?
    var content: Content
    /// Values when it began, for the size of its anchor.
    var valuesBefore: Int
    /// Levels of nesting inside it.
    var height = 0
    /// Behind what came last in it.
    var end: Mark

    enum Content {
      case sequence([Node])
      case mapping([Node.Entry], pending: (key: String, mark: Mark, isDoubled: Bool)?, lines: [String: Int])
    }
  }

  private struct Anchor {
    var node: Node
    var values: Int
    var height: Int
  }

  init(file: String, limits: YAML.Limits) {
    self.file = file
    self.limits = limits
  }

  mutating func handle(_ event: YAMLEvent) throws(Diagnostic) {
    if let tag = event.tag {
      throw failure(event.mark, "tags (\(tag)) are not supported; every text is read by what its key expects")
    }
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents > 1 { throw failure(event.mark, "a second document begins here (---); a file holds one") }
    case .scalar(let text, let isPlain, let places, let swallowed):
      try count(1, at: event.mark)
      if let swallowed { note(swallowed, meant: text) }
      let node = Node(.scalar(text, isPlain: isPlain), mark: event.mark, places: places, end: event.end)
      if let anchor = event.anchor { anchors[anchor] = Anchor(node: node, values: 1, height: 0) }
      try add(node, height: 0, end: event.end)
    case .alias(let name): try expand(name, event)
    case .sequenceStart: try begin(.sequence([]), event)
    case .mappingStart: try begin(.mapping([], pending: nil, lines: [:]), event)
    case .sequenceEnd, .mappingEnd: try end(event)
    }
  }

  /// A comment stands where a value was meant; it is read as that, so that nothing is said of it twice.
  private mutating func note(_ comment: Mark, meant text: String) {
    guard mistakes.count < Self.mostMistakes else { return }
    var key = ""
    if case .mapping(_, let pending?, _)? = open.last?.content { key = pending.key + ": " }
    mistakes.append(
      failure(
        comment, "a # behind a space begins a comment: put quotes around it, as in \(key)\"\(text.prefix(60))\""))
  }

  private mutating func begin(_ content: Frame.Content, _ event: YAMLEvent) throws(Diagnostic) {
    if open.count >= limits.depth { throw failure(event.mark, "nested deeper than \(limits.depth) levels") }
    // While the anchored value is open, its name means nothing; an older value of that name must not shine through.
    if let anchor = event.anchor { anchors[anchor] = nil }
    open.append(Frame(mark: event.mark, anchor: event.anchor, content: content, valuesBefore: values, end: event.end))
    try count(1, at: event.mark)
  }

  private mutating func end(_ event: YAMLEvent) throws(Diagnostic) {
    guard let frame = open.popLast() else { return }
    // Braces and brackets have an end of their own, a block that of what is last in it.
    let end = event.end > event.mark ? event.end : frame.end
    let node =
      switch frame.content {
      case .sequence(let items): Node(.sequence(items), mark: frame.mark, end: end)
      case .mapping(let entries, _, _): Node(.mapping(entries), mark: frame.mark, end: end)
      }
    if let anchor = frame.anchor {
      anchors[anchor] = Anchor(node: node, values: values - frame.valuesBefore, height: frame.height + 1)
    }
    try add(node, height: frame.height + 1, end: end)
  }

  private mutating func expand(_ name: String, _ event: YAMLEvent) throws(Diagnostic) {
    let mark = event.mark
    if open.contains(where: { $0.anchor == name }) {
      throw failure(mark, "*\(name) is used inside &\(name) itself")
    }
    guard let anchor = anchors[name] else {
      throw failure(mark, "*\(name) is used, but no &\(name) stands above it")
    }
    guard values + anchor.values <= limits.values else {
      throw failure(
        mark,
        "with *\(name) repeated here the file holds more than \(limits.values) values; aliases of aliases multiply")
    }
    guard open.count + anchor.height <= limits.depth else {
      throw failure(mark, "with *\(name) here the file is nested deeper than \(limits.depth) levels")
    }
    values += anchor.values
    try add(anchor.node, height: anchor.height, end: event.end, aliasMark: mark)
  }

  /// Puts a finished node where the innermost open one expects it.
  private mutating func add(_ node: Node, height: Int, end: Mark, aliasMark: Mark? = nil) throws(Diagnostic) {
    guard var frame = open.popLast() else {
      root = node
      return
    }
    frame.height = max(frame.height, height)
    frame.end = end
    switch frame.content {
    case .sequence(var items):
      frame.content = .sequence([])
      items.append(node)
      frame.content = .sequence(items)
    case .mapping(var entries, let pending, var lines):
      frame.content = .sequence([])
      if let pending {
        if !pending.isDoubled { entries.append(Node.Entry(key: pending.key, keyMark: pending.mark, value: node)) }
        frame.content = .mapping(entries, pending: nil, lines: lines)
      } else {
        let mark = aliasMark ?? node.mark
        guard case .scalar(let key, let isPlain) = node.content else {
          throw failure(mark, "a key must be a word, not a list or a block; put quotes around a text in { }")
        }
        if key == "<<" && isPlain {
          throw failure(mark, "merge keys (<<) are not supported; write the keys out")
        }
        let first = lines[key]
        if let first {
          mistakes.append(failure(mark, "key \"\(key.prefix(60))\" appears twice (first on line \(first))"))
          if mistakes.count >= Self.mostMistakes {
            throw failure(mark, "further keys that appear twice are not told")
          }
        } else {
          lines[key] = mark.line
        }
        frame.content = .mapping(entries, pending: (key, mark, isDoubled: first != nil), lines: lines)
      }
    }
    open.append(frame)
  }

  private mutating func count(_ added: Int, at mark: Mark) throws(Diagnostic) {
    values += added
    if values > limits.values { throw failure(mark, "the file holds more than \(limits.values) values") }
  }

  private func failure(_ mark: Mark, _ message: String) -> Diagnostic {
    Diagnostic(file: file, mark: mark, message: message)
  }
}
