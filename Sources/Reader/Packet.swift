import CConfine
import Glibc
import Linux
import Numbers

/// What goes over the socket: three numbers, and bytes behind them or in a file.
///
/// A job is a file, since whoever has it done must not wait until it is taken. What comes of it follows in the packets themselves: a
/// reader may wait, and whoever takes what it makes begins before it is done.
struct Packet: Sendable, Hashable {
  /// Which job; counts from 1 in each reader. 0 is the greeting.
  var number: UInt64
  /// To a reader: what kind of job. From it: what this is, by `Outcome`.
  var kind: UInt64
  /// To a reader: bytes of the file. From it: bytes that follow of what this is the beginning of, with those in this packet.
  var count: UInt64

  /// How a job goes.
  enum Outcome: UInt64 {
    /// Done, and ready for the next.
    case done = 0
    /// Done, and the last: the reader had become too large.
    case last = 1
    /// Not done: what is named has to be loaded before rights are given up.
    case needs = 2
    /// What was made begins, or goes on; it does not end with this packet.
    case piece = 3
    /// A part of what was made, whole.
    case part = 4
  }

  /// Bytes of the numbers.
  private static let size = 24
  /// Bytes of what follows them: a socket takes some 200 KB.
  static let room = 64 << 10

  /// Sends it with a file, or without.
  func send(to socket: Int32, file: Int32 = -1, _ bytes: ArraySlice<UInt8> = []) throws(SystemError) {
    var wire = WireWriter(capacity: Self.size)
    wire.put(number)
    wire.put(kind)
    wire.put(count)
    let head = wire.bytes
    let failure = unsafe head.withUnsafeBytes { head in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe confine_send(socket, head.baseAddress, head.count, bytes.baseAddress, bytes.count, file)
      }
    }
    if failure != 0 { throw SystemError(number: failure) }
  }

  /// Sends what came of a job, in as many packets as it takes.
  static func send(_ bytes: [UInt8], of number: UInt64, as outcome: Outcome, to socket: Int32) throws(SystemError) {
    var rest = bytes[...]
    while true {
      let isLast = rest.count <= Self.room
      let packet = Packet(
        number: number, kind: (isLast ? outcome : .piece).rawValue, count: UInt64(clamping: rest.count))
      try packet.send(to: socket, rest.prefix(Self.room))
      if isLast { return }
      rest = rest.dropFirst(Self.room)
    }
  }

  /// The next, and what comes with it; nil at the end, or for what is no packet. Waits.
  static func receive(from socket: Int32) -> Received? {
    var head = [UInt8](repeating: 0, count: Self.size)
    var number: Int32 = -1
    var length = 0
    // One more than there may be: what is longer shows.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.room + 1) { buffer, filled in
      length = unsafe head.withUnsafeMutableBytes {
        unsafe confine_receive(socket, $0.baseAddress, $0.count, buffer.baseAddress, Self.room + 1, &number)
      }
      filled = max(0, length - size)
    }
    let file = FileDescriptor(number)
    var wire = WireTaker(head)
    guard length >= size, bytes.count <= room, let job = try? wire.number64(), let kind = try? wire.number64(),
      let count = try? wire.number64()
    else { return nil }
    return Received(packet: Packet(number: job, kind: kind, count: count), bytes: bytes, file: file)
  }
}

/// A packet that has come, with what is in it, and its file.
struct Received: ~Copyable {
  let packet: Packet
  let bytes: [UInt8]
  private let file: FileDescriptor

  init(packet: Packet, bytes: [UInt8], file: consuming FileDescriptor) {
    self.packet = packet
    self.bytes = bytes
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
  func file(limit: Int) -> [UInt8]? {
    guard let count = Int(exactly: packet.count), count <= limit else { return nil }
    return SealedMemory.take(file, count: count)
  }
}
