import Panel

/// Finds the panel: looks through cards and connectors, and knows when to look again.
struct PanelFinder<Kernel: KernelModesetting> {
  let kernel: Kernel
  private let chooser: CardChooser
  private let log: LogDeduplicator
  /// What was found when a panel was last looked for.
  private(set) var survey = CardSurvey(rows: [])
  /// When connectors are looked at again; nil for only when the kernel says so.
  private(set) var probeTime: Nanoseconds?
  private var retryDelay = KMSTiming.firstRetry

  init(_ kernel: Kernel, options: KMSOptions, log: LogDeduplicator) {
    self.kernel = kernel
    self.log = log
    chooser = CardChooser(pin: options.pin, prefersInternal: options.prefersInternal, holders: options.holders)
  }

  /// Where a panel is.
  struct Place {
    let row: CardSurvey.Row
    let card: Kernel.Card
  }

  /// What has become of the panel in use.
  enum Finding {
    /// The card is no longer there.
    case noCard
    /// The connector in use has a panel, maybe another one.
    case here(Place)
    /// The connector in use has none, but another has.
    case elsewhere(Place)
    case none
  }

  /// Looks at every card.
  mutating func search() -> Place? {
    survey = chooser.survey(kernel)
    guard let row = survey.choice else { return nil }
    do throws(ModesettingError) {
      return Place(row: row, card: try kernel.open(row.card.path))
    } catch {
      log.write("\(error)")
      return nil
    }
  }

  /// Looks at the card in use, and at the others if it has no panel any more.
  mutating func examine(_ output: Output<Kernel.Card>) -> Finding {
    guard kernel.cards().contains(where: { $0.path == output.node.path }) else { return .noCard }
    let here = CardSurvey(rows: chooser.rows(of: output.card, output.node))
    if let row = here.rows.first(where: { $0.connector?.id == output.connector.id && $0.isUsable }) {
      survey = here
      return .here(Place(row: row, card: output.card))
    }
    if let row = here.choice {
      survey = here
      return .elsewhere(Place(row: row, card: output.card))
    }
    let others = chooser.survey(kernel, except: output.node)
    survey = CardSurvey(rows: here.rows + others.rows)
    if let row = others.choice, let card = try? kernel.open(row.card.path) {
      return .elsewhere(Place(row: row, card: card))
    }
    return .none
  }

  // MARK: When to look again

  /// Whether it is time to look; asked once.
  mutating func isDue(at now: Nanoseconds) -> Bool {
    guard let probeTime, now >= probeTime else { return false }
    self.probeTime = nil
    return true
  }

  /// Something was plugged in or out: looks once it has come to rest.
  mutating func hotplugged(at now: Nanoseconds) { probeTime = now + KMSTiming.hotplugDebounce }

  /// There was no panel: some never tell that they were plugged in.
  mutating func foundNone(at now: Nanoseconds) { probeTime = now + KMSTiming.slowProbe }

  /// Another program has the screen: waits, with longer and longer pauses.
  mutating func wasDenied(at now: Nanoseconds) {
    probeTime = now + retryDelay
    retryDelay = min(retryDelay * 2, KMSTiming.slowProbe)
  }

  /// There is a panel.
  mutating func succeeded() { retryDelay = KMSTiming.firstRetry }

  /// The screen is somebody else's: does not look until told to.
  mutating func stop() { probeTime = nil }
}
