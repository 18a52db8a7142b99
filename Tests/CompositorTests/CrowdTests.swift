import Scene
import TestSupport
import Testing

@testable import Compositor

/// Scenes of very many layers: how they are drawn is another matter than what.
@Suite struct CrowdTests {
  private func scene(_ generator: inout SceneGenerator, layers: Int, isSmall: Bool) -> Scene {
    var scene = Scene(size: generator.viewer, background: Color(rgb: 0x336699))
    for _ in 0..<layers {
      var layer = generator.layer()
      if isSmall {
        layer.frame = PixelRect(
          x: generator.random.int(-5...generator.viewer.width), y: generator.random.int(-5...generator.viewer.height),
          width: generator.random.int(1...20), height: generator.random.int(1...12))
      }
      scene.add(layer)
    }
    return scene
  }

  /// Painted one over the other, layers give the pixels that they give cut into cells, to the last bit, and nothing else is touched.
  @Test(arguments: 0..<150)
  func paintedOrCutThePixelsAreTheSame(seed: Int) {
    var random = SplitMix64(seed)
    let viewer = PixelSize(width: random.int(1...300), height: random.int(1...60))
    var generator = SceneGenerator(seed: seed, viewer: viewer)
    let first = scene(&generator, layers: random.int(0...160), isSmall: random.chance(2, in: 3))
    var next = first
    for _ in 0..<random.int(1...6) where !next.layers.isEmpty {
      next.layers[random.int(0...next.layers.count - 1)] = generator.layer()
    }
    let orientation = random.pick(Orientation.allCases)
    let format = random.pick([PixelFormat.xrgb8888, .xbgr8888, .rgb565, .rgb565Dithered])
    let padding = random.pick([0, 4, 28, 64, 3])
    let offset = random.pick([64, 68, 96, 66])
    let isStreaming = random.chance(1, in: 2)
    func words(isPainting: Bool) -> [UInt32] {
      let canvas = Canvas(orientation.turn(viewer), format, padding: padding, offset: offset)
      var compositor = Compositor(size: canvas.size, format: format, orientation: orientation)
      compositor.isStreaming = isStreaming
      compositor.isPainting = isPainting
      _ = compositor.draw(first, on: canvas, age: 0)
      compositor.commit()
      _ = compositor.draw(next, on: canvas, age: 1)
      #expect(canvas.isPaddingUntouched())
      return canvas.words
    }
    #expect(words(isPainting: true) == words(isPainting: false))
  }

  /// However many layers have moved, the damage is few rectangles and all that has changed; what has not is not drawn as a whole.
  @Test(arguments: 0..<60)
  func theDamageOfManyIsFewRectanglesAndEnough(seed: Int) {
    var random = SplitMix64(seed)
    let viewer = PixelSize(width: random.int(1...500), height: random.int(1...200))
    var generator = SceneGenerator(seed: seed, viewer: viewer)
    let first = scene(&generator, layers: random.int(50...700), isSmall: true)
    var next = first
    let share = random.pick([2, 10, 100])
    for index in next.layers.indices where random.chance(share, in: 100) {
      let frame = next.layers[index].frame
      next.layers[index].frame = PixelRect(
        x: frame.x0 + random.int(-3...3), y: frame.y0 + random.int(-3...3), width: frame.width, height: frame.height)
    }
    let canvas = Canvas(viewer, .xrgb8888)
    let fresh = Canvas(viewer, .xrgb8888)
    var compositor = Compositor(size: viewer, format: .xrgb8888)
    _ = compositor.draw(first, on: canvas, age: 0)
    compositor.commit()
    let before = canvas.words
    let damage = compositor.draw(next, on: canvas, age: 1)
    var other = Compositor(size: viewer, format: .xrgb8888)
    _ = other.draw(next, on: fresh, age: 0)
    #expect(canvas.words == fresh.words)
    #expect(damage.rects.count <= 16)
    #expect(damage.rects.allSatisfy { PixelRect(viewer).contains($0) })
    for (place, pair) in zip(before, canvas.words).enumerated() where pair.0 != pair.1 {
      #expect(damage.contains(x: place % viewer.width, y: place / viewer.width))
    }
  }

  /// A few layers that are exchanged among very many cost no more than themselves.
  @Test func whatStandsBesideAnExchangeIsNotDrawn() {
    let viewer = PixelSize(width: 600, height: 400)
    func scene(_ color: UInt32) -> Scene {
      var scene = Scene(size: viewer)
      for index in 0..<600 {
        let frame = PixelRect(x: index % 30 * 20, y: index / 30 * 20, width: 18, height: 18)
        scene.add(.fill(Color(rgb: 300..<315 ~= index ? color : 0x445566), frame))
      }
      return scene
    }
    let canvas = Canvas(viewer, .xrgb8888)
    var compositor = Compositor(size: viewer, format: .xrgb8888)
    _ = compositor.draw(scene(0x111111), on: canvas, age: 0)
    compositor.commit()
    let damage = compositor.draw(scene(0x222222), on: canvas, age: 1)
    #expect(damage.area >= 15 * 18 * 18 && damage.area <= 2 * 15 * 20 * 20)
  }
}
