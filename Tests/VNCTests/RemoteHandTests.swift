import Motion
import Scene
import Testing

@testable import VNC

private let size = PixelSize(width: 800, height: 480)

extension RemoteHand {
  fileprivate mutating func point(_ buttons: UInt8, _ x: Int, _ y: Int, at time: Double) -> [InputEvent] {
    pointer(buttons: buttons, x: x, y: y, in: size, at: time)
  }
}

private func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double) -> InputEvent {
  .touch(TouchEvent(phase: phase, contact: 7, position: Point(x: x, y: y), time: time))
}

@Suite struct RemoteHandTests {
  @Test func theFirstButtonIsAFinger() {
    var hand = RemoteHand(contact: 7)
    #expect(hand.point(0, 10, 20, at: 0).isEmpty, "a mouse that goes by touches nothing")
    #expect(hand.point(1, 10, 20, at: 1) == [touch(.down, 10.5, 20.5, at: 1)])
    #expect(hand.point(1, 10, 20, at: 1.1).isEmpty)
    #expect(hand.point(1, 11, 20, at: 1.2) == [touch(.motion, 11.5, 20.5, at: 1.2)])
    #expect(hand.point(0, 12, 20, at: 1.3) == [touch(.up, 12.5, 20.5, at: 1.3)])
    #expect(hand.point(2, 12, 20, at: 1.4).isEmpty && hand.point(4, 12, 20, at: 1.5).isEmpty, "others are none")
    #expect(hand.cancel(at: 2) == nil)
  }

  @Test func whatIsOutsideIsAtTheEdge() {
    var hand = RemoteHand(contact: 7)
    #expect(hand.point(1, 65_535, 65_535, at: 0) == [touch(.down, 799.5, 479.5, at: 0)])
  }

  @Test func placesAreToldAsOftenAsTouchScreensDoAndTheLastAlways() {
    var hand = RemoteHand(contact: 7)
    _ = hand.point(1, 0, 0, at: 10)
    var told: [InputEvent] = []
    for step in 1...1000 { told += hand.point(1, step % 700, 0, at: 10 + Double(step) / 10_000) }
    #expect((10...13).contains(told.count), "a tenth of a second")
    #expect(hand.deadline != nil)
    let last = hand.due(at: 10.2)
    #expect(last == [touch(.motion, 300.5, 0.5, at: 10.2)] && hand.deadline == 70.2 && hand.due(at: 11).isEmpty)
    // What has not been told is in the finger's end.
    _ = hand.point(1, 5, 5, at: 10.201)
    #expect(hand.point(0, 5, 5, at: 10.202) == [touch(.up, 5.5, 5.5, at: 10.202)] && hand.due(at: 11).isEmpty)
  }

  @Test func aHandThatIsTooQuickTouchesNothing() {
    var hand = RemoteHand(contact: 7)
    var downs = 0
    var ups = 0
    for step in 0..<100_000 {
      let time = Double(step) / 100_000
      for event in hand.point(1, 5, 5, at: time) + hand.point(0, 5, 5, at: time) {
        guard case .touch(let touch) = event else { continue }
        downs += touch.phase == .down ? 1 : 0
        ups += touch.phase == .up ? 1 : 0
      }
    }
    #expect(downs == ups && (30...41).contains(downs), "twenty at once and twenty a second")
  }

  @Test func aFingerThatIsDownWhenItsViewerGoesHasTouchedNothing() {
    var hand = RemoteHand(contact: 7)
    _ = hand.point(1, 5, 6, at: 0)
    #expect(hand.cancel(at: 3) == touch(.cancel, 5.5, 6.5, at: 3) && hand.cancel(at: 4) == nil)
  }

  /// A network that is gone lifts no finger: it is nobody's after a minute, and moves nothing any more.
  @Test func aFingerOfWhichNothingIsHeardIsLifted() {
    var hand = RemoteHand(contact: 7)
    #expect(hand.deadline == nil && hand.tired(at: 1000) == nil)
    _ = hand.point(1, 5, 6, at: 0)
    _ = hand.point(1, 9, 6, at: 30)
    #expect(hand.deadline == 90 && hand.tired(at: 89) == nil)
    #expect(hand.tired(at: 90) == touch(.cancel, 9.5, 6.5, at: 90) && hand.deadline == nil)
    #expect(hand.point(1, 20, 20, at: 91).isEmpty && hand.point(0, 20, 20, at: 92).isEmpty)
    #expect(hand.point(1, 5, 6, at: 93) == [touch(.down, 5.5, 6.5, at: 93)])
  }

  @Test func notchesAreThoseOfAWheel() {
    var hand = RemoteHand(contact: 7)
    #expect(hand.point(16, 5, 6, at: 0) == [.wheel(lines: 3, position: Point(x: 5.5, y: 6.5), time: 0)])
    #expect(hand.point(16, 5, 6, at: 0.1).isEmpty, "a button that stays down is one notch")
    #expect(hand.point(8, 5, 6, at: 0.2) == [.wheel(lines: -3, position: Point(x: 5.5, y: 6.5), time: 0.2)])
    var notches = 0
    for step in 0..<2000 {
      notches += hand.point(8, 5, 6, at: 1 + Double(step) / 2000).count
      _ = hand.point(0, 5, 6, at: 1 + Double(step) / 2000)
    }
    #expect((100...121).contains(notches))
  }

  @Test func keysAreThoseThePanelTakes() {
    var hand = RemoteHand(contact: 7)
    func key(_ symbol: UInt32, isDown: Bool = true, at time: Double = 0) -> InputEvent.Key? {
      switch hand.key(isDown: isDown, symbol: symbol, at: time) {
      case .key(let key, _)?: return key
      case .typed(let stroke, _)?: if case .key(let key)? = stroke.meaning { return key } else { return nil }
      default: return nil
      }
    }
    #expect([0xFF51, 0xFF52, 0xFF53, 0xFF54].map { key($0) } == [.left, .up, .right, .down])
    #expect([0xFF50, 0xFF57, 0xFF55, 0xFF56].map { key($0) } == [.home, .end, .pageUp, .pageDown])
    #expect(
      [0xFF09, 0xFF0D, 0xFF8D, 0x20, 0xFF1B, 0xFFC2].map { key($0) } == [
        .next, .enter, .enter, .space, .back, .refresh,
      ])
    #expect(key(0xFFE1) == nil && key(0xFF09) == .previous && key(0xFE20) == .previous)
    #expect(key(0xFFE1, isDown: false) == nil && key(0xFF09) == .next)
    #expect(key(0xFF0D, isDown: false) == nil && key(0x61) == nil && key(0xFFFF_FFFF) == nil && key(0) == nil)
    let count = (0..<10_000).count { key(0xFF54, at: 1 + Double($0) / 10_000) != nil }
    #expect((30...61).contains(count), "thirty at once and thirty a second")
  }

  @Test func lettersOfAllScriptsAreWritten() {
    var hand = RemoteHand(contact: 7)
    func letter(_ symbol: UInt32, isDown: Bool = true) -> Unicode.Scalar? {
      guard case .typed(let stroke, _)? = hand.key(isDown: isDown, symbol: symbol, at: 0) else { return nil }
      return stroke.letter
    }
    #expect([0x61, 0x41, 0x39, 0xE4, 0x0100_0416, 0x0101_F600].map { letter($0) } == ["a", "A", "9", "ä", "Ж", "😀"])
    #expect([0xFFB0, 0xFFB9, 0xFFAE, 0xFF08, 0x20].map { letter($0) } == ["0", "9", ".", Stroke.delete, " "])
    // An arrow of the number pad writes nothing, nor does what is no letter, nor a key that is lifted.
    #expect([0xFF9C, 0xFF0D, 0x7F, 0x0100_D800, 0x0110_FFFF + 1, 0].allSatisfy { letter($0) == nil })
    #expect(letter(0x61, isDown: false) == nil)
    #expect(letter(0xFFE3) == nil && letter(0x61) == nil && letter(0xFFE3, isDown: false) == nil && letter(0x61) == "a")
  }
}
