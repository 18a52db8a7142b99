package import Motion
package import Panel
package import Recording
package import Scene

/// Plays a record again: the same frames, without clock, fonts, board or network.
package struct FramePlayer: ~Copyable {
  // Many properties: a place in a record, the loop it is played on, and what has been seen of it.
  private let events: [RecordEvent]
  private let takesTwoTurns: Bool
  private let hasOldHands: Bool
  private let hasStiffHands: Bool
  private var place = 0
  private var reader: MessageReader
  private let findStyle: StyleRecipe.Finder
  private let tape = ReplayTape()
  private var stage: Stage?
  private var mailbox = Mailbox<KioskMessage>()
  /// Of the turn played last, on the monotonic clock of the run; nil before the first.
  package private(set) var now: Nanoseconds?
  /// Of the first turn.
  package private(set) var began: Nanoseconds?
  /// Turns that could not be read.
  package private(set) var garbled: RecordDecoder.Garbled?
  private var lastTurn: Nanoseconds = 0
  /// What was on show, and from when on; monotonic clock of the run.
  package private(set) var boards: [(mark: BoardMark, since: Nanoseconds)] = []
  /// Whose refresh controls are not drawn as they were.
  package private(set) var unknownStyles: [StyleRecipe.Origin] = []

  /// Where the loop is played.
  private final class Stage {
    var loop: FrameLoop<ReplayDisplay>

    init(_ loop: consuming FrameLoop<ReplayDisplay>) { self.loop = loop }
  }

  /// - Parameters:
  ///   - record: is played from the first loop that begins in it, or the first moment of rest.
  ///   - number: of another of those; from 0.
  ///   - findStyle: finds refresh controls of files and of programs.
  package init(
    _ record: EventRecord, from number: Int = 0, findStyle: @escaping StyleRecipe.Finder = { _, _ in nil }
  ) {
    events = record.events
    takesTwoTurns = record.header.version <= RecordHeader.lastOfTwoTurns
    hasOldHands = record.header.version <= RecordHeader.lastOfOldHands
    hasStiffHands = record.header.version <= RecordHeader.lastOfStiffHands
    self.findStyle = findStyle
    reader = MessageReader(findStyle: findStyle)
    let places = record.events.indices.filter { Self.isBeginning(record.events[$0].kind) }
    place = places.dropFirst(number).first ?? events.count
  }

  /// Moments to play from.
  package static func beginnings(of record: EventRecord) -> Int {
    record.events.reduce(0) { $0 + (isBeginning($1.kind) ? 1 : 0) }
  }

  private static func isBeginning(_ kind: RecordKind) -> Bool { kind == .begin || kind == .rest }

  /// Seconds from the first turn that is played to the one played last.
  package var seconds: Double { Double((now ?? 0) - (began ?? now ?? 0)) / 1e9 }

  /// Frames that were described so far, and how many of them were compared.
  package var frames: Int { tape.frames }
  package var compared: Int { tape.compared }
  /// The first frame that differs from the record.
  package var difference: ReplayDifference? { tape.difference }
  /// What has come otherwise than in the record.
  package var stray: String? { tape.stray }
  /// Why frames were late.
  package var verdicts: [ReplayVerdict] { tape.verdicts }
  /// Blanks that passed without a frame because none was wanted.
  package var idleBlanks: Int { tape.idleBlanks }
  /// Frames that were drawn behind the end of the record.
  package var framesBehind: Int { tape.freeFrames }
  /// What touches land on.
  package var mode: DisplayMode? { stage?.loop.screen.mode }
  /// Of the pixels of the frame described last.
  package var pixelHash: UInt64 { stage?.loop.screen.pixelHash ?? 0 }
  /// What is on the glass.
  package var screenshot: Pixmap? { stage?.loop.screen.screenshot() }
  /// The refresh control that is there now is drawn as it was.
  package var knowsStyle: Bool { reader.knowsStyle }

  /// Plays what came next: a turn, or what came between two.
  ///
  /// - Returns: false at the end, and where nothing more can be read.
  package mutating func step() -> Bool {
    guard garbled == nil, events.indices.contains(place) else { return false }
    let event = events[place]
    place += 1
    var decoder = RecordDecoder(event.payload)
    do throws(RecordDecoder.Garbled) {
      switch event.kind {
      case .begin:
        reader = MessageReader(findStyle: findStyle)
        lastTurn = 0
        begin(try decoder.facts(&reader))
      case .rest: try rest(&decoder)
      case .turn: try turn(Nanoseconds(try decoder.signed()))
      case .message: try receive(&decoder)
      default:
        place -= 1
        let (items, messages) = try gather()
        // What the reader has taken the kiosk has to have, too.
        for message in messages { mailbox.post(message) }
        tape.load(items, at: lastTurn)
        goOn()
      }
    } catch {
      garbled = error
      return false
    }
    return true
  }

  private mutating func begin(_ facts: LoopFacts) {
    let tape = tape
    mailbox = Mailbox()
    tape.isDoubtful = false
    learn()
    var next = FrameLoop(
      screen: ReplayDisplay(facts, tape), kiosk: kiosk(facts), mailbox: mailbox, clock: { tape.clock() },
      attend: facts.hasAttendant ? { _, _, input in input += tape.inputs() } : nil, waits: { tape.countWaits() })
    next.takesTwoTurns = takesTwoTurns
    next.record(on: tape)
    stage = Stage(next)
  }

  private func kiosk(_ facts: LoopFacts) -> Kiosk {
    var kiosk = Kiosk(
      size: facts.mode.viewerSize, scale: facts.scale, colors: facts.colors, control: facts.control,
      tileQueue: TileQueue {}, tileBudget: facts.tileBudget, resamplesTouch: facts.resamplesTouch,
      pointerIsFinger: facts.pointerIsFinger, ask: { _ in })
    kiosk.hasOldHands = hasOldHands
    kiosk.hasStiffHands = hasStiffHands
    return kiosk
  }

  /// A moment of rest: goes on from there, where nothing has been played yet, or something else than was.
  private mutating func rest(_ decoder: inout RecordDecoder) throws(RecordDecoder.Garbled) {
    guard stage == nil || tape.isDoubtful else { return }
    lastTurn = Self.time(Nanoseconds(try decoder.signed()))
    let facts = try decoder.facts(&reader)
    if stage == nil { begin(facts) }
    // What is shown of it is no frame of the record.
    tape.load([], at: lastTurn)
    tape.isDoubtful = true
    var rest = RestReader(decoder, reader.pixmaps)
    stage?.loop.goOn(with: kiosk(facts), from: &rest)
    reader.pixmaps = rest.pixmaps
    learn()
    tape.goOn()
    if let garbled = rest.garbled { throw garbled }
  }

  private mutating func receive(_ decoder: inout RecordDecoder) throws(RecordDecoder.Garbled) {
    // In a turn they have been taken already.
    guard let time = try decoder.optional({ decoder throws(RecordDecoder.Garbled) in try decoder.signed() }),
      let message = try reader.message(&decoder)
    else { return }
    learn()
    stage?.loop.receive(message, at: Self.time(Nanoseconds(time)))
  }

  private mutating func learn() {
    (tape.numbersToCome, tape.knowsStyle) = (reader.numbers, reader.knowsStyle)
    if reader.knowsStyle { return }
    // Where nobody has said whose it is, somebody has made it in code.
    let origin = reader.styleOrigin ?? .program
    if !unknownStyles.contains(origin) { unknownStyles.append(origin) }
  }

  private mutating func shows(_ mark: BoardMark) {
    if boards.last?.mark != mark { boards.append((mark, lastTurn)) }
  }

  /// On a clock that goes on for 70 years: what is further away is garbled, and sums of it would be no numbers.
  private static func time(_ time: Nanoseconds) -> Nanoseconds { min(max(time, 0), 1 << 61) }

  private mutating func turn(_ step: Nanoseconds) throws(RecordDecoder.Garbled) {
    guard step >= 0 else { throw .init("a clock that runs on") }
    let now = Self.time(lastTurn &+ step)
    lastTurn = now
    let (items, messages) = try gather()
    if !messages.isEmpty { learn() }
    for message in messages { mailbox.post(message) }
    tape.load(items, at: now, isLast: place == events.count)
    if began == nil { began = now }
    self.now = now
    _ = stage?.loop.turn(at: now)
    goOn()
  }

  /// What comes up to the next turn, without messages that come by themselves, and all behind them.
  private mutating func gather() throws(RecordDecoder.Garbled) -> (items: [ReplayTape.Item], messages: [KioskMessage]) {
    var items: [ReplayTape.Item] = []
    var messages: [KioskMessage] = []
    let now = lastTurn
    while events.indices.contains(place), ![.turn, .begin, .rest].contains(events[place].kind) {
      let event = events[place]
      var decoder = RecordDecoder(event.payload)
      if event.kind == .doubt {
        tape.isDoubtful = true
      } else if event.kind == .board {
        shows(try decoder.boardMark())
      } else if event.kind == .message {
        guard try !decoder.flag() else { break }
        if let message = try reader.message(&decoder) { messages.append(message) }
      } else if let item = try Self.item(event.kind, &decoder, now) {
        items.append(item)
      }
      place += 1
    }
    return (items, messages)
  }

  /// What was done to the loop between two turns.
  private mutating func goOn() {
    while true {
      switch tape.next {
      case .input(let input): stage?.loop.handle(input)
      case .reset: stage?.loop.reset()
      default: return tape.finish()
      }
    }
  }

  /// Goes on behind what was played, in a time of its own and at the panel's rate, with fingers that are in no record. Tiles that had not
  /// come are grounds.
  ///
  /// - Parameters:
  ///   - input: times count from here; in their order.
  ///   - tail: seconds that are played after the last of it.
  package mutating func play(_ input: [InputEvent], tail: Double) {
    guard let stage, let start = now else { return }
    let begin = start + 100_000_000
    let moved = input.map { $0.moved(by: Double(begin) / 1e9) }
    let end = begin + Nanoseconds(seconds: (input.last?.time ?? 0) + tail)
    var next = 0
    var time = begin
    while time <= end {
      tape.setFree(at: time)
      while next < moved.count, moved[next].time * 1e9 <= Double(time) {
        stage.loop.handle(moved[next])
        next += 1
      }
      var wake = next < moved.count ? Nanoseconds(seconds: moved[next].time, rounding: .up) : end + 1
      switch stage.loop.turn(at: time) {
      case .until(let due): wake = min(wake, due)
      case .untilSomethingHappens: break
      case .displayLost, .modeChanged, .displayFailed, .stopped: return
      }
      time = max(wake, time + 1)
    }
    now = end
  }

  private static func item(
    _ kind: RecordKind, _ decoder: inout RecordDecoder, _ now: Nanoseconds
  ) throws(RecordDecoder.Garbled) -> ReplayTape.Item? {
    switch kind {
    case .clock: return .clock(time(now &+ Nanoseconds(try decoder.signed())))
    case .waited: return .waited(try decoder.signed(in: 0...(1 << 40)))
    case .active: return .active(try decoder.flag())
    case .change:
      switch try decoder.byte() {
      case 0: return .change(.restarted)
      case 1: return .change(.modeChanged)
      case 3: return .change(.refused)
      default: return .change(.failed("as it was"))
      }
    case .flip:
      let time = time(now &+ Nanoseconds(try decoder.signed()))
      return .flip(Flip(time: time, sequence: try decoder.unsigned()))
    case .input: return .input(try decoder.input())
    case .frame: return .frame(try mark(&decoder, now))
    case .reset: return .reset
    case .verdict:
      guard let cause = FrameVerdict.Cause(rawValue: try decoder.byte()) else { throw .init("a cause") }
      return .verdict(FrameVerdict(cause: cause, blanks: try decoder.signed()))
    case .begin, .turn, .message, .board, .note, .part, .rest, .doubt: return nil
    }
  }

  private static func mark(
    _ decoder: inout RecordDecoder, _ now: Nanoseconds
  ) throws(RecordDecoder.Garbled) -> ReplayTape.FrameMark {
    guard let fate = FrameFate(rawValue: try decoder.byte()) else { throw .init("what became of a frame") }
    let presentation = now &+ Nanoseconds(try decoder.signed())
    guard let extent = FrameExtent(rawValue: try decoder.byte()) else { throw .init("what of a frame is known") }
    var mark = ReplayTape.FrameMark(fate: fate, presentation: presentation, extent: extent)
    if extent == .nothing { return mark }
    mark.hash = try decoder.fixed()
    mark.layers = try decoder.list()
    return mark
  }
}
