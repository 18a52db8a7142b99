package import Console
import Glibc
package import Motion
package import Panel
package import Service
package import Touch

/// What stands around the frame loop on a machine of its own: fingers, the console, signals, the service manager.
///
/// Lives on the frame thread. A turn of the thread is: `turn`, which says what has happened and what to do about it; a turn of the
/// frame loop; `tell`, which says how that went.
package final class PanelSession {
  // Many properties: everything a person or the machine says to a panel comes through here.
  /// How a panel is sat at.
  package struct Options: Sendable {
    /// How the console is taken: by a seat manager, from its terminal, or not at all.
    package var console = Console.Choice.automatic
    /// Whether Control, Alt and a function key show another terminal.
    package var allowsTerminalSwitching = false
    /// Which input devices are read.
    package var devices = InputDevices.Selection.seat("seat0")
    /// Whether taps that no finger made are taken out; they are counted in any case.
    package var filtersGhostTouches = false
    /// What the panel's voice is heard on, as ALSA calls it.
    package var sound = "default"
    /// What the status line calls what is shown.
    package var name: String
    /// What is shown instead, at first; nil where nothing is.
    package var standIn: StandIn?

    /// - Parameter name: what the status line calls what is shown.
    package init(name: String) { self.name = name }
  }

  /// What the thread has to do now, in this order.
  package struct Orders: Sendable, Hashable {
    /// Let go of the display, then call `letGo`.
    package var mustSuspend = false
    /// Take the display back, draw everything anew, and call `takeBack`.
    package var mustResume = false
    /// Show everything anew: the machine has slept.
    package var mustRenew = false
    /// Read the board again.
    package var mustReload = false
    /// End the thread's loop: the service manager, or somebody at the terminal, wants it.
    package var mustStop = false

    /// Nothing to do.
    package init() {}
  }

  /// Signals that are read instead of obeyed; to be made before there is any other thread.
  package static func signals() -> Signals {
    Signals([SIGTERM, SIGINT, SIGHUP, SwitchSignals.standard.release, SwitchSignals.standard.acquire])
  }

  private let options: Options
  private let signals: Signals
  private let log: (String) -> Void
  private var console: Console
  private var touch: TouchInput
  private let jacks: JackWatch
  private let sleep = SleepWatch()
  private let notifier: Notifier
  private var report = ServiceReport()
  private var heartbeat: Heartbeat?
  private let paceFile: PaceFile?
  /// When it is next looked at whether something else was learned of the touch screens.
  private var learnedAt: Nanoseconds

  /// - Parameters:
  ///   - signals: of `signals()`.
  ///   - heartbeat: the watchdog to feed; nil is the environment's.
  ///   - paceFile: keeps how touch screens report; nil keeps nothing.
  ///   - log: takes lines for people.
  /// - Throws: when the console that was asked for cannot be had.
  package init(
    _ options: Options, signals: Signals, area: TouchArea, at now: Nanoseconds,
    notifier: consuming Notifier = .ofEnvironment(), heartbeat: Heartbeat? = nil, paceFile: PaceFile? = nil,
    log: @escaping (String) -> Void
  ) throws(ConsoleFailure) {
    let console = try Console(options.console, allowsSwitching: options.allowsTerminalSwitching, log: log)
    let devices = console.devices
    self.options = options
    self.signals = signals
    self.log = log
    self.notifier = notifier
    self.heartbeat = heartbeat ?? Heartbeat.ofEnvironment(processID: getpid(), now: now)
    self.console = console
    self.paceFile = paceFile
    learnedAt = now + Self.lesson
    let access = DeviceAccess(open: { devices.open($0, flags: $1) }, close: { devices.close($0) })
    touch = TouchInput(
      options.devices, area: area, filtersGhosts: options.filtersGhostTouches, paces: paceFile?.paces ?? [:],
      access: access, log: log)
    jacks = JackWatch(access: access)
  }

  /// How the display's card is opened.
  package var devices: ConsoleDevices { console.devices }

  /// To be watched for reading: each means that the next turn is due.
  package var descriptors: [Int32] {
    [signals.descriptor, sleep.descriptor, jacks.descriptor] + [console.descriptor, touch.descriptor].compactMap { $0 }
  }

  /// When the next turn is due although nothing comes in.
  package var deadline: Nanoseconds? {
    let touches = touch.deadline.map { Nanoseconds(seconds: $0, rounding: .up) }
    guard let touches, let beat = heartbeat?.deadline else { return touches ?? heartbeat?.deadline }
    return min(touches, beat)
  }

  /// Takes what has happened since.
  ///
  /// - Parameters:
  ///   - events: gets what people did, for the frame loop.
  ///   - ready: which of `descriptors` may have something.
  package func turn(
    at now: Nanoseconds, into events: inout [InputEvent], ready: Poller.Ready = .everything
  ) -> Orders {
    var orders = Orders()
    while ready.contains(signals.descriptor), let signal = signals.takeSignal() {
      switch signal {
      case SIGTERM, SIGINT: orders.mustStop = true
      case SIGHUP: orders.mustReload = true
      default: note(console.handle(signal: signal), &orders)
      }
    }
    // A seat manager's answer to something else may have brought news along.
    for event in console.read() { note(event, &orders) }
    orders.mustRenew = ready.contains(sleep.descriptor) && sleep.takeSleep()
    if orders.mustRenew { log("the machine has slept; showing everything anew") }
    touch.read(at: Self.seconds(now), into: &events, isReady: touch.descriptor.map(ready.contains) ?? false)
    if let areIn = jacks.read(isReady: ready.contains(jacks.descriptor)) {
      events.append(.voice(.headphones(areIn), time: Self.seconds(now)))
    }
    if let number = touch.takeTerminal() { console.show(terminal: number, log: log) }
    if orders.mustReload {
      notifier.send(report.reloading(at: now))
      log("reading the board again")
    }
    if orders.mustStop { notifier.send(report.stopping()) }
    if now >= learnedAt || orders.mustStop {
      learnedAt = now + Self.lesson
      paceFile?.keep(touch.paces)
      if orders.mustStop { paceFile?.finish() }
    }
    return orders
  }

  /// Nanoseconds between two looks at what was learned.
  private static let lesson: Nanoseconds = 60_000_000_000

  /// The board has been read again, or refused.
  package func reloaded() {
    if let message = report.reloaded() { notifier.send(message) }
  }

  /// The display has been let go of: lets go of the devices, and of the console.
  package func letGo(at now: Nanoseconds, into events: inout [InputEvent]) {
    touch.suspend(at: Self.seconds(now), into: &events)
    if jacks.suspend() { events.append(.voice(.headphones(false), time: Self.seconds(now))) }
    console.acknowledge(log: log)
  }

  /// The display is ours again: takes the devices there are now.
  package func takeBack() {
    touch.resume()
    jacks.resume()
  }

  /// Another kiosk shows the board from now on, and knows of no headphones.
  package func beginAnew() { jacks.forget() }

  /// Touches land on this panel from now on.
  package func use(_ area: TouchArea, at now: Nanoseconds, into events: inout [InputEvent]) {
    touch.use(area, at: Self.seconds(now), into: &events)
  }

  /// Tells the service manager how the panel is.
  ///
  /// - Parameters:
  ///   - framesShown: frames that have reached the glass since the start.
  ///   - isIdle: no frame is wanted and none is on its way, or none can be shown.
  ///   - stuck: what has been under way behind the page for longer than so many nanoseconds, in words.
  package func tell(
    _ glass: ServiceReport.Glass, framesShown: Int, isIdle: Bool, at now: Nanoseconds,
    stuck: (Nanoseconds) -> String? = { _ in nil }
  ) {
    // The line is put together when something may have changed only, not in every frame.
    let devices = touch.deviceCount
    let standsIn = options.standIn?.isShown ?? false
    if glass != last.glass || devices != last.devices || standsIn != last.standsIn {
      last = (glass, devices, standsIn)
      let touches = touch.statistics
      touchScreens = touches.devices.count { $0.isTouchscreen }
      if let message = report.message(glass, details: "\(options.standIn?.name ?? options.name), \(touches.summary)") {
        notifier.send(message)
      }
    }
    guard let heartbeat, now >= heartbeat.deadline else { return }
    let trouble = stuck(heartbeat.interval)
    if let trouble, !hasToldTrouble {
      log("\(trouble): the service manager will start this anew")
      notifier.send("STATUS=\(trouble)")
    }
    hasToldTrouble = trouble != nil
    let isAlive = self.heartbeat?.beat(at: now, framesShown: framesShown, isIdle: isIdle, isStuck: trouble != nil)
    if isAlive == true { notifier.send("WATCHDOG=1") }
  }

  private var hasToldTrouble = false

  /// Touch screens there were when `tell` was last called.
  private(set) var touchScreens = 0
  /// What the manager was last told of.
  private var last: (glass: ServiceReport.Glass?, devices: Int, standsIn: Bool) = (nil, -1, false)

  private func note(_ event: ConsoleEvent?, _ orders: inout Orders) {
    switch event {
    case .suspend:
      orders.mustSuspend = true
      orders.mustResume = false
    case .resume: orders.mustResume = true
    case nil: break
    }
  }

  private static func seconds(_ time: Nanoseconds) -> Double { Double(time) / 1e9 }
}
