import Glibc
import Testing

@testable import Service

/// The service manager's end: a bound datagram socket.
private final class Manager {
  let descriptor: Int32

  /// - Parameter path: `@` begins an abstract name.
  init(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      unsafe place.copyBytes(from: Array(path.utf8))
      if path.hasPrefix("@") { unsafe place[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
    }
    #expect(result == 0)
  }

  deinit { close(descriptor) }

  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

@Test func theManagerIsToldThroughAnAbstractSocket() {
  let name = "@vitrine-test-\(getpid())"
  let manager = Manager(name)
  let notifier = Notifier(path: name)
  let isReady = notifier.send("READY=1\nSTATUS=showing lobby.yaml")
  #expect(isReady)
  #expect(manager.receive() == "READY=1\nSTATUS=showing lobby.yaml")
  let isFed = notifier.send("WATCHDOG=1")
  #expect(isFed)
  #expect(manager.receive() == "WATCHDOG=1")
  #expect(manager.receive() == nil)
}

@Test func theManagerIsToldThroughASocketInAFile() {
  let path = "/tmp/vitrine-notify-\(getpid())"
  defer { unsafe unlink(path) }
  let manager = Manager(path)
  let isReady = Notifier(path: path).send("READY=1")
  #expect(isReady)
  #expect(manager.receive() == "READY=1")
}

@Test(arguments: [nil, "", "/", "relative/path", "@", "/" + String(repeating: "x", count: 200)])
func withoutAManagerNothingIsSent(path: String?) {
  let isSent = Notifier(path: path).send("READY=1")
  #expect(!isSent)
}

@Test func aManagerThatIsGoneIsNoTrouble() {
  let isSent = Notifier(path: "/tmp/vitrine-no-such-socket").send("READY=1")
  #expect(!isSent)
}
