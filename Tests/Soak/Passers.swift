import Panel
import Scene
import Seeded

/// What people do to a panel in a public place: pull it, fling it, turn its pages, tap anywhere, lean on it.
struct Passers {
  private var random: SplitMix64
  private let size: PixelSize

  init(seed: UInt64, size: PixelSize) {
    random = SplitMix64(seed: seed)
    self.size = size
  }

  private mutating func point(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Point {
    Point(
      x: Double(size.width) * .random(in: x, using: &random), y: Double(size.height) * .random(in: y, using: &random))
  }

  /// Somebody comes by and does something or other, from `start` on.
  mutating func script(start: Double) -> ScriptedTouch {
    var touch = ScriptedTouch(start: start, rate: 100)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let from = point(0.2...0.8, 0.15...0.3)
        touch.down(from)
        touch.move(to: Point(x: from.x, y: Double(size.height) * 0.98), over: 0.4)
        touch.up()
      case 2: touch.flick(from: point(0.2...0.8, 0.7...0.95), to: point(0.2...0.8, 0.05...0.4), over: 0.12)
      case 3: touch.flick(from: point(0.2...0.8, 0.2...0.4), to: point(0.2...0.8, 0.6...0.95), over: 0.12)
      case 4: touch.flick(from: point(0.8...0.95, 0.3...0.7), to: point(0.05...0.2, 0.3...0.7), over: 0.15)
      case 5: touch.flick(from: point(0.05...0.2, 0.3...0.7), to: point(0.8...0.95, 0.3...0.7), over: 0.15)
      case 6:
        // A hand that leans on the glass for a minute, and is taken for none.
        touch.down(point(0...1, 0...1))
        touch.wait(60)
        touch.cancel()
      default: touch.tap(point(0...1, 0...1))
      }
      touch.wait(.random(in: 0.2...3, using: &random))
    }
    return touch
  }
}
