import CLinux
import Glibc

/// Threads whose work can wait.
public enum QuietThread {
  /// The nicer a thread is, the less of a processor it has beside others that want it: what fetches and draws for the panel goes before.
  private static let niceness: Int32 = 10

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// From now on the calling thread takes what others leave. Wraps setpriority(2), which on Linux is about one thread.
  public static func stepBack() { _ = vitrine_be_nice(niceness) }

  /// Does something once on a thread that takes what others leave, and ends it; the calling thread does it where no other can be had.
  ///
  /// Dispatch's own threads cannot step back for a while: what has become nicer needs leave to be what it was.
  ///
  /// - Parameter name: of the thread, at most 15 characters, as `ps -T` shows it.
  public static func run(named name: StaticString, _ body: @escaping @Sendable () -> Void) {
    let boxed = unsafe Unmanaged.passRetained(
      Body {
        _ = unsafe pthread_setname_np(
          pthread_self(), UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
        stepBack()
        body()
      }
    ).toOpaque()
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { argument in
        // Fits: the thread gets `boxed`, which is one.
        unsafe Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, boxed)
    guard failure != 0 else {
      _ = pthread_detach(thread)
      return
    }
    unsafe Unmanaged<Body>.fromOpaque(boxed).release()
    body()
  }
}
