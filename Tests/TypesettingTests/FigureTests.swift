import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Numbers, departures, agendas, charts, buttons and codes: where their parts stand.
@Suite struct FigureTests {
  let typesetter = Typesetter(fonts: fonts)

  /// A card alone on its page, without what is around it.
  private func tile(
    _ card: Card, width: Int = 400, theme: ResolvedTheme = light, beside others: [Card] = []
  ) -> Pixmap {
    let page = typesetter.layout(numbered([card] + others), width: width, theme: theme)
    return typesetter.raster(page.cards[0], rect: page.cards[0].frame, theme: theme, pictures: noPhoto)
  }

  /// Columns of rows of a tile that hold anything but the ground; nil when none do.
  private func ink(
    _ tile: Pixmap, columns: Range<Int>, rows: Range<Int>, ground: Color = light.colors.surface
  ) -> Range<Int>? {
    let plain = Pixel(ground)
    let inked = columns.filter { x in rows.contains { tile.pixel(x: x, y: $0) != plain } }
    guard let first = inked.first, let last = inked.last else { return nil }
    return first..<(last + 1)
  }

  /// Rows likewise.
  private func inkRows(
    _ tile: Pixmap, columns: Range<Int>, rows: Range<Int>, ground: Color = light.colors.surface
  ) -> Range<Int>? {
    let plain = Pixel(ground)
    let inked = rows.filter { y in columns.contains { tile.pixel(x: $0, y: y) != plain } }
    guard let first = inked.first, let last = inked.last else { return nil }
    return first..<(last + 1)
  }

  private func number(
    _ figure: NumberFigure, subtitle: String? = nil, tone: Card.Tone? = nil, isFilled: Bool = false
  ) -> Card {
    card(.number, "Label", subtitle: subtitle, tone: tone, isFilled: isFilled, figure: .number(figure))
  }

  // MARK: Numbers

  @Test(
    arguments: [
      (NumberFigure(value: "5"), nil, false, 112), (NumberFigure(), nil, false, 112),
      (NumberFigure(value: "5", share: 0.5), nil, false, 128), (NumberFigure(value: "5"), "more", false, 136),
      (NumberFigure(value: "5", spark: [1, 2]), nil, false, 160), (NumberFigure(value: "5"), nil, true, 128),
      (NumberFigure(value: "5", share: 0.5, spark: [1, 2]), "more", true, 216),
    ] as [(NumberFigure, String?, Bool, Int)])
  func numbersLieOnTheGrid(figure: NumberFigure, subtitle: String?, isFilled: Bool, height: Int) {
    let tile = tile(number(figure, subtitle: subtitle, tone: .good, isFilled: isFilled))
    #expect(tile.size.height == height)
    #expect(height % 8 == 0)
  }

  /// Numbers beside each other are of one size: that of the longest, unless it has room in none.
  @Test func numbersBesideEachOtherAreOfOneSize() {
    func steps(_ values: String...) -> [Int] {
      let cards = values.map { value in
        var card = self.number(NumberFigure(value: value, unit: "kWh"))
        card.columns = values.count
        return card
      }
      return typesetter.layout(numbered(cards), width: 800, theme: light).cards.map(\.arrangement.valueStep)
    }
    let short = steps("7", "8")
    let long = steps("7", "1,204,500,000")
    #expect(Set(short).count == 1 && Set(long).count == 1 && long[0] > short[0])
    #expect(steps("7", String(repeating: "7", count: 90)) == short)
    // Below each other each has its own.
    #expect(steps("1,204,500,000") == [0])
  }

  /// A card that is filled when its tone comes is as high before it comes.
  @Test func toneDoesNotMoveANumber() {
    let figure = NumberFigure(value: "5")
    let (with, without) = (number(figure, tone: .bad, isFilled: true), number(figure, isFilled: true))
    #expect(tile(with).size == tile(without).size)
  }

  /// Beside its value, where there is room for both.
  @Test func wideNumbersHaveTheirLineBesideThem() {
    let figure = NumberFigure(value: "5", spark: [1, 5, 2, 8])
    #expect(tile(number(figure), width: 800).size.height == 112)
    let narrow = tile(number(figure), width: 400)
    #expect(narrow.size.height == 160)
    let below = ink(narrow, columns: 16..<352, rows: 104..<144)
    #expect((16...20).contains(below?.lowerBound ?? 0) && below?.upperBound == 352)
    let wide = tile(number(figure), width: 800)
    let line = ink(wide, columns: 200..<752, rows: 46..<96)
    #expect(line?.upperBound == 736 && line?.lowerBound ?? 0 > 430)
  }

  @Test func largeValuesStandUnderTheirLabels() throws {
    for value in ["1,204", "870", "412", "21.4"] {
      let tile = tile(number(NumberFigure(value: value)))
      let label = try #require(ink(tile, columns: 4..<300, rows: 16..<36))
      let digits = try #require(ink(tile, columns: 4..<300, rows: 44..<90))
      #expect(abs(label.lowerBound - digits.lowerBound) <= 2, "\(value)")
    }
  }

  @Test func valueAndUnitStandOnOneBaseline() throws {
    let tile = tile(number(NumberFigure(value: "11", unit: "HHH")))
    let value = try #require(inkRows(tile, columns: 16..<50, rows: 40..<100))
    let unit = try #require(inkRows(tile, columns: 90..<140, rows: 40..<100))
    #expect(value.upperBound == unit.upperBound)
    #expect(value.count > 2 * unit.count)
  }

  @Test func longValuesAreSetSmallerBeforeTheyAreCut() throws {
    func height(_ value: String) throws -> Int {
      try #require(inkRows(tile(number(NumberFigure(value: value))), columns: 16..<40, rows: 42..<100)).count
    }
    let heights = try [1, 7, 9, 13, 24, 40].map { try height("8".repeated($0)) }
    #expect(heights == heights.sorted(by: >))
    #expect(Set(heights).count >= 4)
  }

  @Test(arguments: [(0.0, 0), (0.004, 8), (0.5, 160), (1, 320)])
  func barsAreAsLongAsTheirShare(share: Double, length: Int) {
    for (title, isMirrored) in [("Label", false), ("תווית", true)] {
      let card = card(.number, title, figure: .number(NumberFigure(value: "5", share: share)))
      let tile = tile(card, width: 384)
      let color = Pixel(light.tone(.accent).fill)
      let filled = (0..<352).filter { tile.pixel(x: $0, y: 107) == color }
      // Its ends are round: at its middle row the first and last pixel may be mixed.
      #expect(abs(filled.count - length) <= 2)
      if share == 0.5 { #expect(isMirrored ? filled.last ?? 0 > 330 : filled.first ?? 99 < 20) }
    }
  }

  @Test func aMissingValueIsAQuietDash() {
    let tile = tile(number(NumberFigure(value: nil, unit: "°C"), tone: .bad))
    let loud = Pixel(light.colors.text)
    let tone = Pixel(light.tone(.bad).text)
    for y in 40..<96 {
      for x in 0..<300 { #expect(tile.pixel(x: x, y: y) != loud && tile.pixel(x: x, y: y) != tone) }
    }
    #expect(ink(tile, columns: 4..<60, rows: 50..<80) != nil)
  }

  // MARK: Departures

  private func departure(_ line: String?, _ to: String, _ figure: DepartureFigure) -> Card {
    card(.departure, to, badge: line, figure: .departure(figure))
  }

  @Test func destinationsStandInOneColumn() throws {
    let lines = ["1", "RE 30", nil, "S1"]
    let page = typesetter.layout(
      numbered(lines.map { departure($0, "Hamburg", DepartureFigure(due: "4", unit: "min")) }), width: 648, theme: light
    )
    let starts = try page.cards.map { placed in
      let tile = typesetter.raster(placed, rect: placed.frame, theme: light, pictures: noPhoto)
      return try #require(ink(tile, columns: 100..<400, rows: 8..<60)).lowerBound
    }
    #expect(Set(starts).count == 1)
    // 16 + five letters of 12 with 10 at both sides + 12
    #expect(abs(starts[0] - (16 + 80 + 12)) <= 3)
  }

  /// Without a head over them a platform says what it is, on narrow cards and on wide ones.
  @Test(arguments: [320, 480, 648, 1_000])
  func platformsSayWhatTheyAre(width: Int) {
    func tiles(_ said: String?, count: Int, head: Bool) -> [[UInt32]] {
      var figure = DepartureFigure(due: "4", unit: "min", platform: "2")
      figure.platformSaid = said
      let list =
        (head ? [card(.departure, figure: .head(["Line", "To", "Platform", "Departs"]))] : [])
        + (0..<count).map { departure("\($0)", "Hamburg", figure) }
      let page = typesetter.layout(numbered(list), width: width, theme: light)
      return page.cards.map {
        words(of: typesetter.raster($0, rect: $0.frame, theme: light, pictures: noPhoto))
      }
    }
    #expect(tiles("Gleis 2", count: 3, head: false) != tiles(nil, count: 3, head: false))
    // Beside the word of a head it is a number.
    let isHeaded = width >= 648
    #expect((tiles("Gleis 2", count: 6, head: true) == tiles(nil, count: 6, head: true)) == isHeaded)
  }

  /// Why it is late is told in two lines.
  @Test(arguments: [1.0, 1.5, 2])
  func notesOfDeparturesWrap(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let note = "Delayed by a signal failure between Altona and the central station"
    for width in stride(from: 480, through: 640, by: 40) {
      func height(_ note: String?) -> Int {
        var row = departure("1", "Hamburg", DepartureFigure(due: "4", unit: "min"))
        row.subtitle = note
        return typesetter.layout([row], width: Int(Double(width) * scale), theme: theme).cards[0].frame.height
      }
      #expect(height(note) > height("late") && height("late") == height(nil))
    }
  }

  /// A line keeps its number, and no word of it is parted as long as there is room for one.
  @Test(arguments: [
    ("Regionalexpress 4711", 96, ["Regionalexpress 4711"]), ("Regionalexpress 4711", 60, ["Regionalexpress", "4711"]),
    ("RE 30", 60, ["RE 30"]), ("Schienenersatzverkehr Linie 12", 70, ["Schienenersatzverkehr Linie", "12"]),
    ("RE12345678", 72, ["RE12345678"]),
  ])
  func linesKeepTheirNumber(line: String, width: Int, parts: [String]) {
    for scale in [1, 1.5, 3] {
      let theme = ResolvedTheme(colors: .light, scale: scale)
      let painter = CardPainter(
        card: card(.departure), arrangement: Arrangement(), theme: theme, typesetter: typesetter)
      let blocks = painter.lineBlocks(line, width: Int(Double(width) * scale))
      #expect(blocks.count == parts.count)
      #expect(blocks.last?.isCut == false)
      #expect(blocks.reduce(0) { $0 + $1.height } <= theme.whole(Design.lineBadgeHeight) + 1)
      #expect(blocks.allSatisfy { $0.width <= Int(Double(width) * scale) })
    }
  }

  @Test func minutesEndInOneColumn() throws {
    for (due, unit) in [("4", "min"), ("38", "min"), ("now", nil), ("11:38", nil)] as [(String, String?)] {
      let tile = tile(departure("1", "A", DepartureFigure(due: due, unit: unit, planned: "10:24")), width: 648)
      for rows in [4..<40, 42..<68] {
        let end = try #require(ink(tile, columns: 450..<590, rows: rows)).upperBound
        #expect((582...585).contains(end), "\(due)")
      }
    }
  }

  /// A line through its middle: rows that have ink across the gaps between letters.
  private func isStruck(_ tile: Pixmap, columns: Range<Int>, rows: Range<Int>) -> Bool {
    let plain = Pixel(light.colors.surface)
    return rows.contains { y in columns.allSatisfy { tile.pixel(x: $0, y: y) != plain } }
  }

  @Test func plansAreStruckOutWhenTheyNoLongerHold() {
    let late = tile(departure("1", "Ham burg", DepartureFigure(due: "4", planned: "10:24", delay: "+4")), width: 648)
    let onTime = tile(departure("1", "Ham burg", DepartureFigure(due: "4", planned: "10:24")), width: 648)
    let cancelled = tile(
      departure("1", "Ham burg", DepartureFigure(planned: "10:24", cancelled: "Cancelled")), width: 648)
    #expect(isStruck(late, columns: 520..<550, rows: 42..<64))
    #expect(!isStruck(onTime, columns: 550..<580, rows: 42..<64))
    #expect(isStruck(cancelled, columns: 545..<580, rows: 42..<64))
    #expect(isStruck(cancelled, columns: 80..<150, rows: 20..<60))
    #expect(!isStruck(late, columns: 80..<150, rows: 20..<60))
  }

  /// Their own, whatever the card means.
  @Test(arguments: [Card.Tone?.none, .bad])
  func delaysHaveTheirTone(own: Card.Tone?) {
    var card = departure("1", "A", DepartureFigure(due: "4", planned: "10:24", delay: "+4", delayTone: .warn))
    card.tone = own
    let tile = tile(card, width: 648)
    let color = Pixel(light.tone(.warn).text)
    #expect((550..<590).contains { x in (42..<66).contains { tile.pixel(x: x, y: $0) == color } })
  }

  /// A line's own colour that is about the card's has an outline; any other has none.
  @Test(arguments: [(Color.white, true), (Color(rgb: 0xFFFFE0), true), (Color(rgb: 0x0000AA), false)])
  func linesAreSeenInAnyColour(color: Color, hasOutline: Bool) {
    var figure = DepartureFigure(due: "4")
    figure.color = color
    let tile = tile(departure("1", "A", figure), width: 648)
    let edge = tile.pixel(x: light.whole(Design.inset), y: tile.size.height / 2)
    let outline = light.colors.muted.mixed(with: light.colors.surface, 0.35)
    #expect(edge == Pixel(hasOutline ? outline : color))
  }

  /// Where there is no room for a column of its own, the platform is in the second line.
  @Test func platformsAreShownAtEveryWidth() {
    for width in [360, 480, 800] {
      let with = tile(departure("1", "A", DepartureFigure(due: "4", platform: "12")), width: width)
      let without = tile(departure("1", "A", DepartureFigure(due: "4")), width: width)
      #expect(words(of: with) != words(of: without))
    }
  }

  /// A minute later, only what says something else has tiles of another name.
  @Test func aMinuteChangesOnlyTheCardsItChanges() {
    func page(_ minutes: Int) -> PageLayout {
      var cards = (0..<40).map { index in
        departure(
          "\(index)", "Hamburg",
          index % 4 == 0 ? DepartureFigure(due: "\(minutes)", unit: "min") : DepartureFigure(due: "12:3\(index % 10)"))
      }
      cards += [card(.hero, "Still"), card(.chart, "Still"), card(.text, text: "Still")]
      return typesetter.layout(numbered(cards), width: 800, theme: light)
    }
    let (now, later) = (page(9), page(8))
    #expect(Set(later.tiles.map(\.key)).subtracting(now.tiles.map(\.key)).count == 10)
    #expect(now.cards.map(\.frame) == later.cards.map(\.frame))
  }

  // MARK: Agendas

  @Test func thePresentHasNoLinesBesideIt() {
    let cards = numbered([
      card(.agenda, "a", figure: .agenda(AgendaFigure(start: "09:00", end: "10:00", phase: .over))),
      card(.agenda, "b", figure: .agenda(AgendaFigure(start: "09:00", end: "10:00", phase: .over))),
      card(.agenda, figure: .now("10:24")), card(.agenda, "c", figure: .agenda(AgendaFigure(start: "11:00"))),
    ])
    let page = typesetter.layout(cards, width: 600, theme: light)
    #expect(page.cards.map(\.frame.height) == [72, 72, 24, 56])
    #expect(page.cards.map(\.arrangement.isParted) == [true, false, false, false])
    #expect(zip(page.cards, page.cards.dropFirst()).allSatisfy { $0.frame.y1 == $1.frame.y0 })
  }

  @Test func titlesOfAnAgendaStandInOneColumn() throws {
    for start in ["09:00", "11:11", "All day"] {
      let tile = tile(card(.agenda, "Hamburg", figure: .agenda(AgendaFigure(start: start))), width: 600)
      let time = try #require(ink(tile, columns: 4..<88, rows: 8..<48))
      #expect((75...80).contains(time.upperBound), "\(start)")
      let title = try #require(ink(tile, columns: 100..<400, rows: 8..<48))
      #expect((108...111).contains(title.lowerBound))
    }
  }

  /// Quiet text keeps its contrast on the entry that is running.
  @Test(arguments: [light, dark])
  func runningEntriesAreLegible(theme: ResolvedTheme) {
    for tone in Card.Tone.allCases { #expect(theme.colors.muted.contrast(against: theme.tone(tone).tint) >= 4.5) }
  }

  // MARK: Charts

  private func chart(_ values: [Double?], style: ChartFigure.Style = .line, low: Double = 0, high: Double = 10) -> Card
  {
    card(
      .chart,
      figure: .chart(
        ChartFigure(
          style: style,
          series: [
            ChartFigure.Series(
              points: values.enumerated().map {
                ChartFigure.Point(x: Double($0) / Double(max(values.count - 1, 1)), y: $1)
              })
          ], low: low, high: high, lowLabel: "0", highLabel: "10")))
  }

  /// Columns in which the series has been drawn.
  private func drawn(_ tile: Pixmap) -> [Int] {
    let color = Pixel(light.tone(.accent).fill)
    return (0..<tile.size.width).filter { x in (0..<tile.size.height).contains { tile.pixel(x: x, y: $0) == color } }
  }

  @Test(arguments: [ChartFigure.Style.line, .area, .bars])
  func gapsStayEmpty(style: ChartFigure.Style) {
    let whole = drawn(tile(chart([5, 5, 5, 5, 5, 5, 5, 5, 5], style: style), width: 432))
    let broken = drawn(tile(chart([5, 5, 5, nil, nil, nil, 5, 5, 5], style: style), width: 432))
    #expect(whole.first == broken.first && whole.last == broken.last)
    let gap = zip(broken, broken.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(gap > 80)
    let steps = zip(whole, whole.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect(steps < (style == .bars ? 20 : 5))
  }

  /// Between two gaps there is no line to see it by.
  @Test func aLoneValueIsADot() {
    let tile = tile(chart([nil, 5, nil, nil, nil, 5]), width: 432)
    let columns = drawn(tile).filter { $0 < 200 }
    #expect((4...6).contains(columns.count))
    #expect(columns.last.map { $0 - (columns.first ?? 0) } ?? 99 < 6)
  }

  @Test func valuesBeyondTheScaleStayInThePlot() {
    let plot = Plot(place: Rect(x: 10, y: 20, width: 100, height: 50), low: 0, high: 10, inset: 0)
    #expect([-5.0, 0, 5, 10, 99, .infinity].map(plot.y) == [70, 70, 45, 20, 20, 70])
    #expect([-1.0, 0, 0.5, 1, 2].map(plot.x) == [10, 10, 60, 110, 110])
    let points = [nil, 1, 2, nil, 3, nil].enumerated().map { ChartFigure.Point(x: Double($0) / 5, y: $1) }
    #expect(plot.lines(through: points).map(\.count) == [2, 1])
    #expect(plot.last(of: points) == Point(x: 90, y: 55))
    #expect(plot.lines(through: []).isEmpty)
    #expect(plot.last(of: [ChartFigure.Point(x: 0, y: nil)]) == nil)
  }

  @Test func barsGrowFromZero() throws {
    let tile = tile(chart([10, -10], style: .bars, low: -10, high: 10), width: 432)
    let color = Pixel(light.tone(.accent).fill)
    func rows(_ columns: Range<Int>) throws -> Range<Int> {
      let found = (0..<tile.size.height).filter { y in columns.contains { tile.pixel(x: $0, y: y) == color } }
      return try #require(found.first)..<(try #require(found.last) + 1)
    }
    let up = try rows(16..<190)
    let down = try rows(200..<380)
    #expect(abs(up.upperBound - down.lowerBound) <= 1)
    #expect(abs(up.count - down.count) <= 1)
  }

  // MARK: Buttons

  @Test func buttonsAreNoWiderThanAHandNeedsAndNoLowerThanAFinger() {
    for width in [320, 800, 1280] {
      let page = typesetter.layout(
        [card(.button, text: "Go", tap: .post, figure: .button(.ready))], width: width, theme: light)
      let frame = page.cards[0].frame
      #expect(frame.width <= 400 && frame.height >= 48)
      #expect(abs(frame.x0 + frame.x1 - width) <= 1)
    }
  }

  @Test func everyStateOfAButtonLooksDifferent() {
    let states: [ButtonState] = [.ready, .busy, .done("Done"), .failed("Done")]
    let tiles = states.map { words(of: tile(card(.button, text: "Done", tap: .post, figure: .button($0)))) }
    #expect(Set(tiles).count == 4)
  }

  // MARK: Codes

  /// The capacities written down are the library's: at each, a code has the size that was foretold.
  @Test func codesHaveTheSizeForetold() throws {
    for length in [
      1, 14, 15, 26, 27, 42, 43, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 625, 666,
    ] {
      let text = "a".repeated(length)
      #expect(try #require(QRCode(text)).side == QRCode.side(of: text), "\(length)")
      // No version smaller than needed would have done.
      if length == 14 { #expect(QRCode.side(of: text) == 21) }
    }
    #expect(QRCode("a".repeated(667)) == nil)
    #expect(QRCode.side(of: "a".repeated(667)) == nil)
    #expect(QRCode("") == nil)
    #expect(QRCode.side(of: "ü".repeated(7)) == 21 && QRCode.side(of: "ü".repeated(8)) == 25)
  }

  /// Three corners with rings of 7, 5 and 3 modules, and level M in the format beside them. Source: ISO/IEC 18004, 6.3.3 and 7.9.
  @Test func codesAreCodes() throws {
    let code = try #require(QRCode("https://news.example/river"))
    func isDark(_ x: Int, _ y: Int) -> Bool { code.isDark[y * code.side + x] }
    for (x, y) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
      for i in 0..<7 {
        for j in 0..<7 {
          let ring = max(abs(i - 3), abs(j - 3))
          #expect(isDark(x + i, y + j) == (ring != 2))
        }
      }
    }
    // The level's two bits are masked with 10: M, 00, reads 10.
    #expect(isDark(0, 8) && !isDark(1, 8))
  }

  @Test(arguments: [light, dark, ResolvedTheme(colors: .dark, scale: 1.5)])
  func codesAreDarkOnLightWithAQuietZone(theme: ResolvedTheme) throws {
    let text = "https://news.example/river"
    let page = typesetter.layout([card(.qr, text: text)], width: 600, theme: theme)
    let frame = page.cards[0].frame
    let tile = typesetter.raster(page.cards[0], rect: frame, theme: theme, pictures: noPhoto)
    let code = try #require(QRCode(text))
    // The first dark pixel is the corner of a finder; a module is a seventh of it.
    let (black, white) = (Pixel(.black), Pixel(.white))
    let corner = try #require(
      (0..<tile.size.height).lazy.compactMap { y in
        (0..<tile.size.width).first { tile.pixel(x: $0, y: y) == black }.map { (x: $0, y: y) }
      }.first)
    var edge = corner.x
    while tile.pixel(x: edge, y: corner.y) == black { edge += 1 }
    let module = (edge - corner.x) / 7
    #expect(Double(module) >= 2.5 * theme.scale)
    for row in -4..<(code.side + 4) {
      for column in -4..<(code.side + 4) {
        let isInside = (0..<code.side).contains(row) && (0..<code.side).contains(column)
        let expected = isInside && code.isDark[row * code.side + column] ? black : white
        let x = corner.x + column * module + module / 2
        let y = corner.y + row * module + module / 2
        #expect(tile.pixel(x: x, y: y) == expected)
      }
    }
  }

  @Test func tooLongATextSaysSo() {
    let long = tile(card(.qr, "Read on", text: "a".repeated(700)), width: 640)
    #expect(long.size.height < 120)
    #expect(!words(of: long).contains(Pixel(.black).word))
    #expect(ink(long, columns: 16..<500, rows: 40..<90) != nil)
  }

  // MARK: All kinds

  @Test func heightsAreMeasuredOnce() {
    let cards = numbered([full(.hero), full(.text), full(.number)])
    let first = typesetter.layout(cards, width: 700, theme: light)
    #expect(typesetter.layout(cards, width: 700, theme: light).cards.map(\.frame) == first.cards.map(\.frame))
    // Another width, look or text is another height.
    var longer = cards
    longer[1].text = "word ".repeated(200)
    #expect(typesetter.layout(longer, width: 700, theme: light).cards[1].frame.height > first.cards[1].frame.height)
    #expect(typesetter.layout(cards, width: 200, theme: light).cards[1].frame.height > first.cards[1].frame.height)
  }

  /// The next picture of a slideshow is asked for before its turn, and changes nothing until then.
  @Test func slideshowsAskAhead() {
    var slide = card(.image, image: "a", ratio: 2)
    let alone = typesetter.layout([slide], width: 648, theme: light)
    slide.upcoming = ImageReference(url: "b")
    let page = typesetter.layout([slide], width: 648, theme: light)
    #expect(page.tiles.map(\.key) == alone.tiles.map(\.key))
    var asked: [String] = []
    _ = typesetter.raster(page.tiles[0], of: page) { image, size, _ in
      asked.append("\(image.url) \(size.width)x\(size.height)")
      return nil
    }
    #expect(asked == ["a 600x300", "b 600x300"])
  }

  @Test(arguments: [
    (["الاثنين", "الثلاثاء", "الأحد"], ["اثنين", "ثلاثاء", "أحد"]), (["יום שני", "יום ראשון"], ["שני", "ראשון"]),
    (["Mon", "Tue"], ["Mon", "Tue"]), (["a", "a"], ["a", "a"]), ([], []), (["", "b"], ["", "b"]),
  ])
  func daysWithoutRoomLoseWhatAllBeginWith(names: [String], expected: [String]) {
    #expect(CardPainter.withoutCommonBeginning(names) == expected)
  }
}
