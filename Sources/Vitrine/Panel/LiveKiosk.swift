public import Board
import Compositor
public import Content
import Fetch
package import Kiosk
public import Motion
public import Panel
import Refresh
import Scene
import Service
import Synchronization
import Typesetting

/// A kiosk in real time: its frame thread, and everything behind it.
public final class LiveKiosk: Sendable {
  /// What looks at the virtual glass after each turn of the frame thread: the preview.
  public typealias Viewer = @Sendable (borrowing VirtualDisplay) -> Void

  private let coordinator: Coordinator
  private let outbox: FrameOutbox
  /// What was done elsewhere than on the panel.
  private let posted: Mailbox<InputEvent>
  private let options: PanelOptions
  private let board: BoardFile
  /// Where others ask for things; nil where nobody can.
  private let desk: PanelDesk?
  private let isFollowed = Atomic(false)
  private let runState = RunState()
  /// The panel's own, where somebody looks at how it moves.
  private let time: PanelTime?

  /// What stands around it, records and who may ask it for things, is in `options`.
  ///
  /// - Parameters:
  ///   - cacheDirectory: where the last good answers are kept; nil keeps none.
  ///   - log: takes lines for people, from any queue.
  ///   - boardChanged: takes the board whenever another version of its file is shown, from any queue.
  public convenience init(
    board: BoardFile, source: BoardSource, options: PanelOptions, clock: WallClock = .system(), cacheDirectory: String?,
    log: @escaping @Sendable (String) -> Void, boardChanged: @escaping @Sendable (BoardFile) -> Void = { _ in }
  ) {
    let surroundings = PanelSurroundings(options, source, cacheDirectory: cacheDirectory, log: log)
    self.init(
      board: board, source: source, options: surroundings.options, clock: clock, cacheDirectory: cacheDirectory,
      run: nil, program: Program(options.parts), desk: surroundings.desk, log: surroundings.log,
      boardChanged: boardChanged)
  }

  /// - Parameters:
  ///   - desk: where others ask for things.
  ///   - staging: what a studio puts between the board and the panel.
  ///   - mirrored: takes what is on show in words, whenever that has changed, from any queue.
  ///   - heard: shows what would be heard, from any thread; nil when nobody listens any more. Without it there is no voice.
  package convenience init(
    board: BoardFile, source: BoardSource, options: PanelOptions, clock: WallClock = .system(), cacheDirectory: String?,
    desk: PanelDesk?, staging: Staging? = nil,
    log: @escaping @Sendable (String) -> Void, boardChanged: @escaping @Sendable (BoardFile) -> Void,
    mirrored: (@Sendable (PanelMirror) -> Void)? = nil, heard: (@Sendable (Utterance?) -> Void)? = nil
  ) {
    self.init(
      board: board, source: source, options: options, clock: clock, cacheDirectory: cacheDirectory, run: nil,
      program: Program(options.parts), desk: desk, voice: heard.map { ShownVoice($0) } ?? NoVoice(),
      staging: staging, log: log, boardChanged: boardChanged, mirrored: mirrored)
  }

  /// - Parameters:
  ///   - run: what this run leaves for the next to know; nil leaves nothing.
  ///   - program: what runs it; outlives a kiosk where one follows another.
  ///   - desk: the same, where others ask for things.
  ///   - voice: the same, what says what is to be said.
  init(
    board: BoardFile, source: BoardSource, options: PanelOptions, clock: WallClock = .system(), cacheDirectory: String?,
    run: RunFile?, program: Program, desk: PanelDesk?, voice: any Voice = NoVoice(), staging: Staging? = nil,
    log: @escaping @Sendable (String) -> Void,
    boardChanged: @escaping @Sendable (BoardFile) -> Void = { _ in },
    mirrored: (@Sendable (PanelMirror) -> Void)? = nil
  ) {
    var setup = Coordinator.Setup(
      source: source, options: options, clock: clock, cacheDirectory: cacheDirectory, watchesFiles: true,
      seed: PanelIdentity.seed, run: run, program: program,
      makeTimer: { DispatchLoadTimer() }, admit: { $0() }, log: log, boardChanged: boardChanged)
    setup.voice = voice
    setup.mirrored = mirrored
    setup.staging = staging
    posted = Mailbox()
    outbox = FrameOutbox(sketches: options.recorder != nil)
    coordinator = Coordinator(setup, board: board, outbox: outbox)
    self.options = options
    self.board = board
    self.desk = desk
    time = staging?.time
  }

  /// Takes a touch, a wheel or a key from any thread; positions in viewer pixels, times on the monotonic clock. What has a place, a time or
  /// a size that is no number is left out.
  public func post(_ event: InputEvent) { posted.post(time?.event(event) ?? event) }

  /// Keeps what has happened in the last minutes as a record, where `PanelOptions.records` say; from any thread.
  ///
  /// - Parameter done: is given where it is, on a queue; nil where none could be kept, which the log says.
  public func keepRecord(_ done: @escaping @Sendable (String?) -> Void = { _ in }) {
    options.keepRecord(log: coordinator.setup.log, done)
  }

  /// Monotonic, or as slow as somebody wants it.
  private var panelNow: Nanoseconds { time?.now() ?? MonotonicClock.now() }

  /// Gives values to the program's source of this name, from any thread; a board has it as `url: "program:NAME"`.
  ///
  /// Returns at once. What is pushed faster than it can be shown is left out, but never the last.
  public func push(_ value: Value, to name: String) { coordinator.push(value, to: name) }

  /// Calls `body` with how the content stands, on a queue of the kiosk; it must not block.
  public func report(to body: @escaping @Sendable (KioskReport) -> Void) { coordinator.report(body) }

  /// Shows another refresh style.
  public func use(style: String) { coordinator.use(style: style) }

  /// Reads the board again.
  ///
  /// - Parameter done: called on the content queue when it has been read, or refused.
  public func reload(_ done: @escaping @Sendable () -> Void = {}) {
    coordinator.readAgain { _ in done() }
  }

  /// Shows what there is once more: the clock has been set.
  package func showAnew() { coordinator.handle(.refreshReleased(task: -1)) }

  /// Takes what was read of the board's file, as if it had been read just now.
  package func restage(_ reading: BoardReading) {
    coordinator.handle(.boardRead(reading, files: coordinator.setup.source.filesReadWith(reading)))
  }

  /// Reads the board again and tells what has come of it, on the content queue.
  func renew(_ done: @escaping @Sendable (BoardRenewal) -> Void) { coordinator.readAgain(done) }

  /// Tells how all behind the page stands, on the content queue.
  func inspect(_ body: @escaping @Sendable (ContentState) -> Void) { coordinator.inspect(body) }

  /// Tells what is on show, and what it was made of, on the content queue.
  package func study(_ body: @escaping @Sendable (ContentModel) -> Void) { coordinator.perform { body($0.model) } }

  /// Presses what somebody has read elsewhere, as a finger would.
  ///
  /// - Parameter part: of its control; nil for all of it.
  package func press(_ item: PanelMirror.Item, part: Int?, of mirror: PanelMirror) {
    if item.action == .goesBack { return post(.key(.back, time: Double(MonotonicClock.now()) / 1e9)) }
    let part = part ?? (item.action == .sets ? 0 : nil)
    outbox.post(.press(item.card, part: part, inDetailOf: mirror.detail))
  }

  /// Sets what is a slider, as a finger would.
  ///
  /// - Parameter share: of its way, 0...1.
  package func slide(_ item: PanelMirror.Item, to share: Double, of mirror: PanelMirror) {
    outbox.post(.slide(item.card, share: share, inDetailOf: mirror.detail))
  }

  /// Answers the question that is asked.
  package func answer(_ isYes: Bool) { outbox.post(.answer(isYes)) }

  /// Hands the frame thread a message.
  func send(_ message: KioskMessage) { outbox.post(message) }

  /// What the panel is driven with.
  var mode: DisplayMode { options.mode }

  /// The time of day, as the board has it.
  var timeOfDay: Double { coordinator.setup.clock.now().time }

  /// Shows a sentence at the panel's bottom edge for a minute.
  public func say(_ sentence: String) { coordinator.say(sentence, for: 60) }

  /// Shows a sentence from elsewhere at the panel's bottom edge for so many seconds: it is no mistake.
  func show(notice: String, for seconds: Double) { coordinator.say(notice, for: seconds, tone: .info) }

  /// What has been under way behind the page for longer than so many nanoseconds, in words; nil while all is well.
  func stuck(limit: Nanoseconds) -> String? { coordinator.pulse.stuck(at: MonotonicClock.now(), limit: limit) }

  /// Tells the kiosk whether the panel has a lamp to dim.
  func use(lamp isThere: Bool) { outbox.post(.lamp(isThere: isThere)) }

  /// Runs on a virtual panel until `stop` is called; blocks the caller.
  ///
  /// A kiosk runs once, on one panel. After `stop`, be it before the kiosk has run or after it, this returns at once, and while a run is
  /// under way as well; the log says so.
  ///
  /// - Parameter viewer: gets the display after each turn, flipped or not, on the frame thread; must not block.
  public func runVirtual(viewer: @escaping Viewer) { runStudied { loop, _ in viewer(loop.screen) } }

  /// The same, for who looks at more than the glass: told after each turn, too, when it began by the machine's clock.
  package func runStudied(
    _ afterTurn: @escaping @Sendable (borrowing FrameLoop<VirtualDisplay>, _ began: Nanoseconds) -> Void
  ) {
    switch runState.begin() {
    case .free: break
    case .taken: return coordinator.setup.log("this kiosk runs already, on one panel: the second run shows nothing")
    case .over:
      return coordinator.setup.log("this kiosk was stopped and shows nothing: a new one shows the board again")
    }
    let ways = options.openWays(desk, log: coordinator.setup.log)
    let thread = FrameThread(realTimePriority: FrameThread.priority) { [self] in
      CrashNote.armThread()
      let screen = VirtualDisplay(mode: options.mode, buffers: 2, start: panelNow, logLimit: 64, rows: .even)
      var began: Nanoseconds = 0
      let run = run(
        on: screen, watching: [], attend: { _, _, _, _ in began = MonotonicClock.now() },
        afterTurn: { loop in afterTurn(loop, began) })
      runState.end()
      if run.statistics.framesShown > 0 { coordinator.setup.log(run.statistics.summary) }
    }
    thread.join()
    ways?.stop()
    options.endRecords()
  }

  /// Why a run ended.
  enum End: Hashable {
    case stopped
    /// Another kiosk is to follow, with all that is read anew.
    case anew
    /// The display needs a kiosk laid out for its new mode.
    case modeChanged
    case displayFailed(String)
  }

  /// A run that ended, with the display it was on.
  struct Run<Screen: Display & ~Copyable>: ~Copyable {
    private var screen: Screen
    let end: End
    let statistics: FrameStatistics

    init(screen: consuming Screen, end: End, statistics: FrameStatistics) {
      self.screen = screen
      self.end = end
      self.statistics = statistics
    }

    consuming func takeScreen() -> Screen { screen }
  }

  /// As `FrameLoop.Attendant`, who is told which of what is watched may be read.
  typealias Attendant<Screen: ~Copyable> = (
    _ screen: inout Screen, _ now: Nanoseconds, _ events: inout [InputEvent], _ ready: Poller.Ready
  ) -> Void

  /// Runs on the calling thread.
  ///
  /// - Parameters:
  ///   - watching: descriptors to wake for, besides the kiosk's own.
  ///   - attend: what whoever stands around the loop does at the beginning of each turn; of what is watched, `ready` may be read.
  ///   - afterTurn: called after each turn; must not block.
  ///   - deadline: when the next turn is due for whoever stands around the loop, if at all.
  ///   - panel: takes what is asked of the panel's lamp and display.
  ///   - companion: composes rows of large frames on another processor.
  func run<Screen: Display & ~Copyable>(
    on screen: consuming Screen, watching: [Int32],
    attend: @escaping Attendant<Screen> = { _, _, _, _ in },
    afterTurn: (borrowing FrameLoop<Screen>) -> Void = { _ in }, deadline: () -> Nanoseconds? = { nil },
    panel: @escaping (PanelRequest) -> Void = { _ in }, companion: (any FrameCompanion)? = nil
  ) -> Run<Screen> {
    coordinator.start()
    defer { coordinator.stop() }
    desk?.attach(self)
    defer { desk?.detach() }
    let known = desk?.gauge.counters
    var poller = Poller()
    var (sleeps, ready) = (0, Poller.Ready.everything)
    var loop = FrameLoop(
      screen: screen, kiosk: coordinator.makeKiosk(options: options, board: board, panel: panel),
      mailbox: outbox.mailbox,
      clock: { [time] in time?.now() ?? MonotonicClock.now() },
      attend: { [posted] screen, now, events in
        posted.drain(into: &events)
        attend(&screen, now, &events, ready)
      },
      waits: { ThreadWaits.count() - sleeps }, companion: companion)
    let recorder = options.recorder
    if let recorder { loop.record(on: recorder.makeTape()) }
    var misses = MissWatch()
    for descriptor in [outbox.mailbox.descriptor, posted.descriptor] + watching { poller.add(descriptor) }
    var end: End?
    while end == nil {
      desk?.gauge.noteTurn(at: MonotonicClock.now())
      let rest = loop.turn(at: panelNow)
      ready = .everything
      afterTurn(loop)
      if let desk, let known { desk.gauge.note(loop, after: known, at: MonotonicClock.now()) }
      if misses.isBurst(loop.scheduler.statistics.missed, at: MonotonicClock.now()) { recorder?.keep(.missedFrames) }
      let shown = loop.scheduler.statistics.framesShown
      switch rest {
      case .stopped: end = isFollowed.load(ordering: .relaxed) ? .anew : .stopped
      case .modeChanged: end = .modeChanged
      case .displayFailed(let reason): end = .displayFailed(reason)
      case .displayLost: loop.reset()
      case .untilSomethingHappens: ready = wait(until: deadline(), shown, &poller)
      case .until(let time): ready = wait(until: min(time, deadline() ?? time), shown, &poller)
      }
      sleeps = poller.sleeps
    }
    let statistics = loop.scheduler.statistics
    return Run(screen: loop.takeScreen(), end: end ?? .stopped, statistics: statistics)
  }

  /// - Parameters:
  ///   - deadline: in the panel's time.
  ///   - shown: frames so far.
  /// - Returns: what may be read.
  private func wait(until deadline: Nanoseconds?, _ shown: Int, _ poller: inout Poller) -> Poller.Ready {
    guard let time else {
      poller.wait(until: deadline)
      return poller.ready
    }
    if time.goesOn(shown: shown, to: deadline) { return .everything }
    poller.wait(until: deadline.flatMap { time.moment(of: $0) })
    return poller.ready
  }

  /// Has the frame thread take a turn, so that the viewer gets the display though nothing changed on it.
  public func wake() { posted.wake() }

  /// Ends `run`, for another kiosk that reads everything anew: what a board names may be other files by now, of the same names.
  func giveWay() {
    isFollowed.store(true, ordering: .relaxed)
    stop()
  }

  /// Ends the run under way, or sees to it that none begins: for good, and as often as anybody likes. Whoever has started a thread that
  /// runs the kiosk need not know how far it has come.
  public func stop() { runState.stop { outbox.post(.stop) } }
}

extension Coordinator {
  /// The frame thread's half; connects its wishes to this.
  ///
  /// - Parameter panel: takes what is asked of the panel's lamp and display, on the frame thread.
  func makeKiosk(
    options: PanelOptions, board: BoardFile, panel: @escaping (PanelRequest) -> Void = { _ in }
  ) -> Kiosk {
    let queue = TileQueue { [tiles] in tiles.wake() }
    tiles.connect(queue)
    let theme = options.theme(of: board, at: setup.clock.now())
    return Kiosk(
      size: options.mode.viewerSize, scale: theme.scale, colors: theme.kioskColors,
      control: RefreshControl(
        style: CompassStyle(), sprites: SpriteSet([]),
        recipe: StyleRecipe(name: RefreshStyles.standard, parameters: RefreshParameters())), tileQueue: queue,
      resamplesTouch: options.resamplesTouch, pointerIsFinger: options.pointerIsFinger,
      ask: { [self] request in
        switch request {
        case .panel(let request): panel(request)
        // At once: what is under way on the content queue may take longer than anybody listens.
        case .hush: setup.voice.hush()
        default: handle(request)
        }
      })
  }
}
