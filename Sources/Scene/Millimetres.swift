/// The sides of a panel's glass, in millimetres.
public struct Millimetres: Sendable, Hashable {
  /// Side to side.
  public var width: Double
  /// Top to bottom.
  public var height: Double

  /// In millimetres.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// From corner to corner, in millimetres.
  public var diagonal: Double { (width * width + height * height).squareRoot() }
}
