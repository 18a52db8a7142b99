/// Everything content does by itself after the finger lifted, planned whole: fling, meet an edge, spring back, rest.
///
/// Offsets in dp, times in seconds on the caller's clock. Planned once; each moment is then read from closed forms, so a stall
/// of the program changes nothing, and asking twice or backwards gives the same answer.
public struct Coast: Sendable {
  /// One law of motion on the way.
  public enum Leg: Sendable, Hashable {
    /// Inside the range: velocity decays.
    case fling(Fling)
    /// A fling of the finger's travel, displayed through the rubber band: momentum on its way back into the range.
    case stretch(Fling, ScrollRange)
    /// To an edge from beyond it, or (`aimed`) to a place chosen. One that crosses its edge goes on as a fling instead of returning.
    case spring(Spring, aimed: Bool)

    func position(at time: Double) -> Double {
      switch self {
      case .fling(let fling): fling.position(at: time)
      case .stretch(let fling, let range): range.offset(ofTravel: fling.position(at: time))
      case .spring(let spring, _): spring.position(at: time)
      }
    }

    func velocity(at time: Double) -> Double {
      switch self {
      case .fling(let fling): fling.velocity(at: time)
      case .stretch(let fling, let range):
        fling.velocity(at: time) * range.slope(atTravel: fling.position(at: time))
      case .spring(let spring, _): spring.velocity(at: time)
      }
    }
  }

  /// Where it ends, on a whole device pixel unless an end of the range lies between two.
  public private(set) var rest: Double
  /// From when on it lies at `rest`.
  public private(set) var restTime: Double

  private var legs: InlineArray<3, Leg>
  private var ends: InlineArray<3, Double>
  private var count = 0
  /// It is thrown back by an end it meets, instead of stopping there.
  private let bounces: Bool

  private init(first: Leg, bounces: Bool) {
    self.bounces = bounces
    rest = 0
    restTime = 0
    legs = InlineArray(repeating: first)
    ends = InlineArray(repeating: 0)
  }

  /// Offset at a time, seconds on the coast's clock; the place of rest from `restTime` on.
  public func position(at time: Double) -> Double { time >= restTime ? rest : leg(at: time).position(at: time) }

  /// Displayed velocity.
  public func velocity(at time: Double) -> Double { time >= restTime ? 0 : leg(at: time).velocity(at: time) }

  /// The law in force at a time; the last one at rest.
  public func leg(at time: Double) -> Leg {
    var index = 0
    while index < count - 1, time >= ends[index] { index += 1 }
    return legs[index]
  }
}

// MARK: Planning

extension Coast {
  /// What content does that is displayed at `offset` with `velocity`: a fling inside the range, a spring to the edge outside.
  ///
  /// - Parameter bounces: it is thrown back by an end it meets, instead of stopping there.
  init(
    from offset: Double, velocity: Double, at time: Double, in range: ScrollRange, rate: Fling.Rate, grid: PixelGrid,
    bounces: Bool
  ) {
    if range.contains(offset) {
      let fling = Fling(start: offset, velocity: velocity, startTime: time, rate: rate, stopSpeed: grid.stopSpeed)
      self.init(continuing: fling, in: range, grid: grid, bounces: bounces)
    } else {
      let spring = Spring(
        target: range.clamp(offset), position: offset,
        velocity: Spring.entryVelocity(velocity, viewport: range.viewport), startTime: time, stopSpeed: grid.stopSpeed)
      self.init(spring, aimed: false, in: range, rate: rate, grid: grid, bounces: bounces)
    }
  }

  /// A fling that may have begun before, from inside the range.
  init(continuing fling: Fling, in range: ScrollRange, grid: PixelGrid, bounces: Bool) {
    self.init(first: .fling(fling), bounces: bounces)
    append(fling, in: range, grid: grid)
  }

  init(_ spring: Spring, aimed: Bool, in range: ScrollRange, rate: Fling.Rate, grid: PixelGrid, bounces: Bool = true) {
    self.init(first: .spring(spring, aimed: aimed), bounces: bounces)
    if !aimed, range.isScrollable, let crossing = spring.crossing {
      append(.spring(spring, aimed: false), until: crossing)
      let velocity = spring.velocity(at: crossing)
      let fling = Fling(
        start: spring.target, velocity: velocity, startTime: crossing, rate: rate, stopSpeed: grid.stopSpeed)
      append(fling, in: range, grid: grid)
    } else {
      append(.spring(spring, aimed: aimed), until: spring.restTime)
      rest = spring.target
    }
  }

  /// The finger's own momentum from beyond an edge back into the range; nil when it does not get that far.
  ///
  /// - Parameter velocity: of the finger's travel, in the direction of offsets.
  init?(
    returningFrom offset: Double, velocity: Double, at time: Double, in range: ScrollRange, rate: Fling.Rate,
    grid: PixelGrid, bounces: Bool
  ) {
    let travel = range.travel(ofOffset: offset)
    let fling = Fling(start: travel, velocity: velocity, startTime: time, rate: rate, stopSpeed: grid.stopSpeed)
    guard range.isScrollable, !range.contains(travel), let entry = fling.time(at: range.clamp(travel)) else {
      return nil
    }
    self.init(first: .stretch(fling, range), bounces: bounces)
    append(.stretch(fling, range), until: entry)
    append(fling, in: range, grid: grid)
  }

  private mutating func append(_ fling: Fling, in range: ScrollRange, grid: PixelGrid) {
    let edge = fling.velocity > 0 ? range.upper : range.lower
    guard let meeting = fling.time(at: edge) else {
      append(.fling(fling), until: fling.stopTime)
      rest = range.clamp(grid.rounded(fling.stop))
      return
    }
    append(.fling(fling), until: meeting)
    rest = edge
    guard bounces else { return }
    let bounce = Spring(
      target: edge, position: edge,
      velocity: Spring.entryVelocity(fling.velocity(at: meeting), viewport: range.viewport), startTime: meeting,
      stopSpeed: grid.stopSpeed)
    append(.spring(bounce, aimed: false), until: bounce.restTime)
  }

  private mutating func append(_ leg: Leg, until end: Double) {
    legs[count] = leg
    ends[count] = end
    count += 1
    restTime = end
  }
}

// MARK: The content changes on the way

extension Coast {
  /// The motion from `time` on in another range, after the content was moved by `shift` in offsets: nothing visible jumps.
  ///
  /// A fling keeps its law and meets the edges where they now are. A spring whose target moved along keeps it.
  /// What is now outside the range springs back from where it is, with the velocity it has.
  ///
  /// - Parameter bounces: from now on.
  func replanned(
    at time: Double, shift: Double, in range: ScrollRange, rate: Fling.Rate, grid: PixelGrid, bounces: Bool
  ) -> Coast {
    let offset = position(at: time) + shift
    switch leg(at: time) {
    case .fling(var fling) where range.contains(offset):
      fling.start += shift
      return Coast(continuing: fling, in: range, grid: grid, bounces: bounces)
    case .spring(let spring, let aimed) where (aimed || shift != 0) && range.contains(spring.target + shift):
      return Coast(spring.moved(by: shift), aimed: aimed, in: range, rate: rate, grid: grid, bounces: bounces)
    case .fling, .stretch, .spring:
      return Coast(
        from: offset, velocity: velocity(at: time), at: time, in: range, rate: rate, grid: grid, bounces: bounces)
    }
  }
}
