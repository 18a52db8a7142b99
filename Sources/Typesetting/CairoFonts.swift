import CCairo
import CPango
import Synchronization

/// Pango's and cairo's fonts, which one thread at a time may use, and which all typesetters that choose from the same files share.
///
/// Cairo's fonts lock themselves, and wrongly (1.16 and 1.18). Of ten font files open one is closed for the eleventh, whether or not
/// another thread is just about to draw with it (`_has_unlocked_face` looks without that font's lock): four threads with twenty files
/// crash within a second. And a thread that makes room among 512 pages of glyphs waits for a font whose thread waits for the pages
/// (`_cairo_scaled_glyph_page_pluck`): with Chinese in a few sizes both stand for ever, some day. So texts are laid out and drawn under
/// this lock, one after the other; boxes, lines and pictures are not. What that costs in parallel work, sharing gives back: fonts are
/// loaded once and not for each queue, which takes longer than the first page.
enum CairoFonts {
  @safe
  private struct Opened {
    let map: UnsafeMutablePointer<PangoFontMap>
    let context: OpaquePointer
    var users: Int
  }

  private static let opened = Mutex<[FontSource: Opened]>([:])

  /// Does something with fonts, alone. Neither to be nested nor to be called on the frame thread.
  static func use(_ body: () -> Void) { opened.withLock { _ in body() } }

  /// Opens fonts, or shares them with whoever has. Wraps pango_font_map_create_context.
  ///
  /// - Returns: where texts are laid out, in `use`, until `close`.
  @unsafe
  static func open(_ fonts: FontSource) -> OpaquePointer {
    unsafe opened.withLock { opened in
      var entry = opened[fonts] ?? make(fonts)
      entry.users += 1
      opened[fonts] = entry
      return unsafe entry.context
    }
  }

  /// Ends what `open` began.
  static func close(_ fonts: FontSource) {
    opened.withLock { opened in
      guard var entry = opened[fonts] else { return }
      entry.users -= 1
      guard entry.users == 0 else {
        opened[fonts] = entry
        return
      }
      opened[fonts] = nil
      unsafe g_object_unref(UnsafeMutableRawPointer(entry.context))
      unsafe g_object_unref(UnsafeMutableRawPointer(entry.map))
    }
  }

  private static func make(_ fonts: FontSource) -> Opened {
    let map = unsafe fonts.makeFontMap()
    let context = unsafe pango_font_map_create_context(map)!
    let options = unsafe cairo_font_options_create()!
    // Grey and unhinted: the same letter looks the same at every place and on a turned panel.
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    // Before 1.17.4 cairo draws each glyph at a whole pixel: then the steps between them are whole too, or spacing is uneven.
    unsafe pango_context_set_round_glyph_positions(context, gboolean(cairo_version() < 11704 ? 1 : 0))
    unsafe pango_context_set_language(context, pango_language_from_string("en"))
    return unsafe Opened(map: map, context: context, users: 0)
  }
}
