import Board
import Motion
public import Refresh
public import Scene

/// Everything the panel shows and does: pages, fingers, the refresh, what is pressed, what is said at the edges.
///
/// A value confined to the frame thread. It has no clock; `advance(to:)` takes it to the moment the next frame will be seen, and
/// `draw(into:)` describes that moment. What it needs from elsewhere it asks for; answers come as `KioskMessage`s.
public struct Kiosk: ~Copyable {
  /// Bytes of tiles kept for a page unless told otherwise: ten screens of 32-bit pixels, 15 MB at 800 x 480 and 83 MB at 1080p. Three
  /// and a half are asked for at once: the one that shows, two ahead, half of one behind.
  public static func tileBudget(for size: PixelSize) -> Int { 10 * size.area * 4 }

  /// The picture's size as the viewer sees it, in pixels.
  let size: PixelSize
  let grid: PixelGrid
  let tileBudget: Int
  let tileQueue: TileQueue
  let ask: (KioskRequest) -> Void

  /// Of the board's theme.
  var theme: KioskColors
  /// The theme has changed: grounds go over to it as what stands on them does.
  var colorFade: ColorFade?
  var deck: PageDeck
  /// The page that goes while another comes in its place.
  var exchange: PageExchange?
  /// The page the queues keep up to date.
  var toldPage = 0
  var detail: DetailView?
  /// The card whose detail page was closed last, until it is tapped again: what still comes of it is late.
  var closedDetail: CardID?
  var question: QuestionView?
  /// What a question that comes is about.
  var tappedCard: CardID?
  var gestures: GestureRecognizer
  /// A finger has taken hold of the scroll indicator.
  var heldBar: HeldBar?
  var refresh: RefreshMachine
  var refreshSprites: SpriteSet
  /// What the queues were last told about the control being in sight.
  var isRefreshShown = false
  var notice: Pixmap?
  var idleRule: IdleRule?
  var power = PanelPower()
  /// Whether dimming is the lamp's business and not the picture's.
  var hasLamp = false
  /// Where the mouse is, and until when that is shown.
  var pointer: (position: Point, until: Double)?
  /// The arrow that shows it; made when a mouse first moves.
  var arrow: Pixmap?

  /// The moment being shown, seconds. Never runs backwards: changes that come with earlier times count from here.
  private(set) var now = 0.0
  /// Something has changed that no motion accounts for.
  var isDirty = true
  var lastInput = 0.0
  /// Nobody has touched the panel since it last came to rest by itself.
  var hasIdled = true
  /// When it last did what the idle rule says, or was done with it.
  var idledAt = 0.0
  var requests: [TileRequest] = []
  /// The last list of wanted tiles was one of a detail page.
  var hasAskedForDetail = false
  /// When the first picture is shown even if tiles are missing; nil before there is a page. Until then the panel keeps what it shows
  /// (a splash, the last picture): an empty page for a moment would look like a fault.
  var revealTime: Double?
  let pointerIsFinger: Bool
  private(set) var isRevealed = false
  /// The black frame of a dark panel has to be drawn again.
  private var mustBlacken = false

  /// How long the first picture waits for its tiles.
  static let revealDelay = 0.25

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
    self.size = size
    let tileBudget = tileBudget ?? Self.tileBudget(for: size)
    self.tileBudget = tileBudget
    self.tileQueue = tileQueue
    self.ask = ask
    theme = colors
    self.pointerIsFinger = pointerIsFinger
    grid = PixelGrid(scale: scale)
    deck = PageDeck(size: size, grid: grid, tileBudget: tileBudget)
    gestures = GestureRecognizer(metrics: TouchMetrics(scale: scale, resamples: resamplesTouch))
    refresh = RefreshMachine(
      style: control.style, viewport: deck.home.scroller.range.viewport, rules: control.rules)
    refreshSprites = control.sprites
  }

  /// Brings everything to the moment the next frame will be seen.
  public mutating func advance(to time: Double) {
    now = max(now, time)
    isRevealed = true
    isDirty = false
    mustBlacken = false
    advancePower()
    if power.isDark { return }
    if let pointer, pointer.until <= now { self.pointer = nil }
    holdBar()
    followFinger()
    deck.forEachView { $0.advance(to: now) }
    detail?.view.advance(to: now)
    if colorFade?.isOver(at: now) == true { colorFade = nil }
    advancePages()
    advanceRefresh()
    advanceDetail()
    advanceQuestion()
    restWhenUntouched()
    requestTiles()
  }

  /// What there is to draw with.
  var colors: KioskColors { colorFade?.colors(to: theme, at: now) ?? theme }

  /// Describes that moment, back to front.
  public func draw(into scene: inout Scene) {
    scene.removeAll()
    if power.isDark {
      scene.background = .black
      return
    }
    scene.background = colors.background
    drawPages(into: &scene)
    drawEdges(into: &scene)
    question?.draw(into: &scene, pressedAt: gestures.press(at: now), ink: colors.text, at: now)
    drawPointer(into: &scene)
    drawDimming(into: &scene)
  }

  /// Makes sure that one more frame is drawn, a black one too.
  public mutating func invalidate() {
    isDirty = true
    mustBlacken = true
  }

  /// Whether a frame drawn for `time` would differ from the one before it.
  public func needsFrame(at time: Double) -> Bool {
    if !isRevealed {
      guard let revealTime else { return false }
      return time >= revealTime || front.isComplete(at: time)
    }
    if power.changes(at: max(time, now)) { return true }
    // In the dark nothing that changes can be seen.
    if power.isDark { return mustBlacken }
    if isDirty || refresh.phase != .idle { return true }
    if let pointer, pointer.until <= time { return true }
    // What moved in the last frame shown has not come to its place in it, however long ago that was.
    if detail?.isMoving(at: now) ?? false || front.scroller.isMoving(at: now) { return true }
    if front.isChanging || colorFade != nil { return true }
    // Beside a detail page that is not in its place the one behind it is seen.
    if let detail, detail.progress(at: now) < 1, deck.front.scroller.isMoving(at: now) || deck.front.isChanging {
      return true
    }
    if question?.isMoving(at: now) ?? false { return true }
    if deck.pager.isMoving(at: now) || exchange != nil || deck.pulled != deck.current { return true }
    return earliest(nextChange(after: now), idleTime).map { $0 <= time } ?? false
  }

  /// The next time at which something changes although nothing happens; nil when nothing does.
  public func nextDeadline(after time: Double) -> Double? {
    if !isRevealed { return revealTime }
    let light = power.nextChange(after: now)
    if power.isDark { return light }
    return earliest(
      earliest(nextChange(after: now), light), earliest(earliest(refresh.nextDeadline, idleTime), pointer?.until))
  }

  private func nextChange(after time: Double) -> Double? {
    earliest(
      earliest(gestures.nextChange(after: time), question?.expires),
      heldBar == nil ? ScrollIndicator.nextChange(moved: front.scroller.lastMoved(at: time), after: time) : nil)
  }

  /// The page a finger reaches: one that leaves is reached no more.
  var front: PageView { isDetailInFront ? detail?.view ?? deck.front : deck.front }

  /// Changes it in place. A property to write through would be a coroutine, whose frame lies on the heap.
  mutating func withFront(_ body: (inout PageView) -> Void) {
    if isDetailInFront { body(&detail!.view) } else { deck.withFront(body) }
  }

  /// A detail page comes, or is in its place.
  var isDetailInFront: Bool { detail?.isClosing == false }

  /// The page whose top the refresh control lies at.
  var home: PageView { deck.home }
}

func earliest(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}

// MARK: For tests, films and metrics

extension Kiosk {
  /// Where the refresh stands.
  public var refreshPhase: RefreshPhase { refresh.phase }

  /// Pixels per dp.
  public var scale: Double { grid.scale }

  /// Position of the page on show at the moment shown, in dp: 0 at its top, negative while pulled.
  public var offset: Double { deck.front.scroller.position(at: now) }

  /// Of the page on show at the moment shown, in dp/s; 0 while a finger holds it.
  public var velocity: Double { deck.front.scroller.velocity(at: now) }

  /// Whether a tap at a position, in viewer pixels, would do something.
  public func hasCard(at point: Point) -> Bool {
    !isAsking && front.block(at: point, time: now).map { front.page.blocks[$0].isTappable } ?? false
  }

  /// Number of the page that is on show, or comes to be.
  public var page: Int { deck.slots[deck.current].number }

  /// Where among the pages on offer the panel is at the moment shown: 0 on the first, fractional while they are turned.
  public var pagePosition: Double { deck.pager.position(at: now) }

  /// How far a finger must travel from rest at the top, in pixels, to pull the page to a share of the trigger.
  public func travel(toPullRatio ratio: Double) -> Double {
    let band = home.scroller.range.band
    let extent = min(max(ratio, 0) * refresh.trigger, band.viewport * 0.9)
    return (band.travel(ofExtent: extent) + gestures.metrics.slop) * grid.scale
  }

  /// Whether a detail page lies over the home page, or is on its way in or out.
  public var showsDetail: Bool { detail != nil }

  /// Whether a question waits for its answer.
  public var showsQuestion: Bool { question?.isAnswered == false }

  /// Whether the strip at the bottom edge says that something is wrong.
  public var showsNotice: Bool { notice != nil }

  /// Whether the chip says from when stale data is.
  public var showsStaleChip: Bool { deck.slots[deck.current].chip != nil }

  /// Number of the layout that is on show.
  public var layoutGeneration: Int { front.page.generation }

  /// Bytes of the tiles kept for the pages.
  public var tileBytes: Int { deck.slots.reduce(0) { $0 + $1.view.tiles.residentBytes } }

  /// Whether every tile on the panel is there.
  public var isComplete: Bool { front.isComplete(at: now) }
}
