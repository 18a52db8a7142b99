import Markup
import Scene

/// The names a board may call colours by: those of CSS, and amber, the colour of departure boards.
enum ColorNames {
  static let all: [String: Color] = {
    var colors = CSSColor.named.mapValues(Color.init(rgb:))
    colors["amber"] = Color(rgb: 0xFFB000)
    return colors
  }()
}
