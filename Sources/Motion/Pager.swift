import Numbers

/// The scroll model of pages side by side: they are dragged like content, and come to rest one whole page at a time.
///
/// Lengths in dp, velocities in dp/s, times in seconds. The same laws as `Scroller`: rubber band beyond the first and the last page,
/// the finger's velocity handed over, a motion caught where it is, positions that are pure functions of time.
public struct Pager: Sendable {
  /// Number of pages, at least 1.
  public private(set) var count: Int
  /// The page it rests on or comes to rest on; while a finger drags, the one it began on. 0..<count.
  public private(set) var current = 0
  /// Of a page.
  public let width: Double

  /// See `Scroller.isStill`.
  public var isStill = false {
    didSet { scroller.isStill = isStill }
  }

  private var scroller: Scroller
  private let grid: PixelGrid
  private let slop: Double
  /// A finger has caught the pages on their way, and moved them by no more than a trembling one does.
  private var isCaught = false

  /// - Parameters:
  ///   - width: of a page, dp: a whole number of the grid's pixels.
  ///   - slop: the recogniser's touch slop.
  public init(count: Int, width: Double, grid: PixelGrid, slop: Double = 8) {
    precondition(count >= 1, "there is at least one page")
    self.count = count
    self.width = width
    self.grid = grid
    self.slop = slop
    scroller = Self.scroller(count: count, width, grid, slop)
  }

  private static func scroller(count: Int, _ width: Double, _ grid: PixelGrid, _ slop: Double) -> Scroller {
    Scroller(content: Double(count) * width, viewport: width, grid: grid, slop: slop)
  }

  // MARK: Reading

  /// The place of the first page's left edge from the panel's, leftwards.
  public func offset(at time: Double) -> Double { scroller.position(at: time) }

  /// How many pages lie to the left of the panel's left edge; fractional on the way, outside 0...count - 1 while pulled past an end.
  public func position(at time: Double) -> Double { offset(at: time) / width }

  /// Whether the pages move by themselves.
  public func isMoving(at time: Double) -> Bool { scroller.isMoving(at: time) }

  /// A page that is this near its place, in pages, has arrived for a finger that lands: the last tenth of a spring's way takes longer
  /// than the eye believes, and fingers that mean the page in it would be taken for ones that hold it.
  private static let arrival = 0.1

  /// Whether a finger that lands now catches a motion.
  public func catchesTouch(at time: Double) -> Bool {
    scroller.catchesTouch(at: time) && abs(position(at: time) - Double(current)) > Self.arrival
  }

  /// Whether the pages lie still in their places: nothing moves them, and no finger has.
  public func isSettled(at time: Double) -> Bool {
    if case .dragging = scroller.phase { return false }
    return !isMoving(at: time) && abs(offset(at: time) - place(of: current)) * grid.scale < 0.5
  }

  /// Where a page rests. The last one lies at the end of the range: three widths less one are not always two of them.
  private func place(of page: Int) -> Double { scroller.range.clamp(Double(page) * width) }

  // MARK: The finger

  /// A finger landed: what moves stops.
  public mutating func touch(at time: Double) {
    isCaught = catchesTouch(at: time)
    scroller.handle(.touch(mayPull: false), at: time)
  }

  /// The finger has travelled so far since it landed, right positive, slop taken off.
  public mutating func drag(travel: Double, at time: Double) {
    if abs(travel) > slop { isCaught = false }
    scroller.handle(.drag(travel: travel), at: time)
  }

  /// The finger lifted from a drag; travel and velocity in its own direction.
  ///
  /// A flick goes on to the next page in its direction, anything slower to the nearer one; no drag goes further than one page. What a
  /// finger has caught and not dragged goes on to where it went: the second tap of two must not turn back what the first has begun.
  /// Source: Flutter's `PageScrollPhysics`; the speed of a flick is `Fling.minimumSpeed`.
  public mutating func lift(travel: Double, velocity: Double, at time: Double) {
    if abs(travel) > slop { isCaught = false }
    scroller.handle(.lift(travel: travel, velocity: velocity), at: time)
    // Where it would go by itself is of no interest here, its velocity is.
    let push = velocity < -Fling.minimumSpeed ? 0.5 : velocity > Fling.minimumSpeed ? -0.5 : 0
    land(onPageAt: isCaught ? Double(current) : position(at: time) + push, at: time)
  }

  /// The touch ends without momentum: the nearer page stays, or the one that was coming if the finger has only caught it.
  public mutating func letGo(at time: Double) {
    scroller.handle(.letGo, at: time)
    land(onPageAt: isCaught ? Double(current) : position(at: time), at: time)
  }

  private mutating func land(onPageAt position: Double, at time: Double) {
    let nearest = Int(clamping: min(max(position.rounded(), 0), Double(count - 1)))
    current = min(max(nearest, current - 1), current + 1)
    scroller.land(on: place(of: current), at: time)
  }

  // MARK: The program

  /// Goes to a page, from a motion under way with its velocity; nothing happens while a finger drags.
  public mutating func go(to page: Int, at time: Double) {
    guard !scroller.isHeld, (0..<count).contains(page), page != current || !isSettled(at: time) else { return }
    current = page
    scroller.land(on: place(of: page), at: time)
  }

  /// Other pages lie there, of which this one is on show, without motion. Fingers have to land anew.
  public mutating func reset(count: Int, current: Int, at time: Double) {
    precondition((0..<count).contains(current), "a page on show is one of those there are")
    self.count = count
    self.current = current
    scroller = Self.scroller(count: count, width, grid, slop)
    scroller.isStill = isStill
    scroller.insertAbove(Double(current) * width, at: time)
    scroller.setContent(Double(count) * width, viewport: width, at: time)
  }
}
