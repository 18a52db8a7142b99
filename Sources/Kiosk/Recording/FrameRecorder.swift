package import Motion
import Numbers
package import Panel
package import Recording
package import Scene

/// Writes down everything that enters a frame loop: the last minutes of it, without what is said or shown.
///
/// Takes no memory once everything has found its size, asks no clock and waits for nobody.
package final class FrameRecorder: FrameTape {
  /// Where it goes; outlives the loops of single modes.
  private let ring: RecordRing
  private var writer: MessageWriter
  private var hash = SceneHash()
  private var encoder = RecordEncoder(capacity: 1 << 14)
  private var lastTurn: Nanoseconds = 0
  private var isActive: Bool?
  private var shifts: [Shift] = []

  /// Of a finger that has landed on keys.
  private struct Shift {
    var contact: Int
    var by: Point
  }

  /// - Parameter ring: takes what is written.
  package init(_ ring: RecordRing) {
    self.ring = ring
    writer = MessageWriter(hasContent: ring.header.hasContent)
    shifts.reserveCapacity(16)
  }

  private func write(_ kind: RecordKind, _ body: (inout RecordEncoder) -> Void) {
    encoder.removeAll()
    body(&encoder)
    ring.append(kind, encoder)
  }

  /// See `FrameTape`.
  package func begins(_ facts: LoopFacts) {
    (lastTurn, isActive) = (0, nil)
    shifts.removeAll()
    write(.begin) { $0.add(facts, &writer) }
  }

  /// See `FrameTape`.
  package func turns(at now: Nanoseconds) {
    write(.turn) { $0.add(Int(now &- lastTurn)) }
    lastTurn = now
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
  }

  /// Without which keys somebody presses.
  private func hidden(_ input: InputEvent, _ kiosk: borrowing Kiosk) -> InputEvent {
    switch input {
    case .touch(var event):
      if event.phase == .down {
        shifts.removeAll { $0.contact == event.contact }
        if let shift = kiosk.typingShift(at: event.position) { shifts.append(Shift(contact: event.contact, by: shift)) }
      }
      guard let shift = shifts.first(where: { $0.contact == event.contact })?.by else { return input }
      event.position = Point(x: event.position.x + shift.x, y: event.position.y + shift.y)
      if event.phase == .up || event.phase == .cancel { shifts.removeAll { $0.contact == event.contact } }
      return .touch(event)
    case .key(let key, let time):
      // Along the keys, or on one of them: that somebody is there is all that is told.
      let isHidden = kiosk.showsTyping && [.left, .right, .up, .down, .next, .previous].contains(key)
      return isHidden ? .key(.enter, time: time) : input
    case .wheel, .pointer, .voice: return input
    }
  }

  /// See `FrameTape`.
  package func receives(_ message: KioskMessage, _ kiosk: borrowing Kiosk, at now: Nanoseconds?) {
    var hidesPart = false
    if case .press(let card, _, _) = message { hidesPart = kiosk.hasKeys(card) }
    write(.message) { encoder in
      encoder.add(optional: now.map { Int($0) })
      writer.add(message, hidesPart: hidesPart, to: &encoder)
    }
  }

  /// See `FrameTape`.
  package func draws(
    _ scene: borrowing Scene, _ kiosk: borrowing Kiosk, for presentation: Nanoseconds, _ fate: FrameFate
  ) {
    let isHidden = kiosk.showsTyping
    if !isHidden { hash.take(scene, writer.numbers) }
    write(.frame) { encoder in
      encoder.add(byte: fate.rawValue)
      encoder.add(Int(presentation &- lastTurn))
      encoder.add(isHidden)
      if isHidden { return }
      encoder.add(fixed: hash.whole)
      encoder.add(hash.layers)
    }
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
}
