import Glibc
import Numbers
import Synchronization

/// The last minutes of events, in memory of a fixed size: the oldest block of them makes room for the newest.
///
/// One thread appends and never waits, takes no lock and no memory; any other may copy meanwhile. An event is in one block, or in parts in
/// several, so that each block can be read without those before it. Memory that is a file's outlives the process, whatever ends it.
@safe
public final class RecordRing: @unchecked Sendable {
  // @unchecked: one thread appends; others read what it has published, and drop what was written anew meanwhile.

  /// Bytes of a block with its header.
  public static let blockSize = 1 << 16
  /// Bytes before a block's events: its number, how many bytes of it are used, flags.
  static let blockHeader = 16
  /// The flag, beside the bytes used, of a block that goes on with an event of the one before: where that is lost, so is the event.
  static let goesOn: UInt64 = 1 << 32
  /// Of all of it, unless told otherwise: five minutes of a panel that is never at rest.
  public static let usualSize = RecordHeader.size + 107 * blockSize

  /// Of the beginning of the memory.
  public let header: RecordHeader
  private let memory: UnsafeMutableRawBufferPointer
  private let release: @Sendable () -> Void
  private let blocks: Int
  /// Number of the block that is appended to, from 1.
  private var number: UInt64 = 0
  private var used = RecordRing.blockSize
  private var flags: UInt64 = 0
  /// Number of the block and bytes used of it, for whoever copies.
  private let published = Atomic<UInt64>(0)

  /// - Parameters:
  ///   - memory: at least a header and two blocks, all of it zero. To zero it here would be a fiftieth of a start.
  ///   - release: gives the memory back.
  public init(memory: UnsafeMutableRawBufferPointer, header: RecordHeader, release: @escaping @Sendable () -> Void) {
    precondition(memory.count >= RecordHeader.size + 2 * Self.blockSize, "a ring has two blocks at least")
    unsafe self.memory = memory
    self.release = release
    blocks = (memory.count - RecordHeader.size) / Self.blockSize
    var header = header
    header.stride = UInt32(truncatingIfNeeded: Self.blockSize)
    self.header = header
    unsafe memory.copyBytes(from: header.bytes)
  }

  /// A ring in memory of the process.
  public convenience init(size: Int = RecordRing.usualSize, header: RecordHeader) {
    let size = max(size, RecordHeader.size + 2 * Self.blockSize)
    guard let address = unsafe calloc(size, 1) else { preconditionFailure("no memory for what is written down") }
    nonisolated(unsafe) let memory = unsafe UnsafeMutableRawBufferPointer(start: address, count: size)
    unsafe self.init(memory: memory, header: header) { unsafe free(memory.baseAddress) }
  }

  deinit { release() }

  // MARK: The thread that appends

  /// Appends an event.
  public func append(_ kind: RecordKind, _ payload: borrowing RecordEncoder) {
    var rest = payload.count
    // Bytes until the event that has been begun is full.
    var missing = begin(kind, rest: rest, isFirst: true)
    for index in payload.pieces {
      var piece = payload.piece(index)
      while !piece.isEmpty {
        if missing == 0 {
          publishEvent()
          missing = begin(kind, rest: rest, isFirst: false)
        }
        let part = piece.prefix(missing)
        write(part)
        missing -= part.count
        rest -= part.count
        piece = piece.dropFirst(part.count)
      }
    }
    publishEvent()
  }

  /// Begins an event, or the next part of one that is longer than a block.
  ///
  /// - Parameters:
  ///   - rest: bytes that are still to be written of it.
  ///   - isFirst: none was written before.
  /// - Returns: how many of them go into what was begun.
  private func begin(_ kind: RecordKind, rest: Int, isFirst: Bool) -> Int {
    // A kind and a length that takes five bytes at most.
    let head = 6
    let isPart = rest > Self.blockSize - Self.blockHeader - head
    if used + head + (isPart ? 1 : rest) > Self.blockSize { beginBlock(goesOn: !isFirst) }
    let count = isPart ? Self.blockSize - used - head : rest
    begin(isPart ? .part : kind, count: count)
    return count
  }

  private func beginBlock(goesOn: Bool) {
    number += 1
    used = Self.blockHeader
    flags = goesOn ? Self.goesOn : 0
    let start = self.start(of: number)
    // What others read of it from now on is nothing, until it is published.
    unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: start, as: UInt64.self)
    unsafe memory.storeBytes(of: flags.littleEndian, toByteOffset: start + 8, as: UInt64.self)
    publish()
  }

  /// An event's kind and its length; nobody sees it before all of it is there.
  private func begin(_ kind: RecordKind, count: Int) {
    let start = self.start(of: number)
    var place = start + used
    unsafe memory.storeBytes(of: kind.rawValue, toByteOffset: place, as: UInt8.self)
    place += 1
    var length = count
    while length >= 0x80 {
      unsafe memory.storeBytes(of: UInt8(truncatingIfNeeded: length) | 0x80, toByteOffset: place, as: UInt8.self)
      place += 1
      length >>= 7
    }
    unsafe memory.storeBytes(of: UInt8(truncatingIfNeeded: length), toByteOffset: place, as: UInt8.self)
    used = place + 1 - start
  }

  private func write(_ bytes: ArraySlice<UInt8>) {
    let place = start(of: number) + used
    // Fits: whoever calls has looked at what is left of the block.
    unsafe memory.baseAddress.map { base in
      unsafe bytes.withUnsafeBytes { bytes in
        if let first = bytes.baseAddress { unsafe (base + place).copyMemory(from: first, byteCount: bytes.count) }
      }
    }
    used += bytes.count
  }

  private func publishEvent() {
    unsafe memory.storeBytes(
      of: UInt32(truncatingIfNeeded: used).littleEndian, toByteOffset: start(of: number) + 8, as: UInt32.self)
    publish()
  }

  private func publish() {
    published.store(number << 20 | UInt64(truncatingIfNeeded: used), ordering: .releasing)
  }

  private func start(of number: UInt64) -> Int {
    RecordHeader.size + Int(truncatingIfNeeded: (number &- 1) % UInt64(truncatingIfNeeded: blocks)) * Self.blockSize
  }

  // MARK: Anybody

  /// The run ends as it was meant to: what is left behind is no sign of a crash.
  public func close() {
    var header = header
    header.isClosed = true
    unsafe memory.copyBytes(from: header.bytes)
  }

  /// What is in it, as the bytes of a file; any thread.
  public func copy() -> [UInt8] {
    var header = header
    header.stride = 0
    var bytes = header.bytes
    let begun = published.load(ordering: .acquiring)
    let last = begun >> 20
    guard last > 0 else { return bytes }
    bytes.reserveCapacity(unsafe memory.count)
    let first = last > UInt64(truncatingIfNeeded: blocks) ? last - UInt64(truncatingIfNeeded: blocks) + 1 : 1
    var ends: [(number: UInt64, end: Int)] = []
    for number in first...last {
      let start = start(of: number)
      let stored = UInt64(littleEndian: unsafe memory.load(fromByteOffset: start + 8, as: UInt64.self))
      let size = Int(truncatingIfNeeded: number == last ? begun & 0xFFFFF : stored & 0xFFFF_FFFF)
      guard (Self.blockHeader...Self.blockSize).contains(size) else { continue }
      var head = RecordEncoder(capacity: Self.blockHeader)
      head.add(fixed: number)
      head.add(fixed: UInt64(truncatingIfNeeded: size) | stored & Self.goesOn)
      bytes += head.bytes
      unsafe bytes.append(contentsOf: memory[(start + Self.blockHeader)..<(start + size)])
      ends.append((number, bytes.count))
    }
    // Blocks that were begun anew while they were copied are of two times.
    let now = published.load(ordering: .acquiring) >> 20
    let oldest = now >= UInt64(truncatingIfNeeded: blocks) ? now - UInt64(truncatingIfNeeded: blocks) + 1 : 1
    let lost = ends.last { $0.number < oldest }?.end ?? RecordHeader.size
    bytes.removeSubrange(RecordHeader.size..<lost)
    return bytes
  }
}
