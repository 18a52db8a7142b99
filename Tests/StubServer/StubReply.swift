import CZlib

/// What the server does with one request: bytes to send, and misbehaviour.
public struct StubReply: Sendable {
  enum Step: Sendable {
    case send([UInt8])
    /// Waits until the test releases the path.
    case hold
    /// Sends the bytes again and again until the client goes away.
    case repeatForever([UInt8])
    /// The same byte by byte, a moment after each.
    case drip([UInt8])
    /// Sends a TCP reset instead of an orderly end.
    case reset
    /// Ends the connection.
    case close
    /// Answers 304 when the request names this version, else goes on.
    case unlessModified(etag: String?, lastModified: String?)
  }

  var steps: [Step]

  /// A 200 with this body.
  public static func reply(_ body: String, headers: [String: String] = [:], type: String = "application/json")
    -> StubReply
  {
    reply(200, headers: headers, type: type, body)
  }

  /// A whole answer with the right Content-Length.
  public static func reply(
    _ status: Int, headers: [String: String] = [:], type: String = "application/json", _ body: String = ""
  ) -> StubReply {
    reply(status, headers: headers, type: type, bytes: Array(body.utf8))
  }

  public static func reply(
    _ status: Int = 200, headers: [String: String] = [:], type: String = "application/json", bytes: [UInt8]
  ) -> StubReply {
    StubReply(steps: [.send(head(status, headers, type, length: bytes.count) + bytes)])
  }

  /// An answer that waits for `release` before its first byte.
  public static func hold(_ reply: StubReply) -> StubReply { StubReply(steps: [.hold] + reply.steps) }

  /// Never a byte.
  public static let silence = StubReply(steps: [.hold, .close])

  /// The head and half a body, then nothing more until `release`.
  public static func stall(_ body: String) -> StubReply {
    let bytes = Array(body.utf8)
    return StubReply(steps: [
      .send(head(200, [:], "application/json", length: bytes.count) + bytes.prefix(bytes.count / 2)), .hold,
      .send(Array(bytes.dropFirst(bytes.count / 2))),
    ])
  }

  /// Promises `promised` bytes, sends the body, ends the connection.
  public static func wrongLength(_ promised: Int, _ body: String) -> StubReply {
    StubReply(steps: [.send(head(200, [:], "application/json", length: promised) + Array(body.utf8)), .close])
  }

  /// A chunked body whose end never comes.
  public static func brokenChunks(_ body: String) -> StubReply {
    let bytes = Array(body.utf8)
    let chunk = Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    return StubReply(steps: [
      .send(head(200, ["Transfer-Encoding": "chunked"], "application/json", length: nil) + chunk), .close,
    ])
  }

  /// A body of this many bytes, or without end, of which no length is told.
  public static let endless = StubReply(steps: [
    .send(head(200, [:], "application/json", length: nil)), .repeatForever(Array(repeating: 0x20, count: 65_536)),
  ])

  /// Says the body has this many bytes and sends spaces for ever.
  public static func huge(_ length: Int) -> StubReply {
    StubReply(steps: [
      .send(head(200, [:], "application/json", length: length)), .repeatForever(Array(repeating: 0x20, count: 65_536)),
    ])
  }

  /// A body without end, each part after the first once the test releases the path; it ends with the connection after one more release.
  public static func stream(_ parts: String..., type: String = "text/event-stream") -> StubReply {
    stream(parts.map { Array($0.utf8) }, type: type)
  }

  /// The same, of bytes.
  public static func stream(_ parts: [[UInt8]], type: String = "text/event-stream") -> StubReply {
    var steps: [Step] = [.send(head(200, ["Connection": "close"], type, length: nil))]
    for part in parts { steps += [.send(part), .hold] }
    return StubReply(steps: steps + [.close])
  }

  public static let reset = StubReply(steps: [.reset])

  /// Ends the connection without an answer.
  public static let nothing = StubReply(steps: [.close])

  /// Bytes that are no HTTP.
  public static func raw(_ text: String) -> StubReply { raw(Array(text.utf8)) }

  /// The same, of any bytes.
  public static func raw(_ bytes: [UInt8]) -> StubReply { StubReply(steps: [.send(bytes), .close]) }

  public static func redirect(_ status: Int = 302, to address: String) -> StubReply {
    reply(status, headers: ["Location": address], "moved")
  }

  /// 304 for who knows this version, else the answer with the version's names.
  public static func versioned(etag: String? = nil, lastModified: String? = nil, _ body: String) -> StubReply {
    var headers: [String: String] = [:]
    headers["ETag"] = etag
    headers["Last-Modified"] = lastModified
    return StubReply(
      steps: [.unlessModified(etag: etag, lastModified: lastModified)] + reply(body, headers: headers).steps)
  }

  /// The body compressed, so many times.
  public static func gzip(_ body: [UInt8], times: Int = 1) -> StubReply {
    let names = Array(repeating: "gzip", count: times).joined(separator: ", ")
    return reply(
      200, headers: ["Content-Encoding": names], bytes: (0..<times).reduce(body) { body, _ in compressed(body) })
  }

  /// This beginning as it is, then the text again and again until the client goes away.
  public static func endless(after beginning: String, _ text: String) -> StubReply {
    StubReply(steps: [.send(Array(beginning.utf8)), .repeatForever(Array(text.utf8))])
  }

  /// The same, but what is repeated comes byte by byte.
  public static func dripping(after beginning: String, _ text: String) -> StubReply {
    StubReply(steps: [.send(Array(beginning.utf8)), .drip(Array(text.utf8))])
  }

  static func head(_ status: Int, _ headers: [String: String], _ type: String, length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Stub\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !type.isEmpty { text += "Content-Type: \(type)\r\n" }
    if let length { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Deflated.
  ///
  /// - Parameter window: of 15 bits with the head of zlib, 31 with that of gzip, -15 with none.
  public static func compressed(_ body: [UInt8], window: Int32 = 31) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let started = unsafe deflateInit2_(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    precondition(started == Z_OK, "zlib does not start")
    defer { unsafe _ = deflateEnd(&stream) }
    var input = body
    var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(body.count))))
    let count = output.count
    unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        unsafe _ = deflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(count - Int(unsafe stream.avail_out)))
  }
}
