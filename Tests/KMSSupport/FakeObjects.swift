import Compositor
public import KMS
public import Panel
public import Scene

extension VideoMode {
  /// A mode with blanking of a fixed size and the clock that gives the rate.
  public static func fake(_ width: Int, _ height: Int, hertz: Double = 60, isPreferred: Bool = false) -> VideoMode {
    let total = (width: width + 128, height: height + 45)
    return VideoMode(
      clock: UInt32((Double(total.width * total.height) * hertz / 1000).rounded()),
      horizontal: Timing(
        active: UInt16(width), syncStart: UInt16(width + 40), syncEnd: UInt16(width + 88), total: UInt16(total.width)),
      vertical: Timing(
        active: UInt16(height), syncStart: UInt16(height + 13), syncEnd: UInt16(height + 16),
        total: UInt16(total.height)),
      claimedRefresh: UInt32(hertz), type: isPreferred ? 8 : 0, name: "\(width)x\(height)")
  }
}

/// A socket for a panel, and what is plugged into it.
public final class FakeConnector {
  public let id: UInt32
  public var kind: ConnectorKind
  public var index: UInt32
  public var connection: Connector.Connection
  public var modes: [VideoMode]
  public var isNonDesktop = false
  public var panelOrientation: String?
  public var edid: [UInt8] = []
  public var tile: String?
  public var isLinkBad = false
  public var possibleCRTCs: UInt32 = 0b11
  /// What feeds it; 0 for nothing.
  public var crtc: UInt32 = 0

  public init(
    id: UInt32 = 50, kind: ConnectorKind = .dsi, index: UInt32 = 1, connection: Connector.Connection = .connected,
    modes: [VideoMode] = [.fake(64, 40, isPreferred: true)]
  ) {
    self.id = id
    self.kind = kind
    self.index = index
    self.connection = connection
    self.modes = modes
  }

  var encoder: UInt32 { id + 100 }

  public func unplug() {
    connection = .disconnected
    modes = []
  }

  public func plug(_ modes: [VideoMode], edid: [UInt8] = []) {
    connection = .connected
    self.modes = modes
    self.edid = edid
  }
}

public final class FakeCRTC {
  public let id: UInt32
  public var mode: VideoMode?
  /// Scans out; an inactive one keeps its mode.
  public internal(set) var isActive = true
  public var framebuffer: UInt32 = 0
  /// What the planes lay on it, from below; none when the framebuffer is all of it.
  var layers: [FakeLayer] = []
  var pending: PendingFlip?
  /// What the picture was when it came on the glass, to see whether somebody draws on the glass.
  var whenShown: [UInt8] = []

  init(id: UInt32) { self.id = id }

  struct PendingFlip {
    var framebuffer: UInt32
    var layers: [FakeLayer]
    var due: Nanoseconds
    var token: UInt64
    var fate: FlipFate
    weak var handle: FakeHandle?
  }
}

public final class FakePlane {
  public let id: UInt32
  public let type: String
  public var possibleCRTCs: UInt32
  public var formats: [UInt32]
  public var crtc: UInt32 = 0
  public var framebuffer: UInt32 = 0
  public var rotation: UInt64 = 4
  /// What it shows of its framebuffer, and where.
  var source = PixelRect.empty
  var target = PixelRect.empty

  init(id: UInt32, type: String, possibleCRTCs: UInt32, formats: [UInt32]) {
    self.id = id
    self.type = type
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
  }
}

/// A part of a framebuffer as a plane lays it on a CRTC.
struct FakeLayer: Equatable {
  var framebuffer: UInt32
  var source: PixelRect
  var target: PixelRect
}

/// What becomes of a flip.
public enum FlipFate: Sendable, Hashable {
  case onTime
  /// So many vertical blanks later.
  case late(Int)
  /// Never, and without an event.
  case dropped
  /// The event comes twice.
  case doubled
}

/// Memory that a card scans out, full of rubbish in the beginning.
@safe
final class FakeMemory {
  let bytes: UnsafeMutableRawBufferPointer
  let pitch: Int
  var isMapped = false

  init(size: PixelSize, bitsPerPixel: Int, padding: Int) {
    pitch = size.width * bitsPerPixel / 8 + padding
    unsafe bytes = .allocate(byteCount: pitch * size.height + 13, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0xC7)
  }

  deinit { unsafe bytes.deallocate() }

  var contents: [UInt8] { unsafe Array(bytes) }
}

struct FakeFramebuffer {
  var memory: FakeMemory
  var size: PixelSize
  var format: PixelFormat

  func bytes(row: Int, columns: Range<Int>) -> [UInt8] {
    let first = row * memory.pitch
    let (start, end) = (
      first + columns.lowerBound * format.bytesPerPixel, first + columns.upperBound * format.bytesPerPixel
    )
    return unsafe Array(memory.bytes[start..<end])
  }

  /// `0xAARRGGBB` as a panel shows it; the first byte is what is stored there.
  func word(x: Int, y: Int) -> UInt32 {
    let position = y * memory.pitch + x * format.bytesPerPixel
    if format.bytesPerPixel == 2 {
      return Pixel(rgb565: unsafe memory.bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self)).word
    }
    let word = unsafe memory.bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    guard format == .xbgr8888 else { return word }
    return word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF
  }
}

/// An atomic commit as the kernel saw it.
public struct FakeCommit: Sendable, Hashable {
  public var flags: AtomicRequest.Flags
  /// By object and property: `plane 31 FB_ID`.
  public var values: [String: UInt64]
  /// nil without damage.
  public var clips: [PixelRect]?
  public var time: Nanoseconds
  /// What it was answered with; 0 for success.
  public var number: Int32 = 0

  /// What it was for.
  public var call: FakeCall {
    if flags.contains(.testOnly) { return .test }
    return flags.contains(.event) ? .commit : .modeset
  }
}
