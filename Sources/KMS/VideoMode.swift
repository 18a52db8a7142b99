import Numbers
public import Scene

/// Timings a connector can be driven with.
///
/// Source: `struct drm_mode_modeinfo`, which goes to the kernel and comes from it unchanged.
public struct VideoMode: Sendable, Hashable {
  /// Along one axis, in pixels or lines: what is seen, then the sync pulse, then everything.
  public struct Timing: Sendable, Hashable {
    /// Pixels or lines that are seen.
    public var active: UInt16
    /// Where the sync pulse begins, counted from the first that is seen.
    public var syncStart: UInt16
    /// Where the sync pulse ends.
    public var syncEnd: UInt16
    /// From one line to the next, or one frame to the next.
    public var total: UInt16

    /// Pixels along a line, lines along a frame; each at least as great as the one before.
    public init(active: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16) {
      self.active = active
      self.syncStart = syncStart
      self.syncEnd = syncEnd
      self.total = total
    }
  }

  /// Pixel clock in kHz.
  public var clock: UInt32
  /// Along a line, in pixels.
  public var horizontal: Timing
  /// Along a frame, in lines.
  public var vertical: Timing
  /// `hskew`: pixels; 0 for nearly every mode, and only handed back to the kernel.
  public var horizontalSkew: UInt16
  /// How often each line is scanned; 0 counts as 1.
  public var linesPerLine: UInt16
  /// What the driver says; not believed.
  public var claimedRefresh: UInt32
  /// `DRM_MODE_FLAG_*`.
  public var flags: UInt32
  /// `DRM_MODE_TYPE_*`.
  public var type: UInt32
  /// As the driver calls it, mostly the size: `800x480`. At most 31 bytes.
  public var name: String

  private static let interlaced: UInt32 = 1 << 4
  private static let doubleScan: UInt32 = 1 << 5
  private static let preferred: UInt32 = 1 << 3

  /// - Parameters:
  ///   - clock: kHz.
  ///   - linesPerLine: how often each line is scanned; 0 counts as 1.
  ///   - claimedRefresh: Hz, as the driver says; not believed.
  ///   - flags: `DRM_MODE_FLAG_*`.
  ///   - type: `DRM_MODE_TYPE_*`.
  public init(
    clock: UInt32, horizontal: Timing, vertical: Timing, horizontalSkew: UInt16 = 0, linesPerLine: UInt16 = 0,
    claimedRefresh: UInt32, flags: UInt32 = 0, type: UInt32 = 0, name: String
  ) {
    self.clock = clock
    self.horizontal = horizontal
    self.vertical = vertical
    self.horizontalSkew = horizontalSkew
    self.linesPerLine = linesPerLine
    self.claimedRefresh = claimedRefresh
    self.flags = flags
    self.type = type
    self.name = name
  }

  /// What is seen, in panel pixels.
  public var size: PixelSize { PixelSize(width: Int(horizontal.active), height: Int(vertical.active)) }
  /// Whether the panel asks for this mode. Source: `DRM_MODE_TYPE_PREFERRED`.
  public var isPreferred: Bool { type & Self.preferred != 0 }
  /// Whether each frame comes in two fields of every other line. Source: `DRM_MODE_FLAG_INTERLACE`.
  public var isInterlaced: Bool { flags & Self.interlaced != 0 }

  /// Frames per 1,000 seconds, from the clock and the totals; nil when they give none between 1 and 240 Hz.
  ///
  /// The driver's own figure is rounded, and some claim 0.01 Hz.
  public var refreshMillihertz: Int? {
    var pixels = UInt64(horizontal.total) * UInt64(vertical.total) * UInt64(max(linesPerLine, 1))
    if flags & Self.doubleScan != 0 { pixels *= 2 }
    guard pixels > 0 else { return nil }
    let fields: UInt64 = isInterlaced ? 2 : 1
    let millihertz = (UInt64(clock) * 1_000_000 * fields + pixels / 2) / pixels
    return (1_000...240_000).contains(millihertz) ? Int(millihertz) : nil
  }

  /// Whether the panel shows the same with both: the name and where the mode came from do not matter.
  public func isSame(as other: VideoMode) -> Bool {
    clock == other.clock && horizontal == other.horizontal && vertical == other.vertical && flags == other.flags
      && max(linesPerLine, 1) == max(other.linesPerLine, 1)
  }
}

extension VideoMode: CustomStringConvertible {
  /// `800x480 at 59.9 Hz`.
  public var description: String {
    let interlace = isInterlaced ? " interlaced" : ""
    guard let millihertz = refreshMillihertz else {
      return "\(size.width)x\(size.height)\(interlace) at an unknown rate"
    }
    let tenths = (millihertz + 50) / 100
    return "\(size.width)x\(size.height)\(interlace) at \(tenths / 10).\(tenths % 10) Hz"
  }
}

/// A mode somebody asks for by name.
public struct ModeRequest: Sendable, Hashable {
  /// Panel pixels, before any orientation.
  public var size: PixelSize
  /// Hz; nil takes the fastest.
  public var refresh: Double?

  /// - Parameters:
  ///   - size: panel pixels.
  ///   - refresh: Hz; nil takes the fastest.
  public init(size: PixelSize, refresh: Double? = nil) {
    self.size = size
    self.refresh = refresh
  }

  /// Half a hertz apart is the same: 59.94 is also called 60.
  func matches(_ mode: VideoMode) -> Bool {
    guard mode.size == size else { return false }
    guard let refresh else { return true }
    return abs(Double(mode.refreshMillihertz ?? 0) / 1000 - refresh) <= 0.5
  }
}
