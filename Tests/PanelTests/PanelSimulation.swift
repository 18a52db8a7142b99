import Panel
import TestSupport

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
  /// Whether the thread waits for something while it draws.
  var waits: (inout SplitMix64) -> Bool = { _ in false }
  /// Whether a finger is on the panel.
  var isTouched = false
  var hasVerticalBlank = true
  var random: SplitMix64
  /// How often a frame meets each kind of trouble.
  var troubles: [(trouble: Trouble, chance: Double)] = []

  enum Trouble: CaseIterable {
    /// The thread wakes most of a period late.
    case lateWake
    /// Drawing takes a period and a half.
    case longDraw
    /// The display takes one more vertical blank.
    case lateFlip
    /// The flip claims to have happened hours away.
    case wrongTime
  }

  struct Frame {
    var began: Nanoseconds
    var predicted: Nanoseconds
    var shown: Nanoseconds
    var trouble: Trouble?
  }

  private(set) var frames: [Frame] = []
  private var drawing: Frame?
  private var sequence: UInt64 = 1000
  /// What the next frame meets.
  private var trouble: Trouble?
  /// The thread has woken late for it.
  private var isLate = false

  init(claimed: DisplayMode, period: Nanoseconds, seed: UInt64) {
    scheduler = FrameScheduler(mode: claimed)
    self.period = period
    random = SplitMix64(seed: seed)
  }

  /// Keeps the picture moving until `end`. Returns false when the display was declared lost.
  mutating func move(until end: Nanoseconds) -> Bool {
    while now < end {
      switch scheduler.next(now: now, needsFrame: true, isTouched: isTouched, timer: nil) {
      case .sleep: return true
      case .lost: return false
      case .wake(let time):
        if let frame = drawing, frame.shown <= time {
          complete(frame)
        } else {
          now = max(now + 1, time) + lateness(&random)
          if trouble == .lateWake, !isLate, drawing == nil {
            now += period * 9 / 10
            isLate = true
          }
          if let frame = drawing, frame.shown <= now { complete(frame) }
        }
      case .draw(let presentation):
        let began = now
        now += max(1, drawCost(&random))
        if trouble == .longDraw { now += period * 3 / 2 }
        let delay = flipDelay(&random) + (trouble == .lateFlip ? 1 : 0)
        let blank = hasVerticalBlank ? nextBlank(after: now) + period * Nanoseconds(delay) : now + 200_000
        drawing = Frame(began: began, predicted: presentation, shown: blank, trouble: trouble)
        if waits(&random) { scheduler.waited() }
        scheduler.submitted(presentation: presentation, began: began, ended: now)
        trouble = nextTrouble()
        isLate = false
      }
    }
    return true
  }

  /// Nothing moves for a while.
  mutating func rest(_ duration: Nanoseconds) {
    if let frame = drawing { complete(frame) }
    _ = scheduler.next(now: now, needsFrame: false, timer: nil)
    now += duration
  }

  private mutating func complete(_ frame: Frame) {
    now = max(now, frame.shown)
    sequence = hasVerticalBlank ? UInt64(frame.shown / period) : 0
    let hours: Nanoseconds = frame.trouble == .wrongTime ? 7200 * 1_000_000_000 : 0
    scheduler.flipped(Flip(time: frame.shown + flipNoise(&random) + hours, sequence: sequence), now: now)
    frames.append(frame)
    drawing = nil
  }

  private mutating func nextTrouble() -> Trouble? {
    for (trouble, chance) in troubles where Double.random(in: 0..<1, using: &random) < chance { return trouble }
    return nil
  }

  private func nextBlank(after time: Nanoseconds) -> Nanoseconds { (time / period + 1) * period }
}
