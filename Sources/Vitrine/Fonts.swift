import Board
import Typesetting

/// What a board needs of the machine's fonts.
public enum Fonts {
  /// - Throws: when there is none at all, so that no letter could be drawn.
  public static func check() throws(UserError) {
    guard FontSource.hasFonts else {
      throw UserError(
        .machine, "fontconfig found no font on this machine; install some: apt-get install fonts-inter fonts-noto-core")
    }
  }

  /// A warning when the theme's font is not installed.
  ///
  /// - Parameter node: of the whole board file.
  static func warning(_ node: Node, file: String) -> Diagnostic? {
    guard let font = node["theme"]?["font"], case .scalar(let name, _) = font.content, !name.isEmpty,
      !FontSource.hasFamily(name)
    else { return nil }
    return Diagnostic(
      .warning, file: file, mark: font.mark,
      message: "the font \"\(name)\" is not installed on this machine; another one is shown instead")
  }
}

extension Node {
  /// The value of a mapping's key.
  fileprivate subscript(_ key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}
