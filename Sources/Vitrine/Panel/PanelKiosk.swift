public import Board
import Console
public import Content
import Dispatch
import Fetch
import Glibc
package import KMS
import Kiosk
import Linux
public import Motion
import Panel
import Scene
package import Service
import Synchronization
import Touch

/// A kiosk on the machine's own panel, for as long as there is power: panels that come and go, and other programs that borrow the
/// screen, do not end it.
public final class PanelKiosk: Sendable {
  // Many properties: what a kiosk is made from, kept because each mode of the panel makes another one.
  /// What somebody else asks of the screen.
  private enum Order: Sendable {
    case suspend(@Sendable () -> Void)
    case resume
    /// The board has been read again, or refused.
    case reloaded
  }

  private struct State: Sendable {
    var kiosk: LiveKiosk?
    var isOver = false
    /// Outlives the kiosks of single modes.
    let program: Program
  }

  private let board: BoardFile
  private let source: BoardSource
  private let options: PanelOptions
  private let screen: KMSOptions
  private let cacheDirectory: String?
  private let sitting: PanelSession.Options
  private let signals: Signals
  /// What the run before this one has left, and this one leaves.
  private let runFile: RunFile
  private let firstFrame: @Sendable () -> Void
  /// Where others ask for things; nil where nobody can.
  private let desk: PanelDesk?
  private let voice: PanelVoice
  private let orders = Mailbox<Order>()
  private let state: Mutex<State>
  private let failure = Mutex<String?>(nil)

  /// A kiosk on any panel of the machine in its preferred mode, with the devices of its seat, as the service has it.
  ///
  /// To be made after `WorldReader.begin(log:)`, and before the program begins another thread: from then on the signals that end a program are read, and end `run`.
  ///
  /// - Parameters:
  ///   - options: its mode is what the kiosk is laid out for while no panel was ever seen; has records and who may ask, too.
  ///   - screen: which panel is taken, how it is driven and mounted, and what people touch there.
  ///   - cacheDirectory: where the last good answers are kept; nil keeps none.
  ///   - stateDirectory: of this kiosk alone: what a run has died of is kept there for the next one to say; made when it is not there; nil
  ///     keeps nothing.
  ///   - firstFrame: called on the frame thread when something is on the glass; must not block.
  ///   - log: takes lines for people, from any queue.
  public convenience init(
    board: BoardFile, source: BoardSource, options: PanelOptions, screen: PanelScreen = PanelScreen(),
    cacheDirectory: String?, stateDirectory: String? = PanelKiosk.standardStateDirectory,
    firstFrame: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (String) -> Void
  ) {
    if case .here = ReadingPlace.standard {
      log(
        "answers of servers are read in this process, with all its rights; "
          + "call WorldReader.begin(log:) first thing in the program, and a process without rights reads them")
    }
    let crash = CrashNote.arm(directory: stateDirectory)
    let signals = PanelSession.signals()
    let surroundings = PanelSurroundings(options, source, cacheDirectory: cacheDirectory, log: log)
    self.init(
      board: board, source: source, options: surroundings.options,
      screen: screen.driving(without: options.mode, log: surroundings.log),
      sitting: screen.sitting(name: source.name), signals: signals, cacheDirectory: cacheDirectory,
      runFile: RunFile(directory: stateDirectory, after: crash, warn: log), desk: surroundings.desk,
      firstFrame: firstFrame)
  }

  /// - Parameters:
  ///   - options: its mode is what the kiosk is laid out for while no panel was ever seen.
  ///   - sitting: the console and the devices people touch.
  ///   - signals: of `PanelSession.signals()`, made before any other thread.
  ///   - runFile: what the run before this one died of, which is said on the panel, and what this one leaves for the next to know.
  ///   - desk: where others ask for things.
  ///   - firstFrame: called on the frame thread when something is on the glass; must not block.
  package init(
    board: BoardFile, source: BoardSource, options: PanelOptions, screen: KMSOptions, sitting: PanelSession.Options,
    signals: Signals, cacheDirectory: String?, runFile: RunFile, desk: PanelDesk? = nil,
    firstFrame: @escaping @Sendable () -> Void
  ) {
    self.board = board
    self.source = source
    self.options = options
    self.screen = screen
    self.sitting = sitting
    self.signals = signals
    self.runFile = runFile
    self.desk = desk
    voice = PanelVoice(device: sitting.sound, log: screen.log)
    self.cacheDirectory = cacheDirectory
    self.firstFrame = firstFrame
    state = Mutex(State(program: Program(options.parts)))
  }

  /// Where a service manager, or else the user's own directories, keep what outlives a run of one program: `$STATE_DIRECTORY`, or `vitrine` in
  /// `$XDG_STATE_HOME` or `~/.local/state`; nil where there is neither.
  public static var standardStateDirectory: String? { CrashNote.standardDirectory }

  /// Looks for a panel without taking it.
  package static func survey(_ screen: KMSOptions) -> CardSurvey {
    CardChooser(pin: screen.pin, prefersInternal: screen.prefersInternal, holders: screen.holders).survey(LibDRM())
  }

  /// Takes a touch, a wheel or a key from any thread; positions in viewer pixels.
  public func post(_ event: InputEvent) { state.withLock { $0.kiosk }?.post(event) }

  /// Gives values to the program's source of this name, from any thread; a board has it as `url: "program:NAME"`.
  public func push(_ value: Value, to name: String) {
    // Whoever runs next finds it there.
    let (program, kiosk) = state.withLock { ($0.program, $0.kiosk) }
    guard let kiosk else {
      if let problem = program.push(value, to: name) { screen.log(problem) }
      return
    }
    kiosk.push(value, to: name)
  }

  /// Shows a sentence at the panel's bottom edge for a minute; nowhere while there is no panel.
  public func say(_ sentence: String) { state.withLock { $0.kiosk }?.say(sentence) }

  /// Shows another refresh style, for as long as the panel keeps its mode.
  public func use(style: String) { state.withLock { $0.kiosk }?.use(style: style) }

  /// Reads the board again.
  ///
  /// - Parameter done: called on a queue of the kiosk when it has been read, or refused; not before the kiosk runs.
  public func reload(_ done: @escaping @Sendable () -> Void = {}) { state.withLock { $0.kiosk }?.reload(done) }

  /// Calls `body` with how the content stands, on a queue of the kiosk; not before the kiosk runs. It must not block.
  public func report(to body: @escaping @Sendable (KioskReport) -> Void) {
    state.withLock { $0.kiosk }?.report(to: body)
  }

  /// Keeps what has happened in the last minutes as a record, where `PanelOptions.records` say; from any thread.
  ///
  /// - Parameter done: is given where it is, on a queue; nil where none could be kept, which the log says.
  public func keepRecord(_ done: @escaping @Sendable (String?) -> Void = { _ in }) {
    options.keepRecord(log: screen.log, done)
  }

  /// Gives the screen away, as for a VT switch.
  ///
  /// - Parameter done: called on the frame thread when nothing of this program touches the screen any more.
  public func suspend(_ done: @escaping @Sendable () -> Void) { orders.post(.suspend(done)) }

  /// Takes the screen back and draws at once.
  public func resume() { orders.post(.resume) }

  /// Ends `run`.
  public func stop() {
    state.withLock { state in
      state.isOver = true
      return state.kiosk
    }?.stop()
  }

  /// Runs until `stop` is called; blocks the caller.
  ///
  /// - Throws: when the panel does not do as it is told any more; a service manager then starts anew.
  public func run() throws(UserError) {
    // What is needed first lies first, and what is needed at all is asked for in the order the disk has it.
    // On a queue of its own: with the first use of a global one Dispatch begins to look after its pool once a second, for good.
    DispatchQueue(label: "vitrine.program", qos: .utility).async { ProgramPages.read() }
    let ways = options.openWays(desk, log: screen.log)
    let thread = FrameThread(realTimePriority: FrameThread.priority) { [self] in drive() }
    thread.join()
    ways?.stop()
    let reason = failure.withLock { $0 }
    if reason == nil { options.endRecords() }
    runFile.change { $0.end = reason == nil ? .meant : .failed }
    if let reason { throw UserError(.machine, reason) }
  }

  /// The frame thread: one display, and a kiosk for each mode it has.
  private func drive() {
    CrashNote.armThread()
    let session: PanelSession
    do throws(ConsoleFailure) {
      session = try PanelSession(
        sitting, signals: signals,
        area: TouchArea(size: screen.modeWithoutPanel.size, orientation: screen.modeWithoutPanel.orientation),
        at: MonotonicClock.now(), paceFile: PaceFile(besides: runFile, log: screen.log), log: screen.log)
    } catch {
      failure.withLock { $0 = error.description }
      return
    }
    // The console first: what the card shows then is ours.
    let devices = session.devices
    let access = CardAccess(open: { devices.open($0, flags: O_RDWR) }, close: { devices.close($0) })
    let kernel = LibDRM(access, calls: options.recorder?.callWatch)
    var display = KMSDisplay(kernel: kernel, options: screen, clock: MonotonicClock.now)
    let hardware = PanelHardware(log: screen.log)
    let companion = CompanionThread.beside { CrashNote.armThread() }
    var hasShown = false
    var pending: [Order] = []
    if let crash = runFile.crash { screen.log(crash.sentence) }
    while let kiosk = nextKiosk(mode: display.mode) {
      kiosk.use(lamp: hardware.hasLamp)
      session.beginAnew()
      if !hasShown, let crash = runFile.crash { kiosk.say(crash.sentence) }
      let descriptors = [display.descriptor, orders.descriptor] + session.descriptors
      let run = kiosk.run(
        on: display, watching: descriptors,
        attend: { [self] screen, now, input, ready in
          orders.drain(into: &pending)
          for order in pending { Self.obey(order, &screen, session) }
          pending.removeAll(keepingCapacity: true)
          screen.isWanted = hardware.isDisplayWanted
          screen.expectsNews = ready.contains(screen.descriptor)
          attend(session, kiosk, &screen, now, &input, ready)
        },
        afterTurn: { [desk] loop in
          let framesShown = loop.scheduler.statistics.framesShown
          if !hasShown, framesShown > 0 {
            hasShown = true
            firstFrame()
          }
          session.tell(
            Self.glass(loop.screen.state, hasShown: hasShown), framesShown: framesShown, isIdle: loop.isAtRest,
            at: MonotonicClock.now(), stuck: kiosk.stuck)
          desk?.gauge.note(touchScreens: session.touchScreens, at: MonotonicClock.now())
        },
        deadline: { session.deadline },
        panel: { hardware.handle($0) }, companion: companion)
      let end = run.end
      screen.log(run.statistics.summary)
      display = run.takeScreen()
      if case .displayFailed(let reason) = end { failure.withLock { $0 = reason } }
      if end != .modeChanged, end != .anew { break }
    }
    display.close()
  }

  /// What people, the console and the service manager want before a turn.
  private func attend(
    _ session: PanelSession, _ kiosk: LiveKiosk, _ screen: inout KMSDisplay<LibDRM>, _ now: Nanoseconds,
    _ input: inout [InputEvent], _ ready: Poller.Ready
  ) {
    // Panels come and go at any time, and each may have a touch screen of its own.
    session.use(Self.area(screen), at: now, into: &input)
    let wanted = session.turn(at: now, into: &input, ready: ready)
    if wanted.mustSuspend {
      screen.suspend()
      session.letGo(at: now, into: &input)
    }
    if wanted.mustResume {
      screen.resume()
      session.takeBack()
    }
    if wanted.mustRenew { screen.renew() }
    if wanted.mustReload {
      // The service manager hears of it when it has happened, on this thread.
      kiosk.reload { [orders] in orders.post(.reloaded) }
    }
    if wanted.mustStop { stop() }
  }

  private static func area(_ display: borrowing KMSDisplay<LibDRM>) -> TouchArea {
    TouchArea(size: display.mode.size, orientation: display.mode.orientation, output: display.outputName)
  }

  private static func glass(_ state: KMSState, hasShown: Bool) -> ServiceReport.Glass {
    switch state {
    case .dark(.noPanel): .noOutput("no panel is plugged in")
    case .dark(.denied): .noOutput("another program has it")
    case .dark(.suspended): .suspended
    default: hasShown ? .showing : .waiting
    }
  }

  private static func obey(_ order: Order, _ display: inout KMSDisplay<LibDRM>, _ session: PanelSession) {
    switch order {
    case .suspend(let done):
      display.suspend()
      done()
    case .resume: display.resume()
    case .reloaded: session.reloaded()
    }
  }

  /// nil when it is over.
  private func nextKiosk(mode: DisplayMode) -> LiveKiosk? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      var options = options
      options.mode = mode
      // Another mode, or another bundle: the board may be another by now. A mistake in it keeps what is known.
      let isFirst = state.kiosk == nil
      let waitsForNone = source.isAwaited && source.path == nil
      let now = isFirst || waitsForNone ? nil : (try? source.read(parts: options.parts))?.board
      let kiosk = LiveKiosk(
        board: now ?? board, source: source, options: options, cacheDirectory: cacheDirectory, run: runFile,
        program: state.program, desk: desk, voice: voice, log: screen.log,
        boardChanged: { [desk] board in desk?.shows(board) })
      state.kiosk = kiosk
      return kiosk
    }
  }
}
