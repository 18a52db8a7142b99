import CCairo
import CPango
import Scene

/// Sets text and draws cards, one caller at a time.
///
/// Pango's font maps are not shared between threads: make one typesetter for each queue that rasters. The first text of a process
/// takes 15-45 ms (fontconfig reads its caches), a warm card a quarter of a millisecond.
@safe
public final class Typesetter {
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  /// Scalars no installed font has, as far as met; for `doctor` and the log.
  public private(set) var missingGlyphs = 0

  public init(fonts: FontSource = .system) {
    unsafe fontMap = fonts.makeFontMap()
    unsafe context = pango_font_map_create_context(fontMap)!
    let options = unsafe cairo_font_options_create()!
    // Grey and unhinted: the same letter looks the same at every place and on a turned panel.
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe pango_context_set_round_glyph_positions(context, gboolean(0))
    unsafe cairo_font_options_destroy(options)
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
    unsafe g_object_unref(UnsafeMutableRawPointer(fontMap))
  }

  /// Loads what the first cards need, so that they do not wait for it.
  public func warm(_ look: Look) {
    for type in [TypeStyle.label, .secondary, .value, .title] {
      _ = height(of: Text("Ag 0123 ÄØ", type, .white), width: 200, look: look)
    }
  }

  func noteMissing(_ count: Int) { missingGlyphs += count }
}

/// One run of text with its looks.
struct Text {
  var string: String
  var type: TypeStyle
  var color: Color
  /// More are cut with an ellipsis.
  var lines = 1
  var alignsRight = false
  /// Digits of equal width, for what counts.
  var hasTabularDigits = false
  var isStruckOut = false
  /// `string` is Pango markup made by us from escaped text.
  var isMarkup = false

  init(_ string: String, _ type: TypeStyle, _ color: Color) {
    self.string = string
    self.type = type
    self.color = color
  }

  func lines(_ count: Int) -> Text {
    var text = self
    text.lines = count
    return text
  }

  var rightAligned: Text {
    var text = self
    text.alignsRight = true
    return text
  }

  var tabular: Text {
    var text = self
    text.hasTabularDigits = true
    return text
  }

  var markup: Text {
    var text = self
    text.isMarkup = true
    return text
  }
}
