import CLinux
import Glibc
import Linux
import Numbers

/// Tells the service manager how we are, by datagrams to the socket it named; see sd_notify(3).
///
/// Without a manager it does nothing.
public struct Notifier: ~Copyable, Sendable {
  private let socket: Int32?
  private let address: sockaddr_un
  private let length: socklen_t

  /// Listens to the environment's NOTIFY_SOCKET.
  public static func ofEnvironment() -> Notifier { Notifier(path: Environment.value("NOTIFY_SOCKET")) }

  /// - Parameter path: an absolute path, or an abstract name after `@`; anything else is as good as nil, which tells nobody.
  public init(path: String?) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array((path ?? "").utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
      (2..<capacity).contains(bytes.count)
    else {
      socket = nil
      self.address = address
      length = 0
      return
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      unsafe place.copyBytes(from: bytes)
      // An abstract name begins with a zero byte.
      if first == UInt8(ascii: "@") { unsafe place[0] = 0 }
    }
    let descriptor = Glibc.socket(AF_UNIX, Int32(VITRINE_SOCK_DGRAM), 0)
    socket = descriptor < 0 ? nil : descriptor
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  deinit { if let socket { close(socket) } }

  /// Sends assignments, one per line: `READY=1`.
  ///
  /// - Returns: whether a manager has got them.
  @discardableResult
  public func send(_ state: String) -> Bool {
    guard let socket else { return false }
    var bytes = Array(state.utf8)
    return unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe sendto(socket, &bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, length)
          == bytes.count
      }
    }
  }
}
