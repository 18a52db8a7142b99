extension Evaluation {
  /// `input | filter(arguments)`: null whenever the filter cannot use what it is given.
  mutating func filtered(_ input: Expression, _ filter: Filter, _ arguments: [Expression]) -> Value {
    switch filter {
    case .time, .date, .ago, .minutes, .epoch: return timeFilter(input, filter, arguments)
    case .count:
      // The items themselves are not needed.
      if case .global(let name, _) = input, case .source(let records)? = globals[name] {
        return records.count.map { .number(Double($0)) } ?? .null
      }
    default: break
    }
    let value = value(input)
    if case .null = value { return .null }
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
    guard let number = value.number(in: moment.language) else { return .null }
    switch filter {
    case .round:
      guard let digits = self.number(arguments, 0, or: 0) else { return .null }
      return .number(NumberFormat.rounded(number, digits: count(digits, within: -15...15)))
    case .bytes: return .text(NumberFormat.bytes(number, language: moment.language))
    case .duration: return .text(duration(number))
    case .money:
      guard let currency = text(arguments, 0, or: ""), let digits = self.number(arguments, 1, or: 2) else {
        return .null
      }
      return .text(
        NumberFormat.money(number, currency: currency, digits: count(digits, within: 0...15), language: moment.language)
      )
    case .percent:
      guard let digits = self.number(arguments, 0, or: 0) else { return .null }
      let share = NumberFormat.fixed(number * 100, digits: count(digits, within: 0...15), language: moment.language)
      return .text(share + moment.language.percentSpace + "%")
    case .number:
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
    Int(min(max(number.rounded(), Double(range.lowerBound)), Double(range.upperBound)))
  }

  /// The two largest units: `1 h 20 min`, `45 s`, `3 days 4 h`.
  private func duration(_ seconds: Double) -> String {
    let total = Int(min(seconds.magnitude.rounded(), 1e12))
    let sign = seconds < 0 && total > 0 ? "-" : ""
    func two(_ large: Int, _ unit: String, _ small: Int, _ smallUnit: String) -> String {
      sign + (small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(smallUnit)")
    }
    if total < 60 { return "\(sign)\(total) s" }
    if total < 3600 { return two(total / 60, moment.language.minute, total % 60, "s") }
    if total < 86400 { return two(total / 3600, moment.language.hour, total % 3600 / 60, moment.language.minute) }
    let days = total / 86400
    return two(
      days, days == 1 ? moment.language.day : moment.language.dayPlural, total % 86400 / 3600, moment.language.hour)
  }

  // MARK: Lists

  private func count(_ value: Value) -> Value {
    switch value {
    case .list(let items): .number(Double(items.count))
    case .record(let record): .number(Double(record.count))
    case .text(let text): .number(Double(text.count))
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
      let texts = pieces.compactMap { text($0) }
      return texts.isEmpty ? .null : .text(limited(texts.joined(separator: separator)))
    default: break
    }
    guard let values = field(of: items, arguments, 0) else { return .null }
    if filter == .sum {
      var sum: Double?
      for value in values { if let number = value.number(in: moment.language) { sum = (sum ?? 0) + number } }
      // The sum of nothing is 0; the sum of things that are no numbers is nothing.
      guard let total = sum ?? (values.isEmpty ? 0 : nil), total.isFinite else { return .null }
      return .number(total)
    }
    let keys = SortKey.keys(values, in: moment)
    let known = keys.indices.filter { !keys[$0].isLast }
    let best =
      filter == .min ? known.min { keys[$0] < keys[$1] } : known.max { keys[$0] < keys[$1] }
    return best.map { values[$0] } ?? .null
  }

  private func asList(_ value: Value) -> Value {
    if case .record = value { .list([value]) } else { value }
  }

  /// A field of every item, by its dotted path; the items themselves when no field is asked for.
  private mutating func field(of items: [Value], _ arguments: [Expression], _ index: Int) -> [Value]? {
    guard index < arguments.count else { return items }
    guard let path = text(arguments, index, or: nil) else { return nil }
    let names = path.split(separator: ".").map(String.init)
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
      guard spend(items.count) else { return .null }
      return .bool(items.contains { Comparison.areEqual($0, wanted, in: moment) })
    case .record(let record): return text(wanted).map { .bool(record[$0] != nil) } ?? .null
    default:
      guard let whole = text(value), let part = text(wanted), spend(whole.utf8.count / 16) else { return .null }
      return .bool(part.isEmpty || whole.firstRange(of: part) != nil)
    }
  }

  private mutating func slice(_ value: Value, _ arguments: [Expression]) -> Value {
    guard let start = number(arguments, 0, or: nil), let length = number(arguments, 1, or: .infinity) else {
      return .null
    }
    func range(_ count: Int) -> Range<Int> {
      let from = start < 0 ? Double(count) + start : start
      let low = self.count(from, within: 0...count)
      return low..<low + self.count(length, within: 0...(count - low))
    }
    switch value {
    case .list(let items): return .list(Array(items[range(items.count)]))
    case .record, .null: return .null
    default:
      guard let text = text(value), spend(text.utf8.count / 16) else { return .null }
      let characters = Array(text)
      return .text(String(characters[range(characters.count)]))
    }
  }

  // MARK: Texts

  private mutating func textFilter(_ value: Value, _ filter: Filter, _ arguments: [Expression]) -> Value {
    guard let input = text(value), spend(input.utf8.count / 16) else { return .null }
    switch filter {
    case .upper: return .text(limited(input.uppercased()))
    case .lower: return .text(limited(input.lowercased()))
    case .plain: return .text(PlainText.fromHTML(input))
    case .starts: return text(arguments, 0, or: nil).map { .bool(input.hasPrefix($0)) } ?? .null
    case .truncate:
      guard let length = number(arguments, 0, or: nil) else { return .null }
      return .text(truncated(input, to: count(length, within: 0...Self.maximalText)))
    case .split:
      guard let separator = text(arguments, 0, or: nil), !separator.isEmpty else { return .null }
      return .list(
        input.split(separator: separator, omittingEmptySubsequences: false).map { .text(trimmingSpaces(String($0))) })
    default:
      guard let old = text(arguments, 0, or: nil), let new = text(arguments, 1, or: nil), !old.isEmpty else {
        return .null
      }
      // The result is measured before it is made.
      let pieces = input.split(separator: old, omittingEmptySubsequences: false)
      guard spend(pieces.count * (1 + new.utf8.count / 16)) else { return .null }
      guard pieces.count * new.utf8.count <= Self.maximalText else { return .null }
      return .text(limited(pieces.joined(separator: new)))
    }
  }

  /// At most so many characters, the ellipsis among them; cut at a space when one is near.
  private func truncated(_ text: String, to length: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex), end < text.endIndex else {
      return text
    }
    guard length > 0 else { return "" }
    let cut = text[..<text.index(before: end)]
    var kept = cut
    if !text[cut.endIndex].isWhitespace, let space = cut.lastIndex(where: \.isWhitespace),
      cut.distance(from: space, to: cut.endIndex) <= max(12, length / 4)
    {
      kept = cut[..<space]
    }
    while let last = kept.last, last.isWhitespace || last == "," || last == ";" || last == ":" { kept.removeLast() }
    return kept + "…"
  }
}

extension StringProtocol {
  /// The first place another text stands in this one, compared by Unicode scalars; nil when nowhere.
  func firstRange(of other: String) -> Range<Index>? {
    let first = other.unicodeScalars.first
    var index = startIndex
    while index < endIndex {
      if unicodeScalars[index] == first, self[index...].unicodeScalars.starts(with: other.unicodeScalars) {
        return index..<unicodeScalars.index(index, offsetBy: other.unicodeScalars.count)
      }
      index = unicodeScalars.index(after: index)
    }
    return nil
  }
}
