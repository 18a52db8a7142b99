import Numbers

/// What an event of a record is of; the byte it begins with.
public enum RecordKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A frame loop begins: its display, its scale, its colours.
  case begin = 1
  /// It takes a turn, at this time.
  case turn
  /// It has read its clock.
  case clock
  /// Its thread had waited for something else than the processor.
  case waited
  /// Its display can show frames, or cannot any more.
  case active
  /// Something has happened to its display.
  case change
  /// A frame is on the glass.
  case flip
  /// A finger, a wheel, a key.
  case input
  /// A message from the queues.
  case message
  /// A frame was described and handed over: what of, as hashes.
  case frame
  /// Everything on the display was forgotten.
  case reset
  /// Why a frame was late or missed.
  case verdict
  /// Which board is on show, and in which look, as hashes.
  case board
  /// Something that is no input, for whoever looks at the record: why it was kept, work behind the glass.
  case note
  /// A piece of the next event, which is longer than a block.
  case part
  /// Nothing moves, and this is what everything is: what follows can be played from here.
  case rest
  /// From here to the next moment of rest the panel may show something else than a replay: of codes not everything was written down.
  case doubt
}

/// One event of a record.
public struct RecordEvent: Sendable, Hashable {
  /// What it is of.
  public var kind: RecordKind
  /// What it holds, for a `RecordDecoder`.
  public var payload: ArraySlice<UInt8>

  /// For the parameters see the properties.
  public init(_ kind: RecordKind, _ payload: ArraySlice<UInt8>) { (self.kind, self.payload) = (kind, payload) }
}

/// What a record is, apart from what happened.
public struct RecordHeader: Sendable, Hashable {
  /// "VITRINE" and a byte no text has.
  static let magic: [UInt8] = Array("VITRINE".utf8) + [0x1A]
  /// Of this format.
  public static let version: UInt32 = 7
  /// All that are read: those before had nothing that means something else now.
  static let versions: ClosedRange<UInt32> = 2...version
  /// Up to this one a loop took another turn after each frame, and the messages there.
  package static let lastOfTwoTurns: UInt32 = 3
  /// Up to this one what rested on the glass kept fingers from tapping, a question that was answered kept all until it was out of
  /// sight, and pages lay from left to right on boards that are read from the right.
  package static let lastOfOldHands: UInt32 = 5
  /// Up to this one a finger that rolled 12 dp left its key, what trembled where it lay was taken for somebody, and of a finger whose
  /// device nothing was known of a flick had to be reported every 40 ms.
  package static let lastOfStiffHands: UInt32 = 6
  /// Bytes it takes in a file.
  public static let size = 64

  /// Of the program that wrote it.
  package var version = RecordHeader.version
  /// Tells this run from others.
  public var session: UInt64
  /// Seconds since 1970 at which the monotonic clock showed `monotonic`.
  public var wall: Double
  /// Nanoseconds on the monotonic clock.
  public var monotonic: Int64
  /// Texts and pictures are in it.
  public var hasContent: Bool
  /// The run has ended as it was meant to.
  public var isClosed = false
  /// Bytes from one block to the next; 0 where each follows the one before it.
  var stride: UInt32 = 0

  /// For the parameters see the properties.
  public init(session: UInt64, wall: Double, monotonic: Int64, hasContent: Bool) {
    (self.session, self.wall, self.monotonic, self.hasContent) = (session, wall, monotonic, hasContent)
  }

  /// As it stands at the beginning of a file.
  var bytes: [UInt8] {
    var encoder = RecordEncoder(capacity: Self.size)
    for byte in Self.magic { encoder.add(byte: byte) }
    encoder.add(fixed: UInt64(version) | UInt64(stride) << 32)
    encoder.add(fixed: session)
    encoder.add(fixed: wall.bitPattern)
    encoder.add(fixed: UInt64(bitPattern: monotonic))
    encoder.add(hasContent)
    encoder.add(isClosed)
    return encoder.bytes + [UInt8](repeating: 0, count: Self.size - encoder.bytes.count)
  }

  /// Whether a file begins as a record does.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Reads one at the beginning of a file; further bytes do not matter.
  package init(_ bytes: ArraySlice<UInt8>) throws(RecordProblem) {
    guard bytes.count >= Self.magic.count, bytes.starts(with: Self.magic) else { throw .notARecord }
    var decoder = RecordDecoder(bytes.dropFirst(Self.magic.count))
    guard let numbers = try? decoder.fixed() else { throw .isTruncated(bytes.count) }
    let version = UInt32(truncatingIfNeeded: numbers)
    guard Self.versions.contains(version) else { throw .otherVersion(version) }
    guard bytes.count >= Self.size, let session = try? decoder.fixed(), let wall = try? decoder.fixed(),
      let monotonic = try? decoder.fixed(), let hasContent = try? decoder.byte(), let isClosed = try? decoder.byte()
    else { throw .isTruncated(bytes.count) }
    self.init(
      session: session, wall: Double(bitPattern: wall), monotonic: Int64(bitPattern: monotonic),
      hasContent: hasContent != 0)
    self.isClosed = isClosed != 0
    self.version = version
    stride = UInt32(truncatingIfNeeded: numbers >> 32)
  }
}

/// Why a file is no record that can be read.
public enum RecordProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// It does not begin as one.
  case notARecord
  /// It is of another version of the format.
  case otherVersion(UInt32)
  /// It ends within its header, after so many bytes.
  case isTruncated(Int)
  /// Not one event of it can be read.
  case isEmpty

  /// A sentence for people.
  public var description: String {
    switch self {
    case .notARecord: "this is no record of Vitrine: `vitrine ctl record -o bug.vrec` writes one"
    case .otherVersion(let version):
      "this record is of format \(version), and this program reads up to \(RecordHeader.version): use the version that wrote it"
    case .isTruncated(let count): "the file ends after \(count) bytes, within its header: copy it again"
    case .isEmpty: "nothing is in this record: the kiosk had not begun, or all of it is garbled"
    }
  }
}
