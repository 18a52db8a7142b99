import Board
import Motion
import Numbers
import Scene

/// What fingers do to switches, sliders, steppers and choices.
extension Kiosk {
  /// Somebody elsewhere presses what lies uppermost, as a finger would; what lies there no more is not pressed.
  mutating func press(_ card: CardID, part: Int?, inDetailOf detail: CardID?, at time: Double) {
    // One that has its answer slides away: who reads elsewhere does not see that.
    guard !showsQuestion else { return }
    if card == Ease.symbol { return pressSymbol(at: time) }
    guard isInFront(detail) else { return }
    if let part { ask(navigation.control(card, .press(part: part))) } else { ask(navigation.tap(card)) }
  }

  /// Somebody elsewhere moves a slider, likewise.
  mutating func slide(_ card: CardID, to share: Double, inDetailOf detail: CardID?, at time: Double) {
    guard !showsQuestion, isInFront(detail), slider(of: card)?.slider.share != nil,
      !hand.sliders.isOn(card)
    else { return }
    letGo(
      SliderHand.Grip(contact: -1, card: card, start: .zero, isHeld: true, share: min(max(share, 0), 1)), at: time)
    isDirty = true
  }

  /// Whether what lies uppermost is this detail page; nil is the page itself.
  private func isInFront(_ detail: CardID?) -> Bool {
    detail == (navigation.isDetailInFront ? navigation.detail?.card : nil)
  }

  /// Gives an event to the slider its finger is on.
  ///
  /// - Returns: whether the finger belongs to that slider: nothing else hears of it.
  mutating func slide(_ event: TouchEvent, at time: Double) -> Bool {
    switch event.phase {
    case .down:
      drop(event.contact, at: time)
      guard hand.gestures.axis == nil, let (block, _) = slider(at: event.position, time: time),
        !hand.sliders.isOn(block.id)
      else { return false }
      hand.sliders[event.contact] = SliderHand.Grip(contact: event.contact, card: block.id, start: event.position)
      // Whether it moves along the slider or the page is seen later.
      return false
    case .motion:
      guard var grip = hand.sliders[event.contact] else { return false }
      guard let (block, slider) = slider(of: grip.card) else {
        drop(event.contact, at: time)
        return grip.isHeld
      }
      if !grip.isHeld {
        // The page has it.
        guard hand.gestures.axis == nil else {
          hand.sliders[event.contact] = nil
          return false
        }
        let dx = (event.position.x - grip.start.x) / grid.scale
        let dy = (event.position.y - grip.start.y) / grid.scale
        let (along, across) = slider.isUpright ? (abs(dy), abs(dx)) : (abs(dx), abs(dy))
        guard along > hand.gestures.metrics.slop, along > across else { return false }
        var left = event
        left.phase = .cancel
        if let gesture = hand.gestures.handle(left) { perform(gesture, device: event.device, at: time) }
        grip.isHeld = true
      }
      grip.share = share(of: slider, at: event.position, time)
      if time - grip.toldAt >= SliderHand.pace {
        grip.toldAt = time
        ask(navigation.control(block.id, .slide(share: grip.share, isFinal: false)))
      }
      hand.sliders[event.contact] = grip
      return true
    case .up, .cancel:
      return drop(event.contact, at: time)
    }
  }

  /// A contact has left, or what it was on.
  ///
  /// - Returns: whether it held a slider, whose last value is told then.
  @discardableResult
  private mutating func drop(_ contact: Int, at time: Double) -> Bool {
    guard let grip = hand.sliders[contact] else { return false }
    hand.sliders[contact] = nil
    guard grip.isHeld else { return false }
    letGo(grip, at: time)
    return true
  }

  /// Lets go of all sliders: what fingers hold was changed under them.
  mutating func letGoOfSliders(at time: Double) {
    hand.sliders.forgetLanded()
    while let grip = hand.sliders.anyHeld {
      hand.sliders[grip.contact] = nil
      letGo(grip, at: time)
    }
  }

  /// What has been told already stays so: the last value is told, whatever ended the touch.
  mutating func letGo(_ grip: SliderHand.Grip, at time: Double) {
    hand.sliders.rest(grip, before: slider(of: grip.card)?.slider.share, at: time)
    ask(navigation.control(grip.card, .slide(share: grip.share, isFinal: true)))
  }

  /// A tap on a control, of which only its parts do something.
  mutating func press(_ control: KioskPage.Control, of block: KioskPage.Block, at point: Point, time: Double) {
    if let slider = control.slider {
      guard slider.share != nil, slider.reach.contains(pagePoint(point, time)) else { return }
      let grip = SliderHand.Grip(
        contact: -1, card: block.id, start: point, isHeld: true,
        share: share(of: slider, at: point, time))
      return letGo(grip, at: time)
    }
    // Keys are pressed by the finger that was on them.
    guard control.keys == nil, let part = part(of: control, at: point, time) else { return }
    ask(navigation.control(block.id, .press(part: part)))
  }

  /// A finger that has gone across a switch and lifts sets it to the side it went to, where nothing else is moved along that way.
  mutating func swipe(to lift: TouchEvent, at time: Double) {
    guard !hasStiffHands, !navigation.isAsking, !hand.holdsBar, let landing = hand.landing.take(),
      landing.contact == lift.contact, navigation.target(at: landing.position, edge: 0, time: time).axis == .vertical
    else { return }
    let dx = (lift.position.x - landing.position.x) / grid.scale
    let dy = (lift.position.y - landing.position.y) / grid.scale
    guard abs(dx) > TouchMetrics.wobble, abs(dx) > TouchMetrics.horizontalRatio * abs(dy),
      let card = hand.aim?.card, aim(at: landing.position, time) == hand.aim,
      let index = navigation.front.page.index(of: card),
      navigation.front.page.blocks[index].control?.isOnePart == true
    else { return }
    ask(navigation.control(card, .swipe(towardsEnd: navigation.isMirrored ? dx < 0 : dx > 0)))
  }

  /// The part of a control that is pressed, in page pixels; nil for what presses nothing.
  func pressedPart(of control: KioskPage.Control, at point: Point) -> PixelRect? {
    control.keys == nil ? part(of: control, at: point, now).map { control.parts[$0] } : nil
  }

  /// The part of a control at a position on the panel.
  func part(of control: KioskPage.Control, at point: Point, _ time: Double) -> Int? {
    control.part(at: pagePoint(point, time))
  }

  /// A position on the panel in pixels of the page in front.
  private func pagePoint(_ point: Point, _ time: Double) -> (x: Int, y: Int) {
    let front = navigation.front
    return (
      Int(clamping: point.x.rounded(.down)),
      Int(clamping: point.y.rounded(.down)) - front.headerHeight + front.firstRow(at: time)
    )
  }

  /// Where along its bar a position on the panel lies, 0...1.
  private func share(of slider: KioskPage.Slider, at point: Point, _ time: Double) -> Double {
    let front = navigation.front
    return slider.share(at: Point(x: point.x, y: point.y + Double(front.firstRow(at: time) - front.headerHeight)))
  }

  /// A slider that can be taken hold of at a position.
  private func slider(at point: Point, time: Double) -> (block: KioskPage.Block, slider: KioskPage.Slider)? {
    guard !navigation.isAsking, !navigation.front.page.sliders.isEmpty,
      navigation.target(at: point, edge: 0, time: time).caught == nil,
      navigation.front.viewportFrame.contains(
        x: Int(clamping: point.x.rounded(.down)), y: Int(clamping: point.y.rounded(.down)))
    else { return nil }
    let place = pagePoint(point, time)
    for index in navigation.front.page.sliders {
      let block = navigation.front.page.blocks[index]
      if let slider = block.control?.slider, slider.share != nil, slider.reach.contains(place) {
        return (block, slider)
      }
    }
    return nil
  }

  /// A slider of the page in front, by its card.
  private func slider(of card: CardID) -> (block: KioskPage.Block, slider: KioskPage.Slider)? {
    let page = navigation.front.page
    guard let index = page.index(of: card), let slider = page.blocks[index].control?.slider else { return nil }
    return (page.blocks[index], slider)
  }
}

extension PixelRect {
  fileprivate func contains(_ point: (x: Int, y: Int)) -> Bool { contains(x: point.x, y: point.y) }
}

extension KioskPage.Control {
  /// Switches have one part, and so has what is written on.
  fileprivate var isOnePart: Bool { parts.count == 1 && slider == nil && keys == nil }

  /// The part at a position, page pixels.
  fileprivate func part(at point: (x: Int, y: Int)) -> Int? {
    if let part = parts.firstIndex(where: { $0.contains(point) }) { return part }
    // Between two keys a finger means one of them.
    guard let gap = keys?.gap else { return nil }
    return parts.firstIndex { part in
      !part.isEmpty
        && PixelRect(x0: part.x0 - gap, y0: part.y0 - gap, x1: part.x1 + gap, y1: part.y1 + gap).contains(point)
    }
  }
}

extension KioskPage.Slider {
  /// Where along the bar a place lies, page pixels, 0...1.
  fileprivate func share(at place: Point) -> Double {
    if isUpright { return min(max((Double(track.y1) - place.y) / Double(max(track.height, 1)), 0), 1) }
    let share = min(max((place.x - Double(track.x0)) / Double(max(track.width, 1)), 0), 1)
    return isMirrored ? 1 - share : share
  }

  /// The bar up to a share of its way, and the thumb there, in the pixels of the track that is given.
  fileprivate func reached(_ share: Double, of track: PixelRect) -> (bar: PixelRect, thumb: PixelRect) {
    var bar = track
    var place = PixelRect(
      x: track.x0 + (track.width - thumb) / 2, y: track.y0 + (track.height - thumb) / 2, width: thumb, height: thumb)
    let length = isUpright ? track.height : track.width
    let way = Int(clamping: (Double(length) * share).rounded())
    if isUpright {
      bar.y0 = track.y1 - way
      place = place.offset(dx: 0, dy: bar.y0 - thumb / 2 - place.y0)
      return (bar, place)
    }
    if isMirrored { bar.x0 = track.x1 - way } else { bar.x1 = track.x0 + way }
    place = place.offset(dx: (isMirrored ? bar.x0 : bar.x1) - thumb / 2 - place.x0, dy: 0)
    return (bar, place)
  }
}

// MARK: Drawing

extension PageView {
  /// Appends bars and thumbs of sliders.
  func drawSliders(_ hand: SliderHand, into scene: inout Scene, dx: Int, at time: Double) {
    guard !page.sliders.isEmpty else { return }
    let viewport = viewportFrame
    let dy = headerHeight - firstRow(at: time)
    for index in page.sliders {
      let block = page.blocks[index]
      guard let slider = block.control?.slider else { continue }
      let track = slider.track.offset(dx: dx, dy: dy)
      guard track.y1 + slider.thumb > viewport.y0, track.y0 - slider.thumb < viewport.y1 else { continue }
      let radius = Double(min(track.height, track.width)) / 2
      scene.add(.fill(slider.ground, track, radius: radius))
      guard let share = hand.share(of: block.id, page: slider.share) else { continue }
      let (bar, thumb) = slider.reached(share, of: track)
      let least = min(bar.width, bar.height)
      if least > 0 { scene.add(.fill(slider.bar, bar, radius: min(radius, Double(least) / 2))) }
      let side = slider.thumb
      scene.add(.fill(slider.bar, thumb, radius: Double(side) / 2))
      let rim = max(side / 5, 1)
      let middle = PixelRect(x0: thumb.x0 + rim, y0: thumb.y0 + rim, x1: thumb.x1 - rim, y1: thumb.y1 - rim)
      scene.add(.fill(slider.middle, middle, radius: Double(middle.width) / 2))
    }
  }
}
