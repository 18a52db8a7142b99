import Glibc
import Refresh
import Testing

@testable import Lottie

/// How much of each frame is seen at a moment.
private func seen(_ shot: LottieStyle.Shot) -> [(frame: Double, share: Double)] {
  let opacity = shot.picture * shot.opacity
  return [(shot.before, opacity * (1 - shot.share)), (shot.frame, opacity * shot.share)]
}

/// What is seen of a frame and its neighbours; where the loop's end meets its beginning they are neighbours too.
private func share(of frame: Double, in shot: LottieStyle.Shot, loop: Range<Int>) -> Double {
  seen(shot).reduce(0) { sum, other in
    let away = abs(other.frame - frame)
    return min(away, abs(Double(loop.count) - away)) < 1 ? sum + other.share : sum
  }
}

/// Through a whole refresh at 1/240 s no frame is cut to another: it follows, or one fades into the other.
@Test(arguments: RefreshOutcome.allCases, [true, false])
func framesFollowOrFade(outcome: RefreshOutcome, isMarked: Bool) throws {
  let markers =
    #""markers": [{"cm": "pull", "tm": 0, "dr": 16}, {"cm": "loop", "tm": 20, "dr": 20}, {"cm": "done", "tm": 40, "dr": 10}, {"cm": "fail", "tm": 50, "dr": 10}],"#
  let frames = try frames(document(root: isMarked ? markers : ""))
  let style = LottieStyle(frames, words: .none)
  var machine = RefreshMachine(style: style, viewport: 1000)
  var extent = 0.0
  var before: LottieStyle.Shot?
  var phases: Set<RefreshState.Phase> = []
  for tick in 0..<(240 * 9) {
    let time = Double(tick) / 240
    // Pulled for a second, held, let go: the content then nears the place it is held open at, and closes.
    let isHeld = time > 0.2 && time < 1.5
    let target = isHeld ? 125 * min((time - 0.2) / 1, 1) : machine.phase.task != nil ? 96 : 0
    if isHeld {
      extent = target
    } else {
      switch machine.phase {
      case .finishing: break
      default: extent += (target - extent) * 0.06
      }
      if extent < 0.05 { extent = 0 }
    }
    if tick == 360 { _ = machine.handle(.up(velocity: 0), at: time) }
    _ = machine.handle(.moved(extent: extent, isHeld ? .pulls : .none), at: time)
    if tick == 720 { _ = machine.handle(.done(task: 1, outcome), at: time) }
    let state = machine.state(extent: extent, at: time)
    phases.insert(state.phase)
    let shot = style.shot(state)
    defer { before = shot }
    // The last dp is where flags reset.
    guard let before, extent > 1 else { continue }
    for (a, b) in [(before, shot), (shot, before)] {
      for (frame, share) in seen(a) where share > 0.05 {
        let other = LottieTests.share(of: frame, in: b, loop: frames.file.segments.loop)
        let own = LottieTests.share(of: frame, in: a, loop: frames.file.segments.loop)
        #expect(abs(other - own) < 0.06, "\(time) \(state.phase) frame \(frame): \(own) to \(other)")
      }
    }
    #expect(abs(shot.mark - before.mark) < 0.04 && abs(shot.aside - before.aside) < 0.04)
  }
  #expect(machine.phase == .idle && phases.isSuperset(of: [.armed, .refreshing, .finishing, .exiting]))
}
