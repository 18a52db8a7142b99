import Glibc

/// Files fontconfig is about to read: only what has an end.
enum FontFiles {
  /// Bytes of a font: the largest, with all of Chinese, have about 30 MB.
  static let largest = 128 << 20
  /// Bytes of a configuration: Debian's has 3 kB.
  static let largestConfiguration = 1 << 20

  /// Whether there is a plain file with an end that is near. Wraps stat.
  static func isReadable(_ path: String, limit: Int) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size > 0 && status.st_size <= limit
  }

  /// Takes `FONTCONFIG_FILE` out of the environment where it names something that cannot be read to its end.
  ///
  /// - Returns: a sentence when it did.
  static func forgetUnreadable() -> String? {
    guard let value = unsafe getenv("FONTCONFIG_FILE") else { return nil }
    let name = unsafe String(cString: value)
    guard let problem = problem(withConfiguration: name) else { return nil }
    unsafe unsetenv("FONTCONFIG_FILE")
    return problem
  }

  /// - Parameter name: as fontconfig takes it: a path, or a file of its own directories, which are the system's.
  static func problem(withConfiguration name: String) -> String? {
    var status = stat()
    // What is not there fontconfig says itself.
    guard name.contains("/"), unsafe stat(name, &status) == 0 else { return nil }
    guard !isReadable(name, limit: largestConfiguration) else { return nil }
    return
      "FONTCONFIG_FILE names \(name), which is no file of at most \(largestConfiguration >> 20) MB; the system's fonts are used without it"
  }
}
