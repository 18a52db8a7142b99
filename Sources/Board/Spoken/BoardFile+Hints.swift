extension BoardFile {
  /// What somebody misses on it who does not see it, where it can be known before any data is there.
  public var hints: [(place: FilePlace, message: String)] {
    let cards = pages.flatMap(\.cards) + detail
    var hints: [(place: FilePlace, message: String)] = []
    for card in cards + cards.flatMap(\.cards) { if let hint = card.hint { hints.append((card.place, hint)) } }
    if let idle, let hint = idle.hint { hints.append((idle.place, hint)) }
    return hints
  }
}

extension Idle {
  /// Less than twenty seconds to read and twenty to say that one is still there; of pages that turn, less than twenty to read one.
  /// Source: WCAG 2.1, 2.2.1 and 2.2.2.
  fileprivate var hint: String? {
    switch action {
    case .top where after < 40, .home where after < 40:
      return
        "\"after\" leaves whoever reads slowly less than 20 s before the panel asks whether he is still there: 40s or more does not"
    case .next where after < 20:
      return "\"after\" turns the page before whoever reads slowly has read it: 20s or more does not"
    case .top, .home, .next, .scroll: return nil
    }
  }
}

extension CardTemplate {
  /// What it lacks; nil when it says all it shows.
  fileprivate var hint: String? { silence ?? namelessness ?? colourAlone ?? daysAlone }

  /// It has a picture or a code, and no words.
  private var silence: String? {
    // An empty `alt` says that a picture only decorates.
    let isSaid = says(title, subtitle, text, trail, badge) || alt != nil
    switch kind {
    case .image where !isSaid:
      return
        "\"image\" has no words: say what it shows, as in alt: \"The harbour at dusk\", or alt: \"\" if it only decorates"
    case .hero where image != nil && !isSaid, .row where image != nil && !isSaid:
      return "\"\(kind.rawValue)\" has a picture and no words: give it a title that says what it shows"
    case .row where icon != nil && !isSaid, .section where icon != nil && !isSaid:
      return "\"\(kind.rawValue)\" has an icon and no words: give it a title that says what it means"
    case .qr where !says(title, alt):
      return "\"qr\" has no words: say what the code is for, as in alt: \"Opens the timetable\""
    default: return nil
    }
  }

  private var namelessness: String? {
    // The others are called by what is theirs alone.
    guard kind != .table, kind != .own, tap != nil, !says(title, text, alt) else { return nil }
    return "\"\(kind.rawValue)\" can be pressed and has no name: give it a title"
  }

  /// Data gives it a tone that is drawn as a colour and nothing else. One that never changes tells nothing.
  private var colourAlone: String? {
    switch kind {
    case .section, .button, .image, .qr: break
    // Of a month with items the dots have their tones.
    case .month where each != nil: break
    default: return nil
    }
    guard let rule = tones.first(where: { $0.condition != nil && $0.tone != .accent && $0.tone != .muted }) else {
      return nil
    }
    if kind == .month {
      return
        "\"month\" tells by the colour of a dot alone what is \"\(rule.tone.rawValue)\": show it in words too, as an agenda does, whose tone has a mark"
    }
    return
      "\"\(kind.rawValue)\" tells by its colour alone when it is \"\(rule.tone.rawValue)\": say it in words too, or on a row, whose tone has a mark"
  }

  /// One card for all its items asks none of them.
  private var daysAlone: String? {
    guard kind == .forecast, each != nil else { return nil }
    let isOfADay = tones.contains { rule in
      guard let condition = rule.condition else { return false }
      if case .literal = condition { return false }
      var asksSource = false
      condition.forEachGlobal { _, _ in asksSource = true }
      return !asksSource
    }
    guard isOfADay else { return nil }
    return
      "\"forecast\" has one tone for all its days, which nothing of a day decides: ask the source, as in tone: {warn: $weather.gusts > 60}"
  }

  /// Whether one of them may have words: an empty text of the board's own has none.
  private func says(_ texts: Template?...) -> Bool {
    texts.contains { text in text.map { $0.constant.map { !isBlank($0) } ?? true } ?? false }
  }
}
