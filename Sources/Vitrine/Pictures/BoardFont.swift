import Typesetting

/// The font a board is set in: a family by name, or a file beside the board.
struct BoardFont {
  /// Takes over where a board names no font, or one that cannot be had.
  static let pinned = "Inter"

  var family: String
  /// Path of the file that holds the family; nil for one of the system's.
  var file: String?
  /// Why what is named is not used; nil when all is well.
  var problem: String?

  /// - Parameters:
  ///   - name: the theme's `font`: a path has a slash or a font file's ending, all else is a family.
  ///   - directory: relative paths begin here.
  init(_ name: String?, beside directory: String) {
    family = name ?? Self.pinned
    guard let name else { return }
    guard Self.isPath(name) else {
      if !FontSource.hasFamily(name) {
        problem = "the font \"\(name)\" is not installed on this machine; another one is shown instead"
      }
      return
    }
    let path = name.hasPrefix("/") ? name : directory + "/" + name
    // The font library would wait for a pipe.
    if Files.isRegular(path), let found = FontSource.family(ofFile: path) {
      family = found
      file = path
      return
    }
    family = Self.pinned
    problem =
      Files.exists(path)
      ? "the font file \(path) cannot be read as a font; text is set in \(Self.pinned) until it is replaced by a TrueType or OpenType file"
      : "there is no font file \(path); text is set in \(Self.pinned) until it is there"
  }

  /// The fonts of a kiosk, and the board's own.
  func source(beside fonts: FontSource) -> FontSource { fonts.adding(files: file.map { [$0] } ?? []) }

  private static func isPath(_ name: String) -> Bool {
    let lower = name.lowercased()
    return name.contains("/") || [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"].contains { lower.hasSuffix($0) }
  }
}
