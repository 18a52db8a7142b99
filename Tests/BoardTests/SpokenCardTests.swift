import Scene
import Testing

@testable import Board

private func card(_ kind: Card.Kind, _ title: String? = nil, figure: Figure? = nil) -> Card {
  Card(id: CardID(place: 0), kind: kind, title: title, figure: figure)
}

@Suite struct SpokenCardTests {
  /// Whatever a card lacks, it is said or left out, and nothing traps.
  @Test(arguments: Card.Kind.allCases)
  func everyKindHasALine(kind: Card.Kind) {
    let bare = card(kind).spoken()
    #expect(bare == nil || bare?.line.isEmpty == false)
    #expect(card(kind, "Title").spoken()?.line.contains("Title") == true)
  }

  @Test func aLineSaysRoleNameValueAndWhatCanBeDone() throws {
    var departure = card(
      .departure, "Harbour", figure: .departure(DepartureFigure(due: "4", unit: "min", planned: "17:51")))
    (departure.badge, departure.tone, departure.tap) = ("12", .warn, .detail)
    #expect(departure.spoken()?.line == "item: Harbour; 4 min; 12; 17:51; warning; opens its details")
    var cancelled = departure
    cancelled.figure = .departure(DepartureFigure(due: "4", unit: "min", cancelled: "Cancelled"))
    #expect(cancelled.spoken()?.line.contains("Harbour; Cancelled") == true)
    let head = card(.table, figure: .head(["#", "", "Pts"]))
    let line = card(.table, figure: .table(TableFigure(cells: ["1", "Rovers", nil])))
    let last = card(.table, figure: .table(TableFigure(cells: ["2", "Athletic", "32"])))
    #expect([head, line, last].spoken.map(\.line) == ["row: # 1, Rovers", "row: # 2, Athletic, Pts 32"])
    #expect(
      card(.number, "Outside", figure: .number(NumberFigure(unit: "°C"))).spoken()?.line == "figure: Outside; – °C")
    #expect(card(.image).spoken()?.line == "image: without words")
    var heading = card(.section, "Today")
    heading.trail = "3"
    #expect(heading.spoken()?.line == "heading 2: Today; 3")
  }

  /// What nobody is to see is not heard either.
  @Test func secretsAreNotSaid() {
    var pad = ControlFigure(.keypad)
    pad.pad = ControlFigure.Pad(length: 4)
    pad.pad?.typed = 3
    (pad.value, pad.valueLabel) = (1234, "1234")
    #expect(card(.keypad, "Alarm", figure: .control(pad)).spoken()?.line == "keypad: Alarm; can be set")
    var entry = ControlFigure(.entry)
    entry.entry = ControlFigure.Entry(isHidden: true)
    entry.valueLabel = "swordfish"
    #expect(card(.entry, "Password", figure: .control(entry)).spoken()?.line == "textbox: Password; can be set")
    #expect(card(.field, "Password", figure: .field(Writing("swordfish", isHidden: true))).spoken()?.value == nil)
  }

  /// A control says what it is set to, and what else it might be.
  @Test func controlsSayWhatTheyAreSetTo() {
    var toggle = ControlFigure(.toggle)
    #expect(card(.toggle, "Lamp", figure: .control(toggle)).spoken()?.value == "–")
    toggle.value = 1
    toggle.state = .failed("No answer")
    #expect(
      card(.toggle, "Lamp", figure: .control(toggle)).spoken()?.line == "checkbox: Lamp; on; No answer; can be set")
    var choice = ControlFigure(.choice)
    choice.options = ["Off", "On"].map { ControlFigure.Option(value: $0, label: $0) }
    for value in [nil, -1, 0, 1, 7, .infinity] as [Double?] {
      choice.value = value
      #expect(card(.choice, "Mode", figure: .control(choice)).spoken() != nil)
    }
  }
}
