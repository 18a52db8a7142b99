import Icons
import Refresh

/// The reference pages of the board language, in Markdown, from the table the reader and the schema use.
public enum BoardReference {
  /// One page.
  public struct Page: Sendable {
    /// Of the file, without its ending.
    public var name: String
    /// Markdown.
    public var text: String
    /// What it is about, one sentence; nil where it is about many things.
    package var summary: String?
    /// A board whose picture, `name.png`, stands on the page; nil for pages without.
    public var example: Example?
  }

  /// A board that shows one thing.
  public struct Example: Sendable {
    /// What a board file holds.
    public var yaml: String
    /// Rows of its picture, which is 800 pixels wide.
    public var height: Int
  }

  /// All pages.
  ///
  /// - Parameter parts: what a board may name besides the language itself.
  public static func pages(of parts: BoardParts = .builtIn) -> [Page] {
    [board(), cards(parts), sources(parts), refresh(parts.styles), expressions(), icons()]
      + Card.Kind.allCases.map { card($0, parts) } + parts.cards.kinds.map(card) + Source.Format.allCases.map(source)
  }

  // MARK: Pages

  private static func board() -> Page {
    let parts: [(String, KeyTable)] = [
      ("The board", BoardLanguage.root(.builtIn)), ("theme", BoardLanguage.theme), ("idle", BoardLanguage.idle),
      ("night", BoardLanguage.night), ("A page", BoardLanguage.page(.list(.card(BoardLanguage.cards(.builtIn))))),
      ("words", BoardLanguage.vocabulary),
    ]
    return Page(
      name: "board",
      text: """
        # The board file

        One YAML file. Texts are read by what their key expects, never by what they look like, so `NO`, `16:9` and `22:30` need no \
        quotes; a text with `: ` or a `{` at its beginning does. `${NAME}` is a setting of the machine, `${file:/run/secrets/x}` the text \
        of a file: neither comes into a log, and what needs one that is not there yet waits for it. A file that becomes another is read again, \
        and what needs it asks anew. Names that begin with `VITRINE_` are the panel's own and no board's. In an address that begins with \
        `http://` or `https://` a setting is percent-encoded where it is a user or a password, a part of the path or the value of a field, so \
        that a password of `a@b/c` stays one; it stays as it is where it is the whole address or its beginning, the host, all behind the host, \
        or a whole `key=value`. `%40` in it stays `%40`. Cards are in [cards](cards.md), sources in [sources](sources.md), the pull in \
        [refresh](refresh.md), what stands between braces in [expressions](expressions.md).

        \(parts.map { "## \($0.0)\n\n\(table($0.1.keys))" }.joined(separator: "\n\n"))

        """)
  }

  private static func cards(_ parts: BoardParts) -> Page {
    let own = parts.cards.kinds.map { (word: $0.name, summary: $0.summary) }
    let list = (Card.Kind.allCases.map { (word: $0.rawValue, summary: $0.summary) } + own).map {
      "- [`\($0.word)`](card-\($0.word).md): \($0.summary)"
    }
    let actions = parts.actions.entries.map { "- `call: \($0.name)`: \($0.summary)" }
    return Page(
      name: "cards",
      text: """
        # Cards

        A page is a list of cards, from top to bottom. A missing value removes its line, a missing list its card.

        \(list.joined(separator: "\n"))

        ## Keys of every card

        \(table(BoardLanguage.common(parts)))
        \(actions.isEmpty ? "" : "\n## What a tap may call\n\n" + actions.joined(separator: "\n") + "\n")
        """)
  }

  private static func sources(_ parts: BoardParts) -> Page {
    let given = parts.sources.entries.map { "- `url: \"program:\($0.name)\"`: \($0.summary)" }
    let list = Source.Format.allCases.map { "- [`\($0.rawValue)`](source-\($0.rawValue).md): \($0.summary)" }
    return Page(
      name: "sources",
      text: """
        # Sources

        What is fetched, how often, and how it is shaped into a list of records or one record. The last good data stays on the panel \
        while a source is silent. `vitrine check --fetch` shows the first record of each.

        \(list.joined(separator: "\n"))

        ## Keys

        \(table(BoardLanguage.source.keys))
        \(given.isEmpty ? "" : "\n## What the program gives\n\n" + given.joined(separator: "\n") + "\n")
        """)
  }

  private static func icons() -> Page {
    let example = ReferenceExamples.icons
    return Page(
      name: "icons",
      text: """
        # Icons

        `icon: rain` is one of these, in the colour of the text it stands beside; in a card's tone, where it has one. A weather \
        service's own word or number for one will do too: those of the WMO that Open-Meteo gives (`61`), OpenWeatherMap's (`10d`), Home \
        Assistant's (`partlycloudy`). What is none is left out.

        \(shown(example, "icons"))

        \(Icon.names.map { "`\($0)`" }.joined(separator: " "))

        They are of Bootstrap Icons, Copyright 2019-2021 The Bootstrap Authors, under the MIT licence.

        """, example: example)
  }

  private static func refresh(_ styles: RefreshStyles) -> Page {
    let parts = styles.entries.map { entry in
      "## \(entry.name)\n\n\(entry.summary)\n\n\(table(entry.parameters.map(Key.init)))"
    }
    return Page(
      name: "refresh",
      text: """
        # The pull-to-refresh control

        `refresh: {style: \(RefreshStyles.standard)}` names a style, or the path of a style file. A style has settings of its own, beside \
        these:

        \(table(BoardLanguage.refreshCommon(styles).keys))

        `words` holds what is written beside the outcomes; by itself it is in the board's `language`:

        \(table(BoardLanguage.words.keys))

        \(parts.joined(separator: "\n\n"))

        """)
  }

  /// A kind of a program: its example is the program's own.
  private static func card(_ kind: any CardKind) -> Page {
    Page(
      name: "card-\(kind.name)",
      text: """
        # `\(kind.name)`

        \(kind.summary)

        ## Keys

        \(table(kind.keys.map(Key.init)))

        And [those of every card](cards.md#keys-of-every-card).

        """)
  }

  private static func card(_ kind: Card.Kind, _ parts: BoardParts) -> Page {
    let name = "card-\(kind.rawValue)"
    let example = ReferenceExamples.card(kind)
    return Page(
      name: name,
      text: """
        # `\(kind.rawValue)`

        \(kind.summary)

        \(shown(example, name))

        ## Keys

        \(table(BoardLanguage.ownKeys(kind, parts)))

        And [those of every card](cards.md#keys-of-every-card).

        """, summary: kind.summary, example: example)
  }

  private static func source(_ format: Source.Format) -> Page {
    let name = "source-\(format.rawValue)"
    let example = ReferenceExamples.source(format)
    return Page(
      name: name,
      text: """
        # `as: \(format.rawValue)`

        \(format.summary) \(format.details)

        \(shown(example, name))

        The keys of every source are in [sources](sources.md#keys).

        """, summary: format.summary, example: example)
  }

  // MARK: Parts

  private static func shown(_ example: Example, _ name: String) -> String {
    "![](\(name).png)\n\n```yaml\n\(example.yaml)\n```"
  }

  static func table(_ keys: [Key]) -> String {
    let rows = keys.map { key in
      let value = key.type.words + (key.isRequired ? "; required" : "")
      return "| `\(key.name)` | \(cell(value)) | \(key.standard.map { "`\(cell($0))`" } ?? "") | \(cell(key.summary)) |"
    }
    return "| key | value | without it | |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
  }

  static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension KeyType {
  /// What is to be written, for the manual.
  var words: String {
    switch self {
    case .text: "text with `{values}`"
    case .expression: "expression"
    case .order: "field, or -field"
    case .each: "a source, or an expression"
    case .word: "text"
    case .line(let count): count.upperBound == 1 ? "one letter" : "text of at most \(count.upperBound) letters"
    case .lines(let count, _): "list of \(count) texts"
    case .flag: "`true` or `false`"
    case .integer(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "number, \(NumberFormat.plain(range.lowerBound)) to \(NumberFormat.plain(range.upperBound))"
    case .duration(let range), .seconds(let range):
      "time, `\(Scalars.written(range.lowerBound))` to `\(Scalars.written(range.upperBound))`"
    case .length(let range):
      "length, `\(Scalars.written(length: range.lowerBound))` to `\(Scalars.written(length: range.upperBound))`"
    case .ratio: "width to height, `16/9`, or `own`"
    case .percent: "share, `15%`"
    case .color: "colour, `\"#0B6E4F\"` or a name"
    case .hours: "hours, `\"07:00-11:00\"` or `mon-fri 7:00-18:00, sat 9:00-13:00`"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: " ")
    case .choiceOrFile(let words): words.map { "`\($0)`" }.joined(separator: " ") + ", or a file"
    case .picture: "path of a picture, or a built-in one"
    case .block(let table): "block: " + table.keys.map { "`\($0.name)`" }.joined(separator: " ")
    case .kinds: "block, see [refresh](refresh.md)"
    case .named(let type, _): "`name: …` lines, each: \(type.words)"
    case .list(let type): "list of: \(type.words)"
    case .oneOrMore(let type, let most): most == .max ? "\(type.words), or a list" : "\(type.words), or up to \(most)"
    case .either(let word, let block): "\(word.words); or \(block.words)"
    case .json: "JSON, with `{values}` in its texts"
    case .card: "[card](cards.md)"
    }
  }
}
