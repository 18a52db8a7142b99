import Glibc
import Testing

@testable import Fetch

@Test func changesOfTheNetworkAreToldOnce() {
  var ends: [Int32] = [-1, -1]
  unsafe _ = socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends)
  let changes = Collector<Bool>()
  let watch = NetworkWatch(descriptor: ends[0]) { changes.add(true) }
  for _ in 0..<20 { unsafe _ = send(ends[1], "x", 1, 0) }
  #expect(changes.next())
  #expect(changes.waiting.isEmpty)
  unsafe _ = send(ends[1], "x", 1, 0)
  #expect(changes.next())
  withExtendedLifetime(watch) {}
  close(ends[1])
}

@Test func theKernelTellsOfItsNetwork() {
  let descriptor = NetworkWatch.openSocket()
  #expect(descriptor >= 0)
  close(descriptor)
}
