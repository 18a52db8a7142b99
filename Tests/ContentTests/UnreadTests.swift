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

  /// What comes and is more than a board may hold has not been heard: it becomes a trouble as silence does.
  @Test func whatIsRefusedIsSilence() throws {
    var driver = Driver(
      try board(
        """
        sources: {x: {url: "https://example.org/x.json", every: 1h}}
        cards:
          - number: {value: "{$x | count}"}
        """))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    let value = Value.list(Array(repeating: .number(1), count: 3_000_000))
    let now = driver.now.moment.time
    driver.take(.answered(id, Answer(.value(value, fetchedAt: now), outcome: .success)))
    let report = driver.model.report.sources[0]
    #expect(report.heard == nil && report.problems.count == 1)
    driver.take(.answered(id, answer([], at: now)))
    #expect(driver.model.report.sources[0].heard != nil && driver.model.report.sources[0].problems.isEmpty)
  }

  /// A file that is missing, or holds something else, is no service that is down: nobody is to look for a server.
  @Test(arguments: [
    ("x.json", "No data right now"), ("file:///data/x.json", "No data right now"),
    ("https://example.org/x.json", "Service unavailable"),
  ])
  func aFileIsNoService(url: String, words: String) throws {
    var driver = Driver(
      try board("sources: {x: {url: \"\(url)\", every: 1h}}\ncards:\n  - number: {value: \"{$x}\"}\n"))
    driver.take(.started)
    driver.take(.cacheRead(version: 0))
    driver.take(.answered(id, Answer(.problem("it does not exist"), outcome: .failure)))
    #expect(driver.model.answers.evaluator.content(page: 0, at: driver.now.moment).silence == words)
  }

  /// What a server has answered and nobody can read, or keep, is no service that is down either.
  @Test func anAnswerThatCannotBeUsedIsNoSilence() throws {
    let url = "https://example.org/x.json"
    func silence(_ answer: Answer) throws -> String? {
      var driver = Driver(
        try board("sources: {x: {url: \"\(url)\", every: 1h}}\ncards:\n  - number: {value: \"{$x | count}\"}\n"))
      driver.take(.started)
      driver.take(.cacheRead(version: 0))
      driver.take(.answered(id, answer))
      return driver.model.answers.evaluator.content(page: 0, at: driver.now.moment).silence
    }
    var unread = Answer(.problem("this is a web page"), outcome: .failure)
    unread.isUnusable = true
    #expect(try silence(unread) == "No data right now")
    let much = Value.list(Array(repeating: .number(1), count: 3_000_000))
    #expect(try silence(Answer(.value(much, fetchedAt: 1_741_095_600), outcome: .success)) == "No data right now")
    #expect(try silence(Answer(.problem("500"), outcome: .failure)) == "Service unavailable")
  }

  /// A file that a broken board has named is looked after: the board is read again when it comes.
  @Test func aThemeThatComesLaterIsSeen() throws {
    var driver = Driver(try board("cards:\n  - text: {text: x}\n"))
    driver.take(.started)
    let wrong = BoardReading(
      diagnostics: [Diagnostic(file: "board.yaml", mark: Mark(line: 1, column: 1), message: "no theme late.yaml")])
    let said = driver.take(.boardRead(wrong, files: [WatchedFile(path: "/b/late.yaml", bytes: nil)]))
    #expect(said.contains { if case .watch(let files) = $0 { files.map(\.path) == ["/b/late.yaml"] } else { false } })
    let came = driver.take(.fileRead(WatchedFile(path: "/b/late.yaml", bytes: [1])))
    #expect(came.contains { if case .readBoard = $0 { true } else { false } })
  }
}
