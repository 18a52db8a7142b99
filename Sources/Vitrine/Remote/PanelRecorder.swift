import Dispatch
import Fetch
import Glibc
import KMS
package import Kiosk
import Linux
import Numbers
import Panel
import Recording
import Synchronization

/// The recorder of this run: what happens to the panel, of the last minutes, without what is said or shown.
///
/// It lies in a file of the runtime directory, which is memory, so that it is there after whatever has ended the run; the next one keeps
/// it. Where there is no such directory it is lost with the process.
package final class PanelRecorder: Sendable {
  /// Why a record is kept.
  package enum Reason: String, Sendable {
    /// The run before this one has ended badly: a crash, a watchdog, a kill.
    case crash
    /// Many frames were missed within seconds.
    case missedFrames = "missed-frames"
    /// Somebody has rested three fingers on the panel.
    case fingers
    /// The program that shows the panel wanted it.
    case asked
  }

  /// Why there is none.
  static let absence =
    "this kiosk has no recorder: `vitrine run` was begun with --no-recorder, or the program gave no PanelOptions.records"

  /// Of a record, over HTTP.
  package static let mediaType = "application/vnd.vitrine.record"

  private let ring: RecordRing
  private let restInterval: Int
  private let notes = RecordNotes()
  /// From when on memory may be noted again, monotonic nanoseconds.
  private let memoryDue = Mutex<Int64>(.min)
  private let directory: String?
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.recorder", qos: .utility)

  /// Nanoseconds between two notes of memory.
  private static let memoryPace: Int64 = 10_000_000_000
  /// MADV_POPULATE_WRITE. Source: madvise(2).
  private static let populate: Int32 = 23

  /// Bytes of the last minutes, unless told otherwise.
  package static let usualSize = RecordRing.usualSize
  /// At most so many are kept, and so many bytes of them.
  package static let mostKept = 10
  package static let mostBytes = 50_000_000
  private static let day: Int64 = 86_400
  /// Of those that fingers have asked for: whoever plays with a panel drives out no crash.
  package static let mostOfFingers = 3

  /// - Parameters:
  ///   - runtime: a directory in memory; nil writes to memory of the process.
  ///   - directory: where records are kept; nil keeps none.
  ///   - size: bytes of the last minutes.
  ///   - hasContent: pictures and texts are written too.
  ///   - restInterval: see `FrameRecorder`.
  ///   - log: takes lines for people.
  package init(
    runtime: String?, directory: String?, size: Int = RecordRing.usualSize, hasContent: Bool = false,
    restInterval: Int = FrameRecorder.usualInterval, log: @escaping @Sendable (String) -> Void
  ) {
    self.directory = directory
    self.restInterval = restInterval
    self.log = log
    let header = RecordHeader(
      session: UInt64.random(in: 1...UInt64.max), wall: Fetcher.systemTime(), monotonic: MonotonicClock.now(),
      hasContent: hasContent)
    var left: [UInt8]?
    if let runtime, let map = Self.map(runtime, size: size) {
      let (address, lock) = (map.address, map.lock)
      ring = unsafe RecordRing(
        memory: UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(bitPattern: address), count: size),
        header: header
      ) {
        _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), size)
        _ = Glibc.close(lock)
      }
      left = map.left
      // Once the panel shows something, and before most of it is reached: no page of it shall be new to the frame thread. An older kernel
      // than 5.14 does not know this, and a page costs that thread some microseconds then.
      queue.asyncAfter(deadline: .now() + .seconds(5)) { [weak self] in
        guard let ring = self?.ring else { return }
        withExtendedLifetime(ring) {
          _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: address), size, Self.populate)
        }
      }
    } else {
      ring = RecordRing(size: size, header: header)
    }
    if let left, !left.isEmpty {
      queue.async { [self] in
        if let record = try? EventRecord(left) { _ = write(EventRecord.packed(left), .crash, at: record.header.wall) }
      }
    }
  }

  /// Where a service keeps it, or a user.
  package static var standardRuntime: String? {
    if let directory = Environment.value("RUNTIME_DIRECTORY") { return directory }
    return Environment.value("XDG_RUNTIME_DIR").map { $0 + "/vitrine" }
  }

  /// What one loop writes with; to be used on its thread alone.
  package func makeTape() -> FrameRecorder {
    FrameRecorder(ring, restInterval: restInterval, notes: notes)
  }

  /// The last minutes, as the bytes of a file; any thread.
  package func copy() -> [UInt8] { ring.copy() }

  /// An answer was waited for, and how much memory this process takes then; nanoseconds on the monotonic clock, any thread.
  ///
  /// A panel on which nothing happens is not woken for the sake of being measured.
  func noteFetch(from: Int64, to: Int64) {
    notes.add(RecordNotes.Note(.fetch, from: from, to: to))
    let isDue = memoryDue.withLock { due in
      if to < due { return false }
      due = to &+ Self.memoryPace
      return true
    }
    if isDue { queue.async { [self] in noteMemory() } }
  }

  /// Notes what the queues behind the glass have been at.
  var queueWatch: Pulse.Watch {
    { [notes] queue, from, to in
      switch queue {
      case .content: notes.add(RecordNotes.Note(.content, from: from, to: to))
      case .tiles: notes.add(RecordNotes.Note(.tiles, from: from, to: to))
      case .moreTiles: notes.add(RecordNotes.Note(.tiles, from: from, to: to, value: 1))
      }
    }
  }

  /// Notes how long the kernel is busy with each frame.
  var callWatch: CallWatch {
    CallWatch(
      clock: { MonotonicClock.now() },
      tell: { [notes] in notes.add(RecordNotes.Note(.commit, from: $0, to: $1)) })
  }

  /// Notes how much memory this process takes.
  package func noteMemory() {
    let now = MonotonicClock.now()
    notes.add(RecordNotes.Note(.memory, from: now, to: now, value: Int(clamping: Memory.resident / 1000)))
  }

  /// The run ends as it was meant to: nothing is kept of it.
  package func close() { ring.close() }

  /// Keeps what has just happened; any thread.
  ///
  /// - Parameter then: is given where it is, on a queue; nil where it could not be kept, which the log says.
  package func keep(_ reason: Reason, then: @escaping @Sendable (String?) -> Void = { _ in }) {
    queue.async { [self] in then(write(ring.copy(), reason, at: Fetcher.systemTime())) }
  }

  /// Waits until what was to be kept is kept; for tests.
  package func wait() { queue.sync {} }

  /// Keeps what has just happened, and waits for it.
  ///
  /// - Returns: where it is; nil where it could not be kept, which the log says.
  func keepNow(_ reason: Reason) -> String? {
    queue.sync { write(ring.copy(), reason, at: Fetcher.systemTime()) }
  }

  // MARK: Files

  private struct Map {
    var address: UInt
    /// Of the file, as long as it is ours.
    var lock: Int32
    /// What a run before has left there that has not ended as it was meant to.
    var left: [UInt8]
  }

  private static func map(_ runtime: String, size: Int) -> Map? {
    _ = unsafe mkdir(runtime, 0o700)
    guard let file = try? FileDescriptor(opening: runtime + "/record", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
      // Another kiosk of this user has it: theirs stays.
      flock(file.number, LOCK_EX | LOCK_NB) == 0
    else { return nil }
    let old = isOpen(file) ? (try? file.readAll(limit: 1 << 28)) ?? [] : []
    // Room is taken now: what is written to where there is none ends the process.
    guard ftruncate(file.number, 0) == 0, posix_fallocate(file.number, 0, off_t(size)) == 0 else { return nil }
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return nil }
    return Map(address: UInt(bitPattern: memory), lock: fcntl(file.number, F_DUPFD_CLOEXEC, 3), left: old)
  }

  /// Whether the run that wrote it did not end as it was meant to; the first bytes tell, of seven million.
  private static func isOpen(_ file: borrowing FileDescriptor) -> Bool {
    var head = [UInt8](repeating: 0, count: RecordHeader.size)
    let count = unsafe pread(file.number, &head, head.count, 0)
    guard count == head.count, let header = try? RecordHeader(head[...]) else { return false }
    return !header.isClosed
  }

  /// - Returns: where it is.
  private func write(_ bytes: [UInt8], _ reason: Reason, at time: Double) -> String? {
    guard let directory else {
      switch reason {
      case .fingers: log("three fingers ask for a record: this kiosk has no directory to keep one in")
      case .asked: log("the program asks for a record: its PanelOptions.records name no directory to keep one in")
      case .crash, .missedFrames: break
      }
      return nil
    }
    _ = unsafe mkdir(directory, 0o700)
    let path = "\(directory)/\(Int64(clamping: time.rounded()))-\(reason.rawValue).vrec"
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try file.writeAll(bytes)
      log("kept what happened last in \(path); `vitrine replay` plays it")
    } catch {
      log("could not keep what happened last in \(path): \(error.text)")
      return nil
    }
    prune(directory)
    return path
  }

  /// The oldest go, by their names; but of crashes that go on and on the first of the last day stays, for the others may be of what it left.
  private func prune(_ directory: String) {
    let names = ((try? Directory.names(in: directory)) ?? []).filter { $0.hasSuffix(".vrec") }.sorted().reversed()
    let ofFingers = names.filter { $0.hasSuffix("-\(Reason.fingers.rawValue).vrec") }.dropFirst(Self.mostOfFingers)
    for name in ofFingers { _ = unsafe unlink(directory + "/" + name) }
    var kept = names.filter { !ofFingers.contains($0) }
    let crashes = kept.filter { $0.hasSuffix("-\(Reason.crash.rawValue).vrec") }
    func time(_ name: String) -> Int64 { Int64(name.prefix { $0 != "-" }) ?? 0 }
    if let last = crashes.first, let first = crashes.last(where: { time(last) &- time($0) < Self.day }) {
      kept.removeAll { $0 == first }
      kept.insert(first, at: 0)
    }
    var bytes = 0
    for (place, name) in kept.enumerated() {
      let path = directory + "/" + name
      var status = stat()
      if unsafe lstat(path, &status) == 0 { bytes += Int(status.st_size) }
      if place >= Self.mostKept || bytes > Self.mostBytes { _ = unsafe unlink(path) }
    }
  }
}

/// Whether many frames are missed within seconds; told once in an hour.
struct MissWatch {
  private var since: Nanoseconds = 0
  private var known = 0
  private var quietUntil: Nanoseconds = 0

  /// So many within `span` are many: a second of a panel.
  static let many = 60
  static let span: Nanoseconds = 10_000_000_000
  static let pause: Nanoseconds = 3_600_000_000_000

  mutating func isBurst(_ missed: Int, at now: Nanoseconds) -> Bool {
    if now - since > Self.span { (since, known) = (now, missed) }
    guard missed - known >= Self.many, now >= quietUntil else { return false }
    quietUntil = now + Self.pause
    return true
  }
}
