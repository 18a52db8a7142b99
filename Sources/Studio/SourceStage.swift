import Board
import Content
import Dispatch
import Refresh
import Synchronization
import Vitrine

/// What the sources of a board have said, and what the panels are told of it.
final class SourceStage: Sendable {
  /// What an address said last.
  struct Known: Sendable {
    var value: Value?
    /// Seconds since 1970.
    var time: Double?
    var problem: String?
    var outcome: RefreshOutcome?
  }

  /// An address of a source on one panel.
  private struct Place: Sendable, Hashable {
    var panel: Int
    var id: SourceID
  }

  private struct State: Sendable {
    var known: [Place: Known] = [:]
    var passes: [Place: Staging.Pass] = [:]
    /// Counts what each has been told, so that what comes late does not come after what was said later.
    var turns: [Place: Int] = [:]
  }

  /// How late a slow answer is.
  private static let slowness = DispatchTimeInterval.seconds(5)

  private let state = Mutex(State())
  /// Held while an answer is shaped and passed on.
  private let order = Mutex(())
  private let queue = DispatchQueue(label: "vitrine.studio.sources", qos: .utility)
  private let conditions: @Sendable () -> Conditions
  /// How old stale data of a source is, in seconds.
  private let age: @Sendable (_ source: String) -> Double
  /// Told when there is something new to be known.
  private let changed: @Sendable () -> Void

  init(
    conditions: @escaping @Sendable () -> Conditions, age: @escaping @Sendable (String) -> Double,
    changed: @escaping @Sendable () -> Void
  ) {
    (self.conditions, self.age, self.changed) = (conditions, age, changed)
  }

  /// Takes what an address has said, and passes on what the conditions make of it.
  func take(_ answer: Answer, from id: SourceID, panel: Int, _ pass: @escaping Staging.Pass) {
    let place = Place(panel: panel, id: id)
    let known = state.withLock { state -> Known in
      var known = state.known[place] ?? Known()
      known.outcome = answer.outcome ?? known.outcome
      switch answer.content {
      case .value(let value, let time), .unchanged(let value, let time):
        (known.value, known.time, known.problem) = (value, time, nil)
      case .same(let time): (known.time, known.problem) = (time, nil)
      case .problem(let problem): known.problem = problem
      case .nothing: break
      }
      state.known[place] = known
      state.passes[place] = pass
      return known
    }
    deliver(answer, known, to: place, pass)
    changed()
  }

  /// The conditions of a source are others: all that it has said is said again under them.
  func renew(_ name: String) {
    let places = state.withLock { state in
      state.passes.filter { $0.key.id.name == name }.map { ($0.key, $0.value, state.known[$0.key] ?? Known()) }
    }
    for (place, pass, known) in places { deliver(nil, known, to: place, pass) }
  }

  /// A panel has gone, or its kiosk has.
  func forget(panel: Int) {
    state.withLock { state in
      state.passes = state.passes.filter { $0.key.panel != panel }
      state.known = state.known.filter { $0.key.panel != panel }
      state.turns = state.turns.filter { $0.key.panel != panel }
    }
  }

  /// What is known of a source, the latest panel's, in the order of its addresses.
  func known(_ name: String) -> [Known] {
    state.withLock { state in
      // A film is made under a number below 0.
      let places = state.known.keys.filter { $0.id.name == name && $0.panel > 0 }
      guard let panel = places.map(\.panel).min() else { return [] }
      return places.filter { $0.panel == panel }
        .sorted { ($0.id.part, -$0.id.version) < ($1.id.part, -$1.id.version) }.compactMap { state.known[$0] }
    }
  }

  private func deliver(_ answer: Answer?, _ known: Known, to place: Place, _ pass: @escaping Staging.Pass) {
    // An answer under conditions that are over does not overtake what was said under those that are.
    order.withLock { _ in deliverNext(answer, known, to: place, pass) }
  }

  private func deliverNext(_ answer: Answer?, _ known: Known, to place: Place, _ pass: @escaping Staging.Pass) {
    let conditions = conditions()
    let name = place.id.name
    let turn = state.withLock { state in
      state.turns[place, default: 0] += 1
      return state.turns[place]
    }
    let original = answer.map { Self.whole($0, known) } ?? Self.again(known)
    let shaped = conditions.data[name].map { Self.shaped(original, as: $0, age: age(name)) } ?? original
    switch conditions.network[name] {
    case nil: pass(shaped)
    case .slow:
      queue.asyncAfter(deadline: .now() + Self.slowness) { [self] in
        order.withLock { _ in if state.withLock({ $0.turns[place] }) == turn { pass(shaped) } }
      }
    case .offline: pass(Answer(.problem("the studio has it offline: no network leads to the host"), outcome: .offline))
    case .unavailable: pass(Answer(.problem("the studio has it answer 503"), outcome: .failure))
    case .timeout: pass(Answer(.problem("the studio has it silent: no answer in time"), outcome: .timeout))
    case .garbage: pass(Answer(.problem("the studio has it answer with what is no data"), outcome: .failure))
    case .frozen: pass(Answer(.nothing, outcome: .noChange))
    }
  }

  /// With its value, though the source only said that it is as before: the panel may have been told something else.
  private static func whole(_ answer: Answer, _ known: Known) -> Answer {
    guard case .same(let time) = answer.content, let value = known.value else { return answer }
    var whole = answer
    whole.content = .value(value, fetchedAt: time)
    return whole
  }

  private static func again(_ known: Known) -> Answer {
    if let problem = known.problem { return Answer(.problem(problem), outcome: known.outcome) }
    guard let value = known.value, let time = known.time else { return Answer(.nothing) }
    return Answer(.value(value, fetchedAt: time), outcome: .success)
  }

  private static func shaped(_ answer: Answer, as figure: Conditions.Figure, age: Double) -> Answer {
    var shaped = answer
    switch (figure, answer.content) {
    case (.error, _): shaped = Answer(.problem("the studio has it fail"), outcome: .failure)
    case (.stale, .value(let value, let time)), (.stale, .unchanged(let value, let time)):
      shaped.content = .value(value, fetchedAt: time - age)
    case (_, .value(let value, let time)), (_, .unchanged(let value, let time)):
      shaped.content = .value(value.shaped(as: figure), fetchedAt: time)
    default: break
    }
    return shaped
  }
}

extension Value {
  /// Items of a list where many are asked for.
  private static let many = 60
  /// Characters of a long text.
  private static let long = 90

  /// With other lists, or other texts, in it.
  fileprivate func shaped(as figure: Conditions.Figure) -> Value {
    switch self {
    case .list(let items):
      switch figure {
      case .empty: return .list([])
      case .one: return .list(Array(items.prefix(1)))
      case .many:
        guard !items.isEmpty else { return self }
        return .list((0..<max(Self.many, items.count)).map { items[$0 % items.count].numbered($0 / items.count) })
      default: return .list(items.map { $0.shaped(as: figure) })
      }
    case .record(let record):
      return .record(Record(zip(record.names, record.all).map { ($0, $1.shaped(as: figure)) }))
    case .text(let text) where figure == .longest: return .text(text.lengthened(to: Self.long))
    default: return self
    }
  }

  /// Told from others by what items are told apart by.
  private func numbered(_ turn: Int) -> Value {
    guard turn > 0, case .record(let record) = self else { return self }
    let fields = zip(record.names, record.all).map { name, value -> (String, Value) in
      guard ["id", "key", "name", "title"].contains(name) else { return (name, value) }
      switch value {
      case .text(let text): return (name, .text("\(text) \(turn + 1)"))
      case .number(let number): return (name, .number(number + Double(turn) * 100_000))
      default: return (name, value)
      }
    }
    return .record(Record(fields))
  }
}

extension String {
  /// As words of a text; what is no words (an address, a date) stays.
  fileprivate func lengthened(to length: Int) -> String {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic, !contains("://"), !isEmpty else {
      return self
    }
    var text = self
    while text.count < length { text += " " + self }
    return text
  }
}
