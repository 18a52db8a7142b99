public import Compositor
import Numbers
public import Scene

/// Nanoseconds on the monotonic clock.
public typealias Nanoseconds = Int64

extension Nanoseconds {
  /// A time in whole nanoseconds; 0 where it is not a number, and never further from 0 than 146 years, so that a sum of two is still one.
  ///
  /// - Parameters:
  ///   - seconds: of any size.
  ///   - rounding: to which nanosecond.
  public init(seconds: Double, rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    let limit = Double(1 << 62 as Int64)
    let time = (seconds * 1e9).rounded(rounding)
    self = time.isNaN ? 0 : Int64(bounded: Swift.min(Swift.max(time, -limit), limit))
  }
}

/// What a display shows with: its size in its own pixels, and how fast it scans out.
public struct DisplayMode: Sendable, Hashable {
  /// Panel pixels, before any orientation.
  public var size: PixelSize
  /// Frames per 1,000 seconds: 59,940 is 59.94 Hz. Counts as 1 to 1,000,000: no panel has more than 1,000 Hz.
  public var refreshMillihertz: Int
  /// What a pixel is.
  public var format: PixelFormat
  /// How the picture is turned on the panel.
  public var orientation: Orientation
  /// What the panel says of its size, before any orientation; it may lie. Nil when it says nothing.
  public var millimetres: Millimetres?

  /// For the parameters see the properties.
  public init(
    size: PixelSize, refreshMillihertz: Int = 60_000, format: PixelFormat = .xrgb8888,
    orientation: Orientation = .degrees0, millimetres: Millimetres? = nil
  ) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
    self.format = format
    self.orientation = orientation
    self.millimetres = millimetres
  }

  /// The picture's size as the viewer sees it.
  public var viewerSize: PixelSize { orientation.turn(size) }

  /// Time from one vertical blank to the next.
  public var period: Nanoseconds { 1_000_000_000_000 / Nanoseconds(min(max(refreshMillihertz, 1), 1_000_000)) }
}

/// A frame reached the glass.
public struct Flip: Sendable, Hashable {
  /// The vertical blank at which scan-out changed to the frame.
  public var time: Nanoseconds
  /// Counts vertical blanks; a step above 1 means missed ones.
  public var sequence: UInt64

  /// - Parameters:
  ///   - time: when the picture reached the glass; monotonic clock.
  ///   - sequence: the vertical blank's number.
  public init(time: Nanoseconds, sequence: UInt64) {
    self.time = time
    self.sequence = sequence
  }
}

/// What happened to a display by itself.
public enum DisplayChange: Sendable, Hashable {
  /// Nothing that was drawn is on the glass any more: the panel came back, or the screen was somebody else's.
  case restarted
  /// The frame on its way was not taken at once: it is handed over again, or is lost with the display.
  case refused
  /// The panel is driven in another mode; surfaces are of another size or format from now on.
  case modeChanged
  /// It cannot go on, for this reason.
  case failed(String)
}

/// What a display is at, for those who look after it.
public struct DisplayCondition: Sendable, Hashable {
  /// Why nothing can be shown; nil while frames can.
  public enum Darkness: Sendable, Hashable {
    /// No panel is plugged in.
    case noPanel
    /// Another program has the display.
    case taken
    /// It was lent to another session, or the machine is about to sleep.
    case lent
  }

  /// Why nothing can be shown; nil while frames can.
  public var darkness: Darkness?
  /// Flips that never came, since it was made.
  public var lost = 0
  /// Of the last frames.
  public var lostInARow = 0

  /// All is well.
  public init() {}
}

/// Somewhere frames are shown: a panel through KMS, or the virtual one.
///
/// Used from the frame thread only. Never blocks, but for the first frame of a mode: a frame is drawn, presented, and its flip read
/// later.
public protocol Display: ~Copyable {
  /// What is scanned out.
  var mode: DisplayMode { get }

  /// Whether a frame waits for another thread before it is with the display; then it is finished earlier.
  var handsOver: Bool { get }

  /// Whether frames can be shown now; false while there is no panel, or somebody else has the screen.
  var isActive: Bool { get }

  /// When `advance(to:)` has something to do although nothing tells of it; nil when never.
  var nextDeadline: Nanoseconds? { get }

  /// Takes what has happened up to `now`: flips, panels that came or went.
  mutating func advance(to now: Nanoseconds)

  /// What happened since the last call, if anything did.
  mutating func takeChange() -> DisplayChange?

  /// Draws the next frame into a free buffer and queues its flip.
  ///
  /// - Parameter draw: gets the buffer and its age: how many flips ago it was on the glass; 0 means unknown contents, everything
  ///   must be drawn. Returns the frame damage: what differs from the frame before, in panel pixels.
  /// - Returns: whether the frame is on its way. If not, either `draw` was not called, because no buffer is free or a flip is
  ///   still pending, or the display has become inactive, and a change follows before the next frame.
  mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool

  /// What a page can be scrolled in without being drawn anew; nil where there is nothing of the kind, or not for the next frame.
  var rowRing: RowRing? { get }

  /// Shows rows of the ring with parts of a picture over them, and queues the flip.
  ///
  /// - Parameter draw: gets the ring, which may be on the glass, and a free buffer for the parts with its age as in `present(_:)`.
  /// - Returns: as `present(_:)` does.
  mutating func present(
    _ frame: PlaneFrame, _ draw: (_ ring: borrowing Surface, _ parts: borrowing Surface, _ age: Int) -> Void
  ) -> Bool

  /// The flip that completed since the last call, if one did.
  mutating func takeFlip() -> Flip?

  /// What it is at.
  var condition: DisplayCondition { get }
}

extension Display where Self: ~Copyable {
  /// Of a display that cannot be taken away: all is well.
  public var condition: DisplayCondition { DisplayCondition() }

  /// Of a display whose every frame is composed: none.
  public var rowRing: RowRing? { nil }

  /// Of a display whose every frame is composed: not.
  public mutating func present(
    _ frame: PlaneFrame, _ draw: (_ ring: borrowing Surface, _ parts: borrowing Surface, _ age: Int) -> Void
  ) -> Bool { false }

  /// Draws a scene the cheapest way there is, and queues its flip.
  ///
  /// - Parameter isDrawn: becomes true when it has been drawn, taken or not.
  /// - Returns: whether the frame is on its way; see `present(_:)`.
  public mutating func show(_ scene: Scene, with painter: inout FramePainter, isDrawn: inout Bool) -> Bool {
    var isTaken = false
    if let frame = painter.plan(scene, on: rowRing) {
      isTaken = present(frame) { ring, parts, age in
        isDrawn = true
        painter.draw(scene, frame, ring: ring, parts: parts, age: age)
      }
    } else {
      isTaken = present { surface, age in
        isDrawn = true
        return painter.draw(scene, into: surface, age: age)
      }
    }
    if !isTaken { painter.refused() }
    return isTaken
  }
}
