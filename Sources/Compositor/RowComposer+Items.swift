import Scene

// Items blended in the row buffer, which stays in the L1 cache.

extension RowComposer {
  /// Composes a cell's items up to the position `end` over the background.
  ///
  /// The lowest opaque row of pixels is not copied but passed to the item above it as what is below.
  ///
  /// - Returns: where the result lies: the row buffer, or the only item's own pixels.
  func composeRow(_ stack: Stack, end: Int, count: Int, x: Int, y: Int) -> SourceRow {
    let row = target(0, count)
    var below = source(0, count)
    var next = 0
    if unsafe end > 0 && stack.item(0).pointee.isOpaque {
      let lowest = unsafe stack.item(0)
      if unsafe lowest.pointee.source == .row {
        below = unsafe pixels(lowest, count, x: x, y: y)
      } else {
        unsafe paint(lowest, row, below, x: x, y: y)
      }
      next = 1
    } else {
      fillRow(row, background)
    }
    return composeRow(stack, from: next, end: end, over: below, x: x, y: y)
  }

  /// Composes a cell's items from one position up to another over what is below.
  func composeRow(_ stack: Stack, from first: Int, end: Int, over lowest: SourceRow, x: Int, y: Int) -> SourceRow {
    let count = lowest.count
    let row = target(0, count)
    var below = lowest
    var next = first
    while next < end {
      let item = unsafe stack.item(next)
      if unsafe item.pointee.source == .group {
        let groupEnd = stack.end(ofGroupAt: next)
        composeGroup(stack, next, groupEnd, depth: 1, count: count, x: x, y: y)
        unsafe blend(item, row, below, source(1, count), x: x, y: y)
        next = groupEnd
      } else {
        unsafe paint(item, row, below, x: x, y: y)
        next &+= 1
      }
      below = source(0, count)
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
  func paint(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    if unsafe item.pointee.isPlain { return unsafe paintPlain(item, out, below, x: x, y: y) }
    let count = out.count
    switch unsafe item.pointee.source {
    case .image:
      unsafe paintImage(item, out, below, x: x, y: y)
    case .pattern, .pattern565:
      unsafe paintPattern(item, out, below, x: x, y: y)
    case .row565 where unsafe item.pointee.blend == .copy:
      unsafe fetch(item, out, x: x, y: y)
    default:
      unsafe fetch(item, scratchTarget(count), x: x, y: y)
      unsafe blend(item, out, below, scratchSource(count), x: x, y: y)
    }
  }

  /// Draws an item that needs no other row: `DisplayItem.isPlain`.
  @unsafe
  private func paintPlain(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    if unsafe item.pointee.source == .row {
      unsafe blend(item, out, below, pixels(item, out.count, x: x, y: y), x: x, y: y)
    } else if unsafe item.pointee.blend == .copy {
      unsafe fillRow(out, item.pointee.color)
    } else {
      unsafe solidRow(out, below, item.pointee.color)
    }
  }

  /// The pixels of a `row` item.
  @unsafe
  private func pixels(_ item: UnsafePointer<DisplayItem>, _ count: Int, x: Int, y: Int) -> SourceRow {
    var plane = unsafe Plane(item.pointee.pixels, x: x)
    // What else is in the strip's rows is not known here: few rows, as if there were much.
    plane.look(ahead: min(RowComposer.rowsAhead(count &* 4), 3))
    return unsafe plane.row(y: y, count: count)
  }

  /// A transformed pixmap touches a run of the row; beside it, what is below passes through.
  @unsafe
  private func paintImage(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    let count = out.count
    let image = unsafe detail(of: item).pointee.image
    let row = unsafe ImageRow(
      image, dx: x &- item.pointee.bounds.x0, dy: y &- item.pointee.bounds.y0, count: count)
    let first = row.touched.lowerBound
    let end = row.touched.upperBound
    if first == end { return copyRow(out, below) }
    if first > 0 { copyRow(out.part(0, first), below.part(0, first)) }
    unsafe row.fetch(
      scratchTarget(end &- first), item.pointee.pixels.address(x: 0, y: 0), image)
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
      unsafe cornerRow(out, detail(of: item).pointee.corner, item.pointee.color, x: x, y: y)
    case .solid:
      unsafe fillRow(out, item.pointee.color)
    case .row565:
      unsafe load565Row(out, SourceRow565(grid.address(x: x, y: y), count: out.count, ahead: grid.stepY))
    case .turned:
      unsafe gatherRow(out, grid.address(x: x, y: y), step: grid.stepX)
    case .turned565:
      unsafe gather565Row(out, grid.address(x: x, y: y), step: grid.stepX)
    case .group, .row, .image, .pattern, .pattern565:
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
      unsafe sectorRow(
        out, below, source, detail(of: item).pointee.sector, alpha: item.pointee.alpha, x: x, y: y)
    }
  }
}
