import Compositor
import Glibc
import Motion
import Scene
import Testing

@testable import Panel

// MARK: The virtual display

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

@Test(arguments: Orientation.allCases, [PixelFormat.xrgb8888, .rgb565])
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

// MARK: Scripted touches

private func touches(_ script: ScriptedTouch) -> [TouchEvent] {
  script.events.compactMap { event in
    if case .touch(let touch) = event { touch } else { nil }
  }
}

@Test(arguments: [60.0, 100, 240])
func scriptedFingersMoveEvenlyAtTheirRate(rate: Double) {
  var script = ScriptedTouch(start: 2, rate: rate)
  script.flick(from: Point(x: 10, y: 20), to: Point(x: 10, y: 320), over: 0.5)
  let events = touches(script)
  #expect(events.count == Int(rate / 2) + 2)
  #expect(events.first?.phase == .down && events.last?.phase == .up)
  #expect(events.dropFirst().dropLast().allSatisfy { $0.phase == .motion })
  #expect(zip(events, events.dropFirst().dropLast()).allSatisfy { abs($1.time - $0.time - 1 / rate) < 1e-9 })
  #expect(events.allSatisfy { abs($0.position.y - (20 + 600 * ($0.time - 2))) < 1e-6 && $0.position.x == 10 })
  #expect(script.time == 2.5)
}

@Test func aScriptedTapWaitsBetweenDownAndUp() {
  var script = ScriptedTouch(start: 1)
  script.wait(0.5)
  script.tap(Point(x: 3, y: 4), hold: 0.25, contact: 2)
  script.cancel()
  let events = touches(script)
  #expect(events.map(\.phase) == [.down, .up, .cancel])
  #expect(events.map(\.time) == [1.5, 1.75, 1.75])
  #expect(events.map(\.contact) == [2, 2, 0])
  #expect(events.allSatisfy { $0.position == Point(x: 3, y: 4) })
}

@Test func aFingerLeftDownGoesOnFromWhereItIs() {
  var script = ScriptedTouch(start: 1, rate: 10, finger: Point(x: 100, y: 0))
  script.move(to: Point(x: 0, y: 0), over: 0.2)
  #expect(touches(script).map(\.position.x) == [50, 0])
}

// MARK: The mailbox and the poller

/// Whether a descriptor is readable now.
private func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&entry, 1, 0) == 1
}

/// How often the event behind a mailbox was raised since it was last read.
private func wakes(_ mailbox: Mailbox<Int>) -> UInt64 {
  var count: UInt64 = 0
  _ = unsafe read(mailbox.descriptor, &count, MemoryLayout<UInt64>.size)
  return count
}

@Test func messagesComeOutInOrder() {
  let mailbox = Mailbox<Int>()
  var messages = [99]
  for round in 0..<3 {
    for message in 0..<10 { mailbox.post(round * 10 + message) }
    mailbox.drain(into: &messages)
    #expect(messages == Array(round * 10..<round * 10 + 10))
  }
}

@Test func drainingEmptiesTheMailbox() {
  let mailbox = Mailbox<Int>()
  var messages: [Int] = []
  #expect(!isReadable(mailbox.descriptor))
  mailbox.post(1)
  #expect(isReadable(mailbox.descriptor))
  mailbox.drain(into: &messages)
  #expect(!isReadable(mailbox.descriptor))
  mailbox.drain(into: &messages)
  #expect(messages.isEmpty)
}

@Test func aBatchOfMessagesWakesOnce() {
  let mailbox = Mailbox<Int>()
  for message in 0..<50 { mailbox.post(message) }
  #expect(wakes(mailbox) == 1)
}

@Test func messagesOfOneSenderStayInOrderAmongOthers() async {
  let mailbox = Mailbox<Int>()
  await withTaskGroup(of: Void.self) { group in
    for sender in 0..<4 {
      group.addTask { for message in 0..<200 { mailbox.post(sender * 1000 + message) } }
    }
  }
  var messages: [Int] = []
  mailbox.drain(into: &messages)
  for sender in 0..<4 {
    #expect(messages.filter { $0 / 1000 == sender } == (0..<200).map { sender * 1000 + $0 })
  }
}

@Test func aMessageWakesThePoller() {
  let mailbox = Mailbox<Int>()
  var poller = Poller()
  poller.add(mailbox.descriptor, token: 1)
  mailbox.post(5)
  poller.wait(until: nil)
  #expect(isReadable(mailbox.descriptor))
}

@Test func aDeadlineThatHasPassedWakesAtOnceEveryTime() {
  let mailbox = Mailbox<Int>()
  var poller = Poller()
  poller.add(mailbox.descriptor, token: 1)
  for deadline: Nanoseconds in [0, 1, MonotonicClock.now(), 1, 1] {
    // Returning is what is tested: nobody posts anything.
    poller.wait(until: deadline)
    #expect(!isReadable(mailbox.descriptor))
  }
}
