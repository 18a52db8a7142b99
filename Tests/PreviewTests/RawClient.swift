#if Preview
  import Glibc

  /// A blocking TCP client that knows just enough HTTP and WebSocket to misbehave.
  ///
  /// Reads fail after ten seconds, so that a server that does not answer fails the test instead of hanging it.
  final class RawClient {
    struct Failure: Error {
      var what: String
    }

    struct Frame: Equatable {
      var opcode: UInt8
      var payload: [UInt8]

      /// The code of a close frame.
      var closeCode: Int? { opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
    }

    let port: Int
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameter receiveBuffer: bytes the kernel keeps for us; small for a viewer that does not read.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
      self.port = port
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var patience = timeval(tv_sec: 10, tv_usec: 0)
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      if var receiveBuffer { unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let result = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, 16) }
      }
      guard result == 0 else { throw Failure(what: "connect to \(port): errno \(errno)") }
    }

    deinit { close(descriptor) }

    func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func send(_ bytes: [UInt8]) throws {
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes {
          unsafe Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw Failure(what: "send: errno \(errno)") }
        sent += count
      }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// - Returns: false at the end of the stream.
    private func fill() throws -> Bool {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress!, $0.count, 0) }
      if count < 0, errno == ECONNRESET { return false }
      guard count >= 0 else { throw Failure(what: "receive: errno \(errno)") }
      buffer += chunk[0..<count]
      return count > 0
    }

    private func take(_ count: Int) throws -> [UInt8] {
      while buffer.count < count { guard try fill() else { throw Failure(what: "the connection ended") } }
      defer { buffer.removeFirst(count) }
      return Array(buffer[0..<count])
    }

    /// All that comes until these words have, as a text.
    func read(until words: String) throws -> String {
      while !String(decoding: buffer, as: UTF8.self).contains(words) {
        guard try fill() else { throw Failure(what: "the connection ended") }
      }
      defer { buffer = [] }
      return String(decoding: buffer, as: UTF8.self)
    }

    /// Whether the server closed the connection, whatever it sends before.
    func isClosedByServer() throws -> Bool {
      while try fill() {}
      return true
    }

    // MARK: HTTP

    struct Response {
      var status: Int
      var headers: [String: String]
      var body: [UInt8]
      var text: String { String(decoding: body, as: UTF8.self) }
    }

    func request(
      _ method: String = "GET", _ path: String = "/", host: String? = nil, headers: [String] = []
    ) throws -> Response {
      let lines = ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + headers
      try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      return try response(hasBody: method != "HEAD")
    }

    /// The answer to a request that was sent.
    func response(hasBody: Bool = true) throws -> Response {
      var head: [UInt8] = []
      while !head.suffix(4).elementsEqual([13, 10, 13, 10]) { head += try take(1) }
      let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { throw Failure(what: "bad header \(line)") }
        headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
      }
      let parts = lines[0].split(separator: " ")
      guard let status = Int(parts[1]) else { throw Failure(what: "bad status line \(lines[0])") }
      let length = headers["content-length"].flatMap { Int($0) } ?? 0
      return Response(status: status, headers: headers, body: hasBody ? try take(length) : [])
    }

    // MARK: WebSocket

    /// - Parameters:
    ///   - host: nil for the true one.
    ///   - origin: nil for the page's; "" for none.
    /// - Returns: the status; 101 when the connection is a WebSocket now.
    func upgrade(path: String = "/ws", host: String? = nil, origin: String? = nil) throws -> Int {
      let host = host ?? "127.0.0.1:\(port)"
      var headers = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]
      if origin != "" { headers.append("Origin: \(origin ?? "http://\(host)")") }
      let response = try request("GET", path, host: host, headers: headers)
      if response.status == 101, response.headers["sec-websocket-accept"] != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" {
        throw Failure(what: "wrong accept")
      }
      return response.status
    }

    func sendFrame(_ payload: [UInt8], opcode: UInt8 = 2, fin: Bool = true, masked: Bool = true) throws {
      var bytes: [UInt8] = [(fin ? 0x80 : 0) | opcode]
      let mask: UInt8 = masked ? 0x80 : 0
      switch payload.count {
      case 0..<126: bytes.append(mask | UInt8(payload.count))
      case 126..<65_536: bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
      default: bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> ((7 - $0) * 8)) }
      }
      let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
      if masked { bytes += key }
      bytes += masked ? payload.enumerated().map { $1 ^ key[$0 & 3] } : payload
      try send(bytes)
    }

    func receiveFrame() throws -> Frame {
      let head = try take(2)
      var length = Int(head[1] & 127)
      if length == 126 { length = try take(2).reduce(0) { $0 << 8 | Int($1) } }
      if length == 127 { length = try take(8).reduce(0) { $0 << 8 | Int($1) } }
      guard head[0] & 0xF0 == 0x80, head[1] & 0x80 == 0 else { throw Failure(what: "bad frame") }
      return Frame(opcode: head[0] & 15, payload: try take(length))
    }

    /// The next picture, whatever else comes before it.
    func receivePicture() throws -> [UInt8] {
      while true {
        let frame = try receiveFrame()
        if frame.opcode == 2 { return frame.payload }
        guard frame.opcode == 1 else { throw Failure(what: "opcode \(frame.opcode)") }
      }
    }

    /// Everything the server sent before it answered this ping.
    func framesBeforePong() throws -> [Frame] {
      try sendFrame([42], opcode: 9)
      var frames: [Frame] = []
      while true {
        let frame = try receiveFrame()
        if frame == Frame(opcode: 10, payload: [42]) { return frames }
        frames.append(frame)
      }
    }
  }
#endif
