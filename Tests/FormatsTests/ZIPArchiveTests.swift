import CZlib
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

@Test(arguments: [text, [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0xFF, count: 18)])
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

/// As Python's zipfile wrote it: deflated, and a comment that looks like the record it follows.
private let fromElsewhere: [UInt8] = [
  0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x50, 0x42, 0x7D, 0xA8, 0x4A,
  0x16, 0x00, 0x00, 0x00, 0x30, 0x02, 0x00, 0x00, 0x0D, 0x00, 0x00, 0x00, 0x6D, 0x61, 0x6E, 0x69, 0x66, 0x65,
  0x73, 0x74, 0x2E, 0x6A, 0x73, 0x6F, 0x6E, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0x48, 0x2C, 0x4A, 0xCE,
  0xC8, 0x2C, 0x4B, 0xCD, 0x18, 0xE5, 0x8D, 0xF2, 0xF0, 0xF2, 0x00, 0x50, 0x4B, 0x01, 0x02, 0x14, 0x03, 0x14,
  0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x50, 0x42, 0x7D, 0xA8, 0x4A, 0x16, 0x00, 0x00, 0x00, 0x30,
  0x02, 0x00, 0x00, 0x0D, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00,
  0x00, 0x00, 0x00, 0x6D, 0x61, 0x6E, 0x69, 0x66, 0x65, 0x73, 0x74, 0x2E, 0x6A, 0x73, 0x6F, 0x6E, 0x50, 0x4B,
  0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x3B, 0x00, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00,
  0x17, 0x00, 0x50, 0x4B, 0x05, 0x06, 0x20, 0x62, 0x79, 0x20, 0x61, 0x6E, 0x6F, 0x74, 0x68, 0x65, 0x72, 0x20,
  0x70, 0x72, 0x6F, 0x67, 0x72, 0x61, 0x6D,
]

@Test func archivesOfOthersAreRead() throws {
  let archive = try ZIPArchive(fromElsewhere)
  #expect(archive.names == ["manifest.json"])
  #expect(try archive.file("manifest.json", limit: 1000) == [[UInt8]](repeating: text, count: 40).flatMap(\.self))
}

/// Deflated by zlib without a head of its own.
private func deflated(_ name: String, _ bytes: [UInt8]) -> StoredZIP.File {
  var stream = unsafe z_stream()
  let size = unsafe Int32(MemoryLayout<z_stream>.size)
  let started = unsafe deflateInit2_(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
  precondition(started == Z_OK, "zlib does not start")
  defer { unsafe _ = deflateEnd(&stream) }
  var input = bytes
  var packed = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(bytes.count))))
  unsafe input.withUnsafeMutableBufferPointer { input in
    unsafe packed.withUnsafeMutableBufferPointer { output in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = UInt32(input.count)
      unsafe stream.next_out = output.baseAddress
      unsafe stream.avail_out = UInt32(output.count)
      unsafe _ = deflate(&stream, Z_FINISH)
    }
  }
  var file = StoredZIP.File(name, bytes)
  file.packed = Array(packed.dropLast(Int(unsafe stream.avail_out)))
  file.method = 8
  return file
}

private func reading(_ file: StoredZIP.File, limit: Int = 1 << 20) throws(FormatError) -> [UInt8]? {
  try ZIPArchive(StoredZIP.archive([file])).file(file.name, limit: limit)
}

/// The second is written by who does not know its size before: it stands behind the data.
@Test(arguments: [UInt16(0), 8], [0, 1, 14, 70_000])
func deflatedFilesComeOut(flags: UInt16, size: Int) throws {
  let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
  var file = deflated("a", bytes)
  file.flags = flags
  #expect(try reading(file) == bytes)
}

/// A megabyte of nothing is a kilobyte. What is let in is what it says it is, and what it says is within the limit.
@Test func bombsAreRefused() {
  let zeros = [UInt8](repeating: 0, count: 1 << 20)
  var bomb = deflated("b", zeros)
  #expect(bomb.packed.count < 1100)
  #expect(throws: FormatError("\"b\" in it is larger than 976 kB")) { try reading(bomb, limit: 1_000_000) }
  bomb.size = 1000
  #expect(
    throws: FormatError("\"b\" in it cannot be read: it is damaged: it does not unpack to the 1000 bytes it says")
  ) {
    try reading(bomb, limit: 1_000_000)
  }
  // Room is not made for what cannot be: four gigabytes, said of a hundred bytes.
  var boast = deflated("c", Array(zeros.prefix(90_000)))
  boast.size = .max
  let problem = #expect(throws: FormatError.self) { try reading(boast, limit: .max) }
  #expect(problem?.description.contains("bytes cannot unpack to 4294967295") == true)
}

/// The same data under ten thousand names is as much as one of them.
@Test func manyNamesOfOneFileAreOneFile() throws {
  let archive = try ZIPArchive(
    StoredZIP.archive((0..<10_000).map { deflated("\($0)", text) }))
  #expect(archive.names.count == 1_000)
  #expect(try archive.file("9999", limit: 100) == text)
}

@Test(arguments: ["../a", "/a", "a/../../b", "..", "", "folder/"])
func namesThatLeadOutAreNoFiles(name: String) throws {
  let archive = try ZIPArchive(StoredZIP.archive([(name, text), ("a..b/.c", text)]))
  #expect(archive.names == ["a..b/.c"])
  #expect(try archive.file(name, limit: 100) == nil)
}

@Test func whatCannotBeUnpackedSaysWhy() {
  var file = StoredZIP.File("a", text)
  file.flags = 1
  #expect(throws: FormatError("\"a\" in it cannot be read: it is encrypted")) { try reading(file) }
  file.flags = 0
  file.method = 12
  #expect(throws: FormatError("\"a\" in it cannot be read: it is packed by method 12; only deflate is read")) {
    try reading(file)
  }
  file.method = 0
  file.checksum ^= 1
  #expect(throws: FormatError("\"a\" in it cannot be read: it is damaged: its checksum is wrong")) { try reading(file) }
  file.size -= 1
  #expect(throws: FormatError("\"a\" in it cannot be read: it is damaged: its two sizes differ")) { try reading(file) }
}

/// Its own head and the directory must say the same, and its data lie in the archive.
@Test func headsThatDifferAreRefused() throws {
  let whole = StoredZIP.archive([("a", text)])
  for place in [0, 6, 8, 14, 18, 22, 26, 30] {
    var bytes = whole
    bytes[place] ^= 0x40
    let archive = try ZIPArchive(bytes)
    #expect(throws: FormatError("\"a\" in it cannot be read: it is damaged: its own head differs from the directory")) {
      try archive.file("a", limit: 100)
    }
  }
}

@Test func commentsMayEndAnArchive() throws {
  for length in [1, 22, 65_535] {
    let bytes = StoredZIP.archive([StoredZIP.File("a", text)], comment: [UInt8](repeating: 7, count: length))
    #expect(try ZIPArchive(bytes).file("a", limit: 100) == text)
    #expect(throws: FormatError("not a ZIP archive: it has no directory at its end")) {
      _ = try ZIPArchive(bytes + [0])
    }
  }
}

/// Deflated data with a few bytes changed, under heads that are whole: what comes out is right or refused.
@Test func damagedDataIsReadOrRefused() {
  let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
  let whole = deflated("a", bytes)
  var random = SplitMix64(seed: 8)
  var refused = 0
  for _ in 0..<2000 {
    var file = whole
    let place = Int.random(in: 0..<file.packed.count, using: &random)
    file.packed[place] = UInt8.random(in: 0...255, using: &random)
    if Bool.random(using: &random) { file.packed.removeLast(Int.random(in: 0..<file.packed.count, using: &random)) }
    do throws(FormatError) { #expect(try reading(file) == bytes) } catch { refused += 1 }
  }
  #expect(refused > 1900)
}
