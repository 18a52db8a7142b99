import Board
import Dispatch
import Fetch
import Glibc
import Linux
import Numbers
import Reader

/// What was read of each source's last good answer, on disk: what a panel shows before there is a reader.
///
/// One file per address of a source. It counts for exactly the bytes it was made of, read in the same way by the same program; anything else, and
/// anything damaged, is as if it were not there.
struct ValueShelf: Sendable {
  private static let mark: UInt64 = 0x7669_7476_616c_0002
  private static let sizeLimit = 48 << 20
  /// Bytes of all files.
  static let limit = 96 << 20

  private let directory: String
  /// Tells one build of this program from another, which may read otherwise.
  private let program: UInt64
  /// What is kept is kept behind whoever shows it: 13 MB of rows are a twentieth of a second.
  private let queue = DispatchQueue(label: "vitrine.shelf", qos: .utility)

  /// - Parameter directory: of the cache; the shelf is a directory in it.
  init(in directory: String) {
    self.directory = directory + "/values"
    var info = stat()
    _ = unsafe stat("/proc/self/exe", &info)
    var wire = WireWriter()
    wire.put(UInt64(truncatingIfNeeded: info.st_mtim.tv_sec))
    wire.put(UInt64(truncatingIfNeeded: info.st_mtim.tv_nsec))
    wire.put(UInt64(truncatingIfNeeded: info.st_size))
    program = Self.fingerprint(wire.bytes)
  }

  /// Has something done with the shelf on a queue of its own, after what was to be done before.
  func later(_ body: @escaping @Sendable (ValueShelf) -> Void) { queue.async { body(self) } }

  /// Waits for what is to be done; for tests.
  func wait() { queue.sync {} }

  /// What was read of an answer, if it is known.
  ///
  /// - Parameters:
  ///   - id: of the source's address.
  ///   - look: takes a long list before it ends.
  func outcome(
    of answer: AnswerReading, _ fingerprint: UInt64, from id: SourceID, look: AnswerGlimpse? = nil
  ) -> AnswerReading.Outcome? {
    guard let bytes = try? RegularFile.read(path(id), limit: Self.sizeLimit) else { return nil }
    return Self.outcome(in: bytes, of: answer, head: head(of: answer, fingerprint), look: look)
  }

  /// What a file says was read of an answer; nil when it is not about this one, or not whole.
  static func outcome(
    in bytes: [UInt8], of answer: AnswerReading, head: [UInt8], look: AnswerGlimpse? = nil
  ) -> AnswerReading.Outcome? {
    var wire = WireTaker(bytes)
    guard let mark = try? wire.number64(), mark == Self.mark, let sum = try? wire.number64() else { return nil }
    let rest = wire.rest()
    guard fingerprint(rest) == sum else { return nil }
    wire = WireTaker(rest)
    guard let known = try? wire.counted(), known == head, let time = try? wire.finite(),
      let words = try? wire.counted(), let ending = try? AnswerReading.Ending(wire: words), ending.failure == nil
    else { return nil }
    if ending.dependsOnTime && day(time) != day(answer.time) { return nil }
    var taker = ValueTaker(into: ValueBuilder(look))
    do throws(WireError) {
      try taker.take(wire.rest())
      return AnswerReading.Outcome(try taker.value(), ending)
    } catch {
      return nil
    }
  }

  /// A file of `body`, which begins with its answer's head and time, and goes on with what was read.
  static func start(ofFileWith body: [UInt8]) -> [UInt8] {
    var wire = WireWriter()
    wire.put(mark)
    wire.put(fingerprint(body))
    return wire.bytes
  }

  /// Keeps what was read of an answer. A disk that is full or cannot be written costs time at the next start, and nothing else.
  ///
  /// - Parameter parts: of the value, as a reader sent them; nil makes them.
  func keep(
    _ outcome: AnswerReading.Outcome, _ parts: [[UInt8]]? = nil, of answer: AnswerReading, _ fingerprint: UInt64,
    from id: SourceID
  ) {
    guard case .success(let value) = outcome.result else { return }
    let parts = parts ?? [WireSink.bytes(of: value, capacity: answer.bytes.count)]
    var rest = WireWriter()
    rest.put(counted: head(of: answer, fingerprint))
    rest.put(answer.time)
    rest.put(counted: outcome.ending.wire)
    var body = rest.bytes
    body.reserveCapacity(parts.reduce(body.count) { $0 + $1.count })
    for part in parts { body += part }
    let path = path(id)
    guard body.count < Self.sizeLimit, size(without: path) + body.count < Self.limit else { return }
    _ = unsafe mkdir(directory, 0o700)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path + ".tmp", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
      try file.writeAll(Self.start(ofFileWith: body))
      try file.writeAll(body)
      // Not synchronised: what a failing supply of power leaves is damaged at worst, which its sum tells.
      if unsafe rename(path + ".tmp", path) != 0 { throw .current }
    } catch {
      unsafe _ = unlink(path + ".tmp")
    }
  }

  /// Forgets all sources but these.
  ///
  /// - Parameter names: of sources, with all their addresses.
  func forgetAll(but names: [String]) {
    let kept = Set(names.map(Self.stem))
    for name in files where !kept.contains(String(name.prefix { $0 != "-" })) {
      unsafe _ = unlink(directory + "/" + name)
    }
  }

  private var files: [String] { (try? Directory.names(in: directory)) ?? [] }

  private func size(without path: String) -> Int {
    files.reduce(0) { sum, name in
      var info = stat()
      let other = directory + "/" + name
      let isThere = unsafe lstat(other, &info) == 0
      // Fits: sizes of files on one disk, which they fit.
      return isThere && other != path ? sum + Int(info.st_size) : sum
    }
  }

  private func head(of answer: AnswerReading, _ fingerprint: UInt64) -> [UInt8] {
    var wire = WireWriter()
    wire.put(program)
    wire.put(fingerprint)
    return wire.bytes + answer.parameters
  }

  private func path(_ id: SourceID) -> String { "\(directory)/\(Self.stem(id.name))-\(id.part)" }

  private static func stem(_ name: String) -> String { String(fingerprint(Array(name.utf8)), radix: 16) }

  private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    FetchedContent(payload: .bytes(bytes), address: "", fetchedAt: 0).fingerprint ?? 0
  }

  private static func day(_ time: Double) -> Double { (time / 86_400).rounded(.down) }
}
