import CProcessor
import Numbers
import Scene

/// Composes strips row by row: what is below a cell's last item is blended in a row buffer that stays in the L1 cache, and the
/// result is stored once. The surface is never read.
///
/// Owns the row buffers. Its pointers into the surface are valid between `begin` and `end` only.
@safe
struct RowComposer: ~Copyable {
  // Many properties: places in one block of memory, worked out once instead of in every row.
  let format: PixelFormat
  /// A pixel of the panel has 1 << pixelShift bytes.
  private let pixelShift: Int
  private let dither = DitherTable()
  /// One row per depth of groups, the picture's own first, one for sources that must be fetched, the stage, and the plain rows.
  private let memory: UnsafeMutableRawPointer
  let bytesPerRow: Int
  private let scratch: UnsafeMutableRawPointer
  /// Where short runs of a streamed row wait for each other, in the panel's format; it begins a line of the cache.
  private let stage: UnsafeMutableRawPointer
  /// Rows of one colour each.
  private let plainRows: UnsafeMutableRawPointer
  /// Where rows of crowds are painted.
  let crowd: UnsafeMutableRawPointer
  /// Where periods of repeated cells lie.
  let periods: UnsafeMutableRawPointer
  private var surface: UnsafeMutableRawPointer
  private var details: UnsafePointer<DisplayDetail>?
  private var pitch = 0
  private(set) var background: UInt32 = 0
  private(set) var isStreaming = false
  /// Whether crowds are painted item after item; nil where that is decided by what was measured, and not by tests.
  private(set) var isPainting: Bool?

  /// Bytes of the longest line of a cache in use; shorter ones divide it.
  static let line = 64
  /// How many rows ahead memory is asked for: a short row is done before it has answered.
  ///
  /// Two rows of a turned page, three or more of narrow cards beside each other, eight of damage 96 columns wide; with half as many such
  /// damage takes 1.1 times as long, with twice as many a page 1.05 (AMD EPYC).
  ///
  /// - Parameter bytes: of what is composed of a row before the next.
  @inline(__always)
  static func rowsAhead(_ bytes: Int) -> Int {
    bytes >= bytesAhead ? 1 : min((bytesAhead &+ bytes / 2) / max(bytes, 1), mostRowsAhead)
  }

  private static let bytesAhead = 8 << 10
  private static let mostRowsAhead = 8
  /// More places in memory than these, and a row is cut into bands of `streamsPerBand` where that is possible.
  static let mostStreams = 8
  static let streamsPerBand = 3

  init(width: Int, format: PixelFormat) {
    self.format = format
    pixelShift = format.bytesPerPixel == 4 ? 2 : 1
    // The stage begins up to a line late, and a period may be wider than the panel.
    bytesPerRow = (max(width, Stack.periodColumns) * 4 + 2 * RowComposer.line - 1) & -RowComposer.line
    let rows = Scene.maximumGroupDepth + 3 + RowComposer.plainRowCount
    unsafe memory = .allocate(byteCount: bytesPerRow * rows, alignment: RowComposer.line)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * rows)
    unsafe scratch = memory + bytesPerRow * (Scene.maximumGroupDepth + 1)
    unsafe stage = memory + bytesPerRow * (Scene.maximumGroupDepth + 2)
    unsafe plainRows = memory + bytesPerRow * (Scene.maximumGroupDepth + 3)
    // Untouched until something is repeated.
    unsafe periods = .allocate(byteCount: RowComposer.periodBytes, alignment: RowComposer.line)
    unsafe crowd = .allocate(
      byteCount: RowComposer.crowdMemory(bytesPerRow: bytesPerRow), alignment: RowComposer.line)
    unsafe surface = memory
  }

  deinit {
    unsafe memory.deallocate()
    unsafe crowd.deallocate()
    unsafe periods.deallocate()
  }

  /// - Parameters:
  ///   - list: what is composed until `end`; it must not change meanwhile.
  ///   - isStreaming: the frame is so large that it should not pass through the caches.
  ///   - isPainting: whether crowds are painted item after item; nil where they are large enough.
  mutating func begin(
    _ surface: borrowing Surface, _ list: borrowing DisplayList, isStreaming: Bool, isPainting: Bool? = nil
  ) {
    unsafe self.surface = surface.base
    unsafe details = UnsafePointer(list.details.base)
    pitch = surface.pitch
    background = list.background
    self.isStreaming = isStreaming
    self.isPainting = isPainting
  }

  mutating func end() {
    if isStreaming { processor_finish_streaming() }
    unsafe surface = memory
    unsafe details = nil
  }

  /// Of an item that has one.
  @inline(__always)
  @unsafe
  func detail(of item: UnsafePointer<DisplayItem>) -> UnsafePointer<DisplayDetail> {
    unsafe details.unsafelyUnwrapped + Int(item.pointee.detail)
  }

  /// Whether every row has its lines of the cache at the same places, so that its runs are those of all rows.
  var hasEvenRows: Bool { !isStreaming || pitch & (RowComposer.line - 1) == 0 }

  /// Lays out the runs of a strip's rows.
  ///
  /// Long runs of a streamed row are streamed in whole lines as they are composed, and so are short ones that begin and end with half a
  /// line, and pixels that share lines with other pixels. Others, and the ends of long ones, share lines with their neighbours: they are
  /// staged, and streamed from there. Lines that the strip has a part of only are stored through the caches.
  ///
  /// - Parameters:
  ///   - cells: at least one, as runs; each begins where the one before it ends.
  ///   - y: a row; the runs are those of all rows when `hasEvenRows`.
  ///   - bands: gets the ends of bands, into `runs`: parts of a row that need nothing of each other. A processor foresees a few places
  ///     that are read on at the same time; where a row has many, each band is composed in all rows before the next. 14 cards of 80 columns
  ///     beside each other take 0.83 of the time in bands of 3 cards, and 0.92 in bands of 8; for the few and wide tiles of a page bands
  ///     gain nothing (AMD EPYC).
  func layOut(
    _ cells: borrowing Storage<Run>, y: Int, into runs: inout Storage<Run>, bands: inout Storage<Int>
  ) {
    runs.removeAll()
    bands.removeAll()
    let lead = unsafe Int(bitPattern: surface + y &* pitch) & (RowComposer.line - 1)
    // A pixel that lies in two lines cannot be streamed.
    let isStreamed = isStreaming && lead & (1 << pixelShift - 1) == 0
    var streams = 0
    var k = 0
    while k < cells.count {
      streams &+= cells[k].streams
      k += 1
    }
    let last = cells[cells.count - 1]
    var bytes = (last.x + last.count - cells[0].x) << pixelShift
    var streamsPerBand = Int.max
    if isStreamed && hasEvenRows && streams > RowComposer.mostStreams {
      streamsPerBand = RowComposer.streamsPerBand
      bytes = bytes * streamsPerBand / streams
    }
    var layout = unsafe RowLayout(
      lead: lead >> pixelShift, pixelShift: pixelShift, surface: Int(bitPattern: surface), pitch: pitch,
      stage: Int(bitPattern: stage) + lead, pending: cells[0].x, rowsAhead: RowComposer.rowsAhead(bytes))
    streams = 0
    k = 0
    while k < cells.count {
      let cell = cells[k]
      if isStreamed {
        layout.addStreamed(cell, to: &runs)
        if let end = layout.settled, streams >= streamsPerBand {
          bands.append(end)
          streams = 0
        }
      } else {
        layout.add(cell, .cached, to: &runs)
      }
      streams &+= cell.streams
      k += 1
    }
    if isStreamed { layout.end(last, to: &runs) }
    bands.append(runs.count)
  }

  /// Composes one row of a strip and stores it.
  ///
  /// What most rows of a turned panel consist of is done here: so many short runs are no more than a few lines of the cache each, and
  /// finding out how to compose one costs as much as copying it.
  @inline(__always)
  @unsafe
  func compose(_ runs: UnsafePointer<Run>, _ count: Int, y: Int) {
    var k = 0
    while k < count {
      let run = unsafe runs + k
      let address = unsafe run.pointee.address(y: y)
      let count = unsafe run.pointee.count
      switch unsafe run.pointee.step {
      case .copyLines:
        unsafe copyLines(Target<StreamedStores>(address, count: count), run.pointee.source.row(y: y, count: count))
      case .join:
        unsafe joinRow(
          Target<StreamedStores>(address, count: count), run.pointee.source.row(y: y, count: count),
          run.pointee.below.row(y: y, count: count), at: run.pointee.alpha)
      case .joinTinted:
        unsafe joinRow(
          Target<StreamedStores>(address, count: count), run.pointee.source.row(y: y, count: count),
          run.pointee.below.row(y: y, count: count), at: run.pointee.alpha, run.pointee.color)
      case .streamed:
        unsafe compose(StreamedStores.self, run, address, y: y)
      case .cached:
        unsafe prefetchTarget(run.pointee.addressAhead(y: y), count &<< pixelShift)
        unsafe compose(CachedStores.self, run, address, y: y)
      case .staged:
        unsafe compose(CachedStores.self, run, address, y: y)
      }
      k &+= 1
    }
  }

  /// Copies the pixels of a run, and of all of its rows, when it is copied and goes through the caches; else does nothing.
  ///
  /// A card that stands by itself is one run, and turned one of many short rows: 800 rows of 40 pixels take 6 us one by one.
  @unsafe
  func copyRows(_ run: UnsafePointer<Run>, _ rows: Range<Int>) -> Bool {
    guard unsafe run.pointee.step == .cached && run.pointee.last == .copy && pixelShift == 2 else { return false }
    let y = rows.lowerBound
    let (target, source) = unsafe (run.pointee.target, run.pointee.source)
    unsafe copyPictureRows(
      run.pointee.address(y: y), pitch: target.pitch, ahead: target.ahead, source.address(y: y), pitch: source.pitch,
      ahead: source.ahead, count: run.pointee.count, rows: rows.count)
    return true
  }

  /// Copies damage in which one picture is all that is seen: what changes on a board is a card as a rule, and to cut a figure of 64 x 24
  /// out of its scene took as long as to copy it (AMD EPYC, warm).
  ///
  /// - Returns: whether it was that; else nothing is done.
  func copyPicture(_ rect: PixelRect, _ list: borrowing DisplayList) -> Bool {
    guard format == .xrgb8888, !isStreaming else { return false }
    var index = list.items.count &- 1
    while index >= 0 {
      let item = unsafe list.items.base + index
      if unsafe item.pointee.bounds.intersects(rect) {
        guard unsafe item.pointee.source == .row && item.pointee.isOpaque && item.pointee.bounds.contains(rect),
          list.links[index].parent < 0
        else { return false }
        let rows = RowComposer.rowsAhead(rect.width &<< pixelShift)
        let grid = unsafe item.pointee.pixels
        unsafe copyPictureRows(
          address(x: rect.x0, y: rect.y0), pitch: pitch, ahead: pitch &* rows, grid.address(x: rect.x0, y: rect.y0),
          pitch: grid.stepY, ahead: grid.stepY &* rows, count: rect.width, rows: rect.height)
        return true
      }
      index &-= 1
    }
    return false
  }

  /// Asks for the lines below a run that is stored through the caches: they will be written soon, and a store that waits for its line
  /// holds up all that follow. Panels' write-combined memory is in no cache, and processors ignore it there.
  @inline(__always)
  @unsafe
  private func prefetchTarget(_ address: UnsafeMutableRawPointer, _ bytes: Int) {
    var offset = 0
    while offset < bytes {
      unsafe processor_prefetch_target(address + offset)
      offset &+= RowComposer.line
    }
    unsafe processor_prefetch_target(address + (bytes &- 1))
  }

  /// Composes a run of a row and stores it.
  @unsafe
  private func compose<Stores: StoreKind>(
    _: Stores.Type, _ run: UnsafePointer<Run>, _ address: UnsafeMutableRawPointer, y: Int
  ) {
    let count = unsafe run.pointee.count
    let out = unsafe Target<Stores>(address, count: count)
    switch unsafe run.pointee.last {
    case .composed:
      let stack = unsafe run.pointee.stack
      let x = unsafe run.pointee.x
      let row = unsafe composeRow(run, end: stack.count, y: y)
      unsafe store(Stores.self, row, address, x: x, y: y)
    case .repeated:
      unsafe repeatPeriod(Stores.self, run, address, y: y)
    case .fill:
      unsafe fillRow(out, run.pointee.color)
    case .copy:
      unsafe copyRow(out, run.pointee.source.row(y: y, count: count))
    case .copy565:
      unsafe copy565Row(Target565<Stores>(address, count: count), run.pointee.source.row565(y: y, count: count))
    case .solid:
      unsafe solidRow(out, below(run, y: y), run.pointee.color)
    case .join: break
    case .solid565:
      unsafe solid565Row(
        Target565<Stores>(address, count: count), run.pointee.below.row565(y: y, count: count), run.pointee.color)
    case .over565:
      unsafe over565Row(
        Target565<Stores>(address, count: count), run.pointee.below.row565(y: y, count: count),
        run.pointee.source.row(y: y, count: count))
    case .mix565:
      unsafe mix565Row(
        Target565<Stores>(address, count: count), run.pointee.below.row565(y: y, count: count),
        run.pointee.source.row(y: y, count: count), alpha: run.pointee.alpha)
    case .over:
      unsafe overRow(out, below(run, y: y), run.pointee.source.row(y: y, count: count))
    case .fade:
      unsafe overRow(out, below(run, y: y), run.pointee.source.row(y: y, count: count), alpha: run.pointee.alpha)
    case .mix:
      unsafe mixRow(out, below(run, y: y), run.pointee.source.row(y: y, count: count), alpha: run.pointee.alpha)
    case .sector:
      let mask = unsafe detail(of: run.pointee.stack.item(run.pointee.stack.count &- 1)).pointee.sector
      unsafe sectorRow(
        out, below(run, y: y), run.pointee.source.row(y: y, count: count), mask, alpha: run.pointee.alpha,
        x: run.pointee.x, y: y)
    }
  }

  /// What is below a run's last item.
  @inline(__always)
  @unsafe
  private func below(_ run: UnsafePointer<Run>, y: Int) -> SourceRow {
    let count = unsafe run.pointee.count
    if unsafe !run.pointee.below.isNone { return unsafe run.pointee.below.row(y: y, count: count) }
    return unsafe composeRow(run, end: run.pointee.stack.count &- 1, y: y)
  }

  /// Composes a run's items up to the position `end`; those it stands on are there.
  @inline(__always)
  @unsafe
  private func composeRow(_ run: UnsafePointer<Run>, end: Int, y: Int) -> SourceRow {
    let (stack, count, x) = unsafe (run.pointee.stack, run.pointee.count, run.pointee.x)
    if unsafe run.pointee.base.isNone { return composeRow(stack, end: end, count: count, x: x, y: y) }
    return unsafe composeRow(
      stack, from: run.pointee.baseCount, end: end, over: run.pointee.baseRow(y: y, count: count), x: x, y: y)
  }

  /// A row of pixels of one colour: what is below a cell's last item need not be filled anew in each of its rows.
  ///
  /// - Parameters:
  ///   - count: pixels, at most the panel's width.
  ///   - rows: those there are; gets one more, or more of one.
  /// - Returns: the address of the first pixel; nil when there are as many rows as there can be.
  func plainRow(_ color: UInt32, count: Int, _ rows: inout Storage<PlainRow>) -> Int? {
    var index = 0
    while index < rows.count, rows[index].color != color { index += 1 }
    guard index < RowComposer.plainRowCount else { return nil }
    if index == rows.count { rows.append(PlainRow(color: color, count: 0)) }
    let address = unsafe plainRows + bytesPerRow * index
    if rows[index].count < count {
      unsafe fillRow(TargetRow(address, count: count), color)
      rows[index].count = count
    }
    return Int(bitPattern: address)
  }

  /// Colours of a strip that have a row; cells over further ones fill theirs.
  static let plainRowCount = 4

  /// Stores 32-bit pixels as the panel wants them.
  @unsafe
  func store<Stores: StoreKind>(
    _: Stores.Type, _ row: SourceRow, _ address: UnsafeMutableRawPointer, x: Int, y: Int
  ) {
    switch format {
    case .xrgb8888: unsafe copyRow(Target<Stores>(address, count: row.count), row)
    case .xbgr8888: unsafe storeSwappedRow(Target<Stores>(address, count: row.count), row)
    case .rgb565: unsafe store565Row(Target565<Stores>(address, count: row.count), row)
    case .rgb565Dithered:
      unsafe store565Row(Target565<Stores>(address, count: row.count), row, dither.thresholds(x: x, y: y))
    }
  }

  /// Where a pixel of the panel is stored.
  @unsafe func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
    unsafe surface + (y &* pitch &+ x &<< pixelShift)
  }

  func target(_ depth: Int, _ count: Int) -> TargetRow {
    unsafe TargetRow(memory + depth &* bytesPerRow, count: count)
  }

  func source(_ depth: Int, _ count: Int) -> SourceRow {
    unsafe SourceRow(memory + depth &* bytesPerRow, count: count)
  }

  func scratchTarget(_ count: Int) -> TargetRow { unsafe TargetRow(scratch, count: count) }
  func scratchSource(_ count: Int) -> SourceRow { unsafe SourceRow(scratch, count: count) }
}

/// A row of one colour, as long as has been needed so far.
struct PlainRow: BitwiseCopyable {
  let color: UInt32
  /// Pixels.
  var count: Int
}
