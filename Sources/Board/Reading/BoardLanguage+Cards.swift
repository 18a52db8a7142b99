/// The kinds of card, and the keys of each.
extension BoardLanguage {
  static func cards(_ parts: BoardParts, of kinds: [Card.Kind] = Card.Kind.allCases) -> [CardTable] {
    let common = common(parts)
    let own = parts.cards.kinds.map { kind in
      CardTable(
        word: kind.name, kind: .own, own: kind,
        table: KeyTable(name: "\"\(kind.name)\"", keys: kind.keys.map(Key.init) + common, rules: rules))
    }
    return kinds.map { kind in
      CardTable(
        word: kind.rawValue, kind: kind,
        table: KeyTable(
          name: "\"\(kind.rawValue)\"", keys: ownKeys(kind, parts) + common,
          rules: rules + (kind == .button ? [button(parts)] : kind.isControl ? [control(kind, parts)] : [])))
    } + own
  }

  static func ownKeys(_ kind: Card.Kind, _ parts: BoardParts) -> [Key] {
    switch kind {
    case .header:
      texts + [
        Key("logo", .text(.card), "A picture before the title, in place of \"image\"."),
        Key(
          "clock", .choice(["true", "seconds", "false"]), standard: "false", "The time of day, with or without seconds."
        ),
      ]
    case .section: texts + [icon]
    case .row: texts.map { $0.name == "image" ? images : $0 } + [icon]
    case .hero:
      texts.map { $0.name == "trail" ? Key("trail", .text(.card), "What stands behind the second line.") : $0 }
        + [bodyText, heroRatio, focus, alt]
    case .number:
      [
        Key(
          "value", .text(.card), isRequired: true,
          "What is shown large; a dash while there is none. Of a number alone as many decimals as are read from across a room: one up to 999.9; `fixed(2)` shows two."
        ),
        Key("unit", .text(.card), "What it is counted in, or what it is out of."),
        Key("label", .text(.card), "What it is; in place of \"title\"."),
        Key("max", .expression(.card), "What a full bar means; without it there is no bar."),
        Key("spark", .expression(.card), "A list of numbers, drawn as a small line."),
        icon,
      ] + texts.filter { $0.name != "image" }
    case .departure:
      [
        Key("line", .text(.card), "The line's name or number."),
        Key("to", .text(.card), isRequired: true, "Where it goes."),
        Key(
          "due", .expression(.card),
          "When it leaves; the minutes until then count down. Of a time of day alone it is the nearest; 24:20 is behind midnight."
        ),
        Key("planned", .expression(.card), "When it should leave; struck out, with the delay, when that differs."),
        Key("platform", .text(.card), "Where it leaves from."),
        Key("cancelled", .expression(.card), "Whether it does not run."),
        Key("note", .text(.card), "Second line."),
        Key(
          "color", .text(.card),
          "The line's own colour: \"{route.color}\", as #0B6E4F, 0B6E4F or a name; its words are black or white, whichever is read on it."
        ),
      ]
    case .agenda:
      [
        Key("start", .expression(.card), isRequired: true, "When the entry begins; a date alone lasts all day."),
        Key("end", .expression(.card), "When it ends."),
        Key(
          "allday", .expression(.card),
          "Whether it lasts all day; the item's own \"allday\" when left out."),
      ] + texts.filter { $0.name != "image" }
    case .image:
      texts + [
        ratio, focus, alt,
        Key(
          "fit", .choice(Card.Fit.allCases.map(\.rawValue)), standard: "cover",
          "Fill the frame, or show the whole picture."),
        Key(
          // Fits: a second is less than a day.
          "every", .duration(second...day),
          "Shows the pictures of \"each\" one after another, each for so long; a single one is fetched anew so often."),
        Key(
          "live", .flag, standard: "false",
          "Whether the address is a camera's that sends one picture after the other (MJPEG, multipart/x-mixed-replace)."
        ),
      ]
    case .chart:
      [
        Key(
          "points", .either(.expression(.card), .named(.expression(.card), .any)), isRequired: true,
          "A list of points; or several, as \"name: list\" lines."),
        Key(
          "y", .either(.expression(.point), .named(.expression(.point), .any)),
          "A point's value; or several, as \"name: value\" lines. A number, or the second of two, when left out."),
        Key(
          "x", .expression(.point),
          "Where a point stands: a number, a time, or a word that stands below it; side by side when left out."),
        Key("kind", .choice(ChartFigure.Style.allCases.map(\.rawValue)), standard: "line", "Line, area or bars."),
        Key("min", .expression(.card), "The value at the lower edge; the smallest point's when left out."),
        Key("max", .expression(.card), "The value at the upper edge; the greatest point's when left out."),
        marks,
        Key(
          "split", .flag, standard: "false",
          "Whether each series has a plot and a scale of its own, one below the other: for values of different units."),
        Key("label", .text(.card), "What it shows; in place of \"title\"."),
      ] + texts.filter { $0.name != "image" }
    case .text: texts + [bodyText]
    case .button:
      [
        Key("text", .text(.card), isRequired: true, "What the button says."),
        Key("subtitle", .text(.card), "Second line."),
      ] + requests(parts)
    case .qr:
      [
        Key("text", .text(.card), isRequired: true, "What the code holds, such as an address."),
        Key("title", .text(.card), "First line beside it."),
        Key("subtitle", .text(.card), "Second line beside it."),
        alt,
      ]
    case .table, .clock, .forecast, .gauge, .range, .month: ownKeysOfFigures(kind)
    case .toggle, .slider, .stepper, .choice, .keypad, .entry: ownKeysOfControls(kind) + requests(parts)
    case .group: [group(parts)]
    case .own, .field, .keyboard: []
    }
  }

  private static let alt = Key(
    "alt", .text(.card),
    "What the picture shows or the code is for, to somebody who does not see it; \"\" where it only decorates.")
  private static let bodyText = Key("text", .text(.card), "Body text.")
  private static let ratio = Key("ratio", .ratio, "Width to height of the picture: 16/9; own is that of each picture.")
  private static let heroRatio = Key(
    "ratio", .ratio,
    "Width to height of the picture, such as 4/3; own is that of each picture. 16/9 on narrow pages and flatter on wide ones when left out; the card has three quarters of the panel at most."
  )
  private static let focus = Key(
    "focus",
    .block(
      KeyTable(
        name: "\"focus\"",
        keys: [
          Key("x", .integer(0...100), standard: "50", "Its per cent of the width, from the left."),
          Key("y", .integer(0...100), standard: "50", "Its per cent of the height, from the top."),
        ])),
    "Where the picture's subject is, in per cent of its sides: `{x: 70, y: 30}` stays in sight when it is cut to fill its frame."
  )

  private static let images = Key(
    "image", .oneOrMore(.text(.card), most: 2),
    "The address of a picture; of two, in a list, the second stands at the other end. What a server names itself must lie on a server."
  )
  static let texts = [
    Key("title", .text(.card), "First line."),
    Key("subtitle", .text(.card), "Second line."),
    Key("trail", .text(.card), "Text at the trailing edge."),
    Key("badge", .text(.card), "A short word in a frame."),
    Key(
      "image", .text(.card),
      "The address of a picture: PNG, JPEG, WebP, GIF or SVG. What a server names itself must lie on a server."),
  ]

  static func common(_ parts: BoardParts) -> [Key] {
    [
      Key("each", .each, "The source this card is repeated for."),
      Key("where", .expression(.card), "Which items are shown."),
      Key("skip", .integer(0...100_000), standard: "0", "How many items are left out at the start."),
      Key("limit", .integer(1...100_000), "How many items at most."),
      Key(
        "group", .text(.card),
        "A heading wherever this text changes, a line before items without one; an agenda's days when left out."),
      Key(
        "columns", .integer(1...12), standard: "1",
        "How many of consecutive cards lie beside each other; fewer where a cell would be narrower than 130 dp or too narrow for a word in it, and each line as many as can be."
      ),
      Key(
        "in", .integer(1...PageShape.mostColumns),
        "Which column of the page's \"layout\" the card stands in, 1 being where reading begins; the shortest when left out. What belongs together, a heading and its rows, stands where the first of it does."
      ),
      Key("when", .expression(.board), "Whether the card is there at all."),
      Key("at", .hours, "When the card is there: \"07:00-11:00\"."),
      Key(
        "tone", .either(.choice(tones), .block(toneRules)), "What the card means; the first tone whose condition holds."
      ),
      Key("fill", .flag, standard: "false", "Whether the tone fills the card."),
      Key(
        "tap", .either(.choice(["detail"]), .block(tap(parts))),
        "What a tap does: show the detail cards of the item, or more. What it sends is sent again by the next tap, once it is no longer on its way."
      ),
      Key(
        "announce", .choice(Card.Announcement.allCases.map(\.rawValue)),
        "Whether somebody who listens is told of changes: at once, after what is being said, or only while the keys are on it; of what becomes bad or a warning when left out."
      ),
    ]
  }

  /// One request, from a button or a tap.
  private static let post = [
    Key(
      "post", .text(.card), "The address a tap sends a request to; mqtt://broker/topic publishes."),
    Key("retain", .flag, standard: "false", "Whether a broker keeps what is published for whoever comes later."),
    Key("headers", .named(.text(.card), .any), "Headers of the request."),
    Key(
      "json", .json(.card), "What it sends; texts may hold {values}. To a broker a text goes as it is: json: \"ON\"."),
    Key("form", .named(.text(.card), .any), "The fields of a web form it sends instead."),
    Key("body", .text(.card), "A text it sends instead, as it is: ON."),
    Key(
      "method", .choice(PostTemplate.Method.allCases.map(\.rawValue)), standard: "post",
      "How the server is asked, in HTTP's words; lamps of Hue want put."),
    Key("confirm", .text(.card), "The question asked before."),
  ]

  /// What a button or a tap may do beside showing something: send a request, or call the program's own, where it has any.
  private static func requests(_ parts: BoardParts) -> [Key] {
    guard calls(parts) else { return post }
    return post + [
      Key("call", .choice(parts.actions.names), "What a tap calls in the program that shows the board."),
      Key("with", .json(.card), "What is called with, by name; texts may hold {values}."),
    ]
  }

  private static func tap(_ parts: BoardParts) -> KeyTable {
    KeyTable(
      name: "\"tap\"", keys: [Key("page", .word, "The title of the page a tap shows.")] + requests(parts),
      rules: [
        calls(parts)
          ? .one(
            of: ["page", "post", "call"], both: "a tap shows a page, sends a request or calls something: one of them",
            neither: "\"tap\" needs \"page\", \"post\" or \"call\"")
          : .one(
            of: ["page", "post"], both: "a tap shows a page or sends a request, not both",
            neither: "\"tap\" needs \"page\" or \"post\"")
      ])
  }

  /// Whether the program has something to call.
  private static func calls(_ parts: BoardParts) -> Bool { !parts.actions.names.isEmpty }

  private static let rules = ["where", "skip", "limit", "group"].map {
    KeyRule.needs($0, "each", why: "without it there are no items")
  }

  private static func button(_ parts: BoardParts) -> KeyRule {
    calls(parts)
      ? .one(
        of: ["post", "tap", "call"], both: "a button has \"post\", \"call\" or \"tap\": one of them",
        neither: "a button needs \"post\", \"call\" or \"tap\": it would do nothing")
      : .one(
        of: ["post", "tap"], both: "a button has \"post\" or \"tap\", not both",
        neither: "a button needs \"post\" or \"tap\": it would do nothing")
  }

  private static func control(_ kind: Card.Kind, _ parts: BoardParts) -> KeyRule {
    calls(parts)
      ? .one(
        of: ["post", "call"], both: "a \(kind.rawValue) has \"post\" or \"call\", not both",
        neither: "a \(kind.rawValue) needs \"post\" or \"call\": it would set nothing")
      : .one(of: ["post"], both: "", neither: "a \(kind.rawValue) needs \"post\": it would set nothing")
  }

  private static let tones = Card.Tone.allCases.map(\.rawValue)
  private static let toneRules = KeyTable(
    name: "\"tone\"", keys: tones.map { Key($0, .expression(.card), "Whether the card has this tone.") })
}
