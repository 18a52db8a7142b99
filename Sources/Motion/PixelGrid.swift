/// Device pixels in dp: content comes to rest on whole ones.
public struct PixelGrid: Sendable, Hashable {
  /// Device pixels per dp, above 0.
  public let scale: Double

  /// - Parameter scale: pixels per dp.
  public init(scale: Double) {
    precondition(scale > 0, "a panel's scale is above 0")
    self.scale = scale
  }

  /// Slower than this, in dp/s, what coasts stops.
  public var stopSpeed: Double { Fling.stopSpeed / scale }

  /// The nearest whole device pixel, in dp.
  public func rounded(_ length: Double) -> Double { (length * scale).rounded() / scale }
}
