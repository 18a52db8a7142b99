public import Board
public import Scene

/// Gives the decoded picture for a frame of `size` pixels; nil while it is on its way or cannot be shown.
///
/// A picture of another size is scaled, and cut or framed by `fit`. Upright and `argb8888`.
public typealias PictureSource = (_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap?

/// Cards to pixels.
extension Typesetter {
  /// Rasters a slice of a page: opaque, upright, the page's background around the card.
  ///
  /// The same slice and pictures give the same pixels.
  public func raster(_ slice: PageLayout.Slice, of page: PageLayout, pictures: PictureSource) -> Pixmap {
    raster(page.cards[slice.card], rect: slice.frame, theme: page.theme, pictures: pictures)
  }

  /// Rasters the pinned header.
  public func rasterHeader(of page: PageLayout, pictures: PictureSource) -> Pixmap? {
    page.header.map { raster($0, rect: $0.box, theme: page.theme, pictures: pictures) }
  }

  /// - Parameter rect: page pixels; a part of the card's box.
  func raster(_ placed: PageLayout.Placed, rect: PixelRect, theme: ResolvedTheme, pictures: PictureSource) -> Pixmap {
    unsafe Pixmap(size: rect.size, isOpaque: true) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: rect.size)
      canvas.fill(theme.colors.background)
      CardPainter(card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: self).draw(
        on: canvas, frame: placed.frame.offset(dx: -rect.x0, dy: -rect.y0), rows: 0..<rect.height, pictures: pictures)
    }
  }
}
