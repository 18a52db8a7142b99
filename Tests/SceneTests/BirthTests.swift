import Scene
import TestSupport
import Testing

/// Values that refuse what would overflow, at birth: whatever numbers they are made of, what is computed from them is a number.
@Suite struct BirthTests {
  private static let extremes = [
    Int.min, Int.min + 1, -1 << 62, -1 << 40, -1 << 31, Int(UInt32.max), 1 << 32, -(1 << 30) - 1, -1 << 30, -7, 0, 3,
    1 << 30, (1 << 30) + 1,
    1 << 31,
    1 << 40, 1 << 62, Int.max - 1, Int.max,
  ]

  @Test(arguments: extremes, extremes) func aSizeHasAnArea(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(size.width == min(max(width, 0), PixelSize.limit) && size.height == min(max(height, 0), PixelSize.limit))
    let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    #expect(size.area == (overflows ? 1 << 60 : min(area, 1 << 60)) && size.area * 4 / 4 == size.area)
  }

  @Test(arguments: extremes, extremes) func aRectangleHasASizeWhereverItIsMoved(edge: Int, length: Int) {
    for other in Self.extremes {
      let rects = [
        PixelRect(x0: edge, y0: other, x1: length, y1: edge), PixelRect(x: edge, y: other, width: length, height: edge),
      ]
      for rect in rects {
        for moved in [rect, rect.offset(dx: length, dy: other), rect.offset(dx: other, dy: edge)] {
          #expect(abs(moved.x0) <= PixelRect.limit && abs(moved.x1) <= PixelRect.limit)
          #expect(abs(moved.y0) <= PixelRect.limit && abs(moved.y1) <= PixelRect.limit)
          #expect(moved.area >= 0 && moved.size.area >= 0)
          #expect(moved.union(rect).area >= moved.intersection(rect).area)
        }
      }
    }
  }

  /// What is within the limits is taken as it is.
  @Test(arguments: 0..<100 as Range<UInt64>) func anOrdinaryRectangleIsItself(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (x, y) = (
      Int.random(in: -100_000...100_000, using: &random), Int.random(in: -100_000...100_000, using: &random)
    )
    let (width, height) = (Int.random(in: 0...100_000, using: &random), Int.random(in: 0...100_000, using: &random))
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    #expect(rect == PixelRect(x0: x, y0: y, x1: x + width, y1: y + height))
    #expect(rect.size == PixelSize(width: width, height: height) && rect.area == width * height)
    #expect(rect.offset(dx: -x, dy: -y) == PixelRect(rect.size))
  }

  /// No word makes a pixel that is brighter than it is opaque, and one that is premultiplied stays what it is.
  @Test(arguments: 0..<200 as Range<UInt64>) func aPixelIsPremultiplied(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let word = UInt32(truncatingIfNeeded: random.next())
    let pixel = Pixel(word: word)
    let components = [16, 8, 0].map { pixel.word >> $0 & 0xFF }
    #expect(UInt32(pixel.alpha) == word >> 24 && components.allSatisfy { $0 <= word >> 24 })
    #expect(zip(components, [16, 8, 0]).allSatisfy { $0 == min(word >> $1 & 0xFF, word >> 24) })
    #expect(Pixel(word: pixel.word) == pixel)
  }
}
