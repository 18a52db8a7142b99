import CSPNG
import Glibc
import Numbers
public import Scene

/// Pixmaps to PNG files and back, pixel for pixel: screenshots and goldens.
public enum PNG {
  /// What every file begins with. Source: PNG 3rd edition, 5.2.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A PNG of what the viewer sees: 8-bit RGB when the pixmap is opaque, else RGBA with straight alpha.
  public static func encode(_ pixmap: Pixmap) -> [UInt8] {
    let isOpaque = pixmap.isOpaque
    let words = pixmap.words(in: pixmap.bounds)
    var samples: [UInt8] = []
    samples.reserveCapacity(words.count * (isOpaque ? 3 : 4))
    for word in words {
      let color = word >= 0xFF00_0000 ? Color(rgb: word) : Pixel(word: word).straight
      samples.append(color.red)
      samples.append(color.green)
      samples.append(color.blue)
      if !isOpaque { samples.append(color.alpha) }
    }
    return deflate(
      samples, size: pixmap.size, type: isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA)
  }

  /// Decodes at the picture's own size, exactly: what `encode` was given comes back.
  ///
  /// - Parameters:
  ///   - bytes: a PNG of any colour type within the decoder's limits.
  ///   - name: what errors call it.
  public static func decode(_ bytes: [UInt8], named name: String) throws(ImageError) -> Pixmap {
    let header = try ImageDecoder().header(of: bytes, named: name)
    guard header.format == .png else {
      throw ImageError.unsupported("this is a \(header.format.rawValue)", do: "give a PNG").named(name)
    }
    do throws(ImageError) {
      var words: [UInt32] = []
      words.reserveCapacity(header.size.area)
      try unsafe PNGFile.rows(bytes) { unsafe words.append(contentsOf: $1) }
      return Pixmap(words: words, size: header.storedSize, turn: header.orientation)
    } catch {
      throw error.named(name)
    }
  }

  /// `spng_encode_image` into memory of its own.
  private static func deflate(_ samples: [UInt8], size: PixelSize, type: spng_color_type) -> [UInt8] {
    let context = unsafe spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue))
    defer { unsafe spng_ctx_free(context) }
    var ihdr = spng_ihdr(
      width: UInt32(clamping: size.width), height: UInt32(clamping: size.height), bit_depth: 8,
      color_type: UInt8(clamping: type.rawValue),
      compression_method: 0, filter_method: 0, interlace_method: 0)
    var results = [
      unsafe spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1),
      unsafe spng_set_ihdr(context, &ihdr),
      unsafe spng_encode_image(
        context, samples, samples.count, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_FINALIZE.rawValue)),
    ]
    var count = 0
    var result: Int32 = 0
    let memory = unsafe spng_get_png_buffer(context, &count, &result)
    defer { unsafe free(memory) }
    results.append(result)
    // The header and the samples are made above to fit each other, so nothing but exhausted memory can be meant.
    // Fits: what is written are frames and tests' pictures, of which libspng refuses none; memory that ends, ends everything.
    precondition(results.allSatisfy { $0 == 0 }, "libspng writes a well-formed picture")
    // Fits: libspng's own memory and its length.
    return unsafe Array(UnsafeRawBufferPointer(start: memory, count: count))
  }
}
