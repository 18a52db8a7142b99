import Compositor
import Scene
import TestSupport
import Testing

private let viewer = PixelSize(width: 40, height: 26)

@Test(arguments: 0..<400)
func scenesLookLikeTheReference(seed: Int) {
  var generator = SceneGenerator(seed: seed, viewer: viewer)
  generator.allowsFilters = seed % 2 == 0
  let scene = generator.scene()
  let reference = ReferenceRenderer(scene: scene)
  let canvas = drawn(scene)
  var worst = 0
  var place = (0, 0)
  for y in 0..<viewer.height {
    for x in 0..<viewer.width {
      let expected = reference.pixel(x: x, y: y)
      let word = canvas[x, y]
      if word >> 24 != 255 { Issue.record("the X byte at \(x), \(y) is \(word >> 24)") }
      for (k, shift) in [UInt32(16), 8, 0].enumerated() {
        let difference = abs(Int(word >> shift & 0xFF) - Int(expected[k].rounded()))
        if difference > worst {
          worst = difference
          place = (x, y)
        }
      }
    }
  }
  #expect(
    worst <= referenceBound(scene),
    "seed \(seed) at \(place)")
}

/// 16-bit buffers hold the 32-bit picture, rounded; pixmaps already in 16 bits arrive unchanged.
@Test(arguments: 0..<150)
func sixteenBitPanelsShowTheSamePicture(seed: Int) {
  var generator = SceneGenerator(seed: seed, viewer: viewer)
  let scene = generator.scene()
  for orientation in Orientation.allCases {
    let wide = drawn(scene, .xrgb8888, orientation)
    let narrow = drawn(scene, .rgb565, orientation)
    for (wideWord, narrowWord) in zip(wide.words, narrow.words) {
      func level(_ shift: UInt32, _ most: UInt32) -> UInt32 { ((wideWord >> shift & 0xFF) * most * 2 + 255) / 510 }
      if level(16, 31) << 11 | level(8, 63) << 5 | level(0, 31) != narrowWord {
        Issue.record("seed \(seed): \(wideWord) became \(narrowWord)")
        return
      }
    }
  }
}

/// Panels that want blue first get the same picture with red and blue changed over.
@Test(arguments: 0..<50)
func swappedPanelsShowTheSamePicture(seed: Int) {
  var generator = SceneGenerator(seed: seed, viewer: viewer)
  let scene = generator.scene()
  for orientation in Orientation.allCases {
    let usual = drawn(scene, .xrgb8888, orientation).words
    let swapped = drawn(scene, .xbgr8888, orientation).words
    #expect(swapped == usual.map { $0 & 0xFF00_FF00 | ($0 & 0xFF) << 16 | $0 >> 16 & 0xFF }, "seed \(seed)")
  }
}

/// Drawing for a turned panel is turning the drawing: exactly where nothing is filtered, else within rounding.
@Test(arguments: 0..<200)
func drawingTurnedIsTheDrawingTurned(seed: Int) {
  var generator = SceneGenerator(seed: seed, viewer: viewer)
  generator.allowsFilters = seed % 3 == 0
  generator.allowsSectors = seed % 3 != 1
  let scene = generator.scene()
  let upright = drawn(scene)
  // A sector's edges are rounded to 64ths of a level once more per layer.
  let allowed = generator.allowsFilters ? 36 : generator.allowsSectors ? 2 * scene.layers.count : 0
  for orientation in [Orientation.degrees90, .degrees180, .degrees270] {
    let turned = drawn(scene, .xrgb8888, orientation)
    var worst = 0
    for y in 0..<viewer.height {
      for x in 0..<viewer.width {
        let there = orientation.toPanel(PixelRect(x: x, y: y, width: 1, height: 1), viewer: viewer)
        worst = max(worst, distance(upright[x, y], turned[there.x0, there.y0]))
      }
    }
    #expect(worst <= allowed, "seed \(seed), \(orientation)")
  }
}

@Test func screenshotsAreThePictureTheViewerSees() {
  var generator = SceneGenerator(seed: 3, viewer: viewer)
  let scene = generator.scene()
  let pixmap = Compositor.render(scene)
  let canvas = drawn(scene)
  #expect(pixmap.size == viewer && pixmap.isOpaque)
  for y in 0..<viewer.height {
    for x in 0..<viewer.width { #expect(pixmap.pixel(x: x, y: y).word == canvas[x, y]) }
  }
}

@Test(arguments: Orientation.allCases, Orientation.allCases)
func convertedPixmapsShowTheSamePicture(from: Orientation, to: Orientation) {
  for size in [PixelSize(width: 1, height: 1), PixelSize(width: 37, height: 50), PixelSize(width: 16, height: 33)] {
    let plain = Pixmap(size: size, isOpaque: true, border: 1) { x, y in
      Pixel(word: 0xFF00_0000 | UInt32(x * 7 % 256) << 16 | UInt32(y * 5 % 256) << 8 | UInt32((x ^ y) % 256))
    }
    let there = plain.converted(orientation: from).converted(orientation: to)
    #expect(there.orientation == to && there.size == size && there.border == 1)
    var isSame = true
    for y in 0..<size.height {
      for x in 0..<size.width where there.pixel(x: x, y: y) != plain.pixel(x: x, y: y) { isSame = false }
    }
    #expect(isSame, "\(size)")
    let narrow = plain.converted(orientation: from, format: .rgb565)
    let again = narrow.converted(orientation: to, format: .argb8888).converted(orientation: from, format: .rgb565)
    for y in 0..<size.height {
      for x in 0..<size.width {
        #expect(distance(narrow.pixel(x: x, y: y).word, plain.pixel(x: x, y: y).word) <= 4)
        #expect(narrow.pixel(x: x, y: y) == again.pixel(x: x, y: y))
      }
    }
  }
}

@Test func pixmapsWithAlphaKeepIt() {
  let sprite = Pixmap(size: PixelSize(width: 3, height: 2)) { x, _ in
    Pixel(Color(red: 255, green: 0, blue: 0, alpha: UInt8(x * 80)))
  }
  let converted = sprite.converted(orientation: .degrees90, format: .rgb565, dithered: true)
  #expect(converted.format == .argb8888)
  #expect(converted.pixel(x: 2, y: 1) == sprite.pixel(x: 2, y: 1))
}
