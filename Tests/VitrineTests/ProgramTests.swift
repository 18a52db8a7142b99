import Board
import Content
import Dispatch
import Fetch
import Synchronization
import Testing

@testable import Vitrine

/// What a program gives and does, however long it takes for it.
@Suite struct ProgramTests {
  /// Answers in the order they come, waited for on a queue of Dispatch.
  private final class Answers: Sendable {
    private let all = Mutex<[Result<ProgramAnswer?, any Error>]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ answer: Result<ProgramAnswer?, any Error>) {
      all.withLock { $0.append(answer) }
      arrived.signal()
    }

    var count: Int { all.withLock(\.count) }

    func next() async -> ProgramAnswer? {
      await withCheckedContinuation { done in
        DispatchQueue(label: "wait").async { [self] in
          guard arrived.wait(timeout: .now() + 60) == .success else { return done.resume(returning: nil) }
          let answer = all.withLock { $0.removeFirst() }
          done.resume(returning: (try? answer.get()) ?? nil)
        }
      }
    }
  }

  private func program(_ change: (inout BoardParts) -> Void) -> Program {
    var parts = BoardParts.builtIn
    change(&parts)
    return Program(parts)
  }

  /// A feed that is pushed to is as old as the last push, and has said nothing before the first.
  @Test func whatIsPushedKeepsItsTime() async {
    let program = program { $0.sources.register("feed", "A feed.") }
    let answers = Answers()
    _ = program.ask("feed", at: 10) { answers.add($0) }
    #expect(await answers.next() == nil)
    #expect(program.push(["a": 1], to: "feed") == nil)
    _ = program.ask("feed", at: 20) { answers.add($0) }
    _ = program.ask("feed", at: 500) { answers.add($0) }
    for _ in 0..<2 {
      let answer = await answers.next()
      #expect(answer?.value == ["a": 1] && answer?.time == 20)
    }
  }

  /// Who waits for a reader that takes its time has what is pushed meanwhile, and not what the reader brings after that.
  @Test func aPushDoesNotWaitForTheReader() async {
    let gate = DispatchSemaphore(value: 0)
    let reads = Atomic(0)
    let program = program {
      $0.sources.register("desk", "A desk.") {
        reads.add(1, ordering: .relaxed)
        gate.wait()
        return "old"
      }
    }
    let answers = Answers()
    _ = program.ask("desk", at: 1) { answers.add($0) }
    program.push("new", to: "desk")
    #expect(await answers.next()?.value == "new")
    // Asked again: what was pushed, and then whoever reads is waited for, one reader for both.
    _ = program.ask("desk", at: 2) { answers.add($0) }
    #expect(await answers.next()?.value == "new")
    _ = program.ask("desk", at: 3) { answers.add($0) }
    _ = program.ask("desk", at: 3) { answers.add($0) }
    gate.signal()
    #expect(await answers.next()?.value == "new")
    #expect(await answers.next()?.value == "new")
    #expect(reads.load(ordering: .relaxed) == 1)
    _ = program.ask("desk", at: 4) { answers.add($0) }
    gate.signal()
    #expect(await answers.next()?.value == "old")
  }

  /// Whoever has given up is not told; what comes late is there for the next.
  @Test func whatComesLateIsForTheNext() async {
    let gate = DispatchSemaphore(value: 0)
    let began = DispatchSemaphore(value: 0)
    let program = program {
      $0.sources.register("desk", "A desk.") {
        began.signal()
        gate.wait()
        return "late"
      }
    }
    let (first, second) = (Answers(), Answers())
    let withdraw = program.ask("desk", at: 1) { first.add($0) }
    withdraw()
    gate.signal()
    // Whether the reader has returned by then or not.
    _ = program.ask("desk", at: 9) { second.add($0) }
    #expect(await second.next()?.value == "late")
    #expect(first.count == 0)
    gate.signal()
  }

  @Test func namesNobodyHasRegisteredAreToldOnceAndNotKept() {
    let program = program { $0.sources.register("feed", "A feed.") }
    #expect(program.push(1, to: "fed")?.contains("\"fed\"") == true)
    #expect(program.push(2, to: "fed") == nil)
    let told = (0..<100).compactMap { program.push(1, to: "wrong \($0)") }
    #expect(told.count < 10)
  }

  /// Doors do not open long after the panel has said that no answer came, and no action waits for another one.
  @Test func whatIsCalledOffDoesNotBegin() async {
    let gate = DispatchSemaphore(value: 0)
    let opened = Atomic(0)
    let program = program {
      $0.actions.register("stuck", "Takes its time.") { _ in gate.wait() }
      $0.actions.register("door", "Opens.") { _ in opened.add(1, ordering: .relaxed) }
    }
    let endings = Answers()
    func call(_ name: String) -> Program.Call {
      program.perform(ActionCall(name: name)) { ending in
        endings.add(.success(ProgramAnswer(value: .text("\(name) \(ending)"))))
      }
    }
    _ = call("stuck")
    let waiting = call("stuck")
    _ = call("door")
    #expect(await endings.next()?.value == "door done")
    waiting.cancel()
    gate.signal()
    #expect(await endings.next()?.value == "stuck done")
    #expect(await endings.next()?.value == "stuck cancelled")
    #expect(opened.load(ordering: .relaxed) == 1)
  }

  /// Numbers that are none go, and nothing else of what is pushed is made anew.
  @Test func whatIsNoNumberIsNull() async {
    let program = program { $0.sources.register("feed", "A feed.") }
    let answers = Answers()
    program.push(["a": .number(.nan), "b": .list([.date(.infinity), 2]), "c": "x"], to: "feed")
    _ = program.ask("feed", at: 1) { answers.add($0) }
    #expect(await answers.next()?.value == ["a": .null, "b": .list([.null, 2]), "c": "x"])
  }
}
