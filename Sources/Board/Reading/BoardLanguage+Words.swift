/// The keys `language:` and `words:`: what a panel writes by itself, in whose language.
extension BoardLanguage {
  static let languageCodes = Language.all.map(\.code)

  /// One thing a panel writes, and its key.
  struct Phrase {
    enum Place {
      case text(WritableKeyPath<Language, String>, length: ClosedRange<Int>)
      case names(WritableKeyPath<Language, [String]>)
      case flag(WritableKeyPath<Language, Bool>)
    }

    var key: String
    var place: Place
    /// One sentence for the manual.
    var summary: String

    init(
      _ key: String, _ path: WritableKeyPath<Language, String>, _ summary: String, length: ClosedRange<Int> = 1...40
    ) {
      self.key = key
      place = .text(path, length: length)
      self.summary = summary
    }

    init(names key: String, _ path: WritableKeyPath<Language, [String]>, _ summary: String) {
      self.key = key
      place = .names(path)
      self.summary = summary
    }

    init(flag key: String, _ path: WritableKeyPath<Language, Bool>, _ summary: String) {
      self.key = key
      place = .flag(path)
      self.summary = summary
    }
  }

  static var phrases: [Phrase] {
    [
      Phrase("today", \.today, "In place of today's date."),
      Phrase("yesterday", \.yesterday, "In place of yesterday's date."),
      Phrase("tomorrow", \.tomorrow, "In place of tomorrow's date."),
      Phrase("justNow", \.justNow, "Less than a minute ago."),
      Phrase("past", \.past, "How long ago; % stands for \"5 min\"."),
      Phrase("future", \.future, "In how long; % stands for \"5 min\"."),
      Phrase("second", \.second, "After a number of seconds."),
      Phrase("minute", \.minute, "After a number of minutes."),
      Phrase("hour", \.hour, "After a number of hours."),
      Phrase("day", \.day, "After the number one."),
      Phrase("days", \.dayPlural, "After any other number."),
      Phrase("daysAway", \.daysAway, "The same inside \"past\" and \"future\", where a language wants another form."),
      Phrase("now", \.now, "A departure within the minute."),
      Phrase("cancelled", \.cancelled, "A departure that does not run."),
      Phrase("line", \.lineHead, "Over the names of lines."),
      Phrase("to", \.destinationHead, "Over the destinations of departures."),
      Phrase("platform", \.platformHead, "Over platforms."),
      Phrase("due", \.dueHead, "Over the minutes and times of departures."),
      Phrase("allDay", \.allDay, "An agenda's entry without times."),
      Phrase("noData", \.noData, "In place of a list or a chart whose data has never come, or is older than \"keep\"."),
      Phrase("noService", \.noService, "Why it has not: its server answers with errors."),
      Phrase("asOf", \.asOf, "Beside stale data; % stands for the time it is from."),
      Phrase("sending", \.sending, "A post is on its way."),
      Phrase("done", \.done, "A post was taken."),
      Phrase("failed", \.failed, "A post was answered by an error."),
      Phrase("offline", \.offline, "There is no network."),
      Phrase("noAnswer", \.noAnswer, "No answer came in time."),
      Phrase("notAllowed", \.notAllowed, "A post to a host the board does not name."),
      Phrase("ok", \.ok, "The answer to \"confirm\" that sends, where the card has no word for it."),
      Phrase("cancel", \.cancel, "The answer to \"confirm\" that does not."),
      Phrase(names: "weekdays", \.weekdays, "Monday first."),
      Phrase(names: "shortWeekdays", \.shortWeekdays, "Monday first, a few letters each."),
      Phrase(names: "months", \.months, "January first."),
      Phrase(names: "shortMonths", \.shortMonths, "January first, a few letters each."),
      Phrase("date", \.dateFormat, "A date of this year, in strftime's directives."),
      Phrase("dateWithYear", \.dateFormatWithYear, "A date of another year."),
      Phrase("shortDate", \.shortDateFormat, "A date where there is little room."),
      Phrase("monthWithYear", \.monthFormat, "A month above its days."),
      Phrase("time", \.timeFormat, "The time of day; \"%-I:%M %p\" has twelve hours."),
      Phrase("am", \.beforeNoon, "What \"%p\" writes in the morning."),
      Phrase("pm", \.afterNoon, "What \"%p\" writes from noon on."),
      Phrase("decimal", \.decimalSeparator, "Between whole and part.", length: 1...1),
      Phrase("thousands", \.groupSeparator, "Between thousands.", length: 0...1),
      Phrase("percentSpace", \.percentSpace, "Between a number and its %.", length: 0...1),
      Phrase(flag: "currencyFirst", \.isCurrencyFirst, "A currency's sign, or its letters, stand before the amount."),
    ]
  }

  static let vocabulary = KeyTable(
    name: "\"words\"",
    keys: phrases.map { phrase in
      switch phrase.place {
      case .text(let path, let length):
        Key(phrase.key, .line(length), standard: Language.english[keyPath: path], phrase.summary)
      case .names(let path):
        Key(phrase.key, .lines(Language.english[keyPath: path].count, 1...20), phrase.summary)
      case .flag(let path):
        Key(phrase.key, .flag, standard: String(Language.english[keyPath: path]), phrase.summary)
      }
    })
}

extension Language {
  /// What a board says of its language.
  ///
  /// - Parameters:
  ///   - code: of a language carried here; nil is English.
  ///   - words: what differs from it.
  init(_ code: String?, words: Fields?) {
    self = Self.all.first { $0.code == code }?.language ?? .english
    guard let words else { return }
    // A board's own words have two forms, and are meant.
    if ["day", "days", "daysAway", "past", "future"].contains(where: { words[$0] != nil }) { dayForms = nil }
    if words["months"] != nil { monthNames = [] }
    for phrase in BoardLanguage.phrases {
      switch phrase.place {
      case .text(let path, _): if let text = words.word(phrase.key) { self[keyPath: path] = text }
      case .names(let path):
        let names = words.list(phrase.key).compactMap { if case .word(let name) = $0 { name } else { nil } }
        if names.count == self[keyPath: path].count { self[keyPath: path] = names }
      case .flag(let path): if let flag = words.flag(phrase.key) { self[keyPath: path] = flag }
      }
    }
  }
}
