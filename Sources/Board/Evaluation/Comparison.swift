extension Value {
  /// The number a value is or writes; dates and bools are none. Of `1,234` the comma divides thousands.
  var asNumber: Double? { number(in: .english) }

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

/// How two values stand to each other: as numbers if both are some, else as dates, else as texts.
enum Comparison {
  static func areEqual(_ a: Value, _ b: Value, in moment: Moment) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.bool(let a), .bool(let b)): return a == b
    case (.bool(let flag), .text(let text)), (.text(let text), .bool(let flag)):
      return text.lowercased() == (flag ? "true" : "false")
    case (.text(let a), .text(let b)) where a == b: return true
    case (.list, _), (_, .list), (.record, _), (_, .record): return a == b
    default: return order(a, b, in: moment) == 0
    }
  }

  /// Negative when `a` comes before `b`, 0 when they are the same, positive after; nil when they do not compare.
  static func order(_ a: Value, _ b: Value, in moment: Moment) -> Int? {
    if case .date(let x) = a, let y = b.asDate(in: moment) { return sign(x, y) }
    if case .date(let y) = b, let x = a.asDate(in: moment) { return sign(x, y) }
    if let x = a.number(in: moment.language), let y = b.number(in: moment.language) { return sign(x, y) }
    switch (a, b) {
    case (.text, .text), (.text, .number), (.number, .text):
      if let x = a.asDate(in: moment), let y = b.asDate(in: moment) { return sign(x, y) }
      guard case .text(let x) = a, case .text(let y) = b else { return nil }
      return x == y ? 0 : (x < y ? -1 : 1)
    case (.bool(let x), .bool(let y)): return x == y ? 0 : (y ? -1 : 1)
    default: return nil
    }
  }

  private static func sign(_ x: Double, _ y: Double) -> Int { x == y ? 0 : (x < y ? -1 : 1) }
}

/// What a list is sorted by. Unlike `Comparison`, which looks at two values at a time, keys of one list form a strict weak order:
/// bools, numbers, dates, texts, then everything without an order. Texts compare without regard to capitals first.
struct SortKey: Comparable {
  private enum Rank: Int { case bool, number, date, text, none }

  private var rank: Rank
  private var number = 0.0
  private var folded = ""
  private var text = ""

  /// The keys of a whole column. Numbers beside dates are dates, so that `1741082400` and `2025-03-04` sort together.
  static func keys(_ column: [Value], in moment: Moment) -> [SortKey] {
    var keys = column.map { SortKey($0, in: moment) }
    if keys.contains(where: { $0.rank == .date }) {
      for i in keys.indices where keys[i].rank == .number {
        if let time = DateReading.instant(keys[i].number) {
          keys[i].rank = .date
          keys[i].number = time
        }
      }
    }
    return keys
  }

  private init(_ value: Value, in moment: Moment) {
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
    case .text(let value):
      if let value = Value.text(value).number(in: moment.language) {
        rank = .number
        number = value
      } else if let time = DateReading.instant(value, in: moment) {
        rank = .date
        number = time
      } else {
        rank = value.isEmpty ? .none : .text
        text = value
        folded = value.lowercased()
      }
    case .null, .list, .record, .date, .number: rank = .none
    }
  }

  /// Has no place among the others: such values stay last, whatever the direction.
  var isLast: Bool { rank == .none }

  static func < (a: SortKey, b: SortKey) -> Bool {
    if a.rank != b.rank { return a.rank.rawValue < b.rank.rawValue }
    switch a.rank {
    case .bool, .number, .date: return a.number < b.number
    case .text: return a.folded == b.folded ? a.text < b.text : a.folded < b.folded
    case .none: return false
    }
  }

  static func == (a: SortKey, b: SortKey) -> Bool { !(a < b) && !(b < a) }
}
