import Glibc

/// Sockets of the loopback interface.
enum Loopback {
  /// - Parameters:
  ///   - port: 0 for any.
  ///   - body: is given 127.0.0.1 with this port, and gives what the system has answered.
  static func address(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// A socket that listens at a port that was free.
  static func listener() -> (descriptor: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    precondition(listener >= 0, "no socket: errno \(errno)")
    precondition(unsafe address(0) { unsafe bind(listener, $0, $1) } == 0, "no port: errno \(errno)")
    precondition(listen(listener, 64) == 0, "cannot listen: errno \(errno)")
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(listener, $0, &length) }
    }
    precondition(result == 0, "no name: errno \(errno)")
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}
