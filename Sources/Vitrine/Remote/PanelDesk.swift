import Board
import Content
import Dispatch
import Fetch
import Kiosk
import Panel
import Service
package import Status
import Synchronization

/// Where others ask a kiosk for things: a status, a picture, another page. Outlives the kiosks of single modes.
///
/// Everything happens on a queue of its own; the frame thread stores numbers and takes messages, and waits for nothing of this.
package final class PanelDesk: Sendable {
  /// Which program, and where its things are.
  package struct Setup: Sendable {
    /// Of the program.
    package var version: String
    /// The board's file; nil for the one carried in the binary.
    package var boardPath: String?
    /// Where the last good answers are kept; nil where nowhere.
    package var cacheDirectory: String?
    /// What writes down what happens; nil where nothing does.
    package var recorder: PanelRecorder?

    /// For the parameters see the properties.
    package init(version: String, boardPath: String?, cacheDirectory: String?, recorder: PanelRecorder? = nil) {
      (self.version, self.boardPath, self.cacheDirectory) = (version, boardPath, cacheDirectory)
      self.recorder = recorder
    }
  }

  /// What a look at everything waits for.
  private struct Look {
    var begun: Double
    /// The frame thread is asked for a sign of life.
    var wakes: Bool
    /// Counted by the frame thread when it was asked for a sign of life.
    var turns: Int
    var hasTurned = false
    var content: ContentState?
    var number: Int
  }

  private struct State {
    var kiosk: LiveKiosk?
    var look: Look?
    var looks = 0
    var takers: [@Sendable (PanelStatus) -> Void] = []
    var last: PanelStatus?
    /// As it was last told; a content queue that is stuck tells nothing.
    var content: ContentState?
    var contentSilentSince: Double?
    var threadSilentSince: Double?
    /// Told of each kiosk that begins.
    var greeter: (@Sendable (LiveKiosk) -> Void)?
  }

  /// Seconds for which a status is given again.
  private static let pause = 0.1
  /// Seconds the queues are given to say something.
  private static let patience = HealthLimits.thread + 0.2

  let setup: Setup
  let gauge = PanelGauge()
  /// The last lines of the log.
  package let log = LogRing()
  let camera = PanelCamera()
  /// How many watch; negative where nobody can.
  private let viewers = Atomic(-1)
  /// Where the board comes from, of a fleet, and who is asked for another one.
  private let fleet = Mutex<(bundle: PanelStatus.Bundle?, keeper: BundleKeeper?)>((nil, nil))
  /// How the broker stands that is told how the panel is; nil where there is none.
  private let broker = Mutex<(@Sendable () -> PanelStatus.Broker?)?>(nil)
  /// What stands in for the board, and what was asked for and is not there.
  private let missing = Mutex<(standIn: StandIn?, ways: [String])>((nil, []))
  /// What was asked from elsewhere, and where lines for people go; nowhere before there is a log.
  let asked = Mutex<(lines: AskedLines, write: (@Sendable (String) -> Void)?)>((AskedLines(), nil))
  private let began = PanelDesk.uptime()
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "vitrine.desk", qos: .utility)

  /// Nobody's yet: it answers for the kiosk it is given.
  package init(_ setup: Setup) { self.setup = setup }

  /// A log that the last lines of are kept.
  package func logging(to write: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void {
    let kept: @Sendable (String) -> Void = { [log] line in
      log.add(line)
      write(line)
    }
    asked.withLock { $0.write = kept }
    return kept
  }

  /// What writes down what happens.
  var recorder: PanelRecorder? { setup.recorder }

  static func uptime() -> Double { Double(MonotonicClock.now()) / 1e9 }

  // MARK: The kiosk

  /// A kiosk runs from now on.
  func attach(_ kiosk: LiveKiosk) {
    state.withLock { state in
      state.kiosk = kiosk
      return state.greeter
    }?(kiosk)
  }

  /// Has `greeter` told of each kiosk that begins, and of the one that runs; it must not block.
  func greet(_ greeter: @escaping @Sendable (LiveKiosk) -> Void) {
    state.withLock { state in
      state.greeter = greeter
      return state.kiosk
    }.map(greeter)
  }

  /// It has ended; another may follow.
  func detach() {
    state.withLock { $0.kiosk = nil }
    camera.forget()
  }

  /// The one that runs; nil before the first, and between two.
  var kiosk: LiveKiosk? { state.withLock { $0.kiosk } }

  /// So many watch by now; nobody could before.
  func note(viewers count: Int) { viewers.store(count, ordering: .relaxed) }

  /// Bundles come from now on.
  func attach(_ keeper: BundleKeeper) { fleet.withLock { $0.keeper = keeper } }

  /// So the bundle on show stands.
  func note(_ bundle: PanelStatus.Bundle) { fleet.withLock { $0.bundle = bundle } }

  /// Something stands in for the board.
  package func note(_ standIn: StandIn) {
    missing.withLock { $0.standIn = standIn }
    standIn.whenMended { [weak self] in self?.kiosk?.renew { _ in } }
  }

  /// This board is shown from now on.
  package func shows(_ board: BoardFile) { missing.withLock { $0.standIn }?.shows(board) }

  /// A way to the panel that was asked for is not there, and why.
  package func note(noWay problem: String) { missing.withLock { $0.ways.append(problem) } }

  /// So the broker stands that is told how the panel is.
  func attach(broker standing: @escaping @Sendable () -> PanelStatus.Broker?) { broker.withLock { $0 = standing } }

  /// Who is asked for bundles; nil where the board is a file.
  var keeper: BundleKeeper? { fleet.withLock { $0.keeper } }

  // MARK: Status

  /// Looks at everything and tells how it stands, on the desk's queue. A queue or thread that does not answer is waited for, for some seconds,
  /// and that is told.
  ///
  /// - Parameter wakes: whether the frame thread is asked for a sign of life; where it is not, a turn that does not end is told of all the same.
  package func status(wakes: Bool = true, _ taker: @escaping @Sendable (PanelStatus) -> Void) {
    let now = Self.uptime()
    let (known, begun, mustWake) = state.withLock { state -> (PanelStatus?, Look?, Bool) in
      if let last = state.last, now - last.uptime < Self.pause { return (last, nil, false) }
      state.takers.append(taker)
      if var look = state.look {
        let isMore = wakes && !look.wakes
        if isMore { (look.wakes, look.turns, look.begun) = (true, gauge.turns, now) }
        state.look = look
        return (nil, nil, isMore)
      }
      state.looks += 1
      let look = Look(begun: now, wakes: wakes, turns: gauge.turns, number: state.looks)
      state.look = look
      return (nil, look, wakes)
    }
    if let known { return queue.async { taker(known) } }
    let kiosk = kiosk
    if mustWake { kiosk?.wake() }
    guard let begun else { return }
    kiosk?.inspect { [self] content in
      queue.async { [self] in
        state.withLock { state in
          state.content = content
          if state.look?.number == begun.number { state.look?.content = content }
        }
      }
    }
    queue.async { [self] in look(begun.number, hasKiosk: kiosk != nil) }
  }

  /// Whether all have answered, or have had their time.
  private func look(_ number: Int, hasKiosk: Bool) {
    let now = Self.uptime()
    let isOver = state.withLock { state -> Bool in
      guard var look = state.look, look.number == number else { return true }
      if gauge.turns != look.turns { look.hasTurned = true }
      state.look = look
      let isWhole = !hasKiosk || (look.hasTurned || !look.wakes) && look.content != nil
      guard isWhole || now - look.begun >= Self.patience else { return false }
      if look.wakes || look.hasTurned {
        state.threadSilentSince = hasKiosk && !look.hasTurned ? state.threadSilentSince ?? look.begun : nil
      }
      state.contentSilentSince = hasKiosk && look.content == nil ? state.contentSilentSince ?? look.begun : nil
      return true
    }
    guard isOver else {
      return queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [self] in look(number, hasKiosk: hasKiosk) }
    }
    let status = makeStatus()
    let takers = state.withLock { state in
      state.last = status
      state.look = nil
      defer { state.takers = [] }
      return state.takers
    }
    for taker in takers { taker(status) }
  }

  /// How all stands as far as it is known without asking anybody: what stands behind the page is as it was last told.
  func guess() -> PanelStatus { makeStatus() }

  private func makeStatus() -> PanelStatus {
    let (content, threadSilence, contentSilence) = state.withLock {
      ($0.content, $0.threadSilentSince, $0.contentSilentSince)
    }
    var status = PanelStatus(
      version: setup.version, name: PanelIdentity.name, time: Fetcher.systemTime(), uptime: Self.uptime(), began: began)
    (status.glass, status.light, status.touch) = (gauge.glass, gauge.light, gauge.touch)
    (status.glass.silentSince, status.contentSilentSince) = (threadSilence ?? gauge.turnBegan, contentSilence)
    status.machine = MachineProbe.take()
    status.board.path = setup.boardPath
    let watching = viewers.load(ordering: .relaxed)
    status.viewers = watching < 0 ? nil : watching
    status.bundle = fleet.withLock { $0.bundle }
    let missing = missing.withLock { $0 }
    if let standIn = missing.standIn, standIn.isShown { status.board.awaited = standIn.sentence }
    status.refusedWays = missing.ways
    status.broker = broker.withLock { $0 }?()
    if let content { status.take(content) }
    if status.cacheProblem == nil {
      let cache = setup.cacheDirectory.flatMap { MachineProbe.fullness(of: $0, "answers are kept in memory only") }
      // Codes that were wrong, bundles, what ended the last run.
      let own = CrashNote.standardDirectory.flatMap {
        MachineProbe.fullness(of: $0, "what is to outlive a restart is not kept, nor a new bundle")
      }
      status.cacheProblem = cache ?? own
    }
    return status
  }
}

extension PanelStatus {
  /// What the content queue has told.
  mutating func take(_ content: ContentState) {
    let report = content.report
    board.digest = content.digest
    (board.problem, board.missing) = (report.boardProblem, report.missing)
    board.pages = report.pages.map { Page(title: $0.title, isOffered: $0.isOffered) }
    (board.page, board.showsDetail) = (report.page, report.showsDetail)
    notice = report.notice.map { Notice(text: $0.text, rest: max($0.end - uptime, 0)) }
    cacheProblem = content.cacheProblem
    (cameras, lostPictures) = (content.cameras, content.lostPictures)
    sources = report.sources.map { known in
      var source = Source(name: known.name, promise: known.promise)
      (source.updated, source.heard, source.asked) = (known.updated, known.heard, known.asked)
      (source.isOpen, source.problems, source.missing) = (known.isOpen, known.problems, known.missing)
      source.silence = content.silences[known.name]
      return source
    }
  }
}
