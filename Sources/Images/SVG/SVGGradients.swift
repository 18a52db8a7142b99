import Scene
import XML

/// A drawing's gradients: each is read once, when something is first painted with it, however many shapes are.
struct SVGGradients {
  /// Each pixel may have to look for its colour among all of them.
  static let maximumStops = 256

  struct Gradient {
    var element: XMLElement
    var stops: [Drawing.Stop]
    var transform: Transform
  }

  private var elements: [String: XMLElement] = [:]
  private var read: [String: Gradient] = [:]

  /// - Returns: whether the id was free.
  mutating func add(_ element: XMLElement, id: String) -> Bool { elements.updateValue(element, forKey: id) == nil }

  /// Nil when there is none of this id.
  mutating func gradient(_ id: String) throws(ImageError) -> Gradient? {
    if let known = read[id] { return known }
    guard let element = elements[id] else { return nil }
    let isLinear = element.name == "linearGradient"
    let own: Set<String> = isLinear ? ["x1", "y1", "x2", "y2"] : ["cx", "cy", "r", "fx", "fy"]
    for attribute in element.attributes {
      switch attribute.name {
      case "id", "gradientUnits", "gradientTransform": continue
      case "spreadMethod" where attribute.value == "pad": continue
      case _ where own.contains(attribute.name): continue
      default:
        throw .unsupported(
          "\(attribute.name)=\"\(attribute.value)\" on <\(element.name)> is not read", line: element.line,
          do: attribute.name == "href" ? "copy the stops here" : "delete it")
      }
    }
    let gradient = Gradient(
      element: element, stops: try Self.stops(of: element),
      transform: try SVGTransform.parse(element["gradientTransform"] ?? "", line: element.line))
    read[id] = gradient
    return gradient
  }

  /// Offsets never go back; alpha has the stop's opacity in it.
  private static func stops(of element: XMLElement) throws(ImageError) -> [Drawing.Stop] {
    var stops: [Drawing.Stop] = []
    guard element.children.count <= maximumStops else {
      throw .tooLarge(
        "<\(element.name)> has more than \(maximumStops) stops", line: element.line, do: "leave out some of them")
    }
    for child in element.elements {
      guard child.name == "stop" else {
        throw .unsupported("<\(child.name)> in a gradient is not read", line: child.line, do: "delete it")
      }
      var properties: [XMLElement.Attribute] = []
      for attribute in child.attributes where attribute.name != "style" { properties.append(attribute) }
      if let style = child["style"] { properties += try SVGStyle.declarations(style, line: child.line) }
      var offset = 0.0
      var color = Color.black
      var alpha = 1.0
      for property in properties {
        switch property.name {
        case "offset": offset = try SVGScanner.fraction(property.value, of: "offset", line: child.line)
        case "stop-color": color = try SVGColor.parse(property.value, of: "stop-color", line: child.line)
        case "stop-opacity": alpha = try SVGScanner.fraction(property.value, of: "stop-opacity", line: child.line)
        case "id": break
        default:
          throw .unsupported(
            "\(property.name)=\"\(property.value)\" on <stop> is not read", line: child.line, do: "delete it")
        }
      }
      stops.append(
        Drawing.Stop(offset: max(offset, stops.last?.offset ?? 0), color: color.opacity(alpha)))
    }
    return stops
  }
}
