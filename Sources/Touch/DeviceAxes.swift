import Glibc
import Scene

/// The two position axes of a device, as the kernel describes them.
struct DeviceAxes {
  /// One axis, in units of the device.
  struct Axis: Hashable {
    var minimum: Int32
    var maximum: Int32
    var fuzz: Int32
  }

  /// `ABS_X` and `ABS_Y`, or their multi-touch twins; a device that has those reports fingers by them.
  private static let numbers: [(x: Int, y: Int)] = [(0x35, 0x36), (0, 1)]

  private let numbers: (x: Int, y: Int)
  let x: Axis
  let y: Axis

  init(numbers: (x: Int, y: Int), x: Axis, y: Axis) {
    self.numbers = numbers
    self.x = x
    self.y = y
  }

  /// Nil for a device without positions.
  init?(_ descriptor: Int32) {
    for numbers in Self.numbers {
      guard let x = Self.axis(numbers.x, of: descriptor), let y = Self.axis(numbers.y, of: descriptor) else { continue }
      self.init(numbers: numbers, x: x, y: y)
      return
    }
    return nil
  }

  /// Wraps EVIOCGABS: `_IOR('E', 0x40 + axis, struct input_absinfo)`, whose fields are value, minimum, maximum, fuzz, flat and
  /// resolution, 32 bits each.
  private static func axis(_ number: Int, of descriptor: Int32) -> Axis? {
    var fields = [Int32](repeating: 0, count: 6)
    let request = UInt(2) << 30 | UInt(24) << 16 | UInt(0x45) << 8 | UInt(0x40 + number)
    guard unsafe ioctl(descriptor, request, &fields) == 0, fields[2] > fields[1] else { return nil }
    return Axis(minimum: fields[1], maximum: fields[2], fuzz: fields[3])
  }

  /// By how much a resting finger trembles, in shares of the device's width and height.
  ///
  /// - Parameter property: what udev says. libinput's rule takes the fuzz from the kernel, so that it is not smoothed twice, and leaves it
  ///   in `LIBINPUT_FUZZ_35` and its like.
  func noise(_ property: (String) -> String?) -> Point {
    func share(_ axis: Axis, _ number: Int) -> Double {
      let digits = String(number, radix: 16)
      let name = "LIBINPUT_FUZZ_" + (digits.count < 2 ? "0" : "") + digits
      let fuzz = property(name).flatMap { Double($0) } ?? Double(axis.fuzz)
      return min(max(fuzz, 0) / (Double(axis.maximum) - Double(axis.minimum)), 1)
    }
    return Point(x: share(x, numbers.x), y: share(y, numbers.y))
  }
}
