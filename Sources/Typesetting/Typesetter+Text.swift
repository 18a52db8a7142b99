import CCairo
import CPango
import Scene

/// Text by Pango: shaping, both directions, fallback fonts.
extension Typesetter {
  /// Texts longer than this are cut before Pango sees them: it lays out every line although a few are shown.
  private static let longest = 20_000

  /// Height of a text set to `width` pixels: whole lines of its leading.
  func height(of text: Text, width: Double, look: Look) -> Int {
    let layout = unsafe makeLayout(text, width: width, look: look)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    let lines = unsafe min(Int(pango_layout_get_line_count(layout)), text.lines)
    return lines * look.whole(text.type.leading)
  }

  /// Width of a text in one line, in pixels, at most `limit`.
  func width(of text: Text, limit: Double = 10_000, look: Look) -> Double {
    let layout = unsafe makeLayout(text, width: limit, look: look)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    var extents = PangoRectangle()
    unsafe pango_layout_get_extents(layout, nil, &extents)
    return min((Double(extents.width) / Double(PANGO_SCALE)).rounded(.up), limit)
  }

  /// Draws a text with its first line's box at `y`. The baseline lies on a whole pixel whatever fonts take part: capitals of the text
  /// type's own size would stand in the middle of the line.
  ///
  /// - Returns: the height it took, in pixels.
  @discardableResult
  func draw(_ text: Text, x: Double, y: Double, width: Double, on canvas: borrowing Canvas, look: Look) -> Int {
    guard width >= 1 else { return 0 }
    let layout = unsafe makeLayout(text, width: width, look: look)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    noteMissing(unsafe Int(pango_layout_get_unknown_glyphs_count(layout)))
    let leading = look.whole(text.type.leading)
    let capitals = 0.727 * look.pixels(text.type.size)
    let firstBaseline = (y + (Double(leading) + capitals) / 2).rounded()
    canvas.setSource(text.color)
    let count = unsafe min(Int(pango_layout_get_line_count(layout)), text.lines)
    let iterator = unsafe pango_layout_get_iter(layout)!
    defer { unsafe pango_layout_iter_free(iterator) }
    for line in 0..<count {
      guard let run = unsafe pango_layout_iter_get_line_readonly(iterator) else { break }
      var extents = PangoRectangle()
      unsafe pango_layout_iter_get_line_extents(iterator, nil, &extents)
      let left = Double(extents.x) / Double(PANGO_SCALE)
      unsafe cairo_move_to(canvas.context, x + left, firstBaseline + Double(line * leading))
      unsafe pango_cairo_show_layout_line(canvas.context, run)
      guard unsafe pango_layout_iter_next_line(iterator) != 0 else { break }
    }
    return count * leading
  }

  /// - Returns: a layout the caller owns.
  @unsafe
  private func makeLayout(_ text: Text, width: Double, look: Look) -> OpaquePointer {
    let layout = unsafe pango_layout_new(context)!
    let description = unsafe pango_font_description_new()!
    unsafe pango_font_description_set_family(description, "\(look.font),sans-serif")
    unsafe pango_font_description_set_weight(
      description, text.type.isBold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL)
    unsafe pango_font_description_set_absolute_size(
      description, (look.pixels(text.type.size) * Double(PANGO_SCALE)).rounded())
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    let string = Self.clean(text.string, lines: text.lines)
    if text.isMarkup {
      unsafe pango_layout_set_markup(layout, string, Int32(string.utf8.count))
    } else {
      unsafe pango_layout_set_text(layout, string, Int32(string.utf8.count))
      unsafe setAttributes(of: text, on: layout)
    }
    unsafe pango_layout_set_width(layout, Int32(min(width, 100_000) * Double(PANGO_SCALE)))
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_height(layout, Int32(-text.lines))
    if text.alignsRight { unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT) }
    if text.lines == 1 { unsafe pango_layout_set_single_paragraph_mode(layout, gboolean(1)) }
    // A right-to-left paragraph begins at the right by itself; told to end there, it must not swap sides.
    if text.alignsRight { unsafe pango_layout_set_auto_dir(layout, gboolean(0)) }
    return unsafe layout
  }

  @unsafe
  private func setAttributes(of text: Text, on layout: OpaquePointer) {
    guard text.hasTabularDigits || text.isStruckOut else { return }
    let list = unsafe pango_attr_list_new()!
    if text.hasTabularDigits { unsafe pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1")) }
    if text.isStruckOut { unsafe pango_attr_list_insert(list, pango_attr_strikethrough_new(gboolean(1))) }
    unsafe pango_layout_set_attributes(layout, list)
    unsafe pango_attr_list_unref(list)
  }

  /// Without control characters, and no longer than can be seen.
  private static func clean(_ string: String, lines: Int) -> String {
    let limit = lines == 1 ? 1_000 : longest
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in string.unicodeScalars {
      count += 1
      if count > limit { break }
      switch scalar.value {
      case 0x0A where lines > 1: scalars.append(scalar)
      case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
