import Board
import Content
import Fetch
import Formats
import Refresh
import Synchronization

/// Reads what one address of a source answers, once, before it counts as good: what cannot be read never takes the place of the last
/// good answer.
final class AnswerReader: Sendable {
  // Many properties: how one address is read, and what is known of what it said last.
  private let source: Source?
  /// As the board says; nil leaves it to the content.
  private let format: SourceFormat?
  private let delimiter: CSV.Delimiter?
  private let clock: WallClock
  private let place: ReadingPlace
  /// What was read of the last good answer in an earlier run; nil where nothing is kept.
  private let shelf: ValueShelf?
  /// What the shelf knows it by.
  private let id: SourceID
  /// Takes the first rows of content that is still being read; nil where nobody wants them.
  private let look: (@Sendable (Value, FetchedContent) -> Void)?
  private let hasLooked = Mutex(false)
  /// Takes what was read only in part, each sentence once.
  private let note: @Sendable (String) -> Void
  private let noted = Mutex<Set<String>>([])
  private let unread = Mutex(UnreadParts())
  /// What the last good answer was made of.
  private let shape = Mutex<AnswerShape?>(nil)
  /// What was looked at last, until it is asked for.
  private let last = Mutex<(content: FetchedContent, reading: Reading)?>(nil)
  /// What the messages of a source have come to, where they update items.
  private let merged: Mutex<MergedItems?>
  private let isMerging: Bool
  /// What was handed over last, where it reads the same at any time.
  private let latest = Mutex<Identity?>(nil)
  private let isTimed = Mutex(false)

  /// So many different sentences are told: a topic of each may be garbled.
  private static let noteLimit = 32

  /// What content is known by.
  private struct Identity: Sendable, Equatable {
    var fingerprint: UInt64
    var contentType: String?

    init?(_ content: FetchedContent) {
      // The same words again are news of a broker: they say that it is so now.
      if case .messages = content.payload { return nil }
      guard let fingerprint = content.fingerprint else { return nil }
      self.fingerprint = fingerprint
      contentType = content.contentType
    }
  }

  /// What the shelf is for.
  private enum ShelfUse {
    /// Nothing: the next run does not see this answer.
    case none
    /// To be kept for the next run.
    case put
    /// The same, unless it is there.
    case takeOrPut
  }

  /// What content says, and whether it says something else tomorrow.
  private struct Reading: Sendable {
    var value: Value
    var dependsOnTime = false
  }

  /// - Parameters:
  ///   - id: tells it from the other addresses of the board.
  ///   - clock: calendars are written out around its time.
  ///   - place: where it is read.
  ///   - shelf: keeps what was read for the next run.
  ///   - look: takes the first rows of content that is still being read.
  ///   - note: takes what was read only in part, in a sentence.
  init(
    _ source: Source?, _ id: SourceID, clock: WallClock, in place: ReadingPlace, shelf: ValueShelf? = nil,
    look: (@Sendable (Value, FetchedContent) -> Void)? = nil, note: @escaping @Sendable (String) -> Void
  ) {
    self.source = source
    self.place = place
    self.shelf = shelf
    self.look = look
    self.id = id
    format = source?.format.flatMap { SourceFormat(rawValue: $0.rawValue) }
    delimiter = source?.delimiter.flatMap(CSV.Delimiter.init)
    isMerging = source?.push?.isKeyed == true
    merged = Mutex(isMerging ? source.map(MergedItems.init) : nil)
    self.clock = clock
    self.note = note
  }

  /// Whether it reads as this source says.
  func reads(_ source: Source) -> Bool { self.source == source }

  /// All that messages have come to, as it is kept for the next run; nil where the last message is all.
  var sum: [UInt8]? { merged.withLock { $0?.json } }

  /// What topics have come to was heard so many seconds later, by a clock that was set.
  func moveStamps(by step: Double) {
    guard source?.isOfTopics == true else { return }
    merged.withLock { $0?.moveStamps(by: step) }
  }

  /// What is wrong with new content, or nil; see `Fetcher.Inspection`.
  @Sendable
  func problem(with content: FetchedContent, isKept: Bool) -> String? {
    if isLatest(content) {
      // It was new when nothing was kept, and is kept now: the next run is to find what was read of it, too.
      if isKept, case .bytes(let bytes) = content.payload { _ = read(bytes, of: content, .takeOrPut) }
      return nil
    }
    do throws(FormatError) {
      // New content has not been read before.
      let reading = try read(content, isKept ? .put : .none)
      last.withLock { $0 = (content, reading) }
      return nil
    } catch {
      return error.description
    }
  }

  /// The content as a value; not read again if it was checked just before.
  func value(of content: FetchedContent) throws(FormatError) -> Value {
    let checked = last.withLock { last in
      defer { last = nil }
      return last
    }
    latest.withLock { $0 = nil }
    let reading =
      if let checked, checked.content == content { checked.reading } else { try read(content, .takeOrPut) }
    if !reading.dependsOnTime { latest.withLock { $0 = Identity(content) } }
    isTimed.withLock { $0 = reading.dependsOnTime }
    return reading.value
  }

  /// Whether it is, byte for byte, what was handed over last, and says the same.
  func isLatest(_ content: FetchedContent) -> Bool {
    // Where items are updated, what they begin with may be what it was, while they are not.
    !isMerging && latest.withLock { $0 != nil && $0 == Identity(content) }
  }

  /// What was handed over last was written out around the time it was read at.
  var dependsOnTime: Bool { isTimed.withLock { $0 } }

  /// What of the content there is now could not be read, in sentences.
  var notes: [String] { unread.withLock { $0.sentences } }

  /// What was handed over last was not taken.
  func forgetLatest() { latest.withLock { $0 = nil } }

  private func tell(_ sentence: String) {
    let told = noted.withLock { noted -> String? in
      guard noted.count < Self.noteLimit, noted.insert(sentence).inserted else { return nil }
      if noted.count < Self.noteLimit { return sentence }
      return "\(sentence); there is more like this, which is not told any more"
    }
    if let told { note(told) }
  }

  private func read(_ content: FetchedContent, _ use: ShelfUse) throws(FormatError) -> Reading {
    switch content.payload {
    case .bytes(let bytes):
      let outcome = read(bytes, of: content, use)
      for note in outcome.notes { tell(note) }
      let read = try outcome.result.get()
      unread.withLock { $0.replace(by: outcome.notes) }
      let value = update(from: content.address) { $0.begin(with: read, at: $1) } ?? read
      try accept(value, from: content.address)
      return Reading(value: value, dependsOnTime: outcome.dependsOnTime)
    case .value(let value):
      unread.withLock { $0.replace(by: []) }
      try accept(value, from: content.address)
      return Reading(value: value)
    case .messages(let messages):
      let outcome = place.read(
        MessagesReading(
          messages: messages, format: format, delimiter: delimiter, address: content.address,
          isOfTopics: source?.push?.stream == nil))
      unread.withLock { $0.take(outcome.notes, of: messages) }
      let values: [Value]
      switch outcome.result {
      case .success(.list(let list)):
        for note in outcome.notes { tell(note) }
        values = list
      case .success: throw FormatError("its messages are no list")
      case .failure(let error):
        // One topic of many is garbled: the others are as they were said.
        guard isOfManyTopics(content.address), merged.withLock({ $0?.items.isEmpty == false }) else { throw error }
        for note in outcome.notes { tell(note) }
        values = []
      }
      let value = update(from: content.address) { $0.take(values, at: $1) } ?? .list(values)
      try accept(value, from: content.address)
      return Reading(value: value)
    case .images(let files):
      let isCut = files.count >= ImageFile.limit
      let words = "the directory has more than \(ImageFile.limit) pictures; the first so many by name are shown"
      if isCut { tell(words) }
      unread.withLock { $0.replace(by: isCut ? [words] : []) }
      let records = files.map { file in
        Value.record(
          Record([("file", .text(file.address)), ("name", .text(file.name)), ("date", .number(file.modified))]))
      }
      return Reading(value: .list(records))
    }
  }
}

extension AnswerReader {
  /// A broker's topics, each of which somebody else may tell of.
  private func isOfManyTopics(_ address: String) -> Bool {
    isMerging && source?.push?.stream == nil && !FetchRequest.isOfOneTopic(address)
  }

  /// What the items come to by what came just now; nil where there are none that are updated.
  private func update(from address: String, _ change: (inout MergedItems, Moment) -> Void) -> Value? {
    let moment = clock.now()
    let (items, isCut) = merged.withLock { merged -> ([Value]?, Bool) in
      guard var changed = merged else { return (nil, false) }
      // Taken out, so that its items are not copied.
      merged = nil
      change(&changed, moment)
      merged = changed
      return (changed.items, changed.isCut)
    }
    guard let items else { return nil }
    let words = "more comes than is kept: \(MergedItems.limit) items, and 32 MB of them; the rest is left out"
    if isCut { tell(words) }
    unread.withLock { $0.leftOut = isCut ? words : nil }
    return FetchRequest.isOfOneTopic(address) ? items.first ?? .null : .list(items)
  }

  private func read(_ bytes: [UInt8], of content: FetchedContent, _ use: ShelfUse) -> AnswerReading.Outcome {
    let answer = AnswerReading(
      bytes: bytes, format: isMerging ? .json : format, delimiter: delimiter, contentType: content.contentType,
      address: content.address,
      time: clock.now().time)
    let glimpse = glimpse(of: content)
    guard use != .none, let shelf, let fingerprint = content.fingerprint else {
      return place.read(answer, look: glimpse)
    }
    if use == .takeOrPut, let known = shelf.outcome(of: answer, fingerprint, from: id, look: glimpse) { return known }
    var parts: [[UInt8]]?
    let outcome = place.read(answer, look: glimpse) { parts = $0 }
    shelf.later { [id, parts] in $0.keep(outcome, parts, of: answer, fingerprint, from: id) }
    return outcome
  }

  /// Takes the first rows of a source that has never said anything, once: what turns out to be garbled each time would come and go.
  private func glimpse(of content: FetchedContent) -> AnswerGlimpse? {
    guard let look, shape.withLock({ $0 == nil }), !hasLooked.withLock({ $0 }) else { return nil }
    return { [self] value in
      let isFirst = hasLooked.withLock { hasLooked in
        defer { hasLooked = true }
        return !hasLooked
      }
      if isFirst { look(value, content) }
    }
  }

  /// Refuses what would take away what the board stands on.
  private func accept(_ value: Value, from address: String) throws(FormatError) {
    guard let source else { return }
    var isText = false
    if format == nil, case .record(let record) = value { isText = record.names == ["text"] }
    do throws(AnswerRefusal) {
      let now = try source.shape(of: value, isText: isText, at: clock.now())
      // A file is edited by the people of the board, who see what becomes of it.
      if address.lowercased().hasPrefix("http"), let refusal = Source.refusal(of: now, after: shape.withLock({ $0 })) {
        throw refusal
      }
      shape.withLock { $0 = now }
    } catch {
      throw FormatError(error.description)
    }
  }
}

extension Answer {
  /// News of one address, read.
  init(_ news: SourceNews, _ reader: AnswerReader) {
    switch news {
    case .cached(let fetched):
      let content = Content(fetched, reader, isNew: true)
      // Broken data in the cache is no news: the server is asked next anyway.
      if case .problem = content { self.init(.nothing) } else { self.init(content) }
    case .fetched(let ending):
      let outcome = ending.refreshOutcome
      guard let fetched = ending.content else {
        // Whoever waits for another source has no trouble of its own.
        let isWaiting = ending.error?.kind == .waiting
        self.init(
          isWaiting ? .nothing : ending.error.map { .problem($0.description) } ?? .nothing, outcome: outcome)
        isAccessRefused = ending.error?.isAccessRefused ?? false
        isUnusable = ending.error?.isUnusable ?? false
        return
      }
      self.init(fetched, outcome, reader)
    case .pushed(let ending):
      if let fetched = ending.content {
        self.init(fetched, ending.refreshOutcome, reader)
      } else {
        self.init(ending.error.map { .problem($0.description) } ?? .nothing, outcome: ending.refreshOutcome)
      }
      // A way on which nothing comes that can be read keeps nothing fresh.
      isOpen = if case .problem = content { false } else { true }
    case .standing(let time):
      self.init(.same(fetchedAt: time), outcome: .noChange)
      isOpen = true
    case .fell(let time):
      self.init(.nothing)
      isOpen = false
      stoodUntil = time
    case .failed(let error):
      self.init(.problem(error.description), outcome: error.refreshOutcome)
      isAccessRefused = error.isAccessRefused
      isUnusable = error.isUnusable
      isOpen = false
    }
  }

  /// Content that has come just now.
  private init(_ fetched: FetchedContent, _ outcome: RefreshOutcome?, _ reader: AnswerReader) {
    guard !reader.isLatest(fetched) else {
      self.init(.same(fetchedAt: fetched.fetchedAt), outcome: outcome)
      notes = reader.notes
      return
    }
    let content = Content(fetched, reader, isNew: outcome == .success)
    self.init(content, outcome: outcome)
    notes = reader.notes
    if case .problem = content { (self.outcome, isUnusable) = (.failure, true) }
    if case .images(let images) = fetched.payload {
      files = Dictionary(images.map { ($0.address, $0.modified) }) { $1 }
    }
  }
}

extension Answer.Content {
  fileprivate init(_ fetched: FetchedContent, _ reader: AnswerReader, isNew: Bool) {
    do throws(FormatError) {
      let value = try reader.value(of: fetched)
      self = isNew ? .value(value, fetchedAt: fetched.fetchedAt) : .unchanged(value, fetchedAt: fetched.fetchedAt)
    } catch {
      self = .problem(error.description)
    }
  }
}

extension FetchError {
  /// What a pull that waited for it ends in.
  fileprivate var refreshOutcome: RefreshOutcome {
    switch kind {
    case .offline: .offline
    case .timeout: .timeout
    default: .failure
    }
  }

  /// Source: RFC 9110, sections 15.5.2, 15.5.4 and 15.5.8.
  fileprivate var isAccessRefused: Bool { [.status(401), .status(403), .status(407)].contains(kind) }

  fileprivate var isUnusable: Bool { kind == .content || kind == .tooLarge }
}

extension FetchOutcome {
  /// What a pull that waited for it ends in; nil for a fetch nobody wants any more.
  fileprivate var refreshOutcome: RefreshOutcome? {
    switch self {
    case .success: .success
    case .notModified: .noChange
    case .offline: .offline
    case .timeout: .timeout
    case .failure: .failure
    case .cancelled: nil
    }
  }
}
