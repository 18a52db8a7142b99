import CConfine
import CLinux
import Glibc
import Linux
import Numbers

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

  /// What a reader is for.
  public enum Role: UInt64, Sendable {
    /// Answers, which become values.
    case answers = 0
    /// Pictures and animations, which become pixels. It goes on reading fonts.
    case pictures = 1
    /// Texts, which become sound. It goes on reading the voice's own files.
    case speech = 2
  }

  /// What a reader of one role does.
  public struct Duties {
    /// Directories below which it goes on reading files; with any, it may start threads, too. On a kernel without Landlock it may then read any file, and write none.
    public var readable: [String]
    /// Loads what jobs are known to need, by name, while that is possible; and whatever is loaded with its first use. Starts no thread.
    public var load: ([String]) -> Void
    /// Does a job of a kind: what is to be read, and how; and what takes the parts of what comes of it, where it comes in parts.
    public var answer: (_ kind: UInt64, _ head: [UInt8], _ body: [UInt8], _ part: @escaping ([UInt8]) -> Void) -> Reply

    /// For the parameters see the properties.
    public init(
      readable: [String] = [], load: @escaping ([String]) -> Void,
      answer: @escaping (UInt64, [UInt8], [UInt8], @escaping ([UInt8]) -> Void) -> Reply
    ) {
      self.readable = readable
      self.load = load
      self.answer = answer
    }
  }

  /// How much a reader may take.
  enum Limits {
    /// Bytes of memory beside its program's: 32 MB of a feed take some 175, a picture as large as is taken some 130.
    static let memory = 448 << 20
    /// Bytes of what is made of a job.
    static let reply = 160 << 20
    /// Bytes its memory may have grown by once; a reader that had more is replaced.
    static let growth = 64 << 20
  }

  /// Serves at the socket of its parent, for as long as there is one.
  ///
  /// - Parameter duties: of the role that it is given.
  public static func serve(_ duties: (Role) -> Duties) -> Never {
    let socket = ReaderProcess.childSocket
    guard let greeting = Packet.receive(from: socket), greeting.packet.number == 0,
      let role = Role(rawValue: greeting.packet.kind),
      let names = greeting.file(limit: Limits.reply).flatMap({ bytes in
        var wire = WireTaker(bytes)
        return try? wire.texts()
      })
    else { _exit(2) }
    let duties = duties(role)
    duties.load(names)
    // Asked first: how large it is stands in a file.
    let most = confine_size() + Limits.memory
    let files = forbidFiles(but: duties.readable)
    let calls = confine(socket + 1, most, Limits.reply, duties.readable.isEmpty ? 0 : 1)
    guard files >= 0, calls >= 0 else { _exit(3) }
    let force = files | calls
    let atStart = confine_peak()
    do throws(SystemError) {
      try Packet(number: 0, kind: UInt64(truncatingIfNeeded: force), count: 0).send(to: socket)
      while let job = Packet.receive(from: socket) {
        guard let (head, body) = job.parts(limit: Limits.reply) else { _exit(4) }
        let packet = job.packet
        let reply = duties.answer(packet.kind, head, body) { part in
          do throws(SystemError) {
            try Packet.send(part, of: packet.number, as: .part, to: socket)
          } catch {
            _exit(5)
          }
        }
        if try send(reply, to: packet, at: socket, since: atStart) { break }
      }
    } catch {
      _exit(5)
    }
    _exit(0)
  }

  private static func forbidFiles(but readable: [String]) -> Int32 {
    let names = unsafe readable.map { unsafe strdup($0) }
    defer {
      for index in unsafe names.indices { unsafe free(names[index]) }
    }
    return unsafe confine_files(names.map { unsafe UnsafePointer($0) } + [nil])
  }

  /// - Returns: whether it was the last.
  private static func send(
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
    try Packet.send(bytes, of: packet.number, as: outcome, to: socket)
    return isLast || outcome == .needs
  }
}
