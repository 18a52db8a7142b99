public import Motion
import Numbers

/// Everything people do on the machine's devices, ready for the kiosk.
///
/// Lives on the frame thread: watch `descriptor`, call `read` when it is readable or `deadline` has come.
public struct TouchInput: ~Copyable {
  /// Nil where the machine cannot have touches at all.
  private let devices: InputDevices?
  private var translator: InputTranslator
  /// The terminal a key combination asked for since the last `takeTerminal`.
  private var terminal: Int?
  private let log: (String) -> Void

  /// Having no device is no error, and neither is having no way to listen for them: that is said once, and nothing is ever read.
  ///
  /// - Parameter paces: how devices report, by their names, as it was learned before.
  public init(
    _ selection: InputDevices.Selection, area: TouchArea, filtersGhosts: Bool = false,
    paces: [String: ReportPace] = [:], access: DeviceAccess = .direct, log: @escaping (String) -> Void
  ) {
    do throws(InputFailure) {
      devices = try InputDevices(selection, access: access, log: log)
    } catch {
      log("touch: \(error.description); the panel shows, but cannot be touched")
      devices = nil
    }
    translator = InputTranslator(area: area, ghosts: GhostTouchFilter(isEnabled: filtersGhosts), paces: paces)
    self.log = log
  }

  /// To be watched for reading, when there is one.
  public var descriptor: Int32? { devices?.descriptor }

  /// When `read` has something to say although no device has; seconds on the monotonic clock.
  public var deadline: Double? { translator.deadline }

  /// Appends what has happened since.
  ///
  /// - Parameters:
  ///   - now: seconds on the monotonic clock.
  ///   - isReady: whether `descriptor` may be readable.
  public mutating func read(at now: Double, into events: inout [InputEvent], isReady: Bool = true) {
    devices?.read(at: Self.microseconds(now), isReady: isReady) { event in
      if case .switchTerminal(let number) = translator.translate(event, into: &events) { terminal = number }
      report(event)
    }
    translator.advance(to: now, into: &events)
  }

  /// The virtual terminal somebody asked for with Control, Alt and a function key since this was last read.
  public mutating func takeTerminal() -> Int? {
    defer { terminal = nil }
    return terminal
  }

  /// Lets go of the devices, with everything that is down cancelled.
  public mutating func suspend(at now: Double, into events: inout [InputEvent]) {
    translator.cancelAll(at: Self.microseconds(now), into: &events)
    devices?.suspend()
  }

  /// Takes the devices there are now.
  public mutating func resume() { devices?.resume() }

  /// Touches land on this panel from now on.
  public mutating func use(_ area: TouchArea, at now: Double, into events: inout [InputEvent]) {
    translator.use(area, at: Self.microseconds(now), into: &events)
  }

  /// How touch screens report, by their names, as far as that was learned, now or before.
  public var paces: [String: ReportPace] { translator.paces }

  /// How many devices there are.
  public var deviceCount: Int { translator.devices.count }

  /// What the devices did so far.
  public var statistics: Statistics {
    Statistics(
      devices: translator.devices.map(\.device), touchFrames: translator.touchFrames, ghosts: translator.ghosts.count)
  }

  /// For status lines and `doctor`.
  public struct Statistics: Sendable, Hashable {
    /// Those plugged in now, in the order they came.
    public var devices: [InputDevice]
    /// Moments at which touch screens reported something.
    public var touchFrames: Int
    /// Taps no finger made.
    public var ghosts: Int

    /// `2 touch screens`, `no touch screen`.
    public var summary: String {
      let count = devices.count { $0.isTouchscreen }
      let screens = count == 0 ? "no touch screen" : count == 1 ? "1 touch screen" : "\(count) touch screens"
      return ghosts == 0 ? screens : "\(screens), \(ghosts) ghost touches"
    }
  }

  private func report(_ event: DeviceEvent) {
    switch event.action {
    case .added(let device) where device.isTouchscreen:
      let isElsewhere = !translator.area.takes(device)
      log("touch: \(device)" + (isElsewhere ? "; not on this panel, its touches are ignored" : ""))
    case .added(let device): log("touch: \(device)")
    default: break
    }
  }

  private static func microseconds(_ seconds: Double) -> Int64 {
    // Of a clock that began when the machine did.
    Int64(bounded: (seconds * 1e6).rounded())
  }
}
