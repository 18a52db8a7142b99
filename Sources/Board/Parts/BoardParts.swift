import Numbers
public import Refresh

/// What a board may name besides the language itself: refresh styles, and the card kinds, sources and actions of a program of one's own.
///
/// A value: a program adds to `builtIn` and hands the same to the reader and to the kiosk.
///
/// ```swift
/// var parts = BoardParts.builtIn
/// parts.styles.register("pulse", "Rings spread from the middle.") { PulseStyle(words: $0.words) }
/// parts.cards.register(DialCard())
/// parts.sources.register("queue", "Who waits at the counter.")
/// parts.actions.register("ring", "Rings the bell.") { values in bell.ring(values.text("desk") ?? "1") }
/// ```
public struct BoardParts: Sendable {
  /// The refresh styles there are.
  public var styles: RefreshStyles
  /// Card kinds beside Vitrine's own.
  public var cards: CardKinds
  /// Sources the program gives values to.
  public var sources: ProgramSources
  /// What a tap may call.
  public var actions: BoardActions

  /// For the parameters see the properties.
  public init(
    styles: RefreshStyles = .builtIn, cards: CardKinds = CardKinds(), sources: ProgramSources = ProgramSources(),
    actions: BoardActions = BoardActions()
  ) {
    self.styles = styles
    self.cards = cards
    self.sources = sources
    self.actions = actions
  }

  /// What Vitrine brings: its refresh styles, and nothing of a program.
  public static let builtIn = BoardParts()
}

/// The card kinds of a program, by name.
public struct CardKinds: Sendable {
  /// In the order they were registered.
  public private(set) var kinds: [any CardKind] = []

  /// None.
  public init() {}

  /// Adds a kind, or puts another in the place of one of the same name.
  ///
  /// - Precondition: its name and those of its keys are of letters, digits, `-` and `_`; it is none of the language's own card kinds, and
  ///   its keys are none of those every card has, each there once, with a standard that is written as the key is. Else the process ends
  ///   with a sentence that says which it was.
  public mutating func register(_ kind: any CardKind) {
    // Fits: a program adds its kinds by itself, before any board is read.
    require(
      kind.name.isPartName,
      "a card kind is called \"\(kind.name)\": a name has letters, digits, - and _, and at least one of them")
    // Fits: the same, for it names its kinds itself.
    require(
      !Card.Kind.allCases.contains { $0.rawValue == kind.name } && kind.name != Card.Kind.own.rawValue,
      "\"\(kind.name)\" is a card kind of the language: a program's own needs another name")
    let common = Set(BoardLanguage.common(BoardParts.builtIn).map(\.name))
    var names: Set<String> = []
    // Fits: the same, with the keys it has written.
    for key in kind.keys {
      require(
        key.name.isPartName,
        "a key of the card \"\(kind.name)\" is called \"\(key.name)\": a name has letters, digits, - and _")
      require(
        !common.contains(key.name), "the key \"\(key.name)\" of the card \"\(kind.name)\" is one that every card has")
      require(
        names.insert(key.name).inserted, "the card \"\(kind.name)\" has two keys that are called \"\(key.name)\"")
      let problem = key.standardProblem
      require(
        problem == nil,
        "the standard \"\(key.standard ?? "")\" of the key \"\(key.name)\" of the card \"\(kind.name)\": \(problem ?? "")"
      )
    }
    kinds.removeAll { $0.name == kind.name }
    kinds.append(kind)
  }
}

/// The sources a program gives values to: a board names one by `url: "program:NAME"`.
public struct ProgramSources: Sendable {
  /// One of them.
  public struct Entry: Sendable {
    /// As a board names it after `program:`.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Gives the values as they are now; nil where they only come by `push`.
    public var read: (@Sendable () throws -> Value)?
  }

  /// In the order they were registered.
  public private(set) var entries: [Entry] = []

  /// None.
  public init() {}

  /// Adds a source, or puts another in the place of one of the same name. Its values come by `push(_:to:)` of the kiosk.
  ///
  /// - Parameters:
  ///   - name: as a board names it after `program:`.
  ///   - summary: one sentence.
  ///   - read: gives the values as they are now, at the beginning, at every pull and as often as the source's `every` says; called on a
  ///     queue of its own, where it may wait, and never twice at once. What it throws is said in the log, and the last values stay, as
  ///     they do when it has not returned after 20 s. Nil: values only come by `push`, are as old as the last of them, and none is the
  ///     same as no answer; older than twice the source's `every` they are shown with their age, as a server's are.
  public mutating func register(_ name: String, _ summary: String, read: (@Sendable () throws -> Value)? = nil) {
    // Fits: a program adds its sources by itself.
    require(!name.isEmpty, "the source \"\(summary)\" has no name: a board says \"program:\" and then that")
    entries.removeAll { $0.name == name }
    entries.append(Entry(name: name, summary: summary, read: read))
  }

  /// The entry of a name; nil when there is none of that name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }
}

/// What a tap may call in a program: a board names one by `tap: {call: NAME}` or on a button.
public struct BoardActions: Sendable {
  /// One of them.
  public struct Entry: Sendable {
    /// As a board names it.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Does it.
    public var body: @Sendable (NamedValues) throws -> Void
  }

  /// In the order they were registered.
  public private(set) var entries: [Entry] = []

  /// None.
  public init() {}

  /// Adds an action, or puts another in the place of one of the same name.
  ///
  /// - Parameters:
  ///   - name: as a board names it.
  ///   - summary: one sentence.
  ///   - body: takes what the board gives under `with`; called on a queue of its own, one call after the other, where it may wait: after
  ///     ten seconds the card says that no answer came, and what has not begun by then does not begin any more. What it throws is said in the log, and the card says that it failed.
  public mutating func register(
    _ name: String, _ summary: String, body: @escaping @Sendable (NamedValues) throws -> Void
  ) {
    // Fits: a program adds its actions by itself.
    require(!name.isEmpty, "the action \"\(summary)\" has no name: a board calls it by that")
    entries.removeAll { $0.name == name }
    entries.append(Entry(name: name, summary: summary, body: body))
  }

  /// The entry of a name; nil when there is none of that name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  var names: [String] { entries.map(\.name) }
}

extension String {
  /// A board can write it as the name of a card or of a key, without quotes.
  fileprivate var isPartName: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }

  /// The name after `program:`; nil for addresses of other kinds.
  public var programSource: String? {
    let scheme = "program:"
    return hasPrefix(scheme) && utf8.count > scheme.utf8.count ? String(dropFirst(scheme.count)) : nil
  }
}
