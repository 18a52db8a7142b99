import Board
import Fetch
import Kiosk
import Refresh
import Synchronization

/// The sources of the board, and the board file itself: asked for, read, taken in.
extension Backstage {
  private static let boardID = SourceID(" board")

  /// How long the first page waits for the disk, in seconds: a dead file server must not keep the panel dark.
  private static let gatheringLimit = 0.2

  /// Begins to keep the sources of the board in `state` fresh, and drops those of the board before.
  ///
  /// - Parameter kept: sources that are as they were: nothing is fetched for them now.
  func loadSources(_ state: inout ContentState, keeping kept: Set<SourceID> = []) {
    var readers: [SourceID: AnswerReader] = [:]
    var sources: [LoadedSource] = []
    for source in state.evaluator.board.sources {
      // The board's reader has said what is missing.
      if source.lacksSetting {
        state.evaluator.fail(source.name, with: .failure)
        continue
      }
      for id in state.ids(of: source) {
        let reader = AnswerReader(source, clock: setup.clock) { [log = setup.log] in log("source \(id.name): \($0)") }
        readers[id] = reader
        sources.append(loaded(id, every: source.every, of: state.evaluator, reader))
      }
    }
    if let path = setup.source.path {
      let address = FetchRequest.address(ofFile: Files.absolute(path))
      sources.append(LoadedSource(id: Self.boardID, interval: 3600) { FetchRequest(address) })
    }
    self.readers.withLock { $0 = readers }
    let files = Set(sources.filter { $0.request().address.lowercased().hasPrefix("file:") }.map(\.id))
    let fresh = sources.map(\.id).filter { !kept.contains($0) }
    awaited.begin(fresh, keeping: kept, files: files)
    guard let loader = loader.withLock({ $0 }) else { return }
    let cache = SourceID(" cache", version: state.boardNumber)
    state.gathering = Set(fresh.filter { files.contains($0) && $0 != Self.boardID } + [cache])
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

  /// One of those the first page waits for is there: the cache as a whole, or a file.
  private func gathered(_ id: SourceID, _ state: inout ContentState) {
    guard state.gathering.remove(id) != nil, state.gathering.isEmpty, state.refresh == nil else { return }
    publish(&state)
  }

  private func loaded(
    _ id: SourceID, every interval: Double, of evaluator: BoardEvaluator, _ reader: AnswerReader
  ) -> LoadedSource {
    let clock = setup.clock
    let directory = setup.source.directory
    return LoadedSource(id: id, interval: interval, check: reader.check) {
      evaluator.fetchRequest(id, directory: directory, at: clock.now())
    }
  }

  /// News from the loader's queue: read there, taken in on the content queue, unless the source has gone by then.
  func take(_ id: SourceID, _ news: SourceNews) {
    let reader = readers.withLock { $0[id] }
    // News of a source that has gone since.
    guard reader != nil || id == Self.boardID else { return }
    let answer = Answer(news, reader)
    let deliver: @Sendable () -> Void = { [self] in
      perform { state in
        if id == Self.boardID { self.takeBoard(answer, &state) } else { self.take(answer, from: id, &state) }
      }
    }
    guard case .fetched = news else { return deliver() }
    if id == Self.boardID { deliver() } else { setup.admit(deliver) }
  }

  private func take(_ answer: Answer, from id: SourceID, _ state: inout ContentState) {
    guard state.has(id) else { return }
    switch answer.content {
    case .value(let value, let fetchedAt):
      if state.update(id, value, at: fetchedAt) { state.refresh?.hasNews = true }
      renewPictures(answer.files, of: id, &state)
    case .unchanged(let value, let fetchedAt): state.confirm(id, value, at: fetchedAt)
    case .problem(let sentence):
      if let outcome = answer.outcome { state.evaluator.fail(id.name, with: outcome) }
      if state.problems.updateValue(sentence, forKey: id) != sentence { setup.log("source \(id.name): \(sentence)") }
    case .board, .nothing: break
    }
    if answer.outcome != nil, case .problem = answer.content {} else { state.problems[id] = nil }
    // The way to the servers is open: pictures that could not be had may be there now.
    if answer.outcome == .success { pictures.withLock { $0 }?.retryFailed() }
    if let outcome = answer.outcome { advanceRefresh(id, outcome, &state) }
    state.gathering.remove(id)
    if state.refresh == nil { publish(&state) }
  }

  private func takeBoard(_ answer: Answer, _ state: inout ContentState) {
    switch answer.content {
    case .board(let bytes): reload(bytes, &state)
    case .problem(let sentence): boardIsBroken([sentence], &state)
    case .value, .unchanged, .nothing: break
    }
  }

  /// The board file is there, or there again.
  func reload(_ bytes: [UInt8], _ state: inout ContentState) {
    guard bytes != state.boardBytes || state.notice != nil else { return }
    state.boardBytes = bytes
    let reading = setup.source.parse(bytes, styles: setup.options.styles)
    guard let board = reading.board else { return boardIsBroken(reading.diagnostics.map(\.description), &state) }
    if state.notice != nil {
      state.notice = nil
      publishNotice(&state)
      setup.log("\(setup.source.name): in order again")
    }
    secrets.add(board.secrets)
    if board == state.evaluator.board { return }
    for warning in reading.diagnostics { setup.log(warning.description) }
    setup.log("\(setup.source.name): read again")
    var kept = state.adopt(
      board, directory: setup.source.directory, options: setup.options, at: setup.clock.now())
    kept.insert(Self.boardID)
    setup.boardChanged(board)
    loadSources(&state, keeping: kept)
    publishControl(&state)
    publish(&state)
    // What the pull waited for and is no longer asked for has no answer to come.
    for id in state.refresh?.waitingFor ?? [] where !kept.contains(id) { advanceRefresh(id, .noChange, &state) }
  }

  /// A file the board was read without is there.
  func reload(_ state: inout ContentState) {
    guard let path = setup.source.path, let bytes = try? Files.read(path, limit: 4 << 20) else { return }
    state.boardBytes = nil
    reload(bytes, &state)
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
