import Board
import Kiosk
import Motion
import Panel
import Scene
import Seeded
import Testing

/// Three fingers that rest ask for a record, and are three fingers all the same.
@Suite struct RecordHoldTests {
  private func touch(
    _ desk: FocusDesk, _ phase: TouchEvent.Phase, _ contact: Int, _ x: Double, _ y: Double = 460
  ) {
    desk.kiosk.handle(
      .touch(TouchEvent(phase: phase, contact: contact, position: Point(x: x, y: y), time: desk.now)))
  }

  private func land(_ desk: FocusDesk, _ count: Int, apart: Double = 0.02, y: Double = 460) {
    for contact in 0..<count {
      touch(desk, .down, contact, 200 + 120 * Double(contact), y)
      if apart > 0 { desk.rest(apart) }
    }
  }

  private func lift(_ desk: FocusDesk, _ count: Int) {
    for contact in 0..<count { touch(desk, .up, contact, 200 + 120 * Double(contact)) }
    desk.rest(0.5)
  }

  /// At once, or one after the other as hands do.
  @Test(arguments: [0, 0.02, 0.2, 0.5])
  func threeThatRestAskOnce(apart: Double) {
    let desk = FocusDesk()
    land(desk, 3, apart: apart)
    desk.rest(1.8)
    #expect(!desk.requests.contains(.keepRecord) || apart > 0.1)
    desk.rest(0.4)
    #expect(desk.requests.count { $0 == .keepRecord } == 1)
    desk.rest(5)
    lift(desk, 3)
    #expect(desk.requests.count { $0 == .keepRecord } == 1)
    #expect(!desk.requests.contains { if case .listening = $0 { true } else { false } }, "the voice is for two")
  }

  @Test(arguments: [1, 2, 4, 5])
  func otherNumbersAskForNothing(count: Int) {
    let desk = FocusDesk()
    land(desk, count)
    desk.rest(4)
    lift(desk, count)
    #expect(!desk.requests.contains(.keepRecord))
  }

  @Test func fingersThatMoveOrLiftAskForNothing() {
    for which in 0..<3 {
      let desk = FocusDesk()
      land(desk, 3)
      desk.rest(1)
      if which == 0 { touch(desk, .motion, 1, 320, 340) }
      if which == 1 { touch(desk, .up, 2, 440) }
      if which == 2 { touch(desk, .down, 3, 700) }
      desk.rest(4)
      #expect(!desk.requests.contains(.keepRecord), "\(which)")
    }
  }

  /// One of them scrolls a little, and the others lie there: what it does is done, and nothing is asked.
  @Test func scrollsAreScrolls() {
    let desk = FocusDesk(gap: 2000)
    land(desk, 3, apart: 0.2)
    for step in 1...10 {
      touch(desk, .motion, 2, 440, 460 - Double(step) * 3)
      desk.rest(0.02)
    }
    let offset = desk.kiosk.offset
    #expect(offset > 5)
    desk.rest(4)
    #expect(!desk.requests.contains(.keepRecord) && abs(desk.kiosk.offset - offset) < 1)
  }

  /// What fingers do that rest long enough is what the same ones do that rest a little less.
  @Test func nothingIsTakenFromThem() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<200 {
      let places = (0..<3).map { _ in
        Point(x: Double.random(in: 30..<770, using: &random), y: Double.random(in: 30..<470, using: &random))
      }
      let apart = Double.random(in: 0...0.4, using: &random)
      func requests(resting seconds: Double) -> ([KioskRequest], Double) {
        let desk = FocusDesk(gap: 2000)
        for (contact, place) in places.enumerated() {
          touch(desk, .down, contact, place.x, place.y)
          if apart > 0 { desk.rest(apart) }
        }
        desk.rest(seconds)
        for (contact, place) in places.enumerated() { touch(desk, .up, contact, place.x, place.y) }
        // Then somebody taps a card.
        desk.rest(1)
        touch(desk, .down, 0, 400, 60)
        desk.rest(0.05)
        touch(desk, .up, 0, 400, 60)
        desk.rest(1)
        return (desk.requests.filter { $0 != .keepRecord }, desk.kiosk.offset)
      }
      let (brief, long) = (requests(resting: 1.9 - 2 * apart), requests(resting: 2.6))
      #expect(brief.0.contains { if case .tapped = $0 { true } else { false } })
      #expect(brief.1 == long.1)
      func told(_ requests: [KioskRequest]) -> [KioskRequest] {
        requests.filter { if case .tapped = $0 { true } else if case .answered = $0 { true } else { false } }
      }
      #expect(told(brief.0) == told(long.0))
    }
  }
}
