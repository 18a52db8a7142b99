public import Board
import Motion
public import Refresh
public import Scene

/// Everything the panel shows and does: pages, fingers, the refresh, what is pressed, what is said at the edges.
///
/// A value confined to the frame thread. It has no clock; `advance(to:)` takes it to the moment the next frame will be seen, and
/// `draw(into:)` describes that moment. What it needs from elsewhere it asks for; answers come as `KioskMessage`s.
public struct Kiosk: ~Copyable {
  // Many properties: each is a part with a life of its own, and this is what they are put together in.
  /// Bytes of tiles kept for a page unless told otherwise: ten screens of 32-bit pixels, 15 MB at 800 x 480 and 83 MB at 1080p. Three
  /// and a half are asked for at once: the one that shows, two ahead, half of one behind. Cards are as high on a strip of 16 rows as
  /// on any panel: it counts as one of 240.
  public static func tileBudget(for size: PixelSize) -> Int { 10 * size.width * max(size.height, 240) * 4 }

  /// The panel's size as the viewer sees it, in pixels.
  let panel: PixelSize
  let grid: PixelGrid
  let ask: (KioskRequest) -> Void

  var navigation: Navigation
  var hand: Hand
  var refresh: RefreshMachine
  var rest = PanelRest()
  var demand: TileDemand
  var chrome: Chrome
  var hearing = Hearing()
  /// What somebody has chosen that makes the panel easier to use.
  var ease = PanelEase()
  var stay = StayWatch()
  /// The board wants flicks to carry pages only a little.
  var isCalm = false
  /// How its refresh control was made.
  var recipe: StyleRecipe?
  /// Where pictures of that come through.
  var gate: StyleGate?

  /// Hands are understood as by programs whose records are of `RecordHeader.lastOfOldHands`, to play those.
  package var hasOldHands = false {
    didSet {
      (hand.gestures.countsResting, hand.hold.countsResting) = (hasOldHands, hasOldHands)
      navigation.asksUntilGone = hasOldHands
      navigation.isMirrored = liesMirrored
    }
  }

  /// Fingers are understood as by programs whose records are of `RecordHeader.lastOfStiffHands`, to play those.
  package var hasStiffHands = false {
    didSet { (hand.gestures.isStiff, rest.isStiff) = (hasStiffHands, hasStiffHands) }
  }

  /// The moment being shown, seconds. Never runs backwards: changes that come with earlier times count from here.
  var now = 0.0
  /// Something has changed that no motion accounts for.
  var isDirty = true

  /// - Parameters:
  ///   - scale: pixels per dp.
  ///   - resamplesTouch: see `TouchMetrics.resamples`.
  ///   - pointerIsFinger: a mouse may pull like a finger, and no arrow shows where it is.
  ///   - ask: called on the frame thread; must return at once.
  public init(
    size: PixelSize, scale: Double, colors: KioskColors, control: RefreshControl, tileQueue: TileQueue,
    tileBudget: Int? = nil, resamplesTouch: Bool = true, pointerIsFinger: Bool = false,
    ask: @escaping (KioskRequest) -> Void
  ) {
    panel = size
    self.ask = ask
    grid = PixelGrid(scale: scale)
    demand = TileDemand(queue: tileQueue, budget: tileBudget ?? Self.tileBudget(for: size))
    navigation = Navigation(deck: PageDeck(size: size, grid: grid, tileBudget: demand.budget))
    hand = Hand(metrics: TouchMetrics(scale: scale, resamples: resamplesTouch), pointerIsFinger: pointerIsFinger)
    (recipe, gate) = (control.recipe, control.gate)
    chrome = Chrome(theme: colors, sprites: control.sprites)
    refresh = RefreshMachine(
      style: control.style, viewport: navigation.home.scroller.range.viewport, rules: control.rules)
    navigation.isMirrored = liesMirrored
  }

  /// Pages lie as the board is read; once all boards' lay from left to right.
  var liesMirrored: Bool { !hasOldHands && recipe?.isMirrored == true }

  /// What all of it is shown in, in pixels: the panel, or the lower part of it.
  var size: PixelSize { navigation.deck.size }

  /// Brings everything to the moment the next frame will be seen.
  public mutating func advance(to time: Double) {
    now = max(now, time)
    demand.reveal()
    isDirty = false
    advanceLight()
    // Whoever comes to a dark panel has chosen nothing on it.
    if rest.isDark {
      closeQuestion(answering: false, at: now)
      return endStay()
    }
    hand.advance(to: now)
    hand.holdBar(of: navigation.front, isFree: !navigation.isAsking, at: now)
    advanceHold()
    followFinger()
    holdKeys()
    navigation.advance(to: now)
    chrome.advance(to: now)
    advancePages()
    advanceRefresh()
    navigation.dropGoneDetail(at: now)
    advanceQuestion()
    advanceFocus()
    advanceHearing()
    restWhenUntouched()
    advanceStay()
    demand.update(&navigation, at: now)
  }

  /// Makes sure that one more frame is drawn, a black one too.
  public mutating func invalidate() {
    isDirty = true
    rest.invalidate()
  }

  /// Whether a frame drawn for `time` would differ from the one before it.
  public func needsFrame(at time: Double) -> Bool {
    guard demand.isRevealed else { return demand.mayReveal(navigation.front, at: time) }
    if rest.power.changes(at: max(time, now)) { return true }
    // In the dark nothing that changes can be seen.
    if rest.isDark { return rest.wantsBlackFrame }
    if isDirty || refresh.phase != .idle || chrome.isChanging || navigation.isMoving(at: now) { return true }
    let untouched = earliest(idleTime, stayTime)
    return earliest(hand.pointerEnd, earliest(nextChange(after: now), untouched)).map { $0 <= time } ?? false
  }

  /// The next time at which something changes although nothing happens; nil when nothing does.
  public func nextDeadline(after time: Double) -> Double? {
    guard demand.isRevealed else { return demand.revealTime }
    let light = rest.power.nextChange(after: now)
    if rest.isDark { return light }
    return earliest(
      earliest(earliest(nextChange(after: now), light), earliest(idleTime, stayTime)),
      earliest(refresh.nextDeadline, hand.pointerEnd))
  }

  private func nextChange(after time: Double) -> Double? {
    let moved = navigation.front.scroller.lastMoved(at: time)
    return earliest(
      earliest(
        earliest(earliest(hand.gestures.nextChange(after: time), hand.hold.due), hand.sliders.nextEnd),
        earliest(hand.keys.nextHold, navigation.question?.expires(after: rest.lastTouch ?? 0))),
      hand.holdsBar ? nil : ScrollIndicator.nextChange(moved: moved, after: time))
  }
}

func earliest(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}

// MARK: For tests, films and metrics

extension Kiosk {
  /// Where the refresh stands.
  public var refreshPhase: RefreshPhase { refresh.phase }
  /// Something of its refresh control may be seen.
  var showsRefresh: Bool { refreshPhase != .idle || offset < 0 }

  /// The page on show.
  public var shownPage: KioskPage { navigation.front.page }

  /// Pixels per dp.
  public var scale: Double { grid.scale }

  /// Rows of the panel above all that is shown.
  public var rowsAbove: Int { ease.top }

  /// Row of the page in front that lies at the top of where it scrolls; negative while it is pulled.
  public var frontRow: Int { navigation.front.firstRow(at: now) }

  /// Where the page in front scrolls, in pixels of the panel.
  public var viewport: PixelRect { navigation.front.viewportFrame.offset(dx: 0, dy: ease.top) }

  /// Position of the page on show at the moment shown, in dp: 0 at its top, negative while pulled.
  public var offset: Double { navigation.deck.front.scroller.position(at: now) }

  /// Of the page on show at the moment shown, in dp/s; 0 while a finger holds it.
  public var velocity: Double { navigation.deck.front.scroller.velocity(at: now) }

  /// Whether a tap at a position, in viewer pixels, would do something.
  public func hasCard(at point: Point) -> Bool {
    !navigation.isAsking
      && navigation.front.block(at: point, time: now).map { navigation.front.page.blocks[$0].isTappable } ?? false
  }

  /// Number of the page that is on show, or comes to be.
  public var page: Int { navigation.page }

  /// Where among the pages on offer the panel is at the moment shown: 0 on the first, fractional while they are turned.
  public var pagePosition: Double { navigation.deck.pager.position(at: now) }

  /// How far a finger must travel from rest at the top, in pixels, to pull the page to a share of the trigger.
  public func travel(toPullRatio ratio: Double) -> Double {
    let band = navigation.home.scroller.range.band
    let extent = min(max(ratio, 0) * refresh.trigger, band.viewport * 0.9)
    return (band.travel(ofExtent: extent) + hand.gestures.metrics.slop) * grid.scale
  }

  /// Whether a detail page lies over the home page, or is on its way in or out.
  public var showsDetail: Bool { navigation.detail != nil }

  /// What the keys are on, in pixels of the page; nil while no ring is shown.
  public var focusFrame: PixelRect? {
    hand.focus.place.flatMap {
      navigation.front.page.target(
        of: $0, edges: FocusEdges(header: PixelRect(size), symbol: symbolFrame), hearing: hearing.isOn)?.frame
    }
  }

  /// The card that the keys are on; nil while they are on none.
  public var focusCard: CardID? { if case .card(let card, _)? = hand.focus.place { card } else { nil } }

  /// Whether a question waits for its answer.
  public var showsQuestion: Bool { navigation.question?.isAnswered == false }

  /// Whether the strip at the bottom edge says that something is wrong.
  public var showsNotice: Bool { chrome.notice != nil }

  /// Whether the chip says from when stale data is.
  public var showsStaleChip: Bool { navigation.chip != nil }

  /// Whether a lamp dims it.
  public var hasLamp: Bool { rest.hasLamp }

  /// When somebody last did something to the panel, seconds; nil while nobody has.
  public var lastTouch: Double? { rest.lastTouch }

  /// Number of the layout that is on show.
  public var layoutGeneration: Int { navigation.front.page.generation }

  /// Bytes of the tiles kept for the pages.
  public var tileBytes: Int { navigation.deck.slots.reduce(0) { $0 + $1.view.tiles.residentBytes } }

  /// Whether every tile on the panel is there.
  public var isComplete: Bool { navigation.front.isComplete(at: now) }
}
