import CProcessor
import Scene

/// After how many columns and rows a cell's picture begins again.
struct Period: BitwiseCopyable {
  var columns: Int
  var rows: Int
}

extension Stack {
  /// Columns of a period: whole lines of the cache in every format, and whole rows of the dither.
  static let periodColumns = 64
  fileprivate static let mostPeriodRows = 64

  /// Of cells in which nothing but patterns and colours is seen; nil when there is none, or a long one, or when one colour is all.
  ///
  /// - Parameter rows: of the dither.
  func period(rows: Int) -> Period? {
    if count == 0 { return nil }
    if count == 1, unsafe item(0).pointee.source == .solid { return nil }
    var period = Period(columns: Stack.periodColumns, rows: rows)
    var position = 0
    while position < count {
      let item = unsafe item(position).pointee
      if item.blend == .sector { return nil }
      switch item.source {
      case .solid: break
      case .pattern, .pattern565:
        // Of two numbers of which one divides the other, the larger is their common multiple.
        let rows = max(period.rows, item.pixels.periodY)
        guard Stack.periodColumns % item.pixels.periodX == 0, rows % period.rows == 0,
          rows % item.pixels.periodY == 0, rows <= Stack.mostPeriodRows
        else { return nil }
        period.rows = rows
      default: return nil
      }
      position += 1
    }
    return period
  }
}

extension Stack {
  /// How many of its lowest items are patterns and colours, not counting its last, and after how many rows they begin again; nil when
  /// composing them is no work.
  func base() -> (items: Int, rows: Int)? {
    var rows = 1
    var position = 0
    while position < count &- 1 {
      let item = unsafe item(position).pointee
      if item.blend == .sector { break }
      if item.source == .pattern || item.source == .pattern565 {
        let longer = max(rows, item.pixels.periodY)
        guard longer % rows == 0, longer % item.pixels.periodY == 0, longer <= Stack.mostPeriodRows else { break }
        rows = longer
      } else if item.source != .solid {
        break
      }
      position += 1
    }
    return position > 0 ? (position, rows) : nil
  }
}

// Stripes under a tint over a flat colour are three passes over every pixel, and yet the same few pixels again and again: those are
// composed once for a strip of rows, as the panel wants them, and copied from the first-level cache.

extension RowComposer {
  /// Bytes in which two periods beside each other lie, so that a copy may begin at any column of the first.
  private static let periodPitch = 2 * 4 * Stack.periodColumns
  /// Bytes for the periods and the lowest items of a strip's cells; further ones are composed in each row.
  static let periodBytes = 4 * periodPitch * Stack.mostPeriodRows

  /// Composes a period of a cell, where it has one.
  ///
  /// - Parameter used: bytes of memory for periods that a strip's cells have taken.
  func repeating(_ run: Run, rows: Range<Int>, used: inout Int) -> Run? {
    guard run.last != .fill, let period = run.stack.period(rows: format == .rgb565Dithered ? 8 : 1)
    else {
      return nil
    }
    // A small cell is composed sooner than a period.
    let work = period.columns &* min(period.rows, rows.count)
    let bytes = RowComposer.periodPitch &* min(period.rows, rows.count)
    guard run.count &* rows.count >= 2 &* work, used &+ bytes <= RowComposer.periodBytes else { return nil }
    let memory = unsafe periods + used
    used &+= bytes
    let half = period.columns &* format.bytesPerPixel
    var y = rows.lowerBound
    while y < min(rows.upperBound, rows.lowerBound &+ period.rows) {
      let address = unsafe memory + (y &- rows.lowerBound) &* RowComposer.periodPitch
      let row = composeRow(run.stack, end: run.stack.count, count: period.columns, x: run.x, y: y)
      unsafe store(CachedStores.self, row, address, x: run.x, y: y)
      unsafe (address + half).copyMemory(from: address, byteCount: half)
      y &+= 1
    }
    let pixels = Plane(origin: Int(bitPattern: memory), pitch: RowComposer.periodPitch)
    return run.repeating(period, pixels, firstRow: rows.lowerBound)
  }

  /// Composes the lowest items of a cell once for all of its rows, where what stands on them moves and they do not: a sprite over stripes.
  ///
  /// Of a refresh frame at 800 x 480 the stripes below ring and spinner took a fifth (AMD EPYC).
  ///
  /// - Parameter used: as of `repeating`.
  func standing(_ run: Run, rows: Range<Int>, used: inout Int) -> Run? {
    guard run.last != .fill, run.below.isNone, let base = run.stack.base() else { return nil }
    let pitch = (run.count &* 4 &+ RowComposer.line &- 1) & -RowComposer.line
    let bytes = pitch &* base.rows
    guard rows.count >= 2 &* base.rows, used &+ bytes <= RowComposer.periodBytes else { return nil }
    let memory = unsafe periods + used
    used &+= bytes
    var row = 0
    while row < base.rows {
      let y = rows.lowerBound &+ row
      let pixels = composeRow(run.stack, end: base.items, count: run.count, x: run.x, y: y)
      unsafe copyRow(TargetRow(memory + row &* pitch, count: run.count), pixels)
      row &+= 1
    }
    return run.standing(
      on: Plane(origin: Int(bitPattern: memory), pitch: pitch), items: base.items, rows: base.rows,
      firstRow: rows.lowerBound)
  }

  /// Copies a period again and again.
  @unsafe
  func repeatPeriod<Stores: StoreKind>(
    _: Stores.Type, _ run: UnsafePointer<Run>, _ address: UnsafeMutableRawPointer, y: Int
  ) {
    let columns = unsafe run.pointee.period.columns
    let row = unsafe run.pointee.source.address(y: (y &- run.pointee.firstRow) % run.pointee.period.rows)
    let count = unsafe run.pointee.count
    let phase = unsafe run.pointee.phase
    if format.bytesPerPixel == 4 {
      unsafe periodRow(Target<Stores>(address, count: count), SourceRow(row, count: 2 &* columns), from: phase)
    } else {
      unsafe periodRow(
        Target565<Stores>(address, count: count), SourceRow565(row, count: 2 &* columns), from: phase)
    }
  }
}

// A loop of its own, which asks for nothing: a turned panel has so many short rows of stripes that asking the first-level cache for what
// it has costs a refresh frame 8 us of 440 (AMD EPYC).

/// Fills a row with a period.
///
/// - Parameters:
///   - period: twice, a multiple of 8 columns each time.
///   - from: the column of the first with which the row begins.
func periodRow<Stores: StoreKind>(
  _ out: Target<Stores>, _ period: SourceRow, from phase: Int, isWide: Bool = hasWideRows
) {
  let columns = period.count / 2
  if isWide, columns == Stack.periodColumns {
    unsafe processor_wide_period(out.base, out.count &* 4, period.base + phase &* 4, columns &* 4, Stores.isStreamed)
    return
  }
  var end = 0
  var i = 0
  while i < out.count {
    end = min(end &+ columns, out.count)
    var from = phase
    while i &+ 16 <= end {
      let a = period.load8(from)
      let b = period.load8(from &+ 8)
      out.store8(i, a)
      out.store8(i &+ 8, b)
      i &+= 16
      from &+= 16
    }
    if i &+ 8 <= end {
      out.store8(i, period.load8(from))
      i &+= 8
      from &+= 8
    }
    while i < end {
      out.store(i, period[from])
      i &+= 1
      from &+= 1
    }
  }
}

/// - Parameter period: twice, a multiple of 16 columns each time.
func periodRow<Stores: StoreKind>(
  _ out: Target565<Stores>, _ period: SourceRow565, from phase: Int, isWide: Bool = hasWideRows
) {
  let columns = period.count / 2
  if isWide, columns == Stack.periodColumns {
    unsafe processor_wide_period(out.base, out.count &* 2, period.base + phase &* 2, columns &* 2, Stores.isStreamed)
    return
  }
  var end = 0
  var i = 0
  while i < out.count {
    end = min(end &+ columns, out.count)
    var from = phase
    while i &+ 16 <= end {
      out.store16(i, period.load8(from), period.load8(from &+ 8))
      i &+= 16
      from &+= 16
    }
    while i < end {
      out.store(i, period[from])
      i &+= 1
      from &+= 1
    }
  }
}
