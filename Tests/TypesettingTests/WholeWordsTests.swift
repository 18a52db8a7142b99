import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What nothing else on the panel tells is told whole.
@Suite struct WholeWordsTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func painter(_ card: Card, timeLane: Int = 0) -> CardPainter {
    var arrangement = Arrangement()
    arrangement.timeLane = timeLane
    return CardPainter(card: card, arrangement: arrangement, theme: light, typesetter: typesetter)
  }

  /// An entry that leads nowhere has as many lines as its words need; one that leads to a page of its own has some.
  @Test(arguments: [320, 480, 800])
  func entriesThatLeadNowhereAreWhole(width: Int) {
    func height(_ words: Int, _ tap: TapAction?) -> Int {
      let text = "Sitzung der Stadtverwaltung ".repeated(words)
      let entry = card(
        .agenda, text, subtitle: text, tap: tap, figure: .agenda(AgendaFigure(start: "09:00", end: "10:00")))
      return typesetter.layout([entry], width: width, theme: light).cards[0].frame.height
    }
    #expect(height(8, nil) > height(5, nil))
    #expect(height(8, .post) == height(8, nil))
    #expect(height(40, .detail) == height(80, .detail))
    #expect(height(1, nil) == height(1, .detail) || width == 320)
  }

  @Test func timesAreNeverCut() {
    let times = [("9:30 vorm.", "Mi 11:30 vorm."), ("Ganztägig", "Donnerstag, 31. Dezember"), ("09:00", "10:00")]
    for (start, end) in times {
      for lane in [64, 80, 115] {
        let figure = AgendaFigure(start: start, end: end)
        let painter = painter(card(.agenda, "A", figure: .agenda(figure)), timeLane: lane)
        let blocks = painter.timeBlocks(figure)
        #expect(blocks.count == 2 && blocks.allSatisfy { !$0.isCut && $0.width <= lane }, "\(start) \(end) in \(lane)")
        // And all of them have room in the entry.
        let height = painter.entryHeight(width: 360) * light.scale
        #expect(Double(blocks.reduce(0) { $0 + $1.height }) <= height)
      }
    }
  }

  @Test func datesAndUnitsWrapBeforeTheyAreCut() throws {
    var clock = ClockFigure(time: "12:00")
    clock.date = "Donnerstag, 30. September 2026"
    let place = card(.clock, subtitle: "Hauptbahnhof", figure: .clock(clock))
    for width in stride(from: 130, through: 600, by: 10) {
      let words = try #require(painter(place).dateWords(clock, width: width))
      #expect(!words.isCut && words.width <= width, "at \(width)")
    }
    var gauge = GaugeFigure(value: "3", share: 0.5, lowLabel: "0", highLabel: "6")
    for unit in ["Kilowattstunden", "kWh", "Umdrehungen pro Minute"] {
      gauge.unit = unit
      for room in stride(from: 84, through: 240, by: 6) {
        let words = try #require(painter(card(.gauge, figure: .gauge(gauge))).unitWords(gauge, room: room))
        #expect(!words.isCut && words.width <= room, "\(unit) in \(room)")
      }
    }
  }

  /// A long word of a line's block has a hyphen where it is parted.
  @Test func linesOfOneLongWordShowWhereTheyAreParted() {
    for width in stride(from: 84, through: 140, by: 4) {
      let blocks = painter(card(.departure)).lineBlocks("Schienenersatzverkehr", width: width)
      let starts = blocks.flatMap(\.starts).filter { $0 > 0 }
      let places = Hyphenation.syllables(of: Array("Schienenersatzverkehr".unicodeScalars)[...])
      #expect(starts.allSatisfy { places.contains($0) }, "at \(width): \(starts)")
    }
  }
}
