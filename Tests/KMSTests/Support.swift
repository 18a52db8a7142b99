/// A whole first block of an EDID.
func sampleEDID(serial: String, product: UInt8 = 0x0B) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 128)
  bytes.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
  // V, I and T in five bits each.
  let maker: UInt16 = 22 << 10 | 9 << 5 | 20
  bytes[8] = UInt8(maker >> 8)
  bytes[9] = UInt8(maker & 0xFF)
  bytes[10] = product
  bytes[11] = 0x0A
  func put(_ tag: UInt8, _ text: String, at start: Int) {
    bytes[start + 3] = tag
    let line = Array(text.utf8) + [0x0A]
    for index in 0..<13 { bytes[start + 5 + index] = index < line.count ? line[index] : 0x20 }
  }
  put(0xFF, serial, at: 54)
  put(0xFC, "Test Panel", at: 72)
  bytes[127] = 0 &- bytes.reduce(0, &+)
  return bytes
}

/// Small, fast, and the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
