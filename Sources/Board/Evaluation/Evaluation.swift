import Numbers

/// The work of finding values: total, bounded, and a pure function of what it is given.
///
/// One evaluation serves many expressions; it adds up the work done and notes when time alone would change an answer.
struct Evaluation {
  // Many properties: what values are found in, what the work may take, and what it has come upon.
  let moment: Moment
  /// Sources and `let` values by name, and `board` and `page`; `now` is `moment`.
  var globals: [String: Global] {
    didSet {
      shared.removeAll()
      joins.removeAll()
    }
  }
  /// The item bare names are fields of.
  var item: Value = .null
  /// Where among those that are shown the item is, from 0; nil where there is only one.
  var index: Int?
  /// The item whose detail page it is.
  var tapped: Value = .null
  /// What a control is set to, while what it sends is evaluated.
  var asked: Value?
  /// Of clocks, by name.
  var zones: [String: Zone] = [:]
  /// Whether what is evaluated comes from this machine, and may name its files.
  var trustsFiles = true
  /// It was asked for a file without.
  var hasRefusedFile = false
  /// The page was full before the items were over.
  var leavesOutCards = false
  /// Numbers from `NumberTemplate.firstGrouped` on are shown with their thousands grouped.
  var groupsThousands = false
  /// A text with digits in it that a sum left out, for it is no number: the first one.
  var unsummed: String?
  /// A zone that a time in the data is of and that the board does not know: the first one.
  private(set) var unknownZone: String?
  /// Of long lists only the first rows are wanted.
  var wantsHeads = false
  /// Such a list has more of them.
  var goesOn = false
  /// Steps left; at 0 everything is null. A step is one form evaluated, one item or 16 bytes looked at, or four bytes written.
  private(set) var budget: Int
  /// When time alone changes one of the values found so far; nil when it never does.
  private(set) var nextChange: Double?

  enum Global: Sendable {
    case value(Value)
    case source(SourceRecords)

    var value: Value {
      switch self {
      case .value(let value): value
      case .source(let records): records.isNull ? .null : records.value
      }
    }
  }

  /// Enough for 10,000 items with a dozen texts of ten steps each, several times over. A step takes 0.1 to 1 us.
  static let defaultBudget = 12_000_000

  /// What is said of a card or a source that takes more.
  ///
  /// - Parameter heaviest: what took the most of it at once.
  static func tooMuch(_ heaviest: Expression?) -> String {
    let culprit = heaviest.map { ", most of it \"\($0)\"" } ?? ""
    return
      "its expressions are more work than is done for one\(culprit), and the rest of it is missing; show fewer items, or ask less of each"
  }

  /// Keeps the zone that a time is of, where the board does not know it: it is read as here, and that is told.
  mutating func noteZone(_ value: Value) {
    guard unknownZone == nil, case .text(let text) = value else { return }
    unknownZone = DateReading.unknownZone(text, in: moment)
  }

  /// What is said of such a time.
  static func unknown(zone: String) -> String {
    "its data has times of \"\(zone)\", a zone that this board does not know, and they are read as times of here; a card that shows a clock of it makes it known: clock: {zone: \(zone)}"
  }

  /// What there is to tell of the values found since the last time.
  mutating func takeRemarks() -> [String] {
    defer { (unsummed, unknownZone) = (nil, nil) }
    return [unsummed.map(Self.leftOut), unknownZone.map(Self.unknown)].compactMap { $0 }
  }

  /// What is said of a sum that is not of all there is.
  static func leftOut(_ text: String) -> String {
    "a sum leaves out \"\(text)\", which is no number as this board's language writes them; make it one in its source, as in with: {v: \"v | replace(' ', '')\"}"
  }

  /// The filter that took the most steps at once, and how many, since the share it belongs to began.
  private(set) var heaviest: (expression: Expression, steps: Int)?

  /// What one card of a page may take of it, with all the items it repeats for: the cards after it go on living.
  static let cardBudget = 3_000_000

  /// What a value of all items comes to, which every item asks for: a share of a sum is no work of items times items.
  private var shared: [Expression: Value] = [:]

  /// Tables of lists that do not depend on the item, by a field.
  var joins: [JoinName: Join] = [:]

  /// Bytes a text may grow to.
  static let maximalText = 200_000

  init(moment: Moment, globals: [String: Global] = [:], item: Value = .null, budget: Int = Self.defaultBudget) {
    self.moment = moment
    self.globals = globals
    self.item = item
    self.budget = budget
  }

  /// The work came to its end before the answer did.
  var isExhausted: Bool { budget <= 0 }

  /// Evaluates a card with no more than its share of the page's work, `cardBudget`.
  ///
  /// - Returns: whether the work came to its end before the card did.
  mutating func isCut(_ card: (inout Evaluation) -> Void) -> Bool {
    let share = min(budget, Self.cardBudget)
    let rest = budget - share
    budget = share
    heaviest = nil
    card(&self)
    defer { budget = rest + max(budget, 0) }
    return isExhausted
  }

  /// Takes steps from the budget; false when there are none left.
  mutating func spend(_ steps: Int) -> Bool {
    budget -= steps
    return budget > 0
  }

  /// An answer will differ from this instant on.
  mutating func note(_ time: Double) {
    guard time > moment.time else { return }
    nextChange = min(nextChange ?? .infinity, time)
  }

  /// An answer differs as soon as this instant, which is not before now, has passed.
  mutating func note(after time: Double) { note(time + 0.001) }

  mutating func value(_ expression: Expression) -> Value {
    guard spend(1) else { return .null }
    switch expression {
    case .literal(let value): return value
    case .item: return item
    case .field(let name):
      guard case .record(let record) = item else { return .null }
      return record[name] ?? .null
    case .global(let name, _): return global(name)
    case .member where expression.isSpread: return spread(expression)
    case .member(let base, let step): return member(value(base), step)
    case .lookup(let base, let key): return lookup(base, key)
    case .negated(let operand): return value(operand).number(in: moment.language).map { .number(-$0) } ?? .null
    case .not(let operand): return .bool(!isTrue(operand))
    case .binary(let operation, let a, let b): return binary(operation, a, b)
    case .conditional(let condition, let then, let otherwise): return value(isTrue(condition) ? then : otherwise)
    case .filtered(let input, let filter, let arguments):
      let before = budget
      defer {
        if before - budget > heaviest?.steps ?? 0 { heaviest = (expression, before - budget) }
      }
      guard input.beginsWithGlobal, !expression.usesItem else { return filtered(input, filter, arguments) }
      if let known = shared[expression] { return known }
      let value = filtered(input, filter, arguments)
      if !isExhausted { shared[expression] = value }
      return value
    }
  }

  /// Takes the steps of looking at a text.
  mutating func spend(reading text: String) -> Bool { spend(text.utf8.count / 16) }

  /// Takes the steps of making a text of so many bytes, which stays: memory is bounded by them too.
  mutating func spend(writing bytes: Int) -> Bool { spend(bytes / 4) }

  /// Takes the steps of finding out which number or date a value is, beyond the one for the value itself: a text is read as all of them.
  mutating func spend(interpreting value: Value) -> Bool {
    guard case .text(let text) = value else { return true }
    return spend(text.utf8.count <= DateReading.mostBytes ? 7 : text.utf8.count / 16)
  }

  mutating func isTrue(_ expression: Expression) -> Bool { value(expression).isTrue }

  private mutating func global(_ name: String) -> Value {
    if name == "now" {
      // Whoever knows how often its answer changes does not come here.
      note(moment.nextSecond)
      return .date(moment.time)
    }
    // A board may have names of its own that are these.
    if let known = globals[name] { return known.value }
    switch name {
    case "index": return index.map { .number(Double($0)) } ?? .null
    case "item": return tapped
    case "value": return asked ?? .null
    default: return .null
    }
  }

  private func member(_ base: Value, _ step: Expression.Step) -> Value {
    switch (base, step) {
    case (.record(let record), .name(let name)): record[name] ?? .null
    case (.record(let record), .index(let index)): record[String(index)] ?? .null
    case (.list(let items), .index(let index)): index < items.count ? items[index] : .null
    default: .null
    }
  }

  /// What a path with a `*` in it leads to, in one list: `groups.*.members` are the members of all groups. Null where there is nothing to
  /// go through.
  private mutating func spread(_ path: Expression) -> Value {
    guard let found = each(path), spend(found.count) else { return .null }
    return .list(flattened(found))
  }

  private mutating func each(_ path: Expression) -> [Value]? {
    guard case .member(let base, let step) = path else { return nil }
    if base.isSpread {
      guard let found = each(base), spend(found.count) else { return nil }
      guard step != .all else { return flattened(found) }
      return found.compactMap { value in
        if case .null = member(value, step) { nil } else { member(value, step) }
      }
    }
    switch value(base) {
    case .list(let items): return spend(items.count) ? items : nil
    case .record(let record): return spend(record.count) ? record.all : nil
    default: return nil
    }
  }

  /// Lists put together; what is none stays as it is.
  private mutating func flattened(_ values: [Value]) -> [Value] {
    var flat: [Value] = []
    for value in values {
      guard case .list(let items) = value else {
        flat.append(value)
        continue
      }
      guard spend(items.count) else { break }
      flat += items
    }
    return flat
  }

  private mutating func lookup(_ base: Expression, _ key: Expression) -> Value {
    let key = value(key)
    if case .global(let name, _) = base, case .source(let records)? = globals[name], case .list = records.value {
      return text(key).flatMap { records.item($0) } ?? .null
    }
    switch value(base) {
    case .record(let record): return text(key).flatMap { record[$0] } ?? .null
    case .list(let items):
      guard let index = key.number(in: moment.language), index >= 0, index < Double(items.count) else { return .null }
      // Fits: 0 or more, and less than their count.
      return items[Int(clamping: index)]
    default: return .null
    }
  }

  private mutating func binary(_ operation: BinaryOperator, _ a: Expression, _ b: Expression) -> Value {
    switch operation {
    case .or: return .bool(isTrue(a) || isTrue(b))
    case .and: return .bool(isTrue(a) && isTrue(b))
    case .coalesce:
      let left = value(a)
      return left.isMissing ? value(b) : left
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return compare(operation, a, b)
    case .add, .subtract, .multiply, .divide: return arithmetic(operation, value(a), value(b))
    }
  }

  private mutating func compare(_ operation: BinaryOperator, _ a: Expression, _ b: Expression) -> Value {
    let left = comparand(a)
    let right = comparand(b)
    guard spendComparing(left, right) else { return .null }
    if isNow(a) != isNow(b) { noteZone(isNow(a) ? right : left) }
    if isNow(a) != isNow(b), let time = (isNow(a) ? right : left).asDate(in: moment) {
      // The answer turns when the clock reaches the other side, or just after.
      if time > moment.time { note(time) } else if time == moment.time { note(after: time) }
    }
    switch operation {
    case .equal: return .bool(Comparison.areEqual(left, right, in: moment))
    case .notEqual: return .bool(!Comparison.areEqual(left, right, in: moment))
    default: break
    }
    guard let order = Comparison.order(left, right, in: moment) else { return .null }
    switch operation {
    case .less: return .bool(order < 0)
    case .lessOrEqual: return .bool(order <= 0)
    case .greater: return .bool(order > 0)
    default: return .bool(order >= 0)
    }
  }

  /// Takes the steps of comparing two values: whole lists and records are looked through.
  mutating func spendComparing(_ a: Value, _ b: Value) -> Bool {
    switch (a, b) {
    case (.list(let x), .list(let y)):
      guard x.count == y.count, spend(x.count) else { return !isExhausted }
      for (one, other) in zip(x, y) where !spendComparing(one, other) { return false }
      return true
    case (.record(let x), .record(let y)):
      guard x.count == y.count, spend(x.count) else { return !isExhausted }
      for (one, other) in zip(x.all, y.all) where !spendComparing(one, other) { return false }
      return true
    case (.text(let x), .text(let y)): return spend(min(x.utf8.count, y.utf8.count) / 16)
    case (.text(let text), _), (_, .text(let text)): return spend(reading: text)
    default: return true
    }
  }

  private mutating func comparand(_ expression: Expression) -> Value {
    isNow(expression) ? .date(moment.time) : value(expression)
  }

  func isNow(_ expression: Expression) -> Bool {
    if case .global("now", _) = expression { true } else { false }
  }

  private mutating func arithmetic(_ operation: BinaryOperator, _ a: Value, _ b: Value) -> Value {
    for case .text(let text) in [a, b] where !spend(reading: text) { return .null }
    if let x = a.number(in: moment.language), let y = b.number(in: moment.language) {
      let result =
        switch operation {
        case .add: x + y
        case .subtract: x - y
        case .multiply: x * y
        default: x / y
        }
      return result.isFinite ? .number(result) : .null
    }
    guard operation == .add || operation == .subtract else { return .null }
    // A date and a number of seconds, or the seconds between two dates.
    if let time = a.asDate(in: moment), a.number(in: moment.language) == nil {
      if let seconds = b.number(in: moment.language) {
        return date(operation == .add ? time + seconds : time - seconds)
      }
      if operation == .subtract, let other = b.asDate(in: moment) { return .number(time - other) }
    }
    if operation == .add, let time = b.asDate(in: moment), let seconds = a.number(in: moment.language) {
      return date(time + seconds)
    }
    guard operation == .add else { return .null }
    switch (a, b) {
    case (.text, _), (_, .text):
      guard let left = text(a), let right = text(b) else { return .null }
      return joined(left, right)
    default: return .null
    }
  }

  private func date(_ time: Double) -> Value { time.isFinite ? .date(time) : .null }

  private mutating func joined(_ a: String, _ b: String) -> Value {
    guard spend(writing: a.utf8.count + b.utf8.count) else { return .null }
    return .text(limited(a + b))
  }

  /// Texts in one; nil when there are none.
  mutating func joined(_ texts: [String], _ separator: String) -> String? {
    // Only as much is put together as a text may hold.
    var length = 0
    let kept = texts.prefix { text in
      defer { length += text.utf8.count + separator.utf8.count }
      return length <= Self.maximalText
    }
    guard !texts.isEmpty, spend(writing: min(length, 2 * Self.maximalText)) else { return nil }
    return limited(kept.joined(separator: separator))
  }

  /// No longer than a text may be.
  func limited(_ text: String) -> String {
    text.utf8.count <= Self.maximalText ? text : String(text.prefix(Self.maximalText / 4))
  }

  /// How a value reads; nil when it has no text.
  mutating func text(_ value: Value) -> String? {
    switch value {
    case .null, .record: return nil
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number): return number.isFinite ? NumberFormat.plain(number) : nil
    case .text(let text): return text
    case .date(let time): return time.isFinite ? DateFormat.text("%F %H:%M", at: time, in: moment) : nil
    case .list(let items):
      guard spend(items.count) else { return nil }
      var texts: [String] = []
      for item in items {
        // A list within a list has no text of its own.
        if case .list = item { continue }
        if let text = text(item) { texts.append(text) }
      }
      return joined(texts, ", ")
    }
  }
}
