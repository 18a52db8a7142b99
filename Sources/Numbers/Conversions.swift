// From real numbers to whole ones, for everything that was computed from what came from outside.

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

  /// The number without its fraction, where it is known to fit: a comment beside each use says why. Ends the process where it does not.
  @inlinable
  public init(bounded number: Double) { self.init(number) }
}

// Swift's own conversions, which end the process, are out of reach wherever this module is imported: these are found first, and a use of
// them is an error because all warnings are. What is known to fit, and why, says `bounded`. That every file with a conversion imports
// this module is looked at by `.ci/check-imports`.

extension Int {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension Int8 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension Int16 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension Int32 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension Int64 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension UInt {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension UInt8 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension UInt16 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension UInt32 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}

extension UInt64 {
  /// Not to be used: ends the process where the number does not fit.
  @available(
    *, deprecated, message: "it traps where the number does not fit: clamping, exactly, or bounded with a reason"
  )
  @inlinable
  package init(_ number: Double) { self = Self(bounded: number) }
}
