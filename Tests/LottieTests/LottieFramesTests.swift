import Lottie
import Refresh
import Scene
import Testing

@Test func framesAreDrawnWhereTheAnimationIs() throws {
  let frames = try frames(document())
  #expect(frames.size == PixelSize(width: 120, height: 96))
  frames.render()
  #expect(frames.isComplete)
  for (frame, middle) in [(0, 20.0), (30, 60), (59, 98.7)] {
    let found = extent(try #require(frames.frame(nearest: Double(frame))))
    #expect(abs(found.middle - middle) < 0.6)
    #expect(abs(Double(found.pixels) - 400) < 25)
  }
}

/// JSON has no order, but the library reads in the order it finds.
@Test func theOrderOfFieldsDoesNotMatter() throws {
  let turned = square(transform: #""sk": {"a": 0, "k": 0},"#).replacing(
    #""r": {"a": 0, "k": 0}, "a""#, with: #""r": {"a": 0, "k": 45}, "a""#)
  let plain = try frames(document(layers: turned))
  let shuffled = try frames(
    document(
      layers: turned.replacing(#""ddd": 0, "#, with: "").replacing(
        #""ty": "rc", "d": 1,"#, with: #""d": 1, "ty": "rc","#)))
  plain.render()
  shuffled.render()
  let a = try #require(plain.frame(nearest: 0))
  let b = try #require(shuffled.frame(nearest: 0))
  let (left, right) = (try #require(a.pixmap), try #require(b.pixmap))
  #expect(left.size == right.size)
  for y in 0..<left.size.height {
    for x in 0..<left.size.width { #expect(left.pixel(x: x, y: y) == right.pixel(x: x, y: y)) }
  }
  // A square of 20 on its corner.
  #expect(abs(left.size.width - 29) <= 2)
}

@Test func framesStayWithinTheirBudget() throws {
  let whole = try frames(document())
  whole.render()
  let budget = whole.byteCount / 4
  let few = try frames(document(), budget: budget)
  few.render()
  #expect(few.isComplete)
  #expect(few.byteCount <= budget)
  #expect(few.stride == 4 || few.stride == 8)
  #expect(few.rate == 30 / Double(few.stride))
  // What is left out is shown by its neighbour.
  let neighbour = try #require(few.frame(nearest: 31))
  #expect(abs(extent(neighbour).middle - 60) < 4)
}

/// Clear margins cost nothing.
@Test func onlyWhatIsSeenIsKept() throws {
  let frames = try frames(document())
  frames.render()
  let frame = try #require(frames.frame(nearest: 0))
  // A square of 20 on a canvas of 120 x 96.
  #expect(frame.pixmap?.size == PixelSize(width: 20, height: 20))
  #expect((frame.x, frame.y) == (10, 38))
}

@Test func equalFramesAreKeptOnce() throws {
  let still = document(layers: square().replacing(#""s": [100, 48, 0]"#, with: #""s": [20, 48, 0]"#))
  let frames = try frames(still)
  frames.render()
  #expect(frames.isComplete)
  #expect(frames.byteCount == frames.frame(nearest: 0)?.pixmap?.byteCount)
  #expect(frames.frame(nearest: 0) == frames.frame(nearest: 40))
}

@Test func beforeAnythingIsReadyNothingIsShown() throws {
  let frames = try frames(document())
  #expect(frames.frame(nearest: 3) == nil)
  #expect(!frames.isComplete)
}

@Test func aFrameThatTakesTooLongIsRefused() throws {
  let file = try file(document())
  var time = 0
  #expect(throws: LottieRefusal(reasons: ["a frame takes 400 ms to draw; simplify it"])) {
    _ = try LottieFrames(file, height: 96) {
      time += 400_000_000
      return time
    }
  }
}
