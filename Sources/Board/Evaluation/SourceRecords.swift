import Numbers

/// What a source has come to: its items in order, each with a key of its own; or one record.
public struct SourceRecords: Sendable {
  /// A list of items, one record, or null when there is nothing.
  public let value: Value
  /// The items' keys, all different, in order; one empty key for a single record.
  public let keys: [String]
  /// When time alone changes the items (`where: end > $now`); seconds since 1970 UTC, nil for never.
  public private(set) var nextChange: Double?
  /// The answer is null: no items, and as a value nothing.
  private(set) var isNull = false
  /// The work on it came to its end before all items were there.
  public private(set) var isCut = false
  /// What took the most of that work.
  private(set) var heaviest: Expression?
  /// What there is to tell of its values.
  let remarks: [String]
  /// Empty where the keys are the positions themselves, which need no table.
  private let positions: [String: Int]
  private let isKeyedByPosition: Bool

  /// Nothing is known yet, or no longer.
  public static let none = SourceRecords(value: .null, keys: [], nextChange: nil)

  /// - Parameter keys: one per item; equal ones are told apart here by their count, `a` and `a#2`.
  init(
    value: Value, keys: [String], nextChange: Double?, isNull: Bool = false, isCut: Bool = false,
    heaviest: Expression? = nil, remarks: [String] = []
  ) {
    self.value = value
    self.isNull = isNull
    self.nextChange = nextChange
    self.isCut = isCut
    self.heaviest = heaviest
    self.remarks = remarks
    isKeyedByPosition = keys.indices.allSatisfy { keys[$0] == String($0) }
    guard !isKeyedByPosition else {
      (self.keys, positions) = (keys, [:])
      return
    }
    var positions = [String: Int](minimumCapacity: keys.count)
    var unique = keys
    var occurrences: [String: Int] = [:]
    for (i, key) in keys.enumerated() {
      while let other = positions.updateValue(i, forKey: unique[i]) {
        positions[unique[i]] = other
        occurrences[key, default: 1] += 1
        unique[i] = "\(key)#\(occurrences[key, default: 1])"
      }
    }
    self.keys = unique
    self.positions = positions
  }

  /// One item per entry of the list; a record counts as one item.
  public var items: [Value] {
    switch value {
    case .list(let items): items
    case .null: []
    default: [value]
    }
  }

  /// The same items, which will change at `time` at the latest.
  func changing(by time: Double) -> SourceRecords {
    var records = self
    records.nextChange = min(nextChange ?? .infinity, time)
    return records
  }

  /// How many items; nil when nothing is known of the source.
  var count: Int? {
    switch value {
    case .list(let items): items.count
    case .null: nil
    default: 1
    }
  }

  func item(_ key: String) -> Value? {
    guard case .list(let items) = value else { return nil }
    let position = isKeyedByPosition ? Int(key).flatMap { String($0) == key ? $0 : nil } : positions[key]
    return position.flatMap { items.indices.contains($0) ? items[$0] : nil }
  }
}
