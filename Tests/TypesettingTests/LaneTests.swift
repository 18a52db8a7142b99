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
}
