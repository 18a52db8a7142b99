import Board
import Content
import Dispatch
import Fetch
import Markup
import Numbers
import Panel
package import Preview
import Scene
import Synchronization
package import Vitrine

/// The place where boards are made: panels beside each other on a page, one file behind all of them, and what is wrong with it.
package final class Studio: Sendable {
  /// What a studio is started with.
  package struct Setup: Sendable {
    /// The board's file.
    package var source: BoardSource
    /// How its panels are driven, apart from their sizes.
    package var options: PanelOptions
    /// Where the last good answers are kept.
    package var cache: String?
    /// Where others ask for things; the first panel answers.
    package var desk: PanelDesk?
    /// The panels it begins with.
    package var panels: [PanelSpec]
    /// Makes what keeps the last minutes of a panel; nil where nothing is kept.
    package var recorder: (@Sendable () -> PanelRecorder)?
    /// Opens places of files; nil where the page is to do it.
    package var editor: Editor?
    /// Starts the service that the gallery's boards show, and says its address; nil where there is no gallery.
    package var demo: (@Sendable () throws(UserError) -> String)?
    /// Takes lines for people.
    package var log: @Sendable (String) -> Void

    /// For the parameters see the properties.
    package init(
      source: BoardSource, options: PanelOptions, cache: String?, desk: PanelDesk?,
      panels: [PanelSpec] = [.standard], log: @escaping @Sendable (String) -> Void
    ) {
      (self.source, self.options, self.cache, self.desk) = (source, options, cache, desk)
      (self.panels, self.log) = (panels, log)
    }
  }

  /// Bytes of a file whose changes are shown line by line.
  private static let mostCompared = 200_000
  /// Panels beside each other, at most.
  static let mostPanels = 6

  private struct State: Sendable {
    // Many properties: one lock for what is shown, what pages are told of it, and what they have set.
    var panels: [StudioPanel] = []
    var next = 1
    /// The last reading that holds a board, and the one after it that holds none.
    var good: BoardReading
    var broken: BoardReading?
    var conditions = Conditions()
    /// How often somebody has pointed.
    var inspections = 0
    /// Sources whose answers pages have asked to see, by name.
    var trees: Set<String> = []
    var motion = StageMotion()
    /// The file as the board on show has it, and before that.
    var text: String?
    var before: String?
    /// A board has been read.
    var hasBoard = false
    /// Files that the page has been told of, by their paths.
    var named: Set<String> = []
    var isOver = false
  }

  let setup: Setup
  let server: StudioServer
  private let state: Mutex<State>
  /// Where files are examined and panels come and go.
  let queue = DispatchQueue(label: "vitrine.studio", qos: .utility)
  /// Where panels run, each on a thread of its own.
  private let stages = DispatchQueue(label: "vitrine.studio.stages", attributes: .concurrent)
  private let running = DispatchGroup()
  private let end = DispatchSemaphore(value: 0)
  private let system = WallClock.system()
  /// When it was started, seconds since 1970: tells a studio from the one before it.
  private let started = WallClock.system().now().time
  /// What the sources have said.
  let sources: SourceStage
  /// What fetches for all of them.
  private let fetcher: Fetcher
  /// Where what takes seconds is made: films, and the gallery's pictures.
  let works = DispatchQueue(label: "vitrine.studio.works", qos: .utility)

  /// Starts to listen.
  ///
  /// - Throws: when there is no such file, or no port to be had.
  package init(_ setup: Setup, port: PreviewServer.Port) throws(UserError) {
    self.setup = setup
    let reading = try setup.source.read(parts: setup.options.parts)
    let relay = Relay<Studio>()
    do throws(PreviewError) {
      server = try StudioServer(port: port) { text in
        guard let order = StudioOrder(text) else { return }
        relay.target?.take(order)
      }
    } catch {
      throw UserError(.machine, error.description)
    }
    sources = SourceStage(
      conditions: { relay.target?.conditions ?? Conditions() },
      age: { relay.target?.staleAge(of: $0) ?? 3_600 }, changed: { relay.target?.tellSources() })
    let wall = system
    let clock = WallClock(zone: wall.zone) { wall.now().time + (relay.target?.conditions.shift ?? 0) }
    fetcher = Staging.fetcher(setup.options, cacheDirectory: setup.cache, clock: clock, log: setup.log)
    let isBroken = reading.board == nil
    state = Mutex(
      State(good: isBroken ? Self.placeholder : reading, broken: isBroken ? reading : nil, hasBoard: !isBroken))
    relay.set(self)
    examine(reading)
  }

  /// What to open in a browser.
  package var url: String { server.url }

  /// Shows the panels until `stop`; blocks the caller.
  package func run() {
    tellConditions()
    tellMotion()
    queue.sync { for spec in setup.panels.prefix(Self.mostPanels) { add(spec) } }
    end.wait()
    queue.sync { for panel in state.withLock({ $0.panels }) { panel.stop() } }
    running.wait()
    server.stop()
  }

  /// Ends `run`.
  package func stop() {
    state.withLock { $0.isOver = true }
    end.signal()
  }

  // MARK: Panels

  private func take(_ order: StudioOrder) { queue.async { [self] in carryOut(order) } }

  private func carryOut(_ order: StudioOrder) {
    guard !state.withLock({ $0.isOver }) else { return }
    switch order {
    case .inspect(let number, let spot): return inspect(number, at: spot)
    case .tree(let name):
      lookAtTree(of: name)
      if shownTrees().contains(name) { showTree(of: name) }
      return
    case .attempt(let name, let text): return attempt(text, on: name)
    case .clock, .size, .language, .distance, .network, .data: return set(order)
    case .speed, .step, .watch, .frame, .pull, .scrub, .film, .record: return move(order)
    case .gallery: return showGallery()
    case .battery(let number, let spot): return tryStates(number, at: spot)
    case .open(let path, let line, let column): return open(path, line: line, column: column)
    case .add(let spec): add(spec)
    case .change(let number, let spec): panel(number)?.change(to: spec)
    case .remove(let number):
      // One stays: a studio without a panel shows nothing.
      guard let panel = panel(number), state.withLock({ $0.panels.count }) > 1 else { return }
      state.withLock { $0.panels.removeAll { $0.number == number } }
      server.close(number)
      panel.stop()
    }
    tellPanels()
  }

  func panel(_ number: Int) -> StudioPanel? { state.withLock { $0.panels.first { $0.number == number } } }

  private func add(_ spec: PanelSpec) {
    let number = state.withLock { state -> Int? in
      guard state.panels.count < Self.mostPanels else { return nil }
      defer { state.next += 1 }
      return state.next
    }
    guard let number else { return }
    let isFirst = state.withLock { $0.panels.isEmpty }
    let silent: @Sendable (String) -> Void = { _ in }
    let readings: @Sendable () -> StudioPanel.Readings = { [weak self] in
      self?.readings ?? StudioPanel.Readings(good: Studio.placeholder)
    }
    let staging: @Sendable (Int) -> Staging = { [weak self] number in Studio.staging(self, number) }
    let panel = StudioPanel(
      number, spec,
      of: StudioPanel.Studio(
        source: setup.source, options: setup.options, cache: setup.cache, desk: isFirst ? setup.desk : nil,
        log: isFirst ? setup.log : silent, readings: readings, staging: staging, clock: clock,
        recorder: { [setup] in setup.recorder?() }, moved: { [weak self] number in self?.frameCame(on: number) },
        later: { [weak self] body in self?.later(body) },
        saved: { [weak self] number, what in self?.server.tell("saved \(number)", what) },
        ended: { [weak self, log = setup.log] number, statistics in
          self?.sources.forget(panel: number)
          // The first one's kiosk says so itself.
          if !isFirst, let statistics { log("panel \(number): \(statistics.summary)") }
        }))
    let motion = motion
    panel.time.run(at: motion.rate)
    panel.log.watch(motion.isWatched)
    state.withLock { $0.panels.append(panel) }
    server.open(panel.panel, as: number)
    stages.async(group: running) { panel.run() }
    tellPanels()
  }

  private func tellPanels() {
    let panels = state.withLock { $0.panels }.map { panel -> JSON in
      let spec = panel.spec
      let millimetres = spec.millimetres
      return [
        "panel": .number(Double(panel.number)), "width": .number(Double(spec.size.width)),
        "height": .number(Double(spec.size.height)), "diagonal": .number(spec.diagonal),
        "mm": .list([.number(millimetres.width), .number(millimetres.height)]),
        "mode": spec.mode.map { .text($0.rawValue) } ?? .null,
      ]
    }
    let path = setup.source.path.map { Files.absolute($0) }
    server.tell(
      "panels",
      [
        .init("run", .number(started)), .init("board", .text(setup.source.name)),
        .init("path", path.map { .text($0) } ?? .null),
        .init("hasEditor", .flag(setup.editor != nil)), .init("hasRecorder", .flag(setup.recorder != nil)),
        .init("most", .number(Double(Self.mostPanels))), .init("panels", .list(panels)),
      ])
  }

  /// The real clock, and as far ahead as the conditions have it.
  var clock: WallClock {
    WallClock(zone: system.zone) { [system, weak self] in system.now().time + (self?.conditions.shift ?? 0) }
  }

  /// Old enough to count as stale, and not so old that it is not shown any more.
  func staleAge(of name: String) -> Double {
    guard let source = board?.sources.first(where: { $0.name == name }) else { return 3_600 }
    return min(max(3 * source.every, 3_600), source.keep / 2)
  }

  var conditions: Conditions { state.withLock { $0.conditions } }
  var panels: [StudioPanel] { state.withLock { $0.panels } }
  /// The board that is shown, as its file has it.
  var board: BoardFile? { state.withLock { $0.good.board } }
  /// The file as the board on show has it; nil where it is too long to be kept.
  var shownText: String? { state.withLock { $0.text } }
  /// Counts: what is pointed at twice is told twice.
  func nextInspection() -> Int {
    state.withLock { state in
      state.inspections += 1
      return state.inspections
    }
  }
  /// Sources whose answers pages look at, by name; those that the board has no more are looked at no more.
  func shownTrees() -> Set<String> {
    let (left, gone) = state.withLock { state -> (Set<String>, Set<String>) in
      let known = Set(state.good.board?.sources.map(\.name) ?? [])
      let gone = state.trees.subtracting(known)
      state.trees.formIntersection(known)
      return (state.trees, gone)
    }
    for name in gone { server.forget("tree \(name)") }
    return left
  }
  func lookAtTree(of name: String) { state.withLock { _ = $0.trees.insert(name) } }

  var motion: StageMotion {
    get { state.withLock { $0.motion } }
    set { state.withLock { $0.motion = newValue } }
  }
  /// Whether a panel's frames are to be told now, and not already about to be.
  func beginsTelling(of panel: Int) -> Bool { state.withLock { $0.motion.telling.insert(panel).inserted } }
  func endTelling(of panel: Int) { state.withLock { _ = $0.motion.telling.remove(panel) } }
  /// Whether the gallery has not been asked for before.
  func beginsGallery() -> Bool {
    state.withLock { state in
      defer { state.motion.hasGallery = true }
      return !state.motion.hasGallery
    }
  }
  /// A name for a file that no other has.
  func nextName(_ kind: String, ending: String) -> String {
    state.withLock { state in
      state.motion.made += 1
      return "\(kind)-\(state.motion.made).\(ending)"
    }
  }
  var isOver: Bool { state.withLock { $0.isOver } }
  /// What stands between the board and a panel of this number.
  func staging(of number: Int) -> Staging { Self.staging(self, number) }
  /// Whether the page has been told of a file.
  func knows(_ path: String) -> Bool { state.withLock { $0.named.contains(path) } }

  func change(_ change: (inout Conditions) -> Void) -> (old: Conditions, new: Conditions) {
    state.withLock { state in
      let old = state.conditions
      change(&state.conditions)
      return (old, state.conditions)
    }
  }

  /// On the studio's own queue, once what is under way there is done.
  func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  // MARK: The file

  private var readings: StudioPanel.Readings {
    state.withLock { StudioPanel.Readings(good: $0.good, broken: $0.broken, isStandIn: !$0.hasBoard) }
  }

  /// What a panel shows while the file has never been right.
  private static let placeholder = BoardSource(path: nil).parse(
    Array("cards: [{text: {text: 'The first picture comes once the mistakes beside it are mended.'}}]".utf8),
    parts: .builtIn)

  static func staging(_ studio: Studio?, _ number: Int) -> Staging {
    var staging = Staging(
      board: { [weak studio] board in
        guard let studio else { return board }
        return studio.conditions.staged(board, mode: studio.panel(number)?.spec.mode)
      },
      read: { [weak studio] reading, cards, language in
        guard let studio else { return }
        if reading.board != nil {
          studio.panel(number)?.save(reading.digest, cards: cards, language: language, at: studio.system.now().time)
        }
        studio.take(reading)
      },
      lost: { [weak studio] problem in studio?.tellLost(problem) },
      answered: { [weak studio] id, answer, pass in
        if let studio { studio.sources.take(answer, from: id, panel: number, pass) } else { pass(answer) }
      })
    staging.fetcher = studio?.fetcher
    staging.fileRead = { [weak studio] in studio?.examineAgain() }
    return staging
  }

  /// Each panel reads the file by itself; what they find is the same.
  private func take(_ reading: BoardReading) {
    state.withLock { state in
      if reading.board == nil {
        state.broken = reading
      } else {
        (state.good, state.broken, state.hasBoard) = (reading, nil, true)
      }
    }
    queue.async { [self] in
      examine(reading)
      tellSources()
    }
  }

  /// The file is as it was; one that it names is not.
  private func examineAgain() {
    queue.async { [self] in examine(state.withLock { $0.broken ?? $0.good }) }
  }

  private func examine(_ reading: BoardReading) {
    do throws(UserError) {
      let examination = try BoardExamination(reading, of: setup.source)
      tell(examination.findings, isShown: examination.board != nil)
      tellFiles(isGood: reading.board != nil)
    } catch {
      tellLost(error.description)
    }
  }

  /// Tells what the file was and what it is: when it is right before and after the last save, else on show and now.
  private func tellFiles(isGood: Bool) {
    guard let path = setup.source.path, let bytes = try? Files.read(path, limit: Self.mostCompared) else {
      // Too long, or gone: of the board on show nothing is known by lines.
      if isGood { state.withLock { ($0.before, $0.text) = (nil, nil) } }
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let shown = state.withLock { state -> String in
      guard isGood else { return state.text ?? text }
      // Each panel reads it.
      if state.text != text { (state.before, state.text) = (state.text, text) }
      return state.before ?? text
    }
    server.tell("files", [.init("isGood", .flag(isGood)), .init("shown", .text(shown)), .init("now", .text(text))])
  }

  private func tellLost(_ problem: String) {
    tell(
      [BoardExamination.Finding(severity: .error, file: setup.source.name, mark: nil, message: problem)],
      isShown: false)
  }

  private func tell(_ findings: [BoardExamination.Finding], isShown: Bool) {
    let list = findings.map { finding -> JSON in
      let isOwn = finding.file == setup.source.name
      let path = isOwn ? setup.source.path.map { Files.absolute($0) } : Files.absolute(finding.file)
      return [
        "severity": .text(finding.severity.rawValue), "file": .text(finding.file),
        "path": path.map { .text($0) } ?? .null,
        "line": finding.mark.map { .number(Double($0.line)) } ?? .null,
        "column": finding.mark.map { .number(Double($0.column)) } ?? .null, "message": .text(finding.message),
      ]
    }
    let paths = findings.filter { $0.file != setup.source.name }.map { Files.absolute($0.file) }
    state.withLock { $0.named = Set(paths + (setup.source.path.map { [Files.absolute($0)] } ?? [])) }
    server.tell(
      "problems",
      [
        .init("isShown", .flag(isShown)), .init("hasBoard", .flag(state.withLock { $0.hasBoard })),
        .init("list", .list(list)),
      ])
  }
}
