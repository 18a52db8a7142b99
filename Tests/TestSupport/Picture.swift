public import Scene
public import Testing

/// A pixmap as rows of characters, one a pixel.
///
/// - Parameter character: says how a pixel looks; by itself it is coverage: `#` from three quarters of full alpha, `+` from one
///   quarter, `.` below.
public func ascii(_ pixmap: Pixmap, _ character: (Pixel) -> Character = coverage) -> String {
  (0..<pixmap.size.height).map { y in
    String((0..<pixmap.size.width).map { x in character(pixmap.pixel(x: x, y: y)) })
  }.joined(separator: "\n")
}

/// `#`, `+` or `.` by a pixel's alpha.
public func coverage(_ pixel: Pixel) -> Character {
  switch pixel.alpha {
  case 192...: "#"
  case 64...: "+"
  default: "."
  }
}

/// Compares a pixmap with a picture of characters, as `ascii` draws it.
public func expectPicture(
  _ pixmap: Pixmap, _ picture: String, _ character: (Pixel) -> Character = coverage,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let actual = ascii(pixmap, character)
  guard actual != picture else { return }
  Issue.record("the picture is\n\(actual)\nand not\n\(picture)", sourceLocation: sourceLocation)
}
