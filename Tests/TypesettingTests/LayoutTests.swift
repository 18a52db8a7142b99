import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Pages of any cards: what must hold for all of them.
@Suite struct LayoutTests {
  let typesetter = Typesetter(fonts: fonts)

  @Test(arguments: 0..<40)
  func cardsLieInThePageWithoutOverlap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cards = anyCards(using: &random)
    let width = [240, 480, 800, 1080, 1920].randomElement(using: &random)!
    let theme = ResolvedTheme(colors: .light, scale: [0.75, 1, 1.5, 2].randomElement(using: &random)!)
    let page = typesetter.layout(cards, width: width, theme: theme)
    #expect(page.cards.count + (page.header == nil ? 0 : 1) == cards.count)
    for (index, placed) in page.cards.enumerated() {
      #expect(placed.box.contains(placed.frame))
      #expect(placed.box.x0 >= 0 && placed.box.x1 <= width && placed.box.y1 <= page.height)
      #expect(!placed.frame.isEmpty)
      for other in page.cards[..<index] { #expect(!other.box.intersects(placed.box)) }
      if index > 0 { #expect(placed.frame.y0 >= page.cards[index - 1].frame.y0) }
    }
  }

  /// The frame thread shows nothing but tiles: a hole in them would show what was there before.
  @Test(arguments: 0..<40)
  func tilesCoverThePageOnce(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cards = anyCards(using: &random)
    let page = typesetter.layout(cards, width: 1024, theme: light)
    let bottom = page.cards.map(\.box.y1).max() ?? 0
    #expect(page.tiles.reduce(0) { $0 + $1.frame.area } == 1024 * bottom)
    var top = 0
    for (index, tile) in page.tiles.enumerated() {
      #expect(tile.frame.height <= Design.tileHeight)
      #expect(tile.frame.y0 >= top)
      top = tile.frame.y0
      #expect(page.cards[tile.block ?? 0].box.contains(tile.frame))
      for other in page.tiles[..<index] { #expect(!other.frame.intersects(tile.frame)) }
    }
  }

  @Test func sameCardsGiveTheSameLayout() {
    let one = typesetter.layout(Samples.lobby, width: 800, theme: dark)
    let two = Typesetter(fonts: fonts).layout(Samples.lobby, width: 800, theme: dark)
    #expect(one.height == two.height)
    #expect(one.headerTile == two.headerTile)
    #expect(one.tiles.map(\.key) == two.tiles.map(\.key))
    #expect(one.cards.map(\.frame) == two.cards.map(\.frame))
  }

  @Test func firstHeaderIsPinnedAndTheOthersScroll() {
    let page = typesetter.layout(
      numbered([card(.header, "One"), card(.row, "Row"), card(.header, "Two")]), width: 800, theme: light)
    #expect(page.header?.card.title == "One")
    #expect(page.header?.frame == PixelRect(x: 0, y: 0, width: 800, height: 64))
    #expect(page.cards.map(\.card.title) == ["Row", "Two"])
    #expect(typesetter.layout([], width: 800, theme: light).header == nil)
  }

  /// Down to what a short word needs; and no cell stands alone.
  @Test func gridsGiveUpCellsBelow130() {
    let cards = numbered((0..<6).map { _ in card(.row, "Cell", columns: 3) })
    func columns(_ width: Int) -> Int {
      let page = typesetter.layout(cards, width: width, theme: light)
      return Set(page.cards.map(\.frame.x0)).count
    }
    #expect(columns(1000) == 3)
    #expect(columns(480) == 3)
    #expect(columns(3 * 130 + 2 * 12 + 32) == 3)
    #expect(columns(3 * 130 + 2 * 12 + 31) == 2)
    #expect(columns(2 * 130 + 12 + 31) == 1)
  }

  @Test func cellsOfALineAreEquallyHighAndReadInOrder() {
    let cards = numbered([
      card(.row, "Short", columns: 2), card(.text, text: "long ".repeated(60), columns: 2),
      card(.row, "Third", columns: 2),
    ])
    let page = typesetter.layout(cards, width: 800, theme: light)
    #expect(page.cards[0].frame.height == page.cards[1].frame.height)
    #expect(page.cards[0].frame.x1 < page.cards[1].frame.x0)
    #expect(page.cards[2].frame.y0 > page.cards[1].frame.y1)
    #expect(page.cards[2].frame.x0 == page.cards[0].frame.x0)
  }

  @Test func cellsOfAMirroredPageBeginAtTheRight() {
    let cards = numbered([card(.row, "שלום", columns: 2), card(.row, "עולם", columns: 2)])
    let page = typesetter.layout(cards, width: 800, theme: light)
    #expect(page.cards[0].frame.x0 > page.cards[1].frame.x1)
  }

  @Test func rowsThatFollowEachOtherTouch() {
    let cards = numbered([card(.row, "a"), card(.row, "b", subtitle: "c"), card(.section, "d"), card(.row, "e")])
    let page = typesetter.layout(cards, width: 640, theme: light)
    #expect(page.cards[0].frame.y1 == page.cards[1].frame.y0)
    #expect(page.cards[1].frame.y1 < page.cards[2].frame.y0)
    #expect(page.cards.map(\.arrangement.corners) == [.top, .bottom, .all, .all])
  }

  @Test func widePagesAreCentred() {
    let page = typesetter.layout(numbered([card(.row, "a")]), width: 3001, theme: light)
    #expect(page.cards[0].frame.width == Int(Design.maximumWidth))
    #expect(page.cards[0].frame.x0 == (3001 - page.cards[0].frame.width) / 2)
  }

  /// Wider, but not flatter than what follows allows: no width has a lower picture than a smaller one of its kind.
  @Test func heroPicturesDoNotShrinkAsThePageGrows() {
    let heights = stride(from: Design.wideHero, through: Design.maximumWidth, by: 1).map {
      $0 / Design.heroRatio(width: $0)
    }
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
  }

  @Test(arguments: [(800, 256), (400, 368 * 9 / 16), (624, 576 * 9 / 21), (1000, 952 / 3)])
  func heroPicturesFollowTheirRatio(width: Int, height: Int) {
    // On a panel that is high enough.
    let page = typesetter.layout(numbered([card(.hero, image: "a")]), width: width, height: 2_000, theme: light)
    #expect(abs(page.cards[0].frame.height - height) <= 1)
    let square = typesetter.layout(
      numbered([card(.hero, image: "a", ratio: 1)]), width: width, height: 2_000, theme: light)
    #expect(square.cards[0].frame.height == square.cards[0].frame.width)
  }

  /// A panel of one pixel, a scale nobody wants: small pictures, no crash.
  @Test(arguments: [1, 2, 7, 31, 120], [0.0, 0.25, 1, 8, 1000, .nan, -1])
  func anyWidthAndScaleGivesTiles(width: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .dark, scale: scale)
    let page = typesetter.layout(everyKind, width: width, theme: theme)
    for tile in page.tiles where tile.frame.y0 < 4000 {
      #expect(typesetter.raster(tile, of: page, pictures: photo).size == tile.frame.size)
    }
    #expect(typesetter.rasterHeader(of: page, pictures: noPhoto)?.size.width == width)
  }

  /// A card has what a board says, and a panel what room there is: none at all is no fault of either.
  @Test(arguments: Card.Kind.allCases, [1.0, 2.5, 8])
  func whatHasNoRoomEndsNothing(kind: Card.Kind, scale: Double) {
    let words = "Trains are late and nobody knows why. Zug verspätet ✈ القطار متأخر 電車が遅れています"
    let texts: [String?] = [nil, "Hi", words]
    var cards: [Card] = []
    for (index, tone) in [nil, Card.Tone.bad, .good].enumerated() {
      for title in texts {
        for text in texts {
          var all = full(kind, columns: index == 2 ? 3 : 1)
          (all.image, all.endImage, all.badge) = (nil, nil, index == 1 ? "now" : nil)
          (all.title, all.subtitle, all.trail, all.text) = (title, text, index == 0 ? text : nil, text)
          (all.tone, all.isFilled) = (tone, title == nil)
          cards.append(all)
        }
      }
    }
    let theme = ResolvedTheme(colors: .dark, scale: scale)
    for width in [1, 2, 3, 7, 16, 24, 32, 48, 64, 100, 160, 240] {
      let page = typesetter.layout(numbered(cards), width: width, height: max(width / 2, 1), theme: theme)
      for tile in page.tiles where tile.frame.y0 < 1500 {
        #expect(typesetter.raster(tile, of: page, pictures: noPhoto).size == tile.frame.size)
      }
      for placed in page.cards {
        for part in placed.controlPlaces(theme)?.parts ?? [] { #expect(part.width >= 0 && part.height >= 0) }
      }
    }
  }

  /// Behind very many numbers nobody reads labels one by one: the page takes no more than the first ones do.
  @Test func veryManyNumbersAreLaidOutByTheFirst() {
    let typesetter = Typesetter(fonts: fonts)
    let few = (0..<900).map { card(.number, "Row number \($0) of many rows", columns: 12, figure: number($0)) }
    let many = few + (900..<20_000).map { card(.number, "Row \($0)", columns: 12, figure: number($0)) }
    let page = typesetter.layout(numbered(many), width: 800, height: 480, theme: light)
    let bytes = typesetter.shapedBytes
    #expect(bytes < 200_000, "\(bytes)")
    let first = Typesetter(fonts: fonts).layout(numbered(few), width: 800, height: 480, theme: light)
    #expect(page.cards.prefix(890).map(\.frame) == first.cards.prefix(890).map(\.frame))
    #expect(Set(page.cards.dropFirst(2_000).map(\.frame.height)).count == 1)
  }

  private func number(_ value: Int) -> Figure { .number(NumberFigure(value: "\(value)")) }

  private var everyKind: [Card] {
    numbered(Card.Kind.allCases.flatMap { kind in [full(kind), card(kind), full(kind, columns: 3)] })
  }

  private func anyCards(using random: inout SplitMix64) -> [Card] {
    let words = ["Ada", "a much longer text that needs several lines on a narrow page", "محمد عبد الله", "東京都", ""]
    func maybe(_ random: inout SplitMix64) -> String? {
      Bool.random(using: &random) ? words.randomElement(using: &random) : nil
    }
    return numbered(
      (0..<Int.random(in: 0...24, using: &random)).map { _ in
        card(
          Card.Kind.allCases.randomElement(using: &random)!, maybe(&random), subtitle: maybe(&random),
          trail: maybe(&random), badge: maybe(&random), text: maybe(&random).map { $0.repeated(30) },
          image: Bool.random(using: &random) ? "a" : nil,
          ratio: [nil, 0.5, 2, 0, -1, .infinity].randomElement(using: &random)!,
          tone: Bool.random(using: &random) ? .allCases.randomElement(using: &random) : nil,
          isFilled: Bool.random(using: &random), columns: [1, 1, 2, 3].randomElement(using: &random)!,
          tap: Bool.random(using: &random) ? .detail : nil,
          figure: figure(of: Card.Kind.allCases.randomElement(using: &random)!))
      })
  }
}

/// A card with every field set.
func full(_ kind: Card.Kind, columns: Int = 1) -> Card {
  card(
    kind, "A title", subtitle: "A subtitle", trail: "12:30", badge: "New", text: "Some text with **bold** words.",
    clock: "10:24", image: "picture", tone: .good, columns: columns, tap: .detail, figure: figure(of: kind))
}

/// What a kind shows beside its texts, in full.
func figure(of kind: Card.Kind) -> Figure? {
  switch kind {
  case .number: .number(NumberFigure(value: "1,204", unit: "kWh", share: 0.7, spark: [1, nil, 3, 2]))
  case .departure:
    .departure(
      DepartureFigure(
        due: "4", unit: "min", planned: "10:24", expected: "10:28", delay: "+4", delayTone: .bad, platform: "3"))
  case .agenda: .agenda(AgendaFigure(start: "10:00", end: "11:30", phase: .running))
  case .chart:
    .chart(
      ChartFigure(
        style: .area,
        series: [
          ChartFigure.Series(name: "One", points: [.init(x: 0, y: 1), .init(x: 0.5, y: nil), .init(x: 1, y: 4)]),
          ChartFigure.Series(name: "Two", points: [.init(x: 0, y: 2), .init(x: 1, y: 3)]),
        ], low: 1, high: 4, lowLabel: "1", highLabel: "4"))
  case .button: .button(.done("Done"))
  case .table: .table(TableFigure(cells: ["1", "Harbour Rovers", "16", nil, "+21", "37"]))
  case .clock:
    .clock(
      {
        var clock = ClockFigure(style: .analogue, time: "10:24")
        (clock.hour, clock.minute, clock.second, clock.date) = (10.4 / 12, 0.4, 0.25, "Tuesday")
        return clock
      }())
  case .forecast:
    .forecast(
      ForecastFigure(
        days: ["Mon", "Tue", "Wed"].enumerated().map { index, name in
          var day = ForecastFigure.Day()
          (day.name, day.icon, day.note) = (name, "rain", "60 %")
          (day.low, day.high) = (Double(index), Double(9 - index))
          (day.lowLabel, day.highLabel) = ("\(index)°", "\(9 - index)°")
          return day
        }))
  case .gauge:
    .gauge(
      {
        var gauge = GaugeFigure(value: "72", unit: "bar", share: 0.72, lowLabel: "0", highLabel: "100")
        gauge.zones = [.init(start: 0.6, end: 0.8, tone: .warn), .init(start: 0.8, end: 1, tone: .bad)]
        return gauge
      }())
  case .range: .range(RangeFigure(low: 8, high: 16, value: 12, lowLabel: "8°", highLabel: "16°"))
  case .month:
    .month(
      MonthFigure(
        weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], weekend: [5, 6], offset: 4, days: 31, today: 8,
        marks: Array(repeating: [.accent, .bad], count: 31)))
  case .toggle, .slider, .stepper, .choice, .keypad, .entry:
    ControlFigure.Style(rawValue: kind.rawValue).map { style in
      var control = ControlFigure(style)
      control.options = ["Off", "Heating", "Cooling"].map { ControlFigure.Option(value: $0, label: $0) }
      (control.value, control.valueLabel, control.state) = (1, "21.5 °C", .failed("No answer"))
      if style == .keypad { control.pad = ControlFigure.Pad(length: 6) }
      return .control(control)
    }
  case .field: .field(Writing("What is being written, and goes on for longer than the field is wide"))
  case .keyboard: .keyboard(Keyboard("de"))
  case .header, .section, .row, .hero, .image, .text, .qr, .group, .own: nil
  }
}

extension String {
  func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
