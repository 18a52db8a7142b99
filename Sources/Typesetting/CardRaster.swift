public import Board
import CCairo
public import Scene

/// Gives the decoded picture for a frame of `size` pixels; nil while it is on its way or cannot be shown.
public typealias PictureSource = (_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap?

/// Cards to pixels.
extension Typesetter {
  /// Rasters a slice of a page: opaque, upright.
  ///
  /// - Parameter pictures: a decoded picture for a frame of this size; nil while it is on its way, and a calm placeholder is drawn.
  public func raster(_ slice: PageLayout.Slice, of page: PageLayout, look: Look, pictures: @escaping PictureSource)
    -> Pixmap
  {
    let placed = page.cards[slice.card]
    return raster(
      placed, size: slice.frame.size, left: slice.frame.x0, offset: slice.frame.y0 - placed.box.y0, look: look,
      pictures: pictures)
  }

  /// Rasters the pinned header.
  public func rasterHeader(of page: PageLayout, look: Look, pictures: @escaping PictureSource) -> Pixmap? {
    page.header.map { raster($0, size: $0.box.size, left: 0, offset: 0, look: look, pictures: pictures) }
  }

  private func raster(
    _ placed: PageLayout.Placed, size: PixelSize, left: Int, offset: Int, look: Look, pictures: @escaping PictureSource
  ) -> Pixmap {
    unsafe Pixmap(size: size, isOpaque: true) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size, offset: offset)
      canvas.fill(look.colors.background)
      let frame = placed.frame.offset(dx: -left, dy: -placed.box.y0)
      let painter = CardPainter(
        card: placed.card,
        frame: Rect(
          x: Double(frame.x0), y: Double(frame.y0), width: Double(frame.width), height: Double(frame.height)),
        look: look, typesetter: self, pictures: pictures)
      painter.draw(on: canvas)
    }
  }
}

/// Draws one card into its frame.
struct CardPainter {
  let card: Card
  /// Pixels of the canvas.
  let frame: Rect
  let look: Look
  let typesetter: Typesetter
  let pictures: PictureSource

  var fill: Color? { card.isFilled ? card.tone.map(look.color) : nil }
  var ink: Color { fill.map(Look.ink) ?? (card.tone == .muted ? look.colors.muted : look.colors.text) }
  var quietInk: Color { fill != nil ? ink.opacity(0.8) : look.colors.muted }
  var radius: Double { look.pixels(Design.radius) }
  var inset: Double { Double(look.whole(Design.inset)) }

  func draw(on canvas: borrowing Canvas) {
    switch card.kind {
    case .header: drawHeader(on: canvas)
    case .section: drawSection(on: canvas)
    case .row: drawRow(on: canvas)
    case .hero: drawHero(on: canvas)
    case .image: drawImage(on: canvas)
    case .text: drawText(on: canvas)
    }
  }

  /// The card's surface, its tone filling it or marking its leading edge.
  func drawSurface(on canvas: borrowing Canvas) {
    canvas.fill(frame, fill ?? look.colors.surface, radius: radius)
    guard fill == nil, let tone = card.tone, tone != .muted else { return }
    unsafe cairo_save(canvas.context)
    canvas.trace(frame, radius: radius)
    unsafe cairo_clip(canvas.context)
    canvas.fill(
      Rect(x: frame.x, y: frame.y, width: Double(look.whole(Design.toneBar)), height: frame.height), look.color(tone))
    unsafe cairo_restore(canvas.context)
  }

  /// The picture in `rect`, or a quiet place for it.
  func drawPicture(in rect: Rect, radius: Double, on canvas: borrowing Canvas) {
    guard let image = card.image else { return }
    let size = PixelSize(width: max(Int(rect.width), 1), height: max(Int(rect.height), 1))
    guard let picture = pictures(image, size, card.fit) else {
      canvas.fill(rect, look.hairline, radius: radius)
      return
    }
    // A picture shown whole may be smaller than its frame.
    let width = Double(picture.size.width)
    let height = Double(picture.size.height)
    let place = Rect(
      x: (rect.x + (rect.width - width) / 2).rounded(), y: (rect.y + (rect.height - height) / 2).rounded(),
      width: width,
      height: height)
    if place.width < rect.width || place.height < rect.height { canvas.fill(rect, look.hairline, radius: radius) }
    canvas.draw(picture, in: place, radius: radius)
  }

  /// Draws at `y` the middle of a line of text.
  func draw(_ text: Text, x: Double, middle: Double, width: Double, on canvas: borrowing Canvas) {
    let top = middle - Double(look.whole(text.type.leading)) / 2
    typesetter.draw(text, x: x, y: top, width: width, on: canvas, look: look)
  }
}
