#if Preview
  @testable import Preview
  import Scene
  import TestSupport
  import Testing

  @Suite struct QOITests {
    private func encode(_ buffer: PixelBuffer, _ rect: PixelRect) -> [UInt8] {
      unsafe [UInt8](unsafeUninitializedCapacity: QOI.worstCase(area: rect.area)) { room, count in
        count = unsafe QOI.encode(buffer, rect, into: room.baseAddress!)
      }
    }

    private func words(_ buffer: PixelBuffer, _ rect: PixelRect) -> [UInt32] {
      let all = buffer.words
      return (rect.y0..<rect.y1).flatMap { y in (rect.x0..<rect.x1).map { all[y * buffer.size.width + $0] } }
    }

    /// Noise, gradients, few colours, one colour, and steps around the limits of each chunk.
    @Test(arguments: 0..<5, [UInt64(1), 2, 3])
    func whatIsEncodedDecodesToTheSame(kind: Int, seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let size = PixelSize(
        width: Int.random(in: 1...90, using: &random), height: Int.random(in: 1...70, using: &random))
      var last: UInt32 = 0
      let buffer = PixelBuffer(size: size) { x, y in
        switch kind {
        case 0: return UInt32.random(in: 0...0xFF_FFFF, using: &random)
        case 1: return UInt32(x * 2) << 16 | UInt32(y * 3) << 8 | UInt32(x + y)
        case 2: return [0xFF_FFFF, 0x123456, 0x00_0000, 0xFE_FFFF].randomElement(using: &random) ?? 0
        case 3: return 0xABCDEF
        default:
          let step: [UInt32] = [0, 1, 2, 0xFF, 0xFE, 7, 8, 31, 32, 33, 0xE0, 0xDF, 0xF8, 0xF7]
          let red = (last >> 16 &+ (step.randomElement(using: &random) ?? 0)) & 255
          let green = (last >> 8 &+ (step.randomElement(using: &random) ?? 0)) & 255
          let blue = (last &+ (step.randomElement(using: &random) ?? 0)) & 255
          last = red << 16 | green << 8 | blue
          return last
        }
      }
      let whole = PixelRect(size)
      let x0 = Int.random(in: 0..<size.width, using: &random)
      let y0 = Int.random(in: 0..<size.height, using: &random)
      let part = PixelRect(x0: x0, y0: y0, x1: size.width, y1: Int.random(in: y0 + 1...size.height, using: &random))
      for rect in [whole, part] {
        let bytes = encode(buffer, rect)
        #expect(bytes.count <= QOI.worstCase(area: rect.area))
        #expect(try QOIModel.decode(bytes[...], count: rect.area) == words(buffer, rect))
      }
    }

    @Test(arguments: [(1, [0xC0]), (62, [0xFD]), (63, [0xFD, 0xC0]), (125, [0xFD, 0xFD, 0xC0])] as [(Int, [UInt8])])
    func blackRunsAreCut(width: Int, bytes: [UInt8]) {
      let size = PixelSize(width: width, height: 1)
      #expect(encode(PixelBuffer(size: size), PixelRect(size)) == bytes)
    }

    @Test func chunksAreTheSpecifications() {
      let colors: [UInt32] = [0x010203, 0x010203, 0x020304, 0x010203, 0x405060, 0x48545F]
      let size = PixelSize(width: colors.count, height: 1)
      let buffer = PixelBuffer(size: size) { x, _ in colors[x] }
      // 3 · 1 + 5 · 2 + 7 · 3 + 11 · 255 = 2839, 23 mod 64.
      // Luma for (+1, +2, +3) from black: green 34 - 32, red - green 7 - 8, blue - green 9 - 8. The last: 36, 12, 3.
      let expected: [UInt8] = [0x80 | 34, 0x79, 0xC0, 0b0111_1111, 23, 0xFE, 0x40, 0x50, 0x60, 0x80 | 36, 0xC3]
      #expect(encode(buffer, PixelRect(size)) == expected)
    }
  }
#endif
