extension Evaluation {
  /// The text of a template; nil when it has none.
  ///
  /// A missing value removes its line, unless another one touches it, and in a line divided by ` · ` (or `•`, `|`, `–`, `—`, `-` between spaces) only its part.
  ///
  /// - Parameter isCode: it is for a reader that is no person: numbers are as data has them.
  mutating func text(_ template: Template, isCode: Bool = false) -> String? {
    let order = isCode ? nil : ReadingOrder(template, language: moment.language)
    var finished = ""
    var isFirst = true
    var isLineBroken = false
    var hasValues = false
    var foundValues = false
    for segment in template.segments {
      let piece = text(segment, isCode: isCode, order)
      hasValues = hasValues || segment.hasValues
      foundValues = foundValues || (segment.hasValues && piece != nil)
      isLineBroken = isLineBroken || segment.separator == "\n"
      guard let piece, !(segment.hasValues && isBlank(piece)) else { continue }
      if isFirst {
        finished = piece
      } else {
        // What is left of a line whose first part is missing still begins a line.
        finished += isLineBroken ? "\n" : segment.separator
        finished += piece
      }
      isFirst = false
      isLineBroken = false
    }
    if hasValues, !foundValues { return nil }
    let text = trimmingSpaces(finished)
    return text.isEmpty ? nil : limited(order?.marked(text) ?? text)
  }

  /// The text of a segment; nil when a value in it is missing. Of values that touch each other, as in `{code}{name}`, those that are there
  /// stay.
  private mutating func text(_ segment: Template.Segment, isCode: Bool, _ order: ReadingOrder?) -> String? {
    var piece = ""
    // Of the values that touch each other up to here: whether there are any, and whether one of them is there.
    var (isRun, isThere) = (false, true)
    for part in segment.parts {
      switch part {
      case .text, .secret:
        if isRun, !isThere { return nil }
        isRun = false
        if case .text(let text) = part {
          piece += text
        } else if case .secret(let secret) = part {
          piece += secret.reveal()
        }
      case .placeholder: return nil
      case .value(let expression):
        if !isRun { (isRun, isThere) = (true, false) }
        let value = value(expression)
        guard let text = isCode ? text(value) : shown(value) else { continue }
        isThere = true
        piece += order?.isolated(text) ?? text
      }
    }
    return isRun && !isThere ? nil : piece
  }

  /// A value as people read it: a number's decimals stand behind the mark of the language, as everywhere on the panel. What is a text
  /// stays as it is: it may be a version, or an address.
  private mutating func shown(_ value: Value) -> String? {
    guard case .number(let number) = value, number.isFinite else { return text(value) }
    if groupsThousands, number.magnitude >= NumberTemplate.firstGrouped {
      return NumberFormat.grouped(number, digits: nil, language: moment.language)
    }
    return NumberFormat.shown(number, language: moment.language)
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
