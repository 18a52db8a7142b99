/// Something that keeps a panel from showing what it should.
public struct Trouble: Sendable, Hashable {
  /// What it is, for machines; the raw value never changes.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// No panel is plugged in.
    case panelUnplugged = "panel-unplugged"
    /// Another program has the display.
    case panelTaken = "panel-taken"
    /// Frames are handed over and do not come to the glass.
    case flipsFrozen = "flips-frozen"
    /// The thread that draws does not answer.
    case threadStuck = "frame-thread-stuck"
    /// What decides on the page does not answer.
    case contentStuck = "content-stuck"
    /// A touch screen that was there is not.
    case touchGone = "touch-gone"
    /// A source's data is older than it should ever be.
    case dataStale = "data-stale"
    /// Something is not asked, or cannot be sent, for a variable or a file that the board names is not there.
    case settingMissing = "setting-missing"
    /// A camera on the page sends nothing, or a picture there that is to be new again and again does not come.
    case cameraSilent = "camera-silent"
    /// The broker that is told how the panel is does not let it in.
    case brokerLost = "broker-lost"
    /// A way to the panel that was asked for cannot be opened.
    case wayRefused = "way-refused"
    /// Answers are not kept on the disk.
    case cacheNotWritten = "cache-not-written"
    /// There is no board yet, or none that can be shown.
    case notSetUp = "not-set-up"
    /// The board's file has mistakes: the one before is shown.
    case boardRefused = "board-refused"
    /// The newest bundle was not taken, or sent back.
    case bundleRefused = "bundle-refused"
    /// Nobody says whether there is a new bundle.
    case bundleMissing = "bundle-missing"
    /// The disk takes no bundle, or has not kept one.
    case bundleNotKept = "bundle-not-kept"
  }

  /// What it is.
  public var cause: Cause
  /// What it concerns, where there are several: a source's name, a camera's address.
  public var subject: String?
  /// The same for people.
  public var sentence: String

  init(_ cause: Cause, subject: String? = nil, _ sentence: String) {
    (self.cause, self.subject, self.sentence) = (cause, subject, sentence)
  }
}

/// How long what may pass by itself is not called a trouble, in seconds: what the panel itself may lack for less than the ten within which that
/// is named, what others may for longer.
public enum HealthLimits {
  /// Cables bounce, and panels come back in another mode.
  public static let panel = 3.0
  /// What is sent to a panel over a slow bus may take five seconds for a frame.
  public static let flip = 6.0
  /// A turn of the frame thread takes some milliseconds.
  public static let thread = 3.0
  /// Touch screens of a hub are gone for a moment when it is reset.
  public static let touch = 3.0
  /// Cameras start anew, and are asked again each minute or two.
  public static let camera = 60.0
  /// Pictures that are fetched again and again are fetched each few seconds, or minutes.
  public static let still = 120.0
  /// Brokers start anew, and panels come back to them spread over a minute.
  public static let broker = 90.0
  /// A new panel asks within ten seconds, and again in the next round.
  public static let bundle = 60.0
}

extension PanelStatus {
  /// What is wrong, the worst first; a pure function of these facts.
  public var troubles: [Trouble] {
    [panelTrouble, flipTrouble, threadTrouble, contentTrouble, touchTrouble, boardTrouble, cacheTrouble].compactMap(
      \.self)
      + bundleTroubles + sources.compactMap(trouble) + [tapTrouble].compactMap(\.self) + cameraTroubles + stillTroubles
      + [brokerTrouble].compactMap(\.self)
      + refusedWays.map { Trouble(.wayRefused, $0) }
  }

  private func lasts(since: Double, _ limit: Double) -> Bool { uptime - since >= limit }

  private func words(since: Double) -> String { Words.duration(uptime - since) }

  private var panelTrouble: Trouble? {
    guard lasts(since: glass.stateSince, HealthLimits.panel) else { return nil }
    let since = words(since: glass.stateSince)
    switch glass.state {
    case .ready, .lent: return nil
    case .noPanel: return Trouble(.panelUnplugged, "no panel is plugged in, for \(since)")
    case .taken: return Trouble(.panelTaken, "another program has the display, for \(since)")
    }
  }

  private var flipTrouble: Trouble? {
    guard glass.state == .ready else { return nil }
    if glass.lostInARow > 0 {
      let flips = glass.lostInARow == 1 ? "the last flip" : "the last \(glass.lostInARow) flips"
      return Trouble(.flipsFrozen, "\(flips) never came: the driver or the panel does not take frames")
    }
    guard let since = glass.pendingSince, lasts(since: since, HealthLimits.flip) else { return nil }
    return Trouble(.flipsFrozen, "a frame is wanted, and none has come to the glass for \(words(since: since))")
  }

  private var threadTrouble: Trouble? {
    guard let since = glass.silentSince, lasts(since: since, HealthLimits.thread) else { return nil }
    return Trouble(.threadStuck, "the thread that draws has not answered for \(words(since: since))")
  }

  private var contentTrouble: Trouble? {
    guard let since = contentSilentSince, lasts(since: since, HealthLimits.thread) else { return nil }
    return Trouble(.contentStuck, "what decides on the page has not answered for \(words(since: since))")
  }

  private var touchTrouble: Trouble? {
    // Who lends the screen lends what it is touched with, too.
    guard glass.state != .lent, let screens = touch.screens, screens < touch.mostScreens,
      lasts(since: max(touch.screensSince, glass.stateSince), HealthLimits.touch)
    else { return nil }
    let gone = touch.mostScreens - screens
    return Trouble(
      .touchGone,
      "\(gone == 1 ? "a touch screen" : "\(gone) touch screens") that was there is not, for \(words(since: touch.screensSince))"
    )
  }

  private var boardTrouble: Trouble? {
    if let awaited = board.awaited { return Trouble(.notSetUp, awaited) }
    return board.problem.map { Trouble(.boardRefused, "the board's file is not shown as it is now: \($0)") }
  }

  private var cacheTrouble: Trouble? { cacheProblem.map { Trouble(.cacheNotWritten, $0) } }

  /// Of this run's answers the clock that only goes forward counts: setting the other one makes no data old. Of what an earlier run has left
  /// only the time of day is known, and it counts once the source has been asked in vain.
  private func trouble(_ source: Source) -> Trouble? {
    if !source.missing.isEmpty {
      return Trouble(
        .settingMissing, subject: source.name,
        "source \(source.name): not asked, for \(Self.absence(of: source.missing))")
    }
    guard let asked = source.asked, !source.isOpen else { return nil }
    let silence = uptime - (source.heard ?? asked)
    let isOldOnArrival =
      source.heard == nil && !source.problems.isEmpty && (source.age(at: time) ?? .infinity) > source.promise
    guard silence > source.promise || isOldOnArrival else { return nil }
    let unknown =
      source.isAhead(at: time)
      ? "its data is from a time that has not come, by a clock that was wrong" : "it has never answered"
    let data = source.age(at: time).map { "its data is \(Words.duration($0)) old" } ?? unknown
    let reason = source.problems.first.map { ": \($0)" } ?? ""
    return Trouble(.dataStale, subject: source.name, "source \(source.name): \(data)\(reason)")
  }

  /// Buttons and controls that cannot send.
  private var tapTrouble: Trouble? {
    guard !board.missing.isEmpty else { return nil }
    return Trouble(.settingMissing, "what sends with it cannot: \(Self.absence(of: board.missing))")
  }

  private static func absence(of settings: [String]) -> String {
    "\(settings.joined(separator: ", ")) \(settings.count == 1 ? "is" : "are") not there"
  }
}
