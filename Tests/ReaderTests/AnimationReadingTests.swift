import Board
import Images
import Lottie
import Scene
import Testing

@testable import Reader
@testable import Vitrine

/// As the kiosk's.
private let reader = Reader(program: fixture, role: .pictures) { _ in }

/// A square that moves across, and a marker.
private let animation = Array(
  """
  {"v": "5.5.2", "fr": 30, "ip": 0, "op": 24, "w": 50, "h": 40, "nm": "x", "markers": [{"cm": "pull", "tm": 0, "dr": 8}],
   "layers": [{"ty": 4, "ip": 0, "op": 24, "st": 0, "ind": 1, "ks": {"o": {"k": 100}, "r": {"k": 0},
     "p": {"a": 1, "k": [{"t": 0, "s": [5, 20, 0], "i": {"x": [1], "y": [1]}, "o": {"x": [0], "y": [0]}}, {"t": 24, "s": [45, 20, 0]}]},
     "a": {"k": [0, 0, 0]}, "s": {"k": [100, 100, 100]}},
     "shapes": [{"ty": "gr", "it": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}, "r": {"k": 0}},
       {"ty": "fl", "c": {"k": [1, 0.5, 0, 1]}, "o": {"k": 100}},
       {"ty": "tr", "p": {"k": [0, 0]}, "a": {"k": [0, 0]}, "s": {"k": [100, 100]}, "r": {"k": 0}, "o": {"k": 100}}]}]}]}
  """.utf8)

private func words(_ frame: LottieFrame?) -> [UInt32]? {
  frame.map { [UInt32($0.x), UInt32($0.y)] + ($0.pixmap.map { $0.words(in: $0.bounds) } ?? []) }
}

@Test(arguments: [1, 24, 96, 211]) func animationsOfAReaderAreThoseOfThisProcess(height: Int) throws {
  let there = try ReadingPlace.by(reader).animation(animation, height: height)
  let here = try ReadingPlace.here.animation(animation, height: height)
  #expect(there.file == here.file)
  #expect(there.size == here.size)
  there.render()
  here.render()
  #expect(!there.isLost && there.stride == 1)
  for number in 0..<here.file.frameCount {
    #expect(words(there.frame(nearest: Double(number))) == words(here.frame(nearest: Double(number))), "\(number)")
  }
  #expect(there.byteCount == here.byteCount)
}

@Test(arguments: ["", "[1, 2", "{}", #"{"v": "5", "fr": 30, "ip": 0, "op": 9e99, "w": 1, "h": 1, "layers": []}"#])
func refusalsOfAReaderAreThoseOfThisProcess(text: String) throws {
  func refusal(_ place: ReadingPlace) -> [String] {
    do throws(LottieRefusal) {
      _ = try place.animation(Array(text.utf8), height: 40)
      return []
    } catch {
      return error.reasons
    }
  }
  #expect(refusal(.here).isEmpty == false)
  #expect(refusal(.by(reader)) == refusal(.here))
}

@Test func twoAnimationsInTurnAreEachOnesOwn() throws {
  let other = Array(String(decoding: animation, as: UTF8.self).replacing("[10, 10]", with: "[30, 6]").utf8)
  let place = ReadingPlace.by(reader)
  let (a, b) = (try place.animation(animation, height: 40), try place.animation(other, height: 40))
  a.render()
  b.render()
  let here = try ReadingPlace.here.animation(other, height: 40)
  here.render()
  #expect(words(b.frame(nearest: 7)) == words(here.frame(nearest: 7)))
  #expect(words(a.frame(nearest: 7)) != words(b.frame(nearest: 7)))
}

@Test func aReaderThatCannotBeStartedLosesNoMoreThanTheAnimation() throws {
  let nobody = Reader(program: "/nowhere", role: .pictures) { _ in }
  let refusal = #expect(throws: LottieRefusal.self) { _ = try ReadingPlace.by(nobody).animation(animation, height: 40) }
  #expect(refusal?.reasons.first?.contains("could not be started") == true)
}

/// Every answer, cut off anywhere or with any byte changed, is one or is refused; none traps.
@Test func nonsenseIsNoAnimation() throws {
  let desk = AnimationDesk()
  let begun = desk.answer(AnimationReading(animation, height: 12))
  let drawn = desk.answer(AnimationReading(animation, height: 12, number: 3))
  guard case .begun(let outline, _) = begun, case .drawn = drawn else {
    Issue.record("nothing was drawn")
    return
  }
  for (wire, outline) in [(begun.wire, nil), (drawn.wire, outline)] {
    _ = try AnimationReading.Outcome(wire: wire, height: 12, outline: outline)
    for length in 0..<wire.count {
      #expect(throws: WireError.self) {
        try AnimationReading.Outcome(wire: Array(wire.prefix(length)), height: 12, outline: outline)
      }
    }
    for index in wire.indices {
      for byte in [0, 1, 2, 127, 255] as [UInt8] {
        var changed = wire
        changed[index] = byte
        _ = try? AnimationReading.Outcome(wire: changed, height: 12, outline: outline)
      }
    }
  }
  #expect(throws: WireError.self) { try AnimationReading.Outcome(wire: drawn.wire, height: 12, outline: nil) }
  #expect(throws: WireError.self) { try AnimationReading.Outcome(wire: drawn.wire, height: 5, outline: outline) }
}

/// In the far corner there is no room for a pixel, and yet one is said to be there.
@Test(arguments: [(0, 12), (1, 0), (1, 12), (1, 13), (2, 12)]) func aFrameWithoutRoomIsNoAnimation(x: Int, y: Int)
  throws
{
  let desk = AnimationDesk()
  let drawn = desk.answer(AnimationReading(animation, height: 12, number: 3))
  guard case .begun(let outline, _) = desk.answer(AnimationReading(animation, height: 12)), case .drawn = drawn else {
    Issue.record("nothing was drawn")
    return
  }
  // Behind what kind of answer it is: where the frame lies.
  var place = WireWriter()
  place.put(count: x * LottieFrames.size(outline, height: 12).width)
  place.put(count: y)
  var wire = drawn.wire
  wire.replaceSubrange(1..<9, with: place.bytes)
  #expect(throws: WireError.self) { try AnimationReading.Outcome(wire: wire, height: 12, outline: outline) }
}
