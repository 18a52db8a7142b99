import Glibc
import Testing

@testable import Service

/// Runs the program that dies on purpose, and reads what it left.
private func die(of way: String) throws -> (signal: Int32, note: CrashNote?) {
  var template = Array("/tmp/vitrine-crash-XXXXXX".utf8CString)
  _ = unsafe mkdtemp(&template)
  let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { _ = unsafe system("rm -rf \(directory)") }
  var status: Int32 = 0
  var child: pid_t = 0
  let arguments = [program, way, directory + "/state"]
  var pointers = unsafe arguments.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  #expect(unsafe posix_spawn(&child, program, nil, nil, &pointers, environ) == 0)
  _ = unsafe waitpid(child, &status, 0)
  let text = SystemFile.whole(directory + "/state/crash")
  return (status & 0x7F, text.flatMap { CrashNote($0) })
}

/// Built beside the tests.
private var program: String {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = unsafe buffer.withUnsafeMutableBytes { bytes in
    unsafe readlink("/proc/self/exe", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
  }
  let path = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
  return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/CrashFixture"
}

@Test(arguments: [
  ("memory", [SIGSEGV], "CrashFixture"), ("check", [SIGILL, SIGTRAP], "CrashFixture"),
  ("abort", [SIGABRT], "CrashFixture"), ("thread", [SIGSEGV], "dying"), ("stack", [SIGSEGV], "CrashFixture"),
])
func aFatalSignalLeavesANoteAndStillKills(way: String, signals: [Int32], thread: String) throws {
  let end = try die(of: way)
  #expect(signals.contains(end.signal))
  let note = try #require(end.note)
  #expect(note.signal == end.signal)
  #expect(note.thread == thread)
  #expect(abs(note.time - Int64(time(nil))) < 600)
  if way == "memory" { #expect(note.address == 0x10) }
}

@Test func aWatchdogsSignalFromOutsideKillsToo() throws {
  let end = try die(of: "sent")
  #expect(end.signal == SIGABRT)
  #expect(try #require(end.note).address == 0)
}

@Test func anOrderlyEndLeavesNoNote() throws {
  let end = try die(of: "fine")
  #expect(end.signal == 0)
  #expect(end.note == nil)
}

@Test func theNextStartReadsTheNoteOnce() throws {
  let end = try die(of: "twice")
  // It found the note that was laid out for it, and not again.
  #expect(end.signal == 0)
}

@Test func theSentenceSaysWhatWhereAndWhen() throws {
  let note = try #require(CrashNote("signal 11\ntime 1778262120\naddress 10\nthread vitrine-frame\n"))
  #expect(
    note.sentence.hasPrefix("vitrine died of SIGSEGV (invalid memory) at 0x10 in thread vitrine-frame on 2026-05-"))
  #expect(note.sentence.hasSuffix(" and was started again"))
  let watchdog = try #require(CrashNote("signal 6\ntime 1778262120\naddress 0\nthread vitrine-frame\n"))
  #expect(watchdog.sentence.hasPrefix("vitrine died of SIGABRT (the watchdog, or an internal error) in thread"))
}

@Test(arguments: ["", "signal\n", "signal x\ntime 1\n", "time 1778262120\n", "\u{0}\u{0}"])
func aNoteThatWasNotWrittenWholeIsNone(text: String) {
  #expect(CrashNote(text) == nil)
}
