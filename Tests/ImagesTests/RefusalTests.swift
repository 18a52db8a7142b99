import CTurboJPEG
import Scene
import TestSupport
import Testing

@testable import Images

private let decoder = ImageDecoder()
private let frame = PixelSize(width: 8, height: 8)

private func refusal(_ bytes: [UInt8], _ decoder: ImageDecoder = decoder) -> String {
  do {
    _ = try decoder.decode(bytes, named: "photo.png", fitting: frame, mode: .cover)
    return "decoded"
  } catch {
    return error.description
  }
}

@Test(arguments: [
  ("BM..............", "this is a BMP"), ("%PDF-1.7", "this is a PDF"),
  ("\0\0\0\u{1C}ftypavif", "this is an AVIF"), ("\0\0\0\u{18}ftypheic", "this is a HEIC photograph"),
  ("\0\0\0\u{18}ftypisom", "this is a film"), ("II*\0........", "this is a TIFF or a raw photograph"),
  ("\0\0\u{1}\0\u{1}\0", "this is a Windows icon"),
  ("<!DOCTYPE html><html><body>Not found", "this is a web page"), ("\u{FEFF}\n <HTML>", "this is a web page"),
  ("  {\"error\": 404}", "this is JSON"),
  ("RIFF....WAVEfmt ", "these bytes are no picture of a known kind"),
  ("hello", "these bytes are no picture of a known kind"),
])
func otherKindsAreRefusedByName(text: String, problem: String) {
  #expect(refusal(Array(text.utf8)) == "photo.png: \(problem); PNG, JPEG, WebP, GIF and SVG are shown")
}

@Test func nothingIsRefused() {
  #expect(refusal([]) == "photo.png: there are no bytes; check where it comes from")
}

private func pngHeader(_ size: PixelSize, interlace: UInt8 = 0) -> [UInt8] {
  PNG.signature
    + Fixture.chunk("IHDR", Fixture.big(size.width, 4) + Fixture.big(size.height, 4) + [8, 6, 0, 0, interlace])
    + Fixture.chunk("IDAT", [0x78, 0x9C])
}

@Test func bombsAreRefusedByTheirHeader() {
  let advice = "that are allowed; make the picture smaller"
  #expect(
    refusal(pngHeader(PixelSize(width: 50_000, height: 50_000)))
      == "photo.png: 50,000 x 50,000 pixels is more than the 8,192 a side \(advice)")
  #expect(
    refusal(pngHeader(PixelSize(width: 8000, height: 8000)))
      == "photo.png: 8,000 x 8,000 pixels is more than the 33,554,432 that are allowed in a PNG; make the picture smaller"
  )
  #expect(
    refusal(pngHeader(PixelSize(width: 5000, height: 5000), interlace: 1)).hasPrefix(
      "photo.png: 5,000 x 5,000 pixels is more than the 16,777,216"))
  #expect(
    refusal(pngHeader(PixelSize(width: Int(UInt32.max), height: 1))).contains("4,294,967,295 x 1 pixels is more"))
  #expect(refusal(pngHeader(PixelSize(width: 0, height: 5))).contains("no pixels"))

  var jpeg = Fixture.jpeg(PixelSize(width: 16, height: 16)) { _, _ in .white }
  let sof = jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 } ?? 0
  jpeg.replaceSubrange(sof + 5..<sof + 9, with: [0xEA, 0x60, 0xEA, 0x60])
  #expect(refusal(jpeg).contains("60,000 x 60,000 pixels is more than the 8,192 a side"))

  // The header of a lossless picture: a signature, then 14 bits of width and of height, less one.
  let lossless: [UInt8] = [0x2F] + Fixture.little(15_999 | 15_999 << 14, 4) + [0, 0, 0, 0]
  let body = Array("WEBP".utf8) + Fixture.riff("VP8L", lossless)
  let webp = Array("RIFF".utf8) + Fixture.little(body.count, 4) + body
  #expect(refusal(webp).contains("16,000 x 16,000 pixels is more than the 8,192 a side"))
}

@Test func tooManyBytesAreRefused() {
  var small = ImageDecoder()
  small.limits.bytes = 1000
  #expect(
    refusal([UInt8](repeating: 0x89, count: 1001), small)
      == "photo.png: 1,001 bytes is more than the 1,000 that are allowed; make the picture smaller")
}

/// A small progressive file with its last scan many times over keeps a decoder busy for minutes.
@Test func manyScansAreRefused() {
  let jpeg = Fixture.jpeg(
    PixelSize(width: 16, height: 16), flags: TJFLAG_PROGRESSIVE, ramp(PixelSize(width: 16, height: 16)))
  let last = jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA } ?? 0
  let scan = jpeg[last..<jpeg.count - 2]
  let bomb = jpeg[..<last] + Array(repeating: scan, count: 600).joined() + [0xFF, 0xD9]
  #expect(refusal(Array(bomb)).contains("more than 500 scans"))
}

@Test func damageIsNamed() {
  let size = PixelSize(width: 32, height: 32)
  let advice = "; save or send it again"
  let jpeg = Fixture.jpeg(size, ramp(size))
  #expect(
    refusal(Array(jpeg[..<(jpeg.count - 20)])).hasPrefix("photo.png: its JPEG data cannot be read (Premature end"))
  let png = Fixture.png(size, ramp(size))
  #expect(refusal(Array(png[..<(png.count / 2)])) == "photo.png: the file ends before its PNG picture does" + advice)
  let webp = Fixture.webp(size, ramp(size))
  #expect(refusal(Array(webp[..<(webp.count / 2)])) == "photo.png: the file ends before its WebP picture does" + advice)
  #expect(refusal(PNG.signature).hasSuffix("its PNG header cannot be read" + advice))
}

/// Stray bytes between segments, which cameras write, are no damage.
@Test func strayBytesInJPEGAreHarmless() throws {
  let size = PixelSize(width: 16, height: 16)
  let jpeg = Fixture.jpeg(size, ramp(size))
  let second = 2 + 2 + Int(jpeg[4]) << 8 + Int(jpeg[5])
  let stray = jpeg[..<second] + [1, 2, 3] + jpeg[second...]
  let whole = try decoder.decode(jpeg, named: "a.jpg", fitting: size, mode: .cover)
  #expect(try decoder.decode(Array(stray), named: "a.jpg", fitting: size, mode: .cover).words == whole.words)
}

/// The bytes up to a picture's data, of a size it has not.
private func jpegHeader(
  _ size: PixelSize, marker: UInt8, sampling: [UInt8], scan: Int? = nil, scans: Int = 1
) -> [UInt8] {
  let parts = sampling.enumerated().flatMap { place, factors -> [UInt8] in [UInt8(place + 1), factors, 0] }
  var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, marker]
  bytes += Fixture.big(8 + parts.count, 2) + [8] + Fixture.big(size.height, 2) + Fixture.big(size.width, 2)
  bytes += [UInt8(sampling.count)] + parts
  for _ in 0..<scans {
    let held = scan ?? sampling.count
    bytes += [0xFF, 0xDA] + Fixture.big(6 + 2 * held, 2) + [UInt8(held)]
    for place in 0..<held { bytes += [UInt8(place + 1), 0] }
    bytes += [0, 63, 0]
    bytes += [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56]
  }
  return bytes + [0xFF, 0xD9]
}

/// A picture in several scans is held in memory by the decoder, all parts of it, before the first pixel comes.
@Test(
  arguments: [
    (0xC2, [0x11, 0x11, 0x11], 3, 5790, 201), (0xC2, [0x22, 0x11, 0x11], 3, 5790, 100), (0xCA, [0x11], 1, 8000, 128),
    (0xC6, [0x11, 0x11, 0x11], 3, 5790, 201), (0xC0, [0x11, 0x11, 0x11], 1, 5790, 201),
    (0xC9, [0x22, 0x11, 0x11], 1, 5790, 100), (0xC2, [0x11, 0x11, 0x11, 0x11], 4, 5000, 200),
  ] as [(UInt8, [UInt8], Int, Int, Int)])
func whatADecoderHoldsIsCounted(marker: UInt8, sampling: [UInt8], held: Int, side: Int, megabytes: Int) {
  let size = PixelSize(width: side, height: side)
  let scans = JPEGScans(jpegHeader(size, marker: marker, sampling: sampling, scan: held))
  #expect(abs(scans.heldBytes / 1_000_000 - megabytes) <= 1)
}

@Test func aPictureInOneScanIsNotHeld() {
  let size = PixelSize(width: 5790, height: 5790)
  #expect(JPEGScans(jpegHeader(size, marker: 0xC0, sampling: [0x22, 0x11, 0x11])).heldBytes == 0)
  #expect(JPEGScans(jpegHeader(size, marker: 0xC0, sampling: [0x11])).heldBytes == 0)
}

@Test func largeProgressivePicturesAreRefused() throws {
  let small = PixelSize(width: 64, height: 64)
  var jpeg = Fixture.jpeg(small, flags: TJFLAG_PROGRESSIVE, ramp(small))
  _ = try decoder.header(of: jpeg, named: "photo.png")
  let sof = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC2 })
  jpeg.replaceSubrange(sof + 5..<sof + 9, with: Fixture.big(5790, 2) + Fixture.big(5790, 2))
  #expect(refusal(jpeg).contains("MB until the last one has come; at most 64 MB are allowed; save it as a plain"))
}

/// Small as it is, each of its scans goes over all of it.
@Test func scansAreCountedByWhatTheyPassOver() {
  let size = PixelSize(width: 3000, height: 3000)
  let few = JPEGScans(jpegHeader(size, marker: 0xC2, sampling: [0x22, 0x11, 0x11], scans: 10))
  let many = JPEGScans(jpegHeader(size, marker: 0xC2, sampling: [0x22, 0x11, 0x11], scans: 20))
  #expect((few.count, many.count) == (10, 20))
  #expect(many.visits == 2 * few.visits)
  let small = PixelSize(width: 1600, height: 1600)
  let picture = Fixture.jpeg(small, flags: TJFLAG_PROGRESSIVE) { _, _ in .white }
  let last = picture.indices.dropLast().last { picture[$0] == 0xFF && picture[$0 + 1] == 0xDA } ?? 0
  let scan = picture[last..<picture.count - 2]
  let bomb = picture[..<last] + Array(repeating: scan, count: 900).joined() + [0xFF, 0xD9]
  #expect(refusal(Array(bomb)).contains("scans go over its pixels too often"))
}

/// Sizes a file claims and has not: refused by what they are, or by the data that are missing, and nothing traps.
@Test(arguments: [0, 1, 15, 17, 640, 4096, 8192, 8193, 30_000, 65_535])
func aSizeThatIsALieIsRefused(claim: Int) throws {
  let size = PixelSize(width: 16, height: 16)
  for other in [16, 1, 0, 30_000, claim] {
    var jpeg = Fixture.jpeg(size, ramp(size))
    let sof = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(sof + 5..<sof + 9, with: Fixture.big(other, 2) + Fixture.big(claim, 2))
    var png = Fixture.png(size, ramp(size))
    png.replaceSubrange(16..<24, with: Fixture.big(claim, 4) + Fixture.big(other, 4))
    png = Fixture.repaired(png)
    var lossless = Fixture.webp(size, ramp(size))
    let mark = try #require(lossless.indices.first { lossless[$0...].starts(with: "VP8L".utf8) })
    let bits = max(claim - 1, 0) & 0x3FFF | (max(other - 1, 0) & 0x3FFF) << 14
    lossless.replaceSubrange(mark + 9..<mark + 13, with: Fixture.little(bits, 4))
    for bytes in [jpeg, png, lossless] {
      guard let picture = try? decoder.decode(bytes, named: "x", fitting: frame, mode: .cover) else { continue }
      #expect(picture.size == frame)
      // Less than there is, and of another shape at most.
      #expect(claim <= 17 || claim * other <= 4096 * 16)
    }
  }
}
