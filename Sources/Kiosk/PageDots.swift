import Motion
import Numbers
import Scene

/// The row of pages at the panel's lower edge: a dot for each, drawn out to a bar for the one on show; or an icon for each, with the
/// bar below the one on show.
///
/// A pure function of where the pages are: while they are turned, the bar runs with them. Position and width say which one it is, not
/// the colour alone.
struct PageDots {
  let count: Int
  /// Of each page, nil where it has none; a row without any is one of dots.
  let icons: [Pixmap?]
  /// `Pager.position`.
  let position: Double
  let size: PixelSize
  let grid: PixelGrid
  /// The first stands at the right.
  var isMirrored = false
  /// Of what stands beside the row on the left; as much is left on the right, so that it is in the middle. Pixels.
  var inset = 0

  // In dp.
  private static let height = 32.0
  private static let dot = 8.0
  private static let bar = 24.0
  private static let gap = 8.0
  /// Icons are there to be tapped.
  private static let iconHeight = TouchMetrics.target
  private static let iconCell = 72.0
  /// Side of an icon.
  static let icon = 28.0
  private static let underline = 4.0
  /// Of a page that is not on show.
  private static let quiet = 0.35
  private static let quietIcon = 0.55

  private var hasIcons: Bool { icons.contains { $0 != nil } }

  /// Rows of the panel it takes, in pixels; a chip alone takes as many as dots.
  static func height(_ grid: PixelGrid, hasIcons: Bool = false) -> Int {
    Int(clamping: (rows(hasIcons: hasIcons) * grid.scale).rounded())
  }

  /// In dp.
  static func rows(hasIcons: Bool) -> Double { hasIcons ? iconHeight : height }

  private var height: Int { Self.height(grid, hasIcons: hasIcons) }

  /// Where the dot of a page lies, in pixels; all of them move closer together where there are more than fit.
  func frame(of index: Int) -> PixelRect {
    let beside = Double(inset) / grid.scale
    let width = Double(size.width) / grid.scale - 2 * beside
    let whole = Double(count - 1) * (Self.dot + Self.gap) + Self.bar
    let unit = min(1, max(width - 2 * Self.gap, 1) / whole)
    let left = beside + (width - whole * unit) / 2
    // What the pages before it have of the bar stands before it.
    let place = place(of: index)
    let before = (0..<place).reduce(0) { $0 + share(of: self.place(of: $1)) }
    let x0 = left + (Double(place) * (Self.dot + Self.gap) + before * (Self.bar - Self.dot)) * unit
    let x1 = x0 + (Self.dot + share(of: index) * (Self.bar - Self.dot)) * unit
    let middle = Double(size.height) - Double(height) / 2
    let half = Self.dot * unit * grid.scale / 2
    return PixelRect(
      x0: pixels(x0), y0: Int(clamping: (middle - half).rounded()), x1: max(pixels(x1), pixels(x0) + 1),
      y1: Int(clamping: (middle + half).rounded()))
  }

  /// Where the icon of a page may be tapped, in pixels.
  func cell(of index: Int) -> PixelRect {
    let beside = Double(inset) / grid.scale
    let width = max(Double(size.width) / grid.scale - 2 * beside, 1)
    let cell = min(Self.iconCell, width / Double(count))
    let left = beside + (width - cell * Double(count)) / 2
    let place = Double(place(of: index))
    return PixelRect(
      x0: pixels(left + cell * place), y0: size.height - height, x1: pixels(left + cell * (place + 1)), y1: size.height)
  }

  /// From the left, of a page; and the other way around.
  private func place(of index: Int) -> Int { isMirrored ? count - 1 - index : index }

  /// The page whose icon lies at a position; nil beside them, and in a row of dots.
  func page(at point: Point) -> Int? {
    guard hasIcons else { return nil }
    return (0..<count).first { cell(of: $0).contains(x: Int(clamping: point.x), y: Int(clamping: point.y)) }
  }

  /// How much of the panel a page has, 0...1.
  func share(of index: Int) -> Double {
    max(0, 1 - abs(min(max(position, 0), Double(count - 1)) - Double(index)))
  }

  private func pixels(_ length: Double) -> Int { Int(clamping: (length * grid.scale).rounded()) }

  func draw(into scene: inout Scene, colors: KioskColors, dx: Int) {
    guard hasIcons else {
      for index in 0..<count { drawDot(in: frame(of: index), index, into: &scene, colors, dx: dx) }
      return
    }
    for index in 0..<count { drawIcon(index, into: &scene, colors, dx: dx) }
    let (first, last) = (cell(of: 0), cell(of: count - 1))
    let step = count > 1 ? Double(last.x0 - first.x0) / Double(count - 1) : 0
    let middle = Double(first.x0 + first.x1) / 2 + step * min(max(position, 0), Double(count - 1))
    let width = Double(pixels(Self.bar))
    let bar = PixelRect(
      x: Int(clamping: (middle - width / 2).rounded()) + dx, y: size.height - pixels(Self.underline),
      width: pixels(Self.bar),
      height: pixels(Self.underline) / 2)
    scene.add(.fill(colors.text, bar, radius: Double(bar.height) / 2))
  }

  private func drawDot(
    in frame: PixelRect, _ index: Int, into scene: inout Scene, _ colors: KioskColors, dx: Int
  ) {
    scene.add(
      .fill(
        colors.text, frame.offset(dx: dx, dy: 0), radius: Double(frame.height) / 2,
        opacity: Self.quiet + (1 - Self.quiet) * share(of: index)))
  }

  private func drawIcon(_ index: Int, into scene: inout Scene, _ colors: KioskColors, dx: Int) {
    let cell = cell(of: index)
    let middle = (cell.x0 + cell.x1) / 2
    let row = cell.y0 + (cell.height - pixels(Self.underline)) / 2
    guard let icon = icons[index] else {
      let side = pixels(Self.dot)
      let dot = PixelRect(x: middle - side / 2, y: row - side / 2, width: side, height: side)
      return drawDot(in: dot, index, into: &scene, colors, dx: dx)
    }
    let frame = PixelRect(
      x: middle - icon.size.width / 2 + dx, y: row - icon.size.height / 2, width: icon.size.width,
      height: icon.size.height)
    let opacity = Self.quietIcon + (1 - Self.quietIcon) * share(of: index)
    scene.add(Layer(.pixmap(icon), frame: frame, opacity: Layer.opacity(opacity)))
  }
}
