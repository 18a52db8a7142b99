/// From real numbers to whole ones, for everything that was computed from what came from outside.
extension FixedWidthInteger {
  /// The number without its fraction, as near as can be: 0 where it is not a number, and never further from 0 than 2³¹, so that the
  /// product of two lengths is still one.
  ///
  /// Swift's own conversion ends the process where a number does not fit, which nothing that came from a file or a service may do.
  @inlinable
  public init(clamping number: Double) {
    let limit = 2_147_483_648.0
    guard !number.isNaN else {
      self = 0
      return
    }
    let low = Self.isSigned ? Swift.max(Double(Self.min), -limit) : 0
    let high = Swift.min(Double(Self.max), limit)
    if number <= low {
      self = Self(low)
    } else if number >= high {
      // As a Double, the largest of 64 bits is one more than it is.
      self = Self(exactly: high) ?? Self.max
    } else {
      self = Self(number)
    }
  }
}
