import Board
import Refresh

/// What the sources of a board have answered: values with their ages, and what is wrong with each.
struct SourceAnswers: Sendable {
  // Many properties: each is one thing that is known of a source by its address.
  /// The board with the values of its sources.
  var evaluator: BoardEvaluator
  /// Counts the versions of the board.
  private(set) var version = 0
  /// With which of them each source came; 0 when it is not named.
  private var versions: [String: Int] = [:]
  /// Latest answers, by name and address.
  private var parts: [String: [Int: Part]] = [:]
  /// What is wrong with each source; said once while it lasts, and not at every turn where it comes and goes.
  private var problems: [SourceID: String] = [:]
  /// What of their last content could not be read.
  private var notes: [SourceID: [String]] = [:]
  private var reminders = Reminders()
  /// What is wrong with them has been said, and not yet that it is over.
  private var told: Set<SourceID> = []
  /// Pictures in directories: when each was last written, by address.
  private var files: [SourceID: [String: Double]] = [:]
  /// Addresses that push, and whose way stands.
  private var open: Set<SourceID> = []
  /// Sources of which the evaluator has the first items of an answer that is still being read.
  private var glimpsed: Set<String> = []
  /// When each source last answered this run, and since when it is asked, on a clock that nobody sets.
  private var heard: [String: Double] = [:]
  private var asked: [String: Double] = [:]

  /// What one address of a source said last.
  private struct Part: Sendable {
    var value: Value
    /// Seconds since 1970 UTC.
    var time: Double
    /// The evaluator has it: not too old when it was given what the addresses say.
    var isGiven = false
  }

  init(_ board: BoardFile) { evaluator = BoardEvaluator(board) }

  /// Another version of the board: what its unchanged sources have brought stays.
  ///
  /// - Returns: the addresses of the unchanged sources.
  mutating func adopt(_ board: BoardFile) -> Set<SourceID> {
    for name in glimpsed { evaluator.forget(name) }
    let old = self
    self = SourceAnswers(board)
    version = old.version + 1
    let unchanged = board.sources.filter { source in old.evaluator.board.sources.contains { $0.fetches(like: source) } }
    let names = Set(unchanged.map(\.name))
    for source in board.sources { versions[source.name] = version }
    for name in names { versions[name] = old.versions[name] ?? 0 }
    evaluator.adopt(names, from: old.evaluator)
    parts = old.parts.filter { names.contains($0.key) }
    problems = old.problems.filter { names.contains($0.key.name) }
    notes = old.notes.filter { names.contains($0.key.name) }
    reminders = old.reminders
    told = old.told.filter { names.contains($0.name) }
    files = old.files.filter { names.contains($0.key.name) }
    open = old.open.filter { names.contains($0.name) }
    heard = old.heard.filter { names.contains($0.key) }
    asked = old.asked.filter { names.contains($0.key) }
    return Set(unchanged.flatMap { ids(of: $0) })
  }

  /// The addresses of one of the board's sources.
  func ids(of source: Source) -> [SourceID] {
    source.urls.indices.map { SourceID(source.name, part: $0, version: versions[source.name] ?? 0) }
  }

  /// The addresses of the sources of these names, in the order of the board.
  func ids(ofSources names: [String]) -> [SourceID] {
    evaluator.board.sources.filter { names.contains($0.name) }.flatMap { ids(of: $0) }
  }

  /// Whether the board has this source, asking for what it asked for.
  func has(_ id: SourceID) -> Bool {
    evaluator.board.sources.first { $0.name == id.name }.map { ids(of: $0).contains(id) } ?? false
  }

  /// What a source that others ask with has answered; nil when nobody does, or nothing has come.
  func input(_ name: String) -> SourcesToLoad.Input? {
    guard !evaluator.dependents(of: name).isEmpty, let known = parts[name],
      let time = known.values.map(\.time).max()
    else { return nil }
    let values = known.sorted { $0.key < $1.key }.map(\.value.value)
    return SourcesToLoad.Input(source: name, answers: values, time: time)
  }

  /// Whether there is anything that is not known whole.
  var hasGlimpses: Bool { !glimpsed.isEmpty }

  /// Takes the first items of an answer, where nothing is known of the source.
  ///
  /// - Returns: false when they are not taken, or are too few to be worth a look.
  mutating func glimpse(_ value: Value, of id: SourceID, at moment: Moment) -> Bool {
    guard updated(id.name) == nil, evaluator.update(id.name, answers: [value], at: moment.time) == nil else {
      return false
    }
    guard evaluator.records(of: id.name, at: moment)?.items.count ?? 0 >= BoardFile.glimpsedHead else {
      evaluator.forget(id.name)
      return false
    }
    glimpsed.insert(id.name)
    return true
  }

  /// All of the answer is there, or never will be.
  mutating func endGlimpse(of id: SourceID) {
    if glimpsed.remove(id.name) != nil { evaluator.forget(id.name) }
  }

  /// What becomes of an answer.
  enum Update: Sendable {
    /// It is taken, and another than before, or the same.
    case taken(isNews: Bool)
    /// It is not; what was there stays.
    case refused(BoundExceeded)
  }

  /// So many sentences about what could not be read are told of one source.
  private static let mostNotes = 8

  /// Seconds a wall clock is moved by without anybody having set it.
  static let clockSlack = 60.0

  /// Takes what an address has said, which may be what it said before.
  mutating func update(_ id: SourceID, _ value: Value, at time: Double) -> Update {
    var known = parts[id.name] ?? [:]
    let old = known[id.part]
    known[id.part] = Part(value: value, time: time, isGiven: old?.isGiven ?? false)
    // Of several addresses one may be silent for good: what it said last goes as a source's own would.
    let keep = evaluator.board.sources.first { $0.name == id.name }?.keep ?? .infinity
    let holds = { [open] (place: Int, part: Part) in
      time < part.time + keep || open.contains(SourceID(id.name, part: place, version: id.version))
    }
    // Once all of it was too old nothing of it is on show, and the same is news; a clock that was set back tells nothing of that.
    let isRecent = updated(id.name).map { time < $0 + keep && time > $0 - Self.clockSlack } ?? false
    let isOnShow = isRecent || open.contains(id)
    let isAsBefore = isOnShow && known.allSatisfy { $0.value.isGiven == holds($0.key, $0.value) }
    if old?.value == value, isAsBefore { return confirm(id, at: time) }
    for (place, part) in known { known[place]?.isGiven = holds(place, part) }
    let values = known.filter(\.value.isGiven).sorted { $0.key < $1.key }.map(\.value.value)
    if let refusal = evaluator.update(id.name, answers: values, at: time) { return .refused(refusal) }
    parts[id.name] = known
    return .taken(isNews: true)
  }

  /// The way an address pushes by stands, or has fallen: what it said last held until now.
  mutating func setOpen(_ id: SourceID, _ isOpen: Bool, at time: Double) {
    // What has to be said anew is not so because a broker is there.
    guard holdsWhileOpen(id.name) else { return }
    let wasOpen = open.contains(id)
    if isOpen { open.insert(id) } else { open.remove(id) }
    if wasOpen { parts[id.name]?[id.part]?.time = time }
    let source = evaluator.board.sources.first { $0.name == id.name }
    let all = source.map { ids(of: $0) } ?? []
    evaluator.setOpen(id.name, !all.isEmpty && all.allSatisfy(open.contains), at: time)
  }

  /// What a source said last holds for as long as its way stands, if it pushes.
  func holdsWhileOpen(_ name: String) -> Bool {
    evaluator.board.sources.first { $0.name == name }?.holdsWhileOpen ?? true
  }

  /// What an address said last holds at this time, too.
  ///
  /// - Returns: nil where nothing it said has been taken.
  mutating func repeated(_ id: SourceID, at time: Double) -> Update? {
    parts[id.name]?[id.part].map { update(id, $0.value, at: time) }
  }

  private mutating func confirm(_ id: SourceID, at time: Double) -> Update {
    parts[id.name]?[id.part]?.time = time
    evaluator.confirm(id.name, at: time)
    return .taken(isNews: false)
  }

  /// Takes what is wrong with a source.
  ///
  /// - Parameter uptime: seconds of uptime.
  /// - Returns: whether that is to be said.
  mutating func note(problem: String, of id: SourceID, at uptime: Double) -> Bool {
    guard problems.updateValue(problem, forKey: id) != problem,
      reminders.tells(problem, of: Self.subject(id), at: uptime)
    else { return false }
    told.insert(id)
    return true
  }

  private static func subject(_ id: SourceID) -> String { "\(id.name) \(id.part)" }

  /// When the latest of its answers came, seconds since 1970 UTC; nil while nothing has come.
  func updated(_ name: String) -> Double? { parts[name]?.values.map(\.time).max() }

  /// A source is asked from now on, unless it is already; seconds of uptime.
  mutating func ask(_ name: String, at uptime: Double) { if asked[name] == nil { asked[name] = uptime } }

  /// It has said something, or what it said before holds.
  mutating func hear(_ name: String, at uptime: Double) { heard[name] = uptime }

  /// The wall clock was set: what has been heard in this run is as old as it was. What an earlier run has left was said by that one's clock.
  ///
  /// - Parameter step: seconds; what the clock was moved by.
  /// - Returns: whether there is anything of the kind.
  mutating func moveStamps(by step: Double) -> Bool {
    for name in heard.keys {
      let isOfTopics = evaluator.board.sources.first { $0.name == name }?.isOfTopics == true
      parts[name] = parts[name]?.mapValues { part in
        var part = part
        part.time += step
        if isOfTopics { part.value = part.value.movingStamps(by: step) }
        return part
      }
      evaluator.moveStamps(name, by: step)
    }
    return !heard.isEmpty
  }

  /// The machine has slept for so many seconds, in which the clock that nobody sets stood still: what was heard is so much longer ago.
  mutating func sleep(for seconds: Double) {
    heard = heard.mapValues { $0 - seconds }
    asked = asked.mapValues { $0 - seconds }
  }

  /// How one of the board's sources stands.
  func report(on source: Source) -> KioskReport.Source {
    let addresses = ids(of: source)
    return KioskReport.Source(
      name: source.name, updated: updated(source.name), problems: problems(of: source.name),
      heard: heard[source.name], asked: asked[source.name], missing: source.missingSettings,
      promise: source.promise,
      isOpen: !addresses.isEmpty && addresses.allSatisfy(open.contains))
  }

  /// What is wrong with a source's addresses, in their order, and then what of their content could not be read.
  func problems(of name: String) -> [String] {
    let all = problems.filter { $0.key.name == name }.sorted { $0.key.part < $1.key.part }.map(\.value)
    let unread = notes.filter { $0.key.name == name }.sorted { $0.key.part < $1.key.part }.flatMap(\.value)
      .filter { !all.contains($0) }
    let more = unread.count - Self.mostNotes
    return all + unread.prefix(Self.mostNotes) + (more > 0 ? ["and \(more) more like this"] : [])
  }

  /// Takes what of an address's content could not be read.
  mutating func note(_ sentences: [String], of id: SourceID) { notes[id] = sentences.isEmpty ? nil : sentences }

  /// Nothing is wrong with the source that is worth keeping.
  mutating func clearProblem(of id: SourceID) { problems[id] = nil }

  /// The source is well.
  ///
  /// - Parameter uptime: seconds of uptime.
  /// - Returns: whether that is to be said: who has read that it was not is to know how long.
  mutating func isWell(_ id: SourceID, at uptime: Double) -> Bool {
    if problems.removeValue(forKey: id) != nil { reminders.isWell(Self.subject(id), at: uptime) }
    return told.remove(id) != nil
  }

  /// Takes when the pictures of a directory were last written; empty for a source that is none.
  ///
  /// - Returns: addresses of those that were replaced under their old names.
  mutating func replaced(among written: [String: Double], of id: SourceID) -> [String] {
    let known = files.updateValue(written, forKey: id) ?? [:]
    return written.filter { address, time in known[address].map { $0 != time } ?? false }.keys.sorted()
  }
}

extension Source {
  /// Seconds after which its data counts as old: twice its interval, as the chip on the panel has it, and never less than an answer takes
  /// that is waited for.
  var promise: Double { max(2 * every, every + 15) }
}
