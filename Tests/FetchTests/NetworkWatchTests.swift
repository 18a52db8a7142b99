import CLinux
import Glibc
import Testing

@testable import Fetch

@Test func changesOfTheNetworkAreToldOnce() {
  var ends: [Int32] = [-1, -1]
  unsafe _ = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends)
  let changes = Collector<Bool>()
  let watch = NetworkWatch(open: { [end = ends[0]] in end })
  let listening = watch.listen { _ in changes.add(true) }
  for _ in 0..<20 { unsafe _ = send(ends[1], "x", 1, 0) }
  #expect(changes.next())
  #expect(changes.waiting.isEmpty)
  unsafe _ = send(ends[1], "x", 1, 0)
  #expect(changes.next())
  withExtendedLifetime(listening) {}
  close(ends[1])
}

/// The kernel knows what the socket listens to.
@Test func linksAddressesAndRoutesAreListenedTo() {
  let descriptor = NetworkWatch.openSocket()
  defer { close(descriptor) }
  var address = sockaddr_nl()
  var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
  let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &length) }
  }
  #expect(result == 0)
  #expect(address.nl_family == sa_family_t(AF_NETLINK))
  let groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE
  #expect(address.nl_groups == UInt32(groups))
}
