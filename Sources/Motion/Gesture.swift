public import Scene

/// What a touch turned out to be, at the event that decided it.
public enum Gesture: Sendable, Hashable {
  /// The first finger landed, in viewer pixels: what moves there stops.
  case touched(Point)
  /// The finger drags along an axis, from now to the end; no longer a tap or a press.
  case dragBegan(Axis)
  /// The last finger lifted from a drag.
  case dragEnded(Lift)
  /// Lifted in place, where it had landed, in viewer pixels.
  case tapped(Point)
  /// Lifted without meaning anything: moved, caught a motion, or several fingers.
  case released
  /// Ended by the system: no fling, no tap, no refresh.
  case canceled
  /// Three fingers landed together; whatever was dragged is let go, and nothing follows until all are lifted.
  case service

  /// The end of a drag.
  public struct Lift: Sendable, Hashable {
    /// The drag's, decided when it began.
    public var axis: Axis
    /// The finger's whole travel along the axis, in dp: what the content must have moved by before it is let go.
    public var travel: Double
    /// Along the axis, in dp/s, at most `Fling.maximumSpeed` in the plane.
    public var velocity: Double
    /// The longest the finger rested during the drag, in seconds.
    public var rest: Double

    /// For the parameters see the properties.
    public init(axis: Axis, travel: Double, velocity: Double, rest: Double = 0) {
      self.axis = axis
      self.travel = travel
      self.velocity = velocity
      self.rest = rest
    }
  }
}

/// What lies under the first finger of a touch.
public struct GestureTarget: Sendable, Hashable {
  /// The axes something scrolls along; nil for both, which then compete.
  public var axis: Axis?
  /// The axis of a motion the finger catches (`Scroller.catchesTouch`): it drags at once, and cannot tap.
  public var caught: Axis?

  /// For the parameters see the properties.
  public init(axis: Axis? = nil, caught: Axis? = nil) {
    self.axis = axis
    self.caught = caught
  }
}
