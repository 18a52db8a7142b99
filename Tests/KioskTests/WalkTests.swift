import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Some of the walks of `FrameBenchmark --check`, whose million steps take an optimised build.
@Test(arguments: 1...8)
func whateverHappensToAKioskNothingIsTornStuckOrBegunTwice(seed: Int) {
  var walk = Walk(seed: UInt64(1000 + seed))
  walk.go(steps: 500)
  #expect(walk.complaints.isEmpty, "\(walk.complaints)")
  #expect(walk.rests == 5)
}

@Test func theSameWalkShowsTheSameFrames() {
  var hashes: [UInt64] = []
  for seed in [7, 7, 8] as [UInt64] {
    var walk = Walk(seed: seed)
    walk.go(steps: 400)
    hashes.append(walk.hash)
  }
  #expect(hashes[0] == hashes[1] && hashes[1] != hashes[2])
}

/// Hands on a handful of panels; the table of `make bench` has all of them, and more strokes.
@Test(arguments: [0, 3, 10, 14, 19, 23, 26, 30])
func handsAreUnderstood(panel: Int) {
  var rig = HandRig(TouchPanel.all[panel], seed: 77)
  rig.play(strokes: 40)
  let score = rig.score
  #expect(score.backward * 500 <= score.frames)
  #expect(score.wrongFlings == 0 && score.spuriousFlings == 0)
  #expect(score.lostFlings * 4 <= score.flicks)
  #expect(score.lostTaps * 10 <= score.taps)
  #expect(rig.crowd() == nil)
}

/// Many hands may hold a page while another one comes to the front: it is let go of all the same, and does not stay where it was pulled to.
/// A walk has found it: seed 116 without controls.
@Test func aPageThatIsTurnedAwayIsLetGoOf() {
  var kiosk = Kiosk(
    size: PixelSize(width: 800, height: 480), scale: 1, colors: plainColors,
    control: RefreshControl(style: CompassStyle(), sprites: SpriteSet(CompassStyle().sprites.map { _ in nil })),
    tileQueue: TileQueue {}
  ) { _ in }
  kiosk.receive(.pages((0..<2).map { PageOffer(number: $0, page: plainPage(rows: 30, width: 800)) }), at: 0)
  kiosk.advance(to: 1)
  kiosk.navigation.deck.withFront { $0.scroller.handle(.touch(mayPull: true, fromAnywhere: false), at: 1) }
  kiosk.navigation.deck.go(to: 1, at: 1)
  #expect(kiosk.page == 1 && kiosk.navigation.deck.slots[0].view.scroller.isHeld)
  kiosk.navigation.letGoOfScrollers(at: 1.1)
  #expect(kiosk.navigation.deck.slots.allSatisfy { !$0.view.scroller.isHeld })
}
