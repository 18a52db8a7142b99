import Board
import Numbers
import Testing
import Vitrine

@testable import Studio

@Suite struct CardLinesTests {
  /// The lines of a board's cards, in the order of the file.
  private func lines(_ yaml: String) throws -> [CardLines] {
    let bytes = Array(yaml.utf8)
    let board = try #require(BoardSource(path: nil).parse(bytes, parts: .builtIn).board)
    let text = BoardText(bytes)
    return board.pages.flatMap(\.cards).map { text.lines(ofCardAt: $0.place.mark) }
  }

  private static let block = """
    board: x
    cards:
      - header: {title: A}   # said by all
      - row:
          # what it is for
          each: things

          title: "{to}, \\"so\\""
          subtitle: >
            Pier {pier}
            and more

          tone:
            bad: late > 5
            warn: late   # a little
      # of the next one
      -
        text:
          text: |
            Two
            lines
    sources: {things: {url: things.json}}
    """

  @Test(arguments: ["\n", "\r\n"]) func aCardOfLinesHasAllOfThem(end: String) throws {
    let found = try lines(Self.block.replacing("\n", with: end))
    #expect(found.map(\.first) == [3, 4, 18])
    #expect(found.map(\.column) == [5, 5, 5])
    #expect(found[0].texts == ["- header: {title: A}   # said by all"])
    #expect(found[1].texts.count == 12)
    #expect(found[1].texts.first == "- row:")
    #expect(found[1].texts.last == "      warn: late   # a little")
    #expect(found[2].texts == ["text:", "  text: |", "    Two", "    lines"])
    #expect(found[1].written["each"] == "things")
    #expect(found[1].written["title"] == #""{to}, \"so\"""#)
    #expect(found[1].written["subtitle"] == "Pier {pier}\nand more")
    #expect(found[1].written["tone"] == "bad: late > 5\nwarn: late")
    #expect(found[2].written["text"] == "Two\nlines")
  }

  @Test func aCardInBracesHasItsOwn() throws {
    let found = try lines(
      """
      cards: [{text: {text: A}}, {row: {each: things, title: '{to}', tone: {good: n < 3,
        muted: true}}}, {text: {text: "B"}}]
      sources: {things: {url: things.json}}
      """)
    #expect(found.map(\.first) == [1, 1, 2])
    #expect(found.map(\.texts.count) == [1, 2, 1])
    #expect(found[0].written == ["text": "A"])
    #expect(found[1].written == ["each": "things", "title": "'{to}'", "tone": "{good: n < 3,\nmuted: true}"])
    #expect(found[2].written == ["text": "\"B\""])
  }

  @Test func listsWithoutIndentationAndTheFilesEndAreNoMatter() throws {
    let found = try lines("cards:\n- row:\n    title: A\n- row:\n    title: B\n    trail: C")
    #expect(found.map(\.texts) == [["- row:", "    title: A"], ["- row:", "    title: B", "    trail: C"]])
    let last = try lines("cards:\n  - row:\n      title: B\n\n\n# the end\n")
    #expect(last.map(\.texts) == [["- row:", "    title: B"]])
    // Another file by now.
    #expect(BoardText([]).lines(ofCardAt: Mark(line: 90, column: 5)).texts == [""])
    #expect(BoardText(Array("a: [".utf8)).lines(ofCardAt: Mark(line: 1, column: 5)).texts == ["a: ["])
  }
}

@Suite struct OriginsTests {
  private let yaml = """
    board: Pier
    let:
      late: $ferries | where('late', 9)
      many: $late | count
    cards:
      - header: {title: "{$board}, {$title.text}"}
      - row: {each: ferries, title: "the pier {to}", tap: detail}
      - number: {label: Late, value: "{$many}"}
      - row: {each: soon, title: "{to}"}
      - group: {each: ferries, cards: [text: {text: "G"}, row: {title: "{$pier.name}"}]}
      - text: {text: "ferries, pier, title"}
    detail:
      - header: {title: "{to}"}
      - text: {text: "Of {$pier.name}"}
    sources:
      ferries: {url: ferries.json}
      pier: {url: pier.json}
      soon: {from: ferries, where: "pier == $pier.name"}
      title: {url: title.json}
    """

  @Test func aCardIsMadeFromWhatItsKeysRead() throws {
    let board = try #require(BoardSource(path: nil).parse(Array(yaml.utf8), parts: .builtIn).board)
    func origins(_ place: Int, key: String? = nil) -> Set<String> {
      board.origins(of: CardID(place: place, key: key), page: 0, opened: nil)
    }
    #expect(origins(0) == ["title"])
    #expect(origins(1, key: "1") == ["ferries"])
    #expect(origins(2) == ["ferries"])
    #expect(origins(3, key: "1") == ["soon", "ferries", "pier"])
    #expect(origins(5) == [])
    let opened = CardID(place: 1, key: "1")
    #expect(board.origins(of: CardID(place: 0), page: 0, opened: opened) == ["ferries"])
    #expect(board.origins(of: CardID(place: 1), page: 0, opened: opened) == ["pier"])
    #expect(origins(90) == [])
  }
}

@Suite struct CardValuesTests {
  private func values(_ kind: Card.Kind, _ figure: Figure, written: Set<String> = []) -> [String: String] {
    var card = Card(id: CardID(place: 0), kind: kind, figure: figure)
    card.title = "T"
    return Dictionary(card.values(at: written).map { ($0.key, $0.text) }) { first, _ in first }
  }

  @Test func whatOnlySomeKindsHaveIsAmongThem() {
    let number = values(.number, .number(NumberFigure(value: "4", unit: "°C", share: 0.5)), written: ["label"])
    #expect(number == ["label": "T", "value": "4", "unit": "°C", "max": "50 %"])
    #expect(values(.number, .number(NumberFigure()))["value"] == "–")
    let gauge = values(.gauge, .gauge(GaugeFigure(value: "9", share: 0.9, lowLabel: "0", highLabel: "10")))
    #expect(gauge == ["title": "T", "value": "9", "min": "0", "max": "10"])
    let departure = DepartureFigure(due: "4", unit: "min", planned: "17:51", expected: "17:55", delay: "+4")
    #expect(
      values(.departure, .departure(departure), written: ["to"]) == [
        "to": "T", "due": "4 min", "planned": "17:51 → 17:55 +4",
      ])
    #expect(values(.table, .table(TableFigure(cells: ["A", nil])))["cells"] == "A | –")
    let series = ChartFigure.Series(points: [.init(x: 0, y: 1), .init(x: 1, y: 3)], lastLabel: "3")
    let chart = ChartFigure(series: [series], low: 0, high: 4, lowLabel: "0", highLabel: "4")
    #expect(values(.chart, .chart(chart))["points"] == "2 values, the last 3")
  }

  @Test func whatIsTypedInSecretIsNot() {
    var slider = ControlFigure(.slider)
    (slider.value, slider.valueLabel) = (40, "40 %")
    let found = values(.slider, .control(slider))
    #expect(found["value"] == "40 %" && found["min"] == "0" && found["max"] == "1")
    var keypad = ControlFigure(.keypad)
    keypad.valueLabel = "1234"
    #expect(values(.keypad, .control(keypad))["value"] == nil)
    // Nobody has said that this one is secret.
    var entry = ControlFigure(.entry)
    entry.valueLabel = "sesame"
    #expect(values(.entry, .control(entry))["value"] == "sesame")
  }
}
