import CSeat
import Glibc
import Linux
import Numbers

/// The devices of a seat, lent by a seat manager (seatd or logind).
///
/// Wraps libseat. Lives on one thread; the listener's address and this object stay where they are for as long as libseat knows them.
@safe
final class Seat {
  private let listener: UnsafeMutablePointer<libseat_seat_listener>
  private var seat: OpaquePointer?
  private(set) var isEnabled = false
  private var mustAcknowledge = false
  /// Device numbers by the descriptors libseat opened them as.
  private var devices: [Int32: Int32] = [:]
  private var events: [ConsoleEvent] = []
  /// How long a seat manager may take to hand over the seat, milliseconds.
  private static let patience: Int32 = 3000

  /// Opens the seat and waits until it is ours. Wraps libseat_open_seat.
  init() throws(ConsoleFailure) {
    guard LateLibrary.seat.load() else {
      throw ConsoleFailure(call: "dlopen", object: LateLibrary.seat.failure, code: ENOENT)
    }
    libseat_set_log_level(LIBSEAT_LOG_LEVEL_ERROR)
    unsafe listener = .allocate(capacity: 1)
    unsafe listener.initialize(
      to: libseat_seat_listener(
        enable_seat: { _, owner in
          guard let owner = unsafe owner else { return }
          unsafe Unmanaged<Seat>.fromOpaque(owner).takeUnretainedValue().enable()
        },
        disable_seat: { _, owner in
          guard let owner = unsafe owner else { return }
          unsafe Unmanaged<Seat>.fromOpaque(owner).takeUnretainedValue().disable()
        }))
    unsafe seat = nil
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let opened = unsafe libseat_open_seat(listener, owner) else {
      throw ConsoleFailure(call: "libseat_open_seat", object: "the seat manager", code: errno)
    }
    unsafe seat = opened
    while !isEnabled {
      guard unsafe libseat_dispatch(opened, Self.patience) > 0 else {
        throw ConsoleFailure(call: "libseat_dispatch", object: "the seat manager", code: errno == 0 ? ETIMEDOUT : errno)
      }
    }
    events.removeAll()
  }

  deinit {
    if let seat = unsafe seat { _ = unsafe libseat_close_seat(seat) }
    unsafe listener.deallocate()
  }

  /// Wraps libseat_get_fd.
  var descriptor: Int32 { unsafe libseat_get_fd(seat) }

  var name: String { unsafe libseat_seat_name(seat).map { unsafe String(cString: $0) } ?? "seat0" }

  /// What has happened since, oldest first. Wraps libseat_dispatch.
  func read() -> [ConsoleEvent] {
    _ = unsafe libseat_dispatch(seat, 0)
    defer { events.removeAll() }
    return events
  }

  /// Wraps libseat_disable_seat.
  func acknowledge() {
    guard mustAcknowledge else { return }
    mustAcknowledge = false
    _ = unsafe libseat_disable_seat(seat)
  }

  /// Wraps libseat_switch_session.
  func show(session: Int) throws(ConsoleFailure) {
    guard unsafe libseat_switch_session(seat, Int32(session)) == 0 else {
      throw ConsoleFailure(call: "libseat_switch_session", object: "session \(session)", code: errno)
    }
  }

  /// Opens a graphics card or an input device. Wraps libseat_open_device.
  ///
  /// - Returns: a descriptor, or an error number below 0.
  func open(_ path: String) -> Int32 {
    var descriptor: Int32 = -1
    let device = unsafe libseat_open_device(seat, path, &descriptor)
    guard device >= 0 else { return -errno }
    devices[descriptor] = device
    return descriptor
  }

  /// Wraps libseat_close_device.
  func close(_ descriptor: Int32) {
    if let device = devices.removeValue(forKey: descriptor) { _ = unsafe libseat_close_device(seat, device) }
    _ = Glibc.close(descriptor)
  }

  private func enable() {
    guard !isEnabled else { return }
    isEnabled = true
    events.append(.resume)
  }

  private func disable() {
    guard isEnabled else { return }
    isEnabled = false
    mustAcknowledge = true
    events.append(.suspend)
  }
}
