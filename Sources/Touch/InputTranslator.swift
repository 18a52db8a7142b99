public import Motion
import Numbers
import Scene

/// What people do on the devices, as the kiosk's events: contacts of all devices numbered apart, positions as the viewer sees them,
/// times as the devices gave them.
///
/// A value without devices or clocks. Devices may come and go at any moment: fingers on one that goes are cancelled.
public struct InputTranslator: Sendable {
  /// Contacts are numbered from here; those of the preview's viewers lie below.
  public static let firstContact = 1_000
  /// Fingers on all devices together; further ones are not seen.
  static let mostContacts = 32
  /// The left button of a mouse, in place of a touch screen's slot.
  private static let buttonSlot = -1

  /// A key combination that is not for the board.
  public enum Command: Sendable, Hashable {
    /// Control, Alt and a function key: show this virtual terminal.
    case switchTerminal(Int)
  }

  /// What positions are turned into viewer pixels by; `use` changes it.
  public private(set) var area: TouchArea
  /// What touches of touch screens pass before they become events; has the count of ghosts.
  public var ghosts: GhostTouchFilter
  /// Devices that are plugged in, in the order they came.
  public private(set) var devices: [(number: Int, device: InputDevice)] = []
  /// Moments at which touch screens reported something.
  public private(set) var touchFrames = 0

  private struct Contact {
    var device: Int
    var slot: Int
    var kind: TouchEvent.Device
    var position: Point
    var time: Int64
    /// Its last report showed it on its way.
    var isMoving = false
    /// From the report before to the last one, microseconds.
    var gap: Int64 = 0
  }

  /// A finger on a touch screen that has said nothing for so long, microseconds, is taken for one whose lift was lost: when another lands,
  /// and by itself. A resting finger is silent too, and what it does afterwards means nothing: so neither is short.
  static let silenceBeforeAnother: Int64 = 1_000_000
  static let longestSilence: Int64 = 60_000_000
  /// One that was on its way is no longer there once another lands and so many of its reports are missing; panels pause for a while, and
  /// then report all that they see, microseconds. One that has stopped comes to rest before it is silent.
  private static let missedReports: Int64 = 3
  private static let longestPause: Int64 = 60_000

  /// Seconds after which a finger whose lift was lost is believed in no more.
  public static var patience: Double { seconds(longestSilence) }

  /// What was known of devices before they were plugged in, by their names.
  private var known: [String: ReportPace]
  /// What is known of the pace of each device that is plugged in.
  private var learners: [(number: Int, learner: PaceLearner)] = []

  /// By number, from `firstContact` on.
  private var contacts = [Contact?](repeating: nil, count: mostContacts)
  /// Where the mouse is, in viewer pixels.
  private var pointer: Point
  private var modifiers: Set<Modifier> = []
  /// Of all keyboards, which begin without; no lamp tells.
  private var hasCapsLock = false
  private var hasNumLock = false

  private struct Modifier: Hashable {
    var device: Int
    var code: UInt32
  }

  /// No device yet; the pointer is in the middle of the area.
  ///
  /// - Parameter paces: what was learned before, by devices' names.
  public init(
    area: TouchArea, ghosts: GhostTouchFilter = GhostTouchFilter(), paces: [String: ReportPace] = [:]
  ) {
    self.area = area
    self.ghosts = ghosts
    known = paces
    pointer = Self.middle(of: area)
  }

  /// Takes one report and appends what it means. One whose numbers are none means nothing.
  ///
  /// - Returns: what the key that was pressed asks of the console.
  @discardableResult
  public mutating func translate(_ event: DeviceEvent, into events: inout [InputEvent]) -> Command? {
    guard let event = event.sane else { return nil }
    switch event.action {
    case .added(let device):
      devices.append((event.device, device))
      learners.append((event.device, PaceLearner(known[device.name] ?? ReportPace())))
    case .removed:
      cancel(at: event.time, into: &events) { $0.device == event.device }
      known = paces
      devices.removeAll { $0.number == event.device }
      learners.removeAll { $0.number == event.device }
      modifiers = modifiers.filter { $0.device != event.device }
    case .touchDown(let slot, let share):
      guard device(event.device).map(area.takes) == true else { return nil }
      land(event, slot, .touchscreen, at: area.viewerPoint(share), into: &events)
    case .touchMoved(let slot, let share):
      move(event, slot, to: area.viewerPoint(share), into: &events)
    case .touchUp(let slot): leave(event, slot, .up, into: &events)
    case .touchCanceled(let slot): leave(event, slot, .cancel, into: &events)
    case .touchFrame: touchFrames += 1
    case .pointerMoved(let dx, let dy):
      let size = area.viewerSize
      point(
        to: Point(
          x: min(max(pointer.x + dx, 0), Double(size.width)), y: min(max(pointer.y + dy, 0), Double(size.height))),
        event, into: &events)
    case .pointerPlaced(let share): point(to: area.viewerPoint(share), event, into: &events)
    case .button(isDown: true): land(event, Self.buttonSlot, .pointer, at: pointer, into: &events)
    case .button(isDown: false): leave(event, Self.buttonSlot, .up, into: &events)
    case .wheel(let lines):
      events.append(.wheel(lines: lines, position: pointer, time: Self.seconds(event.time)))
    case .key(let code, let isDown): return press(code, isDown, event, into: &events)
    }
    return nil
  }

  /// What is known of how touch screens report, by their names: to be known again when one is plugged in anew.
  public var paces: [String: ReportPace] {
    var paces = known
    for (number, device) in devices where device.isTouchscreen {
      let pace = pace(of: number)
      if pace != ReportPace() { paces[device.name] = pace }
    }
    return paces
  }

  /// When held touches are let through, or silent ones given up, although nothing else has happened; seconds.
  public var deadline: Double? {
    var earliest = ghosts.deadline
    for case let contact? in contacts where contact.kind == .touchscreen {
      let due = Self.seconds(contact.time + Self.longestSilence)
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Lets time pass; seconds.
  public mutating func advance(to time: Double, into events: inout [InputEvent]) {
    ghosts.release(at: time, into: &events)
    retire(silentFor: Self.longestSilence, at: DeviceEvent.microseconds(time), into: &events)
  }

  /// Lifts everything without meaning anything by it: the terminal is shown to somebody else, or the panel has changed.
  ///
  /// - Parameter time: microseconds.
  public mutating func cancelAll(at time: Int64, into events: inout [InputEvent]) {
    cancel(at: DeviceEvent.sane(time), into: &events) { _ in true }
    modifiers.removeAll()
  }

  /// Touches land on another panel from now on, or on this one turned; fingers that are down are cancelled.
  public mutating func use(_ area: TouchArea, at time: Int64, into events: inout [InputEvent]) {
    guard area != self.area else { return }
    cancelAll(at: time, into: &events)
    self.area = area
    pointer = Self.middle(of: area)
  }

  private static func middle(of area: TouchArea) -> Point {
    Point(x: Double(area.viewerSize.width) / 2, y: Double(area.viewerSize.height) / 2)
  }

  private static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }

  private func device(_ number: Int) -> InputDevice? { devices.first { $0.number == number }?.device }
}

// MARK: Contacts

extension InputTranslator {
  private mutating func land(
    _ event: DeviceEvent, _ slot: Int, _ kind: TouchEvent.Device, at position: Point, into events: inout [InputEvent]
  ) {
    // Its lift was lost.
    if place(event.device, slot) != nil { leave(event, slot, .cancel, into: &events) }
    if kind == .touchscreen {
      retire(silentFor: Self.silenceBeforeAnother, at: event.time, into: &events)
      let pace = pace(of: event.device)
      cancel(at: event.time, into: &events) {
        $0.device == event.device && $0.isMoving && event.time - $0.time > Self.patience(with: $0.gap, pace)
      }
    }
    guard let free = contacts.firstIndex(where: { $0 == nil }) else { return }
    contacts[free] = Contact(device: event.device, slot: slot, kind: kind, position: position, time: event.time)
    report(.down, free, into: &events)
  }

  private mutating func move(_ event: DeviceEvent, _ slot: Int, to position: Point, into events: inout [InputEvent]) {
    guard let place = place(event.device, slot), let before = contacts[place] else { return }
    let isMoving = learn(event.device) {
      $0.moved(by: before.position.distance(to: position), after: event.time - before.time)
    }
    contacts[place]?.isMoving = isMoving ?? false
    contacts[place]?.gap = event.time - before.time
    contacts[place]?.position = position
    contacts[place]?.time = event.time
    report(.motion, place, into: &events)
  }

  private mutating func leave(
    _ event: DeviceEvent, _ slot: Int, _ phase: TouchEvent.Phase, into events: inout [InputEvent]
  ) {
    guard let place = place(event.device, slot), let contact = contacts[place] else { return }
    contacts[place]?.time = event.time
    report(phase, place, into: &events)
    contacts[place] = nil
    if phase == .up, contact.isMoving { learn(event.device) { $0.lifted(after: event.time - contact.time) } }
  }

  @discardableResult
  private mutating func learn<Lesson>(_ number: Int, _ lesson: (inout PaceLearner) -> Lesson) -> Lesson? {
    learners.firstIndex { $0.number == number }.map { lesson(&learners[$0].learner) }
  }

  private func pace(of device: Int) -> ReportPace {
    learners.first { $0.number == device }?.learner.pace ?? ReportPace()
  }

  /// How long a finger on its way may be silent while another lands; microseconds.
  ///
  /// - Parameter gap: between its last reports.
  private static func patience(with gap: Int64, _ pace: ReportPace) -> Int64 {
    let interval = pace.interval > 0 ? DeviceEvent.microseconds(pace.interval) : gap
    // Some panels are late with every lift.
    return max(missedReports * interval, longestPause, DeviceEvent.microseconds(pace.liftDelay) + interval)
  }

  /// Gives up fingers that have been silent for so long: their lifts were lost.
  private mutating func retire(silentFor silence: Int64, at time: Int64, into events: inout [InputEvent]) {
    cancel(at: time, into: &events) { $0.kind == .touchscreen && time - $0.time >= silence }
  }

  private mutating func cancel(
    at time: Int64, into events: inout [InputEvent], where isMeant: (Contact) -> Bool
  ) {
    for place in contacts.indices {
      guard let contact = contacts[place], isMeant(contact) else { continue }
      contacts[place]?.time = max(time, contact.time)
      report(.cancel, place, into: &events)
      contacts[place] = nil
    }
  }

  private mutating func report(_ phase: TouchEvent.Phase, _ place: Int, into events: inout [InputEvent]) {
    guard let contact = contacts[place] else { return }
    let event = TouchEvent(
      phase: phase, contact: Self.firstContact + place, position: contact.position, time: Self.seconds(contact.time),
      device: contact.kind, noise: noise(of: contact),
      pace: pace(of: contact.device))
    if contact.kind == .touchscreen { ghosts.filter(event, into: &events) } else { events.append(.touch(event)) }
  }

  /// Viewer pixels.
  private func noise(of contact: Contact) -> Double {
    contact.kind == .touchscreen ? device(contact.device).map { area.pixels($0.noise) } ?? 0 : 0
  }

  private func place(_ device: Int, _ slot: Int) -> Int? {
    contacts.firstIndex { $0?.device == device && $0?.slot == slot }
  }

  /// The mouse is somewhere else: it drags while its button is down, on whichever device that is.
  private mutating func point(to position: Point, _ event: DeviceEvent, into events: inout [InputEvent]) {
    pointer = position
    var isDragging = false
    for place in contacts.indices where contacts[place]?.kind == .pointer {
      isDragging = true
      contacts[place]?.position = position
      contacts[place]?.time = event.time
      report(.motion, place, into: &events)
    }
    if !isDragging { events.append(.pointer(position: position, time: Self.seconds(event.time))) }
  }
}

// MARK: Keys

extension InputTranslator {
  private mutating func press(
    _ code: UInt32, _ isDown: Bool, _ event: DeviceEvent, into events: inout [InputEvent]
  ) -> Command? {
    if KeyCode.control.contains(code) || KeyCode.alt.contains(code) || KeyCode.shift.contains(code) {
      let modifier = Modifier(device: event.device, code: code)
      if isDown { modifiers.insert(modifier) } else { modifiers.remove(modifier) }
      return nil
    }
    guard isDown else { return nil }
    let hasControl = modifiers.contains { KeyCode.control.contains($0.code) }
    let hasAlt = modifiers.contains { KeyCode.alt.contains($0.code) }
    let hasShift = modifiers.contains { KeyCode.shift.contains($0.code) }
    if hasControl, hasAlt { return KeyCode.terminal(code).map { .switchTerminal($0) } }
    if code == KeyCode.capsLock { hasCapsLock.toggle() }
    if code == KeyCode.numLock { hasNumLock.toggle() }
    if !hasControl, !hasAlt,
      let stroke = KeyCode.stroke(code, hasShift: hasShift, hasCapsLock: hasCapsLock, hasNumLock: hasNumLock)
    {
      events.append(.typed(stroke, time: Self.seconds(event.time)))
      return nil
    }
    if let key = KeyCode.voice(code), !hasControl, !hasAlt {
      events.append(.voice(key, time: Self.seconds(event.time)))
      return nil
    }
    guard var key = KeyCode.meaning(of: code, hasControl: hasControl, hasAlt: hasAlt) else { return nil }
    if key == .next, hasShift { key = .previous }
    events.append(.key(key, time: Self.seconds(event.time)))
    return nil
  }
}

/// Key codes of `linux/input-event-codes.h`, and what they do to a board.
enum KeyCode {
  static let control: [UInt32] = [29, 97]
  static let alt: [UInt32] = [56, 100]
  static let shift: [UInt32] = [42, 54]
  private static let f1: UInt32 = 59
  private static let f5: UInt32 = 63
  private static let f10: UInt32 = 68
  private static let f11: UInt32 = 87
  private static let f12: UInt32 = 88
  private static let r: UInt32 = 19

  private static let plain: [UInt32: InputEvent.Key] = [
    1: .back, 14: .back, 158: .back,  // Escape, Backspace, Back
    28: .enter, 96: .enter, 353: .enter,  // Enter, that of the number pad, Select
    71: .home, 72: .up, 73: .pageUp, 75: .left, 77: .right, 79: .end, 80: .down, 81: .pageDown,  // the number pad
    15: .next, 57: .space, 102: .home, 103: .up, 104: .pageUp, 105: .left, 106: .right, 107: .end, 108: .down,
    109: .pageDown,
    f5: .refresh, 173: .refresh,  // F5, Refresh
  ]

  /// F1 and Help, the keys for loudness, + and - and * and / of the number pad, its 0, and Again: what keypads for who cannot see have.
  static func voice(_ code: UInt32) -> InputEvent.VoiceKey? {
    switch code {
    case f1, 138: .help
    case 113: .mute
    case 129, 82: .again
    case 78, 115: .louder
    case 74, 114: .softer
    case 55: .faster
    case 98: .slower
    default: nil
    }
  }

  /// The board's key, as browsers have it: F5 or Control-R refreshes, Alt-Left goes back.
  static func meaning(of code: UInt32, hasControl: Bool, hasAlt: Bool) -> InputEvent.Key? {
    if hasControl { return code == r || code == f5 ? .refresh : nil }
    if hasAlt { return code == 105 ? .back : nil }
    return plain[code]
  }

  /// The terminal of a function key.
  static func terminal(_ code: UInt32) -> Int? {
    switch code {
    case f1...f10: Int(code - f1) + 1
    case f11: 11
    case f12: 12
    default: nil
    }
  }
}
