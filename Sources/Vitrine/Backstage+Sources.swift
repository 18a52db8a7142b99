import Board
import Fetch
import Kiosk
import Refresh
import Synchronization

/// The sources of the board, and the board file itself: asked for, read, taken in.
extension Backstage {
  private static let boardID = SourceID(" board")

  /// Begins to keep the sources of the board in `state` fresh, and drops those of the board before.
  func loadSources(_ state: inout ContentState) {
    state.boardNumber += 1
    let number = state.boardNumber
    var readers: [SourceID: AnswerReader] = [:]
    var sources: [LoadedSource] = []
    for source in state.evaluator.board.sources {
      for part in source.urls.indices {
        let id = SourceID(source.name, part: part)
        let reader = AnswerReader(format: state.format(of: source.name))
        readers[id] = reader
        sources.append(loaded(id, every: source.every, of: state.evaluator, reader))
      }
    }
    if let path = setup.source.path {
      let address = "file://" + Files.absolute(path)
      sources.append(LoadedSource(id: Self.boardID, interval: 3600) { FetchRequest(address) })
    }
    let files = sources.filter { $0.request().address.lowercased().hasPrefix("file:") }
    awaited.begin(board: number, files: Set(files.map(\.id)))
    awaited.expect(sources.map(\.id), of: number)
    let next = SourceLoader(
      fetcher: fetcher, timer: setup.makeTimer(), seed: 0x5EED, watchesFiles: setup.watchesFiles,
      busy: { [awaited] id, isBusy in
        if isBusy { awaited.expect([id], of: number) } else { awaited.arrived(id, of: number) }
      },
      deliver: { [weak self, readers] id, news in self?.take(id, news, readers[id], board: number) })
    loader.withLock { loader in
      loader?.stop()
      loader = next
    }
    activity.begin(.work)
    next.setSources(sources) { [activity] in activity.end(.work) }
  }

  private func loaded(
    _ id: SourceID, every interval: Double, of evaluator: BoardEvaluator, _ reader: AnswerReader
  ) -> LoadedSource {
    let clock = setup.clock
    let directory = setup.source.directory
    return LoadedSource(id: id, interval: interval, check: reader.check) {
      let request = evaluator.request(id.name, at: clock.now())
      let address = request.flatMap { $0.addresses.indices.contains(id.part) ? $0.addresses[id.part] : nil }
      let headers = (request?.headers ?? []).map { ($0.name, $0.value.reveal()) }
      return FetchRequest(
        Self.resolved(address?.url ?? "", directory), headers: Dictionary(headers, uniquingKeysWith: { $1 }),
        cacheIdentity: address?.identity?.reveal())
    }
  }

  /// News from the loader's queue: read there, taken in on the content queue, unless another board is on show by then.
  private func take(_ id: SourceID, _ news: SourceNews, _ reader: AnswerReader?, board: Int) {
    let answer = Answer(news, reader)
    let deliver: @Sendable () -> Void = { [self] in
      perform { state in
        if state.boardNumber == board { self.take(answer, from: id, &state) }
      }
    }
    guard case .fetched = news else { return deliver() }
    if id == Self.boardID { deliver() } else { setup.admit(deliver) }
  }

  private func take(_ answer: Answer, from id: SourceID, _ state: inout ContentState) {
    if id == Self.boardID {
      if case .board(let bytes) = answer.content { reload(bytes, &state) }
      return
    }
    switch answer.content {
    case .value(let value, let fetchedAt):
      state.update(id, value, at: fetchedAt)
      renewPictures(answer.files, of: id, &state)
    case .unchanged(let value, let fetchedAt): state.confirm(id, value, at: fetchedAt)
    case .problem(let sentence):
      if state.problems.updateValue(sentence, forKey: id) != sentence { setup.log("source \(id.name): \(sentence)") }
    case .board, .nothing: break
    }
    if answer.outcome != nil, case .problem = answer.content {} else { state.problems[id] = nil }
    // The way to the servers is open: pictures that could not be had may be there now.
    if answer.outcome == .success { pictures.withLock { $0 }?.retryFailed() }
    if let outcome = answer.outcome { advanceRefresh(id, outcome, &state) }
    if state.refresh == nil { publish(&state) }
  }

  /// The board file has been read, for the first time or because it has changed.
  private func reload(_ bytes: [UInt8], _ state: inout ContentState) {
    guard bytes != state.boardBytes else { return }
    state.boardBytes = bytes
    let reading = setup.source.parse(bytes)
    guard let board = reading.board else {
      for problem in reading.diagnostics { setup.log(problem.description) }
      let first = reading.diagnostics.first { $0.severity == .error }
      let others = reading.diagnostics.count - 1
      let sentence = first?.description ?? "the board cannot be read"
      return show(notice: sentence + (others > 0 ? " (and \(others) more)" : ""), &state)
    }
    show(notice: nil, &state)
    // A mistake taken back, or the first look at the file, changes nothing.
    guard board != state.evaluator.board else { return }
    for problem in reading.diagnostics { setup.log(problem.description) }
    setup.log("\(setup.source.name): read again")
    state = ContentState(
      board: board, directory: setup.source.directory, options: setup.options, replacing: state)
    publishControl(&state)
    loadSources(&state)
    publish(&state)
  }

  private func show(notice: String?, _ state: inout ContentState) {
    guard notice != state.notice else { return }
    state.notice = notice
    publishNotice(&state)
  }
}
