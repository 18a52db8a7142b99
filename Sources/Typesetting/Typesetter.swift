import CCairo
import CPango
import Scene

/// Sets text and draws cards, one caller at a time: make one for each queue that rasters.
///
/// The first text of a process takes 15-45 ms (fontconfig reads its caches), a warm card a quarter of a millisecond.
@safe
public final class Typesetter {
  private let fonts: FontSource
  private let context: OpaquePointer
  /// Scripts met so far that no installed font can write, as ISO 15924 codes such as `Thai`: what `doctor` names.
  public private(set) var missingScripts: Set<String> = []
  /// Bytes of text that were laid out so far: what typesetting costs, counted.
  private(set) var shapedBytes = 0
  /// The most laid out at once: as long as others wait for the fonts.
  private(set) var longestShaped = 0
  /// The long texts measured last: the tiles of one come one after the other.
  private var articles: [(key: ArticleKey, article: Article)] = []

  /// Heights of cards whose words wrap.
  var heights = KnownHeights()
  /// The page that was cut into parts last, and where: by the places of the cards of each.
  var lastCut: (page: CutPage, parts: [[Int]])?

  private struct ArticleKey: Hashable {
    var string: String
    var style: TypeStyle
    var width: Int
    var theme: ResolvedTheme
  }

  /// - Parameter fonts: what there is to choose from.
  public init(fonts: FontSource = .system) {
    self.fonts = fonts
    unsafe context = CairoFonts.open(fonts)
  }

  deinit { CairoFonts.close(fonts) }

  /// Loads what the first cards need, so that they do not wait for it.
  public func warm(_ theme: ResolvedTheme) {
    for style in [TypeStyle.secondary, .label, .value, .title] {
      _ = block(Text("Ag 0123 ÄØ", style), width: 400, theme: theme)
    }
  }

  func block(_ text: Text, width: Int, theme: ResolvedTheme, accent: Color? = nil) -> TextBlock {
    var text = text.hasSeparateLetters ? text : text.seen(width: width, scale: theme.scale)
    text.words = text.words.written(in: theme.digits)
    if text.lines != 1 {
      text.joined = LineBreaks.koreanWords(
        of: text.words.plain, within: Double(width) / (text.style.size * theme.scale))
    }
    let plain = text.words.plain
    func settled(_ text: Text) -> TextBlock {
      let block = shaped(text, width: width, theme: theme, accent: accent)
      guard text.lines != 1, LineBreaks.isHyphenAtStart(of: plain, block.starts) else { return block }
      var text = text
      text.joined += LineBreaks.hyphens(of: text.words.plain)
      return shaped(text, width: width, theme: theme, accent: accent)
    }
    let block = settled(text)
    // A word that no line has room for is parted by its syllables.
    guard text.lines != 1, !text.hasWholeWords, block.starts.count > 1,
      let parted = Hyphenation.text(text, partedAt: block.starts, language: theme.language)
    else { return block }
    return settled(parted)
  }

  private func shaped(_ text: Text, width: Int, theme: ResolvedTheme, accent: Color?) -> TextBlock {
    let bytes = text.words.plain.utf8.count
    shapedBytes += bytes
    longestShaped = max(longestShaped, bytes)
    var block: TextBlock!
    CairoFonts.use { block = unsafe TextBlock(text, width: width, theme: theme, accent: accent, context: context) }
    missingScripts.formUnion(block.missingScripts)
    return block
  }

  func article(_ string: String, _ style: TypeStyle, width: Int, theme: ResolvedTheme) -> Article {
    let key = ArticleKey(string: string, style: style, width: width, theme: theme)
    if let known = articles.first(where: { $0.key == key }) { return known.article }
    let article = Article(string, style, width: width, typesetter: self, theme: theme)
    if articles.count >= 8 { articles.removeFirst() }
    articles.append((key, article))
    return article
  }
}
