import Scene
import Testing

@testable import Images

private func read(_ body: String, root: String = "viewBox=\"0 0 100 50\"") throws(ImageError) -> Drawing {
  let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" \(root)>\(body)</svg>"
  return try SVGArtwork.read(Array(text.utf8), named: "icon.svg")
}

private func shape(_ body: String) throws -> Drawing.Shape {
  let shapes = try read(body).shapes
  #expect(shapes.count == 1)
  return try #require(shapes.first)
}

private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

private let black = Drawing.Paint.solid(.black)

@Test(arguments: [
  (
    "<path d='M1 2L3 4'/>",
    Drawing.Shape(path: Path([.move(point(1, 2)), .line(point(3, 4))]), fill: black)
  ),
  (
    "<line x1='1' y1='2' x2='3' y2='4' stroke='red'/>",
    Drawing.Shape(
      path: Path([.move(point(1, 2)), .line(point(3, 4))]), fill: black,
      stroke: Drawing.Stroke(paint: .solid(Color(rgb: 0xFF0000)), width: 1))
  ),
  (
    "<polyline points='1,2 3,4,5,6' fill='none' stroke='#0f0' stroke-width='2px' stroke-linecap='round'/>",
    Drawing.Shape(
      path: Path([.move(point(1, 2)), .line(point(3, 4)), .line(point(5, 6))]),
      stroke: Drawing.Stroke(paint: .solid(Color(rgb: 0x00FF00)), width: 2, hasRoundCaps: true))
  ),
  (
    "<polygon points='1 2 3 4 5 6' fill-rule='evenodd'/>",
    Drawing.Shape(
      path: Path([.move(point(1, 2)), .line(point(3, 4)), .line(point(5, 6)), .close]), fill: black,
      usesEvenOddRule: true)
  ),
  (
    "<rect x='1' y='2' width='10' height='20' fill='rgb(1, 2, 300)' opacity='50%'/>",
    Drawing.Shape(
      path: Path([
        .move(point(1, 2)), .line(point(11, 2)), .line(point(11, 22)), .line(point(1, 22)), .close,
      ]), fill: .solid(Color(red: 1, green: 2, blue: 255)), opacity: 0.5)
  ),
  (
    "<g fill='currentColor' fill-opacity='.5'><line x2='4'/></g>",
    Drawing.Shape(path: Path([.move(point(0, 0)), .line(point(4, 0))]), fill: .current(alpha: 0.5))
  ),
  (
    "<g fill='blue' style='fill: navy; stroke-linejoin: round'><line x2='4' stroke='RebeccaPurple' style='stroke-width:3'/></g>",
    Drawing.Shape(
      path: Path([.move(point(0, 0)), .line(point(4, 0))]), fill: .solid(Color(rgb: 0x000080)),
      stroke: Drawing.Stroke(paint: .solid(Color(rgb: 0x663399)), width: 3, hasRoundJoins: true))
  ),
  (
    "<g transform='translate(10 20) scale(2)' opacity='.5'><line x1='1' x2='4' stroke='#000' opacity='.5'/></g>",
    Drawing.Shape(
      path: Path([.move(point(12, 20)), .line(point(18, 20))]), fill: black,
      stroke: Drawing.Stroke(paint: black, width: 2), opacity: 0.25)
  ),
])
func elementsBecomeShapes(body: String, expected: Drawing.Shape) throws {
  #expect(try shape(body) == expected)
}

@Test(arguments: [
  "<circle r='0'/>", "<rect width='5'/>", "<path d=''/>", "<path d='M1 1'/>", "<polygon points=''/>",
  "<line x2='4' fill='none'/>", "<line x2='4' fill='transparent' opacity='0'/>", "<title>Text</title>",
  "<line x2='4' fill='red' fill-opacity='0'/>", "<x:text xmlns:x='urn:editor'>hidden <x:a/></x:text>", "<!-- note -->",
  "<line x2='4' fill='none' stroke='red' stroke-width='0'/>", "<defs/>",
])
func nothingIsDrawn(body: String) throws {
  #expect(try read(body).shapes.isEmpty)
}

@Test func viewBoxesAreRead() throws {
  #expect(try read("").viewBox == Rect(x: 0, y: 0, width: 100, height: 50))
  #expect(
    try read("", root: "viewBox=' -1,-2 3.5 4e1 ' width='100%'").viewBox == Rect(x: -1, y: -2, width: 3.5, height: 40))
  #expect(try read("", root: "width='24px' height='12'").viewBox == Rect(x: 0, y: 0, width: 24, height: 12))
}

private func isNear(_ a: Rect, _ b: Rect) -> Bool {
  max(abs(a.x - b.x), abs(a.y - b.y), abs(a.width - b.width), abs(a.height - b.height)) < 1e-9
}

/// The greatest distance of a closed outline's points from an ellipse, in shares of its radius.
private func deviation(_ path: Path, _ center: Point, _ rx: Double, _ ry: Double) -> Double {
  var current = Point.zero
  var worst = 0.0
  for element in path.elements {
    switch element {
    case .move(let point), .line(let point): current = point
    case .close: break
    case .curve(let a, let b, let end):
      for step in 0...20 {
        let t = Double(step) / 20
        let s = 1 - t
        let weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        let x = weights.0 * current.x + weights.1 * a.x + weights.2 * b.x + weights.3 * end.x
        let y = weights.0 * current.y + weights.1 * a.y + weights.2 * b.y + weights.3 * end.y
        let dx = (x - center.x) / rx
        let dy = (y - center.y) / ry
        worst = max(worst, abs((dx * dx + dy * dy).squareRoot() - 1))
      }
      current = end
    }
  }
  return worst
}

@Test func roundShapesAreRound() throws {
  let circle = try shape("<circle cx='32' cy='30' r='20'/>").path
  #expect(deviation(circle, point(32, 30), 20, 20) < 3e-4)
  #expect(circle.elements.count == 6)
  let ellipse = try shape("<ellipse cx='50' cy='20' rx='30' ry='10'/>").path
  #expect(deviation(ellipse, point(50, 20), 30, 10) < 3e-4)
  #expect(isNear(ellipse.bounds, Rect(x: 20, y: 10, width: 60, height: 20)))
  // One radius stands for both, and neither is more than half a side.
  #expect(try shape("<rect width='20' height='10' rx='3'/>") == shape("<rect width='20' height='10' ry='3'/>"))
  #expect(try shape("<rect width='20' height='10' rx='99'/>") == shape("<rect width='20' height='10' rx='10' ry='5'/>"))
  #expect(try shape("<rect width='20' height='10' rx='0'/>") == shape("<rect width='20' height='10'/>"))
  let rounded = try shape("<rect width='20' height='10' rx='3' ry='2'/>").path
  #expect(isNear(rounded.bounds, Rect(x: 0, y: 0, width: 20, height: 10)))
}

@Test(arguments: [
  ("", point(1, 2)), ("translate(3)", point(4, 2)), ("translate(3,-1)", point(4, 1)), ("scale(2)", point(2, 4)),
  ("scale(2 -1)", point(2, -2)), ("rotate(90)", point(-2, 1)), ("rotate(90, 1, 0)", point(-1, 0)),
  ("skewX(45)", point(3, 2)), ("skewY(45)", point(1, 3)), ("matrix(1 2 3 4 5 6)", point(12, 16)),
  // What is written last is done first.
  ("translate(10) scale(2)", point(12, 4)), ("scale(2),translate(10)", point(22, 4)),
])
func transformsAreRead(text: String, expected: Point) throws {
  let moved = try SVGTransform.parse(text, line: 1).apply(point(1, 2))
  #expect(abs(moved.x - expected.x) < 1e-12 && abs(moved.y - expected.y) < 1e-12)
}

@Test(arguments: [
  ("#abc", 0xAABBCC), ("#A1b2C3", 0xA1B2C3), ("rgb(0,128,255)", 0x0080FF), ("rgb( 100% , 0% , 50% )", 0xFF0080),
  ("White", 0xFFFFFF), ("lightgoldenrodyellow", 0xFAFAD2), ("rgb(-5, 300, 0)", 0x00FF00),
])
func coloursAreRead(text: String, rgb: Int) throws {
  #expect(try SVGColor.parse(text, of: "fill", line: 1) == Color(rgb: UInt32(rgb)))
}

@Test(arguments: [
  "", "#ab", "#abcd", "#ggg", "rgb(1,2)", "rgb(1 2 3)", "rgba(1,2,3,4)", "reddish", "rgb(nan,0,0)", "#+12",
])
func otherColoursAreRefused(text: String) {
  #expect(throws: ImageError.self) { try SVGColor.parse(text, of: "fill", line: 1) }
}

private let stops = "<stop offset='0' stop-color='red'/><stop offset='100%' style='stop-color:blue;stop-opacity:.5'/>"
private let expectedStops = [
  Drawing.Stop(offset: 0, color: Color(rgb: 0xFF0000)),
  Drawing.Stop(offset: 1, color: Color(rgb: 0x0000FF).opacity(0.5)),
]

private func gradient(_ element: String, _ attributes: String, on shape: String) throws -> Drawing.Paint? {
  // The gradient stands behind the shape that uses it.
  let body = "<g>\(shape)</g><defs><\(element) id='a' \(attributes)>\(stops)</\(element)></defs>"
  return try read(body).shapes.first?.fill
}

private let box = "<rect x='10' y='20' width='40' height='20' fill='url(#a)'/>"

@Test(arguments: [
  ("", point(10, 20), point(50, 20)), ("x2='50%' y1='.5' y2='.5'", point(10, 30), point(30, 30)),
  ("x2='0' y2='1'", point(10, 20), point(10, 40)),
  ("gradientUnits='userSpaceOnUse'", point(0, 0), point(100, 0)),
  ("gradientUnits='userSpaceOnUse' x1='1' y1='2' x2='3' y2='50%'", point(1, 2), point(3, 25)),
  ("gradientUnits='userSpaceOnUse' x2='10' gradientTransform='translate(5 6) scale(2)'", point(5, 6), point(25, 6)),
  // A diagonal of the box: lines of one colour run along the other diagonal, (40, -20), so the direction is (1, 2).
  ("y2='1'", point(10, 20), point(26, 52)),
])
func linearGradientsAreRead(attributes: String, from: Point, to: Point) throws {
  guard case .linear(let first, let last, let stops) = try gradient("linearGradient", attributes, on: box) else {
    Issue.record("no linear gradient")
    return
  }
  #expect(first == from && abs(last.x - to.x) < 1e-9 && abs(last.y - to.y) < 1e-9)
  #expect(stops == expectedStops)
}

@Test func radialGradientsAreRead() throws {
  let square = "<rect x='10' y='20' width='20' height='20' fill='url(\"#a\")'/>"
  #expect(
    try gradient("radialGradient", "", on: square)
      == .radial(center: point(20, 30), radius: 10, stops: expectedStops))
  #expect(
    try gradient("radialGradient", "gradientUnits='userSpaceOnUse' cx='5' cy='6' r='7' fx='5'", on: box)
      == .radial(center: point(5, 6), radius: 7, stops: expectedStops))
  #expect(try gradient("radialGradient", "r='0'", on: box) == .solid(Color(rgb: 0x0000FF).opacity(0.5)))
  #expect(throws: ImageError.self) { try gradient("radialGradient", "", on: box) }
  #expect(throws: ImageError.self) { try gradient("radialGradient", "fx='.2'", on: square) }
}

@Test func gradientsHaveOddForms() throws {
  let none = "<linearGradient id='a'/>"
  let one = "<linearGradient id='a'><stop stop-color='lime'/></linearGradient>"
  let back = "<linearGradient id='a'><stop offset='.7'/><stop offset='.2'/><stop offset='9'/></linearGradient>"
  #expect(try read(none + box).shapes.isEmpty)
  #expect(try read(one + box).shapes.first?.fill == .solid(Color(rgb: 0x00FF00)))
  guard case .linear(_, _, let stops) = try read(back + box).shapes.first?.fill else {
    Issue.record("no gradient")
    return
  }
  #expect(stops.map(\.offset) == [0.7, 0.7, 1])
  // A line has no box to measure a gradient by.
  #expect(try read(back + "<line x2='9' stroke='url(#a)' fill='none'/>").shapes.isEmpty)
  // The shape's own opacity is in the stops.
  let faint = try read(one + "<rect width='9' height='9' fill='url(#a)' fill-opacity='.2'/>").shapes.first?.fill
  #expect(faint == .solid(Color(rgb: 0x00FF00).opacity(0.2)))
}

@Test func boundsAreThoseOfTheCurve() throws {
  // The cubic's height is 3/4 of its controls'.
  let path = try SVGPathData.parse("M0 0C0 4 10 4 10 0", line: 1)
  #expect(isNear(path.bounds, Rect(x: 0, y: 0, width: 10, height: 3)))
  #expect(Path().bounds == Rect(x: 0, y: 0, width: 0, height: 0))
}
