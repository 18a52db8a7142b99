import Compositor
import Scene
import TestSupport

extension SplitMix64 {
  init(_ seed: Int) { self.init(seed: UInt64(truncatingIfNeeded: seed)) }

  mutating func chance(_ one: Int, in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) < one }
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func pick<T>(_ values: [T]) -> T { values[int(0...values.count - 1)] }
}

/// Random scenes for a viewer, built from a fixed stock of pixmaps so that frames can share them.
struct SceneGenerator {
  var random: SplitMix64
  let viewer: PixelSize
  let stock: [Pixmap]
  var allowsFilters = true
  var allowsSectors = true
  /// Frames may begin and end far outside the panel, be empty or run backwards.
  var allowsFarFrames = false

  init(seed: Int, viewer: PixelSize) {
    random = SplitMix64(seed)
    self.viewer = viewer
    var made: [Pixmap] = []
    for _ in 0..<6 { made.append(SceneGenerator.pixmap(&random)) }
    stock = made
  }

  /// Noise of any format, orientation and border.
  static func pixmap(_ random: inout SplitMix64) -> Pixmap {
    let size = PixelSize(width: random.int(1...34), height: random.int(1...20))
    let isOpaque = random.chance(1, in: 2)
    var words: [UInt32] = []
    for _ in 0..<size.area {
      let alpha = isOpaque ? 255 : random.pick([0, 255, random.int(0...255)])
      func channel() -> UInt32 { UInt32(random.int(0...alpha)) }
      words.append(UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel())
    }
    let plain = Pixmap(size: size, isOpaque: isOpaque, border: random.pick([0, 0, 1, 2])) { x, y in
      Pixel(word: words[y * size.width + x])
    }
    return plain.converted(
      orientation: random.pick(Orientation.allCases), format: random.pick([.argb8888, .argb8888, .rgb565]),
      dithered: random.chance(1, in: 2))
  }

  mutating func color() -> Color {
    Color(
      red: UInt8(random.int(0...255)), green: UInt8(random.int(0...255)), blue: UInt8(random.int(0...255)),
      alpha: UInt8(random.pick([255, 255, 128, random.int(0...255)])))
  }

  mutating func frame() -> PixelRect {
    if random.chance(1, in: 6) { return PixelRect(viewer) }
    if allowsFarFrames, random.chance(1, in: 6) {
      let edges = [-1_000_000_000, -100_000, -1, 0, viewer.width, viewer.height, 100_000, 1_000_000_000]
      return PixelRect(x0: random.pick(edges), y0: random.pick(edges), x1: random.pick(edges), y1: random.pick(edges))
    }
    let x = random.int(-10...viewer.width)
    let y = random.int(-10...viewer.height)
    return PixelRect(x: x, y: y, width: random.int(0...viewer.width), height: random.int(0...viewer.height))
  }

  mutating func sector() -> Sector? {
    guard allowsSectors, random.chance(1, in: 4) else { return nil }
    let center = Point(
      x: random.double(-5...Double(viewer.width) + 5), y: random.double(-5...Double(viewer.height) + 5))
    return Sector(
      center: center, start: random.double(-720...720), sweep: random.pick([random.double(-20...380), 90, 180, 270]))
  }

  mutating func transform(_ pixmap: Pixmap) -> Transform {
    let degrees = random.pick([0, 90, random.double(0...360)])
    let scale = random.pick([1, 1, random.double(0.3...2.5)])
    return Transform.translation(x: -Double(pixmap.size.width) / 2, y: -Double(pixmap.size.height) / 2)
      .then(.scale(x: scale, y: random.chance(1, in: 4) ? -scale : scale)).then(.rotation(degrees: degrees))
      .then(
        .translation(
          x: random.double(0...Double(viewer.width)), y: random.double(0...Double(viewer.height))))
  }

  mutating func layer() -> Layer {
    let pixmap = random.pick(stock)
    let frame = frame()
    let opacity = UInt8(random.pick([255, 255, 128, random.int(0...255)]))
    let content: Layer.Content
    switch random.int(0...7) {
    case 0: content = .fill(color())
    case 1, 2: content = .fill(color(), radius: random.pick([random.double(0...12), 3, 100]))
    case 3: content = .pattern(pixmap, phaseX: random.int(-50...50), phaseY: random.int(-50...50))
    case 4 where allowsFilters, 5 where allowsFilters: content = .image(pixmap, transform(pixmap))
    default: content = .pixmap(pixmap, sourceX: random.int(-5...5), sourceY: random.int(-5...5))
    }
    return Layer(content, frame: frame, opacity: opacity, sector: sector())
  }

  mutating func scene() -> Scene {
    var background = color()
    background.alpha = 255
    var scene = Scene(size: viewer, background: background)
    for _ in 0..<random.int(0...7) { append(to: &scene) }
    return scene
  }

  /// A layer, or a marker of a group; markers need not match.
  mutating func append(to scene: inout Scene) {
    switch random.int(0...9) {
    case 0, 1:
      scene.add(Layer(.beginGroup, frame: frame(), opacity: UInt8(random.int(0...255)), sector: sector()))
      scene.add(layer())
    case 2: scene.add(Layer(.endGroup, frame: .empty))
    default: scene.add(layer())
    }
  }

  /// The scene a little later: layers come, go, change and change places.
  mutating func successor(of scene: Scene) -> Scene {
    var next = scene
    for _ in 0..<random.int(0...2) {
      let index = next.layers.isEmpty ? 0 : random.int(0...next.layers.count - 1)
      switch random.int(0...6) {
      case 0: append(to: &next)
      case 1 where !next.layers.isEmpty: next.layers.remove(at: index)
      case 2 where !next.layers.isEmpty: next.layers[index] = layer()
      case 3: next.layers.insert(layer(), at: index)
      case 4 where !next.layers.isEmpty: next.layers[index].frame = frame()
      case 5 where !next.layers.isEmpty: next.layers.swapAt(index, 0)
      case 6 where !next.layers.isEmpty: next.layers[index].opacity = UInt8(random.int(0...255))
      default: break
      }
    }
    if random.chance(1, in: 20) { next.background = Color(rgb: UInt32(random.int(0...0xFFFFFF))) }
    return next
  }
}
