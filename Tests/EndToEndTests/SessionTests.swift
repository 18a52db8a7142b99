import Board
import Compositor
import Glibc
import Kiosk
import Motion
import Panel
import Recording
import Refresh
import Scene
import Seeded
import StubServer
import TestSupport
import Testing
import Vitrine

/// Somebody who does anything to a panel, while its data, its board and its light change.
private struct Session {
  static func board(theme: String, style: String) -> String {
    """
    board: House
    theme: {mode: \(theme), scale: 1}
    refresh: {style: \(style)}
    sources:
      list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
      other: {url: "${SERVER}/other.json", items: items, key: id, every: 1h}
      state: {url: "${SERVER}/state.json", every: 1h}
    pages:
      - title: Rooms
        cards:
          - header: {title: "{$page}"}
          - row: {each: list, title: "{name}", subtitle: "{note}", tap: detail}
      - title: Lights
        cards:
          - header: {title: "{$page}"}
          - slider: {label: Dimmer, value: $state.level, step: 5, unit: "%", post: "${SERVER}/set", json: "{$value}"}
          - keypad: {label: Alarm, length: 4, post: "${SERVER}/set", json: {code: "{$value}"}}
          - row: {each: other, title: "Lamp {id}", trail: "{at}"}
      - title: Doors
        cards:
          - header: {title: "{$page}", clock: true}
          - row: {each: list, limit: 4, title: "Door {id}"}
    detail:
      - hero: {title: "{name}", text: "{note}"}
    """
  }

  static let styles = [
    "compass", "ring", "letters", "stripes", "icon", "petals", "material", "arrow", "drop", "lineart",
  ]
  let stage = Stage()
  var random: SplitMix64
  let recorder: PanelRecorder
  let size: PixelSize

  init(seed: UInt64, hasContent: Bool, ring: Int = RecordRing.usualSize, restInterval: Int = 3000) {
    random = SplitMix64(seed: seed)
    size = PixelSize(
      width: Int.random(in: 240...520, using: &random), height: Int.random(in: 200...400, using: &random))
    recorder = PanelRecorder(
      runtime: nil, directory: nil, size: hasContent ? 1 << 27 : ring, hasContent: hasContent,
      restInterval: restInterval,
      log: { _ in })
  }

  mutating func any<Value>(_ list: [Value]) -> Value { list[Int.random(in: 0..<list.count, using: &random)] }

  mutating func board() -> String { Self.board(theme: any(["dark", "light"]), style: any(Self.styles)) }

  mutating func answer() {
    let first = Int.random(in: 0...20, using: &random)
    let count = Int.random(in: 1...30, using: &random)
    let reply: StubReply =
      Int.random(in: 0...5, using: &random) == 0
      ? .reply(503, "busy") : .reply(Stage.items(first..<(first + count), note: any(["late", "as planned"])))
    stage.server.on(any(["/list.json", "/other.json"]), reply)
  }

  mutating func point() -> Point {
    Point(
      x: Double.random(in: 1..<Double(size.width), using: &random),
      y: Double.random(in: 1..<Double(size.height), using: &random))
  }

  /// Answers to all that boards ask for.
  private func begin() {
    stage.server.on("/list.json", .reply(Stage.items(0..<40)))
    stage.server.on("/other.json", .reply(Stage.items(40..<60)))
    stage.server.on("/state.json", .reply(#"{"level": 40}"#))
    stage.server.on("/set", .reply("{}"))
  }

  /// Somebody walks along the keys of a code by a keyboard, and out of them again, and then scrolls.
  func type() throws -> VirtualKiosk {
    begin()
    let (file, source, _) = try stage.read(Self.board(theme: "dark", style: "compass"))
    var options = PanelOptions(mode: DisplayMode(size: size), fonts: Stage.fonts)
    options.recorder = recorder
    var kiosk = VirtualKiosk(
      board: file, source: source, options: options, start: Stage.start, answers: .atOnce, log: { _ in })
    kiosk.schedule([.key(.right, time: kiosk.seconds + 0.1)])
    kiosk.play(seconds: 1.5)
    for _ in 0..<20 {
      kiosk.schedule([.key(.next, time: kiosk.seconds + 0.05)])
      kiosk.play(seconds: 0.3)
    }
    kiosk.settle()
    kiosk.play(seconds: 3)
    // Beside the keys: where on them a finger begins is not written down.
    let (from, to) = (Point(x: 4, y: Double(size.height) * 0.8), Point(x: 4, y: 60))
    // The first finger ends the walk, and what follows once the panel is at rest is nobody's typing.
    for _ in 0..<2 {
      kiosk.play({ $0.flick(from: from, to: to, over: 0.2) }, tail: 2)
      kiosk.settle()
      kiosk.play(seconds: 3)
      kiosk.play({ $0.flick(from: to, to: from, over: 0.2) }, tail: 2)
      kiosk.settle()
      kiosk.play(seconds: 3)
    }
    return kiosk
  }

  /// Plays it, and gives the kiosk as it stands at the end.
  mutating func play(steps: Int) throws -> VirtualKiosk {
    begin()
    let (file, source, _) = try stage.read(board())
    let orientation = any(Orientation.allCases)
    var options = PanelOptions(
      mode: DisplayMode(
        size: orientation.turn(size), format: any([.xrgb8888, .rgb565Dithered]), orientation: orientation),
      fonts: Stage.fonts)
    options.recorder = recorder
    var kiosk = VirtualKiosk(
      board: file, source: source, options: options, start: Stage.start, answers: any([.atOnce, .after(0.7)]),
      log: { _ in })
    for _ in 0..<steps {
      switch Int.random(in: 0...11, using: &random) {
      case 0...2:
        let (from, to, time) = (point(), point(), Double.random(in: 0.05...0.6, using: &random))
        kiosk.play({ $0.flick(from: from, to: to, over: time) }, tail: Double.random(in: 0...1, using: &random))
      case 3:
        let place = point()
        kiosk.play({ $0.tap(place) }, tail: Double.random(in: 0...0.8, using: &random))
      case 4:
        kiosk.play({ touch in touch.flick(from: Point(x: 100, y: 60), to: Point(x: 110, y: 190), over: 0.4) }, tail: 2)
      case 5:
        answer()
        kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.1)])
        kiosk.play(seconds: 1.5)
      case 6:
        kiosk.schedule([
          .key(any([.down, .up, .left, .right, .next, .enter, .back, .pageDown, .end]), time: kiosk.seconds + 0.05)
        ])
        kiosk.play(seconds: 0.5)
      case 7:
        kiosk.schedule([
          .wheel(lines: Double.random(in: -4...4, using: &random), position: point(), time: kiosk.seconds + 0.02)
        ])
        kiosk.play(seconds: 0.4)
      case 8: try stage.edit(board(), under: &kiosk)
      case 9: kiosk.say("The lift is out of order", for: 2)
      case 10: kiosk.play(seconds: Double.random(in: 0...3, using: &random))
      default:
        var touch = ScriptedTouch(start: kiosk.seconds + 0.02, rate: 120)
        touch.down(point())
        touch.move(to: point(), over: 0.2)
        kiosk.schedule(touch.events)
        kiosk.play(seconds: 0.1)
        var rest = ScriptedTouch(start: touch.time + 0.05, rate: 120)
        rest.cancel()
        kiosk.schedule(rest.events)
        kiosk.play(seconds: 0.5)
      }
    }
    kiosk.settle()
    kiosk.play(seconds: 1)
    kiosk.settle()
    return kiosk
  }
}

private func number(_ name: String) -> UInt64? {
  unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
}

/// Which sessions are tried: `make sessions` tries a thousand, from the first or another on.
private let seeds: Range<UInt64> = {
  let first = number("VITRINE_FIRST_SESSION") ?? 0
  return first..<(first + (number("VITRINE_SESSIONS") ?? 24))
}()

@Test(arguments: seeds)
func aSessionIsReplayedFrameByFrame(seed: UInt64) throws {
  let hasContent = seed % 4 == 0
  var session = Session(seed: seed, hasContent: hasContent)
  let kiosk = try session.play(steps: 16)
  let record = try EventRecord(session.recorder.copy())
  #expect(record.hasBeginning && record.problems.isEmpty)
  var player = FramePlayer(record)
  while player.step() {}
  #expect(player.garbled == nil)
  #expect(player.stray == nil)
  #expect(player.difference == nil)
  let knowsStyle = player.knowsStyle
  #expect(knowsStyle)
  #expect(player.frames == kiosk.frameStatistics.framesDrawn + kiosk.frameStatistics.framesRefused)
  // Each frame of which something is written down, and others that turned out as they were.
  let clear = try clearFrames(of: record)
  #expect(player.compared >= clear.count)
  #expect(player.compared * 10 > player.frames * 8)
  if hasContent {
    // The picture itself, and not only what it is made of.
    #expect(player.pixelHash == kiosk.pixelHash)
  }
  // Twice the same, by any machine.
  var again = FramePlayer(record)
  while again.step() {}
  #expect(again.pixelHash == player.pixelHash)
  // From any moment of rest, as if nothing had been before.
  let beginnings = FramePlayer.beginnings(of: record)
  #expect(beginnings > 1)
  for number in stride(from: beginnings - 1, to: 0, by: -max(beginnings / 3, 1)) {
    expectExact(record, from: number)
  }
}

/// Frames of which something is written down, and those of them that came after something had been left out: the replay goes no other way
/// where they are.
private func clearFrames(of record: EventRecord) throws -> (count: Int, later: Int) {
  var (isDoubtful, wasDoubtful, count, later) = (false, false, 0, 0)
  for event in record.events {
    switch event.kind {
    case .doubt: (isDoubtful, wasDoubtful) = (true, true)
    case .rest: isDoubtful = false
    case .frame where !isDoubtful:
      var decoder = RecordDecoder(event.payload)
      _ = try decoder.byte()
      _ = try decoder.signed()
      // 1 is of which nothing is written down. Source: FrameExtent.
      if try decoder.byte() != 1 { (count, later) = (count + 1, later + (wasDoubtful ? 1 : 0)) }
    default: break
    }
  }
  return (count, later)
}

/// What is played from there is what was.
@discardableResult
private func expectExact(_ record: EventRecord, from number: Int) -> (frames: Int, seconds: Double) {
  var player = FramePlayer(record, from: number)
  while player.step() {}
  #expect(player.garbled == nil, "from \(number)")
  #expect(player.stray == nil, "from \(number)")
  #expect(player.difference == nil, "from \(number)")
  return (player.frames, player.seconds)
}

/// A panel that has been used for so long that its beginning is forgotten.
@Test(arguments: 0..<4 as Range<UInt64>)
func aLongSessionIsReplayedFromWhereverItsRecordBegins(seed: UInt64) throws {
  var session = Session(
    seed: seed, hasContent: false, ring: RecordHeader.size + 6 * RecordRing.blockSize, restInterval: 1 << 15)
  let kiosk = try session.play(steps: 150)
  let record = try EventRecord(session.recorder.copy())
  #expect(!record.hasBeginning)
  let (frames, seconds) = expectExact(record, from: 0)
  #expect(seconds > kiosk.seconds / 20)
  #expect(frames > 100)
}

@Test func afterTypingFramesAreComparedAgain() throws {
  let session = Session(seed: 2, hasContent: false, restInterval: 1 << 30)
  let kiosk = try session.type()
  let record = try EventRecord(session.recorder.copy())
  #expect(record.events.contains { $0.kind == .doubt }, "which key it is on is not written down")
  let clear = try clearFrames(of: record)
  #expect(clear.later > 20, "it goes on from where the panel was")
  var player = FramePlayer(record)
  while player.step() {}
  #expect(player.garbled == nil && player.stray == nil && player.difference == nil)
  #expect(player.frames == kiosk.frameStatistics.framesDrawn)
  #expect(player.compared >= clear.count)
}

@Test func aRecordSaysNothingOfWhatIsOnThePanel() throws {
  var session = Session(seed: 5, hasContent: false)
  _ = try session.play(steps: 12)
  let bytes = session.recorder.copy()
  let text = String(decoding: bytes, as: UTF8.self)
  for word in ["Departure", "as planned", "late", "House", "Rooms", "Lamp", "list.json", "127.0.0.1", "Updated"] {
    #expect(!text.contains(word), "\(word)")
  }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func aGarbledSessionEndsNothing(seed: UInt64) throws {
  var session = Session(seed: seed % 4, hasContent: false)
  _ = try session.play(steps: 3)
  var random = SplitMix64(seed: seed)
  var bytes = session.recorder.copy()
  for _ in 0..<Int.random(in: 1...30, using: &random) {
    bytes[Int.random(in: RecordHeader.size..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
  }
  guard let record = try? EventRecord(bytes) else { return }
  var player = FramePlayer(record)
  while player.step() {}
}

/// Events that have become others, that are gone, that come twice or before those they follow: a replay says what it makes of them.
@Test(arguments: 0..<6 as Range<UInt64>)
func eventsOfOtherKindsEndNothing(seed: UInt64) throws {
  var session = Session(seed: 700 + seed, hasContent: seed % 2 == 0)
  _ = try session.play(steps: 12)
  let record = try EventRecord(session.recorder.copy())
  let kinds = (0...UInt8.max).compactMap { RecordKind(rawValue: $0) }.filter { $0 != .part }
  var random = SplitMix64(seed: seed)
  // What a player begins with decides most.
  let first = record.events.firstIndex { $0.kind == .begin || $0.kind == .rest } ?? 0
  for turn in 0..<150 {
    let ring = RecordRing(size: 1 << 24, header: record.header)
    var encoder = RecordEncoder()
    let place =
      turn < 40
      ? min(first + 1 + turn % 8, record.events.count - 1) : Int.random(in: 0..<record.events.count, using: &random)
    let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    func append(_ kind: RecordKind, _ payload: some Sequence<UInt8>) {
      encoder.removeAll()
      encoder.add(raw: Array(payload))
      ring.append(kind, encoder)
    }
    for (index, event) in record.events.enumerated() {
      guard index == place else {
        append(event.kind, event.payload)
        continue
      }
      switch turn % 5 {
      case 0, 1: append(kind, event.payload)
      case 2: break
      case 3: for _ in 0..<2 { append(event.kind, event.payload) }
      default: append(kind, [UInt8](repeating: 0xFF, count: 9) + [1])
      }
    }
    var player = FramePlayer(try EventRecord(ring.copy()))
    while player.step() {}
    #expect(player.idleBlanks >= 0)
    _ = FrameTrace.bytes(of: try EventRecord(ring.copy()))
  }
}
