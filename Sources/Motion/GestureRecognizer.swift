public import Scene

/// Tells taps, presses, drags and service gestures apart, for all fingers on one panel.
///
/// Takes events as the device reported them, in viewer pixels; distances and velocities it gives are in dp. Several fingers never add up:
/// the newest drives, and when it lifts the one that has been down longest goes on without a step. What has lain still for a while, a palm
/// or a drop of water, is no finger: one that lands is alone with it, and what it does from then on means nothing.
///
/// A frame then asks for the drag's travel at the time it samples. Up to ten fingers are held in place, without allocation.
public struct GestureRecognizer: Sendable {
  fileprivate struct Contact {
    let id: Int
    let downTime: Double
    /// Viewer pixels.
    let downPosition: Point
    /// dp.
    let slop: Double
    /// dp, as reported last.
    var position: Point
    var tracker: VelocityTracker
    var resampler = TouchResampler()
    /// dp; it has been within slop of this since.
    var restPlace: Point
    var restSince: Double
    /// A drag has followed it.
    var hasDragged = false

    /// Whether it may be anything that lies there.
    func rests(at time: Double) -> Bool { !hasDragged && time - restSince > TouchMetrics.restDelay }
  }

  /// The finger that drives, and where its travel counts from.
  private struct Driver {
    var id: Int
    /// dp; while pending, where slop is measured from, afterwards where travel is 0.
    var anchor: Point
    /// Travel of those that drove before.
    var base = 0.0
    /// What was on show ahead of that when this finger took over, less what its own reports are behind of it; comes back unseen.
    var lead = 0.0
    /// Samples before this time show no travel of this finger.
    var since: Double
  }

  private enum State {
    case idle
    /// Within slop.
    case pending(canTap: Bool)
    case dragging(Axis)
    /// After a service gesture, until the last finger lifts.
    case ignoring
  }

  private static let maximumContacts = 10

  /// What has lain still for long counts like any other finger, as it once did: for records of then.
  package var countsResting = false
  /// Of devices nothing is known of what is known of the quickest counts, as it once did: for records of then.
  package var isStiff = false
  /// Distances on this panel.
  public let metrics: TouchMetrics
  private let strategy: VelocityStrategy
  private var contacts: [Contact] = []
  private var driver = Driver(id: 0, anchor: .zero, since: 0)
  private var state = State.idle
  private var target = GestureTarget()
  /// The highlight a tap leaves behind.
  private var flash: (position: Point, until: Double)?
  private var movedAt = 0.0
  private var longestRest = 0.0

  /// - Parameters:
  ///   - metrics: distances on this panel.
  ///   - strategy: how the velocity of a lift is found.
  public init(metrics: TouchMetrics, strategy: VelocityStrategy = .guarded) {
    self.metrics = metrics
    self.strategy = strategy
    contacts.reserveCapacity(Self.maximumContacts)
  }

  /// Takes one event.
  ///
  /// - Parameter target: what lies under the finger; read for the first finger's down only.
  /// - Returns: what the event decided, if it decided anything.
  public mutating func handle(_ event: TouchEvent, over target: GestureTarget = GestureTarget()) -> Gesture? {
    switch event.phase {
    case .down: land(event, over: target)
    case .motion: move(event)
    case .up: leave(event, canceled: false)
    case .cancel: leave(event, canceled: true)
    }
  }

  /// Whether a finger is down, whatever it does; what one that landed later has left aside is none.
  public var hasFingers: Bool { !contacts.isEmpty }

  /// Whether a finger that lands now is the first: no other is down, or only what has lain still.
  public func isFirst(at time: Double) -> Bool {
    contacts.isEmpty || !countsResting && contacts.allSatisfy { $0.rests(at: time) }
  }

  /// Forgets every finger, as when the panel is turned under them: what they do from now on until they land anew means nothing.
  ///
  /// - Returns: `canceled` when something was under way.
  public mutating func cancelAll() -> Gesture? {
    defer {
      contacts.removeAll(keepingCapacity: true)
      state = .idle
      flash = nil
    }
    switch state {
    case .idle, .ignoring: return nil
    case .pending, .dragging: return .canceled
    }
  }

  /// The axis of the drag under way.
  public var axis: Axis? {
    if case .dragging(let axis) = state { axis } else { nil }
  }

  /// The axis of the motion that the fingers on the panel have caught; nil when they caught none.
  public var caught: Axis? { contacts.isEmpty ? nil : target.caught }

  /// Takes the finger that rests on something for a drag along an axis: from now on it can neither tap nor highlight, and every movement
  /// counts. What it has trembled so far does not.
  public mutating func grip(_ axis: Axis) {
    guard case .pending = state, let index = index(of: driver.id) else { return }
    state = .pending(canTap: false)
    target.caught = axis
    driver.anchor = contacts[index].position
  }

  /// What a finger has done to what it landed on was no way: what it does from here on counts, and it does not tap.
  ///
  /// - Parameter position: where it is, viewer pixels.
  package mutating func restart(_ contact: Int, at position: Point) {
    guard let index = index(of: contact) else { return }
    contacts[index].position = dp(position)
    guard case .pending = state, driver.id == contact else { return }
    state = .pending(canTap: false)
    driver.anchor = contacts[index].position
  }

  /// How long before its own time a frame samples touches, seconds: `TouchResampler.latency`, or 0 when nothing is resampled.
  public var latency: Double { metrics.resamples ? TouchResampler.latency : 0 }

  /// Travel of the drag under way, in dp, at the time a frame samples (`latency` before its own); nil without a drag.
  ///
  /// Times do not decrease from call to call. The travel with which the drag ends comes with the lift, from real positions.
  public mutating func travel(at time: Double) -> Double? {
    guard case .dragging(let axis) = state, let index = index(of: driver.id) else { return nil }
    if time < driver.since { return driver.base + driver.lead }
    let position = metrics.resamples ? contacts[index].resampler.sample(at: time) : contacts[index].position
    return driver.base + axis.of(position) - axis.of(driver.anchor) + lead(at: time)
  }

  /// What is left of the driver's lead.
  private func lead(at time: Double) -> Double {
    let left = max(abs(driver.lead) - TouchResampler.creep * max(time - driver.since, 0), 0)
    return driver.lead < 0 ? -left : left
  }

  /// Where something is to be drawn as pressed at a time, in viewer pixels: a finger about to tap, or the echo of a tap.
  public func press(at time: Double) -> Point? {
    if let rest = rest(at: time) { return rest }
    if let flash, time < flash.until { return flash.position }
    return nil
  }

  /// Where the only finger landed and has rested since, long enough to mean it; viewer pixels.
  public func rest(at time: Double) -> Point? {
    guard case .pending(canTap: true) = state else { return nil }
    return time - contacts[0].downTime >= TouchMetrics.pressDelay ? contacts[0].downPosition : nil
  }

  /// When next `travel` or `press` may change without an event: `time` itself while every frame differs, nil when only events can
  /// change them.
  public func nextChange(after time: Double) -> Double? {
    var next: Double?
    func consider(_ change: Double) {
      if change > time { next = min(next ?? change, change) }
    }
    if case .pending(canTap: true) = state { consider(contacts[0].downTime + TouchMetrics.pressDelay) }
    if case .dragging = state, let index = index(of: driver.id) {
      // While it moves, each frame shows another travel.
      if lead(at: time) != 0 { return time }
      if let change = contacts[index].resampler.nextChange(after: time) {
        if change == time { return time }
        consider(change)
      }
    }
    if let flash { consider(flash.until) }
    return next
  }
}

// MARK: Fingers

extension GestureRecognizer.Contact {
  /// Where it is now may be too far away for a rest.
  fileprivate mutating func noteRest(at time: Double) {
    let (dx, dy) = (position.x - restPlace.x, position.y - restPlace.y)
    guard dx * dx + dy * dy > slop * slop else { return }
    (restPlace, restSince) = (position, time)
  }
}

extension GestureRecognizer {
  private mutating func land(_ event: TouchEvent, over target: GestureTarget) -> Gesture? {
    // Its lift was lost.
    if let lost = index(of: event.contact) { remove(lost, at: event.time) }
    let (base, lead) = handedOver(at: event.time)
    if !countsResting { contacts.removeAll { $0.rests(at: event.time) } }
    guard contacts.count < Self.maximumContacts else { return nil }
    let position = dp(event.position)
    var contact = Contact(
      id: event.contact, downTime: event.time, downPosition: event.position,
      slop: metrics.slop(noise: event.noise), position: position,
      tracker: VelocityTracker(strategy: strategy), restPlace: position, restSince: event.time)
    contact.tracker.add(position, at: event.time)
    contact.resampler.add(position, at: event.time)
    contacts.append(contact)

    if contacts.count == 1 {
      self.target = target
      state = .pending(canTap: target.caught == nil)
      driver = Driver(id: event.contact, anchor: position, since: event.time)
      return .touched(event.position)
    }
    if case .ignoring = state { return nil }
    if contacts.count >= 3, event.time - contacts[contacts.count - 3].downTime <= TouchMetrics.serviceWindow {
      state = .ignoring
      return .service
    }
    hand(to: contacts.count - 1, base: base, lead: lead, at: event.time)
    return nil
  }

  private mutating func move(_ event: TouchEvent) -> Gesture? {
    guard let index = index(of: event.contact) else { return nil }
    let position = dp(event.position)
    contacts[index].tracker.add(position, at: event.time)
    contacts[index].resampler.add(position, at: event.time)
    let moved = contacts[index].position != position
    contacts[index].position = position
    contacts[index].noteRest(at: event.time)
    guard event.contact == driver.id else { return nil }
    switch state {
    case .idle, .ignoring:
      return nil
    case .pending:
      return leaveSlop(contacts[index].slop, to: position, at: event.time)
    case .dragging:
      if moved {
        contacts[index].hasDragged = true
        noteMovement(at: event.time)
      }
      return nil
    }
  }

  private mutating func leave(_ event: TouchEvent, canceled: Bool) -> Gesture? {
    guard let index = index(of: event.contact) else { return nil }
    // What is cancelled is where it was last.
    if !canceled { contacts[index].position = dp(event.position) }
    // What lies still does not go on with a drag.
    if !countsResting, case .dragging = state,
      contacts.indices.allSatisfy({ $0 == index || contacts[$0].rests(at: event.time) })
    {
      return endDrag(event, canceled: canceled)
    }
    guard contacts.count == 1 else {
      remove(index, at: event.time)
      return nil
    }
    let contact = contacts[index]
    let ended = state
    remove(index, at: event.time)
    switch ended {
    case .idle, .ignoring:
      return nil
    case .pending, .dragging:
      if canceled { return .canceled }
    }
    if case .dragging(let axis) = ended {
      return .dragEnded(lift(contact, along: axis, pace: event.pace, at: event.time))
    }
    return release(contact, ended, at: event.time)
  }

  /// The last finger of a drag is gone; where something else drove it, it ends where that is.
  private mutating func endDrag(_ event: TouchEvent, canceled: Bool) -> Gesture? {
    guard case .dragging(let axis) = state, let driving = index(of: driver.id) else { return nil }
    let contact = contacts[driving]
    defer {
      contacts.removeAll(keepingCapacity: true)
      state = .idle
    }
    return canceled ? .canceled : .dragEnded(lift(contact, along: axis, pace: event.pace, at: event.time))
  }

  /// A finger is gone; if it drove, the one down longest goes on.
  private mutating func remove(_ index: Int, at time: Double) {
    let (base, lead) = handedOver(at: time)
    let wasDriver = contacts[index].id == driver.id
    contacts.remove(at: index)
    if contacts.isEmpty {
      state = .idle
    } else if wasDriver {
      hand(to: 0, base: base, lead: lead, at: time)
    }
  }

  /// Another finger drives from where it is; what is shown stays.
  private mutating func hand(to index: Int, base: Double, lead: Double, at time: Double) {
    driver = Driver(id: contacts[index].id, anchor: contacts[index].position, base: base, lead: lead, since: time)
    contacts[index].resampler.forgetShown()
    if metrics.resamples, case .dragging(let axis) = state {
      driver.lead += axis.of(contacts[index].position) - axis.of(contacts[index].resampler.sample(at: time))
    }
    // Several fingers do not tap.
    if case .pending = state { state = .pending(canTap: false) }
  }

  /// Travel by the last reported position, and how far ahead of it is what is on show.
  private func handedOver(at time: Double) -> (base: Double, lead: Double) {
    guard case .dragging(let axis) = state, let index = index(of: driver.id) else { return (0, 0) }
    let travel = driver.base + axis.of(contacts[index].position) - axis.of(driver.anchor)
    return (travel, (metrics.resamples ? axis.of(contacts[index].resampler.lead) : 0) + lead(at: time))
  }

  private func index(of id: Int) -> Int? { contacts.firstIndex { $0.id == id } }

  private func dp(_ position: Point) -> Point { Point(x: position.x / metrics.scale, y: position.y / metrics.scale) }
}

// MARK: Decisions

extension GestureRecognizer {
  /// Begins a drag once the driver is out of slop; its axis is decided here, once.
  private mutating func leaveSlop(_ slop: Double, to position: Point, at time: Double) -> Gesture? {
    let dx = position.x - driver.anchor.x
    let dy = position.y - driver.anchor.y
    let distance = (dx * dx + dy * dy).squareRoot()
    if let caught = target.caught {
      guard (caught == .vertical ? dy : dx) != 0 else { return nil }
      return beginDrag(caught, at: time)
    }
    if !isInSlop(dx, dy, slop) { state = .pending(canTap: false) }
    if let only = target.axis {
      // Nothing else competes: moving aside first does not lose the drag.
      let along = only == .vertical ? dy : dx
      guard abs(along) > slop else { return nil }
      skip(slop / abs(along), of: dx, dy)
      return beginDrag(only, at: time)
    }
    guard distance > slop else { return nil }
    skip(slop / distance, of: dx, dy)
    return beginDrag(abs(dx) > TouchMetrics.horizontalRatio * abs(dy) ? .horizontal : .vertical, at: time)
  }

  /// Whether a finger that has moved so far may still mean a tap: it stays in slop along what scrolls, and has more where nothing does.
  private func isInSlop(_ dx: Double, _ dy: Double, _ slop: Double) -> Bool {
    guard let only = target.axis else { return dx * dx + dy * dy <= slop * slop }
    let (along, across) = only == .vertical ? (dy, dx) : (dx, dy)
    return abs(along) <= slop && abs(across) <= max(slop, TouchMetrics.wobble)
  }

  /// Takes a share of the way off the travel to come.
  private mutating func skip(_ share: Double, of dx: Double, _ dy: Double) {
    driver.anchor.x += dx * share
    driver.anchor.y += dy * share
  }

  private mutating func beginDrag(_ axis: Axis, at time: Double) -> Gesture {
    state = .dragging(axis)
    if let index = index(of: driver.id) { contacts[index].hasDragged = true }
    driver.since = time
    movedAt = time
    longestRest = 0
    return .dragBegan(axis)
  }

  private mutating func noteMovement(at time: Double) {
    longestRest = max(longestRest, time - movedAt)
    movedAt = time
  }

  private func lift(_ contact: Contact, along axis: Axis, pace: ReportPace, at time: Double) -> Gesture.Lift {
    var pace = pace
    // Events of programs and of viewers are of no device: how they came tells.
    if pace.interval == 0, !isStiff { pace.interval = contact.tracker.interval }
    let velocity = contact.tracker.velocity(at: time, pace: pace).limited(to: Fling.maximumSpeed)
    return Gesture.Lift(
      axis: axis, travel: driver.base + axis.of(contact.position) - axis.of(driver.anchor), velocity: axis.of(velocity),
      rest: max(longestRest, time - movedAt))
  }

  private mutating func release(_ contact: Contact, _ ended: State, at time: Double) -> Gesture {
    let dx = contact.position.x - driver.anchor.x
    let dy = contact.position.y - driver.anchor.y
    guard case .pending(canTap: true) = ended, isInSlop(dx, dy, contact.slop) else { return .released }
    let shown = min(time, contact.downTime + TouchMetrics.pressDelay)
    flash = (contact.downPosition, max(time, shown + TouchMetrics.pressDuration))
    return .tapped(contact.downPosition)
  }
}
