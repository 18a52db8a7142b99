import Refresh
import TestSupport
import Testing

private let metrics = RefreshMetrics(trigger: 100, hold: 60, arming: 0.2)

private func machine() -> RefreshMachine { RefreshMachine(style: PlainStyle(metrics: metrics), viewport: 1000) }

@Test func theSignComesAndGoesEvenly() {
  var machine = machine()
  _ = machine.handle(.moved(extent: 50, .pulls), at: 1)
  #expect(machine.state(extent: 50, at: 1.5).armed == 0)
  _ = machine.handle(.moved(extent: 110, .pulls), at: 2)
  #expect(machine.state(extent: 110, at: 2).armed == 0)
  #expect(abs(machine.state(extent: 110, at: 2.05).armed - 0.25) < 1e-12)
  #expect(machine.state(extent: 110, at: 2.3).armed == 1)
  _ = machine.handle(.moved(extent: 90, .pulls), at: 3)
  #expect(machine.state(extent: 90, at: 3).armed == 1)
  #expect(abs(machine.state(extent: 90, at: 3.15).armed - 0.25) < 1e-9)
  // Half-way back it comes again from there.
  _ = machine.handle(.moved(extent: 101, .pulls), at: 3.1)
  #expect(abs(machine.state(extent: 101, at: 3.1).armed - 0.5) < 1e-9)
  #expect(abs(machine.state(extent: 101, at: 3.15).armed - 0.75) < 1e-9)
}

@Test func aTaskKeepsTheSignItStartedWith() {
  var machine = machine()
  _ = machine.handle(.moved(extent: 110, .pulls), at: 0)
  _ = machine.handle(.up(velocity: 0), at: 0.1)
  for time in [0.1, 0.3, 5] { #expect(abs(machine.state(extent: 110, at: time).armed - 0.5) < 1e-9) }
  // The next pull knows nothing of it.
  _ = machine.handle(.done(task: 1, .success), at: 6)
  _ = machine.handle(.tick, at: 7)
  _ = machine.handle(.moved(extent: 0, .none), at: 8)
  #expect(machine.phase == .idle)
  _ = machine.handle(.moved(extent: 20, .pulls), at: 9)
  #expect(machine.state(extent: 20, at: 9).armed == 0)
}

/// However a finger trembles about the trigger, the sign moves no faster than it may.
@Test(arguments: 1...20)
func tremblingNeverMakesTheSignJump(seed: Int) {
  var machine = machine()
  var random = SplitMix64(seed: UInt64(seed))
  var extent = 95.0
  var last = 0.0
  for step in 1...2000 {
    let time = Double(step) / 240
    extent = min(max(extent + Double.random(in: -6...6, using: &random), 85), 115)
    if Int.random(in: 0..<200, using: &random) == 0 {
      _ = machine.handle(.cancel, at: time)
    } else {
      _ = machine.handle(.moved(extent: extent, .pulls), at: time)
    }
    let armed = machine.state(extent: extent, at: time).armed
    #expect(abs(armed - last) <= 1.0 / 240 / 0.2 + 1e-9)
    last = armed
  }
}

@Test func thePhaseBeforeHasItsLength() {
  var machine = machine()
  _ = machine.handle(.moved(extent: 50, .pulls), at: 1)
  _ = machine.handle(.moved(extent: 110, .pulls), at: 1.5)
  #expect(abs(machine.state(extent: 110, at: 2).previousTime - 0.5) < 1e-12)
  _ = machine.handle(.up(velocity: 0), at: 4)
  #expect(abs(machine.state(extent: 110, at: 4).previousTime - 2.5) < 1e-12)
}
