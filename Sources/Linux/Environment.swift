import Glibc

/// The environment, as text.
public enum Environment {
  /// The value of a variable; nil when it is not set. Wraps getenv.
  public static func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
}
