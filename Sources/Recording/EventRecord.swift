/// A record that was read: what happened, oldest first.
///
/// Bytes of any kind are read: blocks that are garbled cost what is in them, and are told of.
public struct EventRecord: Sendable {
  /// What it is, apart from what happened.
  public let header: RecordHeader
  /// In the order they happened.
  public private(set) var events: [RecordEvent] = []
  /// The beginning of the run is in it: nothing has had to make room yet.
  public private(set) var hasBeginning = false
  /// What could not be read, sentences for people.
  public private(set) var problems: [String] = []

  /// - Parameter bytes: of a file, or of the memory a run has left behind.
  /// - Throws: where nothing at all can be read.
  public init(_ bytes: [UInt8]) throws(RecordProblem) { try self.init(bytes, mostEvents: Self.mostEvents) }

  /// - Parameter mostEvents: about so many are read.
  package init(_ bytes: [UInt8], mostEvents: Int) throws(RecordProblem) {
    header = try RecordHeader(bytes[...])
    let blocks = Self.blocks(of: bytes, stride: Int(truncatingIfNeeded: header.stride))
    var begun: [UInt8] = []
    var expected: UInt64?
    for block in blocks.sorted(by: { $0.number < $1.number }) {
      if let expected, block.number != expected {
        problems.append("between block \(expected - 1) and block \(block.number) something is missing")
        begun.removeAll()
      }
      expected = block.number &+ 1
      read(block, &begun)
      if events.count > mostEvents {
        problems.append("it has more than \(mostEvents) events: those behind block \(block.number) are not read")
        break
      }
    }
    hasBeginning = blocks.contains { $0.number == 1 }
    guard !events.isEmpty else { throw .isEmpty }
  }

  /// The same without what is empty: what a run has left in memory, as a file.
  public static func packed(_ bytes: [UInt8]) -> [UInt8] {
    guard var header = try? RecordHeader(bytes[...]) else { return bytes }
    let blocks = blocks(of: bytes, stride: Int(truncatingIfNeeded: header.stride))
    header.stride = 0
    var packed = header.bytes
    for block in blocks.sorted(by: { $0.number < $1.number }) {
      var head = RecordEncoder(capacity: RecordRing.blockHeader)
      head.add(fixed: block.number)
      head.add(
        fixed: UInt64(truncatingIfNeeded: block.events.count + RecordRing.blockHeader)
          | (block.goesOn ? RecordRing.goesOn : 0))
      packed += head.bytes
      packed += block.events
    }
    return packed
  }

  private struct Block {
    var number: UInt64
    var events: ArraySlice<UInt8>
    /// It begins with the rest of an event of the block before.
    var goesOn: Bool
  }

  private static func blocks(of bytes: [UInt8], stride: Int) -> [Block] {
    var blocks: [Block] = []
    var place = RecordHeader.size
    while place + RecordRing.blockHeader <= bytes.count {
      var decoder = RecordDecoder(bytes[place...])
      guard let number = try? decoder.fixed(), let size = try? decoder.fixed() else { break }
      let used = Int(truncatingIfNeeded: size & 0xFFFF_FFFF)
      let isSane = number > 0 && number < 1 << 44 && (RecordRing.blockHeader...RecordRing.blockSize).contains(used)
      if isSane {
        let end = min(place + used, bytes.count)
        blocks.append(
          Block(
            number: number, events: bytes[(place + RecordRing.blockHeader)..<end], goesOn: size & RecordRing.goesOn != 0
          ))
      }
      if stride > 0 {
        place += max(stride, RecordRing.blockHeader)
      } else if isSane {
        place += used
      } else {
        break
      }
    }
    return blocks
  }

  private mutating func read(_ block: Block, _ begun: inout [UInt8]) {
    var decoder = RecordDecoder(block.events)
    // Its beginning has made room, or is garbled: what is left of it would be taken for another event.
    var isLost = block.goesOn && begun.isEmpty
    while decoder.remaining > 0 {
      guard let byte = try? decoder.byte(), let kind = RecordKind(rawValue: byte), let payload = Self.payload(&decoder)
      else {
        problems.append("block \(block.number) is garbled \(decoder.remaining) bytes before its end")
        begun.removeAll()
        return
      }
      if isLost {
        isLost = kind == .part
        continue
      }
      if kind == .part {
        // No event is as long as this: it is not one.
        if begun.count + payload.count <= Self.longestEvent { begun += payload }
      } else if begun.isEmpty {
        events.append(RecordEvent(kind, payload))
      } else {
        begun += payload
        events.append(RecordEvent(kind, begun[...]))
        begun = []
      }
    }
  }

  /// So many are read, which is more than hours of them: each takes some memory, however short it is.
  private static let mostEvents = 1 << 24

  /// Bytes of an event: a picture of a large panel.
  private static let longestEvent = 1 << 28

  private static func payload(_ decoder: inout RecordDecoder) -> ArraySlice<UInt8>? {
    guard let length = try? decoder.unsigned(), length <= UInt64(truncatingIfNeeded: decoder.remaining) else {
      return nil
    }
    return try? decoder.bytes(Int(truncatingIfNeeded: length))
  }
}
