#if Preview
  internal import Numbers

  /// Numbers that look random and are the same for the same seed and keys, in any order of asking.
  ///
  /// The finaliser of SplitMix64. Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
  struct Chance: Sendable {
    let seed: UInt64

    /// A fraction in 0..<1 that belongs to these keys.
    func fraction(_ keys: Int...) -> Double {
      var state = seed
      for key in keys {
        state = (state ^ UInt64(bitPattern: Int64(key))) &+ 0x9E37_79B9_7F4A_7C15
        state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
        state ^= state >> 31
      }
      return Double(state >> 11) * 0x1p-53
    }
  }

  extension Array {
    /// The element that is next at a count that goes on for ever, and before it began: the times of a demo are any. Not of an empty list.
    func inTurn(_ number: Int) -> Element {
      // Fits: brought within the count.
      self[(number % count + count) % count]
    }
  }
#endif
