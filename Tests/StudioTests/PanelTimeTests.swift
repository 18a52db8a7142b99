import Motion
import Numbers
import Panel
import Synchronization
import Testing

@testable import Vitrine

/// A clock that shows what it is told to.
private final class Hand: Sendable {
  private let time = Mutex<Nanoseconds>(1_000_000_000)
  var now: Nanoseconds { time.withLock { $0 } }
  func pass(_ nanoseconds: Nanoseconds) { time.withLock { $0 += nanoseconds } }
}

@Suite struct PanelTimeTests {
  @Test func itIsTheMachinesUntilSomebodySlowsIt() {
    let hand = Hand()
    let time = PanelTime { hand.now }
    hand.pass(5_000_000_007)
    #expect(time.now() == hand.now)
    #expect(time.moment(of: hand.now + 3) == hand.now + 3)
  }

  @Test(arguments: [1.0, 0.25, 0.0625])
  func itGoesOnWhereItWasAtEverySpeed(rate: Double) {
    let hand = Hand()
    let time = PanelTime { hand.now }
    var last = time.now()
    for next in [rate, 0.5, 1, rate, 0, rate] {
      time.run(at: next)
      // No jump when the speed changes.
      #expect(abs(time.now() - last) <= 1)
      hand.pass(160_000_000)
      let passed = time.now() - last
      #expect(abs(passed - Nanoseconds(seconds: 0.16 * next)) <= 1)
      last = time.now()
    }
    // A moment of the panel comes when the machine's clock says so, not before.
    for ahead: Nanoseconds in [0, 1, 16_666_667, 2_000_000_000] {
      let moment = time.moment(of: last + ahead)!
      #expect(time.time(at: moment) >= last + ahead && time.time(at: moment - 64) <= last + ahead)
    }
  }

  @Test(arguments: [-1, 2, .nan, .infinity, 1e300])
  func speedsThatAreNoneAreBroughtWithin(rate: Double) {
    let time = PanelTime { 5 }
    time.run(at: rate)
    #expect(PanelTime.rates.contains(time.rate))
  }

  @Test func framesComeOneByOneWhileItStandsStill() {
    let hand = Hand()
    let time = PanelTime { hand.now }
    time.step()
    #expect(!time.goesOn(shown: 0, to: time.now()))
    time.run(at: 0)
    let start = time.now()
    #expect(time.moment(of: start) == nil)
    #expect(!time.goesOn(shown: 7, to: start + 10))
    time.step()
    // First when to draw, then the vertical blank; then the frame is there.
    #expect(time.goesOn(shown: 7, to: start + 12_000_000) && time.now() == start + 12_000_000)
    #expect(time.goesOn(shown: 7, to: start + 16_000_000) && time.now() == start + 16_000_000)
    #expect(!time.goesOn(shown: 8, to: start + 28_000_000) && time.now() == start + 16_000_000)
    // Two at once.
    time.step()
    time.step()
    #expect(time.goesOn(shown: 8, to: start + 32_000_000))
    #expect(time.goesOn(shown: 9, to: start + 48_000_000))
    #expect(!time.goesOn(shown: 10, to: start + 64_000_000))
    // Nothing moves: the clock's next minute is no frame to wait for.
    time.step()
    #expect(!time.goesOn(shown: 10, to: start + 40_000_000_000))
    #expect(!time.goesOn(shown: 10, to: start + 50_000_000) && time.now() == start + 48_000_000)
    time.step()
    #expect(!time.goesOn(shown: 10, to: nil))
  }

  @Test func whatIsDoneComesInThePanelsTime() {
    let hand = Hand()
    let time = PanelTime { hand.now }
    time.run(at: 0.25)
    let start = time.now()
    hand.pass(400_000_000)
    let event = time.event(.key(.down, time: Double(hand.now) / 1e9))
    #expect(abs(event.time - Double(start + 100_000_000) / 1e9) < 1e-6)
  }
}
