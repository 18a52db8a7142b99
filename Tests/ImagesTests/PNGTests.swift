import Scene
import TestSupport
import Testing

@testable import Images

/// Dividing alpha out and multiplying it in again loses nothing, for every pixel there can be.
@Test func straightAlphaIsExact() {
  for alpha in UInt32(0)...255 {
    for component in 0...alpha {
      let pixel = Pixel(word: alpha << 24 | component << 16 | component << 8 | component)
      guard Pixel(pixel.straight) == pixel else {
        Issue.record("\(pixel.word) becomes \(Pixel(pixel.straight).word)")
        return
      }
    }
  }
}

@Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 37, height: 23)], [false, true])
func roundTripIsExact(size: PixelSize, isOpaque: Bool) throws {
  var random = SplitMix64(seed: 2)
  let pixmap = Pixmap(size: size, isOpaque: isOpaque) { _, _ in
    let color = Color(rgb: .random(in: 0...0xFFFFFF, using: &random))
    return Pixel(isOpaque ? color : color.opacity(.random(in: 0...0.9, using: &random)))
  }
  let bytes = PNG.encode(pixmap)
  // Colour type: 2 is RGB, 6 is RGBA.
  #expect(bytes[25] == (isOpaque ? 2 : 6))
  let decoded = try PNG.decode(bytes, named: "a.png")
  #expect(decoded.words == pixmap.words)
  #expect(decoded.isOpaque == isOpaque)
}

@Test(arguments: Orientation.allCases, [Pixmap.Format.argb8888, .rgb565])
func storedPixmapsAreWrittenAsSeen(orientation: Orientation, format: Pixmap.Format) throws {
  let size = PixelSize(width: 5, height: 3)
  let pixmap = unsafe Pixmap(size: size, orientation: orientation, format: format, isOpaque: true) { base, pitch in
    let stored = orientation.turn(size)
    for y in 0..<stored.height {
      for x in 0..<stored.width {
        let row = unsafe base + y * pitch
        if format == .argb8888 {
          unsafe row.storeBytes(of: 0xFF00_0000 | UInt32(x * 40 + y * 1000), toByteOffset: x * 4, as: UInt32.self)
        } else {
          unsafe row.storeBytes(of: UInt16(x * 7 + y * 300), toByteOffset: x * 2, as: UInt16.self)
        }
      }
    }
  }
  let decoded = try PNG.decode(PNG.encode(pixmap), named: "a.png")
  #expect(decoded.size == size)
  for y in 0..<size.height {
    for x in 0..<size.width { #expect(decoded.pixel(x: x, y: y) == pixmap.pixel(x: x, y: y)) }
  }
}

@Test func onlyPNGIsDecodedAsPNG() {
  let jpeg = Fixture.jpeg(PixelSize(width: 4, height: 4)) { _, _ in .white }
  #expect(throws: ImageError.self) { try PNG.decode(jpeg, named: "a.png") }
}
