import Board
import Content
import Refresh
import Synchronization
import Testing

@testable import Studio

/// Answers on their way through a stage, and what came of them.
private final class Desk: Sendable {
  let conditions = Mutex(Conditions())
  private let passed = Mutex<[Answer]>([])
  let stage: SourceStage

  init() {
    let box = Box()
    stage = SourceStage(
      conditions: { box.desk?.conditions.withLock { $0 } ?? Conditions() }, age: { _ in 86_400 }, changed: {})
    box.set(self)
  }

  func take(_ answer: Answer) -> Answer? {
    stage.take(answer, from: SourceID("a"), panel: 1) { [self] answer in passed.withLock { $0.append(answer) } }
    return last
  }

  func set(_ change: (inout Conditions) -> Void) -> Answer? {
    conditions.withLock { change(&$0) }
    stage.renew("a")
    return last
  }

  var last: Answer? { passed.withLock { $0.last } }

  /// Knows its desk once there is one.
  private final class Box: Sendable {
    private struct Held: Sendable {
      weak var desk: Desk?
    }

    private let held = Mutex(Held())
    var desk: Desk? { held.withLock { $0.desk } }

    func set(_ desk: Desk) { held.withLock { $0.desk = desk } }
  }
}

@Suite struct SourceStageTests {
  private let items = Value.list(
    (1...3).map { .record(Record([("name", .text("Item \($0)")), ("count", .number(Double($0)))])) })

  private func count(_ answer: Answer?) -> Int? {
    guard case .value(.list(let items), _)? = answer?.content else { return nil }
    return items.count
  }

  @Test func withoutConditionsAnswersGoThrough() {
    let answer = Answer(.value(items, fetchedAt: 100), outcome: .success)
    #expect(Desk().take(answer) == answer)
    #expect(Desk().take(Answer(.problem("gone"), outcome: .offline)) == Answer(.problem("gone"), outcome: .offline))
  }

  @Test(arguments: [
    (Conditions.Network.offline, RefreshOutcome.offline), (.unavailable, .failure), (.timeout, .timeout),
    (.garbage, .failure),
  ])
  func networksFailAsAsked(network: Conditions.Network, outcome: RefreshOutcome) {
    let desk = Desk()
    _ = desk.take(Answer(.value(items, fetchedAt: 100), outcome: .success))
    let failed = desk.set { $0.network["a"] = network }
    guard case .problem(let problem)? = failed?.content else { return #expect(Bool(false), "\(failed as Any)") }
    #expect(!problem.isEmpty && failed?.outcome == outcome)
    // What was known comes back as it was.
    #expect(desk.set { $0.network["a"] = nil }?.content == .value(items, fetchedAt: 100))
  }

  @Test func dataIsShapedAndComesBack() {
    let desk = Desk()
    _ = desk.take(Answer(.value(items, fetchedAt: 1_000_000), outcome: .success))
    #expect(count(desk.set { $0.data["a"] = .empty }) == 0)
    #expect(count(desk.set { $0.data["a"] = .one }) == 1)
    #expect(count(desk.set { $0.data["a"] = .many }) == 60)
    guard case .value(_, let time)? = desk.set({ $0.data["a"] = .stale })?.content else {
      return #expect(Bool(false), "no value")
    }
    #expect(time == 1_000_000 - 86_400)
    guard case .value(.list(let long), _)? = desk.set({ $0.data["a"] = .longest })?.content,
      case .record(let record)? = long.first, case .text(let text)? = record["name"]
    else { return #expect(Bool(false), "no texts") }
    #expect(text.count >= 90 && record["count"] == .number(1))
    #expect(desk.set { $0.data["a"] = nil }?.content == .value(items, fetchedAt: 1_000_000))
  }

  @Test func whatOnlyStayedTheSameIsToldWhole() {
    let desk = Desk()
    _ = desk.take(Answer(.value(items, fetchedAt: 100), outcome: .success))
    _ = desk.set { $0.data["a"] = .empty }
    _ = desk.set { $0.data["a"] = nil }
    #expect(desk.take(Answer(.same(fetchedAt: 200), outcome: .noChange))?.content == .value(items, fetchedAt: 200))
    desk.stage.forget(panel: 1)
    #expect(desk.stage.known("a").isEmpty)
  }
}
