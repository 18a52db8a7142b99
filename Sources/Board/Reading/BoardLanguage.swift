import Refresh

/// The board file, described: the one table from which it is read, checked, and explained.
package enum BoardLanguage {
  // Indices: ranges of times rise, from a second to a day, a week or a year.
  /// - Parameter parts: what a board may name besides the language itself.
  static func root(_ parts: BoardParts) -> KeyTable { KeyTable(name: "the board", keys: rootKeys(parts)) }

  private static func rootKeys(_ parts: BoardParts) -> [Key] {
    let cards = KeyType.list(.card(cards(parts)))
    return [
      Key("board", .text(.request), "The board's name; available as $board."),
      Key(
        "panel", .block(panel),
        "How large the panel is and how far away people stand; its pixels decide when left out."),
      Key(
        "theme", .either(.choiceOrFile(ThemePreset.all.map(\.name)), .block(theme)),
        "Colours, font and size; or a built-in theme, or the path of a file with them."),
      Key(
        "language", .choice(languageCodes), standard: "en",
        "What dates, numbers and everything the panel writes by itself are in, and where pages begin: `ar` and `he` at the right. Without it the first words that stand in the board say where."
      ),
      Key(
        "digits", .choice(Digits.allCases.map(\.rawValue)), standard: Digits.latin.rawValue,
        "What numbers and times are shown in; digits of a name, A380 or 4K, stay as they are. With `devanagari` and `bengali` a `number` has its lakhs: 12,34,567."
      ),
      Key(
        "words", .block(vocabulary), "Single words of it in place of the language's own; all of them make another one."),
      Key("refresh", refresh(parts.styles), "The pull-to-refresh control."),
      Key(
        "motion", .choice(BoardFile.Motion.allCases.map(\.rawValue)), standard: BoardFile.Motion.lively.rawValue,
        "How far a flick carries the page: as on a phone, or at most two panels' heights, for panels that strangers use."
      ),
      Key(
        "speech", .choice(SpeechRule.allCases.map(\.rawValue)), standard: SpeechRule.headphones.rawValue,
        "When the panel speaks to who does not see it: while headphones are plugged in, also aloud by a key, or never."),
      Key(
        "access", .flag, standard: "false",
        "A symbol at the panel's lower edge, for all: text of 150 or 200 %, high contrast, less motion, everything within reach, until nobody is there."
      ),
      Key(
        "record", .flag, standard: "false",
        "Three fingers that rest on the panel for two seconds keep a record of its last minutes, without what is said or shown; the panel says where."
      ),
      Key("idle", .block(idle), "What happens when nobody touches the panel."),
      Key("night", .block(night), "When and how far the panel is dimmed by the clock."),
      Key("sources", .named(.block(source), .expressionNames), "Where data comes from, by name."),
      Key(
        "allow", .oneOrMore(.text(.request)),
        "Hosts a \"post\" may go to, and pictures named by data may come from though they are beside this machine, besides those of the sources: a name, or an address there."
      ),
      Key("let", .named(.expression(.board), .expressionNames), "Named values, as $name; each may use those above it."),
      Key("cards", cards, "What is shown, from top to bottom."),
      fill, overflow, layout,
      Key("pages", .list(.block(page(cards))), "Several lists of cards, side by side, in place of \"cards\"."),
      Key(
        "detail", cards,
        "What is shown when an item with tap: detail is tapped; $-less names are its fields."),
    ]
  }

  static let panel = KeyTable(
    name: "\"panel\"",
    keys: [
      Key(
        "diagonal", .length(Self.diagonals), "From corner to corner, `10.1in`; what the panel says when left out."),
      Key(
        "distance", .length(Self.distances),
        "How far away people stand when they read, `60cm`; twice the diagonal when left out."),
      Key(
        "public", .flag, standard: "false",
        "Strangers touch it: what can be touched is at least 15 mm high instead of 9."),
    ])

  /// Millimetres.
  package static let diagonals = 25.0...5000
  /// Millimetres.
  package static let distances = 100.0...50_000

  static let theme = KeyTable(
    name: "the theme",
    keys: [
      Key(
        "like", .choice(ThemePreset.all.map(\.name)),
        "A built-in theme for what is left out: "
          + ThemePreset.all.map { "\($0.name) (\($0.font)\($0.headingFont == $0.font ? "" : ", \($0.headingFont)"))" }
          .joined(separator: ", ") + "; their fonts are Debian's, and where one is missing Inter takes its place."),
      Key(
        "mode", .choice(Theme.Mode.allCases.map(\.rawValue)), standard: "auto",
        "Light or dark; sets every colour left out. \"auto\" is dark in the hours of \"dark\"."),
      Key(
        "dark", .hours, standard: Theme.standardDarkHours,
        "When mode \"auto\" is dark; a \"background\" of its own decides for itself."),
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
      Key("scale", .number(0.3...8), "Size of everything beside what suits the panel: 1.2 is a fifth larger."),
    ])

  static let idle = KeyTable(
    name: "\"idle\"",
    keys: [
      Key("after", .duration(second...day), isRequired: true, "How long nobody has touched the panel."),
      Key("do", .choice(Idle.Action.allCases.map(\.rawValue)), standard: "home", "What happens then."),
      Key("dim", .duration(second...week), "How long nobody has touched the panel when it is dimmed."),
      Key("black", .duration(second...week), "How long when its picture goes black."),
      Key(
        "off", .duration(second...week),
        "How long when the lamp behind it goes off; it is dimmed half a minute before and black when the lamp goes, if not said otherwise."
      ),
      Key(
        "standby", .duration(second...week),
        "How long when the display itself is switched off; some do not wake from that."),
    ])

  static let night = KeyTable(
    name: "\"night\"",
    keys: [
      Key("at", .hours, isRequired: true, "The hours of the night: \"22:30-06:30\"."),
      Key("dim", .percent, standard: "15%", "How bright the panel is then; 0% is dark until it is touched."),
    ])

  static let source = KeyTable(
    name: "a source",
    keys: [
      Key(
        "url", .oneOrMore(.text(.question)),
        "http:, https:, file: or mqtt: address, or a list of them; a directory is its pictures. Values of a source above may stand behind the host: https://example.org/at/{$place.id}."
      ),
      Key(
        "from", .word,
        "In place of \"url\": a source above this one, whose items these are a selection of; it is fetched once, as past: {from: matches, where: over, sort: -date}."
      ),
      Key(
        "stream", .choice(Push.Stream.allCases.map(\.rawValue)),
        "The address answers without end, and pushes: Server-Sent Events, or lines (NDJSON). The last message is the answer; with a \"key\" each message updates its item."
      ),
      Key("events", .oneOrMore(.word), "Names of the events that count; all when left out."),
      Key(
        "start", .text(.question),
        "The address of the items that messages update, asked for whenever the stream begins."),
      Key("user", .text(.question), "At a broker (mqtt: or mqtts:)."),
      Key("password", .text(.question), "At a broker: \"${MQTT_PASSWORD}\"."),
      Key(
        "as", .choice(Source.Format.allCases.map(\.rawValue)),
        "The format; by content type, extension and first bytes when left out."),
      Key(
        "delimiter", .choice(Source.delimiters), "What stands between the cells of a table; found out when left out."),
      Key(
        "every", .duration(second...week), standard: "5m",
        "How often it is fetched. Of a stream: how often something is heard at least, or it is opened anew; when left out, it may be silent. Of a broker: how often its topics say something at least, or what they said is old; when left out, it holds for as long as the broker is there."
      ),
      Key("keep", .duration(second...(366 * day)), standard: "24h", "How long old data may still be shown."),
      Key(
        "headers", .named(.text(.question), .any),
        "Request headers; with a value of a source above, as Authorization: \"Bearer {$login.token}\"."),
      Key("post", .json(.question), "JSON to ask with: it is sent, and what comes back is the answer."),
      Key(
        "form", .named(.text(.question), .any),
        "Fields to ask with as a web form sends them: {user: kiosk, password: \"${PASSWORD}\"}."),
      Key(
        "ca", .word,
        "The path of a PEM file with the certificate, or its authority, to trust instead of the system's: for a box in one's own house."
      ),
      Key(
        "insecure", .flag, standard: "false",
        "Takes any certificate: whoever stands between panel and server can read and change everything. Rather use \"ca\"."
      ),
      Key(
        "items", .expression(.answer),
        "Where the list stands in the answer: data.entry.items; groups.*.members are those of all groups."),
      Key(
        "zip", .expression(.answer),
        "In place of \"items\": where lists stand beside each other, as {time: […], high: […]}; they become one list of records."
      ),
      Key(
        "with", .named(.expression(.answer), .expressionNames),
        "Fields added to every item; each may use those above it."),
      Key("where", .expression(.answer), "Which items stay."),
      Key("sort", .order(.answer), "The field items are sorted by; -field for the greatest first."),
      Key("limit", .integer(1...100_000), "How many items at most."),
      Key(
        "key", .expression(.answer), standard: "id",
        "What tells an item from the others; its position when it has none."),
    ],
    rules: [
      .one(
        of: ["url", "from"],
        both: "a source has \"url\" or \"from\", not both: it is fetched, or a selection of another one",
        neither: "\"url\" is missing in a source"),
      .without("form", "post", why: "one request has one body"),
      .needs("events", "stream", why: "only streams have events"),
      .needs("start", "stream", why: "without a stream there are no messages that update it"),
      .needs("start", "key", why: "messages find their items by it"),
      .needs("password", "user", why: "it is the password of a user"),
      .without("post", "stream", why: "a stream is asked for with a GET"),
      .without("form", "stream", why: "a stream is asked for with a GET"),
      .without("ca", "insecure", why: "any certificate would do"),
      .without("items", "zip", why: "\"zip\" says where the list stands, and what it is made of"),
    ]
      + ["as", "delimiter", "every", "keep", "headers", "post", "form", "ca", "insecure", "stream", "user"].map {
        .without($0, "from", why: "nothing is fetched for it; say it of the source it is from")
      })

  static func page(_ cards: KeyType) -> KeyTable {
    KeyTable(
      name: "a page",
      keys: [
        Key("title", .text(.request), "The page's name; available as $page."),
        Key(
          "icon", .text(.request),
          "A picture for the row of pages; one in a single grey is drawn in the colour of text."),
        Key(
          "at", .hours,
          "When the page is offered; always when left out. Hours may be several, of some weekdays or all: \"07:00-09:00, 17:00-19:00\", \"mon-fri 07:00-18:00, sat 09:00-13:00\", \"sat, sun\"."
        ),
        Key(
          "when", .expression(.board),
          "Whether the page is offered: `$alarms | count > 0`. Where no page is, one stands there all the same."),
        Key("cards", cards, isRequired: true, "What is shown, from top to bottom."),
        Key("language", .choice(languageCodes), "What this page is written in; the board's language when left out."),
        fill, overflow, layout,
      ])
  }

  private static let layout = Key(
    "layout",
    .block(
      KeyTable(
        name: "\"layout\"",
        keys: [
          Key(
            "columns", .list(.integer(1...12)), isRequired: true,
            "How wide they are for each other, where reading begins first: `[5, 4, 3]`.")
        ])),
    "Columns of the page, in place of those it makes by itself; a card says with \"in\" where it stands. A panel too narrow for them makes those it has room for."
  )

  private static let overflow = Key(
    "overflow", .choice(PageShape.Overflow.allCases.map(\.rawValue)), standard: PageShape.Overflow.scroll.rawValue,
    "What is longer than the panel scrolls; or its lists are shown in parts of whole rows, a page without lists in parts of whole cards, each for ten seconds, and say which part it is, 2/3: for panels nobody touches."
  )

  private static let fill = Key(
    "fill", .choice(PageShape.Filling.allCases.map(\.rawValue)),
    "What is shorter than the panel grows until it is full: type by up to 1.4, then pictures, charts and rows, these to three times their height. What is a little longer has lower pictures, then type smaller by up to a tenth; what is longer still scrolls."
  )

  static let second = 1.0
  static let day = 86400.0
  static let week = 7 * day
}
