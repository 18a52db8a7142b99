/// What the messages of a source that pushes have come to: items by their keys, each updated by itself. A pure value.
public struct MergedItems: Sendable {
  /// Items at most; a broker's wildcard may stand for more than anybody meant.
  public static let limit = 20_000
  /// Bytes of memory at most, by `Value.cost`: half of what a board may hold.
  static let mostBytes = Bounds.standard.board / 2

  /// The first that came first.
  public internal(set) var items: [Value] = []
  /// Some are left out: there are too many, or they are too large.
  public private(set) var isCut = false
  private var places: [String: Int] = [:]
  /// What the item of a topic is called, where that is not the topic.
  private var names: [String: String] = [:]
  /// Bytes of the items, and of what they and their topics are called.
  private(set) var bytes = 0
  private let push: Push
  private let key: Expression
  private let keep: Double

  /// - Parameter source: one whose messages update items.
  public init(_ source: Source) {
    push = source.push ?? Push(isKeyed: true)
    key = source.key ?? .field("id")
    keep = source.keep
  }

  /// Begins anew: with what the source gives at the beginning, or with what an earlier run has kept.
  public mutating func begin(with answer: Value, at moment: Moment) {
    (items, places, names, bytes, isCut) = ([], [:], [:], 0, false)
    var list = [answer]
    if case .list(let known) = answer {
      list = known
    } else if push.items != nil {
      list = found(in: answer, at: moment)
    }
    // Of topics nobody says that they have gone. What an earlier run has heard long ago need not hold.
    if push.stream == nil { list.removeAll { isOld($0, at: moment) } }
    update(list, at: moment)
  }

  /// Takes messages, the first that came first.
  public mutating func take(_ messages: [Value], at moment: Moment) {
    guard push.stream != nil else { return update(messages, at: moment) }
    var hasGone = false
    for message in messages {
      if let name = gone(in: message, at: moment) {
        if remove(name) { hasGone = true }
      } else {
        update(found(in: message, at: moment), at: moment)
      }
    }
    // Once for all of them, however many they are.
    if hasGone { closeGaps() }
  }

  /// The item that a message says is no more: null stands where the item would be, and beside it what the item is called, as in
  /// `{"entity_id": "light.hall", "new_state": null}` for `items: new_state` and `key: entity_id`.
  private func gone(in message: Value, at moment: Moment) -> String? {
    guard let path = push.items else { return nil }
    var evaluation = Evaluation(moment: moment, globals: [:])
    evaluation.item = message
    let around: Value
    let field: String
    switch path {
    case .field(let name): (around, field) = (message, name)
    case .member(let base, .name(let name)): (around, field) = (evaluation.value(base), name)
    default: return nil
    }
    // What is not there says nothing: most events are about something else.
    guard case .record(let record) = around, record[field] == .null else { return nil }
    evaluation.item = around
    return evaluation.text(evaluation.value(key))
  }

  /// Leaves a gap.
  ///
  /// - Returns: whether there was one of this name.
  private mutating func remove(_ name: String) -> Bool {
    guard let place = places.removeValue(forKey: name) else { return false }
    // Fits: a place of its own.
    bytes -= items[place].cost + name.utf8.count
    items[place] = .null
    return true
  }

  /// As JSON, for the next run.
  public var json: [UInt8] { Array(JSONText.text(.list(items)).utf8) }

  private mutating func update(_ list: [Value], at moment: Moment) {
    var evaluation = Evaluation(moment: moment, globals: [:])
    var hasGone = false
    for item in list {
      evaluation.item = item
      // What has no key is about no item: a sign of life, a word about something else.
      guard case .record = item else { continue }
      var topic: String?
      if push.stream == nil { topic = item.topic }
      let isCleared = push.stream == nil && !item.hasValue
      // A topic that was cleared has nothing left to be called by.
      let named = isCleared ? topic.flatMap { names[$0] } ?? topic : evaluation.text(evaluation.value(key))
      guard let name = named, !name.isEmpty else { continue }
      let place = places[name]
      let old = place.map { items[$0].cost } ?? 0
      // A topic that tells of another item than it is called by is remembered, however many there are.
      let isNamed = topic.map { $0 == name || names[$0] != nil } ?? true
      let naming = (isNamed ? 0 : (topic?.utf8.count ?? 0)) + (place == nil ? name.utf8.count : 0)
      if isCleared {
        if let topic, names.removeValue(forKey: topic) != nil { bytes -= topic.utf8.count }
        // Another topic has told of it since.
        if let place, topic != nil, items[place].topic != topic { continue }
        // Fits: a place of its own.
        if let place { items[place] = .null }
        places[name] = nil
        hasGone = hasGone || place != nil
        if place != nil { bytes -= old + name.utf8.count }
        continue
      }
      // The broker had it before anybody listened: when it was said nobody knows, unless it is what was heard then.
      if item.isKept, let place, items[place].topic == topic, items[place].said == item.said { continue }
      guard bytes - old + item.cost + naming <= Self.mostBytes, place != nil || places.count < Self.limit,
        isNamed || names.count < Self.limit
      else {
        isCut = true
        continue
      }
      bytes += item.cost - old + naming
      if let topic, topic != name { names[topic] = name }
      if let place {
        // Fits: a place of its own.
        items[place] = item
      } else {
        places[name] = items.count
        items.append(item)
      }
    }
    if hasGone { closeGaps() }
  }

  private mutating func closeGaps() {
    var moved: [Int: Int] = [:]
    var kept: [Value] = []
    for (place, item) in items.enumerated() where item != .null {
      moved[place] = kept.count
      kept.append(item)
    }
    items = kept
    places = places.compactMapValues { moved[$0] }
  }

  /// The items of a message.
  private func found(in message: Value, at moment: Moment) -> [Value] {
    guard let path = push.items else {
      if case .list(let list) = message { return list }
      return [message]
    }
    var evaluation = Evaluation(moment: moment, globals: [:])
    evaluation.item = message
    let value = evaluation.value(path)
    if case .list(let list) = value { return list }
    return [value]
  }

  private func isOld(_ item: Value, at moment: Moment) -> Bool {
    guard case .record(let record) = item, case .number(let time)? = record["time"] ?? record["kept"] else {
      return true
    }
    return moment.time >= time + keep
  }
}

extension Value {
  /// Of a message that has one.
  fileprivate var topic: String? {
    if case .record(let record) = self, case .text(let topic)? = record["topic"] { topic } else { nil }
  }

  /// What it says; nil where a topic was cleared.
  fileprivate var said: Value? { if case .record(let record) = self { record["value"] } else { nil } }

  /// The broker had kept it.
  fileprivate var isKept: Bool { if case .record(let record) = self { record["kept"] != nil } else { false } }

  /// A topic that was cleared has none.
  fileprivate var hasValue: Bool {
    if case .record(let record) = self { record["value"] != nil } else { false }
  }
}
