import CLinux
import Glibc
import Linux
import Numbers

/// Asks a running kiosk, once.
public struct ControlClient: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String
  /// Seconds for an answer.
  private static let patience = 30
  /// Bytes of an answer's line, and of what follows it.
  private static let longestLine = 4 << 20
  private static let mostBytes = 256 << 20

  /// Connects to the first of these sockets that somebody listens at.
  ///
  /// - Throws: what to do about it when nobody does.
  public init(_ paths: [String]) throws(ControlFailure) {
    var problems: [(path: String, error: SystemError)] = []
    for path in paths {
      do throws(SystemError) {
        descriptor = try Self.connect(to: path)
        self.path = path
        return
      } catch {
        problems.append((path, error))
      }
    }
    throw Self.failure(problems)
  }

  private static func connect(to path: String) throws(SystemError) -> FileDescriptor {
    let number = try FileDescriptor.retrying { socket(AF_UNIX, Int32(VITRINE_SOCK_STREAM), 0) }
    let descriptor = FileDescriptor(number)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      unsafe _ = setsockopt(number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    _ = try unsafe ControlSocket.withAddress(path) { unsafe Glibc.connect(number, $0, $1) }
    return descriptor
  }

  private static func failure(_ problems: [(path: String, error: SystemError)]) -> ControlFailure {
    if let denied = problems.first(where: { $0.error.number == EACCES || $0.error.number == EPERM }) {
      return ControlFailure(
        "control socket \(denied.path): only root and members of its group may use it; `sudo adduser $USER vitrine`, "
          + "then log in again, or use sudo")
    }
    if let other = problems.first(where: { ![ENOENT, ECONNREFUSED, ENOTDIR].contains($0.error.number) }) {
      let isBusy = other.error.number == EAGAIN
      let reason = isBusy ? "as many ask it as may; try again in some seconds" : other.error.text
      return ControlFailure("control socket \(other.path): \(reason)")
    }
    let places = problems.map(\.path).joined(separator: " nor at ")
    let found = places.isEmpty ? "there is no place for a control socket" : "nobody listens at \(places)"
    return ControlFailure(
      "no kiosk runs here: \(found); start one with `systemctl start vitrine` or `vitrine run`, or name its socket with --control"
    )
  }

  /// Sends a line and takes the answer.
  ///
  /// - Parameter count: how many bytes follow the answer's line.
  /// - Throws: when the kiosk does not answer, or goes away meanwhile.
  public func ask(
    _ line: String, count: (_ answer: [UInt8]) -> Int
  ) throws(ControlFailure) -> (line: [UInt8], bytes: [UInt8]) {
    do throws(SystemError) {
      try send(Array(line.utf8) + [UInt8(ascii: "\n")])
      var input: [UInt8] = []
      var end: Int?
      while end == nil {
        let known = input.count
        try take(&input)
        end = input.dropFirst(known).firstIndex(of: UInt8(ascii: "\n"))
        if input.count > Self.longestLine { throw SystemError(number: EMSGSIZE) }
      }
      let answer = Array(input.prefix(end ?? 0))
      var bytes = Array(input.dropFirst(answer.count + 1))
      let wanted = count(answer)
      guard (0...Self.mostBytes).contains(wanted) else { throw SystemError(number: EMSGSIZE) }
      while bytes.count < wanted { try take(&bytes) }
      return (answer, bytes)
    } catch {
      switch error.number {
      case EAGAIN, EWOULDBLOCK:
        throw ControlFailure(
          "the kiosk at \(path) has not answered for \(Self.patience) s; `journalctl -u vitrine` may say why")
      case ECONNRESET, EPIPE:
        throw ControlFailure("the kiosk at \(path) has gone away without an answer; it may be starting anew: try again")
      default: throw ControlFailure("control socket \(path): \(error.text)")
      }
    }
  }

  /// Who hangs up before all is said has said why.
  private func send(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try descriptor.writeAll(bytes)
    } catch {
      if error.number != EPIPE { throw error }
    }
  }

  private func take(_ input: inout [UInt8]) throws(SystemError) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let number = descriptor.number
    let count = try FileDescriptor.retrying {
      unsafe chunk.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
    }
    if count == 0 { throw SystemError(number: ECONNRESET) }
    input += chunk.prefix(count)
  }
}
