import CLinux
public import Compositor
import Glibc
import Linux
import Numbers
import Synchronization

/// A thread that composes rows of large frames beside whoever draws them.
public final class CompanionThread: FrameCompanion {
  /// What both threads know.
  private final class Post: Sendable {
    let work = Mutex<(any FrameWork)?>(nil)
    let isOver = Atomic(false)
    /// Blocks who reads it until somebody writes.
    let event = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))

    /// What the next call is for; nil when there is none any more.
    func next() -> (any FrameWork)? {
      var count: UInt64 = 0
      while unsafe eventfd_read(event.number, &count) != 0 { if errno != EINTR { return nil } }
      return isOver.load(ordering: .acquiring) ? nil : work.withLock { $0 }
    }
  }

  private let post: Post

  /// Starts the thread, which waits to be called.
  ///
  /// - Parameters:
  ///   - realTimePriority: that of whoever draws; nil keeps the ordinary scheduler.
  ///   - first: what it does before.
  public init(realTimePriority: Int32?, first: @escaping @Sendable () -> Void = {}) {
    let post = Post()
    self.post = post
    _ = FrameThread(named: "vitrine-rows", realTimePriority: realTimePriority) {
      first()
      while let work = post.next() { work.run() }
    }
  }

  /// One for the calling frame thread, of its priority; nil where it has no other processor, or is an ordinary thread: its companion would
  /// be one, too, and whoever takes that one's processor away in the middle of a row would hold up the frame.
  ///
  /// - Parameter first: what the thread does before it waits.
  public static func beside(first: @escaping @Sendable () -> Void = {}) -> CompanionThread? {
    let policy = sched_getscheduler(0) & ~Int32(VITRINE_SCHED_RESET_ON_FORK)
    guard policy == SCHED_RR, vitrine_processors() > 1 else { return nil }
    return CompanionThread(realTimePriority: FrameThread.priority, first: first)
  }

  deinit {
    post.isOver.store(true, ordering: .releasing)
    _ = eventfd_write(post.event.number, 1)
  }

  /// See `FrameCompanion`.
  public func call(_ work: any FrameWork) {
    post.work.withLock { $0 = work }
    _ = eventfd_write(post.event.number, 1)
  }

  /// See `FrameCompanion`.
  public func giveWay() { _ = sched_yield() }
}
