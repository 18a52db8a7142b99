import CCairo
import CPango
import Numbers
import Scene

/// The letters of a laid-out line one by one: each in the form and the place the whole gives it.
extension TextBlock {
  /// The columns a letter's ink covers, in pixels from the line's left edge; nil when it leaves no mark of its own.
  ///
  /// - Parameter bytes: of the letter in the text; a glyph belongs to the letter its cluster begins in.
  func columns(ofBytes bytes: Range<Int>) -> Range<Double>? {
    var columns: Range<Double>?
    unsafe forEachGlyph(in: bytes) { glyph, font, x in
      var ink = PangoRectangle()
      unsafe pango_glyph_string_extents(glyph, font, &ink, nil)
      guard ink.width > 0, ink.height > 0 else { return }
      let x0 = Double(x + ink.x) / Double(PANGO_SCALE)
      let x1 = x0 + Double(ink.width) / Double(PANGO_SCALE)
      columns = columns.map { min($0.lowerBound, x0)..<max($0.upperBound, x1) } ?? x0..<x1
    }
    return columns
  }

  /// How far ink reaches out of the first line, above or below, in whole pixels.
  var overhang: Int {
    var overhang = 0.0
    CairoFonts.use {
      guard let line = unsafe pango_layout_get_line_readonly(layout, 0) else { return }
      var ink = PangoRectangle()
      unsafe pango_layout_line_get_extents(line, &ink, nil)
      let top = Double(baseline) + Double(ink.y) / Double(PANGO_SCALE)
      let bottom = top + Double(ink.height) / Double(PANGO_SCALE)
      overhang = max(0, -top, bottom - Double(leading))
    }
    return Int(clamping: overhang.rounded(.up))
  }

  /// Draws one letter where it stands in the line, the line's top left corner at `x` and `y`.
  func drawLetter(bytes: Range<Int>, on canvas: borrowing Canvas, x: Int, y: Int, color: Color) {
    canvas.setSource(color)
    let context = unsafe canvas.context
    unsafe forEachGlyph(in: bytes) { glyph, font, left in
      unsafe cairo_move_to(context, Double(x) + Double(left) / Double(PANGO_SCALE), Double(y + baseline))
      unsafe pango_cairo_show_glyph_string(context, font, glyph)
    }
  }

  /// Calls `body` with each glyph of a letter as a string of its own, its font, and where it stands from the line's left edge, in
  /// Pango units. Wraps pango_glyph_string_new.
  ///
  /// Runs and their glyphs lie from left to right, whatever the direction of reading.
  @unsafe
  private func forEachGlyph(
    in bytes: Range<Int>,
    _ body: (UnsafeMutablePointer<PangoGlyphString>, UnsafeMutablePointer<PangoFont>, Int32) -> Void
  ) {
    CairoFonts.use {
      let single = unsafe pango_glyph_string_new()!
      defer { unsafe pango_glyph_string_free(single) }
      unsafe pango_glyph_string_set_size(single, 1)
      unsafe single.pointee.log_clusters[0] = 0
      unsafe Self.forEachLine(of: layout) { index, line in
        guard index == 0 else { return }
        var x: Int32 = 0
        var run = unsafe line.pointee.runs
        while let node = unsafe run {
          let item = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
          let glyphs = unsafe item.glyphs.pointee
          for index in 0..<Int(unsafe glyphs.num_glyphs) {
            let info = unsafe glyphs.glyphs[index]
            if bytes.contains(unsafe Int(item.item.pointee.offset + glyphs.log_clusters[index])) {
              unsafe single.pointee.glyphs[0] = info
              unsafe body(single, item.item.pointee.analysis.font, x)
            }
            x += info.geometry.width
          }
          unsafe run = unsafe node.pointee.next
        }
      }
    }
  }
}
