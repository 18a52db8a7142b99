import Compositor
import Glibc
import Kiosk
import Motion
import Panel
import Refresh
import Scene

/// What a scroll frame costs by part, on a page of so many rows whose tiles are all there.
///
/// The same calls as `FrameLoop` makes, with the clock read between them.
struct FrameParts {
  static let names = ["touches", "schedule", "model and motion", "scene", "damage and compositing"]

  /// Nanoseconds of each part, one entry a frame.
  private(set) var costs = [[Nanoseconds]](repeating: [], count: names.count)

  init(size: PixelSize, rows: Int) {
    let mode = DisplayMode(size: size)
    let page = stackedPage(rows: rows, width: size.width)
    let style = CompassStyle()
    var kiosk = Kiosk(
      size: size, scale: 2, colors: colors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })),
      tileQueue: TileQueue {}
    ) { _ in }
    kiosk.receive(.page(page), at: 0)
    let pixmaps = (0..<16).map { _ in plainPixmap(width: size.width, height: rowHeight) }
    var compositor = Compositor(size: size, format: .xrgb8888)
    var scene = Scene(size: size)
    var scheduler = FrameScheduler(mode: mode)
    let surfaces = Surfaces(size, count: 3)
    var touch = ScriptedTouch(start: 0.5, rate: 125)
    for _ in 0..<8 {
      touch.down(Point(x: 200, y: Double(size.height) * 0.8))
      touch.move(to: Point(x: 200, y: Double(size.height) * 0.2), over: 0.6)
      touch.move(to: Point(x: 200, y: Double(size.height) * 0.75), over: 0.6)
      touch.up()
      touch.wait(0.5)
    }
    let events = touch.events
    var next = 0
    var number = 0
    let frames = Int(touch.time / mode.seconds)
    for frame in 1...frames {
      let presentation = Double(frame) * mode.seconds
      // Tiles come from elsewhere; handing them over is not part of a frame.
      let first = max(Int(kiosk.offset * 2) / rowHeight - 12, 0)
      for row in first..<min(first + 40, rows) {
        kiosk.receive(.tile(pixmaps[row % 16], key: page.tiles[row].key), at: presentation)
      }
      var marks: [Nanoseconds] = [MonotonicClock.now()]
      while next < events.count, events[next].time < presentation - 0.001 {
        kiosk.handle(events[next])
        next += 1
      }
      marks.append(MonotonicClock.now())
      let now = Nanoseconds(presentation * 1e9) - 1_500_000
      let deadline = kiosk.nextDeadline(after: presentation).map { Nanoseconds($0 * 1e9) }
      let isWanted = kiosk.needsFrame(at: presentation)
      _ = scheduler.next(now: now, needsFrame: isWanted, timer: deadline)
      scheduler.submitted(presentation: now + 1_500_000, began: now, ended: now + 500_000)
      scheduler.flipped(Flip(time: now + 1_500_000, sequence: UInt64(frame)), now: now + 1_500_000)
      marks.append(MonotonicClock.now())
      kiosk.advance(to: presentation)
      marks.append(MonotonicClock.now())
      kiosk.draw(into: &scene)
      marks.append(MonotonicClock.now())
      _ = compositor.draw(scene, into: surfaces[number % 3], age: number < 3 ? 0 : 3)
      compositor.commit()
      marks.append(MonotonicClock.now())
      number += 1
      guard isWanted, frame > 60 else { continue }
      for part in costs.indices { costs[part].append(marks[part + 1] - marks[part]) }
    }
  }

  /// Microseconds of a part in the middle frame.
  func median(_ part: Int) -> Double {
    let sorted = costs[part].sorted()
    return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2]) / 1000
  }

  /// Microseconds a frame costs apart from compositing.
  var besidesCompositing: Double { (0..<(Self.names.count - 1)).map(median).reduce(0, +) }
}

extension DisplayMode {
  fileprivate var seconds: Double { Double(period) / 1e9 }
}

/// Memory to draw in, as a panel's buffers.
@safe
private final class Surfaces {
  private let size: PixelSize
  private let memory: [UnsafeMutableRawPointer]

  init(_ size: PixelSize, count: Int) {
    self.size = size
    unsafe memory = (0..<count).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: size.area * 4, alignment: 64)
    }
  }

  deinit { for index in unsafe memory.indices { unsafe memory[index].deallocate() } }

  subscript(index: Int) -> Surface {
    unsafe Surface(base: memory[index], size: size, pitch: size.width * 4, format: .xrgb8888)
  }
}
