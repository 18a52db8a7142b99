import Board
import Linux
import Scratch
import Synchronization
import Testing

@testable import Fetch

/// Sources a program gives itself, beside all others.
@Suite struct ProgramSourceTests {
  private func fetcher(_ program: @escaping Fetcher.ProgramReader) -> Fetcher {
    Fetcher(.init(wallClock: { 1000 }, program: program, warn: { _ in }))
  }

  /// Those that do not return keep no other source waiting, and are told of when their time is over.
  @Test func onesThatDoNotReturnHoldUpNobody() {
    let withdrawn = Atomic(0)
    let fetcher = fetcher { name, ended in
      if name == "desk" { ended(.success(ProgramAnswer(value: .text("here"), time: 400))) }
      return { withdrawn.add(1, ordering: .relaxed) }
    }
    let late = Collector<FetchOutcome>()
    // More than there are places for transfers.
    for number in 0..<40 { fetcher.fetch(FetchRequest("program:for ever \(number)", timeout: 600)) { _ in } }
    for number in 0..<12 { fetcher.fetch(FetchRequest("program:stuck\(number)", timeout: 0.2)) { late.add($0) } }
    let directory = TemporaryDirectory()
    directory.write("{}", to: "f.json")
    let desk = fetcher.outcome(FetchRequest("program:desk"))
    #expect(desk.content?.fetchedAt == 400)
    guard case .value(.text("here"))? = desk.content?.payload else {
      Issue.record("\(desk)")
      return
    }
    #expect(fetcher.outcome(FetchRequest("file://" + directory.path + "/f.json")).text == "{}")
    for _ in 0..<12 {
      let outcome = late.next()
      #expect(outcome.name == "timeout")
      #expect(outcome.error?.description.contains("the program has not answered") == true)
    }
    #expect(withdrawn.load(ordering: .relaxed) == 12)
  }

  @Test func oneThatHasGivenNothingSaysSo() {
    let fetcher = fetcher { _, ended in
      ended(.success(nil))
      return {}
    }
    let outcome = fetcher.outcome(FetchRequest("program:feed"))
    #expect(outcome.name == "timeout" && outcome.error?.description.contains("has not given anything yet") == true)
  }
}
