import Board
public import Scene

/// Small pictures outside of cards: sprites for refresh styles, and what is said at the panel's edges.
extension Typesetter {
  /// A vector drawing as a sprite, with a clear border for filters.
  ///
  /// - Parameter height: of the drawing's view box on the panel, in pixels.
  public func sprite(_ drawing: Drawing, height: Double, ink: Color) -> Pixmap? {
    let box = drawing.viewBox
    guard box.width > 0, box.height > 0, height > 0, height <= 4096 else { return nil }
    let width = height * box.width / box.height
    guard width <= 8192 else { return nil }
    let size = PixelSize(width: max(Int(width.rounded(.up)), 1), height: max(Int(height.rounded(.up)), 1))
    return unsafe Pixmap(size: size, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.draw(
        drawing,
        in: Rect(
          x: (Double(size.width) - width) / 2, y: (Double(size.height) - height) / 2, width: width, height: height),
        ink: ink)
    }
  }

  /// One line of text as a sprite.
  ///
  /// - Parameter size: of the type, in dp.
  public func sprite(_ string: String, size: Double, isBold: Bool, ink: Color, look: Look) -> Pixmap? {
    let type = TypeStyle(size: size, leading: (size * 1.4).rounded(), isBold: isBold)
    let text = Text(string, type, ink)
    let width = self.width(of: text, limit: 4096, look: look)
    guard width >= 1 else { return nil }
    let pixels = PixelSize(width: Int(width), height: max(look.whole(type.leading), 1))
    return unsafe Pixmap(size: pixels, isOpaque: false, border: 2) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: pixels)
      draw(text, x: 0, y: 0, width: width + 1, on: canvas, look: look)
    }
  }

  /// A strip along the panel's bottom edge that says what is wrong, two lines at most.
  public func notice(_ message: String, width: Int, look: Look) -> Pixmap {
    let inset = look.whole(Design.inset)
    let fill = look.colors.bad
    let text = Text(message, .secondary, Look.ink(on: fill)).lines(2)
    let inner = Double(max(width - 2 * inset, 1))
    let height = self.height(of: text, width: inner, look: look) + 2 * look.whole(8)
    let size = PixelSize(width: width, height: height)
    return unsafe Pixmap(size: size, isOpaque: true) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      canvas.fill(fill)
      draw(text, x: Double(inset), y: Double(look.whole(8)), width: inner, on: canvas, look: look)
    }
  }

  /// The small pill that says from when stale data is.
  public func chip(_ words: String, look: Look) -> Pixmap {
    let text = Text(words, .badge, look.colors.text).tabular
    let padding = look.whole(12)
    let width = Int(self.width(of: text, limit: 2000, look: look)) + 2 * padding
    let size = PixelSize(width: width, height: look.whole(28))
    return unsafe Pixmap(size: size, isOpaque: false) { base, pitch in
      let canvas = unsafe Canvas(base: base, pitch: pitch, size: size)
      let rect = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      canvas.fill(rect, look.colors.surface.mixed(with: look.colors.warn, 0.18).opacity(0.96), radius: rect.height / 2)
      draw(
        text, x: Double(padding), y: Double(look.whole(5)), width: Double(width - 2 * padding + 1), on: canvas,
        look: look)
    }
  }
}
