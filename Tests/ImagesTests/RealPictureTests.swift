import CTurboJPEG
import Markup
import Scene
import TestSupport
import Testing

@testable import Images

// What real pictures have shown, each in a small file of our own.

private let decoder = ImageDecoder()

private func decoded(_ bytes: [UInt8], _ size: PixelSize) throws -> Pixmap {
  try decoder.decode(bytes, named: "a", fitting: size, mode: .cover)
}

private func isNear(_ pixel: Pixel, _ color: Color, within tolerance: Int = 6) -> Bool {
  let (a, b) = (pixel.word, Pixel(color).word)
  return [0, 8, 16, 24].allSatisfy { shift in
    abs(Int(a >> UInt32(shift) & 255) - Int(b >> UInt32(shift) & 255)) <= tolerance
  }
}

/// Paper is 255 in such files, and no ink is.
@Test func printersJPEGIsShown() throws {
  let size = PixelSize(width: 16, height: 16)
  let inks: [([UInt8], Color)] = [
    ([255, 255, 255, 255], .white), ([255, 255, 255, 0], .black), ([0, 255, 255, 255], Color(rgb: 0x00FFFF)),
    ([255, 0, 0, 255], Color(rgb: 0xFF0000)), ([128, 128, 128, 128], Color(rgb: 0x404040)),
  ]
  for (ink, color) in inks {
    let picture = try decoded(Fixture.cmyk(size, ink), size)
    #expect(isNear(picture.pixel(x: 8, y: 8), color), "\(ink)")
  }
}

/// Red above, blue below, with a quarter or an eighth of the colours.
@Test(arguments: [fourOneZero, fourFourOne])
func sparseColoursAreShown(base64: String) throws {
  let bytes = try #require(Base64.decoded(base64))
  let size = PixelSize(width: 32, height: 32)
  #expect(try decoder.header(of: bytes, named: "a").size == size)
  let picture = try decoded(bytes, size)
  #expect(isNear(picture.pixel(x: 16, y: 3), Color(rgb: 0xC8283C), within: 12))
  #expect(isNear(picture.pixel(x: 16, y: 28), Color(rgb: 0x1478DC), within: 12))
}

private let fourOneZero = """
  /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYU\
  GBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAgACAD\
  AUIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAgGCf/EABQR\
  AQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMaAAEkaCgAADgZKP//Z
  """

private let fourFourOne = """
  /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYU\
  GBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAgACAD\
  ARQAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAAFB//EABoR\
  AAICAwAAAAAAAAAAAAAAAAAXZKNl4uP/2gAMAwEAAhEDEQA/AMaFANDWcyvctvvGXcifFACzmV7h94y7kT4oAWcyvcPvGXcifFACzmV7h94y7kf/\
  2Q==
  """

/// Of a progressive picture all is there once its first scan is; of any other, what is missing is missing.
@Test func aProgressivePictureMayEndEarly() throws {
  let size = PixelSize(width: 64, height: 64)
  let jpeg = Fixture.jpeg(size, flags: TJFLAG_PROGRESSIVE) { _, y in
    y < 32 ? Color(rgb: 0xC02020) : Color(rgb: 0x2020C0)
  }
  let scans = jpeg.indices.dropLast().filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
  #expect(scans.count > 2)
  for count in scans[1] + 2..<jpeg.count {
    let picture = try decoded(Array(jpeg[..<count]), size)
    #expect(isNear(picture.pixel(x: 5, y: 4), Color(rgb: 0xC02020), within: 24), "\(count) of \(jpeg.count) bytes")
    #expect(isNear(picture.pixel(x: 60, y: 60), Color(rgb: 0x2020C0), within: 24), "\(count) of \(jpeg.count) bytes")
  }
  for count in 0..<scans[0] + 10 { #expect(throws: ImageError.self) { try decoded(Array(jpeg[..<count]), size) } }
  let plain = Fixture.jpeg(size, ramp(size))
  #expect(throws: ImageError.self) { try decoded(Array(plain[..<(plain.count - 20)]), size) }
}

// MARK: GIF

/// A GIF with one or more pictures, each pixel an index of the colours: uncompressed codes of nine bits, the table cleared often.
private func gif(
  _ screen: PixelSize, _ frames: [(place: PixelRect, pixels: [UInt8])], clear: UInt8? = nil, isInterlaced: Bool = false
) -> [UInt8] {
  var bytes = Array("GIF89a".utf8) + Fixture.little(screen.width, 2) + Fixture.little(screen.height, 2) + [0xF7, 0, 0]
  for index in 0..<256 { bytes += [UInt8(index), UInt8(255 - index), 7] }
  for (place, pixels) in frames {
    if let clear { bytes += [0x21, 0xF9, 4, 1, 10, 0, clear, 0] }
    bytes += [0x2C] + [place.x0, place.y0, place.width, place.height].flatMap { Fixture.little($0, 2) }
    bytes += [isInterlaced ? 0x40 : 0, 8]
    var bits: [UInt8] = []
    var (held, count) = (0, 0)
    func put(_ code: Int) {
      held |= code << count
      count += 9
      while count >= 8 {
        bits.append(UInt8(held & 255))
        held >>= 8
        count -= 8
      }
    }
    for (place, pixel) in pixels.enumerated() {
      if place.isMultiple(of: 200) { put(256) }
      put(Int(pixel))
    }
    put(257)
    bits.append(UInt8(held & 255))
    for start in stride(from: 0, to: bits.count, by: 255) {
      let block = bits[start..<min(start + 255, bits.count)]
      bytes += [UInt8(block.count)] + block
    }
    bytes.append(0)
  }
  return bytes + [0x3B]
}

private func gifColor(_ index: UInt8) -> Color { Color(red: index, green: 255 - index, blue: 7) }

@Test(arguments: [false, true])
func aGIFIsShown(isInterlaced: Bool) throws {
  let size = PixelSize(width: 21, height: 19)
  let rows =
    isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: 19, by: $1)) } : Array(0..<19)
  let pixels = rows.flatMap { y in (0..<21).map { UInt8($0 * 3 + y * 9) } }
  let bytes = gif(size, [(PixelRect(size), pixels)], isInterlaced: isInterlaced)
  #expect(try decoder.header(of: bytes, named: "a").size == size)
  let picture = try decoded(bytes, size)
  for y in 0..<19 {
    for x in 0..<21 { #expect(picture.pixel(x: x, y: y) == Pixel(gifColor(UInt8(x * 3 + y * 9)))) }
  }
}

@Test func ofAMovingGIFTheFirstPictureIsShown() throws {
  let size = PixelSize(width: 4, height: 4)
  let small = PixelRect(x: 1, y: 2, width: 2, height: 1)
  let bytes = gif(size, [(small, [9, 200]), (PixelRect(size), [UInt8](repeating: 1, count: 16))], clear: 200)
  let picture = try decoded(bytes, size)
  for y in 0..<4 {
    for x in 0..<4 {
      #expect(picture.pixel(x: x, y: y) == (x == 1 && y == 2 ? Pixel(gifColor(9)) : Pixel(word: 0)))
    }
  }
}

@Test func aDamagedGIFIsRefused() throws {
  let size = PixelSize(width: 30, height: 30)
  let whole = gif(size, [(PixelRect(size), (0..<900).map { UInt8($0 % 251) })])
  _ = try decoded(whole, size)
  for count in stride(from: 0, to: whole.count - 8, by: 7) {
    #expect(throws: ImageError.self) { try decoded(Array(whole[..<count]), size) }
  }
  var random = SplitMix64(seed: 77)
  for _ in 0..<3_000 {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      bytes[Int.random(in: 6..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    guard let picture = try? decoded(bytes, size) else { continue }
    #expect(picture.size == size)
  }
}

@Test func aGIFOfTooManyPixelsIsRefused() {
  let bytes = gif(PixelSize(width: 4, height: 4), [(PixelRect(x: 0, y: 0, width: 65_535, height: 65_535), [1])])
  #expect(throws: ImageError.self) { try decoded(bytes, PixelSize(width: 4, height: 4)) }
}

// MARK: Animated WebP

/// - Parameter place: of the frame on the canvas, even.
private func animated(_ canvas: PixelSize, x: Int, y: Int, _ still: [UInt8], _ size: PixelSize) -> [UInt8] {
  let place = Fixture.little(x / 2, 3) + Fixture.little(y / 2, 3)
  let frame = place + Fixture.little(size.width - 1, 3) + Fixture.little(size.height - 1, 3) + [100, 0, 0, 0] + still
  return Fixture.webpContainer(
    canvas, flags: 0x12,
    Fixture.riff("ANIM", [0, 0, 0, 0, 0, 0]) + Fixture.riff("ANMF", frame) + Fixture.riff("ANMF", frame))
}

@Test(arguments: [nil, 90] as [Float?])
func ofAMovingWebPTheFirstPictureIsShown(quality: Float?) throws {
  let size = PixelSize(width: 16, height: 8)
  let still = Array(
    Fixture.webp(size, quality: quality) { x, _ in x < 8 ? Color(rgb: 0xC02020) : Color(rgb: 0x2020C0) }[12...])
  let canvas = PixelSize(width: 20, height: 12)
  let bytes = animated(canvas, x: 2, y: 4, still, size)
  #expect(try decoder.header(of: bytes, named: "a").size == canvas)
  let picture = try decoded(bytes, canvas)
  #expect(isNear(picture.pixel(x: 4, y: 6), Color(rgb: 0xC02020), within: 12))
  #expect(isNear(picture.pixel(x: 16, y: 10), Color(rgb: 0x2020C0), within: 12))
  #expect(picture.pixel(x: 0, y: 0).word == 0 && picture.pixel(x: 19, y: 11).word == 0)
}

@Test func aMovingWebPThatDoesNotFitIsRefused() throws {
  let size = PixelSize(width: 16, height: 8)
  let still = Array(Fixture.webp(size) { _, _ in .white }[12...])
  for (canvas, x, claimed) in [
    (PixelSize(width: 16, height: 8), 2, size), (PixelSize(width: 8, height: 8), 0, size),
    (PixelSize(width: 64, height: 64), 0, PixelSize(width: 32, height: 8)),
  ] {
    let bytes = animated(canvas, x: x, y: 0, still, claimed)
    #expect(throws: ImageError.self) { try decoded(bytes, canvas) }
  }
  let whole = animated(PixelSize(width: 20, height: 12), x: 2, y: 4, still, size)
  for count in stride(from: 30, to: 60, by: 3) {
    #expect(throws: ImageError.self) { try decoded(Array(whole[..<count]), size) }
  }
}
