import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What stands below the plot of a chart.
@Suite struct ChartTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func chart(_ style: ChartFigure.Style, _ labels: [String]) -> ChartFigure {
    let count = Double(labels.count)
    var chart = ChartFigure(
      style: style,
      series: [
        ChartFigure.Series(
          points: labels.indices.map { ChartFigure.Point(x: Double($0) / max(count - 1, 1), y: Double($0 % 5)) })
      ], low: 0, high: 5, lowLabel: "0", highLabel: "5")
    chart.ticks = labels.enumerated().map { index, label in
      ChartFigure.Tick(
        x: style == .bars ? (Double(index) + 0.5) / count : Double(index) / max(count - 1, 1), label: label)
    }
    return chart
  }

  /// Never on each other, never out of the chart at either side, and some of them always.
  @Test(arguments: [ChartFigure.Style.bars, .line], [false, true])
  func wordsBelowNeverCollide(style: ChartFigure.Style, isMirrored: Bool) {
    for scale in [1, 2] {
      let theme = ResolvedTheme(colors: .light, scale: Double(scale))
      let painter = CardPainter(
        card: card(.chart), arrangement: Arrangement(isMirrored: isMirrored), theme: theme, typesetter: typesetter)
      for count in [1, 2, 3, 5, 7, 12, 31, 60] {
        for word in ["Mo", "14:00", "Donnerstag", "Kühlhaus Süd (Wärmepumpe)"] {
          for width in stride(from: 160, through: 1_200, by: 80) {
            let place = PixelRect(x: 20, y: 0, width: width * scale, height: 100)
            let lane = 40 * scale
            let field = PixelRect(
              x0: place.x0 + (isMirrored ? lane : 0), y0: 0, x1: place.x1 - (isMirrored ? 0 : lane), y1: 80)
            let labels = painter.tickLabels(
              of: chart(style, (0..<count).map { "\(word)\($0)" }), in: field, place: place)
            if style == .bars { #expect(!labels.isEmpty, "\(count) \(word) in \(width)") }
            for (words, x) in labels { #expect(x >= field.x0 && x + words.width <= place.x1) }
            for (a, b) in zip(labels, labels.dropFirst()) { #expect(a.x + a.words.width + 2 < b.x) }
          }
        }
      }
    }
  }

  /// Below each bar as long as all have room.
  @Test func everyBarHasItsWord() {
    let painter = CardPainter(card: card(.chart), arrangement: Arrangement(), theme: light, typesetter: typesetter)
    let place = PixelRect(x: 0, y: 0, width: 400, height: 100)
    let labels = painter.tickLabels(
      of: chart(.bars, ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]), in: place, place: place)
    #expect(labels.count == 7)
    for (index, label) in labels.enumerated() {
      let middle = label.x + label.words.width / 2
      #expect(abs(middle - (2 * index + 1) * 400 / 14) <= 1)
    }
  }

  /// Where zero is in sight there is a line at it, across the whole plot, and it is said.
  @Test(arguments: [ChartFigure.Style.bars, .line], [1.0, 1.5, 2])
  func zeroHasALine(style: ChartFigure.Style, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    func figure(_ low: Double, _ high: Double) -> Card {
      card(
        .chart,
        figure: .chart(
          ChartFigure(
            style: style, series: [ChartFigure.Series(points: [.init(x: 0, y: low), .init(x: 1, y: high)])], low: low,
            high: high, lowLabel: "\(Int(low))", highLabel: "\(Int(high))")))
    }
    for width in stride(from: 200, through: 1_000, by: 100) {
      for (low, high) in [(-3.0, 5.0), (-40, 1), (-1, 40), (0, 5), (-5, 0), (2, 5)] {
        let page = typesetter.layout([figure(low, high)], width: Int(Double(width) * scale), theme: theme)
        let placed = page.cards[0]
        let tile = typesetter.raster(placed, rect: placed.frame, theme: theme, pictures: noPhoto)
        let line = Pixel(theme.colors.surface.mixed(with: theme.colors.text, 0.4))
        let most =
          (0..<tile.size.height).map { y in
            (0..<tile.size.width).count { tile.pixel(x: $0, y: y) == line }
          }.max() ?? 0
        #expect((most > tile.size.width / 3) == (low < 0 && high > 0), "\(low)...\(high) at \(width)")
      }
    }
  }

  /// Last values that would stand on each other move apart, and none is lost.
  @Test(arguments: 0..<100)
  func lastValuesMoveApart(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let places = (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 0...200, using: &random) }
    let moved = CardPainter.movedApart(places, by: 20, within: 0...200)
    let sorted = moved.sorted()
    #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= 20 })
    #expect(moved.allSatisfy { (0...200).contains($0) })
    // What stands alone stays.
    #expect(CardPainter.movedApart([10, 100, 105], by: 20, within: 0...200) == [10, 92, 112])
  }

  /// Names and notes of days beside each other have room, each in its column; else the days stand one below the other.
  @Test(arguments: [
    ["Donnerstag", "Freitag", "Samstag", "Sonntag"], ["Thu", "Fri"],
    ["quinta-feira", "sexta-feira", "sábado", "domingo", "segunda-feira", "terça-feira", "quarta-feira"],
  ])
  func namesOfDaysAreWhole(names: [String]) {
    let days = names.map { name in
      var day = ForecastFigure.Day()
      (day.name, day.note, day.icon) = (name, "chuva 80 %", "rain")
      return day
    }
    let forecast = ForecastFigure(days: days)
    let painter = CardPainter(
      card: card(.forecast, figure: .forecast(forecast)), arrangement: Arrangement(), theme: light,
      typesetter: Typesetter(fonts: fonts))
    for width in stride(from: 200, through: 1_200, by: 40) {
      let room = (width - 2 * light.whole(Design.inset)) / names.count
      guard let styles = painter.acrossStyles(of: forecast, width: room) else { continue }
      for day in days {
        #expect(painter.block(Text(day.name ?? "", styles.name), width: 1_000).width < room, "\(width)")
        #expect(painter.block(Text(day.note ?? "", styles.note), width: 1_000).width < room, "\(width)")
      }
    }
    #expect(painter.acrossStyles(of: forecast, width: 200) != nil)
  }
}
