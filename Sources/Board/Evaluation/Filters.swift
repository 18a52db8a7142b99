import Markup
import Numbers

extension Evaluation {
  /// `input | filter(arguments)`: null whenever the filter cannot use what it is given.
  mutating func filtered(_ input: Expression, _ filter: Filter, _ arguments: [Expression]) -> Value {
    switch filter {
    case .time, .date, .ago, .minutes, .epoch, .offset: return timeFilter(input, filter, arguments)
    case .count:
      // The items themselves are not needed.
      if case .global(let name, _) = input, case .source(let records)? = globals[name] {
        return records.count.map { .number(Double($0)) } ?? .null
      }
    case .where: return join(input, arguments)
    default: break
    }
    let value = value(input)
    if case .null = value { return .null }
    if case .text(let text) = value, !spend(reading: text) { return .null }
    switch filter {
    case .round, .fixed, .number, .percent, .bytes, .money, .duration: return numberFilter(value, filter, arguments)
    case .first, .last, .sum, .min, .max, .join: return listFilter(value, filter, arguments)
    case .count: return count(value)
    case .contains: return contains(value, arguments[0])
    case .slice: return slice(value, arguments)
    default: return textFilter(value, filter, arguments)
    }
  }

  /// An argument as a number; `fallback` when it is left out, nil when it is no number.
  private mutating func number(_ arguments: [Expression], _ index: Int, or fallback: Double?) -> Double? {
    index < arguments.count ? value(arguments[index]).number(in: moment.language) : fallback
  }

  private mutating func text(_ arguments: [Expression], _ index: Int, or fallback: String?) -> String? {
    guard index < arguments.count else { return fallback }
    let value = value(arguments[index])
    return text(value)
  }

  // MARK: Numbers

  private mutating func numberFilter(_ value: Value, _ filter: Filter, _ arguments: [Expression]) -> Value {
    if filter == .duration, case .text(let text) = value, let seconds = DurationReading.seconds(text) {
      return duration(seconds, arguments)
    }
    guard let number = value.number(in: moment.language) else { return .null }
    switch filter {
    case .round:
      guard let digits = self.number(arguments, 0, or: 0) else { return .null }
      return .number(NumberFormat.rounded(number, digits: count(digits, within: -15...15)))
    case .bytes: return .text(NumberFormat.bytes(number, language: moment.language))
    case .duration: return duration(number, arguments)
    case .money:
      guard let currency = text(arguments, 0, or: ""), let digits = self.number(arguments, 1, or: 2) else {
        return .null
      }
      guard spend(writing: currency.utf8.count) else { return .null }
      return .text(
        limited(
          NumberFormat.money(
            number, currency: currency, digits: count(digits, within: 0...15), language: moment.language)))
    case .percent:
      guard let digits = self.number(arguments, 0, or: 0) else { return .null }
      let share = NumberFormat.fixed(number * 100, digits: count(digits, within: 0...15), language: moment.language)
      return .text(share + moment.language.percentSpace + "%")
    case .number:
      if arguments.isEmpty, case .text(let text) = value,
        let long = NumberFormat.grouped(long: text, language: moment.language)
      {
        return .text(long)
      }
      if arguments.isEmpty { return .text(NumberFormat.grouped(number, digits: nil, language: moment.language)) }
      guard let digits = self.number(arguments, 0, or: nil) else { return .null }
      return .text(NumberFormat.grouped(number, digits: count(digits, within: 0...15), language: moment.language))
    default:
      guard let digits = self.number(arguments, 0, or: nil) else { return .null }
      return .text(
        NumberFormat.fixed(number, digits: count(digits, within: 0...15), decimal: moment.language.decimalSeparator))
    }
  }

  private func count(_ number: Double, within range: ClosedRange<Int>) -> Int {
    Int(clamping: min(max(number.rounded(), Double(range.lowerBound)), Double(range.upperBound)))
  }

  private mutating func duration(_ seconds: Double, _ arguments: [Expression]) -> Value {
    guard !arguments.isEmpty else { return .text(duration(seconds)) }
    guard text(arguments, 0, or: "") == "clock" else { return .null }
    let (total, sign) = whole(seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (total / 3600, total % 3600 / 60)
    return .text(
      sign + (hours > 0 ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"))
  }

  /// Whole seconds, without their sign, and that.
  private func whole(_ seconds: Double) -> (total: Int, sign: String) {
    // Fits: a number, and no more than 10¹².
    let total = seconds.isNaN ? 0 : Int(bounded: min(seconds.magnitude.rounded(), 1e12))
    return (total, seconds < 0 && total > 0 ? "-" : "")
  }

  /// The two largest units: `1 h 20 min`, `45 s`, `3 days 4 h`.
  private func duration(_ seconds: Double) -> String {
    let (total, sign) = whole(seconds)
    let language = moment.language
    func one(_ count: Int, _ unit: String) -> String { "\(count)\(language.numberSpace)\(unit)" }
    func two(_ large: String, _ small: Int, _ smallUnit: String) -> String {
      // Where the unit stands before its number, two of them would read as one number.
      let gap = large.last?.isNumber == true ? ", " : " "
      return sign + (small == 0 ? large : large + gap + one(small, smallUnit))
    }
    if total < 60 { return sign + one(total, language.second) }
    if total < 3600 { return two(one(total / 60, language.minute), total % 60, language.second) }
    if total < 86400 { return two(one(total / 3600, language.hour), total % 3600 / 60, language.minute) }
    return two(language.days(total / 86400), total % 86400 / 3600, language.hour)
  }

  // MARK: Lists

  private mutating func count(_ value: Value) -> Value {
    switch value {
    case .list(let items): .number(Double(items.count))
    case .record(let record): .number(Double(record.count))
    case .text(let text): spend(reading: text) ? .number(Double(text.count)) : .null
    default: .null
    }
  }

  private mutating func listFilter(_ value: Value, _ filter: Filter, _ arguments: [Expression]) -> Value {
    // One record is a list of one: a source of one item reads like any other.
    guard case .list(let items) = asList(value), spend(items.count) else { return .null }
    switch filter {
    case .first: return items.first ?? .null
    case .last: return items.last ?? .null
    case .join:
      guard let separator = text(arguments, 0, or: ", ") else { return .null }
      guard let pieces = field(of: items, arguments, 1) else { return .null }
      return joined(pieces.compactMap { text($0) }, separator).map(Value.text) ?? .null
    default: break
    }
    guard let values = field(of: items, arguments, 0) else { return .null }
    if filter == .sum {
      var sum: Double?
      for value in values {
        guard spend(interpreting: value) else { return .null }
        if let number = value.number(in: moment.language) {
          sum = (sum ?? 0) + number
        } else if unsummed == nil, case .text(let text) = value, Self.isMeantAsNumber(text) {
          unsummed = String(text.prefix(40))
        }
      }
      // The sum of nothing is 0; the sum of things that are no numbers is nothing.
      guard let total = sum ?? (values.isEmpty ? 0 : nil), total.isFinite else { return .null }
      return .number(total)
    }
    for value in values where !spend(interpreting: value) { return .null }
    let keys = SortKey.keys(values, in: moment)
    let known = keys.indices.filter { !keys[$0].isLast }
    let best =
      filter == .min ? known.min { keys[$0] < keys[$1] } : known.max { keys[$0] < keys[$1] }
    return best.map { values[$0] } ?? .null
  }

  /// A text that begins as numbers do and is none; words for what is missing are meant to be left out.
  private static func isMeantAsNumber(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else { return false }
    return !first.properties.isAlphabetic && text.utf8.contains(where: DateReading.isDigit)
  }

  private func asList(_ value: Value) -> Value {
    if case .record = value { .list([value]) } else { value }
  }

  /// A field of every item, by its dotted path; the items themselves when no field is asked for.
  private mutating func field(of items: [Value], _ arguments: [Expression], _ index: Int) -> [Value]? {
    guard index < arguments.count else { return items }
    guard let path = text(arguments, index, or: nil), spend(path.utf8.count) else { return nil }
    let names = path.split(separator: ".").map(String.init)
    guard spend(items.count * max(0, min(names.count, 16) - 1)) else { return nil }
    return items.map { item in
      var value = item
      for name in names {
        switch value {
        case .record(let record): value = record[name] ?? .null
        case .list(let items):
          guard let index = Int(name), items.indices.contains(index) else { return .null }
          value = items[index]
        default: return .null
        }
      }
      return value
    }
  }

  private mutating func contains(_ value: Value, _ argument: Expression) -> Value {
    let wanted = self.value(argument)
    switch value {
    case .list(let items):
      return contains(items, wanted)
    case .record(let record): return text(wanted).map { .bool(record[$0] != nil) } ?? .null
    default:
      guard let whole = text(value), let part = text(wanted), spend(reading: whole), spend(reading: part) else {
        return .null
      }
      return .bool(part.isEmpty || whole.firstRange(of: part) != nil)
    }
  }

  private mutating func contains(_ items: [Value], _ wanted: Value) -> Value {
    guard spend(items.count), spend(interpreting: wanted) else { return .null }
    // A word is no number and no date: it is equal to the same word alone, and nothing needs to be read as anything.
    var isWord = false
    if case .text(let text) = wanted, wanted.asDate(in: moment) == nil, wanted.number(in: moment.language) == nil {
      isWord = spend(reading: text)
    }
    for item in items {
      switch (item, wanted) {
      case (.text(let a), .text(let b)):
        if a == b { return .bool(true) }
        if isWord { continue }
        guard spend(interpreting: item) else { return .null }
      case (.list, .list), (.record, .record): guard spendComparing(item, wanted) else { return .null }
      default: break
      }
      if Comparison.areEqual(item, wanted, in: moment) { return .bool(true) }
    }
    return .bool(false)
  }

  private mutating func slice(_ value: Value, _ arguments: [Expression]) -> Value {
    guard let start = number(arguments, 0, or: nil), let length = number(arguments, 1, or: .infinity) else {
      return .null
    }
    func range(_ count: Int) -> Range<Int> {
      let from = start < 0 ? Double(count) + start : start
      // Fits: a count is never negative.
      let low = self.count(from, within: 0...count)
      // Fits: `low` is no more than `count`, and what follows it no more than what is left.
      return low..<low + self.count(length, within: 0...(count - low))
    }
    switch value {
    case .list(let items):
      let part = range(items.count)
      return spend(part.count) ? .list(Array(items[part])) : .null
    case .record, .null: return .null
    default:
      // Each character is looked at, and none is kept beside the text.
      guard let text = text(value), spend(writing: text.utf8.count) else { return .null }
      let part = range(text.count)
      // Fits: places in a text of so many characters.
      let start = text.index(text.startIndex, offsetBy: part.lowerBound)
      // Fits: the same, and none of them goes back.
      return .text(limited(String(text[start..<text.index(start, offsetBy: part.count)])))
    }
  }

  // MARK: Texts

  private mutating func textFilter(_ value: Value, _ filter: Filter, _ arguments: [Expression]) -> Value {
    guard let input = text(value), spend(reading: input) else { return .null }
    switch filter {
    case .upper: return spend(writing: input.utf8.count) ? .text(limited(input.uppercased())) : .null
    case .lower: return spend(writing: input.utf8.count) ? .text(limited(input.lowercased())) : .null
    case .plain:
      guard spend(writing: input.utf8.count) else { return .null }
      return .text(limited(HTMLText(input, paragraphs: .onLines).text))
    case .starts:
      guard let start = text(arguments, 0, or: nil), spend(reading: start) else { return .null }
      return .bool(input.hasPrefix(start))
    case .truncate:
      guard let length = number(arguments, 0, or: nil) else { return .null }
      return .text(truncated(input, to: count(length, within: 0...Self.maximalText)))
    case .split:
      guard let separator = text(arguments, 0, or: nil), !separator.isEmpty else { return .null }
      return split(input, by: separator)
    default:
      guard let old = text(arguments, 0, or: nil), let new = text(arguments, 1, or: nil), !old.isEmpty else {
        return .null
      }
      return replaced(input, old, by: new)
    }
  }

  private mutating func split(_ text: String, by separator: String) -> Value {
    guard spend(reading: separator) else { return .null }
    var pieces: [Value] = []
    let isWhole = text.forEachPiece(separatedBy: separator) { piece in
      pieces.append(.text(trimmingSpaces(String(piece))))
      return spend(1 + piece.utf8.count / 16) && pieces.count <= Self.maximalText
    }
    return isWhole ? .list(pieces) : .null
  }

  /// Null when it would grow beyond what a text may hold.
  private mutating func replaced(_ text: String, _ old: String, by new: String) -> Value {
    guard spend(reading: old), spend(writing: text.utf8.count) else { return .null }
    var result = ""
    var isFirst = true
    let isWhole = text.forEachPiece(separatedBy: old) { piece in
      if !isFirst { result += new }
      isFirst = false
      result += piece
      return spend(1 + new.utf8.count / 16) && result.utf8.count <= text.utf8.count + Self.maximalText
    }
    return isWhole ? .text(limited(result)) : .null
  }

  /// At most so many characters, the ellipsis among them; cut at a space when one is near.
  private func truncated(_ text: String, to length: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    guard length > 0 else { return "" }
    // Forwards only: a step back through a row of flags looks at all of them.
    let near = max(12, length / 4)
    var space: Int?
    // Behind the last character that is worth keeping, before the cut and before the last space.
    var (inkEnd, inkBeforeSpace) = (text.startIndex, text.startIndex)
    var index = text.startIndex
    var place = 0
    // Fits: more than `length` characters are there.
    while place < length - 1 {
      let character = text[index]
      if character.isWhitespace {
        space = place
        inkBeforeSpace = inkEnd
      }
      text.formIndex(after: &index)
      place += 1
      if !Self.isDropped(character) { inkEnd = index }
    }
    if !text[index].isWhitespace, let space, place - space <= near {
      // Fits: indices that were gone past.
      return text[..<inkBeforeSpace] + "…"
    }
    // Fits: indices that were gone past.
    return text[..<inkEnd] + "…"
  }

  /// At the end of a text that is cut.
  private static func isDropped(_ character: Character) -> Bool {
    character.isWhitespace || character == "," || character == ";" || character == ":"
  }
}
