import Compositor
import Scene
import TestSupport
import Testing

private let edges = [Int.min, Int.min + 1, -1 << 40, -1_000_000, -7, 0, 3, 1_000_000, 1 << 40, Int.max - 1, Int.max]
private let numbers = [
  0, -0.0, 1, -1, 1e-300, 1e-7, 1e9, -1e18, 1e300, .infinity, -.infinity, .nan, .greatestFiniteMagnitude,
]

/// Layers no program should ask for: each is drawn, clipped or left out, and the frame is finished.
@Test(arguments: 0..<300)
func wildLayersAreHarmless(seed: Int) {
  var random = SplitMix64(seed)
  let orientation = random.pick(Orientation.allCases)
  let viewer = PixelSize(width: random.int(1...20), height: random.int(1...20))
  let pixmaps = (0..<3).map { _ in SceneGenerator.pixmap(&random) }
  var scene = Scene(size: viewer)
  for _ in 0..<12 {
    func number() -> Double { random.chance(1, in: 2) ? random.pick(numbers) : random.double(-40...40) }
    func edge() -> Int { random.chance(1, in: 2) ? random.pick(edges) : random.int(-30...30) }
    let frame = PixelRect(x0: edge(), y0: edge(), x1: edge(), y1: edge())
    let pixmap = random.pick(pixmaps)
    let content: Layer.Content =
      switch random.int(0...5) {
      case 0: .fill(.white, radius: number())
      case 1: .pixmap(pixmap, sourceX: edge(), sourceY: edge())
      case 2:
        .image(pixmap, Transform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()))
      case 3: .pattern(pixmap, phaseX: edge(), phaseY: edge())
      case 4: .beginGroup
      default: .endGroup
      }
    let sector = Sector(center: Point(x: number(), y: number()), start: number(), sweep: number())
    scene.add(
      Layer(
        content, frame: frame, opacity: UInt8(random.int(0...255)), sector: random.chance(1, in: 2) ? sector : nil))
  }
  let canvas = Canvas(orientation.turn(viewer), random.pick(PixelFormat.allCases), padding: 3)
  var compositor = Compositor(size: canvas.size, format: canvas.format, orientation: orientation)
  _ = compositor.draw(scene, on: canvas, age: random.int(-3...9))
  #expect(canvas.isPaddingUntouched())
  #expect(canvas.words == drawn(scene, canvas.format, orientation).words)
}

@Test func tenThousandLayers() {
  var generator = SceneGenerator(seed: 1, viewer: PixelSize(width: 64, height: 48))
  var scene = Scene(size: generator.viewer)
  for _ in 0..<10_000 {
    let x = generator.random.int(0...63)
    let y = generator.random.int(0...47)
    scene.add(.fill(generator.color(), PixelRect(x: x, y: y, width: 2, height: 1)))
  }
  var compositor = Compositor(size: scene.size, format: .xrgb8888)
  let canvas = Canvas(scene.size, .xrgb8888)
  _ = compositor.draw(scene, on: canvas, age: 0)
  compositor.commit()
  let reference = ReferenceRenderer(scene: scene)
  for (x, y) in [(0, 0), (63, 47), (31, 20), (5, 40)] {
    let expected = reference.pixel(x: x, y: y)
    // Each of the few layers over a pixel rounds by at most 1, and later ones wash it out.
    #expect(abs(Double(canvas[x, y] >> 16 & 0xFF) - expected.x) <= 8)
  }
  scene.layers.removeLast(5_000)
  let damage = compositor.draw(scene, on: canvas, age: 1)
  #expect(damage.rects.count <= 16)
  #expect(canvas.words == drawn(scene).words)
}

@Test func thousandsOfLayersOverOnePixel() {
  let size = PixelSize(width: 3, height: 1)
  var scene = Scene(size: size)
  for k in 0..<5_000 { scene.add(.fill(Color(rgb: UInt32(k)).opacity(0.5), PixelRect(size))) }
  #expect(distance(drawn(scene)[1, 0], 0xFF00_0000 | 4_999) <= 2)
}

@Test func groupsDeeperThanAllowedAreDrawn() {
  let size = PixelSize(width: 2, height: 1)
  var scene = Scene(size: size)
  for _ in 0..<40 { scene.add(Layer(.beginGroup, frame: PixelRect(size), opacity: 254)) }
  scene.add(.fill(.white, PixelRect(size)))
  // Four fades by 254 / 255; the other groups only clip.
  #expect(distance(drawn(scene)[0, 0], 0xFFFB_FBFB) <= 1)
}

@Test func hugePixmaps() {
  let size = PixelSize(width: 8192, height: 2048)
  let pixmap = Pixmap(size: size, isOpaque: true) { x, y in Pixel(word: 0xFF00_0000 | UInt32(x << 8 | y & 0xFF)) }
  let viewer = PixelSize(width: 20, height: 10)
  var scene = Scene(
    size: viewer,
    layers: [
      Layer(.pixmap(pixmap, sourceX: 8180, sourceY: 2040), frame: PixelRect(viewer))
    ])
  let canvas = drawn(scene)
  #expect(canvas[0, 0] == 0xFF00_0000 | UInt32(8180 << 8 | 2040 & 0xFF))
  #expect(canvas[11, 7] == 0xFF00_0000 | UInt32(8191 << 8 | 2047 & 0xFF))
  #expect(canvas[12, 7] == 0xFF00_0000)
  scene.layers = [Layer(.image(pixmap, .scale(x: 20 / 8192, y: 10 / 2048)), frame: PixelRect(viewer))]
  #expect(drawn(scene)[19, 9] >> 24 == 255)
}

@Test func sceneOfOnePixel() {
  let size = PixelSize(width: 1, height: 1)
  let dot = Pixmap(size: size) { _, _ in Pixel(.white) }
  let scene = Scene(
    size: size, layers: [.sprite(dot, center: Point(x: 0.5, y: 0.5), degrees: 30, clip: PixelRect(size))])
  #expect(distance(drawn(scene)[0, 0], 0xFFFF_FFFF) <= 1)
}
