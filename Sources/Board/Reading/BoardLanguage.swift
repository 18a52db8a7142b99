import Refresh

/// The board file, described: the one table from which it is read, checked, and explained.
enum BoardLanguage {
  /// - Parameter styles: the refresh styles a board may name.
  static func root(_ styles: RefreshStyles) -> KeyTable { KeyTable(name: "the board", keys: rootKeys(refresh(styles))) }

  private static func rootKeys(_ refresh: KeyType) -> [Key] {
    [
      Key("board", .text(.request), "The board's name; available as $board."),
      Key("theme", .block(theme), "Colours, font and size."),
      Key("refresh", refresh, "The pull-to-refresh control."),
      Key("idle", .block(idle), "What happens when nobody touches the panel."),
      Key("sources", .named(.block(source), .expressionNames), "Where data comes from, by name."),
      Key("let", .named(.expression(.board), .expressionNames), "Named values, as $name; each may use those above it."),
      Key("cards", .list(.card(cards)), "What is shown, from top to bottom."),
      Key("pages", .list(.block(page)), "Several lists of cards, side by side, in place of \"cards\"."),
      Key(
        "detail", .list(.card(cards)),
        "What is shown when an item with tap: detail is tapped; $-less names are its fields."),
    ]
  }

  static let theme = KeyTable(
    name: "the theme",
    keys: [
      Key(
        "mode", .choice(Theme.Mode.allCases.map(\.rawValue)), standard: "auto",
        "Light or dark; sets every colour left out."),
      Key("background", .color, "Behind the cards."),
      Key("surface", .color, "The cards."),
      Key("text", .color, "Text."),
      Key("muted", .color, "Text of less weight."),
      Key("accent", .color, "The board's own colour."),
      Key("good", .color, "Tone of what is well."),
      Key("warn", .color, "Tone of what needs attention."),
      Key("bad", .color, "Tone of what is wrong."),
      Key("info", .color, "Tone of what is under way."),
      Key("font", .word, "A font family, or the path of a font file beside the board file."),
      Key("scale", .number(0.3...8), "Size of everything: 1 is read at arm's length, 2 from twice as far."),
    ])

  static let idle = KeyTable(
    name: "\"idle\"",
    keys: [
      Key("after", .duration(second...day), isRequired: true, "How long nobody has touched the panel."),
      Key("do", .choice(Idle.Action.allCases.map(\.rawValue)), standard: "home", "What happens then."),
    ])

  static let source = KeyTable(
    name: "a source",
    keys: [
      Key(
        "url", .oneOrMore(.text(.request)), isRequired: true,
        "http:, https: or file: address, or a list of them; a directory is its pictures."),
      Key(
        "as", .choice(Source.Format.allCases.map(\.rawValue)),
        "The format; by content type, extension and first bytes when left out."),
      Key("every", .duration(second...week), standard: "5m", "How often it is fetched."),
      Key("keep", .duration(second...(366 * day)), standard: "24h", "How long old data may still be shown."),
      Key("headers", .named(.text(.request), .any), "Request headers."),
      Key("items", .expression(.answer), "Where the list stands in the answer: data.entry.items."),
      Key(
        "with", .named(.expression(.answer), .expressionNames),
        "Fields added to every item; each may use those above it."),
      Key("where", .expression(.answer), "Which items stay."),
      Key("sort", .order(.answer), "The field items are sorted by; -field for the greatest first."),
      Key("limit", .integer(1...100_000), "How many items at most."),
      Key(
        "key", .expression(.answer), standard: "id",
        "What tells an item from the others; its position when it has none."),
    ])

  static let page = KeyTable(
    name: "a page",
    keys: [
      Key("title", .text(.request), "The page's name; available as $page."),
      Key("icon", .text(.request), "A picture for the row of pages."),
      Key("at", .hours, "When the page is offered: \"07:00-11:00\"; always when left out."),
      Key("cards", .list(.card(cards)), isRequired: true, "What is shown, from top to bottom."),
    ])

  /// Every kind of card, with its keys.
  static let cards: [(kind: Card.Kind, table: KeyTable)] = Card.Kind.allCases.map { kind in
    (kind, KeyTable(name: "\"\(kind.rawValue)\"", keys: ownKeys(kind) + common))
  }

  private static func ownKeys(_ kind: Card.Kind) -> [Key] {
    switch kind {
    case .header:
      texts + [
        Key("logo", .text(.card), "A picture before the title, in place of \"image\"."),
        Key(
          "clock", .choice(["true", "seconds", "false"]), standard: "false", "The time of day, with or without seconds."
        ),
      ]
    case .section, .row: texts
    case .hero: texts + [bodyText, ratio]
    case .image:
      texts + [
        ratio,
        Key(
          "fit", .choice(Card.Fit.allCases.map(\.rawValue)), standard: "cover",
          "Fill the frame, or show the whole picture."),
        Key("every", .duration(second...day), "Shows the pictures one after another, each for so long."),
      ]
    case .text: texts + [bodyText]
    }
  }

  private static let bodyText = Key("text", .text(.card), "Body text.")
  private static let ratio = Key("ratio", .ratio, "Width to height of the picture: 16/9.")

  private static let texts = [
    Key("title", .text(.card), "First line."),
    Key("subtitle", .text(.card), "Second line."),
    Key("trail", .text(.card), "Text at the trailing edge."),
    Key("badge", .text(.card), "A short word in a frame."),
    Key("image", .text(.card), "The address of a picture."),
  ]

  private static let common = [
    Key("each", .each, "The source this card is repeated for."),
    Key("where", .expression(.card), "Which items are shown."),
    Key("skip", .integer(0...100_000), standard: "0", "How many items are left out at the start."),
    Key("limit", .integer(1...100_000), "How many items at most."),
    Key("group", .text(.card), "A heading wherever this text changes."),
    Key("columns", .integer(1...12), standard: "1", "On how many columns consecutive cards lie."),
    Key("when", .expression(.board), "Whether the card is there at all."),
    Key("at", .hours, "When the card is there: \"07:00-11:00\"."),
    Key(
      "tone", .either(.choice(tones), .block(toneRules)), "What the card means; the first tone whose condition holds."),
    Key("fill", .flag, standard: "false", "Whether the tone fills the card."),
    Key("tap", .choice(["detail"]), "What a tap does: show the detail cards of the item."),
  ]

  private static let tones = Card.Tone.allCases.map(\.rawValue)
  private static let toneRules = KeyTable(
    name: "\"tone\"", keys: tones.map { Key($0, .expression(.card), "Whether the card has this tone.") })

  private static let second = 1.0
  private static let day = 86400.0
  private static let week = 7 * day
}
