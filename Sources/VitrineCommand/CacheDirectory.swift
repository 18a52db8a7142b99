import Glibc
import Linux

/// Where answers are kept between runs.
enum CacheDirectory {
  /// systemd's, or the user's.
  static var standard: String {
    if let directory = value("CACHE_DIRECTORY") { return directory }
    if let directory = value("XDG_CACHE_HOME") { return directory + "/vitrine" }
    return (value("HOME") ?? "/tmp") + "/.cache/vitrine"
  }

  private static func value(_ name: String) -> String? {
    guard let text = Environment.value(name), text.hasPrefix("/") else { return nil }
    return text
  }
}
