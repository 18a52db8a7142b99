import CPango

/// Where fonts come from.
public enum FontSource: Sendable, Hashable {
  /// The system's fontconfig, as installed.
  case system
  /// Exactly the files in these directories, without hinting: the same pixels on every machine that has the same files.
  /// `cache` is a directory fontconfig may write its index to.
  case pinned(directories: [String], cache: String)

  /// Makes a font map of them. Wraps pango_cairo_font_map_new and FcConfigParseAndLoadFromMemory.
  ///
  /// - Returns: a reference the caller owns.
  @unsafe
  func makeFontMap() -> UnsafeMutablePointer<PangoFontMap> {
    let map = unsafe pango_cairo_font_map_new()!
    if case .pinned(let directories, let cache) = self {
      let configuration = unsafe FcConfigCreate()!
      let text = Self.configuration(directories: directories, cache: cache)
      _ = unsafe FcConfigParseAndLoadFromMemory(configuration, Array(text.utf8), FcBool(1))
      _ = unsafe FcConfigBuildFonts(configuration)
      unsafe vitrine_pango_use_fontconfig(map, configuration)
      unsafe FcConfigDestroy(configuration)
    }
    return unsafe map
  }

  private static func configuration(directories: [String], cache: String) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(directories.map { "<dir>\($0)</dir>" }.joined(separator: "\n"))
    <cachedir>\(cache)</cachedir>
    <alias><family>sans-serif</family><prefer>
      <family>Inter</family><family>Noto Sans</family><family>Noto Sans Arabic</family><family>Noto Sans Hebrew</family>
      <family>Noto Sans CJK JP</family><family>Noto Color Emoji</family>
    </prefer></alias>
    </fontconfig>
    """
  }
}
