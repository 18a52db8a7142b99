import Board
import Content
import Dispatch
import Fetch
import Kiosk
import Linux
import Numbers
import Panel
import Scene
import Service
import Synchronization

/// Carries out what the content model decides: hands events in, one at a time, and what is to be done out to those who do it. Lives on
/// one serial queue; sources, pictures and tiles have queues of their own.
final class Coordinator: Sendable {
  // Many properties: each is a queue, a store or a mailbox that an effect goes to.
  struct Setup: Sendable {
    // Many properties: everything a kiosk is given from outside, each for one of those it is made of.
    var source: BoardSource
    let place = BoardPlace()
    var options: PanelOptions
    var clock: WallClock
    var cacheDirectory: String?
    /// Whether changed files are noticed by themselves, or only when `lookAtFiles` is called.
    var watchesFiles: Bool
    /// Spreads retries, differently on each panel.
    var seed: UInt64 = 0x5EED
    /// What this run leaves for the next to know; nil leaves nothing.
    var run: RunFile?
    /// What runs this kiosk.
    var program: Program
    /// Time for fetches and for content that changes by itself.
    var makeTimer: @Sendable () -> any LoadTimer
    /// Lets an answer through; virtual time holds answers back until their moment.
    var admit: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Where what came from the world is read.
    var reading = ReadingPlace.standard
    /// Virtual time does not wait for the heights of cards behind the first panels.
    var leavesMeasuring = false
    /// What says what is to be said.
    var voice: any Voice = NoVoice()
    /// Whether taps send what they say; else they look as if they had, and the log says so.
    var sendsPosts = true
    /// Takes lines for the person who runs the panel.
    var log: @Sendable (String) -> Void
    /// Takes what is on show in words, whenever that has changed; nil where nobody reads it.
    var mirrored: (@Sendable (PanelMirror) -> Void)?
    /// What a studio puts between the board and the panel.
    var staging: Staging?
    /// Takes the board whenever another version of its file is shown.
    var boardChanged: @Sendable (BoardFile) -> Void = { _ in }

    /// Relative paths in the board begin here.
    var directory: String { place.directory(of: source) }
  }

  let setup: Setup
  /// Where the board's file is read: nobody waits for its disk but who has asked.
  private let readers = DispatchQueue(label: "vitrine.board", qos: .utility)
  /// What no line for people may hold.
  let secrets: Secrets
  let outbox: FrameOutbox
  let activity: Activity
  let pulse: Pulse
  let tiles: TileRasterizer
  let fetcher: Fetcher
  let feeds: SourceFeeds
  let pictures: PictureStore
  let cameras: LivePictures
  let timer: any LoadTimer
  /// Keeps what wrong codes have come to; nil where nothing is kept.
  let brakeFile: BrakeFile?
  private let queue = DispatchQueue(label: "vitrine.content", qos: .utility)
  /// Locked on `queue` only.
  private let bench: Mutex<Workbench>
  private let clockAlarm = Mutex<ClockAlarm?>(nil)
  /// Tells when the machine's time zone may be another.
  private let zoneWatch = Mutex<FileWatcher?>(nil)

  init(_ setup: Setup, board: BoardFile, outbox: FrameOutbox) {
    let size = setup.options.mode.size
    require(size.area > 0, "a kiosk on a panel of \(size.width) x \(size.height) pixels has nothing to show it on")
    let hidden = Secrets(board.secrets)
    var setup = setup
    setup.log = { [log = setup.log] line in log(hidden.hide(in: line)) }
    self.setup = setup
    secrets = hidden
    self.outbox = outbox
    // In virtual time nobody could say when.
    let recorder = setup.watchesFiles ? setup.options.recorder : nil
    pulse = Pulse(watch: recorder?.queueWatch)
    activity = Activity(leavesMeasuring: setup.leavesMeasuring)
    let clock = setup.clock
    let program = setup.program
    var fetching = Fetcher.Configuration(
      cacheDirectory: setup.cacheDirectory, wallClock: { clock.now().time },
      program: { program.ask($0, at: clock.now().time, ended: $1) },
      warn: setup.log)
    fetching.makeTimer = setup.makeTimer
    if let recorder {
      fetching.watch = { recorder.noteFetch(from: $0, to: $1) }
    }
    fetcher = setup.staging?.fetcher ?? Fetcher(fetching)
    if board.sources.contains(where: \.isFromWeb) { fetcher.prepare() }
    timer = setup.makeTimer()
    tiles = TileRasterizer(outbox: outbox, mode: setup.options.mode, activity: activity, pulse: pulse)
    let relay = Relay<Coordinator>()
    feeds = SourceFeeds(setup, fetcher: fetcher, activity: activity, hide: hidden.hide) { relay.target?.handle($0) }
    pictures = PictureStore(
      fetcher: fetcher, activity: activity, place: setup.reading, clock: { clock.now().time },
      timer: setup.makeTimer(), seed: setup.seed, wanted: { relay.target?.tell(shownAmong: $0, $1) }, warn: setup.log,
      arrived: { relay.target?.pictureArrived($0, ratio: $1) })
    cameras = LivePictures(pictures, fetcher: fetcher, activity: activity, seed: setup.seed, warn: setup.log)
    let time = Timestamp(uptime: timer.now(), moment: clock.now(), asleep: clock.asleep())
    brakeFile = setup.run.flatMap { BrakeFile(besides: $0, log: setup.log) }
    var model = ContentModel(
      board, name: setup.source.name, style: setup.options.style, files: setup.source.filesReadWith(of: board),
      isStanding: setup.options.isStanding, brakes: brakeFile?.read(at: time.uptime) ?? KeypadBrakes(), at: time)
    model.hasVoice = setup.voice.isThere
    model.isMirrored = setup.mirrored != nil
    bench = Mutex(Workbench(model, setup))
    relay.set(self)
  }

  /// Begins: the first page comes from the cache, before any network.
  func start() {
    if setup.clock.isOfMachine, setup.watchesFiles {
      let watch = FileWatcher()
      watch.onChange { [weak self] _ in self?.zoneMayBeAnother() }
      watch.setPaths([WallClock.zonePath])
      zoneWatch.withLock { $0 = watch }
    }
    if setup.clock.isOfMachine {
      clockAlarm.withLock { $0 = ClockAlarm(on: queue) { [weak self] in self?.clockJumped() } }
    }
    perform { bench in
      self.tiles.warm(bench.fonts, bench.theme)
      self.process(.started, &bench)
      bench.digest = self.setup.source.digest
      self.tellMark(&bench)
    }
  }

  func stop() {
    clockAlarm.withLock { $0 = nil }
    zoneWatch.withLock { $0 = nil }
    feeds.stop()
    cameras.stop()
    pictures.stop()
    // What others wait for goes on.
    if setup.staging?.fetcher == nil { fetcher.cancelAll() }
    timer.setAlarm(at: nil) {}
    setup.voice.end()
    perform { bench in
      bench.measuring.stop()
      for call in bench.calls.values { call.cancel() }
    }
    brakeFile?.finish()
    tiles.disconnect()
  }

  /// The time of day has jumped: somebody has set the clock, or the machine has slept.
  func clockJumped() { handle(.clockSet) }

  /// Somebody may have chosen another time zone for the machine, or there are new rules for it.
  func zoneMayBeAnother() {
    perform { bench in
      if self.setup.clock.renewZone() { self.process(.clockSet, &bench) }
    }
  }

  /// Leaves refreshes to a script from now on: nothing is fetched for them.
  func ignoreRefreshes() { perform { $0.ignoresRefreshes = true } }

  /// What the frame thread asks for; returns at once.
  func handle(_ request: KioskRequest) {
    perform { bench in
      self.outbox.expectReleases()
      if case .startRefresh = request, bench.ignoresRefreshes { return }
      if let event = ContentEvent(request) { self.process(event, &bench) }
    }
  }

  /// Takes what has happened, from any thread.
  func handle(_ event: ContentEvent) {
    perform { bench in
      self.process(event, &bench)
      guard case .answered(_, let answer) = event else { return }
      switch answer.content {
      case .value(let value, _), .unchanged(let value, _): bench.memory.replaced(value.cost)
      case .same, .problem, .nothing: break
      }
    }
  }

  private func pictureArrived(_ address: String, ratio: Double?) {
    perform { bench in
      self.process(.pictureArrived(address: address), &bench)
      guard let ratio else { return }
      for url in bench.model.picturesToMeasure.sorted() where self.resolved(url) == address {
        self.process(.pictureMeasured(url: url, ratio: ratio), &bench)
      }
    }
  }

  /// Which of these pictures are on a page, or in the row of pages.
  private func tell(shownAmong addresses: Set<String>, _ tell: @escaping @Sendable (Set<String>) -> Void) {
    perform { bench in
      let icons = Set(bench.icons.offered.compactMap(\.icon).map(self.resolved))
      tell(addresses.filter { icons.contains($0) || bench.shows($0) })
    }
  }

  /// Takes values for the program's source of this name; what came before and has not been read is left out.
  func push(_ value: Value, to name: String) {
    if let problem = setup.program.push(value, to: name) { setup.log(problem) }
    feeds.programChanged(name)
  }

  /// Tells how all behind the page stands, on the content queue: no secret is in it.
  func inspect(_ body: @escaping @Sendable (ContentState) -> Void) {
    perform { bench in
      let renewed = Set(bench.model.renewedPictures.map(self.resolved))
      let state = ContentState(
        report: bench.model.report, digest: bench.digest, cacheProblem: self.fetcher.cacheProblem,
        cameras: self.cameras.report, lostPictures: self.pictures.lost(renewed: renewed), silences: self.feeds.silences)
      body(state.hiding(self.secrets.hide))
    }
  }

  /// Tells how the content stands, on the content queue.
  func report(_ body: @escaping @Sendable (KioskReport) -> Void) { perform { body($0.model.report) } }

  /// Shows another refresh style from now on.
  func use(style: String) { handle(.styleChosen(style)) }

  /// Reads the board file and all files of its sources again, as if each had changed.
  func lookAtFiles() { perform { _ in self.feeds.lookAtFiles() } }

  /// Reads the board file again, changed or not: what it includes may have.
  ///
  /// - Parameter done: told on the content queue what has come of it.
  func readAgain(_ done: @escaping @Sendable (BoardRenewal) -> Void) {
    zoneMayBeAnother()
    activity.begin(.work)
    readers.async { [self] in
      let event: ContentEvent?
      do throws(UserError) {
        event = try setup.source.readAgain(setup.options.parts)
        setup.place.look(setup.source)
      } catch {
        setup.log(error.description)
        perform { _ in done(.refused([error.description])) }
        return activity.end(.work)
      }
      perform { bench in
        guard let event else { return done(.noFile) }
        let renewal = BoardRenewal(event, hiding: self.secrets.hide)
        self.process(event, &bench)
        done(renewal)
      }
      activity.end(.work)
    }
  }

  /// Reads it again for a file beside it; nothing comes of one that is gone.
  func readBesideAgain() {
    activity.begin(.work)
    readers.async { [self] in
      if let event = try? setup.source.readAgain(setup.options.parts) {
        setup.place.look(setup.source)
        handle(event)
      }
      activity.end(.work)
    }
  }

  /// Taps the first card of the page on show that is meant, as a finger would; of a card with parts the first.
  ///
  /// - Returns: false when there is none.
  func tap(_ isMeant: @Sendable (Card) -> Bool) -> Bool {
    queue.sync {
      bench.withLock { bench in
        guard let card = bench.model.shownCards.first(where: isMeant) else { return false }
        let isControl = card.kind.isControl
        process(
          isControl
            ? .controlled(card.id, inDetailOf: nil, .press(part: 0)) : .tapped(card.id, inDetailOf: nil), &bench)
        return true
      }
    }
  }

  /// What is on show, for somebody who does not see it, and the words for the rest of it.
  var spoken: (cards: [SpokenCard], words: SpokenWords) {
    queue.sync {
      bench.withLock { bench in
        let words = SpokenWords(bench.model.shownLanguage.code)
        return (bench.model.uppermostCards.spoken(words), words)
      }
    }
  }

  /// What is said around the cards: how it begins, and the symbol at its end.
  var spokenFrame: (first: [String], last: String?) {
    queue.sync { bench.withLock { ($0.model.spokenBeginning, $0.model.spokenSymbol) } }
  }

  /// Shows a sentence at the bottom edge for so many seconds; a mistake in the board comes before it.
  func say(_ sentence: String, for seconds: Double, tone: Card.Tone = .bad) {
    handle(.said(sentence, seconds: seconds, tone: tone))
  }

  /// Runs `body` on the content queue.
  func perform(_ kind: Activity.Kind = .work, _ body: @escaping @Sendable (inout Workbench) -> Void) {
    activity.begin(kind)
    queue.async { [self] in
      pulse.during(.content) { bench.withLock { body(&$0) } }
      activity.end(kind)
    }
  }

  /// One event, and whatever answers to its effects at once.
  func process(_ event: ContentEvent, _ bench: inout Workbench) {
    dispatchPrecondition(condition: .onQueue(queue))
    var events = [event]
    while !events.isEmpty {
      if case .boardRead(let reading, _) = events[0], reading.board != nil { bench.digest = reading.digest }
      let time = Timestamp(uptime: timer.now(), moment: setup.clock.now(), asleep: setup.clock.asleep())
      defer { mirror(&bench) }
      let event = events.removeFirst()
      if case .posted(let number, _) = event { bench.forget(post: number) }
      for effect in bench.model.handle(setup.staging?.stage(event, before: bench.model) ?? event, at: time) {
        if let answer = carryOut(effect, &bench) { events.append(answer) }
      }
    }
    tellMark(&bench)
    setAlarm(&bench)
  }

  /// Tells who writes down what happens which board is on show, when it is another.
  private func tellMark(_ bench: inout Workbench) {
    guard setup.options.recorder != nil, let mark = bench.markToTell else { return }
    outbox.post(.board(mark))
  }

  /// Tells who reads the panel elsewhere what is on show.
  private func mirror(_ bench: inout Workbench) {
    guard let mirrored = setup.mirrored else { return }
    let mirror = bench.model.mirror
    guard mirror != bench.mirror else { return }
    bench.mirror = mirror
    mirrored(mirror)
  }

  private func setAlarm(_ bench: inout Workbench) {
    guard bench.model.nextAlarm != bench.alarm else { return }
    bench.alarm = bench.model.nextAlarm
    timer.setAlarm(at: bench.alarm) { [weak self] in
      guard let self else { return }
      perform { bench in
        bench.alarm = nil
        self.process(.alarm, &bench)
      }
    }
  }
}

extension ContentEvent {
  /// What the frame thread asks for, as something that happens to the content; nil for what is not its business.
  fileprivate init?(_ request: KioskRequest) {
    switch request {
    case .startRefresh(let task): self = .refreshBegan(task: task)
    case .cancelRefresh(let task), .applyRefresh(let task): self = .refreshReleased(task: task)
    case .refreshShown(let isShown): self = .controlShown(isShown)
    case .tapped(let card, let detail): self = .tapped(card, inDetailOf: detail)
    case .controlled(let card, let detail, let input): self = .controlled(card, inDetailOf: detail, input)
    case .answered(let isYes): self = .questionAnswered(isYes)
    case .pageShown(let number): self = .pageShown(number)
    case .pagesMove: self = .pagesMoved
    case .closeDetail: self = .detailClosed
    case .listening(let wish): self = .listened(wish)
    case .stay(let stay): self = .stayed(stay)
    case .keepRecord: self = .recordWanted
    case .hush, .panel: return nil
    }
  }
}
