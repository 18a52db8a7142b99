public import Scene

/// A set of pixels as disjoint rectangles, sorted by row, then by column.
public struct Region: Sendable, Equatable {
  public private(set) var rects: [PixelRect]

  public init() { rects = [] }
  public init(_ rect: PixelRect) { rects = rect.isEmpty ? [] : [rect] }

  public var isEmpty: Bool { rects.isEmpty }

  /// Number of pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }
}
