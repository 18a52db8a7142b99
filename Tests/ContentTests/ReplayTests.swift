import Board
import Content
import Refresh
import TestSupport
import Testing

private let boards = [
  """
  board: Harbour
  access: true
  record: true
  refresh: {style: compass}
  sources:
    ferries: {url: "https://example.org/ferries.json", items: list, key: id, every: 1m}
    gates: {url: ["https://example.org/a.json", "https://example.org/b.json"], every: 30s, keep: 5m}
    notes: {url: notes.json, every: 10m}
  pages:
    - title: Ferries
      cards:
        - header: {title: "{$board}", clock: true}
        - row: {each: ferries, title: "{to}", trail: "{due | ago}", tap: detail}
        - button: {text: Call, post: "https://example.org/call", confirm: "Call?"}
        - keypad: {post: "https://example.org/door", json: {code: "{$value}"}}
        - entry: {label: Note, post: "https://example.org/note", json: "{$value}"}
    - title: Gates
      icon: gate.png
      at: 08:00-20:00
      cards:
        - row: {each: gates, title: "{name}", tap: {page: Ferries}}
        - text: {title: "{$notes.text}"}
  detail:
    - text: {text: "{to}"}
    - button: {text: Book, post: "https://example.org/book"}
    - toggle: {label: Bell, value: to == 'Hven', post: "https://example.org/bell", json: {on: "{$value}"}}
  """,
  """
  board: Harbour
  night: {at: 22:00-06:00, dim: 20%}
  theme: {mode: dark}
  sources:
    ferries: {url: "https://example.org/ferries.json", items: list, key: id, every: 1m}
    gates: {url: ["https://example.org/a.json", "https://example.org/c.json"], every: 30s}
  cards:
    - header: {title: Gates}
    - row: {each: gates, title: "{name}"}
    - row: {each: ferries, title: "{to}"}
    - slider: {each: ferries, label: "{to}", value: id, max: 4, post: "https://example.org/speed/{id}", json: "{$value}"}
    - choice: {value: $gates.text, options: {one: 1, two: 2}, post: "https://example.org/gate", confirm: "Set {$value}?"}
  """,
  "board: Broken\ncards: [",
]

private let readings = boards.map { read($0) }

/// Events as a board may see them in years, in no sensible order.
private struct RandomEvents {
  var random: SplitMix64
  /// Addresses the boards have, with the versions there may be.
  private let names = ["ferries", "gates", "notes", "gone"]

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func value() -> Value {
    let records = (0..<Int.random(in: 0...4, using: &random)).map { index in
      Value.record(
        Record([
          ("id", .number(Double(index))), ("to", .text(pick(["Ærø", "Fanø", "Hven", ""]))),
          ("name", .text(pick(["A", "B", "C"]))), ("due", .text(pick(["12:00", "2026-11-23T23:59", "never"]))),
        ]))
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .list(records)
    case 1: return .null
    case 2: return .text("words")
    default: return .record(Record([("list", .list(records)), ("text", .text(pick(["one", "two"])))]))
    }
  }

  private mutating func answer(at time: Double) -> Answer {
    let outcome: RefreshOutcome? = pick(RefreshOutcome.allCases + [nil])
    let files = pick([[:], ["file:///p/a.png": Double.random(in: 0...9, using: &random).rounded()]])
    switch Int.random(in: 0..<7, using: &random) {
    case 6: return Answer(.same(fetchedAt: time), outcome: pick([.noChange, .success]))
    case 0: return Answer(.problem(pick(["could not fetch", "is no JSON"])), outcome: outcome)
    case 1: return Answer(.nothing, outcome: outcome)
    case 2: return Answer(.unchanged(value(), fetchedAt: time), outcome: .noChange)
    default:
      return Answer(.value(value(), fetchedAt: time - Double(pick([0, 60, 900]))), outcome: outcome, files: files)
    }
  }

  private mutating func card(_ shown: [CardID]) -> CardID {
    shown.isEmpty || Int.random(in: 0..<5, using: &random) == 0
      ? CardID(place: Int.random(in: -1...9, using: &random), key: pick([nil, "0", "1", "x"])) : pick(shown)
  }

  /// - Parameters:
  ///   - shown: cards that are on the panel.
  ///   - posts: numbers that have been sent.
  mutating func next(shown: [CardID], posts: [Int], at time: Timestamp) -> ContentEvent {
    let id = SourceID(pick(names), part: pick([0, 0, 1, 7]), version: pick([0, 0, 1, 2, 3]))
    switch Int.random(in: 0..<36, using: &random) {
    case 23...25:
      let input = pick([
        ControlInput.press(part: Int.random(in: -1...12, using: &random)),
        .hold(part: Int.random(in: -1...12, using: &random)),
        .slide(share: pick([0, 0.3, 0.31, 1, .nan, -7]), isFinal: pick([true, false])),
        .type(pick([.letter("1"), .letter("é"), .delete, .done, .shift, .layer(.signs)])),
      ])
      return .controlled(card(shown), inDetailOf: pick([nil, nil, card(shown)]), input)
    case 0..<7: return .answered(id, answer(at: time.moment.time))
    case 7: return .cacheRead(version: pick([0, 1, 2, 3]))
    case 8:
      return .boardRead(pick(readings), files: pick([[], [WatchedFile(path: "theme.yaml", bytes: [1])]]))
    case 9: return .boardLost(pick(["gone", "unreadable"]))
    case 10: return .fileRead(WatchedFile(path: pick(["theme.yaml", "other"]), bytes: pick([nil, [1], [2]])))
    case 11:
      return pick([
        .pictureArrived(address: pick(["file:///gate.png", "https://example.org/p.png"])),
        .pictureMeasured(url: pick(["gate.png", "p.png"]), ratio: pick([0, 1, 1.5, .infinity, .nan])),
      ])
    case 12: return .styleChosen(pick(["ring", "letters", "no such"]))
    case 13: return .controlShown(pick([true, false]))
    case 14, 15: return .refreshBegan(task: Int.random(in: 1...5, using: &random))
    case 16: return .refreshReleased(task: Int.random(in: 1...5, using: &random))
    case 17, 18: return .tapped(card(shown), inDetailOf: pick([nil, nil, card(shown)]))
    case 19: return .questionAnswered(pick([true, false]))
    case 20: return .pageShown(Int.random(in: -1...2, using: &random))
    case 21: return pick([.pagesMoved, .detailClosed])
    case 22:
      let ending = pick([PostEnding.done, .failed(.offline, "offline"), .failed(.failure, "500"), .cancelled])
      return .posted(posts.isEmpty ? 1 : pick(posts), ending)
    case 26: return .glimpsed(id, value())
    case 27: return .measured(generation: Int.random(in: -1...9, using: &random))
    case 28: return .restWanted(of: Int.random(in: -1...2, using: &random))
    case 29, 30:
      let place = pick([nil, .back, .symbol, .card(card(shown), part: pick([nil, 0, 7])) as Attention.Place?])
      let attention = Attention(
        page: Int.random(in: -1...2, using: &random), detail: pick([nil, card(shown)]), place: place,
        isAsking: pick([true, false]), answer: pick([nil, true, false]))
      return .listened(
        pick([
          .help, .mute, .again, .louder(pick([-9, 1, .max])), .faster(pick([-1, .min])),
          .headphones(pick([true, false])),
          .attention(attention), .attention(attention),
        ]))
    case 31: return .stayed(pick([.ending, .goesOn, .over, .unfinished]))
    case 32: return pick([.recordWanted, .recordKept(path: nil), .recordKept(path: "/var/x.vrec")])
    case 33: return .controlMade(problems: pick([[], ["no such style"]]), files: [], showsAge: pick([true, false]))
    case 34: return .clockSet
    default: return .said(pick(["Good morning", "It stumbled"]), seconds: pick([0, 5, 60]))
    }
  }
}

/// What every sequence of events must keep to.
private struct Invariants {
  private var running: Set<Int> = []
  private var generations: Set<Int> = []
  private(set) var cards: [CardID] = []
  private(set) var posts: [Int] = []

  mutating func check(_ effects: [ContentEffect], after event: ContentEvent, _ driver: Driver) {
    if case .refreshBegan(let task) = event { running.insert(task) }
    for effect in effects {
      switch effect {
      case .refreshEnded(let task, _): #expect(running.contains(task), "a refresh ended that nobody began")
      case .page(let layout, _, _), .detail(let layout?, _, _): take(layout)
      case .pages(let offered):
        #expect(!offered.isEmpty, "no page is on offer")
        for page in offered { page.layout.map { take($0) } }
      case .send(let number, _):
        #expect(!posts.contains(number), "a post was sent twice")
        posts.append(number)
      case .keepRecord: if case .recordWanted = event {} else { Issue.record("a record nobody wanted") }
      default: break
      }
    }
    if let alarm = driver.model.nextAlarm { #expect(alarm.isFinite) }
  }

  private mutating func take(_ layout: PageLayoutRequest) {
    #expect(generations.insert(layout.generation).inserted, "two layouts have one number")
    #expect(layout.live.contains(layout.generation), "a new layout is not in use")
    #expect(layout.live.count <= 3 * 4, "old layouts stay in use")
    cards = Array(layout.cards.map(\.id).prefix(8))
  }
}

/// A log of events, replayed into a fresh model, has the same effects.
@Test(arguments: 0..<40)
func aReplayedLogHasTheSameEffects(seed: Int) throws {
  var random = RandomEvents(random: SplitMix64(seed: UInt64(seed)))
  let first = try #require(readings[seed % 2].board, "\(readings[seed % 2].diagnostics)")
  for _ in 0..<256 {
    var driver = Driver(first)
    driver.showsAge = random.pick([true, false])
    var invariants = Invariants()
    invariants.check(driver.take(.started), after: .started, driver)
    for _ in 0..<16 {
      let event = random.next(shown: invariants.cards, posts: invariants.posts, at: driver.now)
      invariants.check(driver.take(event), after: event, driver)
      switch random.pick([0, 0, 0, 1, 2, 3]) {
      case 1: invariants.check(driver.pass(random.pick([0.01, 0.3, 5, 70]), alarms: 20), after: .alarm, driver)
      case 2: if random.pick([true, false]) { driver.setClock(by: random.pick([-86_400, -1, 3_600, 1e9])) }
      default: break
      }
    }
    var replayed = ContentModel(first, name: "board.yaml", at: driver.log[0].time)
    for (step, entry) in driver.log.enumerated() {
      try #require(replayed.handle(entry.event, at: entry.time) == driver.effects[step], "\(entry.event)")
    }
  }
}
