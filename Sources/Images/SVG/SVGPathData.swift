import Glibc
import Numbers
import Scene

/// Reads the `d` attribute of a path: every command, relative and absolute.
///
/// Source: SVG 1.1, 8.3. Curves of the second degree and arcs become cubics.
struct SVGPathData {
  private var scanner: SVGScanner
  private var elements: [Path.Element] = []
  private var current = Point.zero
  private var start = Point.zero
  /// The control point that S or T mirrors, of the command before.
  private var cubicControl: Point?
  private var quadraticControl: Point?
  private var isClosed = false

  /// - Parameter limit: of elements; what comes after a few more is not read, because it is not drawn.
  static func parse(_ text: String, line: Int, limit: Int = .max) throws(ImageError) -> Path {
    var data = SVGPathData(scanner: SVGScanner(text, of: "path data", line: line), limit: limit)
    try data.read()
    return Path(data.elements)
  }

  private let limit: Int

  private init(scanner: SVGScanner, limit: Int) {
    self.scanner = scanner
    self.limit = limit
  }

  private mutating func read() throws(ImageError) {
    scanner.skipSpace()
    var isFirst = true
    while elements.count <= limit, let command = scanner.next {
      guard Self.isCommand(command), !isFirst || command | 0x20 == UInt8(ascii: "m") else {
        throw scanner.unexpected(isFirst ? "M or m" : "a command")
      }
      isFirst = false
      _ = scanner.nextByte()
      scanner.skipSpace()
      try read(command)
    }
  }

  /// One command letter and all its groups of numbers.
  private mutating func read(_ letter: UInt8) throws(ImageError) {
    let isRelative = letter >= UInt8(ascii: "a")
    var command = letter | 0x20
    if command == UInt8(ascii: "z") {
      elements.append(.close)
      current = start
      isClosed = true
      cubicControl = nil
      quadraticControl = nil
      return
    }
    repeat {
      try readGroup(command, isRelative)
      // More pairs after a move are lines.
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    } while elements.count <= limit && scanner.next.map { !Self.isCommand($0) } ?? false
  }

  private mutating func readGroup(_ command: UInt8, _ isRelative: Bool) throws(ImageError) {
    let origin = isRelative ? current : .zero
    if isClosed, command != UInt8(ascii: "m") { elements.append(.move(start)) }
    isClosed = false
    let mirroredCubic = mirrored(cubicControl)
    let mirroredQuadratic = mirrored(quadraticControl)
    cubicControl = nil
    quadraticControl = nil
    switch command {
    case UInt8(ascii: "m"):
      current = try point(origin)
      start = current
      elements.append(.move(current))
    case UInt8(ascii: "l"): line(to: try point(origin))
    case UInt8(ascii: "h"): line(to: Point(x: try number() + origin.x, y: current.y))
    case UInt8(ascii: "v"): line(to: Point(x: current.x, y: try number() + origin.y))
    case UInt8(ascii: "c"): curve(try point(origin), try point(origin), to: try point(origin))
    case UInt8(ascii: "s"): curve(mirroredCubic, try point(origin), to: try point(origin))
    case UInt8(ascii: "q"): quadratic(try point(origin), to: try point(origin))
    case UInt8(ascii: "t"): quadratic(mirroredQuadratic, to: try point(origin))
    default: try arc(origin)
    }
  }

  private mutating func line(to end: Point) {
    elements.append(.line(end))
    current = end
  }

  private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    elements.append(.curve(first, second, to: end))
    cubicControl = second
    current = end
  }

  private mutating func quadratic(_ control: Point, to end: Point) {
    func third(_ from: Point) -> Point {
      Point(x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3)
    }
    elements.append(.curve(third(current), third(end), to: end))
    quadraticControl = control
    current = end
  }

  private mutating func arc(_ origin: Point) throws(ImageError) {
    let rx = abs(try number())
    let ry = abs(try number())
    let degrees = try number()
    let isLarge = try scanner.flag()
    scanner.skipComma()
    let isClockwise = try scanner.flag()
    scanner.skipComma()
    let end = try point(origin)
    let arc = SVGArc(
      from: current, to: end, rx: rx, ry: ry, degrees: degrees, isLarge: isLarge, isClockwise: isClockwise)
    elements += arc.elements
    current = end
  }

  /// The control point seen from the other side of the current one.
  private func mirrored(_ control: Point?) -> Point {
    control.map { Point(x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
  }

  private mutating func number() throws(ImageError) -> Double {
    let number = try scanner.number()
    scanner.skipComma()
    return number
  }

  private mutating func point(_ origin: Point) throws(ImageError) -> Point {
    Point(x: try number() + origin.x, y: try number() + origin.y)
  }

  private static func isCommand(_ byte: UInt8) -> Bool { "MmLlHhVvCcSsQqTtAaZz".utf8.contains(byte) }
}

/// An elliptical arc between two points as lines or cubics.
struct SVGArc {
  /// Without the move to the first point; empty when both points are one.
  private(set) var elements: [Path.Element] = []

  /// Source: SVG 1.1, F.6.5 (from end points to centre) and F.6.6 (radii that are too small grow).
  init(
    from: Point, to end: Point, rx: Double, ry: Double, degrees: Double, isLarge: Bool, isClockwise: Bool
  ) {
    guard from != end else { return }
    guard rx > 0, ry > 0 else {
      elements = [.line(end)]
      return
    }
    let turn = Transform.rotation(degrees: degrees)
    // Half the chord, in the ellipse's own axes.
    let half = Point(x: (from.x - end.x) / 2, y: (from.y - end.y) / 2)
    let x = turn.a * half.x + turn.b * half.y
    let y = turn.c * half.x + turn.d * half.y
    let fit = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    let growth = max(1, fit.squareRoot())
    let rx = rx * growth
    let ry = ry * growth
    // On the unit circle: the chord's half is (x / rx, y / ry) and `fit` long, squared.
    let unit = min(fit, 1)
    let distance = unit > 0 ? max(0, 1 / unit - 1).squareRoot() * (isLarge == isClockwise ? -1 : 1) : 0
    let start = Point(x: x / rx, y: y / ry)
    let center = Point(x: distance * start.y, y: -distance * start.x)
    let begin = atan2(start.y - center.y, start.x - center.x)
    var sweep = atan2(-start.y - center.y, -start.x - center.x) - begin
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let middle = Point(x: (from.x + end.x) / 2, y: (from.y + end.y) / 2)
    let place = Transform.translation(x: center.x, y: center.y).then(.scale(x: rx, y: ry)).then(turn)
      .then(.translation(x: middle.x, y: middle.y))
    elements = Self.unitArc(from: begin, sweep: sweep).map { $0.applying(place) }
    // The end is where it was written, to the last digit; all of them are curves.
    if case .curve(let first, let second, _) = elements.popLast() {
      elements.append(.curve(first, second, to: end))
    }
  }

  /// An arc of the unit circle in quarters or less; a cubic with these controls is off by at most 0.03 %.
  private static func unitArc(from begin: Double, sweep: Double) -> [Path.Element] {
    let pieces = max(1, Int(clamping: (abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
    let step = sweep / Double(pieces)
    let handle = 4 / 3 * tan(step / 4)
    // Fits: one piece at least. It is 1 or more by the first line.
    return (0..<pieces).map { piece in
      let a = begin + Double(piece) * step
      let b = a + step
      return .curve(
        Point(x: cos(a) - handle * sin(a), y: sin(a) + handle * cos(a)),
        Point(x: cos(b) + handle * sin(b), y: sin(b) - handle * cos(b)), to: Point(x: cos(b), y: sin(b)))
    }
  }
}
