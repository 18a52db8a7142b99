public import Scene

/// A setting of a style that a board file may give: what is checked when the file is read, in the schema, and in the manual.
public struct RefreshParameter: Sendable, Hashable {
  /// How the setting is written.
  public enum Kind: Sendable, Hashable {
    /// One line of text, so many characters (as a reader counts them) long.
    case text(ClosedRange<Int>)
    /// A plain number within the range.
    case number(ClosedRange<Double>)
    /// dp.
    case length(ClosedRange<Double>)
    /// Seconds.
    case time(ClosedRange<Double>)
    /// A colour, by its name or as `"#e0a96d"`.
    case color
    /// A list of colours, so many.
    case colors(ClosedRange<Int>)
    /// A picture beside the board file, or one of Vitrine's own by its name.
    case picture
    /// A list of pictures, so many.
    case pictures(ClosedRange<Int>)
  }

  /// As a board file writes it under `refresh:`.
  public var name: String
  /// What is accepted; anything else is reported with its line in the board file.
  public var kind: Kind
  /// What leaving it out means, as it would be written, for the schema and the manual; nil when that cannot be written. Whoever makes the
  /// style has to mean the same: what a board leaves out is not among what it is given, as in `$0.number("count") ?? 3`.
  public var standard: String?
  /// One sentence.
  public var summary: String
  /// Which of the language's words leaving it out means; nil where that is the same in every language.
  var word: PullWords.Word?

  /// - Parameters:
  ///   - standard: what leaving it out means, as it would be written; nil when that cannot be written.
  ///   - summary: one sentence.
  public init(_ name: String, _ kind: Kind, standard: String? = nil, _ summary: String) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.summary = summary
  }
}

/// The settings a style is made with: those the board file gives, each of the kind its description asks for.
public struct RefreshParameters: Sendable, Hashable {
  /// What a board file gives, checked against `RefreshParameter.Kind`.
  public enum Value: Sendable, Hashable {
    /// One line.
    case text(String)
    /// Also lengths in dp and times in seconds.
    case number(Double)
    /// One or more; exactly one where the kind is `color`.
    case colors([Color])
    /// Names or paths, as `SpriteRequest.Source.artwork` takes them.
    case pictures([String])
  }

  /// By the parameter's name.
  public var values: [String: Value]
  /// What is written beside the outcomes.
  public var words: OutcomeWords
  /// The board's name, for styles that show it.
  public var title: String

  /// - Parameters:
  ///   - values: by the parameter's name; what is missing was left out.
  ///   - title: the board's name.
  public init(_ values: [String: Value] = [:], words: OutcomeWords = OutcomeWords(), title: String = "") {
    self.values = values
    self.words = words
    self.title = title
  }

  /// A setting of the kind `text`; nil when it was left out.
  public func text(_ name: String) -> String? { if case .text(let text)? = values[name] { text } else { nil } }

  /// A number, a length in dp or a time in seconds; nil when it was left out.
  public func number(_ name: String) -> Double? { if case .number(let value)? = values[name] { value } else { nil } }

  /// A setting of the kind `colors`; nil when it was left out.
  public func colors(_ name: String) -> [Color]? { if case .colors(let list)? = values[name] { list } else { nil } }

  /// A setting of the kind `color`; nil when it was left out.
  public func color(_ name: String) -> Color? { colors(name)?.first }

  /// A setting of the kind `pictures`, as `SpriteRequest.Source.artwork` takes them; nil when it was left out.
  public func pictures(_ name: String) -> [String]? {
    if case .pictures(let list)? = values[name] { list } else { nil }
  }

  /// A setting of the kind `picture`, as `SpriteRequest.Source.artwork` takes it; nil when it was left out.
  public func picture(_ name: String) -> String? { pictures(name)?.first }
}

extension RefreshParameter {
  /// Whether a board may give this value to it.
  func accepts(_ value: RefreshParameters.Value) -> Bool {
    switch (kind, value) {
    case (.text(let count), .text(let text)): count.contains(text.count)
    case (.number(let range), .number(let number)), (.length(let range), .number(let number)),
      (.time(let range), .number(let number)):
      range.contains(number)
    case (.color, .colors(let list)): list.count == 1
    case (.picture, .pictures(let list)): list.count == 1
    // One is always enough: it may be written without a list.
    case (.colors(let count), .colors(let list)): (1...max(count.upperBound, 1)).contains(list.count)
    case (.pictures(let count), .pictures(let list)): (1...max(count.upperBound, 1)).contains(list.count)
    default: false
    }
  }
}
