public import Compositor
public import Motion
public import Panel
package import Scene
public import Status

/// The frame: touches, messages and flips in, pictures out. One of these lives on the frame thread, and nobody else can name it.
///
/// It asks no clock but the one it is given, and answers when it wants to be called again, so the same loop runs on a panel, in the
/// browser preview and in virtual time. `LiveKiosk` calls it in the first two, `VirtualKiosk` in the third.
public struct FrameLoop<Screen: Display & ~Copyable>: ~Copyable {
  // Many properties: all that a frame goes through stands here, and each part is a type of its own.
  /// What is drawn on.
  public var screen: Screen
  /// What is shown.
  public private(set) var kiosk: Kiosk
  /// When the next frame is drawn.
  public private(set) var scheduler: FrameScheduler
  /// What is known of the glass.
  private var proof = GlassProof()
  private var painter: FramePainter
  private var scene: Scene
  private let mailbox: Mailbox<KioskMessage>
  private var messages: [KioskMessage] = []
  private let attend: Attendant?
  private var input: [InputEvent] = []
  private let clock: () -> Nanoseconds
  /// How often the thread has waited, and how much of that the last frame knew of.
  private var waits: (count: () -> Int, known: Int)
  /// An event may say that it comes so many seconds after the turn that takes it: giving the screen away takes a while.
  private static var patience: Double { 10 }
  /// Messages are taken a turn after the frame, as in records of programs that did so.
  package var takesTwoTurns = false
  /// What is told of all that comes in and goes out.
  private var tape: (any FrameTape)?

  /// Whoever stands around the loop: appends what people have done since it was called last, positions in viewer pixels, and may
  /// give the screen away or take it back. It must not block but for that.
  public typealias Attendant = (_ screen: inout Screen, _ now: Nanoseconds, _ input: inout [InputEvent]) -> Void

  /// What the thread does until the next turn.
  public enum Rest: Sendable, Hashable {
    /// Waits for a touch, a message or a flip; no timer.
    case untilSomethingHappens
    /// Waits for the same, but no longer than this; monotonic clock.
    case until(Nanoseconds)
    /// The display does not answer.
    case displayLost
    /// The display has another mode: what was laid out for the old one does not fit.
    case modeChanged
    /// The display cannot go on, for this reason.
    case displayFailed(String)
    case stopped
  }

  /// - Parameters:
  ///   - clock: read around drawing, to learn what frames cost; virtual time may stand still.
  ///   - attend: called at the beginning of each turn.
  ///   - waits: how often the thread has waited so far, but for what it waits for between turns; see `ThreadWaits`.
  ///   - companion: composes rows of large frames on another processor.
  public init(
    screen: consuming Screen, kiosk: consuming Kiosk, mailbox: Mailbox<KioskMessage>,
    clock: @escaping () -> Nanoseconds, attend: Attendant? = nil, waits: @escaping () -> Int = { 0 },
    companion: (any FrameCompanion)? = nil
  ) {
    let mode = screen.mode
    scheduler = FrameScheduler(mode: mode, handsOver: screen.handsOver)
    painter = FramePainter(
      size: mode.size, format: mode.format, orientation: mode.orientation, companion: companion)
    scene = Scene(size: mode.viewerSize)
    self.screen = screen
    self.kiosk = kiosk
    self.mailbox = mailbox
    self.clock = clock
    self.attend = attend
    self.waits = (waits, waits())
  }

  /// Tells of everything from now on; to be called before anything has happened.
  package mutating func record(on tape: any FrameTape) {
    self.tape = tape
    tape.begins(kiosk.facts(mode: screen.mode, handsOver: screen.handsOver, hasAttendant: attend != nil))
  }

  /// Goes on from a moment of rest, whose picture is shown.
  ///
  /// - Parameters:
  ///   - kiosk: has shown nothing yet.
  ///   - rest: what was taken down at that moment.
  mutating func goOn(with kiosk: consuming Kiosk, from rest: inout some RestWalk) {
    scheduler.walkAtRest(&rest)
    // At rest they were all known.
    waits.known = waits.count()
    // What the one before it holds is still there meanwhile.
    kiosk.walkAtRest(&rest)
    self.kiosk = kiosk
    painter.invalidate()
    self.kiosk.draw(into: &scene)
    var isDrawn = false
    _ = screen.show(scene, with: &painter, isDrawn: &isDrawn)
    painter.commit()
  }

  /// Takes a touch, a wheel or a key; positions in viewer pixels. See `Kiosk.handle(_:)` for what is left out.
  public mutating func handle(_ input: InputEvent) {
    // Before it is written down: no record holds what is no number.
    guard let input = input.kept else { return }
    tape?.handles(input, kiosk)
    kiosk.handle(input)
    scheduler.touched(at: Nanoseconds(seconds: input.time, rounding: .down))
  }

  /// Takes a message at once, as if it had come through the mailbox.
  public mutating func receive(_ message: KioskMessage, at now: Nanoseconds) {
    tape?.receives(message, kiosk, at: now)
    kiosk.receive(message, at: Double(now) / 1e9)
  }

  /// No frame was wanted at the last turn, and none was on its way: proof that nothing hangs although nothing is shown.
  public var isAtRest: Bool { proof.isAtRest }

  /// How the glass stands.
  public var glass: PanelStatus.Glass {
    var glass = PanelStatus.Glass(screen.condition, scheduler.statistics)
    (glass.lastFlip, glass.pendingSince) = (proof.lastFlip, proof.pendingSince)
    return glass
  }

  /// The layers that were described last.
  package var latestScene: Scene { scene }

  /// Forgets what the display shows and what fingers hold: after a modeset or a resume, everything begins anew.
  public mutating func reset() {
    tape?.resets()
    proof.forgetPicture()
    kiosk.cancelTouches(at: kiosk.now)
    painter.invalidate()
    scheduler.reset()
    tellVerdict()
    kiosk.invalidate()
  }

  /// One turn of the loop.
  public mutating func turn(at now: Nanoseconds) -> Rest {
    let rest = takeTurn(at: now)
    if let tape, tape.wantsRest, proof.isAtRest, scheduler.isAtRest, kiosk.isAtRest {
      let facts = kiosk.facts(mode: screen.mode, handsOver: screen.handsOver, hasAttendant: attend != nil)
      tape.rests(&kiosk, &scheduler, facts)
    }
    return rest
  }

  private mutating func takeTurn(at now: Nanoseconds) -> Rest {
    tape?.turns(at: now)
    var now = takeInput(at: now)
    screen.advance(to: now)
    let change = screen.takeChange()
    if let change { tape?.changes(change) }
    switch change {
    case .restarted: reset()
    case .modeChanged: return .modeChanged
    case .failed(let reason): return .displayFailed(reason)
    case .refused:
      scheduler.heldUp()
      takeFlip(at: now)
    case nil: takeFlip(at: now)
    }
    // What has come in waits until a frame that is due has been drawn: a page of thousands of cards may cost more than there is left.
    var isTaken: Bool?
    if isActive, !scheduler.isWaitingForFlip, kiosk.needsFrame(at: Double(now) / 1e9),
      case .draw(let presentation) = nextAction(at: now)
    {
      isTaken = frame(for: presentation, now: now)
      if isTaken == true, takesTwoTurns { return .until(now) }
    }
    guard takeMessages(at: now) else { return .stopped }
    if isTaken == false { return rest(until: now + scheduler.period) }
    now = max(readClock(), now)
    // A frame that sets the mode is on the glass already.
    if isTaken == true { takeFlip(at: now) }
    // Without a panel nothing moves: what has changed meanwhile is caught up with when there is one.
    guard isActive else {
      proof.rests(true, at: now)
      return rest(until: nil)
    }
    switch nextAction(at: now) {
    case .sleep: return rest(until: nil)
    case .wake(let time): return rest(until: time)
    case .lost: return .displayLost
    case .draw(let presentation):
      return frame(for: presentation, now: now) ? .until(now) : rest(until: now + scheduler.period)
    }
  }

  /// What people have done since the last turn: the way of every touch begins here.
  ///
  /// - Returns: the time afterwards; giving the screen away takes some.
  private mutating func takeInput(at now: Nanoseconds) -> Nanoseconds {
    guard let attend else { return now }
    attend(&screen, now, &input)
    // Whoever posts events may be wrong about the time; what is to come much later would hold the page until then.
    let latest = Double(now) / 1e9 + Self.patience
    for event in input { handle(event.noLater(than: latest)) }
    input.removeAll(keepingCapacity: true)
    return max(readClock(), now)
  }

  private func readClock() -> Nanoseconds {
    let time = clock()
    tape?.reads(clock: time)
    return time
  }

  private var isActive: Bool {
    let isActive = screen.isActive
    tape?.looks(isActive: isActive)
    return isActive
  }

  private mutating func tellVerdict() {
    if let verdict = scheduler.takeVerdict() { tape?.judges(verdict) }
  }

  private mutating func nextAction(at now: Nanoseconds) -> FrameScheduler.Action {
    let seconds = Double(now) / 1e9
    let needsFrame = kiosk.needsFrame(at: seconds)
    // What is not due yet comes later, also where a nanosecond does not tell the two apart.
    let timer = kiosk.nextDeadline(after: seconds).map { max(Nanoseconds(seconds: $0, rounding: .up), now + 1) }
    proof.rests(!needsFrame && !scheduler.isWaitingForFlip, at: now)
    countWaits()
    defer { tellVerdict() }
    return scheduler.next(now: now, needsFrame: needsFrame, isTouched: kiosk.isTouched, timer: timer)
  }

  /// Whatever comes first: the model's moment or the display's.
  private func rest(until time: Nanoseconds?) -> Rest {
    guard let time, let deadline = screen.nextDeadline else {
      return (time ?? screen.nextDeadline).map { .until($0) } ?? .untilSomethingHappens
    }
    return .until(min(time, deadline))
  }

  /// Gives the display back: it outlives the kiosk when its mode changes.
  public consuming func takeScreen() -> Screen { screen }

  /// The frame. Everything the panel ever shows goes through here.
  ///
  /// - Returns: false when the display would not take it.
  private mutating func frame(for presentation: Nanoseconds, now: Nanoseconds) -> Bool {
    kiosk.advance(to: Double(presentation) / 1e9)
    proof.forgetPicture()
    kiosk.draw(into: &scene)
    var isDrawn = false
    // Of no picture's making, and so on no tape.
    let began = painter.asksForTime ? clock() : 0
    let isTaken = screen.show(scene, with: &painter, isDrawn: &isDrawn)
    if isDrawn, painter.asksForTime { painter.took(clock() - began) }
    tape?.draws(scene, kiosk, for: presentation, isTaken ? .taken : isDrawn ? .refused : .notDrawn)
    if isTaken {
      countWaits()
      scheduler.submitted(presentation: presentation, began: now, ended: max(readClock(), now))
    } else {
      scheduler.refused(at: now)
      tellVerdict()
      kiosk.invalidate()
    }
    return isTaken
  }

  private mutating func countWaits() {
    let count = waits.count()
    if count > waits.known {
      tape?.waited(count - waits.known)
      scheduler.waited()
    }
    waits.known = count
  }

  private mutating func takeFlip(at now: Nanoseconds) {
    guard let flip = screen.takeFlip() else { return }
    tape?.flips(flip)
    painter.commit()
    scheduler.flipped(flip, now: now)
    tellVerdict()
    let isSane = abs(flip.time - now) <= 1_000_000_000
    let time = Double(isSane ? flip.time : now) / 1e9
    kiosk.presented(at: time)
    // One frame is under way at a time: what was described last is what is seen now.
    proof.flipped(at: time, showing: scene)
  }

  /// - Returns: false when the loop shall stop.
  private mutating func takeMessages(at now: Nanoseconds) -> Bool {
    mailbox.drain(into: &messages)
    var goesOn = true
    for message in messages {
      switch message {
      case .stop: goesOn = false
      case .picture(let take): proof.give(scene, to: take)
      default: break
      }
      tape?.receives(message, kiosk, at: nil)
      kiosk.receive(message, at: Double(now) / 1e9)
    }
    messages.removeAll(keepingCapacity: true)
    return goesOn
  }
}
