import CConfine
import Glibc
import Linux
import Numbers

/// What goes over the socket: three numbers, and where the bytes are.
struct Packet: Sendable, Hashable {
  /// Which job; counts from 1 in each reader. 0 is the greeting.
  var number: UInt64
  /// To a reader: what kind of job. From it: how it went, by `Outcome`.
  var kind: UInt64
  /// Bytes of the file that comes with it.
  var count: UInt64

  /// How a job went.
  enum Outcome: UInt64 {
    /// Done, and ready for the next.
    case done = 0
    /// Done, and the last: the reader had become too large.
    case last = 1
    /// Not done: what the file names has to be loaded before rights are given up.
    case needs = 2
  }

  private static let size = 24

  /// Sends it with a file, or without.
  func send(to socket: Int32, file: Int32 = -1) throws(SystemError) {
    var wire = WireWriter(capacity: Self.size)
    wire.put(number)
    wire.put(kind)
    wire.put(count)
    let bytes = wire.bytes
    let failure = unsafe bytes.withUnsafeBytes { unsafe confine_send(socket, $0.baseAddress, $0.count, file) }
    if failure != 0 { throw SystemError(number: failure) }
  }

  /// The next, and its file; nil at the end, or for what is no packet. Waits.
  static func receive(from socket: Int32) -> Received? {
    var bytes = [UInt8](repeating: 0, count: Self.size + 1)
    var number: Int32 = -1
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe confine_receive(socket, $0.baseAddress, $0.count, &number)
    }
    let file = FileDescriptor(number)
    guard count == size else { return nil }
    var wire = WireTaker(bytes)
    guard let job = try? wire.number64(), let kind = try? wire.number64(), let length = try? wire.number64() else {
      return nil
    }
    return Received(packet: Packet(number: job, kind: kind, count: length), file: file)
  }
}

/// A packet that has come, with its file.
struct Received: ~Copyable {
  let packet: Packet
  private let file: FileDescriptor

  init(packet: Packet, file: consuming FileDescriptor) {
    self.packet = packet
    self.file = file
  }

  /// What a job is given: its head, behind four bytes that count it, and its body; nil as for `bytes`.
  ///
  /// Read apart, so that a large body is not copied once more.
  func parts(limit: Int) -> (head: [UInt8], body: [UInt8])? {
    guard let count = Int(exactly: packet.count), (4...max(limit, 4)).contains(count),
      let start = SealedMemory.take(file, count: 4)
    else { return nil }
    var wire = WireTaker(start)
    guard let length = (try? wire.number32()).map({ Int($0) }), length <= count - 4,
      let head = SealedMemory.take(file, from: 4, count: length),
      let body = SealedMemory.take(file, from: 4 + length, count: count - 4 - length)
    else { return nil }
    return (head, body)
  }

  /// The bytes of the file; nil when they are more than `limit`, not there, or not sealed.
  func bytes(limit: Int) -> [UInt8]? {
    guard let count = Int(exactly: packet.count), count <= limit else { return nil }
    return SealedMemory.take(file, count: count)
  }
}
