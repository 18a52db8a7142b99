public import Motion
import Refresh
import Scene

/// What people do to the panel.
extension Kiosk {
  /// Takes one touch, wheel or key; positions in viewer pixels.
  public mutating func take(_ input: InputEvent) {
    // A finger that is taken back has done nothing.
    if !input.isCancel {
      lastInput = max(lastInput, input.time)
      hasIdled = false
    }
    isDirty = true
    guard power.admits(input) else { return }
    let time = max(input.time, now)
    switch input {
    case .touch(let event):
      if event.device == .pointer { point(at: event.position, time: time) }
      if let gesture = gestures.handle(event, over: gestureTarget(at: event.position, time: time)) {
        perform(gesture, device: event.device, at: time, shownAt: max(time, event.time + gestures.latency))
      }
    case .wheel where isAsking: break
    case .key(let key, _) where isAsking:
      if key == .back { closeQuestion(answering: false, at: time) }
    case .wheel(let lines, _, _):
      withFront { $0.scroller.handle(.wheel(lines: lines), at: time) }
    case .pointer(let position, _):
      point(at: position, time: time)
    case .key(.refresh, _):
      tellRefresh(.begin, at: time)
    case .key(.back, _):
      closeDetail(at: time)
    case .key(.left, _) where turnsPages:
      turn(to: deck.current - 1, at: time)
    case .key(.right, _) where turnsPages:
      turn(to: deck.current + 1, at: time)
    case .key(let key, _):
      withFront { $0.scroller.handle(.key(key), at: time) }
    }
  }

  /// Lets go of whatever fingers hold: the panel was changed under them. They mean nothing until they land anew.
  public mutating func cancelTouches() {
    guard let gesture = gestures.cancelAll() else { return }
    perform(gesture, device: .touchscreen, at: now)
    isDirty = true
  }

  /// Whether a finger is on the page.
  public var isTouched: Bool { gestures.hasFingers }

  /// Whether a question lies over everything.
  var isAsking: Bool { question != nil }

  /// Whether there are pages to be turned, and nothing lies over them.
  var turnsPages: Bool { deck.slots.count > 1 && detail == nil }

  /// What a finger that lands now reaches.
  private func gestureTarget(at position: Point, time: Double) -> GestureTarget {
    if let detail {
      if detail.catchesTouch(at: time) { return GestureTarget(caught: .horizontal) }
    } else if turnsPages, deck.pager.catchesTouch(at: time) {
      return GestureTarget(caught: .horizontal)
    }
    let turns = turnsPages || detail != nil && position.x < DetailView.edge * grid.scale
    return GestureTarget(
      axis: turns ? nil : .vertical, caught: front.scroller.catchesTouch(at: time) ? .vertical : nil)
  }

  /// What is dragged lies where the finger is at the time this frame samples touches.
  mutating func followFinger() {
    guard !isAsking, let axis = gestures.axis, let travel = gestures.travel(at: now - gestures.latency) else {
      return
    }
    drag(axis, travel: travel, at: now)
  }

  private mutating func drag(_ axis: Axis, travel: Double, at time: Double) {
    switch axis {
    case .vertical:
      let travel = heldBar?.contentTravel(travel) ?? travel
      withFront { $0.scroller.handle(.drag(travel: travel), at: time) }
    case .horizontal:
      if detail != nil { moveDetail(at: time) { $0.drag(travel: travel, at: time) } }
      if turnsPages { deck.drag(travel: travel, at: time) }
    }
  }

  /// Something a tap on would do, under the finger.
  var pressedBlock: Int? {
    guard !isAsking, let point = gestures.press(at: now), let index = front.block(at: point, time: now),
      front.page.blocks[index].isTappable
    else { return nil }
    return index
  }

  /// - Parameter shownAt: when a frame shows the finger where it is now: drags are drawn that much late, and what follows them goes
  ///   on from there without a step.
  private mutating func perform(
    _ gesture: Gesture, device: TouchEvent.Device, at time: Double, shownAt: Double? = nil
  ) {
    if let question {
      // Nothing behind it is reached.
      if case .tapped(let point) = gesture, let answer = question.answer(at: point, time: time) {
        closeQuestion(answering: answer, at: time)
      }
      return
    }
    switch gesture {
    case .touched:
      // Only fingers pull: a mouse has wheels and keys, but where it stands for a finger.
      let mayPull = device == .touchscreen || pointerIsFinger
      let isFree = refresh.rules.origin == .anywhere
      withFront { $0.scroller.handle(.touch(mayPull: mayPull, fromAnywhere: isFree), at: time) }
      // It has caught what moves sideways, and can drag nothing else: what flings stops, what is pulled springs back meanwhile.
      if gestures.caught == .horizontal { letGoOfScrollers(at: time) }
      if turnsPages { deck.touch(at: time) }
      moveDetail(at: time) { $0.touch(at: time) }
    case .dragBegan(.horizontal):
      letGoOfScrollers(at: time)
      if turnsPages { ask(.pagesMove) }
    case .dragBegan(.vertical):
      letGoOfPages(at: time)
    case .dragEnded(let lift) where lift.axis == .horizontal:
      moveDetail(at: time) { $0.lift(travel: lift.travel, velocity: lift.velocity, at: time) }
      guard turnsPages else { return }
      deck.lift(travel: lift.travel, velocity: lift.velocity, at: time)
      tellPage()
    case .dragEnded(let lift) where heldBar != nil:
      drag(.vertical, travel: lift.travel, at: time)
      letGo(at: time)
      letGoOfBar(at: time)
    case .dragEnded(let lift):
      withFront { $0.scroller.handle(.drag(travel: lift.travel), at: time) }
      showExtent(at: time)
      withFront {
        $0.scroller.handle(
          .lift(travel: lift.travel, velocity: lift.velocity, rest: lift.rest), at: shownAt ?? time)
      }
      liftFromRefresh(fingerVelocity: lift.velocity, at: time)
    case .tapped(let point):
      letGo(at: time)
      tap(point, at: time)
    case .released:
      letGo(at: time)
      letGoOfBar(at: time)
    case .canceled, .service:
      letGoOfScrollers(at: time)
      letGoOfPages(at: time)
      letGoOfBar(at: time)
      if !isDetailInFront { perform(refresh.handle(.cancel, at: time), at: time) }
    }
  }

  /// The page in front, and the one a detail page has come over or left since the finger landed.
  private mutating func letGoOfScrollers(at time: Double) {
    detail?.view.scroller.handle(.letGo, at: time)
    deck.withFront { $0.scroller.handle(.letGo, at: time) }
  }

  /// A finger the light went out over.
  mutating func cancel(_ event: TouchEvent) {
    if let gesture = gestures.handle(event) { perform(gesture, device: event.device, at: now) }
  }

  /// Pages that are held go to their places.
  private mutating func letGoOfPages(at time: Double) {
    moveDetail(at: time) { $0.letGo(at: time) }
    guard turnsPages else { return }
    deck.letGo(at: time)
    tellPage()
  }

  /// The finger lifts without having dragged.
  private mutating func letGo(at time: Double) {
    letGoOfPages(at: time)
    showExtent(at: time)
    letGoOfScrollers(at: time)
    liftFromRefresh(fingerVelocity: 0, at: time)
  }

  /// What the lift means for a pull; the scroller has been let go already, and may be told to spring elsewhere.
  private mutating func liftFromRefresh(fingerVelocity: Double, at time: Double) {
    guard !isDetailInFront else { return }
    perform(refresh.handle(.up(velocity: fingerVelocity), at: time), fingerVelocity: fingerVelocity, at: time)
  }

  private mutating func tap(_ point: Point, at time: Double) {
    if isDetailInFront, point.y < Double(front.headerHeight) { return closeDetail(at: time) }
    if !isDetailInFront, turnsPages, let page = pageDots.page(at: point) { return turn(to: page, at: time) }
    guard let index = front.block(at: point, time: time) else { return }
    let block = front.page.blocks[index]
    guard block.isTappable else { return }
    if closedDetail == block.id { closedDetail = nil }
    tappedCard = block.id
    ask(.tapped(block.id, inDetailOf: isDetailInFront ? detail?.card : nil))
  }
}
