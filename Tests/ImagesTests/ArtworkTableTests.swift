import Assets
import Glibc
import Images
import Scene
import TestSupport
import Testing

// The large ones last: whoever looks for another one does not read them.
private let artwork = [
  "compass-rose", "compass-needle", "balloon", "whale-asleep", "whale-awake", "whale-body", "whale-drop", "whale-happy",
  "whale-tail", "whale-wave-far", "whale-wave-middle", "whale-wave-near", "whale-worried", "logo", "demo-concert-hall",
  "demo-ferry", "demo-gallery", "demo-harbour", "demo-island", "demo-lighthouse",
]
private let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Assets"

/// The file of one of the project's own drawings.
func svg(ofAsset name: String) throws -> [UInt8] { try readFile("\(folder)/\(name).svg") }

/// What is in the binary is what the files say; run with VITRINE_UPDATE_GOLDENS=1 it is written down anew, for the next build.
@Test func theDrawingsInTheBinaryAreTheFilesBesideThem() throws {
  let lines = try artwork.map { name in
    "    \(name) \(line(of: try SVGArtwork.read(try svg(ofAsset: name), named: name)))\n"
  }
  let table = """
    // swift-format-ignore-file
    // Made by `make goldens` of the SVG files beside this one.
    enum ArtworkTable {
      /// A drawing a line; `ArtworkReader` says how it is written.
      static let lines: StaticString = \"""
    \(lines.joined())    \"""
    }

    """
  let path = "\(folder)/ArtworkTable.swift"
  if unsafe getenv("VITRINE_UPDATE_GOLDENS").map({ unsafe String(cString: $0) }) == "1" {
    try writeFile(path, Array(table.utf8))
  }
  let written = String(decoding: try readFile(path), as: UTF8.self)
  #expect(written == table, "\(path) is out of date; run the test with VITRINE_UPDATE_GOLDENS=1")
}

@Test(arguments: artwork) func aDrawingInTheBinaryIsReadToTheBit(name: String) throws {
  let drawing = try SVGArtwork.read(try svg(ofAsset: name), named: name)
  #expect(Assets.has(name) && Assets.drawing(name) == drawing)
  #expect(!drawing.shapes.isEmpty)
}

@Test func thereIsNoDrawingOfAnotherName() throws {
  for name in ["", " ", "compass", "compass-rose ", "compass-rose 0", "\n", "logo.svg", "Logo"] {
    #expect(!Assets.has(name), "\(name)")
  }
  // As a line of the table goes on.
  for name in artwork {
    let box = try #require(Assets.drawing(name)).viewBox
    for longer in ["\(name) \(box.x)", "\(name) \(box.x) \(box.y)"] { #expect(!Assets.has(longer), "\(longer)") }
  }
}

private func line(of drawing: Drawing) -> String {
  var words = [drawing.viewBox.x, drawing.viewBox.y, drawing.viewBox.width, drawing.viewBox.height].map { "\($0)" }
  for shape in drawing.shapes {
    words += ["P", shape.usesEvenOddRule ? "e" : "n", "\(shape.opacity)"] + paint(shape.fill)
    if let stroke = shape.stroke {
      words += ["S", "\(stroke.width)", stroke.hasRoundCaps ? "1" : "0", stroke.hasRoundJoins ? "1" : "0"]
      words += paint(stroke.paint)
    } else {
      words.append("-")
    }
    for element in shape.path.elements {
      switch element {
      case .move(let to): words += ["M"] + point(to)
      case .line(let to): words += ["L"] + point(to)
      case .curve(let first, let second, let to): words += ["C"] + point(first) + point(second) + point(to)
      case .close: words.append("Z")
      }
    }
  }
  return words.joined(separator: " ")
}

private func paint(_ paint: Drawing.Paint?) -> [String] {
  switch paint {
  case nil: ["-"]
  case .solid(let color): [word(color)]
  case .current(let alpha): ["c", "\(alpha)"]
  case .linear(let from, let to, let stops): ["l"] + point(from) + point(to) + words(stops)
  case .radial(let center, let radius, let stops): ["r"] + point(center) + ["\(radius)"] + words(stops)
  }
}

private func words(_ stops: [Drawing.Stop]) -> [String] {
  ["\(stops.count)"] + stops.flatMap { ["\($0.offset)", word($0.color)] }
}

private func word(_ color: Color) -> String {
  "#"
    + [color.red, color.green, color.blue, color.alpha].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
}

private func point(_ point: Point) -> [String] { ["\(point.x)", "\(point.y)"] }
