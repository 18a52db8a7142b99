import Glibc
import Linux
import Scratch
import Testing

@testable import Fleet

/// What a disk has lost, or takes no more.
@Suite struct DamageTests {
  private let scratch = TemporaryDirectory()
  private let key: SecretKey

  init() throws { key = try SecretKey.make() }

  private var place: String { scratch.path + "/bundles" }
  private static let large = 300 << 10

  private func unpack(_ version: Int, in store: borrowing BundleStore) throws -> FleetPanel.Known {
    let (path, known) = try bundle(
      version, in: scratch.path, by: key,
      files: [
        ("data/visitors.json", Array("[\(version)]".utf8)),
        ("pictures/large.bin", [UInt8](repeating: UInt8(version), count: Self.large)),
      ])
    _ = try store.unpack(BundleFile(path))
    return known
  }

  @discardableResult private func show(_ version: Int) throws -> FleetPanel.Known {
    var store = try BundleStore.open(place, boot: "boot")
    let known = try unpack(version, in: store)
    try store.adopt(known, boot: "boot")
    try store.pass()
    store.note(address: "http://h/x.vitrine", etag: "\"\(version)\"", modified: nil)
    return known
  }

  private func board() throws -> String {
    String(decoding: try RegularFile.read(place + "/current/board.yaml", limit: 1000), as: UTF8.self)
  }

  private func write(_ bytes: [UInt8], over name: String) throws {
    try FileDescriptor(opening: "\(place)/current/\(name)", O_WRONLY | O_TRUNC).writeAll(bytes)
  }

  enum Harm: CaseIterable {
    case boardGone, boardGarbled, dataGone, dataGarbled, pictureCut
  }

  private func harm(_ harm: Harm) throws {
    switch harm {
    case .boardGone: #expect(unsafe unlink(place + "/current/board.yaml") == 0)
    case .boardGarbled: try write(Array("VERSION: 2\n".utf8), over: "board.yaml")
    case .dataGone: #expect(unsafe unlink(place + "/current/data/visitors.json") == 0)
    case .dataGarbled: try write(Array("[3]".utf8), over: "data/visitors.json")
    case .pictureCut: try write([2, 2], over: "pictures/large.bin")
    }
  }

  @Test(arguments: Harm.allCases) func aDamagedBundleGivesWayToTheOneBefore(_ harm: Harm) throws {
    let first = try show(1)
    let second = try show(2)
    try self.harm(harm)
    do {
      var store = try BundleStore.open(place, boot: "boot")
      #expect(store.shown == first && store.damaged?.bundle == second && store.trouble == nil)
      #expect(try board() == "version: 1\n")
      // It is asked for, and taken, as if it had never been here.
      #expect(store.record.etag == nil && store.record.address == nil && store.record.reasons.isEmpty)
      let again = try unpack(2, in: store)
      try store.adopt(again, boot: "boot")
      #expect(again == second && store.damaged == nil && store.damage(of: again) == nil)
    }
    #expect(try board() == "version: 2\n")
  }

  @Test func theOnlyBundleIsAskedForAgain() throws {
    let first = try show(1)
    try harm(.boardGone)
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == nil && store.damaged?.bundle == first && store.damaged?.file == "board.yaml")
    #expect(store.record.etag == nil)
    try store.write(waiting: "wait\n")
    #expect(try board() == "wait\n")
  }

  /// A start has no time for a large picture; afterwards there is.
  @Test func largeFilesAreReadLater() throws {
    let first = try show(1)
    let second = try show(2)
    try write([UInt8](repeating: 9, count: Self.large), over: "pictures/large.bin")
    var store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == second && store.damaged == nil)
    let damage = store.damage(of: second)
    let file = try #require(damage)
    #expect(file == "pictures/large.bin")
    try store.giveUp(second, damaged: file)
    #expect(store.shown == first && store.damaged?.bundle == second && store.record.etag == nil)
    #expect(try board() == "version: 1\n")
  }

  @Test func aDamagedBundleIsReplacedInItsPlace() throws {
    let first = try show(1)
    var store = try BundleStore.open(place, boot: "boot")
    try harm(.dataGarbled)
    #expect(store.damage(of: first, isThorough: false) == "data/visitors.json")
    try store.adopt(try unpack(1, in: store), boot: "boot")
    #expect(store.shown == first && store.damage(of: first) == nil)
  }

  @Test func whatNobodyHasNotedIsBelieved() throws {
    let first = try show(1)
    for bytes in [[], Array("vitrine files 1\nnonsense\n".utf8)] {
      try FileDescriptor(opening: "\(place)/\(first.hash).files", O_WRONLY | O_TRUNC).writeAll(bytes)
      let store = try BundleStore.open(place, boot: "boot")
      #expect(store.shown == first && store.damage(of: first) == nil)
    }
  }

  @Test func whatCannotBeMadeIsSaid() throws {
    try FileDescriptor(opening: scratch.path + "/file", O_WRONLY | O_CREAT).writeAll([1])
    do throws(BundleProblem) {
      _ = try BundleStore.open(scratch.path + "/file/state/bundles", boot: "boot")
      Issue.record("a file is no directory")
    } catch {
      #expect(error.description.hasPrefix(scratch.path + "/file/state: ") && error.description.contains("is a file"))
      #expect(!error.isDiskClosed)
    }
  }

  @Test func onlyADiskThatTakesNothingIsClosed() {
    for number in [EROFS, ENOSPC, EDQUOT] {
      #expect(BundleProblem("x", SystemError(number: number)).isDiskClosed)
    }
    for number in [EACCES, ENOENT, EIO] { #expect(!BundleProblem("x", SystemError(number: number)).isDiskClosed) }
  }
}

/// A disk that takes nothing. Whoever may not mount one cannot see these pass.
@Suite(.serialized) struct ClosedDiskTests {
  private let scratch = TemporaryDirectory()
  private let key: SecretKey

  init() throws { key = try SecretKey.make() }

  private func show(_ version: Int, at place: String, passes: Bool) throws -> FleetPanel.Known {
    var store = try BundleStore.open(place, boot: "boot")
    let (path, known) = try bundle(version, in: scratch.path, by: key)
    _ = try store.unpack(BundleFile(path))
    try store.adopt(known, boot: "boot")
    if passes { try store.pass() }
    return known
  }

  @Test func aReadOnlyDiskShowsWhatItHas() throws {
    let disk = try #require(ClosedDisk(scratch.path), "a file system is mounted for this: run it as root")
    let place = disk.path + "/bundles"
    let first = try show(1, at: place, passes: true)
    #expect(disk.turn(readOnly: true))
    do {
      var store = try BundleStore.open(place, boot: "boot")
      #expect(store.shown == first && store.boardPath == place + "/current/board.yaml")
      #expect(store.trouble?.description.contains("read-only") == true)
      store.retry()
      #expect(store.trouble != nil)
      #expect(disk.turn(readOnly: false))
      store.retry()
      #expect(store.trouble == nil)
    }
  }

  /// The link stays where it is; the last good bundle is shown beside it.
  @Test func aTrialThatWasCutOnAReadOnlyDiskIsOver() throws {
    let disk = try #require(ClosedDisk(scratch.path), "a file system is mounted for this: run it as root")
    let place = disk.path + "/bundles"
    let first = try show(1, at: place, passes: true)
    _ = try show(2, at: place, passes: false)
    #expect(disk.turn(readOnly: true))
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == first && store.trouble != nil)
    #expect(String(decoding: try RegularFile.read(store.boardPath, limit: 100), as: UTF8.self) == "version: 1\n")
  }

  @Test func aTrialThatWasCutOnAFullDiskIsOver() throws {
    let disk = try #require(ClosedDisk(scratch.path), "a file system is mounted for this: run it as root")
    let place = disk.path + "/bundles"
    let first = try show(1, at: place, passes: true)
    _ = try show(2, at: place, passes: false)
    disk.fill()
    var store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == first && store.trouble?.description.contains("full") == true)
    #expect(String(decoding: try RegularFile.read(store.boardPath, limit: 100), as: UTF8.self) == "version: 1\n")
    disk.empty()
    store.retry()
    #expect(store.trouble == nil)
  }

  @Test func aNewPanelSaysWhatItsDiskSays() throws {
    let disk = try #require(ClosedDisk(scratch.path), "a file system is mounted for this: run it as root")
    #expect(disk.turn(readOnly: true))
    do throws(BundleProblem) {
      _ = try BundleStore.open(disk.path + "/state/bundles", boot: "boot")
      Issue.record("nothing can be kept there")
    } catch {
      #expect(error.description == "\(disk.path)/state: the file system is read-only")
    }
  }
}

/// A small file system in memory, which goes with its value.
private final class ClosedDisk: Sendable {
  let path: String

  /// Fails where the tests may not mount anything: they are run by root.
  init?(_ directory: String) {
    path = directory + "/disk"
    guard unsafe mkdir(path, 0o700) == 0, unsafe mount("none", path, "tmpfs", 0, "size=256k") == 0 else { return nil }
  }

  func turn(readOnly: Bool) -> Bool {
    let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
    return unsafe mount("none", path, "tmpfs", flags, "size=256k") == 0
  }

  func fill() {
    let file = try? FileDescriptor(opening: path + "/rest", O_WRONLY | O_CREAT)
    // The last bytes one by one: a page that has room takes them still.
    for size in [4096, 1] { while (try? file?.writeAll([UInt8](repeating: 0, count: size))) != nil {} }
  }

  func empty() { unsafe _ = unlink(path + "/rest") }

  deinit { unsafe _ = umount2(path, Int32(MNT_DETACH)) }
}
