import Numbers
import Scene
import XML

/// What drawing a whole SVG takes, estimated before librsvg draws it: each shape by `SVGBudget`, each filter by the pixels it goes over,
/// and everything as often as something points to it.
///
/// Style sheets may say anything of any element: each element is taken to point to all that they point to.
/// What comes out too low, or is drawn through a transform of whoever points to it, is for the processor's time limit of whoever draws.
struct SVGCost {
  /// Elements drawn, each as often as something points to it.
  static let maximumElements = 20_000.0
  /// Things that point to each other in a row: whoever follows them does so by recursion.
  static let maximumDepth = 64
  /// Things that style sheets point to: each element is taken to point to all of them.
  static let maximumStyleTargets = 64

  private struct Cost {
    var elements = 0.0
    var steps = 0.0

    static func + (a: Cost, b: Cost) -> Cost { Cost(elements: a.elements + b.elements, steps: a.steps + b.steps) }
  }

  private var budget: SVGBudget
  private var byID: [String: (element: XMLElement, transform: Transform)] = [:]
  private var known: [String: Cost] = [:]
  /// Ids that are being followed: a circle is drawn by nobody.
  private var open: Set<String> = []
  /// What style sheets point to.
  private var styleTargets: Set<String> = []
  private var hasStyles = false
  private var elements = 0.0
  /// Compounds of all selectors of its style sheets: each is tried on each element.
  private var compounds = 0.0
  private let viewBox: Rect

  init(_ root: XMLElement) {
    viewBox = Self.viewBox(of: root)
    budget = SVGBudget(viewBox: viewBox)
    collect(root, .identity)
  }

  mutating func check(_ root: XMLElement) throws(ImageError) {
    // What is not there costs nothing, however often it is named.
    styleTargets = styleTargets.filter { byID[$0] != nil }
    guard styleTargets.count <= Self.maximumStyleTargets else {
      throw .tooLarge(
        "its style sheets point to more than \(Self.maximumStyleTargets) things", do: "save it without style sheets")
    }
    var cost = try cost(of: root, .identity)
    cost.steps += 150 * compounds * elements
    guard cost.elements <= Self.maximumElements else {
      throw .tooLarge(
        "it draws more than \(grouped(Int(clamping: Self.maximumElements))) things, each counted as often as it is used",
        do: "simplify it")
    }
    guard cost.steps <= SVGBudget.maximumSteps else {
      throw .tooLarge(
        "drawing it takes more than \(grouped(Int(clamping: SVGBudget.maximumSteps / 1e6))) million steps: too many lines, letters, large areas or filters lie over each other, or too many rules",
        do: "simplify it")
    }
  }

  private static func viewBox(of root: XMLElement) -> Rect {
    let numbers = (root["viewBox"] ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    let box = Rect(
      x: numbers.count == 4 ? numbers[0] : 0, y: numbers.count == 4 ? numbers[1] : 0,
      width: numbers.count == 4 ? numbers[2] : length(root["width"]) ?? 300,
      height: numbers.count == 4 ? numbers[3] : length(root["height"]) ?? 150)
    let isSane = SVGReader.sides.contains(box.width) && SVGReader.sides.contains(box.height)
    return isSane ? box : Rect(x: 0, y: 0, width: 1024, height: 1024)
  }

  /// Whatever its unit is.
  private static func length(_ text: String?) -> Double? {
    text.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) }
  }

  private static func transform(of element: XMLElement, _ outer: Transform) -> Transform {
    guard let text = element["transform"], let own = try? SVGTransform.parse(text, line: element.line) else {
      return outer
    }
    return own.then(outer)
  }

  private mutating func collect(_ element: XMLElement, _ outer: Transform) {
    let transform = Self.transform(of: element, outer)
    elements += 1
    if let id = element["id"], byID[id] == nil { byID[id] = (element, outer) }
    if element.name == "style" {
      hasStyles = true
      for case .text(let text) in element.children {
        styleTargets.formUnion(Self.targets(in: text))
        compounds += Self.compounds(in: text)
      }
    }
    for child in element.elements { collect(child, transform) }
  }

  private mutating func cost(of element: XMLElement, _ outer: Transform) throws(ImageError) -> Cost {
    let transform = Self.transform(of: element, outer)
    var sum = Cost(elements: 1, steps: try own(element, transform))
    for child in element.elements { sum = sum + (try cost(of: child, transform)) }
    for id in references(of: element) { sum = sum + (try cost(of: id)) }
    return sum
  }

  private mutating func cost(of id: String) throws(ImageError) -> Cost {
    if let cost = known[id] { return cost }
    guard let (element, outer) = byID[id], open.insert(id).inserted else { return Cost() }
    defer { open.remove(id) }
    guard open.count <= Self.maximumDepth else {
      throw .tooLarge(
        "more than \(Self.maximumDepth) things in it point to each other in a row", line: element.line,
        do: "simplify it")
    }
    let cost = try cost(of: element, outer)
    known[id] = cost
    return cost
  }

  /// Ids that an element points to: what it copies, paints with, is cut by, or is filtered through.
  private func references(of element: XMLElement) -> [String] {
    var found: [String] = []
    for attribute in element.attributes {
      if attribute.name == "href", attribute.value.hasPrefix("#") { found.append(String(attribute.value.dropFirst())) }
      found += Self.targets(in: attribute.value)
    }
    // Rules may mean any element.
    return found + styleTargets
  }

  /// The ids in `url(#id)`.
  private static func targets(in text: String) -> [String] {
    guard text.contains("#") else { return [] }
    return text.split(separator: "(").dropFirst().compactMap { piece in
      let inner = piece.prefix { $0 != ")" }.filter { !"\"' ".contains($0) }
      return inner.hasPrefix("#") ? String(inner.dropFirst()) : nil
    }
  }

  private mutating func own(_ element: XMLElement, _ transform: Transform) throws(ImageError) -> Double {
    let pixels = Double(SVGBudget.side * SVGBudget.side)
    func number(_ name: String) -> Double {
      let numbers = (element[name] ?? "").split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
      return min(max(numbers.max() ?? 0, 0), 1e6)
    }
    switch element.name {
    case "path", "circle", "ellipse", "rect", "line", "polygon", "polyline":
      return try steps(of: element, transform)
    case "text", "tspan", "textPath", "a":
      // Measured: 0.1 ms each, and what is set in one piece takes four times as long for twice as many letters.
      return 2e5 + 40 * Self.letters(in: element).reduce(0) { $0 + $1 * $1 }
    case "image", "feImage": return 8 * pixels
    // Laid aside, and put through one another.
    case "mask", "pattern": return 4 * pixels
    case "feGaussianBlur", "feDropShadow": return 40 * pixels
    case "feTurbulence": return 40 * max(number("numOctaves"), 1) * pixels
    case "feConvolveMatrix":
      let order = max(number("order"), 3)
      return 4 * order * order * pixels
    case "feMorphology":
      let reach = 2 * number("radius") + 1
      return 4 * reach * reach * pixels
    case "feDiffuseLighting", "feSpecularLighting": return 40 * pixels
    default: return element.name.hasPrefix("fe") ? 4 * pixels : 0
    }
  }

  /// Of each piece of text that stands in an element itself.
  private static func letters(in element: XMLElement) -> [Double] {
    element.children.compactMap { child in
      guard case .text(let text) = child else { return nil }
      return Double(text.unicodeScalars.count { !$0.properties.isWhitespace })
    }
  }

  /// How many compounds the selectors of a style sheet have: `a b > c, d { … }` has four. Too many rather than too few, where braces or
  /// commas stand in texts of its own.
  static func compounds(in css: String) -> Double {
    var (count, waiting) = (0.0, 0.0)
    var isBetween = true
    for byte in css.utf8 {
      switch byte {
      case UInt8(ascii: "{"):
        count += waiting
        (waiting, isBetween) = (0, true)
      case UInt8(ascii: "}"): (waiting, isBetween) = (0, true)
      case UInt8(ascii: ","), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"), 0x09...0x0D, UInt8(ascii: " "):
        isBetween = true
      default:
        if isBetween { waiting += 1 }
        isBetween = false
      }
    }
    return count
  }

  private mutating func steps(of element: XMLElement, _ transform: Transform) throws(ImageError) -> Double {
    // What librsvg reads otherwise than ours, such as other units, is as large as everything.
    let path = (try? SVGGeometry.path(of: element, limit: SVGBudget.maximumPieces - budget.pieces).0) ?? Path([])
    try budget.spend(pieces: path.elements.count, line: element.line)
    let placed = path.applying(transform)
    guard placed.elements.count > 1, placed.isFinite else { return Double(SVGBudget.side * SVGBudget.side) }
    let hasLine = element["stroke"] != nil || element["style"] != nil || element["class"] != nil || hasStyles
    let width = Self.length(element["stroke-width"]) ?? 1
    let scale = abs(transform.determinant).squareRoot()
    let stroke = Drawing.Stroke(
      paint: .current(alpha: 1), width: min(width * scale, max(viewBox.width, viewBox.height)), hasRoundCaps: false,
      hasRoundJoins: false)
    let before = budget.steps
    try budget.spend(
      Drawing.Shape(path: placed, fill: .current(alpha: 1), stroke: hasLine ? stroke : nil), line: element.line)
    return budget.steps - before
  }
}
