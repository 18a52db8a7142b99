import Formats
import TestSupport
import Testing

private let text = Array("hello, archive".utf8)

@Test func filesComeOutAsTheyWentIn() throws {
  let archive = try ZIPArchive(
    StoredZIP.archive([("manifest.json", text), ("a/empty", []), ("a/größer", Array(0...255))]))
  #expect(try archive.file("manifest.json", limit: 100) == text)
  #expect(try archive.file("a/empty", limit: 100) == [])
  #expect(try archive.file("a/größer", limit: 256) == Array(0...255))
  #expect(try archive.file("a/none", limit: 100) == nil)
}

@Test func aFileLargerThanItMayBeIsRefused() throws {
  let archive = try ZIPArchive(StoredZIP.archive([("a.json", [UInt8](repeating: 32, count: 200_000))]))
  #expect(throws: FormatError("\"a.json\" in it is larger than 97 kB")) { try archive.file("a.json", limit: 100_000) }
}

@Test(arguments: [[], text, [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0xFF, count: 18)])
func whatIsNoArchiveIsRefused(bytes: [UInt8]) {
  let problem = #expect(throws: FormatError.self) { _ = try ZIPArchive(bytes) }
  #expect(problem?.description.hasPrefix("not a ZIP archive: ") == true)
}

/// However an archive is damaged, what comes out of it is right or refused.
@Test func damagedArchivesAreReadOrRefused() throws {
  let whole = StoredZIP.archive([("manifest.json", text), ("a/b.json", text + text)])
  var random = SplitMix64(seed: 5)
  var read = 0
  for _ in 0..<3000 {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    do throws(FormatError) {
      let archive = try ZIPArchive(bytes)
      guard let found = try archive.file("manifest.json", limit: 1000) else { continue }
      // Its checksum vouches for it.
      #expect(found == text)
      read += 1
    } catch {}
  }
  #expect(read > 100)
}
