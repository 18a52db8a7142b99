import CSPNG
import CTurboJPEG
import CWebP
import Glibc
import Scene

@testable import Images

/// Small files, made by the libraries' own encoders.
enum Fixture {
  /// Straight colours by column and row.
  typealias Picture = (_ x: Int, _ y: Int) -> Color

  static func jpeg(
    _ size: PixelSize, quality: Int32 = 95, subsampling: TJSAMP = TJSAMP_444, flags: Int32 = 0, orientation: Int? = nil,
    _ picture: Picture
  ) -> [UInt8] {
    let handle = unsafe tjInitCompress()
    defer { unsafe tjDestroy(handle) }
    let samples = rgba(size, picture)
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = unsafe tjCompress2(
      handle, samples, Int32(size.width), 0, Int32(size.height), Int32(TJPF_RGBA.rawValue), &memory, &count,
      Int32(subsampling.rawValue), quality, flags)
    defer { unsafe tjFree(memory) }
    precondition(result == 0, "the fixture can be compressed")
    let bytes = unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count)))
    guard let orientation else { return bytes }
    let exif = Array("Exif\0\0".utf8) + tiff(orientation: orientation)
    return bytes[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[2...]
  }

  /// A JPEG with four inks, all of one colour.
  static func cmyk(_ size: PixelSize, _ inks: [UInt8]) -> [UInt8] {
    let handle = unsafe tjInitCompress()
    defer { unsafe tjDestroy(handle) }
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = unsafe tjCompress2(
      handle, (0..<size.area).flatMap { _ in inks }, Int32(size.width), 0, Int32(size.height),
      Int32(TJPF_CMYK.rawValue), &memory, &count, Int32(TJSAMP_444.rawValue), 90, 0)
    defer { unsafe tjFree(memory) }
    precondition(result == 0, "the fixture can be compressed")
    return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count)))
  }

  /// - Parameter quality: nil for lossless.
  static func webp(
    _ size: PixelSize, quality: Float? = nil, orientation: Int? = nil, _ picture: Picture
  ) -> [UInt8] {
    let samples = rgba(size, picture)
    var memory: UnsafeMutablePointer<UInt8>?
    let (width, height) = (Int32(size.width), Int32(size.height))
    let count =
      if let quality {
        unsafe WebPEncodeRGBA(samples, width, height, width * 4, quality, &memory)
      } else {
        unsafe WebPEncodeLosslessRGBA(samples, width, height, width * 4, &memory)
      }
    defer { unsafe WebPFree(memory) }
    precondition(count > 0, "the fixture can be compressed")
    let bytes = unsafe Array(UnsafeBufferPointer(start: memory, count: count))
    guard let orientation else { return bytes }
    let exif = riff("EXIF", tiff(orientation: orientation))
    // Flags: EXIF and alpha.
    return webpContainer(size, flags: 0x18, Array(bytes[12...]) + exif)
  }

  static func webpContainer(_ size: PixelSize, flags: UInt8, _ chunks: [UInt8]) -> [UInt8] {
    let canvas = little(size.width - 1, 3) + little(size.height - 1, 3)
    let body = Array("WEBP".utf8) + riff("VP8X", [flags, 0, 0, 0] + canvas) + chunks
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  static func riff(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    Array(type.utf8) + little(payload.count, 4) + payload + (payload.count.isMultiple(of: 2) ? [] : [0])
  }

  /// A PNG of packed samples, row after row.
  static func png(
    _ size: PixelSize, type: spng_color_type, depth: UInt8, isInterlaced: Bool = false, samples: [UInt8],
    palette: [Color] = [], transparent: spng_trns? = nil, orientation: Int? = nil
  ) -> [UInt8] {
    let context = unsafe spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue))
    defer { unsafe spng_ctx_free(context) }
    unsafe spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
    var ihdr = spng_ihdr(
      width: UInt32(size.width), height: UInt32(size.height), bit_depth: depth, color_type: UInt8(type.rawValue),
      compression_method: 0, filter_method: 0, interlace_method: isInterlaced ? 1 : 0)
    unsafe spng_set_ihdr(context, &ihdr)
    if !palette.isEmpty {
      var plte = spng_plte()
      plte.n_entries = UInt32(palette.count)
      unsafe withUnsafeMutableBytes(of: &plte.entries) { entries in
        for (index, color) in palette.enumerated() {
          unsafe entries.storeBytes(of: color.red, toByteOffset: index * 4, as: UInt8.self)
          unsafe entries.storeBytes(of: color.green, toByteOffset: index * 4 + 1, as: UInt8.self)
          unsafe entries.storeBytes(of: color.blue, toByteOffset: index * 4 + 2, as: UInt8.self)
        }
      }
      unsafe spng_set_plte(context, &plte)
    }
    if var transparent { unsafe spng_set_trns(context, &transparent) }
    var tiff = tiff(orientation: orientation ?? 1).map { CChar(bitPattern: $0) }
    let result = unsafe tiff.withUnsafeMutableBufferPointer { tiff in
      var exif = unsafe spng_exif(length: tiff.count, data: tiff.baseAddress)
      if orientation != nil { unsafe spng_set_exif(context, &exif) }
      return unsafe spng_encode_image(
        context, samples, samples.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue))
    }
    precondition(result == 0, "the fixture can be compressed")
    var count = 0
    var code: Int32 = 0
    let memory = unsafe spng_get_png_buffer(context, &count, &code)
    defer { unsafe free(memory) }
    return unsafe Array(UnsafeRawBufferPointer(start: memory, count: count))
  }

  static func png(_ size: PixelSize, isInterlaced: Bool = false, orientation: Int? = nil, _ picture: Picture) -> [UInt8]
  {
    png(
      size, type: SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, depth: 8, isInterlaced: isInterlaced, samples: rgba(size, picture),
      orientation: orientation)
  }

  /// A chunk with its checksum.
  static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    return big(payload.count, 4) + body + big(Int(crc(body)), 4)
  }

  /// The bytes of a PNG with the checksum of every chunk put right, as far as they make chunks.
  static func repaired(_ png: [UInt8]) -> [UInt8] {
    var bytes = png
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 12 else { break }
      let sum = crc(Array(bytes[offset + 4..<offset + 8 + length]))
      bytes.replaceSubrange(offset + 8 + length..<offset + 12 + length, with: big(Int(sum), 4))
      offset += 12 + length
    }
    return bytes
  }

  /// Source: PNG 3rd edition, annex D, bit by bit.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// A TIFF directory with a width and an orientation, big-endian.
  static func tiff(orientation: Int, isLittle: Bool = false) -> [UInt8] {
    let number = isLittle ? little : big
    var bytes = Array((isLittle ? "II" : "MM").utf8)
    bytes += number(42, 2) + number(8, 4) + number(2, 2)
    bytes += number(0x0100, 2) + number(4, 2) + number(1, 4) + number(640, 4)
    bytes += number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    return bytes + number(0, 4)
  }

  static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { (index: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> (index * 8)) }
  }

  static func rgba(_ size: PixelSize, _ picture: Picture) -> [UInt8] {
    (0..<size.area).flatMap { index -> [UInt8] in
      let color = picture(index % size.width, index / size.width)
      return [color.red, color.green, color.blue, color.alpha]
    }
  }
}

/// A picture in which every pixel tells where it is, smooth enough for JPEG.
func ramp(_ size: PixelSize) -> Fixture.Picture {
  let right = max(1, size.width - 1)
  let bottom = max(1, size.height - 1)
  return { x, y in Color(red: UInt8(255 * x / right), green: UInt8(255 * y / bottom), blue: 64) }
}

extension Pixmap {
  /// Every pixel the viewer sees, row after row.
  var words: [UInt32] { words(in: bounds) }
}

/// The largest difference of a channel between two pictures of one size.
func distance(_ a: Pixmap, _ b: Pixmap) -> Int {
  var largest = 0
  for (first, second) in zip(a.words, b.words) {
    for shift: UInt32 in [0, 8, 16, 24] {
      largest = max(largest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
    }
  }
  return largest
}
