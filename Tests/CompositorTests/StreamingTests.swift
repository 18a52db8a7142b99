import Scene
import TestSupport
import Testing

@testable import Compositor

private func draw(_ frames: [Scene], on canvas: Canvas, _ orientation: Orientation, isStreaming: Bool) -> (
  words: [UInt32], isClean: Bool
) {
  var compositor = Compositor(size: canvas.size, format: canvas.format, orientation: orientation)
  compositor.isStreaming = isStreaming
  for (number, scene) in frames.enumerated() {
    _ = compositor.draw(scene, on: canvas, age: min(number, 1))
    compositor.commit()
  }
  return (canvas.words, canvas.isPaddingUntouched())
}

/// Frames stored past the caches have the same pixels, and touch nothing else, whatever the buffer's alignment.
@Test(arguments: 0..<120)
func streamedFramesAreTheSame(seed: Int) {
  var random = SplitMix64(seed)
  var generator = SceneGenerator(
    seed: seed, viewer: PixelSize(width: random.int(200...1400), height: random.int(1...9)))
  var scene = generator.scene()
  if seed % 2 == 0 {
    // Something long to copy, as a page is.
    let page = Pixmap(size: generator.viewer, isOpaque: true) { x, y in Pixel(word: 0xFF00_0000 | UInt32(x * 77 + y)) }
    scene.layers.insert(.pixmap(page, x: random.int(0...40), y: 0), at: 0)
  }
  let next = generator.successor(of: scene)
  for orientation in [Orientation.degrees0, .degrees90] {
    for format in PixelFormat.allCases {
      let size = orientation.turn(scene.size)
      let padding = random.pick([0, 1, 3, 4, 28, 64])
      let offset = random.pick([64, 64, 66, 68, 96, 65])
      func frames(isStreaming: Bool) -> (words: [UInt32], isClean: Bool) {
        let canvas = Canvas(size, format, padding: padding, offset: offset)
        return draw([scene, next], on: canvas, orientation, isStreaming: isStreaming)
      }
      let streamed = frames(isStreaming: true)
      let cached = frames(isStreaming: false)
      #expect(streamed.words == cached.words, "seed \(seed), \(format), \(orientation), padding \(padding)")
      #expect(streamed.isClean && cached.isClean)
    }
  }
}

/// Cards beside each other on a turned panel meet in the middle of lines of the cache, with and without something over both.
@Test(arguments: 0..<160)
func cardsThatMeetInALine(seed: Int) {
  var random = SplitMix64(seed)
  let orientation = random.pick([Orientation.degrees90, .degrees270])
  let format = random.pick(PixelFormat.allCases)
  let viewer = PixelSize(width: random.int(2...12), height: random.int(200...900))
  func card(_ height: Int) -> Pixmap {
    let isNarrow = format.bytesPerPixel == 2 || random.chance(1, in: 6)
    let seed = random.int(0...1 << 20)
    return Pixmap(size: PixelSize(width: viewer.width, height: height), isOpaque: true) { x, y in
      Pixel(
        word: 0xFF00_0000 | UInt32(truncatingIfNeeded: (seed + x * 7919 + y * 104_729) &* 2_654_435_761) & 0xFF_FFFF)
    }.converted(orientation: orientation, format: isNarrow ? .rgb565 : .argb8888)
  }
  var scene = Scene(size: viewer, background: .white)
  var y = random.int(-150...0)
  while y < viewer.height {
    let height = random.pick([random.int(1...40), 80, random.int(60...400)])
    scene.add(.pixmap(card(height), x: 0, y: y))
    y += height + random.pick([0, 0, 0, 3])
  }
  if random.chance(1, in: 2) {
    let top = random.pick([0, random.int(0...viewer.height)])
    let area = PixelRect(x: 0, y: top, width: viewer.width, height: viewer.height)
    scene.add(.fill(Color(rgb: 0x102030), area, opacity: random.double(0.1...0.9)))
  }
  if random.chance(1, in: 2) { scene.add(.pixmap(card(random.int(20...120)), x: 0, y: 0, opacity: 0.8)) }
  let size = orientation.turn(viewer)
  let padding = random.pick([0, 4, 28, 64])
  let offset = random.pick([64, 68, 96])
  func frame(_ isStreaming: Bool) -> (words: [UInt32], isClean: Bool) {
    draw(
      [scene], on: Canvas(size, format, padding: padding, offset: offset), orientation, isStreaming: isStreaming)
  }
  let (streamed, cached) = (frame(true), frame(false))
  #expect(streamed.words == cached.words, "\(format), \(orientation), \(viewer)")
  #expect(streamed.isClean && cached.isClean)
}

/// Large damage is stored past the caches, and narrow damage is not, however large.
@Test func whatIsStreamed() {
  func isStreamed(_ format: PixelFormat, _ sizes: (width: Int, height: Int)...) -> Bool {
    let compositor = Compositor(size: PixelSize(width: 1920, height: 1080), format: format)
    var damage = Region()
    var x = 0
    for size in sizes {
      damage.formUnion(PixelRect(x: x, y: 0, width: size.width, height: size.height))
      x += size.width + 100
    }
    return compositor.gainsByStreaming(damage)
  }
  #expect(isStreamed(.xrgb8888, (1920, 1080)))
  #expect(isStreamed(.xrgb8888, (640, 120)) && isStreamed(.xrgb8888, (120, 640)))
  #expect(!isStreamed(.xrgb8888, (320, 96)) && !isStreamed(.xrgb8888, (800, 40)), "a card, a line of text")
  #expect(isStreamed(.xrgb8888, (256, 256)) && !isStreamed(.xrgb8888, (256, 255)), "256 KB")
  #expect(isStreamed(.xrgb8888, (64, 1080)) && !isStreamed(.xrgb8888, (63, 1080)), "rows of 256 bytes")
  #expect(isStreamed(.rgb565, (128, 1024)) && !isStreamed(.rgb565, (127, 1080)), "the same in 16 bits")
  #expect(
    isStreamed(.xrgb8888, (256, 128), (256, 128)) && !isStreamed(.xrgb8888, (8, 1080), (8, 1080)), "all of it counts")
}
