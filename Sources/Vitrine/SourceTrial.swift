package import Board
import Content
import Dispatch
import Fetch
import Formats
import Synchronization

/// One try of a source as the kiosk would fetch and read it: what came, and what the board expects and did not get.
package struct SourceTrial: Sendable {
  /// The source's, as in the board file.
  package var name: String
  /// Of the source in the board file.
  package var mark: Mark
  /// What came of each address, in sentences; empty when all is well.
  package var problems: [String]
  /// What was read only in part, and fields that the board reads and no item has.
  package var warnings: [DataDoubt]
  /// After shaping; nil when nothing came.
  package var count: Int?
  /// The first record, as `name: value` lines.
  package var first: [String]

  /// Tries every source once, all at the same time, without a cache.
  ///
  /// - Parameter clock: for addresses that hold the time, and for what is shown of today.
  /// - Returns: a trial for each source, and what is not shown of the pages as the board says.
  package static func all(
    of board: BoardFile, _ source: BoardSource, clock: WallClock
  ) -> (trials: [SourceTrial], problems: [DataDoubt]) {
    var evaluator = BoardEvaluator(board)
    let moment = clock.now()
    let hosts = Set(evaluator.pictureHosts(at: moment).map(\.description))
    let answers = Answers()
    let fetcher = Fetcher(Fetcher.Configuration(warn: { _ in }))
    let group = DispatchGroup()
    var open = board.sources.filter { !$0.lacksSetting && $0.origin == nil }
    // Those that ask with what others answer come after them.
    while !open.isEmpty {
      let ready = open.filter { evaluator.request($0.name, at: moment)?.isWaiting == false }
      guard !ready.isEmpty else { break }
      open.removeAll { source in ready.contains { $0.name == source.name } }
      for origin in ready {
        for part in origin.urls.indices {
          let id = SourceID(origin.name, part: part)
          guard var request = evaluator.fetchRequest(id, directory: source.directory, at: moment) else { continue }
          request.named = hosts
          let reader = AnswerReader(origin, id, clock: clock, in: .standard) { answers.note($0, of: id.name) }
          group.enter()
          let record: @Sendable (FetchOutcome) -> Void = { outcome in
            answers.record(outcome, reader, from: id)
            group.leave()
          }
          if request.stream != nil {
            fetcher.tryLink(request, record)
          } else {
            fetcher.fetch(request, inspect: reader.problem(with:isKept:), record)
          }
        }
      }
      group.wait()
      for origin in ready {
        let values = origin.urls.indices.compactMap { answers.value(SourceID(origin.name, part: $0)) }
        if !values.isEmpty { evaluator.update(origin.name, answers: values, at: moment.time) }
      }
    }
    let unasked = Set(open.map(\.name))
    let problems = board.pages.indices.flatMap { page in
      evaluator.content(page: page, at: moment).problems.map {
        DataDoubt($0, at: board.pages[page].cards.first?.place.mark)
      }
    }
    let doubts = problems + evaluator.chartDoubts(at: moment) + evaluator.titleDoubts(at: moment)
    let trials = board.sources.map { origin in
      let records = evaluator.records(of: origin.name, at: moment) ?? .none
      let fetched = evaluator.fetched(origin.name)
      let parts = board.sources.first { $0.name == fetched }?.urls.indices ?? 0..<0
      let hasAnswer = parts.contains { answers.value(SourceID(fetched, part: $0)) != nil }
      return SourceTrial(
        name: origin.name, mark: origin.place.mark,
        problems: origin.lacksSetting
          ? ["not asked, for \(origin.missingSettings.joined(separator: ", ")) is not there"]
          : unasked.contains(origin.name)
            ? ["not asked: \(origin.inputs.map { "$" + $0 }.joined(separator: ", ")) has not what it is asked with"]
            : answers.problems(of: origin.name).map(board.secrets.hidden),
        warnings: answers.notes(of: origin.name).map { DataDoubt(board.secrets.hidden(in: $0), at: origin.place.mark) }
          + evaluator.doubts(about: origin.name, at: moment).map { board.hidden($0) },
        count: hasAnswer ? records.items.count : nil,
        first: records.items.first.map { lines(of: $0, at: moment).map(board.secrets.hidden) } ?? [])
    }
    return (trials, doubts.map(board.hidden))
  }

  private static func lines(of value: Value, at moment: Moment) -> [String] {
    guard case .record(let record) = value else { return [value.sample(at: moment)] }
    let width = min(20, record.names.map(\.count).max() ?? 0)
    return record.names.map { name in
      let gap = String(repeating: " ", count: max(1, width + 2 - name.count))
      return "\(name):\(gap)\((record[name] ?? .null).sample(at: moment))"
    }
  }
}

extension BoardFile {
  /// Without secrets.
  fileprivate func hidden(_ doubt: DataDoubt) -> DataDoubt {
    DataDoubt(secrets.hidden(in: doubt.message), at: doubt.mark)
  }
}

/// What came while the sources were tried.
private final class Answers: Sendable {
  private struct State {
    var values: [SourceID: Value] = [:]
    var problems: [SourceID: String] = [:]
    var notes: [String: [String]] = [:]
  }

  private let state = Mutex(State())

  func note(_ sentence: String, of source: String) { state.withLock { $0.notes[source, default: []].append(sentence) } }

  func record(_ outcome: FetchOutcome, _ reader: AnswerReader, from id: SourceID) {
    let answer = Answer(.fetched(outcome), reader)
    state.withLock { state in
      switch answer.content {
      case .value(let value, _), .unchanged(let value, _): state.values[id] = value
      case .problem(let sentence): state.problems[id] = sentence
      case .same, .nothing: break
      }
    }
  }

  func value(_ id: SourceID) -> Value? { state.withLock { $0.values[id] } }

  func problems(of source: String) -> [String] {
    state.withLock { state in
      state.problems.filter { $0.key.name == source }.sorted { $0.key.part < $1.key.part }.map(\.value)
    }
  }

  func notes(of source: String) -> [String] { state.withLock { $0.notes[source] ?? [] } }
}
