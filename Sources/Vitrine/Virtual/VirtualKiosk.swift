public import Board
public import Content
import Fetch
import Kiosk
public import Motion
import Panel
public import Refresh
public import Scene
package import Service
package import Status
import Synchronization

/// A whole kiosk on a virtual panel in virtual time: the same queues and the same frames as a real one, but time moves only when told
/// to, and waits for the queues instead of racing them. For pictures, films and tests.
public struct VirtualKiosk: ~Copyable {
  /// How virtual time meets the real network.
  public enum Answers: Sendable, Hashable {
    /// Answers count as soon as they come; time waits for them while something is being fetched.
    case atOnce
    /// Answers to a pull are held back for this many seconds of virtual time; all others count as soon as they come, and time waits
    /// for them. What is no number counts as 0, and what is infinite never comes.
    case after(Double)
    /// Answers are held until `deliverAnswers()`.
    case held
    /// A pull asks nobody and ends like this after so many seconds of virtual time, which are as those of `after`.
    case scripted(RefreshOutcome, after: Double)

    /// With a delay that can be waited for.
    fileprivate var kept: Answers {
      switch self {
      case .after(let delay) where delay.isNaN: .after(0)
      case .scripted(let outcome, let delay) where delay.isNaN: .scripted(outcome, after: 0)
      case .atOnce, .after, .held, .scripted: self
      }
    }
  }

  let coordinator: Coordinator
  private(set) var loop: FrameLoop<VirtualDisplay>
  private let time: VirtualTime
  private let gate: AnswerGate
  private let answers: Answers
  private var now: Nanoseconds = 0
  let input: ScheduledInput
  /// What its voice has been asked to say.
  let transcript: VoiceTranscript
  /// The refresh under way is a scripted one.
  private var ignoresRequests = false
  /// Answers count as soon as they come, and virtual time waits for them: always so for the first picture, unless they are held.
  private(set) var waitsForAnswers: Bool
  /// What it writes down with; nil where it writes nothing.
  private let recorder: PanelRecorder?

  /// - Parameters:
  ///   - start: the time of day at virtual time 0, seconds since 1970.
  ///   - cacheDirectory: nil begins without a cache and leaves none.
  ///   - sendsPosts: whether what a tap sends is sent, or the card only says so.
  ///   - log: takes lines for people.
  public init(
    board: BoardFile, source: BoardSource, options: PanelOptions, start: Double, zone: Zone = .utc,
    answers: Answers = .atOnce, cacheDirectory: String? = nil, sendsPosts: Bool = true,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      board: board, source: source, options: options, start: start, zone: zone, answers: answers,
      cacheDirectory: cacheDirectory, run: nil, sendsPosts: sendsPosts, log: log)
  }

  /// - Parameters:
  ///   - run: what this run leaves for the next to know.
  ///   - leavesMeasuring: nobody will look at what lies behind the first panels.
  ///   - staging: what a studio puts between the board and the panel.
  package init(
    board: BoardFile, source: BoardSource, options: PanelOptions, start: Double, zone: Zone = .utc,
    answers: Answers = .atOnce, cacheDirectory: String? = nil, run: RunFile?, sendsPosts: Bool = true,
    leavesMeasuring: Bool = false, staging: Staging? = nil, log: @escaping @Sendable (String) -> Void
  ) {
    self.init(
      unstarted: board, source: source, options: options, start: start, zone: zone, answers: answers,
      cacheDirectory: cacheDirectory, run: run, sendsPosts: sendsPosts, leavesMeasuring: leavesMeasuring,
      staging: staging, log: log)
    if case .scripted = answers { coordinator.ignoreRefreshes() }
    coordinator.start()
    settle()
    switch answers {
    case .atOnce, .scripted: break
    case .after, .held:
      waitsForAnswers = false
      gate.close()
    }
  }

  /// Before anything was asked for.
  private init(
    unstarted board: BoardFile, source: BoardSource, options: PanelOptions, start: Double, zone: Zone,
    answers: Answers, cacheDirectory: String?, run: RunFile?, sendsPosts: Bool, leavesMeasuring: Bool,
    staging: Staging?, log: @escaping @Sendable (String) -> Void
  ) {
    var options = options
    // Of this process alone: what comes of a test is no run that another one follows.
    options.records?.runtimeDirectory = nil
    if options.recorder == nil { options.recorder = options.records?.makeRecorder(log: log) }
    recorder = options.recorder
    let time = VirtualTime()
    let gate = AnswerGate(isOpen: answers != .held)
    let clock = WallClock(zone: zone) { start + time.now }
    let transcript = VoiceTranscript()
    self.transcript = transcript
    var setup = Coordinator.Setup(
      source: source, options: options, clock: clock, cacheDirectory: cacheDirectory, watchesFiles: false, run: run,
      program: Program(options.parts),
      makeTimer: { time.makeTimer() }, admit: { gate.pass($0) }, log: log)
    setup.sendsPosts = sendsPosts
    setup.voice = transcript
    setup.leavesMeasuring = leavesMeasuring
    setup.staging = staging
    self.time = time
    self.gate = gate
    self.answers = answers.kept
    let outbox = FrameOutbox(sketches: options.recorder != nil)
    let input = ScheduledInput()
    self.input = input
    let coordinator = Coordinator(setup, board: board, outbox: outbox)
    self.coordinator = coordinator
    loop = FrameLoop(
      screen: VirtualDisplay(mode: options.mode, rows: options.virtualRows),
      kiosk: coordinator.makeKiosk(options: options, board: board),
      mailbox: outbox.mailbox, clock: { time.measuring },
      attend: { _, now, events in input.deliver(until: now, into: &events) })
    if let recorder = options.recorder { loop.record(on: recorder.makeTape()) }
    waitsForAnswers = answers != .held
  }

  deinit { coordinator.stop() }

  /// Seconds of virtual time.
  public var seconds: Double { Double(now) / 1e9 }

  /// The picture on the virtual glass, or a part of it; nil before the first frame, and where nothing of the area lies on the panel.
  public func screenshot(of area: PixelRect? = nil) -> Pixmap? { loop.screen.screenshot(of: area) }

  /// Keeps what has happened so far as a record, where `PanelOptions.records` say, for `RecordReplay`.
  ///
  /// - Returns: where it is; nil where none could be kept, which the log says.
  public func keepRecord() -> String? {
    guard let recorder else {
      coordinator.setup.log("the program asks for a record: \(PanelRecorder.absence)")
      return nil
    }
    return recorder.keepNow(.asked)
  }

  /// Hands over the layers on the virtual glass.
  mutating func look(_ take: @escaping GlassTaker) { coordinator.outbox.post(.picture(take)) }

  /// The layers that were described last.
  package var scene: Scene { loop.latestScene }

  /// How often the frame thread has been woken.
  public private(set) var turnCount = 0
  /// How many timers wait for their moment.
  package var alarmCount: Int { time.alarmCount }

  /// Gives touches to come; their times count from virtual time 0. What has a time that is not finite never comes, and is left out.
  public mutating func schedule(_ events: [InputEvent]) {
    input.schedule(events)
  }

  /// Refreshes as if somebody had pulled; the answer is only what `endRefresh` says.
  public mutating func beginRefresh() {
    ignoresRequests = true
    coordinator.ignoreRefreshes()
    loop.receive(.beginRefresh, at: now)
  }

  /// Ends the refresh under way.
  public mutating func endRefresh(with outcome: RefreshOutcome) {
    guard let task = refreshPhase.task else { return }
    endRefresh(task: task, with: outcome)
  }

  /// Ends a refresh by its number; one that is over already, or was given up, ends nothing.
  public mutating func endRefresh(task: Int, with outcome: RefreshOutcome) {
    loop.receive(.refreshEnded(task: task, outcome), at: now)
  }

  /// Turns to a page of the board, by its index, and waits until it lies still.
  package mutating func turn(toPage number: Int) {
    loop.receive(.showPage(number), at: now)
    play(seconds: 1.5)
    settle()
  }

  /// Taps the first card of the page on show that is meant, and waits for what comes of it; false when there is none.
  mutating func tapCard(_ isMeant: @Sendable (Card) -> Bool) -> Bool {
    guard coordinator.tap(isMeant) else { return false }
    settle()
    play(seconds: 1)
    settle()
    return true
  }

  /// Shows the page on show from this row on, or its end if that is nearer, without any motion on the way.
  package mutating func scrollWithoutMotion(toPixel offset: Int) { loop.receive(.scrollTo(pixel: offset), at: now) }

  /// A finger that pulls down from the middle of the top until the page lies at `ratio` of the trigger, and stays.
  public func pullGesture(toRatio ratio: Double, start: Double) -> [InputEvent] {
    var touch = ScriptedTouch(start: start, rate: 120)
    let from = Point(x: Double(size.width) / 2, y: Double(size.height) * 0.25)
    touch.down(from)
    touch.move(to: Point(x: from.x, y: from.y + travel(toPullRatio: ratio)), over: 0.6)
    return touch.events
  }

  /// Waits until everything asked for has been answered and rastered, and shows it; virtual time moves a frame or two.
  public mutating func settle() {
    for _ in 0..<24 {
      waitForQueues()
      let before = loop.screen.frameCount
      play(for: 2 * loop.screen.mode.period)
      if loop.screen.frameCount == before, before > 0 { return }
    }
  }

  /// Waits until everything asked for has been answered; held answers stay held.
  public mutating func awaitAnswers() {
    coordinator.activity.waitForAnswers()
    coordinator.activity.wait(.work)
  }

  /// Waits for all answers under way and lets them through, in the order they came.
  public mutating func deliverAnswers() {
    awaitAnswers()
    gate.release()
    coordinator.activity.wait(.work)
  }

  /// Gives values to the program's source of this name; a board has it as `url: "program:NAME"`.
  public mutating func push(_ value: Value, to name: String) {
    coordinator.push(value, to: name)
    if waitsForAnswers { settle() } else { coordinator.activity.wait(.work) }
  }

  /// How the content stands.
  public func report() -> KioskReport {
    let found = Mutex<KioskReport?>(nil)
    coordinator.activity.wait(.work)
    coordinator.report { report in found.withLock { $0 = report } }
    coordinator.activity.wait(.work)
    return found.withLock { $0! }
  }

  /// How all of it stands, as whoever asks is told.
  package func status() -> PanelStatus {
    let found = Mutex<ContentState?>(nil)
    coordinator.activity.wait(.work)
    coordinator.inspect { content in found.withLock { $0 = content } }
    coordinator.activity.wait(.work)
    var status = PanelStatus(
      version: "", name: "virtual", time: coordinator.setup.clock.now().time, uptime: seconds, began: 0)
    status.glass = loop.glass
    if let content = found.withLock({ $0 }) { status.take(content) }
    return status
  }

  /// Shows a sentence at the bottom edge for so many seconds, a day at most.
  public mutating func say(_ sentence: String, for seconds: Double) {
    coordinator.say(sentence, for: seconds)
    settle()
  }

  /// Notices changed files: virtual time has no watcher, whose word would come at a moment of its own.
  public mutating func lookAtFiles() {
    coordinator.lookAtFiles()
    if waitsForAnswers { settle() } else { coordinator.activity.wait(.work) }
  }

  /// A frame that has been drawn, on its way to the glass.
  package struct Drawn {
    /// What the turn that drew it took of real time.
    package var cost: Nanoseconds
    /// When it was drawn, and when it will be seen, in seconds of virtual time.
    package var time: Double
    package var presentation: Double
    /// Position of the page in it, in dp.
    package var offset: Double
  }

  /// A frame drawn in step with the real clock.
  package struct Raced {
    /// When it will be seen, in seconds of virtual time.
    package var presentation: Double
    /// Position of the page in it, in dp.
    package var offset: Double
    /// Every tile in sight was there.
    package var isComplete: Bool
    /// Of the layout it shows.
    package var generation: Int
    /// It was done only after the moment it was to be seen at, by the real clock.
    package var isLate: Bool
  }

  /// Reads the files of the sources again and waits for nothing.
  package func askFiles() { coordinator.lookAtFiles() }

  /// Lets virtual time pass; none where `seconds` is negative or no number. It ends after 146 years.
  public mutating func play(seconds: Double) { play(for: Nanoseconds(seconds: seconds)) }

  /// Lets virtual time pass and reads the real clock around each turn that draws.
  package mutating func measure(seconds: Double, onFrame: (Drawn) -> Void) {
    play(for: Nanoseconds(seconds: seconds), isMeasured: true, onFrame: onFrame)
  }

  /// Plays in step with the real clock and waits for no queue: what has not been rastered in time is missing from the picture.
  ///
  /// - Parameters:
  ///   - slowdown: how many times as long tiles take as they do.
  ///   - onFrame: told of every frame drawn.
  package mutating func race(seconds: Double, slowdown: Int, onFrame: (Raced) -> Void) {
    coordinator.tiles.slowdown.store(slowdown, ordering: .relaxed)
    defer { coordinator.tiles.slowdown.store(1, ordering: .relaxed) }
    let end = now + Nanoseconds(seconds: seconds)
    let origin = MonotonicClock.now() - now
    time.race(from: origin)
    defer { time.race(from: nil) }
    while now < end {
      let wasFree = loop.screen.nextFlip == nil
      let rest = loop.turn(at: now)
      if wasFree, let flip = loop.screen.nextFlip {
        onFrame(
          Raced(
            presentation: Double(flip) / 1e9, offset: loop.kiosk.offset, isComplete: loop.kiosk.isComplete,
            generation: layoutGeneration, isLate: MonotonicClock.now() > flip + origin))
      }
      // Tiles that arrive wake nobody here, so a millisecond is the longest rest.
      let next = min(nextMoment(after: rest, until: end) ?? end, now + 1_000_000)
      MonotonicClock.sleep(until: next + origin)
      advance(to: max(next, MonotonicClock.now() - origin))
    }
  }

  /// Half of what can be counted: what follows it by a frame is still a time.
  private static var lastMoment: Nanoseconds { 1 << 62 }

  private mutating func play(for duration: Nanoseconds, isMeasured: Bool = false, onFrame: (Drawn) -> Void = { _ in }) {
    let (sum, isTooLate) = now.addingReportingOverflow(max(duration, 0))
    let end = isTooLate ? Self.lastMoment : min(sum, Self.lastMoment)
    while true {
      waitForQueues()
      var rest: FrameLoop<VirtualDisplay>.Rest
      // What the queues say to a turn comes at the moment of that turn, whether it still was in time for it or not: what is on the glass
      // does not depend on how fast this machine is.
      repeat {
        let wasFree = loop.screen.nextFlip == nil
        let began = isMeasured ? MonotonicClock.now() : 0
        turnCount += 1
        rest = loop.turn(at: now)
        if isMeasured, wasFree, let flip = loop.screen.nextFlip {
          onFrame(
            Drawn(
              cost: MonotonicClock.now() - began, time: seconds, presentation: Double(flip) / 1e9,
              offset: loop.kiosk.offset))
        }
        coordinator.activity.wait(.work)
      } while !coordinator.outbox.mailbox.isEmpty
      followRefresh()
      guard let next = nextMoment(after: rest, until: end) else { break }
      advance(to: next)
    }
    advance(to: end)
  }

  /// Answers that count at once are waited for, whoever has asked: a pull, or a source whose time had come.
  private func waitForQueues() {
    if waitsForAnswers {
      coordinator.activity.waitForAnswers()
    } else if case .after = answers {
      coordinator.activity.waitForPictures()
    } else {
      coordinator.activity.wait(.work)
    }
  }

  /// When something happens next, up to `end`; nil when that is `end` itself or later.
  private func nextMoment(after rest: FrameLoop<VirtualDisplay>.Rest, until end: Nanoseconds) -> Nanoseconds? {
    var next = end
    if case .until(let time) = rest { next = min(next, max(time, now)) }
    if let flip = loop.screen.nextFlip { next = min(next, flip) }
    if let time = input.next { next = min(next, max(Nanoseconds(seconds: time, rounding: .up), now)) }
    if let alarm = time.nextAlarm { next = min(next, max(alarm, now + 1)) }
    return next < end ? max(next, now) : nil
  }

  private mutating func advance(to moment: Nanoseconds) {
    now = max(now, moment)
    loop.screen.advance(to: now)
    time.advance(to: now)
  }

  /// Answers to a pull come when the script says.
  private mutating func followRefresh() {
    guard !ignoresRequests else { return }
    guard case .refreshing(let task, let since, answer: nil) = loop.kiosk.refreshPhase else {
      // What nobody has pulled for comes at once: posts, and sources whose time had come.
      if case .after = answers { deliverAnswers() }
      return
    }
    switch answers {
    case .atOnce:
      coordinator.activity.waitForAnswers()
      coordinator.activity.wait(.work)
    case .after(let delay):
      if seconds >= since + delay { deliverAnswers() }
    case .scripted(let outcome, let delay):
      if seconds >= since + delay { endRefresh(task: task, with: outcome) }
    case .held: break
    }
  }
}

/// What fingers will do in virtual time.
final class ScheduledInput {
  private var events: [InputEvent] = []
  private var taken = 0
  /// What each finger did last of all that is to come; none of those that have lifted by then.
  private(set) var fingers: [Int: TouchEvent] = [:]

  /// The time of the next event, seconds.
  var next: Double? { taken < events.count ? events[taken].time : nil }

  func schedule(_ more: [InputEvent]) {
    events.removeFirst(taken)
    taken = 0
    let more = more.filter(\.time.isFinite)
    events = (events + more).sorted { $0.time < $1.time }
    for case .touch(let event) in more {
      let isEnd = event.phase == .up || event.phase == .cancel
      fingers[event.contact] = isEnd ? nil : event
    }
  }

  /// Appends what has been done up to a moment.
  func deliver(until now: Nanoseconds, into input: inout [InputEvent]) {
    while taken < events.count, events[taken].time * 1e9 <= Double(now) {
      input.append(events[taken])
      taken += 1
    }
  }
}
