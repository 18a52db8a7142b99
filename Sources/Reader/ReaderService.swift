import CConfine
import CLinux
import Glibc
import Linux

/// The reader's side: a process that gives up its rights, and then does what it is asked until nobody asks any more.
public enum ReaderService {
  /// The first argument of a program that is to be a reader. Nobody types it.
  public static let argument = "read-without-rights"

  /// What came of a job.
  public enum Reply: Sendable, Hashable {
    case done([UInt8])
    /// To be done once more by a reader that has loaded these before it gave up its rights.
    case needs([String])
  }

  /// How much a reader may take.
  enum Limits {
    /// Bytes of memory beside its program's: 20 MB of JSON as values take some 200, a picture as large as is taken some 130.
    static let memory = 448 << 20
    /// Bytes of what is made of a job.
    static let reply = 160 << 20
    /// Bytes its memory may have grown by once; a reader that had more is replaced.
    static let growth = 64 << 20
  }

  /// Serves at the socket of its parent, for as long as there is one.
  ///
  /// - Parameters:
  ///   - prepare: loads what jobs are known to need, by name, while that is possible; and whatever is loaded with its first use.
  ///   - answer: does a job of a kind: what is to be read, and how.
  public static func serve(
    prepare: ([String]) -> Void, answer: (_ kind: UInt64, _ head: [UInt8], _ body: [UInt8]) -> Reply
  ) -> Never {
    let socket = ReaderProcess.childSocket
    guard let greeting = Packet.receive(from: socket), greeting.packet.number == 0,
      let names = greeting.bytes(limit: Limits.reply).flatMap({ bytes in
        var wire = WireTaker(bytes)
        return try? wire.texts()
      })
    else { _exit(2) }
    prepare(names)
    let force = confine(socket + 1, Limits.memory, Limits.reply)
    guard force >= 0 else { _exit(3) }
    let atStart = confine_peak()
    do throws(SystemError) {
      try Packet(number: 0, kind: UInt64(force), count: 0).send(to: socket)
      while let job = Packet.receive(from: socket) {
        guard let bytes = job.bytes(limit: Limits.reply) else { _exit(4) }
        let packet = job.packet
        var wire = WireTaker(bytes)
        guard let head = try? wire.counted() else { _exit(4) }
        let isLast = try reply(answer(packet.kind, head, wire.rest()), to: packet, at: socket, since: atStart)
        if isLast { break }
      }
    } catch {
      _exit(5)
    }
    _exit(0)
  }

  private static func reply(
    _ reply: Reply, to packet: Packet, at socket: Int32, since atStart: Int
  ) throws(SystemError) -> Bool {
    let isLast = confine_peak() - atStart > Limits.growth
    var outcome = isLast ? Packet.Outcome.last : .done
    let bytes: [UInt8]
    switch reply {
    case .done(let made): bytes = made
    case .needs(let names):
      outcome = .needs
      var wire = WireWriter()
      wire.put(names)
      bytes = wire.bytes
    }
    let file = try SealedMemory.make([bytes])
    try Packet(number: packet.number, kind: outcome.rawValue, count: UInt64(bytes.count))
      .send(to: socket, file: file.number)
    return isLast || outcome == .needs
  }
}
