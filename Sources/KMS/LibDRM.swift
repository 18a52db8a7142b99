import CDRM
import CLinux
import Glibc
import Linux

/// The machine's own cards, through libdrm.
public final class LibDRM: KernelModesetting {
  private static let mostCards: Int32 = 16
  private static let stableNames = "/dev/dri/by-path"

  /// Watches the uevents and every card that is open, so that one descriptor stands for all.
  private let epoll: FileDescriptor
  private let uevents: UeventSocket
  private let access: CardAccess

  /// - Parameter access: opens cards; through a seat manager where there is one.
  public init(_ access: CardAccess = .direct) {
    self.access = access
    epoll = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    uevents = UeventSocket()
    watch(uevents.descriptor)
  }

  public var descriptor: Int32 { epoll.number }

  public func cards() -> [CardNode] {
    var devices = unsafe [drmDevicePtr?](repeating: nil, count: Int(Self.mostCards))
    let count = unsafe drmGetDevices2(0, &devices, Self.mostCards)
    guard count > 0 else { return [] }
    defer { unsafe drmFreeDevices(&devices, count) }
    let names = Self.namesByPath()
    var cards: [CardNode] = []
    for index in 0..<Int(count) {
      guard let device = unsafe devices[index]?.pointee,
        unsafe device.available_nodes & (1 << Int32(DRM_NODE_PRIMARY)) != 0,
        let node = unsafe device.nodes[Int(DRM_NODE_PRIMARY)]
      else { continue }
      let path = unsafe String(cString: node)
      cards.append(CardNode(path: path, stableName: names[path]))
    }
    return cards.sorted { $0.path < $1.path }
  }

  public func open(_ path: String) throws(ModesettingError) -> LibDRMCard {
    let card = try LibDRMCard(path, access)
    for descriptor in card.eventDescriptors { watch(descriptor) }
    return card
  }

  public func takeHotplug() -> Bool { uevents.drain() }

  private func watch(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
  }

  /// Names of primary nodes that do not depend on the order of loading, by path of the node.
  private static func namesByPath() -> [String: String] {
    guard let directory = unsafe opendir(stableNames) else { return [:] }
    defer { unsafe closedir(directory) }
    var names: [String: String] = [:]
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name.hasSuffix("-card"), let path = unsafe realpath("\(stableNames)/\(name)", nil) else { continue }
      unsafe names[String(cString: path)] = name
      unsafe free(path)
    }
    return names
  }
}

/// How card nodes are opened.
public struct CardAccess {
  /// Gets a path; returns a descriptor, or an error number below 0.
  let open: (String) -> Int32
  let close: (Int32) -> Void

  /// - Parameters:
  ///   - open: gets a path; returns a descriptor of a file that does not block, or an error number below 0.
  ///   - close: gets what `open` returned.
  public init(open: @escaping (String) -> Int32, close: @escaping (Int32) -> Void) {
    self.open = open
    self.close = close
  }

  /// By open(2): the user may because of the group `video`. The first to open a card is its master.
  public static var direct: CardAccess {
    CardAccess(
      open: { path in
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        return descriptor < 0 ? -errno : descriptor
      },
      close: { _ = Glibc.close($0) })
  }
}

/// News of devices, from the kernel at once and from udev when their nodes may be opened. Sources: udev(7), netlink(7).
@safe
struct UeventSocket: ~Copyable {
  /// Multicast group of the kernel itself, which is all there is where no udev runs.
  private static let kernelGroup: UInt32 = 1
  /// Multicast group of udev, which has set the owner and the rights of a new node by then.
  private static let udevGroup: UInt32 = 2
  /// What udev's messages begin with, and where in them the place of the fields is written, as 32 bits. Source: systemd's
  /// sd-device/device-monitor.c, stable since udev 139.
  private static let udevPrefix = Array("libudev\0".utf8)
  private static let udevFieldsOffset = 16

  private let socket: FileDescriptor
  /// Where messages are read to. Kept: the frame thread asks in every turn, and memory of this size would have it wait for the
  /// allocator's lock.
  private let buffer: UnsafeMutableRawBufferPointer

  /// Negative where the kernel gives none, as in some containers; then only the slow probe finds panels.
  var descriptor: Int32 { socket.number }

  init() {
    let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    socket = FileDescriptor(Glibc.socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT))
    unsafe buffer = .allocate(byteCount: 8192, alignment: 8)
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_groups = Self.kernelGroup | Self.udevGroup
    let length = socklen_t(MemoryLayout<sockaddr_nl>.size)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(socket.number, $0, length) }
    }
  }

  deinit { unsafe buffer.deallocate() }

  /// Reads everything that waits; true when any of it is about graphics cards, or was lost.
  func drain() -> Bool {
    guard socket.number >= 0 else { return false }
    var isAboutCards = false
    while true {
      var sender = sockaddr_nl()
      var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
      let count = unsafe withUnsafeMutablePointer(to: &sender) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe recvfrom(socket.number, buffer.baseAddress, buffer.count, 0, $0, &length)
        }
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == ENOBUFS {
        isAboutCards = true
        continue
      }
      if count <= 0 { break }
      // Anybody may send to the socket, but to udev's group only the administrator; the kernel's port is 0.
      guard sender.nl_pid == 0 || sender.nl_groups == Self.udevGroup else { continue }
      let message = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if unsafe Self.isAboutCards(message) { isAboutCards = true }
    }
    return isAboutCards
  }

  /// Whether a message's fields, each ended by a zero, name the subsystem of graphics cards.
  static func isAboutCards(_ message: some Collection<UInt8>) -> Bool {
    var fields = message.dropFirst(0)
    if message.starts(with: udevPrefix) {
      let place = message.dropFirst(udevFieldsOffset).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      fields = message.dropFirst(place)
    }
    return fields.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=drm".utf8) }
  }
}
