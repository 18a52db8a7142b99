import Scene
import TestSupport
import Testing

@testable import Compositor

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
      func frames(smallestStream: Int) -> (words: [UInt32], isClean: Bool) {
        let canvas = Canvas(size, format, padding: padding, offset: offset)
        var compositor = Compositor(size: size, format: format, orientation: orientation)
        compositor.smallestStream = smallestStream
        _ = compositor.draw(scene, on: canvas, age: 0)
        compositor.commit()
        _ = compositor.draw(next, on: canvas, age: 1)
        return (canvas.words, canvas.isPaddingUntouched())
      }
      let streamed = frames(smallestStream: 0)
      let cached = frames(smallestStream: .max)
      #expect(streamed.words == cached.words, "seed \(seed), \(format), \(orientation), padding \(padding)")
      #expect(streamed.isClean && cached.isClean)
    }
  }
}
