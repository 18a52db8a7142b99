import Glibc
public import Scene
public import Seeded

/// The true path of a finger from its landing to its lift, in pixels and seconds since it landed.
public struct Stroke: Sendable {
  /// What is meant by it.
  public enum Meaning: Sendable, Hashable {
    case tap
    /// The page lies where it was put.
    case drag
    /// The page goes on.
    case flick
  }

  private struct Leg {
    var start: Double
    var duration: Double
    var from: Point
    var to: Point
    /// 0 for a movement from rest to rest, else the power of time by which it begins; it ends at full speed.
    var power: Double

    func position(at time: Double) -> Point {
      let t = min(max((time - start) / duration, 0), 1)
      // From rest to rest with the least jerk, as arms move. Source: Flash and Hogan, 1985.
      let share = power == 0 ? t * t * t * (10 - 15 * t + 6 * t * t) : pow(t, power)
      return Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    }
  }

  /// What is meant by it.
  public let meaning: Meaning
  /// Until it lifts.
  public private(set) var duration = 0.0
  private var legs: [Leg] = []
  private var place: Point
  private let landing: Point

  init(_ meaning: Meaning, from place: Point) {
    self.meaning = meaning
    self.place = place
    landing = place
  }

  mutating func move(to next: Point, over time: Double, power: Double = 0) {
    legs.append(Leg(start: duration, duration: time, from: place, to: next, power: power))
    place = next
    duration += time
  }

  mutating func rest(_ time: Double) { duration += time }

  /// Where the finger is; where it lifted, afterwards.
  public func position(at time: Double) -> Point {
    var last = landing
    for leg in legs where leg.start <= time { last = leg.position(at: time) }
    return last
  }

  /// Along y at the lift.
  public var liftVelocity: Double {
    (position(at: duration).y - position(at: duration - 0.001).y) / 0.001
  }
}

extension Stroke {
  /// What somebody does next: two fifths drags, from slow to quick; two fifths flicks of 200 to 12,000 px/s; the rest taps.
  public static func random(on size: PixelSize, _ random: inout SplitMix64) -> Stroke {
    let x = random.double(0.2...0.8) * Double(size.width)
    let height = Double(size.height)
    let isUp = random.double(0...1) < 0.5
    let start = Point(x: x, y: (isUp ? random.double(0.6...0.95) : random.double(0.05...0.4)) * height)
    let sign = isUp ? -1.0 : 1
    switch random.double(0...1) {
    case 0..<0.4:
      var stroke = Stroke(.drag, from: start)
      var place = start
      for _ in 0..<Int(random.double(1...2.99)) {
        let length = random.double(60...(0.5 * height)) * (place.y == start.y ? sign : -sign)
        let next = Point(
          x: x + random.double(-15...15), y: min(max(place.y + length, 10), height - 10))
        stroke.move(to: next, over: abs(next.y - place.y) / random.double(80...2500) + 0.08)
        place = next
        stroke.rest(random.double(0.18...0.4))
      }
      return stroke
    case 0.4..<0.8:
      // Few are as quick as fingers get.
      let speed = 200 * pow(60, random.double(0...1) * random.double(0.4...1))
      var stroke = Stroke(.flick, from: start)
      let power = random.double(1.4...2.4)
      let most = (isUp ? start.y : height - start.y) - 5
      let length = min(max(speed * random.double(0.06...0.16) / power, 40), most)
      let end = Point(x: x + random.double(-0.15...0.15) * length, y: start.y + sign * length)
      stroke.move(to: end, over: length * power / speed, power: power)
      return stroke
    default:
      var stroke = Stroke(.tap, from: start)
      // A fingertip rolls as it presses.
      let wobble = random.double(0...1) < 0.3 ? 14.0 : 3
      stroke.rest(random.double(0.02...0.05))
      stroke.move(
        to: Point(x: x + random.double(-wobble...wobble), y: start.y + random.double(-4...4)),
        over: random.double(0.03...0.1))
      stroke.rest(random.double(0...1) < 0.2 ? random.double(0.4...1.5) : 0.02)
      return stroke
    }
  }
}
