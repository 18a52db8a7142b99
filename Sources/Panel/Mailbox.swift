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
  private struct Box {
    var messages: [Message] = []
    /// The reader has been rung for since it looked last.
    var isRung = false
    /// Times it was rung for, and what it has read does not say so yet: between the lock and the bell a sender may stand still.
    var unread = 0
  }

  private let box = Mutex(Box())
  private let event: FileDescriptor

  /// Readable when messages wait.
  public var descriptor: Int32 { event.number }

  /// An empty mailbox. Wraps eventfd.
  public init() { event = FileDescriptor(eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))) }

  /// Adds a message; any thread.
  public func post(_ message: Message) { ring { $0.append(message) } }

  /// Wakes the reader without a message; any thread.
  public func wake() { ring { _ in } }

  private func ring(_ change: (inout [Message]) -> Void) {
    let isFirst = box.withLock { box in
      change(&box.messages)
      if box.isRung { return false }
      box.isRung = true
      box.unread += 1
      return true
    }
    if isFirst { _ = eventfd_write(event.number, 1) }
  }

  /// Whether nothing waits; any thread.
  public var isEmpty: Bool { box.withLock(\.messages.isEmpty) }

  /// Takes all messages, oldest first; asks the kernel nothing where nobody has rung. The emptied memory goes back to the posters, so the
  /// steady state allocates nothing.
  public func drain(into messages: inout [Message]) {
    messages.removeAll(keepingCapacity: true)
    let isRung = box.withLock { box in
      if box.unread > 0 { return true }
      swap(&box.messages, &messages)
      return false
    }
    if !isRung { return }
    // Before they are taken: who rings afterwards is heard of.
    var count: UInt64 = 0
    let isRead = unsafe eventfd_read(event.number, &count) == 0
    box.withLock { box in
      swap(&box.messages, &messages)
      box.isRung = false
      if isRead { box.unread -= Int(count) }
    }
  }
}
