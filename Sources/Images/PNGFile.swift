import CSPNG
import Numbers
import Scene

/// Reads PNG with libspng, row by row, so that a large picture is never in memory as a whole.
enum PNGFile {
  /// Bytes an ancillary chunk may have, and all of them together, unpacked.
  private static let chunkBytes = (each: 4 << 20, all: 8 << 20)

  /// Reads the chunks before the picture data: IHDR, and the orientation from eXIf.
  static func header(_ bytes: [UInt8]) throws(ImageError) -> ImageDecoder.Header {
    let damaged = ImageError.damaged("its PNG header cannot be read")
    var chunks = PNGChunks(bytes)
    guard let first = chunks.next(), first.type == "IHDR", first.payload.count == 13 else { throw damaged }
    let ihdr = Array(first.payload)
    // Fits: the first chunk has 13 bytes.
    let stored = PixelSize(
      width: ihdr[0..<4].reduce(0) { $0 << 8 | Int($1) }, height: ihdr[4..<8].reduce(0) { $0 << 8 | Int($1) })
    var orientation = EXIFOrientation.upright
    while let chunk = chunks.next(), chunk.type != "IDAT" {
      if chunk.type == "eXIf" { orientation = EXIFOrientation(tiff: chunk.payload) }
    }
    return ImageDecoder.Header(
      format: .png, size: orientation.swapsAxes ? stored.transposed : stored, orientation: orientation,
      isWhole: ihdr[12] != 0)
  }

  static func scaled(_ bytes: [UInt8], to placement: Placement) throws(ImageError) -> [UInt32] {
    var resampler: Resampler?
    try unsafe rows(bytes) { size, row in
      if resampler == nil { resampler = Resampler(source: size, region: placement.region, target: placement.target) }
      unsafe resampler?.push(row)
    }
    return resampler?.words ?? []
  }

  /// Decodes every row, top to bottom, to premultiplied words `0xAARRGGBB`.
  ///
  /// - Parameter body: gets the picture's size and one row, valid during the call.
  static func rows(
    _ bytes: [UInt8], _ body: (PixelSize, UnsafeBufferPointer<UInt32>) -> Void
  ) throws(ImageError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
      guard let context = unsafe spng_ctx_new(0) else { throw .noMemory }
      defer { unsafe spng_ctx_free(context) }
      try check(unsafe spng_set_chunk_limits(context, chunkBytes.each, chunkBytes.all))
      try check(unsafe spng_set_png_buffer(context, buffer.baseAddress, buffer.count))
      var ihdr = spng_ihdr()
      try check(unsafe spng_get_ihdr(context, &ihdr))
      let size = PixelSize(width: Int(ihdr.width), height: Int(ihdr.height))
      let format = Int32(SPNG_FMT_RGBA8.rawValue)
      let transparency = Int32(SPNG_DECODE_TRNS.rawValue)
      if ihdr.interlace_method == 0 {
        var row = [UInt32](repeating: 0, count: size.width)
        try check(
          unsafe spng_decode_image(
            context, nil, 0, format, transparency | Int32(SPNG_DECODE_PROGRESSIVE.rawValue)))
        for y in 0..<size.height {
          let result = unsafe spng_decode_row(context, &row, size.width * 4)
          try check(result == SPNG_EOI.rawValue && y == size.height - 1 ? 0 : result)
          premultiply(&row, 0..<size.width)
          unsafe row.withUnsafeBufferPointer { unsafe body(size, $0) }
        }
      } else {
        var words = [UInt32](repeating: 0, count: size.area)
        try check(unsafe spng_decode_image(context, &words, size.area * 4, format, transparency))
        premultiply(&words, 0..<size.area)
        unsafe words.withUnsafeBufferPointer { words in
          for y in 0..<size.height {
            // Fits: rows of a picture that is in memory as a whole.
            unsafe body(size, UnsafeBufferPointer(rebasing: words[y * size.width..<(y + 1) * size.width]))
          }
        }
      }
    }
  }

  /// Straight R, G, B, A in memory to premultiplied words, in place.
  private static func premultiply(_ words: inout [UInt32], _ range: Range<Int>) {
    for index in range {
      let word = UInt32(littleEndian: words[index])
      let red = word & 0xFF
      let green = word >> 8 & 0xFF
      let blue = word >> 16 & 0xFF
      let alpha = word >> 24
      if alpha == 255 {
        words[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
      } else {
        words[index] =
          Pixel(
            Color(
              red: UInt8(truncatingIfNeeded: red), green: UInt8(truncatingIfNeeded: green),
              blue: UInt8(truncatingIfNeeded: blue), alpha: UInt8(truncatingIfNeeded: alpha))
          ).word
      }
    }
  }

  static func check(_ result: Int32) throws(ImageError) {
    switch result {
    case 0: return
    case Int32(SPNG_EMEM.rawValue): throw .noMemory
    case Int32(SPNG_IO_EOF.rawValue), Int32(SPNG_EIDAT_TOO_SHORT.rawValue):
      throw .damaged("the file ends before its PNG picture does")
    default:
      throw .damaged("its PNG data cannot be read (\(unsafe String(cString: spng_strerror(result))))")
    }
  }
}

/// The chunks of a PNG in order, without their checksums.
///
/// Source: PNG 3rd edition 5.3: length, type, payload, CRC; numbers big-endian.
struct PNGChunks: IteratorProtocol {
  struct Chunk {
    var type: String
    var payload: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes.dropFirst(PNG.signature.count) }

  /// The next chunk, or nil at the end and where the bytes stop making sense.
  mutating func next() -> Chunk? {
    guard rest.count >= 12 else { return nil }
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length <= rest.count - 12 else { return nil }
    let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
    // Fits: four bytes, which are never negative.
    let payload = rest.dropFirst(8).prefix(length)
    // Fits: the same, and twelve more.
    rest = rest.dropFirst(12 + length)
    return Chunk(type: type, payload: payload)
  }
}
