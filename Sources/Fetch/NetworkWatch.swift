import CLinux
import Dispatch
import Glibc
import Numbers
import Synchronization

/// Tells when this machine's links, addresses or routes change, so that what was out of reach is tried at once.
///
/// Source: rtnetlink(7). Many messages come as a cable is plugged in; they are told once, when they have settled.
final class NetworkWatch: Sendable {
  /// Seconds of quiet before telling; DHCP writes the name server a moment after the address.
  private static let settling = 1.0

  private let queue = DispatchQueue(label: "vitrine.fetch.network", qos: .utility)
  private let isSettling = Mutex(false)
  private let changed: @Sendable () -> Void
  // Dispatch sources may be used from any thread; their protocol is not marked Sendable.
  nonisolated(unsafe) private let source: (any DispatchSourceRead)?

  /// - Parameters:
  ///   - descriptor: a socket whose every message is a change; closed in the end. Negative when there is none.
  ///   - changed: called on a queue of the watch.
  init(descriptor: Int32 = NetworkWatch.openSocket(), changed: @escaping @Sendable () -> Void) {
    self.changed = changed
    unsafe source =
      descriptor < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    unsafe source?.setEventHandler { [weak self] in self?.drain(descriptor) }
    unsafe source?.setCancelHandler { close(descriptor) }
    unsafe source?.resume()
  }

  deinit { unsafe source?.cancel() }

  private func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 8192)
    // What changed does not matter; a lost message (ENOBUFS) is a change too.
    while unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 || errno == ENOBUFS {}
    let isFirst = isSettling.withLock { isSettling in
      defer { isSettling = true }
      return !isSettling
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in
      self?.isSettling.withLock { $0 = false }
      self?.changed()
    }
  }

  /// A netlink socket that hears of links, addresses and routes; -1 where the kernel gives none.
  static func openSocket() -> Int32 {
    let descriptor = socket(AF_NETLINK, Int32(VITRINE_SOCK_RAW), NETLINK_ROUTE)
    guard descriptor >= 0 else { return -1 }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = UInt32(
      RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE)
    let length = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }
}
