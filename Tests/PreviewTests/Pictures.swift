#if Preview
  @testable import Preview
  import Scene
  import TestSupport

  extension PixelBuffer {
    /// - Parameter pixel: the word at column x and row y; the top byte gets noise, which nobody may see.
    convenience init(size: PixelSize, pixel: (Int, Int) -> UInt32) {
      self.init(size: size)
      for y in 0..<size.height {
        for x in 0..<size.width { unsafe row(y)[x] = pixel(x, y) & 0xFF_FFFF | 0xFF00_0000 }
      }
    }

    /// Words 0x00RRGGBB, row by row without gaps.
    var words: [UInt32] {
      var words: [UInt32] = []
      for y in 0..<size.height {
        for x in 0..<size.width { words.append(unsafe row(y)[x] & 0xFF_FFFF) }
      }
      return words
    }
  }

  /// A board as the viewer sees it: a header that stays, and a list of text-like lines that scrolls under it.
  struct Board {
    var size: PixelSize
    var scroll = 0
    var swipe = 0
    var header = 40
    var patch = PixelRect.empty
    var patchColor: UInt32 = 0

    func pixel(_ x: Int, _ y: Int) -> UInt32 {
      if patch.contains(x: x, y: y) { return patchColor }
      if y < header { return x * 7 + y < 300 ? 0x203040 : 0x405060 }
      let row = y - header + scroll
      let column = x + swipe
      let line = row / 6
      // Like letters: marks two pixels wide that do not repeat.
      var random = SplitMix64(seed: UInt64(bitPattern: Int64((column >> 1) &* 100_003 &+ line)))
      let isInk = row % 6 < 4 && random.next() % 8 < 3 && column % 512 > 20
      return isInk ? UInt32(truncatingIfNeeded: line &* 0x10_3F21 & 0x7F_7F7F) : 0xF4F0E8
    }

    /// As the panel stores it.
    func stored(_ orientation: Orientation) -> PixelBuffer {
      let panel = orientation.turn(size)
      return PixelBuffer(size: panel) { x, y in
        let seen = orientation.toViewer(PixelRect(x: x, y: y, width: 1, height: 1), panel: panel)
        return pixel(seen.x0, seen.y0)
      }
    }
  }
#endif
