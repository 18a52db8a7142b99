import Board
import Motion
import Numbers
import Scene

/// What the keys of a keyboard or a keypad stand on: it comes with the first key that moves it, and goes when somebody touches the panel.
enum Focus: Sendable, Hashable {
  /// A card, or one of the parts of its control.
  case card(CardID, part: Int?)
  /// The header of a detail page, which leads back.
  case back
  /// The symbol behind which somebody chooses what makes the panel easier to use.
  case symbol

  /// It scrolls with the page.
  var isOnPage: Bool { if case .card = self { true } else { false } }

  /// Where a key moves it: in the plane, or in the order of reading.
  enum Direction {
    case up, down, left, right, next, previous
  }

  /// Something it may be on.
  struct Target: Sendable, Hashable {
    var focus: Focus
    /// Page pixels; that of the header lies above the page.
    var frame: PixelRect
    /// Of its corners, in pixels.
    var radius: Double
  }
}

/// What stands at the edges of the page in front, and can be pressed like what is on it; page pixels.
struct FocusEdges {
  /// Of a page that leads back; nil for others.
  var header: PixelRect?
  /// Nil where none stands.
  var symbol: PixelRect?

  /// What is read before the page.
  var first: Focus.Target? { header.map { Focus.Target(focus: .back, frame: $0, radius: 0) } }
  /// What is read after it.
  var last: Focus.Target? { symbol.map { Focus.Target(focus: .symbol, frame: $0, radius: 0) } }
}

/// The keys' own hand.
struct FocusHand {
  /// The page it is on: cards of different pages may have the same names.
  struct Ground: Sendable, Hashable {
    var page: Int
    var detail: CardID?
  }

  /// On the page in front; nil shows none.
  var place: Focus?
  var ground: Ground?
  /// Where it was on the page behind a detail page.
  var behind: Focus?
  /// On an answer of the question that is asked; nil is on neither.
  var answer: Bool?
  /// Made when it is first drawn, and for other corners and colours anew.
  var ring = FocusRing()

  /// Somebody touches the panel, or nobody is there any more.
  mutating func leave() { (place, behind, answer) = (nil, nil, nil) }

  /// It stays on its page: on another one it begins anew, and behind a detail page it waits.
  mutating func stand(on next: Ground) {
    guard next != ground else { return }
    let isSamePage = next.page == ground?.page
    if isSamePage, next.detail != nil, ground?.detail == nil {
      (behind, place) = (place, nil)
    } else if isSamePage, next.detail == nil {
      (place, behind) = (behind, nil)
    } else {
      (place, behind) = (nil, nil)
    }
    ground = next
  }
}

extension KioskPage {
  /// What can be pressed of some cards, in any order.
  ///
  /// - Parameters:
  ///   - range: into `blocks`: of what is near, for a page may have very many.
  ///   - hearing: what can only be heard is among them.
  func targets(in range: Range<Int>, edges: FocusEdges, hearing: Bool) -> [Focus.Target] {
    var targets = edges.first.map { [$0] } ?? []
    for block in blocks[range] {
      if let target = block.target(ofPart: nil, hearing: hearing) { targets.append(target) }
      for part in (block.control?.parts ?? []).indices {
        if let target = block.target(ofPart: part, hearing: hearing) { targets.append(target) }
      }
    }
    if let last = edges.last { targets.append(last) }
    return targets
  }

  /// What is read next and can be pressed, or what was before; the header comes first, the symbol last, and behind that the first.
  ///
  /// - Parameters:
  ///   - focus: nil begins before all of it, or behind it.
  ///   - hearing: what can only be heard is gone to as well.
  func target(after focus: Focus?, isForward: Bool, edges: FocusEdges, hearing: Bool) -> Focus.Target? {
    let step = isForward ? 1 : -1
    // Into `reading`; -1 is the header, behind all of it is the symbol.
    var place = isForward ? reading.count : -1
    if case .card(let card, let part)? = focus, let index = index(of: card) {
      let block = blocks[index]
      var next = (part ?? 0) + step
      while part != nil, let parts = block.control?.parts, parts.indices.contains(next) {
        if let target = block.target(ofPart: next, hearing: hearing) { return target }
        next += step
      }
      place = reading.place(of: index)
    } else if focus == .back {
      place = -1
    } else if focus == .symbol {
      place = reading.count
    }
    for _ in -1...reading.count {
      place += step
      if place > reading.count { place = -1 }
      if place < -1 { place = reading.count }
      guard reading.indices.contains(place) else {
        if let target = place < 0 ? edges.first : edges.last { return target }
        continue
      }
      if let target = blocks[reading[place]].target(isFirst: isForward, hearing: hearing) { return target }
    }
    return nil
  }

  /// Where the focus is, page pixels; nil when what it was on has gone.
  func target(of focus: Focus, edges: FocusEdges, hearing: Bool) -> Focus.Target? {
    switch focus {
    case .back: return edges.first
    case .symbol: return edges.last
    case .card(let card, let part):
      guard let index = index(of: card) else { return nil }
      return blocks[index].target(ofPart: part, hearing: hearing)
    }
  }
}

extension KioskPage.Block {
  /// The whole of it, or a part of its control; nil for what cannot be pressed, and cannot be heard by who listens.
  fileprivate func target(ofPart part: Int?, hearing: Bool) -> Focus.Target? {
    if let control, control.slider == nil, !control.parts.isEmpty {
      // A place without a key is none.
      guard let part, control.parts.indices.contains(part), !control.parts[part].isEmpty else { return nil }
      let frame = control.parts[part]
      return Focus.Target(
        focus: .card(id, part: part), frame: frame, radius: frame == self.frame ? radius : control.radius)
    }
    guard part == nil, isTappable || control?.slider != nil || hearing && isHeard else { return nil }
    return Focus.Target(focus: .card(id, part: nil), frame: frame, radius: radius)
  }

  /// The first that is read of what can be pressed of it, or the last.
  fileprivate func target(isFirst: Bool, hearing: Bool) -> Focus.Target? {
    if let whole = target(ofPart: nil, hearing: hearing) { return whole }
    guard let parts = control?.parts.indices else { return nil }
    guard
      let part = isFirst
        ? parts.first(where: { target(ofPart: $0, hearing: hearing) != nil })
        : parts.last(where: { target(ofPart: $0, hearing: hearing) != nil })
    else { return nil }
    return target(ofPart: part, hearing: hearing)
  }
}

extension [Focus.Target] {
  /// The nearest from one of them: what lies straight ahead before what lies aside, and sideways only what shares a row.
  func nearest(from here: Focus.Target, _ direction: Focus.Direction) -> Focus.Target? {
    let from = here.frame
    var best: (target: Focus.Target, cost: Int)?
    for target in self where target.focus != here.focus {
      let to = target.frame
      let gap: Int
      let isUpright = direction == .up || direction == .down
      switch direction {
      case .down: gap = to.y0 + to.y1 > from.y0 + from.y1 ? to.y0 - from.y1 : .min
      case .up: gap = to.y0 + to.y1 < from.y0 + from.y1 ? from.y0 - to.y1 : .min
      case .right: gap = to.x0 + to.x1 > from.x0 + from.x1 ? to.x0 - from.x1 : .min
      case .left: gap = to.x0 + to.x1 < from.x0 + from.x1 ? from.x0 - to.x1 : .min
      case .next, .previous: return nil
      }
      // Beside it is not below it.
      guard gap > (isUpright ? -from.height / 2 : -from.width / 2) else { continue }
      let aside =
        isUpright ? Swift.max(to.x0 - from.x1, from.x0 - to.x1, 0) : Swift.max(to.y0 - from.y1, from.y0 - to.y1, 0)
      if !isUpright, aside > 0 || Swift.min(to.y1, from.y1) <= Swift.max(to.y0, from.y0) { continue }
      let centres = isUpright ? (to.x0 + to.x1 - from.x0 - from.x1) : (to.y0 + to.y1 - from.y0 - from.y1)
      let cost = Swift.max(gap, 0) * 4 + aside * 8 + Int(centres.magnitude) / 2
      if best.map({ cost < $0.cost }) ?? true { best = (target, cost) }
    }
    return best?.target
  }

  /// Where a key comes to that is the first: from above to the highest, from below to the lowest; beside a page lies another one.
  func beginning(_ direction: Focus.Direction) -> Focus.Target? {
    switch direction {
    case .left, .right: nil
    // What stands at the edges leads away: what is on the page comes before it.
    case .down: first { $0.focus.isOnPage } ?? first
    case .next: first
    case .previous: last
    case .up: last { $0.focus.isOnPage } ?? last
    }
  }
}

extension Kiosk {
  /// How much of a slider's way a key goes, as a share of all of it.
  private static let slide = 0.05
  /// What is left between the focus and the edge of what is seen, dp.
  private static let margin = 16.0

  /// Moves the focus, or presses what it is on.
  ///
  /// - Returns: whether the key was for it; others scroll, turn pages and go back.
  mutating func focus(_ key: InputEvent.Key, at time: Double) -> Bool {
    standFocus()
    return switch key {
    case .enter: pressFocus(at: time) || finishWriting()
    // Without a ring in sight it is a page further.
    case .space: isFocusSeen(at: time) && pressFocus(at: time)
    case .left: slideFocus(by: -Self.slide, at: time) || moveFocus(.left, at: time)
    case .right: slideFocus(by: Self.slide, at: time) || moveFocus(.right, at: time)
    case .up: moveFocus(.up, at: time)
    case .down: moveFocus(.down, at: time)
    case .next: moveFocus(.next, at: time)
    case .previous: moveFocus(.previous, at: time)
    case .pageUp, .pageDown, .home, .end, .refresh, .back: false
    }
  }

  /// Keys while a question is asked: they move between its answers, and reach nothing else.
  mutating func answer(_ key: InputEvent.Key, at time: Double) {
    switch key {
    case .back: closeQuestion(answering: false, at: time)
    case .enter, .space:
      if let answer = hand.focus.answer { closeQuestion(answering: answer, at: time) }
    // The first key comes to the answer that does nothing.
    case .up, .down, .left, .right, .next, .previous: hand.focus.answer = hand.focus.answer.map { !$0 } ?? false
    case .pageUp, .pageDown, .home, .end, .refresh: break
    }
  }

  private mutating func standFocus() {
    hand.focus.stand(
      on: FocusHand.Ground(page: navigation.page, detail: navigation.isDetailInFront ? navigation.detail?.card : nil))
  }

  /// Of the page in front: its header, where it leads back, and the symbol; they stand still while the page scrolls.
  private func edges(at time: Double) -> FocusEdges {
    let view = navigation.front
    let dy = view.firstRow(at: time) - view.headerHeight
    let header = navigation.isDetailInFront ? view.page.header?.frame : nil
    return FocusEdges(header: header?.offset(dx: 0, dy: dy), symbol: symbolFrame?.offset(dx: 0, dy: dy))
  }

  /// Rows of the page that are in sight once it has scrolled as far as it was told.
  private func seenRows(at time: Double) -> Range<Int> {
    let first = Int(clamping: (navigation.front.scroller.aim(at: time) * grid.scale).rounded())
    return first..<(first + max(navigation.front.viewportFrame.height, 1))
  }

  private func isFocusSeen(at time: Double) -> Bool {
    guard let place = hand.focus.place,
      let target = navigation.front.page.target(of: place, edges: edges(at: time), hearing: hearing.isOn)
    else { return false }
    let rows = seenRows(at: time)
    return !place.isOnPage || target.frame.y1 > rows.lowerBound && target.frame.y0 < rows.upperBound
  }

  @discardableResult
  private mutating func pressFocus(at time: Double) -> Bool {
    guard let place = hand.focus.place,
      let target = navigation.front.page.target(of: place, edges: edges(at: time), hearing: hearing.isOn)
    else { return false }
    // Nobody presses what he does not see: it comes into sight first.
    guard isFocusSeen(at: time) else {
      reveal(target.frame, at: time)
      return true
    }
    switch place {
    case .back: closeDetail(at: time)
    case .symbol: pressSymbol(at: time)
    case .card(let card, let part?): ask(navigation.control(card, .press(part: part)))
    case .card(let card, nil):
      if let index = navigation.front.page.index(of: card), navigation.front.page.blocks[index].isTappable,
        navigation.front.page.blocks[index].control == nil
      {
        ask(navigation.tap(card))
      } else if hearing.isOn {
        ask(.listening(.again))
      }
    }
    return true
  }

  /// - Returns: whether the focus is on a slider.
  private mutating func slideFocus(by share: Double, at time: Double) -> Bool {
    guard case .card(let card, nil)? = hand.focus.place, isFocusSeen(at: time),
      let index = navigation.front.page.index(of: card),
      let slider = navigation.front.page.blocks[index].control?.slider
    else { return false }
    guard let present = hand.sliders.share(of: card, page: slider.share) else { return true }
    let way = Swift.max(slider.step, Self.slide) * (share < 0 ? -1 : 1) * (slider.isMirrored ? -1 : 1)
    let next = min(max(present + way, 0), 1)
    guard next != present else { return true }
    letGo(SliderHand.Grip(contact: -1, card: card, start: .zero, isHeld: true, share: next), at: time)
    return true
  }

  /// - Returns: false where there is nothing to move to: the page scrolls, or is turned.
  private mutating func moveFocus(_ direction: Focus.Direction, at time: Double) -> Bool {
    let edges = edges(at: time)
    let page = navigation.front.page
    // What was scrolled out of sight is begun from no more, but in the order of reading.
    let isOrdered = direction == .next || direction == .previous
    let current = hand.focus.place.flatMap { place in
      isOrdered || isFocusSeen(at: time) ? page.target(of: place, edges: edges, hearing: hearing.isOn) : nil
    }
    var chosen: Focus.Target?
    if isOrdered, let current {
      chosen = page.target(after: current.focus, isForward: direction == .next, edges: edges, hearing: hearing.isOn)
    } else {
      let seen = seenRows(at: time)
      // What lies far away is not jumped to: what is between is read first.
      let reach = current == nil ? 0 : seen.count / 2
      let rows = seen.lowerBound - reach..<seen.upperBound + reach
      let near = page.targets(in: page.blocks(inRows: rows), edges: edges, hearing: hearing.isOn).filter {
        !$0.focus.isOnPage || $0.frame.y1 > rows.lowerBound && $0.frame.y0 < rows.upperBound
      }
      if let current { chosen = near.nearest(from: current, direction) } else { chosen = near.beginning(direction) }
      // Nothing is in sight: the order of reading has a beginning all the same.
      if isOrdered, chosen == nil {
        chosen = page.target(after: nil, isForward: direction == .next, edges: edges, hearing: hearing.isOn)
      }
    }
    guard let chosen else { return false }
    hand.focus.place = chosen.focus
    if chosen.focus.isOnPage { reveal(chosen.frame, at: time) }
    return true
  }

  /// Scrolls as far as is needed.
  private mutating func reveal(_ frame: PixelRect, at time: Double) {
    let rows = seenRows(at: time)
    // Where there is hardly room for it, it comes before what is around it; what is higher than that begins at the top.
    let margin = min(Int(clamping: (Self.margin * grid.scale).rounded()), max(rows.count - frame.height, 0) / 2)
    let (top, bottom) = (frame.y0 - margin, frame.y1 + margin)
    let first: Int
    if top < rows.lowerBound || frame.height > rows.count {
      first = top
    } else if bottom > rows.upperBound {
      first = bottom - rows.count
    } else {
      return
    }
    navigation.withFront { $0.scroller.scroll(to: Double(first) / grid.scale, by: .keyboard, at: time) }
  }

  // MARK: Drawing

  /// Makes the ring for what it goes around now, in the colours that come to be; a focus whose card has gone goes, too.
  mutating func advanceFocus() {
    standFocus()
    if let question = navigation.question, hand.focus.answer != nil {
      return hand.focus.ring.prepare(
        around: question.question.yes, radius: question.question.radius, colors: chrome.theme,
        scale: grid.scale)
    }
    guard let place = hand.focus.place else { return }
    guard let target = navigation.front.page.target(of: place, edges: edges(at: now), hearing: hearing.isOn)
    else {
      hand.focus.place = nil
      return
    }
    hand.focus.ring.prepare(
      around: target.frame, radius: target.radius, colors: chrome.theme, scale: grid.scale)
  }

  /// The ring on the page in front, moved right by `dx` pixels; the header has its own.
  func drawFocus(on view: PageView, dx: Int, isHeader: Bool, into scene: inout Scene) {
    guard let place = hand.focus.place, place != .symbol, (place == .back) == isHeader, !navigation.isAsking,
      view.page === navigation.front.page,
      let target = view.page.target(of: place, edges: edges(at: now), hearing: hearing.isOn)
    else { return }
    let frame = target.frame.offset(dx: dx, dy: view.headerHeight - view.firstRow(at: now))
    hand.focus.ring.draw(around: frame, isInside: isHeader, into: &scene)
  }
}
