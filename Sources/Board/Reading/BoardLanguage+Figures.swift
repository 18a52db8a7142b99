/// The keys of cards that are mostly drawn.
extension BoardLanguage {
  /// Of the kinds that are mostly drawn.
  static func ownKeysOfFigures(_ kind: Card.Kind) -> [Key] {
    let words = texts.filter { $0.name != "image" }
    let unit = Key("unit", .text(.card), "Written after the values: °C.")
    switch kind {
    case .table:
      return [
        Key(
          "cells", .named(.text(.card), .any), isRequired: true,
          "The columns, as \"head: what stands below it\" lines, at most \(TableFigure.mostCells); numbers stand at the right. Where they have no room beside each other in usual type or smaller, those before the last stand in a second line, each behind its head; what has no room there is left out, and `snapshot` and the log say so."
        ),
        Key("image", .text(.card), "The address of a small picture before the first text."),
      ]
    case .clock:
      return [
        Key(
          "kind", .choice(ClockFigure.Style.allCases.map(\.rawValue)), standard: "digital",
          "Digits, or a dial with hands."
        ),
        Key("zone", .word, "A time zone by its name, Asia/Tokyo; the panel's own when left out."),
        Key("seconds", .flag, standard: "false", "Whether seconds are shown."),
        Key(
          "date", .word,
          "The date below it, in strftime's directives: \"%A %-d %B\"; \"long\" is weekday, day and month as the language writes them; without it, a weekday that is not here's."
        ),
        Key("label", .text(.card), "Whose time it is; in place of \"title\"."),
      ] + words
    case .forecast:
      return [
        Key("day", .text(.card), isRequired: true, "What a day is called: \"{date | date('%a')}\"."),
        Key("low", .expression(.card), "The day's least value."),
        Key("high", .expression(.card), "The day's greatest value; all bars are on one scale."),
        Key(
          "icon", .text(.card),
          "A built-in picture, or a weather service's word or number for one: \"{weather_code}\"; see [icons](icons.md)."
        ),
        Key("note", .text(.card), "What is said beside it: \"{rain} %\"."), unit,
      ] + boardTexts
    case .gauge:
      return [
        Key(
          "value", .text(.card), isRequired: true,
          "What is written in the arc; a dash while there is none. Of a number alone as many decimals as are read from across a room: one up to 999.9; `fixed(2)` shows two."
        ),
        Key("unit", .text(.card), "What it is counted in."),
        Key("min", .expression(.card), standard: "0", "The value at the arc's beginning."),
        Key("max", .expression(.card), standard: "100", "The value at its end."), gaugeMarks,
        Key("label", .text(.card), "What it is; in place of \"title\"."),
      ] + words
    case .range:
      return [
        Key("low", .expression(.card), isRequired: true, "The least value."),
        Key("high", .expression(.card), isRequired: true, "The greatest value."),
        Key("value", .expression(.card), "Where the value is now: a dot."),
        Key("min", .expression(.board), "The value at the bar's beginning; the least of the list when left out."),
        Key("max", .expression(.board), "The value at its end; the greatest of the list when left out."), unit, icon,
        Key("label", .text(.card), "What it is; in place of \"title\"."),
      ] + words
    case .month:
      return [
        Key("month", .expression(.board), "A day of the month that is shown; today when left out."),
        Key("start", .expression(.card), "When an item of \"each\" begins: its days get a dot, in its tone."),
        Key("end", .expression(.card), "When it ends."),
      ] + boardTexts
    default: return []
    }
  }

  /// Of the kinds that are set by touching them.
  static func ownKeysOfControls(_ kind: Card.Kind) -> [Key] {
    let value =
      "as the data has it; what a finger asks for is `$value` in what is sent, and is shown until the data says so or does not."
    let limits = [
      Key("min", .expression(.card), standard: "0", "The least value."),
      Key("max", .expression(.card), standard: "100", "The greatest value."),
      Key("step", .expression(.card), standard: "1", "From one value to the next."),
      Key("unit", .text(.card), "What it is counted in."),
    ]
    let own: [Key] =
      switch kind {
      case .toggle: [Key("value", .expression(.card), isRequired: true, "Whether it is on, \(value)")]
      case .choice:
        [
          Key("value", .expression(.card), isRequired: true, "Which of the options it is, \(value)"),
          Key(
            "options", .named(.text(.card), .any), isRequired: true,
            "What it is among, 2 to \(ControlFigure.mostOptions), as \"value: what people read\" lines."),
        ]
      case .keypad:
        [
          Key(
            // Fits: a keypad takes some digits.
            "length", .integer(1...ControlFigure.Pad.most),
            "How many digits it takes: with the last it is sent; without it a key sends them.")
        ]
      case .entry:
        [
          Key(
            "value", .expression(.card), "What the data says was written; without it what was sent is forgotten."),
          Key("length", .integer(1...Writing.mostLetters), standard: "200", "The most letters."),
          Key("hidden", .flag, standard: "false", "Whether it is a password: dots, and in no message."),
          Key(
            "keyboard", .choice(KeyboardLayout.codes),
            "Whose keys it is written with; the board's language's when left out, and English ones where it has none here."
          ),
        ]
      default:
        [Key("value", .expression(.card), isRequired: true, "Its number, \(value)")] + limits
          + [
            kind == .slider
              ? Key("vertical", .flag, standard: "false", "Whether its bar stands upright: a fader.")
              : Key(
                "now", .expression(.card),
                "What is measured beside what is set, such as a room's temperature: the card is a dial with both.")
          ]
      }
    return own + [Key("label", .text(.card), "What it sets; in place of \"title\"."), icon]
      + texts.filter { $0.name == "title" || $0.name == "subtitle" }
  }

  /// The cards of a group are those of the language but itself, and the header.
  static func group(_ parts: BoardParts) -> Key {
    let members = cards(parts, of: Card.Kind.allCases.filter { $0 != .group && $0 != .header })
    return Key(
      "cards", .list(.card(members)), isRequired: true,
      "Cards for each item, which stay together: bare names are its fields; in a card with an \"each\" of its own, such as a list of the item, $item is the group's."
    )
  }

  /// Of a card that stands for all its items.
  static let boardTexts = texts.filter { $0.name != "image" }.map { key in
    Key(key.name, .text(.board), key.summary)
  }
  static let icon = Key(
    "icon", .text(.card), "A built-in picture by its name, in the colour of its text; see [icons](icons.md).")
  static let marks = Key(
    "marks", .block(markTable), "Values that mean something, as {warn: 60, bad: 80}: shown in that tone.")
  static let gaugeMarks = Key(
    "marks", .block(markTable),
    "Values that mean something, as {warn: 60, bad: 80}: each begins a stretch in that tone, which is the gauge's own while its value lies there."
  )
  static let markTable = KeyTable(
    name: "\"marks\"",
    keys: Card.Tone.allCases.map { Key($0.rawValue, .expression(.board), "From which value on it is so.") })
}
