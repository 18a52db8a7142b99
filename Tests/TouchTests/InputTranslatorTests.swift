import Motion
import Scene
import TestSupport
import Testing

@testable import Touch

/// Devices that say what a test wants, and what the kiosk would hear of it.
private struct Bench {
  var translator: InputTranslator
  var events: [InputEvent] = []

  init(
    _ area: TouchArea = TouchArea(size: PixelSize(width: 800, height: 480)), devices: [InputDevice] = [.panel]
  ) {
    translator = InputTranslator(area: area)
    for (index, device) in devices.enumerated() { send(.added(device), device: index + 1, at: 0) }
  }

  @discardableResult
  mutating func send(_ action: DeviceEvent.Action, device: Int = 1, at time: Int64) -> InputTranslator.Command? {
    translator.translate(DeviceEvent(device: device, time: time, action), into: &events)
  }

  mutating func take() -> [InputEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Phases, contacts (from 0) and rounded positions of the touches.
  mutating func touches() -> [String] {
    take().compactMap { event in
      guard case .touch(let touch) = event else { return nil }
      let contact = touch.contact - InputTranslator.firstContact
      return "\(touch.phase) \(contact) \(Int(touch.position.x.rounded())),\(Int(touch.position.y.rounded()))"
    }
  }
}

extension InputDevice {
  fileprivate static let panel = InputDevice(name: "Panel", node: "event0", isTouchscreen: true)
  fileprivate static let second = InputDevice(name: "Second panel", node: "event1", isTouchscreen: true)
  fileprivate static let mouse = InputDevice(name: "Mouse", node: "event2", isPointer: true)
  fileprivate static let keyboard = InputDevice(name: "Keyboard", node: "event3", isKeyboard: true)
}

private func share(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

@Test func aFingerBecomesEventsWithTheDevicesOwnTimes() {
  var bench = Bench()
  bench.send(.touchDown(slot: 0, share(0.5, 0.25)), at: 1_000_000)
  bench.send(.touchFrame, at: 1_000_000)
  bench.send(.touchMoved(slot: 0, share(0.5, 0.5)), at: 1_016_667)
  bench.send(.touchUp(slot: 0), at: 1_033_334)
  func event(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) -> InputEvent {
    .touch(TouchEvent(phase: phase, contact: 1000, position: Point(x: 400, y: y), time: time))
  }
  #expect(bench.take() == [event(.down, 120, 1), event(.motion, 240, 1.016667), event(.up, 240, 1.033334)])
  #expect(bench.translator.touchFrames == 1)
}

@Test(arguments: Orientation.allCases)
func aTouchIsWhereTheViewerSeesIt(orientation: Orientation) {
  // Odd sides; the panel's own pixels, as scan-out numbers them.
  let panel = PixelSize(width: 801, height: 479)
  let viewer = orientation.turn(panel)
  var bench = Bench(TouchArea(size: panel, orientation: orientation))
  for (index, seen) in [(0.5, 0.5), (1, 1), (300.25, 17), (478.5, 400)].enumerated() {
    let seen = Point(x: seen.0, y: seen.1)
    let onPanel = orientation.toPanel(seen, viewer: viewer)
    bench.send(.touchDown(slot: index, share(onPanel.x / 801, onPanel.y / 479)), at: 1)
    guard case .touch(let touch)? = bench.take().first else {
      Issue.record("no touch came")
      return
    }
    #expect(abs(touch.position.x - seen.x) < 1e-9 && abs(touch.position.y - seen.y) < 1e-9)
  }
}

@Test func whatACalibrationPutsOutsideIsOnTheEdge() {
  var bench = Bench()
  bench.send(.touchDown(slot: 0, share(-0.2, 1.1)), at: 1)
  #expect(bench.touches() == ["down 0 0,480"])
}

@Test func fingersOfSeveralPanelsNeverShareANumber() {
  var bench = Bench(devices: [.panel, .second])
  bench.send(.touchDown(slot: 0, share(0, 0)), device: 1, at: 1)
  bench.send(.touchDown(slot: 0, share(1, 1)), device: 2, at: 2)
  bench.send(.touchMoved(slot: 0, share(0.5, 0)), device: 1, at: 3)
  bench.send(.touchUp(slot: 0), device: 1, at: 4)
  // The number is free again; the other finger keeps its own.
  bench.send(.touchDown(slot: 1, share(0, 1)), device: 2, at: 5)
  bench.send(.touchUp(slot: 0), device: 2, at: 6)
  #expect(
    bench.touches() == ["down 0 0,0", "down 1 800,480", "motion 0 400,0", "up 0 400,0", "down 0 0,480", "up 1 800,480"])
}

@Test func aPanelPulledOutTakesItsFingersWithIt() {
  var bench = Bench(devices: [.panel, .second])
  bench.send(.touchDown(slot: 0, share(0.25, 0.25)), device: 1, at: 10)
  bench.send(.touchDown(slot: 3, share(0.5, 0.5)), device: 1, at: 10)
  bench.send(.touchDown(slot: 0, share(0.75, 0.75)), device: 2, at: 10)
  _ = bench.touches()
  bench.send(.removed, device: 1, at: 20)
  #expect(bench.touches() == ["cancel 0 200,120", "cancel 1 400,240"])
  // What the panel still had to say means nothing; the other's finger is untouched.
  bench.send(.touchMoved(slot: 0, share(0, 0)), device: 1, at: 21)
  bench.send(.touchUp(slot: 0), device: 1, at: 22)
  bench.send(.touchUp(slot: 0), device: 2, at: 23)
  #expect(bench.touches() == ["up 2 600,360"])
  // Plugged in again it is another device.
  bench.send(.added(.panel), device: 3, at: 30)
  bench.send(.touchDown(slot: 0, share(0, 0)), device: 3, at: 31)
  #expect(bench.touches() == ["down 0 0,0"])
}

@Test func aCancelIsNeverEarlierThanTheFingersLastReport() {
  var bench = Bench()
  bench.send(.touchDown(slot: 0, share(0, 0)), at: 5_000_000)
  bench.send(.removed, at: 4_000_000)
  #expect(bench.take().map(\.time) == [5, 5])
}

@Test func aDownWithoutALiftBeforeItCancelsTheFinger() {
  var bench = Bench()
  bench.send(.touchDown(slot: 0, share(0, 0)), at: 1)
  bench.send(.touchDown(slot: 0, share(1, 1)), at: 2)
  #expect(bench.touches() == ["down 0 0,0", "cancel 0 0,0", "down 0 800,480"])
}

@Test func aPanelOfAnotherOutputIsNotHeard() {
  var elsewhere = InputDevice.panel
  elsewhere.output = "HDMI-A-1"
  var here = InputDevice.second
  here.output = "DSI-1"
  let area = TouchArea(size: PixelSize(width: 800, height: 480), output: "DSI-1")
  var bench = Bench(area, devices: [elsewhere, here])
  bench.send(.touchDown(slot: 0, share(0, 0)), device: 1, at: 1)
  bench.send(.touchUp(slot: 0), device: 1, at: 2)
  bench.send(.touchDown(slot: 0, share(1, 1)), device: 2, at: 3)
  #expect(bench.touches() == ["down 0 800,480"])
}

@Test func aPanelThatTurnsCancelsWhatIsDown() {
  let size = PixelSize(width: 800, height: 480)
  var bench = Bench(TouchArea(size: size))
  bench.send(.touchDown(slot: 0, share(0.25, 0.5)), at: 1)
  bench.translator.use(TouchArea(size: size), at: 2, into: &bench.events)
  #expect(bench.touches() == ["down 0 200,240"])
  bench.translator.use(TouchArea(size: size, orientation: .degrees180), at: 3, into: &bench.events)
  #expect(bench.touches() == ["cancel 0 200,240"])
  bench.send(.touchDown(slot: 0, share(0.25, 0.5)), at: 4)
  #expect(bench.touches() == ["down 0 600,240"])
}

@Test func thirtyTwoFingersAndNoMore() {
  var bench = Bench()
  for slot in 0..<40 { bench.send(.touchDown(slot: slot, share(0, 0)), at: Int64(slot)) }
  #expect(bench.touches().count == 32)
  for slot in 0..<40 { bench.send(.touchUp(slot: slot), at: 100) }
  #expect(bench.touches().count == 32)
}

@Test func aMouseDragsWithItsButtonAndOnlyPointsWithout() {
  var bench = Bench(devices: [.mouse])
  bench.send(.pointerMoved(dx: -100, dy: 60), at: 1_000_000)
  bench.send(.button(isDown: true), at: 2_000_000)
  bench.send(.pointerMoved(dx: 0, dy: -1000), at: 3_000_000)
  bench.send(.button(isDown: false), at: 4_000_000)
  func touch(_ phase: TouchEvent.Phase, _ y: Double, _ time: Double) -> InputEvent {
    .touch(TouchEvent(phase: phase, contact: 1000, position: Point(x: 300, y: y), time: time, device: .pointer))
  }
  #expect(
    bench.take() == [
      .pointer(position: Point(x: 300, y: 300), time: 1), touch(.down, 300, 2), touch(.motion, 0, 3), touch(.up, 0, 4),
    ])
}

@Test func aTabletPlacesThePointerOnTheTurnedPanel() {
  let area = TouchArea(size: PixelSize(width: 800, height: 480), orientation: .degrees90)
  var bench = Bench(area, devices: [.mouse])
  bench.send(.pointerPlaced(share(1, 0)), at: 1_000_000)
  bench.send(.wheel(lines: -3), at: 2_000_000)
  let corner = Orientation.degrees90.toViewer(Point(x: 800, y: 0), panel: area.size)
  #expect(bench.take() == [.pointer(position: corner, time: 1), .wheel(lines: -3, position: corner, time: 2)])
}

@Test func keysMeanWhatTheyMeanInABrowser() {
  var bench = Bench(devices: [.keyboard])
  func press(_ codes: UInt32..., at time: Int64) {
    for code in codes { bench.send(.key(code: code, isDown: true), at: time) }
    for code in codes.reversed() { bench.send(.key(code: code, isDown: false), at: time) }
  }
  press(63, at: 1_000_000)  // F5
  press(29, 19, at: 2_000_000)  // Control R
  press(19, at: 3_000_000)  // R
  press(56, 105, at: 4_000_000)  // Alt Left
  press(105, at: 5_000_000)
  press(109, at: 6_000_000)
  press(1, at: 7_000_000)
  #expect(
    bench.take() == [
      .key(.refresh, time: 1), .key(.refresh, time: 2), .typed(Stroke("r"), time: 3), .key(.back, time: 4),
      .key(.left, time: 5),
      .key(.pageDown, time: 6), .key(.back, time: 7),
    ])
}

/// What keypads for who cannot see have; with Control and Alt F1 is a terminal.
@Test func keysForTheVoice() {
  var bench = Bench(devices: [.keyboard])
  for (index, code) in [UInt32(59), 138, 113, 82, 78, 114, 55, 98].enumerated() {
    bench.send(.key(code: code, isDown: true), at: Int64(index) * 1_000_000)
    bench.send(.key(code: code, isDown: false), at: Int64(index) * 1_000_000)
  }
  let keys: [InputEvent.VoiceKey] = [.help, .help, .mute, .again, .louder, .softer, .faster, .slower]
  // Those of the number pad write where something is written.
  let heard = bench.take().map { event -> InputEvent in
    guard case .typed(let stroke, let time) = event else { return event }
    return stroke.meant(at: time) ?? event
  }
  #expect(heard == keys.enumerated().map { .voice($1, time: Double($0)) })
  for code: UInt32 in [29, 56] { bench.send(.key(code: code, isDown: true), at: 9_000_000) }
  #expect(bench.send(.key(code: 59, isDown: true), at: 9_000_000) == .switchTerminal(1))
  #expect(bench.take() == [])
}

@Test func controlAltAndAFunctionKeyAsksForATerminal() {
  var bench = Bench(devices: [.keyboard, .keyboard])
  #expect(bench.send(.key(code: 60, isDown: true), at: 1) == nil)
  bench.send(.key(code: 97, isDown: true), device: 1, at: 2)
  bench.send(.key(code: 56, isDown: true), device: 2, at: 3)
  #expect(bench.send(.key(code: 60, isDown: true), at: 4) == .switchTerminal(2))
  #expect(bench.send(.key(code: 88, isDown: true), at: 5) == .switchTerminal(12))
  #expect(bench.send(.key(code: 30, isDown: true), at: 6) == nil)
  // The keyboard with Control on it is gone, and Control with it.
  bench.send(.removed, device: 1, at: 7)
  #expect(bench.send(.key(code: 60, isDown: true), device: 2, at: 8) == nil)
  #expect(bench.take().isEmpty)
}

@Test func letHangingFingersGoWhenAnotherSessionTakesOver() {
  var bench = Bench(devices: [.panel, .mouse])
  bench.send(.touchDown(slot: 0, share(0, 0)), device: 1, at: 1)
  bench.send(.button(isDown: true), device: 2, at: 2)
  _ = bench.touches()
  bench.translator.cancelAll(at: 3, into: &bench.events)
  #expect(bench.touches() == ["cancel 0 0,0", "cancel 1 400,240"])
  bench.translator.cancelAll(at: 4, into: &bench.events)
  #expect(bench.events.isEmpty)
}

@Test func aRandomStormLeavesNoFingerBehind() {
  var random = SplitMix64(seed: 11)
  var bench = Bench(devices: [.panel, .second, .mouse])
  var down: Set<Int> = []
  var time: Int64 = 0
  for _ in 0..<20_000 {
    time += Int64.random(in: 0...20_000, using: &random)
    let device = Int.random(in: 1...3, using: &random)
    let slot = Int.random(in: 0...4, using: &random)
    let point = share(.random(in: -0.1...1.1, using: &random), .random(in: -0.1...1.1, using: &random))
    switch Int.random(in: 0...20, using: &random) {
    case 0...5: bench.send(.touchDown(slot: slot, point), device: device, at: time)
    case 6...11: bench.send(.touchMoved(slot: slot, point), device: device, at: time)
    case 12...15: bench.send(.touchUp(slot: slot), device: device, at: time)
    case 16: bench.send(.touchCanceled(slot: slot), device: device, at: time)
    case 17: bench.send(.button(isDown: .random(using: &random)), device: 3, at: time)
    case 18: bench.send(.pointerMoved(dx: 30, dy: -20), device: 3, at: time)
    case 19:
      bench.send(.removed, device: device, at: time)
      bench.send(.added(device == 3 ? .mouse : .panel), device: device, at: time)
    default: bench.translator.cancelAll(at: time, into: &bench.events)
    }
    for case .touch(let touch) in bench.take() {
      #expect((0...800).contains(touch.position.x) && (0...480).contains(touch.position.y))
      switch touch.phase {
      case .down: #expect(down.insert(touch.contact).inserted)
      case .motion: #expect(down.contains(touch.contact))
      case .up, .cancel: #expect(down.remove(touch.contact) != nil)
      }
    }
  }
  bench.translator.cancelAll(at: time, into: &bench.events)
  for case .touch(let touch) in bench.take() { down.remove(touch.contact) }
  #expect(down.isEmpty)
}

@Test func aFingerSaysHowMuchItsDeviceTrembles() {
  var panel = InputDevice.panel
  panel.noise = share(0.01, 0.005)
  for orientation in [Orientation.degrees0, .degrees90] {
    var bench = Bench(
      TouchArea(size: PixelSize(width: 800, height: 480), orientation: orientation), devices: [panel, .mouse])
    bench.send(.touchDown(slot: 0, share(0.5, 0.5)), at: 1)
    bench.send(.button(isDown: true), device: 2, at: 2)
    let noise = bench.take().compactMap { if case .touch(let touch) = $0 { touch.noise } else { nil } }
    #expect(noise == [8, 0])
  }
}

/// libinput's udev rule moves the fuzz out of the kernel; where it did not run, the kernel still has it.
@Test(arguments: [
  ([:], Point(x: 0.004, y: 0.01)), (["LIBINPUT_FUZZ_35": "40"], Point(x: 0.01, y: 0.01)),
  (["LIBINPUT_FUZZ_35": "8", "LIBINPUT_FUZZ_36": "0", "LIBINPUT_FUZZ_00": "99"], Point(x: 0.002, y: 0)),
  (["LIBINPUT_FUZZ_35": "nonsense", "LIBINPUT_FUZZ_36": "-3"], Point(x: 0.004, y: 0)),
  (["LIBINPUT_FUZZ_35": "900000"], Point(x: 1, y: 0.01)),
])
func noiseIsTheFuzzThatUdevKnowsOrTheKernels(properties: [String: String], noise: Point) {
  let axes = DeviceAxes(
    numbers: (0x35, 0x36), x: AbsoluteAxis(minimum: 0, maximum: 4000, fuzz: 16),
    y: AbsoluteAxis(minimum: -500, maximum: 1500, fuzz: 20))
  #expect(axes.noise { properties[$0] } == noise)
}

/// What real keys write: the layout of the United States, and number pads.
@Suite struct KeyLetterTests {
  private func written(_ codes: [(UInt32, isDown: Bool)]) -> [Stroke] {
    var bench = Bench(devices: [.keyboard])
    for (place, (code, isDown)) in codes.enumerated() {
      bench.send(.key(code: code, isDown: isDown), at: Int64(place) * 1000)
    }
    return bench.take().compactMap { if case .typed(let stroke, _) = $0 { stroke } else { nil } }
  }

  private func text(_ strokes: [Stroke]) -> String { String(String.UnicodeScalarView(strokes.map(\.letter))) }

  @Test func everyKeyWritesWhatStandsOnIt() {
    let codes = Array(UInt32(2)...13) + Array(16...27) + Array(30...41) + Array(43...53)
    #expect(text(written(codes.map { ($0, true) })) == "1234567890-=qwertyuiop[]asdfghjkl;'`\\zxcvbnm,./")
    #expect(
      text(written([(42, true)] + codes.map { ($0, true) })) == "!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:\"~|ZXCVBNM<>?")
  }

  /// A lock is for letters alone, and Shift takes it back.
  @Test func capitals() {
    #expect(text(written([(42, true), (30, true), (42, false), (30, true)])) == "Aa")
    #expect(text(written([(58, true), (58, false), (30, true), (2, true), (54, true), (30, true)])) == "A1a")
  }

  @Test func aReaderOfCardsWritesItsNumber() {
    // As readers send it: each key down and up, at once.
    let codes: [UInt32] = [11, 10, 9, 2, 3, 46]
    #expect(text(written(codes.flatMap { [($0, isDown: true), ($0, isDown: false)] })) == "09812c")
  }

  /// A number pad steers until somebody says that it is for numbers.
  @Test func aNumberPad() {
    let codes: [UInt32] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73, 83]
    let steering = written(codes.map { ($0, true) })
    #expect(text(steering) == "0123456789." && steering.allSatisfy(\.steers))
    #expect(steering.map(\.meaning)[0...2] == [.voice(.again), .key(.end), .key(.down)])
    let numbers = written([(69, true)] + codes.map { ($0, true) })
    #expect(text(numbers) == "0123456789." && !numbers.contains(where: \.steers))
    #expect(numbers.map(\.meaning) == steering.map(\.meaning))
  }

  @Test func whatWritesMeansWhatItMeant() {
    let strokes = written([(14, true), (57, true)])
    #expect(strokes == [Stroke(Stroke.delete, meaning: .key(.back)), Stroke(" ", meaning: .key(.space), steers: true)])
    // With Control or Alt no key writes.
    #expect(written([(29, true), (30, true)]).isEmpty && written([(56, true), (30, true)]).isEmpty)
  }
}
