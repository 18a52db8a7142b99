import Motion
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// A panel's light in virtual time, with what is asked of its hardware.
private struct Bench {
  var power = PanelPower()
  var asked: [PanelRequest] = []
  var canceled: [TouchEvent] = []

  init(_ ladder: IdleLadder = .lampOff(after: 60), night: Double? = nil) {
    power.ladder = ladder
    power.night = night
    power.begin(at: 0)
  }

  /// A frame drawn at a time, on the glass 20 ms later.
  mutating func frame(_ time: Double) {
    draw(time)
    power.presented(at: time + 0.02)
    power.perform { asked.append($0) }
  }

  mutating func draw(_ time: Double) {
    power.advance(to: time, canceling: &canceled)
    power.drew()
    power.perform { asked.append($0) }
  }

  @discardableResult
  mutating func touch(_ phase: TouchEvent.Phase, at time: Double, contact: Int = 0) -> Bool {
    power.admits(.touch(TouchEvent(phase: phase, contact: contact, position: .zero, time: time)))
  }

  mutating func takeAsked() -> [PanelRequest] {
    defer { asked = [] }
    return asked
  }
}

@Test func theLadderIsClimbedRungByRung() {
  var bench = Bench(
    IdleLadder([
      .init(after: 30, light: .black), .init(after: 10, light: .lit(0.3)), .init(after: 40, light: .lampOff),
      .init(after: 100, light: .standby),
    ]))
  var lights: [String] = []
  var time = 0.0
  while let next = bench.power.nextChange(after: time) {
    #expect(!bench.power.changes(at: next - 0.001))
    #expect(bench.power.changes(at: next))
    bench.frame(next)
    lights.append("\(next) \(bench.power.light)")
    time = next
  }
  #expect(lights == ["10.0 lit(0.3)", "30.0 black", "40.0 lampOff", "100.0 standby"])
  #expect(bench.takeAsked() == [.lamp(0.3), .lamp(nil), .display(isOn: false)])
}

@Test func theUsualLadderWarnsGoesBlackAndEndsWithTheLampOff() {
  let ladder = IdleLadder.lampOff(after: 600)
  #expect(ladder.stages.map(\.after) == [570, 600, 601])
  #expect(ladder.stages.map(\.light) == [.lit(0.3), .black, .lampOff])
  #expect(IdleLadder.lampOff(after: 10).stages.map(\.after) == [5, 10, 11])
  #expect(ladder.light(afterRest: 1e9) == .lampOff)
}

@Test func aPanelWithoutALadderStaysLitWithoutATimer() {
  var bench = Bench(IdleLadder())
  #expect(bench.power.nextChange(after: 0) == nil)
  bench.frame(1e6)
  #expect(bench.power.light == .lit(1))
  #expect(bench.asked.isEmpty)
}

@Test func aTouchWhileDimmedLightsThePanelAndCounts() {
  var bench = Bench()
  bench.frame(31)
  #expect(bench.power.light == .lit(0.3))
  let isDown = bench.touch(.down, at: 32)
  let isUp = bench.touch(.up, at: 32.1)
  #expect(isDown && isUp)
  bench.frame(32.2)
  #expect(bench.takeAsked() == [.lamp(0.3), .lamp(1)])
}

@Test func theTapThatWakesPressesNothing() {
  var bench = Bench()
  bench.frame(100)
  #expect(bench.power.isDark)
  _ = bench.takeAsked()
  let isDown = bench.touch(.down, at: 200)
  bench.draw(200.01)
  let isUp = bench.touch(.up, at: 200.08)
  #expect(!isDown && !isUp)
  #expect(!bench.power.isDark)
  // No light before there is something to see by it.
  #expect(bench.takeAsked() == [])
  bench.power.presented(at: 200.03)
  bench.power.perform { bench.asked.append($0) }
  #expect(bench.takeAsked() == [.lamp(1)])
}

@Test func aTouchBeforeTheGuardIsOverPressesNothing() {
  var bench = Bench()
  bench.frame(100)
  bench.touch(.down, at: 200)
  bench.touch(.up, at: 200.05)
  bench.frame(200.1)  // On the glass at 200.12.
  let early = [bench.touch(.down, at: 200.31), bench.touch(.motion, at: 200.5), bench.touch(.up, at: 201)]
  let late = [bench.touch(.down, at: 201.1), bench.touch(.motion, at: 201.2), bench.touch(.up, at: 201.3)]
  #expect(early == [false, false, false])
  #expect(late == [true, true, true])
}

@Test func theFirstTouchAfterTheGuardCounts() {
  var bench = Bench()
  bench.frame(100)
  bench.touch(.down, at: 200)
  bench.touch(.up, at: 200.05)
  bench.frame(200.1)
  let isDown = bench.touch(.down, at: 200.3201)
  #expect(isDown)
}

@Test func aSequenceIsSwallowedWholeUntilEveryFingerIsUp() {
  var bench = Bench()
  bench.frame(100)
  var passed: [Bool] = []
  passed.append(bench.touch(.down, at: 200, contact: 1))
  bench.frame(200.1)
  // Long after the guard, but the hand that woke the panel is still on it.
  passed.append(bench.touch(.down, at: 205, contact: 2))
  passed.append(bench.touch(.up, at: 206, contact: 1))
  passed.append(bench.touch(.motion, at: 207, contact: 2))
  passed.append(bench.touch(.down, at: 208, contact: 3))
  passed.append(bench.touch(.up, at: 209, contact: 2))
  passed.append(bench.touch(.up, at: 210, contact: 3))
  #expect(passed == Array(repeating: false, count: 7))
  let next = bench.touch(.down, at: 211)
  #expect(next)
}

@Test func theFrameThatWasOnItsWayWhenThePanelWokeDoesNotCount() {
  var bench = Bench()
  bench.draw(100)
  bench.touch(.down, at: 100.005)
  bench.touch(.up, at: 100.006)
  // The black frame's flip.
  bench.power.presented(at: 100.01)
  bench.power.perform { bench.asked.append($0) }
  let isDown = bench.touch(.down, at: 100.5)
  bench.touch(.up, at: 100.6)
  #expect(!isDown)
  #expect(!bench.asked.contains(.lamp(1)))
  bench.frame(101)
  #expect(bench.asked.last == .lamp(1))
}

@Test func keysAndWheelsWakeAndDoNothingElse() {
  var bench = Bench()
  bench.frame(100)
  let key = bench.power.admits(.key(.refresh, time: 200))
  bench.frame(200.1)
  let soon = bench.power.admits(.wheel(lines: 3, position: .zero, time: 200.2))
  let later = bench.power.admits(.key(.refresh, time: 200.4))
  #expect([key, soon, later] == [false, false, true])
}

@Test func aFingerThatRestsWhileTheLightGoesIsCancelledOnce() {
  var bench = Bench()
  bench.touch(.down, at: 1, contact: 5)
  bench.frame(61)
  #expect(bench.canceled.map(\.contact) == [5])
  #expect(bench.canceled.map(\.phase) == [.cancel])
  bench.frame(62)
  #expect(bench.canceled.count == 1)
  // Its lift is an input that wakes, and nothing more.
  let isUp = bench.touch(.up, at: 100, contact: 5)
  #expect(!isUp)
  bench.frame(100.1)
  let isDown = bench.touch(.down, at: 101)
  #expect(isDown)
}

@Test func aDisplayInStandbyIsSwitchedOnBeforeItsFrameAndItsLamp() {
  var bench = Bench(IdleLadder([.init(after: 10, light: .standby)]))
  bench.frame(10)
  #expect(bench.takeAsked() == [.lamp(nil), .display(isOn: false)])
  bench.touch(.down, at: 20)
  bench.draw(20.01)
  #expect(bench.takeAsked() == [.display(isOn: true)])
  bench.power.presented(at: 20.5)
  bench.power.perform { bench.asked.append($0) }
  #expect(bench.takeAsked() == [.lamp(1)])
}

@Test func theNightDimsAndEndsByItself() {
  var bench = Bench(IdleLadder())
  bench.power.night = 0.15
  bench.frame(1)
  #expect(bench.power.light == .lit(0.15))
  bench.touch(.down, at: 2)
  bench.touch(.up, at: 2.1)
  bench.frame(3)
  #expect(bench.power.light == .lit(0.15))
  bench.power.night = nil
  bench.frame(4)
  #expect(bench.takeAsked() == [.lamp(0.15), .lamp(1)])
}

@Test func aDarkNightLightsALittleWhenTouched() {
  var bench = Bench(IdleLadder())
  bench.frame(100)
  bench.power.night = 0
  bench.frame(101)
  #expect(bench.power.light == .lampOff)
  let isDown = bench.touch(.down, at: 200)
  bench.touch(.up, at: 200.1)
  bench.frame(200.2)
  #expect(!isDown)
  #expect(bench.power.light == .lit(0.15))
  #expect(bench.power.nextChange(after: 201) == 260.1)
  bench.frame(260.1)
  #expect(bench.power.light == .lampOff)
  #expect(bench.power.nextChange(after: 261) == nil)
}

@Test func theDarkerOfNightAndRestWins() {
  var bench = Bench(.lampOff(after: 60), night: 0.5)
  bench.frame(31)
  #expect(bench.power.light == .lit(0.3))
  bench.frame(61.5)
  #expect(bench.power.light == .lampOff)
}

@Test func noTouchOfARandomNightPressesAnythingUnseen() {
  var random = SplitMix64(seed: 5)
  var bench = Bench(.lampOff(after: 3))
  var time = 0.0
  var seenSince: Double? = 0
  var isSequenceVisible = true
  var down: Set<Int> = []
  for _ in 0..<20_000 {
    time += Double.random(in: 0...0.6, using: &random)
    if time.truncatingRemainder(dividingBy: 1) < 0.01 { time += 8 }
    if bench.power.changes(at: time) || Bool.random(using: &random) {
      let wasDark = bench.power.isDark
      bench.frame(time)
      if bench.power.isDark { seenSince = nil } else if wasDark || seenSince == nil { seenSince = time + 0.02 }
    }
    let contact = Int.random(in: 0...2, using: &random)
    let phase: TouchEvent.Phase = down.contains(contact) ? (Bool.random(using: &random) ? .up : .motion) : .down
    if phase == .down {
      // A sequence begins, or goes on; one that went through the dark does not come back.
      if down.isEmpty { isSequenceVisible = true }
      if seenSince.map({ time < $0 + 0.2 && $0 > 0 }) ?? true { isSequenceVisible = false }
      down.insert(contact)
    }
    if seenSince == nil { isSequenceVisible = false }
    let isAdmitted = bench.touch(phase, at: time, contact: contact)
    if isAdmitted { #expect(isSequenceVisible) }
    if phase == .up { down.remove(contact) }
  }
}
