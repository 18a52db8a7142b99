import Glibc

/// One client: reads requests and performs the steps of their answers.
struct StubConnection: Sendable {
  var descriptor: Int32
  /// Becomes readable when something was released or the server stops.
  var wake: Int32
  var state: Monitor<StubServer.State>

  func serve() {
    var buffer: [UInt8] = []
    while let request = readRequest(&buffer) {
      let path = String(request.target.prefix { $0 != "?" })
      let reply = state.change { state -> StubReply in
        state.requests[path, default: []].append(request)
        guard var replies = state.replies[path], let first = replies.first else { return .reply(404, "no such path") }
        if replies.count > 1 {
          replies.removeFirst()
          state.replies[path] = replies
        }
        return first
      }
      guard perform(reply, of: request, path: path) else { return }
    }
  }

  /// False when the connection is to end.
  private func perform(_ reply: StubReply, of request: StubServer.Request, path: String) -> Bool {
    for step in reply.steps {
      switch step {
      case .send(let bytes): if !send(bytes) { return false }
      case .hold: if !hold(path) { return false }
      case .repeatForever(let bytes):
        while send(bytes) {}
        return false
      case .drip(let bytes):
        while bytes.allSatisfy({ send([$0]) && !isWoken(within: 1) }) {}
        return false
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        return false
      case .close: return false
      case .unlessModified(let etag, let lastModified):
        let isKnown =
          etag.map { request.headers["if-none-match"] == $0 }
          ?? lastModified.map { request.headers["if-modified-since"] == $0 } ?? false
        if isKnown { return send(StubReply.head(304, [:], "", length: nil)) }
      }
    }
    return true
  }

  /// Waits for a permit of the test; false when the client or the server went away first.
  private func hold(_ path: String) -> Bool {
    while true {
      let isReleased = state.change { state -> Bool? in
        if state.isStopped { return false }
        guard let permits = state.permits[path], permits > 0 else { return nil }
        state.permits[path] = permits - 1
        return true
      }
      if let isReleased { return isReleased }
      var events = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      ]
      unsafe _ = poll(&events, 2, -1)
      var bytes = [UInt8](repeating: 0, count: 64)
      if events[1].revents != 0 { unsafe _ = read(wake, &bytes, bytes.count) }
      let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
      if events[0].revents != 0, unsafe recv(descriptor, &bytes, 1, flags) <= 0 { return false }
    }
  }

  /// Whether the server stops within so many milliseconds.
  private func isWoken(within milliseconds: Int32) -> Bool {
    var events = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
    return unsafe poll(&events, 1, milliseconds) > 0
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe all[offset...]
        return unsafe Glibc.send(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  private func readRequest(_ buffer: inout [UInt8]) -> StubServer.Request? {
    while true {
      if let request = parse(&buffer) { return request }
      var chunk = [UInt8](repeating: 0, count: 16_384)
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  /// Takes one whole request out of the buffer; nil while it is not whole.
  private func parse(_ buffer: inout [UInt8]) -> StubServer.Request? {
    let end = Array("\r\n\r\n".utf8)
    guard let headEnd = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) else { return nil }
    let lines = String(decoding: buffer[..<headEnd], as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " }) }
    }
    let bodyStart = headEnd + end.count
    let bodyEnd = bodyStart + (headers["content-length"].flatMap { Int($0) } ?? 0)
    guard buffer.count >= bodyEnd else { return nil }
    defer { buffer.removeFirst(bodyEnd) }
    return StubServer.Request(
      method: String(words[0]), target: String(words[1]), headers: headers, body: Array(buffer[bodyStart..<bodyEnd]))
  }
}
