import CCairo
import Scene

/// A cairo context over a pixmap's own memory, in pixels.
@safe
struct Canvas: ~Copyable {
  let context: OpaquePointer
  private let surface: OpaquePointer

  /// - Parameters:
  ///   - base: the pixmap's first pixel.
  ///   - offset: rows of the picture above that pixel: the canvas shows what lies below them.
  @unsafe
  init(base: UnsafeMutableRawPointer, pitch: Int, size: PixelSize, offset: Int = 0) {
    unsafe surface = cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(pitch)
    )!
    unsafe context = cairo_create(surface)!
    unsafe cairo_translate(context, 0, Double(-offset))
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

  func fill(_ rect: Rect, _ color: Color, radius: Double = 0) {
    trace(rect, radius: radius)
    setSource(color)
    unsafe cairo_fill(context)
  }

  /// Draws `picture` so that it fills `rect`, cut to rounded corners.
  func draw(_ picture: Pixmap, in rect: Rect, radius: Double) {
    unsafe cairo_save(context)
    trace(rect, radius: radius)
    unsafe cairo_clip(context)
    // cairo only reads a source surface; its constructor knows no such distinction.
    let pixels = unsafe UnsafeMutableRawPointer(mutating: picture.origin).assumingMemoryBound(to: UInt8.self)
    let source = unsafe cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, Int32(picture.size.width), Int32(picture.size.height), Int32(picture.pitch))!
    unsafe cairo_translate(context, rect.x, rect.y)
    unsafe cairo_scale(
      context, rect.width / Double(picture.size.width), rect.height / Double(picture.size.height))
    unsafe cairo_set_source_surface(context, source, 0, 0)
    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    unsafe cairo_paint(context)
    unsafe cairo_surface_finish(source)
    unsafe cairo_surface_destroy(source)
    unsafe cairo_restore(context)
  }

  /// Fills `rect` with a fade from clear at its top to `color` at its bottom, cut to rounded corners.
  func shade(_ rect: Rect, to color: Color, radius: Double, within bounds: Rect) {
    unsafe cairo_save(context)
    trace(bounds, radius: radius)
    unsafe cairo_clip(context)
    let fade = unsafe cairo_pattern_create_linear(0, rect.y, 0, rect.y1)!
    let red = Double(color.red) / 255
    let green = Double(color.green) / 255
    let blue = Double(color.blue) / 255
    unsafe cairo_pattern_add_color_stop_rgba(fade, 0, red, green, blue, 0)
    unsafe cairo_pattern_add_color_stop_rgba(fade, 0.55, red, green, blue, 0.6 * Double(color.alpha) / 255)
    unsafe cairo_pattern_add_color_stop_rgba(fade, 1, red, green, blue, Double(color.alpha) / 255)
    unsafe cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
    unsafe cairo_set_source(context, fade)
    unsafe cairo_fill(context)
    unsafe cairo_pattern_destroy(fade)
    unsafe cairo_restore(context)
  }

  func setSource(_ color: Color) {
    unsafe cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  /// Makes a rounded rectangle the current path.
  func trace(_ rect: Rect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    unsafe cairo_new_path(context)
    guard r > 0 else {
      unsafe cairo_rectangle(context, rect.x, rect.y, max(rect.width, 0), max(rect.height, 0))
      return
    }
    let quarter = Double.pi / 2
    unsafe cairo_arc(context, rect.x1 - r, rect.y + r, r, -quarter, 0)
    unsafe cairo_arc(context, rect.x1 - r, rect.y1 - r, r, 0, quarter)
    unsafe cairo_arc(context, rect.x + r, rect.y1 - r, r, quarter, 2 * quarter)
    unsafe cairo_arc(context, rect.x + r, rect.y + r, r, 2 * quarter, 3 * quarter)
    unsafe cairo_close_path(context)
  }
}
