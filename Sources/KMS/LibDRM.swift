import CDRM
import CLinux
import Glibc
import Linux
import Numbers

/// The machine's own cards, through libdrm.
public final class LibDRM: KernelModesetting {
  private static let mostCards: Int32 = 16
  private static let stableNames = "/dev/dri/by-path"

  /// Watches for news of cards and every card that is open, so that one descriptor stands for all.
  private let epoll: FileDescriptor
  private let monitor = CardMonitor()
  private let access: CardAccess
  private let calls: CallWatch?

  /// - Parameters:
  ///   - access: opens cards; through a seat manager where there is one.
  ///   - calls: told of each frame that is handed to the kernel.
  public init(_ access: CardAccess = .direct, calls: CallWatch? = nil) {
    (self.access, self.calls) = (access, calls)
    epoll = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    for descriptor in monitor.descriptors { watch(descriptor) }
  }

  public var descriptor: Int32 { epoll.number }

  /// The cards there are, by path; none when the kernel tells of none.
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

  /// Opens a card, and watches for its events.
  public func open(_ path: String) throws(ModesettingError) -> LibDRMCard {
    let card = try LibDRMCard(path, access, calls)
    for descriptor in card.eventDescriptors { watch(descriptor) }
    return card
  }

  /// Whether a card or a connector has come or gone since this was asked last.
  public func takeHotplug() -> Bool { monitor.takeNews() }

  private func watch(_ descriptor: Int32) {
    guard descriptor >= 0 else { return }
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
  }

  /// Names of primary nodes that do not depend on the order of loading, by path of the node.
  private static func namesByPath() -> [String: String] {
    var names: [String: String] = [:]
    for name in (try? Directory.names(in: stableNames)) ?? [] {
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
