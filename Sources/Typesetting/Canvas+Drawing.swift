import CCairo
import Numbers
public import Scene

extension Drawing {
  /// The drawing at the size it is shown at, its proportions kept; off the frame thread.
  ///
  /// - Parameters:
  ///   - frame: pixels, each side at least 1.
  ///   - covers: fills the frame and loses what is too much on two sides; otherwise all of it is in the frame.
  ///   - focus: what stays in sight where it is cut, in shares of its sides.
  ///   - ink: what `Paint.current` means.
  ///   - border: clear pixels around the pixmap, for sprites.
  /// - Returns: not opaque; `frame`'s size if it covers, at most that otherwise.
  public func pixmap(
    fitting frame: PixelSize, covers: Bool, focus: Point = Point(x: 0.5, y: 0.5), ink: Color, border: Int = 0
  ) -> Pixmap {
    let (width, height) = (Double(frame.width), Double(frame.height))
    let (across, down) = (width / viewBox.width, height / viewBox.height)
    let scale = covers ? max(across, down) : min(across, down)
    let drawn = Size(width: viewBox.width * scale, height: viewBox.height * scale)
    let size =
      covers
      ? frame
      : PixelSize(
        width: min(frame.width, max(1, Int(clamping: drawn.width.rounded()))),
        height: min(frame.height, max(1, Int(clamping: drawn.height.rounded()))))
    let cut = drawn.origin(of: Size(width: width, height: height), around: focus)
    let place =
      covers
      ? Rect(x: -cut.x, y: -cut.y, width: drawn.width, height: drawn.height)
      : Rect(
        x: (Double(size.width) - drawn.width) / 2, y: (Double(size.height) - drawn.height) / 2, width: drawn.width,
        height: drawn.height)
    return unsafe Pixmap(size: size, isOpaque: false, border: border) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.draw(self, in: place, ink: ink)
    }
  }
}

/// Vector drawings.
extension Canvas {
  /// Draws a vector drawing so that its view box fills `rect`.
  ///
  /// - Parameter ink: what `Drawing.Paint.current` means.
  func draw(_ drawing: Drawing, in rect: Rect, ink: Color) {
    let (across, down) = (rect.width / drawing.viewBox.width, rect.height / drawing.viewBox.height)
    // A matrix that cannot be turned back would end all drawing on the canvas.
    let isDrawable = [across, down, 1 / across, 1 / down, rect.x, rect.y, drawing.viewBox.x, drawing.viewBox.y]
      .allSatisfy(\.isFinite)
    guard isDrawable, drawing.viewBox.width > 0, drawing.viewBox.height > 0 else { return }
    unsafe cairo_save(context)
    unsafe cairo_translate(context, rect.x, rect.y)
    unsafe cairo_scale(context, across, down)
    unsafe cairo_translate(context, -drawing.viewBox.x, -drawing.viewBox.y)
    for shape in drawing.shapes { draw(shape, ink: ink) }
    unsafe cairo_restore(context)
  }

  private func draw(_ shape: Drawing.Shape, ink: Color) {
    trace(shape.path)
    // Fill and stroke overlap: a shape that is not solid is drawn as a whole first.
    let isGroup = shape.opacity < 1 && shape.fill != nil && shape.stroke != nil
    if isGroup {
      // No larger than the shape.
      unsafe cairo_save(context)
      clip(shape)
      unsafe cairo_push_group(context)
    }
    let opacity = isGroup ? 1 : shape.opacity
    if let fill = shape.fill {
      unsafe cairo_set_fill_rule(
        context, shape.usesEvenOddRule ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      withSource(fill, opacity: opacity, ink: ink) { unsafe cairo_fill_preserve(context) }
    }
    if let stroke = shape.stroke {
      unsafe cairo_set_line_width(context, stroke.width)
      unsafe cairo_set_line_cap(context, stroke.hasRoundCaps ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
      unsafe cairo_set_line_join(context, stroke.hasRoundJoins ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
      withSource(stroke.paint, opacity: opacity, ink: ink) { unsafe cairo_stroke_preserve(context) }
    }
    unsafe cairo_new_path(context)
    if isGroup {
      unsafe cairo_pop_group_to_source(context)
      unsafe cairo_paint_with_alpha(context, shape.opacity)
      unsafe cairo_restore(context)
    }
  }

  /// To where the current path's stroke can reach: a mitre to four times half its width.
  private func clip(_ shape: Drawing.Shape) {
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    unsafe cairo_path_extents(context, &x0, &y0, &x1, &y1)
    let reach = 2 * (shape.stroke?.width ?? 0) + 1
    unsafe cairo_new_path(context)
    unsafe cairo_rectangle(context, x0 - reach, y0 - reach, x1 - x0 + 2 * reach, y1 - y0 + 2 * reach)
    unsafe cairo_clip(context)
    trace(shape.path)
  }

  private func trace(_ path: Path) {
    unsafe cairo_new_path(context)
    for element in path.elements {
      switch element {
      case .move(let p): unsafe cairo_move_to(context, p.x, p.y)
      case .line(let p): unsafe cairo_line_to(context, p.x, p.y)
      case .curve(let a, let b, let p): unsafe cairo_curve_to(context, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: unsafe cairo_close_path(context)
      }
    }
  }

  private func withSource(_ paint: Drawing.Paint, opacity: Double, ink: Color, _ body: () -> Void) {
    switch paint {
    case .solid(let color):
      setSource(color.opacity(opacity))
      body()
    case .current(let alpha):
      setSource(ink.opacity(alpha * opacity))
      body()
    case .linear(let from, let to, let stops):
      let pattern = unsafe cairo_pattern_create_linear(from.x, from.y, to.x, to.y)!
      unsafe paintGradient(pattern, stops, opacity, body)
    case .radial(let center, let radius, let stops):
      let pattern = unsafe cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)!
      unsafe paintGradient(pattern, stops, opacity, body)
    }
  }

  @unsafe
  private func paintGradient(_ pattern: OpaquePointer, _ stops: [Drawing.Stop], _ opacity: Double, _ body: () -> Void) {
    for stop in stops {
      let color = stop.color
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255 * opacity)
    }
    unsafe cairo_set_source(context, pattern)
    body()
    unsafe cairo_pattern_destroy(pattern)
  }
}
