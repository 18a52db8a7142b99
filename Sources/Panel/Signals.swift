import CLinux
import Glibc
import Linux
import Numbers

/// Signals as something to read: taken from their handlers and watched by a `Poller`.
///
/// Wraps pthread_sigmask and signalfd. To be made before any other thread, which would get the signals otherwise.
public final class Signals: Sendable {
  private let file: FileDescriptor

  /// - Parameter numbers: signals that no longer do what they do by default.
  public init(_ numbers: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { _ = unsafe sigaddset(&set, number) }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    file = FileDescriptor(unsafe signalfd(-1, &set, Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)))
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
