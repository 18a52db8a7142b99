import Glibc

/// A broker of MQTT whose every byte a test has written: for what a real one never does.
public final class StubBroker: Sendable {
  /// What it answers to a packet.
  public enum Answer: Sendable {
    case bytes([UInt8])
    /// These, and then it hangs up.
    case last([UInt8])
    /// These, then these again and again until the client goes away.
    case endless([UInt8], [UInt8])
  }

  public let port: Int
  private let listener: Int32
  private let sent = Monitor(0)

  /// Bytes it has handed to the kernel.
  public var bytesSent: Int { sent.change { $0 } }

  /// - Parameter answer: to a packet of a kind (its first byte without flags, 1 is CONNECT, 8 SUBSCRIBE) with its body, on a connection, counted from 0.
  public init(_ answer: @escaping @Sendable (_ kind: UInt8, _ body: [UInt8], _ connection: Int) -> Answer) {
    let (listener, port) = Loopback.listener()
    self.port = port
    self.listener = listener
    let sent = sent
    startThread {
      var number = 0
      while true {
        let connection = Glibc.accept(listener, nil, nil)
        guard connection >= 0 else { return }
        let index = number
        number += 1
        startThread {
          Self.serve(connection, index, sent, answer)
          close(connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  public static let welcome: [UInt8] = [0x20, 2, 0, 0]
  /// The broker sends what was asked for; the number of the request stands in its first two bytes.
  public static func granted(_ request: [UInt8], grade: UInt8 = 0) -> [UInt8] {
    [0x90, 3] + request.prefix(2) + [grade]
  }

  /// A message, its length said to be `count` if that is not what it is.
  public static func message(_ topic: [UInt8], _ payload: [UInt8], count: Int? = nil) -> [UInt8] {
    let body = [UInt8(topic.count >> 8), UInt8(topic.count & 255)] + topic + payload
    var length: [UInt8] = []
    var rest = count ?? body.count
    repeat {
      length.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return [0x30] + length + body
  }

  private static func serve(
    _ connection: Int32, _ index: Int, _ sent: Monitor<Int>, _ answer: @Sendable (UInt8, [UInt8], Int) -> Answer
  ) {
    while let first = read(connection, 1)?.first {
      var (count, shift) = (0, 0)
      while let byte = read(connection, 1)?.first {
        count |= Int(byte & 127) << shift
        shift += 7
        if byte < 128 { break }
      }
      guard let body = read(connection, count) else { return }
      switch answer(first >> 4, body, index) {
      case .bytes(let bytes): if !send(connection, bytes) { return }
      case .last(let bytes):
        _ = send(connection, bytes)
        return
      case .endless(let bytes, let more):
        guard send(connection, bytes) else { return }
        while send(connection, more) { sent.change { $0 += more.count } }
        return
      }
    }
  }

  private static func read(_ connection: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = unsafe bytes.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress! + done, count - done, 0) }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }

  private static func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let sent = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(connection, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      done += sent
    }
    return true
  }
}
