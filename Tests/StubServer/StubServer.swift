import Glibc

/// An HTTP server on the loopback interface whose every answer a test has written.
///
/// Requests are answered by path (without the query). Everything a test waits for it waits for on a condition, never by sleeping.
public final class StubServer: Sendable {
  /// One request as it came in.
  public struct Request: Sendable, Hashable {
    public var method: String
    /// As in the request line, query included.
    public var target: String
    /// By name in lower case.
    public var headers: [String: String]
    public var body: [UInt8]
  }

  struct State {
    var replies: [String: [StubReply]] = [:]
    var requests: [String: [Request]] = [:]
    /// Held answers that may go on.
    var permits: [String: Int] = [:]
    /// Sockets of clients, and for each the end of a pipe that wakes its thread.
    var connections: [Int32: Int32] = [:]

    func wakeAll() {
      for pipe in connections.values { unsafe _ = write(pipe, "x", 1) }
    }
    var accepted = 0
    var isStopped = false
  }

  public let port: Int
  private let listener: Int32
  private let state: Monitor<State>

  public init() {
    (listener, port) = Loopback.listener()
    state = Monitor(State())
    let (listener, state) = (listener, state)
    startThread { Self.accept(on: listener, state) }
  }

  deinit { stop() }

  /// `http://127.0.0.1:PORT/path`.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Answers to requests of this path: one each in this order, the last one from then on. An unknown path is a 404.
  public func on(_ path: String, _ replies: StubReply...) { state.change { $0.replies[path] = replies } }

  /// Lets `count` answers go on that are or will be held.
  public func release(_ path: String, count: Int = 1) {
    state.change { state in
      state.permits[path, default: 0] += count
      state.wakeAll()
    }
  }

  /// The requests of this path so far.
  public func requests(_ path: String) -> [Request] { state.change { $0.requests[path] ?? [] } }

  /// Waits until there were `count` requests of this path, and returns them.
  @discardableResult
  public func waitForRequests(_ path: String, count: Int = 1) -> [Request] {
    state.wait { state in
      guard let requests = state.requests[path], requests.count >= count else { return nil }
      return requests
    }
  }

  /// Connections accepted so far.
  public var connectionCount: Int { state.change { $0.accepted } }

  /// Waits until no more than `count` connections are open; idle ones count too.
  public func waitUntilConnected(atMost count: Int) { state.wait { $0.connections.count <= count ? () : nil } }

  /// Closes the port and every connection; held answers end.
  public func stop() {
    let mustClose = state.change { state in
      for connection in state.connections.keys { shutdown(connection, Int32(SHUT_RDWR)) }
      state.wakeAll()
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if mustClose { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  private static func accept(on listener: Int32, _ state: Monitor<State>) {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 && errno == EINTR { continue }
      var ends: [Int32] = [-1, -1]
      let isOpen = state.change { state in
        guard connection >= 0, !state.isStopped, unsafe pipe(&ends) == 0 else { return false }
        state.accepted += 1
        state.connections[connection] = ends[1]
        return true
      }
      guard isOpen else {
        if connection >= 0 { close(connection) }
        close(listener)
        return
      }
      startThread { [ends] in
        StubConnection(descriptor: connection, wake: ends[0], state: state).serve()
        // In one step, so that the number is not another connection's by then.
        state.change { state in
          state.connections[connection] = nil
          for descriptor in [connection] + ends { close(descriptor) }
        }
      }
    }
  }
}
