import Numbers

/// Dates written by directives such as `%A %-d %B`; the letters are those of POSIX `strftime`.
///
/// Those there are stand in `directives`; `%-d` leaves out the leading zero. Any other is written as it stands, and the reader of a
/// board warns of it.
struct DateFormat {
  /// All of them, apart from `%%`.
  static let directives = "%a %A %b %B %d %e %F %H %I %j %m %M %p %R %s %S %T %V %y %Y %z"

  /// The weekday, the day and the month in the language's own order and with its own marks.
  static let long = "long"

  /// What a board writes of a date's form: `long`, or directives.
  static func pattern(_ written: String, in language: Language) -> String {
    written == long ? language.dateFormat : written
  }

  /// What looks like a directive in a pattern and is none, each once.
  static func unknownDirectives(in pattern: String) -> [String] {
    var unknown: [String] = []
    var isDirective = false
    for scalar in pattern.unicodeScalars {
      guard isDirective else {
        isDirective = scalar == "%"
        continue
      }
      if scalar == "-" { continue }
      isDirective = false
      let written = "%\(scalar)"
      if scalar != "%", !directives.contains(written), !unknown.contains(written) { unknown.append(written) }
    }
    return unknown
  }

  /// Whether a pattern has letters that other programs take for parts of a date, and none of ours: dd.MM.yyyy, HH:mm, YYYY-MM-DD.
  static func isForeign(_ pattern: String) -> Bool {
    guard !pattern.contains("%") else { return false }
    let words = pattern.split { !$0.isLetter }
    return !words.isEmpty
      && words.allSatisfy { word in
        [
          "d", "dd", "ddd", "dddd", "D", "DD", "M", "MM", "MMM", "MMMM", "y", "yy", "yyyy", "YY",
          "YYYY", "E", "EE", "EEE", "EEEE", "H",
          "HH", "h", "hh", "m", "mm", "s", "ss", "a", "A",
        ].contains(word)
      }
  }

  /// The shortest time after which the text of a running clock may differ.
  enum Step { case second, minute, day }

  static func step(of pattern: String) -> Step {
    var step = Step.day
    var isDirective = false
    for character in pattern.unicodeScalars {
      if isDirective, character != "-" {
        switch character {
        case "S", "T", "s": return .second
        case "H", "I", "M", "R", "p": step = .minute
        default: break
        }
        isDirective = false
      } else if !isDirective {
        isDirective = character == "%"
      }
    }
    return step
  }

  static func text(_ pattern: String, at time: Double, in moment: Moment) -> String {
    let civil = moment.civil(time)
    var text = ""
    var directive: Bool? = nil
    for character in pattern.unicodeScalars {
      guard let isUnpadded = directive else {
        if character == "%" { directive = false } else { text.unicodeScalars.append(character) }
        continue
      }
      if character == "-", !isUnpadded {
        directive = true
        continue
      }
      directive = nil
      append(character, isUnpadded: isUnpadded, civil, time, moment.language, to: &text)
    }
    return text
  }

  private static func append(
    _ directive: Unicode.Scalar, isUnpadded: Bool, _ civil: CivilTime, _ time: Double, _ language: Language,
    to text: inout String
  ) {
    func number(_ value: Int, width: Int = 2, pad: Character = "0") {
      text += isUnpadded ? String(value) : padded(String(value), to: width, with: pad)
    }
    let hour12 = civil.hour % 12 == 0 ? 12 : civil.hour % 12
    switch directive {
    case "a": text += language.shortWeekdays[civil.weekday]
    case "A": text += language.weekdays[civil.weekday]
    // Fits: a year has twelve, in every language.
    case "b": text += language.shortMonths[civil.month - 1]
    // Fits: a year has twelve, in every language.
    case "B": text += language.months[civil.month - 1]
    case "d": number(civil.day)
    case "e": number(civil.day, pad: " ")
    case "F": text += Self.iso(civil)
    case "H": number(civil.hour)
    case "I": number(hour12)
    case "j": number(civil.dayOfYear, width: 3)
    case "m": number(civil.month)
    case "M": number(civil.minute)
    case "p": text += civil.hour < 12 ? language.beforeNoon : language.afterNoon
    case "R", "T":
      number(civil.hour)
      text += ":"
      number(civil.minute)
      if directive == "T" {
        text += ":"
        number(Int(clamping: civil.second))
      }
    case "s": text += NumberFormat.plain(time.rounded(.down))
    case "S": number(Int(clamping: civil.second))
    case "V": number(civil.week)
    case "y": number(((civil.year % 100) + 100) % 100)
    case "Y": number(civil.year, width: 4)
    case "z": text += Self.offset(civil, time)
    case "%": text += "%"
    default:
      text += isUnpadded ? "%-" : "%"
      text.unicodeScalars.append(directive)
    }
  }

  /// `+0100`: how far the clock is ahead of UTC.
  private static func offset(_ civil: CivilTime, _ time: Double) -> String {
    let east = civil.secondsSince1970.rounded(.down) - time.rounded(.down)
    guard east.magnitude < 100 * 3600 else { return "" }
    let minutes = Int(clamping: (east.magnitude / 60).rounded())
    return (east < 0 ? "-" : "+") + padded(String(minutes / 60), to: 2) + padded(String(minutes % 60), to: 2)
  }

  /// `2025-03-04`
  private static func iso(_ civil: CivilTime) -> String {
    "\(padded(String(civil.year), to: 4))-\(padded(String(civil.month), to: 2))-\(padded(String(civil.day), to: 2))"
  }
}
