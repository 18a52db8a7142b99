package import Numbers

/// The scroll model of one axis: what a finger, a wheel, keys and the program do to the offset of some content.
///
/// Lengths in dp, velocities in dp/s, times in seconds on one monotonic clock. `offset` is displayed: larger means that the content
/// has moved towards its beginning's side (up). Reading is pure: between two changes any moment may be asked, in any order.
///
/// Changes must come with times that do not lie before the moment last shown: pass the later of the event's time and that
/// moment, or content under the finger would step back to where it was when the finger landed.
public struct Scroller: Sendable {
  /// What happens to the content.
  public enum Event: Sendable, Hashable {
    /// A finger landed. `mayPull`: its device is one that may pull a refresh; `fromAnywhere`: it need not land with the content at its
    /// top, nor move down first.
    case touch(mayPull: Bool, fromAnywhere: Bool = false)
    /// The finger has travelled so far since it landed, in its own direction (down, right positive), slop taken off.
    case drag(travel: Double)
    /// The last finger lifted from a drag: its whole travel, its velocity, both in its own direction, and the longest it rested on
    /// the way (see `Gesture.Lift`).
    case lift(travel: Double, velocity: Double, rest: Double = 0)
    /// The touch ends without momentum: it was a tap or a hold, was canceled, or another axis or a service gesture took it.
    case letGo
    /// A wheel turned, positive towards the content's end.
    case wheel(lines: Double)
    /// A key was pressed.
    case key(InputEvent.Key)
  }

  /// What drives the offset, with all that is needed to compute it at any time.
  public enum Phase: Sendable {
    /// Nothing moves.
    case idle(offset: Double)
    /// A finger is down and has not moved the content.
    case tracking(Grip)
    /// A finger moves the content.
    case dragging(Grip)
    /// Momentum or a spring moves it.
    case coasting(Coast)
    /// A wheel, a key or the program moves it.
    case scrolling(ScrollCurve)
  }

  /// What the content is doing at one moment.
  public enum Activity: Sendable, Hashable {
    /// Nothing; a finger that rests; a finger that moves; momentum; a spring; a wheel, a key or the program.
    case idle, tracking, dragging, flinging, springing, scrolling
  }

  /// A wheel's line and an arrow key's step.
  public static let line = 50.0
  /// A page key's step, as a share of the viewport.
  public static let page = 0.8

  /// What drives the offset.
  public internal(set) var phase: Phase = .idle(offset: 0)
  /// Where the content may rest.
  public internal(set) var range: ScrollRange
  /// Length of the content.
  public internal(set) var content: Double
  /// Height of the header held open before the content, 0 when closed.
  public internal(set) var header = 0.0
  /// The velocity the content had when it was last let go, displayed, positive in the direction of a pull (down, right).
  public private(set) var liftVelocity = 0.0

  /// A flick carries the content at most two viewports on, for panels that strangers use.
  public var isCalm = false
  /// Nothing is stretched past an end but by a finger that pulls a refresh, nothing bounces, and what has to come back does so shortly.
  public var isStill = false

  let grid: PixelGrid
  private let ownRate: Fling.Rate
  var rate: Fling.Rate { isCalm ? .within(2 * range.viewport) : ownRate }
  /// How far from the top a touch still counts as at the top.
  private let slop: Double
  private let retainsMomentum: Bool
  /// When something last moved, as far as it is not told by the phase.
  private var movedAt: Double?

  /// - Parameters:
  ///   - grid: the device pixels content comes to rest on.
  ///   - slop: the recogniser's touch slop.
  ///   - retainsMomentum: repeated flicks grow, as on iOS.
  public init(
    content: Double, viewport: Double, grid: PixelGrid = PixelGrid(scale: 1), slop: Double = 8,
    rate: Fling.Rate = .normal, retainsMomentum: Bool = false
  ) {
    self.content = content
    self.grid = grid
    self.slop = slop
    ownRate = rate
    self.retainsMomentum = retainsMomentum
    range = ScrollRange(content: content, viewport: viewport)
  }

  /// Takes in what happened at a time.
  public mutating func handle(_ event: Event, at time: Double) {
    finishMotion(at: time)
    switch event {
    case .touch(let mayPull, let fromAnywhere): touch(mayPull: mayPull, fromAnywhere: fromAnywhere, at: time)
    case .drag(let travel): drag(travel: travel, at: time)
    case .lift(let travel, let velocity, let rest):
      drag(travel: travel, at: time)
      lift(velocity: velocity, rest: rest, at: time)
    case .letGo: letGo(at: time)
    case .wheel(let lines): scroll(to: aim(at: time) + lines * Self.line, by: .wheel, at: time)
    case .key(let key): press(key, at: time)
    }
  }

  /// Lets something else drive the offset.
  mutating func enter(_ phase: Phase, at time: Double) {
    movedAt = lastMoved(at: time)
    self.phase = phase
  }

  /// A motion that is over becomes rest.
  mutating func finishMotion(at time: Double) {
    if let end = settlesAt, end <= time { enter(.idle(offset: position(at: time)), at: time) }
  }

  /// What content does that is let go at an offset.
  func released(from offset: Double, velocity: Double, at time: Double) -> Phase {
    if isStill, !range.contains(offset) { return eased(from: offset, to: range.clamp(offset), at: time) }
    return .coasting(
      Coast(from: offset, velocity: velocity, at: time, in: range, rate: rate, grid: grid, bounces: !isStill))
  }

  /// A short way, without a spring.
  func eased(from offset: Double, to target: Double, at time: Double) -> Phase {
    .scrolling(ScrollCurve(from: offset, velocity: 0, to: target, law: .keyboard, at: time, in: range))
  }

  /// Where content lies that a finger holds: stretched past an end, unless it is to lie still.
  func offset(of grip: Grip) -> Double { offset(of: grip, in: range) }

  func offset(of grip: Grip, in range: ScrollRange) -> Double {
    let offset = range.offset(ofTravel: grip.position)
    guard isStill else { return offset }
    return grip.mayPull ? min(offset, range.upper) : range.clamp(offset)
  }
}

// MARK: Reading

extension Scroller {
  /// The displayed offset at a time.
  public func position(at time: Double) -> Double {
    switch phase {
    case .idle(let offset): offset
    case .tracking(let grip), .dragging(let grip): offset(of: grip)
    case .coasting(let coast): coast.position(at: time)
    case .scrolling(let curve): curve.position(at: time)
    }
  }

  /// The displayed velocity at a time; 0 while a finger holds the content, for then it has no law.
  public func velocity(at time: Double) -> Double {
    switch phase {
    case .idle, .tracking, .dragging: 0
    case .coasting(let coast): coast.velocity(at: time)
    case .scrolling(let curve): curve.velocity(at: time)
    }
  }

  /// What the content is doing at a time, seconds.
  public func activity(at time: Double) -> Activity {
    switch phase {
    case .idle: .idle
    case .tracking: .tracking
    case .dragging: .dragging
    case .coasting(let coast):
      if time >= coast.restTime {
        .idle
      } else if case .spring = coast.leg(at: time) {
        .springing
      } else {
        .flinging
      }
    case .scrolling(let curve): time >= curve.endTime ? .idle : .scrolling
    }
  }

  /// When the motion under way ends; nil when there is none, or a finger decides. Until then every frame differs, after it none.
  public var settlesAt: Double? {
    switch phase {
    case .idle, .tracking, .dragging: nil
    case .coasting(let coast): coast.restTime
    case .scrolling(let curve): curve.endTime
    }
  }

  /// Where the motion under way ends; where the content is, when there is none.
  public var restingOffset: Double {
    switch phase {
    case .idle(let offset): offset
    case .tracking(let grip), .dragging(let grip): offset(of: grip)
    case .coasting(let coast): coast.rest
    case .scrolling(let curve): curve.target
    }
  }

  /// Whether the content moves by itself.
  public func isMoving(at time: Double) -> Bool { settlesAt.map { time < $0 } ?? false }

  /// Whether a finger holds the content.
  public var isHeld: Bool { grip != nil }

  /// Whether a finger landing now catches a motion: it then drags without slop, and can neither tap nor highlight.
  ///
  /// Slower than `Fling.minimumSpeed` counts as at rest; for a spring its displacement counts as the speed it is about to cause.
  public func catchesTouch(at time: Double) -> Bool {
    guard isMoving(at: time) else { return false }
    if abs(velocity(at: time)) >= Fling.minimumSpeed { return true }
    guard case .coasting(let coast) = phase, case .spring(let spring, _) = coast.leg(at: time) else { return false }
    return spring.rate * abs(spring.position(at: time) - spring.target) >= Fling.minimumSpeed
  }

  /// How far the natural top of the content lies below the viewport's top: what a refresh header shows of itself. Never negative.
  public func pulledExtent(at time: Double) -> Double { max(0, -position(at: time)) }

  /// Whether the finger that holds the content may pull a refresh: it landed with the content at its top, and moved down first; or may
  /// do so from anywhere.
  public var mayPull: Bool { grip?.mayPull ?? false }

  /// The last time, up to `time`, at which the content moved; nil if it never did. What a `ScrollIndicator` fades by.
  public func lastMoved(at time: Double) -> Double? {
    settlesAt.map { min($0, time) } ?? movedAt
  }

  /// Counts as a movement for the indicator although the content rests: a finger has let go of it.
  public mutating func noteMovement(at time: Double) { movedAt = time }

  /// Where it rests, of content and viewport that are known, and when it last moved.
  ///
  /// - Parameter time: a moment at which nothing moves and nobody holds it.
  package mutating func walkAtRest(_ walk: inout some StateWalk, at time: Double) {
    var (offset, moved, lift) = (position(at: time), lastMoved(at: time), liftVelocity)
    walk.walk(&offset)
    walk.walk(&moved)
    walk.walk(&lift)
    guard walk.isReading else { return }
    (phase, movedAt, liftVelocity) = (.idle(offset: range.clamp(offset)), moved, lift)
  }

  var grip: Grip? {
    switch phase {
    case .tracking(let grip), .dragging(let grip): grip
    case .idle, .coasting, .scrolling: nil
    }
  }
}

// MARK: The finger

extension Scroller {
  /// A finger's hold on the content.
  public struct Grip: Sendable, Hashable {
    /// Travel coordinate at which the finger's own travel is 0.
    var anchor: Double
    /// The finger's travel in its own direction.
    var travel = 0.0
    /// What a flick adds of the fling this touch caught.
    var momentum = 0.0
    /// Finger travel that decides whether it pulls; nil once decided.
    var undecidedUntil: Double?
    var mayPull: Bool

    /// In the range's travel coordinate.
    var position: Double { anchor - travel }
  }

  private mutating func touch(mayPull: Bool, fromAnywhere: Bool, at time: Double) {
    let offset = position(at: time)
    let atTop = offset <= range.lower + slop
    var grip = Grip(anchor: range.travel(ofOffset: offset), mayPull: mayPull && (atTop || fromAnywhere))
    // A caught motion is dragged without slop: there, trembling decides nothing.
    if !fromAnywhere { grip.undecidedUntil = catchesTouch(at: time) ? slop : 0 }
    if retainsMomentum, activity(at: time) == .flinging {
      grip.momentum = Fling.carriedMomentum(of: velocity(at: time))
    }
    enter(.tracking(grip), at: time)
  }

  private mutating func drag(travel: Double, at time: Double) {
    guard var grip, travel != grip.travel else { return }
    grip.travel = travel
    if let threshold = grip.undecidedUntil, abs(travel) > threshold {
      grip.undecidedUntil = nil
      if travel < 0 { grip.mayPull = false }
    }
    // Where nothing is stretched the finger does not run ahead of the content: on its way back it takes it along at once.
    let held = offset(of: grip)
    if isStill, held != range.offset(ofTravel: grip.position) { grip.anchor = range.travel(ofOffset: held) + travel }
    phase = .dragging(grip)
    movedAt = time
  }

  private mutating func lift(velocity: Double, rest: Double, at time: Double) {
    guard let grip else { return }
    let offset = offset(of: grip)
    var velocity = -min(max(velocity, -Fling.maximumSpeed), Fling.maximumSpeed)
    if !range.contains(offset) {
      velocity *= range.slope(atTravel: grip.position)
      release(from: offset, velocity: velocity, at: time)
    } else if abs(velocity) >= Fling.minimumSpeed, range.isScrollable {
      if rest < 0.02, velocity * grip.momentum > 0, abs(velocity) > abs(grip.momentum) / 2 { velocity += grip.momentum }
      release(from: offset, velocity: velocity, at: time)
    } else {
      enter(.idle(offset: offset), at: time)
    }
    liftVelocity = -velocity
  }

  private mutating func letGo(at time: Double) {
    guard isHeld else { return }
    let offset = position(at: time)
    liftVelocity = 0
    if range.contains(offset) {
      enter(.idle(offset: offset), at: time)
    } else {
      release(from: offset, velocity: 0, at: time)
    }
  }

  private mutating func release(from offset: Double, velocity: Double, at time: Double) {
    enter(released(from: offset, velocity: velocity, at: time), at: time)
  }

  /// Gives the finger's momentum to the content beyond an edge: it slides back into the range and on, instead of being sprung back.
  ///
  /// For a finger that lifts while flicking back: call it right after the lift. Without enough momentum to reach the range, or inside
  /// it, nothing changes.
  ///
  /// - Parameter velocity: the finger's, as given with the lift.
  public mutating func releaseIntoContent(velocity: Double, at time: Double) {
    guard !isHeld else { return }
    let velocity = -min(max(velocity, -Fling.maximumSpeed), Fling.maximumSpeed)
    let returning = Coast(
      returningFrom: position(at: time), velocity: velocity, at: time, in: range, rate: rate, grid: grid,
      bounces: !isStill)
    if let returning { enter(.coasting(returning), at: time) }
  }
}
