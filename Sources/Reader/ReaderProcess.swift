import CConfine
import CLinux
import Glibc
import Linux
import Numbers

/// One reader as its parent has it: a child process, and the socket to it. Ended with it.
struct ReaderProcess: ~Copyable {
  /// The reader's end of the socket, in the reader.
  static let childSocket: Int32 = 3

  /// How long one job may take.
  struct Patience: Sendable {
    /// Seconds of the processor's time.
    var processor = 2.0
    /// Seconds: a reader that is stopped, or waits for memory, takes none of the processor's.
    var wall = 30.0
  }

  private let process: pid_t
  private let socket: FileDescriptor
  private var jobs: UInt64 = 0
  /// Its number may be another process's by now.
  private var isBuried = false
  /// What confines it, as bits of CConfine.
  let force: UInt64

  /// Starts one, which has given up its rights when this returns.
  ///
  /// - Parameters:
  ///   - program: what is started.
  ///   - role: what it is for.
  ///   - names: what it loads before.
  static func start(
    program: String, role: ReaderService.Role, names: [String], patience: Patience
  ) throws(ReaderFailure) -> ReaderProcess {
    var ends: [Int32] = [-1, -1]
    let failure = unsafe confine_pair(&ends)
    guard failure == 0 else { throw .notStarted("socketpair", failure) }
    let socket = FileDescriptor(ends[0])
    let process: pid_t
    do {
      let other = FileDescriptor(ends[1])
      process = try spawn(program, socket: other.number)
    }
    var greeting = WireWriter()
    greeting.put(names)
    do throws(SystemError) {
      let file = try SealedMemory.make([greeting.bytes])
      try Packet(number: 0, kind: role.rawValue, count: UInt64(greeting.bytes.count)).send(
        to: socket.number, file: file.number)
    } catch  where error.number != EPIPE && error.number != ECONNRESET {
      end(process)
      throw .notStarted("its greeting", error.number)
    } catch {
      // It has ended already; how is told below.
    }
    var force: UInt64?
    let impatience = Deadline(process, patience).wait(for: socket.number)
    if impatience == nil, let answer = Packet.receive(from: socket.number)?.packet, answer.number == 0 {
      force = answer.kind
    }
    guard let force else {
      let words = ReaderEnd.words(end(process))
      throw ReaderFailure(
        .notStarted,
        "could not be read: the process that reads answers ended while it began, by \(impatience ?? words); it is tried again with the next answer"
      )
    }
    return ReaderProcess(process: process, socket: socket, force: force)
  }

  private init(process: pid_t, socket: consuming FileDescriptor, force: UInt64) {
    self.process = process
    self.socket = socket
    self.force = force
  }

  deinit { if !isBuried { Self.end(process) } }

  /// What came of a job.
  enum Result: Sendable {
    case done([UInt8], isLast: Bool)
    case needs([String])
    /// The reader is no more: why, and whether somebody else ended it.
    case ended(String, byOthers: Bool)
  }

  /// Whether it waits for a job: alive, and without a word that nobody asked for.
  var isReady: Bool {
    var entry = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// Has it do one job; to be called while `isReady`.
  ///
  /// - Parameter take: takes the parts of what comes of it.
  mutating func run(
    _ job: Reader.Job, patience: Patience, parts take: Reader.PartTaker
  ) throws(ReaderFailure) -> Result {
    jobs += 1
    do throws(SystemError) {
      var head = WireWriter(capacity: job.head.count + 4)
      head.put(counted: job.head)
      let file = try SealedMemory.make([head.bytes, job.body])
      try Packet(number: jobs, kind: job.kind, count: UInt64(clamping: head.bytes.count + job.body.count))
        .send(to: socket.number, file: file.number)
    } catch {
      throw .notHandedOver(error.number)
    }
    var patience = patience
    patience.processor = job.processor ?? patience.processor
    let deadline = Deadline(process, patience)
    let nonsense = Result.ended("us, for what it sent was no answer", byOthers: false)
    guard take(.begin) else { return nonsense }
    var left = job.replyLimit
    var bytes: [UInt8] = []
    while true {
      if let impatience = deadline.wait(for: socket.number) { return .ended(impatience, byOthers: false) }
      guard let packet = Packet.receive(from: socket.number) else {
        let status = Self.end(process)
        isBuried = true
        return .ended(ReaderEnd.words(status), byOthers: status & 0x7F == SIGKILL)
      }
      guard packet.packet.number == jobs, let outcome = Packet.Outcome(rawValue: packet.packet.kind),
        packet.bytes.count <= left
      else { return nonsense }
      left -= packet.bytes.count
      if bytes.isEmpty, outcome != .piece {
        bytes = packet.bytes
      } else {
        if bytes.isEmpty { bytes.reserveCapacity(Int(clamping: min(packet.packet.count, UInt64(clamping: left)))) }
        bytes += packet.bytes
      }
      switch outcome {
      case .piece: break
      case .part:
        guard take(.bytes(bytes)) else { return nonsense }
        bytes = []
      case .done, .last: return .done(bytes, isLast: outcome == .last)
      case .needs:
        var wire = WireTaker(bytes)
        return .needs((try? wire.texts()) ?? [])
      }
    }
  }
}

extension ReaderProcess {
  /// `posix_spawn(3)`: no descriptors but the socket, no environment, no signal blocked or ignored, no terminal's signals.
  private static func spawn(_ program: String, socket: Int32) throws(ReaderFailure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for number in 0...2 as ClosedRange<Int32> {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, childSocket)
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    // The environment has passwords. Swift's own crash reporter would be another process, which a reader may not have. librsvg
    // has a thread for each processor, if it may. What the loader needs to find libraries has none.
    let environment =
      ["MALLOC_ARENA_MAX=1", "SWIFT_BACKTRACE=enable=no", "RAYON_NUM_THREADS=1"]
      + (Environment.value("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
    let words = ["vitrine", ReaderService.argument]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, program, &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw .notStarted("posix_spawn of \(program)", failure) }
    return process
  }

  /// Until when one job may take.
  private struct Deadline {
    private let patience: Patience
    private let start: Double
    /// Of the process; nil where it has none any more.
    private let clock: clockid_t?
    private let used: Double

    init(_ process: pid_t, _ patience: Patience) {
      self.patience = patience
      start = ReaderProcess.seconds(CLOCK_MONOTONIC)
      var clock = clockid_t()
      self.clock = unsafe clock_getcpuclockid(process, &clock) == 0 ? clock : nil
      used = self.clock.map(ReaderProcess.seconds) ?? 0
    }

    /// Waits for a word of it, or its end; what it took too much of, or nil.
    func wait(for socket: Int32) -> String? {
      while true {
        let wall = patience.wall - (ReaderProcess.seconds(CLOCK_MONOTONIC) - start)
        // Of one thread: it cannot have used more than has gone by.
        let processor = clock.map { patience.processor - (ReaderProcess.seconds($0) - used) } ?? wall
        if processor <= 0 { return "us, after \(patience.processor) s of the processor's time" }
        if wall <= 0 { return "us, after \(patience.wall) s without an answer" }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: (min(wall, processor) * 1e3).rounded(.up).clamped(to: 1...60_000))
        if unsafe poll(&entry, 1, milliseconds) > 0 { return nil }
      }
    }
  }

  /// Ends it if it has not ended, and buries it.
  ///
  /// - Returns: its status, of waitpid(2). What had ended by itself says so.
  @discardableResult private static func end(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    // The socket closes a moment before its process is a dead one.
    kill(process, SIGKILL)
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var now = timespec()
    unsafe _ = clock_gettime(clock, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    max(range.lowerBound, min(self, range.upperBound))
  }
}
