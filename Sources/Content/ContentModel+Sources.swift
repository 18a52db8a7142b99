import Board
import Refresh

/// The sources of the board: what they answer, and the pull that waits for them.
extension ContentModel {
  /// How long the first page waits for the disk, in seconds: a dead file server must not keep the panel dark.
  private static let patience = 0.2

  /// Stands for everything the cache knows of a version of the board.
  static func cache(_ version: Int) -> SourceID { SourceID(" cache", version: version) }

  /// Begins to keep the sources of the board fresh, and drops those of the board before.
  ///
  /// - Parameter kept: sources that are as they were: nothing is fetched for them now.
  mutating func load(keeping kept: Set<SourceID>) {
    var ids: [SourceID] = []
    var files: Set<SourceID> = []
    for source in board.sources {
      if source.lacksSetting {
        answers.evaluator.fail(source.name, with: .failure, isKeepers: true)
        let missing = source.missingSettings.joined(separator: ", ")
        tell(
          .log(
            "source \(source.name): not asked, for \(missing) is not there; it is asked once the board is read with it")
        )
        continue
      }
      let addresses = answers.evaluator.request(source.name, at: moment)?.addresses ?? []
      if !source.urls.isEmpty { answers.ask(source.name, at: uptime) }
      for id in answers.ids(of: source) {
        ids.append(id)
        if addresses.indices.contains(id.part), addresses[id.part].isFile { files.insert(id) }
      }
    }
    initialLoad = files.subtracting(kept).union([Self.cache(answers.version)])
    alarms[.initialLoad] = uptime + Self.patience
    let inputs = board.sources.compactMap { answers.input($0.name) }
    tell(.load(SourcesToLoad(ids: ids, kept: kept, files: files, inputs: inputs, version: answers.version)))
  }

  /// One of those the first page waits for is there: the cache as a whole, or a file.
  mutating func loaded(_ id: SourceID) {
    guard initialLoad.remove(id) != nil, initialLoad.isEmpty else { return }
    alarms[.initialLoad] = nil
    if refresh == nil { publish() }
  }

  /// Rows that have been read are on the panel while thousands behind them are still being read, where nothing was.
  mutating func glimpse(_ value: Value, of id: SourceID) {
    guard refresh == nil, answers.has(id), board.showsItemsAsTheyCome(of: id.name),
      answers.glimpse(value, of: id, at: moment)
    else { return }
    initialLoad.remove(id)
    // Where nothing else can come from the cache, nobody waits for the end of it.
    let isAlone = board.sources.allSatisfy { $0.name == id.name || answers.updated($0.name) != nil }
    if isAlone { initialLoad.remove(Self.cache(answers.version)) }
    if initialLoad.isEmpty { alarms[.initialLoad] = nil }
    publish()
  }

  mutating func receive(_ answer: Answer, from id: SourceID) {
    guard answers.has(id) else { return }
    answers.endGlimpse(of: id)
    let dependents = answers.evaluator.dependents(of: id.name)
    let questions = dependents.map { answers.evaluator.request($0, at: moment) }
    defer { ask(dependents, before: questions, id.name, answer) }
    var refusal: String?
    var problem: String?
    // What was well, and is as it was, shows as it does.
    let wasWell = answers.evaluator.isFresh(id.name, at: moment) && refresh == nil && !initialLoad.contains(id)
    var isQuiet = false
    if let isOpen = answer.isOpen { answers.setOpen(id, isOpen, at: answer.stoodUntil ?? moment.time) }
    if let notes = answer.notes { answers.note(notes, of: id) }
    // What a broker had kept is not said now.
    let own = answers.holdsWhileOpen(id.name) ? nil : answer.content.value?.heard(at: moment)
    switch answer.content {
    case .value(let value, let cameAt), .unchanged(let value, let cameAt):
      let fetchedAt = own.map { min($0, cameAt) } ?? cameAt
      refusal = apply(answers.update(id, value, at: fetchedAt), &isQuiet)
      let replaced = answers.replaced(among: answer.files, of: id)
      if !replaced.isEmpty {
        tell(.renewPictures(replaced))
        isQuiet = false
      }
    case .same(let fetchedAt):
      if let update = answers.repeated(id, at: fetchedAt) { refusal = apply(update, &isQuiet) }
    case .problem(let sentence): problem = sentence
    case .nothing: break
    }
    // What came and cannot be kept is a failure, however well it was fetched.
    // Tomorrow there may be room for it.
    if refusal != nil {
      tell(.readAnew(id))
    } else if answer.isHeard, answers.holdsWhileOpen(id.name) || answer.content.value != nil {
      answers.hear(id.name, at: own.map { uptime - max(moment.time - $0, 0) } ?? uptime)
    }
    let outcome = refusal == nil ? answer.outcome : answer.outcome.map { _ in .failure }
    problem = refusal ?? problem
    if let problem {
      if let outcome {
        // A file that is missing or wrong is no service that is down, and neither is one whose answer cannot be read or kept: nobody is sent
        // to look for a server.
        let addresses = answers.evaluator.request(id.name, at: moment)?.addresses ?? []
        let isFile = addresses.indices.contains(id.part) && addresses[id.part].isFile
        answers.evaluator.fail(
          id.name, with: outcome, isKeepers: answer.isAccessRefused || isFile || answer.isUnusable || refusal != nil)
      }
      if answers.note(problem: problem, of: id, at: uptime) { tell(.log("source \(id.name): \(problem)")) }
    }
    // Trouble of what the cache holds is none of the server's.
    if problem != nil {
      if outcome == nil { answers.clearProblem(of: id) }
    } else if outcome == .success || outcome == .noChange || answer.isHeard {
      if answers.isWell(id, at: uptime) { tell(.log("source \(id.name): in order again")) }
    } else {
      answers.clearProblem(of: id)
    }
    // The way to the servers is open: pictures that could not be had may be there now.
    if outcome == .success || outcome == .noChange { tell(.retryPictures(after: 60)) }
    if let outcome { advanceRefresh(id, outcome) }
    initialLoad.remove(id)
    if initialLoad.isEmpty { alarms[.initialLoad] = nil }
    if !(isQuiet && wasWell && problem == nil) { publishNews() }
  }

  /// Sources that ask with the values of this one are asked again once they ask otherwise. One that is refused has its own inputs
  /// fetched anew: what it asked with may have run out.
  private mutating func ask(
    _ dependents: [String], before: [SourceRequest?], _ name: String, _ answer: Answer
  ) {
    if let input = answers.input(name) { tell(.inputs([input])) }
    let changed = zip(dependents, before).filter { answers.evaluator.request($0, at: moment) != $1 }.map(\.0)
    if !changed.isEmpty { tell(.fetch(answers.ids(ofSources: changed))) }
    if answer.isAccessRefused, let source = board.sources.first(where: { $0.name == name }), !source.inputs.isEmpty {
      tell(.fetch(answers.ids(ofSources: source.inputs.map { answers.evaluator.fetched($0) })))
    }
  }

  /// - Parameter isQuiet: set when it says what was said before.
  /// - Returns: why an answer was refused.
  private mutating func apply(_ update: SourceAnswers.Update, _ isQuiet: inout Bool) -> String? {
    switch update {
    case .taken(let isNews):
      if isNews { refresh?.hasNews = true }
      isQuiet = !isNews
      return nil
    case .refused(let bound): return bound.description
    }
  }

  // MARK: A pull

  /// A pull fetches the sources of the visible page, and no others.
  mutating func beginRefresh(_ task: Int) {
    let ids = answers.ids(ofSources: pages.shown.sources)
    tell(.retryPictures(after: 0))
    guard !ids.isEmpty else { return tell(.refreshEnded(task: task, .noChange)) }
    refresh = RefreshRun(task: task, waitingFor: ids, before: pages.shown.cards)
    tell(.fetch(ids))
  }

  /// One of the sources a pull waits for has answered.
  mutating func advanceRefresh(_ id: SourceID, _ outcome: RefreshOutcome) {
    guard refresh?.advance(id, outcome) == true, let run = refresh else { return }
    // Words that follow the time ("in 5 min") differ without any news; news that no card shows is none to who looks.
    let result = run.outcome(isChanged: run.hasNews && content(ofPage: pages.current).cards != run.before)
    tell(.refreshEnded(task: run.task, result))
    // Success waits until the control says so; everything else shows what has come at once.
    if result != .success {
      refresh = nil
      publish()
    }
  }
}

extension Answer.Content {
  /// What came, where it is known here.
  fileprivate var value: Value? {
    switch self {
    case .value(let value, _), .unchanged(let value, _): value
    case .same, .problem, .nothing: nil
    }
  }
}

extension Answer {
  /// Whether somebody has answered just now: what the cache holds was said in another run.
  fileprivate var isHeard: Bool {
    switch content {
    case .value, .unchanged, .same: outcome != nil
    // A way that has just fallen stood until now.
    case .nothing: isOpen != nil
    case .problem: false
    }
  }
}

extension SourceRequest.Address {
  /// Whether it is on this machine: a path beside the board, or a `file:` address.
  fileprivate var isFile: Bool { !url.isEmpty && (!url.contains("://") || url.lowercased().hasPrefix("file:")) }
}
