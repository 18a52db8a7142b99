import Board
import Dispatch
import Fetch
import Formats
import Kiosk
import Panel
import Refresh
import Scene
import Synchronization
import Typesetting

/// Everything behind the glass: reads the board, keeps its sources fresh, evaluates, lays out, and hands finished pages to the frame
/// thread. Lives on one serial queue; tiles and pictures are made on others.
final class Backstage: Sendable {
  struct Setup: Sendable {
    var source: BoardSource
    var options: PanelOptions
    var clock: WallClock
    var cacheDirectory: String?
    /// Time for fetches and for content that changes by itself.
    var makeTimer: @Sendable () -> any LoadTimer
    /// Lets an answer through; virtual time holds answers back until their moment.
    var admit: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Takes lines for the person who runs the panel.
    var log: @Sendable (String) -> Void
  }

  let setup: Setup
  let mailbox: Mailbox<KioskMessage>
  let activity = Activity()
  let tiles: TileWorkshop
  private let queue = DispatchQueue(label: "vitrine.content", qos: .utility)
  /// Locked on `queue` only.
  private let state: Mutex<ContentState>
  private let fetcher: Fetcher
  private let contentTimer: any LoadTimer
  private let loader = Mutex<SourceLoader?>(nil)
  private let pictures = Mutex<PictureStore?>(nil)
  /// Sources somebody waits for, until their answer has come.
  private let awaited = Mutex<Set<SourceID>>([])
  private let ignoresRefreshes = Mutex(false)
  /// Answers read while they were checked, until their news comes.
  private let decoded = Mutex<[SourceID: Answer.Content]>([:])

  init(_ setup: Setup, board: BoardFile, mailbox: Mailbox<KioskMessage>) {
    self.setup = setup
    self.mailbox = mailbox
    let clock = setup.clock
    fetcher = Fetcher(
      Fetcher.Configuration(
        cacheDirectory: setup.cacheDirectory, wallClock: { clock.now().time }, warn: setup.log))
    contentTimer = setup.makeTimer()
    tiles = TileWorkshop(mailbox: mailbox, mode: setup.options.mode, activity: activity)
    state = Mutex(ContentState(board: board, options: setup.options))
    let store = PictureStore(fetcher: fetcher, activity: activity, warn: setup.log) { [weak self] address in
      guard let self else { return }
      perform { state in self.pictureArrived(address, &state) }
    }
    pictures.withLock { $0 = store }
    let loader = SourceLoader(fetcher: fetcher, timer: setup.makeTimer(), seed: 0x5EED) { [weak self] id, news in
      self?.take(id, news)
    }
    self.loader.withLock { $0 = loader }
  }

  /// Begins: the first page comes from the cache, before any network.
  func start() {
    perform { state in
      self.publishControl(&state)
      self.loadSources(&state)
    }
  }

  func stop() {
    loader.withLock { $0 }?.stop()
    fetcher.cancelAll()
    contentTimer.setAlarm(at: nil) {}
  }

  /// Leaves refreshes to a script from now on: nothing is fetched for them.
  func ignoreRefreshes() { ignoresRefreshes.withLock { $0 = true } }

  /// What the frame thread asks for; returns at once.
  func handle(_ request: KioskRequest) {
    perform { state in
      switch request {
      case .startRefresh(let task):
        self.publishAge(state)
        if !self.ignoresRefreshes.withLock({ $0 }) { self.startRefresh(task, &state) }
      case .cancelRefresh(let task), .applyRefresh(let task):
        if state.refresh?.task == task { state.refresh = nil }
        self.publish(&state)
      case .openDetail(let card): self.openDetail(card, &state)
      case .closeDetail: state.detail = nil
      }
    }
  }

  /// Shows another refresh style from now on.
  func use(style: String) {
    perform { state in
      state.styleOverride = style
      self.publishControl(&state)
    }
  }

  /// Runs `body` on the content queue.
  private func perform(_ body: @escaping @Sendable (inout ContentState) -> Void) {
    activity.begin(.work)
    queue.async { [self] in
      state.withLock { body(&$0) }
      activity.end(.work)
    }
  }
}

// MARK: Sources

extension Backstage {
  private static let boardID = SourceID(" board")

  /// - Parameter kept: sources that are as they were: nothing is fetched for them now.
  private func loadSources(_ state: inout ContentState, keeping kept: Set<SourceID> = []) {
    var sources: [LoadedSource] = []
    let evaluator = state.evaluator
    let clock = setup.clock
    let directory = setup.source.directory
    for source in evaluator.board.sources {
      for part in source.urls.indices {
        let name = source.name
        let id = SourceID(name, part: part)
        let format = state.format(of: name)
        sources.append(
          LoadedSource(id: id, interval: source.every, check: { [weak self] in self?.check($0, id, format) }) {
            let request = evaluator.request(name, at: clock.now())
            let address = request.flatMap { $0.addresses.indices.contains(part) ? $0.addresses[part].url : nil } ?? ""
            let headers = (request?.headers ?? []).map { ($0.name, $0.value.reveal()) }
            return FetchRequest(
              Self.resolved(address, directory), headers: Dictionary(headers, uniquingKeysWith: { $1 }))
          })
      }
    }
    if let path = setup.source.path {
      let address = FetchRequest.address(ofFile: Files.absolute(path))
      sources.append(LoadedSource(id: Self.boardID, interval: 3600) { FetchRequest(address) })
    }
    let old = awaited.withLock { $0 }
    for id in old where !kept.contains(id) { arrived(id) }
    expect(sources.map(\.id).filter { !kept.contains($0) })
    guard let loader = loader.withLock({ $0 }) else { return }
    let cache = SourceID(" cache", part: state.generation)
    state.gathering = [cache]
    for source in sources where source.id != Self.boardID && !kept.contains(source.id) {
      if source.request().address.hasPrefix("file:") { state.gathering.insert(source.id) }
    }
    activity.begin(.work)
    loader.setSources(sources, keeping: kept) { [self] in
      perform { state in self.gathered(cache, &state) }
      activity.end(.work)
    }
    contentTimer.setAlarm(at: contentTimer.now() + Self.gatheringLimit) { [weak self] in
      guard let self else { return }
      perform { state in
        state.gathering = []
        self.publish(&state)
      }
    }
  }

  /// How long the first page waits for the disk, in seconds: a dead file server must not keep the panel dark.
  private static let gatheringLimit = 0.2

  /// One of those the first page waits for is there: the cache as a whole, or a file.
  private func gathered(_ id: SourceID, _ state: inout ContentState) {
    guard state.gathering.remove(id) != nil, state.gathering.isEmpty, state.refresh == nil else { return }
    publish(&state)
  }

  /// What is wrong with an answer, before it takes the place of the last good one.
  private func check(_ fetched: FetchedContent, _ id: SourceID, _ format: SourceFormat?) -> String? {
    let content = Answer.decoded(fetched, format, isNew: true, isBoard: false)
    if case .problem(let sentence) = content { return sentence }
    decoded.withLock { $0[id] = content }
    return nil
  }

  private func expect(_ ids: [SourceID]) {
    for id in ids where awaited.withLock({ $0.insert(id).inserted }) { activity.begin(.fetch) }
  }

  private func arrived(_ id: SourceID) {
    if awaited.withLock({ $0.remove(id) }) != nil { activity.end(.fetch) }
  }

  /// A path beside the board becomes an address.
  private static func resolved(_ address: String, _ directory: String) -> String {
    if address.contains("://") || address.isEmpty { return address }
    return FetchRequest.address(ofFile: address.hasPrefix("/") ? address : directory + "/" + address)
  }

  /// News from the loader's queue: decoded there, taken in here.
  private func take(_ id: SourceID, _ news: SourceNews) {
    let format = id == Self.boardID ? nil : state.withLock { $0.format(of: id.name) }
    let decoded = decoded.withLock { $0.removeValue(forKey: id) }
    let answer = Answer(news, format: format, isBoard: id == Self.boardID, decoded: decoded)
    let deliver: @Sendable () -> Void = { [self] in perform { state in self.take(answer, from: id, &state) } }
    guard case .fetched = news else { return deliver() }
    if id == Self.boardID { deliver() } else { setup.admit(deliver) }
    arrived(id)
  }

  private func take(_ answer: Answer, from id: SourceID, _ state: inout ContentState) {
    if id == Self.boardID {
      switch answer.content {
      case .board(let bytes): reload(bytes, &state)
      case .problem(let sentence): boardIsBroken([sentence], &state)
      case .value, .unchanged, .nothing: break
      }
      return
    }
    switch answer.content {
    case .value(let value, let fetchedAt): state.update(id, value, at: fetchedAt)
    case .unchanged(let value, let fetchedAt): state.confirm(id, value, at: fetchedAt)
    case .problem(let sentence):
      if state.problems.updateValue(sentence, forKey: id) != sentence { setup.log("source \(id.name): \(sentence)") }
    case .board, .nothing: break
    }
    if answer.outcome != nil, case .problem = answer.content {} else { state.problems[id] = nil }
    if let outcome = answer.outcome { advanceRefresh(id, outcome, &state) }
    state.gathering.remove(id)
    if state.refresh == nil { publish(&state) }
  }

  /// The board file is there, or there again.
  private func reload(_ bytes: [UInt8], _ state: inout ContentState) {
    guard bytes != state.boardBytes || state.notice != nil else { return }
    state.boardBytes = bytes
    let reading = setup.source.parse(bytes, styles: setup.options.styles)
    guard let board = reading.board else { return boardIsBroken(reading.diagnostics.map(\.description), &state) }
    if state.notice != nil {
      state.notice = nil
      publishNotice(&state)
      setup.log("\(setup.source.name): in order again")
    }
    if board == state.evaluator.board { return }
    for warning in reading.diagnostics { setup.log(warning.description) }
    setup.log("\(setup.source.name): read again")
    var kept = state.adopt(board, options: setup.options)
    kept.insert(Self.boardID)
    loadSources(&state, keeping: kept)
    publishControl(&state)
    publish(&state)
    // What the pull waited for and is no longer asked for has no answer to come.
    for id in state.refresh?.waitingFor ?? [] where !kept.contains(id) { advanceRefresh(id, .noChange, &state) }
  }

  /// The running board stays; the strip at the panel's edge says what is wrong with the file.
  private func boardIsBroken(_ problems: [String], _ state: inout ContentState) {
    let others = problems.count - 1
    let notice = (problems.first ?? "the board cannot be read") + (others > 0 ? " (and \(others) more)" : "")
    guard notice != state.notice else { return }
    for problem in problems { setup.log(problem) }
    state.notice = notice
    publishNotice(&state)
  }
}

// MARK: Refresh

extension Backstage {
  private func startRefresh(_ task: Int, _ state: inout ContentState) {
    let names = Set(state.shown.sources)
    let ids = state.evaluator.board.sources.filter { names.contains($0.name) }.flatMap { source in
      source.urls.indices.map { SourceID(source.name, part: $0) }
    }
    guard !ids.isEmpty else {
      mailbox.post(.refreshEnded(task: task, .noChange))
      return
    }
    pictures.withLock { $0 }?.retryFailed()
    expect(ids)
    state.refresh = RefreshRun(task: task, waitingFor: Set(ids), before: state.shown.cards)
    loader.withLock { $0 }?.refresh(ids)
  }

  /// One of the sources a pull waits for has answered.
  private func advanceRefresh(_ id: SourceID, _ outcome: RefreshOutcome, _ state: inout ContentState) {
    guard state.refresh?.waitingFor.remove(id) != nil else { return }
    state.refresh?.outcomes.append(outcome)
    guard let run = state.refresh, run.waitingFor.isEmpty else { return }
    let cards = state.evaluator.content(page: state.page, at: setup.clock.now()).cards
    let result = run.outcome(isChanged: cards != run.before)
    publishAge(state)
    mailbox.post(.refreshEnded(task: run.task, result))
    // Success waits until the control says so; everything else shows what has come at once.
    if result != .success {
      state.refresh = nil
      publish(&state)
    }
  }
}

// MARK: Pages

extension Backstage {
  /// Evaluates and lays out what is visible, and hands it over if it differs from what is shown.
  private func publish(_ state: inout ContentState) {
    guard state.gathering.isEmpty else { return }
    let moment = setup.clock.now()
    let content = state.evaluator.content(page: state.page, at: moment)
    let isNew = state.layout == nil
    if isNew || content.cards != state.shown.cards {
      let (page, layout) = makePage(content, &state)
      state.layout = layout
      mailbox.post(.page(page))
    }
    if content.staleSince != state.shown.staleSince || isNew && content.staleSince != nil {
      let chip = content.staleSince.map { state.typesetter.chip($0, look: state.look) }
      mailbox.post(.staleChip(chip))
    }
    state.shown = content
    publishDetail(&state, at: moment)
    scheduleChange(content.nextChange, moment)
  }

  private func makePage(_ content: PageContent, _ state: inout ContentState) -> (KioskPage, PageLayout) {
    state.generation += 1
    let generation = state.generation
    let layout = state.typesetter.layout(
      content.cards, width: setup.options.mode.viewerSize.width, look: state.look)
    let page = KioskPage(layout, generation: generation)
    let directory = setup.source.directory
    let pictures = pictures.withLock { $0 }
    tiles.add(
      TileWorkshop.Plate(layout: layout, look: state.look) { image, size, fit in
        pictures?.picture(Self.resolved(image.url, directory), size: size, fit: fit)
      },
      generation: generation, keeping: state.liveGenerations)
    state.liveGenerations = [generation, generation - 1, generation - 2, generation - 3]
    state.pictureKeys.removeAll(keepingCapacity: true)
    state.addPictureKeys(of: layout, page) { Self.resolved($0, directory) }
    return (page, layout)
  }

  private func pictureArrived(_ address: String, _ state: inout ContentState) {
    guard let keys = state.pictureKeys[address] else { return }
    mailbox.post(.invalidate(keys))
  }

  private func openDetail(_ card: CardID, _ state: inout ContentState) {
    state.detail = card
    state.detailContent = nil
    publishDetail(&state, at: setup.clock.now())
  }

  private func publishDetail(_ state: inout ContentState, at moment: Moment) {
    guard let card = state.detail else { return }
    guard var content = state.evaluator.detail(of: card, page: state.page, at: moment) else {
      state.detail = nil
      mailbox.post(.detail(nil, of: card))
      return
    }
    if content.cards.first?.kind != .header {
      let title = state.shown.cards.first { $0.kind == .header }?.title ?? ""
      content.cards.insert(Card(id: CardID(place: -1), kind: .header, title: "‹  " + title), at: 0)
    }
    guard content != state.detailContent else { return }
    state.detailContent = content
    let home = state.pictureKeys
    let (page, _) = makePage(content, &state)
    state.pictureKeys.merge(home) { $0 + $1 }
    mailbox.post(.detail(page, of: card))
  }

  private func publishControl(_ state: inout ContentState) {
    mailbox.post(.colors(state.look.kioskColors))
    mailbox.post(.idle(state.evaluator.board.idle.map { IdleRule(after: $0.after, action: .top) }))
    let board = state.evaluator.board
    let wanted = state.styleOverride ?? setup.options.style ?? board.refresh.style
    // The same control stays: another one would end a refresh under way.
    let key = ControlKey(
      style: wanted, parameters: board.refresh.parameters, words: board.refresh.words, title: board.title?.constant,
      look: state.look)
    guard key != state.control else { return }
    state.control = key
    let workshop = RefreshWorkshop(
      look: state.look, artwork: RefreshArtwork(directory: setup.source.directory), styles: setup.options.styles,
      log: setup.log)
    let (control, problem) = workshop.control(named: wanted, board: board, typesetter: state.typesetter)
    if let problem { setup.log(problem) }
    state.style = control.style
    mailbox.post(.refreshControl(control))
  }

  /// Says how old the data is, for a control that tells it after trouble: before there can be any, and again when there is.
  private func publishAge(_ state: ContentState) {
    guard let style = state.style else { return }
    let words = state.evaluator.board.refresh.words.age
    let age = state.evaluator.age(of: state.shown.sources, at: setup.clock.now())
    let line = age.map { age in words.split(separator: "%", omittingEmptySubsequences: false).joined(separator: age) }
    for (index, request) in style.sprites.enumerated() {
      guard case .lastUpdated(let size) = request.source else { continue }
      let ink = state.look.refreshTheme.color(request.ink)
      let pixmap = line.flatMap {
        state.typesetter.sprite($0, size: size, isBold: false, ink: ink, look: state.look)
      }
      mailbox.post(.refreshSprite(pixmap, index: index))
    }
  }

  private func publishNotice(_ state: inout ContentState) {
    let width = setup.options.mode.viewerSize.width
    mailbox.post(.notice(state.notice.map { state.typesetter.notice($0, width: width, look: state.look) }))
  }

  /// Comes back when time alone changes the page: a clock's minute, "5 min ago".
  private func scheduleChange(_ time: Double?, _ moment: Moment) {
    let alarm = time.map { contentTimer.now() + max($0 - moment.time, 0.05) }
    contentTimer.setAlarm(at: alarm) { [weak self] in
      guard let self else { return }
      perform { state in
        if state.refresh == nil { self.publish(&state) }
      }
    }
  }
}
