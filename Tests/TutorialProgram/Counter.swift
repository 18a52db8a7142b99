import Synchronization
import Vitrine

/// The desk of an office: who waits, and the bell that calls the next one in.
final class Counter: Sendable {
  private let waiting = Mutex(["Ada", "Grace", "Edsger"])

  /// How many wait.
  var count: Int { waiting.withLock { $0.count } }

  /// What the board gets: a record with a list of records.
  var values: Value {
    let names = waiting.withLock { $0 }
    return [
      "count": .number(Double(names.count)), "people": .list(names.map { ["id": .text($0), "name": .text($0)] }),
    ]
  }

  /// Calls somebody in; nobody twice.
  func call(_ name: String) throws {
    try waiting.withLock { waiting in
      guard let place = waiting.firstIndex(of: name) else { throw Trouble.hasGone(name) }
      waiting.remove(at: place)
    }
  }

  enum Trouble: Error {
    case hasGone(String)
  }
}

extension BoardParts {
  /// A card, a source and an action of ours; a board may write `dial:`, `url: "program:counter"` and `call: next`.
  static func office(_ counter: Counter) -> BoardParts {
    var parts = BoardParts.builtIn
    parts.cards.register(DialCard())
    parts.sources.register("counter", "Who waits at the counter.") { counter.values }
    parts.actions.register("next", "Calls somebody in.") { try counter.call($0.text("name") ?? "") }
    return parts
  }
}
