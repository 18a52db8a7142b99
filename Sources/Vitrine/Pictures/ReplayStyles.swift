import Formats
package import Kiosk
import Lottie
package import Refresh
import StyleFiles

/// Refresh controls of files and of programs, for replays: of the files a record carries, of those somebody has beside it, and of the
/// program that plays it.
///
/// Pictures that such a file names are not looked for: they are in the record, or stand-ins of their size are.
package final class ReplayStyles {
  private let own: RefreshStyles
  private let hasContent: Bool
  private var files: [UInt64: [UInt8]] = [:]
  /// Of animations that were drawn, one record's: all of their frames.
  private var drawn: [Drawing: LottieFrames] = [:]

  private struct Drawing: Hashable {
    var file: UInt64
    /// Pixels.
    var height: Int
  }

  /// Without files yet.
  ///
  /// - Parameters:
  ///   - own: what the program that plays has of its own.
  ///   - hasContent: the record has the words a board gave a control as settings.
  package init(_ own: RefreshStyles = .builtIn, hasContent: Bool = false) {
    (self.own, self.hasContent) = (own, hasContent)
  }

  /// Takes a file.
  ///
  /// - Returns: the first eight bytes of its SHA-256, as a record has it.
  package func add(_ path: String) throws(UserError) -> UInt64 {
    let bytes = try Files.read(path, limit: LottieSource.maximumBytes)
    let number = BoardMark.number(of: bytes)
    files[number] = bytes
    return number
  }

  /// The style of a recipe, from a file of just these bytes or by its name; nil where there is none, where it is no style file, and where
  /// settings of a program's style were left out of the record.
  ///
  /// - Parameter gate: says which of an animation's frames may be seen.
  package func style(_ recipe: StyleRecipe, _ gate: StyleGate) -> (any RefreshStyle)? {
    switch recipe.origin {
    case .ours: return nil
    case .program:
      // What it was told in words may be all that it goes by.
      if !hasContent && recipe.parameters.hasWords { return nil }
      guard let style = own.style(recipe.name, recipe.parameters) else { return nil }
      // One of ours where a program had put its own is another one.
      let ours = RefreshStyles.builtIn.style(recipe.name, recipe.parameters)
      return ours.map { type(of: $0) == type(of: style) } ?? false ? nil : style
    case .file(let number):
      guard let bytes = bytes(number, recipe), let node = YAML.read(bytes, file: "style").root else { return nil }
      let reading = StyleFile.read(node, file: "style") { StylePicture(path: $0) }
      return reading.style.map { FileStyle($0, words: recipe.parameters.words) }
    case .lottie(let number):
      guard recipe.height > 0, let bytes = bytes(number, recipe),
        let frames = frames(of: bytes, Drawing(file: number, height: recipe.height))
      else { return nil }
      return LottieSource.style(frames, words: recipe.parameters.words, gate)
    }
  }

  private func bytes(_ number: UInt64, _ recipe: StyleRecipe) -> [UInt8]? {
    let bytes = files[number] ?? recipe.file
    return BoardMark.number(of: bytes) == number ? bytes : nil
  }

  /// All of them that there will be: which of them may be seen is in the record.
  private func frames(of bytes: [UInt8], _ drawing: Drawing) -> LottieFrames? {
    if let known = drawn[drawing] { return known }
    guard case .frames(let frames) = LottieSource.read(bytes, height: Double(drawing.height)) else { return nil }
    frames.render()
    if frames.isLost { return nil }
    drawn[drawing] = frames
    return frames
  }
}

extension RefreshParameters {
  /// A setting that stands in a record with content only.
  fileprivate var hasWords: Bool {
    values.values.contains { value in
      switch value {
      case .text, .pictures: true
      case .number, .colors: false
      }
    }
  }
}
