package import Motion
import Numbers
package import Panel
package import Recording
package import Scene

/// Writes down everything that enters a frame loop: the last minutes of it, without what is said or shown.
///
/// Takes no memory once everything has found its size, asks no clock and waits for nobody.
package final class FrameRecorder: FrameTape {
  // Many properties: where it writes, memory that is kept from one event to the next, and when a rest is told of.
  /// Where it goes; outlives the loops of single modes.
  private let ring: RecordRing
  private var writer: MessageWriter
  private var hash = SceneHash()
  private var encoder = RecordEncoder(capacity: 1 << 14)
  private var lastTurn: Nanoseconds = 0
  private var isActive: Bool?
  private var shifts: [Shift] = []
  /// A mouse was last over keys: where its arrow is, is not written down.
  private var isPointerHidden = false
  /// A frame without what tells where somebody is.
  private var bare = Scene(size: PixelSize(width: 1, height: 1))
  /// What has happened behind this thread.
  private let notes: RecordNotes?
  private var taken: [RecordNotes.Note] = []
  /// Bytes between two moments of rest that are told of.
  private let restInterval: Int
  /// Bytes since the last one, and of it.
  private var (sinceRest, ofRest) = (0, 0)
  /// Not everything was written down that is seen.
  private var isDoubtful = false
  /// A refresh control has moved that a replay may not have.
  private var isForeign = false
  /// What is on show.
  private var board: BoardMark?

  /// Of a finger that has landed on keys.
  private struct Shift {
    var contact: Int
    var by: Point
    /// Where it landed.
    var from: Point
  }

  /// Half a megabyte: a fourteenth of the usual ring.
  package static let usualInterval = 1 << 19

  /// - Parameters:
  ///   - ring: takes what is written.
  ///   - restInterval: about as many bytes are written between two moments from which they can be played.
  ///   - notes: what happens behind this thread is written down with the turns.
  package init(
    _ ring: RecordRing, restInterval: Int = FrameRecorder.usualInterval, notes: RecordNotes? = nil
  ) {
    self.notes = notes
    taken.reserveCapacity(256)
    self.ring = ring
    self.restInterval = restInterval
    writer = MessageWriter(hasContent: ring.header.hasContent)
    shifts.reserveCapacity(16)
  }

  private func write(_ kind: RecordKind, _ body: (inout RecordEncoder) -> Void) {
    encoder.removeAll()
    body(&encoder)
    append(kind)
  }

  private func append(_ kind: RecordKind) {
    ring.append(kind, encoder)
    sinceRest += encoder.count + 3
  }

  /// See `FrameTape`.
  package func begins(_ facts: LoopFacts) {
    (lastTurn, isActive, isDoubtful, isForeign, sinceRest) = (0, nil, false, false, 0)
    shifts.removeAll()
    isPointerHidden = false
    write(.begin) { $0.add(facts, &writer) }
  }

  /// See `FrameTape`.
  package func turns(at now: Nanoseconds) {
    write(.turn) { $0.add(Int(now &- lastTurn)) }
    lastTurn = now
    notes?.take(into: &taken)
    for note in taken {
      write(.note) { encoder in
        encoder.add(byte: note.kind.rawValue)
        encoder.add(Int(note.from &- lastTurn))
        encoder.add(Int(note.to &- note.from))
        encoder.add(note.value)
      }
    }
    taken.removeAll(keepingCapacity: true)
  }

  /// See `FrameTape`.
  package func reads(clock: Nanoseconds) { write(.clock) { $0.add(Int(clock &- lastTurn)) } }

  /// See `FrameTape`.
  package func waited(_ count: Int) { write(.waited) { $0.add(count) } }

  /// See `FrameTape`.
  package func looks(isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    write(.active) { $0.add(isActive) }
  }

  /// See `FrameTape`.
  package func changes(_ change: DisplayChange) {
    write(.change) { encoder in
      switch change {
      case .restarted: encoder.add(byte: 0)
      case .modeChanged: encoder.add(byte: 1)
      case .failed: encoder.add(byte: 2)
      case .refused: encoder.add(byte: 3)
      }
    }
  }

  /// See `FrameTape`.
  package func flips(_ flip: Flip) {
    write(.flip) {
      $0.add(Int(flip.time &- lastTurn))
      $0.add(flip.sequence)
    }
  }

  /// See `FrameTape`.
  package func handles(_ input: InputEvent, _ kiosk: borrowing Kiosk) {
    let shown = hidden(input, kiosk)
    write(.input) { $0.add(shown) }
    if case .key = input, shown != input { doubt() }
  }

  /// What a replay makes of what was left out may be something else.
  private func doubt() {
    guard !isDoubtful else { return }
    isDoubtful = true
    write(.doubt) { _ in }
  }

  /// Without which keys somebody presses.
  private func hidden(_ input: InputEvent, _ kiosk: borrowing Kiosk) -> InputEvent {
    switch input {
    case .touch(var event):
      if event.phase == .down {
        shifts.removeAll { $0.contact == event.contact }
        if let keys = kiosk.keys(at: event.position) {
          shifts.append(Shift(contact: event.contact, by: keys.shift, from: event.position))
        }
      }
      let press = shifts.first { $0.contact == event.contact }
      let shift = press?.by
      // Who rolls so far is still on a wide key, and is not on a narrow one.
      if let press, press.by != .zero, press.from.isFurther(from: event.position, than: kiosk.wobble) { doubt() }
      if event.device == .pointer { isPointerHidden = shift != nil }
      guard let shift else { return input }
      event.position = Point(x: event.position.x + shift.x, y: event.position.y + shift.y)
      if event.phase == .up || event.phase == .cancel { shifts.removeAll { $0.contact == event.contact } }
      return .touch(event)
    case .key(let key, let time):
      // Along the keys, or on one of them: that somebody is there is all that is told.
      let isHidden = kiosk.showsTyping && [.left, .right, .up, .down, .next, .previous].contains(key)
      return isHidden ? .key(.enter, time: time) : input
    case .typed(let stroke, let time): return .typed(stroke.hidden, time: time)
    case .wheel(let lines, let position, let time):
      return .wheel(lines: lines, position: kiosk.keys(at: position)?.first ?? position, time: time)
    case .pointer(let position, let time):
      // Where on the keys it goes tells what is clicked.
      let first = kiosk.keys(at: position)?.first
      isPointerHidden = first != nil
      return .pointer(position: first ?? position, time: time)
    case .voice: return input
    }
  }

  /// See `FrameTape`.
  package func receives(_ message: KioskMessage, _ kiosk: borrowing Kiosk, at now: Nanoseconds?) {
    if case .board(let mark) = message {
      board = mark
      return write(.board) { $0.add(mark) }
    }
    var hidesPart = false
    if case .press(let card, _, _) = message { hidesPart = kiosk.hasKeys(card) }
    write(.message) { encoder in
      encoder.add(optional: now.map { Int($0) })
      writer.add(message, hidesPart: hidesPart, gate: kiosk.gate, to: &encoder)
    }
  }

  /// See `FrameTape`.
  package func draws(
    _ scene: borrowing Scene, _ kiosk: borrowing Kiosk, for presentation: Nanoseconds, _ fate: FrameFate
  ) {
    // Drags that begin on keys are written down from elsewhere: what lies on the last bit of a number may fall to the other side.
    if kiosk.isDragged, shifts.contains(where: { $0.by != .zero }) { doubt() }
    if kiosk.recipe?.origin != .ours, kiosk.showsRefresh { isForeign = true }
    let extent = extent(kiosk)
    switch extent {
    case .whole: hash.take(scene, writer.numbers)
    case .nothing: break
    case .withoutHand:
      bare.size = scene.size
      kiosk.draw(into: &bare, showsHand: false)
      hash.take(bare, writer.numbers)
    }
    write(.frame) { encoder in
      encoder.add(byte: fate.rawValue)
      encoder.add(Int(presentation &- lastTurn))
      encoder.add(byte: extent.rawValue)
      if extent == .nothing { return }
      encoder.add(fixed: hash.whole)
      encoder.add(hash.layers)
    }
  }

  /// What of the picture may be known.
  private func extent(_ kiosk: borrowing Kiosk) -> FrameExtent {
    let showsTyping = kiosk.showsTyping
    // Which key the ring went to decides how far the page has scrolled.
    if showsTyping, isDoubtful { return .nothing }
    return showsTyping || isPointerHidden || !shifts.isEmpty ? .withoutHand : .whole
  }

  /// See `FrameTape`.
  package func resets() { write(.reset) { _ in } }

  /// See `FrameTape`.
  package func judges(_ verdict: FrameVerdict) {
    write(.verdict) {
      $0.add(byte: verdict.cause.rawValue)
      $0.add(verdict.blanks)
    }
  }

  /// See `FrameTape`.
  package var wantsRest: Bool {
    // Of a page of thousands of cards it is long: then it is rarer.
    isActive == true
      && (isDoubtful || isForeign && sinceRest >= ofRest || sinceRest >= max(restInterval, 2 * ofRest))
  }

  /// See `FrameTape`.
  package func rests(_ kiosk: inout Kiosk, _ scheduler: inout FrameScheduler, _ facts: LoopFacts) {
    encoder.removeAll()
    encoder.add(Int(lastTurn))
    var looking = writer.looking
    encoder.add(facts, &looking)
    var rest = RestWriter(writer.numbers)
    swap(&rest.encoder, &encoder)
    scheduler.walkAtRest(&rest)
    kiosk.walkAtRest(&rest)
    swap(&rest.encoder, &encoder)
    append(.rest)
    (sinceRest, ofRest, isDoubtful, isForeign) = (0, encoder.count, false, false)
    // What is played from here begins with that.
    if let board { write(.board) { $0.add(board) } }
  }
}
