import Numbers
public import Scene

/// A figure drawn in straight strokes, in dp.
public struct LineFigure: Sendable, Hashable {
  /// One straight stroke, in dp from the figure's upper left corner.
  public struct Segment: Sendable, Hashable {
    /// Where the stroke begins, dp.
    public var start: Point
    /// Where it ends, dp.
    public var end: Point

    /// A stroke from point to point, dp.
    public init(_ start: Point, _ end: Point) {
      self.start = start
      self.end = end
    }
  }

  /// Of the box the figure is centred by, dp.
  public var size: Size
  /// In the order in which they fly together, and in which the light runs.
  public var segments: [Segment]

  /// - Parameters:
  ///   - size: dp.
  ///   - segments: in the order in which they fly together.
  public init(size: Size, segments: [Segment]) {
    self.size = size
    self.segments = segments
  }

  /// A figure of lines from point to point, each cut into equal segments.
  ///
  /// - Parameter longest: no segment is longer, dp; more than 0.
  public init(size: Size, lines: [[Point]], longest: Double) {
    precondition(longest > 0, "segments have a length")
    var segments: [Segment] = []
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        guard length > 0 else { continue }
        let count = max(Int(clamping: (length / longest).rounded(.up)), 1)
        func at(_ index: Int) -> Point {
          let share = Double(index) / Double(count)
          return Point(x: Curve.mix(a.x, b.x, share), y: Curve.mix(a.y, b.y, share))
        }
        for index in 0..<count { segments.append(Segment(at(index), at(index + 1))) }
      }
    }
    self.init(size: size, segments: segments)
  }

  /// A folded paper boat: keel, gunwale, sail.
  public static let boat: LineFigure = {
    func p(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    return LineFigure(
      size: Size(width: 72, height: 44),
      lines: [
        [p(2, 20), p(16, 42), p(56, 42), p(70, 20), p(36, 31), p(2, 20)],
        [p(20, 25.8), p(36, 2), p(52, 25.8)],
        [p(36, 31), p(36, 2)],
      ], longest: 16)
  }()

  /// The segment as a picture of its own, with its place in the figure.
  ///
  /// Its ends are drawn back so that round caps of neighbours leave a gap: where strokes of half opacity overlapped there would be
  /// a dot. The box lies on whole dp, so that strokes at rest stay as crisp as they were rastered.
  func drawing(_ segment: Segment, lineWidth: Double, gap: Double) -> Drawing {
    let dx = segment.end.x - segment.start.x
    let dy = segment.end.y - segment.start.y
    let length = (dx * dx + dy * dy).squareRoot()
    let back = length > 0 ? min((lineWidth + gap) / 2, 0.45 * length) / length : 0
    let a = Point(x: segment.start.x + dx * back, y: segment.start.y + dy * back)
    let b = Point(x: segment.end.x - dx * back, y: segment.end.y - dy * back)
    let x0 = (min(a.x, b.x) - lineWidth).rounded(.down)
    let y0 = (min(a.y, b.y) - lineWidth).rounded(.down)
    let x1 = (max(a.x, b.x) + lineWidth).rounded(.up)
    let y1 = (max(a.y, b.y) + lineWidth).rounded(.up)
    return Drawing(
      viewBox: Rect(x: x0, y: y0, width: x1 - x0, height: y1 - y0),
      shapes: [
        Drawing.Shape(
          path: .line([a, b]), stroke: .init(paint: .current(alpha: 1), width: lineWidth, hasRoundCaps: true))
      ])
  }
}
