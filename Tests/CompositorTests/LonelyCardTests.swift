import Scene
import TestSupport
import Testing

@testable import Compositor

/// Damage in which one picture is all that is seen is copied without a look at what lies below: the pixels have to be the same.
@Suite struct LonelyCardTests {
  private func card(_ size: PixelSize, _ orientation: Orientation, _ seed: Int) -> Pixmap {
    Pixmap(size: size, isOpaque: true) { x, y in
      Pixel(word: 0xFF00_0000 | UInt32(truncatingIfNeeded: (x &* 7 &+ y &* 131 &+ seed &* 40_503) & 0xFF_FFFF))
    }.converted(orientation: orientation)
  }

  /// Cards of all sizes at all places, part of them seen, below and above others, in groups, beneath something clear and beneath
  /// something seen through.
  @Test(arguments: 0..<400)
  func aCardThatChangesIsDrawnAsAnywhereElse(seed: Int) {
    var random = SplitMix64(seed)
    let viewer = PixelSize(width: random.int(1...130), height: random.int(1...80))
    let orientation = random.pick(Orientation.allCases)
    let format = random.pick(PixelFormat.allCases)
    let size = PixelSize(width: random.int(1...90), height: random.int(1...60))
    let (sourceX, sourceY) = (random.int(-3...size.width), random.int(-3...size.height))
    let frame = PixelRect(
      x: random.int(-40...viewer.width), y: random.int(-30...viewer.height), width: random.int(1...100),
      height: random.int(1...70))
    let below = random.int(0...3)
    let above = random.int(0...2)
    let isGrouped = random.chance(1, in: 4)
    var generator = SceneGenerator(seed: seed &* 31, viewer: viewer)
    let others = (0..<(below + above)).map { _ in generator.layer() }
    func scene(_ picture: Pixmap) -> Scene {
      var scene = Scene(size: viewer, background: Color(rgb: 0x204060))
      for layer in others[0..<below] { scene.add(layer) }
      if isGrouped { scene.add(Layer(.beginGroup, frame: PixelRect(viewer), opacity: 200)) }
      scene.add(Layer(.pixmap(picture, sourceX: sourceX, sourceY: sourceY), frame: frame))
      if isGrouped { scene.add(Layer(.endGroup, frame: PixelRect(viewer))) }
      for layer in others[below...] { scene.add(layer) }
      return scene
    }
    let padding = random.pick([0, 4, 3, 28])
    let canvas = Canvas(orientation.turn(viewer), format, padding: padding, offset: 64 + padding)
    var compositor = Compositor(size: canvas.size, format: format, orientation: orientation)
    _ = compositor.draw(scene(card(size, orientation, 1)), on: canvas, age: 0)
    compositor.commit()
    let after = scene(card(size, orientation, 2))
    let damage = compositor.draw(after, on: canvas, age: 1)
    let whole = Canvas(orientation.turn(viewer), format)
    var other = Compositor(size: whole.size, format: format, orientation: orientation)
    _ = other.draw(after, on: whole, age: 0)
    #expect(canvas.words == whole.words, "seed \(seed): damage \(damage.rects)")
    #expect(canvas.isPaddingUntouched())
  }

  @Test func aSceneIsNoLargerThanItHasToBe() {
    #expect(MemoryLayout<PixelRect>.size == 16)
    #expect(MemoryLayout<Layer>.stride <= 120)
    #expect(MemoryLayout<DisplayItem>.stride <= 64)
    #expect(MemoryLayout<DisplayLinks>.stride <= 12)
  }

  /// Rows of a sprite in one call are these rows one by one.
  @Test(arguments: [true, false])
  func rowsOverWhatIsThereAreTheRowsOneByOne(isWide: Bool) {
    if isWide && !hasWideRows { return }
    var random = SplitMix64(77)
    for count in 1...70 {
      let rows = random.int(1...5)
      var source = (0..<(count * rows)).map { _ in random.pick([0, 0xFF00_1234, 0x8040_3020, 0x0101_0001] as [UInt32]) }
      var target = (0..<(count * rows)).map { _ in 0xFF00_0000 | UInt32(random.int(0...0xFF_FFFF)) }
      var expected = target
      unsafe source.withUnsafeMutableBytes { source in
        let first = unsafe UnsafeRawPointer(source.baseAddress.unsafelyUnwrapped)
        unsafe expected.withUnsafeMutableBytes { expected in
          for row in 0..<rows {
            let place = unsafe expected.baseAddress! + row * count * 4
            unsafe overRow(
              TargetRow(place, count: count), SourceRow(place, count: count),
              SourceRow(first + row * count * 4, count: count), isWide: false)
          }
        }
        unsafe target.withUnsafeMutableBytes { target in
          unsafe overPictureRows(
            target.baseAddress!, pitch: count * 4, first, pitch: count * 4, ahead: 0, count: count, rows: rows,
            isWide: isWide)
        }
      }
      #expect(target == expected, "\(count) columns")
    }
  }
}
