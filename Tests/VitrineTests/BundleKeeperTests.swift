import Fleet
import Glibc
import Linux
import Scratch
import Status
import StubServer
import Synchronization
import Testing

@testable import Vitrine

/// What a panel of a fleet asks for, and what it remembers of the answers.
@Suite struct BundleKeeperTests {
  private let place = TemporaryDirectory()
  private let key: SecretKey
  private let server = StubServer()

  init() throws { key = try SecretKey.make() }

  private func offer(_ label: String) throws {
    let labels = [try #require(FleetLabel(label))]
    var writer = try BundleWriter(BundleManifest(version: 7, labels: labels))
    try writer.add("board.yaml", Array("cards: []\n".utf8))
    let bytes = writer.signed(by: key, comment: "made by a test")
    server.on("/x.vitrine", .reply(200, headers: ["ETag": "\"seven\""], bytes: bytes))
  }

  private func keeper(_ label: String, log: Lines) throws -> BundleKeeper {
    var setup = BundleKeeper.Setup(
      address: server.url("/x.vitrine"), stick: nil, keys: [key.publicKey], directory: place.path + "/bundles",
      boot: "boot", check: { _ in nil }, log: { log.add($0) })
    setup.labels = [try #require(FleetLabel(label))]
    setup.interval = 0.05
    return try BundleKeeper(setup)
  }

  /// What is meant for others today may be meant for this panel after its next start: it is asked for whole then.
  @Test func aBundleForOthersIsSaidAndNotRemembered() async throws {
    try offer("floor=2")
    let log = Lines()
    do {
      let keeper = try keeper("floor=1", log: log)
      let answer = await withCheckedContinuation { done in keeper.look(at: nil) { done.resume(returning: $0) } }
      #expect(answer.problems.contains { $0.contains("floor=2") }, "\(answer)")
      keeper.stop()
    }
    #expect(log.all.count { $0.contains("version 7, is not for this panel") && $0.contains("floor=1") } == 1)
    let record = try #require(KeeperRecord(RegularFile.read(place.path + "/bundles/record", limit: 65_536)))
    #expect(record.etag == nil && record.address == nil && record.good == nil)
    let board = try RegularFile.read(place.path + "/bundles/current/board.yaml", limit: 4096)
    #expect(String(decoding: board, as: UTF8.self).contains("is not for this panel"))
    do {
      let keeper = try keeper("floor=2", log: log)
      keeper.begin(BundleStage(reload: { $0(nil) }, look: { _, _ in }, note: { _ in }))
      let requests = server.waitForRequests("/x.vitrine", count: 2)
      #expect(requests[1].headers["if-none-match"] == nil, "\(requests[1].headers)")
      keeper.stop()
    }
  }

  /// A record of before, whose bundle is gone: the server's word for it is no answer.
  @Test func whatIsGoneIsAskedForWhole() throws {
    try offer("floor=2")
    var record = KeeperRecord()
    record.good = FleetPanel.Known(hash: String(repeating: "a", count: 32), version: 7)
    (record.address, record.etag) = (server.url("/x.vitrine"), "\"seven\"")
    #expect(unsafe mkdir(place.path + "/bundles", 0o700) == 0)
    try Files.write(record.bytes, to: place.path + "/bundles/record")
    let log = Lines()
    let keeper = try keeper("floor=2", log: log)
    keeper.begin(BundleStage(reload: { $0(nil) }, look: { _, _ in }, note: { _ in }))
    #expect(server.waitForRequests("/x.vitrine")[0].headers["if-none-match"] == nil)
    #expect(log.all.contains { $0.contains("version 7 is damaged on this disk") }, "\(log.all)")
    keeper.stop()
  }

  /// With dates in their names the first are the oldest.
  @Test func ofManyOnAStickTheNewestAreLookedAt() throws {
    var paths: [String] = []
    for number in 0..<(BundleKeeper.mostOnStick + 6) {
      let path = "\(place.path)/lobby-\(number < 10 ? "0" : "")\(number).vitrine"
      try Files.write([1], to: path)
      // The first name was written last.
      let time = timespec(tv_sec: 1_790_000_000 - number, tv_nsec: 0)
      #expect(unsafe utimensat(AT_FDCWD, path, [time, time], 0) == 0)
      paths.append(path)
    }
    #expect(Set(BundleKeeper.latest(paths)) == Set(paths.prefix(BundleKeeper.mostOnStick)))
    #expect(BundleKeeper.latest(Array(paths.prefix(3))) == Array(paths.prefix(3)))
    // What cannot be looked at is the oldest; among those of one moment names decide.
    let gone = (10..<90).map { "/nowhere/\($0).vitrine" }
    #expect(BundleKeeper.latest(gone) == Array(gone.suffix(BundleKeeper.mostOnStick)))
  }
}

/// Lines for people, from any thread.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
