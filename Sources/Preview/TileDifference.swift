#if Preview
  internal import Numbers
  internal import Scene

  /// Which tiles of two buffers of the same size differ: one bit a tile, one word a row of tiles.
  struct TileDifference {
    // Indices: areas lie within the size; a tile of a pixel within it is one of the rows, and its column one of 64.
    /// Rows in a tile.
    static let tileHeight = 16
    /// Columns in a tile: 64, or as many more as make 64 tiles reach across.
    let tileWidth: Int
    let size: PixelSize
    private(set) var rows: [UInt64]

    init(size: PixelSize) {
      self.size = size
      tileWidth = 64 * ((size.width + 4095) / 4096)
      // Fits: no side of a size is negative.
      rows = Array(repeating: 0, count: (size.height + Self.tileHeight - 1) / Self.tileHeight)
    }

    /// Compares the pixels of `area`, which is widened to whole tiles, and forgets what was found before.
    mutating func compare(_ a: PixelBuffer, _ b: PixelBuffer, in area: PixelRect) {
      for index in rows.indices { rows[index] = 0 }
      guard !area.isEmpty else { return }
      let columns = area.x0 / tileWidth...(area.x1 - 1) / tileWidth
      let left = columns.lowerBound * tileWidth
      let width = min((columns.upperBound + 1) * tileWidth, size.width) - left
      for y in area.y0 / Self.tileHeight * Self.tileHeight..<min(roundUp(area.y1), size.height) {
        if a.equals(b, x: left, y: y, count: width) { continue }
        var found = rows[y / Self.tileHeight]
        for column in columns where found >> column & 1 == 0 {
          let x = column * tileWidth
          if !a.equals(b, x: x, y: y, count: min(tileWidth, size.width - x)) { found |= 1 << column }
        }
        rows[y / Self.tileHeight] = found
      }
    }

    private func roundUp(_ y: Int) -> Int { (y + Self.tileHeight - 1) / Self.tileHeight * Self.tileHeight }

    /// The smallest rectangle around all tiles that differ, in pixels.
    var bounds: PixelRect {
      let all = rows.reduce(0, |)
      guard all != 0, let first = rows.firstIndex(where: { $0 != 0 }), let last = rows.lastIndex(where: { $0 != 0 })
      else { return .empty }
      return rect(columns: all.trailingZeroBitCount..<64 - all.leadingZeroBitCount, rows: first..<last + 1)
    }

    /// Calls `body` with disjoint rectangles, in pixels, that together hold exactly the tiles that differ, top to bottom.
    func forEachRect(_ body: (PixelRect) -> Void) {
      var top = 0
      while top < rows.count {
        // Rows of tiles with the same pattern go out together.
        var bottom = top + 1
        while bottom < rows.count, rows[bottom] == rows[top] { bottom += 1 }
        var pattern = rows[top]
        while pattern != 0 {
          let start = pattern.trailingZeroBitCount
          let length = (~(pattern >> start)).trailingZeroBitCount
          body(rect(columns: start..<start + length, rows: top..<bottom))
          pattern &= length == 64 ? 0 : ~(((1 << length) - 1) << start)
        }
        top = bottom
      }
    }

    private func rect(columns: Range<Int>, rows: Range<Int>) -> PixelRect {
      PixelRect(
        x0: columns.lowerBound * tileWidth, y0: rows.lowerBound * Self.tileHeight,
        x1: min(columns.upperBound * tileWidth, size.width), y1: min(rows.upperBound * Self.tileHeight, size.height))
    }
  }
#endif
