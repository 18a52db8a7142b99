#if Preview
  import Motion
  import NIOCore
  @testable import Preview
  import Scene
  import TestSupport
  import Testing

  @Suite struct ClockOffsetTests {
    /// However long messages take, events are placed at most the shortest delay too late, never after arrival, never backwards.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func mapsWithinTheShortestDelay(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      var clock = ClockOffset()
      let offset = 5000.25
      var time = 1.0
      var shortest = Double.infinity
      var received = 0.0
      var last = 0.0
      for _ in 0..<500 {
        time += Double.random(in: 0.001...0.05, using: &random)
        let delay = Double.random(in: 0.0005...0.08, using: &random)
        // Messages arrive in order.
        received = max(received, time + offset + delay)
        shortest = min(shortest, received - time - offset)
        clock.observe(sent: time, received: received)
        let event = time - 0.004
        let mapped = clock.serverTime(of: event, received: received)
        #expect(mapped <= received)
        #expect(mapped >= last)
        // 26 s at 100 ppm.
        if mapped > last { #expect(mapped - (event + offset) <= shortest + 0.0027) }
        last = mapped
      }
    }

    @Test func followsAClockThatRunsSlower() {
      var clock = ClockOffset()
      for second in 0..<2000 {
        let page = Double(second) * (1 - 50e-6)
        clock.observe(sent: page, received: Double(second) + 0.001)
      }
      let mapped = clock.serverTime(of: 1999 * (1 - 50e-6), received: 1999.5)
      #expect(abs(mapped - 1999.001) < 0.0002)
    }

    @Test(arguments: [(-1e6, 99.0), (0.0, 99.0), (1e6, 100.0)])
    func nonsenseIsKeptNearTheArrival(event: Double, expected: Double) {
      var clock = ClockOffset()
      clock.observe(sent: 100, received: 100)
      #expect(clock.serverTime(of: event, received: 100) == expected)
    }
  }

  @Suite struct ViewerMessageTests {
    @Test func readsWhatThePageSends() throws {
      #expect(
        try ViewerMessage(ByteBuffer(bytes: Message.shown(7, sent: 1500))) == .shown(sequence: 7, sent: 1.5))
      #expect(
        try ViewerMessage(
          ByteBuffer(
            bytes: Message.input(
              sent: 2000, Message.touch(1, device: 0, id: -4, x: 10.5, y: 20.25, time: 1000),
              Message.wheel(lines: -1.5, x: 1, y: 2, time: 3000), Message.key(8, time: 4000),
              Message.typed(0xE4, key: 255, time: 5000), Message.typed(0x72, key: 8, time: 6000),
              Message.typed(0x20, key: 11, time: 7000), Message.typed(8, key: 9, time: 8000),
              Message.voice(0, time: 9000), Message.voice(6, time: 9500))))
          == .input(
            [
              .touch(.down, .touchscreen, id: -4, position: Point(x: 10.5, y: 20.25), time: 1),
              .wheel(lines: -1.5, position: Point(x: 1, y: 2), time: 3), .key(.refresh, time: 4),
              .typed(Stroke("ä"), time: 5), .typed(Stroke("r", meaning: .key(.refresh)), time: 6),
              .typed(Stroke(" ", meaning: .key(.space), steers: true), time: 7),
              .typed(Stroke(Stroke.delete, meaning: .key(.back)), time: 8), .voice(.help, time: 9),
              .voice(.slower, time: 9.5),
            ], sent: 2))
      #expect(try ViewerMessage(ByteBuffer(bytes: [3, 1, 14, 1])) == .command(.orientation(.degrees270)))
      #expect(
        try ViewerMessage(ByteBuffer(bytes: [3, 2, 0x20, 3, 0xE0, 1]))
          == .command(.size(PixelSize(width: 800, height: 480))))
      #expect(try ViewerMessage(ByteBuffer(bytes: [3, 3] + Array("drop".utf8))) == .command(.style("drop")))
      #expect(
        try ViewerMessage(ByteBuffer(bytes: [3, 4, 7, 1, 0, 0, 2, 0, 255]))
          == .command(.press(item: 2, part: nil, version: 263)))
      #expect(
        try ViewerMessage(ByteBuffer(bytes: [3, 4, 7, 0, 0, 0, 2, 1, 3]))
          == .command(.press(item: 258, part: 3, version: 7)))
      #expect(try ViewerMessage(ByteBuffer(bytes: [3, 5, 1])) == .command(.answer(true)))
      #expect(try ViewerMessage(ByteBuffer(bytes: [3, 7, 1])) == .command(.follow(true)))
      #expect(try ViewerMessage(ByteBuffer(bytes: [3, 7, 0])) == .command(.follow(false)))
      #expect(
        try ViewerMessage(ByteBuffer(bytes: [3, 6, 7, 0, 0, 0, 2, 0, 0, 0, 0x80, 0x3E]))
          == .command(.slide(item: 2, share: 0.25, version: 7)))
    }

    static let malformed: [[UInt8]] = [
      [], [0], [9, 1, 2, 3], [1, 1, 2], Message.shown(1, sent: .nan), Message.shown(1, sent: 0) + [0],
      Message.input(sent: 0), Message.input(sent: 0, [7]), Message.input(sent: 0, [1, 2]),
      Message.input(sent: 0, Message.touch(1, device: 3, id: 0, x: 0, y: 0, time: 0)),
      Message.input(sent: 0, Message.touch(1, device: 0, id: 0, x: .infinity, y: 0, time: 0)),
      Message.input(sent: 0, Message.key(14, time: 0)), Message.input(sent: 0, Message.voice(7, time: 0)),
      Message.input(sent: 0, Message.typed(0xD800, key: 255, time: 0)),
      Message.input(sent: 0, Message.typed(10, key: 255, time: 0)),
      Message.input(sent: 0, Message.typed(0x61, key: 14, time: 0)), [3], [3, 1, 45, 0], [3, 2, 0, 0, 100, 0],
      [3, 2, 0, 0xFF, 0, 1],
      [3, 3], [3, 4, 1], [3, 4, 7, 0, 0, 0, 2, 1, 3, 0], [3, 5], [3, 5, 2], [3, 6, 1], [3, 7], [3, 7, 2], [3, 8, 1],
      // Beyond the end, and before the beginning of its way.
      [3, 6, 7, 0, 0, 0, 2, 0, 0, 0, 0, 0x40], [3, 6, 7, 0, 0, 0, 2, 0, 0, 0, 0x80, 0xBE],
    ]

    @Test(arguments: malformed)
    func refusesEverythingElse(bytes: [UInt8]) {
      #expect(throws: ViewerMessage.Malformed.self) { try ViewerMessage(ByteBuffer(bytes: bytes)) }
    }

    /// Any bytes are a message or malformed; nothing traps.
    @Test(arguments: [UInt64(1), 2])
    func survivesNoise(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      var accepted = 0
      for _ in 0..<20_000 {
        var bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        if !bytes.isEmpty { bytes[0] = UInt8.random(in: 1...3, using: &random) }
        if (try? ViewerMessage(ByteBuffer(bytes: bytes))) != nil { accepted += 1 }
      }
      #expect(accepted > 0)
    }
  }

  @Suite struct ViewerInputTests {
    private let panel = PixelSize(width: 800, height: 480)

    private func down(_ id: Int32, _ x: Double = 0, _ y: Double = 0) -> ViewerMessage.Event {
      .touch(.down, .touchscreen, id: id, position: Point(x: x, y: y), time: 0)
    }

    @Test(arguments: [
      (Orientation.degrees0, Point(x: 100, y: 40)), (.degrees90, Point(x: 40, y: 700)),
      (.degrees180, Point(x: 700, y: 440)), (.degrees270, Point(x: 440, y: 100)),
    ])
    func touchesAreWhereTheViewerSeesThem(orientation: Orientation, seen: Point) throws {
      var input = ViewerInput(viewer: 0)
      let event = try input.event(down(1, 100, 40), received: 1, size: panel, orientation: orientation)
      guard case .touch(let touch) = event else { return #expect(Bool(false), "not a touch") }
      #expect(touch.position == seen)
      #expect(touch.position == orientation.toViewer(Point(x: 100, y: 40), panel: panel))
    }

    @Test func contactsOfViewersDiffer() throws {
      var names: Set<Int> = []
      for viewer in 0..<8 {
        var input = ViewerInput(viewer: viewer)
        for id in Int32(0)..<16 {
          let event = try input.event(down(id), received: 1, size: panel, orientation: .degrees0)
          guard case .touch(let touch) = event else { return #expect(Bool(false), "not a touch") }
          #expect(names.insert(touch.contact).inserted)
        }
        #expect(throws: ViewerMessage.Malformed.self) {
          try input.event(down(99), received: 1, size: panel, orientation: .degrees0)
        }
      }
    }

    @Test func aContactGoesDownOnce() throws {
      var input = ViewerInput(viewer: 0)
      _ = try input.event(down(5), received: 1, size: panel, orientation: .degrees0)
      #expect(throws: ViewerMessage.Malformed.self) {
        try input.event(down(5), received: 1, size: panel, orientation: .degrees0)
      }
    }

    @Test func leavingCancelsWhatIsDownWhereItWas() throws {
      var input = ViewerInput(viewer: 2)
      _ = try input.event(down(5, 10, 20), received: 1, size: panel, orientation: .degrees0)
      _ = try input.event(down(6, 30, 40), received: 1, size: panel, orientation: .degrees0)
      let lift = ViewerMessage.Event.touch(.up, .touchscreen, id: 5, position: Point(x: 11, y: 21), time: 0)
      _ = try input.event(lift, received: 1.5, size: panel, orientation: .degrees0)
      #expect(
        input.cancelAll(at: 2) == [
          .touch(TouchEvent(phase: .cancel, contact: 33, position: Point(x: 30, y: 40), time: 2))
        ])
      #expect(input.cancelAll(at: 3).isEmpty)
      // A lift that comes after all means nothing any more.
      #expect(try input.event(lift, received: 3, size: panel, orientation: .degrees0) == nil)
    }

    @Test func theGlassEndsAtItsEdges() throws {
      var input = ViewerInput(viewer: 0)
      let event = try input.event(down(1, -50, 9000), received: 1, size: panel, orientation: .degrees0)
      guard case .touch(let touch) = event else { return #expect(Bool(false), "not a touch") }
      #expect(touch.position == Point(x: 0, y: 480))
    }
  }

  /// Messages as the page writes them.
  enum Message {
    static func shown(_ sequence: UInt32, sent: Double) -> [UInt8] { [1] + bytes(sequence) + bytes(sent.bitPattern) }

    static func input(sent: Double, _ events: [UInt8]...) -> [UInt8] {
      [2] + bytes(sent.bitPattern) + events.flatMap(\.self)
    }

    static func touch(_ phase: UInt8, device: UInt8, id: Int32, x: Float, y: Float, time: Double) -> [UInt8] {
      let position = bytes(x.bitPattern) + bytes(y.bitPattern)
      return [phase, device] + bytes(UInt32(bitPattern: id)) + position + bytes(time.bitPattern)
    }

    static func wheel(lines: Float, x: Float, y: Float, time: Double) -> [UInt8] {
      let place = bytes(x.bitPattern) + bytes(y.bitPattern)
      return [5] + bytes(lines.bitPattern) + place + bytes(time.bitPattern)
    }

    static func key(_ code: UInt8, time: Double) -> [UInt8] { [6, code] + bytes(time.bitPattern) }
    static func voice(_ code: UInt8, time: Double) -> [UInt8] { [8, code] + bytes(time.bitPattern) }
    static func typed(_ letter: UInt32, key: UInt8, time: Double) -> [UInt8] {
      [7] + bytes(letter) + [key] + bytes(time.bitPattern)
    }

    private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
      (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value($0 * 8)) }
    }
  }
#endif
