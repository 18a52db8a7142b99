import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Cards that share a line, on panels and at scales where they have little room.
@Suite struct NarrowCardTests {
  private let typesetter = Typesetter(fonts: fonts)
  static let scales = [1.0, 1.5, 2]

  private func control(
    _ style: ControlFigure.Style, _ title: String?, value: String = "", columns: Int = 1, icon: String? = nil,
    low: Double = 0, high: Double = 100
  ) -> Card {
    var figure = ControlFigure(style)
    (figure.value, figure.valueLabel, figure.low, figure.high) = (1, value, low, high)
    if style == .choice {
      figure.options = ["Automatik", "Handbetrieb", "Aus"].map { ControlFigure.Option(value: $0, label: $0) }
    }
    var card = card(
      Card.Kind(rawValue: style.rawValue) ?? .toggle, title, columns: columns, figure: .control(figure))
    card.icon = icon
    return card
  }

  private func painter(_ placed: PageLayout.Placed, _ theme: ResolvedTheme) -> CardPainter {
    CardPainter(card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: typesetter)
  }

  // MARK: Controls

  /// However many stand beside each other: no word is parted, no value is cut, nothing stands on anything else.
  @Test(arguments: [2, 3, 4], scales)
  func controlsOfAGridTellEverything(columns: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let cards = numbered([
      control(.toggle, "Deckenlampe", columns: columns, icon: "lamp"),
      control(.toggle, "Gartenbewässerung", columns: columns, icon: "water"),
      control(.toggle, "Licht", columns: columns),
      control(.stepper, "Wohnzimmer", value: "21,5 °C", columns: columns),
      control(.stepper, "Bad", value: "−3,5 °C", columns: columns, low: -20),
      control(.slider, "Warmwasserbereitung", value: "40 %", columns: columns),
      control(.choice, "Modus", columns: columns), control(.entry, "Bemerkung", value: "Ein Text", columns: columns),
    ])
    var cells: [Int] = []
    for width in stride(from: 300, through: 1_400, by: 50) {
      let page = typesetter.layout(cards, width: Int(Double(width) * scale), theme: theme)
      cells.append(page.cards.filter { $0.frame.y0 == page.cards[0].frame.y0 }.count)
      for placed in page.cards {
        guard let places = placed.controlPlaces(theme), case .control(let figure)? = placed.card.figure else {
          continue
        }
        let painter = painter(placed, theme)
        let name = "\(placed.card.title ?? "") at \(width)"
        #expect(painter.isControlTold(width: placed.frame.width), "\(name)")
        let room = painter.controlRoom(figure, placed.arrangement.control, width: placed.frame.width)
        #expect((painter.controlWords(width: room).title?.height ?? 0) <= places.words.height, "\(name)")
        for part in places.parts { #expect(placed.frame.contains(part), "\(name)") }
        guard let value = places.value else { continue }
        #expect(value.x0 >= placed.frame.x0 && value.x1 <= placed.frame.x1 && value.y1 <= placed.frame.y1)
        #expect(
          value.x0 >= places.words.x1 || value.y0 >= places.words.y1 || value.x1 <= places.words.x0, "\(name)")
        if figure.style == .stepper {
          let words = typesetter.block(Text(figure.valueLabel, .body, tabular: true), width: 10_000, theme: theme)
          #expect(words.width <= value.width, "\(name)")
          for part in places.parts { #expect(part.x1 <= value.x0 || part.x0 >= value.x1) }
        }
      }
    }
    #expect(cells.first == 1 && cells.last == columns, "as many as have room")
    #expect(cells == cells.sorted())
  }

  /// Whatever its digits, a stepper's value has its room, and its two places stay where they are while it is stepped.
  @Test(arguments: scales)
  func steppersKeepTheirPlaces(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    for width in stride(from: 220, through: 800, by: 20) {
      var seen = Set<[PixelRect]>()
      for (value, label) in [(5.0, "5 °C"), (21, "21 °C"), (100, "100 °C"), (-5, "−5 °C")] {
        var card = control(.stepper, "Heizung", value: label, low: -10, high: 100)
        if case .control(var figure)? = card.figure {
          figure.value = value
          card.figure = .control(figure)
        }
        let page = typesetter.layout([card], width: Int(Double(width) * scale), theme: theme)
        guard let places = page.cards[0].controlPlaces(theme) else { continue }
        seen.insert(places.parts)
        let words = typesetter.block(Text(label, .body, tabular: true), width: 10_000, theme: theme)
        #expect(words.width <= places.value?.width ?? 0, "\(label) at \(width)")
      }
      #expect(seen.count == 1, "at \(width)")
    }
  }

  /// Less is at the left, wherever reading begins and whether it is a row or a dial.
  @Test(arguments: [false, true], [false, true])
  func lessStandsAtTheLeft(isMirrored: Bool, isDial: Bool) {
    for width in stride(from: 220, through: 900, by: 40) {
      var card = control(.stepper, isMirrored ? "التدفئة" : "Heating", value: "21")
      if isDial, case .control(var figure)? = card.figure {
        figure.dial = ControlFigure.Dial(present: 19, presentLabel: "19")
        card.figure = .control(figure)
      }
      let page = typesetter.layout([card], width: width, theme: light)
      guard let places = page.cards[0].controlPlaces(light) else { continue }
      #expect(page.cards[0].arrangement.isMirrored == isMirrored)
      #expect(places.parts[0].x1 <= places.parts[1].x0)
    }
  }

  /// A cell keeps no place for the icon of another one.
  @Test func cellsHaveTheirOwnIcons() {
    let cards = numbered([
      control(.toggle, "Lampe", columns: 2, icon: "lamp"), control(.toggle, "Licht", columns: 2),
    ])
    let page = typesetter.layout(cards, width: 800, theme: light)
    #expect(page.cards.map(\.arrangement.hasIcons) == [true, false])
    let list = typesetter.layout(
      numbered([control(.toggle, "Lampe", icon: "lamp"), control(.toggle, "Licht")]), width: 800, theme: light)
    #expect(list.cards.map(\.arrangement.hasIcons) == [true, true])
  }

  /// Where nobody says what is chosen from, there is no line for it.
  @Test(arguments: scales)
  func aChoiceWithoutALabelHasNoLineForIt(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    for width in stride(from: 240, through: 900, by: 60) {
      let heights = ["Modus", nil].map {
        typesetter.layout([control(.choice, $0)], width: Int(Double(width) * scale), theme: theme).cards[0].frame.height
      }
      #expect(heights[0] - heights[1] == theme.whole(Design.lineOfChoice))
    }
  }

  // MARK: Months

  private static let months: [(String, [String])] = [
    ("en", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
    ("ar", ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"]),
    ("zh", ["周一", "周二", "周三", "周四", "周五", "周六", "周日"]),
    ("vi", ["Thứ Hai", "Thứ Ba", "Thứ Tư", "Thứ Năm", "Thứ Sáu", "Thứ Bảy", "Chủ Nhật"]),
  ]

  /// Numbers and heads are whole, and no dot stands on a number, however narrow the sheet is.
  @Test(arguments: months.indices, scales)
  func monthsAreReadable(index: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let figure = MonthFigure(
      weekdays: Self.months[index].1, weekend: [5, 6], offset: 4, days: 31, today: 8,
      marks: (1...31).map { _ in [.bad, .accent, .good] })
    for width in stride(from: 200, through: 900, by: 10) {
      let page = typesetter.layout(
        [card(.month, figure: .month(figure))], width: Int(Double(width) * scale), theme: theme)
      let placed = page.cards[0]
      let painter = painter(placed, theme)
      let inset = theme.whole(Design.inset)
      let day = min(placed.frame.width - 2 * inset, 7 * theme.whole(Design.widestSheetCell)) / 7
      let names = painter.dayNames(of: figure, width: day)
      #expect(names.count == 7)
      for name in names {
        let words = typesetter.block(Text(name, .caption), width: 10_000, theme: theme)
        #expect(words.width <= day || name.count == 1, "\(name) at \(width)")
      }
      #expect(Set(names.map { $0.count == 1 }).count == 1 || index != 0, "all have one letter, or none has")
      let week = theme.whole(Design.weekHeight)
      let sizes = painter.daySizes(width: day, height: week)
      for style in [sizes.style, sizes.today] {
        let words = typesetter.block(Text("30", style, tabular: true), width: 10_000, theme: theme)
        #expect(words.width <= day, "\(style.size) at \(width)")
      }
      let dot = theme.whole(CardPainter.dot)
      for (dots, style, most) in [
        (sizes.dots, sizes.style, (sizes.disc + week) / 2), (sizes.dotsOfToday, sizes.today, sizes.disc - 1),
      ] {
        guard let dots else { continue }
        #expect(Double(dots - sizes.disc / 2) > 0.3635 * style.size * scale && dots + dot <= most, "dots at \(width)")
      }
      #expect(sizes.mostDots * dot <= day)
    }
  }

  // MARK: Headers

  /// Nothing of a header is dropped: what has no room in the bar stands on a card by itself below it.
  @Test(arguments: scales)
  func whatAHeaderHasNoRoomForStandsBelow(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    var counts = Set<Int>()
    for title in ["Ward 4", "Operating theatre 4, surgical department, building North"] {
      for width in stride(from: 240, through: 1_400, by: 40) {
        let header = card(
          .header, title, subtitle: "Second floor", trail: "−12.5 °C", badge: "New", clock: "10:24")
        let rows = ["First", "Second"].map { card(.row, $0) }
        let page = typesetter.layout(
          numbered([header] + rows), width: Int(Double(width) * scale), height: Int(600 * scale), theme: theme)
        guard let shown = page.header else {
          Issue.record("no header")
          return
        }
        let painter = painter(shown, theme)
        let leftOut = painter.leftOut(of: shown.frame.size)
        #expect(!leftOut.subtitle && !leftOut.trail && !leftOut.badge, "\(title) at \(width)")
        let rest = page.cards.filter(\.card.isRest)
        let words = rest.flatMap { [$0.card.title, $0.card.trail, $0.card.badge] }.compactMap(\.self)
        let kept = [shown.card.subtitle, shown.card.trail, shown.card.badge].compactMap(\.self)
        #expect(Set(words + kept) == ["Second floor", "−12.5 °C", "New"] && words.count + kept.count == 3)
        #expect(rest.count == (words.isEmpty ? 0 : 1))
        counts.insert(kept.count)
        for card in rest {
          #expect(card.arrangement.corners == .all, "no row of the list")
          #expect(page.cards.filter { $0.frame.y0 < card.frame.y1 }.count == 1)
        }
        #expect(page.cards.first { $0.card.title == "First" }?.arrangement.corners.contains(.top) == true)
      }
    }
    #expect(counts.contains(3) && counts.contains { $0 < 3 })
  }

  /// With parts of a long list it is on each, and counts for none.
  @Test func theRestOfAHeaderIsOnEveryPart() {
    var header = card(.header, "Ward 4", subtitle: "Second floor")
    let rest = header.takeRest()
    var shape = PageShape()
    shape.isPaged = true
    for turn in 0..<5 {
      shape.turn = turn
      let page = typesetter.layout(
        [header, rest] + numbered((0..<30).map { card(.row, "Row \($0)") }), width: 480, height: 640, shape: shape,
        theme: light)
      #expect(page.cards.filter(\.card.isRest).count == 1)
      #expect(page.cards.contains { $0.card.trail?.contains("/") == true })
    }
  }

  // MARK: Heroes

  /// No word of a panel's title is broken where it has room in the panel.
  @Test(arguments: scales)
  func aHeroTellsItsTitle(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    for width in stride(from: 240, through: 1_200, by: 20) {
      for (tone, badge) in [(Card.Tone?.none, String?.none), (.bad, nil), (.bad, "bald frei")] {
        let hero = card(
          .hero, "Besprechung Quartalszahlen", badge: badge, text: "bis 10:30", tone: tone, isFilled: tone != nil)
        let page = typesetter.layout([hero], width: Int(Double(width) * scale), height: Int(900 * scale), theme: theme)
        let plan = painter(page.cards[0], theme).heroPlan(width: page.cards[0].frame.width)
        guard let title = plan.words.first?.block else { continue }
        #expect(!title.isCut)
        #expect(title.starts.allSatisfy { $0 == 0 || $0 == "Besprechung ".utf8.count }, "\(width): \(title.starts)")
        #expect(plan.wordsHeight + 2 * plan.inset <= page.cards[0].frame.height)
      }
    }
  }

  /// A hero of a few words beside a list is as high as they are, and not as high as the panel.
  @Test(arguments: [(1_280, 800), (1_920, 1_080), (1_024, 600)])
  func onlyAPictureOrAToneFillsAColumn(size: (Int, Int)) {
    func height(_ hero: Card) -> Int {
      let page = typesetter.layout(
        numbered([hero] + (0..<4).map { card(.row, "Row \($0)") }), width: size.0, height: size.1, theme: light)
      return page.cards.first { $0.card.kind == .hero }?.frame.height ?? 0
    }
    #expect(height(card(.hero, "Good morning", text: "Breakfast is from seven.")) < 200)
    #expect(height(card(.hero, "In use", tone: .bad, isFilled: true)) > 200)
    #expect(height(card(.hero, "Good morning", image: "a")) > 200)
  }

  // MARK: Numbers

  /// In a card of its own that has grown a number stands in the middle.
  @Test(arguments: [200, 320, 480, 700])
  func aNumberStandsInTheMiddleOfATallCard(height: Int) {
    let number = card(.number, "Level 1", tone: .good, isFilled: true, figure: .number(NumberFigure(value: "12")))
    var placed = typesetter.layout([number], width: 400, theme: light).cards[0]
    placed.arrangement.isStretched = true
    placed.frame.y1 = placed.frame.y0 + height
    let tile = typesetter.raster(placed, rect: placed.frame, theme: light, pictures: noPhoto)
    let ground = tile.pixel(x: 200, y: 4)
    let rows = (16..<height - 16).filter { y in (20..<150).contains { tile.pixel(x: $0, y: y) != ground } }
    guard let first = rows.first, let last = rows.last else {
      Issue.record("no number")
      return
    }
    #expect(abs((first + last) / 2 - height / 2) <= 16)
  }
}
