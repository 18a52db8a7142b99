import CCairo
import CPango
import Scene

/// Sets text and draws cards, one caller at a time.
///
/// Pango's font maps are not shared between threads: make one typesetter for each queue that rasters, once (Pango 1.50 never frees a
/// font configuration other than the system's). The first text of a process
/// takes 15-45 ms (fontconfig reads its caches), a warm card a quarter of a millisecond.
@safe
public final class Typesetter {
  private let fontMap: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer
  /// Scripts met so far that no installed font can write, as ISO 15924 codes such as `Thai`: what `doctor` names.
  public private(set) var missingScripts: Set<String> = []
  /// The long texts measured last: the tiles of one come one after the other.
  private var articles: [(key: ArticleKey, article: Article)] = []

  /// Heights of cards whose words wrap, so that a page of them is measured once and not every minute.
  private var heights: [PageLayout.Hash: Int] = [:]

  private struct ArticleKey: Hashable {
    var string: String
    var style: TypeStyle
    var width: Int
    var look: Look
  }

  /// - Parameters:
  ///   - fonts: what there is to choose from.
  ///   - language: the board's, BCP 47: chooses between the Chinese, Japanese and Korean shapes of a shared character.
  public init(fonts: FontSource = .system, language: String = "en") {
    unsafe fontMap = fonts.makeFontMap()
    unsafe context = pango_font_map_create_context(fontMap)!
    let options = unsafe cairo_font_options_create()!
    // Grey and unhinted: the same letter looks the same at every place and on a turned panel.
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    // Before 1.17.4 cairo draws each glyph at a whole pixel: then the steps between them are whole too, or spacing is uneven.
    unsafe pango_context_set_round_glyph_positions(context, gboolean(cairo_version() < 11704 ? 1 : 0))
    unsafe pango_context_set_language(context, pango_language_from_string(language))
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
    unsafe g_object_unref(UnsafeMutableRawPointer(fontMap))
  }

  /// Loads what the first cards need, so that they do not wait for it.
  public func warm(_ look: Look) {
    for style in [TypeStyle.secondary, .label, .value, .title] {
      _ = block(Text("Ag 0123 ÄØ", style), width: 400, look: look)
    }
  }

  func block(_ text: Text, width: Int, look: Look, accent: Color? = nil) -> TextBlock {
    let block = unsafe TextBlock(text, width: width, look: look, accent: accent, context: context)
    missingScripts.formUnion(block.missingScripts())
    return block
  }

  func article(_ string: String, _ style: TypeStyle, width: Int, look: Look) -> Article {
    let key = ArticleKey(string: string, style: style, width: width, look: look)
    if let known = articles.first(where: { $0.key == key }) { return known.article }
    let article = Article(string, style, width: width, typesetter: self, look: look)
    if articles.count >= 8 { articles.removeFirst() }
    articles.append((key, article))
    return article
  }

  /// A height measured before, or now.
  func height(_ key: PageLayout.Hash, _ measure: () -> Int) -> Int {
    if let known = heights[key] { return known }
    let height = measure()
    // More than any page has: words that change leave their old heights behind.
    if heights.count >= 40_000 { heights.removeAll(keepingCapacity: true) }
    heights[key] = height
    return height
  }
}
