/// The little markup of `text` cards: `**bold**`, and links as their text.
enum Markup {
  /// Pango markup with everything escaped that is not ours.
  static func pango(_ text: String) -> String {
    var output = ""
    var isBold = false
    var rest = text.prefix(20_000)
    while let character = rest.first {
      if rest.hasPrefix("**") {
        output += isBold ? "</b>" : "<b>"
        isBold.toggle()
        rest = rest.dropFirst(2)
        continue
      }
      if character == "[", let link = link(at: rest) {
        output += "<u>\(escaped(link.text))</u>"
        rest = rest[link.end...]
        continue
      }
      output += escaped(rest.prefix(1))
      rest = rest.dropFirst()
    }
    return isBold ? output + "</b>" : output
  }

  /// `[text](address)` at the beginning of `rest`.
  private static func link(at rest: Substring) -> (text: Substring, end: Substring.Index)? {
    guard let close = rest.firstIndex(of: "]"), rest.distance(from: rest.startIndex, to: close) < 200 else {
      return nil
    }
    let open = rest.index(after: close)
    guard open < rest.endIndex, rest[open] == "(" else { return nil }
    guard let end = rest[open...].firstIndex(of: ")") else { return nil }
    return (rest[rest.index(after: rest.startIndex)..<close], rest.index(after: end))
  }

  private static func escaped(_ text: Substring) -> String {
    var output = ""
    for character in text {
      switch character {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      default: output.append(character)
      }
    }
    return output
  }
}
