import Glibc
import Numbers

/// Symbolic links.
public enum Link {
  /// What a link leads to, as it says; nil for what is no link.
  public static func target(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink(path, base.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    // As many as there is room for may have been cut off.
    guard (1..<bytes.count).contains(count) else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
