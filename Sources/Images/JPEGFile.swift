import CTurboJPEG
import Numbers
import Scene

/// Reads JPEG with libturbojpeg, which scales down in eighths while it decodes.
enum JPEGFile {
  /// Pixels of the scaled picture that is held while it is resampled: 64 MB.
  private static let heldPixels = 16 << 20
  /// Blocks of 8 x 8 that all scans together pass over: a tenth of a microsecond each. Ten scans are usual.
  private static let maximumVisits = 32 << 20

  /// `tjDecompressHeader3`, and the orientation from the EXIF segment.
  static func header(_ bytes: [UInt8]) throws(ImageError) -> ImageDecoder.Header {
    var codec = try Decompressor()
    let stored = try codec.size(bytes)
    let orientation = exif(bytes).map(EXIFOrientation.init(tiff:)) ?? .upright
    let scans = JPEGScans(bytes)
    guard scans.visits <= maximumVisits else {
      throw .tooLarge(
        "its \(grouped(scans.count)) scans go over its pixels too often", do: "save it as a plain (baseline) JPEG")
    }
    return ImageDecoder.Header(
      format: .jpeg, size: orientation.swapsAxes ? stored.transposed : stored, orientation: orientation,
      isWhole: false, heldBytes: scans.heldBytes)
  }

  static func scaled(_ bytes: [UInt8], to placement: Placement) throws(ImageError) -> [UInt32] {
    var codec = try Decompressor()
    let source = try codec.size(bytes)
    let factor = factor(for: source, reduction: placement.reduction)
    let size = scaledSize(source, factor)
    let scans = JPEGScans(bytes)
    let words = try codec.decompress(
      scans.showsAllEarly ? Array(bytes.prefix(max(0, scans.wholeBytes))) : bytes, size: size,
      mayEnd: scans.showsAllEarly)
    // A scaled pixel covers exactly denom/num stored ones; only the last row and column may reach over the edge.
    let scale = Double(factor.num) / Double(factor.denom)
    return Resampler.resampled(
      words, size: size, region: placement.region(scaledBy: scale, scale), target: placement.target)
  }

  /// The smallest scale that still has every pixel wanted; smaller yet when the result would be too large to hold.
  private static func factor(for source: PixelSize, reduction: Double) -> tjscalingfactor {
    var smallest = tjscalingfactor(num: 1, denom: 8)
    for eighths in 1...8 {
      let candidate = tjscalingfactor(num: Int32(clamping: eighths), denom: 8)
      if eighths > 1, scaledSize(source, candidate).area > heldPixels { break }
      smallest = candidate
      if Double(eighths) * reduction >= 8 { break }
    }
    return smallest
  }

  private static func scaledSize(_ size: PixelSize, _ factor: tjscalingfactor) -> PixelSize {
    PixelSize(
      width: Int(vitrine_tj_scaled(Int32(clamping: size.width), factor)),
      height: Int(vitrine_tj_scaled(Int32(clamping: size.height), factor)))
  }

  /// The TIFF structure of the first EXIF segment before the picture data.
  ///
  /// Sources: ISO 10918-1 B.1.1.4 (segments), EXIF 2.32 4.7.2 (APP1 begins with `Exif`, 0, 0).
  private static func exif(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var offset = 2
    // Fits: a marker and its length are four bytes, and a segment ends before the file does.
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      if marker == 0xFF {  // A fill byte.
        offset += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { return nil }
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let payload = bytes[offset + 4..<end]
      if marker == 0xE1, payload.starts(with: "Exif\0\0".utf8) { return payload.dropFirst(6) }
      offset = end
    }
    return nil
  }
}

/// One `tjhandle`: made by `tjInitDecompress`, ended by `tjDestroy`.
@safe private struct Decompressor: ~Copyable {
  private let handle: tjhandle
  /// The picture is made for printing: cyan, magenta, yellow and black.
  private var hasFourInks = false

  init() throws(ImageError) {
    guard let handle = unsafe tjInitDecompress() else { throw .noMemory }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe tjDestroy(handle) }

  /// `tjDecompressHeader3`.
  mutating func size(_ bytes: [UInt8]) throws(ImageError) -> PixelSize {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colors: Int32 = 0
    let result = unsafe tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors)
    // It has no name for some ways of sampling, and decodes them all the same.
    let isUnnamed = subsampling < 0 && width > 0 && height > 0 && message.contains("subsampling")
    guard result == 0 || isHarmless || isUnnamed else {
      throw .damaged("its JPEG header cannot be read (\(message))")
    }
    hasFourInks = colors == TJCS_CMYK.rawValue || colors == TJCS_YCCK.rawValue
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// `tjDecompress2` at one of the sizes libturbojpeg scales to; opaque words `0xAARRGGBB`.
  ///
  /// - Parameter mayEnd: what has come when the file ends is taken for the picture.
  func decompress(_ bytes: [UInt8], size: PixelSize, mayEnd: Bool) throws(ImageError) -> [UInt32] {
    var result: Int32 = 0
    let format = hasFourInks ? TJPF_CMYK : TJPF_BGRA
    // Scans are limited because a small progressive file may hold thousands of them.
    var words = unsafe [UInt32](unsafeUninitializedCapacity: size.area) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      count = size.area
      result = unsafe tjDecompress2(
        handle, bytes, UInt(bytes.count), UnsafeMutableRawPointer(buffer.baseAddress),
        Int32(clamping: size.width), Int32(clamping: size.width * 4), Int32(clamping: size.height),
        Int32(clamping: format.rawValue), TJFLAG_LIMITSCANS)
    }
    let isEarly = mayEnd && isWarning && message.contains("Premature end")
    guard result == 0 || isHarmless || isEarly else { throw .damaged("its JPEG data cannot be read (\(message))") }
    if hasFourInks { for index in words.indices { words[index] = Self.color(ofInks: words[index]) } }
    return words
  }

  /// Four bytes C, M, Y and K in memory to an opaque word `0xAARRGGBB`. Paper is 255, because all programs that write such files do
  /// as Adobe's did first.
  private static func color(ofInks word: UInt32) -> UInt32 {
    let inks = UInt32(littleEndian: word)
    let black = inks >> 24
    func light(_ shift: UInt32) -> UInt32 { ((inks >> shift & 255) * black + 127) / 255 }
    return 0xFF00_0000 | light(0) << 16 | light(8) << 8 | light(16)
  }

  private var isWarning: Bool { unsafe tjGetErrorCode(handle) == TJERR_WARNING.rawValue }

  /// Cameras leave stray bytes between segments; nothing of the picture is missing then.
  private var isHarmless: Bool {
    isWarning && message.contains("extraneous")
  }

  private var message: String { unsafe String(cString: tjGetErrorStr2(handle)) }
}
