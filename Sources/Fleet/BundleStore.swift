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
  /// What is wrong with the disk: what is known is in memory alone. Nil for nothing.
  public private(set) var trouble: BundleProblem?
  /// What a start has found that the disk has not kept: which, and the first of its files that is not what it was.
  public private(set) var damaged: (bundle: Known, file: String)?
  /// What is shown where the link cannot be turned to it.
  private var standIn: Known?
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
    try make(directory)
    var trouble: BundleProblem?
    let lock = try openLock(directory + "/lock", &trouble)
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
    store.trouble = trouble
    try store.recover(boot: boot)
    return store
  }

  private static func make(_ directory: String) throws(BundleProblem) {
    var first: BundleProblem?
    let parents = directory.indices.dropFirst().filter { directory[$0] == "/" }.map { String(directory[..<$0]) }
    for (path, mode) in parents.map({ ($0, mode_t(0o755)) }) + [(directory, mode_t(0o700))] {
      if unsafe mkdir(path, mode) != 0, errno != EEXIST { first = first ?? BundleProblem(path, .current) }
    }
    // What cannot be made and is there needs not be made.
    if let first, unsafe access(directory, F_OK) != 0 { throw first }
  }

  /// - Parameter trouble: becomes why nothing can be written beside it.
  private static func openLock(_ path: String, _ trouble: inout BundleProblem?) throws(BundleProblem) -> FileDescriptor
  {
    do throws(BundleProblem) {
      return try BundleFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      guard error.isDiskClosed else { throw error }
      trouble = error
      // Nobody needs to write to lock it.
      do throws(BundleProblem) { return try BundleFile.open(path, O_RDONLY | O_NOFOLLOW) } catch {
        throw trouble ?? error
      }
    }
  }

  private init(_ directory: String, _ lock: consuming FileDescriptor, _ record: KeeperRecord) {
    (self.directory, self.record) = (directory, record)
    self.lock = lock
  }

  // MARK: What is on show

  /// The bundle on show, by the link; nil while there is none.
  public var shown: Known? {
    if let standIn { return standIn }
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
  public var boardPath: String { "\(directory)/\(standIn?.hash ?? "current")/\(Self.boardName)" }

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

  /// The first file of a bundle that is not what it was when it came; nil where all are.
  ///
  /// - Parameter isThorough: each file is read, which takes seconds for a large bundle on a slow card; else the board and small ones are.
  public func damage(of bundle: Known, isThorough: Bool = true) -> String? {
    let path = "\(directory)/\(bundle.hash)"
    guard unsafe access("\(path)/\(Self.boardName)", R_OK) == 0 else { return Self.boardName }
    // What came before anybody noted its files is believed.
    return inventory(of: bundle)?.damage(in: path, isThorough: isThorough)
  }

  private func inventory(of bundle: Known) -> BundleInventory? {
    let path = "\(directory)/\(bundle.hash)\(BundleInventory.suffix)"
    return (try? RegularFile.read(path, limit: BundleInventory.mostBytes)).flatMap { BundleInventory($0) }
  }

  private func isWhole(_ bundle: Known) -> Bool { damage(of: bundle, isThorough: false) == nil }

  // MARK: A start

  /// Runs that end within the trial of a bundle with none before it to go back to.
  static let mostEnds = 3

  private mutating func recover(boot: String) throws(BundleProblem) {
    let found = record
    if let previous = record.previous, !isWhole(previous) { record.previous = nil }
    if let good = record.good, let file = damage(of: good, isThorough: false) { leaveOut(good, file) }
    if let trial = record.trial {
      if linkTarget != trial.bundle.hash || !isWhole(trial.bundle) {
        // It had not come so far, or was lost again.
        record.trial = nil
        forgetServer()
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
    let wanted = record.trial?.bundle ?? record.good
    do throws(BundleProblem) {
      try turn(to: wanted)
      // Most starts change nothing, and flash does not last for ever.
      if record != found { try save() }
    } catch {
      // A disk that takes nothing still gives what it has.
      guard error.isDiskClosed, let wanted else { throw error }
      trouble = error
      if linkTarget != wanted.hash { standIn = wanted }
    }
    prune(keepsIncoming: false)
  }

  /// The disk has lost a file of the last good one: the one before is good, and whoever is asked sends all of it again.
  private mutating func leaveOut(_ bundle: Known, _ file: String) {
    damaged = (bundle, file)
    if record.trial?.bundle == bundle { record.trial = nil }
    if record.good == bundle { (record.good, record.previous) = (record.previous, nil) }
    forgetServer()
  }

  // MARK: Changes

  /// Unpacks a bundle that has been checked, to be looked at before it is shown.
  ///
  /// - Returns: its directory.
  public func unpack(_ file: borrowing BundleFile) throws(BundleProblem) -> String {
    if standIn != nil, let trouble {
      throw BundleProblem(
        .machine,
        "nothing new is taken since the kiosk began with a disk that took nothing (\(trouble)): mend that, and start it anew"
      )
    }
    let path = directory + "/new"
    Directory.remove(path)
    try file.unpack(into: path)
    try Self.replace(path + BundleInventory.suffix, file.inventory().bytes)
    return path
  }

  /// Puts what was unpacked on show, on trial.
  public mutating func adopt(_ bundle: Known, by signer: String? = nil, boot: String) throws(BundleProblem) {
    let path = directory + "/" + bundle.hash
    if inventory(of: bundle) == nil || damage(of: bundle) != nil {
      Directory.remove(path)
      for suffix in [BundleInventory.suffix, ""] {
        guard unsafe rename(directory + "/new" + suffix, path + suffix) == 0 else {
          throw BundleProblem(path, .current)
        }
      }
    }
    damaged = nil
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

  /// The one on show is damaged: the last good one that is whole is on show again, and the other may come again.
  public mutating func giveUp(_ bundle: Known, damaged file: String) throws(BundleProblem) {
    leaveOut(bundle, file)
    if let good = record.good, damage(of: good) != nil { record.good = nil }
    try turn(to: record.good)
    try save()
    prune()
  }

  /// Writes again what is in memory alone, when the disk takes it by now.
  public mutating func retry() {
    guard trouble != nil, standIn == nil else { return }
    do throws(BundleProblem) {
      try save()
      trouble = nil
    } catch {
      trouble = error
    }
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

  /// What the server has is to be asked for whole.
  public mutating func forget() {
    forgetServer()
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
    let bundles = [record.good?.hash, record.previous?.hash, record.trial?.bundle.hash, linkTarget].compactMap(\.self)
    let kept = Set(
      bundles + bundles.map { $0 + BundleInventory.suffix } + ["record", "lock", "current", Self.nothing])
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
