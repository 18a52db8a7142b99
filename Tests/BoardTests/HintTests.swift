import Testing

@testable import Board

/// What is said of slips that many make.
@Suite struct SlipTests {
  private func told(_ yaml: String) throws -> [String] {
    try read(yaml).diagnostics.map { String($0.description.dropFirst("b.yaml:".count)) }
  }

  @Test func fewWordsAreAllNamed() throws {
    #expect(
      try told("theme: {mode: night}\ncards: []") == [
        "1:15: error: \"mode\": unknown value \"night\"; known: light, dark, auto"
      ])
    #expect(try told("theme: {mode: lihgt}\ncards: []")[0].hasSuffix("(did you mean \"light\"?)"))
    #expect(try told("theme: dark\ncards: []")[0].hasSuffix("is written theme: {mode: dark}"))
  }

  /// A word that is near another one in its letters may mean a third.
  @Test func wordsThatMeanAnotherAreUnderstood() throws {
    let post = "post: \"http://a.example/s\", json: {v: \"{$value}\"}"
    let told = try told("allow: a.example\ncards:\n  - stepper: {label: a, value: 1, low: 5, high: 30, \(post)}\n")
    #expect(told.count == 2, "\(told)")
    #expect(told.contains { $0.contains("unknown key \"low\" in \"stepper\" (did you mean \"min\"?)") }, "\(told)")
    #expect(told.contains { $0.contains("unknown key \"high\" in \"stepper\" (did you mean \"max\"?)") }, "\(told)")
  }

  /// Who looks for a card that is called otherwise here is led to it, and everybody sees what there is.
  @Test(arguments: [
    ("weather", "forecast"), ("calendar", "agenda"), ("video", "image"), ("web", "qr"), ("switch", "toggle"),
  ])
  func cardsOfOtherNamesAreFound(word: String, card: String) throws {
    let told = try told("cards:\n  - \(word): {title: x}\n")
    #expect(told.count == 1 && told[0].contains("unknown card \"\(word)\" (did you mean \"\(card)\"?"), "\(told)")
    #expect(told[0].contains("; known: header, ") && told[0].contains("keypad"), "\(told)")
  }

  @Test func aCardThatNobodyMeansIsAnsweredByAll() throws {
    let told = try told("cards:\n  - hologram: {title: x}\n")
    #expect(told.count == 1 && told[0].contains("unknown card \"hologram\"; known: header, "), "\(told)")
  }

  /// One mistake, one sentence.
  @Test func optionsThatCannotBeReadAreNotCounted() throws {
    let told = try told(
      "allow: a.example\ncards:\n  - choice: {label: a, value: 1, options: [eco, off], post: \"http://a.example/{$value}\"}\n"
    )
    #expect(told.count == 1 && told[0].contains("\"options\""), "\(told)")
  }

  @Test func wordsInALanguageWithoutKeysAreToldOf() throws {
    func warnings(_ language: String, _ more: String = "") throws -> [String] {
      try told(
        "language: \(language)\nallow: a.example\ncards:\n  - entry: {label: a, post: \"http://a.example/s\", json: {v: \"{$value}\"}\(more)}\n"
      )
    }
    for language in ["ja", "ko", "zh-Hans"] {
      let told = try warnings(language)
      #expect(told.count == 1 && told[0].contains("there is no keyboard for \"\(language)\""), "\(told)")
      #expect(try warnings(language, ", keyboard: en").isEmpty)
    }
    for language in ["de", "ar", "pt"] { #expect(try warnings(language).isEmpty) }
  }

  @Test func curlyQuotesAreLetters() throws {
    let told = try told("cards:\n  - row: {title: “Hello, world”}\n")
    #expect(told.count == 1 && told[0].hasSuffix("put the straight quotes \" around the text"))
  }

  /// A field's name that stands for itself, and scales that end before they begin.
  @Test func whatEachItemWouldSayAlikeIsTold() throws {
    func found(_ card: String) throws -> [String] {
      try told("sources: {s: {url: \"http://x/y\"}}\ncards:\n  - \(card)\n")
    }
    for (card, words) in [
      (
        "number: {each: s, title: \"{t}\", value: free}",
        "\"value\": each of the cards says \"free\"; a field of the item is written {free}"
      ),
      ("gauge: {each: s, label: \"{t}\", value: free spots}", "is written {field}"),
      ("gauge: {label: a, value: free}", "\"free\" is no number; a value of a source is written {$source.free}"),
      (
        "row: {each: s, title: \"{t}\", group: coach}",
        "\"coach\" stands over all items; a field of theirs is written {coach}"
      ),
      ("gauge: {label: a, value: \"{$s.v}\", min: 100, max: 0}", "the greatest value must be above the least"),
      ("range: {each: s, label: a, low: a, high: b, min: 3, max: 3}", "the greatest value must be above the least"),
    ] {
      let all = try found(card)
      #expect(all.count == 1 && all[0].contains(words), "\(card): \(all)")
    }
    for card in [
      "number: {each: s, title: \"{t}\", value: \"{free}\"}", "number: {title: Museum, value: Open}",
      "gauge: {label: a, value: \"7,5\"}",
      "row: {each: s, title: \"{t}\", group: \"{coach}\"}", "gauge: {label: a, value: \"{$s.v}\", min: -5, max: 0}",
      "gauge: {label: a, value: \"{$s.v}\", min: 200}", "gauge: {label: a, value: \"{$s.v}\", min: 9, max: $s.v}",
    ] {
      #expect(try found(card) == [], "\(card)")
    }
    #expect(try found("text: {text: \"{$now | date('HH:mm')}\"}").first?.contains("an hour %H, a minute %M") == true)
  }

  /// What is set and sent to nobody.
  @Test func aValueThatIsNotSentIsTold() throws {
    func warnings(_ card: String) throws -> [String] {
      try told("sources: {s: {url: \"http://x/y\"}}\ncards:\n  - \(card)\n")
    }
    for card in [
      "slider: {label: a, value: 1, post: \"http://x/y\"}",
      "stepper: {label: a, value: 1, post: \"http://x/y\", json: {v: 1}}",
      "choice: {label: a, value: 1, options: {a: A, b: B}, post: \"http://x/{$s.id}\"}",
      "entry: {label: a, post: \"http://x/y\"}",
    ] {
      let found = try warnings(card)
      #expect(found.count == 1 && found[0].contains("warning: \"post\": nothing of what is sent is what was set"))
    }
    for card in [
      "slider: {label: a, value: 1, post: \"http://x/{$value}\"}",
      "slider: {label: a, value: 1, post: \"http://x/y\", json: \"{$value}\"}",
      "slider: {label: a, value: 1, post: \"http://x/y\", json: {a: [{b: \"{$value + 1}\"}]}}",
      "slider: {label: a, value: 1, post: \"http://x/y\", headers: {X-Value: \"{$value}\"}}",
      "toggle: {label: a, value: 1, post: \"http://x/turn\"}",
    ] {
      #expect(try warnings(card) == [])
    }
  }

  @Test(arguments: ["dd.MM.yyyy", "HH:mm", "YYYY-MM-DD", "EEEE d. MMMM"])
  func patternsOfOtherProgramsAreTold(pattern: String) throws {
    for yaml in [
      "words: {date: \"\(pattern)\"}\ncards: []",
      "cards:\n  - clock: {date: \"\(pattern)\"}\n",
      "cards:\n  - row: {title: \"{$now | date('\(pattern)')}\"}\n",
    ] {
      let told = try told(yaml)
      #expect(told.count == 1 && told[0].contains("warning") && told[0].contains("as in %d.%m.%Y"), "\(told)")
    }
    for fine in ["%d.%m.%Y", "", "Today", "–"] { #expect(!DateFormat.isForeign(fine)) }
  }

  /// Zones are known whatever else is wrong.
  @Test func zonesAreKnownBesideMistakes() throws {
    let reading = try read("cards:\n  - clock: {zone: Berlin}\n  - row: {titel: x}\n")
    #expect(reading.board == nil && reading.namedZones.map(\.name) == ["Berlin"])
  }
}
