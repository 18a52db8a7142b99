import Motion
import Scene
import TestSupport
import Testing

/// Palms and drops of water lie on the glass: fingers beside them are alone.
@Suite struct RestingContactTests {
  @Test(arguments: [(0.4, false), (0.51, true), (3600, true)])
  func aTapBesideAPalmIsATap(rest: Double, isTap: Bool) {
    var fingers = Fingers()
    _ = fingers.down(10, 10, at: 0, finger: 1)
    _ = fingers.move(14, 8, at: rest / 2, finger: 1)
    #expect(fingers.recognizer.isFirst(at: rest) == isTap)
    #expect(fingers.down(100, 100, at: rest) == (isTap ? .touched(Point(x: 100, y: 100)) : nil))
    #expect((fingers.recognizer.press(at: rest + 0.1) == Point(x: 100, y: 100)) == isTap)
    let end = fingers.up(101, 100, at: rest + 0.2)
    #expect(end == (isTap ? .tapped(Point(x: 100, y: 100)) : nil))
    #expect(fingers.up(14, 8, at: rest + 9, finger: 1) == (isTap ? nil : .released))
  }

  /// Whatever moved not long ago is a finger.
  @Test func whatHasMovedLatelyIsAFinger() {
    var fingers = Fingers(target: GestureTarget(axis: .vertical))
    _ = fingers.down(10, 10, at: 0, finger: 1)
    #expect(fingers.move(30, 10, at: 1, finger: 1) == nil)
    #expect(fingers.down(100, 100, at: 1.4) == nil && fingers.up(100, 100, at: 1.45) == nil)
    #expect(fingers.down(100, 100, at: 1.6) == .touched(Point(x: 100, y: 100)))
  }

  /// One that comes while a finger drags, and lies there when that lifts, does not hold the page.
  @Test func aDragEndsWithItsFinger() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 140, at: 0.1)
    _ = fingers.down(10, 400, at: 0.15, finger: 1)
    _ = fingers.move(100, 150, at: 0.7)
    guard case .dragEnded(let lift)? = fingers.up(100, 150, at: 0.75) else {
      Issue.record("the drag goes on")
      return
    }
    #expect(lift.travel == 32 && lift.velocity == 0)
    #expect(!fingers.recognizer.hasFingers && fingers.recognizer.axis == nil)
    #expect(fingers.up(10, 400, at: 2, finger: 1) == nil)
  }

  /// A finger that has dragged and rests goes on when another has come and gone, however long that took.
  @Test func aFingerThatHoldsThePageIsNoPalm() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 128, at: 0.05)
    #expect(fingers.down(200, 300, at: 4, finger: 1) == nil)
    _ = fingers.move(200, 305, at: 4.1, finger: 1)
    #expect(fingers.up(200, 305, at: 4.2, finger: 1) == nil)
    _ = fingers.move(100, 138, at: 4.3)
    #expect(fingers.recognizer.travel(at: 5) == 35)
  }

  /// Three drops that fell together are a service gesture, and then they are drops.
  @Test func afterAServiceGestureDropsAreDrops() {
    var fingers = Fingers()
    for id in 1...2 { _ = fingers.down(Double(id) * 50, 30, at: 0, finger: id) }
    #expect(fingers.down(200, 30, at: 0.01, finger: 3) == .service)
    #expect(fingers.down(100, 100, at: 0.3, finger: 4) == nil && fingers.up(100, 100, at: 0.35, finger: 4) == nil)
    #expect(fingers.down(100, 100, at: 1) == .touched(Point(x: 100, y: 100)))
    #expect(fingers.up(100, 100, at: 1.1) == .tapped(Point(x: 100, y: 100)))
  }

  /// As it was: a record of then is played so.
  @Test func onceTheyCounted() {
    var fingers = Fingers()
    fingers.recognizer.countsResting = true
    _ = fingers.down(10, 10, at: 0, finger: 1)
    #expect(!fingers.recognizer.isFirst(at: 5))
    #expect(fingers.down(100, 100, at: 5) == nil && fingers.up(100, 100, at: 5.1) == nil)
    #expect(fingers.up(10, 10, at: 6, finger: 1) == .released)
  }

  private struct Act {
    var event: TouchEvent
    var isFinger: Bool
  }

  /// Taps, drags and flings of a finger, one after the other; beside them palms and drops that land between two of these, tremble while they
  /// lie, slide anywhere as soon as something else is done, and lift at any time.
  private func script(seed: UInt64) -> [Act] {
    var random = SplitMix64(seed: seed)
    var acts: [Act] = []
    var time = 1.0
    var next = 1
    for _ in 0..<12 {
      let palms = Int.random(in: 0...4, using: &random)
      var lying: [(id: Int, place: Point)] = []
      for _ in 0..<palms {
        let place = Point(x: random.double(0...800), y: random.double(0...480))
        lying.append((next, place))
        acts.append(Act(event: TouchEvent(phase: .down, contact: next, position: place, time: time), isFinger: false))
        next += 1
        time += random.double(0...0.2)
      }
      func tremble(_ reach: Double, _ random: inout SplitMix64) {
        guard let (id, place) = lying.randomElement(using: &random) else { return }
        let there = Point(x: place.x + random.double(-reach...reach), y: place.y + random.double(-reach...reach))
        acts.append(Act(event: TouchEvent(phase: .motion, contact: id, position: there, time: time), isFinger: false))
      }
      for _ in 0..<5 {
        tremble(5, &random)
        time += 0.11
      }
      var place = Point(x: random.double(0...800), y: random.double(0...480))
      acts.append(Act(event: TouchEvent(phase: .down, contact: 0, position: place, time: time), isFinger: true))
      let speed = Bool.random(using: &random) ? 0 : random.double(-30...30)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        time += 0.01
        place.y += speed
        acts.append(Act(event: TouchEvent(phase: .motion, contact: 0, position: place, time: time), isFinger: true))
        if Int.random(in: 0..<4, using: &random) == 0 { tremble(300, &random) }
        if Int.random(in: 0..<20, using: &random) == 0, let (id, there) = lying.popLast() {
          acts.append(Act(event: TouchEvent(phase: .up, contact: id, position: there, time: time), isFinger: false))
        }
      }
      time += 0.01
      let isLost = Int.random(in: 0..<8, using: &random) == 0
      acts.append(
        Act(
          event: TouchEvent(phase: isLost ? .cancel : .up, contact: 0, position: place, time: time), isFinger: true))
      time += random.double(0.05...1)
      for (id, there) in lying where Bool.random(using: &random) {
        acts.append(Act(event: TouchEvent(phase: .up, contact: id, position: there, time: time), isFinger: false))
      }
      time += 0.05
    }
    return acts
  }

  /// What a finger does is what it would do alone, and what lies there does nothing once the finger has come.
  @Test(arguments: UInt64(0)..<200, [GestureTarget(axis: .vertical), GestureTarget()])
  func aFingerIsAlone(seed: UInt64, target: GestureTarget) {
    var alone = GestureRecognizer(metrics: TouchMetrics(scale: 1))
    var among = alone
    var hasCome = false
    for act in script(seed: seed) {
      if act.isFinger, act.event.phase == .down { #expect(among.isFirst(at: act.event.time)) }
      let gesture = among.handle(act.event, over: target)
      guard act.isFinger else {
        if act.event.phase == .down { hasCome = false } else if hasCome { #expect(gesture == nil) }
        continue
      }
      if act.event.phase == .down { hasCome = true }
      #expect(gesture == alone.handle(act.event, over: target))
      let time = act.event.time
      #expect(among.axis == alone.axis && among.travel(at: time) == alone.travel(at: time))
      #expect(among.rest(at: time) == alone.rest(at: time))
    }
  }
}
