import Glibc
import Scene
import TestSupport
import Testing

@testable import Compositor

// Random scenes on random panels, frame after frame, against the reference: the pixels, and every byte beside them.
//
// `VITRINE_FUZZ=1000000 swift test --filter fuzz` runs for hours; VITRINE_FUZZ_SEED begins elsewhere.

private func setting(_ name: String, _ usual: Int) -> Int {
  guard let value = unsafe getenv(name) else { return usual }
  return unsafe Int(String(cString: value)) ?? usual
}

@Test func fuzz() {
  let first = setting("VITRINE_FUZZ_SEED", 1_000_000)
  for seed in first..<(first + max(setting("VITRINE_FUZZ", 100), 1)) {
    var run = Run(seed: seed)
    if let complaint = run.complaint() {
      Issue.record("VITRINE_FUZZ_SEED=\(seed) VITRINE_FUZZ=1: \(complaint)")
      return
    }
  }
}

/// One panel and some frames on it.
private struct Run {
  var generator: SceneGenerator
  let format: PixelFormat
  let orientation: Orientation
  let padding: Int
  let offset: Int
  let isStreaming: Bool
  let isPainting: Bool?
  let isShared: Bool

  init(seed: Int) {
    var random = SplitMix64(seed)
    // Small panels, single pixels, and rows long enough to be streamed.
    let viewer =
      switch random.int(0...9) {
      case 0: PixelSize(width: 1, height: 1)
      case 1, 2: PixelSize(width: random.int(150...800), height: random.int(1...3))
      case 3: PixelSize(width: random.int(1...3), height: random.int(150...800))
      default: PixelSize(width: random.int(1...40), height: random.int(1...26))
      }
    format = random.pick(PixelFormat.allCases)
    orientation = random.pick(Orientation.allCases)
    padding = random.pick([0, 1, 4, 7, 64, 100])
    offset = random.pick([64, 65, 66, 68, 92, 96])
    isStreaming = random.pick([true, false])
    isPainting = random.pick([true, false, nil])
    isShared = random.chance(1, in: 4)
    generator = SceneGenerator(seed: seed, viewer: viewer)
    generator.allowsFarFrames = true
  }

  /// What is wrong; nil when nothing is.
  mutating func complaint() -> String? {
    let canvas = Canvas(orientation.turn(generator.viewer), format, padding: padding, offset: offset)
    var compositor = Compositor(
      size: canvas.size, format: format, orientation: orientation, companion: isShared ? QueueCompanion() : nil)
    compositor.isStreaming = isStreaming
    compositor.isPainting = isPainting
    compositor.isSharing = isShared
    var scene = generator.scene()
    for frame in 0..<4 {
      _ = compositor.draw(scene, on: canvas, age: frame == 0 ? 0 : 1)
      compositor.commit()
      if !canvas.isPaddingUntouched() { return "frame \(frame) touched what is not the panel's" }
      if let difference = difference(scene, canvas) {
        return "frame \(frame), \(format), \(orientation): \(difference)"
      }
      scene = generator.successor(of: scene)
    }
    return nil
  }

  private func difference(_ scene: Scene, _ canvas: Canvas) -> String? {
    let reference = ReferenceRenderer(scene: scene)
    // Levels of a channel: rounding of 32-bit pixels, of a turned filter's positions and edges, and of 16 bits with their dither.
    let turned = orientation == .degrees0 ? 0 : 2 * scene.layers.count + (scene.hasFilters ? 16 : 0)
    let narrow = format == .rgb565 ? 5 : format == .rgb565Dithered ? 9 : 0
    let bound = referenceBound(scene) + turned + narrow
    for y in 0..<scene.size.height {
      for x in 0..<scene.size.width {
        let expected = reference.pixel(x: x, y: y)
        let place = orientation.toPanel(PixelRect(x: x, y: y, width: 1, height: 1), viewer: scene.size)
        let word = shown(canvas[place.x0, place.y0])
        for (k, shift) in [UInt32(16), 8, 0].enumerated() {
          let level = Int(word >> shift & 0xFF)
          if abs(level - Int(expected[k].rounded())) > bound {
            return "channel \(k) at \(x), \(y) is \(level), not \(expected[k]); \(bound) off is allowed"
          }
        }
      }
    }
    return nil
  }

  /// A stored word as `0xRRGGBB`.
  private func shown(_ word: UInt32) -> UInt32 {
    switch format {
    case .xrgb8888: word
    case .xbgr8888: word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF
    case .rgb565, .rgb565Dithered: expanded565(UInt16(word))
    }
  }
}
