public import Board
public import Panel
import Refresh
import Scene
public import Typesetting

/// How a panel is driven, apart from what is on it.
public struct PanelOptions: Sendable {
  /// Size, format and turn of the panel.
  public var mode: DisplayMode
  /// Pixels per dp, whatever the board says, kept within 0.5 and 8; nil, and what is no number, takes what suits the panel, times the
  /// board's.
  public var scale: Double?
  /// What is said of the panel in place of what the board says.
  public var viewing = Viewing()
  /// A refresh style instead of the board's.
  public var style: String?
  /// What a board may name besides the language itself.
  public var parts: BoardParts
  /// Where text's fonts are looked for; a board's own font files are added.
  public var fonts: FontSource
  /// A mouse stands for a finger, as in a browser, which shows where it is by itself.
  public var pointerIsFinger = false
  /// What is kept of what happens on the panel; nil writes nothing down.
  public var records: PanelRecords?
  /// Who may see and steer a `LiveKiosk` or a `PanelKiosk` from elsewhere; nil lets nobody.
  public var access: PanelAccess?
  /// Where what happens is written down; nil where nothing is, or as `records` say.
  package var recorder: PanelRecorder?
  /// Off only to measure what resampling is worth.
  package var resamplesTouch = true
  /// Where the rows of a virtual panel's buffers begin; even only to measure what a real one costs.
  package var virtualRows = VirtualDisplay.Rows.odd

  /// - Parameters:
  ///   - scale: pixels per dp, whatever the board says, kept within 0.5 and 8; nil takes what suits the panel, times the board's.
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

  /// It is higher than wide: its upper part may be out of somebody's reach.
  var isStanding: Bool { mode.viewerSize.height > mode.viewerSize.width }

  /// The look of a board on this panel.
  ///
  /// What suits a panel follows from its size and from how far away people stand, as the board says or whoever shows it, where that
  /// can be believed; else from its pixels.
  ///
  /// - Parameters:
  ///   - font: a family.
  ///   - moment: decides the colours of a theme that follows the clock.
  package func theme(of board: BoardFile, font: String = BoardFont.pinned, at moment: Moment) -> ResolvedTheme {
    // A font that the board names is for all of it.
    ResolvedTheme(
      colors: board.theme.colors(at: moment), font: font,
      headingFont: board.theme.font == nil ? board.theme.preset?.headingFont : nil, language: board.language.code,
      digits: board.digits, scale: scale(of: board))
  }

  private func scale(of board: BoardFile) -> Double {
    if let scale, !scale.isNaN { return min(max(scale, 0.5), 8) }
    return (realSize(of: board)?.scale ?? RealSize.fitting(mode.size)) * (board.theme.scale ?? 1)
  }

  /// How large the panel is; nil when nobody knows.
  private func realSize(of board: BoardFile) -> RealSize? {
    RealSize(pixels: mode.size, claimed: mode.millimetres, viewing: board.viewing.replaced(by: viewing))
  }

  /// What of a board is too small to be read or to be hit on this panel, a sentence each, in millimetres.
  public func sizeProblems(of board: BoardFile) -> [String] {
    guard let size = realSize(of: board), let dp = size.dp(ofScale: scale(of: board)) else { return [] }
    return size.problems(dp: dp)
  }
}
