import Glibc
import Linux
import Numbers

/// The bundles on a panel's disk: a directory each, named by its hash, and a link `current` to the one on show.
///
/// A directory has its name only once the disk has all of it, and the link is turned in one step: whatever ends the program, one whole bundle
/// is on show. Not for two threads at once.
public struct BundleStore: ~Copyable {
  /// Which bundle.
  public typealias Known = FleetPanel.Known

  /// Where all of it lies.
  public let directory: String
  /// What is known; changes are on the disk when `save` returns.
  public private(set) var record: KeeperRecord
  /// Held for as long as this lives: two kiosks in one place would take each other's bundles away.
  private let lock: FileDescriptor

  /// The directory that is on show while there is no bundle.
  private static let nothing = "nothing"

  /// Opens a place, making it if need be, and tidies what a run that was ended has left.
  ///
  /// - Parameters:
  ///   - directory: where bundles are kept.
  ///   - boot: which start of the machine this is.
  /// - Returns: through `record` what is on show now.
  public static func open(_ directory: String, boot: String) throws(BundleProblem) -> BundleStore {
    for index in directory.indices.dropFirst() where directory[index] == "/" {
      _ = unsafe mkdir(String(directory[..<index]), 0o755)
    }
    _ = unsafe mkdir(directory, 0o700)
    let lock = try BundleFile.open(directory + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW)
    do throws(SystemError) {
      _ = try FileDescriptor.retrying { [number = lock.number] in flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      if error.number == EWOULDBLOCK {
        throw BundleProblem(.machine, "\(directory): another kiosk of this user keeps its bundles there")
      }
      throw BundleProblem(directory, error)
    }
    let bytes = try? RegularFile.read(directory + "/record", limit: KeeperRecord.mostBytes)
    var store = BundleStore(directory, lock, bytes.flatMap { KeeperRecord($0) } ?? KeeperRecord())
    try store.recover(boot: boot)
    return store
  }

  private init(_ directory: String, _ lock: consuming FileDescriptor, _ record: KeeperRecord) {
    (self.directory, self.record) = (directory, record)
    self.lock = lock
  }

  // MARK: What is on show

  /// The bundle on show, by the link; nil while there is none.
  public var shown: Known? {
    guard let target = linkTarget, KeeperRecord.isHash(target) else { return nil }
    let known = [record.trial?.bundle, record.good, record.previous].compactMap(\.self)
    return known.first { $0.hash == target } ?? manifest(of: target)
  }

  /// The key that signed what is on show, when it is none of these: its name. Nil while there is nothing, and for what came before anybody
  /// noted that.
  public func distrustedSigner(among keys: [PublicKey]) -> String? {
    guard let shown, let signer = record.signers[shown.hash], !keys.contains(where: { $0.name == signer }) else {
      return nil
    }
    return signer
  }

  /// What another bundle has to be newer than: the versions of a key that is not trusted any more hold nobody.
  public func rival(among keys: [PublicKey]) -> Known? {
    guard distrustedSigner(among: keys) != nil, let shown else { return self.shown }
    return Known(hash: shown.hash, version: 0)
  }

  /// The board's file, whichever is on show.
  public var boardPath: String { directory + "/current/" + Self.boardName }

  /// The board's file in each bundle.
  public static let boardName = "board.yaml"

  /// Where a new bundle is written while it comes.
  ///
  /// - Parameter way: tells those apart that come at once.
  public func incomingPath(_ way: String) -> String { "\(directory)/\(Self.incoming)-\(way)" }

  private static let incoming = "incoming"

  private var linkTarget: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = unsafe readlink(directory + "/current", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func manifest(of hash: String) -> Known? {
    guard
      let bytes = try? RegularFile.read("\(directory)/\(hash)/\(BundleManifest.name)", limit: BundleManifest.mostBytes),
      let manifest = try? BundleManifest(bytes)
    else { return nil }
    return Known(hash: hash, version: manifest.version)
  }

  private func isWhole(_ bundle: Known) -> Bool {
    unsafe access("\(directory)/\(bundle.hash)/\(Self.boardName)", R_OK) == 0
  }

  // MARK: A start

  /// Runs that end within the trial of a bundle with none before it to go back to.
  static let mostEnds = 3

  private mutating func recover(boot: String) throws(BundleProblem) {
    let found = record
    if let good = record.good, !isWhole(good) { record.good = nil }
    if let previous = record.previous, !isWhole(previous) { record.previous = nil }
    if let trial = record.trial {
      if linkTarget != trial.bundle.hash || !isWhole(trial.bundle) {
        // It had not come so far.
        record.trial = nil
      } else if trial.boot == boot {
        let ends = trial.ends + 1
        if record.good != nil || ends >= Self.mostEnds {
          record.refuse(trial.bundle, "the kiosk ended while it was on trial")
          record.trial = nil
        } else {
          record.trial = KeeperRecord.Trial(trial.bundle, boot: boot, ends: ends)
        }
      } else {
        record.trial = KeeperRecord.Trial(trial.bundle, boot: boot)
      }
    }
    if record.good == nil, record.trial == nil, let target = linkTarget, let found = manifest(of: target),
      record.reasons[target] == nil, isWhole(found)
    {
      // The record was lost, and the link was not: it may be good, and has to prove it.
      record.trial = KeeperRecord.Trial(found, boot: boot)
    }
    // Most starts change nothing, and flash does not last for ever.
    if record != found { try save() }
    try turn(to: record.trial?.bundle ?? record.good)
    prune(keepsIncoming: false)
  }

  // MARK: Changes

  /// Unpacks a bundle that has been checked, to be looked at before it is shown.
  ///
  /// - Returns: its directory.
  public func unpack(_ file: borrowing BundleFile) throws(BundleProblem) -> String {
    let path = directory + "/new"
    Directory.remove(path)
    try file.unpack(into: path)
    return path
  }

  /// Puts what was unpacked on show, on trial.
  public mutating func adopt(_ bundle: Known, by signer: String? = nil, boot: String) throws(BundleProblem) {
    let path = directory + "/" + bundle.hash
    if !isWhole(bundle) {
      Directory.remove(path)
      guard unsafe rename(directory + "/new", path) == 0 else { throw BundleProblem(path, .current) }
    }
    try BundleFile.sync(directory)
    record.trial = KeeperRecord.Trial(bundle, boot: boot)
    record.signers[bundle.hash] = signer
    forgetServer()
    try save()
    try turn(to: bundle)
    prune()
  }

  /// The one on trial is good.
  public mutating func pass() throws(BundleProblem) {
    guard let trial = record.trial else { return }
    if record.good != trial.bundle { record.previous = record.good }
    record.good = trial.bundle
    record.trial = nil
    try save()
    prune()
  }

  /// The one on trial is not: the last good one is on show again.
  public mutating func goBack(_ reason: String) throws(BundleProblem) {
    guard let trial = record.trial else { return }
    record.refuse(trial.bundle, reason)
    record.trial = nil
    forgetServer()
    // The link first: what is on show matters more than why.
    try turn(to: record.good)
    try save()
    prune()
  }

  /// The kiosk ends because somebody wants it: nothing that is on trial is to be blamed.
  public mutating func rest() {
    // Not `record.trial?.boot`: Debian's compiler, which builds for ARM, ends at that (Swift 6.2.3, a check of its own code).
    if var trial = record.trial {
      trial.boot = ""
      record.trial = trial
    }
    try? save()
  }

  /// What the server calls the bundle that is on show.
  public mutating func note(address: String, etag: String?, modified: String?) {
    guard (record.address, record.etag, record.modified) != (address, etag, modified) else { return }
    (record.address, record.etag, record.modified) = (address, etag, modified)
    try? save()
  }

  private mutating func forgetServer() { (record.address, record.etag, record.modified) = (nil, nil, nil) }

  /// What is shown while there is no bundle.
  public func write(waiting board: String) throws(BundleProblem) {
    let place = directory + "/" + Self.nothing
    _ = unsafe mkdir(place, 0o755)
    try Self.replace(place + "/" + Self.boardName, Array(board.utf8))
  }

  private func save() throws(BundleProblem) { try Self.replace(directory + "/record", record.bytes) }

  private func turn(to bundle: Known?) throws(BundleProblem) {
    let target = bundle?.hash ?? Self.nothing
    guard linkTarget != target else { return }
    let new = directory + "/turning"
    _ = unsafe unlink(new)
    guard unsafe symlink(target, new) == 0, unsafe rename(new, directory + "/current") == 0 else {
      throw BundleProblem(directory + "/current", .current)
    }
    try BundleFile.sync(directory)
  }

  /// Takes away what nobody goes back to, and what a run that was ended has left.
  private func prune(keepsIncoming: Bool = true) {
    let kept = Set(
      [record.good, record.previous, record.trial?.bundle].compactMap(\.self?.hash)
        + ["record", "lock", "current", Self.nothing] + [linkTarget].compactMap(\.self))
    for name in (try? Directory.names(in: directory, limit: 1000)) ?? []
    where !kept.contains(name) && !(keepsIncoming && name.hasPrefix(Self.incoming)) {
      Directory.remove(directory + "/" + name)
    }
  }

  // MARK: Files

  /// Writes a file beside its place, waits for the disk, and puts it there.
  private static func replace(_ path: String, _ bytes: [UInt8]) throws(BundleProblem) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o644)
      try file.writeAll(bytes)
      _ = try FileDescriptor.retrying { [number = file.number] in fsync(number) }
      guard unsafe rename(path + ".new", path) == 0 else { throw .current }
    } catch {
      throw BundleProblem(path, error)
    }
  }
}
