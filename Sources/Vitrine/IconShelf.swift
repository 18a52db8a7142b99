import Scene

/// Icons of the row of pages in the colours of the board, each made once.
struct IconShelf {
  private struct Entry {
    var picture: Pixmap
    var ink: Color
    var icon: Pixmap
  }

  private var entries: [Entry] = []

  /// More pages than fit a row of icons.
  private static let limit = 32

  /// The picture; in `ink` when it is drawn in greys on nothing, as icons mostly are.
  mutating func icon(_ picture: Pixmap, ink: Color) -> Pixmap {
    if let known = entries.first(where: { $0.picture == picture && $0.ink == ink }) { return known.icon }
    let icon = picture.isGreyDrawing ? picture.painted(ink) : picture
    entries = entries.suffix(Self.limit - 1) + [Entry(picture: picture, ink: ink, icon: icon)]
    return icon
  }
}

extension Pixmap {
  /// Something grey on nothing: its shape says everything.
  var isGreyDrawing: Bool {
    guard !isOpaque else { return false }
    var isClearSomewhere = false
    for y in 0..<size.height {
      for x in 0..<size.width {
        let word = pixel(x: x, y: y).word
        let parts = [word >> 16 & 255, word >> 8 & 255, word & 255]
        // Compression leaves a trace of colour.
        if (parts.max() ?? 0) - (parts.min() ?? 0) > 12 { return false }
        if word >> 24 < 128 { isClearSomewhere = true }
      }
    }
    return isClearSomewhere
  }

  /// The same shape in one colour.
  func painted(_ ink: Color) -> Pixmap {
    Pixmap(size: size, border: border) { x, y in
      let alpha = pixel(x: x, y: y).word >> 24
      func part(_ value: UInt8) -> UInt32 { (UInt32(value) * alpha + 127) / 255 }
      return Pixel(word: alpha << 24 | part(ink.red) << 16 | part(ink.green) << 8 | part(ink.blue))
    }
  }
}
