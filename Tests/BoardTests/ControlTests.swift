import Board
import TestSupport
import Testing

private func cards(_ yaml: String, _ answer: Value = .null) throws -> [Card] {
  let reading = try read("sources:\n  x: {url: \"http://a.example/x.json\"}\ncards:\n" + yaml)
  let file = try #require(reading.board, "\(reading.diagnostics)")
  var evaluator = BoardEvaluator(file)
  #expect(evaluator.update("x", answers: [answer], at: tuesday) == nil)
  return evaluator.content(page: 0, at: Moment(time: tuesday)).cards
}

private func control(_ yaml: String, _ answer: Value = .null) throws -> ControlFigure {
  let cards = try cards("  - " + yaml + "\n", answer)
  guard case .control(let figure)? = cards.first?.figure else {
    Issue.record("no control")
    return ControlFigure(.toggle)
  }
  return figure
}

private func record(_ value: Value) -> Value { .record(Record([("v", value)])) }

@Suite struct ControlTests {
  /// Switches call themselves all sorts of things.
  @Test(
    arguments: [
      (.bool(true), 1), (.bool(false), 0), (.number(1), 1), (.number(0), 0), (.text("on"), 1), (.text("OFF"), 0),
      (.text("true"), 1), (.text("no"), 0), (.text("unavailable"), nil), (.null, nil), (.list([]), nil),
    ] as [(Value, Double?)])
  func aToggleReadsWhatSwitchesSay(value: Value, isOn: Double?) throws {
    let figure = try control("toggle: {label: Lamp, value: $x.v, post: \"http://a.example/s\"}", record(value))
    #expect(figure.value == isOn)
    #expect(figure.value(after: .press(part: 0)) == (isOn == 1 ? 0 : 1))
    #expect(figure.sent(1) == .bool(true) && figure.sent(0) == .bool(false))
  }

  @Test func aChoiceIsAmongItsOptions() throws {
    let yaml = "choice: {value: $x.v, options: {off: 'Off', eco: Eco, warm: Warm}, post: \"http://a.example/s\"}"
    let figure = try control(yaml, record(.text("eco")))
    #expect(figure.value == 1)
    #expect(figure.options.map(\.label) == ["Off", "Eco", "Warm"])
    #expect(figure.value(after: .press(part: 2)) == 2)
    #expect(figure.value(after: .press(part: 3)) == nil && figure.value(after: .press(part: -1)) == nil)
    #expect(figure.sent(2) == .text("warm") && figure.sent(9) == .null)
    #expect(try control(yaml, record(.text("dry"))).value == nil)
  }

  /// What the data says is told as it is: only what a finger asks for lies on the steps, and within the ends.
  @Test(arguments: [
    ("slider: {value: $x.v", 40.6, "40.6", 0.406, 41), ("stepper: {value: $x.v", 21.5, "21.5", 0.215, 22.0),
    ("stepper: {value: $x.v, step: 0.5", 20.299999, "20.3", 0.203, 20.5), ("slider: {value: $x.v", 130, "130", 1, 100),
    ("slider: {value: $x.v", -20, "-20", 0, 0), ("stepper: {value: $x.v", 7, "7", 0.07, 8),
  ])
  func aControlTellsWhatTheDataSays(yaml: String, value: Double, words: String, share: Double, next: Double) throws {
    let figure = try control(yaml + ", post: \"http://a.example/s\"}", record(.number(value)))
    #expect(figure.valueLabel == words)
    #expect(abs(figure.share - share) < 1e-4)
    let input = figure.style == .stepper ? ControlInput.press(part: 1) : .slide(share: figure.share, isFinal: true)
    let set = figure.value(after: input) ?? .nan
    #expect((figure.low...figure.high).contains(set))
    #expect(abs(set - next) < 0.51 + 1e-9)
  }

  /// What can be set lies between the ends and on the steps, in as many decimals as those have, whatever comes in.
  @Test(arguments: 0..<200)
  func whatCanBeSetLiesOnItsSteps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let low = [-1e9, -40, 0, 5, 16.5].randomElement(using: &random)!
    let span = [1e-3, 0.9, 14, 100, 1e9].randomElement(using: &random)!
    var figure = ControlFigure(seed % 2 == 0 ? .slider : .stepper)
    figure.low = low
    figure.high = low + span
    figure.step = min([0.05, 0.1, 0.5, 1, 7, 1e6].randomElement(using: &random)!, figure.high - figure.low)
    var value: Double? = low
    for _ in 0..<20 {
      figure.show(value, in: Moment(time: tuesday).language)
      let input =
        figure.style == .slider
        ? ControlInput.slide(share: Double.random(in: -0.2...1.2, using: &random), isFinal: false)
        : .press(part: Int.random(in: 0...1, using: &random))
      let next = try #require(figure.value(after: input))
      #expect(next >= low - 1e-4 && next <= figure.high + 1e-4)
      let steps = (next - low) / figure.step
      #expect(next == figure.high || (steps - steps.rounded()).magnitude < 0.01 || figure.step < 1e-3)
      #expect(0...1 ~= figure.share)
      value = next
    }
    #expect(figure.value(after: .slide(share: .nan, isFinal: true)) == nil)
  }

  @Test func numbersAreShownAsTheStepsAre() throws {
    let yaml = "stepper: {value: $x.v, min: 5, max: 30, step: 0.5, unit: °C, post: \"http://a.example/s\"}"
    #expect(try control(yaml, record(.number(20))).valueLabel == "20.0\u{a0}°C")
    #expect(try control(yaml, record(.text("20.5"))).valueLabel == "20.5\u{a0}°C")
    let high = try control(yaml, record(.number(99)))
    #expect(high.share == 1 && high.value(after: .press(part: 0)) == 30 && high.value(after: .press(part: 1)) == 30)
    let unknown = try control(yaml, record(.text("unavailable")))
    #expect(unknown.value == nil && unknown.valueLabel == "–\u{a0}°C")
    // Finer steps than are shown are steps all the same.
    let fine = "stepper: {value: $x.v, min: 0, max: 0.001, step: 0.00001, post: \"http://a.example/s\"}"
    let next = try control(fine, record(.number(0))).value(after: .press(part: 1)) ?? 0
    #expect((next - 0.00001).magnitude < 1e-9)
    // From nothing there is no step.
    #expect(unknown.value(after: .press(part: 1)) == nil)
  }

  /// A stepper with something measured is a dial, whatever is measured; without it is none.
  @Test(
    arguments: [
      (.number(19.4), 19.4, "19.4\u{a0}°C"), (.text("-4"), -4, "-4.0\u{a0}°C"), (.null, nil, "–\u{a0}°C"),
      (.number(.nan), nil, "–\u{a0}°C"), (.number(1e308), 1e308, nil), (.text("off"), nil, "–\u{a0}°C"),
    ] as [(Value, Double?, String?)])
  func whatIsMeasuredStandsBesideWhatIsSet(measured: Value, present: Double?, label: String?) throws {
    let keys = "value: 21, min: 5, max: 30, step: 0.5, unit: °C, post: \"http://a.example/s\""
    let figure = try control("stepper: {\(keys), now: $x.v}", record(measured))
    #expect(figure.dial?.present == present)
    if let label { #expect(figure.dial?.presentLabel == label) }
    if let present { #expect(0...1 ~= figure.share(of: present)) }
    #expect(try control("stepper: {\(keys)}").dial == nil)
    #expect(figure.value(after: .press(part: 1)) == 21.5)
    #expect(try control("slider: {\(keys), vertical: true}").isUpright)
  }

  /// Ends that make no sense are those of a control that says none.
  @Test(arguments: ["min: $x.a, max: $x.b", "min: 3, max: $x.b", "step: $x.c", "max: $x.d"])
  func endsFromDataMayBeAnything(keys: String) throws {
    let answer = Value.record(
      Record([("v", .number(50)), ("a", .number(9)), ("b", .number(-9)), ("c", .number(-1)), ("d", .number(.infinity))])
    )
    let figure = try control("slider: {value: $x.v, \(keys), post: \"http://a.example/s\"}", answer)
    #expect(figure.low < figure.high && figure.step > 0 && figure.step <= figure.high - figure.low)
    #expect(figure.value.map { $0 >= figure.low && $0 <= figure.high } == true)
  }

  @Test func whatAControlSendsHasItsValue() throws {
    let reading = try read(
      """
      sources: {x: {url: "http://a.example/x.json"}}
      cards:
        - slider: {label: Dimmer, value: $x.v, post: "http://a.example/set", json: {level: "{$value}", text: "to {$value} %"}}
      """)
    var evaluator = BoardEvaluator(try #require(reading.board))
    guard
      case .post(let post)? = evaluator.request(
        of: CardID(place: 0), page: 0, setTo: .number(40), at: Moment(time: tuesday))
    else {
      Issue.record("no request")
      return
    }
    #expect(post.body?.reveal().filter { !$0.isWhitespace } == "{\"level\":40,\"text\":\"to40%\"}")
    #expect(post.isAllowed)
  }

  @Test(
    arguments: [
      ("toggle: {label: A, value: $x.v}", "a toggle needs \"post\": it would set nothing"),
      (
        "slider: {value: $x.v, min: 9, max: 3, post: \"http://a.example/s\"}",
        "the greatest value must be above the least"
      ),
      ("slider: {value: $x.v, step: 0, post: \"http://a.example/s\"}", "a number above 0"),
      (
        "choice: {value: $x.v, options: {a: A}, post: \"http://a.example/s\"}",
        "a choice is among 2 to 6 options, not 1"
      ),
      ("choice: {value: $x.v, post: \"http://a.example/s\"}", "options"),
      ("slider: 7", "\"slider\" must be a block: write {value: 7}"),
      ("row: {title: \"{$value}\"}", "unknown name $value"),
    ])
  func mistakesAreTold(yaml: String, words: String) throws {
    let reading = try read("sources:\n  x: {url: \"http://a.example/x.json\"}\ncards:\n  - \(yaml)\n")
    #expect(reading.diagnostics.contains { "\($0)".contains(words) }, "\(reading.diagnostics)")
  }
}
