import Dispatch
import Scene
import Synchronization
import TestSupport
import Testing

@testable import Compositor

/// A companion of a queue's: it comes when it comes.
final class QueueCompanion: FrameCompanion {
  private let queue = DispatchQueue(label: "companion")
  private let waits = Atomic(0)

  func call(_ work: any FrameWork) { queue.async { work.run() } }

  func giveWay() { waits.wrappingAdd(1, ordering: .relaxed) }
}

/// One that never comes.
private struct AbsentCompanion: FrameCompanion {
  func call(_ work: any FrameWork) {}
  func giveWay() {}
}

/// One that counts how often it is called, and never comes.
private final class CountingCompanion: FrameCompanion {
  let calls = Atomic(0)

  func call(_ work: any FrameWork) { calls.wrappingAdd(1, ordering: .relaxed) }
  func giveWay() {}
}

@Suite struct SharedFrameTests {
  /// Frames on planes take next to nothing, and say nothing of those that are composed after them.
  @Test func framesOnPlanesAreNotJudged() {
    let companion = CountingCompanion()
    var scene = Scene(size: PixelSize(width: 1024, height: 600), background: .black)
    scene.add(.fill(Color(rgb: 0x336699), PixelRect(x: 3, y: 5, width: 700, height: 500)))
    let (canvas, ring) = (Canvas(scene.size, .xrgb8888), Canvas(scene.size, .xrgb8888))
    var painter = FramePainter(size: scene.size, format: .xrgb8888, companion: companion)
    withExtendedLifetime((canvas, ring)) {
      _ = painter.draw(scene, into: canvas.surface, age: 0)
      painter.took(5_000_000)
      for _ in 0..<300 {
        painter.draw(
          scene, PlaneFrame(row: 0, overlays: []), ring: ring.surface, parts: canvas.surface, age: 1)
        painter.took(1_000)
      }
      #expect(companion.calls.load(ordering: .relaxed) == 0)
      _ = painter.draw(scene, into: canvas.surface, age: 0)
      #expect(companion.calls.load(ordering: .relaxed) == 1)
    }
  }

  /// However the companion comes, the pixels are those of one processor, and nothing else is touched.
  @Test(arguments: 0..<120)
  func sharedOrAloneThePixelsAreTheSame(seed: Int) {
    var random = SplitMix64(seed)
    let viewer = PixelSize(width: random.int(1...400), height: random.int(1...200))
    var generator = SceneGenerator(seed: seed, viewer: viewer)
    var scenes = [generator.scene()]
    for _ in 0..<6 { scenes.append(generator.successor(of: scenes[scenes.count - 1])) }
    let orientation = random.pick(Orientation.allCases)
    let format = random.pick(PixelFormat.allCases)
    let padding = random.pick([0, 4, 28, 64, 3])
    let (isStreaming, isPainting) = (random.chance(1, in: 2), random.pick([true, false, nil]))
    func words(_ companion: (any FrameCompanion)?) -> [[UInt32]] {
      let canvas = Canvas(orientation.turn(viewer), format, padding: padding)
      var compositor = Compositor(
        size: canvas.size, format: format, orientation: orientation, companion: companion)
      (compositor.isStreaming, compositor.isPainting, compositor.isSharing) = (isStreaming, isPainting, true)
      let words = scenes.map { scene in
        _ = compositor.draw(scene, on: canvas, age: 1)
        compositor.commit()
        return canvas.words
      }
      #expect(canvas.isPaddingUntouched())
      return words
    }
    let alone = words(nil)
    #expect(words(QueueCompanion()) == alone)
    #expect(words(AbsentCompanion()) == alone)
  }

  /// Who comes when all is taken, or when nothing has begun, does nothing; who comes at once has all.
  @Test func theCompanionTakesWhatIsLeft() {
    var scene = Scene(size: PixelSize(width: 64, height: 200), background: .black)
    scene.add(.fill(Color(rgb: 0x336699), PixelRect(x: 3, y: 5, width: 40, height: 190)))
    let expected = drawn(scene).words
    let canvas = Canvas(scene.size, .xrgb8888)
    var list = DisplayList()
    list.lower(scene, panel: scene.size, orientation: .degrees0)
    let frame = SharedFrame(width: 64, format: .xrgb8888)
    frame.run()
    let damage = Region(PixelRect(scene.size))
    frame.layOut(damage, count: 8) { _ in false }
    unsafe withUnsafePointer(to: &list) { list in
      unsafe frame.begin(list, canvas.surface, isStreaming: false, isPainting: nil)
      frame.run()
      frame.run()
      frame.end(AbsentCompanion())
    }
    #expect(canvas.words == expected)
    frame.run()
    #expect(canvas.words == expected)
  }

  /// Bands are the damage, each pixel once, whatever its rectangles.
  @Test(arguments: 0..<60)
  func bandsAreTheDamage(seed: Int) {
    var random = SplitMix64(seed)
    let size = PixelSize(width: random.int(1...300), height: random.int(1...300))
    var damage = Region()
    for _ in 0..<random.int(1...12) {
      damage.formUnion(
        PixelRect(
          x: random.int(0...size.width), y: random.int(0...size.height), width: random.int(1...200),
          height: random.int(1...200)
        ).intersection(PixelRect(size)))
    }
    let frame = SharedFrame(width: size.width, format: .xrgb8888)
    frame.layOut(damage, count: 8) { _ in false }
    var whole = Region()
    for rect in frame.rects { whole.formUnion(rect) }
    #expect(whole.rects == damage.rects)
    #expect(frame.rects.reduce(0) { $0 + $1.area } == damage.area)
    #expect(frame.rects.count <= 8 + damage.rects.count)
  }
}

@Suite struct SharingJudgeTests {
  private func shares(_ judge: inout SharingJudge, _ frames: Int, bytes: Int, alone: Int64, together: Int64) -> Int {
    (0..<frames).count { _ in
      let isShared = judge.shares(bytes: bytes)
      judge.took(isShared ? together : alone)
      return isShared
    }
  }

  /// The first frame is composed alone; where two are better nearly all others are shared, and the proof goes on.
  @Test func sharesWhereThatIsFaster() {
    var judge = SharingJudge()
    let isFirstShared = judge.shares(bytes: 8 << 20)
    #expect(!isFirstShared)
    judge.took(4_000_000)
    let shared = shares(&judge, 1000, bytes: 8 << 20, alone: 4_000_000, together: 2_300_000)
    #expect(shared > 985 && shared < 1000)
    // Another load, and two are no better any more.
    let afterwards = shares(&judge, 1000, bytes: 8 << 20, alone: 4_000_000, together: 4_100_000)
    #expect(afterwards < 100)
    let later = shares(&judge, 5000, bytes: 8 << 20, alone: 4_000_000, together: 4_100_000)
    #expect(later < 20)
  }

  /// What one processor does before another one is awake is not shared, and little damage neither; a clock that stands says nothing.
  @Test(arguments: [
    (bytes: 1536 << 10, alone: Int64(60_000)), (bytes: 64 << 10, alone: 9_000_000), (bytes: 8 << 20, alone: 0),
    (bytes: 8 << 20, alone: -5),
  ])
  func sharesNothingElse(bytes: Int, alone: Int64) {
    var judge = SharingJudge()
    let shared = shares(&judge, 1000, bytes: bytes, alone: alone, together: 1)
    #expect(shared == 0)
    judge.skips()
    judge.took(50)
    #expect(!judge.isShared)
  }
}
