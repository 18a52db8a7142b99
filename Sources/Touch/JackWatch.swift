import CLinux
import Glibc
import Linux
import Numbers

/// Whether headphones are plugged in, by the switches the kernel has for sound jacks; they come and go like all input devices.
///
/// libinput leaves these out. Lives on the thread that reads the devices.
public final class JackWatch {
  private struct Jack {
    let node: String
    let descriptor: Int32
    /// Opened by the kernel's own rights, and not lent by a seat manager.
    let isOwn: Bool
    var isIn: Bool
  }

  /// `SW_HEADPHONE_INSERT`. Source: linux/input-event-codes.h.
  static let headphones = 2
  /// `EV_SW`.
  static let switches: UInt16 = 5

  private let devices: String
  private let classes: String
  private let access: DeviceAccess
  private let epoll: FileDescriptor
  private let notices: FileDescriptor
  private var jacks: [Jack] = []
  /// What was told last; nil before any jack was seen.
  private var told: Bool?
  private var mustLook = true
  private var isSuspended = false

  /// - Parameters:
  ///   - access: opens device nodes.
  ///   - devices: where they are.
  ///   - classes: where the kernel says what they can tell.
  public init(access: DeviceAccess = .direct, devices: String = "/dev/input", classes: String = "/sys/class/input") {
    self.access = access
    (self.devices, self.classes) = (devices, classes)
    epoll = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    notices = FileDescriptor(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
    _ = unsafe inotify_add_watch(notices.number, devices, UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE))
    watch(notices.number)
  }

  deinit { for jack in jacks { close(jack) } }

  /// To be watched for reading.
  public var descriptor: Int32 { epoll.number }

  /// Whether there is one at all.
  public var isThere: Bool { !jacks.isEmpty }

  /// Looks what has changed.
  ///
  /// - Parameter isReady: whether `descriptor` may be readable.
  /// - Returns: whether headphones are in, when that is news: any of several jacks is enough. The first time it is news only if they are,
  ///   or if there is a jack to plug them into.
  public func read(isReady: Bool = true) -> Bool? {
    guard mustLook || isReady && hasNews else { return nil }
    // Also for another session: what is not read wakes the frame thread for ever.
    takeNotices()
    guard !isSuspended else { return nil }
    if mustLook { look() }
    for index in jacks.indices.reversed() where !update(&jacks[index]) {
      close(jacks.remove(at: index))
    }
    let isIn: Bool? = jacks.isEmpty ? told.map { _ in false } : jacks.contains { $0.isIn }
    guard isIn != told else { return nil }
    told = isIn
    return isIn
  }

  /// Whoever asks next has been told nothing.
  public func forget() { (told, mustLook) = (nil, true) }

  /// Another session is before the panel.
  ///
  /// - Returns: whether headphones were in: whoever listened hears nothing of what comes now.
  public func suspend() -> Bool {
    for jack in jacks { close(jack) }
    defer { (jacks, isSuspended, told) = ([], true, told.map { _ in false }) }
    return told == true
  }

  /// Looks what is there now.
  public func resume() { (isSuspended, mustLook) = (false, true) }

  /// Out of the list first: a seat manager may keep what it lent, and would wake this thread for ever.
  private func close(_ jack: Jack) {
    var event = unsafe epoll_event()
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_DEL, jack.descriptor, &event)
    (jack.isOwn ? DeviceAccess.direct : access).closeWithoutWaiting(jack.descriptor)
  }

  private func watch(_ descriptor: Int32) {
    var event = unsafe epoll_event()
    unsafe event.events = EPOLLIN.rawValue
    _ = unsafe epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
  }

  private var hasNews: Bool {
    var event = unsafe epoll_event()
    return unsafe epoll_wait(epoll.number, &event, 1, 0) > 0
  }

  private func takeNotices() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while unsafe Glibc.read(notices.number, &bytes, bytes.count) > 0 { mustLook = true }
  }

  /// Opens jacks that are not open; what may not be opened yet is tried with the next notice, when its rights change.
  private func look() {
    mustLook = false
    for node in (try? Directory.names(in: classes)) ?? [] where node.hasPrefix("event") {
      guard !jacks.contains(where: { $0.node == node }), canTell(node) else { continue }
      let path = "\(devices)/\(node)"
      // A seat manager lends a device once, and one with keys besides is libinput's.
      let own = DeviceAccess.direct.open(path, O_RDONLY)
      let descriptor = own >= 0 ? own : access.open(path, O_RDONLY)
      guard descriptor >= 0 else { continue }
      watch(descriptor)
      jacks.append(
        Jack(node: node, descriptor: descriptor, isOwn: own >= 0, isIn: Self.isIn(descriptor) ?? false))
    }
  }

  /// Whether the kernel says that it has the switch: `capabilities/sw` is a number in base 16, the lowest word last.
  private func canTell(_ node: String) -> Bool {
    // The kernel calls each of its files as large as a page.
    guard let bytes = try? RegularFile.read("\(classes)/\(node)/device/capabilities/sw", limit: 64 << 10) else {
      return false
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.last.flatMap { UInt64($0, radix: 16) }.map { $0 >> Self.headphones & 1 == 1 } ?? false
  }

  /// - Returns: false when it has gone.
  private func update(_ jack: inout Jack) -> Bool {
    // The events say that something was plugged, the state says what: one that was lost does no harm.
    var events = [UInt8](repeating: 0, count: 24 * 16)
    var isNews = false
    while true {
      let count = unsafe Glibc.read(jack.descriptor, &events, events.count)
      if count > 0 {
        isNews = true
        continue
      }
      if count < 0, errno == EAGAIN || errno == EINTR { break }
      return false
    }
    if isNews { jack.isIn = Self.isIn(jack.descriptor) ?? jack.isIn }
    return true
  }

  /// Wraps EVIOCGSW: `_IOR('E', 0x1b, char[8])`.
  private static func isIn(_ descriptor: Int32) -> Bool? {
    var bits: UInt64 = 0
    let request = UInt(2) << 30 | UInt(8) << 16 | UInt(0x45) << 8 | 0x1B
    guard unsafe ioctl(descriptor, request, &bits) >= 0 else { return nil }
    return bits >> headphones & 1 == 1
  }
}
