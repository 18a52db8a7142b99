public import Compositor
import Numbers
public import Scene

/// A panel in memory: scan-out buffers, a vertical blank, flips, and a log of them.
///
/// Its clock is whatever `advance(to:)` says, so tests run it in virtual time and the preview in real time.
public struct VirtualDisplay: Display, ~Copyable {
  // Many properties: what a panel, its memory and its vertical blank are, and a log for who looks at them.
  /// What it pretends to be.
  public let mode: DisplayMode

  /// One frame that reached the virtual glass.
  public struct Shown: Sendable, Hashable {
    /// Counts vertical blanks.
    public var sequence: UInt64
    /// When it was handed over.
    public var presented: Nanoseconds
    /// When it reached the virtual glass.
    public var flipped: Nanoseconds
    /// Frame damage in panel pixels.
    public var damagedPixels: Int
  }

  /// The latest flips, oldest first; at most as many as `init` was told.
  public private(set) var log: [Shown] = []
  /// The time it has been advanced to.
  public private(set) var clock: Nanoseconds
  /// Frames that reached the glass since the start.
  public private(set) var frameCount = 0

  /// What the frame drawn last has drawn anew, in panel pixels; its memory is kept.
  package private(set) var damage = Region()

  private let logLimit: Int
  private let epoch: Nanoseconds
  private var buffers: [Buffer]
  /// Index of the buffer on the glass; nil before the first flip.
  private var front: Int?
  private var pending: Pending?
  private var completed: Flip?
  private var flipCount: UInt64 = 0

  private struct Pending {
    var buffer: Int
    var shown: Shown
  }

  /// Scan-out memory and when it was last shown.
  @safe
  private final class Buffer {
    let memory: UnsafeMutableRawBufferPointer
    /// The flip it was last put on the glass with; 0 means never.
    var flip: UInt64 = 0

    init(byteCount: Int) {
      unsafe memory = .allocate(byteCount: byteCount, alignment: 64)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { unsafe memory.deallocate() }
  }

  /// Bytes from one row of a buffer to the next.
  private let pitch: Int

  /// Where the rows of a buffer begin.
  public enum Rows: Sendable, Hashable {
    /// Anywhere, as some drivers have it: so that nobody forgets it.
    case odd
    /// Where a line of the cache begins, as nearly all drivers have it.
    case even
  }

  /// - Parameters:
  ///   - buffers: how many frames there is room for, at least 2.
  ///   - logLimit: how many flips `log` keeps; 0 or less keeps none.
  ///   - start: the clock's first reading; vertical blanks come every `mode.period` from then on.
  ///   - rows: where the rows of a buffer begin; what they are composed of has to be laid out for each when that is anywhere.
  public init(
    mode: DisplayMode, buffers: Int = 3, start: Nanoseconds = 0, logLimit: Int = 4096,
    rows: Rows = .odd
  ) {
    require(buffers >= 2, "a display with room for \(buffers): one frame is on the glass while another is drawn")
    let bytes = mode.size.width * mode.format.bytesPerPixel
    let pitch = rows == .odd ? bytes + 68 : (bytes + 63) & ~63
    self.pitch = pitch
    self.mode = mode
    self.logLimit = logLimit
    epoch = start
    clock = start
    self.buffers = (0..<buffers).map { _ in Buffer(byteCount: pitch * mode.size.height) }
  }

  /// Lets time pass; a flip that was due completes.
  public mutating func advance(to time: Nanoseconds) {
    clock = max(clock, time)
    guard let flip = pending, flip.shown.flipped <= clock else { return }
    pending = nil
    flipCount += 1
    buffers[flip.buffer].flip = flipCount
    front = flip.buffer
    frameCount += 1
    if logLimit > 0 {
      if log.count == logLimit { log.removeFirst() }
      log.append(flip.shown)
    }
    completed = Flip(time: flip.shown.flipped, sequence: flip.shown.sequence)
  }

  /// See `Display.present(_:)`. The flip comes with the first vertical blank after this moment.
  public mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
    guard pending == nil else { return false }
    // The buffer that left the glass longest ago.
    var index = front == 0 ? 1 : 0
    for candidate in buffers.indices where candidate != front && buffers[candidate].flip < buffers[index].flip {
      index = candidate
    }
    let buffer = buffers[index]
    let age = buffer.flip == 0 ? 0 : Int(flipCount - buffer.flip) + 1
    let surface = unsafe Surface(
      base: buffer.memory.baseAddress!, size: mode.size, pitch: pitch, format: mode.format)
    let damage = draw(surface, age)
    self.damage.replace(with: damage)
    let next = nextVerticalBlank(after: clock)
    pending = Pending(
      buffer: index,
      shown: Shown(
        sequence: UInt64((next - epoch) / mode.period), presented: clock, flipped: next,
        damagedPixels: damage.area))
    return true
  }

  /// See `Display.takeFlip()`.
  public mutating func takeFlip() -> Flip? {
    defer { completed = nil }
    return completed
  }

  /// Never: a frame is there when it is drawn.
  public var handsOver: Bool { false }
  /// Always: memory cannot be unplugged.
  public var isActive: Bool { true }
  /// When the pending flip will complete; nil when none is pending.
  public var nextDeadline: Nanoseconds? { nextFlip }
  /// Always nil: nothing happens to it by itself.
  public mutating func takeChange() -> DisplayChange? { nil }

  /// When the pending flip will complete; nil when none is pending.
  public var nextFlip: Nanoseconds? { pending?.shown.flipped }

  /// The first vertical blank later than `time`.
  public func nextVerticalBlank(after time: Nanoseconds) -> Nanoseconds {
    epoch + ((time - epoch) / mode.period + 1) * mode.period
  }

  /// The picture on the glass, turned upright; nil before the first flip, and where nothing of the area lies on the panel.
  ///
  /// - Parameter area: a part of it, viewer pixels; all when left out.
  public func screenshot(of area: PixelRect? = nil) -> Pixmap? {
    guard let front else { return nil }
    let base = unsafe UnsafeRawPointer(buffers[front].memory.baseAddress!)
    let viewer = mode.viewerSize
    let part = (area ?? PixelRect(viewer)).intersection(PixelRect(viewer))
    guard !part.isEmpty else { return nil }
    return Pixmap(size: part.size, isOpaque: true) { x, y in
      let place = mode.orientation.toPanel(
        PixelRect(x: part.x0 + x, y: part.y0 + y, width: 1, height: 1), viewer: viewer)
      return unsafe Self.pixel(base, x: place.x0, y: place.y0, pitch: pitch, format: mode.format)
    }
  }

  /// Copies the picture on the glass, row by row as it is scanned out, as 32-bit words `0xFFRRGGBB`.
  ///
  /// - Parameter store: gets the row's number and its words, in panel pixels. Nothing happens before the first flip.
  public func scanOut(_ store: (_ row: Int, _ words: UnsafeBufferPointer<UInt32>) -> Void) {
    guard let front else { return }
    let base = unsafe UnsafeRawPointer(buffers[front].memory.baseAddress!)
    let width = mode.size.width
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { line in
      for y in 0..<mode.size.height {
        if mode.format == .xrgb8888 {
          unsafe line.baseAddress!.update(from: (base + y * pitch).assumingMemoryBound(to: UInt32.self), count: width)
        } else {
          for x in 0..<width {
            unsafe line[x] = Self.pixel(base, x: x, y: y, pitch: pitch, format: mode.format).word
          }
        }
        unsafe store(y, UnsafeBufferPointer(line))
      }
    }
  }

  @unsafe
  private static func pixel(_ base: UnsafeRawPointer, x: Int, y: Int, pitch: Int, format: PixelFormat) -> Pixel {
    switch format {
    case .xrgb8888:
      return Pixel(word: unsafe base.loadUnaligned(fromByteOffset: y * pitch + x * 4, as: UInt32.self) | 0xFF00_0000)
    case .xbgr8888:
      let word = unsafe base.loadUnaligned(fromByteOffset: y * pitch + x * 4, as: UInt32.self)
      return Pixel(word: 0xFF00_0000 | (word & 0xFF) << 16 | word & 0xFF00 | word >> 16 & 0xFF)
    case .rgb565, .rgb565Dithered:
      let word = unsafe base.loadUnaligned(fromByteOffset: y * pitch + x * 2, as: UInt16.self)
      return Pixel(rgb565: word)
    }
  }
}
