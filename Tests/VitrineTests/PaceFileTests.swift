import Glibc
import Motion
import Scratch
import Synchronization
import Testing

@testable import Vitrine

/// What was learned of touch screens, from one run to the next.
@Suite struct PaceFileTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private let scratch = TemporaryDirectory()
  private let lines = Lines()

  private func file(in directory: String? = nil) -> PaceFile {
    PaceFile(directory: directory ?? scratch.path) { [lines] line in lines.all.withLock { $0.append(line) } }
  }

  private let learned = [
    "ILITEK Multi-Touch": ReportPace(interval: 0.01, liftDelay: 0.073), "ft5x06": ReportPace(interval: 0.04),
  ]

  @Test func whatIsLearnedIsFound() {
    #expect(file().paces.isEmpty, "nobody has touched anything")
    let one = file()
    one.keep(learned)
    one.finish()
    #expect(file().paces == learned)
    #expect(lines.all.withLock { $0.isEmpty })
    var status = stat()
    #expect(unsafe stat(scratch.path + "/fingers", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  /// A disk of flash is not written for what differs from one day to the next.
  @Test func whatIsAlikeIsNotWritten() {
    let one = file()
    one.keep(learned)
    one.keep(["ft5x06": ReportPace(interval: 0.043)])
    #expect(one.paces == learned)
    one.keep(["ft5x06": ReportPace(interval: 0.08)])
    one.finish()
    #expect(file().paces == ["ft5x06": ReportPace(interval: 0.08)])
  }

  @Test(arguments: [
    "", "vitrine fingers 2\n10000 0 A\n", "vitrine fingers 1\n10000 A\n-5 0 B\n1 900000 C\nx y D\n\u{0}\n\n99",
  ])
  func whatCannotBeReadIsLearnedAnew(text: String) {
    #expect(PaceFile.paces(text).isEmpty)
  }

  @Test func namesAreWholeOrNotThere() {
    let names = ["A  b ", "line\nbreak", String(repeating: "x", count: 300)]
    let paces = Dictionary(uniqueKeysWithValues: names.map { ($0, ReportPace(interval: 0.02)) })
    #expect(PaceFile.paces(PaceFile.text(paces)) == ["A  b ": ReportPace(interval: 0.02)])
  }

  @Test func aDiskThatTakesNothingIsToldOfOnce() {
    let one = file(in: scratch.path + "/nowhere")
    one.keep(learned)
    one.finish()
    one.keep(["ft5x06": ReportPace(interval: 0.1)])
    one.finish()
    #expect(lines.all.withLock { $0.count } == 1)
  }
}
