import Glibc
import Kiosk
import Panel
import Recording
import Refresh

/// What it costs to write everything down that enters the frame loop, and to play it again.
///
/// The same gestures with a recorder and without one, in turn, several times: the least of each counts, which others on the machine disturb
/// least.
struct RecorderCost {
  /// Nanoseconds of a processor a frame.
  private(set) var with = Double.infinity
  private(set) var without = Double.infinity
  /// What the frame thread took from the heap while it wrote.
  private(set) var allocations: UInt64 = 0
  /// Bytes that are written in a minute of fingers that hardly rest.
  private(set) var bytesOfAMinute = 0.0
  /// So many times as fast as it was it is played again.
  private(set) var speed = 0.0

  /// At 60 Hz a frame may cost a hundredth of its time.
  static let most = 1e9 / 60 / 100
  static let leastSpeed = 20.0

  init() {
    for _ in 0..<5 {
      without = min(without, measure(recording: nil))
      let ring = RecordRing(header: RecordHeader(session: 1, wall: 0, monotonic: 0, hasContent: false))
      with = min(with, measure(recording: ring))
      play(ring)
    }
  }

  private mutating func measure(recording ring: RecordRing?) -> Double {
    var rig = Rig(style: CompassStyle(), recording: ring)
    for _ in 0..<4 { rig.play(gestures(from: Double(rig.now) / 1e9 + 0.5), outcome: .success) }
    let (frames, began, bytes) = (rig.loop.screen.frameCount, rig.now, ring?.copy().count ?? 0)
    rig.allocations = 0
    let start = Self.processorTime()
    for _ in 0..<4 { rig.play(gestures(from: Double(rig.now) / 1e9 + 0.5), outcome: .success) }
    let time = Self.processorTime() - start
    if let ring {
      allocations += rig.allocations
      bytesOfAMinute = Double(ring.copy().count - bytes) / (Double(rig.now - began) / 60e9)
    }
    return Double(time) / Double(max(rig.loop.screen.frameCount - frames, 1))
  }

  private mutating func play(_ ring: RecordRing) {
    guard let record = try? EventRecord(ring.copy()) else { return }
    let start = Self.processorTime()
    var player = FramePlayer(record)
    while player.step() {}
    speed = max(speed, player.seconds * 1e9 / Double(max(Self.processorTime() - start, 1)))
  }

  /// Nanoseconds this thread has had of a processor.
  private static func processorTime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Prints it, with the limits beside it.
  ///
  /// - Returns: whether all of it is within them.
  func isCheap() -> Bool {
    let cost = max(with - without, 0)
    let isSmall = RecordRing.usualSize <= 8_000_000
    let holds = Double(RecordRing.usualSize) / max(bytesOfAMinute, 1)
    print("")
    print("the recorder")
    print(padded("us a frame (at most \(tenths(Self.most / 1e3)))", 44) + tenths(cost / 1e3))
    print(padded("% of a processor at 60 Hz (at most 1)", 44) + tenths(cost / Self.most))
    print(padded("MB of memory (at most 8)", 44) + tenths(Double(RecordRing.usualSize) / 1e6))
    print(padded("minutes of fingers without rest in it (5)", 44) + tenths(holds))
    print(padded("allocations of the frame thread (none)", 44) + "\(allocations)")
    print(padded("times real time a replay is (at least 20)", 44) + tenths(speed))
    return cost <= Self.most && isSmall && holds >= 5 && allocations == 0 && speed >= Self.leastSpeed
  }
}
