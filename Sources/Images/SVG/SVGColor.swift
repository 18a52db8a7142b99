import Markup
import Numbers
import Scene

/// Colours as SVG writes them: `#rgb`, `#rrggbb`, `rgb(r, g, b)` and CSS names.
enum SVGColor {
  static func parse(_ text: String, of attribute: String, line: Int) throws(ImageError) -> Color {
    let word = SVGScanner.trimmed(text).lowercased()
    if word == "transparent" { return .clear }
    if let rgb = CSSColor.named[word] { return Color(rgb: rgb) }
    if word.hasPrefix("#"), let rgb = CSSColor.rgb(hexadecimal: word.dropFirst()) { return Color(rgb: rgb) }
    if word.hasPrefix("rgb("), word.hasSuffix(")"), let color = components(word.dropFirst(4).dropLast()) {
      return color
    }
    throw .unsupported(
      "\(attribute)=\"\(text)\" is no colour that is read", line: line,
      do: "write #rgb, #rrggbb, rgb(r, g, b) or a CSS name")
  }

  /// Three whole numbers up to 255, or three percentages; larger ones are clamped.
  private static func components(_ text: Substring) -> Color? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(SVGScanner.trimmed)
    guard parts.count == 3 else { return nil }
    let isPercent = parts.allSatisfy { $0.hasSuffix("%") }
    var values: [UInt8] = []
    for part in parts {
      guard let value = Double(isPercent ? String(part.dropLast()) : part), value.isFinite else { return nil }
      values.append(UInt8(clamping: min(max(isPercent ? value * 255 / 100 : value, 0), 255).rounded()))
    }
    return Color(red: values[0], green: values[1], blue: values[2])
  }
}
