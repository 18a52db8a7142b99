/// Goes over what a value is made of: takes it down, or gives it what was taken down before.
///
/// One walk for both, so that what is written and what is read cannot differ. What is read may be anybody's: every number comes within
/// its range, or as it was, and the walk knows that something was garbled.
package protocol StateWalk {
  /// Values are given, and not taken down.
  var isReading: Bool { get }
  /// Yes or no.
  mutating func walk(_ flag: inout Bool)
  /// A whole number within a range.
  mutating func walk(_ number: inout Int, in range: ClosedRange<Int>)
  /// All 64 bits.
  mutating func walk(_ number: inout UInt64)
  /// A real number within a range, which may have infinite ends.
  mutating func walk(_ number: inout Double, in range: ClosedRange<Double>)
}

extension StateWalk {
  /// Seconds, lengths and the like: any number of use.
  package mutating func walk(_ number: inout Double) { walk(&number, in: -1e12...1e12) }

  /// One that may be "never" or "always".
  package mutating func walk(unbounded number: inout Double) { walk(&number, in: -.infinity ... .infinity) }

  /// Nanoseconds on a clock that goes on for 70 years, and sums of them.
  package mutating func walk(time: inout Int64) {
    var number = Int(time)
    walk(&number, in: -(1 << 61)...(1 << 61))
    time = Int64(number)
  }

  /// Seconds, or none.
  package mutating func walk(_ number: inout Double?) {
    var isThere = number != nil
    walk(&isThere)
    guard isThere else {
      number = nil
      return
    }
    var value = number ?? 0
    walk(&value)
    number = value
  }
}
