import Board
import Dispatch
import Formats
import Scene
import Synchronization
import TestSupport
import Testing

@testable import Lottie

/// What the check lets through comes to an end, every frame of it.
///
/// Twelve of the first 1,500 documents of this generator kept the library busy for ever before distances and dashes were bounded.
@Test(arguments: 0..<8)
func whatIsAcceptedIsDrawnToItsEnd(part: UInt64) throws {
  var accepted = 0
  for seed in part * 60..<(part + 1) * 60 {
    var generator = HostileLottie(seed: seed)
    let document = try JSON.parse(Array(generator.document().utf8))
    guard let file = try? LottieFile(document) else { continue }
    guard let frames = try? LottieFrames(file, height: 96, clock: { 0 }) else { continue }
    frames.render()
    #expect(!frames.isLost, "seed \(seed)")
    accepted += 1
  }
  #expect(accepted > 3)
}

/// What nobody meant harm with is not refused: only lines that fall into too many dashes, and copies of copies that grow.
@Test func whatIsUsualIsAccepted() throws {
  var refused = 0
  for seed in 0..<200 as Range<UInt64> {
    var generator = HostileLottie(seed: seed, malice: 0)
    let document = try JSON.parse(Array(generator.document().utf8))
    if (try? LottieFrames(LottieFile(document), height: 96, clock: { 0 })) == nil { refused += 1 }
  }
  #expect(refused < 80)
}

private let dashedLine =
  #"{"ty": "st", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}, "w": {"a": 0, "k": 1}, "d": [{"n": "d", "v": {"a": 0, "k": 4}}]},"#

private func repeater(scale: String, copies: String = "50", offset: String = "0") -> String {
  #"{"ty": "rp", "c": {"a": 0, "k": \#(copies)}, "o": {"a": 0, "k": \#(offset)}, "tr": {"p": {"a": 0, "k": [1, 0]}, "s": {"a": 0, "k": \#(scale)}}},"#
}

private func line(to point: String) -> String {
  #"{"ty": "sh", "ks": {"a": 0, "k": {"c": false, "v": [[0, 0], \#(point)], "i": [[0, 0], [0, 0]], "o": [[0, 0], [0, 0]]}}},"#
}

/// Why a document is refused at the height of a control.
private func refusals(_ text: String, height: Int = 96) throws -> [String] {
  let value = try JSON.parse(Array(text.utf8))
  do throws(LottieRefusal) {
    _ = try LottieFrames(LottieFile(value), height: height) { 0 }
    return []
  } catch {
    return error.reasons
  }
}

@Test(arguments: [
  (repeater(scale: "[900, 100]"), "pixels away at this size"),
  (repeater(scale: "[90, 90]", copies: "5", offset: "-90"), "pixels away at this size"),
  (repeater(scale: "[100, 100]", offset: "1000"), "a repeater begins 1000 copies away"),
  (dashedLine + line(to: "[1000000, 0]"), "has a shape 1000000 away from itself"),
  (dashedLine + line(to: "[30000, 0]"), "its lines fall into more than 4000 dashes"),
  (line(to: "[30000, 0]"), "pixels away at this size"),
])
func whatGrowsWithoutBoundIsRefused(shapes: String, reason: String) throws {
  let found = try refusals(document(layers: square(shapes: shapes)))
  #expect(found.contains { $0.contains(reason) }, "\(found)")
}

/// The same in a layer's transform, its parent's and around a composition.
@Test func transformsOfTransformsAreFollowed() throws {
  func scaled(_ percent: Int, _ more: String = "") -> String {
    square(layer: more).replacing(
      #""s": {"a": 0, "k": [100, 100, 100]}"#, with: #""s": {"a": 0, "k": [\#(percent), \#(percent), 100]}"#)
  }
  #expect(try refusals(document(layers: scaled(5000))).isEmpty)
  let parent = scaled(5000).replacing(#""ind": 1"#, with: #""ind": 2"#)
  #expect(
    try refusals(document(layers: scaled(5000, #""parent": 2,"#) + "," + parent)).first?.contains("pixels away") == true
  )
  let outer = scaled(5000, #""refId": "c","#).replacing(#""ty": 4"#, with: #""ty": 0"#)
  let nested = document(layers: outer, assets: #"{"id": "c", "layers": [\#(scaled(5000))]}"#)
  #expect(try refusals(nested).first?.contains("pixels away") == true)
  // What is small at 96 pixels need not be at 1,000.
  #expect(try refusals(document(layers: scaled(10_000)), height: 96).isEmpty)
  #expect(try refusals(document(layers: scaled(10_000)), height: 1000).first?.contains("pixels away") == true)
}

/// Each frame is within its limit, all of them are not: an hour of work is refused before the first is drawn.
@Test func workIsCountedOverAllFrames() throws {
  let layer = square(shapes: repeater(scale: "[100, 100]", copies: "100") + repeater(scale: "[100, 100]", copies: "5"))
  #expect(try refusals(document(layers: layer, frames: 60)).isEmpty)
  let long = document(layers: layer.replacing(#""op": 60"#, with: #""op": 3600"#), frames: 3600)
  #expect(try refusals(long, height: 200).first?.contains("million pixels at this size") == true)
}

// MARK: A frame that never ends

private let unending: @Sendable (DispatchSemaphore) -> Bool = { _ in false }

/// A stage whose frames come at once, but for those that never do.
private func stage(_ file: LottieFile, lost: @escaping @Sendable (Int) -> Bool) -> LottieStage {
  let held = Held()
  return LottieStage(
    file,
    open: {
      { number, size in
        held.number.store(number, ordering: .releasing)
        return [UInt32](repeating: 0xFFFF_FFFF, count: size.area)
      }
    },
    wait: { semaphore in
      semaphore.wait()
      return !lost(held.number.load(ordering: .acquiring))
    })
}

private final class Held: Sendable {
  let number = Atomic<Int>(-1)
}

@Test func aFirstFrameThatNeverEndsIsRefusedAndNotBegunAgain() throws {
  let file = try file(document(frames: 41))
  let endless = LottieStage(file, open: { { _, size in [UInt32](repeating: 0, count: size.area) } }, wait: unending)
  let reason = LottieRefusal(reasons: [LottieStage.reason(frame: 0)])
  #expect(throws: reason) { _ = try LottieFrames(file, height: 96, budget: 1 << 20, clock: { 0 }, on: endless) }
  #expect(throws: reason) { _ = try LottieFrames(file, height: 96) { 0 } }
}

/// It costs this animation its further frames; what is ready is shown, and it is said once.
@Test(arguments: [0, 5, 17, 41])
func aFrameThatNeverEndsLosesOnlyItsAnimation(number: Int) throws {
  let file = try file(document(frames: 42 + number))
  let first = file.outline.segments.loop.lowerBound
  let begun = Begun()
  let frames = try LottieFrames(
    file, height: 96, budget: 1 << 24, clock: { 0 },
    on: stage(file) { drawn in
      // The first frame is drawn once more, ahead of all others.
      if drawn == first, !begun.flag.exchange(true, ordering: .sequentiallyConsistent) { return false }
      return drawn == number
    })
  let said = Said()
  frames.whenLost { line in said.lines.withLock { $0.append(line) } }
  frames.render()
  #expect(frames.isLost)
  #expect(frames.isComplete)
  #expect(frames.frame(nearest: Double(number)) != nil)
  #expect(said.lines.withLock { $0 } == [LottieStage.reason(frame: number)])
  // Nothing is begun again.
  frames.render()
  #expect(said.lines.withLock { $0.count } == 1)
}

private final class Begun: Sendable {
  let flag = Atomic<Bool>(false)
}

private final class Said: Sendable {
  let lines = Mutex<[String]>([])
}
