import Scene

extension OutcomeMark {
  /// Draws the mark to the right of a picture that makes room for it, so that both together stay centred.
  ///
  /// - Parameters:
  ///   - outcome: nil draws nothing and leaves the picture where it is.
  ///   - pictureWidth: pixels; so is `gap`, between the picture and the mark.
  ///   - center: of the whole, viewer pixels.
  ///   - shown: how far the picture has made room, 0...1.
  ///   - swell: of the glyph, on top of growing with `shown`.
  /// - Returns: the column the picture is to be centred on.
  func draw(
    _ outcome: RefreshOutcome?, beside pictureWidth: Double, gap: Double, center: Point, shown: Double, swell: Double,
    opacity: Double, on canvas: RefreshCanvas, into scene: inout Scene
  ) -> Double {
    guard let outcome else { return center.x }
    let margins = 16 * canvas.scale
    let layout = layout(outcome, room: Double(canvas.area.width) - pictureWidth - gap - margins, on: canvas)
    guard layout.width > 0 else { return center.x }
    let x = center.x - shown * (gap + layout.width) / 2
    draw(
      layout, left: x + pictureWidth / 2 + gap, middle: center.y, scale: 0.7 + 0.3 * shown + swell, opacity: opacity,
      on: canvas, into: &scene)
    return x
  }
}
