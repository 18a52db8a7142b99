import Content
import Kiosk
import Numbers
import Scene
import Typesetting

/// Pictures of the row of pages in the colours of the board, each made once.
struct PageIcons {
  /// The pages on offer.
  private(set) var offered: [OfferedPage] = []
  /// A picture for each, as far as they have come.
  private(set) var shown: [Pixmap?] = []
  private var made: [Made] = []

  private struct Made {
    var picture: Pixmap
    var ink: Color
    var icon: Pixmap
  }

  /// The picture of an address at a size; nil while it is on its way.
  typealias Pictures = (String, PixelSize) -> Pixmap?

  /// More pages than fit a row of icons.
  private static let limit = 32

  /// Other pages are on offer.
  ///
  /// - Parameter scale: pixels per dp of the row.
  mutating func offer(_ pages: [OfferedPage], pictures: Pictures, theme: ResolvedTheme, scale: Double) {
    offered = pages.map { OfferedPage(number: $0.number, icon: $0.icon) }
    shown = pages.map { _ in nil }
    _ = renew(pictures: pictures, theme: theme, scale: scale)
  }

  /// Looks which pictures have come; those in one grey are drawn in the colour of text.
  ///
  /// - Returns: whether others are shown than before.
  mutating func renew(pictures: Pictures, theme: ResolvedTheme, scale: Double) -> Bool {
    let side = Int(clamping: (PageOffer.iconSide * scale).rounded())
    var icons: [Pixmap?] = []
    for page in offered {
      let picture = page.icon.flatMap { pictures($0, PixelSize(width: side, height: side)) }
      icons.append(picture.map { icon($0, ink: theme.colors.text) })
    }
    defer { shown = icons }
    return icons != shown
  }

  /// The picture; in `ink` when it is drawn in greys on nothing, as icons mostly are.
  private mutating func icon(_ picture: Pixmap, ink: Color) -> Pixmap {
    if let known = made.first(where: { $0.picture == picture && $0.ink == ink }) { return known.icon }
    let icon = picture.isGreyDrawing ? picture.painted(ink) : picture
    made = made.suffix(Self.limit - 1) + [Made(picture: picture, ink: ink, icon: icon)]
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
