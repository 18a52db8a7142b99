package import Board
import Motion
package import Refresh
package import Scene

/// The moment of a board that a snapshot shows.
package struct SnapshotMoment: Sendable {
  /// A phase of a refresh that can be asked for by name.
  package enum Phase: String, Sendable, CaseIterable {
    /// The task runs; the outcome is shown; the header closes.
    case refreshing, finishing, exiting
  }

  /// Pixels.
  package var scroll: Int
  /// Share of the trigger.
  package var pull: Double?
  /// Nil shows the page without a refresh.
  package var phase: Phase?
  /// Seconds into the phase.
  package var at: Double
  /// How the refresh ends, in `finishing` and `exiting`.
  package var outcome: RefreshOutcome
  /// The page on show, counted from 1; nil is the first on offer.
  package var page: Int?
  /// What stands on a card that is tapped; nil taps none.
  package var tap: String?
  /// Shows the detail page of the first card that has one.
  package var isDetail = false
  /// Whether that tap sends what it says, or only looks so.
  package var sendsPosts = false

  /// For the parameters see the properties.
  package init(
    scroll: Int = 0, pull: Double? = nil, phase: Phase? = nil, at: Double = 0, outcome: RefreshOutcome = .success
  ) {
    self.scroll = scroll
    self.pull = pull
    self.phase = phase
    self.at = at
    self.outcome = outcome
  }

  /// Fetches, draws, and brings a virtual kiosk to the moment.
  ///
  /// - Parameters:
  ///   - clock: tells the time of day the kiosk begins at.
  ///   - cacheDirectory: where the last good answers are kept; nil begins without any and keeps none.
  ///   - log: takes lines for people.
  /// - Throws: when nothing was drawn, which is a bug.
  package func picture(
    of board: BoardFile, _ source: BoardSource, options: PanelOptions, clock: WallClock, cacheDirectory: String? = nil,
    log: @escaping @Sendable (String) -> Void
  ) throws(UserError) -> Pixmap {
    let kiosk = try kiosk(
      of: board, source, options: options, clock: clock, cacheDirectory: cacheDirectory, showsTop: scroll == 0, log: log
    )
    guard let picture = kiosk.screenshot() else { throw UserError.bug("no frame was drawn for \(source.name)") }
    return picture
  }

  /// The same in words, as they are heard: how it begins, a line for each card in the order they are read, with its rectangle in pixels of
  /// the page, and the symbol of what makes the panel easier to use.
  package func words(
    of board: BoardFile, _ source: BoardSource, options: PanelOptions, clock: WallClock, cacheDirectory: String? = nil,
    log: @escaping @Sendable (String) -> Void
  ) throws(UserError) -> [String] {
    let kiosk = try kiosk(of: board, source, options: options, clock: clock, cacheDirectory: cacheDirectory, log: log)
    let (first, last) = kiosk.spokenFrame
    let lines = kiosk.described.map { line, frame in
      guard let frame else { return line }
      return "\(line)  [\(frame.x0),\(frame.y0) \(frame.width)x\(frame.height)]"
    }
    return first + lines + [last].compactMap(\.self)
  }

  private func kiosk(
    of board: BoardFile, _ source: BoardSource, options: PanelOptions, clock: WallClock, cacheDirectory: String?,
    showsTop: Bool = false, log: @escaping @Sendable (String) -> Void
  ) throws(UserError) -> VirtualKiosk {
    let start = clock.now()
    var kiosk = VirtualKiosk(
      board: board, source: source, options: options, start: start.time, zone: start.zone,
      cacheDirectory: cacheDirectory, run: nil, sendsPosts: sendsPosts, leavesMeasuring: showsTop, log: log)
    if let page { try kiosk.show(page: page, of: board) }
    if let tap { try kiosk.tap(tap) }
    if isDetail { try kiosk.openDetail() }
    // What a touch would leave behind is not part of the picture.
    if scroll != 0 { kiosk.scroll(toPixel: scroll) }
    if let pull { kiosk.pull(toRatio: pull) }
    if let phase { kiosk.enter(phase, outcome: outcome, seconds: at) }
    return kiosk
  }
}

extension VirtualKiosk {
  /// Puts the page where it would be after scrolling, without a trace of how it came there.
  package mutating func scroll(toPixel offset: Int) {
    scrollWithoutMotion(toPixel: offset)
    settle()
  }

  /// Pulls the page with a finger that then rests, until `release` lifts it.
  ///
  /// - Parameter ratio: of the trigger.
  public mutating func pull(toRatio ratio: Double) {
    schedule(pullGesture(toRatio: ratio, start: seconds + 0.05))
    play(seconds: 1.5)
    settle()
  }

  /// Turns to a page, counted from 1.
  mutating func show(page number: Int, of board: BoardFile) throws(UserError) {
    guard number >= 1, number <= board.pages.count else {
      throw UserError(
        .input, "--page \(number): the board has \(board.pages.count == 1 ? "1 page" : "\(board.pages.count) pages")")
    }
    turn(toPage: number - 1)
    guard page == number - 1 else {
      throw UserError(.input, "--page \(number): it is not on offer at this time; --time chooses another one")
    }
  }

  /// Taps the card that a text stands on: its title or its words, or else a part of them.
  mutating func tap(_ text: String) throws(UserError) {
    let wanted = text.lowercased()
    let isTapped =
      tapCard { [$0.title, $0.text].contains { $0?.lowercased() == wanted } }
      || tapCard { [$0.title, $0.text].contains { $0?.lowercased().contains(wanted) ?? false } }
    guard isTapped else {
      throw UserError(.input, "--tap \"\(text)\": no card of the page has this as its title or text")
    }
  }

  mutating func openDetail() throws(UserError) {
    guard tapCard({ $0.tap == .detail }) else {
      throw UserError(.input, "--detail: no card of the page has tap: detail, or none is there now")
    }
  }

  /// Refreshes, and stops some time into a phase.
  mutating func enter(_ phase: SnapshotMoment.Phase, outcome: RefreshOutcome, seconds: Double) {
    beginRefresh()
    if phase == .refreshing { return play(seconds: seconds) }
    play(seconds: 1.5)
    endRefresh(with: outcome)
    while refreshPhase.kind.rawValue != phase.rawValue, refreshPhase != .idle { play(seconds: 1.0 / 120) }
    play(seconds: seconds)
  }
}
