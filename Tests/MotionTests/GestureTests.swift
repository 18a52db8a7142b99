import Motion
import Scene
import Testing

/// A script of touches on a recogniser with one dp per pixel, unless said otherwise.
struct Fingers {
  var recognizer: GestureRecognizer
  var target = GestureTarget(axis: .vertical)

  init(scale: Double = 1, target: GestureTarget = GestureTarget(axis: .vertical)) {
    recognizer = GestureRecognizer(metrics: TouchMetrics(scale: scale))
    self.target = target
  }

  mutating func down(_ x: Double, _ y: Double, at time: Double, finger id: Int = 0) -> Gesture? {
    send(.down, id, x, y, time)
  }
  mutating func move(_ x: Double, _ y: Double, at time: Double, finger id: Int = 0) -> Gesture? {
    send(.motion, id, x, y, time)
  }
  mutating func up(_ x: Double, _ y: Double, at time: Double, finger id: Int = 0) -> Gesture? {
    send(.up, id, x, y, time)
  }
  mutating func cancel(_ x: Double, _ y: Double, at time: Double, finger id: Int = 0) -> Gesture? {
    send(.cancel, id, x, y, time)
  }

  private mutating func send(_ phase: TouchEvent.Phase, _ id: Int, _ x: Double, _ y: Double, _ time: Double) -> Gesture?
  {
    recognizer.handle(TouchEvent(phase: phase, contact: id, position: Point(x: x, y: y), time: time), over: target)
  }
}

@Suite struct TapTests {
  @Test func upWithinSlopAndTimeTaps() {
    var fingers = Fingers()
    #expect(fingers.down(100, 100, at: 0) == .touched(Point(x: 100, y: 100)))
    #expect(fingers.move(105, 105, at: 0.1) == nil)
    #expect(fingers.up(105, 105, at: 0.499) == .tapped(Point(x: 100, y: 100)))
  }

  @Test(arguments: [0.01, 0.5, 1, 7, 3600])
  func aStillPressOfAnyLengthIsATap(length: Double) {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.up(104, 95, at: length) == .tapped(Point(x: 100, y: 100)))
  }

  @Test func leavingSlopAndComingBackDoesNotTap() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    // Far sideways where only the other axis scrolls: no drag, yet no tap.
    #expect(fingers.move(125, 100, at: 0.05) == nil)
    #expect(fingers.move(100, 100, at: 0.10) == nil)
    #expect(fingers.up(100, 100, at: 0.15) == .released)
  }

  @Test func cancelDoesNotTap() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.cancel(100, 100, at: 0.1) == .canceled)
    #expect(fingers.recognizer.press(at: 0.1) == nil)
  }

  @Test func aCatchNeverTapsAndIsNotHighlighted() {
    var fingers = Fingers(target: GestureTarget(axis: .vertical, caught: .vertical))
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.recognizer.press(at: 0.2) == nil)
    #expect(fingers.up(100, 100, at: 0.2) == .released)
  }

  @Test func twoFingersDoNotTap() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.down(200, 100, at: 0.02, finger: 1) == nil)
    #expect(fingers.up(200, 100, at: 0.05, finger: 1) == nil)
    #expect(fingers.up(100, 100, at: 0.06) == .released)
  }

  @Test func slopIsAtLeastThreePixels() {
    #expect(TouchMetrics(scale: 1).slop == 8)
    #expect(TouchMetrics(scale: 2).slop == 8)
    #expect(TouchMetrics(scale: 0.25).slop == 12)
  }

  @Test(arguments: [(noise: 0.0, slop: 8.0), (3, 8), (20, 20)])
  func aDeviceThatTremblesHasMoreSlop(noise: Double, slop: Double) {
    var recognizer = GestureRecognizer(metrics: TouchMetrics(scale: 2))
    func event(_ phase: TouchEvent.Phase, y: Double, at time: Double) -> TouchEvent {
      TouchEvent(phase: phase, contact: 0, position: Point(x: 100, y: y), time: time, noise: noise)
    }
    _ = recognizer.handle(event(.down, y: 100, at: 0))
    #expect(recognizer.handle(event(.motion, y: 100 + 2 * slop, at: 0.01)) == nil)
    #expect(recognizer.handle(event(.motion, y: 102 + 2 * slop, at: 0.02)) == .dragBegan(.vertical))
    #expect(recognizer.travel(at: 0.1) == 1)
  }

  @Test func aFingerThatGripsDragsAtOnceAndCannotTap() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(103, 104, at: 0.05)
    #expect(fingers.recognizer.rest(at: 0.07) == nil)
    #expect(fingers.recognizer.rest(at: 0.08) == Point(x: 100, y: 100))
    fingers.recognizer.grip(.vertical)
    #expect(fingers.recognizer.press(at: 0.1) == nil)
    #expect(fingers.move(140, 106, at: 0.2) == .dragBegan(.vertical))
    // What it trembled before is not travel.
    #expect(fingers.recognizer.travel(at: 0.5) == 2)
  }

  @Test func highlightsAfterRest() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 1)
    #expect(fingers.recognizer.press(at: 1.079) == nil)
    #expect(fingers.recognizer.nextChange(after: 1) == 1.08)
    #expect(fingers.recognizer.press(at: 1.08) == Point(x: 100, y: 100))
    // For as long as it rests it is a tap, and promises one.
    #expect(fingers.recognizer.nextChange(after: 1.08) == nil)
    #expect(fingers.recognizer.press(at: 60) == Point(x: 100, y: 100))
  }

  @Test(arguments: [(0.03, 0.094), (0.10, 0.144), (0.30, 0.30)])
  func aTapIsSeenFor64Milliseconds(lift: Double, until: Double) {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.up(100, 100, at: lift)
    #expect((fingers.recognizer.press(at: lift) != nil) == (until > lift))
    #expect(fingers.recognizer.press(at: until - 0.001) != nil)
    #expect(fingers.recognizer.press(at: until + 1e-9) == nil)
    #expect(fingers.recognizer.nextChange(after: until + 1e-9) == nil)
  }

  @Test func draggingTakesTheHighlightAway() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.recognizer.press(at: 0.1) != nil)
    _ = fingers.move(100, 120, at: 0.11)
    #expect(fingers.recognizer.press(at: 0.11) == nil)
  }

  @Test func positionsAreViewerPixelsDistancesDp() {
    var fingers = Fingers(scale: 2)
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.move(100, 116, at: 0.01) == nil)
    #expect(fingers.move(100, 117, at: 0.02) == .dragBegan(.vertical))
    #expect(fingers.recognizer.travel(at: 0.02) == 0.5)
  }
}

@Suite struct DragTests {
  @Test func beginsWithTheTravelBeyondSlop() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.move(100, 108, at: 0.01) == nil)
    #expect(fingers.recognizer.travel(at: 0.01) == nil)
    #expect(fingers.move(100, 111, at: 0.02) == .dragBegan(.vertical))
    #expect(fingers.recognizer.axis == .vertical)
    #expect(fingers.recognizer.travel(at: 0.02) == 3)
    #expect(fingers.recognizer.travel(at: 0.015) == 0)
  }

  @Test func endsWithRealTravelAndVelocity() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    for step in 1...10 { _ = fingers.move(100, 100 + Double(step) * 10, at: Double(step) / 100) }
    let end = fingers.up(100, 200, at: 0.105)
    guard case .dragEnded(let lift)? = end else {
      Issue.record("ended as \(String(describing: end))")
      return
    }
    #expect(lift.axis == .vertical)
    #expect(isNear(lift.travel, 92))
    #expect(isNear(lift.velocity, 1000, within: 1e-6))
    #expect(isNear(lift.rest, 0.01, within: 1e-9))
    #expect(fingers.recognizer.travel(at: 0.2) == nil)
  }

  @Test(arguments: [
    (0.0, 20.0, Axis.vertical), (20, 0, .horizontal), (15, 15, .vertical), (17, 10, .vertical), (18, 10, .horizontal),
    (-18, 10, .horizontal), (-10, -17, .vertical),
  ])
  func axisIsLockedOnce(dx: Double, dy: Double, axis: Axis) {
    var fingers = Fingers(target: GestureTarget())
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.move(100 + dx, 100 + dy, at: 0.01) == .dragBegan(axis))
    #expect(fingers.move(100 + dy * 10, 100 + dx * 10, at: 0.02) == nil)
    #expect(fingers.recognizer.axis == axis)
  }

  @Test func whereNothingCompetesADragMayBeginSideways() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.move(130, 100, at: 0.01) == nil)
    #expect(fingers.move(130, 110, at: 0.02) == .dragBegan(.vertical))
    #expect(fingers.recognizer.travel(at: 0.02).map { isNear($0, 2) } ?? false)
  }

  @Test func aCatchDragsWithoutSlopAlongItsAxis() {
    var fingers = Fingers(target: GestureTarget(caught: .vertical))
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.move(103, 100, at: 0.01) == nil)
    #expect(fingers.move(110, 101, at: 0.02) == .dragBegan(.vertical))
    #expect(fingers.recognizer.travel(at: 0.02) == 1)
  }

  @Test func theNewestFingerDrivesAndIsNeverAdded() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 128, at: 0.05)
    #expect(fingers.recognizer.travel(at: 0.05) == 20)
    _ = fingers.down(200, 300, at: 0.20, finger: 1)
    #expect(fingers.recognizer.travel(at: 0.21) == 20)
    _ = fingers.move(100, 178, at: 0.22)
    _ = fingers.move(200, 305, at: 0.22, finger: 1)
    #expect(fingers.recognizer.travel(at: 0.36) == 25)
  }

  @Test func onItsLiftTheOldestGoesOnWithoutAStep() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 128, at: 0.05)
    _ = fingers.down(200, 300, at: 0.3, finger: 1)
    _ = fingers.down(300, 300, at: 0.6, finger: 2)
    _ = fingers.move(300, 320, at: 0.7, finger: 2)
    let before = fingers.recognizer.travel(at: 0.8)
    #expect(before == 40)
    #expect(fingers.up(300, 320, at: 0.8, finger: 2) == nil)
    #expect(fingers.recognizer.travel(at: 0.81) == 40)
    _ = fingers.move(200, 500, at: 0.82, finger: 1)
    _ = fingers.move(100, 120, at: 0.82)
    #expect(fingers.recognizer.travel(at: 0.9) == 32)
    // One that does not drive lifts unnoticed.
    #expect(fingers.up(200, 500, at: 0.9, finger: 1) == nil)
    #expect(fingers.recognizer.travel(at: 0.91) == 32)
  }

  @Test func theFingerThatLiftsLastGivesTheVelocity() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.down(200, 100, at: 0.2, finger: 1)
    for step in 1...10 { _ = fingers.move(200, 100 + Double(step) * 10, at: 0.2 + Double(step) / 100, finger: 1) }
    #expect(fingers.up(200, 200, at: 0.305, finger: 1) == nil)
    guard case .dragEnded(let lift)? = fingers.up(100, 100, at: 0.31) else {
      Issue.record("the drag did not end")
      return
    }
    #expect(lift.velocity == 0)
    #expect(isNear(lift.travel, 92))
  }

  @Test func threeFingersTogetherAreAServiceGesture() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.down(200, 100, at: 0.05, finger: 1)
    #expect(fingers.down(300, 100, at: 0.1, finger: 2) == .service)
    #expect(fingers.move(300, 200, at: 0.2, finger: 2) == nil)
    #expect(fingers.recognizer.travel(at: 0.2) == nil)
    #expect(fingers.down(300, 100, at: 0.25, finger: 3) == nil)
    for id in 0...3 { #expect(fingers.up(100, 100, at: 0.3, finger: id) == nil) }
    #expect(fingers.down(100, 100, at: 1) == .touched(Point(x: 100, y: 100)))
  }

  @Test func threeFingersOneAfterTheOtherAreNot() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.down(200, 100, at: 0.06, finger: 1)
    #expect(fingers.down(300, 100, at: 0.12, finger: 2) == nil)
  }

  @Test func speedIsLimitedInThePlane() {
    var fingers = Fingers(target: GestureTarget())
    _ = fingers.down(0, 0, at: 0)
    for step in 1...6 { _ = fingers.move(Double(step) * 60, Double(step) * 80, at: Double(step) / 100) }
    guard case .dragEnded(let lift)? = fingers.up(360, 480, at: 0.06) else {
      Issue.record("the drag did not end")
      return
    }
    #expect(isNear(lift.velocity, 6400, within: 1e-3))
  }

  @Test func aLostLiftIsReplaced() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 150, at: 0.1)
    #expect(fingers.down(50, 50, at: 1) == .touched(Point(x: 50, y: 50)))
    #expect(fingers.up(50, 50, at: 1.1) == .tapped(Point(x: 50, y: 50)))
    #expect(fingers.up(50, 50, at: 1.2) == nil)
    #expect(fingers.move(50, 50, at: 1.3, finger: 7) == nil)
  }

  @Test func cancelOfTheLastFingerEndsTheDrag() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 150, at: 0.02)
    _ = fingers.down(200, 100, at: 0.3, finger: 1)
    #expect(fingers.cancel(200, 100, at: 0.4, finger: 1) == nil)
    #expect(fingers.recognizer.travel(at: 0.4) == 42)
    #expect(fingers.cancel(100, 150, at: 0.5) == .canceled)
    #expect(fingers.recognizer.axis == nil)
  }

  @Test func framesAreAskedForUntilTheFingerSettles() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 150, at: 0.1)
    #expect(fingers.recognizer.nextChange(after: 0.11) == 0.11)
    #expect(fingers.recognizer.nextChange(after: 0.121) == nil)
  }
}

@Suite struct ForgettingTests {
  @Test func forgottenFingersMeanNothingUntilTheyLandAnew() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    _ = fingers.move(100, 150, at: 0.1)
    #expect(fingers.recognizer.hasFingers && fingers.recognizer.axis == .vertical)
    #expect(fingers.recognizer.cancelAll() == .canceled)
    #expect(!fingers.recognizer.hasFingers && fingers.recognizer.axis == nil)
    #expect(fingers.recognizer.travel(at: 0.2) == nil)
    #expect(fingers.move(300, 400, at: 0.2) == nil)
    #expect(fingers.up(300, 400, at: 0.3) == nil)
    #expect(fingers.recognizer.cancelAll() == nil)
    #expect(fingers.down(10, 10, at: 1) == .touched(Point(x: 10, y: 10)))
    #expect(fingers.up(10, 10, at: 1.1) == .tapped(Point(x: 10, y: 10)))
  }

  @Test func aForgottenPressIsNotHighlighted() {
    var fingers = Fingers()
    _ = fingers.down(100, 100, at: 0)
    #expect(fingers.recognizer.press(at: 0.2) != nil)
    #expect(fingers.recognizer.cancelAll() == .canceled)
    #expect(fingers.recognizer.press(at: 0.2) == nil)
    #expect(fingers.recognizer.nextChange(after: 0.2) == nil)
  }

  @Test func afterAServiceGestureThereIsNothingToCancel() {
    var fingers = Fingers()
    for id in 0..<3 { _ = fingers.down(Double(100 * id), 100, at: 0.01 * Double(id), finger: id) }
    #expect(fingers.recognizer.cancelAll() == nil)
    #expect(!fingers.recognizer.hasFingers)
  }
}

/// A finger that lands beside one that drags, or lifts, takes nothing back of what has been shown ahead of the reports.
@Test(arguments: [8.0, 12, 17, 25], [300.0, 3000, -3000])
func anotherFingerTakesNothingBack(gap: Double, speed: Double) {
  var fingers = Fingers()
  var time = 0.0
  var place = 2000.0
  _ = fingers.down(100, place, at: time)
  for _ in 0..<12 {
    time += gap / 1000
    place += speed * gap / 1000
    _ = fingers.move(100, place, at: time)
    _ = fingers.recognizer.travel(at: time)
  }
  // As late as a frame may sample.
  let late = time + min(gap / 2, 8) / 1000
  let shown = fingers.recognizer.travel(at: late) ?? 0
  #expect(abs(shown) > abs(place - 2000) - 8.1)
  let next = late + 0.001
  _ = fingers.down(300, 700, at: next, finger: 1)
  #expect(fingers.recognizer.travel(at: next) == shown)
  _ = fingers.up(300, 700, at: next + 0.004, finger: 1)
  #expect(abs((fingers.recognizer.travel(at: next + 0.004) ?? 0) - shown) < 0.5)
  // What was too much is not the fingers', and goes unseen: a pixel a frame.
  _ = fingers.move(100, place, at: next + 1)
  #expect(abs((fingers.recognizer.travel(at: next + 1) ?? 0) - (place - 2000)) < 8.1)
  #expect(fingers.recognizer.nextChange(after: next + 2) == nil)
}
