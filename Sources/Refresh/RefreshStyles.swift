import Numbers

/// The refresh styles a board may name, each with its settings and the way to make it.
///
/// A value: what a program adds to `builtIn` it hands to the reader and to the kiosk.
///
/// ```swift
/// var styles = RefreshStyles.builtIn
/// styles.register("balloons", "Balloons rise with the pull.", [RefreshParameter("count", .number(1...9), "How many.")]) {
///   Balloons(count: $0.number("count") ?? 3, words: $0.words)
/// }
/// let options = PanelOptions(mode: mode, parts: BoardParts(styles: styles))
/// ```
public struct RefreshStyles: Sendable {
  /// One style, before it is made.
  public struct Entry: Sendable {
    /// As a board names it.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Its own settings, without those that every style has: `style`, `every`, `origin`, `cooldown` and `words`.
    public var parameters: [RefreshParameter]
    /// Makes the style; a setting that was left out is not among the given ones.
    public var make: @Sendable (RefreshParameters) -> any RefreshStyle

    /// - Parameters:
    ///   - name: as a board names it.
    ///   - summary: one sentence.
    ///   - make: called with the settings a board gives, each of the kind `parameters` asks for.
    public init(
      _ name: String, _ summary: String, _ parameters: [RefreshParameter] = [],
      make: @escaping @Sendable (RefreshParameters) -> any RefreshStyle
    ) {
      self.name = name
      self.summary = summary
      self.parameters = parameters
      self.make = make
    }
  }

  /// In alphabetical order of their names.
  public private(set) var entries: [Entry] = []

  /// - Parameter entries: in any order; a later one takes the place of an earlier one of the same name.
  public init(_ entries: [Entry] = []) {
    for entry in entries { register(entry) }
  }

  /// What a board shows that names no style.
  public static let standard = "compass"

  /// Settings whatever the style is.
  private static let common: Set<String> = ["style", "every", "origin", "cooldown", "words"]

  /// The styles Vitrine brings.
  public static let builtIn = RefreshStyles([
    ArrowStyle.entry, CharacterStyle.entry, CompassStyle.entry, DropStyle.entry, IconStyle.entry, LettersStyle.entry,
    LineArtStyle.entry, MaterialStyle.entry, PetalsStyle.entry, RingStyle.entry, StripesStyle.entry,
  ])

  /// Adds a style, or puts another in its place.
  ///
  /// - Precondition: the name is not empty and has neither a point nor a slash, which mean a file; settings have names, each another, and
  ///   none of `style`, `every`, `origin`, `cooldown` and `words`, which every style has. Else the process ends with a sentence that says
  ///   which it was.
  public mutating func register(_ entry: Entry) {
    require(!entry.name.isEmpty, "the refresh style \"\(entry.summary)\" has no name: a board names it by that")
    require(
      !entry.name.contains { $0 == "." || $0 == "/" },
      "the refresh style \"\(entry.name)\" reads like a file: its name has neither a point nor a slash")
    var names: Set<String> = []
    for parameter in entry.parameters {
      require(!parameter.name.isEmpty, "a setting of the refresh style \"\(entry.name)\" has no name")
      require(
        !Self.common.contains(parameter.name),
        "every style has a setting \"\(parameter.name)\": that of \"\(entry.name)\" needs another name")
      require(
        names.insert(parameter.name).inserted,
        "the refresh style \"\(entry.name)\" has two settings that are called \"\(parameter.name)\"")
    }
    entries.removeAll { $0.name == entry.name }
    entries.append(entry)
    entries.sort { $0.name < $1.name }
  }

  /// Adds a style, or puts another in its place.
  public mutating func register(
    _ name: String, _ summary: String, _ parameters: [RefreshParameter] = [],
    make: @escaping @Sendable (RefreshParameters) -> any RefreshStyle
  ) {
    register(Entry(name, summary, parameters, make: make))
  }

  /// In alphabetical order.
  public var names: [String] { entries.map(\.name) }

  /// The entry of a name; nil when there is none of that name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// The style of a name, made; nil when there is none of that name, and when it has no such setting: what has not come through the reader
  /// of a board, as a record's, is what that would let through, or nothing is made of it.
  public func style(_ name: String, _ parameters: RefreshParameters = RefreshParameters()) -> (any RefreshStyle)? {
    guard let entry = self[name] else { return nil }
    let isAccepted = parameters.values.allSatisfy { name, value in
      entry.parameters.first { $0.name == name }?.accepts(value) ?? false
    }
    return isAccepted ? entry.make(parameters) : nil
  }
}
