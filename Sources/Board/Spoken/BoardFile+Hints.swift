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
  /// Less than twenty seconds to read and twenty to say that one is still there. Source: WCAG 2.1, 2.2.1.
  fileprivate var hint: String? {
    guard action == .top || action == .home, after < 40 else { return nil }
    return
      "\"after\" leaves whoever reads slowly less than 20 s before the panel asks whether he is still there: 40s or more does not"
  }
}

extension CardTemplate {
  /// What it lacks; nil when it says all it shows.
  fileprivate var hint: String? {
    let isNamed = [title, subtitle, text, alt].contains { $0 != nil }
    switch kind {
    case .image where !isNamed:
      return
        "\"image\" has no words: say what it shows, as in alt: \"The harbour at dusk\", or alt: \"\" if it only decorates"
    case .qr where title == nil && alt == nil:
      return "\"qr\" has no words: say what the code is for, as in alt: \"Opens the timetable\""
    default: break
    }
    // The others are called by what is theirs alone.
    guard kind != .table, kind != .own else { return nil }
    if tap != nil, title == nil, text == nil, alt == nil || alt?.constant == "" {
      return "\"\(kind.rawValue)\" can be pressed and has no name: give it a title"
    }
    return nil
  }
}
