import Numbers
public import Scene

/// One report of an input device, as plain values: what libinput says, without libinput.
public struct DeviceEvent: Sendable, Hashable {
  /// Names the device from its `added` to its `removed`; no other device ever gets the number.
  public var device: Int
  /// Microseconds on the monotonic clock, from the event itself. Devices come and go without a time of their own: there it is the
  /// reader's.
  public var time: Int64
  /// What happened on it.
  public var action: Action

  /// What a device can say, and that it came or went.
  public enum Action: Sendable, Hashable {
    case added(InputDevice)
    case removed
    /// A finger landed. Positions are shares of the device's area, 0...1, after its calibration matrix.
    case touchDown(slot: Int, Point)
    case touchMoved(slot: Int, Point)
    case touchUp(slot: Int)
    case touchCanceled(slot: Int)
    /// The end of what the device reported for one moment.
    case touchFrame
    /// A mouse moved, in pixels.
    case pointerMoved(dx: Double, dy: Double)
    /// A pointer that knows where it is, as of a tablet or a virtual machine; shares of its area.
    case pointerPlaced(Point)
    /// The first button.
    case button(isDown: Bool)
    /// Positive towards the end of the page.
    case wheel(lines: Double)
    /// An evdev key code.
    case key(code: UInt32, isDown: Bool)
  }

  /// - Parameters:
  ///   - device: its number.
  ///   - time: microseconds on the monotonic clock.
  public init(device: Int, time: Int64, _ action: Action) {
    self.device = device
    self.time = time
    self.action = action
  }
}

extension DeviceEvent {
  /// Microseconds of 285 years, which a Double tells apart, and of which differences are still numbers.
  private static let latest: Int64 = 1 << 53

  /// The report at a time that can be reckoned with; nil where a number of it is none: a driver's, or a matrix's, mistake.
  var sane: DeviceEvent? {
    let isSane =
      switch action {
      case .touchDown(_, let place), .touchMoved(_, let place), .pointerPlaced(let place):
        place.x.isFinite && place.y.isFinite
      case .pointerMoved(let dx, let dy): dx.isFinite && dy.isFinite
      case .wheel(let lines): lines.isFinite
      case .added, .removed, .touchUp, .touchCanceled, .touchFrame, .button, .key: true
      }
    return isSane ? DeviceEvent(device: device, time: Self.sane(time), action) : nil
  }

  /// A time that can be reckoned with; microseconds.
  static func sane(_ time: Int64) -> Int64 { min(max(time, 0), latest) }

  /// The same of seconds, rounded up.
  static func microseconds(_ seconds: Double) -> Int64 {
    let time = (seconds * 1e6).rounded(.up)
    // Between two that fit.
    return time.isNaN ? 0 : Int64(bounded: min(max(time, 0), Double(latest)))
  }
}

/// What is known of a device when it is plugged in.
public struct InputDevice: Sendable, Hashable {
  /// What it calls itself: `ILITEK Multi-Touch`.
  public var name: String
  /// The kernel's name: `event3`.
  public var node: String
  /// Whether it reports touches by slot. Source: LIBINPUT_DEVICE_CAP_TOUCH.
  public var isTouchscreen: Bool
  /// Whether it moves a pointer; a device may be a keyboard, too. Source: LIBINPUT_DEVICE_CAP_POINTER.
  public var isPointer: Bool
  /// Whether it has keys. Source: LIBINPUT_DEVICE_CAP_KEYBOARD.
  public var isKeyboard: Bool
  /// The connector it lies on (`DSI-1`), when udev's WL_OUTPUT says so.
  public var output: String?
  /// By how much a resting finger trembles, in shares of the device's width and height: what the kernel calls fuzz.
  public var noise: Point
  /// Its calibration matrix, two rows of three, when it is not the identity; libinput has applied it already.
  public var calibration: [Float]?

  /// - Parameters:
  ///   - name: what it calls itself.
  ///   - node: the kernel's name, `event3`.
  ///   - output: a connector; nil when udev names none.
  ///   - noise: in shares of its width and height.
  ///   - calibration: two rows of three; nil for the identity.
  public init(
    name: String, node: String, isTouchscreen: Bool = false, isPointer: Bool = false, isKeyboard: Bool = false,
    output: String? = nil, noise: Point = .zero, calibration: [Float]? = nil
  ) {
    self.name = name
    self.node = node
    self.isTouchscreen = isTouchscreen
    self.isPointer = isPointer
    self.isKeyboard = isKeyboard
    self.output = output
    self.noise = noise
    self.calibration = calibration
  }
}

extension InputDevice: CustomStringConvertible {
  /// One line for people: `touch screen "ILITEK Multi-Touch" (event3), on DSI-1, calibrated`.
  public var description: String {
    let kind =
      isTouchscreen
      ? "touch screen" : isPointer && isKeyboard ? "keyboard and pointer" : isPointer ? "pointer" : "keyboard"
    let place = output.map { ", on \($0)" } ?? ""
    let matrix = calibration.map { ", calibrated by \($0.map { "\($0)" }.joined(separator: " "))" } ?? ""
    return "\(kind) \"\(name)\" (\(node))\(place)\(matrix)"
  }
}
