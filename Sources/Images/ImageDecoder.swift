import Numbers
public import Scene

/// Decodes a PNG, JPEG, WebP, GIF or SVG straight to the size it is shown at.
///
/// Off the frame thread only. The header is read and judged before anything is decoded, so that a small file that unfolds to
/// gigabytes costs nothing. Colours are taken as sRGB: profiles and gamma are ignored, as cheap panels do. What moves
/// shows its still or first picture.
public struct ImageDecoder: Sendable {
  /// What is refused before it is decoded.
  public var limits: Limits

  /// - Parameter limits: what is refused before it is decoded.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// What is refused before decoding.
  public struct Limits: Sendable, Hashable {
    /// Bytes of a file.
    public var bytes = 8 << 20
    /// Pixels a side.
    public var side = 8192
    /// Pixels of a picture that is decoded scaled or row by row.
    public var pixels = 32 << 20
    /// Pixels of a picture that must be in memory as a whole: WebP, GIF and interlaced PNG.
    public var wholePixels = 16 << 20
    /// Bytes a codec may hold of a picture beside its pixels: a JPEG's parts until its last scan has come.
    public var heldBytes = 64 << 20

    /// Limits for a panel's pictures.
    public init() {}
  }

  /// How a picture fills the size it is wanted at; both keep its aspect ratio and magnify small pictures.
  public enum Mode: Sendable, Hashable {
    /// Fills the size exactly; what is too much on two sides is cut off, equally unless the focus asks for more of one.
    case cover
    /// Shows all of the picture: one side is as wanted, the other at most.
    case contain
  }

  /// What a picture says about itself.
  public struct Header: Sendable, Hashable {
    /// What the bytes are.
    public var format: ImageFormat
    /// In pixels, upright: after the turn its EXIF orientation asks for.
    public var size: PixelSize
    /// The turn from stored to upright pixels.
    var orientation: EXIFOrientation
    /// Whether the codec can deliver it only as a whole.
    var isWhole: Bool
    /// Bytes the codec holds beside the pixels it delivers.
    var heldBytes = 0

    /// As the codec delivers it.
    var storedSize: PixelSize { orientation.swapsAxes ? size.transposed : size }
  }

  /// Reads the header and decodes nothing, for layout.
  ///
  /// - Throws: when `decode` would refuse to begin.
  public func header(of bytes: [UInt8], named name: String) throws(ImageError) -> Header {
    do throws(ImageError) {
      return try header(of: bytes)
    } catch {
      throw error.named(name)
    }
  }

  /// Decodes a picture and scales it with a cubic filter in premultiplied sRGB.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: what errors call it.
  ///   - frame: pixels; a side of 0 counts as 1.
  ///   - focus: what stays in sight for `cover`, near the middle; in shares of the upright picture's sides, each 0...1.
  ///   - border: clear pixels around the pixmap, for sprites.
  /// - Returns: upright; `frame`'s size for `cover`, at most that for `contain`; opaque when every pixel is.
  public func decode(
    _ bytes: [UInt8], named name: String, fitting frame: PixelSize, mode: Mode, focus: Point = Point(x: 0.5, y: 0.5),
    border: Int = 0
  ) throws(ImageError) -> Pixmap {
    let frame = PixelSize(width: max(frame.width, 1), height: max(frame.height, 1))
    do throws(ImageError) {
      let header = try header(of: bytes)
      if header.format == .svg {
        return try SVGPicture.pixmap(bytes, fitting: frame, mode: mode, focus: focus, border: border)
      }
      let turn = header.orientation
      let placement = Placement(
        source: header.storedSize, frame: turn.swapsAxes ? frame.transposed : frame, mode: mode,
        focus: turn.stored(focus))
      let words =
        switch header.format {
        case .png: try PNGFile.scaled(bytes, to: placement)
        case .jpeg: try JPEGFile.scaled(bytes, to: placement)
        case .webp: try WebPFile.scaled(bytes, to: placement)
        case .gif: try GIFFile.scaled(bytes, to: placement)
        case .svg: [UInt32]()
        }
      return Pixmap(words: words, size: placement.target, turn: turn, border: border)
    } catch {
      throw error.named(name)
    }
  }

  private func header(of bytes: [UInt8]) throws(ImageError) -> Header {
    guard bytes.count <= limits.bytes else {
      throw .tooLarge(
        "\(grouped(bytes.count)) bytes is more than the \(grouped(limits.bytes)) that are allowed",
        do: "make the picture smaller")
    }
    let header =
      switch try ImageFormat(recognising: bytes) {
      case .png: try PNGFile.header(bytes)
      case .jpeg: try JPEGFile.header(bytes)
      case .webp: try WebPFile.header(bytes)
      case .gif: try GIFFile.header(bytes)
      case .svg: try SVGPicture.header(bytes)
      }
    let size = header.size
    guard size.width > 0 && size.height > 0 else { throw .damaged("its header says that it has no pixels") }
    let wording = "\(grouped(size.width)) x \(grouped(size.height)) pixels is more than the"
    guard size.width <= limits.side && size.height <= limits.side else {
      throw .tooLarge("\(wording) \(grouped(limits.side)) a side that are allowed", do: "make the picture smaller")
    }
    let pixels = header.isWhole ? limits.wholePixels : limits.pixels
    guard size.area <= pixels else {
      let kind = header.isWhole ? "\(header.format.rawValue) of this kind" : header.format.rawValue
      throw .tooLarge("\(wording) \(grouped(pixels)) that are allowed in a \(kind)", do: "make the picture smaller")
    }
    guard header.heldBytes <= limits.heldBytes else {
      throw .tooLarge(
        "\(grouped(size.width)) x \(grouped(size.height)) pixels in several scans take \(grouped(header.heldBytes >> 20)) MB until the last one has come; at most \(grouped(limits.heldBytes >> 20)) MB are allowed",
        do: "save it as a plain (baseline) JPEG, or make the picture smaller")
    }
    return header
  }
}

/// Which part of a stored picture shows, and at which size.
struct Placement: Equatable {
  /// In stored pixels, inside the picture.
  var region: Rect
  /// In output pixels, before the EXIF turn.
  var target: PixelSize

  /// - Parameter focus: in shares of the stored sides.
  init(
    source: PixelSize, frame: PixelSize, mode: ImageDecoder.Mode, focus: Point = Point(x: 0.5, y: 0.5)
  ) {
    let width = Double(source.width)
    let height = Double(source.height)
    let across = Double(frame.width) / width
    let down = Double(frame.height) / height
    switch mode {
    case .cover:
      let scale = max(across, down)
      // The side that decides is kept whole, free of the rounding of a division.
      let shown = Size(
        width: across >= down ? width : Double(frame.width) / scale,
        height: down >= across ? height : Double(frame.height) / scale)
      let origin = Size(width: width, height: height).origin(of: shown, around: focus)
      region = Rect(x: origin.x, y: origin.y, width: shown.width, height: shown.height)
      target = frame
    case .contain:
      let scale = min(across, down)
      region = Rect(x: 0, y: 0, width: width, height: height)
      target = PixelSize(
        width: min(frame.width, max(1, Int(clamping: (width * scale).rounded()))),
        height: min(frame.height, max(1, Int(clamping: (height * scale).rounded()))))
    }
  }

  /// Stored pixels per output pixel, the smaller of both axes: a codec may scale down by this much and lose nothing.
  var reduction: Double { min(region.width / Double(target.width), region.height / Double(target.height)) }

  /// The same region of a picture that a codec delivers scaled.
  func region(scaledBy x: Double, _ y: Double) -> Rect {
    Rect(x: region.x * x, y: region.y * y, width: region.width * x, height: region.height * y)
  }
}
