import Motion
import Numbers
import Scene

/// The panel's light, and what touches mean while there is none.
///
/// The lamp goes on only after a frame is on the glass, and a touch that begins before the picture can be seen presses nothing: its
/// whole sequence, until every finger is up, only wakes. A value without a clock; seconds on the frames' clock.
struct PanelPower: Sendable {
  /// How long after the first frame is on the glass touches still only wake: the time to see what one would press. Source:
  /// kms-and-input 1.8.
  static let guardTime = 0.2
  /// How bright a panel that is dark at night lights up when touched, and for how long.
  static let nightShare = 0.15
  static let nightTime = 60.0

  private enum Phase: Sendable, Hashable {
    case awake
    case dark
    /// Lit again; not yet seen. A frame has been drawn since, or not.
    case waking(hasDrawn: Bool)
  }

  var ladder = IdleLadder()
  /// The night's brightness, 0...1, 0 being dark; nil by day.
  var night: Double?
  /// What somebody elsewhere has set: never brighter than this share.
  var ceiling = 1.0
  /// How dark somebody elsewhere has made it, until it is touched or woken.
  private var ordered: PanelLight?

  /// What is or will be seen.
  private(set) var light = PanelLight.lit(1)
  private var phase = Phase.awake
  private var lastInput: Double?
  private var guardEnd = -Double.infinity
  /// Contacts that are down, with their last events.
  private var fingers: [TouchEvent] = []
  private var isSwallowing = false
  private var requests: [PanelRequest] = []

  init() {
    fingers.reserveCapacity(16)
    requests.reserveCapacity(8)
  }

  /// Whether nothing but black is drawn.
  var isDark: Bool { phase == .dark }

  /// The picture's brightness where it must be dimmed by drawing.
  var share: Double { if case .lit(let share) = light { share } else { 0 } }

  // MARK: Touches

  /// Takes note of an event.
  ///
  /// - Parameters:
  ///   - isSomebody: not only what lies on the glass and is reported now and then.
  ///   - isAlone: of a finger that lands: all else that touches the panel only lies there.
  /// - Returns: whether the board gets it.
  mutating func admits(_ event: InputEvent, isSomebody: Bool = true, isAlone: Bool = false) -> Bool {
    if isSomebody, !event.isCancel { wake(at: event.time) }
    let mayPass = phase == .awake && event.time >= guardEnd
    guard case .touch(let touch) = event else { return mayPass }
    if touch.phase == .down, isAlone {
      fingers.removeAll(keepingCapacity: true)
      isSwallowing = false
    }
    let place = fingers.firstIndex { $0.contact == touch.contact }
    switch touch.phase {
    case .down:
      if !mayPass { isSwallowing = true }
      if let place { fingers[place] = touch } else { fingers.append(touch) }
      return !isSwallowing
    case .motion:
      if let place { fingers[place] = touch }
      return !isSwallowing
    case .up, .cancel:
      if let place { fingers.remove(at: place) }
      defer { if fingers.isEmpty { isSwallowing = false } }
      return !isSwallowing
    }
  }

  /// Fingers that are down when the light goes: for the board they are lifted without meaning anything.
  private mutating func swallowFingers(at time: Double, into canceled: inout [TouchEvent]) {
    guard !fingers.isEmpty, !isSwallowing else { return }
    isSwallowing = true
    for finger in fingers {
      var event = finger
      event.phase = .cancel
      event.time = max(time, finger.time)
      canceled.append(event)
    }
  }

  // MARK: Orders from elsewhere

  /// Somebody is there, or is to be taken for being there.
  mutating func wake(at time: Double) {
    lastInput = max(lastInput ?? time, time)
    ordered = nil
  }

  /// Dark until it is touched or woken.
  mutating func turnOff(_ light: PanelLight) { ordered = light }

  // MARK: Time

  /// Brings the light to a moment.
  ///
  /// - Parameter canceled: gets the touches that end with the light.
  mutating func advance(to time: Double, canceling canceled: inout [TouchEvent]) {
    let next = light(at: time)
    guard next != light else { return }
    let last = light
    light = next
    switch (last.isLit, next.isLit) {
    case (true, true):
      if phase == .awake { requests.append(.lamp(share)) }
    case (true, false):
      phase = .dark
      swallowFingers(at: time, into: &canceled)
      darken(from: last)
    case (false, false): darken(from: last)
    case (false, true):
      if last == .standby { requests.append(.display(isOn: true)) }
      phase = .waking(hasDrawn: false)
    }
  }

  private mutating func darken(from last: PanelLight) {
    if light == .lampOff || light == .standby, last != .lampOff { requests.append(.lamp(nil)) }
    if light == .standby { requests.append(.display(isOn: false)) }
    if last == .standby { requests.append(.display(isOn: true)) }
  }

  /// When `advance` would next change something; nil when only touches can.
  func nextChange(after time: Double) -> Double? {
    let start = lastInput ?? time
    let stage = ladder.next(afterRest: max(time - start, 0)).map { start + $0 }
    let isNightLit = night == 0 && time < start + Self.nightTime
    return earliest(stage, isNightLit ? start + Self.nightTime : nil)
  }

  /// When the picture goes if nobody touches the panel, and after how long a rest; nil where it stays, or has gone.
  var darkTime: (at: Double, after: Double)? {
    guard light.isLit, let start = lastInput else { return nil }
    let stage = ladder.stages.first { !$0.light.isLit }?.after
    return earliest(stage, night == 0 ? Self.nightTime : nil).map { (start + $0, $0) }
  }

  /// Whether `advance` would change something.
  func changes(at time: Double) -> Bool { light(at: time) != light }

  private func light(at time: Double) -> PanelLight {
    // Nothing has been touched yet: rest begins with the first look at the clock.
    let rest = lastInput.map { max(time - $0, 0) } ?? 0
    let wanted = ladder.light(afterRest: rest).darker(.lit(ceiling))
    let byRest = ordered.map { wanted.darker($0) } ?? wanted
    guard let night else { return byRest }
    if night > 0 { return byRest.darker(.lit(night)) }
    return byRest.darker(rest < Self.nightTime && lastInput != nil ? .lit(Self.nightShare) : .lampOff)
  }

  /// Rest counts from here if nothing has been touched before.
  mutating func begin(at time: Double) { if lastInput == nil { lastInput = time } }

  // MARK: Frames

  /// A frame of this moment has been drawn.
  mutating func drew() {
    if case .waking = phase { phase = .waking(hasDrawn: true) }
  }

  /// A frame has reached the glass.
  mutating func presented(at time: Double) {
    guard phase == .waking(hasDrawn: true) else { return }
    phase = .awake
    guardEnd = time + Self.guardTime
    requests.append(.lamp(share))
  }

  /// Hands over what is asked of the hardware, oldest first.
  mutating func perform(_ ask: (PanelRequest) -> Void) {
    for request in requests { ask(request) }
    requests.removeAll(keepingCapacity: true)
  }

  // MARK: A moment of rest

  /// Lit, with no finger on it.
  var isAtRest: Bool { phase == .awake && fingers.isEmpty && !isSwallowing && requests.isEmpty }

  mutating func walkAtRest(_ walk: inout some RestWalk) {
    walk.walk(&ladder)
    walk.walk(&night)
    walk.walk(&ceiling, in: 0...1)
    walk.walk(&ordered)
    walk.walk(&lastInput)
    walk.walk(unbounded: &guardEnd)
    var shown: PanelLight? = light
    walk.walk(&shown)
    light = shown ?? light
  }
}
