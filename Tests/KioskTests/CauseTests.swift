import AllocationCounter
import Compositor
import Kiosk
import Motion
import Panel
import Recording
import Refresh
import Scene
import Seeded
import Testing

private let period: Nanoseconds = 16_666_667

/// What goes wrong with one frame.
private enum Fault: CaseIterable {
  case longDraw, lateWake, standstill, lateFlip, waiting, refused, busy, displayGone, awaitedDisplayGone

  var cause: FrameVerdict.Cause {
    switch self {
    case .longDraw: .longDraw
    case .lateWake, .standstill: .lateWake
    case .lateFlip: .lateFlip
    case .waiting: .waiting
    case .refused, .busy: .refused
    case .displayGone, .awaitedDisplayGone: .displayGone
    }
  }
}

/// A machine whose time is told, and what it does wrong next.
private final class Machine {
  var now: Nanoseconds = 1_000_000_000
  var fault: Fault?
  var waits = 0
  /// How much longer than it should, or later, by chance.
  var delay: Nanoseconds = 0
  var isActive = true
}

/// A panel with a vertical blank of a fake kernel's.
private struct FaultyDisplay: Display, ~Copyable {
  let machine: Machine
  let mode = DisplayMode(size: PixelSize(width: 320, height: 240))
  let handsOver = false
  private(set) var flip: Flip?
  private var change: DisplayChange?
  private var virtual = VirtualDisplay(mode: DisplayMode(size: PixelSize(width: 320, height: 240)), logLimit: 1)

  init(_ machine: Machine) { self.machine = machine }

  var isActive: Bool { machine.isActive }
  var nextDeadline: Nanoseconds? { nil }
  mutating func advance(to now: Nanoseconds) {}

  mutating func takeChange() -> DisplayChange? {
    defer { change = nil }
    return change
  }

  mutating func takeFlip() -> Flip? {
    guard let flip, flip.time <= machine.now else { return nil }
    self.flip = nil
    return flip
  }

  /// The panel was away while a frame was on its way to it.
  mutating func comeBack() {
    (flip, change) = (nil, .restarted)
  }

  mutating func present(_ draw: (_ surface: borrowing Surface, _ age: Int) -> Region) -> Bool {
    if machine.fault == .refused {
      machine.fault = nil
      return false
    }
    _ = virtual.present { surface, _ in draw(surface, 0) }
    if let next = virtual.nextFlip { virtual.advance(to: next) }
    machine.now += 1_500_000
    if machine.fault == .longDraw || machine.fault == .waiting {
      machine.now += machine.delay
      if machine.fault == .waiting { machine.waits += 1 }
      machine.fault = nil
    }
    var blank = machine.now / period + 1
    if machine.fault == .lateFlip || machine.fault == .busy {
      if machine.fault == .busy { change = .refused }
      machine.fault = nil
      blank += max(machine.delay / period, 1)
    }
    flip = Flip(time: blank * period, sequence: UInt64(blank))
    return true
  }
}

/// A page that is refreshed without end, which is seen in each frame, on such a machine.
private struct Rig: ~Copyable {
  let machine = Machine()
  let ring: RecordRing
  var loop: FrameLoop<FaultyDisplay>

  /// - Parameter version: of the format, and of the program that writes it.
  init(notes: RecordNotes? = nil, version: UInt32 = RecordHeader.version) {
    var header = RecordHeader(session: 1, wall: 0, monotonic: 0, hasContent: false)
    header.version = version
    ring = RecordRing(header: header)
    let machine = machine
    let colors = KioskColors(
      background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
      refresh: RefreshTheme(
        background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
        info: .white))
    let mailbox = Mailbox<KioskMessage>()
    let kiosk = Kiosk(
      size: PixelSize(width: 320, height: 240), scale: 1, colors: colors,
      control: RefreshControl(
        style: CompassStyle(), sprites: SpriteSet([]), rules: RefreshRules(timeout: 1e6),
        recipe: StyleRecipe(name: "compass", parameters: RefreshParameters())), tileQueue: TileQueue {}, ask: { _ in })
    loop = FrameLoop(
      screen: FaultyDisplay(machine), kiosk: kiosk, mailbox: mailbox, clock: { machine.now },
      waits: { machine.waits })
    loop.takesTwoTurns = version <= RecordHeader.lastOfTwoTurns
    loop.record(on: FrameRecorder(ring, notes: notes))
    mailbox.post(.page(stack(0..<400)))
    mailbox.post(.beginRefresh)
  }

  /// As a thread does: asleep until it wants to be woken, or a frame is on the glass.
  mutating func turn() {
    let rest = loop.turn(at: machine.now)
    let flip = loop.screen.flip?.time
    switch rest {
    case .until(let time):
      let isForFrame = flip == nil && time > machine.now
      machine.now = max(machine.now, min(time, flip ?? time))
      if isForFrame, machine.fault == .lateWake {
        machine.fault = nil
        machine.now += machine.delay
      }
    default: machine.now = max(machine.now, flip ?? machine.now + 1_000_000)
    }
  }

  mutating func run(frames: Int) {
    let end = loop.scheduler.statistics.framesShown + frames
    var turns = 0
    while loop.scheduler.statistics.framesShown < end, turns < frames * 50 {
      turn()
      turns += 1
    }
  }

  /// Does something wrong with the next frame, and plays on until all is well.
  mutating func inject(_ fault: Fault, delay: Nanoseconds) {
    (machine.fault, machine.delay) = (fault, delay)
    // With a frame on its way, or while it is waited until it is time for one.
    let isOnItsWay = fault != .awaitedDisplayGone
    if [.displayGone, .awaitedDisplayGone, .standstill].contains(fault) {
      machine.fault = nil
      var turns = 0
      repeat {
        turn()
        turns += 1
      } while (loop.screen.flip != nil) != isOnItsWay && turns < 1000
      _ = loop.turn(at: machine.now)
    }
    if fault == .standstill { machine.now = (loop.screen.flip?.time ?? machine.now) + delay }
    if fault == .displayGone || fault == .awaitedDisplayGone {
      machine.isActive = false
      _ = loop.turn(at: machine.now)
      machine.now += delay
      machine.isActive = true
      loop.screen.comeBack()
    }
    run(frames: 40)
  }

  var verdicts: [FrameVerdict] {
    let events = (try? EventRecord(ring.copy()))?.events ?? []
    return events.filter { $0.kind == .verdict }.compactMap { event in
      var decoder = RecordDecoder(event.payload)
      guard let cause = (try? decoder.byte()).flatMap({ FrameVerdict.Cause(rawValue: $0) }) else { return nil }
      return (try? decoder.signed()).map { FrameVerdict(cause: cause, blanks: $0) }
    }
  }
}

@Test func ofFaultsNearlyAllAreToldByTheirOneCause() {
  var random = SplitMix64(seed: 11)
  var rig = Rig()
  rig.run(frames: 120)
  #expect(rig.verdicts.isEmpty, "nothing was wrong yet")
  var (injected, right, others) = (0, 0, [String: Int]())
  for _ in 0..<240 {
    guard let fault = Fault.allCases.randomElement(using: &random) else { continue }
    let before = rig.verdicts.count
    rig.inject(fault, delay: Nanoseconds.random(in: 18_000_000...60_000_000, using: &random))
    let told = rig.verdicts.dropFirst(before)
    injected += 1
    if told.count == 1, told.first?.cause == fault.cause {
      right += 1
    } else {
      others["\(fault): \(told.map { "\($0.cause)" })", default: 0] += 1
    }
  }
  #expect(right * 100 >= injected * 95, "\(right) of \(injected); \(others)")
}

/// Also of what an older program wrote, and packed by this one.
@Test(arguments: 2...RecordHeader.version) func aReplayTellsTheSameCauses(version: UInt32) throws {
  var rig = Rig(version: version)
  rig.run(frames: 60)
  for fault in Fault.allCases { rig.inject(fault, delay: 40_000_000) }
  let record = try EventRecord(EventRecord.packed(rig.ring.copy()))
  #expect(record.header.version == version)
  var player = FramePlayer(record)
  while player.step() {}
  #expect(player.stray == nil && player.difference == nil && player.garbled == nil)
  #expect(player.verdicts.map(\.verdict) == rig.verdicts)
  #expect(player.verdicts.count >= Fault.allCases.count)
}

@Test func aTraceTellsWhyFramesWereLate() throws {
  var rig = Rig()
  rig.run(frames: 60)
  for fault in Fault.allCases { rig.inject(fault, delay: 40_000_000) }
  let text = String(decoding: FrameTrace.bytes(of: try EventRecord(rig.ring.copy())), as: UTF8.self)
  for cause in FrameVerdict.Cause.allCases { #expect(text.contains(cause.words)) }
  for name in [
    "frame thread", "commit thread", "content queue", "tile queue", "second tile queue", "flips", "vertical blanks",
    "messages", "draw", "flip", "blank", "missed blanks",
  ] {
    #expect(text.contains(name))
  }
}

@Test func whatHappensBehindTheFrameThreadStandsInItsTrace() throws {
  let notes = RecordNotes()
  var rig = Rig(notes: notes)
  rig.run(frames: 10)
  let now = rig.machine.now
  for (place, kind) in RecordNotes.Note.Kind.allCases.enumerated() {
    notes.add(RecordNotes.Note(kind, from: now - 5_000_000, to: now - 1_000_000, value: place % 2))
  }
  notes.add(RecordNotes.Note(.tiles, from: now, to: now, value: 77))
  rig.run(frames: 10)
  let text = String(decoding: FrameTrace.bytes(of: try EventRecord(rig.ring.copy())), as: UTF8.self)
  // Rows have these in their names, but for the last.
  for (slice, rows) in [("fetch", 1), ("commit", 1), ("content", 1), ("card", 0)] {
    #expect(text.ranges(of: slice).count == rows + 1, "\(slice)")
  }
}

@Test func writingItDownTakesNothingFromTheHeap() {
  guard allocations_are_counted() != 0 else { return }
  var rig = Rig()
  rig.run(frames: 300)
  let before = allocations_of_this_thread()
  rig.run(frames: 200)
  #expect(allocations_of_this_thread() == before)
}
