import Numbers

/// How a viewer wants its pixels: true colour in 8, 16 or 32 bits. Source: RFC 6143, section 7.4.
struct ViewerFormat: Sendable, Hashable {
  /// A colour's greatest value, and how far to the left it stands.
  struct Channel: Sendable, Hashable {
    var most: UInt32
    var shift: UInt32
  }

  /// 8, 16 or 32.
  var bits: Int
  /// The byte that weighs most comes first.
  var isBigEndian: Bool
  var red: Channel
  var green: Channel
  var blue: Channel

  /// As our own pixels lie in memory: `0x00RRGGBB`, the lowest byte first.
  static let own = ViewerFormat(
    bits: 32, isBigEndian: false, red: Channel(most: 255, shift: 16), green: Channel(most: 255, shift: 8),
    blue: Channel(most: 255, shift: 0))

  init(bits: Int, isBigEndian: Bool, red: Channel, green: Channel, blue: Channel) {
    (self.bits, self.isBigEndian, self.red, self.green, self.blue) = (bits, isBigEndian, red, green, blue)
  }

  /// - Parameter bytes: sixteen, as they are sent.
  /// - Returns: nil for what is no such format: colours by a table, colours that do not fit into a pixel.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 16, [8, 16, 32].contains(bytes[0]), bytes[3] != 0 else { return nil }
    func channel(_ most: Int, _ shift: Int) -> Channel? {
      // Fits: places below sixteen.
      let channel = Channel(most: UInt32(bytes[most]) << 8 | UInt32(bytes[most + 1]), shift: UInt32(bytes[shift]))
      let width = UInt32(truncatingIfNeeded: 32 &- channel.most.leadingZeroBitCount)
      // All ones, as the standard demands, and within the pixel.
      // Fits: a byte, which is less than 32 bits.
      guard channel.most > 0, channel.most & (channel.most &+ 1) == 0, width &+ channel.shift <= UInt32(bytes[0]) else {
        return nil
      }
      return channel
    }
    guard let red = channel(4, 10), let green = channel(6, 11), let blue = channel(8, 12) else { return nil }
    self.init(bits: Int(bytes[0]), isBigEndian: bytes[2] != 0, red: red, green: green, blue: blue)
  }

  /// As it is sent.
  var bytes: [UInt8] {
    func two(_ value: UInt32) -> [UInt8] {
      [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
    let depth = [red, green, blue].reduce(0) { $0 + 32 - $1.most.leadingZeroBitCount }
    let most = two(red.most) + two(green.most) + two(blue.most)
    let shifts = [red, green, blue].map { UInt8(truncatingIfNeeded: $0.shift) }
    return [UInt8(clamping: bits), UInt8(clamping: depth), isBigEndian ? 1 : 0, 1] + most + shifts + [0, 0, 0]
  }

  /// The value of one of our pixels `0xAARRGGBB`.
  func value(_ word: UInt32) -> UInt32 {
    if self == .own { return word & 0xFF_FFFF }
    return Self.part(word >> 16, red) | Self.part(word >> 8, green) | Self.part(word, blue)
  }

  private static func part(_ byte: UInt32, _ channel: Channel) -> UInt32 {
    // To the nearest; eight bits stay what they are.
    (((byte & 255) &* channel.most &+ 127) / 255) << channel.shift
  }

  /// Bytes of a pixel.
  var width: Int { bits / 8 }

  /// Bytes of a pixel in ZRLE, which leaves out one that is always 0. Source: RFC 6143, section 7.7.5.
  var compactWidth: Int { bits == 32 && compactShift != nil ? 3 : width }

  /// How far to the right a pixel is moved before its lower three bytes are all of it.
  private var compactShift: UInt32? {
    guard bits == 32 else { return nil }
    let mask = red.most << red.shift | green.most << green.shift | blue.most << blue.shift
    if mask & 0xFF00_0000 == 0 { return 0 }
    return mask & 0xFF == 0 ? 8 : nil
  }

  /// Writes a pixel's value at its full width.
  func append(_ value: UInt32, to bytes: inout [UInt8]) { append(value, width, to: &bytes) }

  /// Writes it as ZRLE has it.
  func appendCompact(_ value: UInt32, to bytes: inout [UInt8]) {
    if compactWidth == 3, let shift = compactShift {
      append(value >> shift, 3, to: &bytes)
    } else {
      append(value, width, to: &bytes)
    }
  }

  private func append(_ value: UInt32, _ width: Int, to bytes: inout [UInt8]) {
    for place in 0..<max(width, 0) {
      let shift = 8 * (isBigEndian ? width - 1 - place : place)
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(clamping: shift)))
    }
  }
}
