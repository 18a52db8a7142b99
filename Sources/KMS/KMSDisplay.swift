public import Compositor
public import Panel
import Scene

/// A panel driven through the kernel's modesetting interface, with nothing in between.
///
/// The first frame sets the mode and blocks until it is on the glass; from then on frames are queued and their flips read, and only
/// one is ever under way. Frames are composed into scan-out memory, which is never read. No panel, a panel that is gone, and a
/// screen lent to somebody else are states, not errors: `isActive` is false, and pictures come back by themselves.
public struct KMSDisplay<Kernel: KernelModesetting>: Display, ~Copyable {
  typealias Buffer = ScanoutBuffer<Kernel.Card>

  /// What the output is doing.
  public enum State: Sendable, Hashable {
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
  }

  /// Why nothing can be shown.
  public enum Darkness: Sendable, Hashable {
    case noPanel
    /// Another program is DRM master.
    case denied
    /// The screen was given away, by a VT switch or for the machine's sleep.
    case suspended
  }

  /// See `Display.mode`. While no panel is there: the last one's, or what the options say until there was one.
  public internal(set) var mode: DisplayMode
  /// The connector that shows the picture, such as `DSI-1`, or showed it last; nil before there was one.
  public internal(set) var outputName: String?
  /// Whether the panel shall have a signal. While not, it is turned off as soon as no frame is on its way; the next frame turns it on.
  public var isWanted = true
  /// Whether the panel was turned off because it is not wanted.
  public internal(set) var isOff = false
  /// What the output is doing; whoever wants to be told of changes asks `takeChange()`.
  public internal(set) var state = State.dark(.noPanel)
  /// Readable when `advance(to:)` has something to do; the same for the display's whole life.
  public var descriptor: Int32 { kernel.descriptor }
  /// What was found when a panel was last looked for.
  public internal(set) var survey = CardSurvey(rows: [])
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
  }

  let kernel: Kernel
  let options: KMSOptions
  let chooser: CardChooser
  let voice: Voice
  let clock: () -> Nanoseconds
  var output: Output<Kernel.Card>?
  /// The buffer on the glass. It is kept until another is there, also when the output changes.
  var front: Buffer?
  /// The buffer on its way to the glass.
  var pending: Buffer?
  var needsModeset = true
  /// Nothing was shown yet, so the mode that runs may be taken over.
  var mayTakeOver = true
  var change: DisplayChange?
  var lostInARow = 0
  var refusedInARow = 0
  /// When connectors are looked at again; nil for only when the kernel says so.
  var probeTime: Nanoseconds?
  var retryDelay = KMSTiming.firstRetry
  private var frameDamage = Region()
  private var token: UInt64 = 0
  private var flipCount: UInt64 = 0
  private var sequence = FlipSequence()
  private var completed: Flip?
  /// When the frame under way was drawn.
  private var drawnAt: Nanoseconds = 0

  /// Looks for the panel; not finding one is no error.
  ///
  /// - Parameter clock: monotonic; read after calls that block.
  public init(kernel: Kernel, options: KMSOptions, clock: @escaping () -> Nanoseconds) {
    self.kernel = kernel
    self.options = options
    voice = Voice(options.log)
    self.clock = clock
    chooser = CardChooser(pin: options.pin, prefersInternal: options.prefersInternal, holders: options.holders)
    mode = options.modeWithoutPanel
    frameDamage.reserveCapacity(64)
    search(at: clock())
    change = nil
  }

  /// Always: the kernel is waited for by another thread.
  public var handsOver: Bool { true }

  /// Whether frames can be shown now.
  public var isActive: Bool {
    switch state {
    case .dark, .failed: false
    default: true
    }
  }

  /// See `Display.nextDeadline`: the sooner of a retry or a flip's time limit, and the next look at the connectors.
  public var nextDeadline: Nanoseconds? {
    let deadline: Nanoseconds? =
      switch state {
      case .drawing(let retry): retry
      case .committed(_, let since): since + patience
      default: nil
      }
    guard let deadline, let probeTime else { return deadline ?? probeTime }
    return min(deadline, probeTime)
  }

  /// See `Display.takeChange()`. The panel found at the start is none.
  public mutating func takeChange() -> DisplayChange? {
    defer { change = nil }
    return change
  }

  /// See `Display.takeFlip()`.
  public mutating func takeFlip() -> Flip? {
    defer { completed = nil }
    return completed
  }

  // MARK: Frames

  /// See `Display.present(_:)`.
  public mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
    guard state == .idle || state == .lost, let output, let buffer = freeBuffer(output) else { return false }
    // The mode could not be set before the kernel has come back from the lost frame; this thread has other things to do.
    if state == .lost, output.card.isInKernel { return false }
    let damage = draw(buffer.surface(), buffer.flip == 0 ? 0 : Int(flipCount - buffer.flip) + 1)
    frameDamage.replace(with: damage)
    frameDamage.limit(to: KMSTiming.mostClips)
    pending = buffer
    drawnAt = clock()
    state = .drawing(retry: drawnAt)
    submit(at: drawnAt)
    switch state {
    case .drawing, .committed: return true
    default: return completed != nil
    }
  }

  /// See `Display.advance(to:)`. Reads events, gives up on lost flips, and looks for panels that came or went.
  public mutating func advance(to now: Nanoseconds) {
    readEvents(at: now)
    let hasNews = kernel.takeHotplug()
    switch state {
    case .failed, .dark(.suspended): return
    case .drawing(let retry) where now >= retry: submit(at: now)
    case .committed(_, let since) where now - since >= patience:
      lose("no flip within \(patience / 1_000_000) ms", at: now)
    default: break
    }
    if hasNews { probeTime = now + KMSTiming.hotplugDebounce }
    if let time = probeTime, now >= time { probe(at: now) }
    if !isWanted, !isOff, state == .idle { turnOff(at: now) }
  }

  /// How long a frame may be under way.
  private var patience: Nanoseconds {
    output?.isUploading == true ? KMSTiming.uploadTimeout : KMSTiming.flipTimeout
  }

  /// The buffer that left the glass longest ago; the only one where the driver uploads.
  private func freeBuffer(_ output: Output<Kernel.Card>) -> Buffer? {
    if output.buffers.count == 1 { return output.buffers[0] }
    var oldest: Buffer?
    for buffer in output.buffers where buffer !== front {
      // After a lost flip its buffer may be on the glass too.
      if buffer === pending, output.buffers.count > 2 { continue }
      if oldest == nil || buffer.flip < oldest!.flip { oldest = buffer }
    }
    return oldest
  }

  /// Hands the drawn frame to the kernel; stops when it is taken, must wait, or cannot be shown.
  private mutating func submit(at now: Nanoseconds) {
    var triesAgain = true
    while triesAgain, let output, let buffer = pending {
      do throws(ModesettingError) {
        try hand(buffer, to: output, at: now)
        triesAgain = false
      } catch {
        triesAgain = recover(from: error, at: now)
      }
    }
  }

  private mutating func hand(_ buffer: Buffer, to output: Output<Kernel.Card>, at now: Nanoseconds)
    throws(ModesettingError)
  {
    if needsModeset {
      try output.setMode(showing: buffer, takesOver: mayTakeOver)
      statistics.modesets += 1
      needsModeset = false
      mayTakeOver = false
      isOff = false
      return finish(time: clock(), sequence: sequence.restart(at: output.verticalBlanks()))
    }
    token += 1
    try output.show(buffer, frameDamage: frameDamage, token: token)
    state = .committed(token: token, since: now)
  }

  /// The frame under way is on the glass.
  private mutating func finish(time: Nanoseconds, sequence: UInt64) {
    output?.releaseClips()
    flipCount += 1
    pending?.flip = flipCount
    front = pending
    pending = nil
    state = .idle
    completed = Flip(time: time, sequence: sequence)
  }

  // MARK: Events

  mutating func readEvents(at now: Nanoseconds) {
    while let output {
      do throws(ModesettingError) {
        guard let event = try output.card.nextEvent() else { return }
        complete(event, output, at: now)
      } catch {
        // While the screen is given away the card may be cut off; what is left of it shows on return.
        if state != .dark(.suspended), error.remedy == .search { loseCard(error.description, at: now) }
        return
      }
    }
  }

  private mutating func complete(_ event: CardEvent, _ output: Output<Kernel.Card>, at now: Nanoseconds) {
    guard case .committed(let awaited, _) = state, awaited == event.token else {
      statistics.stray += 1
      // Whatever the kernel was busy with, it has done.
      if case .drawing = state { state = .drawing(retry: now) }
      return
    }
    switch event {
    case .refused(_, let error):
      state = .drawing(retry: now)
      if recover(from: error, at: now) { submit(at: now) }
    case .uploaded:
      isWellAgain()
      finish(time: now, sequence: sequence.last)
    case .flipped(let flip):
      isWellAgain()
      // On a clock that is not monotonic the time means nothing; the scheduler takes a 0 for unknown.
      finish(time: output.hasMonotonicTime ? flip.time : 0, sequence: sequence.extend(flip.sequence))
      if sequence.standsStill, let front { output.useUploads(keeping: front) }
    }
  }

  /// The panel has taken a frame: what was said of it may be said again.
  private mutating func isWellAgain() {
    if lostInARow > 0 { voice.forget() }
    lostInARow = 0
    refusedInARow = 0
  }

  // MARK: Recovery

  /// Decides what a refused frame means. The frame and its damage are kept unless the panel is gone.
  ///
  /// - Returns: whether to hand it over again at once.
  private mutating func recover(from error: ModesettingError, at now: Nanoseconds) -> Bool {
    output?.releaseClips()
    if output?.givesUpUploads(after: error) == true { return true }
    switch error.remedy {
    case .again: return true
    case .wait:
      statistics.busy += 1
      state = .drawing(retry: now + mode.period)
      // Busy for ever would be a frozen screen.
      if now - drawnAt >= KMSTiming.flipTimeout { lose(error.description, at: now) }
    case .giveWay: beDenied(error.description, at: now)
    case .change: return changeWay(after: error)
    case .shrink: return shrink(after: error)
    case .search: loseCard(error.description, at: now)
    case .startOver: lose(error.description, at: now)
    }
    return false
  }
}

/// Counts of vertical blanks, which the kernel's events carry in 32 bits.
struct FlipSequence {
  private(set) var last: UInt64 = 0
  private var repeats = 0

  /// Several flips in a row counted nothing: there is no vertical blank.
  var standsStill: Bool { repeats >= 3 }

  mutating func extend(_ number: UInt32) -> UInt64 {
    let step = number &- UInt32(truncatingIfNeeded: last)
    repeats = step == 0 ? repeats + 1 : 0
    // A step backwards is a counter that began again.
    last = step < 1 << 31 ? last + UInt64(step) : UInt64(number)
    return last
  }

  mutating func restart(at number: UInt64) -> UInt64 {
    last = number
    repeats = 0
    return last
  }
}
