import Hands
import TestSupport
import Testing

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
