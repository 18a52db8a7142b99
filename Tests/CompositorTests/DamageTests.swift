import Compositor
import Scene
import TestSupport
import Testing

/// One seed's panel: an odd size, any format and orientation, and rows that are padded and misaligned.
private struct PanelUnderTest {
  var size: PixelSize
  var format: PixelFormat
  var orientation: Orientation
  var padding: Int

  init(_ random: inout SplitMix64) {
    size = PixelSize(width: random.int(1...45), height: random.int(1...30))
    format = random.pick(PixelFormat.allCases)
    orientation = random.pick(Orientation.allCases)
    padding = random.pick([0, 1, 3, 7, 13])
  }

  var viewer: PixelSize { orientation.turn(size) }

  func canvas(byte: UInt8 = 0xA5) -> Canvas { Canvas(size, format, padding: padding, offset: 64 + padding, byte: byte) }

  func compositor() -> Compositor { Compositor(size: size, format: format, orientation: orientation, buffers: 3) }

  func everything(_ scene: Scene) -> [UInt32] { drawn(scene, format, orientation).words }
}

/// A film on a display with three buffers used in any order, some frames refused, one in a while forgotten.
@Test(arguments: 0..<600)
func repaintingDamageEqualsRepaintingEverything(seed: Int) {
  var random = SplitMix64(seed)
  let panel = PanelUnderTest(&random)
  var generator = SceneGenerator(seed: seed &* 7919, viewer: panel.viewer)
  var compositor = panel.compositor()
  let buffers = (0..<3).map { _ in panel.canvas() }
  var shownAt = [Int?](repeating: nil, count: 3)
  var flips = 0
  var scene = generator.scene()
  var onGlass: [UInt32]?
  for _ in 0..<8 {
    scene = generator.successor(of: scene)
    let buffer = random.int(0...2)
    let age = shownAt[buffer].map { flips - $0 + 1 } ?? 0
    let damage = compositor.draw(scene, on: buffers[buffer], age: age)
    let expected = panel.everything(scene)
    guard buffers[buffer].words == expected, buffers[buffer].isPaddingUntouched() else {
      Issue.record("seed \(seed): age \(age) on \(panel), damage \(damage.rects)")
      return
    }
    #expect(damage.rects.count <= 16)
    if let onGlass {
      for index in expected.indices where expected[index] != onGlass[index] {
        let isDamaged = damage.contains(x: index % panel.size.width, y: index / panel.size.width)
        #expect(isDamaged, "seed \(seed): pixel \(index) changed outside the frame damage")
      }
    }
    if random.chance(1, in: 5) {
      // Refused: the buffer's contents are now those of a frame nobody saw.
      continue
    }
    compositor.commit()
    flips += 1
    shownAt[buffer] = flips
    onGlass = expected
    if random.chance(1, in: 12) {
      compositor.invalidate()
      onGlass = nil
    }
  }
}

/// A buffer said to hold the last frame, full of marks: those outside the damage survive, the others are all gone.
@Test(arguments: 0..<300)
func nothingOutsideDamageIsTouched(seed: Int) {
  var random = SplitMix64(seed &+ 5000)
  let panel = PanelUnderTest(&random)
  var generator = SceneGenerator(seed: seed &* 104_729, viewer: panel.viewer)
  var compositor = panel.compositor()
  let before = generator.scene()
  let after = generator.successor(of: before)
  _ = compositor.draw(before, on: panel.canvas(), age: 0)
  compositor.commit()
  let marked = panel.canvas(byte: 0x5A)
  let damage = compositor.draw(after, on: marked, age: 1)
  let expected = panel.everything(after)
  let mark: UInt32 = panel.format.bytesPerPixel == 4 ? 0x5A5A_5A5A : 0x5A5A
  var isRight = marked.isPaddingUntouched(byte: 0x5A)
  for (index, word) in marked.words.enumerated() {
    let isDamaged = damage.contains(x: index % panel.size.width, y: index / panel.size.width)
    if word != (isDamaged ? expected[index] : mark) { isRight = false }
  }
  #expect(isRight, "seed \(seed): \(panel), damage \(damage.rects)")
}

@Test func theSameSceneAgainDamagesNothing() {
  var generator = SceneGenerator(seed: 11, viewer: PixelSize(width: 30, height: 20))
  for _ in 0..<50 {
    let scene = generator.scene()
    var compositor = Compositor(size: scene.size, format: .xrgb8888)
    let canvas = Canvas(scene.size, .xrgb8888)
    #expect(compositor.draw(scene, on: canvas, age: 0).rects == [PixelRect(scene.size)])
    compositor.commit()
    #expect(compositor.draw(scene, on: canvas, age: 1).isEmpty)
  }
}

@Test func damageIsWhereALayerWasAndIs() {
  let size = PixelSize(width: 100, height: 50)
  func scene(x: Int) -> Scene {
    Scene(
      size: size,
      layers: [
        .fill(.white, PixelRect(size)), .fill(.black, PixelRect(x: x, y: 10, width: 10, height: 10)),
        .fill(.white, PixelRect(x: 80, y: 40, width: 5, height: 5)),
      ])
  }
  var compositor = Compositor(size: size, format: .xrgb8888)
  let canvas = Canvas(size, .xrgb8888)
  _ = compositor.draw(scene(x: 0), on: canvas, age: 0)
  compositor.commit()
  let damage = compositor.draw(scene(x: 40), on: canvas, age: 1)
  #expect(
    damage.rects == [
      PixelRect(x: 0, y: 10, width: 10, height: 10), PixelRect(x: 40, y: 10, width: 10, height: 10),
    ])
}

@Test func refusedFramesKeepTheirDamage() {
  let size = PixelSize(width: 20, height: 10)
  func scene(_ x: Int) -> Scene {
    Scene(size: size, layers: [.fill(.white, PixelRect(x: x, y: 0, width: 2, height: 2))])
  }
  var compositor = Compositor(size: size, format: .xrgb8888)
  let canvas = Canvas(size, .xrgb8888)
  _ = compositor.draw(scene(0), on: canvas, age: 0)
  compositor.commit()
  _ = compositor.draw(scene(8), on: canvas, age: 1)
  // Refused. The scene goes back to what is on the glass, but the buffer holds the refused one.
  #expect(compositor.draw(scene(0), on: canvas, age: 1).isEmpty)
  #expect(canvas.words == drawn(scene(0)).words)
  compositor.commit()
  let damage = compositor.draw(scene(4), on: canvas, age: 1)
  #expect(damage.area == 8)
  #expect(canvas.words == drawn(scene(4)).words)
}

@Test func pixmapsOfTheFrameOnTheGlassStayAlive() {
  let size = PixelSize(width: 8, height: 8)
  var compositor = Compositor(size: size, format: .xrgb8888)
  let canvas = Canvas(size, .xrgb8888)
  weak var seen: Pixmap?
  // Were it freed, a new pixmap at its address would be mistaken for it.
  for value in 0..<50 {
    let pixmap = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(word: 0xFF00_0000 | UInt32(value)) }
    let scene = Scene(size: size, layers: [.pixmap(pixmap, x: 0, y: 0)])
    let damage = compositor.draw(scene, on: canvas, age: value == 0 ? 0 : 1)
    compositor.commit()
    #expect(damage.area == 64)
    #expect(canvas[3, 3] == 0xFF00_0000 | UInt32(value))
    seen = pixmap
  }
  #expect(seen != nil)
}
