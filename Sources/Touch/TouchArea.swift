public import Scene

/// The panel that touches land on.
public struct TouchArea: Sendable, Hashable {
  /// Panel pixels.
  public var size: PixelSize
  /// How the picture is turned on the panel; touches are turned back with it.
  public var orientation: Orientation
  /// The connector that shows the picture (`DSI-1`); nil takes touches of every device.
  public var output: String?

  /// - Parameters:
  ///   - size: panel pixels.
  ///   - output: the connector that shows the picture; nil takes touches of every device.
  public init(size: PixelSize, orientation: Orientation = .degrees0, output: String? = nil) {
    self.size = size
    self.orientation = orientation
    self.output = output
  }

  /// The picture's size as the viewer sees it, in pixels.
  var viewerSize: PixelSize { orientation.turn(size) }

  /// Viewer pixels of a position in shares of the panel. A glass ends at its edges: what a calibration puts outside is on the edge.
  func viewerPoint(_ share: Point) -> Point {
    let onPanel = Point(
      x: min(max(share.x, 0), 1) * Double(size.width), y: min(max(share.y, 0), 1) * Double(size.height))
    return orientation.toViewer(onPanel, panel: size)
  }

  /// Pixels of a tremble in shares of the panel, along the side where it is greater.
  func pixels(_ noise: Point) -> Double { max(noise.x * Double(size.width), noise.y * Double(size.height)) }

  /// Whether a device lies on this panel: one that names another output does not.
  func takes(_ device: InputDevice) -> Bool {
    guard let output, let named = device.output else { return true }
    return output == named
  }
}
