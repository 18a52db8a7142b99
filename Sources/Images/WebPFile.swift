import CWebP
import Scene

/// Reads still WebP with libwebp.
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
    // libwebp averages while it decodes, good down to twice the wanted size, where the cubic filter takes over. It scales
    // colours before it premultiplies them, so pictures with alpha are decoded as they are.
    let shrink = features.has_alpha != 0 ? 1 : min(1, 2 / placement.reduction)
    let size = PixelSize(
      width: Int(clamping: (Double(source.width) * shrink).rounded(.up)),
      height: Int(clamping: (Double(source.height) * shrink).rounded(.up)))
    let words = try decode(bytes, size: size, isScaled: size != source)
    var resampler = Resampler(
      source: size,
      region: placement.region(
        scaledBy: Double(size.width) / Double(source.width), Double(size.height) / Double(source.height)),
      target: placement.target)
    unsafe words.withUnsafeBufferPointer { words in
      for y in 0..<size.height {
        unsafe resampler.push(UnsafeBufferPointer(rebasing: words[y * size.width..<(y + 1) * size.width]))
      }
    }
    return resampler.words
  }

  private static func features(_ bytes: [UInt8]) throws(ImageError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    try check(unsafe WebPGetFeatures(bytes, bytes.count, &features))
    guard features.has_animation == 0 else {
      throw .unsupported("this is an animated WebP", do: "save one frame of it as a still picture")
    }
    return features
  }

  /// `WebPDecode` to premultiplied words `0xAARRGGBB`.
  private static func decode(_ bytes: [UInt8], size: PixelSize, isScaled: Bool) throws(ImageError) -> [UInt32] {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else {
      throw .unsupported("the installed libwebp does not fit this program", do: "install the distribution's libwebp")
    }
    unsafe config.options.use_scaling = isScaled ? 1 : 0
    unsafe config.options.scaled_width = Int32(size.width)
    unsafe config.options.scaled_height = Int32(size.height)
    unsafe config.output.colorspace = MODE_bgrA
    unsafe config.output.is_external_memory = 1
    var status = VP8_STATUS_OK
    let words = unsafe [UInt32](unsafeUninitializedCapacity: size.area) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      count = size.area
      let memory = UnsafeMutableRawBufferPointer(buffer)
      unsafe config.output.u.RGBA = unsafe WebPRGBABuffer(
        rgba: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: Int32(size.width * 4),
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
    var offset = 12
    while offset + 8 <= bytes.count {
      let length = bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 8 else { return nil }
      let payload = bytes[offset + 8..<offset + 8 + length]
      if bytes[offset...].starts(with: "EXIF".utf8) {
        return payload.starts(with: "Exif\0\0".utf8) ? payload.dropFirst(6) : payload
      }
      offset += 8 + length + (length & 1)
    }
    return nil
  }
}
