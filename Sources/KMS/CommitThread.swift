import CLinux
import Compositor
import Glibc
import Linux
import Numbers
public import Panel
import Synchronization

/// Is told how long the kernel was busy with each frame, on the thread that hands it over; must return at once.
public struct CallWatch: Sendable {
  let clock: @Sendable () -> Nanoseconds
  let tell: @Sendable (_ from: Nanoseconds, _ to: Nanoseconds) -> Void

  /// - Parameters:
  ///   - clock: monotonic.
  ///   - tell: takes when a call began and when it came back.
  public init(
    clock: @escaping @Sendable () -> Nanoseconds,
    tell: @escaping @Sendable (_ from: Nanoseconds, _ to: Nanoseconds) -> Void
  ) {
    (self.clock, self.tell) = (clock, tell)
  }
}

/// Hands frames to the kernel on a thread of its own, so that the frame thread never waits there.
///
/// The kernel takes a frame in one of two ways. Asked not to block, it leaves the work to a worker of ordinary priority, which waits for
/// its turn as any program does, and the next call waits for that worker: on a busy machine frames reach the glass late and the caller
/// stands still. Asked to block, it does all of it in the caller, up to the vertical blank. This thread is that caller, with a real-time
/// priority just above the frame thread's. Measured in `Tests/PanelVM`: of two minutes on a busy host, 346 frames were late behind the
/// worker and 34 because the caller waited for it. Flips of the older interface have only the first way.
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
      /// A call has been begun and has not come back.
      var isInKernel = false
      var isOver = false
    }

    let orders = Mutex(Orders())
    /// Counts what there is to do.
    let bell = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))
    let answers = Mailbox<CardEvent>()

    init() { precondition(bell.number >= 0, "no descriptor is left for handing frames over") }

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
          orders.isInKernel = true
          return false
        }
        if let isOver { return !isOver }
      }
    }

    func finish(_ answer: CardEvent?) {
      orders.withLock { $0.isInKernel = false }
      if let answer { answers.post(answer) }
    }
  }

  private let desk = Desk()
  private let patience: Nanoseconds
  private let perform: @Sendable (borrowing Job) -> CardEvent?
  private let watch: CallWatch?
  /// None before it is needed: cards are opened to be looked at, too.
  private var thread: FrameThread?
  private var answers: [CardEvent] = []
  private var nextAnswer = 0

  /// - Parameters:
  ///   - patience: how long its end is waited for.
  ///   - watch: told of each call.
  ///   - perform: makes the call, which may block. Returns what is to be told of it at once; that a flip is done comes from the kernel.
  init(
    patience: Nanoseconds = 1_000_000_000, watch: CallWatch? = nil,
    _ perform: @escaping @Sendable (borrowing Job) -> CardEvent?
  ) {
    self.patience = patience
    self.watch = watch
    self.perform = perform
  }

  deinit { stop() }

  /// Ends the thread when it has made the call it is in; what it has not begun is forgotten.
  func stop() {
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
    if case .upload = call { start(isUrgent: false) } else { start(isUrgent: true) }
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

  /// Forgets a frame that it has not begun: what is shown is set anew, or somebody else's.
  func withdraw() { desk.orders.withLock { $0.hasNext = false } }

  /// Whether a call has been begun and has not come back: what else is asked of the card may wait for it.
  var isInKernel: Bool { desk.orders.withLock { $0.isInKernel } }

  /// Makes the thread, before the first frame is in a hurry.
  ///
  /// - Parameter isUrgent: with real-time priority; not where the driver copies pixels by the processor, for milliseconds.
  func start(isUrgent: Bool) {
    guard thread == nil else { return }
    let (desk, perform, watch) = (desk, perform, watch)
    thread = FrameThread(named: "vitrine-commit", realTimePriority: isUrgent ? FrameThread.priority + 1 : nil) {
      var job = Job()
      while desk.wait(for: &job) {
        let began = watch?.clock()
        desk.finish(perform(job))
        if let watch, let began { watch.tell(began, watch.clock()) }
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
