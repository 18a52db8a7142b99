import Glibc

/// How a value runs from one key to the next: `linear`, `step`, or one of seven shapes with its direction, as in `out-cubic`.
///
/// Formulas: R. Penner, "Programming Macromedia Flash MX" (2002), chapter 7, normalised to 0...1.
public struct Easing: Sendable, Hashable {
  enum Shape: String, Sendable, CaseIterable {
    case sine, quad, cubic, expo, back, elastic, bounce
  }

  enum Direction: String, Sendable, CaseIterable {
    /// Slow at first.
    case `in`
    /// Slow at last.
    case out
    /// Slow at both ends.
    case inOut = "in-out"
  }

  private enum Kind: Hashable, Sendable {
    case linear
    /// Stays until the next key.
    case step
    case curve(Shape, Direction)
  }

  private let kind: Kind

  /// As much of the way as of the time; what a file means that names none.
  public static let linear = Easing(kind: .linear)

  private init(kind: Kind) { self.kind = kind }

  /// The easing of a name; nil when there is none of that name.
  public init?(named name: String) {
    switch name {
    case "linear": kind = .linear
    case "step": kind = .step
    default:
      guard let dash = name.lastIndex(of: "-"), let direction = Direction(rawValue: String(name[..<dash])),
        let shape = Shape(rawValue: String(name[name.index(after: dash)...]))
      else { return nil }
      kind = .curve(shape, direction)
    }
  }

  /// Every name, for suggestions and the manual.
  public static let names: [String] =
    ["linear", "step"]
    + Shape.allCases.flatMap { shape in Direction.allCases.map { "\($0.rawValue)-\(shape.rawValue)" } }

  /// The share of the way, which `back` and `elastic` overshoot.
  ///
  /// - Parameter t: share of the time, 0...1.
  public func callAsFunction(_ t: Double) -> Double {
    switch kind {
    case .linear: t
    case .step: t < 1 ? 0 : 1
    case .curve(let shape, .in): Easing.rising(shape, t)
    case .curve(let shape, .out): 1 - Easing.rising(shape, 1 - t)
    case .curve(let shape, .inOut):
      t < 0.5 ? Easing.rising(shape, 2 * t) / 2 : 1 - Easing.rising(shape, 2 - 2 * t) / 2
    }
  }

  /// The shape in its `in` form: 0 at 0, 1 at 1.
  private static func rising(_ shape: Shape, _ t: Double) -> Double {
    switch shape {
    case .sine: return 1 - cos(t * .pi / 2)
    case .quad: return t * t
    case .cubic: return t * t * t
    // The plain power begins at 1/1024; what it lacks is spread over the way.
    case .expo: return (exp2(10 * t) - 1) / 1023
    // 1.70158 overshoots by a tenth.
    case .back: return t * t * (2.70158 * t - 1.70158)
    case .elastic:
      guard t > 0, t < 1 else { return t }
      return -exp2(10 * (t - 1)) * sin((t - 1.075) * 2 * .pi / 0.3)
    case .bounce:
      // Four parabolas, the last one the longest in `out` form.
      var u = 1 - t
      if u < 1 / 2.75 { return 1 - 7.5625 * u * u }
      if u < 2 / 2.75 {
        u -= 1.5 / 2.75
        return 1 - (7.5625 * u * u + 0.75)
      }
      if u < 2.5 / 2.75 {
        u -= 2.25 / 2.75
        return 1 - (7.5625 * u * u + 0.9375)
      }
      u -= 2.625 / 2.75
      return 1 - (7.5625 * u * u + 0.984375)
    }
  }
}
