import Board
import Refresh
import TestSupport
import Testing

@testable import Content

/// What of a source's content could not be read, for programs that watch over the panel.
@Suite struct UnreadTests {
  private let id = SourceID("x")

  private func answer(_ notes: [String]?, at time: Double, _ number: Double = 1) -> Answer {
    var answer = Answer(.value(.number(number), fetchedAt: time), outcome: .success)
    answer.notes = notes
    return answer
  }

  /// Among the source's problems for as long as it holds: a failure adds to it, an answer that is read whole ends both.
  @Test func itIsAmongTheProblems() throws {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", every: 1h}}
        cards:
          - number: {value: "{$x}"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let now = driver.now.moment.time
    func problems() -> [String] { driver.model.report.sources.flatMap(\.problems) }
    driver.take(.answered(id, answer(["row 3 makes no sense"], at: now)))
    #expect(problems() == ["row 3 makes no sense"])
    driver.take(.answered(id, Answer(.problem("refused"), outcome: .failure)))
    #expect(problems() == ["refused", "row 3 makes no sense"])
    driver.take(.answered(id, Answer(.same(fetchedAt: now), outcome: .noChange)))
    #expect(problems() == ["row 3 makes no sense"], "the same answer, with the same row")
    driver.take(.answered(id, answer((0..<30).map { "row \($0)" }, at: now, 2)))
    #expect(problems() == (0..<8).map { "row \($0)" } + ["and 22 more like this"])
    driver.take(.answered(id, answer([], at: now, 3)))
    #expect(problems().isEmpty)
  }
}
