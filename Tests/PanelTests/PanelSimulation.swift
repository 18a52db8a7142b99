import Panel

/// A panel and a frame thread in virtual time: real vertical blanks on one side, the scheduler on the other.
struct PanelSimulation {
  var scheduler: FrameScheduler
  /// The panel's true refresh period, whatever its mode claims.
  var period: Nanoseconds
  var now: Nanoseconds = 5_000_000_000
  var drawCost: (inout SplitMix64) -> Nanoseconds = { _ in 3_000_000 }
  /// How late the thread wakes after a timer.
  var lateness: (inout SplitMix64) -> Nanoseconds = { _ in 60_000 }
  /// Added to the reported flip time.
  var flipNoise: (inout SplitMix64) -> Nanoseconds = { _ in 0 }
  /// Vertical blanks a flip is delayed by.
  var flipDelay: (inout SplitMix64) -> Int = { _ in 0 }
  var hasVerticalBlank = true
  var random: SplitMix64

  struct Frame {
    var began: Nanoseconds
    var predicted: Nanoseconds
    var shown: Nanoseconds
  }

  private(set) var frames: [Frame] = []
  private var drawing: Frame?
  private var sequence: UInt64 = 1000

  init(claimed: DisplayMode, period: Nanoseconds, seed: UInt64) {
    scheduler = FrameScheduler(mode: claimed)
    self.period = period
    random = SplitMix64(seed: seed)
  }

  /// Keeps the picture moving until `end`. Returns false when the display was declared lost.
  mutating func move(until end: Nanoseconds) -> Bool {
    while now < end {
      switch scheduler.next(now: now, needsFrame: true, timer: nil) {
      case .sleep: return true
      case .lost: return false
      case .wake(let time):
        if let frame = drawing, frame.shown <= time {
          complete(frame)
        } else {
          now = max(now + 1, time) + lateness(&random)
          if let frame = drawing, frame.shown <= now { complete(frame) }
        }
      case .draw(let presentation):
        let began = now
        now += max(1, drawCost(&random))
        let blank = hasVerticalBlank ? nextBlank(after: now) + period * Nanoseconds(flipDelay(&random)) : now + 200_000
        drawing = Frame(began: began, predicted: presentation, shown: blank)
        scheduler.submitted(presentation: presentation, began: began, ended: now)
      }
    }
    return true
  }

  /// Nothing moves for a while.
  mutating func rest(_ duration: Nanoseconds) {
    if let frame = drawing { complete(frame) }
    now += duration
  }

  private mutating func complete(_ frame: Frame) {
    now = max(now, frame.shown)
    sequence = hasVerticalBlank ? UInt64(frame.shown / period) : 0
    scheduler.flipped(Flip(time: frame.shown + flipNoise(&random), sequence: sequence), now: now)
    frames.append(frame)
    drawing = nil
  }

  private func nextBlank(after time: Nanoseconds) -> Nanoseconds { (time / period + 1) * period }
}

/// Small, fast, and the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
