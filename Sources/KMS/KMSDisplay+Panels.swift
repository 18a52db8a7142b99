import Panel
import Scene

// Panels that come and go.

extension KMSDisplay {
  /// Looks at every card for a panel to take.
  mutating func search(at now: Nanoseconds) {
    if let place = finder.search() { return adopt(place, at: now) }
    let isHeld = finder.survey.isHeld
    log.write("\(isHeld ? "the panel is in use" : "no panel"); waiting for it")
    for line in "\(finder.survey)".split(separator: "\n") { log.write(String(line)) }
    wait(isHeld ? .denied : .noPanel, at: now)
  }

  /// Connectors may have changed, or it is time to look whether they have.
  mutating func probe(at now: Nanoseconds) {
    guard let output = phase.output, regainMaster(output) else {
      release()
      return search(at: now)
    }
    switch finder.examine(output) {
    case .noCard: loseCard("no such device", at: now)
    case .here(let place) where isSame(place.row, output): light(output)
    case .here(let place): adopt(place, at: now)
    case .elsewhere(let place):
      losePanel(output)
      adopt(place, at: now)
    case .none:
      losePanel(output)
      finder.foundNone(at: now)
    }
  }

  /// Whether this program may use the card it has open; true when it never lost it.
  private func regainMaster(_ output: Output<Kernel.Card>) -> Bool {
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

  private mutating func losePanel(_ output: Output<Kernel.Card>) {
    if isActive { log.write("\(output.connector.name): the panel is gone; waiting for it") }
    darken(.noPanel)
  }

  /// The panel that was there is there.
  private mutating func light(_ output: Output<Kernel.Card>) {
    finder.succeeded()
    if case .dark = phase {
      log.reset()
      log.write("\(output.connector.name): back again")
      phase = .idle(output)
      forgetContents()
    } else if output.isLinkBad() {
      log.write("\(output.connector.name): the link to the panel failed; setting the mode anew")
      forgetContents()
    }
  }

  /// Drives another panel, or the same one differently: new buffers first, the mode with the next frame. The buffer on the glass
  /// stays until then.
  private mutating func adopt(_ place: PanelFinder<Kernel>.Place, at now: Nanoseconds) {
    phase.output?.abandonFrame()
    // The old buffers go before there are new ones.
    phase = .dark(.noPanel, nil)
    do throws(ModesettingError) {
      let output = try Output(place.card, place.row, options: options, log: log)
      outputName = output.connector.name
      glass.signal.restart()
      phase = .idle(output)
      finder.succeeded()
      log.reset()
      takeMode(of: output)
    } catch {
      log.write("\(place.row.connector?.name ?? place.row.card.path) cannot be driven: \(error)")
      release()
      wait(error.remedy == .giveWay ? .denied : .noPanel, at: now)
    }
  }

  /// Tells of a mode that is another than before.
  mutating func takeMode(of output: Output<Kernel.Card>) {
    // The board says how large the panel is. What EDID says (`EDID.size`) decides nothing yet: a kiosk that is renewed would be drawn in
    // another size from one day to the next, by a number that is often wrong.
    let next = DisplayMode(
      size: output.mode.size, refreshMillihertz: output.mode.refreshMillihertz ?? 60_000, format: output.format,
      orientation: options.orientation ?? output.mounting)
    if next != mode {
      mode = next
      news.change = .modeChanged
    }
    forgetContents()
  }

  /// Shows nothing until there is something to show it on.
  private mutating func wait(_ darkness: KMSState.Darkness, at now: Nanoseconds) {
    darken(darkness)
    if darkness == .denied { finder.wasDenied(at: now) } else { finder.foundNone(at: now) }
  }
}
