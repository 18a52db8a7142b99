import Glibc
import Refresh
import Scene

/// One moment of a refresh, and what each property of a layer is in it.
///
/// Each phase goes on from what the phases before it showed: the functions below call one another backwards in time.
struct RefreshMoment {
  let state: RefreshState
  /// The pull ratio that arms.
  let trigger: Double

  init(_ state: RefreshState, trigger: Double) {
    self.state = state
    self.trigger = trigger
  }

  /// How the task ended, while that is shown.
  var outcome: RefreshOutcome? {
    switch state.phase {
    case .finishing, .exiting: state.outcome ?? .success
    case .idle, .pulling, .armed, .refreshing, .canceling: nil
    }
  }

  /// Seconds the outcome has been shown; without end while the header closes.
  var timeFinishing: Double { state.phase == .exiting ? .infinity : state.timeInPhase }

  /// 1, and while the header closes down to 0.
  var closing: Double {
    guard state.phase == .exiting else { return 1 }
    return min(max((state.openness - RefreshRules.resetShare) / 0.5, 0), 1)
  }

  /// Nothing of the layer's place changes by itself in this phase.
  func isResting(_ layer: StyleFile.Layer) -> Bool {
    let motion: StyleFile.Motion?
    switch state.phase {
    case .refreshing: motion = layer[.loop]
    case .finishing, .exiting: motion = layer.motion(for: state.outcome ?? .success)
    case .idle, .pulling, .armed, .canceling: return false
    }
    guard let motion else { return true }
    return motion[.x] == nil && motion[.y] == nil && motion[.dx] == nil && motion[.dy] == nil
  }
}

// MARK: Numbers

extension RefreshMoment {
  func value(_ property: StyleFile.Property, of layer: StyleFile.Layer, copy: Int) -> Double {
    let late = Lateness(layer, copy)
    switch state.phase {
    case .idle, .pulling, .canceling:
      let pulled = pulled(property, layer, state.ratio * trigger, late)
      guard state.previousPhase == .armed else { return pulled }
      // Whatever arming had begun goes back.
      let armed = armed(property, layer, state.timeArmed, late, ratio: state.ratio * trigger)
      return pulled + gap(property, armed - pulled) * (1 - smoothstep(state.timeInPhase / FileStyle.blend))
    case .armed:
      return armed(property, layer, state.timeInPhase, late, ratio: state.ratio * trigger)
    case .refreshing:
      return refreshing(property, layer, state.timeRefreshing, late)
    case .finishing, .exiting:
      return finishing(property, layer, timeFinishing, late)
    }
  }

  /// How much later a copy is than the layer's first.
  private struct Lateness {
    var time: Double
    var pull: Double

    init(_ layer: StyleFile.Layer, _ copy: Int) {
      time = Double(copy) * layer.copies.delay
      pull = Double(copy) * layer.copies.pull
    }
  }

  private func pulled(
    _ property: StyleFile.Property, _ layer: StyleFile.Layer, _ ratio: Double, _ late: Lateness
  ) -> Double {
    layer[.pull]?[property]?.value(at: ratio - late.pull) ?? layer.rest[property]
  }

  /// - Parameters:
  ///   - time: since the pull armed.
  ///   - ratio: where the pull is now; nil where it was when it armed.
  private func armed(
    _ property: StyleFile.Property, _ layer: StyleFile.Layer, _ time: Double, _ late: Lateness, ratio: Double? = nil
  ) -> Double {
    guard let motion = layer[.arm]?[property], time >= late.time else {
      return pulled(property, layer, ratio ?? trigger, late)
    }
    let before = pulled(property, layer, trigger, late)
    return follow(property, motion, time - late.time, after: before, within: FileStyle.blend)
  }

  /// What the task began with, come to rest where a whole pull ends.
  private func settled(
    _ property: StyleFile.Property, _ layer: StyleFile.Layer, _ time: Double, _ late: Lateness
  ) -> Double {
    if state.timeArmed > 0, layer[.arm]?[property] != nil {
      return armed(property, layer, state.timeArmed + time, late)
    }
    let before = pulled(property, layer, state.startRatio * trigger, late)
    if let motion = layer[.arm]?[property] {
      return time < late.time ? before : follow(property, motion, time - late.time, after: before, within: 0.25)
    }
    let after = pulled(property, layer, trigger, late)
    return before + (after - before) * smoothstep(time / 0.25)
  }

  /// - Parameter time: since the task began.
  private func refreshing(
    _ property: StyleFile.Property, _ layer: StyleFile.Layer, _ time: Double, _ late: Lateness
  ) -> Double {
    guard let motion = layer[.loop]?[property], time >= late.time else {
      return settled(property, layer, time, late)
    }
    let before = settled(property, layer, late.time, late)
    let since = time - late.time
    let now = motion.value(at: motion.wrapped(since))
    return now + gap(property, before - motion.value(at: 0)) * (1 - smoothstep(since / FileStyle.blend))
  }

  /// - Parameter time: since the task ended; may be infinite.
  private func finishing(
    _ property: StyleFile.Property, _ layer: StyleFile.Layer, _ time: Double, _ late: Lateness
  ) -> Double {
    guard let ending = layer.motion(for: state.outcome ?? .success) else {
      // It makes room for the mark and moves on meanwhile; where there is no mark it stays as it was.
      return refreshing(property, layer, state.timeRefreshing + min(time, FileStyle.fade), late)
    }
    let before = refreshing(property, layer, state.timeRefreshing, late)
    guard let motion = ending[property], time >= late.time else { return before }
    return follow(property, motion, time - late.time, after: before, within: FileStyle.blend)
  }

  /// A motion as written, plus what of the difference to the value before it is left.
  private func follow(
    _ property: StyleFile.Property, _ motion: Timeline<Double>, _ time: Double, after before: Double,
    within blend: Double
  ) -> Double {
    motion.value(at: time) + gap(property, before - motion.value(at: 0)) * (1 - smoothstep(time / blend))
  }

  /// A difference on its shorter way: a whole turn is none.
  private func gap(_ property: StyleFile.Property, _ difference: Double) -> Double {
    property == .rotate || property == .from ? remainder(difference, 360) : difference
  }
}

// MARK: Colours

extension RefreshMoment {
  /// The colour of a fill; where a phase begins with another colour than the last one left, they mix within `FileStyle.blend`.
  func color(of layer: StyleFile.Layer, rest: SpriteRequest.Ink, in theme: RefreshTheme) -> Color {
    func pulled(_ ratio: Double) -> Color {
      layer[.pull]?.color?.color(at: ratio, in: theme) ?? theme.color(rest)
    }
    func armed(_ time: Double) -> Color {
      guard let motion = layer[.arm]?.color else { return pulled(trigger) }
      return pulled(trigger).mixed(with: motion.color(at: time, in: theme), smoothstep(time / FileStyle.blend))
    }
    func begun(_ time: Double) -> Color {
      if state.timeArmed > 0 { return armed(state.timeArmed + time) }
      return pulled(state.startRatio * trigger).mixed(with: armed(time), smoothstep(time / 0.25))
    }
    func refreshing(_ time: Double) -> Color {
      guard let motion = layer[.loop]?.color else { return begun(time) }
      return begun(0).mixed(
        with: motion.color(at: motion.wrapped(time), in: theme), smoothstep(time / FileStyle.blend))
    }
    switch state.phase {
    case .idle, .pulling, .canceling:
      let pulled = pulled(state.ratio * trigger)
      guard state.previousPhase == .armed else { return pulled }
      return armed(state.timeArmed).mixed(with: pulled, smoothstep(state.timeInPhase / FileStyle.blend))
    case .armed: return layer[.arm]?.color == nil ? pulled(state.ratio * trigger) : armed(state.timeInPhase)
    case .refreshing: return refreshing(state.timeRefreshing)
    case .finishing, .exiting:
      guard let motion = layer.motion(for: state.outcome ?? .success)?.color else {
        return refreshing(state.timeRefreshing + min(timeFinishing, FileStyle.fade))
      }
      return refreshing(state.timeRefreshing).mixed(
        with: motion.color(at: timeFinishing, in: theme), smoothstep(timeFinishing / FileStyle.blend))
    }
  }
}
