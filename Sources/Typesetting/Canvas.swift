import CCairo
import Numbers
import Scene

/// A cairo context over a pixmap's own memory, in pixels.
@safe
struct Canvas: ~Copyable {
  /// For drawing text; valid while the canvas lives.
  @unsafe let context: OpaquePointer
  private let surface: OpaquePointer
  /// Is told of every text that is drawn; nil where nobody asks.
  let words: DrawnWords?

  /// - Parameter base: the pixmap's first pixel.
  @unsafe
  init(base: UnsafeMutableRawPointer, pitch: Int, size: PixelSize, words: DrawnWords? = nil) {
    self.words = words
    unsafe surface = cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(pitch)
    )!
    unsafe context = cairo_create(surface)!
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    unsafe cairo_surface_destroy(surface)
  }

  func fill(_ color: Color) {
    setSource(color)
    unsafe cairo_paint(context)
  }

  func fill(_ rect: Rect, _ color: Color, radius: Double = 0, corners: Corners = .all) {
    trace(rect, radius: radius, corners: corners)
    setSource(color)
    unsafe cairo_fill(context)
  }

  /// Draws `picture` scaled into `place`, cut to `clip` with rounded corners.
  ///
  /// - Parameter picture: upright, `argb8888`.
  func draw(_ picture: Pixmap, in place: Rect, clip: Rect, radius: Double, corners: Corners = .all) {
    precondition(picture.orientation == .degrees0 && picture.format == .argb8888, "pictures come as decoded")
    unsafe cairo_save(context)
    trace(clip, radius: radius, corners: corners)
    unsafe cairo_clip(context)
    // cairo only reads a source surface; its constructor knows no such distinction.
    let pixels = unsafe UnsafeMutableRawPointer(mutating: picture.origin).assumingMemoryBound(to: UInt8.self)
    let source = unsafe cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, Int32(picture.size.width), Int32(picture.size.height), Int32(picture.pitch))!
    unsafe cairo_translate(context, place.x, place.y)
    unsafe cairo_scale(
      context, place.width / Double(picture.size.width), place.height / Double(picture.size.height))
    unsafe cairo_set_source_surface(context, source, 0, 0)
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    unsafe cairo_rectangle(context, 0, 0, Double(picture.size.width), Double(picture.size.height))
    unsafe cairo_fill(context)
    unsafe cairo_surface_finish(source)
    unsafe cairo_surface_destroy(source)
    unsafe cairo_restore(context)
  }

  /// Darkens `clip` from row `top` to its bottom so that white text keeps 4.5:1 over any picture below `textTop`.
  ///
  /// White under black of opacity `a` has luminance `srgb(1 - a)`; 4.5:1 against white text asks for at most 0.183, hence
  /// `a >= 0.54`.
  func shade(_ clip: Rect, top: Double, textTop: Double, radius: Double, corners: Corners = .all) {
    unsafe cairo_save(context)
    trace(clip, radius: radius, corners: corners)
    unsafe cairo_clip(context)
    let height = max(clip.y1 - top, 1)
    let fade = unsafe cairo_pattern_create_linear(0, top, 0, clip.y1)!
    let text = min(max((textTop - top) / height, 0), 1)
    // Quadratic at first: a straight ramp shows where it begins.
    for step in stride(from: 0, through: 1, by: 0.25) {
      unsafe cairo_pattern_add_color_stop_rgba(fade, text * step, 0, 0, 0, 0.56 * step * step)
    }
    unsafe cairo_pattern_add_color_stop_rgba(fade, 1, 0, 0, 0, 0.76)
    unsafe cairo_rectangle(context, clip.x, top, clip.width, height)
    unsafe cairo_set_source(context, fade)
    unsafe cairo_fill(context)
    unsafe cairo_pattern_destroy(fade)
    unsafe cairo_restore(context)
  }

  func setSource(_ color: Color) {
    unsafe cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  /// Makes a rectangle with some corners rounded the current path.
  /// Until `endClip` nothing is drawn outside.
  func beginClip(_ rect: Rect, radius: Double) {
    unsafe cairo_save(context)
    trace(rect, radius: radius, corners: .all)
    unsafe cairo_clip(context)
  }

  func endClip() { unsafe cairo_restore(context) }

  private func trace(_ rect: Rect, radius: Double, corners: Corners) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    unsafe cairo_new_path(context)
    guard r > 0, !corners.isEmpty else {
      unsafe cairo_rectangle(context, rect.x, rect.y, max(rect.width, 0), max(rect.height, 0))
      return
    }
    let top = corners.contains(.top) ? r : 0
    let bottom = corners.contains(.bottom) ? r : 0
    let quarter = Double.pi / 2
    unsafe cairo_arc(context, rect.x1 - top, rect.y + top, top, -quarter, 0)
    unsafe cairo_arc(context, rect.x1 - bottom, rect.y1 - bottom, bottom, 0, quarter)
    unsafe cairo_arc(context, rect.x + bottom, rect.y1 - bottom, bottom, quarter, 2 * quarter)
    unsafe cairo_arc(context, rect.x + top, rect.y + top, top, 2 * quarter, 3 * quarter)
    unsafe cairo_close_path(context)
  }
}

/// Which corners of a card are round: cards that belong together touch, and are round as one.
struct Corners: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let top = Corners(rawValue: 1)
  static let bottom = Corners(rawValue: 2)
  static let all: Corners = [.top, .bottom]
}

extension Rect {
  init(_ rect: PixelRect) {
    self.init(x: Double(rect.x0), y: Double(rect.y0), width: Double(rect.width), height: Double(rect.height))
  }
}
