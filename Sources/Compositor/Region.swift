public import Scene

/// A set of pixels as disjoint rectangles, sorted by row, then by column.
///
/// Rectangles that share rows share them wholly: the set is cut into bands of rows, each with the same columns throughout, bands
/// and runs as large as can be. Equal sets therefore have equal rectangles. The memory is reused.
public struct Region: Sendable {
  /// Rows of rectangles that neither overlap nor touch where they could be one, from top to bottom.
  public private(set) var rects: [PixelRect]
  /// Where the next result is built; exchanged with `rects`.
  private var spare: [PixelRect]

  /// An empty region.
  public init() {
    rects = []
    spare = []
  }

  /// The pixels of one rectangle.
  public init(_ rect: PixelRect) {
    rects = rect.isEmpty ? [] : [rect]
    spare = []
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { rects.isEmpty }

  /// Number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// The smallest rectangle around all of it.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  /// Whether a pixel lies in it.
  public func contains(x: Int, y: Int) -> Bool { rects.contains { $0.contains(x: x, y: y) } }

  /// Room for this many rectangles, so that later changes need no memory.
  public mutating func reserveCapacity(_ count: Int) {
    rects.reserveCapacity(count)
    spare.reserveCapacity(count)
  }

  /// Empties the set and keeps its memory.
  public mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// Becomes one rectangle.
  public mutating func replace(with rect: PixelRect) {
    removeAll()
    if !rect.isEmpty { rects.append(rect) }
  }

  /// Becomes the same set as `other`, in this value's own memory.
  public mutating func replace(with other: Region) {
    removeAll()
    rects.append(contentsOf: other.rects)
  }

  /// Adds a rectangle.
  public mutating func formUnion(_ rect: PixelRect) {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    if rects.isEmpty { return rects.append(rect) }
    combine(.union, CollectionOfOne(rect))
  }

  /// Adds another region.
  public mutating func formUnion(_ other: Region) {
    if other.isEmpty { return }
    combine(.union, other.rects)
  }

  /// Keeps what lies in a rectangle.
  public mutating func formIntersection(_ rect: PixelRect) {
    if rect.isEmpty { return removeAll() }
    combine(.intersection, CollectionOfOne(rect))
  }

  /// Takes a rectangle away.
  public mutating func subtract(_ rect: PixelRect) {
    if rect.isEmpty { return }
    combine(.difference, CollectionOfOne(rect))
  }

  /// Grows to at most `count` rectangles, adding as few pixels as it can see.
  ///
  /// - Parameter count: at least 1. Drivers take few damage rectangles, and each costs the compositor some set-up.
  public mutating func limit(to count: Int) {
    precondition(count > 0, "a region that is not empty has a rectangle")
    while rects.count > count { mergeCheapest() }
  }
}

extension Region: Equatable {
  public static func == (a: Region, b: Region) -> Bool { a.rects == b.rects }
}

extension Region {
  private enum Operation {
    case union, intersection, difference

    func keeps(_ a: Bool, _ b: Bool) -> Bool {
      switch self {
      case .union: a || b
      case .intersection: a && b
      case .difference: a && !b
      }
    }
  }

  /// Sweeps down both sets at once, one strip of rows without a horizontal edge after the other.
  private mutating func combine<Other: RandomAccessCollection>(_ operation: Operation, _ other: Other)
  where Other.Element == PixelRect, Other.Index == Int {
    spare.removeAll(keepingCapacity: true)
    var i = 0
    var j = 0
    var lastBand = 0
    var y = Int.min
    while i < rects.count || j < other.count {
      let topA = i < rects.count ? max(rects[i].y0, y) : Int.max
      let topB = j < other.count ? max(other[j].y0, y) : Int.max
      let top = min(topA, topB)
      let isInA = topA == top
      let isInB = topB == top
      let bottom = min(isInA ? rects[i].y1 : topA, isInB ? other[j].y1 : topB)
      let endA = Region.endOfBand(rects, i)
      let endB = Region.endOfBand(other, j)
      let band = spare.count
      appendBand(
        operation, rects, isInA ? i..<endA : i..<i, other, isInB ? j..<endB : j..<j, rows: top..<bottom)
      coalesce(lastBand, band)
      if spare.count > band { lastBand = band }
      y = bottom
      if isInA && rects[i].y1 == bottom { i = endA }
      if isInB && other[j].y1 == bottom { j = endB }
    }
    swap(&rects, &spare)
  }

  private static func endOfBand<Rects: RandomAccessCollection>(_ rects: Rects, _ start: Int) -> Int
  where Rects.Element == PixelRect, Rects.Index == Int {
    var end = start
    while end < rects.count && rects[end].y0 == rects[start].y0 { end += 1 }
    return end
  }

  /// Sweeps along one strip of rows.
  private mutating func appendBand<Other: RandomAccessCollection>(
    _ operation: Operation, _ a: [PixelRect], _ bandA: Range<Int>, _ b: Other,
    _ bandB: Range<Int>, rows: Range<Int>
  ) where Other.Element == PixelRect, Other.Index == Int {
    var p = bandA.lowerBound
    var q = bandB.lowerBound
    var isInA = false
    var isInB = false
    var start: Int?
    while p < bandA.upperBound || q < bandB.upperBound {
      let edgeA = p < bandA.upperBound ? (isInA ? a[p].x1 : a[p].x0) : Int.max
      let edgeB = q < bandB.upperBound ? (isInB ? b[q].x1 : b[q].x0) : Int.max
      let x = min(edgeA, edgeB)
      if edgeA == x {
        if isInA { p += 1 }
        isInA.toggle()
      }
      if edgeB == x {
        if isInB { q += 1 }
        isInB.toggle()
      }
      let isKept = operation.keeps(isInA, isInB)
      if isKept, start == nil { start = x }
      if !isKept, let first = start {
        spare.append(PixelRect(x0: first, y0: rows.lowerBound, x1: x, y1: rows.upperBound))
        start = nil
      }
    }
  }

  /// Joins the last band of `spare` to the one before when they touch and have the same columns.
  private mutating func coalesce(_ before: Int, _ band: Int) {
    let count = spare.count - band
    guard count > 0, band - before == count, spare[before].y1 == spare[band].y0 else { return }
    for k in 0..<count where spare[before + k].x0 != spare[band + k].x0 || spare[before + k].x1 != spare[band + k].x1 {
      return
    }
    for k in 0..<count { spare[before + k].y1 = spare[band + k].y1 }
    spare.removeLast(count)
  }

  /// Joins the two neighbours in a band, or the two neighbouring bands, that add the fewest pixels.
  ///
  /// Either becomes one rectangle and splits no other, so every step leaves fewer.
  private mutating func mergeCheapest() {
    var best = PixelRect.empty
    var lowestCost = Int.max
    for k in 1..<rects.count {
      let isSameBand = rects[k - 1].y0 == rects[k].y0
      let last = isSameBand ? rects[k - 1] : bandBounds(k - 1)
      let next = isSameBand ? rects[k] : bandBounds(k)
      let box = last.union(next)
      let cost = box.area - last.area - next.area
      if cost < lowestCost {
        lowestCost = cost
        best = box
      }
    }
    combine(.union, CollectionOfOne(best))
  }

  /// The smallest rectangle around the band of the rectangle at `index`.
  private func bandBounds(_ index: Int) -> PixelRect {
    var box = rects[index]
    var k = index - 1
    while k >= 0, rects[k].y0 == box.y0 {
      box.x0 = rects[k].x0
      k -= 1
    }
    k = index + 1
    while k < rects.count, rects[k].y0 == box.y0 {
      box.x1 = rects[k].x1
      k += 1
    }
    return box
  }
}
