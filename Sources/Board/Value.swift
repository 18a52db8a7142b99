/// A value as the world's data has it: what JSON, feeds and files become before expressions read them.
public enum Value: Sendable, Hashable {
  /// Nothing is known; vanishes where it would be shown.
  case null
  /// Yes or no.
  case bool(Bool)
  /// Finite; a whole number that a Double cannot hold exactly comes as `text`, so that no identity is lost.
  case number(Double)
  /// Also numbers and dates as services write them.
  case text(String)
  /// A moment, in seconds since 1970-01-01 00:00 UTC; texts and numbers that mean one need not come as this.
  case date(Double)
  /// Values in order.
  case list([Value])
  /// Values by name.
  case record(Record)
}

/// Named values in the order of their source.
public struct Record: Sendable {
  /// In the order they were put in.
  public private(set) var names: [String]
  private var values: [Value]
  /// Positions by name, once there are so many that looking through them takes longer than hashing.
  private var positions: [String: Int]

  private static let searchLimit = 12

  /// A record without fields.
  public init() {
    names = []
    values = []
    positions = [:]
  }

  /// A later field of the same name replaces the earlier one.
  public init(_ fields: [(String, Value)]) {
    self.init()
    names.reserveCapacity(fields.count)
    values.reserveCapacity(fields.count)
    for (name, value) in fields { self[name] = value }
  }

  /// The field's value; nil when the record has no such field.
  public subscript(_ name: String) -> Value? {
    get { position(name).map { values[$0] } }
    set {
      switch (position(name), newValue) {
      case (let position?, let value?): values[position] = value
      case (nil, let value?):
        names.append(name)
        values.append(value)
        if names.count > Self.searchLimit + 1 {
          positions[name] = names.count - 1
        } else if names.count == Self.searchLimit + 1 {
          positions = Self.positions(names)
        }
      case (let position?, nil):
        names.remove(at: position)
        values.remove(at: position)
        positions = names.count > Self.searchLimit ? Self.positions(names) : [:]
      case (nil, nil): break
      }
    }
  }

  /// How many fields it has.
  public var count: Int { names.count }

  private func position(_ name: String) -> Int? {
    if names.count > Self.searchLimit { return positions[name] }
    // Most names differ in length already.
    let length = name.utf8.count
    for i in names.indices where names[i].utf8.count == length && names[i] == name { return i }
    return nil
  }

  private static func positions(_ names: [String]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }
}

extension Record: Hashable {
  public static func == (a: Record, b: Record) -> Bool { a.names == b.names && a.values == b.values }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(values)
  }
}
