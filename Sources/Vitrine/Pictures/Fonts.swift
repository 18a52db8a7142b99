import Board
import Linux
import Typesetting

/// What a board needs of the machine's fonts.
package enum Fonts {
  /// Whether there is any font.
  package static var areInstalled: Bool { FontSource.hasFonts }

  /// What is wrong with the fontconfig file the environment names; nil when all is well.
  package static var environmentProblem: String? { FontSource.environmentProblem }

  /// Whether some font has a character.
  package static func cover(_ character: Unicode.Scalar) -> Bool { FontSource.hasGlyph(character) }

  /// - Throws: when there is none at all, so that no letter could be drawn.
  package static func check() throws(UserError) {
    // The font library reads it to its end, and a device has none.
    if let file = Environment.value("FONTCONFIG_FILE"), file.hasPrefix("/"), Files.exists(file), !Files.isRegular(file)
    {
      throw UserError(.input, "FONTCONFIG_FILE names \(file), which is no file; name one, or unset it")
    }
    guard FontSource.hasFonts else {
      throw UserError(
        .machine, "fontconfig found no font on this machine; install some: apt-get install fonts-inter fonts-noto-core")
    }
  }

  /// Why a board's font is not used; nil when all is well.
  ///
  /// - Parameter source: relative paths begin where it is.
  package static func problem(of board: BoardFile, _ source: BoardSource) -> String? {
    BoardFont(board.theme.font ?? board.theme.preset?.font, beside: source.directory).problem
  }

  /// A warning when the theme's font is not installed, or is a file that cannot be used.
  ///
  /// - Parameters:
  ///   - node: of the whole board file.
  ///   - directory: where relative paths begin.
  static func warning(_ node: Node, file: String, directory: String) -> Diagnostic? {
    guard let font = node["theme"]?["font"], case .scalar(let name, _) = font.content, !name.isEmpty,
      let problem = BoardFont(name, beside: directory).problem
    else { return nil }
    return Diagnostic(.warning, file: file, mark: font.mark, message: problem)
  }
}
