import CWebP
import Numbers
import Scene

/// Reads WebP with libwebp; of a moving one its first picture.
enum WebPFile {
  /// `WebPGetFeatures`, and the orientation from the EXIF chunk.
  static func header(_ bytes: [UInt8]) throws(ImageError) -> ImageDecoder.Header {
    let features = try features(bytes)
    let stored = PixelSize(width: Int(features.width), height: Int(features.height))
    let orientation = exif(bytes).map(EXIFOrientation.init(tiff:)) ?? .upright
    return ImageDecoder.Header(
      format: .webp, size: orientation.swapsAxes ? stored.transposed : stored, orientation: orientation, isWhole: true)
  }

  static func scaled(_ bytes: [UInt8], to placement: Placement) throws(ImageError) -> [UInt32] {
    let features = try features(bytes)
    let source = PixelSize(width: Int(features.width), height: Int(features.height))
    if features.has_animation != 0 {
      return Resampler.resampled(try firstFrame(of: bytes, on: source), size: source, to: placement)
    }
    // libwebp averages while it decodes, good down to twice the wanted size, where the cubic filter takes over. It scales
    // colours before it premultiplies them, so pictures with alpha are decoded as they are.
    let shrink = features.has_alpha != 0 ? 1 : min(1, 2 / placement.reduction)
    let size = PixelSize(
      width: Int(clamping: (Double(source.width) * shrink).rounded(.up)),
      height: Int(clamping: (Double(source.height) * shrink).rounded(.up)))
    let words = try decode(bytes, size: size, isScaled: size != source)
    return Resampler.resampled(words, size: size, of: source, to: placement)
  }

  /// The whole canvas, clear where the first frame is not.
  private static func firstFrame(of bytes: [UInt8], on canvas: PixelSize) throws(ImageError) -> [UInt32] {
    guard let frame = WebPFrame(firstOf: bytes) else {
      throw .damaged("the file ends before its first WebP picture does")
    }
    let place = frame.place
    let features = try features(frame.bytes)
    guard features.has_animation == 0, place.x1 <= canvas.width, place.y1 <= canvas.height,
      Int(features.width) == place.width, Int(features.height) == place.height
    else { throw .damaged("its first WebP picture does not lie on its canvas") }
    let words = try decode(frame.bytes, size: PixelSize(width: place.width, height: place.height), isScaled: false)
    if place.width == canvas.width, place.height == canvas.height { return words }
    var whole = [UInt32](repeating: 0, count: canvas.area)
    for y in 0..<place.height {
      let start = (place.y0 + y) * canvas.width + place.x0
      // Fits: the frame lies on the canvas, by the lines before, and has a word for each of its pixels.
      whole.replaceSubrange(start..<start + place.width, with: words[y * place.width..<(y + 1) * place.width])
    }
    return whole
  }

  private static func features(_ bytes: [UInt8]) throws(ImageError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    try check(unsafe WebPGetFeatures(bytes, bytes.count, &features))
    return features
  }

  /// `WebPDecode` to premultiplied words `0xAARRGGBB`.
  private static func decode(_ bytes: [UInt8], size: PixelSize, isScaled: Bool) throws(ImageError) -> [UInt32] {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else {
      throw .unsupported("the installed libwebp does not fit this program", do: "install the distribution's libwebp")
    }
    unsafe config.options.use_scaling = isScaled ? 1 : 0
    unsafe config.options.scaled_width = Int32(clamping: size.width)
    unsafe config.options.scaled_height = Int32(clamping: size.height)
    unsafe config.output.colorspace = MODE_bgrA
    unsafe config.output.is_external_memory = 1
    var status = VP8_STATUS_OK
    let words = unsafe [UInt32](unsafeUninitializedCapacity: size.area) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      count = size.area
      let memory = UnsafeMutableRawBufferPointer(buffer)
      unsafe config.output.u.RGBA = unsafe WebPRGBABuffer(
        rgba: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: Int32(clamping: size.width * 4),
        size: memory.count)
      status = unsafe WebPDecode(bytes, bytes.count, &config)
    }
    unsafe WebPFreeDecBuffer(&config.output)
    try check(status)
    return words
  }

  private static func check(_ status: VP8StatusCode) throws(ImageError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw .noMemory
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: throw .damaged("the file ends before its WebP picture does")
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw .unsupported("it uses a feature of WebP that is not read", do: "save it as JPEG or PNG")
    default: throw .damaged("its WebP data cannot be read (libwebp says \(status.rawValue))")
    }
  }

  /// The TIFF structure of the EXIF chunk.
  ///
  /// Source: WebP container specification (RIFF chunks of even length after a 12-byte header). Some writers keep JPEG's
  /// `Exif`, 0, 0 in front of it.
  private static func exif(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let payload = WebPFrame.chunks(bytes.dropFirst(12)).first(where: { $0.type == "EXIF" })?.payload
    else {
      return nil
    }
    return payload.starts(with: "Exif\0\0".utf8) ? payload.dropFirst(6) : payload
  }
}
