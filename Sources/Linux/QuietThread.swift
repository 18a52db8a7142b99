import CLinux
import Glibc

/// Threads whose work can wait.
public enum QuietThread {
  /// The nicer a thread is, the less of a processor it has beside others that want it: what fetches and draws for the panel goes before.
  private static let niceness: Int32 = 10

  /// From now on the calling thread takes what others leave. Wraps setpriority(2), which on Linux is about one thread.
  public static func stepBack() { _ = vitrine_be_nice(niceness) }
}
