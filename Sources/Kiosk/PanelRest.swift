import Motion
import Numbers
import Scene

/// A panel nobody touches: what is done after a while, and what becomes of its light.
struct PanelRest {
  var rule: IdleRule?
  private(set) var power = PanelPower()
  /// Whether dimming is the lamp's business and not the picture's.
  var hasLamp = false
  /// The black frame of a dark panel has to be drawn again.
  private var mustBlacken = false
  private var lastInput = 0.0
  /// Nobody has touched the panel since it last came to rest by itself.
  private var hasIdled = true
  /// When it last did what the idle rule says, or was done with it.
  private var idledAt = 0.0
  /// Whatever is reported of what lies there counts, as it once did: for records of then.
  var isStiff = false
  private var contacts: [Contact] = []
  private static let mostContacts = 16
  /// Whether what was taken note of last was done by somebody.
  private(set) var isSomebody = false
  /// Seconds after which what lies there is believed in no more: as long as a finger that is silent.
  private static let patience = 60.0
  /// When all that touches the panel has lain there for so long; nil while nothing does, and while a finger is among it that says nothing.
  var freeTime: Double? {
    guard contacts.allSatisfy(\.trembles) else { return nil }
    return contacts.lazy.map(\.since).max().map { $0 + Self.patience }
  }

  /// What touches the panel, and may be a drop or a palm.
  private struct Contact {
    let id: Int
    /// It has been within slop of this since; viewer pixels.
    var place: Point
    var since: Double
    /// Viewer pixels.
    let slop: Double
    /// It was reported although it rests.
    var trembles = false

    func rests(at time: Double) -> Bool { time - since > TouchMetrics.restDelay }

    /// - Returns: whether that is more than what lies there does.
    mutating func move(to position: Point, at time: Double) -> Bool {
      let (dx, dy) = (position.x - place.x, position.y - place.y)
      if dx * dx + dy * dy > slop * slop { (place, since) = (position, time) }
      trembles = rests(at: time)
      return !trembles
    }
  }

  init() { contacts.reserveCapacity(Self.mostContacts) }

  /// Lit, and nothing lies on it.
  var isAtRest: Bool { power.isAtRest && contacts.isEmpty }

  // MARK: Idle rule

  /// When the board's idle rule is due, which wants so many seconds of rest; nil when there is nothing to undo.
  func dueTime(after seconds: Double) -> Double? { hasIdled ? nil : max(lastInput, idledAt) + seconds }

  /// What the idle rule says has been done.
  mutating func idled(at time: Double) {
    hasIdled = true
    idledAt = time
  }

  /// It goes on and on: what the rule says is done again as long after `time` as after a touch.
  mutating func goOn(from time: Double) {
    hasIdled = false
    idledAt = time
  }

  /// Takes note of what somebody does to the panel.
  ///
  /// - Returns: whether the board gets it.
  mutating func admits(_ input: InputEvent, _ metrics: TouchMetrics) -> Bool {
    var isAlone = false
    isSomebody = !input.isCancel
    if case .touch(let event) = input, !isStiff {
      if event.phase == .down { isAlone = contacts.allSatisfy { $0.rests(at: event.time) } }
      // A finger that is taken back has done nothing.
      isSomebody = note(event, metrics) && isSomebody
    }
    if isSomebody {
      lastTouch = max(lastTouch ?? input.time, input.time)
      lastInput = max(lastInput, input.time)
      hasIdled = false
    }
    return power.admits(input, isSomebody: isSomebody, isAlone: isAlone)
  }

  /// - Returns: whether somebody has done that, and not what lies on the glass and trembles.
  private mutating func note(_ event: TouchEvent, _ metrics: TouchMetrics) -> Bool {
    let place = contacts.firstIndex { $0.id == event.contact }
    switch event.phase {
    case .down, .motion:
      if event.phase == .motion, let place { return contacts[place].move(to: event.position, at: event.time) }
      if let place { contacts.remove(at: place) }
      if contacts.count == Self.mostContacts { contacts.removeFirst() }
      contacts.append(
        Contact(
          id: event.contact, place: event.position, since: event.time,
          slop: metrics.slop(noise: event.noise) * metrics.scale))
    case .up, .cancel: if let place { contacts.remove(at: place) }
    }
    return true
  }

  // MARK: Light

  /// Whether nothing but black is drawn.
  var isDark: Bool { power.isDark }

  /// Whether the dark panel wants a frame.
  var wantsBlackFrame: Bool { mustBlacken }

  mutating func setLadder(_ ladder: IdleLadder) { power.ladder = ladder }
  mutating func setNight(_ share: Double?) { power.night = share }

  /// Somebody elsewhere wants it lighter or darker.
  mutating func obey(_ order: LightOrder, at time: Double) {
    switch order {
    case .wake:
      power.wake(at: time)
      lastInput = max(lastInput, time)
      hasIdled = false
    case .off: power.turnOff(hasLamp ? .lampOff : .standby)
    case .brightness(let share): power.ceiling = share
    }
  }

  /// When somebody last did something to the panel, seconds; nil while nobody has.
  private(set) var lastTouch: Double?

  /// A dark panel has to be drawn black again.
  mutating func invalidate() { mustBlacken = true }

  /// Brings the light to a moment, whose frame is drawn.
  ///
  /// - Parameter canceled: gets the touches that end with the light.
  mutating func advanceLight(to time: Double, canceling canceled: inout [TouchEvent]) {
    mustBlacken = false
    power.begin(at: time)
    power.advance(to: time, canceling: &canceled)
  }

  /// A frame of this moment has been drawn.
  mutating func drew() { power.drew() }

  /// A frame has reached the glass.
  mutating func presented(at time: Double) { power.presented(at: time) }

  /// Hands over what is asked of the panel's hardware.
  mutating func askPanel(_ ask: (KioskRequest) -> Void) { power.perform { ask(.panel($0)) } }

  /// A picture without a lamp behind it that could be dimmed darkens by itself.
  func drawDimming(into scene: inout Scene) {
    guard !hasLamp, power.share < 1 else { return }
    scene.add(.fill(.black, PixelRect(scene.size), opacity: 1 - power.share))
  }

  // MARK: A moment of rest

  mutating func walkAtRest(_ walk: inout some RestWalk) {
    walk.walk(&rule)
    power.walkAtRest(&walk)
    walk.walk(&hasLamp)
    walk.walk(&lastInput)
    walk.walk(&hasIdled)
    walk.walk(&idledAt)
    walk.walk(&lastTouch)
  }
}
