import Board
import Glibc
import Linux
import Numbers
import Synchronization

/// The last good answers, on disk: what a panel shows before the network is there.
///
/// One file per request, named by a hash and readable by its owner only, and beside it the answer before. A file appears complete or not at all. Its
/// modification time is the time of the last confirmation by the server. When the directory cannot be written, one warning is given and answers are
/// kept in memory instead.
final class DiskCache: Sendable {
  /// What the name of the answer before the last ends with.
  private static let previous = ".previous"

  private struct File: Sendable {
    var size: Int
    /// When the server confirmed it last.
    var modified: Double
    /// The same, as far as the file knows.
    var stamped: Double
    /// When this run wrote it; nil for one that was there before.
    var written: Double?
    /// This run has written or confirmed it.
    var isOfRun: Bool
    /// Newer answers have not been written.
    var isBehind = false

    init(size: Int, modified: Double, written: Double? = nil) {
      self.size = size
      self.modified = modified
      stamped = modified
      self.written = written
      isOfRun = written != nil
    }
  }

  /// What is known of an answer without reading it again.
  struct Head: Sendable, Hashable {
    var fingerprint: UInt64
    var validators: Validators
  }

  private struct State: Sendable {
    var files: [String: File] = [:]
    var heads: [String: Head] = [:]
    /// Answers that could not be written.
    var memory: [String: FetchedContent] = [:]
    /// Why answers are kept in memory only; nil while they are written.
    var problem: String?
    var writes: UInt64 = 0
  }

  typealias ReadFile = @Sendable (String, Int) throws(RegularFile.Failure) -> (bytes: [UInt8], modified: Double)

  /// Seconds between two times that an answer is written which changes all the time: flash does not last for ever, and what the power
  /// takes is so much younger at most.
  static let pause = 30.0
  /// Seconds by which a file's time may be behind.
  private static let stampPause = 10.0

  private let directory: String?
  private let readFile: ReadFile
  private let sizeLimit: Int
  private let warn: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - directory: made when it is missing; nil keeps everything in memory.
  ///   - sizeLimit: bytes of all files, and of what is kept in memory; the oldest go first.
  ///   - readFile: reads a file of so many bytes at most; tests put a broken disk there.
  init(
    directory: String?, sizeLimit: Int, warn: @escaping @Sendable (String) -> Void,
    readFile: @escaping ReadFile = RegularFile.contents
  ) {
    self.directory = directory
    self.readFile = readFile
    self.sizeLimit = sizeLimit
    self.warn = warn
    if let directory { readIndex(directory) }
  }

  /// Why answers are kept in memory only; nil while they are written.
  var problem: String? { state.withLock { $0.problem } }

  /// The file name of a request's answer. Headers and the body count: another key may see other content.
  static func name(of request: FetchRequest) -> String {
    if let identity = request.cacheIdentity { return SHA256.hex(Array("identity\n\(identity)".utf8)) }
    let headers = request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    // Whoever asks as another user may be told otherwise.
    let user = request.stream?.user.map { ["user: \($0)"] } ?? []
    let text = ([request.address] + headers + user).joined(separator: "\n")
    return SHA256.hex(Array(text.utf8) + (request.body.map { [0] + $0.bytes } ?? []))
  }

  /// The last answer; nil when there is none, none that is whole, or none that can be read now.
  ///
  /// Only damage that has been read ends an entry. A disk that reports errors, or a process without descriptors, may have the answer
  /// the next time.
  func read(_ name: String) -> FetchedContent? {
    let (kept, known) = state.withLock { ($0.memory[name], $0.files[name]) }
    if let kept { return kept }
    guard let directory else { return nil }
    let found: (bytes: [UInt8], modified: Double)
    do throws(RegularFile.Failure) {
      found = try readFile("\(directory)/\(name)", sizeLimit)
    } catch {
      if error == .tooLarge { remove(name) } else { state.withLock { $0.heads[name] = nil } }
      return nil
    }
    // Not in the index when the directory could not be listed at the start.
    let fetchedAt = known?.modified ?? found.modified
    guard let content = CacheEntry.decode(found.bytes, of: Self.answered(by: name), fetchedAt: fetchedAt) else {
      remove(name)
      return nil
    }
    state.withLock { state in
      if state.files[name] == nil { state.files[name] = File(size: found.bytes.count, modified: fetchedAt) }
      state.heads[name] = Head(content)
    }
    return content
  }

  /// What is known of the last answer; nil when there is none here, or only an older one.
  func head(_ name: String) -> Head? {
    let (isBehind, known) = state.withLock { state in
      (state.files[name]?.isBehind ?? false, state.memory[name].flatMap(Head.init) ?? state.heads[name])
    }
    if isBehind { return nil }
    return known ?? read(name).flatMap(Head.init)
  }

  /// Whether `head` answers without looking at the disk.
  func knows(_ name: String) -> Bool {
    state.withLock { $0.heads[name] != nil || $0.memory[name] != nil || $0.files[name]?.isBehind == true }
  }

  /// Whether an answer of this time is to be written, because nothing has been written just before.
  func isDue(_ name: String, at time: Double) -> Bool {
    guard let written = state.withLock({ $0.files[name]?.written }) else { return true }
    return abs(time - written) >= Self.pause
  }

  /// There is a newer answer, which is not written.
  func fallBehind(_ name: String) { state.withLock { $0.files[name]?.isBehind = true } }

  /// What an entry was written as; the answer before the last has two names.
  private static func answered(by name: String) -> String {
    name.hasSuffix(previous) ? String(name.dropLast(previous.count)) : name
  }

  /// The answer before the last, when it is still there.
  func readPrevious(_ name: String) -> FetchedContent? { read(name + Self.previous) }

  /// - Parameter isNew: the body is another than before; what was there stays as the answer before.
  func write(_ content: FetchedContent, as name: String, isNew: Bool = true) {
    guard case .bytes(let body) = content.payload else { return }
    guard let directory else { return keepInMemory(content, as: name) }
    let bytes = CacheEntry.encode(content, body: body, as: name)
    guard bytes.count <= sizeLimit else { return remove(name) }
    do throws(SystemError) {
      if isNew { keepPrevious(of: name, in: directory) }
      do throws(SystemError) {
        try replace(name, in: directory, with: bytes, modified: content.fetchedAt)
      } catch {
        // A keeper or a cleaner has taken the directory away.
        guard error.number == ENOENT, Self.makeDirectory(directory) == nil else { throw error }
        try replace(name, in: directory, with: bytes, modified: content.fetchedAt)
      }
    } catch {
      keepInMemory(content, as: name)
      warnOnce("could not write the cache in \(directory): \(error.text); answers are kept in memory only")
      return
    }
    state.withLock { state in
      state.memory[name] = nil
      state.problem = nil
      state.files[name] = File(size: bytes.count, modified: content.fetchedAt, written: content.fetchedAt)
      state.heads[name] = Head(content)
    }
    evict(sparing: name)
  }

  /// Notes that the server confirmed the answer.
  ///
  /// - Returns: false when it is not there any more.
  @discardableResult
  func confirm(_ name: String, at time: Double) -> Bool {
    let (isKnown, mustStamp) = state.withLock { state in
      state.memory[name]?.fetchedAt = time
      guard var file = state.files[name] else { return (state.memory[name] != nil, false) }
      file.modified = time
      file.isOfRun = true
      let mustStamp = abs(time - file.stamped) >= Self.stampPause
      if mustStamp { file.stamped = time }
      state.files[name] = file
      return (true, mustStamp)
    }
    guard mustStamp, let directory else { return isKnown }
    guard let file = try? FileDescriptor(opening: "\(directory)/\(name)", O_RDONLY) else { return false }
    Self.setTime(file, time)
    return true
  }

  /// The wall clock was set: what this run has been told was told so many seconds later by it. What an earlier run has left was told by that
  /// one's clock.
  ///
  /// - Parameter now: by the clock as it is; what has come since it was set is right already.
  func moveStamps(by step: Double, at now: Double) {
    let limit = now + 1
    let moved = state.withLock { state -> [(name: String, time: Double)] in
      for (name, content) in state.memory where content.fetchedAt + step <= limit {
        state.memory[name]?.fetchedAt += step
      }
      var moved: [(name: String, time: Double)] = []
      for (name, file) in state.files where file.isOfRun && file.modified + step <= limit {
        let time = file.modified + step
        state.files[name]?.modified = time
        state.files[name]?.stamped = time
        state.files[name]?.written = file.written.map { $0 + step }
        moved.append((name, time))
      }
      return moved
    }
    guard let directory else { return }
    for (name, time) in moved {
      if let file = try? FileDescriptor(opening: "\(directory)/\(name)", O_RDONLY) { Self.setTime(file, time) }
    }
  }

  private func remove(_ name: String) {
    state.withLock { state in
      state.files[name] = nil
      state.heads[name] = nil
      state.memory[name] = nil
    }
    if let directory { unsafe _ = unlink("\(directory)/\(name)") }
  }

  /// Gives the file a second name, so that at no moment there is none. A file system without such names keeps no answer before the last.
  private func keepPrevious(of name: String, in directory: String) {
    let previous = name + Self.previous
    unsafe _ = unlink("\(directory)/\(previous)")
    let isKept = unsafe link("\(directory)/\(name)", "\(directory)/\(previous)") == 0
    state.withLock { $0.files[previous] = isKept ? $0.files[name] : nil }
  }

  /// Temporary file, fsync, rename, fsync of the directory: power may fail at any point.
  private func replace(_ name: String, in directory: String, with bytes: [UInt8], modified: Double) throws(SystemError)
  {
    let number = state.withLock { state in
      state.writes += 1
      return state.writes
    }
    let temporary = "\(directory)/\(name).\(number).tmp"
    do throws(SystemError) {
      let file = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try file.writeAll(bytes)
      Self.setTime(file, modified)
      if fsync(file.number) != 0 { throw .current }
      if unsafe rename(temporary, "\(directory)/\(name)") != 0 { throw .current }
    } catch {
      unsafe _ = unlink(temporary)
      throw error
    }
    if let folder = try? FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY) { fsync(folder.number) }
  }

  private static func setTime(_ file: borrowing FileDescriptor, _ time: Double) {
    let seconds = time.rounded(.down)
    let stamp = timespec(tv_sec: Int(exactly: seconds) ?? 0, tv_nsec: Int(clamping: (time - seconds) * 1e9))
    unsafe _ = futimens(file.number, [stamp, stamp])
  }

  private func evict(sparing name: String) {
    let victims = state.withLock { state in
      var total = state.files.values.reduce(0) { $0 + $1.size }
      var victims: [String] = []
      for (victim, file) in state.files.sorted(by: { $0.value.modified < $1.value.modified }) {
        guard total > sizeLimit else { break }
        if victim == name { continue }
        total -= file.size
        victims.append(victim)
      }
      return victims
    }
    for victim in victims { remove(victim) }
  }

  private func keepInMemory(_ content: FetchedContent, as name: String) {
    state.withLock { state in
      state.memory[name] = content
      state.files[name]?.isBehind = false
      var total = state.memory.values.reduce(0) { $0 + $1.size }
      for (victim, kept) in state.memory.sorted(by: { $0.value.fetchedAt < $1.value.fetchedAt }) where victim != name {
        guard total > sizeLimit else { break }
        total -= kept.size
        state.memory[victim] = nil
      }
      if total > sizeLimit { state.memory[name] = nil }
    }
  }

  private func warnOnce(_ text: String) {
    let isFirst = state.withLock { state in
      defer { state.problem = text }
      return state.problem == nil
    }
    if isFirst { warn(text) }
  }

  private func readIndex(_ directory: String) {
    if let error = Self.makeDirectory(directory) {
      warnOnce("could not make the cache directory \(directory): \(error.text); answers are kept in memory only")
      return
    }
    let names: [String]
    do throws(SystemError) { names = try Directory.names(in: directory) } catch {
      warnOnce("could not read the cache directory \(directory): \(error.text); answers are kept in memory only")
      return
    }
    var files: [String: File] = [:]
    for name in names {
      let path = "\(directory)/\(name)"
      var info = stat()
      guard unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG
      else {
        continue
      }
      if name.hasSuffix(".tmp") {
        unsafe _ = unlink(path)
      } else if name.utf8.count == 64 || name.hasSuffix(Self.previous) {
        files[name] = File(size: Int(info.st_size), modified: info.modified)
      }
    }
    state.withLock { $0.files = files }
    evict(sparing: "")
  }

  /// `mkdir -p`, for the owner only; nil when the directory is there.
  private static func makeDirectory(_ path: String) -> SystemError? {
    var partial = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      partial += part + "/"
      if unsafe mkdir(partial, 0o700) != 0 && errno != EEXIST && errno != EROFS { return .current }
    }
    var info = stat()
    if unsafe stat(path, &info) != 0 { return .current }
    return info.st_mode & S_IFMT == S_IFDIR ? nil : SystemError(number: ENOTDIR)
  }
}

extension DiskCache.Head {
  /// nil for what has no bytes.
  init?(_ content: FetchedContent) {
    guard let fingerprint = content.fingerprint else { return nil }
    self.fingerprint = fingerprint
    validators = content.validators
  }
}

extension FetchedContent {
  /// Bytes it takes in memory, about.
  fileprivate var size: Int {
    switch payload {
    case .bytes(let bytes): bytes.count
    case .images(let images): images.count * 128
    case .value(let value): value.cost
    case .messages(let messages): messages.reduce(0) { $0 + $1.bytes.count }
    }
  }
}

extension stat {
  /// Time of the last change of the content, in seconds since 1970.
  var modified: Double { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9 }
}
