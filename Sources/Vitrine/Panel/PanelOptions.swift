public import Board
public import Panel
import Refresh
import Scene
public import Typesetting

/// How a panel is driven, apart from what is on it.
public struct PanelOptions: Sendable {
  /// Size, format and turn of the panel.
  public var mode: DisplayMode
  /// Pixels per dp; nil takes the board's, or one that fits the panel.
  public var scale: Double?
  /// A refresh style instead of the board's.
  public var style: String?
  /// What a board may name besides the language itself.
  public var parts: BoardParts
  /// Where text's fonts are looked for; a board's own font files are added.
  public var fonts: FontSource
  /// A mouse stands for a finger, as in a browser, which shows where it is by itself.
  public var pointerIsFinger = false
  /// Off only to measure what resampling is worth.
  package var resamplesTouch = true

  /// - Parameters:
  ///   - scale: pixels per dp; nil takes the board's, or one that fits the panel.
  ///   - style: a refresh style instead of the board's.
  ///   - parts: what a board may name besides the language itself; the same that it was read with.
  public init(
    mode: DisplayMode, scale: Double? = nil, style: String? = nil, parts: BoardParts = .builtIn,
    fonts: FontSource = .system
  ) {
    self.mode = mode
    self.scale = scale
    self.style = style
    self.parts = parts
    self.fonts = fonts
  }

  /// The look of a board on this panel.
  ///
  /// The scale is never taken from EDID: panels claim the wrong size too often. Without one, 480 rows count as 1.
  ///
  /// - Parameters:
  ///   - font: a family.
  ///   - moment: decides the colours of a theme that follows the clock.
  package func look(of board: BoardFile, font: String = BoardFont.pinned, at moment: Moment) -> ResolvedTheme {
    let viewer = mode.viewerSize
    let shorter = Double(min(viewer.width, viewer.height))
    let fitting = max(0.5, (shorter / 480 * 4).rounded(.down) / 4)
    let scale = min(max(scale ?? board.theme.scale ?? min(fitting, 2), 0.5), 8)
    return ResolvedTheme(colors: board.theme.colors(at: moment), font: font, scale: scale)
  }
}
