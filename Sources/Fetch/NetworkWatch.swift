import CLinux
import Dispatch
import Glibc
import Numbers
import Synchronization

/// Tells when this machine's links, addresses or routes change, so that what was out of reach is tried at once, and what goes over an
/// address that is gone is begun anew.
///
/// Source: rtnetlink(7). Many messages come as a cable is plugged in; they are told once, when they have settled.
package final class NetworkWatch: Sendable {
  /// Is told what addresses there are now; nil where that is not known.
  typealias Changed = @Sendable (LocalAddresses?) -> Void

  /// Somebody is told for as long as this is kept.
  package final class Listening: Sendable {
    private let watch: NetworkWatch
    private let number: UInt64

    fileprivate init(to watch: NetworkWatch, as number: UInt64) { (self.watch, self.number) = (watch, number) }

    deinit { watch.forget(number) }
  }

  private struct State {
    var isSettling = false
    /// In the order they came.
    var listeners: [(number: UInt64, changed: Changed)] = []
    var lastNumber: UInt64 = 0
    /// Nil until somebody listens: who fetches once and ends needs no socket.
    var source: (any DispatchSourceRead)?
  }

  /// Seconds of quiet before telling; DHCP writes the name server a moment after the address.
  private static let settling = 1.0

  private let queue = DispatchQueue(label: "vitrine.fetch.network", qos: .utility)
  private let open: @Sendable () -> Int32
  private let addresses: @Sendable () -> LocalAddresses?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - open: gives a socket whose every message is a change; closed in the end. Negative when there is none.
  ///   - addresses: asked after each change.
  init(
    open: @escaping @Sendable () -> Int32 = NetworkWatch.openSocket,
    addresses: @escaping @Sendable () -> LocalAddresses? = LocalAddresses.now
  ) {
    self.open = open
    self.addresses = addresses
  }

  deinit { state.withLock { $0.source?.cancel() } }

  /// - Parameter changed: called on a queue of the watch, after those of whoever has listened before.
  func listen(_ changed: @escaping Changed) -> Listening {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners.append((state.lastNumber, changed))
      if state.source == nil { state.source = makeSource() }
      return state.lastNumber
    }
    return Listening(to: self, as: number)
  }

  private func forget(_ number: UInt64) { state.withLock { $0.listeners.removeAll { $0.number == number } } }

  private func makeSource() -> sending (any DispatchSourceRead)? {
    let descriptor = open()
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.drain(descriptor) }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    return source
  }

  private func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 8192)
    // What changed does not matter; a lost message (ENOBUFS) is a change too.
    while unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 || errno == ENOBUFS {}
    let isFirst = state.withLock { state in
      defer { state.isSettling = true }
      return !state.isSettling
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.settling) { [weak self] in self?.tell() }
  }

  private func tell() {
    let listeners = state.withLock { state in
      state.isSettling = false
      return state.listeners
    }
    let addresses = addresses()
    for listener in listeners { listener.changed(addresses) }
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
