import CProcessor
import Glibc
import Numbers
import Scene

/// A sector in panel pixels: the signed distances to its two straight edges, in fixed point.
///
/// Distances are in 64ths of a 255th of a pixel, so that one addition per pixel steps along a row; an edge is one pixel wide.
/// They are whole numbers anchored at the centre and do not depend on where a run of pixels begins.
struct SectorMask: Equatable, BitwiseCopyable {
  /// An edge: distances grow by `x` and `y` per column and row; `offset` is the one at the anchor's centre, half an edge added.
  struct Edge: Equatable, BitwiseCopyable {
    var x: Int32
    var y: Int32
    var offset: Int
  }

  /// The pixel that holds the centre.
  var anchorX: Int
  var anchorY: Int
  /// Distances into the slice from its start and from its end; of a slice above half a circle, those of what it leaves out.
  var start: Edge
  var end: Edge
  /// The coverage is that of what the slice leaves out, subtracted from 1.
  var isInverted: Bool
  /// The two edges face each other, as in a thin slice: their coverages add up. Else the smaller one counts.
  var isThin: Bool

  static let unit = 255.0 * 64
  static let full = 255 << 6

  static let none = SectorMask(
    anchorX: 0, anchorY: 0, start: Edge(x: 0, y: 0, offset: 0), end: Edge(x: 0, y: 0, offset: 0), isInverted: false,
    isThin: false)

  /// What a sector leaves to see.
  enum Extent {
    case nothing
    case everything
    case slice(SectorMask)
  }

  static func extent(of sector: Sector, orientation: Orientation, viewer: PixelSize) -> Extent {
    guard sector.start.isFinite, !sector.sweep.isNaN, sector.center.x.isFinite, sector.center.y.isFinite,
      sector.sweep > 0
    else { return .nothing }
    if sector.sweep >= 360 { return .everything }
    let isInverted = sector.sweep > 180
    let from = isInverted ? sector.start.truncatingRemainder(dividingBy: 360) + sector.sweep : sector.start
    let sweep = isInverted ? 360 - sector.sweep : sector.sweep
    // On a plane whose y points down, clockwise of the direction (cos, sin) lies (-sin, cos).
    let a = Transform.rotation(degrees: from)
    let b = Transform.rotation(degrees: from.truncatingRemainder(dividingBy: 360) + sweep)
    let limit = Double(1 << 30)
    let turned = orientation.toPanel(sector.center, viewer: viewer)
    let center = Point(x: min(max(turned.x, -limit), limit), y: min(max(turned.y, -limit), limit))
    func edge(_ x: Double, _ y: Double) -> Edge {
      let normal: (x: Double, y: Double) =
        switch orientation {
        case .degrees0: (x, y)
        case .degrees90: (-y, x)
        case .degrees180: (-x, -y)
        case .degrees270: (y, -x)
        }
      let toCenter =
        normal.x * (center.x.rounded(.down) + 0.5 - center.x) + normal.y * (center.y.rounded(.down) + 0.5 - center.y)
      return Edge(
        x: Int32(clamping: (normal.x * unit).rounded()), y: Int32(clamping: (normal.y * unit).rounded()),
        // Half a pixel of edge, and half a 255th for rounding. The middle of a pixel is less than two from a point in it.
        offset: Int(bounded: (toCenter * unit).rounded()) + full / 2 + 32)
    }
    return .slice(
      SectorMask(
        anchorX: Int(clamping: center.x.rounded(.down)), anchorY: Int(clamping: center.y.rounded(.down)),
        start: edge(-a.b, a.a),
        end: edge(b.b, -b.a), isInverted: isInverted, isThin: sweep < 90))
  }

  /// An edge's distance at a pixel, kept where a row of pixels cannot overflow 32 bits.
  @inline(__always)
  func distance(_ edge: Edge, x: Int, y: Int) -> Int32 {
    let distance = edge.offset &+ Int(edge.x) &* (x &- anchorX) &+ Int(edge.y) &* (y &- anchorY)
    return Int32(truncatingIfNeeded: min(max(distance, -1 << 30), 1 << 30))
  }
}

/// Pixels seen through a sector, times `alpha / 255`, over what is below.
///
/// - Parameter x: panel column of the run's first pixel; `y` its row.
func sectorRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ below: SourceRow, _ source: SourceRow, _ mask: SectorMask, alpha: UInt32, x: Int, y: Int,
  isWide: Bool = hasWideRows
) {
  let count = out.count
  let full = Int32(SectorMask.full)
  var a = mask.distance(mask.start, x: x, y: y)
  var b = mask.distance(mask.end, x: x, y: y)
  var i = 0
  if isWide {
    let sector = processor_sector(
      start: a, end: b, start_step: mask.start.x, end_step: mask.end.x, full: full, is_inverted: mask.isInverted,
      is_thin: mask.isThin)
    i = unsafe processor_wide_sector(
      out.base, below.base, below.ahead, source.base, source.ahead, count, alpha, sector, Stores.isStreamed)
    if i == count { return }
    a = a &+ mask.start.x &* Int32(truncatingIfNeeded: i)
    b = b &+ mask.end.x &* Int32(truncatingIfNeeded: i)
  }
  let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
  let laneStart = lane &* SIMD8<Int32>(repeating: mask.start.x)
  let laneEnd = lane &* SIMD8<Int32>(repeating: mask.end.x)
  let most = SIMD8<Int32>(repeating: 255)
  let flip = SIMD8<Int32>(repeating: mask.isInverted ? 255 : 0)
  let thin = SIMD8<Int32>(repeating: mask.isThin ? -1 : 0)
  let weight = Channels(repeating: UInt16(truncatingIfNeeded: alpha))
  let reachStart = mask.start.x &* 7
  let reachEnd = mask.end.x &* 7
  // Minimum and maximum by sign masks: lane-wise comparisons and selections compile badly.
  @inline(__always)
  func positive(_ a: SIMD8<Int32>) -> SIMD8<Int32> { a & ~(a &>> 31) }
  @inline(__always)
  func clamped(_ a: SIMD8<Int32>) -> SIMD8<Int32> { most &- positive(most &- positive(a)) }
  @inline(__always)
  func coverage(_ a: Int32, _ b: Int32) -> Channels {
    let s = clamped((SIMD8<Int32>(repeating: a) &+ laneStart) &>> 6)
    let e = clamped((SIMD8<Int32>(repeating: b) &+ laneEnd) &>> 6)
    let difference = s &- e
    let smaller = e &+ (difference & (difference &>> 31))
    let added = positive(s &+ e &- most)
    let share = (smaller &+ ((added &- smaller) & thin)) ^ flip
    return spread(unsafe unsafeBitCast(share, to: Pixels.self))
  }
  @inline(__always)
  func weighted(_ coverage: Channels) -> Channels { (coverage &* weight &+ 0xFF) &>> 8 }
  while i &+ 8 <= count {
    if i & 8 == 0 {
      source.prefetch(i)
      below.prefetch(i)
    }
    // Distances are linear, so a block's ends tell whether all of it is inside or outside; most blocks are.
    let lowest = min(min(a, a &+ reachStart), min(b, b &+ reachEnd))
    let highest = min(max(a, a &+ reachStart), max(b, b &+ reachEnd))
    if lowest >= full || highest < 64 {
      if (lowest >= full) == mask.isInverted {
        out.store8(i, below.load8(i))
      } else {
        out.store8(i, over(scale(source.load8(i), weight), below.load8(i)))
      }
    } else {
      out.store8(i, over(scale(source.load8(i), weighted(coverage(a, b))), below.load8(i)))
    }
    a = a &+ mask.start.x &* 8
    b = b &+ mask.end.x &* 8
    i &+= 8
  }
  source.prefetchEnd(from: i)
  below.prefetchEnd(from: i)
  if i < count {
    let shares = pixels(weighted(coverage(a, b)))
    var k = 0
    while i < count {
      out.store(i, over(scale(source[i], shares[k] & 0xFF), below[i]))
      i &+= 1
      k &+= 1
    }
  }
}
