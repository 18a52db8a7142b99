import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Which columns of a table are of numbers.
@Suite struct CellContentTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func table(_ heads: [String], _ rows: [[String?]]) -> [Card] {
    numbered(
      [card(.table, figure: .head(heads))] + rows.map { card(.table, figure: .table(TableFigure(cells: $0))) })
  }

  @Test(arguments: [
    "0", "-5", "−5", "+12", "1,204", "1’234’567.89", "45 %", "12,5%", "٪٤٥", "٩٫٨٠", "१२३", "CHF 9.80", "CHF 12.90",
    "CHF9.80",
    "€ 4.50", "4,50 €", "9.80 Fr.", "Fr. 9.80", "kr 5", "Rs500", "रु 500", "US$ 5", "R$ 4,20", "RM 5.90", "zł 5",
    "21,5 °C", "21.5°", "12 kWh", "3 Std.", "15 min", "1 h 20 min", "14:05", "14:05 Uhr", "5:42 PM", "2:1", "2 : 1",
    "2-1 n.V.", "1/8", "30.11.", "2026-11-30", "3番線", "1,200円", "14時05分", "(+3)", "▲ 2,5 %", "½", "5a", "80 km/h",
    "12 m²", "EUR 5", "5 EUR", "500 руб.", "20 мин", "3 Pers.", "100 Mbit/s", "30 MIN", "5 mg",
    "\u{200F}٤٥",
  ])
  func numbersAreKnown(cell: String) { #expect(CellContent(of: cell) == .number) }

  @Test(arguments: [
    "Rovers", "", "A12", "B7", "U2", "v2.1", "Halle 3", "Saal 1", "Gate 4", "Bus 5", "RE 8", "LX 318", "RE 4711", "S 3",
    "Nr. 5",
    "1 Saal", "3. OG", "4 Gate", "ホーム 3", "3. September", "30 Minuten",
    "12 🍎",
    "a@b.c", "n/a", "sold out", "192.168.0.1 is the server", "1234567890123456789012345678901234567890123",
  ])
  func wordsAreNoNumbers(cell: String) { #expect(CellContent(of: cell) == .words) }

  @Test(arguments: ["–", "-", "—", "−", "-:-", "– : –", "…", "?", "– °C", "--"])
  func whatIsMissingIsKnown(cell: String) { #expect(CellContent(of: cell) == .missing) }

  /// Whatever the amounts are, a column of prices is one.
  @Test(arguments: ["CHF %", "% €", "$%", "%", "% kWh", "% %%"])
  func aColumnIsOfNumbersWhateverTheyAre(pattern: String) {
    var random = SplitMix64(seed: 9)
    for _ in 0..<40 {
      let rows = (0..<6).map { row -> [String?] in
        let amount = "\(Int.random(in: 0..<[10, 1_000, 100_000][row % 3], using: &random)).\(row)0"
        return ["Dish \(row)", pattern.replacingHole(with: amount), "Soup"]
      }
      let some = rows + [["Dish", "–", "Soup"], ["Dish", nil, "Soup"]]
      let lanes = typesetter.layout(table(["Dish", "Price", "Kind"], some), width: 800, theme: light).cards[1]
        .arrangement
        .columns
      #expect(lanes.map(\.isNumeric) == [false, true, false])
    }
  }

  /// Rooms and lines with a number stand where words do.
  @Test func namesWithNumbersAreNoColumnOfNumbers() {
    let rows = (1...4).map { ["Saal \($0)", "RE \($0)", "\($0) h"] as [String?] }
    let lanes = typesetter.layout(table(["Room", "Train", "Time"], rows), width: 800, theme: light).cards[1].arrangement
      .columns
    #expect(lanes.map(\.isNumeric) == [false, false, true])
  }

  @Test func nearlyAllOfAColumnAreNumbers() {
    func isNumeric(_ cells: [String]) -> Bool? {
      typesetter.layout(table(["A", "B"], cells.map { ["x", $0] }), width: 800, theme: light).cards[1].arrangement
        .columns
        .last?.isNumeric
    }
    #expect(isNumeric(["1", "2", "3", "4", "sold out"]) == true)
    #expect(isNumeric(["1", "2", "sold out"]) == false)
    #expect(isNumeric(["–", "–"]) == true)
  }
}

extension String {
  fileprivate func replacingHole(with text: String) -> String {
    guard let hole = firstIndex(of: "%") else { return self }
    return self[..<hole] + text + self[index(after: hole)...]
  }
}
