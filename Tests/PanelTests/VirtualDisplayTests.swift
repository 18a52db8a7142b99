import Compositor
import Panel
import Scene
import TestSupport
import Testing

private let size = PixelSize(width: 16, height: 8)
private let mode = DisplayMode(size: size)

/// Presents a frame that changes one pixel; returns the age it got, nil when it was refused.
private func present(_ display: inout VirtualDisplay) -> Int? {
  var seen: Int?
  let isTaken = display.present { _, age in
    seen = age
    return Region(PixelRect(x: 0, y: 0, width: 1, height: 1))
  }
  return isTaken ? seen : nil
}

@Test(arguments: [50_000, 59_940, 60_000], UInt64(1)...5)
func verticalBlanksLieOnTheGrid(millihertz: Int, seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let start = Nanoseconds.random(in: 0...1_000_000_000, using: &random)
  let display = VirtualDisplay(mode: DisplayMode(size: size, refreshMillihertz: millihertz), start: start)
  let period = display.mode.period
  for _ in 0..<100 {
    let time = start + Nanoseconds.random(in: 0...10_000_000_000, using: &random)
    let blank = display.nextVerticalBlank(after: time)
    #expect(blank > time && blank - time <= period)
    #expect((blank - start) % period == 0)
    let next = display.nextVerticalBlank(after: blank)
    #expect(next == blank + period)
  }
}

@Test func aFlipCompletesAtTheBlankAfterItWasPresented() {
  var display = VirtualDisplay(mode: mode, start: 1000)
  display.advance(to: 1000 + mode.period * 5 / 2)
  let age = present(&display)
  #expect(age == 0)
  let due = display.nextFlip
  #expect(due == 1000 + mode.period * 3)
  display.advance(to: 1000 + mode.period * 3 - 1)
  let early = display.takeFlip()
  #expect(early == nil)
  display.advance(to: 1000 + mode.period * 4)
  let flip = display.takeFlip()
  #expect(flip == Flip(time: 1000 + mode.period * 3, sequence: 3))
  let again = display.takeFlip()
  #expect(again == nil)
}

@Test func aSecondFrameIsRefusedWhileAFlipIsPending() {
  var display = VirtualDisplay(mode: mode)
  let first = present(&display)
  let second = present(&display)
  #expect(first == 0 && second == nil)
  display.advance(to: mode.period)
  let third = present(&display)
  #expect(third == 0)
}

@Test(arguments: [2, 3, 4])
func buffersComeBackInTurn(buffers: Int) {
  var display = VirtualDisplay(mode: mode, buffers: buffers)
  for frame in 0..<12 {
    let age = present(&display)
    #expect(age == (frame < buffers ? 0 : buffers))
    display.advance(to: display.clock + mode.period)
  }
}

@Test func theLogKeepsTheLatestFrames() {
  var display = VirtualDisplay(mode: mode, logLimit: 3)
  for frame in 0..<5 {
    display.advance(to: Nanoseconds(frame) * mode.period + 7)
    _ = present(&display)
  }
  display.advance(to: 5 * mode.period)
  let log = display.log
  let count = display.frameCount
  #expect(count == 5)
  #expect(log.map(\.sequence) == [3, 4, 5])
  #expect(log.map(\.presented) == [2, 3, 4].map { $0 * mode.period + 7 })
  #expect(log.map(\.flipped) == [3, 4, 5].map { $0 * mode.period })
  #expect(log.allSatisfy { $0.damagedPixels == 1 })
}

@Test(arguments: Orientation.allCases, [PixelFormat.xrgb8888, .xbgr8888, .rgb565])
func screenshotsAreUpright(orientation: Orientation, format: PixelFormat) throws {
  var display = VirtualDisplay(mode: DisplayMode(size: size, format: format, orientation: orientation))
  let before = display.screenshot()
  #expect(before == nil)
  // Colours that 16 bits hold exactly.
  let viewer = display.mode.viewerSize
  let scene = Scene(
    size: viewer, background: .black,
    layers: [
      .fill(.white, PixelRect(x: 0, y: 0, width: 3, height: 2)),
      .fill(Color(rgb: 0xFF0000), PixelRect(x: viewer.width - 1, y: 1, width: 1, height: 4)),
      .fill(Color(rgb: 0x0000FF), PixelRect(x: 2, y: viewer.height - 1, width: 5, height: 1)),
    ])
  var compositor = Compositor(size: size, format: format, orientation: orientation)
  let isTaken = display.present { surface, age in compositor.draw(scene, into: surface, age: age) }
  #expect(isTaken)
  display.advance(to: mode.period)
  let picture = display.screenshot()
  let screenshot = try #require(picture)
  #expect(screenshot.size == viewer)
  let expected = Compositor.render(scene)
  #expect(expected.pixel(x: 2, y: 1) == Pixel(.white) && expected.pixel(x: 3, y: 1) == Pixel(.black))
  for y in 0..<viewer.height {
    for x in 0..<viewer.width { #expect(screenshot.pixel(x: x, y: y) == expected.pixel(x: x, y: y), "\(x), \(y)") }
  }
}

@Test(arguments: [Int.min, -1, 0, 1, 1_000_000, .max])
func anyRefreshRateHasAPeriod(millihertz: Int) {
  let display = VirtualDisplay(mode: DisplayMode(size: size, refreshMillihertz: millihertz))
  let period = display.mode.period
  #expect(period >= 1_000_000 && period <= 1_000_000_000_000)
  let blank = display.nextVerticalBlank(after: 5)
  #expect(blank == period)
}

@Test(arguments: [-1, 0, 1, 2])
func aDisplayKeepsAsManyFlipsAsItIsTold(limit: Int) {
  var display = VirtualDisplay(mode: mode, logLimit: limit)
  for frame in 1...4 {
    _ = present(&display)
    display.advance(to: mode.period * Nanoseconds(frame))
  }
  let (count, shown) = (display.log.count, display.frameCount)
  #expect(count == max(limit, 0) && shown == 4)
}

@Test func aPictureOfNothingIsNone() {
  var display = VirtualDisplay(mode: mode)
  _ = present(&display)
  display.advance(to: mode.period)
  let none = display.screenshot(of: .empty)
  let beside = display.screenshot(of: PixelRect(x: 16, y: 0, width: 5, height: 5))
  let corner = display.screenshot(of: PixelRect(x: 15, y: 7, width: 5, height: 5))
  #expect(none == nil && beside == nil && corner?.size == PixelSize(width: 1, height: 1))
}
