import CLinux
import Glibc
import Linux
import Numbers

/// Why there is no way to a kiosk, or none to this one.
public struct ControlFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, on what, what came back, what to do.
  public var description: String

  /// - Parameter description: see the property.
  public init(_ description: String) { self.description = description }
}

/// Local sockets and who is at their other ends.
enum ControlSocket {
  /// A socket of the kind the control socket is; it never makes a caller wait.
  static func make() throws(SystemError) -> FileDescriptor {
    let number = try FileDescriptor.retrying { socket(AF_UNIX, Int32(VITRINE_SOCK_STREAM), 0) }
    let descriptor = FileDescriptor(number)
    _ = try FileDescriptor.retrying { fcntl(number, F_SETFL, O_NONBLOCK) }
    return descriptor
  }

  /// Calls `body` with a path as the kernel takes it.
  ///
  /// - Throws: `ENAMETOOLONG` for a path of more than 107 bytes; what the call throws.
  static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
      throw SystemError(number: ENAMETOOLONG)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in unsafe place.copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + 1)
    let result = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
    }
    guard result >= 0 else { throw .current }
    return result
  }

  /// Whether who has connected may: root, the kiosk's own user, and who is in its group. The file's mode says the same; this holds when
  /// somebody has changed that.
  static func admits(peerOf socket: Int32) -> Bool {
    var peer = vitrine_peer()
    var length = socklen_t(MemoryLayout<vitrine_peer>.size)
    guard unsafe getsockopt(socket, SOL_SOCKET, Int32(VITRINE_SO_PEERCRED), &peer, &length) == 0 else { return false }
    if peer.user == 0 || peer.user == geteuid() || peer.group == getegid() { return true }
    return groups(ofPeerOf: socket).contains(getegid())
  }

  /// Of whoever has connected, when that was done.
  private static func groups(ofPeerOf socket: Int32) -> [gid_t] {
    // As many as Linux lets anybody be in. Source: limits.h, NGROUPS_MAX.
    var groups = [gid_t](repeating: 0, count: 65_536)
    var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
    guard unsafe getsockopt(socket, SOL_SOCKET, Int32(VITRINE_SO_PEERGROUPS), &groups, &length) == 0 else { return [] }
    return Array(groups.prefix(Int(length) / MemoryLayout<gid_t>.size))
  }
}
