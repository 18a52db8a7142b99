import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What cards of a list and cells of a grid keep in common.
@Suite struct LaneTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func rows(_ place: Int, _ tones: [Card.Tone?], columns: Int = 1) -> [Card] {
    tones.enumerated().map { index, tone in
      var row = card(.row, "Tea", tone: tone, columns: columns)
      row.id = CardID(place: place, key: "\(place)-\(index)")
      return row
    }
  }

  /// Groups of one card of the board, each under a heading of its own, begin their titles at one edge.
  @Test func groupsOfOneListKeepTheSamePlaces() {
    var heading = card(.section, "From the grill")
    heading.id = CardID(place: 0, key: "grill", isHeading: true)
    let cards = rows(0, [nil, nil]) + [heading] + rows(0, [.muted]) + [card(.section, "Others")] + rows(1, [nil])
    let page = typesetter.layout(cards, width: 480, theme: light)
    let marks = page.cards.filter { $0.card.kind == .row }.map(\.arrangement.hasMarks)
    #expect(marks == [true, true, true, false])
  }

  @Test func linesOfAGridKeepTheSamePlaces() {
    let page = typesetter.layout(rows(0, [nil, nil, .bad, nil], columns: 2), width: 480, theme: light)
    #expect(page.cards.map(\.arrangement.hasMarks) == [true, true, true, true])
  }

  /// In dp; a label takes a second line first, and a word of it is never broken in two.
  @Test(
    arguments: [
      (["Wind", "Tide", "Pool"], 480, 3), (["Wind", "Rising tide in the harbour", "Pool"], 480, 3),
      (["Wind", "Rising tide in the harbour at noon", "Pool"], 480, 2), (["Wind", "Donaudampfschiff", "Pool"], 420, 2),
      (["Wind", "Donaudampfschifffahrtsgesellschaft", "Pool"], 420, 1),
      (["Wind", "Donau".repeated(20), "Pool"], 480, 3),
    ] as [([String], Int, Int)])
  func aGridHasFewerCellsBeforeALabelIsCut(labels: [String], width: Int, cells: Int) {
    for theme in FitTests.looks {
      let cards = labels.map { card(.number, $0, columns: 3, figure: .number(NumberFigure(value: "7"))) }
      let page = typesetter.layout(numbered(cards), width: Int(Double(width) * theme.scale), theme: theme)
      let first = page.cards.filter { $0.frame.y0 == page.cards[0].frame.y0 }
      // Three in two lines are one and two.
      #expect(first.count == (cells == 2 ? 2 : cells), "\(labels) at \(theme.scale)")
      #expect(Set(first.map(\.frame.height)).count == 1)
    }
  }

  /// The days of an agenda begin their titles at one edge, however long the words for times are on one of them.
  @Test(arguments: [1.0, 2])
  func agendasOfAPageHaveOneLane(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    func entry(_ title: String, _ start: String) -> Card {
      card(.agenda, title, figure: .agenda(AgendaFigure(start: start, phase: .coming)))
    }
    let cards = numbered([
      card(.section, "Heute"), entry("Ferien", "Ganztägig"), card(.section, "Morgen"), entry("Probe", "09:30"),
    ])
    for width in stride(from: 320, through: 1_400, by: 120) {
      let page = typesetter.layout(cards, width: Int(Double(width) * scale), height: Int(600 * scale), theme: theme)
      let agenda = page.cards.filter { $0.card.kind == .agenda }
      #expect(agenda.count == 2 && Set(agenda.map(\.arrangement.timeLane)).count == 1, "at \(width)")
    }
  }

  /// What goes on has a ground of its own, on which its badge is seen.
  @Test(arguments: [Card.Tone?.none, .warn, .bad, .good, .info])
  func badgesOfRunningEntriesAreSeen(tone: Card.Tone?) {
    for theme in FitTests.looks {
      let entry = card(
        .agenda, "Review", badge: "video", tone: tone,
        figure: .agenda(AgendaFigure(start: "10:00", end: "11:30", phase: .running)))
      let placed = typesetter.layout([entry], width: Int(480 * theme.scale), theme: theme).cards[0]
      let tile = typesetter.raster(placed, rect: placed.frame, theme: theme, pictures: noPhoto)
      let pill = Pixel(theme.tone(tone ?? .accent).fill)
      // Its bar, of the same colour, stands in the other half.
      let count = (0..<tile.size.height).reduce(0) { sum, y in
        sum + (tile.size.width / 2..<tile.size.width).count { tile.pixel(x: $0, y: y) == pill }
      }
      #expect(count > 400)
    }
  }

  /// Lists beside each other keep no places for each other's marks.
  @Test func listsBesideEachOtherHaveTheirOwnPlaces() {
    var cards: [Card] = []
    for (index, tones) in [[nil, nil], [Card.Tone.muted, nil], [nil, nil]].enumerated() {
      var heading = card(.section, "Group \(index)")
      heading.id = CardID(place: 0, key: "g\(index)", isHeading: true)
      cards.append(heading)
      for (number, tone) in tones.enumerated() {
        var row = card(.row, "Tea", tone: tone)
        row.id = CardID(place: 0, key: "\(index)-\(number)")
        cards.append(row)
      }
    }
    let page = typesetter.layout(cards, width: 1_280, height: 800, theme: light)
    #expect(page.hasColumns)
    for placed in page.cards where placed.card.kind == .row {
      #expect(placed.arrangement.hasMarks == (placed.card.id.key?.hasPrefix("1-") == true))
    }
  }
}
