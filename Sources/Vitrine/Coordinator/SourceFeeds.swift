import Board
import Content
import Dispatch
import Fetch
import Refresh
import Service
import Synchronization

/// The way from the addresses of a board, and the files beside it, to answers that have been read.
final class SourceFeeds: Sendable {
  private static let boardID = SourceID(" board")

  private let setup: Coordinator.Setup
  private let activity: Activity
  private let awaited: AwaitedAnswers
  private let loader: SourceLoader
  /// For the files beside the board.
  private let fileLoader: SourceLoader
  private let report: @Sendable (ContentEvent) -> Void
  /// Takes out of a sentence what no line for people may hold.
  private let hide: @Sendable (String) -> String
  /// Nil where nothing outlives a run.
  private let answerGuard: AnswerGuard?
  private let fetcher: Fetcher
  /// What a reader has read, for the next run; nil where answers are read here.
  private let shelf: ValueShelf?
  private let queue = DispatchQueue(label: "vitrine.feeds", qos: .utility)
  private let state: Mutex<State>

  private struct State: Sendable {
    /// What reads the answers of the board on show.
    var readers: [SourceID: AnswerReader] = [:]
    /// What the board on show loads.
    var loaded: (sources: SourcesToLoad, board: BoardFile)?
    /// Hosts that it names.
    var hosts: Set<String> = []
    /// Where its files lay then.
    var directory: String?
    /// Knows what sources ask with that others answer.
    var questions: BoardEvaluator?
    /// Files beside the board, by the part of their source.
    var files: [WatchedFile] = []

    mutating func updateQuestions(_ inputs: [SourcesToLoad.Input]) {
      for input in inputs { questions?.update(input.source, answers: input.answers, at: input.time) }
    }
  }

  /// - Parameters:
  ///   - hide: takes out of a sentence what no line for people may hold.
  ///   - report: takes answers, from any queue.
  init(
    _ setup: Coordinator.Setup, fetcher: Fetcher, activity: Activity, hide: @escaping @Sendable (String) -> String,
    report: @escaping @Sendable (ContentEvent) -> Void
  ) {
    self.setup = setup
    self.activity = activity
    self.report = report
    self.hide = hide
    self.fetcher = fetcher
    shelf = if case .readers = setup.reading { setup.cacheDirectory.map { ValueShelf(in: $0) } } else { nil }
    state = Mutex(State())
    let awaited = AwaitedAnswers(activity: activity)
    self.awaited = awaited
    let busy: @Sendable (SourceID, Bool) -> Void = { id, isBusy in
      if isBusy { awaited.expect([id]) } else { awaited.arrived(id) }
    }
    let relay = Relay<SourceFeeds>()
    loader = SourceLoader(
      fetcher: fetcher, timer: setup.makeTimer(), seed: setup.seed, watchesFiles: setup.watchesFiles, busy: busy,
      deliver: { id, news in relay.target?.receive(news, from: id) })
    fileLoader = SourceLoader(
      fetcher: fetcher, timer: setup.makeTimer(), seed: ~setup.seed, watchesFiles: setup.watchesFiles, busy: busy,
      deliver: { id, news in relay.target?.receiveFile(id, news) })
    answerGuard = setup.run.map { file in
      AnswerGuard(
        file, timer: setup.makeTimer(), isBusy: { activity.isUnderWay(.work) || activity.isUnderWay(.measuring) }
      ) {
        relay.target?.holdChanged()
      }
    }
    relay.set(self)
  }

  func stop() {
    loader.stop()
    fileLoader.stop()
    awaited.endAll()
  }

  /// Of sources whose streams stand: seconds since something was heard, of several addresses the longest.
  var silences: [String: Double] {
    Dictionary(loader.silences.map { ($0.key.name, $0.value) }, uniquingKeysWith: max)
  }

  /// Reads all files again, as if each had changed.
  func lookAtFiles() {
    loader.lookAtFiles()
    fileLoader.lookAtFiles()
  }

  /// The program gives something else now for its source of this name.
  func programChanged(_ name: String) { loader.programChanged(name) }

  /// Keeps these sources of the board fresh, and the board file itself.
  func load(_ sources: SourcesToLoad, of board: BoardFile) {
    var (kept, files) = (sources.kept, sources.files)
    let known = state.withLock { $0.readers }
    var readers: [SourceID: AnswerReader] = [:]
    var loaded: [LoadedSource] = []
    let hold = answerGuard?.hold ?? .nothing
    shelf?.later { [names = board.sources.map(\.name)] in $0.forgetAll(but: names) }
    if hold != .nothing {
      setup.log(
        "Vitrine has ended again and again and does not know why: nothing is fetched for some minutes, and what is known "
          + (hold == .fetching ? "is shown" : "is not shown either"))
    }
    for id in sources.ids {
      guard let source = board.sources.first(where: { $0.name == id.name }) else { continue }
      // A source that stays has the reader that knows what its messages have come to; one that reads them otherwise begins anew.
      var stays = sources.kept.contains(id) ? known[id] : nil
      if let reader = stays, !reader.reads(source) {
        stays = nil
        if source.push?.isKeyed == true { kept.remove(id) }
      }
      let reader =
        stays
        ?? AnswerReader(
          source, id, clock: setup.clock, in: setup.reading, shelf: shelf, look: look(for: id, of: board),
          note: { [log = setup.log] in log("source \(id.name): \($0)") })
      readers[id] = reader
      guard hold != .sources else { continue }
      var entry = LoadedSource(
        id: id, interval: source.push == nil ? source.every : Push.patience, inspect: inspection(id, reader)
      ) {
        [weak self] in self?.request(of: id)
      }
      entry.isHeld = hold == .fetching
      entry.isPushed = source.push != nil
      if source.push?.isKeyed == true { entry.sum = { reader.sum } }
      loaded.append(entry)
    }
    if let path = setup.source.path {
      // With its links: they may be turned to another board.
      let address = FetchRequest.address(ofFile: Files.fromRoot(path))
      loaded.append(LoadedSource(id: Self.boardID, interval: 3600) { FetchRequest(address) })
      // The file is followed from one board to the next.
      if sources.version > 0 { kept.insert(Self.boardID) }
      files.insert(Self.boardID)
    }
    let directory = setup.directory
    let former = state.withLock { state in
      defer { state.directory = directory }
      (state.readers, state.loaded) = (readers, (sources, board))
      let questions = BoardEvaluator(board)
      state.hosts = Set(questions.pictureHosts(at: setup.clock.now()).map(\.description))
      state.questions = questions
      state.updateQuestions(sources.inputs)
      return state.directory
    }
    // A link was turned: what is written the same way is another file, and is fetched as that.
    if let former, former != directory {
      kept = kept.filter { request(of: $0, in: former) == request(of: $0, in: directory) }
    }
    // What comes by itself is to be seen at once: it waits for no reader to be started.
    setup.reading.stayReady(loaded.contains { $0.isPushed && !$0.isHeld })
    awaited.begin(loaded.filter { !kept.contains($0.id) && !$0.isHeld }.map(\.id), keeping: kept, files: files)
    activity.begin(.work)
    loader.setSources(loaded, keeping: kept) { [self] in
      report(.cacheRead(version: sources.version))
      activity.end(.work)
    }
  }

  /// The next answer of this address is read, though it may be the one before.
  func readAnew(_ id: SourceID) { state.withLock { $0.readers[id] }?.forgetLatest() }

  /// The wall clock was set: what topics have come to was heard so many seconds later by it, and so was what is kept for the next run.
  func moveStamps(by step: Double) {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.moveStamps(by: step) }
    diskWork { $0.fetcher.moveStamps(by: step) }
  }

  /// The wall clock was wrong by so many seconds: what has failed by it is asked again; where it was off by hours, everything is, for addresses
  /// may hold the time, and what was read by it is read anew before any network.
  func clockWasWrong(by step: Double) {
    let isFar = abs(step) >= Self.farStep
    loader.clockWasWrong(all: isFar)
    guard isFar else { return }
    let timed = state.withLock { state in
      state.loaded?.sources.ids.filter { state.readers[$0]?.dependsOnTime == true } ?? []
    }
    guard !timed.isEmpty else { return }
    diskWork { feeds in
      for id in timed {
        if let request = feeds.request(of: id), let known = feeds.fetcher.cached(request) {
          feeds.receive(.cached(known), from: id)
        }
      }
    }
  }

  /// The machine has slept for so many seconds: what would have been due meanwhile is fetched.
  func slept(for seconds: Double) { loader.slept(for: seconds) }

  /// Seconds by which a clock must have been wrong for what was read by it to differ.
  private static let farStep = 3600.0

  /// Has something done with the disk that nobody waits for, in its turn.
  private func diskWork(_ body: @escaping @Sendable (SourceFeeds) -> Void) {
    activity.begin(.work)
    queue.async { [self] in
      body(self)
      activity.end(.work)
    }
  }

  /// Sources that others ask with have answered.
  func updateQuestions(_ inputs: [SourcesToLoad.Input]) { state.withLock { $0.updateQuestions(inputs) } }

  /// This run gets back what it did without.
  private func holdChanged() {
    guard let (sources, board) = state.withLock({ $0.loaded }) else { return }
    setup.log("all has gone well for a while: the sources are fetched again")
    var anew = sources
    anew.kept = []
    load(anew, of: board)
  }

  /// What takes the first rows of an address before all of them are read; nil where the others could change how they are shown.
  private func look(for id: SourceID, of board: BoardFile) -> (@Sendable (Value, FetchedContent) -> Void)? {
    // A studio goes through states of its own, and in virtual time nothing takes any.
    guard setup.clock.isOfMachine, setup.staging == nil, board.showsItemsAsTheyCome(of: id.name) else { return nil }
    return { [weak self] value, content in
      guard let self else { return }
      let deliver: @Sendable () -> Void = { [report] in report(.glimpsed(id, value)) }
      guard let answerGuard else { return deliver() }
      if answerGuard.refusal(of: content, from: id) == nil { answerGuard.pass(content, from: id, deliver) }
    }
  }

  /// Refuses what has ended a run before it is read, and so before it counts as good.
  private func inspection(_ id: SourceID, _ reader: AnswerReader) -> Fetcher.Inspection {
    guard let answerGuard else { return reader.problem(with:isKept:) }
    return { content, isKept in
      answerGuard.refusal(of: content, from: id) ?? reader.problem(with: content, isKept: isKept)
    }
  }

  /// Fetches these now; somebody waits for them.
  func fetch(_ ids: [SourceID]) {
    if let answerGuard, answerGuard.hold != .nothing {
      for id in ids { report(.answered(id, Answer(.nothing, outcome: .failure))) }
      return
    }
    awaited.expect(ids)
    loader.refresh(ids)
  }

  /// Look after these files beside the board, and no others.
  func watch(_ files: [WatchedFile]) {
    state.withLock { $0.files = files }
    fileLoader.setSources(
      files.enumerated().map { part, file in
        let address = FetchRequest.address(ofFile: Files.fromRoot(file.path))
        return LoadedSource(id: SourceID(" file", part: part), interval: 3600) { FetchRequest(address) }
      })
  }

  /// News from the loader's queue: read there.
  private func receive(_ news: SourceNews, from id: SourceID) {
    if id == Self.boardID { return receiveBoard(news) }
    // News of a source that has gone since has no reader.
    guard let reader = state.withLock({ $0.readers[id] }) else { return }
    if let content = news.content, let refusal = answerGuard?.refusal(of: content, from: id) {
      return refuse(content, of: id, refusal, news, reader)
    }
    pass(Answer(news, reader), of: news, from: id)
  }

  private func pass(_ answer: Answer, of news: SourceNews, from id: SourceID) {
    // Whoever shows it to people does not know what is secret.
    let answer = answer.hiding(hide)
    let deliver: @Sendable () -> Void = { [report, staging = setup.staging] in
      guard let staging else { return report(.answered(id, answer)) }
      staging.answered(id, answer) { report(.answered(id, $0)) }
    }
    // Nothing is made of what is as it was.
    let isSame = if case .same = answer.content { true } else { false }
    let pass: @Sendable () -> Void = { [answerGuard] in
      guard let answerGuard, !isSame else { return deliver() }
      answerGuard.pass(news.content, from: id, deliver)
    }
    if case .cached = news { pass() } else { setup.admit(pass) }
  }

  /// What ended a run is not used; where the disk has it, what was there before it is.
  private func refuse(
    _ content: FetchedContent, of id: SourceID, _ refusal: String, _ news: SourceNews, _ reader: AnswerReader
  ) {
    if case .cached = news, let request = request(of: id), let earlier = fetcher.cachedBefore(request),
      answerGuard?.refusal(of: earlier, from: id) == nil
    {
      let news = SourceNews.cached(earlier)
      pass(Answer(news, reader), of: news, from: id)
    }
    let outcome = RefreshOutcome.failure
    setup.admit { [report] in report(.answered(id, Answer(.problem(refusal), outcome: outcome))) }
  }

  private func request(of id: SourceID, in directory: String? = nil) -> FetchRequest? {
    let (questions, hosts) = state.withLock { ($0.questions, $0.hosts) }
    var request = questions?.fetchRequest(id, directory: directory ?? setup.directory, at: setup.clock.now())
    request?.named = hosts
    return request
  }

  private func receiveBoard(_ news: SourceNews) {
    guard case .fetched(let outcome) = news else { return }
    if case .bytes(let bytes)? = outcome.content?.payload {
      setup.place.look(setup.source)
      report(setup.source.read(again: bytes, setup.options.parts))
    } else if let error = outcome.error, !setup.source.isStillAwaited {
      report(.boardLost(error.description))
    }
  }

  /// One of the files beside the board has been read again, or has gone.
  private func receiveFile(_ id: SourceID, _ news: SourceNews) {
    guard case .fetched(let outcome) = news else { return }
    if case .cancelled = outcome { return }
    var bytes: [UInt8]?
    if case .bytes(let content)? = outcome.content?.payload { bytes = content }
    let file = state.withLock { $0.files.indices.contains(id.part) ? $0.files[id.part] : nil }
    if let file { report(.fileRead(WatchedFile(path: file.path, bytes: bytes))) }
  }
}

extension SourceNews {
  /// What came, if anything did.
  fileprivate var content: FetchedContent? {
    switch self {
    case .cached(let content): content
    case .fetched(let outcome), .pushed(let outcome): outcome.content
    case .standing, .fell, .failed: nil
    }
  }
}

extension BoardSource {
  /// A set-up screen stands in for a file that is not there.
  fileprivate var isStillAwaited: Bool { isAwaited && !(path.map(Files.exists) ?? true) }

  /// The files that are read with a board, as they are now. What is wrong with one that is not shown may be wrong there.
  func filesReadWith(_ reading: BoardReading) -> [WatchedFile] {
    reading.board.map { filesReadWith(of: $0) } ?? reading.themeFile.map { [Self.asItIs($0)] } ?? []
  }

  func filesReadWith(of board: BoardFile) -> [WatchedFile] {
    board.awaitedFiles.map { WatchedFile(path: $0, bytes: nil) } + board.settingFiles.map(Self.asItIs)
      + (board.themeFile.map { [Self.asItIs($0)] } ?? [])
  }

  private static func asItIs(_ path: String) -> WatchedFile {
    WatchedFile(path: path, bytes: try? Files.read(path, limit: 1 << 20))
  }

  /// The board file, read from its bytes.
  func read(again bytes: [UInt8], _ parts: BoardParts) -> ContentEvent {
    let reading = parse(bytes, parts: parts)
    return .boardRead(reading, files: filesReadWith(reading))
  }

  /// The board as it is now; nil for the one carried in the binary.
  func readAgain(_ parts: BoardParts) throws(UserError) -> ContentEvent? {
    isBuiltIn ? nil : read(again: try bytes(), parts)
  }
}
