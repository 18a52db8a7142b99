import Refresh

/// The block `refresh:`, whose keys are those of every style and those of the one it names.
extension BoardLanguage {
  static func refresh(_ styles: RefreshStyles) -> KeyType {
    let common = refreshCommon(styles)
    let kinds = styles.entries.map { entry in
      (
        word: entry.name,
        table: KeyTable(name: "the refresh style \"\(entry.name)\"", keys: entry.parameters.map(Key.init))
      )
    }
    return .kinds(KeyType.Kinds(selector: "style", standard: RefreshStyles.standard, common: common, kinds: kinds))
  }

  /// Keys whatever the style is.
  static func refreshCommon(_ styles: RefreshStyles) -> KeyTable {
    KeyTable(
      name: "\"refresh\"",
      keys: [
        Key(
          "style", .choiceOrFile(styles.names), standard: RefreshStyles.standard,
          "A style's name, or the path of a style file."),
        Key("every", .duration(1...604_800), "How often sources without their own interval are fetched."),
        Key(
          "origin", .choice(RefreshRules.Origin.allCases.map(\.rawValue)), standard: RefreshRules().origin.rawValue,
          "Where a pull may begin: with the page at its top, or anywhere, by scrolling up to the top and on."),
        Key(
          "cooldown", .duration(0...3600), standard: "0s",
          "A pull so soon after a refresh shows \"no change\" and fetches nothing."),
        Key("words", .block(words), "What is written beside the outcomes; \"\" for nothing."),
      ])
  }

  static let words = KeyTable(
    name: "\"words\"",
    keys: [
      Key("success", .line(0...60), standard: OutcomeWords().success, "New data has come."),
      Key("noChange", .line(0...60), standard: OutcomeWords().noChange, "There is nothing new."),
      Key("failure", .line(0...60), standard: OutcomeWords().failure, "The answer was an error."),
      Key("offline", .line(0...60), standard: OutcomeWords().offline, "There is no network."),
      Key("timeout", .line(0...60), standard: OutcomeWords().timeout, "No answer came in time."),
      Key(
        "age", .line(0...60), standard: OutcomeWords().age,
        "After trouble: how old the data on show is; % stands for \"5 min ago\"."),
    ])
}

extension Key {
  init(_ parameter: RefreshParameter) {
    let type: KeyType =
      switch parameter.kind {
      case .text(let count): .line(count)
      case .number(let range), .length(let range): .number(range)
      case .time(let range): .seconds(range)
      case .color: .color
      case .colors(let count): .oneOrMore(.color, most: count.upperBound)
      case .picture: .picture
      case .pictures(let count): .oneOrMore(.picture, most: count.upperBound)
      }
    self.init(parameter.name, type, standard: parameter.standard, parameter.summary)
  }
}

extension RefreshParameters.Value {
  /// What was read at a style's key; nil for what no parameter is.
  init?(_ reading: Reading) {
    switch reading {
    case .word(let text): self = .text(text)
    case .number(let value): self = .number(value)
    case .color(let color): self = .colors([color])
    case .picture(let path, _): self = .pictures([path])
    case .list(let readings):
      let colors = readings.compactMap { if case .color(let color) = $0 { color } else { nil } }
      let pictures = readings.compactMap { if case .picture(let path, _) = $0 { path } else { nil } }
      if !colors.isEmpty {
        self = .colors(colors)
      } else if !pictures.isEmpty {
        self = .pictures(pictures)
      } else {
        return nil
      }
    default: return nil
    }
  }
}

extension RefreshSettings {
  /// Keys that are not the style's.
  private static let common = ["style", "every", "origin", "cooldown", "words"]

  /// - Parameters:
  ///   - fields: of the block; nil when the board has none.
  ///   - language: has the words the board leaves out.
  init(_ fields: Fields?, in language: Language) {
    self.init(style: fields?.word("style"), every: fields?.number("every"))
    words = language.refresh
    guard let fields else { return }
    if let origin = fields.word("origin").flatMap(RefreshRules.Origin.init) { rules.origin = origin }
    if let cooldown = fields.number("cooldown") { rules.cooldown = cooldown }
    if let block = fields.block("words") {
      words = OutcomeWords(
        success: block.word("success") ?? words.success, noChange: block.word("noChange") ?? words.noChange,
        failure: block.word("failure") ?? words.failure, offline: block.word("offline") ?? words.offline,
        timeout: block.word("timeout") ?? words.timeout, age: block.word("age") ?? words.age)
    }
    for entry in fields.entries where !Self.common.contains(entry.name) {
      parameters[entry.name] = RefreshParameters.Value(entry.value)
      let readings = if case .list(let list) = entry.value { list } else { [entry.value] }
      for case .picture(let path, let mark) in readings {
        pictures.append(Picture(path: path, key: entry.name, mark: mark))
      }
    }
  }
}
