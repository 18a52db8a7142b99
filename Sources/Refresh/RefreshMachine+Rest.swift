package import Numbers

/// A moment of rest: what is remembered of the pulls before, and nothing under way.
extension RefreshMachine {
  /// Nothing is shown, held or awaited.
  package var isAtRest: Bool { phase == .idle && finger == .none && held == 0 && !isBegun }

  /// All that is remembered at such a moment, by a machine of the same style, rules and viewport.
  package mutating func walkAtRest(_ walk: inout some StateWalk) {
    walk.walk(&chance)
    walk.walk(&isEnabled)
    walk.walk(&ignoredAnswers, in: 0...(1 << 40))
    walk.walk(&tasks, in: 0...(1 << 40))
    walk.walk(&carried, in: -(1 << 40)...(1 << 40))
    walk.walk(&pulls)
    walk.walk(unbounded: &now)
    walk.walk(&extent)
    walk.walk(unbounded: &lastEnd)
    walk.walk(&phaseStart)
    walk.walk(&phaseExtent)
    var last = RefreshState.Phase.allCases.firstIndex(of: previous) ?? 0
    walk.walk(&last, in: 0...(RefreshState.Phase.allCases.count - 1))
    previous = RefreshState.Phase.allCases[last]
    walk.walk(unbounded: &previousTime)
    walk.walk(&sign.start)
    walk.walk(&sign.level)
    walk.walk(unbounded: &sign.rate)
    walk.walk(&pull.peak)
    walk.walk(&pull.startRatio)
    walk.walk(&pull.armed)
    walk.walk(&pull.ran)
    walk.walk(&pull.settled)
  }
}
