import CLinux
import Glibc
import Synchronization

/// Tells the machine's delays from ours, as cyclictest(8) does: on every processor a thread of higher priority than frames have wakes
/// every half millisecond and notes when it could not. Whoever was late meanwhile was kept from the processor by the kernel, or by the
/// host of a virtual machine.
///
/// For measurements; it takes about one percent of each processor.
public final class ProcessorWatch: Sendable {
  /// Time between two wake-ups, ns. What is withheld for less than one and a half of it may go unseen; what is seen began up to this
  /// much earlier.
  public static let step: Nanoseconds = 500_000

  /// Outlives the watch for as long as its threads do.
  private final class Log: Sendable {
    let gaps = Mutex(Gaps())
    let isOver = Atomic(false)
  }

  private let log = Log()

  /// Watches until it is released.
  ///
  /// - Returns: nil where real-time priority is not permitted: an ordinary thread waits for others, and that tells nothing.
  public init?() {
    let priority = FrameThread.priority + 2
    let isPermitted = FrameThread.run(realTimePriority: priority) {
      var parameters = sched_param()
      var policy: Int32 = 0
      _ = unsafe pthread_getschedparam(pthread_self(), &policy, &parameters)
      return parameters.sched_priority == priority
    }
    guard isPermitted else { return nil }
    var permitted = cpu_set_t()
    guard unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &permitted) == 0 else { return nil }
    let words = unsafe withUnsafeBytes(of: &permitted) { raw in unsafe Array(raw.bindMemory(to: UInt.self)) }
    for processor in 0..<(words.count * UInt.bitWidth)
    where words[processor / UInt.bitWidth] >> (processor % UInt.bitWidth) & 1 != 0 {
      let log = log
      FrameThread(named: "vitrine-watch", realTimePriority: priority) { Self.watch(Int32(processor), log) }.leave()
    }
  }

  deinit { log.isOver.store(true, ordering: .relaxed) }

  /// What it has seen so far.
  public var gaps: Gaps { log.gaps.withLock { $0 } }

  /// The processor the calling thread runs on.
  public static var current: Int32 { sched_getcpu() }

  private static func watch(_ processor: Int32, _ log: Log) {
    var only = cpu_set_t()
    unsafe withUnsafeMutableBytes(of: &only) { raw in
      unsafe raw.bindMemory(to: UInt.self)[Int(processor) / UInt.bitWidth] |= 1 << (Int(processor) % UInt.bitWidth)
    }
    guard unsafe sched_setaffinity(0, MemoryLayout<cpu_set_t>.size, &only) == 0 else { return }
    var due = MonotonicClock.now() + step
    while !log.isOver.load(ordering: .relaxed) {
      MonotonicClock.sleep(until: due)
      let now = MonotonicClock.now()
      if now - due > step / 2 {
        log.gaps.withLock { $0.add(from: due, to: now, on: processor) }
      }
      due = max(due, now) + step
    }
  }
}

/// When processors were withheld from whoever runs on them.
public struct Gaps: Sendable {
  private struct Gap: Sendable {
    var processor: Int32
    var began: Nanoseconds
    var ended: Nanoseconds
  }

  private var gaps: [Gap] = []

  /// None.
  public init() {}

  /// - Parameters:
  ///   - began: of the monotonic clock, as `ended`.
  ///   - processor: as sched_getcpu(3) counts them.
  public mutating func add(from began: Nanoseconds, to ended: Nanoseconds, on processor: Int32) {
    gaps.append(Gap(processor: processor, began: began, ended: ended))
  }

  /// The longest, on any processor; 0 without any.
  public var longest: Nanoseconds { gaps.map { $0.ended - $0.began }.max() ?? 0 }

  /// How much of the time between two moments a processor was surely withheld, ns: a gap may have begun up to `ProcessorWatch.step`
  /// before it was noted, which nobody is excused by.
  public func withheld(from start: Nanoseconds, to end: Nanoseconds, on processor: Int32) -> Nanoseconds {
    gaps.lazy.filter { $0.processor == processor }
      .map { max(0, min($0.ended, end) - max($0.began, start)) }.reduce(0, +)
  }
}
