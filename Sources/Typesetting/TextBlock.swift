import Board
import CCairo
import CPango
import Numbers
import Scene

/// A text laid out by Pango: measured, then drawn as often as wanted.
///
/// Lines are placed by the type style's leading and not by the fonts that happen to take part, so that a line with Arabic or an emoji
/// stands on the same baseline as one without.
@safe
final class TextBlock {
  /// Which side of its box a line stands at.
  enum Edge {
    case left, right
    /// Lines of different widths around the middle.
    case middle
    /// Where the reading of its own language begins.
    case natural
  }

  let layout: OpaquePointer
  /// Of each line, the byte of the text it begins with; soft hyphens that were put in do not count.
  let starts: [Int]
  /// Of each line, in pixels, rounded up.
  let widths: [Int]
  let leading: Int
  /// From the top of a line to its baseline, in pixels.
  let baseline: Int
  /// Words are missing at its end.
  let isCut: Bool
  /// Scripts no font has a glyph for, as ISO 15924 codes ("Thai", "Ethi").
  let missingScripts: Set<String>

  /// Wraps pango_layout_new. To be called in `CairoFonts.use`.
  ///
  /// - Parameter width: pixels to wrap or cut at.
  @unsafe
  init(_ text: Text, width: Int, theme: ResolvedTheme, accent: Color?, context: OpaquePointer) {
    unsafe layout = pango_layout_new(context)!
    leading = theme.whole(text.style.leading)
    let size = text.style.size * theme.scale
    // Capitals stand in the middle of the line. 0.727 em is their height in Inter; text faces differ by a few hundredths.
    baseline = Int(clamping: ((Double(leading) + 0.727 * size) / 2).rounded())
    let description = unsafe pango_font_description_new()!
    // What the family lacks comes from the others in turn, and then from any font installed.
    unsafe pango_font_description_set_family(
      description, ScriptFonts.families(after: text.style.isHeading ? theme.headingFont : theme.font, theme.language))
    unsafe pango_font_description_set_weight(description, text.style.weight.pango)
    unsafe pango_font_description_set_absolute_size(description, (size * Double(PANGO_SCALE)).rounded())
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    unsafe pango_layout_set_text(layout, text.words.plain, Int32(text.words.plain.utf8.count))
    unsafe Self.setAttributes(
      of: text, accent: accent, scale: theme.scale, language: theme.language, on: layout)
    unsafe pango_layout_set_width(layout, Int32(min(max(width, 1), 100_000)) * PANGO_SCALE)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if text.lines > 0 {
      unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      unsafe pango_layout_set_height(layout, Int32(-text.lines))
      unsafe pango_layout_set_single_paragraph_mode(layout, gboolean(1))
    }
    var widths: [Int] = []
    var starts: [Int] = []
    unsafe Self.forEachLine(of: layout) { _, line in
      unsafe Self.keepBaseline(of: line)
      let start = unsafe Int(line.pointee.start_index)
      starts.append(start - 2 * text.softHyphens.count { $0 < start })
      var extents = PangoRectangle()
      unsafe pango_layout_line_get_extents(line, nil, &extents)
      widths.append(Int(clamping: (Double(extents.width) / Double(PANGO_SCALE)).rounded(.up)))
    }
    self.widths = text.lines > 0 ? Array(widths.prefix(text.lines)) : widths
    self.starts = starts
    isCut = unsafe pango_layout_is_ellipsized(layout) != 0
    missingScripts = unsafe Self.missingScripts(of: layout)
  }

  deinit { CairoFonts.use { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) } }

  var lineCount: Int { widths.count }

  /// From the box's left edge to the first line's ink, in pixels: what large type shifts by to stand under small type.
  var inkLeft: Int {
    var ink = PangoRectangle()
    CairoFonts.use {
      if let line = unsafe pango_layout_get_line_readonly(layout, 0) {
        unsafe pango_layout_line_get_extents(line, &ink, nil)
      }
    }
    return Int(clamping: (Double(ink.x) / Double(PANGO_SCALE)).rounded())
  }

  /// Whole lines, in pixels.
  var height: Int { widths.count * leading }

  /// Of the widest line, in pixels.
  var width: Int { widths.max() ?? 0 }

  /// What is laid out, with the soft hyphens that were put in.
  var plain: String {
    var text = ""
    CairoFonts.use { text = unsafe String(cString: pango_layout_get_text(layout)) }
    return text
  }

  /// Draws the text into a box, its first line at the top.
  ///
  /// - Parameters:
  ///   - width: of the box the lines are aligned in, in pixels.
  ///   - rows: of the canvas; lines that cannot touch them are left out.
  func draw(
    on canvas: borrowing Canvas, x: Int, y: Int, width: Int, edge: Edge, color: Color, rows: Range<Int> = 0..<Int.max
  ) {
    canvas.setSource(color)
    canvas.words?.note(self, top: y)
    let context = unsafe canvas.context
    CairoFonts.use {
      unsafe Self.forEachLine(of: layout) { index, line in
        let top = y + index * leading
        // Tall scripts reach out of their line.
        guard index < widths.count, top - leading < rows.upperBound, top + 2 * leading > rows.lowerBound else { return }
        let spare = width - widths[index]
        let shift =
          switch edge {
          case .left: 0
          case .right: spare
          case .middle: spare / 2
          case .natural: unsafe pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL ? spare : 0
          }
        unsafe cairo_move_to(context, Double(x + shift), Double(top + baseline))
        unsafe pango_cairo_show_layout_line(context, line)
      }
    }
  }

  /// Puts all scripts of a line on one baseline: since 1.50 Pango lays them out as the first one's font says, and after Chinese or Japanese
  /// an Arabic, a Thai or a Hindi word stood above the line.
  @unsafe
  private static func keepBaseline(of line: UnsafeMutablePointer<PangoLayoutLine>) {
    var run = unsafe line.pointee.runs
    while let node = unsafe run {
      unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.y_offset = 0
      unsafe run = unsafe node.pointee.next
    }
  }

  @unsafe
  private static func missingScripts(of layout: OpaquePointer) -> Set<String> {
    guard unsafe pango_layout_get_unknown_glyphs_count(layout) > 0 else { return [] }
    var scripts: Set<String> = []
    let text = unsafe String(cString: pango_layout_get_text(layout))
    let bytes = Array(text.utf8)
    unsafe Self.forEachLine(of: layout) { _, line in
      var run = unsafe line.pointee.runs
      while let node = unsafe run {
        let item = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        let glyphs = unsafe item.glyphs.pointee
        for index in 0..<Int(unsafe glyphs.num_glyphs) {
          guard unsafe glyphs.glyphs[index].glyph & Self.unknownGlyph != 0 else { continue }
          let offset = unsafe Int(item.item.pointee.offset + glyphs.log_clusters[index])
          guard let scalar = String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self).unicodeScalars.first
          else { continue }
          scripts.insert(Self.script(of: scalar))
        }
        unsafe run = unsafe node.pointee.next
      }
    }
    return scripts
  }

  /// PANGO_GLYPH_UNKNOWN_FLAG, a cast macro.
  private static let unknownGlyph: PangoGlyph = 0x1000_0000

  /// g_unicode_script_to_iso15924: four letters in one word, the first in the highest byte.
  private static func script(of scalar: Unicode.Scalar) -> String {
    let code = g_unicode_script_to_iso15924(g_unichar_get_script(scalar.value))
    return String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }

  /// Calls `body` with each line and its number. To be called in `CairoFonts.use`, as whatever asks Pango.
  @unsafe
  static func forEachLine(
    of layout: OpaquePointer, _ body: (Int, UnsafeMutablePointer<PangoLayoutLine>) -> Void
  ) {
    var node = unsafe pango_layout_get_lines_readonly(layout)
    var index = 0
    while let line = unsafe node {
      unsafe body(index, line.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self))
      index += 1
      unsafe node = unsafe line.pointee.next
    }
  }

  @unsafe
  private static func setAttributes(
    of text: Text, accent: Color?, scale: Double, language: String, on layout: OpaquePointer
  ) {
    // Joined scripts are not set closer.
    let tracking = text.words.plain.isRightToLeft == true ? 0 : text.style.tracking
    let list = unsafe pango_attr_list_new()!
    // Han and some Cyrillic letters have other shapes in each language.
    unsafe pango_attr_list_insert(list, pango_attr_language_new(pango_language_from_string(language)))
    // A hyphen where a long address or number wraps would be read as part of it; a word that may be parted shows where it is.
    unsafe pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0))
    for place in text.softHyphens {
      unsafe insert(pango_attr_insert_hyphens_new(1)!, place..<place + 2, into: list)
    }
    for range in text.joined { unsafe insert(pango_attr_allow_breaks_new(0)!, range, into: list) }
    if tracking != 0 {
      let space = tracking * text.style.size * scale * Double(PANGO_SCALE)
      unsafe pango_attr_list_insert(list, pango_attr_letter_spacing_new(Int32(clamping: space.rounded())))
    }
    if text.hasTabularDigits { unsafe pango_attr_list_insert(list, pango_attr_font_features_new("tnum=1,lnum=1")) }
    // What a script must join stays joined; what a font only likes to join does not.
    if text.hasSeparateLetters {
      unsafe pango_attr_list_insert(list, pango_attr_font_features_new("liga=0,clig=0,dlig=0,hlig=0"))
    }
    for range in text.words.bold {
      unsafe insert(pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD)!, range, into: list)
    }
    if let accent {
      for range in text.words.links {
        let color = unsafe pango_attr_foreground_new(
          UInt16(accent.red) * 257, UInt16(accent.green) * 257, UInt16(accent.blue) * 257)!
        unsafe insert(color, range, into: list)
      }
    }
    unsafe pango_layout_set_attributes(layout, list)
    unsafe pango_attr_list_unref(list)
  }

  @unsafe
  private static func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>, _ range: Range<Int>, into list: OpaquePointer
  ) {
    unsafe attribute.pointee.start_index = guint(range.lowerBound)
    unsafe attribute.pointee.end_index = guint(range.upperBound)
    unsafe pango_attr_list_insert(list, attribute)
  }
}

extension TypeStyle.Weight {
  var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .semibold: PANGO_WEIGHT_SEMIBOLD
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}
