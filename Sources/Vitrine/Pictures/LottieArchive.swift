import Board
import Formats

/// dotLottie archives: a ZIP with a manifest and animations. Format: dotLottie 1.0 and 2.0.
enum LottieArchive {
  /// Every ZIP that holds something begins like this.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  /// The animation the archive shows first.
  ///
  /// - Throws: a reason, without the archive's name.
  static func animation(in bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    let archive = try ZIPArchive(bytes)
    guard let text = try archive.file("manifest.json", limit: 256 << 10) else {
      throw FormatError("no dotLottie archive: it holds no manifest.json")
    }
    guard case .record(let manifest) = try JSON.parse(text), let id = first(in: manifest) else {
      throw FormatError("its manifest.json names no animation")
    }
    // Version 2 shortened the folders' names.
    for folder in ["a", "animations"] {
      if let animation = try archive.file("\(folder)/\(id).json", limit: LottieSource.maximumBytes) { return animation }
    }
    throw FormatError("its manifest.json names the animation \"\(id)\", which is not in it")
  }

  private static func first(in manifest: Record) -> String? {
    if case .text(let id)? = manifest["activeAnimationId"] { return id }
    if case .record(let initial)? = manifest["initial"], case .text(let id)? = initial["animation"] { return id }
    guard case .list(let animations)? = manifest["animations"], case .record(let first)? = animations.first,
      case .text(let id)? = first["id"]
    else { return nil }
    return id
  }
}
