public import Scene

/// What one contact did, at the time the device says it did it.
public struct TouchEvent: Sendable, Hashable {
  /// What a finger does.
  public enum Phase: Sendable, Hashable {
    /// It lands.
    case down
    /// It is somewhere else, or presses otherwise.
    case motion
    /// It lifts.
    case up
    /// The contact ended without meaning anything: palm, device gone, another session took over.
    case cancel
  }

  /// What it touches.
  public enum Device: Sendable, Hashable {
    /// The panel itself: fingers are where they point.
    case touchscreen
    /// A mouse's first button: drags and taps, but does not pull a refresh unless the board is shown in the preview.
    case pointer
  }

  /// What the finger does.
  public var phase: Phase
  /// Names the contact from its down to its up or cancel; another contact may use it afterwards.
  public var contact: Int
  /// Viewer pixels, pixel centres at .5; for `up` and `cancel` the last known position.
  public var position: Point
  /// Seconds on the monotonic clock, from the event itself, never from its arrival.
  public var time: Double
  /// What it touches.
  public var device: Device
  /// By how many viewer pixels a resting finger's position trembles, as the device itself says; read of `down` only.
  public var noise: Double
  /// How its device reports, as far as that is known by now; read of `up` only. Where nothing is known, how this contact's events came counts.
  public var pace: ReportPace

  /// For the parameters see the properties.
  public init(
    phase: Phase, contact: Int, position: Point, time: Double, device: Device = .touchscreen, noise: Double = 0,
    pace: ReportPace = ReportPace()
  ) {
    self.phase = phase
    self.contact = contact
    self.position = position
    self.time = time
    self.device = device
    self.noise = noise
    self.pace = pace
  }
}

/// Everything a person can do to the panel.
public enum InputEvent: Sendable, Hashable {
  /// A finger.
  case touch(TouchEvent)
  /// A wheel turned at a position; `lines` is positive towards the end of the page, fractions from fine wheels.
  case wheel(lines: Double, position: Point, time: Double)
  /// A key, or a command that stands for one.
  case key(Key, time: Double)
  /// A key that writes where something is written.
  case typed(Stroke, time: Double)
  /// A mouse moved without its button down.
  case pointer(position: Point, time: Double)
  /// Something for who listens to the panel.
  case voice(VoiceKey, time: Double)

  /// What a key means to a list.
  public enum Key: Sendable, Hashable {
    /// Steps, pages and ends; a refresh; back from a detail page.
    case up, down, pageUp, pageDown, home, end, left, right, refresh, back
    /// Presses what the focus is on; the same, or a page further; moves the focus in the order of reading.
    case enter, space, next, previous
  }

  /// What somebody wants of the panel's voice.
  public enum VoiceKey: Sendable, Hashable {
    /// It begins; where it has begun it reads all that is on the page.
    case help
    /// It ends.
    case mute
    /// What was said last, once more.
    case again
    /// How loud and how fast it is, a step more or less.
    case louder, softer, faster, slower
    /// Headphones were plugged in, or pulled.
    case headphones(Bool)
  }

  /// Whether it is the end of a contact that means nothing: nobody has done anything.
  public var isCancel: Bool { if case .touch(let event) = self { event.phase == .cancel } else { false } }

  /// The same at another time.
  package func at(_ time: Double) -> InputEvent {
    switch self {
    case .touch(var touch):
      touch.time = time
      return .touch(touch)
    case .wheel(let lines, let position, _): return .wheel(lines: lines, position: position, time: time)
    case .key(let key, _): return .key(key, time: time)
    case .typed(let stroke, _): return .typed(stroke, time: time)
    case .pointer(let position, _): return .pointer(position: position, time: time)
    case .voice(let key, _): return .voice(key, time: time)
    }
  }

  /// When it happened, seconds on the monotonic clock.
  public var time: Double {
    switch self {
    case .touch(let event): event.time
    case .wheel(_, _, let time), .key(_, let time), .typed(_, let time), .pointer(_, let time), .voice(_, let time):
      time
    }
  }
}
