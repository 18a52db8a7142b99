/// The refresh styles a board may name, each with its settings and the way to make it.
///
/// A value: what a program adds to `builtIn` it hands to the reader and to the kiosk.
///
/// ```swift
/// var styles = RefreshStyles.builtIn
/// styles.register("balloons", "Balloons rise with the pull.", [RefreshParameter("count", .number(1...9), "How many.")]) {
///   Balloons(count: $0.number("count") ?? 3, words: $0.words)
/// }
/// let options = PanelOptions(mode: mode, styles: styles)
/// ```
public struct RefreshStyles: Sendable {
  /// One style, before it is made.
  public struct Entry: Sendable {
    /// As a board names it.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Its own settings, without those that every style has: `style`, `every` and `words`.
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

  /// The styles Vitrine brings.
  public static let builtIn = RefreshStyles([
    ArrowStyle.entry, CharacterStyle.entry, CompassStyle.entry, DropStyle.entry, IconStyle.entry, LettersStyle.entry,
    LineArtStyle.entry, MaterialStyle.entry, PetalsStyle.entry, RingStyle.entry, StripesStyle.entry,
  ])

  /// Adds a style, or puts another in its place.
  ///
  /// - Precondition: the name is not empty and has neither a point nor a slash, which mean a file; settings are not named
  ///   `style`, `every` or `words`, which every style has.
  public mutating func register(_ entry: Entry) {
    precondition(
      !entry.name.isEmpty && !entry.name.contains { $0 == "." || $0 == "/" }, "\"\(entry.name)\" reads like a file")
    precondition(
      !entry.parameters.contains { ["style", "every", "words"].contains($0.name) }, "every style has this setting")
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
