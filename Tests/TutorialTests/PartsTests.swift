import TestSupport
import Testing
import Vitrine

@testable import TutorialProgram

private let board = """
  board: Office
  sources:
    counter: {url: "program:counter", every: 1h}
  cards:
    - dial: {value: "$counter.count", max: 5, label: Waiting, tone: {bad: $counter.count > 2}}
    - row:
        each: $counter.people
        title: "{name}"
        tap: {call: next, with: {name: "{name}"}}
  """

private func path(_ name: String, _ text: String = board) throws -> String {
  let path = "/tmp/vitrine-tutorial-\(name).yaml"
  try writeFile(path, Array(text.utf8))
  return path
}

@Test func theTutorialsPanelShowsItsOwnCardWithItsOwnSource() throws {
  let counter = Counter()
  var kiosk = try officeKiosk(board: path("office"), counter)
  kiosk.play(seconds: 0.5)
  #expect(kiosk.report().cardCount == 4 && isWell(kiosk))
  let shown = kiosk.screenshot()
  let picture = try #require(shown)
  // Three of five: the arc's first part is red, its last is not.
  let (left, right) = (arcPixels(picture, 160..<240), arcPixels(picture, 280..<330))
  #expect(left > 100 && right == 0, "\(left) and \(right)")
}

@Test func aTapCallsTheProgramAndThePageFollows() throws {
  let counter = Counter()
  var kiosk = try officeKiosk(board: path("tap"), counter)
  kiosk.play(seconds: 0.5)
  kiosk.schedule(tap(x: 200, y: 330, at: kiosk.seconds + 0.1))
  kiosk.play(seconds: 1)
  #expect(counter.count == 2, "the first one was called in")
  kiosk.play(seconds: 1)
  #expect(kiosk.report().cardCount == 3, "what was done shows in the data")
}

@Test func whatIsPushedIsShown() throws {
  let counter = Counter()
  var kiosk = try officeKiosk(board: path("push"), counter)
  kiosk.play(seconds: 0.5)
  try counter.call("Grace")
  arrive(counter, on: &kiosk)
  kiosk.play(seconds: 0.1)
  #expect(kiosk.report().cardCount == 3)
  // Whatever a program pushes: no number is none, nothing is nested without end.
  var deep: Value = ["people": [["name": "Ada"]]]
  for _ in 0..<10_000 { deep = [deep] }
  for value in [nil, "text", 1, true, [1, 2], ["count": .number(.nan)], ["people": .number(.infinity)], deep] as [Value]
  {
    kiosk.push(value, to: "counter")
    kiosk.play(seconds: 0.1)
    #expect(kiosk.report().cardCount >= 1)
  }
  kiosk.push(["people": [["name": "Barbara"]]], to: "nobody reads this")
}

@Test func aThousandPushesBetweenTwoFramesShowTheLast() throws {
  let counter = Counter()
  let source = BoardSource(path: try path("thousand"))
  let board = try #require(try source.read(parts: .office(counter)).board)
  // Time does not wait for what is pushed: each is laid out as it comes, and one frame shows what is known then.
  var kiosk = VirtualKiosk(
    board: board, source: source,
    options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 800)), parts: .office(counter)),
    start: 0,
    answers: .after(0), log: { print($0) })
  let frames = kiosk.frameCount
  for number in 0..<1_000 {
    kiosk.push(["people": .list((0...number % 7).map { ["id": .number(Double($0)), "name": "x"] })], to: "counter")
  }
  #expect(kiosk.frameCount == frames)
  kiosk.play(seconds: 0.1)
  #expect(kiosk.report().cardCount == 1 + 999 % 7 + 1, "the last one counts")
}

@Test func aPullAsksTheProgram() throws {
  let counter = Counter()
  var kiosk = try officeKiosk(board: path("pull"), counter)
  kiosk.play(seconds: 0.5)
  try counter.call("Ada")
  var pull = kiosk.pullGesture(toRatio: 1.2, start: kiosk.seconds)
  guard case .touch(var finger)? = pull.last else {
    Issue.record("a pull is a finger's")
    return
  }
  (finger.phase, finger.time) = (.up, finger.time + 0.02)
  pull.append(.touch(finger))
  kiosk.schedule(pull)
  kiosk.play(seconds: 1.6)
  #expect(kiosk.refreshPhase.outcome == .success)
  kiosk.play(seconds: 5)
  #expect(kiosk.report().cardCount == 3)
}

@Test func anActionThatFailsSaysSoOnItsCardAndInTheLog() throws {
  let counter = Counter()
  var kiosk = try officeKiosk(board: path("gone"), counter)
  kiosk.play(seconds: 0.5)
  for name in ["Ada", "Grace", "Edsger"] { try counter.call(name) }
  kiosk.schedule(tap(x: 200, y: 330, at: kiosk.seconds + 0.1))
  kiosk.play(seconds: 1)
  // Nobody was called, and the data is as it was: a failed call fetches nothing.
  #expect(kiosk.report().cardCount == 4 && counter.count == 0)
}

@Test(arguments: [
  ("cards:\n  - dial: {label: x}", "\"value\" is missing in \"dial\""),
  ("cards:\n  - dial: {value: 1, valu: 2}", "unknown key \"valu\" in \"dial\""),
  ("cards:\n  - dail: {value: 1}", "unknown card \"dail\" (did you mean \"dial\"?)"),
  ("cards:\n  - dial: 4", "\"dial\" must be a block: write {value: 4}"),
  (
    "sources:\n  x: {url: \"program:conter\"}\ncards: []",
    "no source \"conter\" comes from the program that shows the board; known: counter"
  ),
  ("cards:\n  - button: {text: Go, call: nxt}", "\"nxt\""),
  (
    "cards:\n  - button: {text: Go, call: next, post: \"http://x.example/\"}",
    "a button has \"post\", \"call\" or \"tap\": one of them"
  ),
  ("cards:\n  - button: {text: Go, call: next, with: 3}", "\"with\" gives values by name"),
])
func mistakesWithPartsOfOnesOwnAreFound(text: String, message: String) throws {
  let found = try BoardSource(path: path("mistake-\(UInt(bitPattern: text.hashValue))", "board: x\n" + text)).read(
    parts: .office(Counter()))
  #expect(found.board == nil)
  #expect(found.diagnostics.contains { $0.description.contains(message) }, "\(found.diagnostics.map(\.description))")
}

@Test func withoutTheProgramItsPartsAreMistakes() throws {
  let found = try BoardSource(path: path("stranger")).read().diagnostics.map(\.message)
  #expect(found.contains { $0.contains("unknown card \"dial\"") })
  #expect(found.contains { $0.contains("comes from the program that shows the board; this one gives nothing") })
  #expect(found.contains { $0.contains("an action of the program that shows the board; this one has none") })
}

@Test func schemaAndReferenceKnowThem() {
  let schema = BoardSchema.json(of: .office(Counter()))
  for words in ["\"dial\": {", "What a full arc means.", "\"call\"", "\"next\""] { #expect(schema.contains(words)) }
  let pages = BoardReference.pages(of: .office(Counter()))
  #expect(pages.contains { $0.name == "card-dial" && $0.text.contains("What a full arc means.") })
  #expect(pages.contains { $0.name == "cards" && $0.text.contains("Calls somebody in.") })
  #expect(pages.contains { $0.name == "sources" && $0.text.contains("program:counter") })
}

/// A kind that draws what cannot be drawn ends nothing, at any width.
@Test(arguments: [40, 480, 3_000])
func aCardThatDrawsNonsenseIsStillACard(width: Int) throws {
  struct Nonsense: CardKind {
    let name = "nonsense"
    let summary = "Nonsense."
    let keys: [CardKey] = []
    func height(of values: NamedValues, on canvas: CardCanvas) -> Double { canvas.size.width < 100 ? .nan : 1e300 }
    func draw(_ values: NamedValues, on canvas: inout CardCanvas) {
      for x in [Double.nan, .infinity, -1e300, 1e15, -5, 0] {
        canvas.fill(Rect(x: x, y: x, width: 1e300, height: -x), canvas.colors.text, radius: .nan)
        canvas.draw(CardText("", .figure, lines: -3), at: Point(x: x, y: 3), width: x, ink: canvas.colors.text)
        canvas.draw(
          CardText("\u{0}word", .figure, lines: .max), at: Point(x: 0, y: x), width: 1, ink: canvas.colors.text)
        canvas.draw(
          Drawing(viewBox: Rect(x: 0, y: 0, width: x, height: 0), shapes: []),
          in: Rect(x: 0, y: 0, width: 1, height: 1),
          ink: canvas.colors.text)
      }
      for _ in 0..<20_000 { canvas.fill(Rect(x: 0, y: 0, width: 1, height: 1), canvas.colors.text) }
    }
  }
  var parts = BoardParts.builtIn
  parts.cards.register(Nonsense())
  let source = BoardSource(
    path: try path("nonsense-\(width)", "board: x\ncards:\n  - nonsense: {}\n  - row: {title: A row}\n"))
  let board = try #require(try source.read(parts: parts).board)
  let mode = DisplayMode(size: PixelSize(width: width, height: 400))
  var kiosk = VirtualKiosk(
    board: board, source: source, options: PanelOptions(mode: mode, parts: parts), start: 0, log: { print($0) })
  kiosk.play(seconds: 1)
  #expect(kiosk.frameCount > 0 && kiosk.isComplete)
}

/// What a kind draws beyond its card is cut off there: the page around it is as it is beside a card that draws nothing.
@Test func aCardIsCutOffAtItsEdge() throws {
  struct Flood: CardKind {
    let name = "flood"
    let summary = "Red everywhere."
    let keys: [CardKey] = [CardKey("on", .flag, "Whether it draws.")]
    func height(of values: NamedValues, on canvas: CardCanvas) -> Double { 100 }
    func draw(_ values: NamedValues, on canvas: inout CardCanvas) {
      guard values.flag("on") == true else { return }
      let red = Color(rgb: 0xFF0000)
      canvas.fill(Rect(x: -500, y: -500, width: 5_000, height: 5_000), red)
      canvas.draw(CardText("MMMMMMMM", .display), at: Point(x: -40, y: 80), width: 4_000, ink: red)
    }
  }
  var parts = BoardParts.builtIn
  parts.cards.register(Flood())
  func picture(_ isOn: Bool) throws -> Pixmap? {
    let source = BoardSource(
      text: "board: x\ncards:\n  - row: {title: One}\n  - flood: {on: \(isOn)}\n  - row: {title: Two}\n")
    let reading = try source.read(parts: parts)
    guard let board = reading.board else { return nil }
    let mode = DisplayMode(size: PixelSize(width: 480, height: 400))
    let kiosk = VirtualKiosk(
      board: board, source: source, options: PanelOptions(mode: mode, scale: 1, parts: parts), start: 0, log: { _ in })
    return kiosk.screenshot()
  }
  let calm = try #require(try picture(false))
  let flooded = try #require(try picture(true))
  var (columns, rows): (Set<Int>, Set<Int>) = ([], [])
  for y in 0..<400 {
    for x in 0..<480 where calm.pixel(x: x, y: y) != flooded.pixel(x: x, y: y) {
      columns.insert(x)
      rows.insert(y)
    }
  }
  #expect(rows.count == 100, "as high as the card: \(rows.sorted())")
  #expect(columns.min() == 480 - 1 - (columns.max() ?? 0) && (columns.min() ?? 0) > 4, "the margins are the page's")
  // Its corners are round.
  let corner = try #require(columns.min().flatMap { x in rows.min().map { flooded.pixel(x: x, y: $0) } })
  #expect(corner != Pixel(Color(rgb: 0xFF0000)))
}

/// Red pixels among these columns, where the arc is.
private func arcPixels(_ picture: Pixmap, _ columns: Range<Int>) -> Int {
  var count = 0
  for y in 30..<170 {
    for x in columns {
      let word = picture.pixel(x: x, y: y).word
      let (red, green) = (Int(word >> 16 & 255), Int(word >> 8 & 255))
      if red - green > 60 { count += 1 }
    }
  }
  return count
}

private func tap(x: Double, y: Double, at time: Double) -> [InputEvent] {
  [(TouchEvent.Phase.down, time), (.up, time + 0.08)].map { phase, time in
    .touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: y), time: time))
  }
}
