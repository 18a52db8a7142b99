import CGIF
import Numbers
import Scene

/// Reads the first picture of a GIF with giflib: what moves is a film, and films are not shown.
enum GIFFile {
  /// The header, and everything up to the first picture.
  static func header(_ bytes: [UInt8]) throws(ImageError) -> ImageDecoder.Header {
    let size = try GIFReader.reading(bytes) { reader throws(ImageError) in try reader.place().screen }
    return ImageDecoder.Header(format: .gif, size: size, orientation: .upright, isWhole: true)
  }

  static func scaled(_ bytes: [UInt8], to placement: Placement) throws(ImageError) -> [UInt32] {
    let (size, words) = try GIFReader.reading(bytes) { reader throws(ImageError) in
      let place = try reader.place()
      return (place.screen, try reader.words(at: place))
    }
    return Resampler.resampled(words, size: size, to: placement)
  }
}

/// One `GifFileType`: made by `DGifOpen`, ended by `DGifCloseFile`.
@safe private struct GIFReader: ~Copyable {
  /// Where the first picture lies.
  struct Place {
    var screen: PixelSize
    var frame: PixelRect
    var isInterlaced: Bool
    /// Its colour that is none.
    var clear: Int?
  }

  /// The bytes that `DGifOpen`'s callback gives out.
  @safe private struct Source {
    var rest: UnsafeRawBufferPointer
  }

  private let file: UnsafeMutablePointer<GifFileType>

  /// - Parameter source: outlives the reader.
  private init(_ source: UnsafeMutablePointer<Source>) throws(ImageError) {
    var error: Int32 = 0
    let file = unsafe DGifOpen(
      source,
      { file, target, wanted in
        guard let source = unsafe file?.pointee.UserData?.assumingMemoryBound(to: Source.self), wanted > 0 else {
          return 0
        }
        let count = unsafe min(Int(wanted), source.pointee.rest.count)
        if count > 0 {
          // Fits: there are bytes, and so they are somewhere; and no fewer than `count`.
          unsafe target?.update(
            from: source.pointee.rest.baseAddress!.assumingMemoryBound(to: UInt8.self), count: count)
          // Fits: more than 0 of them are taken.
          unsafe source.pointee.rest = UnsafeRawBufferPointer(rebasing: source.pointee.rest.dropFirst(count))
        }
        return Int32(clamping: count)
      }, &error)
    guard let file = unsafe file else {
      if error == D_GIF_ERR_NOT_ENOUGH_MEM { throw .noMemory }
      throw .damaged("its GIF header cannot be read")
    }
    unsafe self.file = file
  }

  deinit { unsafe DGifCloseFile(file, nil) }

  static func reading<Result>(
    _ bytes: [UInt8], _ body: (borrowing GIFReader) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { bytes throws(ImageError) in
      var source = unsafe Source(rest: UnsafeRawBufferPointer(bytes))
      return try unsafe withUnsafeMutablePointer(to: &source) { source throws(ImageError) in
        try body(unsafe GIFReader(source))
      }
    }
  }

  /// Goes on to the first picture. `DGifGetRecordType`, `DGifGetImageDesc`.
  func place() throws(ImageError) -> Place {
    var clear: Int?
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      try check(unsafe DGifGetRecordType(file, &kind))
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        try check(unsafe DGifGetImageDesc(file))
        let image = unsafe file.pointee.Image
        let frame = unsafe PixelRect(
          x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
        // As browsers do: a picture larger than the screen it is for makes that larger.
        let screen = unsafe PixelSize(
          width: max(Int(file.pointee.SWidth), frame.x1), height: max(Int(file.pointee.SHeight), frame.y1))
        return unsafe Place(screen: screen, frame: frame, isInterlaced: image.Interlace, clear: clear)
      case EXTENSION_RECORD_TYPE: try skipExtension(&clear)
      case TERMINATE_RECORD_TYPE: throw .damaged("there is no picture in it")
      default: throw .damaged("its GIF data cannot be read")
      }
    }
  }

  /// `DGifGetExtension`, `DGifGetExtensionNext`. Source of the graphics control: GIF89a, section 23.
  private func skipExtension(_ clear: inout Int?) throws(ImageError) {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    try check(unsafe DGifGetExtension(file, &code, &block))
    while let bytes = unsafe block {
      if code == GRAPHICS_EXT_FUNC_CODE, unsafe bytes[0] >= 4 {
        clear = unsafe bytes[1] & 1 == 1 ? Int(bytes[4]) : nil
      }
      try check(unsafe DGifGetExtensionNext(file, &block))
    }
  }

  /// The screen with the picture on it, opaque or clear words `0xAARRGGBB`. `DGifGetLine`.
  func words(at place: Place) throws(ImageError) -> [UInt32] {
    let map = unsafe file.pointee.Image.ColorMap ?? file.pointee.SColorMap
    guard let map = unsafe map else { throw .damaged("it has no colours") }
    var colors = unsafe (0..<max(0, Int(map.pointee.ColorCount))).map { index in
      let color = unsafe map.pointee.Colors[index]
      // Fits: three bytes, made wider.
      return 0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8 | UInt32(color.Blue)
    }
    // An index beyond the map is no colour.
    colors += [UInt32](repeating: 0, count: max(256 - colors.count, 0))
    if let clear = place.clear { colors[clear] = 0 }
    var words = [UInt32](repeating: 0, count: place.screen.area)
    var line = [UInt8](repeating: 0, count: place.frame.width)
    // Source: GIF89a, appendix E.
    let passes = place.isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    for (first, step) in passes {
      // Fits: steps of 1 to 8 pixels.
      for y in stride(from: first, to: place.frame.height, by: step) {
        try check(unsafe DGifGetLine(file, &line, Int32(clamping: line.count)))
        let start = (place.frame.y0 + y) * place.screen.width + place.frame.x0
        // Fits: the screen reaches around the frame, and a byte is no more than 255 of the 256 colours or more.
        for (x, index) in line.enumerated() { words[start + x] = colors[Int(index)] }
      }
    }
    return words
  }

  private func check(_ result: Int32) throws(ImageError) {
    guard result == GIF_ERROR else { return }
    switch unsafe file.pointee.Error {
    case D_GIF_ERR_NOT_ENOUGH_MEM: throw .noMemory
    case D_GIF_ERR_READ_FAILED, D_GIF_ERR_EOF_TOO_SOON: throw .damaged("the file ends before its GIF picture does")
    default: throw .damaged("its GIF data cannot be read")
    }
  }
}
