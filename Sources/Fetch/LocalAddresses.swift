import Glibc
import Numbers

/// The addresses under which this machine can be reached at one moment.
struct LocalAddresses: Sendable {
  /// Of interfaces that are up and have somebody at the other end.
  var all: Set<PeerAddress>
  /// The machine reaches itself, which no network can end.
  var hasLoopback = true

  /// Whether what goes over a connection from here still has where to come back to.
  func holds(_ place: PeerAddress) -> Bool { all.contains(place) || hasLoopback && place.isLoopback }

  /// Wraps getifaddrs; nil where the kernel says nothing.
  ///
  /// The address of a cable that has been pulled stays on its interface where it was given by hand: nobody reads it there.
  static func now() -> LocalAddresses? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return nil }
    defer { unsafe freeifaddrs(list) }
    var found = LocalAddresses(all: [])
    // Fits: two bits of the kernel's.
    let wanted = UInt32(IFF_UP | IFF_RUNNING)
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ifa_next
      guard unsafe entry.ifa_flags & wanted == wanted, let address = unsafe PeerAddress(entry.ifa_addr) else {
        continue
      }
      found.all.insert(address)
    }
    return found
  }
}

extension PeerAddress {
  /// This machine itself: 127.0.0.0/8 and ::1.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes.first == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }

  /// As the kernel writes it; nil for what is neither IPv4 nor IPv6.
  init?(_ address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { return nil }
    // sockaddr_in and sockaddr_in6 of the kernel: behind family and port, and in the longer one behind four bytes more, which are a flow's.
    let bytes = unsafe UnsafeRawPointer(address)
    // Fits: 16 bits, and the family says how long the structure is.
    switch unsafe Int32(address.pointee.sa_family) {
    // Fits: sockaddr_in has 16 bytes.
    case AF_INET: unsafe self.init(Array(UnsafeRawBufferPointer(start: bytes + 4, count: 4)))
    // Fits: sockaddr_in6 has 28.
    case AF_INET6: unsafe self.init(Array(UnsafeRawBufferPointer(start: bytes + 8, count: 16)))
    default: return nil
    }
  }

  /// What a socket is bound to here; nil for one that is none, or not connected. Wraps getsockname.
  init?(ofSocket socket: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
      // Fits: this is what the structure is for.
      let pointer = unsafe bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      guard unsafe getsockname(socket, pointer, &length) == 0 else { return PeerAddress?.none }
      return unsafe PeerAddress(pointer)
    }
    guard let result else { return nil }
    self = result
  }
}
