import Board
import Refresh
import TestSupport
import Testing

@testable import Content

private let yaml = """
  sources: {x: {url: "https://example.org/x.json", every: 1h}}
  cards:
    - toggle: {label: Lamp, value: $x.lamp, post: "https://example.org/lamp", json: "{$value}"}
    - choice: {label: Mode, value: $x.mode, options: {a: Warm, b: Cold}, post: "https://example.org/mode", json: "{$value}"}
    - slider: {label: Dimmer, value: $x.level, unit: "%", post: "https://example.org/level", json: "{$value}"}
    - stepper: {label: Warmth, value: $x.warmth, post: "https://example.org/warmth", json: "{$value}"}
    - keypad: {label: Alarm, length: 4, post: "https://example.org/code", json: "{$value}"}
    - image: {image: pier.png}
    - image: {image: pier.png, alt: The pier}
    - entry: {label: Note, value: $x.note, post: "https://example.org/note", json: "{$value}"}
    - button: {text: Order, post: "https://example.org/order"}
    - row: {title: Bell, tap: {post: "https://example.org/bell"}}
  """

/// What is on the panel for who reads it elsewhere.
@Suite struct MirrorTests {
  private func filled(language: String = "en") throws -> Driver {
    var driver = Driver(try board("language: \(language)\n" + yaml))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let known: [(String, Value)] = [
      ("lamp", .bool(true)), ("mode", .text("b")), ("level", .number(30)), ("warmth", .number(21)),
      ("note", .text("Hello")),
    ]
    driver.take(
      .answered(
        SourceID("x"),
        Answer(.value(.record(Record(known)), fetchedAt: driver.now.moment.time), outcome: .success)))
    driver.pass(0)
    return driver
  }

  @Test func controlsSayHowTheyStandBesideTheirNames() throws {
    let mirror = try filled().model.mirror
    let items = Dictionary(mirror.items.map { ($0.card.place, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(items[0]?.text == "Lamp" && items[0]?.control == .toggle(isOn: true))
    #expect(items[1]?.text == "Mode" && items[1]?.parts == ["Warm", "Cold"] && items[1]?.control == .choice(chosen: 1))
    #expect(items[2]?.text == "Dimmer" && items[2]?.parts == [])
    guard case .slider(let slider)? = items[2]?.control else {
      Issue.record("a slider is one")
      return
    }
    #expect(slider.low == 0 && slider.high == 100 && slider.step == 1)
    #expect(slider.value == 30 && slider.words == "30\u{a0}%")
    #expect(items[7]?.text == "Note; Hello" && items[7]?.control == nil && items[7]?.action == .sets)
  }

  /// As many parts as there are: a stepper has two.
  @Test func partsAreAsManyAsTheControlHas() throws {
    let mirror = try filled().model.mirror
    let items = Dictionary(mirror.items.map { ($0.card.place, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(items[3]?.parts == ["Warmth; less; 21", "Warmth; more; 21"])
    // Where a key is sent for, there is none: with four digits it is sent by itself.
    #expect(items[4]?.parts.count == 12 && items[4]?.parts.suffix(2) == ["0", ""])
  }

  @Test func whatIsNotKnownYetIsSaid() throws {
    var driver = Driver(try board(yaml))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    driver.pass(0)
    let items = driver.model.mirror.items
    #expect(items.first?.text == "Lamp; –" && items.first?.control == .toggle(isOn: nil))
  }

  /// A picture without words is nothing to who does not see it; one with words is its words.
  @Test func aPictureIsItsWords() throws {
    let pictures = try filled().model.mirror.items.filter { $0.role == .image }
    #expect(pictures.map(\.text) == ["The pier"])
  }

  @Test(arguments: [("en", "Keyboard"), ("cs", "Klávesnice"), ("de", "Tastatur"), ("ja", "キーボード")])
  func theKeyboardIsCalledSo(language: String, name: String) throws {
    var driver = try filled(language: language)
    driver.take(.controlled(CardID(place: 7), inDetailOf: nil, .press(part: 0)))
    driver.pass(0)
    let keyboard = try #require(driver.model.mirror.items.first { $0.role == .keypad })
    #expect(keyboard.text == name && keyboard.parts.count > 20 && !keyboard.parts.contains(""))
  }

  /// What has come of what was pressed is said once, with its name, and then no more.
  @Test(arguments: [(8, "Order; "), (9, "Bell; ")])
  func whatHasComeOfItIsSaid(place: Int, name: String) throws {
    var driver = try filled()
    func outcome() -> String? { driver.model.mirror.items.first { $0.card.place == place }?.outcome }
    var number: PendingPosts.Number?
    for effect in driver.take(.tapped(CardID(place: place), inDetailOf: nil)) {
      if case .send(let sent, .post) = effect { number = sent }
    }
    #expect(outcome() == nil)
    driver.take(.posted(try #require(number), .failed(.failure, "no")))
    driver.pass(0)
    #expect(outcome()?.hasPrefix(name) == true)
    driver.pass(60)
    #expect(outcome() == nil)
  }
}
