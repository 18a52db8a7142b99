import Scene

/// Draws rows of a page where they lie in a ring.
struct StripComposer: ~Copyable {
  private var list = DisplayList()
  private var cutter = CellCutter()
  private var composer: RowComposer
  /// The page where one copy of it lies.
  private var page = Scene(size: PixelSize(width: 0, height: 0))
  private let format: PixelFormat

  /// - Parameter width: of the panel, in pixels.
  init(width: Int, format: PixelFormat) {
    self.format = format
    composer = RowComposer(width: width, format: format)
  }

  /// - Parameter ring: as wide as the panel.
  mutating func draw(_ split: PlaneSplit, into ring: borrowing Surface) {
    page.background = split.ground
    for strip in split.strips {
      let rect = PixelRect(
        x0: split.columns.lowerBound, y0: strip.rows.lowerBound, x1: split.columns.upperBound,
        y1: strip.rows.upperBound)
      lower(split.layers, dy: strip.dy, touching: rect, onto: ring.size)
      composer.begin(
        ring, list, isStreaming: Compositor.gainsByStreaming(bytes: rect.area * format.bytesPerPixel, rows: rect.height)
      )
      cutter.compose(rect, list, composer)
      composer.end()
    }
    page.removeAll()
    list.removeAll()
  }

  /// Takes the layers of a strip, which are few of the page's.
  private mutating func lower(_ layers: [Layer], dy: Int, touching rect: PixelRect, onto size: PixelSize) {
    page.removeAll()
    for layer in layers {
      let frame = layer.frame.offset(dx: 0, dy: dy)
      guard frame.intersects(rect) else { continue }
      page.add(layer)
      page.layers[page.layers.count - 1].frame = frame
    }
    list.lower(page, panel: size, orientation: .degrees0)
    cutter.begin(list, within: PixelRect(size))
  }
}
