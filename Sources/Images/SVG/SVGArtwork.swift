public import Scene
import XML

/// Reads artwork and icons from a small, stated part of SVG 1.1.
///
/// - `svg` with `viewBox`, or `width` and `height`; `g`; `path` with every command; `circle`, `ellipse`, `rect`, `line`,
///   `polygon`, `polyline`; `linearGradient` and `radialGradient` with `stop`. `title`, `desc`, `metadata` and elements of
///   other namespaces are left out.
/// - `transform`; fills, strokes and opacities as attributes or in `style`; colours `#rgb`, `#rrggbb`, `rgb()`, CSS names and
///   `currentColor`, which is taken from where the drawing is shown.
/// - An `opacity` goes into each shape of a group: where they overlap, the lower one shines through.
///
/// Everything else is refused by its name and line, because a picture that is silently wrong is worse.
public enum SVGArtwork {
  /// Bytes of a file that is read.
  public static let maximumBytes = 1 << 20

  /// Reads a drawing; its units are those of the view box.
  ///
  /// - Parameter name: what errors call it.
  public static func read(_ bytes: [UInt8], named name: String) throws(ImageError) -> Drawing {
    do throws(ImageError) {
      guard !bytes.isEmpty else { throw .damaged("there are no bytes", do: "check where it comes from") }
      guard bytes.count <= maximumBytes else {
        throw .tooLarge(
          "\(grouped(bytes.count)) bytes is more than the \(grouped(maximumBytes)) that are allowed", do: "simplify it")
      }
      let root = try SVGDocument.root(bytes)
      guard root.name == "svg" else {
        throw .unsupported("this is a <\(root.name)>, not an <svg>", line: root.line, do: "give an SVG file")
      }
      var reader = SVGReader(viewBox: try SVGReader.viewBox(of: root))
      try reader.collectGradients(in: root)
      try reader.readChildren(of: root, in: SVGStyle().applying(root, ignoring: SVGReader.rootAttributes))
      return Drawing(viewBox: reader.viewBox, shapes: reader.shapes)
    } catch {
      throw error.named(name)
    }
  }
}

/// Walks the elements, back to front, and collects shapes in the view box's units.
struct SVGReader {
  static let rootAttributes: Set<String> = ["viewBox", "width", "height", "x", "y", "preserveAspectRatio"]
  /// Units of a view box's sides: with less, or much more, the numbers in it are no coordinates that can be told apart.
  static let sides = 1e-3...1e7

  let viewBox: Rect
  private(set) var gradients = SVGGradients()
  private(set) var shapes: [Drawing.Shape] = []
  private(set) var budget: SVGBudget

  init(viewBox: Rect) {
    self.viewBox = viewBox
    budget = SVGBudget(viewBox: viewBox)
  }

  static func viewBox(of root: XMLElement) throws(ImageError) -> Rect {
    if let ratio = root["preserveAspectRatio"], ratio != "xMidYMid meet", ratio != "xMidYMid" {
      throw .unsupported(
        "preserveAspectRatio=\"\(ratio)\" is not read", line: root.line, do: "delete it; drawings are centred")
    }
    let box: [Double]
    if let value = root["viewBox"] {
      box = try SVGScanner.list(value, of: "viewBox", line: root.line)
    } else if let width = root["width"], let height = root["height"] {
      box = [
        0, 0, try SVGScanner.length(width, of: "width", line: root.line),
        try SVGScanner.length(height, of: "height", line: root.line),
      ]
    } else {
      throw .damaged("<svg> has no viewBox", line: root.line, do: "add viewBox=\"0 0 width height\"")
    }
    guard box.count == 4, box[2] > 0, box[3] > 0 else {
      throw .damaged("the view box is empty", line: root.line, do: "write viewBox=\"0 0 width height\"")
    }
    guard sides.contains(box[2]), sides.contains(box[3]) else {
      throw .damaged(
        "the view box is smaller than a thousandth", line: root.line, do: "scale the drawing up to some hundred units")
    }
    return Rect(x: box[0], y: box[1], width: box[2], height: box[3])
  }

  /// Gradients may stand anywhere, also behind the shapes that use them.
  mutating func collectGradients(in element: XMLElement) throws(ImageError) {
    for child in element.elements {
      if child.name == "linearGradient" || child.name == "radialGradient" {
        guard let id = child["id"] else { continue }
        guard gradients.add(child, id: id) else {
          throw .damaged("id \"\(id)\" is given twice", line: child.line, do: "give each gradient an id of its own")
        }
      } else {
        try collectGradients(in: child)
      }
    }
  }

  mutating func readChildren(of element: XMLElement, in style: SVGStyle) throws(ImageError) {
    for child in element.elements { try read(child, in: style) }
  }

  private mutating func read(_ element: XMLElement, in style: SVGStyle) throws(ImageError) {
    switch element.name {
    case "g":
      try readChildren(of: element, in: style.applying(element, ignoring: []))
    case "path", "circle", "ellipse", "rect", "line", "polygon", "polyline":
      let (path, own) = try SVGGeometry.path(of: element, limit: SVGBudget.maximumPieces - budget.pieces)
      try draw(path, style.applying(element, ignoring: own), line: element.line)
    case "title", "desc", "metadata", "linearGradient", "radialGradient":
      break
    case "defs":
      for child in element.elements where child.name != "linearGradient" && child.name != "radialGradient" {
        throw .unsupported(
          "<\(child.name)> in <defs> is not read", line: child.line, do: "put it where it is to be seen, without <use>")
      }
    default:
      throw .unsupported("<\(element.name)> is not read", line: element.line, do: Self.remedy(for: element.name))
    }
  }

  private static func remedy(for name: String) -> String {
    switch name {
    case "text", "tspan", "textPath": "convert the text to paths"
    case "image": "trace it, or show a PNG instead"
    case "use", "symbol": "expand the copies into shapes"
    case "style": "move its rules into attributes"
    case "script", "animate", "animateTransform", "animateMotion", "set", "a", "foreignObject": "delete it"
    case "filter", "mask", "clipPath", "pattern": "flatten the effect into shapes"
    default: "express it in paths and basic shapes"
    }
  }

  private mutating func draw(_ path: Path, _ style: SVGStyle, line: Int) throws(ImageError) {
    try budget.spend(pieces: path.elements.count, line: line)
    // Fewer than two points enclose and connect nothing.
    guard path.elements.count > 1 else { return }
    let resolver = SVGPaintResolver(
      viewBox: viewBox, transform: style.transform, bounds: path.bounds, line: line)
    let fill = try resolver.paint(style.fill, opacity: style.fillOpacity, from: &gradients, &budget)
    var stroke: Drawing.Stroke?
    if style.strokeWidth > 0,
      let paint = try resolver.paint(style.stroke, opacity: style.strokeOpacity, from: &gradients, &budget)
    {
      guard let scale = style.transform.uniformScale else {
        throw .unsupported(
          "a stroke that is stretched or skewed is not read", line: line, do: "convert the stroke to a path")
      }
      stroke = Drawing.Stroke(
        paint: paint, width: style.strokeWidth * scale, hasRoundCaps: style.hasRoundCaps,
        hasRoundJoins: style.hasRoundJoins)
    }
    guard fill != nil || stroke != nil, style.opacity > 0 else { return }
    let placed = path.applying(style.transform)
    guard placed.isFinite else {
      throw .damaged("its coordinates are too large", line: line, do: "scale the drawing down")
    }
    let shape = Drawing.Shape(
      path: placed, fill: fill, usesEvenOddRule: style.usesEvenOddRule, stroke: stroke, opacity: style.opacity)
    try budget.spend(shape, line: line)
    shapes.append(shape)
  }
}
