public import Compositor
import Numbers
public import Panel
import Scene

/// What a display driven by the kernel is doing.
public enum KMSState: Sendable, Hashable {
  /// Nothing can be shown.
  case dark(Darkness)
  /// The frame on the glass is the last one drawn.
  case idle
  /// A frame is being drawn, or is drawn and waits until the kernel has done with the one before.
  case drawing(retry: Nanoseconds)
  /// The kernel has a frame whose flip has not come.
  case committed(token: UInt64, since: Nanoseconds)
  /// A flip never came: what is on the glass is unknown, and the next frame sets the mode anew.
  case lost
  case failed(String)

  /// Why nothing can be shown.
  public enum Darkness: Sendable, Hashable {
    case noPanel
    /// Another program is DRM master.
    case denied
    /// The screen was given away, by a VT switch or for the machine's sleep.
    case suspended
  }
}

/// A panel driven through the kernel's modesetting interface, with nothing in between.
///
/// The first frame sets the mode and blocks until it is on the glass; from then on frames are queued and their flips read, and only
/// one is ever under way. Frames are composed into scan-out memory, which is never read. No panel, a panel that is gone, and a
/// screen lent to somebody else are states, not errors: `isActive` is false, and pictures come back by themselves.
public struct KMSDisplay<Kernel: KernelModesetting>: Display, ~Copyable {
  typealias Buffer = ScanoutBuffer<Kernel.Card>
  typealias Phase = OutputPhase<Kernel.Card>

  /// See `Display.mode`. While no panel is there: the last one's, or what the options say until there was one.
  public internal(set) var mode: DisplayMode
  /// The connector that shows the picture, such as `DSI-1`, or showed it last; nil before there was one.
  public internal(set) var outputName: String?
  /// Whether the panel shall have a signal. While not, it is turned off as soon as no frame is on its way; the next frame turns it on.
  public var isWanted = true
  /// Whether `descriptor` may be readable: else `advance(to:)` asks neither the card nor for panels that came or went.
  public var expectsNews: Bool {
    get { news.isExpected }
    set { news.isExpected = newValue }
  }
  /// Counts since this was made.
  public internal(set) var statistics = Statistics()

  /// What went otherwise than it should, for metrics and `doctor`.
  public struct Statistics: Sendable, Hashable {
    /// Frames kept and handed over again because the kernel was busy.
    public var busy = 0
    /// Flips that never came.
    public var lost = 0
    /// Events of flips that nobody waits for.
    public var stray = 0
    /// Modes set, the first among them.
    public var modesets = 0
    /// Frames of pages that scrolled on planes.
    public var scrolled = 0
  }

  /// What is on the glass, as far as that is known.
  struct Glass {
    /// Kept until another is there, also when the output changes.
    var buffer: Buffer?
    /// The ring a page scrolls in, kept likewise.
    var ring: Buffer?
    var signal = PanelSignal.found
  }

  /// What whoever draws has not been told of yet, and whether there may be more.
  struct News {
    var isExpected = true
    var change: DisplayChange?
    var flip: Flip?
  }

  let options: KMSOptions
  let clock: () -> Nanoseconds
  let log: LogDeduplicator
  var finder: PanelFinder<Kernel>
  var phase = Phase.dark(.noPanel, nil)
  var glass = Glass()
  var frames = FrameHistory()
  var news = News()

  /// Looks for the panel; not finding one is no error.
  ///
  /// - Parameter clock: monotonic; read after calls that block.
  public init(kernel: Kernel, options: KMSOptions, clock: @escaping () -> Nanoseconds) {
    self.init(dark: kernel, options: options, clock: clock)
    search(at: clock())
    news.change = nil
  }

  /// Before anything was looked for.
  private init(dark kernel: Kernel, options: KMSOptions, clock: @escaping () -> Nanoseconds) {
    self.options = options
    self.clock = clock
    log = LogDeduplicator(options.log)
    finder = PanelFinder(kernel, options: options, log: log)
    mode = options.modeWithoutPanel
  }

  /// What the output is doing; whoever wants to be told of changes asks `takeChange()`.
  public var state: KMSState { phase.state }
  /// See `Display.condition`.
  public var condition: DisplayCondition {
    var condition = DisplayCondition()
    (condition.lost, condition.lostInARow) = (statistics.lost, frames.lostInARow)
    if case .dark(let darkness) = phase.state {
      switch darkness {
      case .noPanel: condition.darkness = .noPanel
      case .denied: condition.darkness = .taken
      case .suspended: condition.darkness = .lent
      }
    }
    return condition
  }

  /// Whether the panel was turned off because it is not wanted.
  public var isOff: Bool { glass.signal.isOff }
  /// What was found when a panel was last looked for.
  public var survey: CardSurvey { finder.survey }
  /// Readable when `advance(to:)` has something to do; the same for the display's whole life.
  public var descriptor: Int32 { finder.kernel.descriptor }

  /// Always: the kernel is waited for by another thread.
  public var handsOver: Bool { true }

  /// Whether frames can be shown now.
  public var isActive: Bool { phase.isActive }

  /// See `Display.nextDeadline`: the sooner of a retry or a flip's time limit, and the next look at the connectors.
  public var nextDeadline: Nanoseconds? {
    guard let deadline = phase.deadline, let probeTime = finder.probeTime else {
      return phase.deadline ?? finder.probeTime
    }
    return min(deadline, probeTime)
  }

  /// See `Display.takeChange()`. The panel found at the start is none.
  public mutating func takeChange() -> DisplayChange? { news.change.take() }

  /// See `Display.takeFlip()`.
  public mutating func takeFlip() -> Flip? { news.flip.take() }

  // MARK: Frames

  /// See `Display.present(_:)`.
  public mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
    guard let (output, buffer) = freeBuffer() else { return false }
    let damage = draw(buffer.surface(), age(of: buffer))
    frames.setDamage(damage)
    return present(Phase.Frame(buffer: buffer, drawnAt: clock()), output)
  }

  /// How many flips ago it was on the glass; 0 when its contents are unknown.
  func age(of buffer: Buffer) -> Int { buffer.flip == 0 ? 0 : Int(frames.flips - buffer.flip) + 1 }

  /// Hands over a frame that is drawn.
  mutating func present(_ frame: Phase.Frame, _ output: Output<Kernel.Card>) -> Bool {
    phase = .drawing(output, frame, retry: frame.drawnAt)
    submit(at: frame.drawnAt)
    switch phase {
    case .drawing, .committed: return true
    default: return news.flip != nil
    }
  }

  /// See `Display.advance(to:)`. Reads events, gives up on lost flips, and looks for panels that came or went.
  public mutating func advance(to now: Nanoseconds) {
    if expectsNews { readEvents(at: now) }
    let isPlugged = expectsNews && finder.kernel.takeHotplug()
    switch phase {
    case .failed, .dark(.suspended, _): return
    case .drawing(_, _, let retry) where now >= retry: submit(at: now)
    case .committed(let output, _, _, let since) where now - since >= output.patience:
      lose("no flip within \(output.patience / 1_000_000) ms", at: now)
    default: break
    }
    if isPlugged { finder.hotplugged(at: now) }
    if finder.isDue(at: now) { probe(at: now) }
    if !isWanted, !isOff, case .idle(let output) = phase { turnOff(output, at: now) }
  }

  /// The buffer that left the glass longest ago; the only one where the driver uploads. nil while none may be drawn in.
  func freeBuffer() -> (Output<Kernel.Card>, Buffer)? {
    let output: Output<Kernel.Card>
    var doubtful: Buffer?
    switch phase {
    case .idle(let idle): output = idle
    case .lost(let lost, let buffer):
      // The mode could not be set before the kernel has come back from the lost frame; this thread has other things to do.
      if lost.card.isInKernel { return nil }
      (output, doubtful) = (lost, buffer)
    default: return nil
    }
    if output.buffers.count == 1 { return (output, output.buffers[0]) }
    var oldest: Buffer?
    for buffer in output.buffers where buffer !== glass.buffer {
      // After a lost flip its buffer may be on the glass too.
      if buffer === doubtful, output.buffers.count > 2 { continue }
      if oldest == nil || buffer.flip < oldest!.flip { oldest = buffer }
    }
    return oldest.map { (output, $0) }
  }

  /// Hands the drawn frame to the kernel; stops when it is taken, must wait, or cannot be shown.
  private mutating func submit(at now: Nanoseconds) {
    var triesAgain = true
    while triesAgain, case .drawing(let output, let frame, _) = phase {
      do throws(ModesettingError) {
        try hand(frame, to: output, at: now)
        triesAgain = false
      } catch {
        triesAgain = recover(from: error, at: now)
      }
    }
  }

  private mutating func hand(_ frame: Phase.Frame, to output: Output<Kernel.Card>, at now: Nanoseconds)
    throws(ModesettingError)
  {
    if glass.signal.needsModeset {
      try output.setMode(showing: frame.buffer, takesOver: glass.signal == .found)
      statistics.modesets += 1
      glass.signal = .set
      return finish(frame, output, time: clock(), sequence: frames.sequence.restart(at: output.verticalBlanks()))
    }
    let token = frames.nextToken()
    if let planes = frame.planes {
      try output.queue(frame.buffer, planes, token: token)
    } else {
      try output.queue(frame.buffer, frameDamage: frames.damage, token: token)
    }
    phase = .committed(output, frame, token: token, since: now)
  }

  /// The frame is on the glass.
  private mutating func finish(
    _ frame: Phase.Frame, _ output: Output<Kernel.Card>, time: Nanoseconds, sequence: UInt64
  ) {
    output.releaseClips()
    frame.buffer.flip = frames.flipped()
    glass.buffer = frame.buffer
    glass.ring = frame.planes == nil ? nil : output.planes?.buffer
    if frame.planes != nil { statistics.scrolled += 1 } else { output.isOnPlanes = false }
    output.laid = frame.planes?.overlays
    phase = .idle(output)
    news.flip = Flip(time: time, sequence: sequence)
  }

  // MARK: Events

  mutating func readEvents(at now: Nanoseconds) {
    while let output = phase.output {
      do throws(ModesettingError) {
        guard let event = try output.card.nextEvent() else { return }
        complete(event, at: now)
      } catch {
        // While the screen is given away the card may be cut off; what is left of it shows on return.
        if !phase.isSuspended, error.remedy == .search { loseCard(error.description, at: now) }
        return
      }
    }
  }

  private mutating func complete(_ event: CardEvent, at now: Nanoseconds) {
    guard case .committed(let output, let frame, event.token, _) = phase else {
      statistics.stray += 1
      // Whatever the kernel was busy with, it has done.
      if case .drawing(let output, let frame, _) = phase { phase = .drawing(output, frame, retry: now) }
      return
    }
    switch event {
    case .refused(_, let error):
      phase = .drawing(output, frame, retry: now)
      if recover(from: error, at: now) { submit(at: now) }
    case .uploaded:
      isWellAgain()
      finish(frame, output, time: now, sequence: frames.sequence.last)
    case .flipped(let flip):
      isWellAgain()
      // On a clock that is not monotonic the time means nothing; the scheduler takes a 0 for unknown.
      let sequence = frames.sequence.extend(flip.sequence)
      finish(frame, output, time: output.hasMonotonicTime ? flip.time : 0, sequence: sequence)
      if frames.sequence.standsStill { output.useUploads(keeping: frame.buffer) }
    }
  }

  /// The panel has taken a frame: what was said of it may be said again.
  private mutating func isWellAgain() {
    if frames.lostInARow > 0 { log.reset() }
    frames.recovered()
  }

  // MARK: Recovery

  /// Decides what a refused frame means. The frame and its damage are kept unless the panel is gone.
  ///
  /// - Returns: whether to hand it over again at once.
  private mutating func recover(from error: ModesettingError, at now: Nanoseconds) -> Bool {
    guard case .drawing(let output, let frame, _) = phase else { return false }
    output.releaseClips()
    if output.givesUpUploads(after: error) { return true }
    if frame.planes != nil, error.remedy == .change || error.remedy == .shrink {
      refusePlanes(output, after: error)
      return false
    }
    switch error.remedy {
    case .again: return true
    case .wait:
      statistics.busy += 1
      if news.change == nil { news.change = .refused }
      phase = .drawing(output, frame, retry: now + mode.period)
      // Busy for ever would be a frozen screen.
      if now - frame.drawnAt >= KMSTiming.flipTimeout { lose(error.description, at: now) }
    case .giveWay: beDenied(error.description, at: now)
    case .change: return changeWay(output, after: error)
    case .shrink: return shrink(output, keeping: frame.buffer, after: error)
    case .search: loseCard(error.description, at: now)
    case .startOver: lose(error.description, at: now)
    }
    return false
  }
}
