import Numbers
import Scene

/// Most rectangles a damage region keeps: each costs set-up, and drivers take about as many.
let maximumDamageRects = 16

extension DisplayList {
  /// Adds where this frame differs from the one before.
  ///
  /// Items of the two frames are paired in order when they are equal and their groups are paired. Outside the bounds of items
  /// without a partner both frames have the same items in the same order, hence the same pixels. The search for a partner looks
  /// ahead a bounded number of items, and fewer once it has looked in vain so often that nearly all has moved: what it misses is drawn
  /// again.
  mutating func addDamage(since before: borrowing DisplayList, panel: PixelSize, to damage: inout Region) {
    var sum = DamageSum(panel: panel)
    var patience = 4096
    var cursor = 0
    for index in 0..<items.count {
      var partner = -1
      var k = cursor
      let end = min(cursor + (patience > 0 ? 64 : 2), before.items.count)
      while k < end {
        if isTwin(index, of: k, in: before) {
          partner = k
          break
        }
        k += 1
      }
      patience -= k - cursor
      links[index].twin = partner
      if partner < 0 {
        unsafe sum.add(items.base + index)
      } else {
        while cursor < partner {
          unsafe sum.add(before.items.base + cursor)
          cursor += 1
        }
        cursor = partner + 1
      }
    }
    while cursor < before.items.count {
      unsafe sum.add(before.items.base + cursor)
      cursor += 1
    }
    sum.finish(&damage)
  }

  @inline(__always)
  private func isTwin(_ index: Int, of other: Int, in before: borrowing DisplayList) -> Bool {
    let (one, two) = unsafe (items.base + index, before.items.base + other)
    guard unsafe one.pointee.bounds == two.pointee.bounds else { return false }
    let parent = links[index].parent
    let parentTwin = parent < 0 ? -1 : links[parent].twin
    // A group without a twin has -1 too, but then its items' parent is not -1.
    guard parent < 0 || parentTwin >= 0, before.links[other].parent == parentTwin else { return false }
    guard unsafe one.pointee.isSame(as: two.pointee) else { return false }
    let (detail, detailBefore) = unsafe (Int(one.pointee.detail), Int(two.pointee.detail))
    return detail < 0 || details[detail] == before.details[detailBefore]
  }
}

/// Adds up what has changed: some rectangles as they are, and where there are more of all of them the squares of a grid they lie in.
///
/// A rectangle more is woven into all that are there, which costs a microsecond; in the grid it costs some nanoseconds. Many changes add
/// up to a few large rectangles anyway.
private struct DamageSum {
  private let panel: PixelSize
  /// Squares a pixel, times 2⁴⁰, rounded up: a multiplication where a division would take as long as all the rest. Exact while a pixel's
  /// number times the panel's side is below 2⁴⁰; longer sides are divided.
  private let columns: Int
  private let rows: Int
  private var count = 0
  /// Those that are woven if they do not become too many.
  private var few = InlineArray<24, PixelRect>(repeating: .empty)
  /// Bits by columns of the grid, in each of its rows.
  private var grid = InlineArray<32, UInt32>(repeating: 0)
  /// Rows of the grid that are marked from side to side, as bits.
  private var full: UInt32 = 0

  init(panel: PixelSize) {
    self.panel = panel
    func squares(_ side: Int) -> Int { side < 1 << 17 ? (32 << 40) / side &+ 1 : 0 }
    (columns, rows) = (squares(panel.width), squares(panel.height))
  }

  /// A group shows nothing by itself: when it has no partner, neither have its items.
  @unsafe mutating func add(_ item: UnsafePointer<DisplayItem>) {
    guard unsafe item.pointee.source != .group else { return }
    let bounds = unsafe item.pointee.bounds
    if count < few.count {
      few[count] = bounds
    } else {
      if count == few.count {
        for index in few.indices { mark(few[index]) }
      }
      mark(bounds)
    }
    count += 1
  }

  private mutating func mark(_ bounds: PixelRect) {
    if full == .max { return }
    // Bounds lie on the panel and are not empty.
    let (x0, x1) = (column(bounds.x0), column(bounds.x1 - 1))
    let bits = (UInt32.max >> UInt32(truncatingIfNeeded: 31 &- (x1 &- x0))) << UInt32(truncatingIfNeeded: x0)
    var row = row(bounds.y0)
    let last = self.row(bounds.y1 - 1)
    while row <= last {
      grid[row] |= bits
      if grid[row] == .max { full |= 1 << UInt32(truncatingIfNeeded: row) }
      row &+= 1
    }
  }

  private func column(_ x: Int) -> Int { min(columns == 0 ? x * 32 / panel.width : (x &* columns) &>> 40, 31) }
  private func row(_ y: Int) -> Int { min(rows == 0 ? y * 32 / panel.height : (y &* rows) &>> 40, 31) }
  /// The first pixel of the square, and that of the one after it.
  private func x(_ column: Int) -> Int { (column * panel.width + 31) / 32 }
  private func y(_ row: Int) -> Int { (row * panel.height + 31) / 32 }

  func finish(_ damage: inout Region) {
    if count <= few.count {
      for index in 0..<count {
        damage.formUnion(few[index])
        // Many that overlap by halves fall into very many.
        if damage.rects.count > 2 * maximumDamageRects { damage.limit(to: maximumDamageRects) }
      }
      return
    }
    var first = 0
    while first < 32 {
      var end = first + 1
      while end < 32, grid[end] == grid[first] { end += 1 }
      var bits = grid[first]
      while bits != 0 {
        let start = bits.trailingZeroBitCount
        let length = (~(bits >> UInt32(truncatingIfNeeded: start))).trailingZeroBitCount
        damage.formUnion(PixelRect(x0: x(start), y0: y(first), x1: x(start + length), y1: y(end)))
        if damage.rects.count > 2 * maximumDamageRects { damage.limit(to: maximumDamageRects) }
        bits &= length + start >= 32 ? 0 : UInt32.max << UInt32(truncatingIfNeeded: start + length)
      }
      first = end
    }
  }
}

/// The frame damage of the frames on the glass before the next, newest first.
struct DamageHistory {
  /// A ring; `next` is the one to be overwritten.
  private var regions: [Region]
  private var next = 0
  private(set) var count = 0

  /// - Parameter depth: frames remembered.
  init(depth: Int) {
    regions = Array(repeating: Region(), count: max(depth, 1))
    for k in regions.indices { regions[k].reserveCapacity(4 * maximumDamageRects) }
  }

  mutating func removeAll() { count = 0 }

  /// Takes the damage of a frame that reached the glass, leaving old memory in exchange.
  mutating func push(_ damage: inout Region) {
    swap(&regions[next], &damage)
    next = (next + 1) % regions.count
    count = min(count + 1, regions.count)
  }

  /// Adds the damage of the `frames` newest frames; false when not so many are known.
  func add(_ frames: Int, to damage: inout Region) -> Bool {
    guard frames <= count else { return false }
    for k in 0..<frames {
      damage.formUnion(regions[(next - 1 - k + regions.count) % regions.count])
    }
    return true
  }
}
