/// Named values in the order of their source.
///
/// Names are equal as Swift's texts are, by canonical equivalence: `é` as one character and as `e` with an accent are one name. JSON's
/// own are code points, but whoever writes a board cannot see the difference, and the two would stand for one field. The last wins.
public struct Record: Sendable {
  /// Records of one answer mostly have the same names: these are shared, and copied before one record changes its own.
  private var fields: RecordNames
  private var values: [Value]

  /// A record without fields.
  public init() {
    fields = .none
    values = []
  }

  /// A later field of the same name replaces the earlier one.
  public init(_ fields: [(String, Value)]) {
    self.init()
    values.reserveCapacity(fields.count)
    for (name, value) in fields { self[name] = value }
  }

  /// - Parameter values: one for each of the names, which differ from each other.
  fileprivate init(_ fields: RecordNames, _ values: [Value]) {
    self.fields = fields
    self.values = values
  }

  /// In the order they were put in.
  public var names: [String] { fields.names }

  /// The field's value; nil when the record has no such field.
  public subscript(_ name: String) -> Value? {
    get { fields.position(name).map { values[$0] } }
    set {
      switch (fields.position(name), newValue) {
      case (let position?, let value?): values[position] = value
      case (nil, let value?):
        makeNamesItsOwn()
        fields.append(name)
        values.append(value)
      case (let position?, nil):
        makeNamesItsOwn()
        // Fits: where the name was found.
        fields.remove(at: position)
        // Fits: there is a value for each name.
        values.remove(at: position)
      case (nil, nil): break
      }
    }
  }

  /// How many fields it has.
  public var count: Int { values.count }

  private mutating func makeNamesItsOwn() {
    if !isKnownUniquelyReferenced(&fields) { fields = RecordNames(fields) }
  }
}

extension Record: Hashable {
  /// The same fields in the same order, with equal values.
  public static func == (a: Record, b: Record) -> Bool {
    (a.fields === b.fields || a.fields.names == b.fields.names) && a.values == b.values
  }

  /// Of names and values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fields.names)
    hasher.combine(values)
  }
}

/// The names of a record, without its values: what many records of one answer have in common.
public struct RecordShape: Sendable {
  fileprivate let names: RecordNames

  fileprivate init(_ names: RecordNames) { self.names = names }

  /// - Returns: nil when two of the names are equal.
  public init?(_ names: [String]) {
    guard Set(names).count == names.count else { return nil }
    self.names = RecordNames(names)
  }

  /// How many values a record of it has.
  public var count: Int { names.names.count }

  /// The same for all records that share their names, for as long as one of them lives.
  public var identity: ObjectIdentifier { ObjectIdentifier(names) }
}

extension Record {
  /// A record that shares its names with all others of its shape.
  ///
  /// - Returns: nil when there is not one value for each name.
  public init?(_ shape: RecordShape, _ values: [Value]) {
    guard values.count == shape.count else { return nil }
    self.init(shape.names, values)
  }

  /// Its names.
  public var shape: RecordShape { RecordShape(fields) }

  /// Values in the order of `names`.
  public var all: [Value] { values }

  /// Bytes of memory, estimated; names that several records share count once.
  ///
  /// - Parameter known: the names counted so far.
  func cost(_ known: inout Set<ObjectIdentifier>) -> Int {
    var sum = Value.arrayCost(values.count)
    if known.insert(ObjectIdentifier(fields)).inserted {
      sum += Value.arrayCost(names.count) + names.reduce(0) { $0 + Value.textCost($1) }
    }
    for value in values { sum += value.cost(&known) }
    return sum
  }

  /// Takes the names of another record in place of its own equal ones.
  mutating func shareNames(with other: Record) {
    if fields !== other.fields, count == other.count, fields.names == other.fields.names { fields = other.fields }
  }
}

/// The names of a record's fields, all different, and where each stands.
///
/// Unchecked: changed by `Record` alone, and only while a single record refers to it.
private final class RecordNames: @unchecked Sendable {
  private(set) var names: [String]
  /// Once there are so many that looking through them takes longer than hashing.
  private var positions: [String: Int] = [:]
  /// No name has anything but ASCII in it.
  private var isASCII = true

  static let none = RecordNames([])

  private static let searchLimit = 12

  /// - Parameter names: all different.
  init(_ names: [String]) {
    self.names = names
    isASCII = names.allSatisfy { Self.isASCII($0) }
    find()
  }

  init(_ other: RecordNames) {
    names = other.names
    positions = other.positions
    isASCII = other.isASCII
  }

  func append(_ name: String) {
    names.append(name)
    isASCII = isASCII && Self.isASCII(name)
    if names.count > Self.searchLimit + 1 { positions[name] = names.count - 1 } else { find() }
  }

  func remove(at position: Int) {
    // Fits: where a record has found the name.
    names.remove(at: position)
    find()
  }

  func position(_ name: String) -> Int? {
    if names.count > Self.searchLimit { return positions[name] }
    // Most names differ in length already.
    let length = name.utf8.count
    for i in names.indices where names[i].utf8.count == length && names[i] == name { return i }
    // Those that are equal in spite of that have characters with several spellings.
    return isASCII && Self.isASCII(name) ? nil : names.firstIndex(of: name)
  }

  private func find() {
    positions = [:]
    guard names.count > Self.searchLimit else { return }
    positions.reserveCapacity(names.count)
    for (position, name) in names.enumerated() { positions[name] = position }
  }

  private static func isASCII(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }
}

/// Makes the records of one answer, which share the names that they have in common.
public struct RecordMaker {
  /// Lists of names seen so far, the ones used last in front.
  private var recent: [RecordNames] = []
  private var known: [[String]: RecordNames] = [:]

  /// Records nest in each other, and take turns.
  private static let recentLimit = 4
  /// Records that all have names of their own share nothing.
  private static let knownLimit = 1_000

  /// No names seen yet.
  public init() {}

  /// - Parameter values: one for each name; of names that are equal, the last one's stays.
  public mutating func record(_ names: ArraySlice<String>, _ values: [Value]) -> Record {
    for (place, candidate) in recent.enumerated() where candidate.names.elementsEqual(names) {
      // Fits: a place of theirs, and the one before it.
      if place > 0 { recent.swapAt(place, place - 1) }
      return Record(candidate, values)
    }
    let list = Array(names)
    if let found = known[list] {
      remember(found)
      return Record(found, values)
    }
    guard Set(list).count == list.count else { return Record(Array(zip(names, values))) }
    let new = RecordNames(list)
    if known.count < Self.knownLimit { known[list] = new }
    remember(new)
    return Record(new, values)
  }

  private mutating func remember(_ names: RecordNames) {
    if recent.count == Self.recentLimit { recent.removeLast() }
    recent.insert(names, at: 0)
  }
}
