import Glibc
import Numbers
import Scene

/// A position axis of a device, as the kernel describes it, in units of the device.
public struct AbsoluteAxis: Sendable, Hashable {
  /// The least value reported.
  public var minimum: Int32
  /// The greatest value reported.
  public var maximum: Int32
  /// By how much a value trembles while nothing moves; 0 when the driver does not know, or udev has taken it out of the kernel.
  public var fuzz: Int32
  /// Units per millimetre; 0 when the driver does not know.
  public var resolution: Int32

  init(minimum: Int32, maximum: Int32, fuzz: Int32, resolution: Int32 = 0) {
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.resolution = resolution
  }

  /// Nil when the device has no such axis. Wraps EVIOCGABS: `_IOR('E', 0x40 + axis, struct input_absinfo)`, whose fields are value,
  /// minimum, maximum, fuzz, flat and resolution, 32 bits each.
  ///
  /// - Parameters:
  ///   - number: `ABS_X` and its like, of `linux/input-event-codes.h`.
  ///   - descriptor: of an open evdev node.
  public init?(_ number: Int, of descriptor: Int32) {
    var fields = [Int32](repeating: 0, count: 6)
    let request = UInt(2) << 30 | UInt(24) << 16 | UInt(0x45) << 8 | UInt(0x40 + number)
    guard unsafe ioctl(descriptor, request, &fields) == 0 else { return nil }
    self.init(minimum: fields[1], maximum: fields[2], fuzz: fields[3], resolution: fields[5])
  }
}

/// The two position axes of a device, as the kernel describes them.
struct DeviceAxes {
  /// `ABS_X` and `ABS_Y`, or their multi-touch twins; a device that has those reports fingers by them.
  private static let numbers: [(x: Int, y: Int)] = [(0x35, 0x36), (0, 1)]

  private let numbers: (x: Int, y: Int)
  let x: AbsoluteAxis
  let y: AbsoluteAxis

  init(numbers: (x: Int, y: Int), x: AbsoluteAxis, y: AbsoluteAxis) {
    self.numbers = numbers
    self.x = x
    self.y = y
  }

  /// Nil for a device without positions.
  init?(_ descriptor: Int32) {
    for numbers in Self.numbers {
      guard let x = AbsoluteAxis(numbers.x, of: descriptor), let y = AbsoluteAxis(numbers.y, of: descriptor),
        x.maximum > x.minimum, y.maximum > y.minimum
      else { continue }
      self.init(numbers: numbers, x: x, y: y)
      return
    }
    return nil
  }

  /// By how much a resting finger trembles, in shares of the device's width and height.
  ///
  /// - Parameter property: what udev says. libinput's rule takes the fuzz from the kernel, so that it is not smoothed twice, and leaves it
  ///   in `LIBINPUT_FUZZ_35` and its like.
  func noise(_ property: (String) -> String?) -> Point {
    func share(_ axis: AbsoluteAxis, _ number: Int) -> Double {
      let digits = String(number, radix: 16)
      let name = "LIBINPUT_FUZZ_" + (digits.count < 2 ? "0" : "") + digits
      let fuzz = property(name).flatMap { Double($0) } ?? Double(axis.fuzz)
      return min(max(fuzz, 0) / (Double(axis.maximum) - Double(axis.minimum)), 1)
    }
    return Point(x: share(x, numbers.x), y: share(y, numbers.y))
  }
}
