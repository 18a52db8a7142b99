extension Evaluation {
  /// The text of a template; nil when it has none.
  ///
  /// A missing value removes its line, and in a line divided by ` · ` (or `•`, `|`, `–`, `—`, `-` between spaces) only its part.
  mutating func text(_ template: Template) -> String? {
    if template.parts.count == 1, case .value(let expression) = template.parts[0] {
      let value = value(expression)
      return text(value).flatMap { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? nil : $0 }
    }
    var lines = TextLines()
    for part in template.parts {
      switch part {
      case .text(let text): lines.add(literal: text)
      case .secret(let secret): lines.add(value: secret.reveal())
      case .placeholder: lines.add(value: nil)
      case .value(let expression):
        let value = value(expression)
        lines.add(value: text(value))
      }
    }
    return lines.text.map(limited)
  }

  /// The text of an address or header, where a missing value leaves nothing useful.
  ///
  /// - Parameter isShown: secrets read `•••`, for messages.
  mutating func wholeText(_ template: Template, isShown: Bool = false) -> String? {
    var text = ""
    for part in template.parts {
      switch part {
      case .text(let piece): text += piece
      case .secret(let secret): text += isShown ? secret.description : secret.reveal()
      case .placeholder: return nil
      case .value(let expression):
        let value = value(expression)
        guard let piece = self.text(value) else { return nil }
        text += piece
      }
    }
    return text.isEmpty ? nil : limited(text)
  }
}

/// Puts the parts of a template together, leaving out what is missing.
private struct TextLines {
  private var finished = ""
  private var hasFinished = false
  /// The separator before the current segment, and what stands in it so far.
  private var separator = ""
  private var segment = ""
  private var hasValue = false
  private var isMissing = false
  /// Any value at all was asked for, and any was there.
  private var askedForValues = false
  private var foundValues = false

  mutating func add(value: String?) {
    hasValue = true
    askedForValues = true
    if let value { segment += value } else { isMissing = true }
  }

  /// Literal text; only here separators count, for a value may hold them too.
  mutating func add(literal: String) {
    var rest = literal.unicodeScalars[...]
    while let next = Self.separator(in: rest) {
      segment.unicodeScalars.append(contentsOf: rest[..<next.lowerBound])
      let isDropped = endSegment()
      // What is left of a line whose first part is missing still begins a line.
      if !isDropped || separator != "\n" { separator = String(rest[next]) }
      rest = rest[next.upperBound...]
    }
    segment.unicodeScalars.append(contentsOf: rest)
  }

  var text: String? {
    var lines = self
    _ = lines.endSegment()
    if lines.askedForValues, !lines.foundValues { return nil }
    let text = trimmingSpaces(lines.finished)
    return text.isEmpty ? nil : text
  }

  /// Keeps the current segment or drops it; true when dropped.
  private mutating func endSegment() -> Bool {
    if hasValue, !isMissing { foundValues = true }
    let isDropped = isMissing || (hasValue && segment.utf8.allSatisfy { $0 == UInt8(ascii: " ") })
    if !isDropped {
      if hasFinished { finished += separator }
      finished += segment
      hasFinished = true
    }
    segment = ""
    hasValue = false
    isMissing = false
    return isDropped
  }

  /// The first line break, or spaced dot, bullet, bar or dash.
  private static func separator(in text: Substring.UnicodeScalarView) -> Range<Substring.UnicodeScalarView.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == "\n" { return index..<next }
      if text[index] == " ", next < text.endIndex, "·•|–—-".unicodeScalars.contains(text[next]) {
        let after = text.index(after: next)
        if after < text.endIndex, text[after] == " " { return index..<text.index(after: after) }
      }
      index = next
    }
    return nil
  }
}
