public import Scene

/// Draws frames the cheapest way a display has: a page that scrolls by the rows that came in, all else where it has changed.
///
/// As with the compositor, a frame is drawn, and committed once it is on the glass.
public struct FramePainter: ~Copyable {
  private var compositor: Compositor
  private var split = PlaneSplit()
  private var strips: StripComposer
  private var steady = SteadyParts()
  /// The frame drawn last was composed as a whole, and not laid on planes.
  private var isComposed = false

  /// - Parameters:
  ///   - size: panel pixels, before any orientation; each side at least 1.
  ///   - companion: see `Compositor`.
  public init(
    size: PixelSize, format: PixelFormat, orientation: Orientation = .degrees0, companion: (any FrameCompanion)? = nil
  ) {
    compositor = Compositor(size: size, format: format, orientation: orientation, companion: companion)
    strips = StripComposer(width: size.width, format: format)
  }

  /// How a scene lies on the display's planes; nil when it has to be composed.
  ///
  /// - Parameter ring: what the display has; nil where it has none, or not now.
  public mutating func plan(_ scene: Scene, on ring: RowRing?) -> PlaneFrame? {
    guard let ring, compositor.orientation == .degrees0, compositor.format.bytesPerPixel == 4,
      scene.size == compositor.size
    else {
      split.invalidate()
      return nil
    }
    return split.plan(scene, ring: ring)
  }

  /// Composes a frame; see `Compositor.draw`.
  public mutating func draw(_ scene: borrowing Scene, into surface: borrowing Surface, age: Int) -> Region {
    steady.removeAll()
    isComposed = true
    return compositor.draw(scene, into: surface, age: age)
  }

  /// Draws what a planned frame needs.
  ///
  /// - Parameters:
  ///   - ring: twice the ring's rows.
  ///   - parts: of the panel's size; what lies over the page is drawn there.
  ///   - age: how many flips ago `parts` was on the glass; 0 means unknown contents.
  public mutating func draw(
    _ scene: borrowing Scene, _ frame: PlaneFrame, ring: borrowing Surface, parts: borrowing Surface, age: Int
  ) {
    isComposed = false
    strips.draw(split, into: ring)
    steady.add(scene, frame.overlays, age: age)
    compositor.draw(scene, parts: steady.stale, into: parts)
  }

  /// Whether it wants to know how long frames take.
  public var asksForTime: Bool { compositor.hasCompanion }

  /// Takes how long the last frame took to draw; see `Compositor.took`. What lies on planes says nothing of composing.
  public mutating func took(_ nanoseconds: Int64) { if isComposed { compositor.took(nanoseconds) } }

  /// The frame drawn last is on the glass; without one, does nothing.
  public mutating func commit() {
    compositor.commit()
    split.commit()
  }

  /// The display did not take the frame that was planned last.
  public mutating func refused() {
    split.invalidate()
    steady.removeAll()
  }

  /// Forgets what is on the glass and in the buffers.
  public mutating func invalidate() {
    compositor.invalidate()
    split.invalidate()
    steady.removeAll()
  }
}
