public import Board
public import Refresh
public import Scene

/// What the queues behind the glass hand to the frame thread: finished, immutable values.
public enum KioskMessage: Sendable {
  /// The pages on offer, in their order, at least one. Of those that were, the one on show stays on show; else the first is.
  case pages([PageOffer])
  /// One of them has been laid out, for the first time or anew. Before any offer there is one page, number 0.
  /// `isAnimated`: new data has changed it, and whoever looks at it is to see what.
  case page(KioskPage, of: Int = 0, isAnimated: Bool = false)
  /// Turn to this page.
  case showPage(Int)
  /// The detail page a tap asked for, or news of it; nil when the item has gone meanwhile.
  case detail(KioskPage?, of: CardID, isAnimated: Bool)
  /// A tile has been rastered.
  case tile(Pixmap, key: TileKey)
  /// These tiles look different now (a picture has arrived), as the `TileQueue` knows already: raster them again.
  case invalidate([TileKey])
  /// Ask, and answer with `answered`; nil takes the question away.
  case question(Question?)
  /// Somebody elsewhere has answered it.
  case answer(Bool)
  /// Somebody elsewhere has pressed a card, or a part of its control, of the page on show or of a detail page.
  case press(CardID, part: Int?, inDetailOf: CardID?)
  /// Somebody elsewhere moves a slider to a share of its way, 0...1, likewise.
  case slide(CardID, share: Double, inDetailOf: CardID?)
  /// The colours the frame itself draws with.
  case colors(KioskColors)
  /// The pull-to-refresh control of the board, with its sprites rastered.
  case refreshControl(RefreshControl)
  /// One of its sprites has been rastered anew.
  case refreshSprite(Pixmap?, index: Int)
  /// So many of the pictures it draws behind the glass may be seen.
  case refreshPictures(StyleGate, count: Int)
  /// How the task of this number ended.
  case refreshEnded(task: Int, RefreshOutcome)
  /// Refresh as if somebody had pulled.
  case beginRefresh
  /// Show the page from this pixel row on, without motion.
  case scrollTo(pixel: Int)
  /// Pull-to-refresh on or off.
  case refreshEnabled(Bool)
  /// A strip at the bottom edge that says what is wrong; nil removes it.
  case notice(Pixmap?)
  /// The small "13:40" shown on a page while its data is stale; nil removes it.
  case staleChip(Pixmap?, of: Int = 0)
  /// Whether flicks carry pages only a little: at most two panels' heights.
  case motion(isCalm: Bool)
  /// What somebody has chosen that makes the panel easier to use; the picture waits for what is laid out for it, until `eased`.
  case ease(PanelEase)
  /// That is here, but for tiles.
  case eased
  /// What an untouched panel does; nil is nothing.
  case idle(IdleRule?)
  /// What becomes of the light while nobody touches the panel.
  case ladder(IdleLadder)
  /// The night's brightness, 0...1, 0 being dark until touched; nil is day.
  case night(Double?)
  /// Whether the panel has a lamp that can be dimmed; without one the picture is.
  case lamp(isThere: Bool)
  /// Somebody elsewhere wants it lighter or darker.
  case light(LightOrder)
  /// Whether somebody listens to the panel: what is before him is told from then on.
  case hears(Bool)
  /// Somebody has begun a code, or gone on with it (true), or it is finished.
  case unfinished(Bool)
  /// What is shown from now on is of this board, in this look: for records of what happens.
  case board(BoardMark)
  /// Hand over what is on the glass, once something is: the frame loop does.
  case picture(GlassTaker)
  case stop
}

/// Takes what is on the glass, on the frame thread; must return at once.
public typealias GlassTaker = @Sendable (Scene) -> Void

/// What somebody elsewhere wants of a panel's light.
public enum LightOrder: Sendable, Hashable {
  /// As if somebody had touched it, without pressing anything.
  case wake
  /// Dark until it is touched or woken.
  case off
  /// A share of the most that it is never brighter than, above 0 up to 1.
  case brightness(Double)
}

/// What the frame thread asks of them. Handled elsewhere; asking returns at once.
public enum KioskRequest: Sendable, Hashable {
  /// Fetch the visible page's sources and answer with `refreshEnded`.
  case startRefresh(task: Int)
  /// Nobody waits for the task's answer any more.
  case cancelRefresh(task: Int)
  /// Show the task's data now.
  case applyRefresh(task: Int)
  /// The refresh control has come into sight, or has gone: while it is seen, its words have to be up to date.
  case refreshShown(Bool)
  /// A card was tapped, of the page on show or of a detail page: do what it says.
  case tapped(CardID, inDetailOf: CardID?)
  /// A finger has done something to a control, of the page on show or of a detail page.
  case controlled(CardID, inDetailOf: CardID?, ControlInput)
  /// What was said to the question.
  case answered(Bool)
  /// This page is on show now; keep it and its neighbours up to date.
  case pageShown(Int)
  /// A finger has begun to turn the pages: the neighbours come into sight.
  case pagesMove
  /// The detail page is going; it need not be kept up.
  case closeDetail
  /// Of the panel's voice.
  case listening(Listening)
  /// The voice is to be silent at once.
  case hush
  /// Whether whoever stands before the panel is still there.
  case stay(Stay)
  /// Three fingers have rested on the panel: keep what has happened last, if the board allows it.
  case keepRecord
  /// Of the panel's hardware; answered by nothing.
  case panel(PanelRequest)
}

/// What the frame thread asks of the panel's hardware.
public enum PanelRequest: Sendable, Hashable {
  /// The lamp at a share of its brightness, above 0 up to 1; nil is off. Asked only while the picture to be seen by it is on the glass.
  case lamp(Double?)
  /// The display on or off (DPMS). Once on, it shows the next frame.
  case display(isOn: Bool)
}

/// The colours the frame itself draws with; everything else is in tiles.
public struct KioskColors: Sendable, Hashable {
  /// Behind the cards, and where there is nothing.
  public var background: Color
  /// What a tile that is not ready yet shows.
  public var surface: Color
  /// What presses are tinted with.
  public var text: Color
  /// Whether light marks show better than dark ones.
  public var isDark: Bool
  /// For the refresh control.
  public var refresh: RefreshTheme

  /// For the parameters see the properties.
  public init(background: Color, surface: Color, text: Color, isDark: Bool, refresh: RefreshTheme) {
    self.background = background
    self.surface = surface
    self.text = text
    self.isDark = isDark
    self.refresh = refresh
  }
}

/// A style with its pictures, ready to be drawn.
public struct RefreshControl: Sendable {
  /// What draws.
  public var style: any RefreshStyle
  /// What it draws with.
  public var sprites: SpriteSet
  /// What counts as a pull, and when it starts something.
  public var rules: RefreshRules
  /// How the style was made, for records of what happens; nil where nobody has said.
  package var recipe: StyleRecipe?
  /// Where pictures it draws behind the glass come through; nil where it draws none.
  package var gate: StyleGate?

  /// - Parameters:
  ///   - style: what draws.
  ///   - sprites: rastered, in the order of `style.sprites`.
  ///   - rules: what counts as a pull, and when it starts something.
  public init(style: any RefreshStyle, sprites: SpriteSet, rules: RefreshRules = RefreshRules()) {
    self.style = style
    self.sprites = sprites
    self.rules = rules
  }

  /// The same, with how the style was made.
  package init(
    style: any RefreshStyle, sprites: SpriteSet, rules: RefreshRules = RefreshRules(), recipe: StyleRecipe?,
    gate: StyleGate? = nil
  ) {
    self.init(style: style, sprites: sprites, rules: rules)
    (self.recipe, self.gate) = (recipe, gate)
  }
}

/// What an untouched panel does.
public struct IdleRule: Sendable, Hashable {
  /// What happens then.
  public enum Action: Sendable, Hashable {
    /// Scrolls the page to its top and closes the detail page.
    case top
    /// The same, and shows the first page.
    case home
    /// Shows the next page, and the one after that as long again later, and so on.
    case next
    /// Scrolls slowly through the page, and as long again later back to its top, and so on.
    case scroll
  }

  /// Seconds without a touch.
  public var after: Double
  /// What happens then.
  public var action: Action

  /// - Parameters:
  ///   - after: seconds without a touch.
  ///   - action: what happens then.
  public init(after: Double, action: Action) {
    self.after = after
    self.action = action
  }
}
