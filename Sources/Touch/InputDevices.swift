import CInput
import CUdev
import Dispatch
import Glibc
import Linux
import Numbers
import Scene

/// The input devices of the machine through libinput: those of a seat as udev knows them, coming and going.
///
/// Lives on one thread. Having no device is no error; neither is one that may not be opened, which is told in a line for people.
@safe
public final class InputDevices {
  /// Which devices are read.
  public enum Selection: Sendable, Hashable {
    /// All of a seat, usually `seat0`.
    case seat(String)
    /// Of `seat0` those with these paths, `/dev/input/event3` or links such as those in `/dev/input/by-path`; present or not.
    case paths([String])
  }

  private let selection: Selection
  private let access: DeviceAccess
  private let log: (String) -> Void
  private let udev: OpaquePointer
  /// libinput keeps this address for as long as the context lives.
  private let interface: UnsafeMutablePointer<libinput_interface>
  private var context: OpaquePointer?
  private var lastDevice = 0
  /// Of the position axes of each device node that has been opened.
  private var axes: [String: DeviceAxes] = [:]
  private var isSuspended = false
  /// Devices were opened or closed here since they were last read.
  private var hasChanged = true

  /// Wraps libinput_udev_create_context and libinput_udev_assign_seat.
  ///
  /// - Parameters:
  ///   - access: opens device nodes; through a seat manager where there is one.
  ///   - log: takes lines for people: what libinput complains of, and devices that could not be opened.
  /// - Throws: when udev's devices cannot be listened for; touches are impossible then.
  public init(
    _ selection: Selection, access: DeviceAccess = .direct, log: @escaping (String) -> Void
  ) throws(InputFailure) {
    guard LateLibrary.input.load() else { throw InputFailure("could not start libinput: \(LateLibrary.input.failure)") }
    guard let udev = unsafe udev_new() else {
      throw InputFailure("could not speak to udev: \(SystemError.current.words)")
    }
    self.selection = selection
    self.access = access
    self.log = log
    unsafe self.udev = udev
    unsafe interface = .allocate(capacity: 1)
    unsafe interface.initialize(
      to: libinput_interface(
        open_restricted: { path, flags, owner in
          guard let path = unsafe path, let owner = unsafe owner else { return -EINVAL }
          let devices = unsafe Unmanaged<InputDevices>.fromOpaque(owner).takeUnretainedValue()
          return devices.open(unsafe String(cString: path), flags)
        },
        close_restricted: { descriptor, owner in
          guard let owner = unsafe owner else { return }
          unsafe Unmanaged<InputDevices>.fromOpaque(owner).takeUnretainedValue().close(descriptor)
        }))
    unsafe context = nil
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    guard let context = unsafe libinput_udev_create_context(interface, owner, udev) else {
      throw InputFailure("could not start libinput: \(SystemError.current.words)")
    }
    unsafe self.context = context
    unsafe vitrine_input_log(context) { owner, line in
      guard let owner = unsafe owner, let line = unsafe line else { return }
      let devices = unsafe Unmanaged<InputDevices>.fromOpaque(owner).takeUnretainedValue()
      unsafe devices.log("libinput: \(String(cString: line))")
    }
    let seat = if case .seat(let name) = selection { name } else { "seat0" }
    guard unsafe libinput_udev_assign_seat(context, seat) == 0 else {
      throw InputFailure("could not listen for the input devices of \(seat); is /run/udev there?")
    }
  }

  deinit {
    if let context = unsafe context { _ = unsafe libinput_unref(context) }
    unsafe udev_unref(udev)
    unsafe interface.deallocate()
  }

  /// Readable when there is something to read. Wraps libinput_get_fd.
  public var descriptor: Int32 { unsafe libinput_get_fd(context) }

  /// Hands on everything that has happened since.
  ///
  /// - Parameters:
  ///   - now: microseconds on the monotonic clock, for what has no time of its own.
  ///   - isReady: whether `descriptor` may be readable. What is opened and closed here is told of in any case.
  public func read(at now: Int64, isReady: Bool = true, _ take: (DeviceEvent) -> Void) {
    guard isReady || hasChanged else { return }
    hasChanged = false
    _ = unsafe libinput_dispatch(context)
    while let event = unsafe libinput_get_event(context) {
      unsafe hand(event, now, to: take)
      unsafe libinput_event_destroy(event)
    }
  }

  /// Closes the devices: another session owns them now. Their removal comes with the next `read`. Wraps libinput_suspend.
  public func suspend() {
    guard !isSuspended else { return }
    (isSuspended, hasChanged) = (true, true)
    unsafe libinput_suspend(context)
  }

  /// Opens what is there now. Wraps libinput_resume.
  public func resume() {
    guard isSuspended else { return }
    (isSuspended, hasChanged) = (false, true)
    if unsafe libinput_resume(context) != 0 { log("touch: the input devices could not be opened again") }
  }

  private func open(_ path: String, _ flags: Int32) -> Int32 {
    if case .paths(let wanted) = selection, !wanted.contains(where: { Self.resolved($0) == path }) { return -ENODEV }
    let descriptor = access.open(path, flags)
    if descriptor < 0 { log(Self.complaint(path, code: -descriptor)) } else { axes[path] = DeviceAxes(descriptor) }
    return descriptor
  }

  private func close(_ descriptor: Int32) { access.closeWithoutWaiting(descriptor) }

  static func complaint(_ path: String, code: Int32) -> String {
    let hint = code == EACCES || code == EPERM ? "; its user must be in the group \"input\"" : ""
    return "touch: could not open \(path): \(SystemError(number: code).words)\(hint)"
  }

  /// With links followed; the path itself when there is nothing.
  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// How device nodes are opened.
public struct DeviceAccess {
  /// Gets a path and open(2)'s flags; returns a descriptor, or an error number below 0.
  var open: (String, Int32) -> Int32
  var close: (Int32) -> Void

  /// - Parameters:
  ///   - open: gets a path and open(2)'s flags; returns a descriptor, or an error number below 0.
  ///   - close: gets what `open` returned.
  public init(open: @escaping (String, Int32) -> Int32, close: @escaping (Int32) -> Void) {
    self.open = open
    self.close = close
  }

  /// The device itself is let go of elsewhere: the kernel waits until no processor reads its queue any more, which took a panel whose
  /// touch screen was pulled out three frames. It does so for the last descriptor alone. Source: evdev_release in drivers/input/evdev.c.
  func closeWithoutWaiting(_ descriptor: Int32) {
    let last = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    close(descriptor)
    if last >= 0 { Self.closing.async { _ = Glibc.close(last) } }
  }

  private static let closing = DispatchQueue(label: "vitrine.closing", qos: .utility)

  /// By open(2): the user may because of the group `input`.
  public static var direct: DeviceAccess {
    DeviceAccess(
      open: { path, flags in
        let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK)
        return descriptor < 0 ? -errno : descriptor
      },
      close: { _ = Glibc.close($0) })
  }
}

/// Why there can be no touches.
public struct InputFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String

  init(_ description: String) { self.description = description }
}

// MARK: Events

extension InputDevices {
  /// One notch of a wheel, in lines; what desktops do.
  private static let linesPerNotch = 3.0
  /// Pixels of a touchpad's scroll that are one notch of a wheel. Source: libinput, which counts a notch as 15 degrees.
  private static let unitsPerNotch = 15.0

  @unsafe
  private func hand(_ event: OpaquePointer, _ now: Int64, to take: (DeviceEvent) -> Void) {
    guard let device = unsafe libinput_event_get_device(event) else { return }
    let type = unsafe libinput_event_get_type(event)
    func send(_ time: UInt64, _ action: DeviceEvent.Action) {
      take(DeviceEvent(device: unsafe number(of: device), time: Int64(clamping: time), action))
    }
    switch type {
    case LIBINPUT_EVENT_DEVICE_ADDED:
      lastDevice += 1
      unsafe libinput_device_set_user_data(device, UnsafeMutableRawPointer(bitPattern: lastDevice))
      unsafe send(UInt64(max(now, 0)), .added(describe(device)))
    case LIBINPUT_EVENT_DEVICE_REMOVED: send(UInt64(max(now, 0)), .removed)
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL,
      LIBINPUT_EVENT_TOUCH_FRAME:
      guard let touch = unsafe libinput_event_get_touch_event(event) else { return }
      unsafe send(libinput_event_touch_get_time_usec(touch), Self.action(of: touch, type))
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON,
      LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, LIBINPUT_EVENT_POINTER_SCROLL_FINGER,
      LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS:
      guard let pointer = unsafe libinput_event_get_pointer_event(event),
        let action = unsafe Self.action(of: pointer, type)
      else { return }
      unsafe send(libinput_event_pointer_get_time_usec(pointer), action)
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      guard let key = unsafe libinput_event_get_keyboard_event(event) else { return }
      let isDown = unsafe libinput_event_keyboard_get_key_state(key) == LIBINPUT_KEY_STATE_PRESSED
      unsafe send(
        libinput_event_keyboard_get_time_usec(key), .key(code: libinput_event_keyboard_get_key(key), isDown: isDown))
    default: break
    }
  }

  @unsafe
  private static func action(of touch: OpaquePointer, _ type: libinput_event_type) -> DeviceEvent.Action {
    // A width of 1 makes them shares; libinput has applied the calibration matrix before.
    func share() -> Point {
      unsafe Point(
        x: libinput_event_touch_get_x_transformed(touch, 1), y: libinput_event_touch_get_y_transformed(touch, 1))
    }
    if type == LIBINPUT_EVENT_TOUCH_FRAME { return .touchFrame }
    let slot = Int(unsafe libinput_event_touch_get_seat_slot(touch))
    switch type {
    case LIBINPUT_EVENT_TOUCH_DOWN: return .touchDown(slot: slot, share())
    case LIBINPUT_EVENT_TOUCH_MOTION: return .touchMoved(slot: slot, share())
    case LIBINPUT_EVENT_TOUCH_UP: return .touchUp(slot: slot)
    default: return .touchCanceled(slot: slot)
    }
  }

  @unsafe
  private static func action(of pointer: OpaquePointer, _ type: libinput_event_type) -> DeviceEvent.Action? {
    switch type {
    case LIBINPUT_EVENT_POINTER_MOTION:
      return unsafe .pointerMoved(
        dx: libinput_event_pointer_get_dx(pointer), dy: libinput_event_pointer_get_dy(pointer))
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
      return unsafe .pointerPlaced(
        Point(
          x: libinput_event_pointer_get_absolute_x_transformed(pointer, 1),
          y: libinput_event_pointer_get_absolute_y_transformed(pointer, 1)))
    case LIBINPUT_EVENT_POINTER_BUTTON:
      guard unsafe libinput_event_pointer_get_button(pointer) == UInt32(BTN_LEFT) else { return nil }
      return .button(isDown: unsafe libinput_event_pointer_get_button_state(pointer) == LIBINPUT_BUTTON_STATE_PRESSED)
    default:
      guard unsafe libinput_event_pointer_has_axis(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL) != 0 else {
        return nil
      }
      let notches =
        type == LIBINPUT_EVENT_POINTER_SCROLL_WHEEL
        ? unsafe libinput_event_pointer_get_scroll_value_v120(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL) / 120
        : unsafe libinput_event_pointer_get_scroll_value(pointer, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL)
          / unitsPerNotch
      return notches == 0 ? nil : .wheel(lines: notches * linesPerNotch)
    }
  }

  @unsafe
  private func number(of device: OpaquePointer) -> Int {
    unsafe Int(bitPattern: libinput_device_get_user_data(device))
  }

  @unsafe
  private func describe(_ device: OpaquePointer) -> InputDevice {
    let node = unsafe libinput_device_get_sysname(device).map { unsafe String(cString: $0) } ?? ""
    func has(_ capability: libinput_device_capability) -> Bool {
      unsafe libinput_device_has_capability(device, capability) != 0
    }
    var matrix = [Float](repeating: 0, count: 6)
    let isCalibrated =
      unsafe libinput_device_config_calibration_has_matrix(device) != 0
      && libinput_device_config_calibration_get_matrix(device, &matrix) != 0
    return InputDevice(
      name: unsafe libinput_device_get_name(device).map { unsafe String(cString: $0) } ?? "",
      node: node,
      isTouchscreen: has(LIBINPUT_DEVICE_CAP_TOUCH), isPointer: has(LIBINPUT_DEVICE_CAP_POINTER),
      isKeyboard: has(LIBINPUT_DEVICE_CAP_KEYBOARD),
      output: unsafe libinput_device_get_output_name(device).map { unsafe String(cString: $0) },
      noise: axes["/dev/input/" + node]?.noise { unsafe Self.property($0, of: device) } ?? .zero,
      calibration: isCalibrated ? matrix : nil)
  }
}

extension InputDevices {
  /// What udev knows of a device. Wraps udev_device_get_property_value.
  @unsafe
  private static func property(_ name: String, of device: OpaquePointer) -> String? {
    guard let udev = unsafe libinput_device_get_udev_device(device) else { return nil }
    defer { unsafe udev_device_unref(udev) }
    return unsafe udev_device_get_property_value(udev, name).map { unsafe String(cString: $0) }
  }
}
