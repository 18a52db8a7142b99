import Refresh
import Scene

/// What the frame itself draws with, around the cards: colours, the notice at the edge, the refresh control's pictures.
struct Chrome {
  /// Of the board's theme.
  private(set) var theme: KioskColors
  /// The theme has changed: grounds go over to it as what stands on them does.
  private var fade: ColorFade?
  /// What is said along the panel's lower edge, or a mark in its corner.
  var notice: Pixmap?
  /// The refresh control's.
  var sprites: SpriteSet
  /// What the queues were last told about the control being in sight.
  private var isRefreshShown = false

  init(theme: KioskColors, sprites: SpriteSet) {
    self.theme = theme
    self.sprites = sprites
  }

  /// What there is to draw with.
  func colors(at time: Double) -> KioskColors { fade?.colors(to: theme, at: time) ?? theme }

  /// Whether the colours are on their way to others.
  var isChanging: Bool { fade != nil }

  /// - Parameter isSeen: other colours have been seen.
  mutating func setTheme(_ next: KioskColors, isSeen: Bool, at time: Double) {
    if isSeen, next != theme { fade = ColorFade(old: colors(at: time), began: time) }
    theme = next
  }

  mutating func advance(to time: Double) {
    if fade?.isOver(at: time) == true { fade = nil }
  }

  /// What to tell the queues of the refresh control: while it is seen, its words have to be up to date.
  mutating func refreshNews(isShown: Bool) -> KioskRequest? {
    guard isShown != isRefreshShown else { return nil }
    isRefreshShown = isShown
    return .refreshShown(isShown)
  }

  /// What is said at the panel's edges, over everything.
  ///
  /// - Parameter height: of what is shown.
  func drawNotice(into scene: inout Scene, height: Int) {
    if let notice { scene.add(.pixmap(notice, x: 0, y: height - notice.size.height)) }
  }
}
