import Glibc
import Linux
import Numbers

/// Who is connected, and how far each has come: confined to the server's queue, which tells it the time.
struct ControlCircle {
  /// A line that has come whole.
  struct Request {
    var connection: UInt64
    var line: [UInt8]
  }

  private let limits: ControlServer.Limits
  private var connections: [ControlConnection] = []
  private var lastNumber: UInt64 = 0
  /// Requests that may be passed on now; fills with time.
  private var allowance: Double
  private var filledAt = 0.0

  init(limits: ControlServer.Limits) {
    self.limits = limits
    allowance = limits.requestsPerSecond
  }

  /// Whether one more is let in.
  var hasRoom: Bool { connections.count < limits.connections }

  mutating func add(_ descriptor: consuming FileDescriptor, mayAsk: Bool, at now: Double) {
    lastNumber += 1
    let connection = ControlConnection(lastNumber, descriptor, deadline: now + limits.patience)
    if !mayAsk {
      let refusal = #"{"ok": false, "problems": ["only root and members of the kiosk's group may ask it"]}"#
      connection.send(Array(refusal.utf8) + [UInt8(ascii: "\n")], deadline: now + limits.patience)
      connection.endsAfterAnswer = true
    }
    connections.append(connection)
  }

  /// Sockets and what they are looked at for.
  func watched(at now: Double) -> [(socket: Int32, wanted: Int16)] {
    connections.compactMap { connection in
      switch connection.phase {
      case .reading: allows(at: now) ? (connection.socket, Int16(POLLIN)) : nil
      // Whether somebody still waits for it.
      case .answering: (connection.socket, 0)
      case .writing: (connection.socket, Int16(POLLOUT))
      case .over: nil
      }
    }
  }

  /// When something ends although nothing comes in.
  func deadline(after now: Double) -> Double? {
    let ends = connections.map { end(of: $0) }.min()
    guard !allows(at: now), !connections.isEmpty else { return ends }
    return min(ends ?? .infinity, now + 1 / limits.requestsPerSecond)
  }

  /// What was asked for has been made.
  mutating func answer(_ number: UInt64, _ bytes: [UInt8], at now: Double) {
    guard let connection = connections.first(where: { $0.number == number }), connection.phase == .answering else {
      return
    }
    connection.send(bytes, deadline: now + limits.patience)
  }

  /// Reads and writes where there is something to, and ends what has waited long enough.
  ///
  /// - Returns: what is to be answered.
  mutating func serve(_ ready: Set<Int32>, at now: Double) -> [Request] {
    fill(at: now)
    var requests: [Request] = []
    for connection in connections {
      if ready.contains(connection.socket) || connection.phase == .writing { connection.move() }
      while allowance >= 1, let line = connection.takeLine(limit: limits.requestBytes) {
        allowance -= 1
        connection.deadline = now + limits.answerPatience
        requests.append(Request(connection: connection.number, line: line))
      }
      if connection.phase == .reading, connection.hasAnswered {
        connection.hasAnswered = false
        connection.deadline = now + limits.patience
      }
    }
    for connection in connections where end(of: connection) <= now { connection.phase = .over }
    connections.removeAll { $0.phase == .over }
    return requests
  }

  /// When a connection is over if nothing happens: sooner where another one could have its place.
  private func end(of connection: ControlConnection) -> Double {
    guard !hasRoom, connection.phase == .reading else { return connection.deadline }
    return connection.deadline - max(limits.patience - limits.crowdPatience, 0)
  }

  private func allows(at now: Double) -> Bool {
    allowance + max(now - filledAt, 0) * limits.requestsPerSecond >= 1
  }

  private mutating func fill(at now: Double) {
    allowance = min(allowance + max(now - filledAt, 0) * limits.requestsPerSecond, limits.requestsPerSecond)
    filledAt = now
  }
}

/// One who has connected: asks, is answered, asks again.
final class ControlConnection {
  enum Phase {
    case reading, answering, writing, over
  }

  let number: UInt64
  var phase = Phase.reading
  /// When it is over if nothing happens; seconds of uptime.
  var deadline: Double
  /// It is not asked for more after the answer.
  var endsAfterAnswer = false
  /// An answer has gone out whole since this was last looked at.
  var hasAnswered = false
  private let descriptor: FileDescriptor
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []

  init(_ number: UInt64, _ descriptor: consuming FileDescriptor, deadline: Double) {
    self.number = number
    self.descriptor = descriptor
    self.deadline = deadline
  }

  var socket: Int32 { descriptor.number }

  /// Does what can be done at once.
  func move() {
    switch phase {
    case .reading: read()
    case .answering: notice()
    case .writing: write()
    case .over: break
    }
  }

  func send(_ bytes: [UInt8], deadline: Double) {
    output = bytes[...]
    phase = .writing
    self.deadline = deadline
  }

  /// The next line without its end, once it is whole; what is longer ends the connection.
  func takeLine(limit: Int) -> [UInt8]? {
    guard phase == .reading else { return nil }
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      if input.count > limit { phase = .over }
      return nil
    }
    let line = Array(input.prefix(end))
    input.removeFirst(line.count + 1)
    phase = line.count > limit ? .over : .answering
    return phase == .over ? nil : line
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe Glibc.read(socket, &chunk, chunk.count)
    if count > 0 {
      input += chunk.prefix(count)
    } else if count == 0 || !Self.isPassing(errno) {
      phase = .over
    }
  }

  /// Whoever has gone is not answered; what else they say waits.
  private func notice() {
    var event = pollfd(fd: socket, events: 0, revents: 0)
    // Fits: flags of 16 bits.
    if unsafe poll(&event, 1, 0) > 0, Int32(event.revents) & (POLLHUP | POLLERR) != 0 { phase = .over }
  }

  private func write() {
    while !output.isEmpty {
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if count < 0, Self.isPassing(errno) { return }
        phase = .over
        return
      }
      output = output.dropFirst(count)
    }
    phase = endsAfterAnswer ? .over : .reading
    hasAnswered = true
  }

  private static func isPassing(_ number: Int32) -> Bool {
    number == EAGAIN || number == EWOULDBLOCK || number == EINTR
  }
}
