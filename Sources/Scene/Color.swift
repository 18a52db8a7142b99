import Glibc
import Numbers

/// A colour with straight (not premultiplied) sRGB components, 0...255 each.
public struct Color: Sendable, Hashable {
  /// 0 to 255, not multiplied by alpha.
  public var red: UInt8
  /// 0 to 255, not multiplied by alpha.
  public var green: UInt8
  /// 0 to 255, not multiplied by alpha.
  public var blue: UInt8
  /// 0 is clear, 255 opaque.
  public var alpha: UInt8

  /// - Parameters:
  ///   - red: 0 to 255, as green and blue; not multiplied by alpha.
  ///   - alpha: 0 is clear, 255 opaque.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From `0xRRGGBB`, opaque.
  public init(rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// No colour at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque.
  public static let black = Color(rgb: 0x000000)
  /// Opaque.
  public static let white = Color(rgb: 0xFFFFFF)

  /// Whether nothing shows through.
  public var isOpaque: Bool { alpha == 255 }

  /// The same colour with its alpha multiplied by `opacity`, 0...1.
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8(clamping: (Double(alpha) * min(max(opacity, 0), 1)).rounded())
    return color
  }

  /// The mix of two colours: `self` at 0, `other` at 1, linear in the stored components.
  public func mixed(with other: Color, _ share: Double) -> Color {
    let t = min(max(share, 0), 1)
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(clamping: (Double(a) + (Double(b) - Double(a)) * t).rounded()) }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// Relative luminance, 0 (black) ... 1 (white). Source: WCAG 2.1, "relative luminance" (alpha is ignored).
  public var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The light of a component, 0...1.
  static func linear(_ component: UInt8) -> Double {
    let c = Double(component) / 255
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
  }

  /// Contrast of two opaque colours, 1...21. Source: WCAG 2.1, "contrast ratio".
  public func contrast(against other: Color) -> Double {
    let a = luminance
    let b = other.luminance
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The first mix with `end`, in steps of a fortieth, whose contrast against all of `grounds` is `ratio` or more; `end` when there is
  /// none.
  public func legible(on grounds: [Color], ratio: Double, towards end: Color) -> Color {
    for step in 0..<40 {
      let mix = mixed(with: end, Double(step) / 40)
      if grounds.allSatisfy({ mix.contrast(against: $0) >= ratio }) { return mix }
    }
    return end
  }
}

/// A premultiplied pixel: the word `0xAARRGGBB`, which is DRM's ARGB8888 and cairo's ARGB32. No component is more than alpha.
public struct Pixel: Sendable, Hashable {
  /// `0xAARRGGBB`, multiplied by alpha.
  public let word: UInt32

  /// Components that are more than alpha become alpha: blending adds them, and would carry into the component beside.
  ///
  /// - Parameter word: `0xAARRGGBB`, multiplied by alpha.
  public init(word: UInt32) {
    let alpha = word >> 24
    self.word =
      alpha == 255
      ? word
      : alpha << 24 | min(word >> 16 & 0xFF, alpha) << 16 | min(word >> 8 & 0xFF, alpha) << 8 | min(word & 0xFF, alpha)
  }

  /// Premultiplies, rounding to nearest.
  public init(_ color: Color) {
    let a = UInt32(color.alpha)
    func scale(_ component: UInt8) -> UInt32 { (UInt32(component) * a + 127) / 255 }
    word = a << 24 | scale(color.red) << 16 | scale(color.green) << 8 | scale(color.blue)
  }

  /// Widens a 16-bit word `rrrrrggggggbbbbb`: the top bits are repeated below, so that white stays white.
  public init(rgb565 value: UInt16) {
    let red = UInt32(value) >> 11
    let green = UInt32(value) >> 5 & 63
    let blue = UInt32(value) & 31
    let wide = (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 | (blue << 3 | blue >> 2)
    word = 0xFF00_0000 | wide
  }

  /// Everything shows through.
  public static let clear = Pixel(word: 0)

  /// 0 is clear, 255 opaque.
  public var alpha: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }
}
