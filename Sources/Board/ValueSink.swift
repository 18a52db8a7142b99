/// Takes a value piece by piece, in the order of its text: nobody has to hold it whole who only passes it on.
///
/// Lists and records begin alike, since whoever reads them need not know how much follows.
public protocol ValueSink: AnyObject {
  /// A value, whole.
  func put(_ value: Value)
  /// A text.
  ///
  /// - Parameter text: well-formed UTF-8.
  func put(text: ArraySlice<UInt8>)
  /// What is opened next has this name in the record it stands in. Told of what stands in no list, so that a long list is known by its place
  /// before it ends.
  func name(_ name: String)
  /// A list or record begins; what follows, up to its close, is in it.
  func open()
  /// What was opened last is a list.
  func closeList()
  /// What was opened last is a record.
  ///
  /// - Parameter names: one for each value in it; of names that are equal, the last one's value stays.
  func closeRecord(_ names: ArraySlice<String>)
}

/// Makes a value of its pieces.
public final class ValueBuilder: ValueSink {
  // Indices: every closing follows an opening, which whoever is not trusted with that is asked for by `depth`.
  /// What is in the innermost list or record that is open, and at last the value itself.
  private var top: [Value] = []
  private var outer: [[Value]] = []
  private var maker = RecordMaker()
  /// How many values the last record had: the next one mostly has as many.
  private var room = 0
  /// Names of what is open, from the outermost record on, as far as they were told.
  private var path: [String] = []
  private var nextName: String?
  /// How deep that record lies in which something has a name that was told last.
  private var namedDepth = 0
  /// A list is looked at once, when so many lists and records are in it; `.max` where none is.
  private var lookedAt = Int.max
  private var look: ((Value) -> Void)?

  /// Most records have less; where one has more, the next need not.
  private static let roomLimit = 64

  /// Nothing yet.
  public init() {}

  /// Nothing yet, and somebody who wants to see a long list before it ends.
  ///
  /// - Parameters:
  ///   - count: of the lists and records in it.
  ///   - look: is called once at most: with the list so far, in the records it stands in, of whose other values there are none.
  public init(lookingAt count: Int, _ look: @escaping (Value) -> Void) {
    lookedAt = count
    self.look = look
  }

  /// Lists and records that are open.
  public var depth: Int { outer.count }

  /// Values in what was opened last.
  public var count: Int { top.count }

  /// What came of the pieces; nil unless they are one value.
  public var value: Value? { outer.isEmpty && top.count == 1 ? top[0] : nil }

  /// A value, whole.
  public func put(_ value: Value) { top.append(value) }

  /// A text.
  public func put(text: ArraySlice<UInt8>) { top.append(.text(String(decoding: text, as: UTF8.self))) }

  /// What is opened next has this name.
  public func name(_ name: String) { nextName = name }

  /// A list or record begins.
  public func open() {
    if let name = nextName {
      path.append(name)
      namedDepth = depth
      nextName = nil
    }
    outer.append(top)
    top = []
    if room > 0 { top.reserveCapacity(room) }
  }

  /// What was opened last is a list.
  public func closeList() { leave(.list(taken())) }

  /// What was opened last is a record.
  public func closeRecord(_ names: ArraySlice<String>) {
    room = min(top.count, Self.roomLimit)
    leave(.record(maker.record(names, taken())))
  }

  /// What was opened last is a record of a shape.
  ///
  /// - Returns: false when there is not one value for each name; nothing has happened then.
  public func closeRecord(_ shape: RecordShape) -> Bool {
    guard top.count == shape.count, depth > 0 else { return false }
    room = min(top.count, Self.roomLimit)
    guard let record = Record(shape, taken()) else { return false }
    leave(.record(record))
    return true
  }

  /// What is in the innermost, without room for more.
  private func taken() -> [Value] {
    top.capacity > top.count + max(1, top.count / 64) ? Array(top[...]) : top
  }

  private func leave(_ value: Value) {
    // Of what was told, the outermost has no name.
    if depth <= path.count + 1, !path.isEmpty { path.removeLast() }
    top = outer.removeLast()
    top.append(value)
    if top.count >= lookedAt { lookAtList() }
  }

  private func lookAtList() {
    // Where what was in it had names of its own it is a record.
    guard depth == path.count + 1, namedDepth != depth, let look else { return }
    (self.look, lookedAt) = (nil, .max)
    look(path.reversed().reduce(Value.list(top)) { inner, name in .record(Record([(name, inner)])) })
  }
}
