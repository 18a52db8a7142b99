/// What the panel shows at one moment: layers from back to front, in viewer pixels.
///
/// A value: two scenes compared give the damage. Kept between frames and refilled, it stops allocating.
public struct Scene: Sendable, Equatable {
  /// How deep `Layer.Content.beginGroup` may nest; deeper groups are drawn without their own opacity.
  public static let maximumGroupDepth = 4

  /// Size of the picture as the viewer sees it, in pixels.
  public var size: PixelSize
  /// What is seen where no layer is.
  public var background: Color
  /// Back to front.
  public var layers: [Layer]
  /// What of it scrolls, where that is known.
  public var page: ScrolledPage?

  /// - Parameters:
  ///   - size: of the picture, viewer pixels.
  ///   - background: what shows where no layer does.
  ///   - layers: back to front.
  public init(size: PixelSize, background: Color = .black, layers: [Layer] = []) {
    self.size = size
    self.background = background
    self.layers = layers
  }

  /// Empties the scene and keeps its memory.
  public mutating func removeAll() {
    layers.removeAll(keepingCapacity: true)
    page = nil
  }

  /// Puts a layer in front of all others.
  @inlinable public mutating func add(_ layer: consuming Layer) { layers.append(layer) }
}
