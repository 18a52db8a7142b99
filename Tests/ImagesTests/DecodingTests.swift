import CSPNG
import CTurboJPEG
import Scene
import TestSupport
import Testing

@testable import Images

private let size = PixelSize(width: 16, height: 12)
private let decoder = ImageDecoder()

/// Every colour type and depth of PNG: name, type, depth.
private let pngKinds: [(String, spng_color_type, UInt8)] = [
  ("grey 1", SPNG_COLOR_TYPE_GRAYSCALE, 1), ("grey 2", SPNG_COLOR_TYPE_GRAYSCALE, 2),
  ("grey 4", SPNG_COLOR_TYPE_GRAYSCALE, 4), ("grey 8", SPNG_COLOR_TYPE_GRAYSCALE, 8),
  ("grey 16", SPNG_COLOR_TYPE_GRAYSCALE, 16), ("rgb 8", SPNG_COLOR_TYPE_TRUECOLOR, 8),
  ("rgb 16", SPNG_COLOR_TYPE_TRUECOLOR, 16), ("palette 1", SPNG_COLOR_TYPE_INDEXED, 1),
  ("palette 2", SPNG_COLOR_TYPE_INDEXED, 2), ("palette 4", SPNG_COLOR_TYPE_INDEXED, 4),
  ("palette 8", SPNG_COLOR_TYPE_INDEXED, 8), ("grey alpha 8", SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 8),
  ("grey alpha 16", SPNG_COLOR_TYPE_GRAYSCALE_ALPHA, 16), ("rgba 8", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8),
  ("rgba 16", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16),
]

@Test(arguments: pngKinds.indices, [false, true])
func everyKindOfPNGDecodesExactly(kind: Int, isInterlaced: Bool) throws {
  let (name, type, depth) = pngKinds[kind]
  var random = SplitMix64(seed: UInt64(kind))
  let isIndexed = type == SPNG_COLOR_TYPE_INDEXED
  let channels =
    switch type {
    case SPNG_COLOR_TYPE_TRUECOLOR: 3
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA: 2
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA: 4
    default: 1
    }
  let palette = (0..<(1 << min(depth, 8))).map { _ in Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random)) }
  // Rows end on whole bytes: 16 pixels do at every depth.
  let samples = (0..<size.area * channels).map { _ in Int.random(in: 0..<(1 << Int(depth)), using: &random) }
  var bits: [UInt8] = []
  var packed: [UInt8] = []
  for sample in samples {
    if depth == 16 {
      // libspng takes 16-bit samples in the machine's order.
      packed += Fixture.little(sample, 2)
    } else {
      for bit in (0..<Int(depth)).reversed() { bits.append(UInt8(sample >> bit & 1)) }
    }
  }
  packed += stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(0) { $0 << 1 | $1 } }

  let png = Fixture.png(
    size, type: type, depth: depth, isInterlaced: isInterlaced, samples: packed, palette: isIndexed ? palette : [])
  func eight(_ sample: Int) -> UInt8 { UInt8(depth == 16 ? sample >> 8 : sample * 255 / ((1 << Int(depth)) - 1)) }
  let expected = (0..<size.area).map { index -> UInt32 in
    let s = Array(samples[index * channels..<(index + 1) * channels])
    let color: Color =
      switch channels {
      case 1: isIndexed ? palette[s[0]] : Color(red: eight(s[0]), green: eight(s[0]), blue: eight(s[0]))
      case 2: Color(red: eight(s[0]), green: eight(s[0]), blue: eight(s[0]), alpha: eight(s[1]))
      case 3: Color(red: eight(s[0]), green: eight(s[1]), blue: eight(s[2]))
      default: Color(red: eight(s[0]), green: eight(s[1]), blue: eight(s[2]), alpha: eight(s[3]))
      }
    return Pixel(color).word
  }
  let same = try decoder.decode(png, named: name, fitting: size, mode: .cover)
  #expect(same.words == expected)
  #expect(same.isOpaque == !(channels == 2 || channels == 4))
  #expect(try PNG.decode(png, named: name).words == expected)
}

@Test func transparentColoursOfPNGAreClear() throws {
  var grey = spng_trns()
  grey.gray = 7
  let ramp = (0..<size.area).map { UInt8($0 % 16) }
  let png = Fixture.png(size, type: SPNG_COLOR_TYPE_GRAYSCALE, depth: 8, samples: ramp, transparent: grey)
  let pixmap = try PNG.decode(png, named: "grey.png")
  for x in 0..<16 { #expect(pixmap.pixel(x: x, y: 3).alpha == (x == 7 ? 0 : 255)) }

  var palette = spng_trns()
  palette.n_type3_entries = 1
  palette.type3_alpha.0 = 128
  let indexed = Fixture.png(
    size, type: SPNG_COLOR_TYPE_INDEXED, depth: 8, samples: ramp.map { $0 & 1 },
    palette: [Color(rgb: 0xFF0000), Color(rgb: 0x00FF00)], transparent: palette)
  let half = try PNG.decode(indexed, named: "palette.png")
  #expect(half.pixel(x: 0, y: 0) == Pixel(Color(red: 255, green: 0, blue: 0, alpha: 128)))
  #expect(half.pixel(x: 1, y: 0).word == 0xFF00_FF00)
}

/// Where a picture's upright corners are stored, by EXIF orientation: the upright picture is
/// `red green / blue white`, and each row names what the file holds first row, then second.
private let stored: [[Character]] = [
  ["r", "g", "b", "w"], ["g", "r", "w", "b"], ["w", "b", "g", "r"], ["b", "w", "r", "g"], ["r", "b", "g", "w"],
  ["g", "w", "r", "b"], ["w", "g", "b", "r"], ["b", "r", "w", "g"],
]

private func quarters(_ corners: [Character], _ size: PixelSize) -> Fixture.Picture {
  let colors: [Character: UInt32] = ["r": 0xFF0000, "g": 0x00FF00, "b": 0x0000FF, "w": 0xFFFFFF]
  return { x, y in
    Color(rgb: colors[corners[(y * 2 >= size.height ? 2 : 0) + (x * 2 >= size.width ? 1 : 0)]] ?? 0)
  }
}

private func letter(_ pixel: Pixel) -> Character {
  switch (pixel.word >> 16 & 255 > 127, pixel.word >> 8 & 255 > 127, pixel.word & 255 > 127) {
  case (true, false, false): "r"
  case (false, true, false): "g"
  case (false, false, true): "b"
  case (true, true, true): "w"
  default: "?"
  }
}

/// Of all formats that may say so.
@Test(arguments: 1...8, [ImageFormat.jpeg, .png, .webp])
func orientationIsApplied(orientation: Int, format: ImageFormat) throws {
  let turns = orientation >= 5
  let upright = PixelSize(width: 32, height: 16)
  let file = turns ? upright.transposed : upright
  let picture = quarters(stored[orientation - 1], file)
  let bytes =
    switch format {
    case .jpeg: Fixture.jpeg(file, orientation: orientation, picture)
    case .png: Fixture.png(file, orientation: orientation, picture)
    case .webp, .gif, .svg: Fixture.webp(file, orientation: orientation, picture)
    }
  #expect(try decoder.header(of: bytes, named: "turned").size == upright)
  // Smaller by eight: every pixel stays within its corner.
  let small = try decoder.decode(bytes, named: "turned", fitting: PixelSize(width: 4, height: 2), mode: .cover)
  expectPicture(small, "rrgg\nbbww", letter)
  // A square cut from the middle shows all four as well.
  let square = try decoder.decode(bytes, named: "turned", fitting: PixelSize(width: 2, height: 2), mode: .cover)
  expectPicture(square, "rg\nbw", letter)
  let whole = try decoder.decode(bytes, named: "turned", fitting: PixelSize(width: 8, height: 8), mode: .contain)
  #expect(whole.size == PixelSize(width: 8, height: 4))
}

@Test func brokenEXIFMeansUpright() {
  for isLittle in [false, true] {
    let tiff = Fixture.tiff(orientation: 6, isLittle: isLittle)
    #expect(EXIFOrientation(tiff: tiff[...]) == .quarterClockwise)
    // A slice that does not begin at 0 reads the same.
    #expect(EXIFOrientation(tiff: ([1, 2, 3] + tiff)[3...]) == .quarterClockwise)
    for count in 0..<(tiff.count - 6) { #expect(EXIFOrientation(tiff: tiff[..<count]) == .upright) }
    for value in [0, 9, 255, 65535] {
      #expect(EXIFOrientation(tiff: Fixture.tiff(orientation: value, isLittle: isLittle)[...]) == .upright)
    }
  }
  var random = SplitMix64(seed: 8)
  for _ in 0..<5000 {
    var tiff = Fixture.tiff(orientation: 6)
    for _ in 0..<3 { tiff[Int.random(in: 0..<tiff.count, using: &random)] = .random(in: 0...255, using: &random) }
    let orientation = EXIFOrientation(tiff: tiff[...])
    #expect((1...8).contains(orientation.rawValue))
  }
}

@Test(arguments: [0, TJFLAG_PROGRESSIVE], [TJSAMP_444.rawValue, TJSAMP_420.rawValue, TJSAMP_GRAY.rawValue])
func everyKindOfJPEGDecodes(flags: Int32, subsampling: UInt32) throws {
  let size = PixelSize(width: 67, height: 45)
  let picture: Fixture.Picture = { x, y in
    let level = UInt8(2 * x + 2 * y)
    return Color(red: level, green: level, blue: level)
  }
  let bytes = Fixture.jpeg(size, subsampling: TJSAMP(rawValue: subsampling), flags: flags, picture)
  let pixmap = try decoder.decode(bytes, named: "photo.jpg", fitting: size, mode: .cover)
  #expect(pixmap.isOpaque)
  let expected = Pixmap(size: size, isOpaque: true) { x, y in Pixel(picture(x, y)) }
  #expect(distance(pixmap, expected) <= 4)
}

@Test func webpDecodesExactlyAndWithAlpha() throws {
  let picture: Fixture.Picture = { x, y in
    Color(red: UInt8(x * 15), green: UInt8(y * 20), blue: 90, alpha: UInt8(255 - x * 8))
  }
  let lossless = Fixture.webp(size, picture)
  let pixmap = try decoder.decode(lossless, named: "a.webp", fitting: size, mode: .cover)
  let expected = Pixmap(size: size) { x, y in Pixel(picture(x, y)) }
  #expect(distance(pixmap, expected) <= 1)
  #expect(!pixmap.isOpaque)
  let lossy = try decoder.decode(
    Fixture.webp(size, quality: 90, ramp(size)), named: "b.webp", fitting: PixelSize(width: 4, height: 3), mode: .cover)
  #expect(lossy.isOpaque)
  let ideal = try decoder.decode(
    Fixture.png(size, ramp(size)), named: "b.png", fitting: PixelSize(width: 4, height: 3), mode: .cover)
  #expect(distance(lossy, ideal) <= 12)
}

@Test func borderIsClearAndAround() throws {
  let png = Fixture.png(size) { _, _ in .white }
  let pixmap = try decoder.decode(png, named: "a.png", fitting: PixelSize(width: 5, height: 5), mode: .cover, border: 2)
  #expect(pixmap.border == 2 && pixmap.isOpaque)
  expectPicture(pixmap, Array(repeating: "#####", count: 5).joined(separator: "\n"))
}
