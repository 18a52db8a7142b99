import Assets
public import Board
import Formats
import StyleFiles

/// What a board's `refresh.style` names: a style of ours, or a file by its extension.
enum StyleChoice {
  case builtIn(String)
  /// A style file.
  case file(path: String)
  case lottie(path: String)

  init(_ name: String) {
    let lowered = name.lowercased()
    if lowered.hasSuffix(".yaml") || lowered.hasSuffix(".yml") {
      self = .file(path: name)
    } else if lowered.hasSuffix(".json") || lowered.hasSuffix(".lottie") {
      self = .lottie(path: name)
    } else {
      self = .builtIn(name)
    }
  }
}

extension StyleFile {
  /// Reads a style file and the pictures it names, and says everything that is wrong with them.
  ///
  /// - Throws: when there is no such file.
  static func read(path: String) throws(UserError) -> (reading: StyleFileReading, bytes: [UInt8]) {
    let bytes = try Files.read(path, limit: 1 << 20)
    let (root, mistakes) = YAML.read(bytes, file: path)
    guard let node = root else { return (StyleFileReading(diagnostics: mistakes), bytes) }
    let artwork = RefreshArtwork(directory: Files.directory(of: Files.absolute(path)))
    var reading = StyleFile.read(node, file: path) { name in
      guard name.contains(".") else {
        let isKnown = Assets.has(name)
        return StylePicture(
          path: name,
          problem: isKnown ? nil : "there is no picture \"\(name)\" in Vitrine; a file is written with its extension")
      }
      let full = name.hasPrefix("/") ? name : artwork.directory + "/" + name
      return StylePicture(path: full, problem: artwork.problem(with: name))
    }
    if !mistakes.isEmpty {
      reading.diagnostics = (reading.diagnostics + mistakes).sorted { $0.mark < $1.mark }
      reading.style = nil
    }
    return (reading, bytes)
  }
}

extension BoardSource {
  /// Everything wrong with the file a board's `refresh.style` names; empty when it names a style of ours.
  public func checkStyle(of board: BoardFile) throws(UserError) -> [Diagnostic] {
    // Where there is no such file, `doubtfulFiles` says so.
    guard let name = board.refresh.style, Files.exists(beside(name)) else { return [] }
    return try checkStyle(file: name)
  }

  /// Everything wrong with a style's file; empty for the name of a style of ours.
  ///
  /// - Parameter name: as a board names it, beside the board.
  /// - Throws: when there is no such file.
  public func checkStyle(file name: String) throws(UserError) -> [Diagnostic] {
    switch StyleChoice(name) {
    case .builtIn: return []
    case .lottie(let path):
      let file = beside(path)
      let bytes = try Files.read(file, limit: LottieSource.maximumBytes)
      guard case .refused(let reasons) = LottieSource.read(bytes, height: LottieSource.height) else { return [] }
      return reasons.map { Diagnostic(file: file, mark: Mark(line: 1, column: 1), message: $0) }
    case .file(let path): return try StyleFile.read(path: beside(path)).reading.diagnostics
    }
  }
}
