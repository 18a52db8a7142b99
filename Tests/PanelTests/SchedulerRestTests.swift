import Numbers
import Panel
import Scene
import Testing

/// Numbers taken down, and given back in their order.
private struct Notebook: StateWalk {
  var isReading = false
  private var notes: [UInt64] = []
  private var place = 0

  private mutating func walk(bits: inout UInt64) {
    guard isReading else { return notes.append(bits) }
    bits = notes[place]
    place += 1
  }

  mutating func walk(_ flag: inout Bool) {
    var bits: UInt64 = flag ? 1 : 0
    walk(bits: &bits)
    flag = bits == 1
  }

  mutating func walk(_ number: inout Int, in range: ClosedRange<Int>) {
    var bits = UInt64(bitPattern: Int64(number))
    walk(bits: &bits)
    number = Int(Int64(bitPattern: bits))
  }

  mutating func walk(_ number: inout UInt64) { walk(bits: &number) }

  mutating func walk(_ number: inout Double, in range: ClosedRange<Double>) {
    var bits = number.bitPattern
    walk(bits: &bits)
    number = Double(bitPattern: bits)
  }
}

private let mode = DisplayMode(size: PixelSize(width: 800, height: 480))
private let period = mode.period

/// A scheduler that has drawn thirty frames, and rests; and when.
private func rested() -> (scheduler: FrameScheduler, now: Nanoseconds) {
  var panel = PanelSimulation(claimed: mode, period: period, seed: 5)
  _ = panel.move(until: panel.now + 30 * period)
  var scheduler = panel.scheduler
  if scheduler.isWaitingForFlip { scheduler.flipped(Flip(time: panel.now, sequence: 1_031), now: panel.now) }
  _ = scheduler.takeVerdict()
  _ = scheduler.next(now: panel.now, needsFrame: false, timer: nil)
  return (scheduler, panel.now + 3 * period)
}

/// What may be going on in a replay that shows something else than was, when it comes to a moment of rest.
private let midst: [@Sendable (inout FrameScheduler, Nanoseconds) -> Void] = [
  { scheduler, now in
    // To be woken for a blank, and not to draw at once.
    for step in 0..<8 {
      let time = now + Nanoseconds(step) * period / 8
      if case .wake = scheduler.next(now: time, needsFrame: true, timer: nil) { return }
    }
  },
  { scheduler, now in scheduler.submitted(presentation: now + period, began: now, ended: now + 1_000_000) },
  { scheduler, now in scheduler.touched(at: now - 2_000_000) },
  { scheduler, now in scheduler.waited() },
  { scheduler, now in scheduler.refused(at: now) },
]

@Test(arguments: midst.indices)
func whatGoesOnFromARestKnowsNothingOfWhatWasBefore(number: Int) {
  var (asItWas, now) = rested()
  var other = asItWas
  #expect(other.isAtRest)
  midst[number](&other, now)
  #expect(!other.isAtRest)
  var notebook = Notebook()
  asItWas.walkAtRest(&notebook)
  notebook.isReading = true
  other.walkAtRest(&notebook)
  #expect(other.isAtRest)
  // Past its planned blank, and past the one after.
  now += period
  for time in stride(from: now, to: now + 4 * period, by: Int(period / 7)) {
    let expected = asItWas.next(now: time, needsFrame: true, timer: nil)
    #expect(other.next(now: time, needsFrame: true, timer: nil) == expected)
    #expect(other.takeVerdict() == asItWas.takeVerdict())
  }
}
