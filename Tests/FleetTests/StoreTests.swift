import Glibc
import Linux
import Scratch
import Testing

@testable import Fleet

/// What is on the disk, from one start to the next.
@Suite struct StoreTests {
  private let scratch = TemporaryDirectory()
  private let key: SecretKey

  init() throws { key = try SecretKey.make() }

  private var place: String { scratch.path + "/bundles" }

  private func bundle(_ version: Int) throws -> (path: String, known: FleetPanel.Known) {
    try FleetTests.bundle(version, in: scratch.path, by: key)
  }

  private func board() throws -> String {
    String(decoding: try RegularFile.read(place + "/current/board.yaml", limit: 1000), as: UTF8.self)
  }

  private func show(_ version: Int, passes: Bool = true, boot: String = "boot") throws -> FleetPanel.Known {
    let (path, known) = try bundle(version)
    var store = try BundleStore.open(place, boot: boot)
    _ = try store.unpack(BundleFile(path))
    try store.adopt(known, boot: boot)
    if passes { try store.pass() }
    #expect(store.shown == known)
    return known
  }

  @Test func nothingIsShownFirst() throws {
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == nil)
    try store.write(waiting: "wait\n")
    #expect(try board() == "wait\n")
  }

  @Test func anEndWithinATrialGoesBack() throws {
    _ = try show(1)
    let second = try show(2, passes: false)
    #expect(try board() == "version: 2\n")
    let store = try BundleStore.open(place, boot: "boot")
    #expect(try board() == "version: 1\n")
    #expect(store.record.reasons[second.hash] != nil)
    #expect(unsafe access("\(place)/\(second.hash)", F_OK) != 0)
  }

  @Test func aPowerCutWithinATrialIsNoFault() throws {
    _ = try show(1)
    let second = try show(2, passes: false)
    var store = try BundleStore.open(place, boot: "another boot")
    #expect(try board() == "version: 2\n")
    #expect(store.record.trial?.bundle == second)
    try store.pass()
    #expect(store.record.good == second)
  }

  @Test func somebodyWhoEndsAKioskIsNoFault() throws {
    _ = try show(1)
    let second = try show(2, passes: false)
    do {
      // As a start in the same boot would have it, were it not for the end that was meant.
      var record = try #require(KeeperRecord(RegularFile.read(place + "/record", limit: 65_536)))
      record.trial?.boot = ""
      try FileDescriptor(opening: place + "/record", O_WRONLY | O_TRUNC).writeAll(record.bytes)
    }
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == second)
  }

  @Test func theFirstOfAllIsTriedAgain() throws {
    let first = try show(1, passes: false)
    for _ in 1..<BundleStore.mostEnds {
      let store = try BundleStore.open(place, boot: "boot")
      #expect(store.shown == first)
    }
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.shown == nil)
    #expect(store.record.reasons[first.hash] != nil)
  }

  @Test func aLostRecordLosesNoBundle() throws {
    let first = try show(1)
    for bytes in [[], Array("nonsense".utf8)] {
      try FileDescriptor(opening: place + "/record", O_WRONLY | O_TRUNC).writeAll(bytes)
      let store = try BundleStore.open(place, boot: "boot \(bytes.count)")
      #expect(store.shown == first)
      #expect(try board() == "version: 1\n")
    }
  }

  /// Another key begins anew: whatever number was signed with the one before, nobody is held by it.
  @Test func versionsOfAKeyThatIsNotTrustedHoldNobody() throws {
    let (path, known) = try bundle(9_007_199_254_740_991)
    let other = try SecretKey.make().publicKey
    do {
      var store = try BundleStore.open(place, boot: "boot")
      let file = try BundleFile(path)
      _ = try store.unpack(file)
      #expect(file.signer == key.publicKey.name)
      try store.adopt(known, by: file.signer, boot: "boot")
      try store.pass()
    }
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.rival(among: [key.publicKey]) == known && store.rival(among: [other, key.publicKey]) == known)
    #expect(store.distrustedSigner(among: [key.publicKey]) == nil)
    #expect(store.distrustedSigner(among: [other]) == key.publicKey.name)
    #expect(store.rival(among: [other]) == FleetPanel.Known(hash: known.hash, version: 0))
    #expect(KeeperRecord(store.record.bytes) == store.record)
  }

  @Test func whoSignedWhatCameBeforeIsNotAsked() throws {
    let first = try show(1)
    let store = try BundleStore.open(place, boot: "boot")
    #expect(store.rival(among: [try SecretKey.make().publicKey]) == first)
  }

  @Test func onlyTheLastTwoAreKept() throws {
    let all = try (1...5).map { try show($0) }
    let names = try Directory.names(in: place)
    #expect(names.count { KeeperRecord.isHash($0) } == 2)
    #expect(names.contains(all[4].hash) && names.contains(all[3].hash))
  }

  @Test func whatWasLeftIsTidied() throws {
    let first = try show(1)
    for name in ["new", String(repeating: "f", count: 32), "incoming-1", "turning"] {
      #expect(unsafe mkdir("\(place)/\(name)", 0o755) == 0)
    }
    let store = try BundleStore.open(place, boot: "boot")
    #expect(
      Set(try Directory.names(in: place)) == ["record", "lock", "current", first.hash, first.hash + ".files"])
    #expect(store.shown == first)
  }

  @Test func twoKiosksDoNotShareAPlace() throws {
    let store = try BundleStore.open(place, boot: "boot")
    #expect(throws: BundleProblem.self) { _ = try BundleStore.open(place, boot: "boot") }
    #expect(store.shown == nil)
  }
}
