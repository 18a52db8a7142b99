import Glibc
import Linux
import Scratch
import Seeded
import Testing

@testable import Fleet

/// Bundles, whole and not.
@Suite struct BundleTests {
  private let scratch = TemporaryDirectory()
  private let key: SecretKey

  init() throws { key = try SecretKey.make() }

  private func writer(_ manifest: BundleManifest = BundleManifest(version: 7)) throws -> BundleWriter {
    var writer = try BundleWriter(manifest)
    try writer.add("board.yaml", Array("cards: []\n".utf8))
    try writer.add("pictures/deep/logo.png", (0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    return writer
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let path = scratch.path + "/x.vitrine"
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC).writeAll(bytes)
    return path
  }

  /// What comes of a file, from its signature to its last byte.
  private func problem(_ bytes: [UInt8], keys: [PublicKey]? = nil) throws -> String? {
    let path = try file(bytes)
    let place = scratch.path + "/unpacked"
    Directory.remove(place)
    do throws(BundleProblem) {
      let bundle = try BundleFile(path)
      _ = try bundle.check(by: keys ?? [key.publicKey])
      _ = try bundle.manifest()
      try bundle.unpack(into: place)
      return nil
    } catch {
      #expect(error.kind == .bundle)
      return error.description
    }
  }

  /// An archive that is signed, whatever is in it.
  private func signed(_ archive: [UInt8]) -> [UInt8] {
    let signature = key.sign(BLAKE2b.digest(archive, size: 64), comment: "made by a test")
    return Array("\(BundleFile.mark)\n\(signature.text)".utf8) + archive
  }

  /// A walk that went into each directory would look for relative paths where it is, and so would everybody else.
  @Test func treesAreRemovedFromWhereTheProcessIs() throws {
    let tree = scratch.path + "/a"
    for path in [tree, tree + "/b", tree + "/b/c", tree + "/d"] { #expect(unsafe mkdir(path, 0o755) == 0) }
    try FileDescriptor(opening: tree + "/b/c/file", O_WRONLY | O_CREAT).writeAll([1])
    #expect(unsafe symlink("/etc", tree + "/b/link") == 0)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    #expect(unsafe getcwd(&buffer, buffer.count) != nil)
    let depth = buffer.count { $0 == 47 }
    Directory.remove(String(repeating: "../", count: depth) + tree.dropFirst())
    #expect(throws: SystemError.self) { try Directory.names(in: tree) }
    #expect(try Directory.names(in: "/etc").count > 1)
  }

  @Test func whatIsPackedIsUnpacked() throws {
    let manifest = BundleManifest(version: 42, labels: [try #require(FleetLabel("floor=2"))], canary: 12.5)
    #expect(try problem(writer(manifest).signed(by: key, comment: "c")) == nil)
    let bundle = try BundleFile(scratch.path + "/x.vitrine")
    #expect(try bundle.manifest() == manifest)
    let logo = try RegularFile.read(scratch.path + "/unpacked/pictures/deep/logo.png", limit: 1 << 20)
    #expect(logo == (0..<5000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(try RegularFile.read(scratch.path + "/unpacked/board.yaml", limit: 100) == Array("cards: []\n".utf8))
  }

  @Test func keysAreReadAsTheyAreWritten() throws {
    let again = try SecretKey(key.text)
    #expect(again.publicKey == key.publicKey)
    #expect(PublicKey(key.publicKey.text) == key.publicKey)
    #expect(PublicKey(key.publicKey.line) == key.publicKey)
    #expect(PublicKey("nonsense") == nil)
    #expect(PublicKey("") == nil)
    var damaged = Array(key.text.utf8)
    damaged[damaged.count - 20] ^= 1
    #expect(throws: BundleProblem.self) { try SecretKey(String(decoding: damaged, as: UTF8.self)) }
  }

  @Test func anyByteThatIsAnotherIsSeen() throws {
    let good = try writer().signed(by: key, comment: "version 7")
    var chance = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var bad = good
      let place = Int.random(in: 0..<bad.count, using: &chance)
      bad[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      let words = try problem(bad)
      // Of the first comment nobody has signed a word.
      let head = String(decoding: good.prefix(200), as: UTF8.self).split(separator: "\n")
      let untrusted = (head[0].utf8.count + 20)..<(head[0].utf8.count + 1 + head[1].utf8.count)
      #expect(words != nil || untrusted.contains(place), "byte \(place)")
    }
  }

  @Test func halvesAreRefused() throws {
    let good = try writer().signed(by: key, comment: "version 7")
    for count in [0, 1, 17, 100, 300, 800, good.count - 1, good.count - 600] {
      #expect(try problem(Array(good.prefix(count))) != nil, "\(count) bytes")
    }
  }

  @Test func othersSignaturesAreRefused() throws {
    let stranger = try SecretKey.make()
    let words = try problem(writer().signed(by: stranger, comment: "c"))
    #expect(words?.contains(stranger.publicKey.name) == true)
    // One bundle's signature before another one's archive.
    let first = try writer().signed(by: key, comment: "c")
    let second = try writer(BundleManifest(version: 8)).unsigned
    let head = first.prefix(first.count - (try writer().unsigned.count))
    #expect(try problem(Array(head) + second)?.contains("signature is wrong") == true)
    // The comment is signed as well.
    var text = String(decoding: head, as: UTF8.self)
    text.replace("trusted comment: c\n", with: "trusted comment: d\n", maxReplacements: 2)
    #expect(try problem(Array(text.utf8) + (try writer().unsigned))?.contains("signature is wrong") == true)
  }

  @Test func garbageIsRefused() throws {
    #expect(try problem(Array("hello".utf8)) != nil)
    #expect(try problem(signed([])) != nil)
    #expect(try problem(signed([UInt8](repeating: 0, count: 1024))) != nil)
    #expect(try problem(signed([UInt8](repeating: 65, count: 4096))) != nil)
    var chance = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...3000, using: &chance)).map { _ in UInt8.random(in: 0...255, using: &chance) }
      #expect(try problem(signed(bytes)) != nil)
    }
  }

  /// Archives that are signed and may not be unpacked: a header of ours, changed, with its sum put right.
  @Test(arguments: [
    ("../evil", "0"), ("/etc/passwd", "0"), ("a/../../b", "0"), ("a//b", "0"), ("./a", "0"), ("", "0"),
    ("a\u{1}b", "0"),
    ("link", "2"), ("hard", "1"), ("device", "3"), ("pipe", "6"), ("sparse", "S"), ("long", "L"), ("pax", "x"),
  ])
  func dangerousEntriesAreRefused(name: String, kind: String) throws {
    let archive = try writer().unsigned.dropLast(1024) + Self.header(name, kind: kind, size: 0)
    #expect(try problem(signed(Array(archive) + [UInt8](repeating: 0, count: 1024))) != nil)
    #expect(unsafe access(scratch.path + "/evil", F_OK) != 0)
  }

  @Test func bombsAreRefused() throws {
    let start = Array(try writer().unsigned.dropLast(1024))
    let end = [UInt8](repeating: 0, count: 1024)
    #expect(try problem(signed(start + Self.header("huge", kind: "0", size: 0o77_777_777_777) + end)) != nil)
    let many = (0..<5000).flatMap { Self.header("f\($0)", kind: "0", size: 0) }
    #expect(try problem(signed(start + many + end))?.contains("4096") == true)
    #expect(try problem(signed(start + Self.header("board.yaml", kind: "0", size: 0) + end))?.contains("twice") == true)
    #expect(
      try problem(signed(start + Self.header("board.yaml/x", kind: "0", size: 0) + end))?.contains("twice") == true)
  }

  @Test(arguments: [
    "", "vitrine bundle 2\nversion 1\n", "vitrine bundle 1\n", "vitrine bundle 1\nversion 0\n",
    "vitrine bundle 1\nversion -3\n", "vitrine bundle 1\nversion 99999999999999999999\n",
    "vitrine bundle 1\nversion 1e3\n", "vitrine bundle 1\nversion 1\nversion 2\n",
    "vitrine bundle 1\nversion 1\nlabel x\n", "vitrine bundle 1\nversion 1\ncanary 101\n",
    "vitrine bundle 1\nversion 1\ncanary nan\n", "vitrine bundle 1\nversion 1\nsomething new\n",
  ])
  func nonsenseInManifestsIsRefused(text: String) {
    #expect(throws: BundleProblem.self) { try BundleManifest(Array(text.utf8)) }
  }

  @Test func aTooLargeFileIsNotRead() throws {
    let path = try file(Array("vitrine bundle 1\n".utf8))
    #expect(unsafe truncate(path, off_t(BundleFile.mostBytes + 1)) == 0)
    #expect(throws: BundleProblem.self) { _ = try BundleFile(path) }
  }

  static func header(_ name: String, kind: String, size: Int) -> [UInt8] {
    guard var bytes = TarHeader(file: "x", size: 0)?.bytes else { return [] }
    bytes.replaceSubrange(0..<100, with: Array(name.utf8) + [UInt8](repeating: 0, count: 100 - name.utf8.count))
    bytes[156] = kind.utf8.first ?? 0
    let digits = String(size, radix: 8)
    bytes.replaceSubrange(124..<135, with: Array((String(repeating: "0", count: 11 - digits.count) + digits).utf8))
    bytes.replaceSubrange(148..<156, with: Array(repeating: 32, count: 8))
    let sum = String(bytes.reduce(0) { $0 + Int($1) }, radix: 8)
    bytes.replaceSubrange(148..<156, with: Array((String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8))
    return bytes
  }
}
