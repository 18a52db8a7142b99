/// Sizes and distances, in dp: one type scale (ratio 1.2 from 16) and a grid of 8 with halves where text needs them.
enum Design {
  /// Between the page's sides and its cards.
  static let margin = 16.0
  /// Between cards.
  static let gap = 8.0
  /// Inside a card, at its sides.
  static let inset = 16.0
  static let radius = 12.0
  /// Below this width a column is given up. Source: boards.md 3.3.
  static let minimumColumn = 280.0
  static let thumbnail = 48.0
  static let toneMark = 20.0
  static let toneBar = 4.0
  static let headerHeight = 64.0
  static let sectionHeight = 48.0
  /// Row of one line, of two, and of a picture: 12 above and below.
  static let rowHeight = 56.0
  static let tallRowHeight = 68.0
  static let pictureRowHeight = 72.0
  /// A tile is at most this high: long texts become several.
  static let tileHeight = 512
}

/// A step of the type scale.
struct TypeStyle: Sendable, Hashable {
  var size: Double
  /// From one baseline to the next.
  var leading: Double
  var isBold = false

  static let caption = TypeStyle(size: 13, leading: 18)
  static let badge = TypeStyle(size: 13, leading: 18, isBold: true)
  static let section = TypeStyle(size: 15, leading: 24, isBold: true)
  static let secondary = TypeStyle(size: 14, leading: 20)
  static let body = TypeStyle(size: 17, leading: 26)
  static let label = TypeStyle(size: 17, leading: 24, isBold: true)
  static let value = TypeStyle(size: 20, leading: 28, isBold: true)
  static let title = TypeStyle(size: 22, leading: 28, isBold: true)
  static let headline = TypeStyle(size: 27, leading: 34, isBold: true)
  static let display = TypeStyle(size: 38, leading: 46, isBold: true)
}
