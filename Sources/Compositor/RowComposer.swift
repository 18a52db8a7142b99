import CStores
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
  private var isStreaming = false

  /// Bytes of the longest line of a cache in use; shorter ones divide it.
  private static let line = 64
  /// Bytes below which a run is not streamed.
  private static let shortestStream = 256

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

  /// - Parameter isStreaming: the frame is so large that it should not pass through the caches.
  mutating func begin(_ surface: borrowing Surface, background: UInt32, isStreaming: Bool) {
    unsafe self.surface = surface.base
    pitch = surface.pitch
    self.background = background
    self.isStreaming = isStreaming
  }

  mutating func end() {
    if isStreaming { cstores_finish_streaming() }
    unsafe surface = memory
  }

  /// Composes one row of a cell and stores it.
  ///
  /// A long run's whole lines of the cache are streamed, when the frame is; its ends share lines with other runs and are not.
  @unsafe
  func compose(
    _ cell: UnsafePointer<Cell>, _ stacks: UnsafePointer<Int32>, _ items: UnsafePointer<DisplayItem>,
    _ links: UnsafePointer<DisplayLinks>, y: Int
  ) {
    let x = unsafe cell.pointee.x0
    let count = unsafe cell.pointee.x1 &- x
    let stack = unsafe Stack(
      entries: stacks + cell.pointee.first, count: cell.pointee.count, items: items, links: links)
    let bytes = format.bytesPerPixel
    let address = unsafe surface + (y &* pitch &+ x &* bytes)
    let misalignment = -Int(bitPattern: address) & (RowComposer.line &- 1)
    let streamed = (count &* bytes &- misalignment) & -RowComposer.line
    if !isStreaming || streamed < RowComposer.shortestStream || misalignment % bytes != 0 {
      unsafe prefetchTarget(address, count &* bytes)
      return unsafe compose(CachedStores.self, stack, address, count: count, x: x, y: y)
    }
    let head = misalignment / bytes
    let body = streamed / bytes
    let tail = count &- head &- body
    if head > 0 {
      unsafe prefetchTarget(address, misalignment)
      unsafe compose(CachedStores.self, stack, address, count: head, x: x, y: y)
    }
    unsafe compose(StreamedStores.self, stack, address + misalignment, count: body, x: x &+ head, y: y)
    if tail > 0 {
      let end = unsafe address + (misalignment &+ streamed)
      unsafe prefetchTarget(end, tail &* bytes)
      unsafe compose(CachedStores.self, stack, end, count: tail, x: x &+ (count &- tail), y: y)
    }
  }

  /// Asks for the lines below a run that is stored through the caches: they will be written next, and a store that waits for its line
  /// holds up all that follow. Panels' write-combined memory is in no cache, and processors ignore it there.
  @unsafe
  private func prefetchTarget(_ address: UnsafeMutableRawPointer, _ bytes: Int) {
    var offset = 0
    while offset < bytes {
      unsafe cstores_prefetch(address + (pitch &+ offset))
      offset &+= RowComposer.line
    }
  }

  /// Composes a part of a cell's row and stores it at an address in the panel's format.
  @unsafe
  private func compose<Stores: StoreKind>(
    _: Stores.Type, _ stack: Stack, _ address: UnsafeMutableRawPointer, count: Int, x: Int, y: Int
  ) {
    switch format {
    case .xrgb8888:
      unsafe composePicture(stack, Target<Stores>(address, count: count), x: x, y: y)
    case .xbgr8888:
      let row = composeRow(stack, end: stack.count, count: count, x: x, y: y)
      unsafe storeSwappedRow(Target<Stores>(address, count: count), row)
    case .rgb565, .rgb565Dithered:
      let out = unsafe Target565<Stores>(address, count: count)
      if unsafe stack.count == 1 && stack.item(0).pointee.source == .row565 && stack.item(0).pointee.isOpaque {
        let grid = unsafe stack.item(0).pointee.pixels
        return unsafe copy565Row(out, SourceRow565(grid.address(x: x, y: y), count: count, ahead: grid.stepY))
      }
      let row = composeRow(stack, end: stack.count, count: count, x: x, y: y)
      if format == .rgb565 {
        store565Row(out, row)
      } else {
        store565Row(out, row, dither.thresholds(x: x, y: y))
      }
    }
  }

  /// Composes all of a cell's items over the background, the last one straight to where it is wanted if it can be.
  private func composePicture<Stores: StoreKind>(_ stack: Stack, _ out: Target<Stores>, x: Int, y: Int) {
    let count = out.count
    let last = stack.count &- 1
    if last < 0 { return fillRow(out, background) }
    let item = unsafe stack.item(last)
    guard unsafe item.pointee.isPlain && stack.parent(last) < 0 else {
      return copyRow(out, composeRow(stack, end: stack.count, count: count, x: x, y: y))
    }
    // An opaque item is the first of its stack.
    let below =
      unsafe item.pointee.isOpaque ? source(0, count) : composeRow(stack, end: last, count: count, x: x, y: y)
    unsafe paintPlain(item, out, below, x: x, y: y)
  }

  /// Composes a cell's items up to the position `end` over the background.
  ///
  /// The lowest opaque row of pixels is not copied but passed to the item above it as what is below.
  ///
  /// - Returns: where the result lies: the row buffer, or the only item's own pixels.
  private func composeRow(_ stack: Stack, end: Int, count: Int, x: Int, y: Int) -> SourceRow {
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
  private func paint(_ item: UnsafePointer<DisplayItem>, _ out: TargetRow, _ below: SourceRow, x: Int, y: Int) {
    if unsafe item.pointee.isPlain { return unsafe paintPlain(item, out, below, x: x, y: y) }
    let count = out.count
    switch unsafe item.pointee.source {
    case .image:
      unsafe paintImage(item, out, below, x: x, y: y)
    case .pattern, .pattern565:
      unsafe paintPattern(item, out, below, x: x, y: y)
    default:
      unsafe fetch(item, scratchTarget(count), x: x, y: y)
      unsafe blend(item, out, below, scratchSource(count), x: x, y: y)
    }
  }

  /// Draws an item that needs no other row: `DisplayItem.isPlain`.
  @unsafe
  private func paintPlain<Stores: StoreKind>(
    _ item: UnsafePointer<DisplayItem>, _ out: Target<Stores>, _ below: SourceRow, x: Int, y: Int
  ) {
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
    let grid = unsafe item.pointee.pixels
    let row = unsafe SourceRow(grid.address(x: x, y: y), count: count, ahead: grid.stepY)
    // Kernels ask for a line with every 16 pixels; the last pixel may lie in one more.
    row.prefetch(count &- 1)
    return row
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
  private func blend<Stores: StoreKind>(
    _ item: UnsafePointer<DisplayItem>, _ out: Target<Stores>, _ below: SourceRow, _ source: SourceRow, x: Int, y: Int
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

  /// The group an item belongs to, or below 0.
  func parent(_ position: Int) -> Int { unsafe links[Int(entries[position])].parent }

  /// The position after a group's last item.
  func end(ofGroupAt position: Int) -> Int {
    let end = unsafe links[Int(entries[position])].end
    var next = position &+ 1
    while next < count, unsafe Int(entries[next]) < end { next &+= 1 }
    return next
  }
}
