import Refresh

/// The line of a refresh control that says when its page's data last came.
struct LastUpdated {
  /// A sprite of the style that shows the line.
  struct Line {
    var index: Int
    /// dp.
    var size: Double
    var ink: SpriteRequest.Ink
  }

  /// The sprites of the style in use.
  private(set) var lines: [Line] = []
  /// What is on them; nil before the first time.
  var words: String?
  /// Whether the control is in sight.
  var isShown = false

  /// Whether anybody would see the words.
  var isWanted: Bool { isShown && !lines.isEmpty }

  /// Another style: its sprites are empty.
  mutating func begin(_ style: any RefreshStyle) {
    words = nil
    lines = style.sprites.enumerated().compactMap { index, request in
      if case .lastUpdated(let size) = request.source { Line(index: index, size: size, ink: request.ink) } else { nil }
    }
  }
}
