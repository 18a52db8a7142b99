import CPango

/// Where fonts come from.
public enum FontSource: Sendable, Hashable {
  /// The system's fontconfig, and these font files of the board's own.
  case system(files: [String] = [])
  /// Exactly the files in these directories and these of the board's own, without hinting: the same pixels on every machine that has
  /// the same files. `cache` is a directory fontconfig may write its index to.
  case pinned(directories: [String], files: [String] = [], cache: String)

  /// The system's fontconfig and nothing else.
  public static let system = FontSource.system()

  /// The same with more files of the board's own.
  public func adding(files more: [String]) -> FontSource {
    switch self {
    case .system(let files): .system(files: files + more)
    case .pinned(let directories, let files, let cache):
      .pinned(directories: directories, files: files + more, cache: cache)
    }
  }

  /// What is wrong with the fontconfig file the environment names, which is then not used; nil when all is well.
  ///
  /// Before fontconfig is first asked: it reads that file to its end, whatever it is, and a device has none.
  public static let environmentProblem: String? = FontFiles.forgetUnreadable()

  /// Whether the system has any font. Wraps FcConfigGetFonts.
  public static var hasFonts: Bool {
    _ = environmentProblem
    guard let fonts = unsafe FcConfigGetFonts(nil, FcSetSystem) else { return false }
    return unsafe fonts.pointee.nfont > 0
  }

  /// Whether the system has a family of this name, or knows what to take for it (`sans-serif`). Wraps FcFontList.
  public static func hasFamily(_ name: String) -> Bool {
    if ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui"].contains(name.lowercased()) { return true }
    _ = environmentProblem
    guard let pattern = unsafe FcPatternCreate(), let fields = unsafe FcObjectSetCreate() else { return false }
    defer {
      unsafe FcPatternDestroy(pattern)
      unsafe FcObjectSetDestroy(fields)
    }
    unsafe _ = FcPatternAddString(pattern, FC_FAMILY, name)
    unsafe _ = FcObjectSetAdd(fields, FC_FAMILY)
    guard let found = unsafe FcFontList(nil, pattern, fields) else { return false }
    defer { unsafe FcFontSetDestroy(found) }
    return unsafe found.pointee.nfont > 0
  }

  /// Whether some font of the system has a character. Wraps FcFontList with a character set.
  public static func hasGlyph(_ character: Unicode.Scalar) -> Bool {
    _ = environmentProblem
    guard let pattern = unsafe FcPatternCreate(), let set = unsafe FcCharSetCreate(),
      let fields = unsafe FcObjectSetCreate()
    else { return false }
    defer {
      unsafe FcPatternDestroy(pattern)
      unsafe FcCharSetDestroy(set)
      unsafe FcObjectSetDestroy(fields)
    }
    unsafe _ = FcCharSetAddChar(set, character.value)
    unsafe _ = FcPatternAddCharSet(pattern, FC_CHARSET, set)
    unsafe _ = FcObjectSetAdd(fields, FC_FAMILY)
    guard let found = unsafe FcFontList(nil, pattern, fields) else { return false }
    defer { unsafe FcFontSetDestroy(found) }
    return unsafe found.pointee.nfont > 0
  }

  /// The family a font file holds, to be named in `ResolvedTheme.font`; nil when it is no font. Wraps FcFreeTypeQuery.
  public static func family(ofFile path: String) -> String? {
    _ = environmentProblem
    guard FontFiles.isReadable(path, limit: FontFiles.largest) else { return nil }
    var count: Int32 = 0
    guard let pattern = unsafe FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { unsafe FcPatternDestroy(pattern) }
    var family: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(pattern, FC_FAMILY, 0, &family) == FcResultMatch, let family = unsafe family else {
      return nil
    }
    return unsafe String(cString: family)
  }

  /// Makes a font map of them. Wraps pango_cairo_font_map_new and FcConfigParseAndLoadFromMemory.
  ///
  /// - Returns: a reference the caller owns.
  @unsafe
  func makeFontMap() -> UnsafeMutablePointer<PangoFontMap> {
    _ = Self.environmentProblem
    let map = unsafe pango_cairo_font_map_new()!
    switch self {
    case .system(let files):
      // The process's shared configuration serves as long as nothing is added to it.
      guard !files.isEmpty, let configuration = unsafe FcInitLoadConfigAndFonts() else { break }
      for file in files { _ = unsafe FcConfigAppFontAddFile(configuration, file) }
      unsafe vitrine_pango_use_fontconfig(map, configuration)
      unsafe FcConfigDestroy(configuration)
    case .pinned(let directories, let files, let cache):
      let configuration = unsafe FcConfigCreate()!
      let text = Self.configuration(directories: directories, cache: cache)
      _ = unsafe FcConfigParseAndLoadFromMemory(configuration, Array(text.utf8) + [0], FcBool(1))
      _ = unsafe FcConfigBuildFonts(configuration)
      for file in files { _ = unsafe FcConfigAppFontAddFile(configuration, file) }
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
    \(directories.map { "<dir>\(escaped($0))</dir>" }.joined(separator: "\n"))
    <cachedir>\(escaped(cache))</cachedir>
    <!-- Not "hinting" false: cairo 1.16 would leave out colour emoji. -->
    <match target="font">
      <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
      <edit name="rgba" mode="assign"><const>none</const></edit>
    </match>
    <!-- Colour emoji come in one size and are scaled. Source: fontconfig's 10-scale-bitmap-fonts.conf. -->
    <match target="font">
      <test name="outline" compare="eq"><bool>false</bool></test>
      <edit name="pixelsizefixupfactor" mode="assign">
        <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
      </edit>
      <edit name="matrix" mode="assign">
        <times>
          <name>matrix</name>
          <matrix>
            <name>pixelsizefixupfactor</name><double>0</double><double>0</double><name>pixelsizefixupfactor</name>
          </matrix>
        </times>
      </edit>
      <edit name="size" mode="assign"><divide><name>size</name><name>pixelsizefixupfactor</name></divide></edit>
    </match>
    <alias><family>sans-serif</family><prefer>
      <family>Inter</family><family>Noto Sans</family><family>Noto Sans Arabic</family><family>Noto Sans Hebrew</family>
      <family>Noto Sans CJK JP</family><family>Noto Color Emoji</family>
    </prefer></alias>
    </fontconfig>
    """
  }

  private static func escaped(_ path: String) -> String {
    path.reduce(into: "") { output, character in
      switch character {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      default: output.append(character)
      }
    }
  }
}
