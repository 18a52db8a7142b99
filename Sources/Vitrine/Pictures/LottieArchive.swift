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
    let folder = folder(of: archive.names)
    guard let text = try archive.file(folder + "manifest.json", limit: 256 << 10) else {
      throw FormatError("no dotLottie archive: it holds no manifest.json")
    }
    guard case .record(let manifest) = try JSON.parse(text), let id = first(in: manifest) else {
      throw FormatError("its manifest.json names no animation")
    }
    // Version 2 shortened the folders' names.
    for place in ["a", "animations"] {
      let name = "\(folder)\(place)/\(id).json"
      if let animation = try archive.file(name, limit: LottieSource.maximumBytes) { return animation }
    }
    throw FormatError("its manifest.json names the animation \"\(id)\", which is not in it")
  }

  /// Where the manifest is: a Mac packs the folder itself, and beside it `__MACOSX/` with what its files have that others have not.
  private static func folder(of names: [String]) -> String {
    if names.contains("manifest.json") { return "" }
    let folders = names.filter { $0.hasSuffix("/manifest.json") && !$0.hasPrefix("__MACOSX/") }
      .map { $0.dropLast("manifest.json".count) }
    return folders.first { $0.utf8.count { $0 == UInt8(ascii: "/") } == 1 }.map(String.init) ?? ""
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
