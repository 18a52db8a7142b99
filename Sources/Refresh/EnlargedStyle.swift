public import Scene

/// Another style, so many times as large: its lengths are those of dp that are larger, its times its own.
public struct EnlargedStyle: RefreshStyle {
  private let style: any RefreshStyle
  private let factor: Double

  /// - Parameters:
  ///   - style: what is drawn.
  ///   - factor: above 0; 1 is as large as it is.
  public init(_ style: any RefreshStyle, by factor: Double) { (self.style, self.factor) = (style, factor) }

  /// Its trigger, what it holds open and its bar are larger.
  public var metrics: RefreshMetrics {
    var metrics = style.metrics
    metrics.trigger *= factor
    metrics.hold *= factor
    metrics.bar *= factor
    return metrics
  }

  /// Its own, to be rastered as much larger.
  public var sprites: [SpriteRequest] { style.sprites }

  /// Its own.
  public var switches: [[Int]] { style.switches }

  /// It draws what it would of a pull that is as much shorter, on a canvas whose dp are as much larger.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    var canvas = canvas
    canvas.scale *= factor
    style.draw(shrunk(state), on: canvas, into: &scene)
  }

  /// Its own.
  public func finishingTime(_ state: RefreshState) -> Double { style.finishingTime(shrunk(state)) }

  /// Its own.
  public func carry(_ state: RefreshState) -> Int { style.carry(shrunk(state)) }

  private func shrunk(_ state: RefreshState) -> RefreshState {
    var state = state
    state.extent /= factor
    state.trigger /= factor
    state.hold /= factor
    state.phaseExtent /= factor
    return state
  }
}
