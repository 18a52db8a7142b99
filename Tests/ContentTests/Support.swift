import Board
import Content
import Formats
import Refresh
import TestSupport
import Testing

/// The board of a YAML text.
func board(_ yaml: String) throws -> BoardFile {
  let reading = read(yaml)
  return try #require(reading.board, "\(reading.diagnostics)")
}

func read(_ yaml: String) -> BoardReading {
  let (root, mistakes) = YAML.read(Array(yaml.utf8), file: "board.yaml")
  guard let node = root else { return BoardReading(diagnostics: mistakes) }
  return BoardFile.read(node, file: "board.yaml") { _ in nil }
}

/// A model that is driven by hand, with what it has said so far.
struct Driver {
  var model: ContentModel
  private(set) var uptime = 0.0
  /// Seconds since 1970 at uptime 0.
  private(set) var start: Double
  private var asleep = 0.0
  /// Every event with its time, in order.
  private(set) var log: [(event: ContentEvent, time: Timestamp)] = []
  /// Every effect, by event.
  private(set) var effects: [[ContentEffect]] = []
  /// What refresh controls are found to be.
  var showsAge = true

  /// 2026-11-23 12:00 UTC.
  static let noon = 1_795_435_200.0

  init(
    _ board: BoardFile, start: Double = Driver.noon, isStanding: Bool = false, brakes: KeypadBrakes = KeypadBrakes()
  ) {
    self.start = start
    model = ContentModel(
      board, name: "board.yaml", isStanding: isStanding, brakes: brakes, at: Driver.time(0, start))
  }

  private static func time(_ uptime: Double, _ start: Double) -> Timestamp {
    Timestamp(uptime: uptime, moment: Moment(time: start + uptime))
  }

  var now: Timestamp {
    Timestamp(uptime: uptime, moment: Moment(time: start + uptime), asleep: asleep)
  }

  /// Hands an event in, and answers what is answered at once.
  @discardableResult
  mutating func take(_ event: ContentEvent) -> [ContentEffect] {
    var events = [event]
    var all: [ContentEffect] = []
    while !events.isEmpty {
      let event = events.removeFirst()
      let said = model.handle(event, at: now)
      log.append((event, now))
      effects.append(said)
      all += said
      for effect in said {
        if case .control = effect { events.append(.controlMade(problems: [], files: [], showsAge: showsAge)) }
      }
    }
    return all
  }

  /// Lets time pass, each alarm at its own moment; at most so many.
  @discardableResult
  mutating func pass(_ seconds: Double, alarms limit: Int = 10_000) -> [ContentEffect] {
    let end = uptime + seconds
    var said: [ContentEffect] = []
    var count = 0
    while let alarm = model.nextAlarm, alarm <= end, count < limit {
      uptime = max(uptime, alarm)
      said += take(.alarm)
      count += 1
    }
    uptime = end
    return said
  }

  /// Somebody sets the wall clock.
  mutating func setClock(by seconds: Double) { start += seconds }

  /// The machine sleeps, and nothing happens.
  mutating func sleep(for seconds: Double) {
    start += seconds
    asleep += seconds
  }
}

extension [ContentEffect] {
  /// Titles of the cards of a page that were told last; nil when it was not.
  func titles(ofPage number: Int) -> [String]? {
    var titles: [String]?
    for effect in self {
      switch effect {
      case .page(let layout, number, _): titles = layout.cards.compactMap(\.title)
      case .pages(let offered):
        for page in offered where page.number == number {
          if let layout = page.layout { titles = layout.cards.compactMap(\.title) }
        }
      default: break
      }
    }
    return titles
  }

  /// How refreshes ended.
  var endings: [RefreshOutcome] { compactMap { if case .refreshEnded(_, let outcome) = $0 { outcome } else { nil } } }

  var lines: [String] { compactMap { if case .log(let line) = $0 { line } else { nil } } }
}
