import CLinux
import Glibc
import Linux
import Numbers
import Synchronization

/// Messages from many queues to the one frame thread.
///
/// Posting wakes the reader through an eventfd that it has in its epoll set. The lock is held for an append or an exchange of two
/// arrays, never while anything slow happens.
public final class Mailbox<Message: Sendable>: Sendable {
  private let pending = Mutex<[Message]>([])
  private let event: FileDescriptor

  /// Readable when messages wait.
  public var descriptor: Int32 { event.number }

  /// An empty mailbox. Wraps eventfd.
  public init() { event = FileDescriptor(eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))) }

  /// Adds a message; any thread.
  public func post(_ message: Message) {
    let isFirst = pending.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { _ = eventfd_write(event.number, 1) }
  }

  /// Wakes the reader without a message; any thread.
  public func wake() { _ = eventfd_write(event.number, 1) }

  /// Whether nothing waits; any thread.
  public var isEmpty: Bool { pending.withLock(\.isEmpty) }

  /// Takes all messages, oldest first. The emptied memory goes back to the posters, so the steady state allocates nothing.
  public func drain(into messages: inout [Message]) {
    messages.removeAll(keepingCapacity: true)
    var count: UInt64 = 0
    _ = unsafe eventfd_read(event.number, &count)
    pending.withLock { swap(&$0, &messages) }
  }
}
