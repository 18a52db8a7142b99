import Scene

/// Composes cells row by row: what is below a cell's top item is blended in a row buffer that stays in the L1 cache, and the
/// result is stored once. The surface is never read.
///
/// Owns the row buffers. Its pointers into the surface are valid between `begin` and `end` only.
@safe
struct RowComposer: ~Copyable {
  private let format: PixelFormat
  private let dither = DitherTable()
  /// One row per depth of groups, the picture's own first, and one for sources that must be fetched.
  private let memory: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  private let scratch: UnsafeMutableRawPointer
  private var surface: UnsafeMutableRawPointer
  private var pitch = 0
  private var background: UInt32 = 0

  init(width: Int, format: PixelFormat) {
    self.format = format
    bytesPerRow = (width * 4 + 63) & ~63
    let rows = Scene.maximumGroupDepth + 2
    unsafe memory = .allocate(byteCount: bytesPerRow * rows, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * rows)
    unsafe scratch = memory + bytesPerRow * (rows - 1)
    unsafe surface = memory
  }

  deinit { unsafe memory.deallocate() }

  mutating func begin(_ surface: borrowing Surface, background: UInt32) {
    unsafe self.surface = surface.base
    pitch = surface.pitch
    self.background = background
  }

  mutating func end() { unsafe surface = memory }

  /// Composes one row of a cell and stores it.
  @unsafe
  func compose(
    _ cell: UnsafePointer<Cell>, _ stacks: UnsafePointer<Int32>, _ items: UnsafePointer<DisplayItem>,
    _ links: UnsafePointer<DisplayLinks>, y: Int
  ) {
    let x = unsafe cell.pointee.x0
    let count = unsafe cell.pointee.x1 &- x
    let stack = unsafe Stack(
      entries: stacks + cell.pointee.first, count: cell.pointee.count, items: items, links: links)
    let line = unsafe surface + y &* pitch
    switch format {
    case .xrgb8888:
      unsafe composePicture(stack, TargetRow(line + x &* 4, count: count), isStored: true, x: x, y: y)
    case .xbgr8888:
      let row = composePicture(stack, target(0, count), isStored: false, x: x, y: y)
      unsafe storeSwappedRow(TargetRow(line + x &* 4, count: count), row)
    case .rgb565, .rgb565Dithered:
      let out = unsafe TargetRow565(line + x &* 2, count: count)
      if unsafe stack.count == 1 && stack.item(0).pointee.source == .row565 && stack.item(0).pointee.isOpaque {
        let address = unsafe stack.item(0).pointee.pixels.address(x: x, y: y)
        return unsafe copy565Row(out, SourceRow565(address, count: count))
      }
      let row = composePicture(stack, target(0, count), isStored: false, x: x, y: y)
      if format == .rgb565 {
        store565Row(out, row)
      } else {
        store565Row(out, row, dither.thresholds(x: x, y: y))
      }
    }
  }

  /// Composes all of a cell's items over the background.
  ///
  /// The lowest opaque row of pixels is not copied but passed to the item above it as what is below; all but the last item write
  /// to the row buffer, the last one to `out`.
  ///
  /// - Parameter isStored: the result must lie in `out`; else it may stay where it is.
  @discardableResult
  private func composePicture(_ stack: Stack, _ out: TargetRow, isStored: Bool, x: Int, y: Int) -> SourceRow {
    let count = out.count
    let row = target(0, count)
    var below = source(0, count)
    var next = 0
    if stack.count == 0 {
      fillRow(out, background)
      return isStored ? below : source(0, count)
    }
    let lowest = unsafe stack.item(0)
    if unsafe lowest.pointee.isOpaque {
      if stack.count == 1, isStored {
        unsafe paint(lowest, out, below, x: x, y: y)
        return below
      }
      if unsafe lowest.pointee.source == .row {
        below = unsafe SourceRow(lowest.pointee.pixels.address(x: x, y: y), count: count)
      } else {
        unsafe paint(lowest, row, below, x: x, y: y)
      }
      next = 1
    } else {
      fillRow(row, background)
    }
    while next < stack.count {
      let item = unsafe stack.item(next)
      let end = unsafe item.pointee.source == .group ? stack.end(ofGroupAt: next) : next &+ 1
      let isLast = end == stack.count && isStored
      let destination = isLast ? out : row
      if unsafe item.pointee.source == .group {
        composeGroup(stack, next, end, depth: 1, count: count, x: x, y: y)
        unsafe blend(item, destination, below, source(1, count), x: x, y: y)
      } else {
        unsafe paint(item, destination, below, x: x, y: y)
      }
      if !isLast { below = source(0, count) }
      next = end
    }
    return below
  }

  /// Composes a group's items from clear in the row buffer of its depth.
  private func composeGroup(_ stack: Stack, _ group: Int, _ end: Int, depth: Int, count: Int, x: Int, y: Int) {
    let row = target(depth, count)
    let below = source(depth, count)
    fillRow(row, 0)
    var next = group &+ 1
    while next < end {
      let item = unsafe stack.item(next)
      if unsafe item.pointee.source == .group {
        let innerEnd = stack.end(ofGroupAt: next)
        composeGroup(stack, next, innerEnd, depth: depth &+ 1, count: count, x: x, y: y)
        unsafe blend(item, row, below, source(depth &+ 1, count), x: x, y: y)
        next = innerEnd
      } else {
        unsafe paint(item, row, below, x: x, y: y)
        next &+= 1
      }
    }
  }

  /// Draws one item that is not a group.
  @unsafe
  private func paint(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    let count = out.count
    switch unsafe item.pointee.source {
    case .solid:
      switch unsafe item.pointee.blend {
      case .copy: unsafe fillRow(out, item.pointee.color)
      case .sector:
        unsafe fillRow(scratchTarget(count), item.pointee.color)
        unsafe blend(item, out, below, scratchSource(count), x: x, y: y)
      default: unsafe solidRow(out, below, item.pointee.color)
      }
    case .row:
      let pixels = unsafe SourceRow(item.pointee.pixels.address(x: x, y: y), count: count)
      unsafe blend(item, out, below, pixels, x: x, y: y)
    case .image:
      unsafe paintImage(item, out, below, x: x, y: y)
    case .pattern, .pattern565:
      unsafe paintPattern(item, out, below, x: x, y: y)
    default:
      unsafe fetch(item, scratchTarget(count), x: x, y: y)
      unsafe blend(item, out, below, scratchSource(count), x: x, y: y)
    }
  }

  /// A transformed pixmap touches a run of the row; beside it, what is below passes through.
  @unsafe
  private func paintImage(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    let count = out.count
    let row = unsafe ImageRow(
      item.pointee.image, dx: x &- item.pointee.bounds.x0, dy: y &- item.pointee.bounds.y0, count: count)
    let first = row.touched.lowerBound
    let end = row.touched.upperBound
    if first == end { return copyRow(out, below) }
    if first > 0 { copyRow(out.part(0, first), below.part(0, first)) }
    unsafe row.fetch(
      scratchTarget(end &- first), item.pointee.pixels.address(x: 0, y: 0), item.pointee.image)
    unsafe blend(
      item, out.part(first, end &- first), below.part(first, end &- first), scratchSource(end &- first), x: x &+ first,
      y: y)
    if end < count { copyRow(out.part(end, count &- end), below.part(end, count &- end)) }
  }

  /// Brings an item's pixels into a row.
  @unsafe
  private func fetch(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, x: Int, y: Int) {
    let grid = unsafe item.pointee.pixels
    switch unsafe item.pointee.source {
    case .corner:
      unsafe cornerRow(out, item.pointee.corner, item.pointee.color, x: x, y: y)
    case .row565:
      unsafe load565Row(out, SourceRow565(grid.address(x: x, y: y), count: out.count))
    case .turned:
      unsafe gatherRow(out, grid.address(x: x, y: y), step: grid.stepX)
    case .turned565:
      unsafe gather565Row(out, grid.address(x: x, y: y), step: grid.stepX)
    case .group, .solid, .row, .image, .pattern, .pattern565:
      // Drawn by `paint` without a row of their own.
      break
    }
  }

  /// A run of whole periods is fetched once and blended as often as it fits.
  @unsafe
  private func paintPattern(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    let grid = unsafe item.pointee.pixels
    let count = out.count
    // Long enough for the blend not to mind its ends, short enough for the cache.
    let run = min(count, grid.periodX &* max(512 / grid.periodX, 1))
    unsafe fetchPattern(grid, is565: item.pointee.source == .pattern565, scratchTarget(run), x: x, y: y)
    var i = 0
    while i < count {
      let n = min(run, count &- i)
      unsafe blend(item, out.part(i, n), below.part(i, n), scratchSource(n), x: x &+ i, y: y)
      i &+= n
    }
  }

  /// One period, in two pieces where it wraps, then repeated.
  @unsafe
  private func fetchPattern(_ grid: PixelGrid, is565: Bool, _ out: TargetRow, x: Int, y: Int) {
    let row = grid.originY &+ (y &- grid.originY).modulo(grid.periodY)
    let phase = (x &- grid.originX).modulo(grid.periodX)
    let period = min(grid.periodX, out.count)
    let head = min(grid.periodX &- phase, period)
    func fetch(_ out: TargetRow, _ column: Int) {
      let first = unsafe grid.address(x: grid.originX &+ column, y: row)
      if is565 {
        unsafe gather565Row(out, first, step: grid.stepX)
      } else if grid.stepX == 4 {
        unsafe copyRow(out, SourceRow(first, count: out.count))
      } else {
        unsafe gatherRow(out, first, step: grid.stepX)
      }
    }
    fetch(out.part(0, head), phase)
    if head < period { fetch(out.part(head, period &- head), 0) }
    repeatRow(out, period: period)
  }

  @unsafe
  private func blend(
    _ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, _ source: SourceRow, x: Int, y: Int
  ) {
    switch unsafe item.pointee.blend {
    case .copy: copyRow(out, source)
    case .over: overRow(out, below, source)
    case .fade: unsafe overRow(out, below, source, alpha: item.pointee.alpha)
    case .mix: unsafe mixRow(out, below, source, alpha: item.pointee.alpha)
    case .sector:
      unsafe sectorRow(out, below, source, item.pointee.sector, alpha: item.pointee.alpha, x: x, y: y)
    }
  }

  private func target(_ depth: Int, _ count: Int) -> TargetRow {
    unsafe TargetRow(memory + depth &* bytesPerRow, count: count)
  }

  private func source(_ depth: Int, _ count: Int) -> SourceRow {
    unsafe SourceRow(memory + depth &* bytesPerRow, count: count)
  }

  private func scratchTarget(_ count: Int) -> TargetRow { unsafe TargetRow(scratch, count: count) }
  private func scratchSource(_ count: Int) -> SourceRow { unsafe SourceRow(scratch, count: count) }
}

/// A cell's items, back to front.
@safe
private struct Stack {
  let entries: UnsafePointer<Int32>
  let count: Int
  let items: UnsafePointer<DisplayItem>
  let links: UnsafePointer<DisplayLinks>

  @inline(__always)
  func item(_ position: Int) -> UnsafePointer<DisplayItem> { unsafe items + Int(entries[position]) }

  /// The position after a group's last item.
  func end(ofGroupAt position: Int) -> Int {
    let end = unsafe links[Int(entries[position])].end
    var next = position &+ 1
    while next < count, unsafe Int(entries[next]) < end { next &+= 1 }
    return next
  }
}
