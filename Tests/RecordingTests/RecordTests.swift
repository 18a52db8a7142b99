import Recording
import Seeded
import Testing

private let header = RecordHeader(session: 7, wall: 1_778_262_120, monotonic: 5_000, hasContent: false)

/// A ring with numbered events of random sizes, some longer than a block.
private func fill(_ ring: RecordRing, _ count: Int, _ random: inout SplitMix64, longest: Int = 90) {
  var encoder = RecordEncoder()
  for number in 0..<count {
    encoder.removeAll()
    encoder.add(number)
    let size = Int.random(in: 0...longest, using: &random)
    encoder.add((0..<size).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31) })
    ring.append(.turn, encoder)
  }
}

private func numbers(_ record: EventRecord) throws -> [Int] {
  try record.events.map { event in
    var decoder = RecordDecoder(event.payload)
    let number = try decoder.signed()
    let bytes = try decoder.list()
    #expect(zip(0..., bytes).allSatisfy { UInt8(truncatingIfNeeded: $0.0 &* 31) == $0.1 })
    #expect(decoder.remaining == 0)
    return number
  }
}

/// Long lists are lent to an encoder and not copied: what comes out is the same, wherever they stand.
@Test func whatIsLentIsWrittenInItsPlace() throws {
  var random = SplitMix64(seed: 11)
  let ring = RecordRing(size: 1 << 24, header: header)
  var encoder = RecordEncoder()
  var wanted: [[[UInt8]]] = []
  for _ in 0..<60 {
    encoder.removeAll()
    let lists = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      let size = Int.random(in: 0...[3, 5_000, 150_000][Int.random(in: 0...2, using: &random)], using: &random)
      return (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ size) }
    }
    var plain: [UInt8] = []
    for list in lists {
      var length = RecordEncoder()
      length.add(list.count)
      plain += length.bytes + list
      encoder.add(list)
    }
    #expect(encoder.bytes == plain && encoder.count == plain.count)
    ring.append(.turn, encoder)
    wanted.append(lists)
  }
  let found = try EventRecord(ring.copy()).events.map { event in
    var decoder = RecordDecoder(event.payload)
    var lists: [[UInt8]] = []
    while decoder.remaining > 0 { lists.append(Array(try decoder.list())) }
    return lists
  }
  #expect(found == wanted)
}

@Test(arguments: [0, 1, -1, 63, -64, 64, .max, .min, 1 << 40])
func numbersComeBack(number: Int) throws {
  var encoder = RecordEncoder()
  encoder.add(number)
  encoder.add(UInt64(bitPattern: Int64(number)))
  encoder.add(Double(number))
  var decoder = RecordDecoder(encoder.bytes[...])
  #expect(try decoder.signed() == number)
  #expect(try decoder.unsigned() == UInt64(bitPattern: Int64(number)))
  #expect(try decoder.double() == Double(number))
  #expect(decoder.remaining == 0)
}

@Test(arguments: [0.0, -0.0, 0.1, .infinity, 1e300, .leastNonzeroMagnitude, 240.5])
func realNumbersComeBackToTheBit(number: Double) throws {
  var encoder = RecordEncoder()
  encoder.add(number)
  var decoder = RecordDecoder(encoder.bytes[...])
  #expect(try decoder.double().bitPattern == number.bitPattern)
}

@Test(arguments: [(1, 90), (500, 90), (20_000, 90), (40, 200_000)])
func whatIsWrittenIsRead(count: Int, longest: Int) throws {
  var random = SplitMix64(seed: UInt64(count))
  let ring = RecordRing(size: 1 << 24, header: header)
  fill(ring, count, &random, longest: longest)
  let record = try EventRecord(ring.copy())
  #expect(try numbers(record) == Array(0..<count))
  #expect(record.hasBeginning)
  #expect(record.problems.isEmpty)
  #expect(record.header.session == 7)
  #expect(record.header.wall == 1_778_262_120)
}

@Test func theOldestMakesRoom() throws {
  var random = SplitMix64(seed: 3)
  let ring = RecordRing(size: RecordHeader.size + 4 * RecordRing.blockSize, header: header)
  fill(ring, 30_000, &random)
  let record = try EventRecord(ring.copy())
  let kept = try numbers(record)
  #expect(!record.hasBeginning)
  #expect(kept.last == 29_999)
  #expect(kept == Array((kept.first ?? 0)...29_999))
  // Three whole blocks at least.
  #expect(ring.copy().count > 3 * RecordRing.blockSize)
}

/// Of an event that is longer than what is kept of it nothing is taken for another one.
@Test(arguments: [70_000, 200_000, 600_000]) func ofALongEventAllIsKeptOrNothing(longest: Int) throws {
  var random = SplitMix64(seed: UInt64(longest))
  var encoder = RecordEncoder()
  let ring = RecordRing(size: RecordHeader.size + 12 * RecordRing.blockSize, header: header)
  var whole = 0
  for number in 0..<400 {
    encoder.removeAll()
    encoder.add(number)
    let size = Int.random(in: 0...longest, using: &random)
    encoder.add((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    ring.append(.turn, encoder)
    guard let record = try? EventRecord(ring.copy()) else { continue }
    let kept = try numbers(record)
    #expect(kept.last.map { $0 == number } ?? true)
    #expect(kept == Array((kept.first ?? 0)..<((kept.first ?? 0) + kept.count)))
    whole = max(whole, kept.count)
  }
  #expect(whole > 2)
}

/// Where a block in the middle is missing, the event that went through it is, and no other.
@Test func whatWentThroughAMissingBlockIsMissing() throws {
  var random = SplitMix64(seed: 21)
  let ring = RecordRing(size: 1 << 24, header: header)
  fill(ring, 60, &random, longest: 150_000)
  let bytes = ring.copy()
  var places: [Int] = []
  var place = RecordHeader.size
  while place < bytes.count {
    places.append(place)
    var decoder = RecordDecoder(bytes[(place + 8)...])
    place += Int(truncatingIfNeeded: try decoder.fixed() & 0xFFFF_FFFF)
  }
  for (turn, start) in places.enumerated().dropFirst() {
    let end = places.indices.contains(turn + 1) ? places[turn + 1] : bytes.count
    let record = try EventRecord(Array(bytes[..<start] + bytes[end...]))
    let kept = try numbers(record)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count && kept.count >= 56, "without block \(turn)")
  }
}

@Test func aMillionEventsAreRead() throws {
  let ring = RecordRing(size: 1 << 24, header: header)
  var encoder = RecordEncoder()
  for number in 0..<1_000_000 {
    encoder.removeAll()
    encoder.add(number)
    ring.append(.clock, encoder)
  }
  #expect(try EventRecord(ring.copy()).events.count == 1_000_000)
}

@Test func ofTooManyEventsTheFirstAreRead() throws {
  var random = SplitMix64(seed: 4)
  let ring = RecordRing(size: 1 << 24, header: header)
  fill(ring, 20_000, &random)
  let record = try EventRecord(ring.copy(), mostEvents: 5_000)
  #expect(record.events.count > 5_000 && record.events.count < 10_000)
  #expect(try numbers(record) == Array(0..<record.events.count))
  #expect(
    record.problems.count == 1 && record.problems[0].hasPrefix("it has more than 5000 events: those behind block "))
}

@Test func whatARunHasLeftInMemoryIsReadAndPacked() throws {
  let size = RecordHeader.size + 5 * RecordRing.blockSize
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  defer { unsafe memory.deallocate() }
  var random = SplitMix64(seed: 9)
  var ring: RecordRing? = unsafe RecordRing(memory: memory, header: header, release: {})
  fill(ring!, 2_000, &random)
  let copy = try EventRecord(ring!.copy())
  ring = nil
  let left = unsafe Array(memory)
  let record = try EventRecord(left)
  #expect(record.events == copy.events)
  #expect(!record.header.isClosed)
  let packed = EventRecord.packed(left)
  #expect(packed.count < left.count)
  #expect(try EventRecord(packed).events == copy.events)
}

@Test func aRunThatHasEndedIsToldFromOneThatHasNot() throws {
  let size = RecordHeader.size + 2 * RecordRing.blockSize
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
  unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  defer { unsafe memory.deallocate() }
  let ring = unsafe RecordRing(memory: memory, header: header, release: {})
  ring.append(.note, RecordEncoder())
  ring.close()
  #expect(try EventRecord(unsafe Array(memory)).header.isClosed)
}

@Test func foreignFilesAreRefusedInWords() throws {
  #expect(throws: RecordProblem.notARecord) { try EventRecord([]) }
  #expect(throws: RecordProblem.notARecord) { try EventRecord(Array("board: Harbour\n".utf8)) }
  let ring = RecordRing(size: 1 << 20, header: header)
  #expect(throws: RecordProblem.isEmpty) { try EventRecord(ring.copy()) }
  ring.append(.note, RecordEncoder())
  let whole = ring.copy()
  #expect(throws: RecordProblem.isTruncated(20)) { try EventRecord(Array(whole[..<20])) }
  var other = whole
  other[8] = 99
  #expect(throws: RecordProblem.otherVersion(99)) { try EventRecord(other) }
  #expect("\(RecordProblem.otherVersion(99))".contains("format 99"))
  // What the last version wrote is read, too.
  other[8] = UInt8(RecordHeader.version - 1)
  #expect(try EventRecord(other).events.count == 1)
}

/// Cut anywhere, changed anywhere: what is read is a part of what was written, or it is refused.
@Test(arguments: 0..<200)
func garbledRecordsEndNothing(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let ring = RecordRing(size: 1 << 20, header: header)
  fill(ring, 3_000, &random)
  var bytes = ring.copy()
  if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
  for _ in 0..<Int.random(in: 0...40, using: &random) where !bytes.isEmpty {
    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
  }
  guard let record = try? EventRecord(bytes) else { return }
  for event in record.events {
    var decoder = RecordDecoder(event.payload)
    while decoder.remaining > 0 {
      switch Int.random(in: 0...6, using: &random) {
      case 0: _ = try? decoder.byte()
      case 1: _ = try? decoder.signed()
      case 2: _ = try? decoder.double()
      case 3: _ = try? decoder.list()
      case 4: _ = try? decoder.text()
      case 5: _ = try? decoder.fixed()
      default: _ = try? decoder.count()
      }
    }
  }
}
