import CConfine
import Numbers

/// What keeps a reader from doing anything but reading.
public enum Confinement {
  /// What the running kernel cannot do for it, in words; empty when it can do all.
  public static var missing: [String] { missing(from: UInt64(clamping: confine_available())) }

  static func missing(from force: UInt64) -> [String] {
    [
      (UInt64(CONFINE_FILES), "Landlock, which forbids it all files"),
      (UInt64(CONFINE_CALLS), "seccomp, which forbids it all system calls but a few"),
    ].compactMap { force & $0.0 == 0 ? $0.1 : nil }
  }
}
