import Panel
import Scene

// Panels that come and go.

extension KMSDisplay {
  /// Looks at every card for a panel to take.
  mutating func search(at now: Nanoseconds) {
    let found = chooser.survey(kernel)
    if let row = found.choice {
      do throws(ModesettingError) {
        survey = found
        return adopt(row, on: try kernel.open(row.card.path), at: now)
      } catch {
        voice.say("\(error)")
      }
    }
    voice.say("\(found.isHeld ? "the panel is in use" : "no panel"); waiting for it\n\(found)")
    survey = found
    darken(found.isHeld ? .denied : .noPanel)
    scheduleProbe(at: now)
  }

  /// Connectors may have changed, or it is time to look whether they have.
  mutating func probe(at now: Nanoseconds) {
    probeTime = nil
    guard regainMaster(), let output else {
      release()
      return search(at: now)
    }
    guard kernel.cards().contains(where: { $0.path == output.node.path }) else {
      return loseCard("no such device", at: now)
    }
    let here = CardSurvey(rows: chooser.rows(of: output.card, output.node))
    if let row = here.rows.first(where: { $0.connector?.id == output.connector.id && $0.isUsable }) {
      survey = here
      if isSame(row, output) { return light(output) }
      return adopt(row, on: output.card, at: now)
    }
    if isActive { voice.say("\(output.connector.name): the panel is gone; waiting for it") }
    darken(.noPanel)
    if let row = here.choice {
      survey = here
      return adopt(row, on: output.card, at: now)
    }
    let elsewhere = chooser.survey(kernel, except: output.node)
    survey = CardSurvey(rows: here.rows + elsewhere.rows)
    if let row = elsewhere.choice, let card = try? kernel.open(row.card.path) {
      return adopt(row, on: card, at: now)
    }
    scheduleProbe(at: now)
  }

  /// Whether this program may use the card it has open; true when it never lost it.
  private func regainMaster() -> Bool {
    guard let output else { return false }
    if output.card.isMaster { return true }
    do throws(ModesettingError) {
      try output.card.setMaster()
      return true
    } catch {
      return false
    }
  }

  private func isSame(_ row: CardSurvey.Row, _ output: Output<Kernel.Card>) -> Bool {
    row.edidBytes == output.edid && row.connector?.modes.contains { $0.isSame(as: output.mode) } ?? false
  }

  /// The panel that was there is there.
  private mutating func light(_ output: Output<Kernel.Card>) {
    retryDelay = KMSTiming.firstRetry
    if case .dark = state {
      voice.forget()
      voice.say("\(output.connector.name): back again")
      state = .idle
      forgetContents()
    } else if output.isLinkBad() {
      voice.say("\(output.connector.name): the link to the panel failed; setting the mode anew")
      forgetContents()
    }
  }

  /// Drives another panel, or the same one differently: new buffers first, the mode with the next frame. The buffer on the glass
  /// stays until then.
  private mutating func adopt(_ row: CardSurvey.Row, on card: Kernel.Card, at now: Nanoseconds) {
    output?.abandonFrame()
    pending = nil
    output = nil
    do throws(ModesettingError) {
      let output = try Output(card, row, options: options, voice: voice)
      self.output = output
      outputName = output.connector.name
      isOff = false
      state = .idle
      retryDelay = KMSTiming.firstRetry
      voice.forget()
      takeMode(of: output)
    } catch {
      voice.say("\(row.connector?.name ?? row.card.path) cannot be driven: \(error)")
      release()
      darken(error.remedy == .giveWay ? .denied : .noPanel)
      scheduleProbe(at: now)
    }
  }

  /// Tells of a mode that is another than before.
  mutating func takeMode(of output: Output<Kernel.Card>) {
    let next = DisplayMode(
      size: output.mode.size, refreshMillihertz: output.mode.refreshMillihertz ?? 60_000, format: output.format,
      orientation: options.orientation ?? output.mounting)
    if next != mode {
      mode = next
      change = .modeChanged
    }
    forgetContents()
  }

  private mutating func scheduleProbe(at now: Nanoseconds) {
    if state == .dark(.denied) {
      probeTime = now + retryDelay
      retryDelay = min(retryDelay * 2, KMSTiming.slowProbe)
    } else {
      probeTime = now + KMSTiming.slowProbe
    }
  }
}
