extension Value {
  /// The number a value is or writes; dates and bools are none.
  ///
  /// - Parameter language: decides what the comma of `1,234` is; any other number says so itself.
  func number(in language: Language) -> Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): NumberFormat.number(text) ?? NumberFormat.written(text, in: language)
    case .null, .bool, .date, .list, .record: nil
    }
  }

  /// The moment a value is or writes, in seconds since 1970 UTC.
  func asDate(in moment: Moment) -> Double? {
    switch self {
    case .date(let time): return time.isFinite ? time : nil
    case .number(let number): return DateReading.instant(number)
    case .text(let text):
      if let number = NumberFormat.number(text) {
        return DateReading.digits(text, in: moment) ?? DateReading.instant(number)
      }
      return DateReading.instant(text, in: moment)
    case .null, .bool, .list, .record: return nil
    }
  }

  /// The same, but of a time of day by itself the one that is nearest to an instant.
  func asDate(nearest time: Double, in moment: Moment) -> Double? {
    if case .text(let text) = self, let clock = DateReading.clockTime(text, nearest: time, in: moment) { return clock }
    return asDate(in: moment)
  }

  /// Whether a condition holds. False are: null, false, 0, an empty text or list, and the words data has for no.
  var isTrue: Bool {
    switch self {
    case .null: return false
    case .bool(let value): return value
    case .number(let number): return number != 0
    case .text(let text):
      guard text.utf8.count <= 5 else { return true }
      if let number = NumberFormat.number(text) { return number != 0 }
      switch text.lowercased() {
      case "", "0", "false", "no", "off": return false
      default: return true
      }
    case .date: return true
    case .list(let items): return !items.isEmpty
    case .record(let record): return record.count > 0
    }
  }

  /// Null, or a text with nothing in it: what `??` replaces.
  var isMissing: Bool {
    switch self {
    case .null: true
    case .text(let text): text.isEmpty
    default: false
    }
  }
}

/// How two values stand to each other: as numbers if both are some, else as dates, else as words of the language.
///
/// Two texts that write a number are the same only where nothing is lost in saying so: `1.10` is a room beside `1.1`, `007` an agent, and
/// long digits name more things than a number can tell apart.
enum Comparison {
  static func areEqual(_ a: Value, _ b: Value, in moment: Moment) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.bool(let a), .bool(let b)): return a == b
    case (.bool(let flag), .text(let text)), (.text(let text), .bool(let flag)):
      return text.lowercased() == (flag ? "true" : "false")
    case (.text(let x), .text(let y)):
      if x == y { return true }
      if a.number(in: moment.language) != nil, b.number(in: moment.language) != nil {
        return NumberFormat.isPlain(x, in: moment.language) && NumberFormat.isPlain(y, in: moment.language)
          && order(a, b, in: moment) == 0
      }
      guard let first = a.asDate(in: moment), let second = b.asDate(in: moment) else { return false }
      return first == second
    case (.list, _), (_, .list), (.record, _), (_, .record): return a == b
    default: return order(a, b, in: moment) == 0
    }
  }

  /// Negative when `a` comes before `b`, 0 when they are the same, positive after; nil when they do not compare.
  static func order(_ a: Value, _ b: Value, in moment: Moment) -> Int? {
    if case .date(let x) = a, let y = b.asDate(in: moment) { return sign(x, y) }
    if case .date(let y) = b, let x = a.asDate(in: moment) { return sign(x, y) }
    if let x = a.number(in: moment.language), let y = b.number(in: moment.language) {
      let sign = sign(x, y)
      return sign == 0 ? exactOrder(a, b, in: moment.language) : sign
    }
    switch (a, b) {
    case (.text, .text), (.text, .number), (.number, .text):
      if let x = a.asDate(in: moment), let y = b.asDate(in: moment) { return sign(x, y) }
      guard case .text(let x) = a, case .text(let y) = b else { return nil }
      return wordOrder(x, y, Collation(moment.language))
    case (.bool(let x), .bool(let y)): return x == y ? 0 : (y ? -1 : 1)
    default: return nil
    }
  }

  /// Of the same number: a text that writes it otherwise than people do is another one, and so is one of more digits than a number holds.
  private static func exactOrder(_ a: Value, _ b: Value, in language: Language) -> Int {
    switch (a, b) {
    case (.text(let x), .text(let y)):
      if NumberFormat.isPlain(x, in: language), NumberFormat.isPlain(y, in: language) { return 0 }
      return wordOrder(trimmingSpaces(x), trimmingSpaces(y), Collation(language))
    case (.text(let text), .number(let number)) where NumberFormat.isLong(text):
      return wordOrder(trimmingSpaces(text), NumberFormat.plain(number), Collation(language))
    case (.number(let number), .text(let text)) where NumberFormat.isLong(text):
      return wordOrder(NumberFormat.plain(number), trimmingSpaces(text), Collation(language))
    default: return 0
    }
  }

  /// As lists are sorted: by letters and numbers first, then by the texts themselves.
  private static func wordOrder(_ x: String, _ y: String, _ collation: Collation) -> Int {
    if x == y { return 0 }
    let (a, b) = (collation.key(x), collation.key(y))
    return a == b ? (x < y ? -1 : 1) : (a < b ? -1 : 1)
  }

  private static func sign(_ x: Double, _ y: Double) -> Int { x == y ? 0 : (x < y ? -1 : 1) }
}

/// What a list is sorted by. Unlike `Comparison`, which looks at two values at a time, keys of one list form a strict weak order:
/// bools, numbers, dates, texts, then everything without an order. Texts compare as words of the language first, then by their letters.
struct SortKey: Comparable {
  private enum Rank: Int { case bool, number, date, text, none }

  private var rank: Rank
  private var number = 0.0
  /// Of a text what `Collation` makes of it; of a number that texts tell apart beyond its value, too.
  private var folded = ""
  private var text = ""

  /// The keys of a whole column. Numbers beside dates are dates, so that `1741082400` and `2025-03-04` sort together, and whole numbers
  /// beside names that begin with one are names: 9, 9a, 10.
  static func keys(_ column: [Value], in moment: Moment) -> [SortKey] {
    let collation = Collation(moment.language)
    var keys = column.map { SortKey($0, collation, in: moment) }
    if keys.contains(where: { $0.rank == .date }) {
      for i in keys.indices where keys[i].rank == .number {
        if let time = column[i].asDate(in: moment) {
          keys[i].rank = .date
          keys[i].number = time
        }
      }
    } else if keys.contains(where: \.isNumbered), keys.allSatisfy({ $0.rank != .number || $0.isCount }) {
      for i in keys.indices where keys[i].rank == .number {
        let text = NumberFormat.plain(keys[i].number)
        keys[i].rank = .text
        if keys[i].text.isEmpty { keys[i].text = text }
        keys[i].folded = collation.key(text)
      }
    }
    return keys
  }

  private init(_ value: Value, _ collation: Collation, in moment: Moment) {
    switch value {
    case .bool(let flag):
      rank = .bool
      number = flag ? 1 : 0
    case .date(let time) where !time.isNaN:
      rank = .date
      number = time
    case .number(let value) where !value.isNaN:
      rank = .number
      number = value
      // Beyond what all numbers are written out in.
      if value.magnitude >= 1e15, value.isFinite {
        text = NumberFormat.plain(value)
        folded = collation.key(text)
      }
    case .text(let value):
      if let number = Value.text(value).number(in: moment.language) {
        rank = .number
        self.number = number
        if !NumberFormat.isPlain(value, in: moment.language) {
          text = trimmingSpaces(value)
          folded = collation.key(text)
        }
      } else if let time = DateReading.instant(value, in: moment) {
        rank = .date
        number = time
      } else {
        rank = value.isEmpty ? .none : .text
        text = value
        folded = collation.key(value)
      }
    case .null, .list, .record, .date, .number: rank = .none
    }
  }

  /// Has no place among the others: such values stay last, whatever the direction.
  var isLast: Bool { rank == .none }

  /// A name that begins with a number: 10a.
  private var isNumbered: Bool { rank == .text && text.utf8.first.map(DateReading.isDigit) ?? false }

  /// A whole number from 0, as names have them.
  private var isCount: Bool { number >= 0 && number < 1e9 && number == number.rounded() }

  static func < (a: SortKey, b: SortKey) -> Bool {
    if a.rank != b.rank { return a.rank.rawValue < b.rank.rawValue }
    switch a.rank {
    case .bool, .date: return a.number < b.number
    case .number where a.number != b.number: return a.number < b.number
    case .number, .text: return a.folded == b.folded ? a.text < b.text : a.folded < b.folded
    case .none: return false
    }
  }

  static func == (a: SortKey, b: SortKey) -> Bool { !(a < b) && !(b < a) }
}
