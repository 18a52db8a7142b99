import CLinux
import Glibc
import Linux
import Numbers

/// Signals as something to read: taken from their handlers and watched by a `Poller`.
///
/// Wraps pthread_sigmask and signalfd. To be made before any other thread, which would get the signals otherwise.
public final class Signals: Sendable {
  private let file: FileDescriptor
  /// Those that nobody had blocked before.
  private let blocked: [Int32]

  /// - Parameter numbers: signals that no longer do what they do by default.
  public init(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { _ = unsafe sigaddset(&set, number) }
    var before = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
    blocked = numbers.filter { unsafe sigismember(&before, $0) == 0 }
    file = FileDescriptor(unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)))
  }

  /// They do again what they did before, on the thread that lets go of it.
  deinit {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in blocked { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Readable when a signal has come.
  public var descriptor: Int32 { file.number }

  /// The signal that came first of those not yet taken; nil when there is none.
  public func takeSignal() -> Int32? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(file.number, &information, size) == size else { return nil }
    return Int32(bitPattern: information.ssi_signo)
  }
}
