import Compositor
public import Motion
public import Panel
import Scene

/// The frame: touches, messages and flips in, pictures out. One of these lives on the frame thread, and nobody else can name it.
///
/// It has no clock: each turn is told the time and answers when it wants to be called again, so the same loop runs on a panel, in
/// the browser preview and in virtual time.
public struct FrameLoop<Screen: Display & ~Copyable>: ~Copyable {
  public var screen: Screen
  public private(set) var kiosk: Kiosk
  public private(set) var scheduler: FrameScheduler
  private var compositor: Compositor
  private var scene: Scene
  private let mailbox: Mailbox<KioskMessage>
  private var messages: [KioskMessage] = []
  private let clock: () -> Nanoseconds

  /// What the thread does until the next turn.
  public enum Rest: Sendable, Hashable {
    /// Waits for a touch, a message or a flip; no timer.
    case untilSomethingHappens
    case until(Nanoseconds)
    /// The display does not answer.
    case displayLost
    case stopped
  }

  /// - Parameter clock: read around drawing, to learn what frames cost; virtual time may stand still.
  public init(
    screen: consuming Screen, kiosk: consuming Kiosk, mailbox: Mailbox<KioskMessage>,
    clock: @escaping () -> Nanoseconds
  ) {
    let mode = screen.mode
    scheduler = FrameScheduler(mode: mode)
    compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation)
    scene = Scene(size: mode.viewerSize)
    self.screen = screen
    self.kiosk = kiosk
    self.mailbox = mailbox
    self.clock = clock
  }

  /// Takes a touch, a wheel or a key; positions in viewer pixels.
  public mutating func take(_ input: InputEvent) {
    kiosk.take(input)
    scheduler.touched(at: Nanoseconds(input.time * 1e9))
  }

  /// Takes a message at once, as if it had come through the mailbox.
  public mutating func receive(_ message: KioskMessage, at now: Nanoseconds) {
    kiosk.receive(message, at: Double(now) / 1e9)
  }

  /// Forgets what the display shows: after a modeset or a resume, everything is drawn anew.
  public mutating func reset() {
    compositor.invalidate()
    scheduler.reset()
    kiosk.invalidate()
  }

  /// One turn of the loop.
  public mutating func turn(at now: Nanoseconds) -> Rest {
    takeFlip(at: now)
    guard takeMessages(at: now) else { return .stopped }
    let seconds = Double(now) / 1e9
    let timer = kiosk.nextDeadline(after: seconds).map { Nanoseconds(($0 * 1e9).rounded(.up)) }
    switch scheduler.next(now: now, needsFrame: kiosk.needsFrame(at: seconds), timer: timer) {
    case .sleep: return .untilSomethingHappens
    case .wake(let time): return .until(time)
    case .lost: return .displayLost
    case .draw(let presentation):
      frame(for: presentation, now: now)
      return .until(now)
    }
  }

  /// The frame. Everything the panel ever shows goes through here.
  private mutating func frame(for presentation: Nanoseconds, now: Nanoseconds) {
    kiosk.advance(to: Double(presentation) / 1e9)
    kiosk.draw(into: &scene)
    let isTaken = screen.present { surface, age in compositor.draw(scene, into: surface, age: age) }
    if isTaken {
      scheduler.submitted(presentation: presentation, began: now, ended: max(clock(), now))
    } else {
      scheduler.refused(at: now)
      kiosk.invalidate()
    }
  }

  private mutating func takeFlip(at now: Nanoseconds) {
    guard let flip = screen.takeFlip() else { return }
    compositor.commit()
    scheduler.flipped(flip, now: now)
  }

  /// - Returns: false when the loop shall stop.
  private mutating func takeMessages(at now: Nanoseconds) -> Bool {
    mailbox.drain(into: &messages)
    var goesOn = true
    for message in messages {
      if case .stop = message { goesOn = false }
      kiosk.receive(message, at: Double(now) / 1e9)
    }
    messages.removeAll(keepingCapacity: true)
    return goesOn
  }
}
