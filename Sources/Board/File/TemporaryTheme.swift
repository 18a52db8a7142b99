public import Scene
/// The look of a board, in twelve tokens; those left out follow from `mode`.
public struct Theme: Sendable, Hashable {
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    case light, dark
    /// The shell decides: dark where nothing else is known.
    case auto
  }

  public var mode = Mode.auto
  public var background: Color?
  public var surface: Color?
  public var text: Color?
  public var muted: Color?
  public var accent: Color?
  public var good: Color?
  public var warn: Color?
  public var bad: Color?
  public var info: Color?
  /// A family's name, or the path of a font file beside the board file.
  public var font: String?
  /// How much larger than at arm's length everything is drawn; nil leaves it to the panel's height in pixels.
  public var scale: Double?

  public init() {}
}
