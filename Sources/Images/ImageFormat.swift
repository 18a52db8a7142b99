/// The formats that are decoded, recognised by their first bytes and never by a file's name.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics, read by libspng.
  case png = "PNG"
  /// Read by libjpeg-turbo.
  case jpeg = "JPEG"
  /// Read by libwebp.
  case webp = "WebP"
  /// Read by giflib.
  case gif = "GIF"
  /// A drawing, which librsvg makes pixels of.
  case svg = "SVG"

  /// Names what the bytes are, or refuses them by the name of what they are instead.
  ///
  /// Sources of the signatures: PNG 3rd edition 5.2, ISO 10918-1 B.1.1.3, the WebP container specification, and for the refused
  /// kinds the "file signatures" each format's specification gives.
  init(recognising bytes: [UInt8]) throws(ImageError) {
    guard !bytes.isEmpty else { throw .damaged("there are no bytes", do: "check where it comes from") }
    if bytes.starts(with: PNG.signature) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.starts(with: "GIF8".utf8) {
      self = .gif
    } else if Self.isSVG(bytes) {
      self = .svg
    } else if let name = Self.refusedKind(bytes) {
      throw .unsupported("this is \(name)", do: "PNG, JPEG, WebP, GIF and SVG are shown")
    } else {
      throw .unsupported("these bytes are no picture of a known kind", do: "PNG, JPEG, WebP, GIF and SVG are shown")
    }
  }

  /// Whether bytes begin as one of them does.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { (try? Self(recognising: bytes)) != nil }

  private static func refusedKind(_ bytes: [UInt8]) -> String? {
    let binary: [(offset: Int, signature: String, name: String)] = [
      (0, "BM", "a BMP"), (0, "II*\0", "a TIFF or a raw photograph"),
      (0, "MM\0*", "a TIFF or a raw photograph"), (0, "\0\0\u{1}\0", "a Windows icon"), (0, "%PDF", "a PDF"),
      (0, "8BPS", "a Photoshop file"), (4, "ftypavi", "an AVIF"), (4, "ftyphei", "a HEIC photograph"),
      (4, "ftypmif1", "a HEIC photograph"), (4, "ftyp", "a film"), (4, "JXL ", "a JPEG XL"),
    ]
    for (offset, signature, name) in binary where bytes.dropFirst(max(0, offset)).starts(with: signature.utf8) {
      return name
    }
    if bytes.starts(with: [0xFF, 0x0A]) { return "a JPEG XL" }
    return refusedText(bytes)
  }

  /// Whether bytes are a drawing for `SVGArtwork`, by how they begin.
  public static func isSVG(_ bytes: [UInt8]) -> Bool {
    let head = head(of: bytes)
    return head.hasPrefix("<") && !isWebPage(head) && head.contains("<svg")
  }

  private static func refusedText(_ bytes: [UInt8]) -> String? {
    let head = head(of: bytes)
    if head.hasPrefix("{") || head.hasPrefix("[") { return "JSON" }
    guard head.hasPrefix("<") else { return nil }
    return isWebPage(head) ? "a web page" : "a web page or XML"
  }

  private static func isWebPage(_ head: String) -> Bool { head.hasPrefix("<!doctype html") || head.contains("<html") }

  /// As lower-case text; editors write comments of some hundred bytes before a drawing begins.
  private static func head(of bytes: [UInt8]) -> String {
    var head = bytes.prefix(4096)
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    head = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return String(decoding: head, as: UTF8.self).lowercased()
  }
}
