public import Board
import Fetch
import Kiosk
public import Motion
public import Panel
import Refresh
import Scene
import Typesetting

/// A kiosk in real time: its frame thread, and everything behind it.
public final class LiveKiosk: Sendable {
  /// What a frame on the virtual glass is handed to: the preview.
  public typealias Viewer = @Sendable (borrowing VirtualDisplay) -> Void

  private let backstage: Backstage
  private let mailbox: Mailbox<KioskMessage>
  private let input: Mailbox<InputEvent>
  private let options: PanelOptions
  private let board: BoardFile

  /// - Parameters:
  ///   - cacheDirectory: where the last good answers are kept; nil keeps none.
  ///   - log: takes lines for people, from any queue.
  public init(
    board: BoardFile, source: BoardSource, options: PanelOptions, clock: WallClock = .system(), cacheDirectory: String?,
    log: @escaping @Sendable (String) -> Void
  ) {
    let setup = Backstage.Setup(
      source: source, options: options, clock: clock, cacheDirectory: cacheDirectory,
      makeTimer: { DispatchLoadTimer() }, admit: { $0() }, log: log)
    mailbox = Mailbox()
    input = Mailbox()
    backstage = Backstage(setup, board: board, mailbox: mailbox)
    self.options = options
    self.board = board
  }

  /// Takes a touch, a wheel or a key from any thread; positions in viewer pixels.
  public func take(_ event: InputEvent) { input.post(event) }

  /// Shows another refresh style.
  public func use(style: String) { backstage.use(style: style) }

  /// Runs on a virtual panel until `stop` is called; blocks the caller.
  ///
  /// - Parameter viewer: gets the display after each flip, on the frame thread; must not block.
  public func runVirtual(viewer: @escaping Viewer) {
    backstage.start()
    let thread = FrameThread(realTimePriority: 10) { [self] in
      let start = MonotonicClock.now()
      var loop = FrameLoop(
        screen: VirtualDisplay(mode: options.mode, buffers: 2, start: start, logLimit: 64),
        kiosk: backstage.makeKiosk(options: options, board: board), mailbox: mailbox, clock: MonotonicClock.now)
      var poller = Poller()
      poller.add(mailbox.descriptor, token: 1)
      poller.add(input.descriptor, token: 2)
      var events: [InputEvent] = []
      while true {
        let now = MonotonicClock.now()
        let frames = loop.screen.frameCount
        loop.screen.advance(to: now)
        input.drain(into: &events)
        for event in events { loop.take(event) }
        events.removeAll(keepingCapacity: true)
        let rest = loop.turn(at: now)
        if loop.screen.frameCount > frames { viewer(loop.screen) }
        let flip = loop.screen.nextFlip
        switch rest {
        case .stopped: return
        case .displayLost: loop.reset()
        case .untilSomethingHappens: poller.wait(until: flip)
        case .until(let time): poller.wait(until: min(time, flip ?? time))
        }
      }
    }
    thread.join()
    backstage.stop()
  }

  /// Ends `run`.
  public func stop() { mailbox.post(.stop) }
}

extension Backstage {
  /// The frame thread's half; connects its wishes to this.
  func makeKiosk(options: PanelOptions, board: BoardFile) -> Kiosk {
    let fonts = options.fonts
    let queue = TileQueue { [tiles] in tiles.wake(fonts: fonts) }
    tiles.connect(queue)
    let look = options.look(of: board)
    return Kiosk(
      size: options.mode.viewerSize, scale: look.scale, colors: look.kioskColors,
      control: RefreshControl(style: CompassStyle(), sprites: SpriteSet([])), tileQueue: queue,
      resamplesTouch: options.resamplesTouch,
      ask: { [self] in handle($0) })
  }
}
