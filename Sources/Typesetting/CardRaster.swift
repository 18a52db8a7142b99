public import Board
public import Scene

/// Gives the decoded picture for a frame of `size` pixels; nil while it is on its way or cannot be shown.
///
/// A picture of another size is scaled, and cut or framed by `fit`. Upright and `argb8888`.
public typealias PictureSource = (_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap?

/// Cards to pixels.
extension Typesetter {
  /// Rasters a tile of a page: opaque, upright, the page's background around the card.
  ///
  /// The same tile and pictures give the same pixels.
  ///
  /// - Parameter tile: one of `page`'s, its header's included.
  public func raster(_ tile: PageTile, of page: PageLayout, pictures: PictureSource) -> Pixmap {
    guard let placed = tile.block.map({ page.cards[$0] }) ?? page.header else {
      preconditionFailure("a header's tile of a page that has none")
    }
    return raster(placed, rect: tile.frame, theme: page.theme, pictures: pictures)
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
