public import Board
import Fetch
public import KMS
import Kiosk
public import Motion
import Panel
import Synchronization

/// A kiosk on the machine's own panel, for as long as there is power: panels that come and go, and other programs that borrow the
/// screen, do not end it.
public final class PanelKiosk: Sendable {
  /// What somebody else asks of the screen.
  private enum Order: Sendable {
    case suspend(@Sendable () -> Void)
    case resume
  }

  private struct State: Sendable {
    var kiosk: LiveKiosk?
    var isOver = false
  }

  private let board: BoardFile
  private let source: BoardSource
  private let options: PanelOptions
  private let screen: KMSOptions
  private let cacheDirectory: String?
  private let firstFrame: @Sendable () -> Void
  private let orders = Mailbox<Order>()
  private let state = Mutex(State())
  private let failure = Mutex<String?>(nil)

  /// - Parameters:
  ///   - options: its mode is what the kiosk is laid out for while no panel was ever seen.
  ///   - firstFrame: called on the frame thread when something is on the glass; must not block.
  public init(
    board: BoardFile, source: BoardSource, options: PanelOptions, screen: KMSOptions, cacheDirectory: String?,
    firstFrame: @escaping @Sendable () -> Void
  ) {
    self.board = board
    self.source = source
    self.options = options
    self.screen = screen
    self.cacheDirectory = cacheDirectory
    self.firstFrame = firstFrame
  }

  /// Looks for a panel without taking it.
  public static func survey(_ screen: KMSOptions) -> CardSurvey {
    CardChooser(pin: screen.pin, prefersInternal: screen.prefersInternal, holders: screen.holders).survey(LibDRM())
  }

  /// Takes a touch, a wheel or a key from any thread; positions in viewer pixels.
  public func take(_ event: InputEvent) { state.withLock { $0.kiosk }?.take(event) }

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
    let thread = FrameThread(realTimePriority: 10) { [self] in drive() }
    thread.join()
    if let reason = failure.withLock({ $0 }) { throw UserError(.machine, reason) }
  }

  /// The frame thread: one display, and a kiosk for each mode it has.
  private func drive() {
    var display = KMSDisplay(kernel: LibDRM(), options: screen, clock: MonotonicClock.now)
    var isFirstFrame = true
    var pending: [Order] = []
    while let kiosk = nextKiosk(mode: display.mode) {
      let descriptors = [display.descriptor, orders.descriptor]
      let run = kiosk.run(
        on: display, watching: descriptors,
        beforeTurn: { loop in
          orders.drain(into: &pending)
          for order in pending { Self.obey(order, &loop.screen) }
          pending.removeAll(keepingCapacity: true)
        },
        afterTurn: { loop in
          guard isFirstFrame, loop.scheduler.statistics.framesShown > 0 else { return }
          isFirstFrame = false
          firstFrame()
        })
      let end = run.end
      display = run.takeScreen()
      if case .displayFailed(let reason) = end { failure.withLock { $0 = reason } }
      if end != .modeChanged { break }
    }
    display.close()
  }

  private static func obey(_ order: Order, _ display: inout KMSDisplay<LibDRM>) {
    switch order {
    case .suspend(let done):
      display.suspend()
      done()
    case .resume: display.resume()
    }
  }

  /// nil when it is over.
  private func nextKiosk(mode: DisplayMode) -> LiveKiosk? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      var options = options
      options.mode = mode
      let kiosk = LiveKiosk(
        board: board, source: source, options: options, cacheDirectory: cacheDirectory, log: screen.log)
      state.kiosk = kiosk
      return kiosk
    }
  }
}
