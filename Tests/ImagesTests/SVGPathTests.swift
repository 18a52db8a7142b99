import Glibc
import Scene
import TestSupport
import Testing

@testable import Images

private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

private func parse(_ text: String) throws(ImageError) -> [Path.Element] {
  try SVGPathData.parse(text, line: 7).elements
}

@Test(
  arguments: [
    ("M1 2 3 4", [.move(point(1, 2)), .line(point(3, 4))]),
    ("m1 2 3 4-5.5.5", [.move(point(1, 2)), .line(point(4, 6)), .line(point(-1.5, 6.5))]),
    (" M1,2 , l3-4", [.move(point(1, 2)), .line(point(4, -2))]),
    (
      "M1 2H5h1V9v-1",
      [.move(point(1, 2)), .line(point(5, 2)), .line(point(6, 2)), .line(point(6, 9)), .line(point(6, 8))]
    ),
    ("M1e1-2E-1L+.5 6.", [.move(point(10, -0.2)), .line(point(0.5, 6))]),
    ("M0 0C1 2 3 4 5 6", [.move(point(0, 0)), .curve(point(1, 2), point(3, 4), to: point(5, 6))]),
    (
      "m1 1c1 2 3 4 5 6s1 1 2 2",
      [
        .move(point(1, 1)), .curve(point(2, 3), point(4, 5), to: point(6, 7)),
        .curve(point(8, 9), point(7, 8), to: point(8, 9)),
      ]
    ),
    // S without a cubic before it starts where it is.
    ("M1 1S2 2 3 3", [.move(point(1, 1)), .curve(point(1, 1), point(2, 2), to: point(3, 3))]),
    ("M0 0Q3 0 3 3", [.move(point(0, 0)), .curve(point(2, 0), point(3, 1), to: point(3, 3))]),
    (
      "M0 0q3 0 3 3t3 3",
      [
        .move(point(0, 0)), .curve(point(2, 0), point(3, 1), to: point(3, 3)),
        .curve(point(3, 5), point(4, 6), to: point(6, 6)),
      ]
    ),
    // After closing, a relative command goes on from the beginning of the part.
    (
      "M1 1h2v2zl1 5zM9 9",
      [
        .move(point(1, 1)), .line(point(3, 1)), .line(point(3, 3)), .close, .move(point(1, 1)), .line(point(2, 6)),
        .close,
        .move(point(9, 9)),
      ]
    ),
    ("M1 1A0 5 0 0 1 9 9", [.move(point(1, 1)), .line(point(9, 9))]),
    ("M1 1A5 5 0 0 1 1 1L2 2", [.move(point(1, 1)), .line(point(2, 2))]),
  ] as [(String, [Path.Element])])
func commandsAreRead(text: String, expected: [Path.Element]) throws {
  let elements = try parse(text)
  #expect(elements.count == expected.count)
  for (element, expected) in zip(elements, expected) {
    #expect(zip(numbers(element), numbers(expected)).allSatisfy { abs($0 - $1) < 1e-12 }, "\(element)")
  }
}

private func numbers(_ element: Path.Element) -> [Double] {
  switch element {
  case .move(let point): [0, point.x, point.y]
  case .line(let point): [1, point.x, point.y]
  case .curve(let a, let b, let end): [2, a.x, a.y, b.x, b.y, end.x, end.y]
  case .close: [3]
  }
}

@Test(arguments: [
  ("L1 2", "\"L\" as character 1 where M or m"), ("M1", "its end where a number"), ("M1 2L3", "its end where a number"),
  ("M1 2X3", "\"X\" as character 5 where a number"), ("M1 2,L3 4,,5 6", "\",\" as character 11 where a number"),
  ("M1 1A5 5 0 2 1 9 9", "\"2\" as character 12 where 0 or 1"), ("M1 1z5", "\"5\" as character 6 where a command"),
  ("M1 1e99", "where a number of at most ten million"), ("M1 1 C", "its end where a number"),
  ("M--1 1", "\"-\" as character 2"),
  ("MNaN 1", "\"N\" as character 2"),
])
func brokenPathsAreRefused(text: String, problem: String) {
  do {
    _ = try parse(text)
    Issue.record("\(text) is read")
  } catch {
    #expect(error.line == 7)
    #expect(error.problem.hasPrefix("path data has ") && error.problem.contains(problem), "\(error)")
  }
}

/// The quarter of a circle, with the numbers of SVG 1.1, F.6.
@Test func aQuarterIsOneCubic() throws {
  let handle = 4.0 / 3 * (2.0.squareRoot() - 1)
  let elements = try parse("M10 0A10 10 0 0 1 0 10")
  #expect(elements.count == 2)
  guard case .curve(let first, let second, let end) = elements[1] else {
    Issue.record("no curve")
    return
  }
  #expect(abs(first.x - 10) < 1e-9 && abs(first.y - 10 * handle) < 1e-9)
  #expect(abs(second.x - 10 * handle) < 1e-9 && abs(second.y - 10) < 1e-9)
  #expect(end == point(0, 10))
  // The other three arcs between the same points.
  #expect(try parse("M10 0A10 10 0 1 0 0 10").count == 4)
  #expect(try parse("M10 0A10 10 0 0 0 0 10").count == 2)
  #expect(try parse("M10 0A10 10 0 1 1 0 10").count == 4)
  // Flags need no space, and repeat.
  #expect(
    try parse("M10 0a10 10 0 0110 10 10 10 0 11-5-5").count == parse("M10 0a10 10 0 0 1 10 10a10 10 0 1 1 -5 -5").count)
}

/// Every point of an arc lies on one ellipse of the given shape, the arc turns as its flags say, and it ends where it should.
@Test func arcsLieOnTheirEllipse() throws {
  var random = SplitMix64(seed: 4)
  for _ in 0..<2000 {
    let from = point(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
    let to = point(.random(in: -50...50, using: &random), .random(in: -50...50, using: &random))
    var rx = Double.random(in: 1...90, using: &random)
    var ry = Double.random(in: 1...90, using: &random)
    let degrees = Double.random(in: -200...200, using: &random)
    let isLarge = Bool.random(using: &random)
    let isClockwise = Bool.random(using: &random)
    let arc = SVGArc(
      from: from, to: to, rx: rx, ry: ry, degrees: degrees, isLarge: isLarge, isClockwise: isClockwise)
    // In the ellipse's own axes it is a circle of radius 1, or larger where the radii are too small.
    let turn = degrees * .pi / 180
    func unit(_ p: Point) -> Point {
      point((p.x * cos(turn) + p.y * sin(turn)) / rx, (-p.x * sin(turn) + p.y * cos(turn)) / ry)
    }
    var a = unit(from)
    var b = unit(to)
    let half = hypot(a.x - b.x, a.y - b.y) / 2
    if half > 1 {
      rx *= half
      ry *= half
      a = unit(from)
      b = unit(to)
    }
    var points: [Point] = [a]
    var current = from
    for element in arc.elements {
      guard case .curve(let first, let second, let end) = element else {
        Issue.record("not a curve")
        return
      }
      for step in 1...8 {
        let t = Double(step) / 8
        let s = 1 - t
        let w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        points.append(
          unit(
            point(
              w.0 * current.x + w.1 * first.x + w.2 * second.x + w.3 * end.x,
              w.0 * current.y + w.1 * first.y + w.2 * second.y + w.3 * end.y)))
      }
      current = end
    }
    #expect(current == to)
    // The centre is on the chord's bisector, on the side the flags choose.
    let middle = point((a.x + b.x) / 2, (a.y + b.y) / 2)
    let length = hypot(b.x - a.x, b.y - a.y)
    let distance = max(0, 1 - length * length / 4).squareRoot() * (isLarge == isClockwise ? -1 : 1)
    let center = point(middle.x - (b.y - a.y) / length * distance, middle.y + (b.x - a.x) / length * distance)
    for p in points { #expect(abs(hypot(p.x - center.x, p.y - center.y) - 1) < 1e-3) }
    var swept = 0.0
    for (p, q) in zip(points, points.dropFirst()) {
      let cross = (p.x - center.x) * (q.y - center.y) - (p.y - center.y) * (q.x - center.x)
      let dot = (p.x - center.x) * (q.x - center.x) + (p.y - center.y) * (q.y - center.y)
      swept += atan2(cross, dot)
    }
    #expect((swept > 0) == isClockwise)
    if half < 0.99 { #expect((abs(swept) > .pi) == isLarge) }
  }
}

@Test func randomPathsDoNotCrash() {
  var random = SplitMix64(seed: 6)
  let pieces = [
    "M", "m", "L", "a", "A", "C", "s", "T", "q", "z", "h", "0", "1", "9.5", "-3", ".", "e", "e5", ",", " ", "-", "x",
  ]
  var read = 0
  for _ in 0..<20_000 {
    let text =
      "M0 0"
      + (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    if let elements = try? parse(text) {
      read += 1
      #expect(Path(elements).isFinite)
    }
  }
  #expect(read > 500)
}
