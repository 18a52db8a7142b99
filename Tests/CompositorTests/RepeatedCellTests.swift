import Scene
import TestSupport
import Testing

@testable import Compositor

/// A pattern between colours is composed once for a period and copied, or once for what stands on it where a clear picture lies over it; a
/// clear picture below keeps the compositor from both. None of these changes a pixel.
@Test(arguments: 0..<200)
func repeatedCellsAreTheSame(seed: Int) {
  var random = SplitMix64(seed)
  let viewer = PixelSize(width: random.int(1...300), height: random.int(1...160))
  let side = PixelSize(
    width: random.pick([1, 2, 8, 16, 32, 64, 24, 100]), height: random.pick([1, 2, 8, 32, 64, 12, 65]))
  let isOpaque = random.chance(1, in: 4)
  let pattern = Pixmap(size: side, isOpaque: isOpaque) { x, y in
    let alpha = isOpaque ? 255 : UInt8(truncatingIfNeeded: x * 37 + y * 91)
    return Pixel(Color(red: UInt8(x & 255), green: UInt8(y & 255), blue: UInt8((x ^ y) & 255), alpha: alpha))
  }.converted(orientation: random.pick(Orientation.allCases))
  var scene = Scene(size: viewer, background: .white)
  func area() -> PixelRect {
    PixelRect(
      x: random.int(0...20), y: random.int(0...20), width: random.int(1...viewer.width),
      height: random.int(1...viewer.height))
  }
  if random.chance(3, in: 4) { scene.add(.fill(Color(rgb: 0xE8E8E8), area())) }
  for _ in 0...random.int(0...1) {
    scene.add(
      Layer(
        .pattern(pattern, phaseX: random.int(-90...90), phaseY: random.int(-90...90)), frame: area(),
        opacity: UInt8(random.pick([255, 128]))))
  }
  if random.chance(3, in: 4) { scene.add(.fill(Color(rgb: 0x102030), area(), opacity: 0.25)) }
  // Cells of the same kind on both sides of something.
  if random.chance(1, in: 2) { scene.add(.fill(.black, PixelRect(x: viewer.width / 2, y: 0, width: 3, height: 40))) }
  let clear = Layer.pixmap(Pixmap(size: viewer) { _, _ in Pixel(word: 0) }, x: 0, y: 0)
  let sprite = Layer.pixmap(
    Pixmap(size: PixelSize(width: 30, height: 120)) { x, y in
      Pixel(Color(red: 0, green: 0, blue: 255, alpha: UInt8(x * y % 256)))
    },
    x: random.int(-20...viewer.width), y: random.int(-60...60))
  if random.chance(1, in: 2) { scene.add(sprite) }
  var standing = scene
  standing.add(clear)
  var hindered = scene
  hindered.layers.insert(clear, at: 0)
  let orientation = random.pick(Orientation.allCases)
  let format = random.pick(PixelFormat.allCases)
  let padding = random.pick([0, 4, 64])
  for isStreaming in [true, false] {
    func frame(_ scene: Scene) -> [UInt32] {
      let canvas = Canvas(orientation.turn(viewer), format, padding: padding, offset: 64)
      var compositor = Compositor(size: canvas.size, format: format, orientation: orientation)
      compositor.isStreaming = isStreaming
      _ = compositor.draw(scene, on: canvas, age: 0)
      #expect(canvas.isPaddingUntouched())
      return canvas.words
    }
    let expected = frame(hindered)
    #expect(frame(scene) == expected, "\(format), \(orientation), \(viewer), \(side)")
    #expect(frame(standing) == expected, "standing: \(format), \(orientation), \(viewer), \(side)")
  }
}

@Test func whatRepeatsIsKnown() {
  func pattern(_ width: Int, _ height: Int) -> DisplayItem {
    var item = DisplayItem(.pattern, .over, bounds: PixelRect(x: 0, y: 0, width: 500, height: 500))
    item.pixels.periodX = width
    item.pixels.periodY = height
    return item
  }
  func solid(_ color: UInt32) -> DisplayItem {
    var item = DisplayItem(
      .solid, color >> 24 == 255 ? .copy : .over, bounds: PixelRect(x: 0, y: 0, width: 9, height: 9))
    item.color = color
    return item
  }
  func rows(_ items: [DisplayItem], dither: Int = 1) -> Int? {
    let entries = items.indices.map { Int32($0) }
    let links = items.map { _ in DisplayLinks(parent: -1, end: 0, twin: -1) }
    return unsafe entries.withUnsafeBufferPointer { entries in
      unsafe items.withUnsafeBufferPointer { items in
        unsafe links.withUnsafeBufferPointer { links in
          guard let first = entries.baseAddress else { return nil }
          let stack = unsafe Stack(
            entries: first, count: entries.count, items: items.baseAddress!, links: links.baseAddress!)
          return stack.period(rows: dither)?.rows
        }
      }
    }
  }
  #expect(rows([solid(0xFFEE_EEEE), pattern(32, 32), solid(0x4000_0010)]) == 32)
  #expect(rows([solid(0xFFEE_EEEE), solid(0x4000_0010)]) == 1)
  #expect(rows([solid(0xFFEE_EEEE), solid(0x4000_0010)], dither: 8) == 8)
  #expect(rows([pattern(64, 16), pattern(8, 32)]) == 32)
  #expect(rows([pattern(64, 2)], dither: 8) == 8)
  // One colour is a fill; what is too large, or fits no whole number of times, is composed.
  #expect(rows([solid(0xFFEE_EEEE)]) == nil)
  #expect(rows([pattern(24, 32)]) == nil)
  #expect(rows([pattern(128, 32)]) == nil)
  #expect(rows([pattern(32, 65)]) == nil)
  #expect(rows([pattern(32, 12), pattern(32, 8)]) == nil)
}
