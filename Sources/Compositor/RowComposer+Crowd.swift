import Numbers
import Scene

// Many small items: rows are painted item after item, and stored once.

extension RowComposer {
  /// Whether a rectangle has so many items that cutting it into cells costs more than painting what is hidden.
  ///
  /// In cells every pixel is composed once, but each begins and ends somewhere in every row, and where items stand anyhow the cells are
  /// other ones from row to row. Painted one over the other an item costs its pixels and little more. Without groups, which have rows of
  /// their own, and on panels of 32 bits only, for on others the two would round differently.
  func paintsCrowd(_ list: borrowing DisplayList, in rect: PixelRect) -> Bool {
    guard format.bytesPerPixel == 4 else { return false }
    if let isPainting { return isPainting && !list.hasGroups }
    guard list.items.count >= RowComposer.leastCrowd, !list.hasGroups else { return false }
    var count = 0
    var area = 0
    var index = 0
    while index < list.items.count {
      let part = unsafe (list.items.base + index).pointee.bounds.intersection(rect)
      if !part.isEmpty {
        count &+= 1
        area &+= part.area
      }
      index &+= 1
    }
    return count >= RowComposer.leastCrowd && area <= RowComposer.mostOverdraw * rect.area
  }

  /// Items from which on a rectangle is crowded, and how often a pixel of it may be painted on average.
  private static let leastCrowd = 96
  private static let mostOverdraw = 3

  /// Paints a row of items, which are given back to front, and stores it.
  @unsafe
  func paint(
    _ entries: UnsafePointer<Int32>, _ count: Int, of items: UnsafePointer<DisplayItem>, columns: Range<Int>, y: Int
  ) {
    let width = columns.count
    let row = target(0, width)
    let below = source(0, width)
    // Nothing is seen of what lies below an opaque item as wide as the row.
    var next = count
    var isCovered = false
    while next > 0, !isCovered {
      next &-= 1
      let item = unsafe items + Int(entries[next])
      unsafe isCovered =
        item.pointee.isOpaque && item.pointee.bounds.x0 <= columns.lowerBound
        && item.pointee.bounds.x1 >= columns.upperBound
    }
    if !isCovered { fillRow(row, background) }
    while next < count {
      let item = unsafe items + Int(entries[next])
      let first = unsafe max(item.pointee.bounds.x0, columns.lowerBound)
      let end = unsafe min(item.pointee.bounds.x1, columns.upperBound)
      let place = first &- columns.lowerBound
      unsafe paint(item, row.part(place, end &- first), below.part(place, end &- first), x: first, y: y)
      next &+= 1
    }
    unsafe store(below, columns, y: y)
  }

  /// Stores a row of the panel: whole lines of the cache past it where the frame is streamed.
  @unsafe
  private func store(_ row: SourceRow, _ columns: Range<Int>, y: Int) {
    let address = unsafe address(x: columns.lowerBound, y: y)
    let lead = Int(bitPattern: address) & (RowComposer.line - 1)
    guard isStreaming, lead & 3 == 0 else {
      return unsafe store(CachedStores.self, row, address, x: columns.lowerBound, y: y)
    }
    let head = min((RowComposer.line - lead) % RowComposer.line / 4, row.count)
    let body = (row.count - head) & -(RowComposer.line / 4)
    let tail = row.count - head - body
    if head > 0 {
      unsafe store(CachedStores.self, row.part(0, head), address, x: columns.lowerBound, y: y)
    }
    if body > 0 {
      unsafe store(
        StreamedStores.self, row.part(head, body), address + head * 4, x: columns.lowerBound + head, y: y)
    }
    if tail > 0 {
      unsafe store(
        CachedStores.self, row.part(head + body, tail), address + (head + body) * 4,
        x: columns.lowerBound + head + body, y: y)
    }
  }
}
