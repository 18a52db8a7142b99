import Numbers
import Scene

// Many small items: a few rows at a time are painted item after item, and stored once.

extension RowComposer {
  /// Whether a rectangle has so many items that cutting it into cells costs more than painting what is hidden.
  ///
  /// In cells every pixel is composed once, but each begins and ends somewhere in every row, and where items stand anyhow the cells are
  /// other ones from row to row. Painted one over the other an item costs its pixels and little more. Without groups, which have rows of
  /// their own, and without pages that are dithered already, which cells copy and this would dither once more.
  ///
  /// - Parameter most: how many items can be in it.
  func paintsCrowd(_ list: borrowing DisplayList, atMost most: Int, in rect: PixelRect) -> Bool {
    if list.hasGroups || format == .rgb565Dithered && list.hasPages565 { return false }
    if let isPainting { return isPainting }
    guard most >= RowComposer.leastCrowd else { return false }
    var count = 0
    var area = 0
    // Of 16-bit pixels that cells would copy as they are.
    var copied = (area: 0, rows: 0)
    var index = 0
    while index < list.items.count {
      let item = unsafe list.items.base + index
      let part = unsafe item.pointee.bounds.intersection(rect)
      if !part.isEmpty {
        count &+= 1
        area &+= part.area
        if unsafe format.bytesPerPixel == 2 && item.pointee.source == .row565 && item.pointee.isOpaque {
          copied.area &+= part.area
          copied.rows &+= part.height
        }
      }
      index &+= 1
    }
    return count >= RowComposer.leastCrowd && area <= RowComposer.mostOverdraw * rect.area
      && copied.area <= RowComposer.widestUnpacked * copied.rows
  }

  /// Items from which on a rectangle is crowded, and how often a pixel of it may be painted on average.
  private static let leastCrowd = 96
  private static let mostOverdraw = 3
  /// Columns of 16-bit pictures, on average, up to which unpacking and packing them costs less than the ends of their cells: 320 cards of
  /// 92 columns take 1.6 times as long painted, 1,280 of 44 columns 0.9 times, and of 16 columns half as long (AMD EPYC).
  private static let widestUnpacked = 48

  /// How many rows are painted before they are stored: an item is looked at once for all of its rows in them. As many as the caches keep
  /// near by.
  var crowdRows: Int { min(max(RowComposer.crowdBytes / bytesPerRow, 1), RowComposer.mostCrowdRows) }

  /// Bytes for rows that are painted together, and the most rows. Of a first-level cache of 48 KB they leave something to the pictures: with
  /// twice as many bytes 320 cards take 1.05 times as long at 800 x 480 and 1.1 at 1920 x 1080 (AMD EPYC, fastest frames).
  private static let crowdBytes = 32 << 10
  private static let mostCrowdRows = 16

  /// Bytes of memory for them.
  static func crowdMemory(bytesPerRow: Int) -> Int { max(crowdBytes, bytesPerRow) }

  /// Paints rows of items, which are given back to front, and stores them.
  ///
  /// - Parameter rows: at most `crowdRows`.
  @unsafe
  func paint(
    _ entries: UnsafePointer<Int32>, _ count: Int, of items: UnsafePointer<DisplayItem>, columns: Range<Int>,
    rows: Range<Int>
  ) {
    let width = columns.count
    // Nothing is seen of what lies below an opaque item as large as all of it.
    var next = count
    var isCovered = false
    while next > 0, !isCovered {
      next &-= 1
      let item = unsafe items + Int(entries[next])
      unsafe isCovered =
        item.pointee.isOpaque && item.pointee.bounds.x0 <= columns.lowerBound
        && item.pointee.bounds.x1 >= columns.upperBound && item.pointee.bounds.y0 <= rows.lowerBound
        && item.pointee.bounds.y1 >= rows.upperBound
    }
    var y = rows.lowerBound
    while !isCovered, y < rows.upperBound {
      unsafe fillRow(TargetRow(crowdRow(y, rows), count: width), background)
      y &+= 1
    }
    while next < count {
      unsafe paint(items + Int(entries[next]), columns: columns, rows: rows)
      next &+= 1
    }
    y = rows.lowerBound
    while y < rows.upperBound {
      unsafe store(SourceRow(crowdRow(y, rows), count: width), columns, y: y)
      y &+= 1
    }
  }

  /// Where a row is painted.
  @inline(__always)
  @unsafe
  private func crowdRow(_ y: Int, _ rows: Range<Int>) -> UnsafeMutableRawPointer {
    unsafe crowd + (y &- rows.lowerBound) &* bytesPerRow
  }

  /// Paints an item in all of its rows.
  @unsafe
  private func paint(_ item: UnsafePointer<DisplayItem>, columns: Range<Int>, rows: Range<Int>) {
    let bounds = unsafe item.pointee.bounds
    let first = max(bounds.x0, columns.lowerBound)
    let count = min(bounds.x1, columns.upperBound) &- first
    let end = min(bounds.y1, rows.upperBound)
    let offset = (first &- columns.lowerBound) &* 4
    var y = max(bounds.y0, rows.lowerBound)
    if unsafe item.pointee.source == .row {
      let grid = unsafe item.pointee.pixels
      let place = unsafe crowdRow(y, rows) + offset
      switch unsafe item.pointee.blend {
      case .copy:
        return unsafe copyPictureRows(
          place, pitch: bytesPerRow, ahead: 0, grid.address(x: first, y: y), pitch: grid.stepY, ahead: grid.stepY &* 4,
          count: count, rows: end &- y)
      case .over:
        return unsafe overPictureRows(
          place, pitch: bytesPerRow, grid.address(x: first, y: y), pitch: grid.stepY, ahead: grid.stepY &* 4,
          count: count, rows: end &- y)
      case .fade, .mix, .sector: break
      }
    }
    while y < end {
      let place = unsafe crowdRow(y, rows) + offset
      unsafe paint(item, TargetRow(place, count: count), SourceRow(place, count: count), x: first, y: y)
      y &+= 1
    }
  }

  /// Stores a row of the panel: whole lines of the cache past it where the frame is streamed.
  @unsafe
  private func store(_ row: SourceRow, _ columns: Range<Int>, y: Int) {
    let address = unsafe address(x: columns.lowerBound, y: y)
    let lead = Int(bitPattern: address) & (RowComposer.line - 1)
    let bytes = format.bytesPerPixel
    guard isStreaming, lead & (bytes - 1) == 0 else {
      return unsafe store(CachedStores.self, row, address, x: columns.lowerBound, y: y)
    }
    let head = min((RowComposer.line - lead) % RowComposer.line / bytes, row.count)
    let body = (row.count - head) & -(RowComposer.line / bytes)
    let tail = row.count - head - body
    if head > 0 {
      unsafe store(CachedStores.self, row.part(0, head), address, x: columns.lowerBound, y: y)
    }
    if body > 0 {
      unsafe store(
        StreamedStores.self, row.part(head, body), address + head * bytes, x: columns.lowerBound + head, y: y)
    }
    if tail > 0 {
      unsafe store(
        CachedStores.self, row.part(head + body, tail), address + (head + body) * bytes,
        x: columns.lowerBound + head + body, y: y)
    }
  }
}
