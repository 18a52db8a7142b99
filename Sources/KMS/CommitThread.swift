import CLinux
import Compositor
import Glibc
import Panel
import Synchronization

/// Hands frames to the kernel on a thread of its own, so that the frame thread never waits there.
///
/// The kernel takes a frame in one of two ways. Asked not to block, it leaves the work to a worker of ordinary priority, which waits for
/// its turn as any program does, and the next call waits for that worker: on a busy machine frames reach the glass late and the caller
/// stands still. Asked to block, it does all of it in the caller, up to the vertical blank. This thread is that caller, with a real-time
/// priority just above the frame thread's. Measured in `Tests/PanelVM`: of two minutes on a busy host, 346 frames were late behind the
/// worker and 34 because the caller waited for it.
final class CommitThread {
  /// One frame on its way to the kernel, in memory that is kept from one to the next.
  struct Job: ~Copyable, Sendable {
    /// What the kernel is asked for.
    enum Call: Sendable {
      /// An atomic commit of `request`.
      case commit
      case flip(crtc: UInt32, framebuffer: UInt32)
      /// DirtyFB of `clips`.
      case upload(framebuffer: UInt32)
    }

    fileprivate(set) var call = Call.commit
    /// Comes back with what became of it.
    fileprivate(set) var token: UInt64 = 0
    var request = AtomicRequest()
    var clips = Region()
  }

  /// What both threads see. The lock is held for an exchange of two jobs, never during a call.
  private final class Desk: Sendable {
    struct Orders: ~Copyable, Sendable {
      var next = Job()
      var hasNext = false
      var isOver = false
    }

    let orders = Mutex(Orders())
    /// Counts what there is to do.
    let bell = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))
    let answers = Mailbox<CardEvent>()

    /// - Returns: false when it is time to end.
    func wait(for job: inout Job) -> Bool {
      while true {
        var count: UInt64 = 0
        _ = unsafe eventfd_read(bell.number, &count)
        let isOver: Bool? = orders.withLock { orders in
          if orders.isOver { return true }
          guard orders.hasNext else { return nil }
          swap(&orders.next, &job)
          orders.hasNext = false
          return false
        }
        if let isOver { return !isOver }
      }
    }
  }

  private let desk = Desk()
  private let patience: Nanoseconds
  private let perform: @Sendable (borrowing Job) -> CardEvent?
  /// Made with the first frame: cards are opened to be looked at, too.
  private var thread: FrameThread?
  private var answers: [CardEvent] = []
  private var nextAnswer = 0

  /// - Parameters:
  ///   - patience: how long its end is waited for. The kernel keeps the caller of a flip that never comes for ten seconds.
  ///   - perform: makes the call, which may block. Returns what is to be told of it at once; that a flip is done comes from the kernel.
  init(patience: Nanoseconds = 1_000_000_000, _ perform: @escaping @Sendable (borrowing Job) -> CardEvent?) {
    self.patience = patience
    self.perform = perform
  }

  deinit {
    desk.orders.withLock { $0.isOver = true }
    _ = eventfd_write(desk.bell.number, 1)
    thread.take()?.join(within: patience)
  }

  /// Readable when `takeAnswer` has something.
  var descriptor: Int32 { desk.answers.descriptor }

  /// Leaves a frame for the thread; takes a copy of all there is in it.
  ///
  /// - Parameter fill: sets `request` or `clips`, which hold what an earlier frame left there.
  /// - Returns: false when the frame before it has not been begun: nothing is left then.
  func post(_ call: Job.Call, token: UInt64, _ fill: (inout Job) -> Void = { _ in }) -> Bool {
    if thread == nil { start() }
    let isTaken = desk.orders.withLock { orders in
      if orders.hasNext { return false }
      orders.next.call = call
      orders.next.token = token
      fill(&orders.next)
      orders.hasNext = true
      return true
    }
    if isTaken { _ = eventfd_write(desk.bell.number, 1) }
    return isTaken
  }

  private func start() {
    let (desk, perform) = (desk, perform)
    thread = FrameThread(named: "vitrine-commit", realTimePriority: FrameThread.priority + 1) {
      var job = Job()
      while desk.wait(for: &job) {
        if let answer = perform(job) { desk.answers.post(answer) }
      }
    }
  }

  /// What became of a frame; nil when there is no news.
  func takeAnswer() -> CardEvent? {
    if nextAnswer == answers.count {
      nextAnswer = 0
      desk.answers.drain(into: &answers)
      if answers.isEmpty { return nil }
    }
    nextAnswer += 1
    return answers[nextAnswer - 1]
  }
}
