import Glibc
import Linux
import Synchronization
import Testing

@testable import Reader

/// Built beside the tests.
let fixture: String = {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = unsafe buffer.withUnsafeMutableBytes { bytes in
    unsafe readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
  }
  let path = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
  return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/ReaderFixture"
}()

/// A reader that misbehaves when it is asked to, and little patience with it.
private func reader(_ warn: @escaping @Sendable (String) -> Void = { _ in }) -> Reader {
  Reader(program: fixture, patience: ReaderProcess.Patience(processor: 0.2, wall: 20), warn: warn)
}

private func job(_ way: String) -> Reader.Job { Reader.Job(kind: 99, head: [], body: Array(way.utf8)) }

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Test(arguments: ["file", "write"]) func aReaderOpensNoFile(way: String) throws {
  #expect(text(try reader().run(job(way))) == "\(EACCES)")
}

@Test(arguments: ["socket", "run", "ptrace", "fork", "kill", "code"])
func whatAReaderHasNoBusinessWithEndsIt(way: String) throws {
  let reader = reader()
  let failure = #expect(throws: ReaderFailure.self) { try reader.run(job(way)) }
  #expect(failure?.kind == .ended)
  #expect(failure?.description.contains("SIGSYS") == true)
  #expect(text(try reader.run(job("nothing"))) == "0")
}

@Test(arguments: [
  ("memory", "SIGSEGV"), ("check", "a check of ours that failed"), ("spin", "0.2 s of the processor's time"),
])
func whatEndsAReaderEndsNobodyElse(way: String, words: String) throws {
  let reader = reader()
  let failure = #expect(throws: ReaderFailure.self) { try reader.run(job(way)) }
  #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
  #expect(text(try reader.run(job("nothing"))) == "0")
  // Not tried again: the second answer is the first one's.
  let again = #expect(throws: ReaderFailure.self) { try reader.run(job(way)) }
  #expect(again == failure)
}

@Test func aReaderThatIsStoppedIsNotWaitedForLong() throws {
  let reader = Reader(program: fixture, patience: ReaderProcess.Patience(processor: 2, wall: 8)) { _ in }
  let failure = #expect(throws: ReaderFailure.self) { try reader.run(job("stop")) }
  #expect(failure?.kind == .ended)
  #expect(text(try reader.run(job("nothing"))) == "0")
}

@Test(arguments: [ReaderService.Role.answers, .pictures])
func aReaderHasOnlySoMuchMemory(role: ReaderService.Role) throws {
  let patience = ReaderProcess.Patience(processor: 20, wall: 60)
  let reader = Reader(program: fixture, role: role, patience: patience) { _ in }
  // What a large answer takes, and not twice as much.
  #expect(text(try reader.run(job("room"))) == "1")
  let failure = #expect(throws: ReaderFailure.self) { try reader.run(job("greed")) }
  #expect(failure?.kind == .ended)
  #expect(text(try reader.run(job("nothing"))) == "0")
}

@Test func aReaderThatHasGrownIsReplaced() throws {
  let reader = Reader(program: fixture, patience: ReaderProcess.Patience(processor: 20, wall: 60)) { _ in }
  for _ in 0..<3 { #expect(text(try reader.run(job("growth"))) == "0") }
}

@Test func aProgramThatIsNotThereIsSaidOnce() throws {
  let said = Mutex<[String]>([])
  let reader = Reader(program: "/nowhere/at/all", patience: ReaderProcess.Patience()) { line in
    said.withLock { $0.append(line) }
  }
  for _ in 0..<3 {
    let failure = #expect(throws: ReaderFailure.self) { try reader.run(job("nothing")) }
    #expect(failure?.kind == .notStarted)
    #expect(failure?.description.contains("No such file or directory") == true)
  }
  #expect(said.withLock { $0.count } == 1)
}

@Test func aProgramThatIsNoReaderIsSaidToo() throws {
  let reader = Reader(program: "/bin/true", patience: ReaderProcess.Patience()) { _ in }
  let failure = #expect(throws: ReaderFailure.self) { try reader.run(job("nothing")) }
  #expect(failure?.kind == .notStarted)
}

@Test func whatIsNotSealedIsNotTaken() throws {
  let file = try SealedMemory.make([[1, 2, 3], [4]])
  #expect(SealedMemory.take(file, count: 4) == [1, 2, 3, 4])
  #expect(SealedMemory.take(file, count: 5) == nil)
  #expect(throws: SystemError.self) { try file.writeAll([5]) }
  let open = try FileDescriptor(opening: "/proc/self/exe", O_RDONLY)
  #expect(SealedMemory.take(open, count: 4) == nil)
}

/// What a program prints, and how it ended.
private func output(of command: String) throws -> String {
  let opened = unsafe popen(command, "r")
  let stream = unsafe try #require(opened)
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, stream)
    guard count > 0 else { break }
    text += buffer[..<count]
  }
  let status = unsafe pclose(stream)
  return String(decoding: text, as: UTF8.self) + (status == 0 ? "" : "ended with \(status)")
}

@Test func aProcessWithoutDescriptorsReadsAgainWhenItHasSome() throws {
  let lines = try output(of: "\(fixture) without-descriptors").split(separator: "\n")
  #expect(lines.first?.contains("Too many open files") == true, "\(lines)")
  #expect(lines.last == "0", "\(lines)")
}

@Test func aProgramThatHasBeenReplacedReadsWithItsOld() throws {
  let path = "/tmp/vitrine-reader-\(getpid())"
  defer { for name in [path, path + ".new"] { unsafe _ = unlink(name) } }
  let text = try output(of: "cp \(fixture) \(path) && cp /bin/false \(path).new && \(path) replaced \(path)")
  #expect(text == "0\n")
  #expect(try output(of: "\(path) 2>&1").hasPrefix("ended with"))
}

@Test func theKernelTakesMemoryFromAReaderFirst() throws {
  let reader = reader()
  let process = text(try reader.run(job("who")))
  let badness = try RegularFile.read("/proc/\(process)/oom_score_adj", limit: 64)
  #expect(text(badness) == "1000\n")
}

@Test func aReaderWithNothingToDoIsNotThere() throws {
  let reader = Reader(program: fixture, patience: ReaderProcess.Patience(), rest: 0) { _ in }
  let process = try #require(pid_t(text(try reader.run(job("who")))))
  // Ended by its parent, and buried: nothing is waited for but that.
  var patience = 10_000_000
  while patience > 0, kill(process, 0) == 0 {
    sched_yield()
    patience -= 1
  }
  #expect(kill(process, 0) != 0)
  #expect(text(try reader.run(job("who"))) != "\(process)")
}

@Test func partsComeOneAfterTheOtherAndWhole() throws {
  let taken = Mutex<[Reader.Part]>([])
  let last = try reader().run(job("parts")) { part in
    taken.withLock { $0.append(part) }
    return true
  }
  let counts = taken.withLock { parts in
    parts.map { part in if case .bytes(let bytes) = part { bytes.count } else { -1 } }
  }
  #expect(counts == [-1, 1, 70_000, 4 << 16, 0])
  #expect(text(last) == "0")
}

/// Parts that nobody wants, that are refused, or that never end, end the reader and nobody else.
@Test func partsAreTakenOnlyWhereTheyAreWanted() throws {
  let reader = Reader(program: fixture, patience: ReaderProcess.Patience(processor: 20, wall: 60)) { _ in }
  for way in ["parts", "flood"] {
    let failure = #expect(throws: ReaderFailure.self) { try reader.run(job(way)) }
    #expect(failure?.description.contains("no answer") == true)
  }
  let other = Reader(program: fixture, patience: ReaderProcess.Patience(processor: 20, wall: 60)) { _ in }
  let bytes = Mutex(0)
  let failure = #expect(throws: ReaderFailure.self) {
    try other.run(job("flood")) { part in
      if case .bytes(let part) = part { bytes.withLock { $0 += part.count } }
      return true
    }
  }
  #expect(failure?.description.contains("no answer") == true)
  #expect(bytes.withLock { $0 } == 64 << 20)
  #expect(text(try other.run(job("nothing"))) == "0")
}
