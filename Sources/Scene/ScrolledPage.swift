/// Which layers of a scene are a page that scrolls, and how far it is.
///
/// A hint for displays that can scroll by themselves: what the picture looks like does not depend on it, and nobody has to believe it.
public struct ScrolledPage: Sendable, Hashable {
  /// Indices of `Scene.layers`: they move as one, and what follows lies over them.
  public var layers: Range<Int>
  /// Where the page is seen, in viewer pixels; outside of it the layers may be incomplete.
  public var viewport: PixelRect
  /// The page's row at the picture's top: a layer of the page that lies at `y` has the page's row `y + row`.
  public var row: Int

  /// For the parameters see the properties.
  public init(layers: Range<Int>, viewport: PixelRect, row: Int) {
    self.layers = layers
    self.viewport = viewport
    self.row = row
  }
}
