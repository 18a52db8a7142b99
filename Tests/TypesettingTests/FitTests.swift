import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What people came for is told in full, at every width: what differs at its end looks different.
@Suite struct FitTests {
  let typesetter = Typesetter(fonts: fonts)
  static let looks = [light, ResolvedTheme(colors: .dark, scale: 1.33), ResolvedTheme(colors: .light, scale: 2)]

  private func pixels(_ cards: [Card], width: Int, theme: ResolvedTheme) -> [[UInt32]] {
    let page = typesetter.layout(numbered(cards), width: width, theme: theme)
    let tiles = page.cards.map { words(of: typesetter.raster($0, rect: $0.frame, theme: theme, pictures: noPhoto)) }
    return tiles + [typesetter.rasterHeader(of: page, pictures: noPhoto).map { words(of: $0) } ?? []]
  }

  private static let told: [(name: String, widths: [Int], card: @Sendable (String) -> Card)] = [
    ("platform", [360, 480, 800, 1280], { departure("1", "Køge", "4", platform: "12 A-" + $0) }),
    ("line", [360, 480, 800, 1280], { departure("RE1234567" + $0, "Køge", "4") }),
    (
      "cancelled", [360, 480, 800, 1280], { departure("1", "Køge", nil, planned: "10:24", cancelled: "Cancelle" + $0) }
    ),
    (
      "destination", [480, 800, 1280],
      { departure("10", "Downtown University " + $0, "4", delay: "+12", platform: "3") }
    ),
    (
      "long destination", [480, 800],
      { departure("10", "Memmingen über Buchloe, Türkheim und Mindelheim, Leutkirch und Kißlegg, Halle " + $0, "4") }
    ),
    (
      "long note", [480, 800],
      {
        Samples.departure(
          "10", "Downtown", "4",
          note: "rerouted by way of the harbour, for the bridge is closed until the end of May " + $0)
      }
    ),
    (
      "headline", [360, 480],
      {
        card(
          .hero,
          "The sea serpents of the north: a long journey in four rooms, a yard and a cellar, back after eleven years, hall "
            + $0, image: "a")
      }
    ),
    ("due", [360, 480, 800, 1280], { departure("10", "Downtown", "18:4" + $0, planned: "18:30", delay: "+10") }),
    (
      "row", [360, 480, 800],
      { card(.row, "Meeting with " + $0, subtitle: "Ines", trail: "12:30", badge: "video call") }
    ),
    ("title", [360, 480], { card(.row, "How Tides Work, and Why the Harbour Clock Is " + $0, trail: "19:10") }),
    (
      "subtitle", [480, 800],
      { card(.row, "Tea", subtitle: "Ashdown & Daughters · host: Jon Aasen, floor " + $0, trail: "12:30") }
    ),
    ("label", [240, 360], { card(.number, "Harbour pool, temperature " + $0, figure: figure(of: .number)) }),
    (
      "note", [240, 360],
      { card(.number, "Pool", subtitle: "measured just before noon " + $0, figure: figure(of: .number)) }
    ),
    ("badge", [240, 360, 480, 800], { card(.row, "Carciofi alla giudia", trail: "€12.50", badge: "vegan, " + $0) }),
    ("trail", [240, 360, 480, 800], { card(.row, "Carciofi alla giudia", trail: "from €12.5" + $0, badge: "vegan") }),
    ("entry", [480, 800], { card(.agenda, "Meeting with the " + $0, trail: "3 of 8", figure: figure(of: .agenda)) }),
    ("section", [360, 480, 800], { card(.section, "Departures from platform " + $0, trail: "today") }),
    (
      "header", [480, 800], { card(.header, "15th Ave & E Galer " + $0, trail: "14°", badge: "New", clock: "10:24:07") }
    ),
    ("clock", [240, 480, 800], { card(.header, "Harbour office", trail: "14°", clock: "10:24:0" + $0) }),
    (
      "number", [240, 360, 480],
      { card(.number, "Visits", figure: .number(NumberFigure(value: "123456789012" + $0, unit: "kWh"))) }
    ),
    (
      "unit", [240, 360, 480],
      { card(.number, "Visits", figure: .number(NumberFigure(value: "1234567890123", unit: "kilowatt hour" + $0))) }
    ),
    (
      "chart", [320, 480, 800],
      { card(.chart, "Kühlhaus Süd (Wärmepumpe) " + $0, trail: "1.234.567,9 kWh", figure: figure(of: .chart)) }
    ),
    (
      "total", [320, 480, 800],
      { card(.chart, "Kühlhaus Süd (Wärmepumpe)", trail: "1.234.567,9 kWh " + $0, figure: figure(of: .chart)) }
    ),
    ("gauge", [240, 320], { card(.gauge, "Wohnungsbau und Verfahren " + $0, figure: figure(of: .gauge)) }),
    ("toggle", [280, 320, 480], { control(.toggle, "Wohnzimmer, Deckenbeleuchtung " + $0) }),
    ("slider", [280, 320, 480], { control(.slider, "Wohnzimmer, Deckenbeleuchtung " + $0) }),
    ("stepper", [280, 320, 480], { control(.stepper, "Wohnzimmer, Temperatur " + $0) }),
    ("entry", [280, 320, 480], { control(.entry, "Bemerkungen zur Anmeldung " + $0) }),
    ("written", [280, 320, 480], { control(.entry, "Bemerkung", value: "schon eingetragener Text " + $0) }),
    (
      "option", [240, 320, 480, 800],
      { control(.choice, "Modus", options: ["Energiesparen", "Komfort", "Abwesend", "Schnellheizung " + $0]) }
    ),
    ("image", [240, 320], { card(.image, "Zen and the Art of Motorcycle Maintenance " + $0, image: "a") }),
    (
      "note of a row", [364, 480],
      { card(.row, "C 112", subtitle: "Zimmer Röntgen West " + $0, trail: "vor 12 Min.", badge: "verspätet") }
    ),
    (
      "sentence", [480, 640],
      { card(.row, "Ok", trail: "Ein ziemlich langer Text am Ende, der mehr als eine Zeile braucht " + $0) }
    ),
    (
      "clock", [140, 180, 240],
      {
        card(
          .clock, "Frankfurt am Main " + $0, badge: "CET", columns: 3,
          figure: .clock(ClockFigure(style: .digital, time: "10:24")))
      }
    ),
    (
      "dial", [160, 200, 240],
      {
        card(
          .clock, "Frankfurt am Main " + $0, badge: "next day", columns: 3,
          figure: .clock(ClockFigure(style: .analogue, time: "10:24")))
      }
    ),
    (
      "code", [200, 260, 320],
      { card(.qr, "Scan me please to read on your telephone " + $0, text: "https://a.example") }
    ),
    ("trail of a section", [240, 480], { card(.section, trail: "gyjp 4/" + $0) }),
    ("digits", [240, 360, 480], { card(.number, "All", figure: .number(NumberFigure(value: "7".repeated(45) + $0))) }),
  ]

  @Test(arguments: told.indices)
  func whatMattersIsNeverCut(index: Int) {
    let (name, widths, make) = Self.told[index]
    for theme in Self.looks {
      for width in widths.map({ Int(Double($0) * theme.scale) }) where width <= 1280 {
        let one = pixels([make("6")], width: width, theme: theme)
        #expect(one != pixels([make("8")], width: width, theme: theme), "\(name) at \(width) in \(theme.scale)")
      }
    }
  }

  /// In dp: one line, two, with a subtitle, and with what has no room beside the title below it.
  @Test(
    arguments: [
      ("Tea", nil, nil, 56), ("Tea", "hot", nil, 72), ("A cup of tea with milk and two biscuits", nil, nil, 72),
      ("A cup of tea with milk and two biscuits", "hot", nil, 96), ("Tea", nil, "from the first of April", 56),
      ("Carciofi alla giudia", nil, "from the first of April", 80),
      ("Carciofi alla giudia", "x", "from the first of April", 104),
    ] as [(String, String?, String?, Int)])
  func rowsAreAsHighAsTheirWords(title: String, subtitle: String?, badge: String?, height: Int) {
    for theme in Self.looks {
      let row = card(.row, title, subtitle: subtitle, badge: badge)
      let page = typesetter.layout([row], width: Int(300 * theme.scale), theme: theme)
      #expect(page.cards[0].frame.height == theme.whole(Double(height)), "\(theme.scale)")
    }
  }

  /// What is estimated to have room has it: rows placed without measuring never wrap or cut their words.
  @Test(arguments: [
    "WWWWWW MMMM", "Harbour office", "1234567890", "fjord little tariff", "東京都庁第一", "القاهرة عبر الجيزة", "👩🏽‍🚀🚀🚀",
    "ÅÄÖÆØẞ ŁŻ",
  ])
  func estimatesAreNeverTooSmall(string: String) {
    for style in [TypeStyle.label, .section, .value, .caption, .due] {
      let width = typesetter.block(Text(string, style, tabular: true), width: 10_000, theme: light).width
      #expect(string.widestWidth(style) >= Double(width))
    }
  }

  /// By classes of letters, a thousand of them at most, and no further than what is asked.
  @Test func estimatesAreSumsOfLetters() {
    let style = TypeStyle.label
    let some = Array("aiW0 é\u{24F}\u{250}字🚀\u{301}-".unicodeScalars)
    let ems = [0.68, 0.38, 1.1, 0.72, 0.38, 0.84, 0.84, 1.4, 1.4, 1.4, 1.4, 0.48]
    var random = SplitMix64(seed: 5)
    for count in [0, 1, 2, 7, 40, 999, 1000, 1001, 3000] {
      var string = ""
      var sum = 0.0
      for place in 0..<count {
        let number = Int.random(in: 0..<some.count, using: &random)
        string.unicodeScalars.append(some[number])
        if place < 1_000 { sum += ems[number] }
      }
      let width = string.widestWidth(style)
      #expect(width == sum * style.size)
      for limit in [0, width / 3, width * 0.999, width, width * 1.001, 1e9] {
        let upTo = string.widestWidth(style, upTo: limit)
        #expect(width > limit + 0.01 ? upTo > limit - 0.01 && upTo <= width : upTo == width || upTo > limit - 0.01)
      }
    }
  }

  /// First the trail, then the badge, then the subtitle: each whole or not at all.
  @Test func headersLeaveOutWholeParts() {
    func header(trail: Bool, badge: Bool, subtitle: Bool) -> Card {
      card(
        .header, "Harbour office", subtitle: subtitle ? "Sunday" : nil, trail: trail ? "14°" : nil,
        badge: badge ? "New" : nil, clock: "10:24")
    }
    let sets = [(true, true, true), (false, true, true), (false, false, true)]
    var seen: [Int] = []
    for width in stride(from: 800, through: 280, by: -8) {
      func band(_ set: (Bool, Bool, Bool)) -> [UInt32] {
        pixels([header(trail: set.0, badge: set.1, subtitle: set.2)], width: width, theme: light).last ?? []
      }
      let all = band(sets[0])
      // The last that looks as all do: what it has is what is shown.
      let shown = sets.indices.last { band(sets[$0]) == all } ?? 0
      if seen.last != shown { seen.append(shown) }
    }
    #expect(seen == [0, 1, 2])
  }

  /// Where a header has no room for its title, no line of it begins within a word.
  @Test(arguments: ["Meeting room", "Meeting rooms on the second floor"])
  func titlesOfHeadersAreCutBetweenWords(title: String) {
    let painter = CardPainter(
      card: card(.header, title), arrangement: Arrangement(), theme: light, typesetter: typesetter)
    for width in 20...240 {
      let bytes = Array(title.utf8)
      let block = painter.lastTitle(width: width)
      #expect(block.starts.allSatisfy { $0 == 0 || bytes[$0 - 1] == UInt8(ascii: " ") }, "\(width)")
      #expect(block.height <= 64)
    }
    #expect(painter.lastTitle(width: 80).lineCount == 2)
  }

  @Test func columnsOfDeparturesAreOnesOfTheList() {
    let list = [departure("1", "Køge", "4", platform: "3"), departure("2", "Zoo", "12", platform: "12 A-D")]
    let page = typesetter.layout(numbered(list), width: 800, theme: light)
    let lanes = page.cards[0].arrangement.lanes
    #expect(page.cards[1].arrangement.lanes == lanes)
    #expect(lanes.platform > 48 && lanes.platform < 100 && lanes.due == 104 && lanes.line == 48)
    // One long name does not take the destinations' room, and narrow cards have no column of platforms.
    let narrow = typesetter.layout(numbered(list + [departure("RE12345678", "A", "4")]), width: 480, theme: light)
    #expect(narrow.cards[0].arrangement.lanes.line == 80 && narrow.cards[0].arrangement.lanes.platform == 0)
  }

  /// "1,180" and not "1 180": digits of equal width are for columns and for what ticks.
  @Test func largeFiguresHaveDigitsOfTheirOwnWidth() {
    func width(_ value: String) -> Int {
      let page = typesetter.layout(
        [card(.number, "", figure: .number(NumberFigure(value: value)))], width: 432, theme: light)
      let tile = typesetter.raster(page.cards[0], rect: page.cards[0].frame, theme: light, pictures: noPhoto)
      let plain = Pixel(light.colors.surface)
      let inked = (4..<396).filter { x in (44..<100).contains { tile.pixel(x: x, y: $0) != plain } }
      return (inked.last ?? 0) - (inked.first ?? 0)
    }
    #expect(width("1111") * 10 < width("0000") * 8)
  }

  @Test func itemsOfNoGroupStandBelowALine() {
    let cards = numbered([card(.section, "Soup"), card(.row, "Minestrone"), card(.section), card(.row, "Water")])
    let page = typesetter.layout(cards, width: 600, theme: light)
    let rule = page.cards[2].frame
    #expect(rule.height == 1 && rule.y0 - page.cards[1].frame.y1 == 12 && page.cards[3].frame.y0 - rule.y1 == 12)
    let tile = typesetter.raster(page.cards[2], rect: rule, theme: light, pictures: noPhoto)
    #expect(tile.pixel(x: 300, y: 0) != Pixel(light.colors.background))
    #expect(page.cards[1].arrangement.corners == .all)
  }

  @Test(arguments: [("Acknowledge?", 34), ("Acknowledge PAINT: no pressure?", 0)])
  func aQuestionNamesWhatItIsAbout(question: String, added: Int) {
    let panel = PixelSize(width: 800, height: 480)
    let plain = typesetter.question(question, action: "OK", cancel: "Cancel", panel: panel, theme: light)
    let named = typesetter.question(
      question, about: "Paint: no pressure", action: "OK", cancel: "Cancel", panel: panel, theme: light)
    #expect(named.pixmap.size.height - plain.pixmap.size.height == added)
    #expect(named.yes.y0 - plain.yes.y0 == added)
  }

  /// A question is read whole on any panel somebody has chosen large text on, the lower part of one too.
  @Test(arguments: [(800, 480), (480, 320), (1080, 768), (1920, 1080), (480, 160)])
  func aQuestionHasRoomAtEverySize(width: Int, height: Int) {
    let panel = PixelSize(width: width, height: height)
    for size in Ease.Size.allCases {
      let theme = light.eased(Ease(size: size), colors: light.colors)
      let sheet = typesetter.question(
        "Open the front door for the courier who waits outside, and switch the light on in the hall and on the stairs?",
        about: "Front door", action: "Open", cancel: "Leave it", panel: panel, theme: theme)
      #expect(sheet.pixmap.size.height <= height && sheet.pixmap.size.width <= width, "\(panel) \(size)")
      #expect(sheet.yes.height >= 28 && sheet.no.y1 <= sheet.pixmap.size.height)
    }
  }

  /// A question is read in full where the panel has room for it, and never beyond its edges.
  @Test(arguments: [(160, 320), (320, 240), (800, 480), (800, 100), (1920, 1080), (128, 64), (480, 160)], [1.0, 2])
  func aQuestionStaysOnThePanel(size: (Int, Int), scale: Double) {
    let panel = PixelSize(width: size.0, height: size.1)
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let long =
      "Open all doors of the house, switch every light off, and tell the people who are still in it that they are to leave?"
    for question in ["Sure?", long] {
      let sheet = typesetter.question(question, action: "OK", cancel: "Cancel", panel: panel, theme: theme)
      let (bounds, yes, no) = (sheet.pixmap.size, sheet.yes, sheet.no)
      #expect(yes.y1 <= bounds.height && no.y1 <= bounds.height)
      // Two buttons and a line of the smallest words are the least there can be.
      if panel.height >= 100 { #expect(bounds.height <= panel.height, "\(question.count) \(panel)") }
    }
    guard panel.height >= 240 else { return }
    let (some, all) = (
      typesetter.question(long, action: "OK", cancel: "Cancel", panel: panel, theme: theme),
      typesetter.question(long + " " + long, action: "OK", cancel: "Cancel", panel: panel, theme: theme)
    )
    #expect(all.pixmap.size != some.pixmap.size || panel.width > 1000, "what is longer takes more room")
  }
}

private func control(
  _ style: ControlFigure.Style, _ title: String, value: String = "21,5 °C", options: [String] = []
) -> Card {
  var control = ControlFigure(style)
  control.options = options.map { ControlFigure.Option(value: $0, label: $0) }
  (control.value, control.valueLabel) = (1, value)
  return card(Card.Kind(rawValue: style.rawValue) ?? .toggle, title, figure: .control(control))
}

private func departure(
  _ line: String, _ to: String, _ due: String?, planned: String? = nil, delay: String? = nil, platform: String? = nil,
  cancelled: String? = nil
) -> Card {
  Samples.departure(line, to, due, planned: planned, delay: delay, platform: platform, cancelled: cancelled)
}
