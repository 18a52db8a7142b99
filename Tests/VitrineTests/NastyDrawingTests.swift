import Scene
import TestSupport
import Testing

@testable import Images
@testable import Typesetting
@testable import Vitrine

/// Drawings whose numbers are of every magnitude, through everything that draws them: pictures in both fits, logos and icons, sprites and
/// tiles of refresh styles, and `vitrine check`.
@Suite struct NastyDrawingTests {
  private static let numbers =
    ["", "0", "-0", "-1", "nan", "inf", "1", "7.5", "100", "1e", "--1", "1e99999", "-1e-99999"]
    + stride(from: -320, through: 320, by: 16).map { "1e\($0)" }
    + ["4.9e-324", "1e-310", "1e-5", "1e-3", "0.0009999", "1e6", "9999999", "1e7", "10000001"]

  private let typesetter = Typesetter()

  /// - Returns: whether it is drawn.
  @discardableResult
  private func draw(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    _ = Artwork.problem(with: bytes, named: "a.svg")
    guard let drawing = try? SVGArtwork.read(bytes, named: "a.svg") else { return false }
    draw(drawing)
    return true
  }

  private func draw(_ drawing: Drawing) {
    for frame in [PixelSize(width: 1, height: 1), PixelSize(width: 37, height: 5), PixelSize(width: 5, height: 37)] {
      for covers in [false, true] {
        let pixmap = drawing.pixmap(fitting: frame, covers: covers, ink: .black)
        #expect(pixmap.size.width <= frame.width && pixmap.size.height <= frame.height)
        if covers { #expect(pixmap.size == frame) }
      }
    }
    for height in [0.4, 24, .nan, .infinity, -1, 1e300] {
      _ = typesetter.sprite(drawing, height: height, ink: .black)
      _ = typesetter.tile(drawing, height: height, ink: .black, ground: .white)
    }
  }

  @Test(arguments: numbers)
  func anyViewBox(number: String) {
    let body = "<rect width='5' height='5' stroke='red'/></svg>"
    for other in ["1", "0.001", "1e7", number] {
      for box in ["0 0 \(number) \(other)", "0 0 \(other) \(number)", "\(number) \(number) \(other) 1", "\(number)"] {
        draw("<svg xmlns='http://www.w3.org/2000/svg' viewBox='\(box)'>\(body)")
      }
      draw("<svg xmlns='http://www.w3.org/2000/svg' width='\(number)' height='\(other)'>\(body)")
      draw("<svg xmlns='http://www.w3.org/2000/svg' height='\(number)px' width='\(other)px'>\(body)")
    }
  }

  @Test(arguments: numbers)
  func anyNumberInADrawing(number: String) {
    let shapes = [
      "<g transform='scale(\(number))'><circle r='4' stroke='red'/></g>",
      "<g transform='matrix(\(number) 1 2 \(number) 3 \(number))'><path d='M1 2h3v4z'/></g>",
      "<g transform='rotate(\(number)) skewX(\(number))'><rect width='5' height='5'/></g>",
      "<path d='M1 1A\(number) 3 \(number) 0 1 \(number) 5'/>", "<path d='M\(number) 1C1 \(number) 2 3 \(number) 4z'/>",
      "<ellipse rx='\(number)' ry='1e-7' stroke='red' stroke-width='\(number)'/>",
      "<rect x='\(number)' y='\(number)' width='\(number)' height='2' rx='\(number)' stroke='red' opacity='.5'/>",
      "<linearGradient id='a' x2='\(number)' gradientTransform='scale(\(number))'><stop/><stop offset='\(number)'/></linearGradient><path d='M0 0h3v3z' fill='url(#a)'/>",
      "<radialGradient id='a' r='\(number)' gradientUnits='userSpaceOnUse'><stop/><stop offset='1'/></radialGradient><path d='M0 0h3v3z' fill='url(#a)' fill-opacity='\(number)'/>",
    ]
    for shape in shapes { draw("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(shape)</svg>") }
  }

  /// Drawings that no file can hold, for a file is not the only place they come from.
  @Test func anyDrawing() {
    let edges: [Double] = [
      0, -1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude / 8, 1e-200, 1e-9, 1, 1e9,
      1e200, .greatestFiniteMagnitude,
    ]
    let path = Path([.move(.zero), .line(Point(x: 1, y: 0)), .line(Point(x: 1, y: 1)), .close])
    for width in edges {
      for height in edges {
        for x in [0, .nan, 1e300] {
          draw(
            Drawing(
              viewBox: Rect(x: x, y: -x, width: width, height: height),
              shapes: [Drawing.Shape(path: path, fill: .solid(.black))]))
        }
      }
    }
  }

  /// Most magnitudes are refused; what is drawn is drawn to be seen.
  @Test func whatIsUsualIsDrawn() throws {
    for side in ["0.001", "1", "24", "512.5", "9999999"] {
      let text =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(side) \(side)'><rect width='\(side)' height='\(side)'/></svg>"
      let drawing = try SVGArtwork.read(Array(text.utf8), named: "a.svg")
      let pixmap = drawing.pixmap(fitting: PixelSize(width: 8, height: 8), covers: false, ink: .black)
      #expect(pixmap.pixel(x: 4, y: 4).alpha == 255)
    }
  }
}
