import Formats
package import Kiosk
import Refresh
import StyleFiles

/// Refresh controls of files, for replays: of the files a record carries, and of those somebody has beside it.
///
/// Pictures that such a file names are not looked for: they are in the record, or stand-ins of their size are.
package struct ReplayStyles: Sendable {
  private var files: [UInt64: [UInt8]] = [:]

  /// None yet.
  package init() {}

  /// Takes a file.
  ///
  /// - Returns: the first eight bytes of its SHA-256, as a record has it.
  package mutating func add(_ path: String) throws(UserError) -> UInt64 {
    let bytes = try Files.read(path, limit: 1 << 20)
    let number = BoardMark.number(of: bytes)
    files[number] = bytes
    return number
  }

  /// The style of a recipe, from a file of just these bytes; nil where there is none, and where it is no style file.
  package func style(_ recipe: StyleRecipe) -> (any RefreshStyle)? {
    guard case .file(let number) = recipe.origin else { return nil }
    let bytes = files[number] ?? recipe.file
    guard BoardMark.number(of: bytes) == number, let node = YAML.read(bytes, file: "style").root else { return nil }
    let reading = StyleFile.read(node, file: "style") { StylePicture(path: $0) }
    return reading.style.map { FileStyle($0, words: recipe.parameters.words) }
  }
}
