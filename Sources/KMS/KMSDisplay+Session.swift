import Panel

// Giving the screen away and taking it back: VT switches, the machine's sleep, the end.

extension KMSDisplay {
  /// Stops showing anything, so that somebody else can: waits shortly for the pending flip and gives up DRM master. To be called
  /// before the VT switch is acknowledged.
  public mutating func suspend() {
    guard state != .dark(.suspended) else { return }
    drain()
    probeTime = nil
    darken(.suspended)
    do throws(ModesettingError) {
      try output?.card.dropMaster()
    } catch {
      voice.say("the screen cannot be given away: \(error)")
    }
  }

  /// Takes the screen back. Nothing is assumed to have survived: connectors are looked at, and the next frame sets everything.
  public mutating func resume() {
    guard state == .dark(.suspended) else { return }
    let now = clock()
    darken(.noPanel)
    mayTakeOver = false
    do throws(ModesettingError) {
      try output?.card.setMaster()
      probe(at: now)
    } catch {
      beDenied(error.description, at: now)
    }
  }

  /// Ends: the last frame stays on the glass for whoever comes next, unless what was there before is to be shown again.
  public mutating func close() {
    drain()
    if let output, isActive {
      if options.restoresOnExit {
        do throws(ModesettingError) {
          try output.restore()
        } catch {
          voice.say("what was shown before cannot be shown again: \(error)")
        }
      } else {
        front?.leaveOnGlass()
      }
    }
    probeTime = nil
    darken(.suspended)
    release()
  }

  /// Waits for the pending flip, but not long: some never come.
  private mutating func drain() {
    let limit = clock() + KMSTiming.drainLimit
    while case .committed = state, let output, clock() < limit {
      output.card.waitForEvent(milliseconds: Int(KMSTiming.drainLimit / 1_000_000))
      readEvents(at: clock())
    }
  }
}
