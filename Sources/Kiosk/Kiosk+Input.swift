public import Motion
import Refresh
import Scene

/// What people do to the panel.
extension Kiosk {
  /// Takes one touch, wheel or key; positions in viewer pixels.
  ///
  /// What has a place, a time or a size that is no number is left out; all else is brought within what a panel can have.
  public mutating func handle(_ input: InputEvent) {
    guard var input = input.kept?.lowered(by: ease.top) else { return }
    if case .typed(let stroke, let time) = input, paper(for: stroke) == nil {
      guard let meant = stroke.meant(at: time) else { return }
      input = meant
    }
    interruptVoice(by: input)
    if case .voice(let key, _) = input {
      // A plug that is pulled has touched nothing; all else lights the panel, and is heard whether or not that is lit.
      if key != .headphones(false) {
        isDirty = true
        _ = rest.admits(input, hand.gestures.metrics)
      }
      return listen(key)
    }
    isDirty = true
    let isAdmitted = rest.admits(input, hand.gestures.metrics)
    if rest.isSomebody { stay.resume() }
    guard isAdmitted, !demand.mustWait(input) else { return }
    let time = max(input.time, now)
    switch input {
    case .touch(let event) where stay.swallows(event, isOnNotice: isOnNotice(event.position)): break
    // What slides away is not what a second tap was meant for; neither is what comes from under it.
    case .touch(let event) where event.phase == .down && navigation.isLeaving(at: event.position, time: time): break
    case .touch(let event):
      hand.hold.note(event, scale: grid.scale)
      hand.focus.leave()
      if event.device == .pointer {
        hand.point(at: event.position.lowered(by: -ease.top), scale: grid.scale, time: time)
      }
      let target = navigation.target(at: event.position, edge: DetailView.edge * grid.scale, time: time)
      if event.phase == .down {
        let isFirst = hand.gestures.isFirst(at: event.time)
        if isFirst { hand.aim = aim(at: event.position, time) }
        hand.landing = isFirst && target.caught == nil ? event : nil
      }
      if type(event, at: time) || slide(event, at: time) { return }
      if let gesture = hand.gestures.handle(event, over: target) {
        if gesture == .released { swipe(to: event, at: time) }
        perform(gesture, device: event.device, at: time, shownAt: max(time, event.time + hand.gestures.latency))
      }
    // Heard above.
    case .voice: break
    // It says that somebody is there, and nothing else.
    case .key where stay.isTold, .typed where stay.isTold: break
    case .typed(let stroke, _): write(stroke)
    case .wheel where navigation.isAsking: break
    case .key(let key, _) where navigation.isAsking: answer(key, at: time)
    case .key(let key, _) where focus(key, at: time): break
    case .wheel(let lines, _, _):
      navigation.withFront { $0.scroller.handle(.wheel(lines: lines), at: time) }
    case .pointer(let position, _):
      hand.point(at: position.lowered(by: -ease.top), scale: grid.scale, time: time)
    case .key(.refresh, _):
      tellRefresh(.begin, at: time)
    case .key(.back, _):
      closeDetail(at: time)
    case .key(.left, _) where navigation.turnsPages:
      turn(to: navigation.deck.current - (navigation.isMirrored ? -1 : 1), at: time)
    case .key(.right, _) where navigation.turnsPages:
      turn(to: navigation.deck.current + (navigation.isMirrored ? -1 : 1), at: time)
    case .key(let key, _):
      navigation.withFront { $0.scroller.handle(.key(key), at: time) }
    }
  }

  /// Lets go of whatever fingers hold: the panel was changed under them. They mean nothing until they land anew.
  ///
  /// - Parameter time: of what has changed it. A finger at rest wants no frames: the last one may have been long ago.
  public mutating func cancelTouches(at time: Double) {
    let time = max(time, now)
    letGoOfSliders(at: time)
    hand.keys.leaveAll()
    guard let gesture = hand.gestures.cancelAll() else { return }
    perform(gesture, device: .touchscreen, at: time)
    isDirty = true
  }

  /// Whether a finger is on the page.
  public var isTouched: Bool { hand.gestures.hasFingers || hand.sliders.isHolding }

  /// What is dragged lies where the finger is at the time this frame samples touches.
  mutating func followFinger() {
    guard !navigation.isAsking, let axis = hand.gestures.axis,
      let travel = hand.gestures.travel(at: now - hand.gestures.latency)
    else { return }
    drag(axis, travel: travel, at: now)
  }

  private mutating func drag(_ axis: Axis, travel: Double, at time: Double) {
    switch axis {
    case .vertical:
      let travel = hand.contentTravel(travel)
      navigation.withFront { $0.scroller.handle(.drag(travel: travel), at: time) }
    case .horizontal:
      let travel = navigation.isMirrored ? -travel : travel
      if navigation.detail != nil { moveDetail { $0.drag(travel: travel, at: time) } }
      if navigation.turnsPages { navigation.deck.drag(travel: travel, at: time) }
    }
  }

  /// - Parameter shownAt: when a frame shows the finger where it is now: drags are drawn that much late, and what follows them goes
  ///   on from there without a step.
  mutating func perform(
    _ gesture: Gesture, device: TouchEvent.Device, at time: Double, shownAt: Double? = nil
  ) {
    if navigation.isAsking, let question = navigation.question {
      // Nothing behind it is reached.
      if case .tapped(let point) = gesture, let answer = question.answer(at: point, time: time) {
        closeQuestion(answering: answer, at: time)
      }
      return
    }
    switch gesture {
    case .touched:
      // Where nothing would be refreshed, what is to lie still is not stretched.
      let isIdle = navigation.isDetailInFront || !refresh.isEnabled
      let mayPull = hand.mayPull(device) && !(isIdle && navigation.deck.ease.isStill)
      let isFree = refresh.rules.origin == .anywhere
      navigation.withFront { $0.scroller.handle(.touch(mayPull: mayPull, fromAnywhere: isFree), at: time) }
      // It has caught what moves sideways, and can drag nothing else: what flings stops, what is pulled springs back meanwhile.
      if hand.gestures.caught == .horizontal { navigation.letGoOfScrollers(at: time) }
      if navigation.turnsPages { navigation.deck.touch(at: time) }
      moveDetail { $0.touch(at: time) }
    case .dragBegan(.horizontal):
      navigation.letGoOfScrollers(at: time)
      if navigation.turnsPages { ask(.pagesMove) }
    case .dragBegan(.vertical):
      letGoOfPages(at: time)
    case .dragEnded(let lift) where lift.axis == .horizontal:
      let side: Double = navigation.isMirrored ? -1 : 1
      moveDetail { $0.lift(travel: side * lift.travel, velocity: side * lift.velocity, at: time) }
      guard navigation.turnsPages else { return }
      navigation.deck.lift(travel: side * lift.travel, velocity: side * lift.velocity, at: time)
      tell(navigation.pageNews())
    case .dragEnded(let lift) where hand.holdsBar:
      drag(.vertical, travel: lift.travel, at: time)
      letGo(at: time)
      letGoOfBar(at: time)
    case .dragEnded(let lift):
      navigation.withFront { $0.scroller.handle(.drag(travel: lift.travel), at: time) }
      showExtent(at: time)
      navigation.withFront {
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
      navigation.letGoOfScrollers(at: time)
      letGoOfPages(at: time)
      letGoOfBar(at: time)
      if !navigation.isDetailInFront { perform(refresh.handle(.cancel, at: time), at: time) }
    }
  }

  private mutating func moveDetail(_ move: (inout DetailView) -> Void) { tell(navigation.moveDetail(move)) }

  private mutating func letGoOfBar(at time: Double) {
    guard hand.letGoOfBar() else { return }
    // It stays for a while, as after a movement.
    navigation.withFront { $0.scroller.noteMovement(at: time) }
  }

  /// Pages that are held go to their places.
  private mutating func letGoOfPages(at time: Double) {
    moveDetail { $0.letGo(at: time) }
    guard navigation.turnsPages else { return }
    navigation.deck.letGo(at: time)
    tell(navigation.pageNews())
  }

  /// The finger lifts without having dragged.
  private mutating func letGo(at time: Double) {
    letGoOfPages(at: time)
    showExtent(at: time)
    navigation.letGoOfScrollers(at: time)
    liftFromRefresh(fingerVelocity: 0, at: time)
  }

  /// What the lift means for a pull; the scroller has been let go already, and may be told to spring elsewhere.
  private mutating func liftFromRefresh(fingerVelocity: Double, at time: Double) {
    guard !navigation.isDetailInFront else { return }
    perform(refresh.handle(.up(velocity: fingerVelocity), at: time), fingerVelocity: fingerVelocity, at: time)
  }

  private mutating func tap(_ point: Point, at time: Double) {
    // Above all that is shown.
    if point.y < 0 { return }
    if isOnSymbol(point) { return pressSymbol(at: time) }
    // What the finger landed on, and not what has come there meanwhile.
    let aim = aim(at: point, time)
    guard aim == hand.aim else { return }
    if navigation.isDetailInFront, point.y < Double(navigation.front.headerHeight) { return closeDetail(at: time) }
    if !navigation.isDetailInFront, navigation.turnsPages, let page = navigation.pageDots(at: now).page(at: point) {
      return turn(to: page, at: time)
    }
    guard let index = navigation.tappableBlock(at: point, time: time) else { return }
    let block = navigation.front.page.blocks[index]
    if let control = block.control { return press(control, of: block, at: point, time: time) }
    ask(navigation.tap(block.id))
  }

  /// What a tap at a position on the panel would mean.
  func aim(at point: Point, _ time: Double) -> Aim {
    var aim = Aim(page: navigation.page, detail: navigation.isDetailInFront ? navigation.detail?.card : nil)
    guard let index = navigation.tappableBlock(at: point, time: time) else { return aim }
    let block = navigation.front.page.blocks[index]
    aim.card = block.id
    aim.part = block.control.flatMap { part(of: $0, at: point, time) }
    return aim
  }

  // MARK: Light

  /// Brings the light to the moment being shown; fingers it goes out over are lifted without meaning anything.
  mutating func advanceLight() {
    var canceled: [TouchEvent] = []
    rest.advanceLight(to: now, canceling: &canceled)
    for event in canceled {
      hand.hold.note(event, scale: grid.scale)
      type(event, at: now)
      if slide(event, at: now) { continue }
      if let gesture = hand.gestures.handle(event) { perform(gesture, device: event.device, at: now) }
    }
    rest.drew()
    rest.askPanel(ask)
  }

  /// A frame has reached the glass.
  public mutating func presented(at time: Double) {
    rest.presented(at: time)
    rest.askPanel(ask)
  }

  /// What is or will be seen of the panel.
  public var light: PanelLight { rest.power.light }
}
