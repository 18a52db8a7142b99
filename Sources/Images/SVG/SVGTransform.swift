import Glibc
import Scene

/// The `transform` and `gradientTransform` attributes.
enum SVGTransform {
  /// A list of functions; the last one written is applied first.
  ///
  /// Source: SVG 1.1, 7.6.
  static func parse(_ text: String, line: Int) throws(ImageError) -> Transform {
    var scanner = SVGScanner(text, of: "transform", line: line)
    var result = Transform.identity
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipSpace()
      guard scanner.skip(UInt8(ascii: "(")) else { throw scanner.unexpected("a function such as translate(1 2)") }
      var numbers: [Double] = []
      scanner.skipSpace()
      while !scanner.skip(UInt8(ascii: ")")) {
        numbers.append(try scanner.number())
        scanner.skipComma()
      }
      guard let function = function(name, numbers) else {
        throw .damaged(
          "transform has \(name)() with \(numbers.count) numbers", line: line,
          do: "use matrix, translate, scale, rotate, skewX or skewY")
      }
      result = function.then(result)
      scanner.skipComma()
    }
    return result
  }

  private static func function(_ name: String, _ numbers: [Double]) -> Transform? {
    switch (name, numbers.count) {
    case ("matrix", 6):
      Transform(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    case ("translate", 1): .translation(x: numbers[0], y: 0)
    case ("translate", 2): .translation(x: numbers[0], y: numbers[1])
    case ("scale", 1): .scale(x: numbers[0], y: numbers[0])
    case ("scale", 2): .scale(x: numbers[0], y: numbers[1])
    case ("rotate", 1): .rotation(degrees: numbers[0])
    case ("rotate", 3):
      Transform.translation(x: -numbers[1], y: -numbers[2]).then(.rotation(degrees: numbers[0]))
        .then(.translation(x: numbers[1], y: numbers[2]))
    case ("skewX", 1): Transform(a: 1, b: 0, c: tan(numbers[0] * .pi / 180), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): Transform(a: 1, b: tan(numbers[0] * .pi / 180), c: 0, d: 1, tx: 0, ty: 0)
    default: nil
    }
  }
}

extension Transform {
  /// How much longer every distance becomes, when that is the same in all directions.
  var uniformScale: Double? {
    let x = a * a + b * b
    let y = c * c + d * d
    // A thousandth of a width is nothing to see.
    let tolerance = 2e-3 * max(x, y)
    guard abs(x - y) <= tolerance, abs(a * c + b * d) <= tolerance else { return nil }
    return abs(determinant).squareRoot()
  }
}
