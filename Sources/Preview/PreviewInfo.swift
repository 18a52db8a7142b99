#if Preview
  import Markup
  public import Scene

  /// What the bar of the page shows.
  public struct PreviewInfo: Sendable, Equatable {
    /// The board's name.
    public var title: String
    /// One line of anything worth knowing; may be empty.
    public var status: String
    /// The panel's size in its own pixels.
    public var size: PixelSize
    /// How the picture is turned on the panel; the page turns it back.
    public var orientation: Orientation
    /// Names of the refresh styles to choose from.
    public var styles: [String]
    /// The refresh style in use.
    public var style: String
    /// What is on the panel in words; nil before anything was.
    public var mirror: PreviewMirror?
    /// What would be heard, sentence by sentence; nil while nobody listens.
    public var heard: [String]?

    /// Sizes are panel pixels; without styles the page offers none.
    public init(
      title: String, status: String = "", size: PixelSize, orientation: Orientation = .degrees0, styles: [String] = [],
      style: String = "", mirror: PreviewMirror? = nil, heard: [String]? = nil
    ) {
      self.title = title
      self.status = status
      self.size = size
      self.orientation = orientation
      self.styles = styles
      self.style = style
      self.mirror = mirror
      self.heard = heard
    }

    /// The page's own form: one JSON object.
    var json: String {
      let info: JSON = [
        "title": .text(title), "status": .text(status),
        "size": .list([.number(Double(size.width)), .number(Double(size.height))]),
        "orientation": .number(Double(orientation.rawValue)), "styles": .list(styles.map { .text($0) }),
        "style": .text(style), "mirror": mirror?.json ?? .null,
        "heard": heard.map { .list($0.map { .text($0) }) } ?? .null,
      ]
      return info.line
    }
  }

  /// What a person chose in the bar of the page.
  public enum PreviewCommand: Sendable, Equatable {
    case orientation(Orientation)
    /// A panel size in its own pixels, each side 64 to 4096.
    case size(PixelSize)
    /// The name of a refresh style, as the viewer sent it: it may be none of those offered.
    case style(String)
    /// Something that a screen reader has read was pressed, or a part of it; of the mirror of this version.
    case press(item: Int, part: Int?, version: Int)
    /// A slider that a screen reader has read was moved to a share of its way, 0 to 1; of the mirror of this version.
    case slide(item: Int, share: Double, version: Int)
    /// What is asked was answered.
    case answer(Bool)
    /// Whether what comes from now on is a finger on another panel: this one does as that one does, and sends nothing.
    case follow(Bool)
  }
#endif
