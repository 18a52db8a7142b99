import Numbers
import Panel

// Giving the screen away and taking it back: VT switches, the machine's sleep, the panel's own sleep, the end.

extension KMSDisplay {
  /// Stops showing anything, so that somebody else can: waits shortly for the pending flip and gives up DRM master. To be called
  /// before the VT switch is acknowledged.
  public mutating func suspend() {
    guard !phase.isSuspended else { return }
    drain()
    finder.stop()
    darken(.suspended)
    // A seat manager has taken back what it lent before it says so.
    guard let card = phase.output?.card, card.isMaster else { return }
    do throws(ModesettingError) {
      try card.dropMaster()
    } catch {
      log.write("the screen cannot be given away: \(error)")
    }
  }

  /// Takes the screen back. Nothing is assumed to have survived: connectors are looked at, and the next frame sets everything.
  public mutating func resume() {
    guard phase.isSuspended else { return }
    let now = clock()
    darken(.noPanel)
    glass.signal.giveUpTakeover()
    do throws(ModesettingError) {
      if let card = phase.output?.card, !card.isMaster { try card.setMaster() }
      probe(at: now)
    } catch {
      beDenied(error.description, at: now)
    }
  }

  /// The machine has slept: what the driver has brought back is not relied on, and the next frame sets everything.
  public mutating func renew() {
    switch phase {
    case .idle, .lost:
      glass.signal.giveUpTakeover()
      forgetContents()
    // Whether its flip comes is up to the driver.
    case .drawing, .committed: lose("the machine has slept", at: clock())
    case .dark, .failed: break
    }
  }

  /// Has the panel sleep until the next frame.
  mutating func turnOff(_ output: Output<Kernel.Card>, at now: Nanoseconds) {
    do throws(ModesettingError) {
      try output.turnOff()
      glass.signal = .off
    } catch {
      glass.signal.cannotTurnOff()
      if error.remedy == .giveWay { return beDenied(error.description, at: now) }
      log.write("\(output.connector.name) cannot be turned off: \(error)")
    }
  }

  /// Ends: the last frame stays on the glass for whoever comes next, unless what was there before is to be shown again.
  public mutating func close() {
    drain()
    if let output = phase.output, isActive {
      if options.restoresOnExit {
        do throws(ModesettingError) {
          try output.restore()
        } catch {
          log.write("what was shown before cannot be shown again: \(error)")
        }
      } else {
        glass.buffer?.leaveOnGlass()
        glass.ring?.leaveOnGlass()
      }
    }
    if statistics.scrolled > 0, let outputName {
      log.write("\(outputName): \(statistics.scrolled) frames scrolled on planes, of \(frames.flips)")
    }
    finder.stop()
    darken(.suspended)
    release()
  }

  /// Waits for the pending flip, but not long: some never come.
  private mutating func drain() {
    let limit = clock() + KMSTiming.drainLimit
    while case .committed(let output, _, _, _) = phase, clock() < limit {
      output.card.waitForEvent(milliseconds: Int(KMSTiming.drainLimit / 1_000_000))
      readEvents(at: clock())
    }
  }
}
