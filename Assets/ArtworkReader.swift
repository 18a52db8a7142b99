import Scene

/// Reads a line of `ArtworkTable`: words with single spaces between them.
///
///     drawing = x y width height shape...
///     shape   = "P" ("n" | "e") opacity paint ("-" | "S" width caps joins paint) step...
///     paint   = "-" | "c" alpha | "#rrggbbaa" | "l" x y x y stops | "r" x y radius stops
///     stops   = count (offset "#rrggbbaa")...
///     step    = "M" x y | "L" x y | "C" x y x y x y | "Z"
///
/// Numbers are the shortest that mean the same double.
struct ArtworkReader {
  private var words: ArraySlice<Substring>

  init(_ line: String) { words = line.split(separator: " ")[...] }

  /// The rest of the line.
  mutating func drawing() -> Drawing {
    let (x, y) = (number(), number())
    let width = number()
    var drawing = Drawing(viewBox: Rect(x: x, y: y, width: width, height: number()), shapes: [])
    while take("P") { drawing.shapes.append(shape()) }
    return drawing
  }

  private mutating func shape() -> Drawing.Shape {
    let isEvenOdd = word() == "e"
    let opacity = number()
    let fill = paint()
    var stroke: Drawing.Stroke?
    if take("S") {
      let width = number()
      let (hasRoundCaps, hasRoundJoins) = (word() == "1", word() == "1")
      stroke = paint().map {
        Drawing.Stroke(paint: $0, width: width, hasRoundCaps: hasRoundCaps, hasRoundJoins: hasRoundJoins)
      }
    } else {
      _ = take("-")
    }
    return Drawing.Shape(path: path(), fill: fill, usesEvenOddRule: isEvenOdd, stroke: stroke, opacity: opacity)
  }

  private mutating func path() -> Path {
    var path = Path([])
    while true {
      if take("M") {
        path.elements.append(.move(point()))
      } else if take("L") {
        path.elements.append(.line(point()))
      } else if take("C") {
        let (first, second) = (point(), point())
        path.elements.append(.curve(first, second, to: point()))
      } else if take("Z") {
        path.elements.append(.close)
      } else {
        return path
      }
    }
  }

  private mutating func paint() -> Drawing.Paint? {
    if take("-") { return nil }
    if take("c") { return .current(alpha: number()) }
    if take("l") {
      let (from, to) = (point(), point())
      return .linear(from: from, to: to, stops: stops())
    }
    if take("r") {
      let center = point()
      let radius = number()
      return .radial(center: center, radius: radius, stops: stops())
    }
    return .solid(color())
  }

  private mutating func stops() -> [Drawing.Stop] {
    (0..<(Int(word()) ?? 0)).map { _ in
      let offset = number()
      return Drawing.Stop(offset: offset, color: color())
    }
  }

  private mutating func color() -> Color {
    let value = UInt32(word().dropFirst(), radix: 16) ?? 0
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    return Color(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  private mutating func point() -> Point {
    let x = number()
    return Point(x: x, y: number())
  }

  private mutating func number() -> Double { Double(word()) ?? 0 }

  private mutating func take(_ wanted: Substring) -> Bool {
    guard words.first == wanted else { return false }
    words.removeFirst()
    return true
  }

  private mutating func word() -> Substring { words.popFirst() ?? "" }
}
