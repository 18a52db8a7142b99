import Markup
import Numbers
import Scene
import XML

/// Draws an SVG of any kind by librsvg: pictures that people bring. Icons and logos that become drawings are `SVGArtwork`'s.
///
/// Nothing is loaded from anywhere. The file is looked through before librsvg sees it: elements, attributes, what it takes to draw, and
/// the pictures in it.
enum SVGPicture {
  static func header(_ bytes: [UInt8]) throws(ImageError) -> ImageDecoder.Header {
    let size = try document(bytes).size ?? standard
    return ImageDecoder.Header(
      format: .svg,
      size: PixelSize(
        width: max(1, Int(clamping: size.width.rounded())), height: max(1, Int(clamping: size.height.rounded()))),
      orientation: .upright, isWhole: false)
  }

  /// - Returns: of `frame`'s size for `cover`, at most that for `contain`.
  static func pixmap(
    _ bytes: [UInt8], fitting frame: PixelSize, mode: ImageDecoder.Mode, focus: Point, border: Int
  ) throws(ImageError) -> Pixmap {
    let document = try document(bytes)
    let size = document.size ?? standard
    let (across, down) = (Double(frame.width) / size.width, Double(frame.height) / size.height)
    let scale = mode == .cover ? max(across, down) : min(across, down)
    guard scale.isFinite, scale > 0 else { throw .damaged("it is too narrow to be seen", do: "correct its size") }
    let drawn = Size(width: size.width * scale, height: size.height * scale)
    let target =
      mode == .cover
      ? frame
      : PixelSize(
        width: min(frame.width, max(1, Int(clamping: drawn.width.rounded()))),
        height: min(frame.height, max(1, Int(clamping: drawn.height.rounded()))))
    let shown = Size(width: Double(target.width), height: Double(target.height))
    let cut = drawn.origin(of: shown, around: focus)
    let viewport =
      mode == .cover
      ? Rect(x: -cut.x, y: -cut.y, width: drawn.width, height: drawn.height)
      : Rect(
        x: (shown.width - drawn.width) / 2, y: (shown.height - drawn.height) / 2, width: drawn.width,
        height: drawn.height)
    return try unsafe Pixmap(size: target, isOpaque: false, border: border) { base, pitch throws(ImageError) in
      try unsafe document.draw(into: base, pitch: pitch, size: target, viewport: viewport)
    }
  }

  /// Of a file that says none, as browsers have it.
  private static let standard = Size(width: 300, height: 150)

  private static func document(_ bytes: [UInt8]) throws(ImageError) -> RsvgDocument {
    let bytes = try checked(bytes)
    guard let library = DrawingLibrary.here else {
      throw .unsupported("drawing it needs librsvg, which is not installed", do: "install librsvg2-2, or simplify it")
    }
    return try RsvgDocument(bytes, library)
  }

  /// The file as librsvg may see it.
  static func checked(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    guard bytes.count <= SVGArtwork.maximumBytes else {
      throw .tooLarge(
        "\(grouped(bytes.count)) bytes is more than the \(grouped(SVGArtwork.maximumBytes)) that are allowed",
        do: "simplify it")
    }
    guard let bytes = XMLScan.withoutDocumentType(bytes) else {
      throw .unsupported("it declares entities", do: "save it without them: as plain SVG")
    }
    let root = try SVGDocument.root(bytes, isWhole: true)
    guard root.name == "svg" else {
      throw .unsupported("this is a <\(root.name)>, not an <svg>", line: root.line, do: "give an SVG file")
    }
    try SVGReferences.check(root)
    var cost = SVGCost(root)
    try cost.check(root)
    return bytes
  }
}

/// What a document points to: itself, or pictures that are in it.
enum SVGReferences {
  static func check(_ element: XMLElement) throws(ImageError) {
    if element.name == "include" || element.name.hasSuffix(":include") {
      throw .unsupported("<include> is not read", line: element.line, do: "put into the file what it includes")
    }
    let isImage = element.name == "image" || element.name == "feImage"
    for attribute in element.attributes {
      let text = attribute.value
      if isImage, attribute.name == "href", SVGScanner.trimmed(text).lowercased().hasPrefix("data:") {
        try picture(text, line: element.line)
      } else if attribute.name != "id", !attribute.name.hasPrefix("data-") {
        try style(text, line: element.line)
      }
    }
    let isStyle = element.name == "style"
    for child in element.children {
      switch child {
      case .element(let inner): try check(inner)
      case .text(let text): if isStyle { try style(text, line: element.line) }
      }
    }
  }

  /// What stands in attributes and style sheets, and could hide a document from being looked through.
  private static func style(_ text: String, line: Int) throws(ImageError) {
    let text = text.lowercased()
    if text.contains("data:") {
      throw .unsupported("something in it that is no picture is written as data:", line: line, do: "put it in place")
    }
    if text.contains("\\") || text.contains("@import") {
      throw .unsupported("an escape or an @import in its styles is not read", line: line, do: "leave it out")
    }
  }

  /// A picture in the file, which is decoded by whatever librsvg has for that: no larger than other pictures may be.
  private static func picture(_ address: String, line: Int) throws(ImageError) {
    let refusal = ImageError.unsupported(
      "a picture in it is none of PNG, JPEG and GIF in base64", line: line, do: "save that picture as PNG")
    guard let comma = address.firstIndex(of: ","), address[..<comma].lowercased().hasSuffix(";base64"),
      let bytes = Base64.decoded(String(address[address.index(after: comma)...]))
    else { throw refusal }
    do throws(ImageError) {
      let header = try ImageDecoder().header(of: bytes, named: "")
      guard [.png, .jpeg, .gif].contains(header.format), header.size.area <= ImageDecoder.Limits().wholePixels else {
        throw refusal
      }
    } catch {
      throw .unsupported(
        "a picture in it cannot be shown: \(error.problem)", line: line, do: error.remedy)
    }
  }
}
