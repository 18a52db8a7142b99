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

/// Layers without a pixel to show: nothing is drawn, and nothing is damaged when they come.
@Test func layersWithoutAPixelLeaveNoTrace() {
  let size = PixelSize(width: 20, height: 10)
  let panel = PixelRect(size)
  let pixmap = Pixmap(size: PixelSize(width: 4, height: 4)) { _, _ in Pixel(.white) }
  func image(_ transform: Transform) -> Layer { Layer(.image(pixmap, transform), frame: panel) }
  let frames = [
    PixelRect(x: 20, y: 0, width: 5, height: 5), PixelRect(x: -5, y: 0, width: 5, height: 5),
    PixelRect(x: 0, y: 10, width: 5, height: 1), PixelRect(x: 0, y: -1, width: 5, height: 1),
    PixelRect(x: 3, y: 3, width: 0, height: 5), PixelRect(x: 3, y: 3, width: -4, height: -5),
    PixelRect(x0: 9, y0: 9, x1: 2, y1: 2), PixelRect(x0: .max, y0: .max, x1: .min, y1: .min),
    PixelRect(x0: .max - 1, y0: 0, x1: .max, y1: 10), PixelRect(x0: .min, y0: .min, x1: .min + 1, y1: 0),
  ]
  var layers = frames.flatMap { frame in
    [
      Layer.fill(.white, frame), .fill(.white, frame, radius: 3), Layer(.pixmap(pixmap), frame: frame),
      Layer(.pattern(pixmap), frame: frame), Layer(.image(pixmap, .scale(x: 3, y: 3)), frame: frame),
    ]
  }
  for bad in [Double.nan, .infinity, -.infinity, 1e300, .greatestFiniteMagnitude] {
    // A finite scale, however large, leaves something to see.
    if !bad.isFinite { layers.append(image(Transform(a: bad, b: 0, c: 0, d: 1, tx: 0, ty: 0))) }
    layers += [
      image(Transform(a: 1, b: bad, c: bad, d: 1, tx: 0, ty: 0)),
      image(.translation(x: bad, y: 0)), image(.translation(x: 0, y: -bad)),
      Layer(.fill(.white), frame: panel, sector: Sector(center: Point(x: bad, y: 5), start: 0, sweep: 0)),
    ]
  }
  layers += [
    image(.scale(x: 0, y: 0)), image(.scale(x: 0, y: 1)), image(.scale(x: 1, y: 0)),
    image(.scale(x: 1e-300, y: 1e-300)),
    image(Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)), Layer(.fill(.white), frame: panel, opacity: 0),
    Layer(.fill(.white), frame: panel, sector: Sector(center: .zero, start: .nan, sweep: 90)),
    Layer(.fill(.white), frame: panel, sector: Sector(center: .zero, start: 0, sweep: -90)),
  ]
  for (index, layer) in layers.enumerated() {
    for orientation in Orientation.allCases {
      let canvas = Canvas(orientation.turn(size), .xrgb8888)
      var compositor = Compositor(size: canvas.size, format: .xrgb8888, orientation: orientation)
      _ = compositor.draw(Scene(size: size), on: canvas, age: 0)
      compositor.commit()
      let damage = compositor.draw(Scene(size: size, layers: [layer]), on: canvas, age: 1)
      let isBlack = canvas.words.allSatisfy { $0 == 0xFF00_0000 }
      #expect(isBlack, "layer \(index): \(layer)")
      // A filter's reach is known to a pixel or two only.
      #expect(damage.isEmpty || layer.isImage, "layer \(index): \(layer)")
    }
  }
}

extension Layer {
  fileprivate var isImage: Bool { if case .image = content { true } else { false } }
}

/// The largest panel there is, and rows of its bytes beside it untouched.
@Test func aPanelOf8K() {
  let size = PixelSize(width: 7680, height: 4320)
  let canvas = Canvas(size, .xrgb8888, padding: 13)
  var compositor = Compositor(size: size, format: .xrgb8888)
  var scene = Scene(size: size, background: Color(rgb: 0x102030))
  scene.add(.fill(.white, PixelRect(x: 7679, y: 4319, width: 9000, height: 9000)))
  scene.add(.fill(.white, PixelRect(x: -5, y: -5, width: 6, height: 6), opacity: 0.5))
  #expect(compositor.draw(scene, on: canvas, age: 0).rects == [PixelRect(size)])
  let background: UInt32 = 0xFF10_2030
  #expect(canvas[7678, 4319] == background && canvas[1, 0] == background && canvas[4000, 2000] == background)
  #expect(canvas[7679, 4319] == 0xFFFF_FFFF && canvas[0, 0] != background)
}

@Test func panelsOfOnePixel() {
  let size = PixelSize(width: 1, height: 1)
  for format in PixelFormat.allCases {
    for orientation in Orientation.allCases {
      let canvas = Canvas(size, format, padding: 1, offset: 65)
      var compositor = Compositor(size: size, format: format, orientation: orientation)
      let scene = Scene(size: size, background: .white)
      #expect(compositor.draw(scene, on: canvas, age: 0).rects == [PixelRect(size)])
      #expect(canvas[0, 0] == (format.bytesPerPixel == 4 ? 0xFFFF_FFFF : 0xFFFF) && canvas.isPaddingUntouched())
    }
  }
}

/// The largest sprite: copied, faded, patterned, turned and shrunk.
@Test func aSpriteOf8192() {
  let side = 8192
  let size = PixelSize(width: side, height: side)
  // Drawn by rows: pixel by pixel takes a test build half a minute.
  let pixmap = unsafe Pixmap(size: size, isOpaque: false) { base, pitch in
    for y in 0..<side {
      let word = UInt32(0xFF00_0000) | UInt32(y)
      unsafe (base + y * pitch).assumingMemoryBound(to: UInt32.self).update(repeating: word, count: side)
    }
  }
  let viewer = PixelSize(width: 20, height: 10)
  let panel = PixelRect(viewer)
  func pixel(_ layer: Layer, _ x: Int, _ y: Int) -> UInt32 { drawn(Scene(size: viewer, layers: [layer]))[x, y] }
  #expect(pixel(Layer(.pixmap(pixmap, sourceX: side - 12, sourceY: side - 8), frame: panel), 11, 7) == 0xFF00_1FFF)
  #expect(pixel(Layer(.pixmap(pixmap, sourceX: side - 12, sourceY: side - 8), frame: panel), 12, 7) == 0xFF00_0000)
  #expect(pixel(Layer(.pixmap(pixmap, sourceY: 5000), frame: panel, opacity: 128), 3, 0) & 0xFF00 == 0x0900)
  #expect(pixel(Layer(.pattern(pixmap, phaseX: -3, phaseY: -1), frame: panel), 0, 0) == 0xFF00_1FFF)
  let turn = Transform.translation(x: -4096, y: -4096).then(.rotation(degrees: 180)).then(.translation(x: 10, y: 5))
  #expect(pixel(Layer(.image(pixmap, turn), frame: panel), 10, 4) == 0xFF00_1000)
  let shrunk = Layer(.image(pixmap, .scale(x: 20 / 8192, y: 10 / 8192)), frame: panel)
  #expect(pixel(shrunk, 10, 9) >> 24 == 255)
}

@Test func longPixmaps() {
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
