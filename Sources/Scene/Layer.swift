import Numbers

/// One layer of a scene, in viewer pixels.
///
/// A layer touches no pixel outside `frame`: it is the layer's clip, and what the damage is computed from.
public struct Layer: Sendable, Hashable {
  /// What is drawn.
  public enum Content: Sendable, Hashable {
    /// A solid colour; `radius` rounds the corners of `frame`, in pixels, 0 for a plain rectangle.
    case fill(Color, radius: Double = 0)
    /// A pixmap at a whole-pixel offset: its column `sourceX` and row `sourceY` show at the corner of `frame`.
    case pixmap(Pixmap, sourceX: Int = 0, sourceY: Int = 0)
    /// A pixmap under a map from its own pixels to viewer pixels, filtered bilinearly; clear outside the pixmap.
    case image(Pixmap, Transform)
    /// A pixmap repeated over `frame`; its column `phaseX` and row `phaseY` show at the corner, modulo its size.
    case pattern(Pixmap, phaseX: Int = 0, phaseY: Int = 0)
    /// Opens a group: the layers up to the matching `endGroup` are blended together first, then onto the picture with this
    /// layer's opacity, sector and frame (as clip). Groups nest at most `Scene.maximumGroupDepth` deep.
    case beginGroup
    /// Ends the group begun last.
    case endGroup
  }

  /// What is drawn.
  public var content: Content
  /// 0 (invisible) ... 255; multiplies every pixel's alpha.
  public var opacity: UInt8
  /// The pixels this layer may touch.
  public var frame: PixelRect
  /// Shows only a slice of the layer, when set.
  public var sector: Sector?

  /// For the parameters see the properties.
  @inlinable
  public init(_ content: Content, frame: PixelRect, opacity: UInt8 = 255, sector: Sector? = nil) {
    self.content = content
    self.frame = frame
    self.opacity = opacity
    self.sector = sector
  }
}

extension Layer {
  /// Opacity of a layer from a fraction; outside 0...1 and not-a-number are clamped.
  public static func opacity(_ fraction: Double) -> UInt8 {
    fraction > 0 ? UInt8(clamping: (min(fraction, 1) * 255).rounded()) : 0
  }

  /// A rectangle of one colour, with round corners if `radius`, in pixels, is above 0.
  public static func fill(_ color: Color, _ frame: PixelRect, radius: Double = 0, opacity: Double = 1) -> Layer {
    Layer(.fill(color, radius: radius), frame: frame, opacity: Layer.opacity(opacity))
  }

  /// A pixmap whose corner lies at a whole pixel.
  @inlinable
  public static func pixmap(_ pixmap: consuming Pixmap, x: Int, y: Int, opacity: Double = 1) -> Layer {
    let size = pixmap.size
    return Layer(
      .pixmap(pixmap), frame: PixelRect(x: x, y: y, width: size.width, height: size.height),
      opacity: opacity == 1 ? 255 : Layer.opacity(opacity))
  }

  /// A sprite turned and scaled about its centre, which comes to lie at `center`.
  ///
  /// - Parameters:
  ///   - center: viewer pixels; pixel centres lie at .5.
  ///   - degrees: clockwise.
  ///   - scale: of the pixmap's own pixels.
  ///   - clip: the layer touches nothing outside.
  public static func sprite(
    _ pixmap: Pixmap, center: Point, degrees: Double = 0, scale: Double = 1, opacity: Double = 1, clip: PixelRect
  ) -> Layer {
    let width = Double(pixmap.size.width)
    let height = Double(pixmap.size.height)
    let transform = Transform.translation(x: -width / 2, y: -height / 2)
      .then(.scale(x: scale, y: scale)).then(.rotation(degrees: degrees))
      .then(.translation(x: center.x, y: center.y))
    let around = transform.bounds(of: Rect(x: 0, y: 0, width: width, height: height))
    return Layer(
      .image(pixmap, transform), frame: PixelRect(covering: around).intersection(clip),
      opacity: Layer.opacity(opacity))
  }
}

extension PixelRect {
  /// The whole pixels a fractional rectangle touches, one more on each side for filters; empty when it is not finite.
  public init(covering rect: Rect) {
    let limit = 1e6
    guard rect.x.isFinite, rect.y.isFinite, rect.width.isFinite, rect.height.isFinite, rect.width > 0, rect.height > 0
    else {
      self = .empty
      return
    }
    func clamp(_ value: Double) -> Int { Int(clamping: min(max(value, -limit), limit)) }
    self.init(
      x0: clamp(rect.x.rounded(.down)) - 1, y0: clamp(rect.y.rounded(.down)) - 1, x1: clamp(rect.x1.rounded(.up)) + 1,
      y1: clamp(rect.y1.rounded(.up)) + 1)
  }
}

/// A slice of the plane around a centre, with anti-aliased edges.
///
/// Angles in degrees, clockwise, 0 at 3 o'clock (so -90 is 12 o'clock).
public struct Sector: Sendable, Hashable {
  /// Viewer pixels; pixel centres lie at .5.
  public var center: Point
  /// Where the slice begins.
  public var start: Double
  /// How far it reaches: 0 shows nothing, 360 and more everything, without a seam.
  public var sweep: Double

  /// For the parameters see the properties.
  public init(center: Point, start: Double, sweep: Double) {
    self.center = center
    self.start = start
    self.sweep = sweep
  }
}
