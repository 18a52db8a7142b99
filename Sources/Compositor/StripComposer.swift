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
    var dy: Int?
    for strip in split.strips {
      if strip.dy != dy {
        lower(split.layers, dy: strip.dy, onto: ring.size)
        dy = strip.dy
      }
      let rect = PixelRect(
        x0: split.columns.lowerBound, y0: strip.rows.lowerBound, x1: split.columns.upperBound,
        y1: strip.rows.upperBound)
      composer.begin(
        ring, list, isStreaming: Compositor.gainsByStreaming(bytes: rect.area * format.bytesPerPixel, rows: rect.height)
      )
      cutter.compose(rect, list, composer)
      composer.end()
    }
    page.removeAll()
    list.removeAll()
  }

  private mutating func lower(_ layers: [Layer], dy: Int, onto size: PixelSize) {
    page.removeAll()
    for layer in layers {
      page.add(layer)
      page.layers[page.layers.count - 1].frame = layer.frame.offset(dx: 0, dy: dy)
    }
    list.lower(page, panel: size, orientation: .degrees0)
    cutter.begin(list, within: PixelRect(size))
  }
}
