import Glibc
import Seeded
import Synchronization
import Testing

@testable import Service

private func answer(_ source: String, _ fingerprint: UInt64 = 7) -> RunRecord.Answer {
  RunRecord.Answer(source: source, fingerprint: fingerprint)
}

/// A run that ended without a word, while it worked on these.
private func ended(_ working: RunRecord.Answer..., change: (inout RunRecord) -> Void = { _ in }) -> RunRecord {
  var record = RunRecord(boot: "a")
  for answer in working { record.begin(answer) }
  change(&record)
  return record
}

@Suite struct RunRecordTests {
  @Test func aCrashOnOneAnswerRefusesIt() {
    let next = RunRecord(after: ended(answer("news")), boot: "a", hasCrashed: true)
    #expect(next.refused == [answer("news")] && next.suspects.isEmpty && next.working.isEmpty)
    #expect(next.failures == 1 && next.unexplained == 0 && next.hold == .nothing)
  }

  /// Somebody may have killed it, or the kernel for its memory: the second time decides.
  @Test func anEndWithoutASignMakesItASuspectFirst() {
    let next = RunRecord(after: ended(answer("news")), boot: "a", hasCrashed: false)
    #expect(next.suspects == [answer("news")] && next.refused.isEmpty)
    let well = RunRecord(after: ended { $0.suspects = [answer("news")] }, boot: "a", hasCrashed: true)
    #expect(well.suspects == [answer("news")] && well.refused.isEmpty)
    var again = next
    again.begin(answer("news"))
    let third = RunRecord(after: again, boot: "a", hasCrashed: false)
    #expect(third.refused == [answer("news")] && third.suspects.isEmpty)
    var fine = next
    fine.begin(answer("news"))
    fine.end([answer("news")])
    #expect(fine.suspects.isEmpty && fine.working.isEmpty)
  }

  @Test func ofSeveralEachIsASuspect() {
    let next = RunRecord(after: ended(answer("a"), answer("b")), boot: "a", hasCrashed: true)
    #expect(next.suspects == [answer("a"), answer("b")] && next.refused.isEmpty)
  }

  @Test func aPowerCutAccusesNobody() {
    let next = RunRecord(after: ended(answer("a")) { $0.refused = [answer("b")] }, boot: "other", hasCrashed: false)
    #expect(next.suspects.isEmpty && next.refused == [answer("b")])
    #expect(next.failures == 0 && next.delay == 0)
  }

  @Test func whoMeantItAccusesNobodyAndWhoFailedSaidSo() {
    for (end, failures) in [(RunRecord.End.meant, 0), (.failed, 1)] {
      let next = RunRecord(after: ended(answer("a")) { $0.end = end }, boot: "a", hasCrashed: false)
      #expect(next.suspects.isEmpty && next.failures == failures && next.unexplained == 0)
      #expect(next.end == .none)
    }
  }

  @Test func delaysGrowToAMinute() {
    var record = RunRecord(boot: "a")
    var delays: [Int] = []
    for _ in 0..<12 {
      delays.append(record.delay)
      record = RunRecord(after: record, boot: "a", hasCrashed: true)
    }
    #expect(delays == [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
  }

  @Test func threeUnexplainedEndsTakeTheSourcesAwayAndTimeBringsThemBack() {
    var record = RunRecord(boot: "a")
    var holds: [RunRecord.Hold] = []
    for _ in 0..<6 {
      holds.append(record.hold)
      record = RunRecord(after: record, boot: "a", hasCrashed: true)
    }
    #expect(holds == [.nothing, .nothing, .nothing, .fetching, .fetching, .sources])
    record.recover()
    #expect(record.failures == 0 && record.hold == .sources)
    record.recover()
    #expect(record.hold == .fetching)
    record.recover()
    record.recover()
    #expect(record.hold == .nothing)
    // The next end takes them away at once.
    #expect(RunRecord(after: record, boot: "a", hasCrashed: true).hold == .fetching)
  }

  private func anyRecord(_ random: inout SplitMix64) -> RunRecord {
    var record = RunRecord(boot: "b\(UInt32.random(in: 0...99, using: &random))")
    record.failures = Int.random(in: 0...1000, using: &random)
    record.unexplained = Int.random(in: 0...1000, using: &random)
    record.end = [.none, .meant, .failed].randomElement(using: &random)!
    func answers(_ random: inout SplitMix64) -> [RunRecord.Answer] {
      var known = RunRecord(boot: "")
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let name = String(
          repeating: ["n", "ü", "a b", "#"].randomElement(using: &random)!, count: .random(in: 1...40, using: &random))
        known.begin(answer(name, .random(in: 0...UInt64.max, using: &random)))
      }
      return known.working
    }
    record.working = answers(&random)
    record.suspects = answers(&random)
    record.refused = answers(&random)
    return record
  }

  @Test func aRecordIsReadAsItWasWritten() {
    // The kernel did not say which start of the machine it is.
    #expect(RunRecord(RunRecord(boot: "").bytes) == RunRecord(boot: ""))
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      let record = anyRecord(&random)
      #expect(record.bytes.count == RunRecord.size)
      #expect(RunRecord(record.bytes) == record)
    }
  }

  /// Whatever a disk makes of it, it is read as something, or nothing.
  @Test func damageIsNoEnd() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<3000 {
      var bytes = anyRecord(&random).bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let read = RunRecord(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
      if let read {
        #expect(read.bytes.count == RunRecord.size)
        _ = RunRecord(after: read, boot: "a", hasCrashed: true)
      }
    }
    #expect(RunRecord([]) == nil && RunRecord(Array("vitrine run 1\n".utf8)) == nil)
  }

  @Test func aNameThatNoLineCanHoldIsNotNoted() {
    var record = RunRecord(boot: "a")
    for name in ["", "two\nlines", "a\u{0}", String(repeating: "x", count: 200)] { record.begin(answer(name)) }
    #expect(record.working.isEmpty)
  }
}

@Suite struct RunFileTests {
  private func directory() throws -> String {
    var template = Array("/tmp/vitrine-run-XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
    return unsafe String(cString: try #require(made))
  }

  @Test func whatOneRunNotesTheNextFinds() throws {
    let directory = try directory()
    defer { removeTree(directory) }
    let warnings = Warnings()
    var file: RunFile? = RunFile(directory: directory, after: nil, boot: "a", warn: warnings.add)
    #expect(file?.record == RunRecord(boot: "a"))
    file?.change { $0.begin(answer("news", .max)) }
    file = nil
    let next = RunFile(directory: directory, after: CrashNote(signal: 11, time: 0), boot: "a", warn: warnings.add)
    #expect(next.record.refused == [answer("news", .max)])
    #expect(warnings.all.isEmpty)
  }

  @Test func withoutADiskThereIsOneSentenceAndNoEnd() throws {
    let directory = try directory()
    defer { removeTree(directory) }
    for place in [directory + "/missing", "/proc/self", "/dev/null"] {
      let warnings = Warnings()
      let file = RunFile(directory: place, after: nil, boot: "a", warn: warnings.add)
      file.change { $0.begin(answer("news")) }
      #expect(file.record.working == [answer("news")])
      #expect(warnings.all.count == 1)
    }
    unsafe #expect(symlink("/dev/full", directory + "/run") == 0)
    let warnings = Warnings()
    _ = RunFile(directory: directory, after: nil, boot: "a", warn: warnings.add)
    #expect(warnings.all.count == 1)
    let none = RunFile(directory: nil, after: nil, boot: "a", warn: warnings.add)
    none.change { $0.begin(answer("news")) }
    #expect(warnings.all.count == 1)
  }
}

private final class Warnings: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

private func removeTree(_ directory: String) {
  unsafe _ = unlink(directory + "/run")
  unsafe _ = rmdir(directory)
}
