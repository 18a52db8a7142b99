import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Columns of tables: how they share a card's width.
@Suite struct TableTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func table(_ heads: [String], _ rows: [[String?]]) -> [Card] {
    numbered(
      [card(.table, figure: .head(heads))] + rows.map { card(.table, figure: .table(TableFigure(cells: $0))) })
  }

  @Test func roomIsSharedToItsLastPixel() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...6, using: &random)
      let wanted = (0..<count).map { _ in Int.random(in: 1...900, using: &random) }
      let least = wanted.map { min($0, Int.random(in: 1...112, using: &random)) }
      let room = Int.random(in: count...2_000, using: &random)
      let widths = ColumnLane.shares(of: room, wanted: wanted, least: least)
      #expect(widths.count == count && widths.allSatisfy { $0 >= 1 })
      // Where each has a pixel at least.
      if room >= 40 * count { #expect(widths.reduce(0, +) == room, "\(wanted) in \(room): \(widths)") }
      if wanted.reduce(0, +) <= room { #expect(zip(widths, wanted).allSatisfy { $0 >= $1 }) }
      for (index, width) in widths.enumerated() where wanted[index] * count <= room {
        #expect(width >= wanted[index], "an even part is enough: \(wanted) in \(room): \(widths)")
      }
    }
  }

  /// Whichever of its columns are of words, none is cut or made smaller while another has room to spare.
  @Test(arguments: [0.75, 1.0, 1.5, 2])
  func noCellIsCutBesideFreeRoom(scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let rows: [[String?]] = [
      ["FC Bayern", "Brighton & Hove Albion Football Club", "3:1", "live"],
      ["Wolverhampton Wanderers", "FC Bayern", "12:10", "after extra time"], ["Ajax", "Zenit", "–", nil],
    ]
    for width in stride(from: 440, through: 1_600, by: 40) {
      let page = typesetter.layout(
        table(["Home", "Away", "Goals", "State"], rows), width: Int(Double(width) * scale), theme: theme)
      for placed in page.cards {
        // What has no room in a line stands below: nothing is left out.
        #expect(placed.arrangement.columns.count == 4)
        let lanes = placed.arrangement.columns.filter { !$0.isBelow }
        if width >= 520 { #expect(lanes.count == 4) }
        let gaps = (lanes.count - 1) * theme.whole(Design.columnGap)
        let room = CardPainter.tableRoom(width: placed.frame.width, placed.arrangement, theme: theme)
        #expect(lanes.reduce(gaps) { $0 + $1.width } == room)
        guard case .table(let figure)? = placed.card.figure else { continue }
        for lane in lanes {
          guard let cell = figure.cells[lane.cell] else { continue }
          let words = typesetter.block(
            Text(cell, lane.style, lines: lane.isFlexible ? 3 : 1, tabular: true), width: lane.width, theme: theme)
          #expect(!words.isCut, "\(cell) at \(width)")
          #expect(words.height + theme.whole(Design.leastRowSpace) <= placed.frame.height)
        }
        if width >= 1_000 { #expect(lanes.allSatisfy { !$0.isSmall }) }
      }
    }
  }

  /// Codes of three letters, names with hyphens: no word of a column is parted while there is room for the longest of each.
  @Test(arguments: [1.0, 1.5, 2], 0..<6)
  func noWordIsPartedBesideRoom(scale: Double, seed: UInt64) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    var random = SplitMix64(seed: seed)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let rows: [[String?]] = (0..<40).map { _ in
      let code = String((0..<3).map { _ in letters[Int.random(in: 0..<26, using: &random)] })
      let name = ["Ada Lovelace of the North", "Chiara Ek", "Bo García-Fernández"][
        Int.random(in: 0..<3, using: &random)]
      return seed % 2 == 0
        ? [code, name, "Harriers Athletic Club", "3:49:00"] : [name, code, "Harriers AC", "3:49:00"]
    }
    for width in stride(from: 520, through: 1_400, by: 40) {
      let page = typesetter.layout(
        table(["A", "B", "Club", "Time"], rows), width: Int(Double(width) * scale), theme: theme)
      // In narrower ones a name would be cut.
      for placed in page.cards where Double(placed.frame.width) >= 480 * scale {
        guard case .table(let figure)? = placed.card.figure else { continue }
        for lane in placed.arrangement.columns where lane.isFlexible && !lane.isBelow {
          guard let cell = figure.cells[lane.cell] else { continue }
          let block = typesetter.block(
            Text(cell, lane.style, lines: 3, tabular: true), width: lane.width, theme: theme)
          let bytes = Array(cell.utf8)
          for start in block.starts where start > 0 {
            #expect(
              [UInt8(ascii: " "), UInt8(ascii: "-")].contains(bytes[start - 1]),
              "\(cell) at \(width): \(start) in \(lane.width)")
          }
        }
      }
    }
  }

  private static let flights: [[String?]] = [
    ["12:00", "LH 400", "Frankfurt", "A12", "12:00", "On time"],
    ["12:13", "BA 437", "London Heathrow", "B13", "12:21", "Boarding"],
    ["12:26", "AF 474", "Paris Charles de Gaulle", "C14", "12:42", "Delayed"],
    ["12:39", "TK 511", "İstanbul Sabiha Gökçen", "A15", nil, "Cancelled"],
    ["13:05", "BA 585", "Reykjavík-Keflavík", "C17", "13:21", "Gate closed"],
  ]
  private static let heads = ["Time", "Flight", "To", "Gate", "Expected", "Status"]

  /// On any panel: words are whole, one table has one size of type, and every value is there: beside the others or below them.
  @Test(arguments: [0.5, 0.75, 1, 1.5, 2, 3])
  func everyValueIsToldInWholeWords(scale: Double) throws {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    for width in stride(from: 320, through: 3_840, by: 80) where Double(width) / scale >= 320 {
      let page = typesetter.layout(table(Self.heads, Self.flights), width: width, theme: theme)
      for placed in page.cards {
        let lanes = placed.arrangement.columns
        #expect(lanes.map(\.cell).sorted() == Array(0..<6), "\(width)")
        let beside = lanes.filter { !$0.isBelow }
        #expect(Set(beside.map(\.style.size)).count == 1)
        #expect(
          beside.contains {
            $0.isMain
              && $0.width >= typesetter.block(Text("LH 400", $0.style, tabular: true), width: 1_000, theme: theme).width
          })
        guard case .table(let figure)? = placed.card.figure else { continue }
        for lane in beside {
          guard let cell = figure.cells[lane.cell] else { continue }
          let block = typesetter.block(
            Text(cell, lane.style, lines: lane.isFlexible ? 3 : 1, tabular: true), width: lane.width, theme: theme)
          #expect(!block.isCut, "\(cell) at \(width)")
          let bytes = Array(cell.utf8)
          for start in block.starts where start > 0 {
            #expect([UInt8(ascii: " "), UInt8(ascii: "-")].contains(bytes[start - 1]), "\(cell) at \(width)")
          }
        }
        let below = lanes.filter(\.isBelow)
        guard !below.isEmpty else { continue }
        #expect(below.allSatisfy { $0.head == Self.heads[$0.cell] })
        // Two lines at least, where something stands in the second one.
        if below.contains(where: { figure.cells[$0.cell] != nil }) {
          #expect(placed.frame.height >= theme.whole(Design.tallRowHeight))
        }
      }
    }
  }

  /// A table of more columns than three lines have room for leaves some out, and never its main one.
  @Test func whatHasNoRoomBelowIsLeftOut() {
    let rows = (0..<3).map { row in (0..<16).map { "Word \($0) of row \(row)" as String? } }
    // Of one card of the board.
    let cards = table((0..<16).map { "Column \($0)" }, rows).map { card in
      var card = card
      card.id = CardID(place: 0, key: "\(card.id.place)")
      return card
    }
    let page = typesetter.layout(cards, width: 320, theme: light)
    for placed in page.cards {
      let lanes = placed.arrangement.columns
      #expect(lanes.count > 1 && lanes.count < 16)
      #expect(lanes.contains { $0.isMain && !$0.isBelow })
      #expect(page.omissions.count == 1 && page.omissions[0].contains("shows \(lanes.count) of 16 columns"))
    }
    #expect(typesetter.layout(table(Self.heads, Self.flights), width: 320, theme: light).omissions.isEmpty)
  }

  /// Signs of Chinese are words to no table.
  @Test func longWordsOfManyLinesGiveWay() {
    let rows: [[String?]] = [["北京", String(repeating: "機場快綫", count: 6), "A1"], ["上海", "准时", "A2"]]
    let page = typesetter.layout(table(["到", "说明", "门"], rows), width: 420, theme: light)
    #expect(page.cards.allSatisfy { $0.arrangement.columns.allSatisfy { !$0.isBelow } })
  }
}
