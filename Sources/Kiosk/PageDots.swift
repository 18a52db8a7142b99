import Motion
import Scene

/// The row of pages at the panel's lower edge: a dot for each, drawn out to a bar for the one on show.
///
/// A pure function of where the pages are: while they are turned, the bar runs with them. Position and width say which one it is, not
/// the colour alone.
struct PageDots {
  let count: Int
  /// `Pager.position`.
  let position: Double
  let size: PixelSize
  let grid: PixelGrid

  // In dp.
  private static let height = 24.0
  private static let dot = 8.0
  private static let bar = 24.0
  private static let gap = 8.0
  /// Of a dot that is not on show.
  private static let quiet = 0.35

  /// Rows of the panel it takes, in pixels.
  static func height(_ grid: PixelGrid) -> Int { Int((height * grid.scale).rounded()) }

  /// Where the dot of a page lies, in pixels; all of them move closer together where there are more than fit.
  func frame(of index: Int) -> PixelRect {
    let width = Double(size.width) / grid.scale
    let whole = Double(count - 1) * (Self.dot + Self.gap) + Self.bar
    let unit = min(1, (width - 2 * Self.gap) / whole)
    let left = (width - whole * unit) / 2
    // What the pages before it have of the bar stands before it.
    let before = (0..<index).reduce(0) { $0 + share(of: $1) }
    let x0 = left + (Double(index) * (Self.dot + Self.gap) + before * (Self.bar - Self.dot)) * unit
    let x1 = x0 + (Self.dot + share(of: index) * (Self.bar - Self.dot)) * unit
    let middle = Double(size.height) - Double(Self.height(grid)) / 2
    let half = Self.dot * unit * grid.scale / 2
    return PixelRect(
      x0: pixels(x0), y0: Int((middle - half).rounded()), x1: max(pixels(x1), pixels(x0) + 1),
      y1: Int((middle + half).rounded()))
  }

  /// How much of the panel a page has, 0...1.
  func share(of index: Int) -> Double {
    max(0, 1 - abs(min(max(position, 0), Double(count - 1)) - Double(index)))
  }

  private func pixels(_ length: Double) -> Int { Int((length * grid.scale).rounded()) }

  func draw(into scene: inout Scene, colors: KioskColors, dx: Int) {
    let top = size.height - Self.height(grid)
    scene.add(.fill(colors.background, PixelRect(x0: dx, y0: top, x1: dx + size.width, y1: size.height)))
    for index in 0..<count {
      let frame = frame(of: index).offset(dx: dx, dy: 0)
      scene.add(
        .fill(
          colors.text, frame, radius: Double(frame.height) / 2,
          opacity: Self.quiet + (1 - Self.quiet) * share(of: index)))
    }
  }
}
