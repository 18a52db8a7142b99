import Numbers
package import Scene

extension Pixmap {
  /// A pixmap of premultiplied words, turned upright on the way.
  ///
  /// - Parameters:
  ///   - words: `0xAARRGGBB`, row after row without gaps, as stored in the file.
  ///   - size: the stored size, in pixels.
  convenience init(words: [UInt32], size stored: PixelSize, turn: EXIFOrientation, border: Int = 0) {
    // Fits: each reader makes a word for every pixel of the size that it says, and every other caller does.
    precondition(words.count == stored.area, "a word for every pixel")
    let size = turn.swapsAxes ? stored.transposed : stored
    let walk = turn.walk(over: stored)
    let isOpaque = words.allSatisfy { $0 >= 0xFF00_0000 }
    unsafe self.init(size: size, isOpaque: isOpaque, border: border) { base, pitch in
      unsafe words.withUnsafeBufferPointer { words in
        for y in 0..<size.height {
          let row = unsafe (base + y * pitch).assumingMemoryBound(to: UInt32.self)
          var index = walk.start + y * walk.down
          for x in 0..<size.width {
            unsafe row[x] = words[index]
            index += walk.right
          }
        }
      }
    }
  }

  /// A pixmap of premultiplied words `0xAARRGGBB`, row after row without gaps.
  ///
  /// - Parameters:
  ///   - words: as many as the size has pixels.
  ///   - border: clear pixels around it, for sprites.
  package convenience init(words: [UInt32], size: PixelSize, border: Int = 0) {
    self.init(words: words, size: size, turn: .upright, border: border)
  }

  /// The premultiplied words the viewer sees in a rectangle, row after row without gaps.
  package func words(in rect: PixelRect) -> [UInt32] {
    // Fits: what is asked for was cut to the pixmap, which has no negative sides.
    precondition(bounds.contains(rect), "outside the pixmap")
    var words: [UInt32] = []
    words.reserveCapacity(rect.area)
    for y in rect.y0..<max(rect.y0, rect.y1) {
      if format == .argb8888, orientation == .degrees0 {
        let row = unsafe (origin + y * pitch + rect.x0 * 4).assumingMemoryBound(to: UInt32.self)
        unsafe words.append(contentsOf: UnsafeBufferPointer(start: row, count: rect.width))
      } else {
        for x in rect.x0..<max(rect.x0, rect.x1) { words.append(pixel(x: x, y: y).word) }
      }
    }
    return words
  }
}

extension Pixel {
  /// The colour with straight components, rounded to nearest; premultiplying it gives this pixel again.
  package var straight: Color {
    let a = word >> 24
    guard a > 0 else { return .clear }
    func divide(_ component: UInt32) -> UInt8 { UInt8(min(255, ((component & 0xFF) * 255 + a / 2) / a)) }
    return Color(
      red: divide(word >> 16), green: divide(word >> 8), blue: divide(word), alpha: UInt8(truncatingIfNeeded: a))
  }
}
