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

  /// - Parameter ring: rows a page scrolls in, where the display has planes; without it every frame is composed.
  init(size: PixelSize, rows: Int, ring: RowRing? = nil) {
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
    var painter = FramePainter(size: size, format: .xrgb8888)
    var scene = Scene(size: size)
    var scheduler = FrameScheduler(mode: mode)
    let surfaces = Surfaces(size, count: 3)
    let rowsOfRing = Surfaces(PixelSize(width: size.width, height: 2 * (ring?.rows ?? 1)), count: 1)
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
      if let plan = painter.plan(scene, on: ring) {
        painter.draw(scene, plan, ring: rowsOfRing[0], parts: surfaces[number % 3], age: number < 3 ? 0 : 3)
      } else {
        _ = painter.draw(scene, into: surfaces[number % 3], age: number < 3 ? 0 : 3)
      }
      painter.commit()
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

  /// Microseconds that copying so many pixels takes, in the middle of some rounds; what is read and written is in no cache.
  static func copying(_ size: PixelSize) -> Double {
    let bytes = size.area * 4
    let (from, to) = (Surfaces(size, count: 8), Surfaces(size, count: 8))
    let times = (0..<64).map { round in
      let began = MonotonicClock.now()
      unsafe memcpy(to.address(round % 8), from.address(round % 8), bytes)
      return MonotonicClock.now() - began
    }
    return Double(times.dropFirst(8).sorted()[28]) / 1000
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
      let address = UnsafeMutableRawPointer.allocate(byteCount: size.area * 4, alignment: 64)
      unsafe address.initializeMemory(as: UInt8.self, repeating: 7, count: size.area * 4)
      return unsafe address
    }
  }

  deinit { for index in unsafe memory.indices { unsafe memory[index].deallocate() } }

  @unsafe func address(_ index: Int) -> UnsafeMutableRawPointer { unsafe memory[index] }

  subscript(index: Int) -> Surface {
    unsafe Surface(base: memory[index], size: size, pitch: size.width * 4, format: .xrgb8888)
  }
}
