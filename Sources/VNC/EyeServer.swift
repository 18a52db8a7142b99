import CLinux
import Dispatch
import Glibc
import Linux
public import Motion
import Numbers
import Panel
public import Scene
import Synchronization

/// Shows a panel to viewers of VNC (RFB, RFC 6143), and tells what their hands do.
///
/// Bounded in everything somebody else decides: connections, bytes, time, guesses of the password, pictures a second, the share of a
/// processor. It has a queue of its own; nothing of the kiosk waits for it.
public final class EyeServer: Sendable {
  /// Where to listen, and for whom.
  public struct Setup: Sendable {
    /// An address of this machine.
    public var host: String
    /// 0 lets the kernel choose.
    public var port: Int
    /// What viewers write above the picture.
    public var name: String
    /// Of which eight bytes count; nil lets everybody in who can reach it.
    public var password: String?
    /// Takes lines for people.
    public var log: @Sendable (String) -> Void
    /// How large the picture is; nil while there is none.
    public var size: @Sendable () -> PixelSize?
    /// Takes what a viewer's hand does, in pixels of the picture; must return at once.
    public var input: @Sendable (InputEvent) -> Void
    /// Told how many watch whenever that has become another number; must return at once.
    public var watched: @Sendable (Int) -> Void

    /// For the parameters see the properties.
    public init(
      host: String, port: Int, name: String, password: String?, log: @escaping @Sendable (String) -> Void,
      size: @escaping @Sendable () -> PixelSize?, input: @escaping @Sendable (InputEvent) -> Void,
      watched: @escaping @Sendable (Int) -> Void
    ) {
      (self.host, self.port, self.name, self.password) = (host, port, name, password)
      (self.log, self.size, self.input, self.watched) = (log, size, input, watched)
    }
  }

  /// Who may watch at once; more are let go again.
  public static let viewers = 4
  /// The port is listened on.
  public let port: Int
  private let setup: Setup
  private let listener: FileDescriptor
  private let wake: FileDescriptor
  private let canvas = Mutex(Canvas())
  private let isOver = Atomic(false)
  private let queue = DispatchQueue(label: "vitrine.vnc", qos: .utility)
  private let ended = DispatchSemaphore(value: 0)

  /// Listens, and serves until `stop`.
  ///
  /// - Throws: when the address or port cannot be had.
  public init(_ setup: Setup) throws(EyeFailure) {
    self.setup = setup
    listener = try Listener.make(host: setup.host, port: setup.port)
    port = Listener.port(of: listener.number) ?? setup.port
    // Fits: two flags, both of few bits.
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard number >= 0 else { throw EyeFailure(setup.host, setup.port, SystemError.current.words) }
    wake = FileDescriptor(number)
    queue.async { [self] in
      run()
      ended.signal()
    }
  }

  /// Why a panel of this size is shown to nobody, in a sentence; nil when it is.
  public static func refusal(of size: PixelSize) -> String? {
    guard max(size.width, size.height) > Canvas.largestSide else { return nil }
    let most = "viewers of VNC are shown \(Canvas.largestSide) a side at most"
    return "this panel has \(size.width) x \(size.height) pixels, and \(most); "
      + "`vitrine ctl screenshot` makes a picture of any"
  }

  /// Takes a part of the picture over; any thread.
  ///
  /// - Parameters:
  ///   - part: upright.
  ///   - corner: where its first pixel goes.
  ///   - size: of all of it. Only what begins with all of it is shown.
  public func show(_ part: Pixmap, at corner: (x: Int, y: Int), of size: PixelSize) {
    let isShown = canvas.withLock { canvas in
      if canvas.size != size {
        guard part.size == size else { return false }
        canvas.begin(size)
      }
      canvas.put(part, at: corner)
      return true
    }
    if isShown { wakeUp() }
  }

  /// Ends all connections and waits until that is done. Not to be called from what it was set up with.
  public func stop() {
    isOver.store(true, ordering: .relaxed)
    wakeUp()
    ended.wait()
  }

  private func wakeUp() { _ = eventfd_write(wake.number, 1) }

  // MARK: The thread

  private func run() {
    // The thread is this one's until it ends.
    QuietThread.stepBack()
    var crowd = Crowd(setup, viewers: Self.viewers)
    while !isOver.load(ordering: .relaxed) {
      let now = Self.uptime()
      var events = [pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)]
      if crowd.isOpen(at: now) { events.append(pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)) }
      let (sockets, next) = canvas.withLock { crowd.watched($0, at: now) }
      for (socket, wanted) in sockets { events.append(pollfd(fd: socket, events: wanted, revents: 0)) }
      let milliseconds = next.map { Int32(clamping: Int(clamping: (($0 - now) * 1000).rounded(.up))) }
      unsafe _ = poll(&events, nfds_t(events.count), milliseconds.map { max($0, 0) } ?? -1)
      var count: UInt64 = 0
      unsafe _ = eventfd_read(wake.number, &count)
      let ready = Dictionary(
        events.filter { $0.revents != 0 }.map { ($0.fd, $0.revents) }, uniquingKeysWith: { first, _ in first })
      // Those there were first: a new one may get the number of one that goes.
      crowd.serve(ready, at: Self.uptime())
      if ready[listener.number] != nil { crowd.accept(from: listener.number, at: Self.uptime()) }
      canvas.withLock { canvas in
        // Nobody is to see what was there before somebody came.
        if crowd.count == 0, !canvas.isEmpty { canvas.clear() }
        crowd.update(canvas, clock: Self.uptime)
      }
    }
    crowd.endAll(at: Self.uptime())
  }

  private static func uptime() -> Double { Double(MonotonicClock.now()) / 1e9 }
}

/// Why nobody can watch.
public struct EyeFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, on what, what came back, what to do.
  public var description: String

  init(
    _ host: String, _ port: Int, _ result: String,
    advice: String = "choose an address of this machine and a port that is free"
  ) {
    description = "vnc on \(host), port \(port): \(result); \(advice)"
  }
}
