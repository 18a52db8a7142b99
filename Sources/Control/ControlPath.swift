import Glibc
import Linux

/// Where control sockets lie unless somebody says otherwise.
public enum ControlPath {
  /// Of `Systemd/vitrine.service`.
  public static let service = "/run/vitrine/control"

  /// Where a kiosk of this process listens: the service manager's directory, or the user's, which is made; nil where there is neither.
  public static var own: String? {
    if let directory = directory("RUNTIME_DIRECTORY") { return directory + "/control" }
    guard let directory = directory("XDG_RUNTIME_DIR").map({ $0 + "/vitrine" }) else { return nil }
    unsafe _ = mkdir(directory, 0o700)
    return directory + "/control"
  }

  /// Where one that runs may be listening: this user's own, then the service's.
  public static var known: [String] {
    (directory("XDG_RUNTIME_DIR").map { [$0 + "/vitrine/control"] } ?? []) + [service]
  }

  /// The first of several, where a service has them.
  private static func directory(_ name: String) -> String? {
    guard let first = Environment.value(name)?.split(separator: ":").first, first.hasPrefix("/") else { return nil }
    return String(first)
  }
}
