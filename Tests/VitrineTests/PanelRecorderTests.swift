import Glibc
import Kiosk
import Linux
import Panel
import Recording
import Scratch
import Synchronization
import Testing

@testable import Vitrine

private func names(in directory: String) throws -> [String] { try Directory.names(in: directory).sorted() }

/// A recorder that keeps into a directory, with something in it.
private func recorder(keeping directory: String, runtime: String? = nil, size: Int = 1 << 18) -> PanelRecorder {
  PanelRecorder(runtime: runtime, directory: directory, size: size, log: { _ in })
}

/// Files that look like records of earlier days, of so many bytes each.
private func fill(_ directory: String, count: Int, bytes: Int, apart seconds: Int = 1) throws {
  for number in 0..<count {
    let file = try FileDescriptor(
      opening: "\(directory)/\(1_700_000_000 + number * seconds)-crash.vrec", O_WRONLY | O_CREAT)
    let result = ftruncate(file.number, off_t(bytes))
    #expect(result == 0)
  }
}

@Test func atMostTenRecordsAreKept() throws {
  let scratch = TemporaryDirectory(isInMemory: true)
  try fill(scratch.path, count: 25, bytes: 1000)
  let keeper = recorder(keeping: scratch.path)
  keeper.keep(.missedFrames)
  keeper.wait()
  let left = try names(in: scratch.path)
  #expect(left.count == PanelRecorder.mostKept)
  #expect(left.last?.hasSuffix("-missed-frames.vrec") == true)
  #expect(left[0] == "1700000000-crash.vrec", "what began it stays")
  #expect(left[1] == "1700000017-crash.vrec", "the oldest of the others go")
}

/// Of crashes that have nothing to do with each other the oldest go.
@Test(arguments: [(3_600, 1), (40_000, 22), (86_400, 24), (200_000, 24)])
func theFirstCrashOfADayStays(seconds: Int, first: Int) throws {
  let scratch = TemporaryDirectory(isInMemory: true)
  try fill(scratch.path, count: 25, bytes: 10, apart: seconds)
  let keeper = recorder(keeping: scratch.path)
  keeper.keep(.missedFrames)
  keeper.wait()
  let left = try names(in: scratch.path)
  #expect(left.count == PanelRecorder.mostKept)
  // As many as are kept by their age, and that one.
  let oldest = min(first, 25 - (PanelRecorder.mostKept - 1))
  #expect(left[0] == "\(1_700_000_000 + oldest * seconds)-crash.vrec")
}

@Test func atMostFiftyMegabytesAreKept() throws {
  let scratch = TemporaryDirectory(isInMemory: true)
  try fill(scratch.path, count: 9, bytes: 9_000_000)
  let keeper = recorder(keeping: scratch.path)
  keeper.keep(.missedFrames)
  keeper.wait()
  let left = try names(in: scratch.path)
  #expect(left.count == 6, "five of nine megabytes, and the new one")
  #expect(left[0] == "1700000000-crash.vrec" && left[1] == "1700000005-crash.vrec")
}

/// Whoever plays with a panel drives out nothing but what others have played.
@Test func ofRecordsByFingersThreeAreKept() throws {
  let scratch = TemporaryDirectory(isInMemory: true)
  try fill(scratch.path, count: 9, bytes: 1000)
  for number in 0..<7 {
    let file = try FileDescriptor(
      opening: "\(scratch.path)/\(1_700_000_100 + number)-fingers.vrec", O_WRONLY | O_CREAT)
    let result = ftruncate(file.number, 10)
    #expect(result == 0)
  }
  let keeper = recorder(keeping: scratch.path)
  let told = Mutex<[String?]>([])
  keeper.keep(.fingers) { path in told.withLock { $0.append(path) } }
  keeper.wait()
  let left = try names(in: scratch.path)
  #expect(left.count { $0.hasSuffix("-fingers.vrec") } == PanelRecorder.mostOfFingers)
  #expect(left.count { $0.hasSuffix("-crash.vrec") } == PanelRecorder.mostKept - PanelRecorder.mostOfFingers)
  #expect(told.withLock { $0 } == [left.last { $0.hasSuffix("-fingers.vrec") }.map { scratch.path + "/" + $0 }])
}

@Test(arguments: [nil, "/proc/nowhere/records"])
func whereNothingCanBeKeptFingersAreToldSo(directory: String?) {
  let lines = Mutex<[String]>([])
  let told = Mutex<[String?]>([])
  let keeper = PanelRecorder(runtime: nil, directory: directory, size: 1 << 18) { line in
    lines.withLock { $0.append(line) }
  }
  keeper.keep(.fingers) { path in told.withLock { $0.append(path) } }
  keeper.wait()
  #expect(told.withLock { $0 } == [nil])
  #expect(lines.withLock { $0.count } == 1)
}

@Test func whatIsNoRecordIsLeftAlone() throws {
  let scratch = TemporaryDirectory(isInMemory: true)
  try fill(scratch.path, count: 12, bytes: 10)
  _ = try FileDescriptor(opening: scratch.path + "/notes.txt", O_WRONLY | O_CREAT)
  let keeper = recorder(keeping: scratch.path)
  keeper.keep(.missedFrames)
  keeper.wait()
  #expect(try names(in: scratch.path).contains("notes.txt"))
}

/// A watchdog ends a process as a crash does: what it leaves is a run that was not closed.
@Test(arguments: [false, true])
func aRunThatEndsBadlyIsKeptByTheNext(endsWell: Bool) throws {
  let (runtime, kept) = (TemporaryDirectory(isInMemory: true), TemporaryDirectory(isInMemory: true))
  var first: PanelRecorder? = recorder(keeping: kept.path, runtime: runtime.path)
  first?.makeTape().turns(at: 5)
  if endsWell { first?.close() }
  first?.wait()
  first = nil
  let next = recorder(keeping: kept.path, runtime: runtime.path)
  next.wait()
  let left = try names(in: kept.path)
  #expect(left.count == (endsWell ? 0 : 1))
  if !endsWell {
    let record = try EventRecord(Files.read(kept.path + "/" + (left.first ?? "")))
    #expect(record.events.map(\.kind) == [.turn])
    var status = stat()
    let found = unsafe lstat(kept.path + "/" + (left.first ?? ""), &status)
    #expect(found == 0)
    #expect(status.st_mode & 0o077 == 0, "nobody else's")
  }
}

@Test func aFullDiskIsToldAndEndsNothing() {
  let lines = Mutex<[String]>([])
  let keeper = PanelRecorder(runtime: nil, directory: "/proc/nowhere/records", size: 1 << 18) { line in
    lines.withLock { $0.append(line) }
  }
  keeper.keep(.missedFrames)
  keeper.wait()
  #expect(lines.withLock { $0.contains { $0.contains("could not keep what happened last in /proc/nowhere/records/") } })
}

private let second: Nanoseconds = 1_000_000_000

@Test func aBurstOfMissedFramesIsOne() {
  var watch = MissWatch()
  // One of a hundred frames, for an hour.
  var burst = false
  for number in 0..<3600 { burst = watch.isBurst(number * 6 / 10, at: Nanoseconds(number) * second) || burst }
  #expect(!burst)
  let later = 3620 * second
  let before = watch.isBurst(2160, at: later)
  let nearly = watch.isBurst(2160 + MissWatch.many - 1, at: later + 2 * second)
  let many = watch.isBurst(2160 + MissWatch.many, at: later + 3 * second)
  #expect(!before && !nearly && many)
}

@Test func aBurstIsKeptOnceAnHour() {
  var watch = MissWatch()
  var bursts: [Int] = []
  // Every frame is missed, for three hours.
  for number in 0..<(3 * 3600) where watch.isBurst(number * 60, at: Nanoseconds(number) * second) {
    bursts.append(number)
  }
  #expect(bursts.count == 3)
  #expect(zip(bursts, bursts.dropFirst()).allSatisfy { $1 - $0 >= 3600 })
}
