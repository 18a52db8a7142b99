public import Board
public import Scene

/// One of the panels beside each other in a studio.
public struct PanelSpec: Sendable, Hashable {
  /// Pixels, as the viewer sees it.
  public var size: PixelSize
  /// From corner to corner, in millimetres.
  public var diagonal: Double
  /// Light or dark, whatever the board says; nil leaves it to the board.
  public var mode: Theme.Mode?

  /// - Parameters:
  ///   - size: pixels, each side brought within `sides`.
  ///   - diagonal: millimetres, brought within what a board may say.
  public init(size: PixelSize, diagonal: Double, mode: Theme.Mode?) {
    func side(_ length: Int) -> Int { min(max(length, Self.sides.lowerBound), Self.sides.upperBound) }
    self.size = PixelSize(width: side(size.width), height: side(size.height))
    let lengths = BoardLanguage.diagonals
    self.diagonal = diagonal.isFinite ? min(max(diagonal, lengths.lowerBound), lengths.upperBound) : 178
    self.mode = mode
  }

  /// Pixels a side that a panel of a studio may have.
  public static let sides = 64...4096

  /// - Parameter diagonal: millimetres; nil is what such panels are sold with.
  public init(size: PixelSize, diagonal: Double?) {
    self.init(size: size, diagonal: diagonal ?? Self.usualDiagonal(of: size), mode: nil)
  }

  /// The panel a studio begins with: 7 inches, 800 x 480.
  public static let standard = PanelSpec(size: PixelSize(width: 800, height: 480), diagonal: nil)

  /// From corner to corner in millimetres, of panels of so many pixels as they are sold.
  public static func usualDiagonal(of size: PixelSize) -> Double {
    switch (max(size.width, size.height), min(size.width, size.height)) {
    case (1280, 800): 10.1 * 25.4
    case (1920, 1080): size.height > size.width ? 32 * 25.4 : 15.6 * 25.4
    case (1920, 480): 8.8 * 25.4
    default: 7 * 25.4
    }
  }

  /// Millimetres of its glass, across and down.
  public var millimetres: (width: Double, height: Double) {
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = diagonal / (width * width + height * height).squareRoot()
    return (width * scale, height * scale)
  }
}
