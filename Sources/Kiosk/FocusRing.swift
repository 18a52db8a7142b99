import Numbers
import Scene

/// The ring around what the keys are on: a line in the text's colour with one in the ground's colour inside it, so that it is seen on
/// cards, pictures and colours alike.
struct FocusRing: Sendable {
  /// Of the whole ring and of its inner line, dp. Source: EN 301 549, 11.1.4.11, by way of WCAG 2.1's 1.4.11 (3 : 1) and 2.2's 2.4.13
  /// (at least 2 pixels thick).
  private static let (width, inner) = (6.0, 2.0)
  /// Samples along each side of a pixel.
  private static let samples = 4

  /// What the corners were made for.
  private struct Look: Sendable, Hashable {
    var radius: Int
    var width: Int
    var inner: Int
    var ink: Color
    var ground: Color
  }

  private var look: Look?
  /// All four corners: a ring without straight parts.
  private var corners: Pixmap?

  /// Makes what it is drawn with, unless that is there.
  ///
  /// - Parameter radius: of the corners of what it goes around, in pixels.
  mutating func prepare(around frame: PixelRect, radius: Double, colors: KioskColors, scale: Double) {
    let most = min(frame.width, frame.height) / 2
    let width = max(Int(clamping: (Self.width * scale).rounded()), 3)
    let inner = max(Int(clamping: (Self.inner * scale).rounded()), 1)
    let next = Look(
      radius: min(max(Int(clamping: radius.rounded()), 0), max(most, 0)), width: width, inner: inner, ink: colors.text,
      ground: colors.background)
    guard next != look else { return }
    look = next
    corners = Self.corners(next)
  }

  /// - Parameter frame: viewer pixels; the ring goes around it, or lies along its edges inside where there is no room around.
  func draw(around frame: PixelRect, isInside: Bool = false, into scene: inout Scene) {
    guard let look, let corners, !frame.isEmpty else { return }
    let width = look.width
    let hole =
      isInside
      ? PixelRect(x0: frame.x0 + width, y0: frame.y0 + width, x1: frame.x1 - width, y1: frame.y1 - width) : frame
    let outer = PixelRect(x0: hole.x0 - width, y0: hole.y0 - width, x1: hole.x1 + width, y1: hole.y1 + width)
    let side = look.radius + width
    guard outer.width >= 2 * side, outer.height >= 2 * side else { return }
    // No lists: this is drawn with every frame.
    func corner(_ x: Int, _ y: Int, _ sourceX: Int, _ sourceY: Int) {
      scene.add(
        Layer(
          .pixmap(corners, sourceX: sourceX, sourceY: sourceY),
          frame: PixelRect(x: x, y: y, width: side, height: side)))
    }
    corner(outer.x0, outer.y0, 0, 0)
    corner(outer.x1 - side, outer.y0, side, 0)
    corner(outer.x0, outer.y1 - side, 0, side)
    corner(outer.x1 - side, outer.y1 - side, side, side)
    let (left, right, top, bottom) = (outer.x0 + side, outer.x1 - side, outer.y0 + side, outer.y1 - side)
    func lines(_ color: Color, _ from: Int, _ to: Int) {
      if left < right {
        scene.add(.fill(color, PixelRect(x0: left, y0: outer.y0 + from, x1: right, y1: outer.y0 + to)))
        scene.add(.fill(color, PixelRect(x0: left, y0: outer.y1 - to, x1: right, y1: outer.y1 - from)))
      }
      if top < bottom {
        scene.add(.fill(color, PixelRect(x0: outer.x0 + from, y0: top, x1: outer.x0 + to, y1: bottom)))
        scene.add(.fill(color, PixelRect(x0: outer.x1 - to, y0: top, x1: outer.x1 - from, y1: bottom)))
      }
    }
    lines(look.ink, 0, width - look.inner)
    lines(look.ground, width - look.inner, width)
  }

  private static func corners(_ look: Look) -> Pixmap {
    let side = look.radius + look.width
    let middle = Double(side)
    return Pixmap(size: PixelSize(width: 2 * side, height: 2 * side), isOpaque: false) { x, y in
      var (ink, ground) = (0, 0)
      for row in 0..<samples {
        for column in 0..<samples {
          let dx = Double(x) + (Double(column) + 0.5) / Double(samples) - middle
          let dy = Double(y) + (Double(row) + 0.5) / Double(samples) - middle
          let distance = (dx * dx + dy * dy).squareRoot()
          if distance >= Double(look.radius), distance < Double(look.radius + look.inner) { ground += 1 }
          if distance >= Double(look.radius + look.inner), distance < middle { ink += 1 }
        }
      }
      let total = samples * samples
      func mixed(_ a: UInt8, _ b: UInt8) -> UInt32 { UInt32((Int(a) * ink + Int(b) * ground) / total) }
      let alpha = UInt32((ink + ground) * 255 / total)
      return Pixel(
        word: alpha << 24 | mixed(look.ink.red, look.ground.red) << 16 | mixed(look.ink.green, look.ground.green) << 8
          | mixed(look.ink.blue, look.ground.blue))
    }
  }
}
