/// HTML as the text a reader would see: enough for the fragments that feeds and APIs put into fields.
enum PlainText {
  /// Tags vanish, block tags and `<br>` end a line, `<script>` and `<style>` vanish with what they hold, entities are resolved,
  /// runs of white space become one space.
  static func fromHTML(_ html: String) -> String {
    let scalars = Array(html.unicodeScalars)
    var text = Collapsing()
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "<":
        guard let tag = Tag(scalars, at: index) else {
          text.append("<")
          index += 1
          continue
        }
        index = tag.end
        if tag.hidesContent { index = skip(tag.name, scalars, from: index) }
        if tag.endsLine { text.breakLine() }
      case "&":
        let (resolved, end) = entity(scalars, at: index)
        for scalar in resolved.unicodeScalars { text.append(scalar) }
        index = end
      default:
        text.append(scalars[index])
        index += 1
      }
    }
    return text.text
  }

  /// Text with white space collapsed while it is put together.
  private struct Collapsing {
    var text = ""
    private var pending: Unicode.Scalar?

    mutating func append(_ scalar: Unicode.Scalar) {
      if scalar.properties.isWhitespace {
        if pending == nil { pending = " " }
        return
      }
      if let pending, !text.isEmpty { text.unicodeScalars.append(pending) }
      pending = nil
      text.unicodeScalars.append(scalar)
    }

    mutating func breakLine() { pending = "\n" }
  }

  private struct Tag {
    var name = ""
    var end: Int

    /// Nothing when the `<` begins no tag, as in `a < b`.
    init?(_ scalars: [Unicode.Scalar], at start: Int) {
      var i = start + 1
      guard i < scalars.count else { return nil }
      if scalars[i] == "/" || scalars[i] == "!" || scalars[i] == "?" { i += 1 }
      guard i < scalars.count, scalars[i].properties.isAlphabetic || scalars[i - 1] != "<" else { return nil }
      let isComment = i + 1 < scalars.count && scalars[i - 1] == "!" && scalars[i] == "-" && scalars[i + 1] == "-"
      while i < scalars.count, scalars[i].properties.isAlphabetic || ("0"..."9").contains(scalars[i]) {
        name.unicodeScalars.append(scalars[i])
        i += 1
      }
      name = name.lowercased()
      while i < scalars.count, !(scalars[i] == ">" && (!isComment || (scalars[i - 1] == "-" && scalars[i - 2] == "-")))
      {
        i += 1
      }
      end = min(i + 1, scalars.count)
    }

    var hidesContent: Bool { name == "script" || name == "style" }

    var endsLine: Bool {
      switch name {
      case "br", "p", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre",
        "hr",
        "section", "article", "figure", "figcaption":
        true
      default: false
      }
    }
  }

  /// Behind the end tag of `name`, or the end.
  private static func skip(_ name: String, _ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var i = start
    while i < scalars.count {
      // Only the right tag is read to its end: others may have none, and would be read to the end again and again.
      let end = i + 2 + name.count
      if scalars[i] == "<", end <= scalars.count, scalars[i + 1] == "/",
        zip(scalars[(i + 2)...], name.unicodeScalars).allSatisfy({ $0.value | 0x20 == $1.value }),
        end == scalars.count || !(scalars[end].properties.isAlphabetic || ("0"..."9").contains(scalars[end])),
        let tag = Tag(scalars, at: i), tag.name == name
      {
        return tag.end
      }
      i += 1
    }
    return i
  }

  private static func entity(_ scalars: [Unicode.Scalar], at start: Int) -> (String, end: Int) {
    let limit = min(scalars.count, start + 12)
    guard let close = scalars[start..<limit].firstIndex(of: ";") else { return ("&", start + 1) }
    var name = ""
    for scalar in scalars[(start + 1)..<close] { name.unicodeScalars.append(scalar) }
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
      let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard let scalar = code.flatMap(Unicode.Scalar.init), code != 0 else { return ("&", start + 1) }
      return (String(scalar), close + 1)
    }
    guard let text = entities[name] else { return ("&", start + 1) }
    return (text, close + 1)
  }

  /// The entities of XML, and those of HTML 4 that prose uses.
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "", "ndash": "–",
    "mdash": "—",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚", "bdquo": "„", "laquo": "«",
    "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€",
    "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "times": "×", "divide": "÷", "plusmn": "±", "frac12": "½",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "agrave": "à",
    "aacute": "á", "acirc": "â", "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê",
    "euml": "ë", "iacute": "í", "icirc": "î", "ntilde": "ñ", "oacute": "ó", "ocirc": "ô", "oslash": "ø", "uacute": "ú",
    "ucirc": "û", "ugrave": "ù", "igrave": "ì", "ograve": "ò", "thinsp": "\u{2009}", "ensp": "\u{2002}",
    "emsp": "\u{2003}",
  ]
}
