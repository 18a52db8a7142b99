import CLinux
import Dispatch
import Glibc
import Linux
import Numbers
import Synchronization

/// A local socket on which others ask the kiosk for things: a line of JSON a request, a line of JSON an answer, and after it as many bytes
/// as that line says.
///
/// Bounded in everything somebody else decides: connections, bytes, time, requests a second. It has a queue of its own and never asks the
/// frame thread to wait.
public final class ControlServer: Sendable {
  /// What one who connects can take of the kiosk.
  public struct Limits: Sendable, Hashable {
    /// Connections at once; others wait to be let in.
    public var connections = 32
    /// Bytes of a request's line.
    public var requestBytes = 65_536
    /// Seconds for a line to become whole, and for an answer to be taken.
    public var patience = 5.0
    /// Seconds for a line to become whole while all places are taken: who drips bytes makes room for who has something to ask.
    public var crowdPatience = 1.0
    /// Seconds for an answer to be made.
    public var answerPatience = 20.0
    /// Requests a second, of all connections together; more of them wait.
    public var requestsPerSecond = 100.0

    /// What a panel has.
    public init() {}
  }

  /// Takes an answer, once, from any thread: the line without its end, and what follows it.
  public typealias Answer = @Sendable (_ line: String, _ bytes: [UInt8]) -> Void
  /// Takes a request's line without its end, on the server's queue; must return at once.
  public typealias Handler = @Sendable (_ line: [UInt8], _ answer: @escaping Answer) -> Void

  /// What others have put down for the server's queue.
  private struct Inbox: Sendable {
    var answers: [(connection: UInt64, bytes: [UInt8])] = []
    var isOver = false
  }

  private let path: String
  private let limits: Limits
  private let handler: Handler
  private let listener: FileDescriptor
  /// Held for as long as the socket is ours: the kernel gives it back however the process ends.
  private let lock: FileDescriptor
  private let wake: FileDescriptor
  private let inbox = Mutex(Inbox())
  private let queue = DispatchQueue(label: "vitrine.control", qos: .utility)
  private let ended = DispatchSemaphore(value: 0)

  /// Listens. What a kiosk that was killed has left at the path is taken away; the socket of one that runs is not.
  ///
  /// - Parameters:
  ///   - path: of the socket; its directory is there. It is of mode 0660 and of the process's group.
  ///   - handler: see `Handler`.
  /// - Throws: when another kiosk has the path, or nothing can be made there.
  public init(path: String, limits: Limits = Limits(), handler: @escaping Handler) throws(ControlFailure) {
    self.path = path
    self.limits = limits
    self.handler = handler
    do throws(SystemError) {
      lock = try FileDescriptor(opening: path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW)
      guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else { throw .current }
      unsafe _ = unlink(path)
      listener = try ControlSocket.make()
      let number = listener.number
      _ = try unsafe ControlSocket.withAddress(path) { unsafe bind(number, $0, $1) }
      guard unsafe chmod(path, 0o660) == 0, listen(number, 64) == 0 else { throw .current }
    } catch {
      throw ControlFailure("control socket \(path): \(Self.reason(error)); the kiosk runs without one")
    }
    wake = FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)))
    queue.async { [self] in
      run()
      ended.signal()
    }
  }

  private static func reason(_ error: SystemError) -> String {
    switch error.number {
    case EWOULDBLOCK: "another kiosk has it; --control PATH gives this one its own"
    case ENOENT: "its directory does not exist"
    case ENAMETOOLONG: "the path is longer than the 107 bytes a socket's may have"
    default: error.text
    }
  }

  /// Ends all connections and takes the socket away. Not to be called from the handler.
  public func stop() {
    inbox.withLock { $0.isOver = true }
    wakeUp()
    ended.wait()
  }

  private func wakeUp() { _ = eventfd_write(wake.number, 1) }

  // MARK: The queue

  private func run() {
    var circle = ControlCircle(limits: limits)
    // Without descriptors nobody can be let in, however often that is tried.
    var closedUntil = 0.0
    while true {
      var events = [pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)]
      // Who is not let in yet waits in the kernel, which has room for as many as it is told.
      let now = Self.uptime()
      let listens = circle.hasRoom && now >= closedUntil
      if listens { events.append(pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)) }
      let watched = circle.watched(at: now)
      for (socket, wanted) in watched { events.append(pollfd(fd: socket, events: wanted, revents: 0)) }
      let opening = now < closedUntil ? closedUntil : nil
      let next = [circle.deadline(after: now), opening].compactMap(\.self).min()
      let milliseconds = next.map { Int32(clamping: (($0 - now) * 1000).rounded(.up)) }
      unsafe _ = poll(&events, nfds_t(events.count), milliseconds.map { max($0, 0) } ?? -1)
      var count: UInt64 = 0
      unsafe _ = eventfd_read(wake.number, &count)
      let news = inbox.withLock { inbox in
        defer { inbox.answers = [] }
        return inbox
      }
      if news.isOver { break }
      for answer in news.answers { circle.answer(answer.connection, answer.bytes, at: Self.uptime()) }
      if listens, !accept(&circle) { closedUntil = Self.uptime() + 1 }
      let ready = Set(events.filter { $0.revents != 0 }.map(\.fd))
      for request in circle.serve(ready, at: Self.uptime()) { pass(request) }
    }
    unsafe _ = unlink(path)
    _ = flock(lock.number, LOCK_UN)
  }

  /// - Returns: false when the process has no room for another.
  private func accept(_ circle: inout ControlCircle) -> Bool {
    while circle.hasRoom {
      // The flags of sockets are those of files.
      let socket = accept4(listener.number, nil, nil, O_CLOEXEC | O_NONBLOCK)
      guard socket >= 0 else { return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) }
      let descriptor = FileDescriptor(socket)
      let mayAsk = ControlSocket.admits(peerOf: socket)
      circle.add(descriptor, mayAsk: mayAsk, at: Self.uptime())
    }
    return true
  }

  private func pass(_ request: ControlCircle.Request) {
    let number = request.connection
    handler(request.line) { [weak self] line, bytes in
      guard let self else { return }
      inbox.withLock { $0.answers.append((number, Array(line.utf8) + [UInt8(ascii: "\n")] + bytes)) }
      wakeUp()
    }
  }

  private static func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
