import Board
import Testing

@testable import Content
@testable import Vitrine

/// What is pressed on a panel that has changed since it was read.
@Suite struct MirrorHistoryTests {
  /// A page with a clock, a button, a switch, a slider, a stepper and keys.
  private struct Panel {
    var clock = "12:00:00"
    var button = "Order"
    var isOn = false
    var value = 20.0
    var letter = "a"
    var number = 0
    var detail: CardID?
    var hasButton = true

    var mirror: PanelMirror {
      func item(
        _ place: Int, _ role: SpokenCard.Role, _ name: String, _ text: String? = nil, parts: [String] = [],
        control: SpokenControl? = nil
      ) -> PanelMirror.Item {
        PanelMirror.Item(
          card: CardID(place: place), role: role, name: name, text: text ?? name, parts: parts,
          action: place == 0 ? nil : .sets, control: control)
      }
      let all = [
        item(0, .timer, "Time", clock), hasButton ? item(1, .button, button) : nil,
        item(2, .checkbox, "Lamp", control: .toggle(isOn: isOn)),
        item(
          3, .slider, "Dimmer",
          control: .slider(SpokenControl.Slider(low: 0, high: 100, step: 1, value: value, words: "\(value)"))),
        item(4, .spinbutton, "Warmth", parts: ["less \(value)", "more \(value)"]),
        item(5, .keypad, "Keyboard", parts: [letter, "b"]),
      ]
      return PanelMirror(language: "en", page: number, detail: detail, items: all.compactMap(\.self))
    }
  }

  /// Which of the first panel's items can still be pressed once the second is shown.
  private func pressed(after change: (inout Panel) -> Void) -> [Int] {
    var history = MirrorHistory()
    var panel = Panel()
    history.show(panel.mirror)
    change(&panel)
    history.show(panel.mirror)
    return panel.mirror.items.indices.compactMap { history.item($0, of: 1).map { $0.card.place } }
  }

  @Test func whatIsAsItWasReadIsPressedThoughAClockHasGoneOn() {
    #expect(pressed { $0.clock = "12:00:01" } == [0, 1, 2, 3, 4, 5])
  }

  @Test func whatIsSomethingElseByNowIsNot() {
    #expect(pressed { $0.button = "Cancel the order" } == [0, 2, 3, 4, 5])
    #expect(pressed { $0.isOn = true } == [0, 1, 3, 4, 5])
    #expect(pressed { $0.letter = "A" } == [0, 1, 2, 3, 4])
    #expect(pressed { $0.number = 1 }.isEmpty)
    #expect(pressed { $0.detail = CardID(place: 1) }.isEmpty)
  }

  /// A slider is set to what is meant, and a stepper steps on, whatever both are at by now.
  @Test func valuesMayHaveChanged() {
    #expect(pressed { $0.value = 40 } == [0, 1, 2, 3, 4, 5])
  }

  @Test func whatStandsElsewhereByNowIsTheSame() {
    var history = MirrorHistory()
    var panel = Panel()
    history.show(panel.mirror)
    panel.hasButton = false
    history.show(panel.mirror)
    #expect(history.item(1, of: 1) == nil)
    #expect(history.item(2, of: 1)?.card == CardID(place: 2) && history.item(1, of: 2)?.card == CardID(place: 2))
  }

  @Test func versionsThatNeverWereOrAreLongGoneAreNothing() {
    var history = MirrorHistory()
    #expect(history.item(0, of: 0) == nil && history.version == 0)
    for _ in 0..<100 { history.show(Panel().mirror) }
    #expect(history.version == 100 && history.latest == Panel().mirror)
    for version in [-1, 0, 1, 60, 101, Int(UInt32.max)] { #expect(history.item(0, of: version) == nil, "\(version)") }
    for place in [-1, 6, 65_535] { #expect(history.item(place, of: 100) == nil, "\(place)") }
    #expect(history.item(5, of: 100) != nil && history.item(5, of: 90) != nil)
  }
}
