import Numbers
import Scene

/// The picture that viewers get, in tiles that know when they last became another.
struct Canvas {
  // Indices: rows and columns of the picture and of its tiles, none of which is larger than the picture.
  /// Pixels a side of a tile, as ZRLE has them.
  static let side = 64
  /// Pixels a side of the largest picture: with one rectangle for each of its tiles a message is not full.
  static let largestSide = 8192

  /// Nothing is there while it is empty.
  private(set) var size = PixelSize(width: 0, height: 0)
  /// Words `0xFFRRGGBB`, row by row without gaps.
  private(set) var words: [UInt32] = []
  /// For each tile, row by row, the number of the change it was last part of; from 1 on.
  private(set) var changes: [UInt64] = []
  /// The picture there would be is larger than any that is shown.
  private(set) var isTooLarge = false
  /// How many changes there have been.
  private(set) var change: UInt64 = 0

  var isEmpty: Bool { words.isEmpty }
  /// Tiles in a row of them.
  var columns: Int { Self.tiles(size.width) }
  /// Rows of tiles.
  var rows: Int { Self.tiles(size.height) }

  private static func tiles(_ pixels: Int) -> Int { (pixels + side - 1) / side }

  /// Where a tile is.
  func area(column: Int, row: Int) -> PixelRect {
    PixelRect(x: column * Self.side, y: row * Self.side, width: Self.side, height: Self.side)
      .intersection(PixelRect(size))
  }

  /// Nothing is there any more.
  mutating func clear() { (size, words, changes) = (PixelSize(width: 0, height: 0), [], []) }

  /// Becomes a picture of this size, black.
  mutating func begin(_ size: PixelSize) {
    isTooLarge = max(size.width, size.height) > Self.largestSide
    guard !isTooLarge else { return clear() }
    self.size = size
    change += 1
    words = Array(repeating: 0xFF00_0000, count: max(size.area, 0))
    changes = Array(repeating: change, count: max(columns * rows, 0))
  }

  /// Takes over a part; tiles in which nothing is another stay as they are.
  ///
  /// - Parameters:
  ///   - part: upright, 32 bits a pixel.
  ///   - corner: where its first pixel goes.
  mutating func put(_ part: Pixmap, at corner: (x: Int, y: Int)) {
    let area = PixelRect(x: corner.x, y: corner.y, width: part.size.width, height: part.size.height)
    guard !isEmpty, !area.isEmpty, PixelRect(size).contains(area), part.format == .argb8888,
      part.orientation == .degrees0
    else { return }
    change += 1
    for row in area.y0 / Self.side...(area.y1 - 1) / Self.side {
      for column in area.x0 / Self.side...(area.x1 - 1) / Self.side {
        let shared = self.area(column: column, row: row).intersection(area)
        if copy(shared, from: part, at: corner) { changes[row * columns + column] = change }
      }
    }
  }

  /// - Returns: whether anything is another.
  private mutating func copy(_ area: PixelRect, from part: Pixmap, at corner: (x: Int, y: Int)) -> Bool {
    var isNew = false
    for y in area.y0..<area.y1 {
      let source = unsafe (part.origin + (y - corner.y) * part.pitch).assumingMemoryBound(to: UInt32.self)
      let place = y * size.width
      for x in area.x0..<area.x1 {
        let word = unsafe source[x - corner.x]
        isNew = isNew || words[place + x] != word
        words[place + x] = word
      }
    }
    return isNew
  }

  /// What is another in an area since a viewer was last told: rectangles that do not overlap, tiles beside and below each other in one.
  ///
  /// - Parameter seen: by tiles, the change each was last sent with.
  func news(since seen: [UInt64], in wanted: PixelRect) -> [PixelRect] {
    var found: [PixelRect] = []
    for row in 0..<rows {
      var run: PixelRect?
      for column in 0...columns {
        var part = PixelRect.empty
        if column < columns, changes[row * columns + column] > seen[row * columns + column] {
          part = area(column: column, row: row).intersection(wanted)
        }
        guard part.isEmpty else {
          run = run.map { $0.union(part) } ?? part
          continue
        }
        guard let whole = run else { continue }
        run = nil
        let above = found.lastIndex { $0.x0 == whole.x0 && $0.x1 == whole.x1 && $0.y1 == whole.y0 }
        if let above { found[above] = found[above].union(whole) } else { found.append(whole) }
      }
    }
    return found
  }

  /// What a viewer has seen once that has been sent: tiles that lie in the area as a whole.
  func noting(_ seen: [UInt64], sent wanted: PixelRect) -> [UInt64] {
    var seen = seen
    for row in 0..<rows {
      for column in 0..<columns where wanted.contains(area(column: column, row: row)) {
        seen[row * columns + column] = changes[row * columns + column]
      }
    }
    return seen
  }
}
