import Glibc

extension Color {
  /// How far two opaque colours are from each other as eyes see them: 0 is the same, 1 about black and white; from 0.1 on nobody takes one
  /// for the other. Source: Björn Ottosson, "A perceptual color space for image processing" (OKLab), 2020.
  package func difference(from other: Color) -> Double { OKLab(linear).distance(to: OKLab(other.linear)) }

  /// The same to somebody who sees no green, the commonest of those who see fewer colours. Source: Machado, Oliveira and Fernandes,
  /// "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, of the full severity.
  package func differenceWithoutGreen(from other: Color) -> Double {
    OKLab(Self.withoutGreen(linear)).distance(to: OKLab(Self.withoutGreen(other.linear)))
  }

  private typealias Light = (red: Double, green: Double, blue: Double)

  /// Its light, 0...1 each.
  private var linear: Light { (Self.linear(red), Self.linear(green), Self.linear(blue)) }

  private static func withoutGreen(_ light: Light) -> Light {
    func row(_ red: Double, _ green: Double, _ blue: Double) -> Double {
      min(max(red * light.red + green * light.green + blue * light.blue, 0), 1)
    }
    return (
      row(0.367322, 0.860646, -0.227968), row(0.280085, 0.672501, 0.047413), row(-0.011820, 0.042940, 0.968881)
    )
  }

  private struct OKLab {
    let lightness: Double
    let a: Double
    let b: Double

    init(_ light: Light) {
      let l = cbrt(0.4122214708 * light.red + 0.5363325363 * light.green + 0.0514459929 * light.blue)
      let m = cbrt(0.2119034982 * light.red + 0.6806995451 * light.green + 0.1073969566 * light.blue)
      let s = cbrt(0.0883024619 * light.red + 0.2817188376 * light.green + 0.6299787005 * light.blue)
      lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
      a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
      b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    func distance(to other: OKLab) -> Double {
      let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
      return (x * x + y * y + z * z).squareRoot()
    }
  }
}
