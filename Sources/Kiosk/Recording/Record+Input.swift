import Board
import Motion
import Numbers
import Recording
import Scene

/// What people do, as it stands in a record.
extension RecordEncoder {
  mutating func add(_ input: InputEvent) {
    switch input {
    case .touch(let event):
      add(byte: 0)
      add(Self.phases.firstIndex(of: event.phase) ?? 0)
      add(event.contact)
      add(event.position)
      add(event.time)
      add(event.device == .pointer)
      add(event.noise)
      add(event.pace.interval)
      add(event.pace.liftDelay)
    case .wheel(let lines, let position, let time):
      add(byte: 1)
      add(lines)
      add(position)
      add(time)
    case .key(let key, let time):
      add(byte: 2)
      add(Self.keys.firstIndex(of: key) ?? 0)
      add(time)
    case .pointer(let position, let time):
      add(byte: 3)
      add(position)
      add(time)
    case .voice(let key, let time):
      add(byte: 4)
      add(Self.voiceKeys.firstIndex(of: key) ?? 0)
      add(time)
    case .typed(let stroke, let time):
      // From format 6 on.
      add(byte: 5)
      add(Int(stroke.letter.value))
      switch stroke.meaning {
      case nil: add(-1)
      case .key(let key): add(Self.keys.firstIndex(of: key) ?? 0)
      case .voice(let key): add(Self.keys.count + (Self.voiceKeys.firstIndex(of: key) ?? 0))
      }
      add(stroke.steers)
      add(time)
    }
  }

  fileprivate static let phases: [TouchEvent.Phase] = [.down, .motion, .up, .cancel]
  fileprivate static let keys: [InputEvent.Key] = [
    .up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .refresh, .back, .enter, .space, .next, .previous,
  ]
  fileprivate static let voiceKeys: [InputEvent.VoiceKey] = [
    .help, .mute, .again, .louder, .softer, .faster, .slower, .headphones(true), .headphones(false),
  ]
}

extension RecordDecoder {
  mutating func input() throws(Garbled) -> InputEvent {
    switch try byte() {
    case 0:
      let phase = try choice(of: RecordEncoder.phases)
      let contact = try signed()
      let position = try point()
      var event = TouchEvent(phase: phase, contact: contact, position: position, time: try real())
      event.device = try flag() ? .pointer : .touchscreen
      event.noise = try double(in: 0...1e6)
      event.pace = ReportPace(interval: try double(in: 0...1e6), liftDelay: try double(in: 0...1e6))
      return .touch(event)
    case 1:
      let lines = try double(in: -1e6...1e6)
      return .wheel(lines: lines, position: try point(), time: try real())
    case 2:
      let key = try choice(of: RecordEncoder.keys)
      return .key(key, time: try real())
    case 3:
      return .pointer(position: try point(), time: try real())
    case 4:
      let key = try choice(of: RecordEncoder.voiceKeys)
      return .voice(key, time: try real())
    case 5:
      let stroke = try stroke()
      return .typed(stroke, time: try real())
    default: throw Garbled("a touch, a wheel or a key")
    }
  }

  private mutating func stroke() throws(Garbled) -> Stroke {
    let (keys, voiceKeys) = (RecordEncoder.keys, RecordEncoder.voiceKeys)
    guard let letter = Unicode.Scalar(UInt32(try signed(in: 0...0x10_FFFF))) else { throw Garbled("a letter") }
    let place = try signed(in: -1...(keys.count + voiceKeys.count - 1))
    var stroke = Stroke(letter)
    if place >= keys.count {
      stroke.meaning = .voice(voiceKeys[place - keys.count])
    } else if place >= 0 {
      stroke.meaning = .key(keys[place])
    }
    stroke.steers = try flag()
    return stroke
  }
}

extension Kiosk {
  /// Of somebody who is on keys: how far away the first of them is, and where. Where somebody has typed is not written down, only that.
  func keys(at position: Point) -> (shift: Point, first: Point)? {
    let point = Point(x: position.x, y: position.y - Double(ease.top))
    let view = navigation.front
    guard let index = view.block(at: point, time: now) else { return nil }
    guard let control = view.page.blocks[index].control, control.keys != nil, let first = control.parts.first else {
      return nil
    }
    let x = Int(clamping: point.x.rounded(.down))
    let y = Int(clamping: point.y.rounded(.down)) - view.headerHeight + view.firstRow(at: now)
    func distance(_ part: PixelRect) -> Int {
      max(part.x0 - x, x - part.x1, 0) + max(part.y0 - y, y - part.y1, 0)
    }
    let part = control.parts.min { distance($0) < distance($1) } ?? first
    let shift = Point(
      x: Double(first.x0 + first.x1 - part.x0 - part.x1) / 2, y: Double(first.y0 + first.y1 - part.y0 - part.y1) / 2)
    let row = view.headerHeight - view.firstRow(at: now) + ease.top
    return (shift, Point(x: Double(first.x0 + first.x1) / 2, y: Double(first.y0 + first.y1) / 2 + Double(row)))
  }

  /// The picture tells which keys are pressed, or are about to be.
  var showsTyping: Bool {
    if !hand.keys.presses.isEmpty { return true }
    guard case .card(let card, _)? = hand.focus.place else { return false }
    return hasKeys(card)
  }

  /// How far a finger may roll on any key, in pixels.
  var wobble: Double { TouchMetrics.wobble * grid.scale }

  /// A finger has begun to drag something.
  var isDragged: Bool { hand.gestures.axis != nil }

  /// Whether a card of the page in front is keys.
  func hasKeys(_ card: CardID) -> Bool {
    let page = navigation.front.page
    return page.index(of: card).map { page.blocks[$0].control?.keys != nil } ?? false
  }
}

extension InputEvent {
  /// The same so many seconds later.
  func moved(by seconds: Double) -> InputEvent {
    switch self {
    case .touch(var event):
      event.time += seconds
      return .touch(event)
    case .wheel(let lines, let position, let time):
      return .wheel(lines: lines, position: position, time: time + seconds)
    case .key(let key, let time): return .key(key, time: time + seconds)
    case .typed(let stroke, let time): return .typed(stroke, time: time + seconds)
    case .pointer(let position, let time): return .pointer(position: position, time: time + seconds)
    case .voice(let key, let time): return .voice(key, time: time + seconds)
    }
  }
}

extension Point {
  /// In either direction.
  func isFurther(from other: Point, than distance: Double) -> Bool {
    (x - other.x).magnitude > distance || (y - other.y).magnitude > distance
  }
}
