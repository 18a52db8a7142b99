import CLinux
import Glibc
import Linux
import Numbers

/// Sockets others connect to, and who they are.
enum Listener {
  /// Connections that wait to be let in.
  private static let backlog: Int32 = 64

  /// Listens.
  ///
  /// - Throws: when the address or port cannot be had.
  static func make(host: String, port: Int) throws(EyeFailure) -> FileDescriptor {
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_PASSIVE
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let result = unsafe getaddrinfo(host, String(port), &hints, &found)
    guard result == 0, let first = unsafe found else {
      throw EyeFailure(host, port, unsafe gai_strerror(result).map { unsafe String(cString: $0) } ?? "no such address")
    }
    defer { unsafe freeaddrinfo(first) }
    do throws(SystemError) {
      let family = unsafe first.pointee.ai_family
      let number = try FileDescriptor.retrying { socket(family, Int32(VITRINE_SOCK_STREAM), 0) }
      let descriptor = FileDescriptor(number)
      var one: Int32 = 1
      unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
      // What a hand says is little; who says more than that waits, and is not kept waiting for in the kernel.
      var bytes: Int32 = 65_536
      unsafe setsockopt(number, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
      _ = try FileDescriptor.retrying { fcntl(number, F_SETFL, O_NONBLOCK) }
      _ = try FileDescriptor.retrying { unsafe bind(number, first.pointee.ai_addr, first.pointee.ai_addrlen) }
      _ = try FileDescriptor.retrying { listen(number, backlog) }
      return descriptor
    } catch {
      switch error.number {
      case EADDRINUSE: throw EyeFailure(host, port, "another program is using it")
      case EPERM:
        // Source: systemd.resource-control(5), `SocketBindDeny=`.
        throw EyeFailure(
          host, port, "a service may listen on no port that it is not given",
          advice: "a drop-in with SocketBindAllow=tcp:\(port) gives it")
      case EACCES: throw EyeFailure(host, port, error.words, advice: "ports from 1024 on are everybody's")
      default: throw EyeFailure(host, port, error.words)
      }
    }
  }

  /// Has the kernel ask a viewer that is silent whether it is still there: one whose network is gone would keep its place for ever.
  static func watchPeer(of socket: Int32) {
    let options: [(Int32, Int32, Int32)] = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10),
      (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3), (Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 60_000),
    ]
    for (level, name, value) in options {
      var value = value
      unsafe _ = setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// The port a socket is bound to; nil when it is bound to none. Wraps getsockname.
  static func port(of socket: Int32) -> Int? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket, $0, &length) }
    }
    guard result == 0 else { return nil }
    // Of both families it lies behind the family's own number, the byte that weighs most first.
    return unsafe withUnsafeBytes(of: address) { unsafe Int($0[2]) << 8 | Int($0[3]) }
  }

  /// An address in numbers, for people. Wraps getnameinfo.
  static func name(of address: sockaddr_storage, _ length: socklen_t) -> String {
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getnameinfo($0, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard result == 0 else { return "nowhere" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
