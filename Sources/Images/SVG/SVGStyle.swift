import Scene
import XML

/// The presentation that holds for an element: its own, and what it inherits.
struct SVGStyle: Sendable, Equatable {
  enum Paint: Sendable, Equatable {
    case none
    case color(Color)
    case currentColor
    case gradient(id: String)
  }

  var fill = Paint.color(.black)
  var fillOpacity = 1.0
  var usesEvenOddRule = false
  var stroke = Paint.none
  var strokeOpacity = 1.0
  /// In the element's own units.
  var strokeWidth = 1.0
  var hasRoundCaps = false
  var hasRoundJoins = false
  /// Those of all elements around, multiplied.
  var opacity = 1.0
  /// From the element's own units to the view box's.
  var transform = Transform.identity

  /// What holds inside `element`, when this holds around it.
  ///
  /// - Parameter own: attributes that the element's kind defines; read elsewhere.
  func applying(_ element: XMLElement, ignoring own: Set<String>) throws(ImageError) -> SVGStyle {
    var style = self
    var declarations: [XMLElement.Attribute] = []
    for attribute in element.attributes where !own.contains(attribute.name) {
      switch attribute.name {
      case "style": declarations += try Self.declarations(attribute.value, line: element.line)
      case "transform":
        style.transform = try SVGTransform.parse(attribute.value, line: element.line).then(style.transform)
      default:
        if Self.isInert(attribute.name) { continue }
        try style.set(attribute.name, attribute.value, on: element)
      }
    }
    // Declarations win over attributes, wherever they stand.
    for declaration in declarations { try style.set(declaration.name, declaration.value, on: element) }
    return style
  }

  /// The declarations of a `style` attribute.
  static func declarations(_ text: String, line: Int) throws(ImageError) -> [XMLElement.Attribute] {
    var result: [XMLElement.Attribute] = []
    for part in text.split(separator: ";") {
      // Editors' own properties begin with a hyphen.
      if SVGScanner.trimmed(part).hasPrefix("-") { continue }
      let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(SVGScanner.trimmed)
      if words == [""] { continue }
      guard words.count == 2, !words[0].isEmpty else {
        throw .damaged("style has \"\(part)\"", line: line, do: "write style=\"name: value; name: value\"")
      }
      result.append(XMLElement.Attribute(name: words[0], value: words[1]))
    }
    return result
  }

  /// Attributes that say something about an element and nothing about its looks.
  private static func isInert(_ name: String) -> Bool {
    ["id", "class", "role", "version", "baseProfile", "focusable", "tabindex", "lang", "enable-background"]
      .contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-")
  }

  /// Properties that are not read and change nothing with these values, which editors like to write.
  private static let neutral: [String: Set<String>] = [
    "stroke-dasharray": ["none"], "stroke-dashoffset": ["0"], "stroke-miterlimit": ["4"], "display": ["inline"],
    "visibility": ["visible"], "clip-path": ["none"], "clip-rule": ["nonzero", "evenodd"], "mask": ["none"],
    "filter": ["none"], "vector-effect": ["none"], "paint-order": ["normal"], "mix-blend-mode": ["normal"],
    "isolation": ["auto"], "overflow": ["visible"], "marker": ["none"], "color-interpolation": ["sRGB"],
    "shape-rendering": ["auto", "geometricPrecision"],
  ]

  private mutating func set(_ name: String, _ value: String, on element: XMLElement) throws(ImageError) {
    let line = element.line
    let value = SVGScanner.trimmed(value)
    func unread(_ remedy: String) -> ImageError {
      .unsupported("\(name)=\"\(value)\" is not read", line: line, do: remedy)
    }
    if value == "inherit" { throw unread("delete it or write the value itself") }
    switch name {
    case "fill": fill = try Self.paint(value, of: name, line: line)
    case "fill-opacity": fillOpacity = try SVGScanner.fraction(value, of: name, line: line)
    case "fill-rule":
      guard value == "nonzero" || value == "evenodd" else { throw unread("write nonzero or evenodd") }
      usesEvenOddRule = value == "evenodd"
    case "stroke": stroke = try Self.paint(value, of: name, line: line)
    case "stroke-opacity": strokeOpacity = try SVGScanner.fraction(value, of: name, line: line)
    case "stroke-width":
      strokeWidth = try SVGScanner.length(value, of: name, line: line)
      guard strokeWidth >= 0 else { throw unread("write 0 or more") }
    case "stroke-linecap":
      guard value == "butt" || value == "round" else { throw unread("write butt or round") }
      hasRoundCaps = value == "round"
    case "stroke-linejoin":
      guard value == "miter" || value == "round" else { throw unread("write miter or round") }
      hasRoundJoins = value == "round"
    case "opacity": opacity *= try SVGScanner.fraction(value, of: name, line: line)
    default:
      guard Self.neutral[name]?.contains(value) != true else { return }
      throw .unsupported(
        "\(name)=\"\(value)\" on <\(element.name)> is not read", line: line,
        do: Self.neutral[name] == nil ? "delete it" : "delete it or flatten it into shapes")
    }
  }

  private static func paint(_ value: String, of name: String, line: Int) throws(ImageError) -> Paint {
    if value == "none" { return .none }
    if value.lowercased() == "currentcolor" { return .currentColor }
    if value.hasPrefix("url(") {
      let inner = value.dropFirst(4).prefix { $0 != ")" }
      let id = inner.filter { $0 != "\"" && $0 != "'" }
      guard value.count == inner.count + 5, id.hasPrefix("#"), id.count > 1 else {
        throw .unsupported(
          "\(name)=\"\(value)\" is not read", line: line, do: "name a gradient of this file: url(#id)")
      }
      return .gradient(id: String(id.dropFirst()))
    }
    return .color(try SVGColor.parse(value, of: name, line: line))
  }
}
