import CMosquitto
import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// Hangs up on a broker that sends more for one message than is taken, while libmosquitto is still reading it: the library gathers a
/// message of up to 256 MB before anybody hears of it, and reads on for as long as more is there.
///
/// The kernel counts what comes. That is looked at after each read, and every few milliseconds of one that lasts.
final class BrokerGuard: Sendable {
  /// Milliseconds between two looks: what a fast machine reads in that time is what a message may be longer than the limit.
  private static let pace = 5

  private struct State {
    /// Bytes that had come when the last message was whole; nil before anything has.
    var base: UInt64?
    var isOver = false
  }

  /// The connection's socket, by a name of its own: that of libmosquitto may be somebody else's once that has closed it.
  private let socket: FileDescriptor
  private let limit: UInt64
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - socket: of a connection.
  ///   - limit: bytes that may come without a whole message.
  init?(_ socket: Int32, limit: UInt64) {
    let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { return nil }
    self.socket = FileDescriptor(own)
    self.limit = limit
  }

  deinit { timer.withLock { $0?.cancel() } }

  /// Whether it has hung up.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Looks on while something reads from the connection.
  func watching<Result>(_ reading: () -> Result) -> Result {
    let pace = DispatchTimeInterval.milliseconds(Self.pace)
    timer.withLock { timer in
      if let timer { return timer.schedule(deadline: .now() + pace, repeating: pace, leeway: .milliseconds(1)) }
      let first = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
      first.setEventHandler { [weak self] in self?.look() }
      first.schedule(deadline: .now() + pace, repeating: pace, leeway: .milliseconds(1))
      first.resume()
      timer = first
    }
    defer {
      timer.withLock { $0?.schedule(deadline: .distantFuture) }
      look()
    }
    return reading()
  }

  /// A message has come whole: what comes from now on is of another one.
  func messageCame() {
    let come = received
    state.withLock { $0.base = come }
  }

  private func look() {
    let come = received
    let mustEnd = state.withLock { state in
      guard let base = state.base else {
        state.base = come
        return false
      }
      guard !state.isOver, come > base, come - base > limit else { return false }
      state.isOver = true
      return true
    }
    if mustEnd { _ = shutdown(socket.number, Int32(SHUT_RDWR)) }
  }

  /// Bytes the kernel has taken of the connection. Source: tcp(7), `tcpi_bytes_received`.
  private var received: UInt64 {
    var info = [UInt8](repeating: 0, count: 256)
    var count = socklen_t(info.count)
    guard unsafe getsockopt(socket.number, Int32(IPPROTO_TCP), TCP_INFO, &info, &count) == 0 else { return 0 }
    let place = VITRINE_TCP_INFO_BYTES_RECEIVED
    guard Int(count) >= place + 8 else { return 0 }
    // Fits: a shift takes any count.
    return info.dropFirst(place).prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64(clamping: $1) }
  }
}
