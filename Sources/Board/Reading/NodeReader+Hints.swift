/// What people write who know it by another name.
extension NodeReader {
  /// ` (did you mean "min"?)` for a word that is near no known key in its letters, and means one; nil for all others.
  ///
  /// - Parameter free: keys that do not stand there yet.
  static func synonym(of word: String, in free: [String]) -> String? {
    guard let meant = synonyms[word.lowercased()]?.first(where: free.contains) else { return nil }
    return " (did you mean \"\(meant)\"?)"
  }

  private static let synonyms: [String: [String]] = [
    "low": ["min"], "lowest": ["min", "low"], "from": ["min", "low", "start"], "minimum": ["min"], "least": ["min"],
    "high": ["max"], "highest": ["max", "high"], "maximum": ["max"], "most": ["max"], "until": ["max", "end"],
    "name": ["title", "label"], "heading": ["title"], "caption": ["label", "subtitle"], "header": ["title"],
    "content": ["text"], "src": ["url", "image"], "source": ["url", "each"], "href": ["url"], "link": ["url"],
    "interval": ["every"], "refresh": ["every"], "choices": ["options"], "values": ["options", "points"],
    "increment": ["step"], "if": ["when"], "show": ["when"], "filter": ["when", "where"], "action": ["post", "open"],
    "repeat": ["each"], "for": ["each"],
  ]

  /// What to write in place of a card that there is not, with all there are.
  static func card(for word: String, in names: [String]) -> String {
    if let near = nearest(to: word, in: names) { return " (did you mean \"\(near)\"?)" }
    let known = "; known: " + names.joined(separator: ", ")
    guard let (meant, why) = cards[word.lowercased()], names.contains(meant) else { return known }
    return " (did you mean \"\(meant)\"?\(why.isEmpty ? "" : " \(why)"))\(known)"
  }

  /// What the card is called here, and what else there is to say of it.
  private static let cards: [String: (String, String)] = [
    "weather": ("forecast", ""), "calendar": ("agenda", "\"month\" has the days of one"), "events": ("agenda", ""),
    "video": ("image", "with \"live: true\" a camera's, MJPEG"),
    "camera": ("image", "with \"live: true\" a camera's, MJPEG"), "photo": ("image", ""), "picture": ("image", ""),
    "web": ("qr", "there are no web pages on a panel, and a telephone opens one"),
    "iframe": ("qr", "there are no web pages on a panel, and a telephone opens one"),
    "html": ("text", "there are no web pages on a panel"), "markdown": ("text", ""), "list": ("row", "with \"each\""),
    "item": ("row", ""), "graph": ("chart", ""), "plot": ("chart", ""), "line": ("chart", ""), "bar": ("chart", ""),
    "dial": ("gauge", ""), "meter": ("gauge", ""), "value": ("number", ""), "sensor": ("number", ""),
    "switch": ("toggle", ""), "select": ("choice", ""), "dropdown": ("choice", ""), "input": ("entry", ""),
    "time": ("clock", ""), "heading": ("section", ""), "title": ("header", ""), "departures": ("departure", ""),
    "pin": ("keypad", ""), "code": ("keypad", "a square code is \"qr\""),
  ]

  /// Warns of words that are to be typed in a language whose keys are not here.
  mutating func checkKeyboards(of board: BoardFile) {
    guard !KeyboardLayout.has(board.language.code) else { return }
    for mark in plainEntries {
      report(
        mark,
        "\"entry\": there is no keyboard for \"\(board.language.code)\", so it has English keys; write keyboard: en where they do (known: \(KeyboardLayout.codes.joined(separator: ", ")))",
        severity: .warning)
    }
  }
}
