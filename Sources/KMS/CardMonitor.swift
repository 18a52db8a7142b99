import CUdev
import Glibc

/// News of graphics cards: from the kernel at once, which is all there is where no udev runs, and from udev when their nodes may be
/// opened. Wraps udev_monitor(3), which knows whom to believe.
@safe
struct CardMonitor: ~Copyable {
  private let udev: OpaquePointer?
  private let monitors: [Monitor]

  /// One socket's worth of news, freed by its owner.
  @safe private struct Monitor {
    let pointer: OpaquePointer
  }

  /// What a monitor has to say.
  enum News {
    /// Something about a card.
    case card
    /// More came than was read in time; any of it may be about cards.
    case lost
    /// A message that cannot be read.
    case unreadable
    case nothing
  }

  /// Messages that are read at a time; the rest waits for the next.
  static let limit = 1_000

  /// Without monitors where the system gives none, as in some containers; then only the slow probe finds panels.
  init() {
    unsafe udev = udev_new()
    let context = unsafe udev
    monitors = ["kernel", "udev"].compactMap { sender in
      guard let monitor = unsafe context.flatMap({ unsafe udev_monitor_new_from_netlink($0, sender) }) else {
        return nil
      }
      guard unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil) >= 0,
        unsafe udev_monitor_enable_receiving(monitor) >= 0
      else {
        unsafe udev_monitor_unref(monitor)
        return nil
      }
      return unsafe Monitor(pointer: monitor)
    }
  }

  deinit {
    for monitor in monitors { unsafe udev_monitor_unref(monitor.pointer) }
    unsafe udev_unref(udev)
  }

  /// Readable when there is news.
  var descriptors: [Int32] { monitors.map { unsafe udev_monitor_get_fd($0.pointer) } }

  /// Takes all news; true when any of it is about graphics cards, or was lost.
  func takeNews() -> Bool {
    var isNews = false
    for monitor in monitors where Self.drain({ Self.next(monitor) }) { isNews = true }
    return isNews
  }

  static func drain(_ next: () -> News) -> Bool {
    var isNews = false
    for _ in 0..<limit {
      switch next() {
      case .card, .lost: isNews = true
      case .unreadable: continue
      case .nothing: return isNews
      }
    }
    return isNews
  }

  private static func next(_ monitor: Monitor) -> News {
    if let device = unsafe udev_monitor_receive_device(monitor.pointer) {
      unsafe udev_device_unref(device)
      return .card
    }
    switch errno {
    case EAGAIN: return .nothing
    case ENOBUFS: return .lost
    default: return .unreadable
    }
  }
}
